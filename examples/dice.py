"""Ten: a game of dice."""

from typing import NamedTuple

from zermelo import CHANCE, Game

STAND, ROLL = 0, 1


class Sums(NamedTuple):
    first: int
    second: int
    mover: int  # 2 when both have stood
    rolling: int  # 1 while the die is in the air


class Ten(Game):
    """Roll a die as often as you like, then stand; beyond ten your sum is 0. The higher sum wins."""

    bounds = (-1, 1)

    def __init__(self, limit: int = 10, sides: int = 6):
        self.limit, self.sides = limit, sides

    def initial(self):
        return Sums(0, 0, 0, 0)

    def player(self, s):
        return CHANCE if s.rolling else s.mover

    def actions(self, s):
        first, last = (1, self.sides) if s.rolling else (STAND, ROLL)
        for a in range(first, last + 1):
            yield a

    def probability(self, s, a):
        return 1 / self.sides

    def result(self, s, a):
        if not s.rolling:
            return Sums(s.first, s.second, s.mover + (a == STAND), int(a == ROLL))
        total = (s.second if s.mover else s.first) + a
        bust = total > self.limit
        total = 0 if bust else total
        first, second = (s.first, total) if s.mover else (total, s.second)
        return Sums(first, second, s.mover + bust, 0)

    def is_terminal(self, s):
        return s.mover == 2

    def utility(self, s, p):
        won = (s.first > s.second) - (s.first < s.second)
        return won if p == 0 else -won

    def show_action(self, s, a):
        return str(a) if s.rolling else ("stand", "roll")[a]
