from typing import NamedTuple

from zermelo import Game


class Heap(NamedTuple):  # a state: immutable, hashable, made of numbers
    coins: int
    mover: int


class Squares(Game):
    """Take 1, 4, 9, 16 ... coins, a square number; the player who takes the last one wins."""

    def __init__(self, coins: int = 14):
        self.coins = coins

    def initial(self):
        return Heap(self.coins, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        root = 1
        while root * root <= s.coins:
            yield root * root
            root += 1

    def result(self, s, a):
        return Heap(s.coins - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.coins == 0

    def utility(self, s, p):  # the player to move did not take the last coin
        return -1 if p == s.mover else 1

    def label(self, s):  # optional: the text beside its node in a drawn tree
        return str(s.coins)
