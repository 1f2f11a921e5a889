"""The computer with its engine and its clock."""

from __future__ import annotations

import time
from threading import Event, Timer

import pytest
from hypothesis import given, strategies as st

from zermelo import LimitError, load
from zermelo.limits import Clock, Limits
from zermelo.play import Computer, Match

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


def test_sharing_a_clock_uses_it_and_never_up():
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
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(LimitError, match="clock"):
        Clock.parse(text)


def computer(name: str, limits: Limits, **settings) -> Computer:
    game = load(name)
    return Computer(game, limits, game.initial(), plain=True, table=2**20, **settings)


def test_the_clock_is_kept_over_a_game():
    player = computer("connect4", Limits(depth=20), clock=Clock(2, 0.01))
    match = Match(player.game)
    began = time.perf_counter()
    for _ in range(8):
        match.play(player.choose(match.state).action)
    assert time.perf_counter() - began < 4
    assert 0 < player.clock.seconds < 2.1


def test_a_limit_of_seconds_holds_beside_a_clock():
    player = computer("connect4", Limits(depth=50, seconds=0.1), clock=Clock(1_000))
    began = time.perf_counter()
    player.choose(player.game.initial())
    assert time.perf_counter() - began < 2


def test_the_engine_finds_a_win_that_lies_deeper_than_one_ply():
    player = computer("connect4", Limits(nodes=20_000))
    s = player.game.parse("4455")  # 3 or 6 makes two open ends
    assert player.game.show_action(s, player.choose(s).action) in ("3", "6")


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
    assert all(c.line[0] == c.action for c in choices)


def test_a_word_makes_it_move_at_once():
    player, stop = computer("connect4", Limits(depth=40)), Event()
    Timer(0.2, stop.set).start()
    began = time.perf_counter()
    choice = player.choose(player.game.initial(), stop)
    assert time.perf_counter() - began < 1.2
    assert choice.action in range(7)


def test_a_computer_told_to_stop_before_it_began_still_moves():
    player, stop = computer("connect4", Limits(seconds=5)), Event()
    stop.set()
    assert player.choose(player.game.initial(), stop).action in range(7)
