"""All states are enumerated and solved backwards, at both speeds: against a naive version of each."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from threading import Event, Timer
from typing import Any

import pytest
from hypothesis import given

from property_helpers import examples
from random_graphs import Graph, Shares, Spot, draw, spots
from timing_helpers import quickest, work_of
from zermelo import Game, load, solve
from zermelo.core.limits import Budget, Limits
from zermelo.native import native
from zermelo.solvers import solve as solve_states, state_space as spaces
from zermelo.solvers.solution_table import Values
from zermelo.solvers.state_space import StateSpace

speeds = pytest.mark.parametrize("plain", [True, False], ids=["plain", "native"])


class Three(Graph):
    """Three players with independent utilities, and no cycles."""

    players = 3

    def player(self, s: Spot) -> int:
        return draw(s.seed, s.node, 1, 3)

    def utility(self, s: Spot, p: int) -> float:
        return 1.0 * draw(s.seed, s.node, 40 + p, 2)  # there are many ties

    def infinite_play(self, p: int) -> float:
        return 0


@cache
def machine(kind: type[Graph], endless: int) -> Any:
    return native(kind(endless))


def solved(kind: type[Graph], endless: int, s: Spot, plain: bool, symmetry: bool = True) -> Values:
    game, budget = kind(endless), Budget(Limits())
    code = None if plain else machine(kind, endless)
    space = StateSpace(game, s, code, symmetry=symmetry, depth=None)
    space.enumerate(math.inf, budget)
    if game.kind.one_number:
        space.attract(budget)
    else:
        assert space.induce(budget)
    return Values(space)


def reached(game: Graph, s: Spot) -> list[Spot]:
    """Every state reachable from s."""
    found = [s]
    for t in found:
        if not game.is_terminal(t):
            found += [u for a in game.actions(t) if (u := game.result(t, a)) not in found]
    return found


def naive(game: Graph, s: Spot) -> dict[Spot, tuple[float, int | None]]:
    """The value and distance of each node, by repeated sweeps over all nodes until nothing changes."""
    reached, found = {s.node: s}, [s]
    for t in found:
        if not game.is_terminal(t):
            after = [u for a in game.actions(t) if (u := game.result(t, a)).node not in reached]
            reached |= {u.node: u for u in after}
            found += after
    known = {n: (game.utility(t, 0), 0) for n, t in reached.items() if game.is_terminal(t)}
    forever = game.infinite_play(0)
    for hunter, sign in ((0, 1), (1, -1)):
        for level in sorted({v for v, _ in known.values() if sign * v > sign * forever}, reverse=sign > 0):
            for plies in range(1, len(reached) + 1):
                grown = {}
                for n in reached.keys() - known.keys():
                    ways = [known.get(game.way(reached[n], a)) for a in game.actions(reached[n])]
                    if game.player(reached[n]) == hunter:
                        is_won = (level, plies - 1) in ways
                    else:  # no way leads elsewhere, one of this level takes so long, and none takes longer
                        same = [way[1] for way in ways if way is not None and way[0] == level]
                        is_won = all(w is not None and sign * w[0] >= sign * level for w in ways)
                        is_won = is_won and max(same, default=-1) == plies - 1
                    if is_won:
                        grown[n] = (level, plies)
                known |= grown
    return {t: known.get(n, (forever, None)) for n, t in reached.items()}


@pytest.mark.thorough
@speeds
@pytest.mark.parametrize(("kind", "endless"), [(Graph, 0), (Graph, 2), (Shares, 0)])
@examples(60)
@given(s=spots(16))
def test_values_and_distances_are_those_of_the_naive_version(kind, endless, plain, s):
    game, table = kind(endless), solved(kind, endless, s, plain, symmetry=s.seed % 2 == 0)
    for t, (value, distance) in naive(game, s).items():
        assert table.values_of(t)[0] == value
        if value != game.infinite_play(0):
            assert table.distance(t) == (0 if game.is_terminal(t) else distance)


@speeds
@examples(60)
@given(s=spots(16, loops=False))
@pytest.mark.thorough
def test_many_players_are_solved_by_backward_induction(plain, s):
    game, table = Three(0), solved(Three, 0, s, plain, symmetry=False)

    def value(t: Spot) -> tuple[float, ...]:
        if game.is_terminal(t):
            return tuple(game.utility(t, p) for p in range(3))
        return max((value(game.result(t, a)) for a in game.actions(t)), key=lambda v: v[game.player(t)])

    for t in reached(game, s):
        assert table.values_of(t) == value(t)


@speeds
def test_many_players_in_a_loop_are_not_solved(plain):
    s = next(s for seed in range(99) if (s := Spot(seed, 9, 1, 1, 0)) and not _is_acyclic(Three(0), s))
    solution = solve_states(Three(0), s, Limits(), plain=plain)
    assert not solution.proved
    assert "play can repeat" in solution.notes[-1]


def _is_acyclic(game: Graph, s: Spot, path: tuple[int, ...] = ()) -> bool:
    if s.node in path:
        return False
    return game.is_terminal(s) or all(_is_acyclic(game, game.result(s, a), (*path, s.node)) for a in game.actions(s))


def test_memory_grows_on_demand(monkeypatch):
    wanted = solve("tictactoe", method="states", plain=True)
    monkeypatch.setitem(spaces.ROOM_AT_FIRST, True, 20)
    monkeypatch.setitem(spaces.ROOM_AT_FIRST, False, 20)
    for plain in (True, False):
        found = solve("tictactoe", method="states", plain=plain)
        assert (found.value, found.states, found.actions) == (wanted.value, wanted.states, wanted.actions)


def test_utilities_that_no_float_holds_are_exact_at_the_plain_speed():
    for less, more in ((2**60, 2**60 + 1), (Fraction(1, 3), Fraction(1, 2)), (10**400, 10**400 + 1)):
        assert solve_states(_Choice((less, more)), 0, Limits()).value == more


class _Choice(Game):
    """MAX takes one of several prizes."""

    def __init__(self, prizes: tuple[Any, ...]) -> None:
        self.prizes = prizes

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        return range(1, 1 + len(self.prizes))

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s > 0

    def utility(self, s, p):
        return self.prizes[s - 1] if p == 0 else -self.prizes[s - 1]


class _Wide(Game):
    """Ten thousand actions in each of ten thousand states, nearly all leading to known states."""

    def initial(self):
        return 0

    def player(self, s):
        return s % 2

    def actions(self, s):
        return range(10_000)

    def result(self, s, a):
        return (s + a) % 10_000 + 1

    def is_terminal(self, s):
        return s == 10_000

    def utility(self, s, p):
        return 0


def test_a_time_limit_holds_if_all_actions_lead_to_known_states():
    def measure():
        return work_of(lambda: solve_states(_Wide(), 0, Limits(seconds=0.5), plain=True))

    assert quickest(measure, 1.5) < 1.5
    assert not solve_states(_Wide(), 0, Limits(seconds=0.5), plain=True).proved


def test_a_solver_can_be_stopped_within_a_state():
    def ask():
        stop = Event()
        Timer(0.3, stop.set).start()
        solution = solve_states(_Wide(), 0, Limits(), plain=True, stop=stop)
        assert "before it was stopped" in solution.notes[-1]

    assert quickest(lambda: work_of(ask), 1.5) < 1.5


@pytest.mark.thorough
def test_published_counts_natively():
    game = load("connect4:width=4,height=4")
    solution = solve_states(game, game.initial(), Limits(), symmetry=False)
    assert (solution.value, solution.states, solution.speed) == (0, 161_029, "native")
