"""Tricks: a small trick-taking game for two players, to test hidden information exactly.

    suits   S (spades), H (hearts), D (diamonds), C (clubs), as many as there are
    cards   S1 is the lowest spade, S4 the highest of four
    first   S4 S1 H2 D3      the cards that the first player holds
    second  ? ? ? ?          the other's hand is not seen
    played                   the cards in the order in which they were played

Each player is dealt a hand; the other cards stay unseen. The first player leads a card. The other has to follow suit if
possible. The higher card of the suit that was led takes the trick, and its player leads next. There are no trumps.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, Game, put
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.svg import FIRST, SECOND, clickable, panel, picture, words
from zermelo.native.bits import count_bits, each_bit
from zermelo.native.draws import draw_below, next_draw

SUITS = "SHDC"
NONE = -1
CARD_WIDTH, CARD_HEIGHT = 44, 60


class Cards(NamedTuple):
    """The hands as they were dealt and as they are, as bits; the cards played, -1 for none, and their number."""

    dealt: tuple[int, int]
    hands: tuple[int, int]
    played: tuple[int, ...]
    plays: int
    won: tuple[int, int]
    mover: int


class Seen(NamedTuple):
    """What a player has seen: the hand that was dealt, and the cards that were played."""

    dealt: int
    played: tuple[int, ...]


class Tricks(Game):
    """Follow suit if you can; the higher card of the suit led takes the trick. The utility is the lead in tricks."""

    scored = True
    preferred_method = "pimc"
    player_names = ("first", "second")
    chance_name = "dealer"

    def __init__(self, suits: int = 3, ranks: int = 4, hand: int = 4) -> None:
        check_whole("suits", suits, 1, 4)
        check_whole("ranks", ranks, 1, 9)
        check_whole("hand", hand, 1, 6)
        if 2 * hand > suits * ranks:
            raise ValueError(f"two hands of {hand} need {2 * hand} cards, and there are {suits * ranks}")
        self.suits, self.ranks, self.hand = suits, ranks, hand
        self.deck = suits * ranks
        self.bounds = (-hand, hand)
        self.nothing = (NONE,) * (2 * hand)
        self.first_share = 1 / comb(self.deck, hand)
        self.second_share = 1 / comb(self.deck - hand, hand)

    def initial(self) -> Cards:
        """Nothing is dealt."""
        return Cards((0, 0), (0, 0), self.nothing, 0, (0, 0), 0)

    def player(self, s: Cards) -> int:
        """Chance deals both hands."""
        return CHANCE if s.dealt[1] == 0 else s.mover

    def actions(self, s: Cards) -> Iterator[int]:
        """Hands to deal, as bits; or cards to play, of the suit that was led if the mover has one."""
        if s.dealt[1] == 0:
            hand = (1 << self.hand) - 1
            while hand < 1 << self.deck:
                if hand & s.dealt[0] == 0:
                    yield hand
                lowest = hand & -hand  # the next number with as many bits
                carried = hand + lowest
                hand = (((carried ^ hand) >> 2) // lowest) | carried
        else:
            yield from each_bit(self.legal(s))

    def legal(self, s: Cards) -> int:
        """The cards that may be played, as bits."""
        hand = s.hands[s.mover]
        if s.plays % 2 == 0:
            return hand
        suit = ((1 << self.ranks) - 1) << (s.played[s.plays - 1] // self.ranks * self.ranks)
        return hand & suit if hand & suit else hand

    def probability(self, s: Cards, a: int) -> float:
        """All hands are equally likely."""
        return self.first_share if s.dealt[0] == 0 else self.second_share

    def result(self, s: Cards, a: int) -> Cards:
        """The state after a hand is dealt or a card is played."""
        if s.dealt[0] == 0:
            return Cards((a, 0), (a, 0), s.played, 0, s.won, 0)
        if s.dealt[1] == 0:
            return Cards((s.dealt[0], a), (s.dealt[0], a), s.played, 0, s.won, 0)
        hands = put(s.hands, s.mover, s.hands[s.mover] ^ (1 << a))
        played = put(s.played, s.plays, a)
        if s.plays % 2 == 0:
            return Cards(s.dealt, hands, played, s.plays + 1, s.won, 1 - s.mover)
        led = s.played[s.plays - 1]
        takes = a // self.ranks == led // self.ranks and a > led
        winner = s.mover if takes else 1 - s.mover
        return Cards(s.dealt, hands, played, s.plays + 1, put(s.won, winner, s.won[winner] + 1), winner)

    def is_terminal(self, s: Cards) -> bool:
        """All cards of the hands have been played."""
        return s.plays == 2 * self.hand

    def utility(self, s: Cards, p: int) -> float:
        """The number of tricks that p has won minus that of the other."""
        return s.won[p] - s.won[1 - p]

    # Hidden information.

    def observe(self, s: Cards, p: int) -> Seen:
        """The player's own hand and all cards that were played."""
        return Seen(s.dealt[p], s.played)

    def precedes(self, seen: Seen, later: Seen, p: int) -> bool:
        """The hand is the same, and the cards played are the first of those played later."""
        if seen.dealt not in (0, later.dealt):
            return False
        return all(not (seen.played[i] != NONE and seen.played[i] != later.played[i]) for i in range(2 * self.hand))

    def world(self, seen: Seen, p: int, seed: int) -> tuple[Cards, float]:
        """A random hand for the other player; its weight is the probability of the cards that the other has played."""
        known = self._shown_by_other(seen)
        if count_bits(known) > self.hand:
            return self.initial(), 0.0
        other = known
        while count_bits(other) < self.hand:
            seed = next_draw(seed)
            card = draw_below(seed, self.deck)
            if (seen.dealt | other) & (1 << card) == 0:
                other |= 1 << card
        s = self.result(self.result(self.initial(), seen.dealt if p == 0 else other), other if p == 0 else seen.dealt)
        weight = 1.0
        for i in range(2 * self.hand):
            card = seen.played[i]
            if card == NONE:
                break
            legal = self.legal(s)
            if legal & (1 << card) == 0:
                return s, 0.0
            if s.mover != p:
                weight /= count_bits(legal)
            s = self.result(s, card)
        return s, weight

    def _shown_by_other(self, seen: Seen) -> int:
        """The cards that the other player has played, as bits."""
        shown = 0
        for i in range(2 * self.hand):
            card = seen.played[i]
            if card != NONE and seen.dealt & (1 << card) == 0:
                shown |= 1 << card
        return shown

    # For people.

    def show(self, s: Cards, viewer: int | None = None) -> str:
        """The hands as they are, the other's unseen for a viewer, and the cards played."""
        hands = [" ".join(self._hand(s, p, viewer)) for p in range(2)]
        played = " ".join(self.name_of(card) for card in s.played if card != NONE)
        lines = [("first", hands[0]), ("second", hands[1]), ("played", played)]
        return "\n".join(f"{name:<7} {cards}".rstrip() for name, cards in lines)

    def _hand(self, s: Cards, p: int, viewer: int | None) -> list[str]:
        """The cards that a player holds, the highest first; each a question mark if the viewer does not see them."""
        if viewer in (None, p):
            return [self.name_of(card) for card in reversed(list(each_bit(s.hands[p])))]
        if s.dealt[1 - p] == 0:
            return []
        return ["?"] * (self.hand - count_bits(self._shown_by_other(self.observe(s, 1 - p))))

    def parse(self, text: str) -> Cards:
        """The state from the output of `show` without a viewer."""
        if not text.split():
            return self.initial()
        try:
            before, played_text = text.split("played")
            first_text, second_text = before.split("second")
            hands = [self._cards(first_text.split("first")[1]), self._cards(second_text)]
            return self._replayed(hands, self._cards(played_text))
        except (ValueError, IndexError) as error:
            example = self.show(self._replayed([[0], [self.deck - 1]], [])).replace("\n", " ")
            raise ParseError(f"{quote(text)} is not a position: expected something like {quote(example)}") from error

    def _replayed(self, hands: list[list[int]], played: list[int]) -> Cards:
        """The state with these cards in the hands after these cards were played. Raises ValueError."""
        if not hands[0] and not hands[1] and not played:
            return self.initial()
        for split in range(1 << len(played)) if len(played) <= 2 * self.hand else ():
            dealt = [sum(1 << card for card in hand) for hand in hands]
            for i, card in enumerate(played):
                dealt[split >> i & 1] |= 1 << card
            s = Cards((dealt[0], dealt[1]), (dealt[0], dealt[1]), self.nothing, 0, (0, 0), 0)
            for card in played:
                if not self.legal(s) >> card & 1:
                    break
                s = self.result(s, card)
            else:
                if s.hands == tuple(sum(1 << card for card in hand) for hand in hands):
                    return s
        raise ValueError("no play leads to these hands")

    def show_view(self, p: int, seen: Seen) -> str:
        """The hand that the player was dealt, and the cards played: "S4 S1 H2 D3 played S1 S2"."""
        dealt = [self.name_of(card) for card in reversed(list(each_bit(seen.dealt)))]
        return " ".join([*dealt, "played", *(self.name_of(card) for card in seen.played if card != NONE)])

    def parse_view(self, p: int, text: str) -> Seen:
        """The view from the output of `show_view`."""
        dealt_text, _, played_text = text.partition("played")
        try:
            dealt, played = self._cards(dealt_text), self._cards(played_text)
            if len(dealt) not in (0, self.hand) or len(played) > 2 * self.hand:
                raise ValueError("too many cards, or too few")
            if len(set(dealt)) < len(dealt) or len(set(played)) < len(played):
                raise ValueError("a card is there twice")
        except (ValueError, IndexError) as error:
            example = self.show_view(0, Seen((1 << self.hand) - 1, (0, *self.nothing[1:])))
            raise ParseError(f"{quote(text)} is not a view: expected something like {quote(example)}") from error
        return Seen(sum(1 << card for card in dealt), (*played, *self.nothing[len(played) :]))

    def _cards(self, text: str) -> list[int]:
        return [self._card(name) for name in text.split()]

    def _card(self, name: str) -> int:
        suit, rank = SUITS[: self.suits].index(name[0].upper()), int(name[1:])
        if not 1 <= rank <= self.ranks:
            raise ValueError(f"{name} is not a card")
        return suit * self.ranks + rank - 1

    def name_of(self, card: int) -> str:
        """A card by its suit and rank: "S4"."""
        return f"{SUITS[card // self.ranks]}{card % self.ranks + 1}"

    def show_action(self, s: Cards, a: int, viewer: int | None = None) -> str:
        """The card that is played, or the hand that is dealt, which only its owner sees."""
        if self.player(s) != CHANCE:
            return self.name_of(a)
        if viewer not in (None, 0 if s.dealt[0] == 0 else 1):
            return "a hand"
        return "-".join(self.name_of(card) for card in each_bit(a))

    def draw(self, s: Cards, viewer: int | None = None) -> str:
        """The hands, the other's face down for a viewer, and the cards played between them."""
        is_over = self.is_terminal(s) or self.player(s) == CHANCE
        legal = [] if is_over or viewer not in (None, s.mover) else [self.name_of(card) for card in self.actions(s)]
        shapes: list[str] = []
        for p in range(2):
            for i, name in enumerate(self._hand(s, p, viewer)):
                shapes += _card_shapes(name, i, 2 * p, is_legal=p == s.mover and name in legal)
        for i, card in enumerate(card for card in s.played if card != NONE):
            shapes += _card_shapes(self.name_of(card), i, 1)
        width = 10 + (CARD_WIDTH + 8) * 2 * self.hand
        label = " ".join(self.show(s, viewer).split())
        return picture(width, 10 + 3 * (CARD_HEIGHT + 10), f"Tricks: {label}", shapes)


def _card_shapes(name: str, column: int, row: int, *, is_legal: bool = False) -> list[str]:
    """A card: face down if it is not seen."""
    x, y = 10 + column * (CARD_WIDTH + 8), 10 + row * (CARD_HEIGHT + 10)
    if name == "?":
        return [panel((x, y), (CARD_WIDTH, CARD_HEIGHT), opacity=0.45)]
    colour = SECOND if name[0] in "HD" else FIRST
    shapes = [
        panel((x, y), (CARD_WIDTH, CARD_HEIGHT), opacity=0.1),
        words((x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2 + 6), name, colour, 18),
    ]
    return [*shapes, clickable(name, (x, y), (CARD_WIDTH, CARD_HEIGHT))] if is_legal else shapes
