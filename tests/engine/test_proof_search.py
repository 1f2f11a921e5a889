"""Proof-number search: on random games it finds the value that enumeration finds, or none."""

from __future__ import annotations

from functools import cache
from threading import Event

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from property_helpers import examples
from random_graphs import Graph, Scored, Shares, spots
from zermelo import KindError, LimitError, RuleError, load, solve
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
