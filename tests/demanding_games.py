"""Games on which a limit is hard to keep: wide, deep and slow ones."""

from __future__ import annotations

import time
from typing import NamedTuple

from timing_helpers import slept
from zermelo import CHANCE, Game


class Spot(NamedTuple):
    at: int
    mover: int


class Wide(Game):
    """Ten thousand actions everywhere, which lead to few states: most were met before."""

    bounds = (-1, 1)

    def __init__(self, count: int = 10_000, spots: int = 2_000):
        self.count = count
        self.spots = spots

    def initial(self):
        return Spot(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(self.count)

    def result(self, s, a):
        return Spot((s.at + 7 * a + 1) % self.spots, 1 - s.mover)

    def is_terminal(self, s):
        return s.at == self.spots - 1

    def utility(self, s, p):
        return 1 if s.mover == p else -1

    def evaluate(self, s, p):
        guess = s.at % 101 / 101
        return guess if p == 0 else -guess

    def order(self, s, a):
        return float(a)  # worst for an insertion sort: each action goes before all that came before it


class WideDice(Wide):
    """The same, where chance takes every other turn."""

    def player(self, s):
        return 0 if s.mover == 0 else CHANCE

    def probability(self, s, a):
        return 1 / self.count


class WideForThree(Wide):
    """The same for three players and general sums, without loops."""

    players = 3
    bounds = None

    def initial(self):
        return Spot(0, 0)

    def player(self, s):
        return s.at % 3

    def result(self, s, a):
        return Spot(s.at + 1 + a % 5, 0)

    def is_terminal(self, s):
        return s.at >= self.spots

    def utility(self, s, p):
        return (s.at + p) % 4

    def evaluate(self, s, p):
        return (s.at + p) % 4


class Deep(Game):
    """One play, of very many plies."""

    bounds = (-1, 1)

    def __init__(self, plies: int = 100_000):
        self.plies = plies

    def initial(self):
        return Spot(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, 2)

    def result(self, s, a):
        return Spot(s.at + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.at >= self.plies

    def utility(self, s, p):
        return 1 if s.mover == p else -1


class Slow(Game):
    """One of the rules takes its time; no state comes twice, and play is long."""

    bounds = (-1, 1)

    def __init__(self, rule: str = "result", count: int = 6, seconds: float = 0.05):
        self.rule = rule
        self.count = count
        self.seconds = seconds

    def _dawdle(self, rule):
        if rule == self.rule:
            time.sleep(self.seconds)
            slept[0] += self.seconds

    def initial(self):
        return Spot(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        self._dawdle("actions")
        return range(self.count)

    def result(self, s, a):
        self._dawdle("result")
        return Spot(s.at * self.count + a + 1, 1 - s.mover)

    def is_terminal(self, s):
        return s.at > 10**9

    def utility(self, s, p):
        return 0

    def evaluate(self, s, p):
        self._dawdle("evaluate")
        return 0

    def order(self, s, a):
        self._dawdle("order")
        return 0


class SlowDice(Slow):
    """The same, where chance takes every other turn."""

    def player(self, s):
        return 0 if s.mover == 0 else CHANCE

    def probability(self, s, a):
        return 1 / self.count
