"""Opponents who err, and expectimax against them."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given, strategies as st

import zermelo
from random_trees import Twig, minimax, trees
from zermelo import Tree
from zermelo.textbook import Expectimax, Minimax

EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))"


def against(text: str, how, **options) -> float:
    return zermelo.analyse(text, algorithm="expectimax", opponent=how, **options).value


def test_level_0_is_the_mean_and_level_1_is_minimax():
    assert against(EXAMPLE, "random") == against(EXAMPLE, 0.0) == pytest.approx(23 / 3)
    assert against(EXAMPLE, "perfect") == against(EXAMPLE, "level=1") == 3
    assert against(EXAMPLE, "level=0.5") == pytest.approx((3 + 23 / 3) / 2)


@given(trees(), st.lists(st.floats(0, 1), min_size=2, max_size=5))
def test_the_value_never_falls_as_the_opponent_gets_weaker(t, levels):
    game = Tree(t.text())
    values = [Expectimax(game, agent=0, opponent=f"level={level}").run(game.initial()) for level in sorted(levels)]
    assert all(weaker >= stronger - 1e-9 for stronger, weaker in zip(values[1:], values, strict=False))


def boltzmann(t: Twig, temperature: float) -> float:
    """By hand: MAX takes the best, MIN anything, the better for it the likelier."""
    if not t.branches:
        return t.utilities[0]
    values = [boltzmann(b, temperature) for b in t.branches]
    if t.player == 0:
        return max(values)
    weights = [exp(-v / temperature) for v in values]
    return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)


@given(trees(), st.floats(0.2, 10))
def test_boltzmann_is_what_it_is_by_hand(t, temperature):
    game = Tree(t.text())
    found = Expectimax(game, agent=0, opponent=f"temperature={temperature}").run(game.initial())
    assert found == pytest.approx(boltzmann(t, temperature), abs=1e-9)


@given(trees())
def test_a_searcher_who_sees_to_the_end_is_perfect(t):
    game = Tree(t.text())
    found = Expectimax(game, agent=0, opponent="depth=40").run(game.initial())
    assert found == pytest.approx(minimax(t))


@given(trees())
def test_nobody_gets_less_against_a_function_than_by_minimax(t):
    game = Tree(t.text())
    found = Expectimax(game, agent=0, opponent=lambda s: next(iter(game.actions(s)))).run(game.initial())
    assert found >= Minimax(game).run(game.initial())


def test_a_function_may_give_odds():
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
        ("depth=0", "0 plies"),
        ("depth=1.5", "1.5 plies"),
        (lambda s: 7, "7"),
        (lambda s: {0: 0.7, 1: 0.7}, "0.7"),
        (lambda s: {0: 1.5, 1: -0.5}, "-0.5"),
    ],
)
def test_what_is_no_opponent_is_refused_and_quoted(how, quoted):
    with pytest.raises(zermelo.ZermeloError, match=quoted):
        against(EXAMPLE, how)


def test_a_level_and_an_opponent_are_one_too_many():
    with pytest.raises(zermelo.KindError, match="two ways"):
        against(EXAMPLE, "random", level=0.5)
