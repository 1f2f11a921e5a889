"""Join codes, names, and the wait after wrong codes."""

from __future__ import annotations

import pytest

from zermelo import LimitError, ParseError
from zermelo.web.classroom import Classroom
from zermelo.web.joining import ADDRESSES, ALPHABET, FREE_TRIES, LONGEST_WAIT, Gate, checked_name, new_code


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_codes_differ_and_have_no_letters_that_look_alike():
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert set("".join(codes)) <= set(ALPHABET)
    assert not set("IL1O0") & set(ALPHABET)


def test_the_code_is_accepted_in_small_letters(clock):
    assert Gate("ABC234", clock).admits("a", " abc234 ")


def test_five_wrong_codes_are_free_and_then_even_the_right_one_waits(clock):
    gate = Gate("ABC234", clock)
    for _ in range(FREE_TRIES):
        assert gate.wait("a") == 0
        assert not gate.admits("a", "WRONG")
    assert gate.wait("a") > 0
    assert not gate.admits("a", "ABC234")
    clock.now += gate.wait("a")
    assert gate.admits("a", "ABC234")
    assert gate.wait("a") == 0


def test_the_wait_is_told_in_whole_seconds_and_never_as_none(clock):
    gate = Gate("ABC234", clock)
    for _ in range(FREE_TRIES):
        gate.admits("a", "WRONG")
    clock.now += gate.wait("a") - 0.2
    with pytest.raises(LimitError, match=r"try again in 1 s"):
        Classroom(gate).join("a", "Ann", "ABC234", lambda message: None)


def test_waits_double_up_to_a_minute(clock):
    gate, waits = Gate("ABC234", clock), []
    for _ in range(FREE_TRIES + 8):
        clock.now += gate.wait("a")
        gate.admits("a", "WRONG")
        waits.append(gate.wait("a"))
    assert waits == [0.0] * (FREE_TRIES - 1) + [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0, 60.0]
    assert max(waits) == LONGEST_WAIT


def test_thousands_of_wrong_codes_wait_no_longer(clock):
    gate = Gate("ABC234", clock)
    for _ in range(1100):
        clock.now += gate.wait("a")
        assert not gate.admits("a", "WRONG")
    assert gate.wait("a") == LONGEST_WAIT


def test_tries_during_a_wait_do_not_count(clock):
    gate = Gate("ABC234", clock)
    for _ in range(100):
        gate.admits("a", "WRONG")
    assert gate.wait("a") == 2.0


def test_an_address_does_not_slow_others_down(clock):
    gate = Gate("ABC234", clock)
    for _ in range(20):
        gate.admits("a", "WRONG")
    assert gate.admits("b", "ABC234")


def test_memory_for_wrong_codes_is_bounded(clock):
    gate = Gate("ABC234", clock)
    for i in range(3 * ADDRESSES):
        gate.admits(str(i), "WRONG")
    assert len(gate._wrong) == ADDRESSES


@pytest.mark.parametrize("name", ["Ann", "Ann-Marie O'Neill", "Jörg 2", "李雷", "  Ann   B. "])
def test_names(name):
    assert checked_name(name) == " ".join(name.split())


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "<b>Ann</b>",
        "<script>alert(1)</script>",
        "a" * 41,
        "Ann\u202e",
        "Ann&amp;",
        'Ann"',
        "\u200b",
        "=1+1",
        "{{x}}",
    ],
)
def test_names_that_are_refused(name):
    with pytest.raises(ParseError):
        checked_name(name)
