"""A small game with hidden cards, for tests of what a viewer sees: two worlds that a player cannot tell apart."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game
from zermelo.core.game import CHANCE

CARDS = "JQK"
ENDS = ("pp", "pbp", "pbb", "bp", "bb")


class Deal(NamedTuple):
    """The cards dealt so far, and the actions since."""

    cards: str = ""
    said: str = ""


class Cards(Game):
    """Kuhn poker whose texts do not take a viewer: a viewer is shown what it has observed."""

    def initial(self):
        return Deal()

    def player(self, s):
        return CHANCE if len(s.cards) < 2 else len(s.said) % 2

    def actions(self, s):
        return [c for c in CARDS if c not in s.cards] if len(s.cards) < 2 else ["p", "b"]

    def probability(self, s, a):
        return 1 / (3 - len(s.cards))

    def result(self, s, a):
        return Deal(s.cards + a, s.said) if len(s.cards) < 2 else Deal(s.cards, s.said + a)

    def is_terminal(self, s):
        return s.said in ENDS

    def utility(self, s, p):
        if s.said[-2:] == "bp":
            winner, stake = len(s.said) % 2, 1
        else:
            winner, stake = int(CARDS.index(s.cards[1]) > CARDS.index(s.cards[0])), 1 + s.said.count("b") // 2
        return stake if winner == p else -stake

    def observe(self, s, p):
        return (s.cards[p] if len(s.cards) == 2 else "", s.said)


class ViewedCards(Cards):
    """The same game, whose texts take a viewer."""

    def show(self, s, viewer=None):
        if viewer is None:
            return f"{s.cards or '-'} {s.said}".strip()
        card, said = self.observe(s, viewer)
        return f"{card or '-'} {said}".strip()

    def parse(self, text):
        cards, _, said = text.partition(" ")
        return Deal(cards.replace("-", ""), said)

    def show_action(self, s, a, viewer=None):
        if len(s.cards) == 2 or viewer is None:
            return a
        return a if len(s.cards) == viewer == 1 else "cards are dealt"
