"""Leduc poker: two rounds of betting with six cards, one in each hand and one on the table.

MAX  Ks     MIN  ?     table  Qh     check raise call · raise     MAX to move
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, MAX, MIN, Game, put
from zermelo.core.people import seat_name
from zermelo.games.shared.tabletop import NOTHING, UNSEEN, table

FOLD, CALL, RAISE = 0, 1, 2
"""The actions of a player; to call without a bet of the other is to check."""

LETTERS = "fcr"
"""The actions as letters."""

NAMES = {"f": "fold", "c": "call", "r": "raise"}
"""The actions by their letters."""

CARDS = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")
"""The deck, from low to high; two cards of each rank."""

NO_CARD = "--"
"""A card that has not been dealt."""

MOST_RAISES = 2
"""The most raises in a round."""


class Hand(NamedTuple):
    """The cards of MAX, of MIN and on the table (-1: not dealt), the betting, and what follows from it.

    `history` holds the actions as digits to base 3 after a leading 1. `round` is 0 or 1, `raises` and `calls` count
    those of the round since its beginning and since its last raise, `paid` is what each player has put in, and `folded`
    is the player who has folded, or -1.
    """

    cards: tuple[int, int, int]
    history: int
    round: int
    raises: int
    calls: int
    mover: int
    paid: tuple[int, int]
    folded: int


class Seen(NamedTuple):
    """The player's own card, the card on the table, and the betting."""

    card: int
    table: int
    history: int


class Leduc(Game):
    """Poker with six cards and two rounds: raises are 2 in the first and 4 in the second, at most two in each.

    Both players ante 1 and get a card. After a round of betting a card is laid on the table, and after a second round a
    pair with it wins, else the higher rank; equal ranks share the pot. Utility is the number of chips won.
    """

    title = "Leduc poker"
    chance_name = "dealer"
    scored = True
    bounds = (-13, 13)

    # The rules.

    def initial(self) -> Hand:
        """No card is dealt, and both have put in 1."""
        return Hand((-1, -1, -1), 1, 0, 0, 0, 0, (1, 1), -1)

    def player(self, s: Hand) -> int:
        """Chance where a card has to be dealt, else the player to bet."""
        return CHANCE if self.next_card(s) >= 0 else s.mover

    def next_card(self, s: Hand) -> int:
        """The place of the card that has to be dealt now: 0 and 1 for the players, 2 for the table, -1 if none."""
        if s.cards[0] < 0:
            return 0
        if s.cards[1] < 0:
            return 1
        return 2 if s.round == 1 and s.cards[2] < 0 else -1

    def actions(self, s: Hand) -> Iterator[int]:
        """The cards that are left; or to fold if the other has raised, to call, and to raise if that is allowed."""
        if self.next_card(s) >= 0:
            for card in range(6):
                if card != s.cards[0] and card != s.cards[1]:  # quick as machine code
                    yield card
        else:
            if s.paid[s.mover] < s.paid[1 - s.mover]:
                yield FOLD
            yield CALL
            if s.raises < MOST_RAISES:
                yield RAISE

    def result(self, s: Hand, a: int) -> Hand:
        """The card dealt, or the action taken; a call may end the round."""
        place = self.next_card(s)
        if place >= 0:
            return s._replace(cards=put(s.cards, place, a))
        history, other = 3 * s.history + a, 1 - s.mover
        if a == FOLD:
            return s._replace(history=history, folded=s.mover, mover=other)
        owed = s.paid[other]
        if a == RAISE:
            paid = put(s.paid, s.mover, owed + (2 if s.round == 0 else 4))
            return s._replace(history=history, raises=s.raises + 1, calls=0, mover=other, paid=paid)
        paid = put(s.paid, s.mover, owed)
        ends = s.raises > 0 or s.calls == 1
        if ends and s.round == 0:
            return Hand(s.cards, history, 1, 0, 0, MAX, paid, -1)
        return s._replace(history=history, calls=2 if ends else 1, mover=other, paid=paid)

    def probability(self, s: Hand, a: int) -> float:
        """All cards that are left are equally likely."""
        return 1 / (6 - self.next_card(s))

    def is_terminal(self, s: Hand) -> bool:
        """Whether a player has folded, or the second round is over."""
        return s.folded >= 0 or s.calls == 2

    def utility(self, s: Hand, p: int) -> float:
        """The winner gets the other's chips, and the loser loses them; 0 for equal ranks."""
        other = 1 - p
        if s.folded >= 0:
            return -s.paid[p] if s.folded == p else s.paid[other]
        mine, theirs = self.strength(s, p), self.strength(s, other)
        if mine == theirs:
            return 0
        return s.paid[other] if mine > theirs else -s.paid[p]

    def strength(self, s: Hand, p: int) -> int:
        """A number that is greater for the better hand: a pair is better than every rank."""
        rank = s.cards[p] // 2
        return rank + 3 if rank == s.cards[2] // 2 else rank

    def observe(self, s: Hand, p: int) -> Seen:
        """The player's own card, the card on the table, and the betting."""
        return Seen(s.cards[p], s.cards[2], s.history)

    # For people.

    def show(self, s: Hand, viewer: int | None = None) -> str:
        """The cards and the betting, "Ks Jh crc Qh r"; cards that the viewer may not see are "?"."""
        faces = self._faces(s, viewer)
        return " ".join(faces[:2] + betting_words(s.history, faces[2] if s.round else None))

    def parse(self, text: str) -> Hand:
        """The state from the output of `show`."""
        return self._replay(text, text.split(), "position", "Ks Jh crc Qh r")

    def show_view(self, p: int, seen: Seen) -> str:
        """The player's own card and the betting: "Ks crc Qh r"."""
        return " ".join([card_name(seen.card), *betting_words(seen.history, card_name(seen.table))])

    def parse_view(self, p: int, text: str) -> Any:
        """The view from the output of `show_view`."""
        words = text.split()
        names = [CARDS[i] for i in range(6) if CARDS[i].lower() not in {word.lower() for word in words}]
        if not words or words == [NO_CARD]:
            return self.observe(self.initial(), p)
        dealt = [words[0], names[0]] if p == MAX else [names[0], words[0]]
        return self.observe(self._replay(text, dealt + words[1:], "view", "Ks crc Qh r"), p)

    def _replay(self, text: str, words: list[str], noun: str, example: str) -> Hand:
        """The state after the cards and actions that the words name. Raises ParseError that quotes the text."""
        s = self.initial()
        for word in words:
            if word == NO_CARD:
                continue
            is_dealt = word.capitalize() in CARDS
            steps = [CARDS.index(word.capitalize())] if is_dealt else [LETTERS.find(c) for c in word.lower()]
            for a in steps:
                if self.is_terminal(s) or is_dealt != (self.player(s) == CHANCE) or a not in self.actions(s):
                    raise ParseError(
                        f"{quote(text)} is not a {noun}: {quote(word)} is not possible there; "
                        f"expected something like {quote(example)}"
                    )
                s = self.result(s, a)
        if self.player(s) == CHANCE and NO_CARD not in words:
            raise ParseError(f"{quote(text)} is not a {noun}: expected something like {quote(example)}")
        return s

    def show_action(self, s: Hand, a: int, viewer: int | None = None) -> str:
        """The card that is dealt (to a viewer who may not see it, "a card"), "fold", "call", "check" or "raise"."""
        if self.player(s) == CHANCE:
            return CARDS[a] if viewer is None or self.next_card(s) in (viewer, 2) else "a card"
        if a == CALL:
            return "call" if s.paid[s.mover] < s.paid[1 - s.mover] else "check"
        return "fold" if a == FOLD else "raise"

    def label(self, s: Hand) -> str:
        """The state without spaces, if that is short."""
        text = self.show(s)
        return text if len(text) <= 16 else ""

    def draw(self, s: Hand, viewer: int | None = None) -> str:
        """The cards, the chips and the betting."""
        faces = [NOTHING if face == NO_CARD else face for face in self._faces(s, viewer)]
        rows = [(f"{seat_name(self, p)}: {s.paid[p]}", [faces[p]]) for p in (MAX, MIN)]
        done = " · ".join(", ".join(NAMES[letter] for letter in part) for part in betting(s.history)) or "no bets"
        return table(f"Leduc poker: {self.show(s, viewer)}", [*rows, ("table", [faces[2]])], done)

    def _faces(self, s: Hand, viewer: int | None) -> list[str]:
        """The cards as the viewer sees them, who does not see whether the other's card has been dealt, either."""
        return [UNSEEN if viewer == 1 - p else card_name(card) for p, card in enumerate(s.cards)]


def card_name(card: int) -> str:
    """The name of a card, or NO_CARD."""
    return NO_CARD if card < 0 else CARDS[card]


def betting(history: int) -> list[str]:
    """The actions of each round as letters; an empty list if there are none."""
    digits = ""
    while history > 1:
        history, digit = divmod(history, 3)
        digits = LETTERS[digit] + digits
    end = len(digits)  # of the first round: a call ends it, unless it is a check that opens the round
    for place in range(1, len(digits)):
        if digits[place] == "c":
            end = place + 1
            break
    return [part for part in (digits[:end], digits[end:]) if part]


def betting_words(history: int, table_card: str | None) -> list[str]:
    """The betting with the card on the table between its rounds, if the first is over."""
    rounds = betting(history)
    is_over = bool(rounds) and len(rounds[0]) > 1 and rounds[0].endswith("c")
    return [*rounds[:1], *([table_card] if is_over and table_card is not None else []), *rounds[1:]]
