"""Actions of every type that compiles, numbers and tuples of numbers: both speeds equal the textbook."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from zermelo import Game
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question
from zermelo.native.mixing import mix
from zermelo.textbook.analyse import analyse

LENGTH = 6
WIDE = -1
"""The seed of a game of three plies with 12,000 actions in the third."""
GARBLED = 1_000
"""The node to which an action leads if it was not restored as it was stored."""


class Place(NamedTuple):
    ply: int
    node: int
    seed: int


class Wholes(Game):
    """A random game of one class: players, actions and results follow from the seed in the state."""

    bounds = (-3, 3)
    scored = True
    dice = 0

    def noise(self, s, salt, count):
        return (mix(mix(mix(mix(0, s.seed), s.ply), s.node), salt) >> 20) % count

    def initial(self):
        return Place(0, 0, 1)

    def player(self, s):
        return self.noise(s, 1, 2 + self.dice) - self.dice

    def count(self, s):
        if s.seed == WIDE:
            return 12_000 if s.ply == 2 else 2
        return 1 + self.noise(s, 2, 4)

    def actions(self, s):
        for i in range(self.count(s)):
            yield i

    def number(self, s, a):
        """The index of the action."""
        return a

    def probability(self, s, a):
        return 1 / self.count(s) if self.number(s, a) < GARBLED else 0

    def result(self, s, a):
        return Place(s.ply + 1, self.noise(s, 100 + self.number(s, a), 1000), s.seed)

    def is_terminal(self, s):
        return s.ply == (3 if s.seed == WIDE else LENGTH)

    def utility(self, s, p):
        return (self.noise(s, 3, 7) - 3) * (1 if p == 0 else -1)


class Halves(Wholes):
    def actions(self, s):
        for i in range(self.count(s)):
            yield i + 0.5

    def number(self, s, a):
        return int(a - 0.5) if a % 1 == 0.5 else GARBLED


class Truths(Wholes):
    def count(self, s):
        return 2

    def actions(self, s):
        yield False
        yield True

    def number(self, s, a):
        return 1 if a else 0


class Words(Wholes):
    def actions(self, s):
        for i in range(self.count(s)):
            yield np.uint64(2**64 - 9) + np.uint64(i)

    def number(self, s, a):
        return int(a - np.uint64(2**64 - 9))


class Move(NamedTuple):
    row: int
    weight: float


class Moves(Wholes):
    def actions(self, s):
        for i in range(self.count(s)):
            yield Move(i, 0.25 * i)

    def number(self, s, a):
        return a.row if a.weight == 0.25 * a.row else GARBLED


class Nested(Wholes):
    def actions(self, s):
        for i in range(self.count(s)):
            yield (s.ply, (i, i % 2 == 1)), 0.25 * i

    def number(self, s, a):
        (ply, (i, is_odd)), weight = a
        return i if ply == s.ply and is_odd == (i % 2 == 1) and weight == 0.25 * i else GARBLED


class Dicey(Nested):
    dice = 1


class Mixed(Wholes):
    """Outcomes have another type than the players' actions."""

    dice = 1

    def actions(self, s):
        for i in range(self.count(s)):
            yield 1.0 * i

    def candidates(self, s):
        for i in range(self.count(s)):
            yield i

    def number(self, s, a):
        return int(a)


class Party(Nested):
    players = 3
    zero_sum = False
    bounds = None

    def player(self, s):
        return self.noise(s, 1, 3)

    def utility(self, s, p):
        return self.noise(s, 3 + p, 5)


@cache
def both(game: type[Game]) -> tuple[Engine, Engine]:
    """An engine at the native speed, and one at the plain speed."""
    native, plain = Engine(game(), table=2**20), Engine(game(), table=2**20, plain=True)
    native.compile()
    assert native.why_plain is None
    return native, plain


slow = pytest.mark.slow
games = [
    Nested,
    Dicey,
    Mixed,
    Party,
    *(pytest.param(game, marks=slow) for game in (Wholes, Halves, Truths, Words, Moves)),
]


@pytest.mark.thorough
@pytest.mark.parametrize("game", games)
@given(seed=st.integers(1, 10**9))
def test_both_speeds_find_what_the_textbook_finds(game, seed):
    start = Place(0, 0, seed)
    known = analyse(game(), start, Limits(), algorithm=Chooser(game()).method(Question.TREE).name).values
    for engine in both(game):
        found = analysing.analyse(engine, start, Limits(depth=LENGTH))
        assert found.values == pytest.approx(known, abs=1e-9)
        assert found.proved
        s = start
        for a in found.line:
            assert game().number(s, a) < game().count(s)
            s = game().result(s, a)


@pytest.mark.thorough
def test_action_rows_grow_with_the_size_of_an_action():
    start = Place(0, 0, WIDE)
    native, plain = (analysing.analyse(engine, start, Limits(depth=3)) for engine in both(Nested))
    assert native.value == plain.value
    assert native.proved
