"""Regret minimisation: convergence, both speeds, limits, and the same result for the same seed."""

from __future__ import annotations

from typing import Any

import pytest

import zermelo
from zermelo.core.errors import LimitError
from zermelo.core.limits import Budget, Limits
from zermelo.hidden.best_response import measure_policy
from zermelo.hidden.game_tree import game_tree, kept_tree
from zermelo.hidden.policies import policy_of
from zermelo.hidden.regret import VARIANTS, RegretMinimiser, RegretProgress


def last_of(run: RegretMinimiser, **limits: Any) -> RegretProgress:
    *_, last = run.run(Budget(Limits()), **limits)
    return last


@pytest.mark.parametrize(
    ("variant", "iterations", "bound"),
    [
        ("cfr", 2_000, 5e-3),
        ("cfr+", 2_000, 5e-4),
        ("dcfr", 2_000, 5e-4),
        ("mccfr external", 20_000, 3e-2),
        ("mccfr outcome", 60_000, 6e-2),
    ],
)
def test_every_variant_comes_near_the_equilibrium_of_kuhn(variant: str, iterations: int, bound: float) -> None:
    run = RegretMinimiser(kept_tree(zermelo.load("kuhn")), VARIANTS[variant], plain=True)
    last = last_of(run, iterations=iterations)
    assert last.iterations == iterations
    assert last.figures.exploitability < bound
    assert last.figures.values[0] == pytest.approx(-1 / 18, abs=2 * bound)
    assert measure_policy(run.policy()).exploitability == pytest.approx(last.figures.exploitability)


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_speeds_give_the_same_strategies(variant: str) -> None:
    tree = game_tree(zermelo.load("kuhn:players=3"))
    plain, native = (RegretMinimiser(tree, VARIANTS[variant], seed=3, plain=plain) for plain in (True, False))
    if native.speed != "native":
        native.go_native()
    for _ in range(2):
        last_of(plain, iterations=plain.memory.iteration + 50)
        last_of(native, iterations=native.memory.iteration + 50)
        assert list(native.memory.total) == pytest.approx(list(plain.memory.total), rel=1e-9)
    assert (plain.speed, native.speed) == ("plain", "native")


def test_a_run_continues_as_machine_code_where_it_was() -> None:
    tree = kept_tree(zermelo.load("kuhn"))
    whole, parts = (RegretMinimiser(tree, VARIANTS["cfr+"], plain=True) for _ in range(2))
    last_of(whole, iterations=60)
    last_of(parts, iterations=30)
    parts.go_native()
    last_of(parts, iterations=60)
    assert list(parts.memory.total) == pytest.approx(list(whole.memory.total), rel=1e-9)


def test_the_average_weighs_iterations_as_the_variants_say() -> None:
    """By an oracle: sums of the realisation plans of every iteration, weighted by 1 or t."""
    tree = kept_tree(zermelo.load("kuhn"))
    for variant, weight in (("cfr", lambda t: 1), ("cfr+", lambda t: t)):
        run = RegretMinimiser(tree, VARIANTS[variant], plain=True)
        total = [0.0] * tree.first_sequence[-1]
        for t in range(1, 40):
            run.memory.iteration = t - 1
            VARIANTS[variant].kernel(None, None, run.memory, 1)
            total = [sum_ + weight(t) * reach for sum_, reach in zip(total, run.memory.reach, strict=True)]
        assert run.policy().probabilities == pytest.approx(policy_of(tree, total).probabilities)


def test_the_bound_is_kept_and_the_result_does_not_depend_on_time() -> None:
    tree = kept_tree(zermelo.load("kuhn"))
    runs = [RegretMinimiser(tree, VARIANTS["cfr+"], plain=True) for _ in range(2)]
    first, second = (last_of(run, exploitability=0.002) for run in runs)
    assert first == second
    assert first.ended
    assert first.figures.exploitability <= 0.002
    *_, stopped = RegretMinimiser(tree, VARIANTS["cfr+"], plain=True).run(Budget(Limits(seconds=1e-6)), 1e-12)
    assert not stopped.ended


def test_seeds_decide_what_is_sampled() -> None:
    tree = kept_tree(zermelo.load("kuhn"))
    policies = []
    for seed in (1, 1, 2):
        run = RegretMinimiser(tree, VARIANTS["mccfr external"], seed=seed, plain=True)
        last_of(run, iterations=100)
        policies.append(run.policy())
    assert policies[0] == policies[1] != policies[2]


def test_without_a_guarantee_a_number_of_iterations_ends_it() -> None:
    last = last_of(RegretMinimiser(game_tree(zermelo.load("kuhn:players=3")), VARIANTS["cfr"], plain=True))
    assert (last.iterations, last.ended) == (1_000, True)


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"exploitability": 0}, "exploitability has to be a number above zero, not '0'"),
        ({"exploitability": "x"}, "exploitability has to be a number above zero, not 'x'"),
        ({"iterations": 0}, "iterations has to be a whole number above zero, not '0'"),
        ({"iterations": 1.5}, "iterations has to be a whole number above zero, not '1.5'"),
    ],
)
def test_limits_that_are_none(limits: dict[str, Any], why: str) -> None:
    with pytest.raises(LimitError, match=why):
        last_of(RegretMinimiser(kept_tree(zermelo.load("kuhn")), VARIANTS["cfr"], plain=True), **limits)
