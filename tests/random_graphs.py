"""Random games of every shape, all of one class: what tells them apart is in the state, so one compilation serves all.

A game is a graph of `size` nodes. Whether a node is terminal, who moves there (the same player several times running,
often), what it is worth and where its actions lead follow from the seed. With `loops` an action leads anywhere, else
only to nodes with higher numbers. With `knowing` the game also has value bounds as narrow as can be, candidates that
leave out an action which leads where another does, noisy actions, and a symmetry: each node has a twin, with its
actions in the other order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from zermelo import Game
from zermelo.engine.engine import Engine

PRIME = 2_147_483_647


class Spot(NamedTuple):
    seed: int
    size: int
    loops: int
    utilities: int  # how many different ones to each side of a draw
    node: int
    digits: int = 0  # whether utilities are tenths, which no float holds
    knowing: int = 0
    turned: int = 0  # whether this is the twin of the node


def draw(seed: int, a: int, b: int, below: int) -> int:
    n = (seed * 48_271 + a * 69_621 + b * 16_807 + 11) % PRIME
    n = n * 48_271 % PRIME
    n = n * 69_621 % PRIME
    return (n >> 7) % below


class Graph(Game):
    def __init__(self, endless: int = 0) -> None:
        self.endless = endless

    def initial(self) -> Spot:
        return Spot(1, 12, 1, 1, 0, 0, 0, 0)

    def player(self, s: Spot) -> int:
        return draw(s.seed, s.node, 1, 2)

    def actions(self, s: Spot) -> Iterator[int]:
        count = 1 + draw(s.seed, s.node, 2, 4)
        for i in range(count):
            yield 3 * (count - 1 - i if s.turned else i)

    def result(self, s: Spot, a: int) -> Spot:
        turned = s.turned ^ draw(s.seed, s.node, 30 + a, 2) if s.knowing else 0
        return Spot(s.seed, s.size, s.loops, s.utilities, self.way(s, a), s.digits, s.knowing, turned)

    def way(self, s: Spot, a: int) -> int:
        """The node that an action leads to."""
        if s.loops:
            return draw(s.seed, s.node, 10 + a, s.size)
        return s.node + 1 + draw(s.seed, s.node, 10 + a, min(4, s.size - 1 - s.node))

    def is_terminal(self, s: Spot) -> bool:
        return self.ends(s, s.node)

    def ends(self, s: Spot, node: int) -> bool:
        """Whether a node is terminal."""
        return node == s.size - 1 or (node > 0 and draw(s.seed, node, 3, 4) == 0)

    def utility(self, s: Spot, p: int) -> float:
        value = self.worth(s, s.node)
        return value if p == 0 else self.total - value

    def worth(self, s: Spot, node: int) -> float:
        """What a terminal node is worth to player 0."""
        value = draw(s.seed, node, 4, 2 * s.utilities + 1) - s.utilities
        return value * 0.1 if s.digits else value * 1.0

    def infinite_play(self, p: int) -> float:
        return self.endless if p == 0 else -self.endless

    def evaluate(self, s: Spot, p: int) -> float:
        value = draw(s.seed, s.node, 5, 21) - 10
        return value if p == 0 else self.total - value

    def order(self, s: Spot, a: int) -> float:
        return draw(s.seed, s.node, 6 + a, 3)

    def key(self, s: Spot) -> int:
        return 2 * s.node + s.turned

    # What it has with `knowing`.

    def value_bounds(self, s: Spot) -> tuple[float, float]:
        if not s.knowing:
            return -float("inf"), float("inf")
        low, high = float("inf"), -float("inf")
        if s.loops:
            low = high = self.infinite_play(0) * 1.0
        for node in range(0 if s.loops else s.node + 1, s.size):
            if self.ends(s, node):
                low, high = min(low, self.worth(s, node)), max(high, self.worth(s, node))
        return low, high

    def candidates(self, s: Spot) -> Iterator[int]:
        for a in self.actions(s):
            if not (s.knowing and self.leads_where_another_does(s, a)):
                yield a

    def leads_where_another_does(self, s: Spot, a: int) -> bool:
        return any_before(s, a, self.way(s, 0), self.way(s, 3), self.way(s, 6), self.way(s, a))

    def noisy(self, s: Spot) -> Iterator[int]:
        for a in self.actions(s):
            if s.knowing and self.ends(s, self.way(s, a)):
                yield a

    def canonical(self, s: Spot) -> Spot:
        return Spot(s.seed, s.size, s.loops, s.utilities, s.node, s.digits, s.knowing, 0)


def any_before(s: Spot, a: int, first: int, second: int, third: int, way: int) -> bool:
    """Whether one of the actions below a leads to the same node."""
    return (a > 0 and first == way) or (a > 3 and second == way) or (a > 6 and third == way)


class Scored(Graph):
    """Utilities and evaluations compare as numbers, and there is no winning."""

    scored = True


class Shares(Graph):
    """Two players share 1: half of it is a draw."""

    total = 1

    def worth(self, s: Spot, node: int) -> float:
        if s.digits:
            return draw(s.seed, node, 4, 11) * 0.1
        return 0.5 + (draw(s.seed, node, 4, 2 * s.utilities + 1) - s.utilities) / 8

    def infinite_play(self, p: int) -> float:
        return 0.5


def spots(most: int = 40, loops: bool | None = None, knowing: bool | None = None) -> st.SearchStrategy[Spot]:
    """Games of every shape: each is where its play begins."""

    def either(fixed: bool | None) -> st.SearchStrategy[int]:
        return st.integers(0, 1) if fixed is None else st.just(int(fixed))

    return st.builds(
        Spot,
        seed=st.integers(0, PRIME - 1),
        size=st.integers(2, most),
        loops=either(loops),
        utilities=st.integers(0, 3),
        node=st.just(0),
        digits=st.sampled_from([0, 0, 0, 1]),
        knowing=either(knowing),
        turned=st.just(0),
    )


@cache
def engine(kind: type[Graph], endless: int, table: int, threads: int, plain: bool, digits: bool = False) -> Engine:
    """One engine for each way to search; clear its table before use. Utilities with many digits make an engine give up
    distances for good, so they have an engine of their own (`digits`)."""
    made = Engine(kind(endless), table=table, threads=threads, plain=plain)
    made.compile()
    assert made.speed == ("plain" if plain else "native")
    return made
