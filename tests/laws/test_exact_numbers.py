"""Proved values are exact whatever the utilities: every method at both speeds, against rational arithmetic.

Utilities are drawn from palettes that floats represent badly: tenths, thirds, numbers that differ in their last digit,
numbers near the ends of the range of floats. Infinite play is worth anything from the least utility to the greatest.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import inf
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from property_helpers import examples
from random_graphs import Graph, Spot, draw
from zermelo import Game, analyse, solve, solvers
from zermelo.core.errors import InexactError
from zermelo.core.limits import Budget, Limits
from zermelo.engine import deepening as analysing, proving
from zermelo.engine.engine import Engine
from zermelo.native import native
from zermelo.solvers.solution_table import Values
from zermelo.solvers.state_space import StateSpace

KIB = 2**10
FEW, MANY = 250, 10_000
TEXTBOOK_NODES = 7
"""The textbook searches paths, and a graph of more nodes than this has too many of them."""


def palette(*utilities: float) -> tuple[float, ...]:
    """Five utilities, and between any two of them a number that only infinite play has as its value."""
    middles = [low / 2 + high / 2 for low, high in pairwise(utilities)]
    return tuple(float(u) for pair in zip(utilities, [*middles, 0], strict=True) for u in pair)[:-1]


PALETTES = (
    palette(-2, -1, 0, 1, 2),
    palette(-0.2, -0.1, 0, 0.1, 0.3),
    palette(-2 / 3, -1 / 3, 0, 1 / 3, 1),
    palette(10.0**13, 10.0**13 + 1, 10.0**13 + 2, 10.0**13 + 3, 10.0**13 + 5),
    palette(-(10.0**13) - 1, -(10.0**13), 0, 10.0**13, 10.0**13 + 1),
    palette(-(2.0**60), 256 - 2.0**60, 0, 2.0**60 - 128, 2.0**60),
    palette(-1e-300, 0, 1e-300, 2e-300, 1),
    palette(0, 0.5, 0.5 + 1e-12, 0.5 + 2e-12, 1),
    palette(-1e308, -5e-324, 0, 5e-324, 1e308),
    palette(-1, 0.05, 0.1, 0.3, 0.7),
)
WHOLE = (
    tuple(2**53 + k for k in range(-4, 5)),
    tuple(2**60 + k for k in range(9)),
    tuple(-(2**60) + k for k in range(9)),
    (-(2**62), -(2**53) - 1, -1, 0, 1, 2**53, 2**53 + 1, 2**62, 2**62 + 1),
)
FOREVER: list[float] = [0.0]
"""The utility of infinite play to player 0. Kernels do not read it, so one compilation serves every value."""


class Priced(Graph):
    """`digits` is the list of utilities, and `utilities` the index of the utility of infinite play in it."""

    def __init__(self) -> None:
        super().__init__()

    def worth(self, s: Spot, node: int) -> float:
        return PALETTES[s.digits][2 * draw(s.seed, node, 4, 5)]

    def infinite_play(self, p: int) -> float:
        return FOREVER[0] if p == 0 else self.total - FOREVER[0]

    def value_bounds(self, s: Spot) -> tuple[float, float]:
        if not s.knowing:
            return -float("inf"), float("inf")
        low, high = float("inf"), -float("inf")
        if s.loops:
            low = high = PALETTES[s.digits][s.utilities]
        for node in range(0 if s.loops else s.node + 1, s.size):
            if self.ends(s, node):
                low, high = min(low, self.worth(s, node)), max(high, self.worth(s, node))
        return low, high


class PricedShares(Priced):
    """A draw is worth a twentieth, which is not a float."""

    total = 0.1


class PricedScores(Priced):
    scored = True


class Whole(Priced):
    """Integers, some of which no float equals."""

    def worth(self, s: Spot, node: int) -> int:
        return WHOLE[s.digits][draw(s.seed, node, 4, 9)]

    def value_bounds(self, s: Spot) -> tuple[float, float]:
        return -float("inf"), float("inf")


def exact_values(game: Priced, s: Spot) -> list[Fraction]:
    """The value of every node to player 0, by repeated sweeps until nothing changes."""
    nodes = [s._replace(node=n, turned=0) for n in range(s.size)]
    forever = Fraction(FOREVER[0])
    ends = {n: Fraction(game.utility(t, 0)) for n, t in enumerate(nodes) if game.is_terminal(t)}
    movers = [game.player(t) for t in nodes]
    ways = [[game.way(t, a) for a in game.actions(t)] if n not in ends else [] for n, t in enumerate(nodes)]

    def forced(hunter: int, good: set[int]) -> set[int]:
        won, grows = good, True
        while grows:
            more = {
                n for n in range(s.size) if ways[n] and (any if movers[n] == hunter else all)(w in won for w in ways[n])
            }
            won, grows = won | more, not more <= won
        return won

    values = [ends.get(n, forever) for n in range(s.size)]
    for u in sorted(u for u in set(ends.values()) if u > forever):
        for n in forced(0, {n for n, end in ends.items() if end >= u}) - ends.keys():
            values[n] = u
    for u in sorted((u for u in set(ends.values()) if u < forever), reverse=True):
        for n in forced(1, {n for n, end in ends.items() if end <= u}) - ends.keys():
            values[n] = u
    return values


@cache
def engine(kind: type[Priced], plain: bool) -> Engine:
    made = Engine(kind(), table=KIB, plain=plain)
    made.compile()
    assert made.speed == ("plain" if plain else "native")
    return made


def optimal(game: Game, s: Spot, values: list[Fraction]) -> list[int]:
    return [a for a in game.actions(s) if values[game.way(s, a)] == values[s.node]]


def assert_exact(found, game: Priced, s: Spot, values: list[Fraction]) -> None:
    if not found.proved:
        return
    assert Fraction(found.value) == values[s.node]
    if found.action is not None:
        assert found.action in optimal(game, s, values)


def check(kind: type[Priced], plain: bool, s: Spot, forever: float) -> None:
    FOREVER[0] = forever
    game, values = kind(), exact_values(kind(), s)
    searcher = engine(kind, plain)
    with suppress(InexactError) if kind is Whole else nullcontext():  # refused: then the other methods answer
        searcher.forget()
        proof = proving.solve(searcher, s, Limits(seconds=60))
        assert proof.proved
        assert_exact(proof, game, s, values)
        assert sorted(proof.actions) == sorted(optimal(game, s, values))
        assert_exact(analysing.analyse(searcher, s, Limits(depth=3 * s.size)), game, s, values)
    if plain:
        check_plain_methods(game, s, values)
    elif kind is not Whole:  # whose integers no float equals: they are enumerated at the plain speed
        check_native_enumeration(game, s, values)


def check_plain_methods(game: Priced, s: Spot, values: list[Fraction]) -> None:
    by_states = solvers.solve(game, s, Limits())
    assert by_states.proved
    assert_exact(by_states, game, s, values)
    assert sorted(by_states.actions) == sorted(optimal(game, s, values))
    assert_exact(solve(game, s, plain=True, seconds=60), game, s, values)
    assert_exact(analyse(game, s, plain=True, depth=5), game, s, values)
    if s.size <= TEXTBOOK_NODES:
        for algorithm in ("minimax", "alphabeta", "expectiminimax"):
            found = analyse(game, s, algorithm=algorithm)
            assert found.proved
            assert_exact(found, game, s, values)


@cache
def machine(kind: type[Priced]) -> Any:
    return native(kind())


def check_native_enumeration(game: Priced, s: Spot, values: list[Fraction]) -> None:
    space, budget = StateSpace(game, s, machine(type(game)), symmetry=True, depth=None), Budget(Limits())
    space.enumerate(inf, budget)
    space.attract(budget)
    table = Values(space)
    assert Fraction(table.values_of(s)[0]) == values[s.node]
    assert sorted(table.policy(s)) == sorted(optimal(game, s, values))


KINDS = (Priced, PricedShares, PricedScores, Whole)
COMPILED = (Priced, Whole)
"""The kinds that the quick suite also searches as machine code."""
every_way = pytest.mark.parametrize(("kind", "plain"), list(product(KINDS, (True, False))))
quick_ways = pytest.mark.parametrize(
    ("kind", "plain"), [*product(KINDS, (True,)), *product(COMPILED, (False,))], ids=lambda x: getattr(x, "__name__", x)
)


@st.composite
def starts(draw_from, kind: type[Priced]) -> tuple[Spot, float]:
    palettes = WHOLE if kind is Whole else PALETTES
    number, place = draw_from(st.integers(0, len(palettes) - 1)), draw_from(st.integers(0, 8))
    spot = Spot(
        seed=draw_from(st.integers(0, 2**31 - 2)),
        size=draw_from(st.integers(2, 12)),
        loops=draw_from(st.integers(0, 1)),
        utilities=place,
        node=0,
        digits=number,
        knowing=draw_from(st.integers(0, 1)),
        turned=0,
    )
    return spot, palettes[number][place]


@pytest.mark.thorough
@quick_ways
@examples(FEW)
@given(data=st.data())
def test_proved_values_are_exact(kind, plain, data):
    s, forever = data.draw(starts(kind))
    check(kind, plain, s, forever)


@pytest.mark.slow
@every_way
@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_proved_values_are_exact_on_tens_of_thousands_of_games(kind, plain, data):
    s, forever = data.draw(starts(kind))
    check(kind, plain, s, forever)


def test_a_rounded_bound_from_the_table_does_not_repeat_a_search():
    spot = Spot(seed=5226, size=3, loops=1, utilities=5, node=0, digits=2, knowing=0, turned=0)
    check(PricedShares, True, spot, 1 / 6)
