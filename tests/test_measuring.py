"""`zermelo.measure` and `zermelo measure` against trees whose measures are known."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import zermelo
from zermelo.cli import main
from zermelo.measuring import effective_branching

UNIFORM = "(((1 2) (3 4)) ((5 6) (7 8)))"


def test_a_uniform_tree_has_its_branching_factor_depth_and_size() -> None:
    found = zermelo.measure(UNIFORM, seconds=60)
    assert (found.branching, found.most_actions, found.outcomes) == (2, 2, None)
    assert (found.length, found.shortest, found.longest, found.cut_off) == (3, 3, 3, 0)
    assert found.tree_nodes == 15
    by_method = {one.method: one for one in found.searches}
    assert by_method["minimax"].nodes == (3, 7, 15)
    assert by_method["minimax"].effective_branching == pytest.approx(2)
    assert by_method["alphabeta"].nodes[-1] < 15
    assert "expectiminimax" not in by_method


@pytest.mark.parametrize(("branching", "depth"), [(1, 7), (2, 10), (3, 4), (35, 3)])
def test_the_effective_branching_factor_of_a_uniform_tree_is_its_own(branching: int, depth: int) -> None:
    nodes = sum(branching**ply for ply in range(1, depth + 1))
    assert effective_branching(nodes, depth) == pytest.approx(branching)


def test_the_textbook_example_of_the_effective_branching_factor() -> None:
    """52 nodes at depth 5 have b* = 1.92 (Russell and Norvig, section 3.6)."""
    assert effective_branching(52, 5) == pytest.approx(1.92, abs=0.005)


def test_the_size_is_estimated_without_bias() -> None:
    """The tree of tic-tac-toe has 549,946 nodes."""
    found = zermelo.measure("tictactoe", plays=3000, depth=0, seconds=600)
    assert found.plays == 3000
    assert found.tree_nodes == pytest.approx(549_946, rel=0.05)
    assert found.searches == ()


def test_chance_has_outcomes() -> None:
    found = zermelo.measure("pig", plays=5, depth=2, seconds=60)
    assert found.outcomes == 6
    assert [one.method for one in found.searches] == ["expectiminimax", "engine"]


def test_a_seed_gives_the_same_plays_twice() -> None:
    runs = [zermelo.measure("nim", plays=20, depth=2, seed=seed, seconds=600).to_json() for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_the_command_prints_rows_and_json() -> None:
    done = CliRunner().invoke(main, ["measure", UNIFORM, "--seconds", "60"])
    assert done.exit_code == 0
    assert "2 actions on average, at most 2" in done.output
    assert done.output.rstrip().splitlines()[-1].startswith("   b*        2")
    data = json.loads(CliRunner().invoke(main, ["measure", UNIFORM, "--seconds", "60", "--json"]).stdout)
    assert (data["b"], data["m"], data["tree_nodes"]) == (2, 3, 15)
    assert data["searches"][0] == {"method": "minimax", "nodes": [3, 7, 15], "b_star": pytest.approx(2)}


@pytest.mark.parametrize(
    "words", [["nonsense"], ["nim", "--seconds", "0"], ["nim", "no position"], ["nim", "--plays", "0"]]
)
def test_bad_input_is_refused(words: list[str]) -> None:
    done = CliRunner().invoke(main, ["measure", *words])
    assert done.exit_code == 2
    assert len(done.output.splitlines()) <= 4


def test_a_terminal_state_has_no_actions() -> None:
    found = zermelo.measure("nim", "0 0")
    assert (found.branching, found.length, found.tree_nodes, found.searches) == (None, 0, 1, ())


def test_the_version_is_that_of_the_package() -> None:
    assert zermelo.__version__.count(".") >= 1
