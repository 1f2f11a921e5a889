"""One budget for the whole call: what stages share, what is not counted, and what is reported."""

from __future__ import annotations

import math
import time
from threading import Event
from types import SimpleNamespace

import pytest

import zermelo
from demanding_games import Deep, Slow, Wide
from timing_helpers import quickest, work_of
from zermelo.core.limits import CLOSING_SECONDS, Budget, Limits, OutOfBudget
from zermelo.kernels import retrograde

# The budget itself.


def test_a_part_ends_with_the_whole():
    whole = Budget(Limits(seconds=0.2))
    assert whole.part(60).remaining() <= 0.2
    assert whole.part(0.1).remaining() <= 0.1
    assert Budget(Limits()).part().remaining() == math.inf


def test_a_part_has_nodes_of_its_own_and_the_depth_of_the_whole():
    part = Budget(Limits(depth=3, nodes=1)).part(nodes=2)
    part.spend()
    part.spend()
    with pytest.raises(OutOfBudget):
        part.spend()
    assert (part.nodes, part.depth, part.part(depth=2).depth) == (2, 3, 2)


def test_the_wait_for_the_compiler_is_counted_separately_also_in_a_part(monkeypatch):
    now = 0.0
    monkeypatch.setattr("zermelo.core.limits.time", SimpleNamespace(perf_counter=lambda: now))
    whole = Budget(Limits(seconds=2))
    part = whole.part()
    with part.waiting():
        now += 100
    now += 1
    for budget in (whole, part):
        assert (budget.compile_seconds, budget.seconds, budget.remaining()) == (100, 1, 1)


def test_a_stop_ends_the_whole_and_its_parts_but_leaves_a_moment_to_close():
    stop = Event()
    whole = Budget(Limits(), stop)
    part = whole.part()
    part.check()
    stop.set()
    with pytest.raises(OutOfBudget):
        part.check()
    assert (whole.remaining(), part.remaining()) == (0, 0)
    assert 0 < whole.closing().remaining() <= CLOSING_SECONDS


def test_a_closing_budget_has_all_the_time_that_is_left():
    assert Budget(Limits()).closing().remaining() == math.inf
    assert Budget(Limits(seconds=60)).closing().remaining() > 50
    over = Budget(Limits(seconds=1e-9))
    assert over.is_over
    assert over.closing().remaining() > 0


def test_the_budget_is_checked_for_each_item_or_in_strides():
    stop = Event()
    budget, read = Budget(Limits(), stop), []

    def read_until(every: int) -> None:
        stop.clear()
        read.clear()
        for item in budget.each(range(100), every):
            read.append(item)
            if item == 10:
                stop.set()

    for every, last in ((1, 10), (25, 24)):
        with pytest.raises(OutOfBudget):
            read_until(every)
        assert read[-1] == last


def test_handlers_for_errors_in_rules_do_not_catch_out_of_budget():
    assert not issubclass(OutOfBudget, Exception)


# Calls.


def test_the_stages_of_solve_share_one_limit_in_nodes():
    for nodes in (1, 2, 7, 100, 3_000):
        found = zermelo.solve("connect4", nodes=nodes, plain=True)
        assert 0 < found.nodes <= nodes


def test_solve_counts_the_nodes_of_all_its_stages():
    whole = zermelo.solve("connect4", nodes=3_000, plain=True)
    assert whole.nodes > 2_000


@pytest.mark.parametrize("method", [None, "states", "search"])
def test_a_solution_reports_the_seconds_of_the_whole_call(method):
    began = time.perf_counter()
    found = zermelo.solve(Wide(), method=method, seconds=0.4, plain=True)
    took = time.perf_counter() - began
    assert 0.4 <= found.seconds <= took
    assert found.compile_seconds == 0
    assert "within the limit" in found.notes[-1]


@pytest.mark.parametrize("method", [None, "states", "search"])
def test_a_solution_that_was_stopped_says_so(method):
    stop = Event()

    class Stopping(Wide):
        """Stops its solver half a second after the solver has first asked for actions."""

        began = None

        def actions(self, s):
            Stopping.began = Stopping.began or time.perf_counter()
            if time.perf_counter() - Stopping.began > 0.5:
                stop.set()
            return super().actions(s)

    found = zermelo.solve(Stopping(), method=method, stop=stop, plain=True)
    assert found.seconds > 0.4
    assert "before it was stopped" in found.notes[-1]
    assert "limit" not in found.notes[-1]


def test_a_stop_in_the_backward_pass_ends_it_and_is_reported(monkeypatch):
    """All states are met, and the stop comes as their values are computed."""
    stop = Event()

    def attract(game, s, m, work):
        assert not stop.is_set(), "it goes on"
        stop.set()
        return retrograde.PAUSED

    monkeypatch.setattr(retrograde, "attract", attract)
    found = zermelo.solve("tictactoe", method="states", stop=stop, plain=True)
    assert found.notes == ("not solved: all 765 states were enumerated, but not solved before it was stopped",)


@pytest.mark.thorough
def test_a_play_too_long_for_a_search_names_the_method_that_follows_it():
    game = Deep(20_000)
    assert "--method states" in zermelo.solve(game, method="search", plain=True).notes[-1]
    for method in (None, "states"):  # without a method both are tried
        found = zermelo.solve(game, method=method, plain=True)
        assert (found.value, found.distance, len(found.line)) == (1, 20_000, 20_000)


def test_a_line_that_there_is_no_time_to_follow_is_cut_short():
    def ask():
        found = zermelo.solve(Deep(40_000), method="states", seconds=0.4, plain=True)
        if found.proved:  # or else the machine is very busy
            assert found.value == 1
            assert 0 < len(found.line) <= 40_000

    assert quickest(lambda: work_of(ask), 1.1) < 1.1


def test_an_answer_is_assembled_even_if_rules_are_slow():
    found = None

    def ask():
        nonlocal found
        found = zermelo.analyse(Slow("result", count=2), seconds=1.0, plain=True)
        found.to_json()

    assert quickest(lambda: work_of(ask), 2) < 2
    assert found.line
