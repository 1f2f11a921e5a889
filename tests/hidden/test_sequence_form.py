"""The linear program: equilibria, which best responses prove."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, strategies as st

import zermelo
from hidden_helpers import RandomHidden
from zermelo.core.errors import KindError
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.hidden.best_response import measure_policy
from zermelo.hidden.game_tree import game_tree
from zermelo.hidden.regret import VARIANTS, RegretMinimiser
from zermelo.hidden.sequence_form import solve_by_program


@given(st.integers(0, 10**6), st.integers(3, 5))
def test_the_program_gives_an_equilibrium_and_cfr_plus_the_same_value(seed: int, plies: int) -> None:
    tree = game_tree(RandomHidden(seed, plies))
    exact = measure_policy(solve_by_program(tree))
    assert exact.nash_conv < 1e-9
    *_, last = RegretMinimiser(tree, VARIANTS["cfr+"], plain=True).run(Budget(Limits()), iterations=100)
    low, high = last.figures.bounds
    assert low - 1e-9 <= exact.values[0] <= high + 1e-9
    assert high - low == pytest.approx(last.figures.nash_conv)
    assert last.figures.nash_conv < 0.5


def test_a_budget_is_kept() -> None:
    with pytest.raises(OutOfBudget):
        solve_by_program(game_tree(zermelo.load("leduc")), Budget(Limits(seconds=1e-9)))


def test_other_kinds_of_games_are_refused() -> None:
    for name in ("kuhn:players=3", "matrix:3,3|0,5;5,0|1,1"):
        with pytest.raises(KindError, match="only for two players and zero sum"):
            solve_by_program(game_tree(zermelo.load(name)))


def test_a_constant_sum_is_solved_too() -> None:
    figures = measure_policy(solve_by_program(game_tree(zermelo.load("matrix:1,0|0,1;0,1|1,0"))))
    assert figures.values == pytest.approx((0.5, 0.5))
    assert figures.bounds == pytest.approx((0.5, 0.5))


def test_a_stop_is_heard_while_the_program_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = game_tree(zermelo.load("kuhn"))
    running, stop = threading.Event(), threading.Event()

    def endless(*_: object, **__: object) -> None:
        running.set()
        stop.wait(600)

    monkeypatch.setattr("scipy.optimize.linprog", endless)
    with pytest.raises(OutOfBudget):
        solve_by_program(tree, Budget(Limits(), stop=running))
    assert not stop.is_set()
    stop.set()
