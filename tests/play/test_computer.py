"""The computer with its engine and its clock."""

from __future__ import annotations

import math
import time
from threading import Event, Timer
from types import SimpleNamespace

import pytest
from hypothesis import given, strategies as st

from timing_helpers import PATIENCE
from zermelo import LimitError, load
from zermelo.core.limits import Clock, Limits
from zermelo.engine import deepening as analysing
from zermelo.native.host import KernelHost
from zermelo.play import Computer, Playing, Turn
from zermelo.solvers import solve

seconds = st.floats(0.001, 10_000)


@given(seconds, st.floats(0, 100))
def test_a_share_never_takes_more_than_half_the_clock(left, increment):
    clock = Clock(left, increment)
    assert 0 < clock.share <= left / 2
    assert clock.share <= left / 30 + increment


@given(seconds, st.floats(0, 100), st.floats(0, 20_000))
def test_a_clock_runs_and_a_moment_is_always_left(left, increment, spent):
    after = Clock(left, increment).after(spent)
    assert after.seconds >= 0.01
    assert after.increment == increment
    if spent < left - 0.02:
        assert after.seconds == pytest.approx(left - spent + increment)


def test_sharing_a_clock_uses_it_but_never_all_of_it():
    clock = Clock(60)
    for _ in range(500):
        clock = clock.after(clock.share)
    assert 0 < clock.seconds < 1


@pytest.mark.parametrize(
    ("text", "clock"),
    [("300", Clock(300, 0)), ("300+2", Clock(300, 2)), ("0.5+0.1", Clock(0.5, 0.1)), ("1e3", Clock(1000))],
)
def test_clocks_are_read_as_people_write_them(text, clock):
    assert Clock.parse(text) == clock


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "x", "1+x", "1+-1", "+1", "nan", "inf", "1+inf", "1+nan", "1 + + 2", "5:00"]
)
def test_an_invalid_clock_is_refused(text):
    with pytest.raises(LimitError, match="clock"):
        Clock.parse(text)


def computer(name: str, limits: Limits, **settings) -> Computer:
    game = load(name)
    return Computer(game, limits, game.initial(), plain=True, table=2**20, **settings)


def noted_seconds(monkeypatch, most=math.inf):
    """The seconds that each search of the engine is given from now on; it uses at most this many."""
    given = []
    search = analysing.deepen

    def noting(engine, s, budget, **options):
        given.append(budget.remaining())
        return search(engine, s, budget.part(most), **options)

    monkeypatch.setattr(analysing, "deepen", noting)
    return given


@pytest.mark.thorough
def test_the_clock_is_kept_over_a_game():
    player = computer("connect4", Limits(depth=20), clock=Clock(2, 0.01))
    match = Playing(player.game)
    for _ in range(8):
        match.play(player.choose(match.state))
    assert 0 < player.clock.seconds < 2.1


def test_a_limit_of_seconds_holds_beside_a_clock():
    player = computer("connect4", Limits(depth=50, seconds=0.1), clock=Clock(1_000))
    began = time.perf_counter()
    player.choose(player.game.initial())
    assert time.perf_counter() - began < 20  # and not for a thirtieth of the clock


def test_the_engine_finds_a_win_that_lies_deeper_than_one_ply():
    player = computer("connect4", Limits(nodes=20_000))
    s = player.game.parse("4455")  # 3 or 6 makes two open ends
    assert player.game.show_action(s, player.choose(s)) in ("3", "6")


def test_weighing_by_the_engine_is_of_every_action_the_best_first():
    player = computer("connect4", Limits(depth=4))
    s = player.game.parse("4455")
    choices = player.weigh(s)
    assert sorted(c.action for c in choices) == list(range(7))
    assert {c.action for c in choices[:2]} == {2, 5}
    assert [(c.values[0], c.proved) for c in choices[:2]] == [(1, True)] * 2
    guesses = [c.values[0] for c in choices if not c.proved]  # a win comes before every guess, a loss after
    assert len(guesses) > 1
    assert guesses == sorted(guesses, reverse=True)
    assert all(c.values[1] == -c.values[0] for c in choices)
    assert all(c.actions[0] == c.action for c in choices)


def test_stop_makes_it_move_immediately():
    player, stop = computer("connect4", Limits(depth=40)), Event()
    Timer(0.2, stop.set).start()
    began = time.perf_counter()
    choice = player.decide(Turn(player.game.initial(), stop=stop)).line
    assert time.perf_counter() - began < 20
    assert choice.action in range(7)


def test_a_computer_that_is_stopped_before_it_begins_still_moves():
    player, stop = computer("connect4", Limits(seconds=5)), Event()
    stop.set()
    assert player.decide(Turn(player.game.initial(), stop=stop)).action in range(7)


def test_a_failed_attempt_to_solve_counts_as_time_of_the_first_move(monkeypatch):
    """The attempt takes a time that passes at once: the test moves the clock."""
    passed, attempts = 0.0, []

    def in_vain(game, s, budget, **_options):
        nonlocal passed
        attempts.append(budget.remaining())
        passed += budget.remaining()
        return solve(game, s, Limits(nodes=1))

    clock = SimpleNamespace(perf_counter=lambda: time.perf_counter() + passed)
    monkeypatch.setattr("zermelo.core.limits.time", clock)
    monkeypatch.setattr("zermelo.solvers.solve", in_vain)
    player = computer("connect4", Limits(seconds=100))
    given = noted_seconds(monkeypatch, most=0.1)
    player.choose(player.game.initial())
    player.choose(player.game.initial())
    assert len(attempts) == 1  # and it is not made again
    assert 40 < attempts[0] <= 50
    assert 40 < given[0] <= 50
    assert 90 < given[1] <= 100


def test_consider_deepens_and_respects_the_number_of_lines():
    player = computer("connect4:width=5,height=5", Limits(depth=5))
    s = player.game.initial()
    seen = list(player.consider(s, 3))
    assert [len(choices) for choices in seen] == [3] * 5
    assert len({c.action for c in seen[-1]}) == 3
    assert [max(len(c.actions) for c in choices) for choices in seen] == sorted(
        max(len(c.actions) for c in cs) for cs in seen
    )
    best = player.analyse(s)
    assert seen[-1][0].values == best.values


def test_considering_keeps_to_its_time(monkeypatch):
    given = noted_seconds(monkeypatch)
    player = computer("connect4", Limits(seconds=0.5))
    assert list(player.consider(player.game.initial(), 2))
    assert sum(given) <= 0.5


def test_a_solved_state_is_considered_once():
    player = computer("tictactoe", Limits(seconds=60))
    (choices,) = player.consider(player.game.initial(), 2)
    assert choices == player.weigh(player.game.initial())[:2]


def test_consider_deepens_for_many_players():
    player = computer("twentyone:players=3", Limits(depth=3))
    *_, choices = considered = list(player.consider(player.game.initial(), 2))
    assert len(considered) == 3
    assert all(len(choice.values) == 3 for choice in choices)
    weighed = player.weigh(player.game.initial())[:2]
    assert [(c.action, c.values) for c in choices] == [(c.action, c.values) for c in weighed]


def test_a_solved_game_is_analysed_from_its_table():
    player = computer("tictactoe", Limits(seconds=60))
    found = player.analyse(player.game.initial())
    assert (found.value, found.proved, found.method, len(found.line)) == (0, True, "states", 9)
    over = player.analyse(player.game.parse("XXX/OO./..."))
    assert (over.value, over.action) == (1, None)


def beginnings(monkeypatch, stored: bool) -> list[str]:
    """Records when an engine starts to load or to compile; the cache has the machine code or not, as given."""
    begun: list[str] = []
    monkeypatch.setattr(KernelHost, "has_code", lambda _: stored)
    monkeypatch.setattr(KernelHost, "begin", lambda host: begun.append(host.game.name))
    return begun


def prepared(name: str, limits: Limits, **settings) -> Computer:
    game = load(name)
    player = Computer(game, limits, game.initial(), table=2**20)
    player.prepare(**settings)
    if player._preparing is not None:
        player._preparing.join()
    return player


@pytest.mark.parametrize(
    ("name", "limits", "compiles"),
    [
        ("connect4", Limits(seconds=0.5), True),
        ("connect4", Limits(nodes=100_000), True),
        ("connect4", Limits(seconds=0.1), False),  # it would be over before the compiler has begun
        ("connect4", Limits(nodes=1_000), False),
        ("connect4", Limits(depth=2), False),
        ("nim", Limits(seconds=60), False),  # it is solved
    ],
)
def test_uncached_code_is_compiled_in_advance_if_it_pays(name, limits, compiles, monkeypatch):
    begun = beginnings(monkeypatch, stored=False)
    prepared(name, limits)
    assert begun == [name] * compiles


def test_cached_code_is_loaded_in_advance_and_nothing_is_compiled_for_people_alone(monkeypatch):
    begun = beginnings(monkeypatch, stored=True)
    prepared("connect4", Limits(depth=2), compiling=False)
    assert begun == ["connect4"]
    begun = beginnings(monkeypatch, stored=False)
    prepared("connect4", Limits(seconds=0.5), compiling=False)
    assert begun == []


def test_the_preparation_solves_only_once(monkeypatch):
    solved = []

    def noting(*arguments, **options):
        solved.append(arguments)
        return solve(*arguments, **options)

    monkeypatch.setattr("zermelo.solvers.solve", noting)
    beginnings(monkeypatch, stored=False)
    player = prepared("nim", Limits(seconds=60))
    assert player.decide(Turn(player.game.initial())).line.proved
    assert len(solved) == 1


def test_closing_while_it_solves_starts_no_compiler(monkeypatch):
    begun = beginnings(monkeypatch, stored=False)
    game = load("connect4")
    player = Computer(game, Limits(seconds=60), game.initial(), table=2**20)
    player.prepare()
    player.close()
    began = time.perf_counter()
    player._preparing.join()
    assert time.perf_counter() - began < 20
    assert begun == []


def test_stop_ends_the_wait_for_a_solution(monkeypatch):
    beginnings(monkeypatch, stored=False)
    game, stop = load("connect4"), Event()
    player = Computer(game, Limits(seconds=120), game.initial(), table=2**20)
    player.prepare()
    Timer(0.2, stop.set).start()
    began = time.perf_counter()
    assert player.decide(Turn(game.initial(), stop=stop)).action in range(7)
    assert time.perf_counter() - began < 20
    player.close()


class Loading:
    """An engine's machine code that is loaded for as long as the test says."""

    def __init__(self, monkeypatch) -> None:
        self.over = Event()
        monkeypatch.setattr(KernelHost, "has_code", lambda _: True)
        monkeypatch.setattr(KernelHost, "_compile_program", self._load)

    def _load(self, host=None) -> None:
        self.over.wait(PATIENCE)


@pytest.mark.thorough
def test_loading_is_waited_for_and_neither_limits_nor_the_clock_count_it(monkeypatch):
    loading = Loading(monkeypatch)
    given = noted_seconds(monkeypatch)
    game = load("connect4")
    player = Computer(game, Limits(nodes=2_000, seconds=9), game.initial(), clock=Clock(300), table=2**20)
    player.prepare()
    began = time.perf_counter()
    Timer(1.5, loading.over.set).start()
    player.choose(game.initial())
    took = time.perf_counter() - began
    assert took > 1.4
    assert given[0] > 9 - 1.4
    assert 300 - player.clock.seconds < took - 1


def test_stop_ends_the_wait_for_machine_code(monkeypatch):
    loading, stop = Loading(monkeypatch), Event()
    player = prepared("connect4", Limits(seconds=1))
    Timer(0.2, stop.set).start()
    began = time.perf_counter()
    assert player.decide(Turn(player.game.initial(), stop=stop)).action in range(7)
    assert time.perf_counter() - began < 20
    loading.over.set()


def test_cached_code_of_another_machine_is_not_waited_for(monkeypatch):
    """It is compiled after all, which is announced when it begins."""
    over = Event()

    def compiling(host):
        host._is_loading = False
        over.wait(PATIENCE)

    monkeypatch.setattr(KernelHost, "has_code", lambda _: True)
    monkeypatch.setattr(KernelHost, "_compile_program", compiling)
    player = prepared("connect4", Limits(seconds=0.1))
    began = time.perf_counter()
    assert player.analyse(player.game.initial()).speed == "plain"
    assert time.perf_counter() - began < 20
    over.set()
