"""Opponents who err, and expectimax against them."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given, strategies as st

import zermelo
from random_trees import Twig, minimax, trees
from zermelo import Tree
from zermelo.core.trace import Cursor
from zermelo.textbook import Expectimax, Minimax
from zermelo.textbook.opponents import Level

EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))"


def against(text: str, how, **options) -> float:
    return zermelo.analyse(text, algorithm="expectimax", opponent=how, **options).value


def test_a_random_opponent_is_the_mean_and_level_1_is_minimax():
    assert against(EXAMPLE, "random") == pytest.approx(23 / 3)
    assert zermelo.analyse(EXAMPLE, algorithm="expectimax").value == against(EXAMPLE, "random")
    assert against(EXAMPLE, "perfect") == against(EXAMPLE, "level=1") == 3


def test_a_level_is_shared_by_the_best_and_the_rest_by_the_others():
    assert against(EXAMPLE, "level=0.5") == pytest.approx(0.5 * 3 + 0.5 * (12 + 8) / 2)
    assert against(EXAMPLE, "level=0") == against(EXAMPLE, 0.0) == pytest.approx(10)
    worth = [1.0, 3.0, 2.0, 3.0, 1.0]
    odds = Level(0.4).odds(Tree(EXAMPLE), None, list(range(5)), worth)
    assert odds == pytest.approx([0.2, 0.2, 0.2, 0.2, 0.2])
    assert Level(0.7).odds(Tree(EXAMPLE), None, list(range(5)), worth) == pytest.approx([0.1, 0.35, 0.1, 0.35, 0.1])
    assert Level(0.2).odds(Tree(EXAMPLE), None, [0, 1], [2.0, 2.0]) == [0.5, 0.5]


WAYS = pytest.mark.parametrize("algorithm", ["expectimax", "engine"])


@WAYS
def test_expected_values_that_differ_only_by_rounding_tie(algorithm):
    assert 0.1 * 3 != 0.3
    tied = "(([0.1: 3, 0.9: 0] 0.3 10))"
    assert zermelo.analyse(tied, algorithm=algorithm, level=0.3).value == pytest.approx(0.3 * 0.3 + 0.7 * 10)


@WAYS
def test_values_that_differ_by_more_than_rounding_do_not_tie(algorithm):
    near, least = 1 - 10**12, -(10**12)
    found = zermelo.analyse(f"(({near} {least} 0))", algorithm=algorithm, level=0.5).value
    assert found == 0.5 * least + 0.5 * near / 2
    small = "((0.000000000001 0.000000000002 0.000000000004))"
    assert zermelo.analyse(small, algorithm=algorithm, level=0.5).value == pytest.approx(2e-12, rel=1e-9)


@given(trees(), st.floats(0, 1))
def test_the_value_against_a_level_is_at_least_minimax(t, level):
    game = Tree(t.text())
    assert Expectimax(game, agent=0, level=level).run(game.initial()) >= minimax(t) - 1e-9


@WAYS
def test_a_tie_may_make_the_value_fall_with_the_level(algorithm):
    """At level 0.5 two actions tie, and the third has probability one half."""
    tree = "p0(p1(0 p1(-1 1) 10))"
    values = [zermelo.analyse(tree, algorithm=algorithm, level=level).value for level in (0.51, 0.5, 0.49)]
    assert values == pytest.approx([0.51 * -0.02 + 0.49 * 5, 5, 0.51 * (0.02 + 10) / 2])


def boltzmann(t: Twig, temperature: float) -> float:
    """A direct computation: MAX maximises, MIN follows the Boltzmann distribution."""
    if not t.branches:
        return t.utilities[0]
    values = [boltzmann(b, temperature) for b in t.branches]
    if t.player == 0:
        return max(values)
    weights = [exp(-v / temperature) for v in values]
    return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)


@given(trees(), st.floats(0.2, 10))
def test_boltzmann_equals_a_direct_computation(t, temperature):
    game = Tree(t.text())
    found = Expectimax(game, agent=0, opponent=f"temperature={temperature}").run(game.initial())
    assert found == pytest.approx(boltzmann(t, temperature), abs=1e-9)


@given(trees())
def test_a_searcher_who_searches_to_the_end_is_perfect(t):
    game = Tree(t.text())
    found = Expectimax(game, agent=0, opponent="depth=40").run(game.initial())
    assert found == pytest.approx(minimax(t))


@given(trees())
def test_the_value_against_a_policy_is_at_least_minimax(t):
    game = Tree(t.text())
    found = Expectimax(game, agent=0, opponent=lambda s: next(iter(game.actions(s)))).run(game.initial())
    assert found >= Minimax(game).run(game.initial())


def test_a_policy_may_return_probabilities():
    assert against(EXAMPLE, lambda s: {0: 0.5, 2: 0.5}) == 8


@pytest.mark.parametrize(
    ("how", "quoted"),
    [
        ("level=1.5", "1.5"),
        ("level=nan", "nan"),
        ("level=x", "'level=x'"),
        ("levl=1", "'levl=1'"),
        ("", "''"),
        ("temperature=0", "temperature of 0"),
        ("temperature=inf", "inf"),
        ("depth=0", "depth 0"),
        ("depth=1.5", "depth 1.5"),
        (lambda s: 7, "7"),
        (lambda s: {0: 0.7, 1: 0.7}, "0.7"),
        (lambda s: {0: 1.5, 1: -0.5}, "-0.5"),
    ],
)
def test_an_invalid_opponent_is_refused_and_quoted(how, quoted):
    with pytest.raises(zermelo.ZermeloError, match=quoted):
        against(EXAMPLE, how)


def test_a_level_and_an_opponent_exclude_each_other():
    with pytest.raises(zermelo.KindError, match="exclude each other"):
        against(EXAMPLE, "random", level=0.5)


def test_the_log_has_the_probabilities_that_give_the_value():
    for how, expected in (({"level": 0.7}, [0.3, 0.7]), ({"opponent": "random"}, [0.5, 0.5])):
        grown = zermelo.tree("((9 -2) (3 -5))", method="expectimax", **how)
        for node in grown.root.children:
            odds = [child.probability for child in node.children]
            assert odds == pytest.approx(expected)
            assert node.value == pytest.approx(sum(p * c.value for p, c in zip(odds, node.children, strict=True)))
        cursor = Cursor(grown.trace)
        cursor.go(len(grown.trace.steps))
        cursor.go(5)
        assert all(child.probability is None for node in cursor.root.children for child in node.children)
