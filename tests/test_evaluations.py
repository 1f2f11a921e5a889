"""How far EVAL orders states as exact values do, against brute force over all pairs."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from click.testing import CliRunner

import zermelo
from zermelo import KindError, OptionError
from zermelo.cli import main
from zermelo.evaluations import compare_evaluation


def inner_states(game: zermelo.Game) -> list:
    found, waiting = set(), [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in found and not game.is_terminal(s):
            found.add(s)
            waiting += [game.result(s, a) for a in game.actions(s)]
    return list(found)


def test_all_pairs_are_counted() -> None:
    game = zermelo.load("tictactoe:width=3,height=2,row=2")
    solution = zermelo.solve(game)
    states = inner_states(game)
    expected = {"agreeing": 0, "tied": 0, "reversed": 0}
    for s, t in combinations(states, 2):
        exact = solution.value_of(s) - solution.value_of(t)
        guess = game.evaluate(s, 0) - game.evaluate(t, 0)
        if exact:
            expected["tied" if guess == 0 else "agreeing" if guess * exact > 0 else "reversed"] += 1
    found = compare_evaluation(game)
    assert found.states == len(states)
    assert not found.is_sample
    (only,) = found.orderings
    assert {"agreeing": only.agreeing, "tied": only.tied, "reversed": only.reversed} == expected
    assert only.pairs == sum(expected.values())


def test_the_lectures_evaluation_misleads() -> None:
    """The numbers of pairs that were counted one by one before this command existed: see the course, exercise 12."""
    found = compare_evaluation("tictactoe")
    assert (found.states, found.is_sample) == (4520, False)
    looks_good, looks_bad = found.worst or pytest.fail("EVAL reverses no pair")
    assert looks_good.guess > looks_bad.guess
    assert looks_good.value < looks_bad.value


def test_a_search_to_the_end_orders_as_exact_values_do() -> None:
    found = compare_evaluation("tictactoe:width=3,height=2,row=2", depth=6)
    last = found.orderings[-1]
    assert (last.depth, last.tied, last.reversed) == (6, 0, 0)
    assert found.orderings[0].reversed > 0


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    one, same, other = (compare_evaluation("tictactoe", states=12, seed=seed).to_json() for seed in (1, 1, 2))
    assert one == same != other
    assert (one["states"], one["is_sample"]) == (12, True)


def test_what_is_refused() -> None:
    with pytest.raises(KindError, match="imperfect information"):
        compare_evaluation("kuhn")
    with pytest.raises(KindError, match="3 players"):
        compare_evaluation("twentyone:players=3")
    with pytest.raises(OptionError, match="not -1"):
        compare_evaluation("nim", depth=-1)
    with pytest.raises(OptionError, match="0 to 100, not 999999"):
        compare_evaluation("nim", depth=999_999)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--weights", "x2=lots"], "'lots' in 'x2=lots' is not a number"),
        (["--weights", "y2=1"], "has no feature 'y2'"),
        (["XXX/OO./..."], "is terminal"),
    ],
)
def test_bad_input_is_quoted(options: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["evaluate", "tictactoe", *options])
    assert done.exit_code == 2
    assert message in done.output


def test_a_game_without_an_evaluation_is_named() -> None:
    shown = [
        CliRunner().invoke(main, ["evaluate", *words]).output for words in (["nim"], ["tictactoe", "--states", "20"])
    ]
    assert "the game defines none, so it is 0 in every state" in shown[0]
    assert "defines none" not in shown[1]


def test_features_of_a_position() -> None:
    done = CliRunner().invoke(main, ["evaluate", "tictactoe", "XX./.XO/XOO", "--weights", "o2=-5", "--json"])
    data = json.loads(done.output)
    assert {f["feature"]: (f["number"], f["weight"]) for f in data["features"]} == {
        "x2": (3, 3),
        "x1": (0, 1),
        "o2": (1, -5),
        "o1": (0, -1),
    }
    assert data["evaluation"] == 4


def test_analyse_and_tree_take_weights() -> None:
    for verb in ("analyse", "tree"):
        values = [
            json.loads(CliRunner().invoke(main, [verb, "tictactoe", "--depth", "1", "--json", *more]).output)["value"]
            for more in ([], ["--weights", "x1=10"])
        ]
        assert values == [4, 40]
