"""Random games of every shape, all of one class: what tells them apart is in the state, so one compilation serves all.

A game is a graph of `size` nodes. Whether a node is terminal, who moves there, what it is worth and where its actions
lead follow from the seed. With `loops` an action leads anywhere, else only to nodes with higher numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import Game

PRIME = 2_147_483_647


class Spot(NamedTuple):
    seed: int
    size: int
    loops: int
    utilities: int  # how many different ones to each side of a draw
    node: int


def draw(seed: int, a: int, b: int, below: int) -> int:
    n = (seed * 48_271 + a * 69_621 + b * 16_807 + 11) % PRIME
    n = n * 48_271 % PRIME
    n = n * 69_621 % PRIME
    return (n >> 7) % below


class Graph(Game):
    def __init__(self, endless: int = 0) -> None:
        self.endless = endless

    def initial(self) -> Spot:
        return Spot(1, 12, 1, 1, 0)

    def player(self, s: Spot) -> int:
        return draw(s.seed, s.node, 1, 2)

    def actions(self, s: Spot) -> Iterator[int]:
        for a in range(1 + draw(s.seed, s.node, 2, 4)):
            yield a * 3

    def result(self, s: Spot, a: int) -> Spot:
        if s.loops:
            node = draw(s.seed, s.node, 10 + a, s.size)
        else:
            node = s.node + 1 + draw(s.seed, s.node, 10 + a, min(4, s.size - 1 - s.node))
        return Spot(s.seed, s.size, s.loops, s.utilities, node)

    def is_terminal(self, s: Spot) -> bool:
        return s.node == s.size - 1 or (s.node > 0 and draw(s.seed, s.node, 3, 4) == 0)

    def utility(self, s: Spot, p: int) -> float:
        value = draw(s.seed, s.node, 4, 2 * s.utilities + 1) - s.utilities
        return value if p == 0 else -value

    def infinite_play(self, p: int) -> float:
        return self.endless if p == 0 else -self.endless

    def evaluate(self, s: Spot, p: int) -> float:
        value = draw(s.seed, s.node, 5, 21) - 10
        return value if p == 0 else -value

    def order(self, s: Spot, a: int) -> float:
        return draw(s.seed, s.node, 6 + a, 3)

    def key(self, s: Spot) -> int:
        return s.node
