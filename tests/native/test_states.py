"""States as machine code: a number that it would change is refused, and the rules run at the plain speed."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from random_graphs import Graph, Spot
from zermelo import Game, put, solve
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.kernels.counting import perft
from zermelo.native import NotNativeError, native
from zermelo.native.states import MisfitError, flatten, state_type


class Heap(NamedTuple):
    h: int
    mover: int


class Take(Game):
    """The player to move when nothing is left has lost."""

    def initial(self):
        return Heap(4, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, 3)

    def result(self, s, a):
        return Heap(s.h - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.h <= 0

    def utility(self, s, p):
        return -1 if s.mover == p else 1


class Halves(Take):
    def result(self, s, a):
        return Heap(s.h - a / 2, 1 - s.mover)


class Unnamed(Take):
    def initial(self):
        return (4, 0)

    def player(self, s):
        return s[1]

    def result(self, s, a):
        return (s[0] - a / 2, 1 - s[1])

    def is_terminal(self, s):
        return s[0] <= 0

    def utility(self, s, p):
        return -1 if s[1] == p else 1


class Nested(NamedTuple):
    heaps: tuple[int, int]
    mover: int


class InTuple(Take):
    def initial(self):
        return Nested((4, 4), 0)

    def result(self, s, a):
        return Nested((s.heaps[0] - a / 2, s.heaps[1]), 1 - s.mover)

    def is_terminal(self, s):
        return s.heaps[0] <= 0


class PutIntoTuple(InTuple):
    def result(self, s, a):
        return Nested(put(s.heaps, 0, s.heaps[0] - a / 2), 1 - s.mover)


class Replaced(Take):
    def result(self, s, a):
        return s._replace(h=s.h - a / 2, mover=1 - s.mover)


class Canonical(Take):
    def canonical(self, s):
        return Heap(s.h / 1, s.mover)


class Begins(Take):
    def initial(self):
        return Heap(8 / 2, 0)


class Number(Take):
    players = 1

    def initial(self):
        return 4

    def player(self, s):
        return 0

    def result(self, s, a):
        return s - a / 2

    def is_terminal(self, s):
        return s <= 0

    def utility(self, s, p):
        return s


class Flagged(NamedTuple):
    h: int
    mover: int
    moved: bool


class CountsInFlag(Take):
    def initial(self):
        return Flagged(4, 0, False)

    def result(self, s, a):
        return Flagged(s.h - 1, 1 - s.mover, s.moved + a)

    def is_terminal(self, s):
        return s.moved == 2 or s.h <= 0


class Wide(NamedTuple):
    h: np.uint64
    mover: int


class MeetsInt(Take):
    def initial(self):
        return Wide(np.uint64(4), 0)

    def result(self, s, a):
        return Wide(s.h - np.uint64(1) if a > 1 else 0, 1 - s.mover)


class Narrow(NamedTuple):
    h: np.float32
    mover: int


class Rounded(Take):
    def initial(self):
        return Narrow(np.float32(4), 0)

    def result(self, s, a):
        return Narrow(s.h - a / 3, 1 - s.mover)


class HalfAPlayer(Take):
    def player(self, s):
        return s.mover / 2


@pytest.mark.parametrize(
    ("game", "where", "fault", "advice"),
    [
        (Halves, "result", "a float is stored in 'h', which has to be an int", "`h: float`"),
        (Unnamed, "result", "a float is stored in 'state[0]', which has to be an int", "// in place of /"),
        (InTuple, "result", "a float is stored in 'heaps[0]', which has to be an int", "int(...)"),
        (PutIntoTuple, "result", "a float is put into a tuple, each part of which has to be an int", "// in place"),
        (Replaced, "result", "a float is stored in 'h', which has to be an int", "`h: float`"),
        (Canonical, "canonical", "a float is stored in 'h', which has to be an int", "`h: float`"),
        (Begins, "initial", "a float is stored in 'h', which has to be an int", "`h: float`"),
        (Number, "result", "a float is returned, which has to be an int", "// in place of /"),
        (CountsInFlag, "result", "an int is stored in 'moved', which has to be a bool", "n != 0"),
        (MeetsInt, "result", "a float is stored in 'h', which has to be np.uint64", "np.uint64(n)"),
        (Rounded, "result", "a float is stored in 'h', which has to be np.float32", "np.float32(x)"),
        (HalfAPlayer, "player", "a float is returned, which has to be an int", "// in place of /"),
    ],
)
def test_a_number_that_machine_code_would_change_does_not_compile(game, where, fault, advice):
    with pytest.raises(NotNativeError) as caught:
        native(game()).run(asked, game().initial())
    message = str(caught.value)
    assert message.startswith(f"{game.__name__}.{where}: {fault}")
    assert f"{__file__}, line " in message
    assert advice in message


def asked(game: Game, s) -> float:
    """Calls all rules that return a state or a number for kernels."""
    t = game.canonical(s)
    for a in game.actions(t):
        t = game.result(t, a)
    return 0.0 if game.is_terminal(t) else game.player(t) + game.player(game.initial())


@pytest.mark.parametrize("game", [Halves(), Replaced(), PutIntoTuple(), CountsInFlag()])
def test_the_answer_is_that_of_the_plain_speed(game):
    plain, compiled = (Engine(game, table=1 << 20, plain=is_plain) for is_plain in (True, False))
    compiled.compile()
    limits = Limits(nodes=100_000)
    one, other = (analysing.analyse(engine, game.initial(), limits) for engine in (plain, compiled))
    assert (one.value, one.proved, one.nodes) == (other.value, other.proved, other.nodes)
    assert other.speed == "plain"
    assert "which has to be" in other.notes[0]


class Exact(NamedTuple):
    h: float
    halves: tuple[float, ...]
    inner: Heap
    moved: bool
    board: np.uint64


class Everything(Take):
    """What is exact compiles: an int where a float is declared, a bool where an int is, integers of any kind."""

    def initial(self):
        return Exact(4, (0, 0), Heap(0, 0), False, np.uint64(0))

    def player(self, s):
        return s.inner.mover

    def result(self, s, a):
        inner = Heap(s.inner.h + (a > 1), 1 - s.inner.mover)
        return Exact(s.h - a / 2, put(s.halves, 0, a), inner, s.h > 2, 1 << a)

    def is_terminal(self, s):
        return s.h <= 0

    def utility(self, s, p):
        return s.inner.h + s.halves[0] + (s.board == 2) + s.moved if p == 0 else -1


def test_exact_conversions_compile():
    game, s = Everything(), Everything().initial()
    assert native(game).run(perft, s, 7, 1) == perft(game, s, 7, 1)


class Truth(Take):
    def is_terminal(self, s):
        return 0.0 if s.h > 0 else 0.5


def test_is_terminal_may_return_any_truth_value():
    game, s = Truth(), Truth().initial()
    assert native(game).run(perft, s, 6, 1) == perft(game, s, 6, 1)


@pytest.mark.parametrize("state", [Heap(2.5, 0), Heap(2**70, 0), Heap(float("inf"), 0), Heap("4", 0), (4, 0, 0), 4])
def test_a_state_of_another_type_is_refused(state):
    with pytest.raises(NotNativeError, match="does not fit"):
        native(Take()).run(perft, state, 1, 1)


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (Everything(), Exact(2**53 + 1, (0, 0), Heap(0, 0), False, np.uint64(0))),
        (Rounded(), Narrow(0.1, 0)),
        (Rounded(), Narrow(2**24 + 1, 0)),
    ],
)
def test_a_number_that_would_be_rounded_is_refused(game, state):
    with pytest.raises(MisfitError, match=r"is not (a float|np\.float32)"):
        flatten(state, state_type(game.initial(), type(state)))


def test_a_state_of_another_type_is_searched_plainly():
    engine = Engine(Graph(), table=1 << 20)  # which other tests compile too
    engine.compile()
    assert engine.speed == "native"
    s = Spot(seed=5, size=9, loops=0, utilities=2, node=0, digits=0.5)
    found = analysing.analyse(engine, s, Limits(nodes=10_000))
    assert (found.value, found.proved, found.speed) == (solve(Graph(), s, plain=True).value, True, "plain")
    assert "0.5 is not an int" in found.notes[0]


def test_a_whole_float_is_the_same_state():
    assert native(Take()).run(perft, Heap(4.0, False), 3, 1) == perft(Take(), Heap(4, 0), 3, 1)


class Side(IntEnum):
    ONE = 0
    OTHER = 1


class OfSide(NamedTuple):
    h: int
    mover: Side


class Sided(Take):
    def initial(self):
        return OfSide(4, Side.ONE)

    def result(self, s, a):
        return OfSide(s.h - a, Side(1 - s.mover))


def test_an_enum_in_a_state_is_refused():
    with pytest.raises(NotNativeError, match=r"Sided\.initial: .*Side\.ONE.* is a Side, not a number"):
        native(Sided())


def test_rules_that_are_refused_are_sound_all_the_same():
    report = zermelo.check(Sided(), plays=5, both_speeds=True)
    assert report.ok
    assert any(note.rule == "plain-speed" for note in report.notes)
