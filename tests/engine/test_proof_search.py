"""Proof-number search: on random games it finds the value that enumeration finds, or none."""

from __future__ import annotations

from functools import cache
from threading import Event
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from property_helpers import examples
from random_graphs import Graph, Scored, Shares, spots
from zermelo import Game, KindError, LimitError, RuleError, load, solve
from zermelo.cli import main
from zermelo.core.limits import Budget, Limits
from zermelo.engine.proof_search import ProofSearch
from zermelo.solvers import solve as enumerate_states

TINY = 2_000
"""The bytes of a table whose few slots are overwritten all the time."""


@cache
def search_of(kind, endless, table):
    """As machine code for one kind of game, since compiling takes long."""
    made = ProofSearch(kind(endless), table=table, plain=kind is not Graph or endless != 0)
    made.host.compile()
    return made


@pytest.mark.thorough
@given(spots(), st.sampled_from([Graph, Scored, Shares]), st.integers(-1, 1), st.sampled_from([2**20, TINY]))
@examples(600)
def test_the_value_is_that_of_enumeration(spot, kind, endless, table):
    search = search_of(kind, endless, table)
    found = search.solve(spot, Limits(nodes=20_000))
    exact = enumerate_states(kind(endless), spot, Limits(), plain=True)
    assert found.proved or table == TINY
    if found.proved:
        assert found.value == exact.value
        assert found.action is None or found.action in exact.actions


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_value_is_that_of_enumeration_in_many_games(seed):
    search = ProofSearch(Graph(0), table=2**20)
    search.host.compile()
    for number in range(2_500):
        spot = Graph().initial()._replace(seed=seed * 10_000 + number, size=8 + number % 60, utilities=1 + number % 3)
        exact = enumerate_states(Graph(0), spot, Limits(), plain=True)
        found = search.solve(spot, Limits(nodes=1_000_000))
        assert (found.value, found.proved) == (exact.value, True)
        assert found.action in exact.actions


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "position", "value"),
    [
        ("tictactoe", None, 0),
        ("connect4:width=4,height=4", None, 0),
        ("connect4:width=5,height=4", "3311", 0),
        ("nim:piles=3,4,5", None, None),
        ("leapfrog:cells=5", None, None),
        ("krk:size=5", None, 1),
        ("morris", None, 1),
    ],
)
def test_known_games_have_their_values(game, position, value):
    found = solve(game, position, method="pn")
    expected = solve(game, position, method="states")
    assert found.proved
    assert found.method == "pn"
    assert found.value == expected.value
    assert value in (None, found.value)
    assert found.action in expected.actions


@pytest.mark.thorough
def test_both_speeds_read_the_same_nodes():
    game = load("connect4:width=4,height=4")
    nodes = []
    for plain in (True, False):
        search = ProofSearch(game, plain=plain)
        search.host.compile()
        assert search.host.is_native != plain
        nodes.append(search.solve(game.initial(), Limits()).nodes)
    assert nodes[0] == nodes[1]


def test_limits_and_stops_are_obeyed():
    game = load("connect4")
    search = ProofSearch(game, plain=True)
    found = search.solve(game.initial(), Limits(nodes=500))
    assert (found.proved, found.value, found.action, found.nodes) == (False, None, None, 500)
    assert found.notes == ("not solved within the limit",)
    stop = Event()
    stop.set()
    assert not search.solve(game.initial(), Budget(Limits(), stop)).proved


def in_turns(search, s, nodes):
    """The nodes of a proof that is stopped again and again."""
    total = 0
    for _ in range(20):
        found = search.solve(s, Limits(nodes=nodes))
        assert found.nodes <= nodes
        total += found.nodes
        if found.proved:
            return total
    raise AssertionError("not solved in twenty turns")


def test_a_proof_goes_on_where_it_was_stopped():
    game = load("tictactoe")
    s = game.initial()
    whole = ProofSearch(game, plain=True).solve(s, Limits()).nodes
    assert whole <= in_turns(ProofSearch(game, plain=True), s, whole // 8) < 1.1 * whole


@pytest.mark.thorough
def test_a_proof_goes_on_as_machine_code_where_it_was_stopped():
    game = load("connect4:width=4,height=4")
    search = ProofSearch(game)
    search.host.compile()
    whole = search.solve(game.initial(), Limits()).nodes
    assert whole <= in_turns(search, game.initial(), whole // 8) < 1.1 * whole


def test_a_proof_begins_anew_after_another_state_or_if_it_is_forgotten():
    game = load("tictactoe")
    s, other = game.initial(), game.parse("X../.O./...")
    search = ProofSearch(game, plain=True)
    whole = search.solve(s, Limits()).nodes
    search.solve(s, Limits(nodes=whole - 1))
    search.solve(other, Limits(nodes=1))
    assert search.solve(s, Limits()).nodes == whole
    search.solve(s, Limits(nodes=whole - 1))
    search.forget()
    assert search.solve(s, Limits()).nodes == whole


class Reply(NamedTuple):
    mover: int
    worth: int


class Bounded(Game):
    """One player has an action that is worth 5 to player 0, and one that is worth 3. Value bounds give the value."""

    def __init__(self, mover=1):
        self.mover = mover

    def initial(self):
        return Reply(self.mover, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield from (5, 3)

    def result(self, s, a):
        return Reply(1 - s.mover, a)

    def is_terminal(self, s):
        return s.worth > 0

    def utility(self, s, p):
        return s.worth if p == 0 else -s.worth

    def value_bounds(self, s):
        return (3, 3) if self.mover == 1 else (5, 5)


@pytest.mark.parametrize(("mover", "value"), [(1, 3), (0, 5)])
def test_value_bounds_do_not_stand_in_for_an_optimal_action(mover, value):
    found = solve(Bounded(mover), method="pn", plain=True)
    assert (found.value, found.action) == (value, value)


def test_a_terminal_state_has_its_utility():
    game = load("tictactoe")
    found = solve(game, "XXX/OO./...", method="pn")
    assert (found.value, found.proved, found.action) == (1, True, None)


@pytest.mark.parametrize(("game", "why"), [("pig", "chance"), ("rolit", "3 players"), ("2048:spawner=chance", "one")])
def test_other_games_are_refused(game, why):
    with pytest.raises(KindError, match=why):
        solve(game, method="pn")


def test_a_table_that_is_no_table_is_refused():
    with pytest.raises(LimitError):
        solve("tictactoe", method="pn", table=0)


class Broken(Graph):
    """Raises an error in one state."""

    def result(self, s, a):
        if s.node > 3:
            raise ValueError("broken here")
        return super().result(s, a)


def test_an_error_in_the_rules_is_explained():
    game = Broken()
    with pytest.raises(RuleError, match="broken here"):
        solve(game, game.initial()._replace(size=40), method="pn", plain=True)


def test_the_command_line_has_it():
    done = CliRunner().invoke(main, ["solve", "nim:piles=1,2", "--method", "pn", "--json"])
    assert done.exit_code == 0
    assert '"method": "pn"' in done.stdout
    assert '"proved": true' in done.stdout
