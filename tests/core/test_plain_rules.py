"""Rules at the plain speed: a `result` that modifies a state is detected, and numbers may have any type."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

import numpy as np
import pytest

import zermelo
from zermelo import CHANCE, Game, RuleError
from zermelo.core.values import is_float


class ByValue:
    """A mutable heap that defines equality."""

    def __init__(self, left, mover):
        self.left, self.mover = left, mover

    def __eq__(self, other):
        return (self.left, self.mover) == (other.left, other.mover)

    def __hash__(self):
        return hash((self.left, self.mover))

    def __repr__(self):
        return f"Heap({self.left}, {self.mover})"


class ByIdentity:
    """A mutable heap that is equal only to itself."""

    def __init__(self, left, mover):
        self.left, self.mover = left, mover

    def __repr__(self):
        return f"Heap({self.left}, {self.mover})"


class InSlots:
    __slots__ = ("left", "mover")
    __init__, __repr__ = ByIdentity.__init__, ByIdentity.__repr__


class Board:
    def __init__(self, left):
        self.rows = [[left]]


class Deep:
    """A heap that is kept in a list of lists, in an object within."""

    def __init__(self, left, mover):
        self.board, self.mover = Board(left), mover

    left = property(lambda self: self.board.rows[0][0], lambda self, n: self.board.rows[0].__setitem__(0, n))
    __repr__ = ByIdentity.__repr__


class WithArray:
    def __init__(self, left, mover):
        self.cells, self.mover = np.array([left]), mover

    left = property(lambda self: int(self.cells[0]), lambda self, n: self.cells.__setitem__(0, n))
    __repr__ = ByIdentity.__repr__


HEAPS = [ByValue, ByIdentity, InSlots, Deep, WithArray]


class Take(Game):
    """Players take one to three of five; the player who takes the last one wins."""

    heap = ByValue

    def initial(self):
        return self.heap(5, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, min(3, s.left) + 1)

    def result(self, s, a):
        return type(s)(s.left - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.left <= 0

    def utility(self, s, p):
        return -1 if s.mover == p else 1


class Changes(Take):
    """`result` modifies and returns the given state."""

    def result(self, s, a):
        s.left -= a
        s.mover = 1 - s.mover
        return s


class ChangesAndCopies(Take):
    """`result` returns a new state, but modifies the given one too."""

    def result(self, s, a):
        s.left -= a
        return type(s)(s.left, 1 - s.mover)


class InTuple(Changes):
    """The heap is within a tuple."""

    def initial(self):
        return (super().initial(), "a heap")

    def player(self, s):
        return super().player(s[0])

    def actions(self, s):
        return super().actions(s[0])

    def result(self, s, a):
        return (super().result(s[0], a), s[1])

    def is_terminal(self, s):
        return super().is_terminal(s[0])

    def utility(self, s, p):
        return super().utility(s[0], p)


class WithChance(Changes):
    def probability(self, s, a):
        return 1 / min(3, s.left)


METHODS = {
    "engine": lambda game: zermelo.analyse(game, nodes=10_000),
    "lines": lambda game: zermelo.analyse(game, nodes=10_000, lines=3),
    "minimax": lambda game: zermelo.analyse(game, algorithm="minimax"),
    "alphabeta": lambda game: zermelo.analyse(game, algorithm="alphabeta"),
    "best first": lambda game: zermelo.analyse(game, algorithm="alphabeta", read_from="best"),
    "maxn": lambda game: zermelo.analyse(game, algorithm="maxn"),
    "states": lambda game: zermelo.solve(game, method="states"),
    "search": lambda game: zermelo.solve(game, method="search"),
    "tree": zermelo.tree,
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("heap", HEAPS)
@pytest.mark.parametrize("rules", [Changes, ChangesAndCopies, InTuple])
def test_a_result_that_modifies_the_state_is_detected(rules, heap, method):
    game = rules()
    game.heap = heap
    with pytest.raises(RuleError, match=rf"{rules.__name__}\.result .*Heap\(5, 0\).*action 1"):
        METHODS[method](game)


@pytest.mark.parametrize("heap", HEAPS)
def test_a_modified_state_is_detected_with_chance_too(heap):
    game = WithChance()
    game.heap = heap
    for ask in (zermelo.solve, lambda game: zermelo.analyse(game, nodes=10_000)):
        with pytest.raises(RuleError, match=r"WithChance\.result"):
            ask(game)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("heap", HEAPS)
def test_a_mutable_state_that_stays_unchanged_is_searched(heap, method):
    if method == "states" and heap is not ByValue:
        pytest.skip("a solver has to know a state when it meets it again")
    game = Take()
    game.heap = heap
    answer = METHODS[method](game)
    assert getattr(answer, "analysis", answer).value == 1


@dataclass(eq=False)
class Remembering:
    """It caches a value, which does not count as a change."""

    left: int
    mover: int

    @cached_property
    def most(self):
        return min(3, self.left)


class Remembers(Take):
    heap = Remembering

    def result(self, s, a):
        assert a <= s.most
        return super().result(s, a)


def test_a_cached_property_is_not_a_change():
    assert zermelo.analyse(Remembers(), nodes=10_000).proved


class Paid(Take):
    """The winner's utility has the given type of number."""

    pay = 1

    def initial(self):
        return (5, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        return range(1, min(3, s[0]) + 1)

    def result(self, s, a):
        return (s[0] - a, 1 - s[1])

    def is_terminal(self, s):
        return s[0] <= 0

    def utility(self, s, p):
        return -self.pay if s[1] == p else self.pay


class PaidByChance(Paid):
    def player(self, s):
        return CHANCE if s[0] == 3 else s[1]

    def probability(self, s, a):
        one = type(self.pay)(1) if isinstance(self.pay, (Decimal, Fraction)) else np.float64(1)
        return one / 4 if a != 2 else one / 2


class PaidAmongThree(Paid):
    players = 3

    def result(self, s, a):
        return (s[0] - a, (s[1] + 1) % 3)


NUMBERS = [Decimal(2), Decimal("0.1"), Fraction(1, 3), np.array(2), np.array(0.5), np.float32(0.5), np.int64(2)]


@pytest.mark.parametrize("pay", NUMBERS)
@pytest.mark.parametrize("rules", [Paid, PaidByChance, PaidAmongThree])
def test_utilities_may_be_numbers_of_any_kind(rules, pay):
    game = rules()
    game.pay = pay
    values = {
        name: ask(game)
        for name, ask in METHODS.items()
        if name != "tree"
        and (rules is Paid or name in ("engine", "lines", "maxn", "states"))
        and (name != "search" or is_float(pay))  # which computes in floats, and refuses what it would have to round
    }
    for name, answer in values.items():
        assert answer.proved, name
        assert float(answer.value) == pytest.approx(float(values["states"].value), rel=1e-15), name
        assert isinstance(answer.to_json()["value"], (int, float))


class Declared(Paid):
    """All declared numbers and evaluations have this type too."""

    pay = Decimal("0.75")
    total = Decimal("0.5")
    bounds = (Decimal("-0.25"), Decimal("0.75"))

    def utility(self, s, p):
        return Decimal("-0.25") if s[1] == p else Decimal("0.75")

    def evaluate(self, s, p):
        return Decimal("0.1")

    def order(self, s, a):
        return Decimal(a)

    def value_bounds(self, s):
        return self.bounds

    def infinite_play(self, p):
        return Decimal("0.25")


@pytest.mark.parametrize("method", METHODS)
def test_declared_numbers_may_be_of_any_kind(method):
    answer = METHODS[method](Declared())
    answer = getattr(answer, "analysis", answer)
    assert (answer.proved, float(answer.value), float(answer.values[1])) == (True, 0.75, -0.25)
    assert zermelo.analyse(Declared(), depth=1, plain=True).action is not None
    assert zermelo.analyse(Declared(), depth=1, algorithm="maxn").action is not None


@pytest.mark.parametrize("game", [Declared(), PaidByChance()])
def test_a_check_accepts_any_kind_of_number(game):
    assert zermelo.check(game, plays=5, both_speeds=True).ok
