"""Goofspiel: both bid a card for each prize at the same time, and the higher card takes it.

prize 3: 2-4     prize 1: MAX to bid     points 0 to 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, MAX, MIN, Game, put
from zermelo.core.people import seat_name
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.tabletop import NOTHING, table

ORDERS = ("random", "descending", "ascending")
"""The orders in which prizes may come up."""


class Auction(NamedTuple):
    """The prizes in the order in which they came up, and the cards that MAX and MIN bid for them; 0: not yet.

    The observation of a player is an Auction too: it has no bid of the other before both have bid.
    """

    prizes: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]


class Goofspiel(Game):
    """Both hold the cards 1 to `cards`; for each prize both bid a card at once, and the higher card takes the prize.

    For equal cards nobody gets the prize. Who has more points at the end wins. The `prizes`, worth 1 to `cards` points,
    come up in random, descending or ascending order. In the last round nobody has a choice: it is played at once.
    """

    bounds = (-1, 1)

    def __init__(self, cards: int = 4, prizes: str = "random") -> None:
        check_whole("cards", cards, 2, 13)
        if prizes not in ORDERS:
            raise ValueError(f"prizes must be one of {', '.join(ORDERS)}, not {prizes!r}")
        self.cards, self.prizes = cards, prizes
        self.nothing = (0,) * cards

    # The rules. A round is numbered from 0.

    def initial(self) -> Auction:
        """No prize has come up; in a fixed order, the first has."""
        return self.with_next_prize(Auction(self.nothing, self.nothing, self.nothing), 0)

    def player(self, s: Auction) -> int:
        """Chance where the next prize is drawn, else the player who has not bid yet, MAX first."""
        now = self.round(s)
        if s.prizes[now] == 0:
            return CHANCE
        return MAX if s.first[now] == 0 else MIN

    def actions(self, s: Auction) -> Iterator[int]:
        """The prizes, or the mover's cards, that are left."""
        now = self.round(s)
        used = s.prizes if s.prizes[now] == 0 else s.first if s.first[now] == 0 else s.second
        for card in range(1, self.cards + 1):
            if not contains(used, card):
                yield card

    def result(self, s: Auction, a: int) -> Auction:
        """The prize drawn or the card bid; after both bids the next round begins."""
        now = self.round(s)
        if s.prizes[now] == 0:
            return Auction(put(s.prizes, now, a), s.first, s.second)
        if s.first[now] == 0:
            return Auction(s.prizes, put(s.first, now, a), s.second)
        t = Auction(s.prizes, s.first, put(s.second, now, a))
        if now + 2 < self.cards:
            return self.with_next_prize(t, now + 1)
        last = now + 1
        return Auction(
            put(t.prizes, last, missing(t.prizes, self.cards)),
            put(t.first, last, missing(t.first, self.cards)),
            put(t.second, last, missing(t.second, self.cards)),
        )

    def with_next_prize(self, s: Auction, now: int) -> Auction:
        """The beginning of a round: in a fixed order its prize comes up."""
        if self.prizes == "random":
            return s
        prize = self.cards - now if self.prizes == "descending" else now + 1
        return Auction(put(s.prizes, now, prize), s.first, s.second)

    def probability(self, s: Auction, a: int) -> float:
        """All prizes that are left are equally likely."""
        return 1 / (self.cards - self.round(s))

    def is_terminal(self, s: Auction) -> bool:
        """Whether all cards are played."""
        return s.second[self.cards - 1] > 0

    def utility(self, s: Auction, p: int) -> float:
        """1 to the player with more points, -1 to the other, 0 for a tie."""
        lead = self.points(s, 0) - self.points(s, 1)
        if lead == 0:
            return 0
        return 1 if (lead > 0) == (p == 0) else -1

    def observe(self, s: Auction, p: int) -> Auction:
        """The prizes and all bids, without a bid of the other that is not yet answered."""
        if p == 0 or self.is_terminal(s):
            return s
        now = self.round(s)
        return Auction(s.prizes, put(s.first, now, 0), s.second)

    def round(self, s: Auction) -> int:
        """The number of the present round: of the rounds in which both have bid; at the end, that of the last."""
        now = 0
        while now < self.cards - 1 and s.second[now] > 0:
            now += 1
        return now

    def points(self, s: Auction, p: int) -> int:
        """The points of the prizes that a player has taken."""
        total = 0
        for i in range(self.cards):
            bids = s.first[i] - s.second[i] if p == 0 else s.second[i] - s.first[i]
            if s.second[i] > 0 and bids > 0:
                total += s.prizes[i]
        return total

    # For people.

    def show(self, s: Auction, viewer: int | None = None) -> str:
        """The rounds as PRIZE:BID-BID, "3:2-4 1:3-"; a bid that the viewer may not see is left out."""
        return self.show_view(MAX, s if viewer is None else self.observe(s, viewer))

    def parse(self, text: str) -> Auction:
        """The state from the output of `show`."""
        return self._replay(text, "position")

    def show_view(self, p: int, seen: Auction) -> str:
        """The rounds as PRIZE:BID-BID; "start" before the first prize."""
        rounds = [
            f"{prize}:{first or ''}-{second or ''}"
            for prize, first, second in zip(*seen, strict=True)
            if prize or first or second
        ]
        return " ".join(rounds) or "start"

    def parse_view(self, p: int, text: str) -> Any:
        """The view from the output of `show_view`."""
        return self.observe(self._replay(text, "view"), p)

    def _replay(self, text: str, noun: str) -> Auction:
        """The state after the rounds in the text, without the last if that is forced. Raises ParseError."""
        s = self.initial()
        words = [] if text.strip() == "start" else text.split()
        example = f"expected something like {quote(f'{self.cards}:2-1 1:1-')}"
        for word in words or ([] if text.strip() else [""]):
            match = re.fullmatch("([0-9]{1,2}):([0-9]{0,2})-([0-9]{0,2})", word)
            if match is None:
                raise ParseError(f"{quote(text)} is not a {noun}: {example}")
            if self.is_terminal(s):  # it was forced, and is shown like every round
                continue
            is_drawn = self.player(s) == CHANCE
            steps = [int(part) for part in match.groups()[0 if is_drawn else 1 :] if part]
            is_known = is_drawn or s.prizes[self.round(s)] == int(match[1])
            for a in steps:
                if not is_known or a not in self.actions(s) or (match[3] and not match[2]):
                    raise ParseError(f"{quote(text)} is not a {noun}: {quote(word)} is not possible there; {example}")
                s = self.result(s, a)
        if words and self.show(s).split() != words:
            raise ParseError(f"{quote(text)} is not a {noun}: {example}")
        return s

    def show_action(self, s: Auction, a: int, viewer: int | None = None) -> str:
        """The prize or the card; "a card" for MAX's bid, which MIN sees only after bidding too."""
        return "a card" if viewer == MIN and self.player(s) == MAX else str(a)

    def draw(self, s: Auction, viewer: int | None = None) -> str:
        """The bids of both players under the prizes, and the points."""
        seen = s if viewer is None else self.observe(s, viewer)
        rows = [
            (seat_name(self, MAX), self._filled([str(bid) for bid in seen.first if bid])),
            (seat_name(self, MIN), self._filled([str(bid) for bid in seen.second if bid])),
            ("prizes", self._filled([str(prize) for prize in seen.prizes if prize])),
        ]
        score = f"{self.points(s, MAX)} to {self.points(s, MIN)} points"
        return table(f"Goofspiel: {self.show(s, viewer)}", rows, score)

    def _filled(self, faces: list[str]) -> list[str]:
        return faces + [NOTHING] * (self.cards - len(faces))


def contains(cards: tuple[int, ...], card: int) -> bool:
    """Whether the card is among the cards."""
    for other in cards:  # noqa: SIM110  # `any` of a generator does not compile here
        if other == card:
            return True
    return False


def missing(cards: tuple[int, ...], count: int) -> int:
    """The lowest card from 1 to count that is not among the cards."""
    for card in range(1, count + 1):
        if not contains(cards, card):
            return card
    return 0
