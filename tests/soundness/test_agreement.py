"""The comparison of both speeds, and the hash that it uses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from zermelo import Game, check, games, load
from zermelo.native.host import KernelHost
from zermelo.native.mixing import mix
from zermelo.soundness.agreement import knowledge_differs, rules_differ

MORE = ["nim:piles=3,4,5", "leapfrog:cells=9", "twentyone:players=3", "tictactoe:width=4,height=3", "othello:size=4"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*games.names(), *MORE])
def test_the_games_agree_with_themselves(name):
    rules, asked = KernelHost(load(name)), KernelHost(load(name))
    assert rules_differ(rules, plays=20, plies=100, seed=1) is None
    assert knowledge_differs(asked, plays=4, plies=100, seed=1) is None
    assert (rules.speed, asked.speed) == ("native", "native")


class Big(NamedTuple):
    n: int
    mover: int


class Grows(Game):
    """A number that exceeds 64 bits after a few plies."""

    def initial(self):
        return Big(3, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for a in range(2, 4):
            yield a

    def result(self, s, a):
        return Big(s.n * s.n * a, 1 - s.mover)

    def is_terminal(self, s):
        return s.n > 10**17

    def utility(self, s, p):
        return 1 if p == 0 else -1


class Later(Grows):
    """The state stays small; only the computation of the utility overflows."""

    def utility(self, s, p):
        return (1 if p == 0 else -1) * (1 if s.n * s.n * s.n % 1_000_003 > 10 else 2)


class Unsigned(NamedTuple):
    n: np.uint64
    mover: int


class Meets(Grows):
    """An int is mixed with an np.uint64, and the result is a float."""

    def initial(self):
        return Unsigned(np.uint64(2**62 + 1), 0)

    def result(self, s, a):
        return Unsigned(s.n + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.n > 2**62 + 20


class Stays(Grows):
    """All numbers of the rules stay small; subclasses break the other methods that a search calls."""

    def result(self, s, a):
        return Big(s.n + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.n > 20


class WideKey(Stays):
    def key(self, s):
        return s.n**20 // 7 * 2 + s.mover


class WideValueBounds(Stays):
    def value_bounds(self, s):
        return -1, 1 if s.n**20 > 0 else 2


class WideSymmetry(Stays):
    def canonical(self, s):
        return Big(s.n**20 // 7 % 1000, s.mover)


class WideCandidates(Stays):
    def candidates(self, s):
        for a in self.actions(s):
            if a == 2 or s.n**20 > 0:
                yield a


class WideGuess(Stays):
    def evaluate(self, s, p):
        return (1 if p == 0 else -1) * (s.n**20 // 7 % 1000)


class WideOrder(Stays):
    def order(self, s, a):
        return s.n**20 // 7 % 1000 * a


class Restless(Stays):
    def noisy(self, s):
        for a in self.actions(s):
            if s.n**20 > 0:
                yield a


def test_numbers_that_stay_small_agree():
    assert rules_differ(KernelHost(Stays()), plays=20, plies=20, seed=1) is None
    report = check(Stays(), both_speeds=True)
    assert report.ok
    assert not report.notes


class WidePlayouts(Stays):
    def playout_action(self, s, random):
        return 2 + int(random) ** 3 // 7 % 2


@pytest.mark.parametrize(
    "game", [WidePlayouts, WideKey, WideValueBounds, WideSymmetry, WideCandidates, WideGuess, WideOrder, Restless]
)
def test_an_overflow_in_a_method_beside_the_rules_is_found(game):
    """Their rules are those of `Stays`, which agree."""
    assert knowledge_differs(KernelHost(game()), plays=20, plies=20, seed=1) is not None


@pytest.mark.parametrize("game", [Grows(), Later(), Meets()])
def test_an_overflow_in_the_rules_is_found(game):
    report = check(game, both_speeds=True)
    assert [finding.rule for finding in report.failures] == ["speeds-differ"]
    assert report.failures[0].position is not None
    assert check(game).ok


def test_the_reported_state_is_the_first_difference_of_its_play():
    found = rules_differ(KernelHost(Grows()), plays=50, plies=20, seed=3)
    assert found.state.n > 2**63
    before = found.actions[:-1]
    s = Grows().initial()
    for a in before:
        s = Grows().result(s, a)
    assert s.n < 2**63


def test_rules_that_do_not_compile_are_noted():
    class Above(Grows):
        def player(self, s):
            return super().player(s)

    report = check(Above(), both_speeds=True)
    assert report.ok
    assert [note.rule for note in report.notes] == ["plain-speed"]


def test_a_guess_that_does_not_compile_is_noted():
    class Knows(Stays):
        def evaluate(self, s, p):
            return super().evaluate(s, p)

    report = check(Knows(), both_speeds=True)
    assert report.ok
    assert [note.rule for note in report.notes] == ["plain-speed"]
    assert "Knows.evaluate" in report.notes[0].message


def test_a_guess_may_differ_in_its_last_digit():
    class Waves(Stays):
        def evaluate(self, s, p):
            return float(np.tanh(s.n / 7) * np.exp(-s.n / 3))

    assert knowledge_differs(KernelHost(Waves()), plays=20, plies=20, seed=1) is None


numbers = st.one_of(st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False), st.booleans())


@given(st.lists(numbers, min_size=1, max_size=6), st.integers(0, 2**64 - 1))
def test_mixing_has_64_bits_and_depends_on_the_order(values, total):
    mixed = mix(total, tuple(values))
    assert 0 <= mixed < 2**64
    again = total
    for value in values:
        again = mix(again, value)
    assert again == mixed


def test_mixing_distinguishes_states():
    states = [(x, y, z) for x in range(30) for y in range(30) for z in range(30)]
    assert len({mix(0, s) for s in states}) == len(states)
    assert len({mix(0, s) & 0xFFFF for s in states}) > 20_000
