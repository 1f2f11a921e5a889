"""Helpers stay LLVM IR: what is linked, and which functions can be called."""

from __future__ import annotations

from functools import reduce

import numba
import pytest

from over import One, OverAtFive as Base
from zermelo.native import native

pytestmark = pytest.mark.usefixtures("own_store")


def guess(game, s) -> float:
    return game.evaluate(s, 0)


def guess_again(game, s) -> float:
    return game.evaluate(s, 0) + 1.0


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


class EachOther(Base):
    def evaluate(self, s, p):
        return 1.0 if is_even(s.n) else 0.0

    def order(self, s, a):
        return 1.0 if is_odd(s.n) else 0.0


def odd_guess(game, s) -> float:
    return game.order(s, 1)


def test_functions_that_call_each_other_are_found_by_kernels_that_call_either():
    compiled = native(EachOther())
    for n in (0, 1, 6, 7):
        assert compiled.run(guess, One(n)) == (n % 2 == 0)
        assert compiled.run(odd_guess, One(n)) == n % 2
        assert compiled.run(guess_again, One(n)) == (n % 2 == 0) + 1
    for entry in compiled._entries.values():  # each has all that it calls, since it may be loaded without the others
        (made,) = entry.overloads.values()
        assert not [f.name for f in made.library._final_module.functions if f.is_declaration and "is_" in f.name]


def test_helpers_have_no_machine_code_of_their_own():
    compiled = native(EachOther())
    compiled.run(guess, One(1))
    helper = compiled._binding.namespaces.compiled(is_even)
    (made,) = helper.overloads.values()
    assert not made.library._finalized
    with pytest.raises(KeyError):
        helper(3)


@numba.njit
def twice(n):
    return 2 * n


class OfAnAuthor(Base):
    def evaluate(self, s, p):
        return float(twice(s.n))


def test_a_users_own_compiled_function_can_still_be_called_from_python():
    assert native(OfAnAuthor()).run(guess, One(4)) == 8
    assert twice(21) == 42


def added(total, n):
    if n < 0:
        raise ValueError("it is negative")
    return total + n


class CalledByNumba(Base):
    def evaluate(self, s, p):
        return float(reduce(added, (s.n, 2, 3)))


def test_what_numba_itself_calls_is_linked_and_can_raise():
    compiled = native(CalledByNumba())
    assert compiled.run(guess, One(4)) == 9
    assert compiled.run(guess_again, One(5)) == 11
    with pytest.raises(ValueError, match="it is negative"):
        native(Raises()).run(guess, One(-4))


class Raises(Base):
    def evaluate(self, s, p):
        return float(reduce(added, (2, s.n)))
