"""Kuhn poker: one card each, one bet, and the higher card wins.

MAX  K     MIN  ?     pass, bet     MAX to move
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, Game, put
from zermelo.core.people import seat_name
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.tabletop import NOTHING, UNSEEN, table

PASS, BET = 0, 1
"""The actions of a player: to bet is also to call a bet, and to pass after a bet is to fold."""

RANKS = "A23456789TJQK"
"""The ranks from low to high; the deck is made of the highest of them."""


class Hand(NamedTuple):
    """The card of each player (-1 before it is dealt), and the bits of the passes and bets after a leading 1."""

    cards: tuple[int, ...]
    history: int


class Seen(NamedTuple):
    """The player's own card, -1 before it is dealt, and what was done."""

    card: int
    history: int


class Kuhn(Game):
    """Poker with one card each: everyone antes 1, may bet 1 more once, and the highest card wins.

    Each of the `players` is dealt one card of a deck that has one card more than there are players. Players pass or bet
    in turn; after the first bet each of the others either bets too or is out. Utility is the number of chips won.
    """

    title = "Kuhn poker"
    chance_name = "dealer"
    scored = True

    def __init__(self, players: int = 2) -> None:
        check_whole("players", players, 2, 10)
        self.players = players
        self.zero_sum = True
        self.bounds = (-2, 2 * (players - 1))
        self.undealt = (-1,) * players

    # The rules.

    def initial(self) -> Hand:
        """No card is dealt."""
        return Hand(self.undealt, 1)

    def player(self, s: Hand) -> int:
        """Chance until all cards are dealt, then the players in turn."""
        return CHANCE if s.cards[self.players - 1] < 0 else taken(s.history) % self.players

    def actions(self, s: Hand) -> Iterator[int]:
        """The cards that are left, or to pass and to bet."""
        if s.cards[self.players - 1] < 0:
            for card in range(self.players + 1):
                if not is_dealt(s.cards, card):
                    yield card
        else:
            yield PASS
            yield BET

    def result(self, s: Hand, a: int) -> Hand:
        """The card dealt to the next player, or the pass or bet made."""
        if s.cards[self.players - 1] < 0:
            return Hand(put(s.cards, self.number_dealt(s), a), s.history)
        return Hand(s.cards, 2 * s.history + a)

    def probability(self, s: Hand, a: int) -> float:
        """All cards that are left are equally likely."""
        return 1 / (self.players + 1 - self.number_dealt(s))

    def is_terminal(self, s: Hand) -> bool:
        """Whether all have passed, or all others have answered the first bet."""
        count = taken(s.history)
        first = first_bet(s.history)
        return count == self.players if first < 0 else count == first + self.players

    def utility(self, s: Hand, p: int) -> float:
        """The highest card that is still in wins the chips of the others, who lose theirs."""
        nobody_bet = first_bet(s.history) < 0
        pot, winner = 0, -1
        for q in range(self.players):
            stays = nobody_bet or self.has_bet(s, q)
            pot += 2 if self.has_bet(s, q) else 1
            if stays and (winner < 0 or s.cards[q] > s.cards[winner]):
                winner = q
        paid = 2 if self.has_bet(s, p) else 1
        return pot - paid if winner == p else -paid

    def observe(self, s: Hand, p: int) -> Seen:
        """The player's own card, and all passes and bets."""
        return Seen(s.cards[p], s.history)

    def number_dealt(self, s: Hand) -> int:
        """The number of cards that are dealt."""
        count = 0
        while count < self.players and s.cards[count] >= 0:
            count += 1
        return count

    def has_bet(self, s: Hand, p: int) -> bool:
        """Whether player p has bet."""
        count = taken(s.history)
        for place in range(p, count, self.players):  # noqa: SIM110  # `any` of a generator does not compile here
            if s.history >> (count - 1 - place) & 1 == BET:
                return True
        return False

    # For people.

    def show(self, s: Hand, viewer: int | None = None) -> str:
        """The cards and what was done, "JK pb"; cards that the viewer may not see are "?"."""
        cards = "".join(self._faces(s, viewer))
        return f"{cards} {letters(s.history)}".strip()

    def parse(self, text: str) -> Hand:
        """The state from the output of `show`."""
        match = re.fullmatch(rf"\s*([{RANKS}-]+)(?:\s+([pb]*))?\s*", text, re.IGNORECASE)
        example = f"expected something like {quote(self.show(Hand(tuple(range(self.players)), 0b101)))}"
        if match is None or len(match[1]) != self.players:
            raise ParseError(f"{quote(text)} is not a position: {example}")
        s = self.initial()
        dealt = match[1].upper().rstrip(NOTHING)
        steps = [*(self._ranks().find(card) for card in dealt), *("pb".index(c) for c in (match[2] or "").lower())]
        for a in steps:
            if self.is_terminal(s) or a not in self.actions(s):
                raise ParseError(f"{quote(text)} is not a position: it cannot be reached by play ({example})")
            s = self.result(s, a)
        return s

    def show_view(self, p: int, seen: Seen) -> str:
        """The player's own card and what was done: "K pb"."""
        card = NOTHING if seen.card < 0 else self._ranks()[seen.card]
        return f"{card} {letters(seen.history)}".strip()

    def parse_view(self, p: int, text: str) -> Any:
        """The view from the output of `show_view`."""
        match = re.fullmatch(rf"\s*([{RANKS}-])(?:\s+([pb]*))?\s*", text, re.IGNORECASE)
        card = -1 if match is None else self._ranks().find(match[1].upper())
        if match is None or (card < 0 and (match[1] != NOTHING or match[2])):
            raise ParseError(f"{quote(text)} is not a view: expected something like {quote(self._ranks()[-1] + ' pb')}")
        if card < 0:
            return Seen(-1, 1)
        others = [other for other in range(self.players + 1) if other != card]
        cards = [*others[:p], card, *others[p : self.players - 1]]
        return self.observe(self.parse("".join(self._ranks()[c] for c in cards) + " " + (match[2] or "")), p)

    def show_action(self, s: Hand, a: int, viewer: int | None = None) -> str:
        """The card that is dealt (to a viewer who does not get it, "a card"), or "pass" or "bet"."""
        if self.player(s) != CHANCE:
            return ("pass", "bet")[a]
        return self._ranks()[a] if viewer in (None, self.number_dealt(s)) else "a card"

    def draw(self, s: Hand, viewer: int | None = None) -> str:
        """The cards on the table, and what was done."""
        faces = self._faces(s, viewer)
        rows = [(seat_name(self, p), [faces[p]]) for p in range(self.players)]
        done = ", ".join(("pass", "bet")["pb".index(c)] for c in letters(s.history))
        return table(f"Kuhn poker: {self.show(s, viewer)}", rows, done or "no action yet")

    def _faces(self, s: Hand, viewer: int | None) -> list[str]:
        """The cards as the viewer sees them, who does not see whether another player's card has been dealt, either."""
        return [
            UNSEEN if viewer not in (None, p) else NOTHING if card < 0 else self._ranks()[card]
            for p, card in enumerate(s.cards)
        ]

    def _ranks(self) -> str:
        return RANKS[-self.players - 1 :]


def taken(history: int) -> int:
    """The number of passes and bets."""
    count = 0
    while history > 1:
        history >>= 1
        count += 1
    return count


def first_bet(history: int) -> int:
    """The number of actions before the first bet; -1 if there is no bet."""
    count = taken(history)
    for place in range(count):
        if history >> (count - 1 - place) & 1 == BET:
            return place
    return -1


def is_dealt(cards: tuple[int, ...], card: int) -> bool:
    """Whether a player has the card."""
    for held in cards:  # noqa: SIM110  # `any` of a generator does not compile here
        if held == card:
            return True
    return False


def letters(history: int) -> str:
    """The actions so far, as letters: "pb"."""
    return "".join("pb"[int(bit)] for bit in f"{history:b}"[1:])
