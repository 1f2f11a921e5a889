"""Best responses and exploitability: beside OpenSpiel and beside brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import zermelo
from hidden_helpers import RandomHidden, best_pure_value, random_policy_of_both, theirs, value_of
from zermelo.hidden.best_response import best_response, measure_policy
from zermelo.hidden.evaluation import Evaluation
from zermelo.hidden.game_tree import game_tree, kept_tree
from zermelo.hidden.policies import policy_of, uniform_policy

FIVE = ["kuhn", "kuhn:players=3", "leduc", "liarsdice:sides=3", "goofspiel:cards=3"]


def assert_measured_as_by_openspiel(name: str, policies: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    tree, other = kept_tree(zermelo.load(name)), theirs(name)
    for seed in range(policies):
        ours, table = random_policy_of_both(name, tree, seed)
        expected = pyspiel.nash_conv(other, pyspiel.TabularPolicy(table))
        assert measure_policy(ours).nash_conv == pytest.approx(expected, abs=1e-9)
        assert expected > 0.01


@pytest.mark.parametrize("name", FIVE)
def test_random_policies_are_as_exploitable_as_in_openspiel(name: str) -> None:
    assert_measured_as_by_openspiel(name, 1 if name == "leduc" else 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIVE)
def test_two_hundred_random_policies_are_as_exploitable_as_in_openspiel(name: str) -> None:
    assert_measured_as_by_openspiel(name, 200)


@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(0, 100))
def test_a_best_response_is_the_best_of_all_pure_strategies(seed: int, players: int, other: int) -> None:
    game = RandomHidden(seed, players=players)
    tree = game_tree(game)
    policy = policy_of(tree, [float((other * (i + 3)) % 7) for i in range(tree.first_sequence[-1])])
    figures = measure_policy(policy)
    for p in range(players):
        assert figures.values[p] == pytest.approx(value_of(policy, p), abs=1e-12)
        best = best_pure_value(policy, p)
        if best is not None:
            assert figures.best[p] == pytest.approx(best, abs=1e-12)
        answered = best_response(policy, p)
        assert value_of(answered, p) == pytest.approx(figures.best[p], abs=1e-12)


@given(st.integers(0, 10**6))
def test_values_of_actions_add_up_to_the_value_of_the_game(seed: int) -> None:
    """At the first information set, which is always reached, the mean of the values of the actions is that of all."""
    tree = game_tree(RandomHidden(seed))
    policy = uniform_policy(tree)
    if tree.nodes.player[0] < 0:
        return
    number = tree.nodes.place[0]
    values = Evaluation(policy).action_values(number)
    mean = sum(p * v[0] for (_, p), v in zip(policy.at(tree.sets[number].view), values, strict=True))
    assert mean == pytest.approx(measure_policy(policy).values[0], abs=1e-12)


def test_the_value_of_an_action_in_kuhn() -> None:
    """With the king, after a bet of the other with both other cards: to call wins 2, to pass loses 1."""
    game = zermelo.load("kuhn")
    tree = kept_tree(game)
    number = tree.number_of[zermelo.core.views.parse_view(game, "1: K b")]
    assert Evaluation(uniform_policy(tree)).action_values(number) == [(1.0, -1.0), (-2.0, 2.0)]
