"""Rules as machine code give the same results as in plain Python, for every game."""

from __future__ import annotations

import re
import sys
from enum import IntEnum
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from zermelo import Game, load, put
from zermelo.kernels.counting import perft, random_plays
from zermelo.native import NotNativeError, loaded, native
from zermelo.native.bits import count_bits, each_bit, highest_bit, lowest_bit
from zermelo.soundness.agreement import fingerprint

GAMES = ["connect4", "leapfrog:cells=9", "pig", "twentyone:players=3", "tictactoe:width=4,height=3", "othello:size=4"]


@pytest.mark.parametrize("name", GAMES)
def test_both_speeds_agree(name):
    """What these kernels count is the same; `tests/soundness` compares every rule of every game."""
    game = load(name)
    s = game.initial()
    compiled = native(game)
    assert compiled.run(perft, s, 3, 1) == perft(game, s, 3, 1)
    for seed in (1, 2, 3):
        assert compiled.run(random_plays, s, 20, 200, seed) == random_plays(game, s, 20, 200, seed)


def test_the_compiler_does_not_replace_standard_output(monkeypatch):
    """It may run in the background while another thread prints."""
    pytest.importorskip("colorama")
    for name in ("init", "reinit", "deinit"):
        monkeypatch.setattr(f"numba.core.errors.{name}", pytest.fail)
    with pytest.raises(NotNativeError):
        native(Unknown()).run(perft, Unknown().initial(), 2, 1)


def test_what_this_process_has_loaded_is_known():
    game = load("nim:piles=2,2,1")
    assert not loaded(game, perft)
    native(game).run(perft, game.initial(), 2, 1)
    assert loaded(game, perft)
    assert loaded(load("nim:piles=2,2,1"), perft)  # the same rules
    assert not loaded(game, random_plays)
    assert not loaded(load("nim:piles=2,1,2"), perft)


def test_nothing_is_loaded_while_another_thread_imports_the_compiler(monkeypatch):
    monkeypatch.setitem(sys.modules, "zermelo.native.compiling", ModuleType("zermelo.native.compiling"))
    assert not loaded(load("nim"), perft)


class Heap(NamedTuple):
    left: np.uint64
    marks: tuple[int, int, int]
    share: float
    mover: int


WEIGHTS = [1, 2, 3]
OFFSETS = np.array([5, 6, 7])


def collatz(n):
    return 0 if n <= 1 else 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)


def twice(n):
    return 2 * once(n)


def once(n):
    return n


class Everything(Game):
    """Uses every supported construct: helpers, recursion, lists and arrays as constants, bits, tuples, defaults."""

    limit = 40

    def __init__(self, start: int = 3):
        self.start = start
        self.steps = (1, 2, 3)

    def initial(self):
        return Heap(np.uint64(2**63 + self.start), (0, 0, 0), 0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for i in range(len(self.steps)):
            if s.marks[i] < 4:
                yield i

    def result(self, s, a, bonus=1):
        marks = put(s.marks, a, s.marks[a] + bonus)
        turned = (s.left << np.uint64(1)) | (s.left >> np.uint64(63))
        return Heap(turned ^ np.uint64(a), marks, s.share + WEIGHTS[a] / 2 + OFFSETS[a], 1 - s.mover)

    def is_terminal(self, s):
        return self.plies(s) >= 12 or collatz(self.plies(s)) > self.limit or twice(3) != 6

    def plies(self, s):
        return s.marks[0] + s.marks[1] + s.marks[2]

    def utility(self, s, p):
        total = 0
        for i in each_bit(s.left):
            total += i
        sign = 1 if p == 0 else -1
        lowest, highest = lowest_bit(s.left), highest_bit(s.left)
        return sign * (total + count_bits(s.left) - lowest + highest + int(s.left).bit_count() * 0)


def test_every_supported_construct_works_at_both_speeds():
    game = Everything()
    compiled = native(game)
    assert compiled.run(perft, game.initial(), 5, 1) == perft(game, game.initial(), 5, 1)
    assert compiled.run(random_plays, game.initial(), 50, 99, 5) == random_plays(game, game.initial(), 50, 99, 5)


def test_parameters_are_part_of_the_machine_code():
    small, large = native(load("twentyone:goal=5")), native(load("twentyone:goal=9"))
    start = load("twentyone").initial()
    assert (small.run(perft, start, 4, 0), large.run(perft, start, 4, 0)) == (3, 69)


class Base(Game):
    def initial(self):
        return (0, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        for a in range(1, 3):
            yield a

    def result(self, s, a):
        return (s[0] + a, 1 - s[1])

    def is_terminal(self, s):
        return s[0] >= 6

    def utility(self, s, p):
        return 1 if s[1] == p else -1


TABLE = {1: 2}


class Dictionary(Base):
    def result(self, s, a):
        return (s[0] + TABLE[1], 1 - s[1])


class Super(Base):
    def result(self, s, a):
        return super().result(s, a)


class OfBase(Base):
    def result(self, s, a):
        return Base.result(self, s, a)


class Replaced(Base):
    def result(self, s, a):
        return s._replace(**{"total": a})


class Walrus(Base):
    def is_terminal(self, s):
        return (n := s[0]) >= 6 or n < 0


class Generator(Base):
    def is_terminal(self, s):
        return len(tuple(n for n in (6, 7) if s[0] >= n)) > 0


class ByName(Base):
    def result(self, s, a):
        return self.go(s, a=a)

    def go(self, s, *, a):
        return (s[0] + a, 1 - s[1])


class Unknown(Base):
    def is_terminal(self, s):
        return s.nothing >= 6


class Words(Base):
    def initial(self):
        return ("word", 0)


@pytest.mark.parametrize(
    ("game", "method", "advice"),
    [
        (Dictionary, "Dictionary.result", "use a tuple"),
        (Super, "Super.result", "super"),
        (OfBase, "OfBase.result", "name of its own"),
        (Replaced, "Replaced.result", "make a new state"),
        (Walrus, "Walrus.is_terminal", "assign on a line of its own"),
        (Generator, "Generator.is_terminal", "write the loop"),
        (ByName, "ByName.result", "pass them by position"),
        (Unknown, "Unknown.is_terminal", "nothing"),
        (Words, "Words.initial", "NamedTuples of numbers"),
    ],
)
def test_rules_that_do_not_compile_are_explained(game, method, advice):
    with pytest.raises(NotNativeError) as caught:
        native(game()).run(perft, game().initial(), 2, 1)
    assert str(caught.value).startswith(method)
    assert advice in str(caught.value)
    if game is not Words:
        assert f"{__file__}, line " in str(caught.value)


class Passes(Base):
    def actions(self, s):
        yield 1
        yield None

    def result(self, s, a):
        return (s[0] + (1 if a is None else a), 1 - s[1])


class Shapes(Base):
    def actions(self, s):
        return [(1,), (1, 0)]

    def result(self, s, a):
        return (s[0] + a[0], 1 - s[1])


class Named(Base):
    def actions(self, s):
        return ["one", "three"]

    def result(self, s, a):
        return (s[0] + len(a), 1 - s[1])


class Empty(Base):
    def actions(self, s):
        return ()


class Step(IntEnum):
    SMALL = 1
    LARGE = 2


class Enumerated(Base):
    def actions(self, s):
        return [Step.SMALL, Step.LARGE]

    def result(self, s, a):
        return (s[0] + (1 if a == Step.SMALL else 2), 1 - s[1])


@pytest.mark.parametrize(
    ("game", "advice"),
    [
        (Passes, "have to be of one type: numbers, or tuples of the same number of numbers"),
        (Shapes, "have to be of one type: numbers, or tuples of the same number of numbers"),
        (
            Named,
            "unicode_type is not a number: states, keys and actions have to be made of numbers\n"
            "  text is not supported in rules",
        ),
        (Empty, "leave the method out, or yield"),
        (Enumerated, "use numbers, UP, DOWN = 0, 1"),
    ],
)
def test_unsupported_actions_are_explained(game, advice):
    with pytest.raises(NotNativeError, match=re.escape(advice)):
        native(game()).run(fingerprint, game().initial(), 2, 1)


def test_an_exception_in_a_rule_is_raised():
    class Late(Base):
        def is_terminal(self, s):
            return 1 // (3 - s[0]) > 5

    with pytest.raises(ZeroDivisionError):
        native(Late()).run(perft, (0, 0), 5, 1)


def test_an_index_beyond_an_array_is_an_error_and_not_a_crash():
    class Beyond(Base):
        def is_terminal(self, s):
            return OFFSETS[s[0] * 1000] > 100

    with pytest.raises(IndexError):
        native(Beyond()).run(perft, (0, 0), 5, 1)
