"""Matching pennies: both choose at the same time, so the second player has not seen the first one's choice."""

from typing import NamedTuple

from zermelo import Game

HIDDEN, HEADS, TAILS = 0, 1, 2


class Coins(NamedTuple):
    first: int
    second: int


class Pennies(Game):
    """Each lays down a coin. If they match, player 0 takes both, and otherwise player 1."""

    bounds = (-1, 1)

    def initial(self):
        return Coins(HIDDEN, HIDDEN)

    def player(self, s):
        return 0 if s.first == HIDDEN else 1

    def actions(self, s):
        yield HEADS
        yield TAILS

    def result(self, s, a):
        return Coins(a, HIDDEN) if s.first == HIDDEN else Coins(s.first, a)

    def is_terminal(self, s):
        return s.second != HIDDEN

    def utility(self, s, p):
        return 1 if (s.first == s.second) == (p == 0) else -1

    def observe(self, s, p):
        if self.is_terminal(s):
            return (p, s.first, s.second)  # both coins are turned up
        return (p, s.first) if p == 0 else (p, s.first != HIDDEN)

    def show_action(self, s, a):
        return "heads" if a == HEADS else "tails"
