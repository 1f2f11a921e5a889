"""Solving by search, on random games of every shape: the same answers as enumeration."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from property_helpers import examples
from random_graphs import Graph, Scored, Shares, Spot, engine, spots
from zermelo import Game, KindError, RuleError, analyse, load, solvers
from zermelo.core.limits import Limits
from zermelo.engine import engine as engines, proving
from zermelo.engine.engine import Engine
from zermelo.engine.search_threads import Switches

KIB, MIB = 2**10, 2**20
SWITCHES = [Switches(*three, reductions=False, extensions=False) for three in product((True, False), repeat=3)]
FEW, MANY = 100, 3_000

ways = pytest.mark.parametrize(
    ("table", "threads", "plain"),
    [
        pytest.param(*way, id=f"{way[0] // KIB} KiB, {way[1]} threads, {'plain' if way[2] else 'native'}")
        for way in product((KIB, 256 * MIB), (1, 2), (True, False))
    ],
)
kinds = pytest.mark.parametrize(
    ("kind", "endless"),
    [
        (Graph, 0),
        (Scored, 0),
        pytest.param(Graph, 1, marks=pytest.mark.slow),
        pytest.param(Graph, -1, marks=pytest.mark.slow),
        pytest.param(Scored, 2, marks=pytest.mark.slow),
        pytest.param(Shares, 0, marks=pytest.mark.slow),
    ],
)


def exactly(game: Game, s: Spot):
    """The answer by enumeration, without symmetry."""
    solution = solvers.solve(game, s, Limits(), symmetry=False)
    assert solution.proved
    return solution


def without_table(s: Spot, switches: Switches) -> Spot:
    """A smaller game for searches without a table: a graph has far more paths than nodes."""
    return s if switches.table else s._replace(size=min(s.size, 9))


def prove(kind, endless, table, threads, plain, s: Spot, switches: Switches):
    searcher = engine(kind, endless, table, threads, plain, bool(s.digits))
    searcher.forget()
    return proving.solve(searcher, s, Limits(seconds=60), switches=switches)


def check(kind, endless, table, threads, plain, s: Spot, switches: Switches) -> None:
    found, exact = prove(kind, endless, table, threads, plain, s, switches), exactly(kind(endless), s)
    assert found.proved, found.notes
    assert found.value == exact.value
    assert sorted(found.actions) == sorted(exact.actions)
    assert found.action in (None, *exact.actions)
    if endless == 0 and not s.digits and not kind.scored:
        assert found.distance == exact.distance
    game = kind(endless)
    for a in found.line:
        assert a in list(game.actions(s))
        s = game.result(s, a)
    if game.is_terminal(s):
        assert game.utility(s, 0) == found.value


@ways
@kinds
@examples(FEW)
@given(s=spots(), switches=st.sampled_from(SWITCHES))
@pytest.mark.thorough
def test_the_proof_equals_the_enumeration(kind, endless, table, threads, plain, s, switches):
    check(kind, endless, table, threads, plain, without_table(s, switches), switches)


@pytest.mark.slow
@ways
@kinds
@settings(max_examples=MANY)
@given(s=spots(), switches=st.sampled_from(SWITCHES))
def test_the_proof_equals_the_enumeration_on_thousands_of_games(kind, endless, table, threads, plain, s, switches):
    check(kind, endless, table, threads, plain, without_table(s, switches), switches)


@pytest.mark.parametrize("endless", [0, 1, -1, 2])
@pytest.mark.parametrize("kind", [Graph, Scored, Shares])
@examples(100)
@given(s=spots(), table=st.sampled_from([KIB, MIB]), switches=st.sampled_from(SWITCHES))
def test_the_proof_equals_the_enumeration_for_any_value_of_infinite_play(kind, endless, s, table, switches):
    check(kind, endless, table, 1, True, without_table(s, switches), switches)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@examples(100)
@given(s=spots(most=6), endless=st.sampled_from([0, 1]))
def test_the_solution_is_the_textbooks(algorithm, s, endless):
    found = prove(Graph, endless, KIB, 1, True, s, SWITCHES[0])
    assert found.value == analyse(Graph(endless), s, algorithm=algorithm).value


def test_the_loser_does_not_delay_the_end_by_a_greater_loss():
    """MIN could delay the end by heading for a greater loss; the distance is that of best play."""
    s = Spot(288, 12, 1, 2, 0)
    assert prove(Graph, 0, KIB, 1, True, s, SWITCHES[0]).distance == exactly(Graph(), s).distance == 2


def test_a_distance_from_the_table_is_adjusted_to_the_ply():
    """The same state occurs at several plies, each time at another distance from the root."""
    s, switches = Spot(952_223_667, 40, 1, 2, 0), Switches(order=False, reductions=False, extensions=False)
    assert prove(Graph, 0, KIB, 1, True, s, switches).distance == exactly(Graph(), s).distance == 4


def test_the_action_in_a_lost_state_is_optimal():
    s = Spot(1_556_077_021, 8, 0, 3, 0, 0, 1)
    found = prove(Graph, 0, KIB, 1, True, s, SWITCHES[0])
    assert (found.value, found.actions, found.action) == (-2, (3,), 3)


class Share(NamedTuple):
    end: int


class Tenths(Game):
    """Utilities are tenths that add up to 1, and a tenth is not a float."""

    total = 1

    def initial(self):
        return Share(-1)

    def player(self, s):
        return 1

    def actions(self, s):
        return range(10)

    def result(self, s, a):
        return Share(a)

    def is_terminal(self, s):
        return s.end >= 0

    def utility(self, s, p):
        share = (s.end % 10 + 1) * 0.1
        return share if p == 0 else 1 - share


def test_values_of_many_digits_are_exact_if_a_draw_is_not_zero():
    searcher = Engine(Tenths(), plain=True)
    found = proving.solve(searcher, Share(-1), Limits())
    assert (found.value, found.actions) == (0.1, (0,))


def test_a_proof_rejects_reductions_and_extensions():
    for switches in (Switches(reductions=True, extensions=False), Switches(reductions=False, extensions=True)):
        with pytest.raises(KindError, match="a proof cannot use reductions or extensions"):
            proving.solve(Engine(Graph(), plain=True), Graph().initial(), Limits(), switches=switches)


def test_a_solution_answers_questions_about_other_states():
    game, s = Graph(), Spot(7, 12, 1, 2, 0)
    searcher = engine(Graph, 0, KIB, 1, True)
    searcher.forget()
    found = proving.solve(searcher, s, Limits())
    for a in game.actions(s):
        t = game.result(s, a)
        exact = exactly(game, t)
        assert found.value_of(t) == exact.value
        assert sorted(found.policy(t)) == sorted(exact.actions)


class Losses(Game):
    """MAX chooses how much to lose; the value bounds hold only for best play."""

    bounds = None

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        return range(1, 4)

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s > 0

    def utility(self, s, p):
        return -max(s - 1, 1) if p == 0 else max(s - 1, 1)

    def value_bounds(self, s):
        return -1, -1


@pytest.mark.parametrize("plain", [True, False])
def test_an_action_may_have_a_value_outside_the_value_bounds_of_the_root(plain):
    found = proving.solve(Engine(Losses(), plain=plain), 0, Limits())
    assert (found.value, set(found.actions), found.distance) == (-1, {1, 2}, 1)


class Liar(Losses):
    """The loss two plies later is greater than the value bounds allow."""

    def result(self, s, a):
        return s + 10 if s else a

    def is_terminal(self, s):
        return s > 10

    def value_bounds(self, s):
        return (-9, -1) if s else (-1, -1)


def test_value_bounds_that_no_action_reaches_are_a_rule_error():
    with pytest.raises(RuleError, match=r"Liar.value_bounds gave \(-1, -1\)"):
        proving.solve(Engine(Liar(), plain=True), 0, Limits())


@pytest.mark.thorough
def test_a_table_that_is_too_small_is_replaced_by_a_larger_one(monkeypatch):
    game = load("connect4:width=5,height=4")
    values, nodes = set(), []
    for first in (2**10, 2**14, 2**20):
        monkeypatch.setattr(engines, "FIRST_TABLE", first)
        engine = Engine(game, table=2**20)
        engine.compile()
        solution = proving.solve(engine, game.initial(), Limits(), all_actions=True)
        assert solution.proved
        values.add((solution.value, solution.actions, solution.distance))
        nodes.append(solution.nodes)
        assert first < engine._table_size <= 2**20 or first == 2**20
    assert len(values) == 1
    assert nodes[2] < nodes[1] < nodes[2] + 2**17  # what the smaller tables have found is searched again
