"""Generators that are inlined into loops yield the same values as in plain Python."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from over import Over
from zermelo.native import NotNativeError, native
from zermelo.native.bits import each_bit


class Two(NamedTuple):
    first: int
    second: int


class Yields(Over):
    """Nothing but a state and what can be yielded of it."""

    def initial(self):
        return Two(0, 0)


def bits_of(n):
    for bit in each_bit(n):
        yield 3 * bit


def odd_below(n):
    for i in range(n):
        if i % 2:
            yield i


def pairs_below(n):
    for i in range(n):
        for j in range(i):
            if (i + j) % 3:
                yield 10 * i + j


def of_another(n):
    yield -1
    for i in bits_of(n):
        for j in odd_below(i):
            yield 100 * i + j
    yield -2


def one_after_another(n):
    for i in range(n % 4):
        yield i
    for i in range(n % 3, n % 7):
        yield -i
    for i in bits_of(n):
        yield i


def numbered(n):
    for i, bit in enumerate(bits_of(n)):
        yield i * bit
    for i, j in zip(range(n), (5, 6, 7)):  # noqa: B905  # Numba takes no `strict`
        yield i * j
    for i in (n, n + 1):
        yield i


def held(n):
    rest = odd_below(n)
    if n > 1:
        yield 77
    for i in rest:
        yield i


made_of = bits_of
"""Which of them a game yields."""


def all_of(game, s) -> float:
    """A number that depends on all yielded actions and on their order; the first loop may end early."""
    total = 0.0
    for a in game.actions(s):
        total = total * 0.75 + a
        if s.second and a > 6:
            break
    for a in game.actions(s):
        total = total * 0.5 - a
    return total


@pytest.mark.parametrize("made", [bits_of, odd_below, pairs_below, of_another, one_after_another, numbered, held])
def test_the_same_is_yielded_at_both_speeds(made):
    class These(Yields):
        def actions(self, s):
            yield from made_of(s.first)

    globals()["made_of"] = made
    game = These()
    compiled = native(game)
    for n in (0, 1, 2, 5, 8, 11, 14):
        for second in (0, 1):
            s = Two(n, second)
            assert compiled.run(all_of, s) == all_of(game, s)


def test_the_iterator_of_a_generator_needs_no_memory():
    class Bits(Yields):
        def actions(self, s):
            for bit in each_bit(s.first):
                yield 3 * bit

    compiled = native(Bits())
    compiled.run(all_of, Two(5, 0))
    (made,) = compiled._entries[all_of].inspect_llvm().values()
    body = re.search(r"^define [^\n]*entry[^\n]*\n(.*?)^}", made, re.MULTILINE | re.DOTALL)
    assert body is not None
    assert "cttz" in body[1]
    assert "alloca" not in body[1]


def taken_up_again(n):
    rest = odd_below(n)
    for i in rest:
        yield i
        if i > 3:
            break
    for i in rest:
        yield -i


def two_by_two(n):
    both = iter(range(n))
    for i, j in zip(both, both):  # noqa: B905
        yield 10 * i + j


def again_and_again(n):
    rest = enumerate(odd_below(n))
    for _ in range(2):
        for i, j in rest:
            yield i * j
            if i > 1:
                break


def one_of_a_pair(n):
    pair = (odd_below(n), odd_below(n + 1))
    for i in pair[0]:
        yield i
    for i in pair[0]:
        yield -i


def of_a_dict(n):
    places = {1: 5, n: 7}
    for place in places:
        yield place


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("made", "said"),
    [
        (taken_up_again, "rest is an iterator that is used twice(.|\n)*make another"),
        (two_by_two, "both is an iterator that is used twice"),
        (again_and_again, "rest is an iterator that is used twice"),
        (one_of_a_pair, "pair is an iterator that is used twice"),
        (of_a_dict, "dict"),
    ],
)
def test_code_that_would_give_another_result_is_refused(made, said):
    class Keeps(Yields):
        def actions(self, s):
            yield from made_of(s.first)

    globals()["made_of"] = made
    with pytest.raises(NotNativeError, match=said):
        native(Keeps()).run(all_of, Two(9, 0))


def test_an_error_of_numbas_own_is_explained():
    class Strict(Yields):
        def actions(self, s):
            for i, j in zip(range(s.first), (1, 2), strict=False):
                yield i + j

    with pytest.raises(NotNativeError, match="AssertionError in Numba"):
        native(Strict()).run(all_of, Two(2, 0))
