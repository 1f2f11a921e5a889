"""Liar's dice with one die each: raise the bid, or call the other a liar.

MAX  3     MIN  ?     1×2, 1×4, 2×3     MAX to move
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, MAX, MIN, Game
from zermelo.core.people import seat_name
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.tabletop import NOTHING, UNSEEN, table

LIAR = "liar"
"""The action that ends the bidding."""


class Dice(NamedTuple):
    """The dice of MAX and MIN (0: not rolled), the bids as a set of bits, and whether the last one was called."""

    first: int
    second: int
    bids: int
    called: int


class Seen(NamedTuple):
    """The player's own die, the bids, and whether the last one was called."""

    die: int
    bids: int
    called: int


class LiarsDice(Game):
    """Both roll a die with `sides` faces and bid in turn how often a face is on the two dice; the highest face is wild.

    A bid has to be higher than the last: more dice, or as many with a higher face. Instead, the last bid may be called:
    the caller wins if it is not met.

    Encoding: bid number (n - 1) · sides + face - 1 is the action for "n dice show this face".
    """

    title = "Liar's dice"
    chance_name = "dice"
    bounds = (-1, 1)

    def __init__(self, sides: int = 6) -> None:
        check_whole("sides", sides, 2, 20)
        self.sides = sides
        self.call = 2 * sides  # the action that calls the last bid

    # The rules.

    def initial(self) -> Dice:
        """No die is rolled."""
        return Dice(0, 0, 0, 0)

    def player(self, s: Dice) -> int:
        """Chance until both dice are rolled, then the players in turn."""
        if s.second == 0:
            return CHANCE
        return (number_of(s.bids) + s.called) % 2

    def actions(self, s: Dice) -> Iterator[int]:
        """The faces of a die; or all higher bids, and to call if there is a bid."""
        if s.second == 0:
            yield from range(1, self.sides + 1)
        else:
            yield from range(highest(s.bids) + 1, self.call)
            if s.bids > 0:
                yield self.call

    def result(self, s: Dice, a: int) -> Dice:
        """The die rolled, the bid made, or the last bid called."""
        if s.first == 0:
            return Dice(a, 0, 0, 0)
        if s.second == 0:
            return Dice(s.first, a, 0, 0)
        if a == self.call:
            return Dice(s.first, s.second, s.bids, 1)
        return Dice(s.first, s.second, s.bids | 1 << a, 0)

    def probability(self, s: Dice, a: int) -> float:
        """The faces are equally likely."""
        return 1 / self.sides

    def is_terminal(self, s: Dice) -> bool:
        """Whether a bid was called."""
        return s.called == 1

    def utility(self, s: Dice, p: int) -> float:
        """1 to the bidder if the bid is met, else 1 to the caller; -1 to the other."""
        bid = highest(s.bids)
        face = bid % self.sides + 1
        count = (s.first == face or s.first == self.sides) + (s.second == face or s.second == self.sides)  # noqa: PLR1714
        bidder = (number_of(s.bids) - 1) % 2
        is_met = count >= bid // self.sides + 1
        return 1 if (p == bidder) == is_met else -1

    def observe(self, s: Dice, p: int) -> Seen:
        """The player's own die and all bids."""
        return Seen(s.first if p == 0 else s.second, s.bids, s.called)

    def precedes(self, seen: Seen, later: Seen, p: int) -> bool:
        """The die stays as it was rolled, and each bid is higher than all bids before it."""
        since = later.bids ^ seen.bids
        goes_on = since == 0 or since & -since > seen.bids
        return goes_on and seen.die in (0, later.die) and seen.called <= later.called

    # For people.

    def show(self, s: Dice, viewer: int | None = None) -> str:
        """The dice and the bids, "3 5 1x2 1x4 2x3 liar"; a die that the viewer may not see is "?"."""
        return " ".join([*self._faces(s, viewer), *self._bid_names(s.bids, s.called)])

    def parse(self, text: str) -> Dice:
        """The state from the output of `show`."""
        words = text.lower().split()
        dice = [self._die(word) for word in words[:2]]
        if len(dice) < 2 or None in dice or (0 in dice and len(words) > 2) or (not dice[0] and dice[1]):
            raise ParseError(f"{quote(text)} is not a position: expected something like '3 {self.sides} 1x2 2x1'")
        bids, called = self._bids(text, words[2:])
        return Dice(dice[0] or 0, dice[1] or 0, bids, called)

    def show_view(self, p: int, seen: Seen) -> str:
        """The player's own die and the bids: "3 1x2 1x4"."""
        return " ".join([str(seen.die or NOTHING), *self._bid_names(seen.bids, seen.called)])

    def parse_view(self, p: int, text: str) -> Any:
        """The view from the output of `show_view`."""
        words = text.lower().split()
        die = self._die(words[0]) if words else None
        if die is None or (die == 0 and len(words) > 1):
            raise ParseError(f"{quote(text)} is not a view: expected something like '{self.sides} 1x2 2x1'")
        return Seen(die, *self._bids(text, words[1:]))

    def _die(self, word: str) -> int | None:
        """The face that the word names, 0 for a die that is not rolled, None for anything else."""
        if word == NOTHING:
            return 0
        return int(word) if re.fullmatch("[0-9]{1,3}", word) and 1 <= int(word) <= self.sides else None

    def _bids(self, text: str, words: list[str]) -> tuple[int, int]:
        """The bids that the words name, and whether the last one is called. Raises ParseError that quotes the text."""
        bids = 0
        for place, word in enumerate(words):
            if word == LIAR and bids and place == len(words) - 1:
                return bids, 1
            match = re.fullmatch("([12])[x×]([0-9]{1,3})", word)
            bid = -1 if match is None else (int(match[1]) - 1) * self.sides + int(match[2]) - 1
            is_face = match is not None and 1 <= int(match[2]) <= self.sides
            if not is_face or bid <= highest(bids):
                raise ParseError(
                    f"{quote(word)} in {quote(text)} is not possible there: bids rise, like 1x2 1x{self.sides} 2x1, "
                    f"and only {LIAR!r} may follow the last"
                )
            bids |= 1 << bid
        return bids, 0

    def show_action(self, s: Dice, a: int, viewer: int | None = None) -> str:
        """The face that is rolled (to a viewer who may not see it, "a face"), the bid, or "liar"."""
        if s.second > 0:
            return self._bid_name(a)
        return str(a) if viewer in (None, MAX if s.first == 0 else MIN) else "a face"

    def draw(self, s: Dice, viewer: int | None = None) -> str:
        """The dice and the bids."""
        faces = self._faces(s, viewer)
        rows = [(seat_name(self, p), [faces[p]]) for p in (MAX, MIN)]
        bids = ", ".join(name.replace("x", "×") for name in self._bid_names(s.bids, s.called))
        return table(f"Liar's dice: {self.show(s, viewer)}", rows, bids or "no bids")

    def _faces(self, s: Dice, viewer: int | None) -> list[str]:
        """The dice as the viewer sees them, who does not see whether the other's die has been rolled, either."""
        return [UNSEEN if viewer == 1 - p else str(face or NOTHING) for p, face in enumerate((s.first, s.second))]

    def _bid_name(self, bid: int) -> str:
        return LIAR if bid == self.call else f"{bid // self.sides + 1}x{bid % self.sides + 1}"

    def _bid_names(self, bids: int, called: int) -> list[str]:
        return [self._bid_name(bid) for bid in range(self.call) if bids >> bid & 1] + [LIAR] * called


def highest(bids: int) -> int:
    """The number of the highest bid; -1 without one."""
    bid = -1
    while bids > 0:
        bids >>= 1
        bid += 1
    return bid


def number_of(bids: int) -> int:
    """The number of bids."""
    count = 0
    while bids > 0:
        bids &= bids - 1
        count += 1
    return count
