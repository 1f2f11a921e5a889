"""Declared properties of games: every method refuses invalid bounds and value bounds."""

from __future__ import annotations

from decimal import Decimal
from math import inf, nan
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo import Game, RuleError


class Heap(NamedTuple):
    left: int
    mover: int


class Take(Game):
    """Take 1, 2 or 3 of 8; the player who takes the last one wins: MIN does."""

    def initial(self):
        return Heap(8, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, min(3, s.left) + 1)

    def result(self, s, a):
        return Heap(s.left - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, p):
        return -1 if s.mover == p else 1


METHODS = {
    "engine": lambda game: zermelo.analyse(game, plain=True),
    "engine, one ply": lambda game: zermelo.analyse(game, plain=True, depth=1),
    "states": lambda game: zermelo.solve(game, method="states"),
    "search": lambda game: zermelo.solve(game, method="search", plain=True),
    "search, value": lambda game: zermelo.solve(game, method="search", plain=True, value_only=True),
    "tree": zermelo.tree,
    **{
        algorithm: lambda game, algorithm=algorithm: zermelo.analyse(game, algorithm=algorithm)
        for algorithm in ("minimax", "alphabeta", "expectiminimax", "expectimax", "maxn", "paranoid", "bestreply")
    },
    **{
        f"engine, {others}": lambda game, others=others: zermelo.analyse(game, others=others, plain=True)
        for others in ("maxn", "paranoid", "bestreply")
    },
    "engine, level": lambda game: zermelo.analyse(game, level=0.5, plain=True),
}

NO_INTERVALS = [(1, -1), (nan, 1), (-1, nan), (1.0,), (-1, 0, 1), "ab", 5, (None, 1), (Decimal(1), Decimal(-1))]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("wrong", NO_INTERVALS, ids=str)
def test_invalid_bounds_are_refused_by_every_method(method, wrong):
    class Wrong(Take):
        bounds = wrong

    with pytest.raises(RuleError, match=r"Wrong\.bounds is "):
        METHODS[method](Wrong())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("wrong", NO_INTERVALS, ids=str)
def test_invalid_value_bounds_are_refused_by_every_method(method, wrong):
    class Wrong(Take):
        def value_bounds(self, s):
            return wrong

    with pytest.raises(RuleError, match=r"Wrong\.value_bounds returned .* in 'Heap\(left=8, mover=0\)'"):
        METHODS[method](Wrong())


@pytest.mark.parametrize("wrong", NO_INTERVALS, ids=str)
def test_the_check_finds_invalid_bounds_and_value_bounds(wrong):
    class WrongBounds(Take):
        bounds = wrong

    class WrongValueBounds(Take):
        def value_bounds(self, s):
            return wrong

    assert [f.rule for f in zermelo.check(WrongBounds()).failures] == ["declared"]
    assert [f.rule for f in zermelo.check(WrongValueBounds()).failures] == ["value_bounds"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("right", [(-inf, inf), (-1, inf), (-1, 1), (np.array(-1), Decimal(1))], ids=str)
def test_bounds_of_any_kind_of_number_change_no_value(method, right):
    class Right(Take):
        bounds = right

    assert METHODS[method](Right()) is not None
    if method in ("engine", "states", "search", "minimax", "engine, maxn"):
        found = METHODS[method](Right())
        assert (found.value, found.proved) == (-1, True)


def test_value_bounds_is_never_called_for_a_terminal_state():
    class Odd(Take):
        def value_bounds(self, s):
            return (1, -1) if s.left == 0 else (-1, 1)

    for method in ("engine", "states", "search", "alphabeta"):
        assert METHODS[method](Odd()).value == -1
    assert zermelo.solve(Odd(), Heap(0, 1)).value == 1


def test_the_old_name_of_value_bounds_is_refused_with_the_new_one():
    with pytest.raises(RuleError, match=r"Old\.limits\(s\) is now called value_bounds\(s\)"):

        class Old(Take):
            def limits(self, s):
                return -1, 1


def test_an_attribute_limits_with_another_meaning_is_allowed():
    class Own(Take):
        limits = (-1, 1)

    class Helper(Take):
        def limits(self, s, p):
            return s.left, p

    assert Own().limits == (-1, 1)
    assert Helper().limits(Heap(8, 0), 1) == (8, 1)
