"""Constructs that Zermelo supports and Numba does not: the results are the same as in plain Python."""

from __future__ import annotations

import functools
import importlib.util
import linecache
import os
from typing import NamedTuple

import pytest

from over import Over
from zermelo.native import NotNativeError, native
from zermelo.native.rewriting import Unreadable, changed

LINES = ((0, 1, 2), (3, 4, 5), (0, 4, 8), (2, 4, 6))
LEAST = 2


class Cells(NamedTuple):
    cells: tuple[int, int, int, int, int, int, int, int, int]
    mover: int
    share: float


class Base(Over):
    """Nothing but a state; each test asks one rule."""

    def initial(self):
        return Cells((0,) * 9, 0, 0.5)

    def player(self, s):
        return s.mover


def asked(game, s) -> float:
    """What is compared at both speeds."""
    return game.evaluate(s, 0)


def states():
    """Boards of many kinds."""
    for seed in range(60):
        yield Cells(tuple((seed * (i + 3) + seed // 3) % 3 for i in range(9)), seed % 2, seed / 8)


def agree(game: Base) -> None:
    compiled = native(game)
    answers = {compiled.run(asked, s) for s in states()}
    assert len(answers) > 1, "a rule that always answers alike proves nothing"
    for s in states():
        assert compiled.run(asked, s) == game.evaluate(s, 0)


def test_any_and_all_one_within_the_other():
    class Wins(Base):
        def evaluate(self, s, p):
            return any(all(s.cells[i] == 1 + s.mover for i in line) for line in LINES)

    agree(Wins())


def test_sums_with_conditions_and_two_loops():
    class Sums(Base):
        def evaluate(self, s, p):
            least = LEAST
            pairs = sum(i * j for i in range(9) if s.cells[i] for j in range(i) if s.cells[j] >= least)
            return pairs + sum(s.share for c in s.cells if c == s.mover)

    agree(Sums())


def test_the_least_and_the_greatest():
    class Extremes(Base):
        def evaluate(self, s, p):
            return max(10 * c - i for i, c in enumerate(s.cells)) + min(self.off(s, i) for i in range(9))

        def off(self, s, i):
            return s.cells[i] * s.share - i

    agree(Extremes())


@pytest.mark.thorough
def test_the_least_of_nothing_raises_at_both_speeds():
    class Nothing(Base):
        def evaluate(self, s, p):
            return min(c for c in s.cells if c > 5)

    game = Nothing()
    with pytest.raises(ValueError, match="empty"):
        game.evaluate(game.initial(), 0)
    with pytest.raises(ValueError, match="nothing to choose from"):
        native(game).run(asked, game.initial())


def test_a_generator_in_a_loop_reads_what_its_variables_are_then():
    class Loop(Base):
        def evaluate(self, s, p):
            total = 0
            for i in range(9):
                found = any(s.cells[j] > s.cells[i] for j in range(i))
                while not found and any(s.cells[j] + i > total for j in range(9)):
                    total += 1
                total += i if found else 0
            return total

    agree(Loop())


def test_fields_are_replaced():
    class Replaced(Base):
        def evaluate(self, s, p):
            t = s._replace(mover=1 - s.mover)
            t = t._replace(share=t.mover, mover=7)  # an int where a float is declared
            return t.share * 100 + t.mover * 10 + t.cells[3]

    agree(Replaced())


def first(n):
    yield from range(n)
    yield from (7, 8)


def test_yield_from_yields():
    class Yields(Base):
        def actions(self, s):
            if s.mover == 0:
                yield from first(s.cells[0])
            else:
                yield from s.cells
            yield from range(3, 5)

        def evaluate(self, s, p):
            total = 0
            for n in self.actions(s):
                total = 3 * total + n
            return total

    agree(Yields())


def deep(n, k):
    if any(n == x for x in (0, -1)):
        return k
    return deep(n - 1, k + 1)


def test_a_helper_that_calls_itself_is_changed_twice():
    class Deep(Base):
        def evaluate(self, s, p):
            return deep(3 + s.cells[0], 1)

        def order(self, s, a):
            return deep(-5, 1)

    agree(Deep())
    with pytest.raises(RecursionError):
        native(Deep()).run(bottomless, Deep().initial())


def bottomless(game, s) -> float:
    return game.order(s, 1)


def loop_over(game, s) -> float:
    total = 0.0
    for a in game.actions(s):
        total += a
    return total


def test_a_generator_becomes_part_of_the_loop():
    class Yields(Base):
        def actions(self, s):
            for n in first(s.mover):
                yield n + 1

    compiled = native(Yields())
    compiled.run(loop_over, Yields().initial())
    (made,) = compiled._entries[loop_over].inspect_llvm().values()
    calls = [line for line in made.splitlines() if " call " in line and "next" in line]
    assert calls == []


def greatest_(s):
    return max(c for c in s.cells)


def greatest__(s):
    return max(c * 10 for c in s.cells)


@functools.wraps(greatest_)
def unlike(s):
    return sum(c for c in s.cells)


def _value(s, i):
    return s.cells[i] + i


def with_code(s, more=tuple(i for i in range(3))):
    return max(c + more[1] for c in s.cells)


k = 7


def test_names_are_not_mixed_up():
    class Names(Base):
        def evaluate(self, s, p):
            _best, _total = 2, s.mover
            outer = [max(c + k for c in s.cells) for k in range(3)]
            total = greatest_(s) + 100 * greatest__(s) + 10_000 * unlike(s) + 1_000_000 * with_code(s)
            total += max(_value(s, i) for i in range(9)) + sum(c * _total for c in s.cells if c < _best)
            return total + outer[0] + 10 * outer[2] + sum(len([k + 1 for k in range(c)]) for c in s.cells)

    agree(Names())


def sum_from_a_hundred(numbers):
    total = 100
    for number in numbers:
        total += number
    return total


def assigning(s):
    m = 0
    return 10 + m if any((m := c) > 1 for c in s.cells) else 0


cells = (1, 2, 3)


def of_itself(s):
    cells = s.cells
    return max(cells for cells in cells)


def in_two_ways(s):
    k = s.mover
    return sum(k + len([k + 1 for k in range(c)]) for c in s.cells)


def shadowed(s):
    sum = sum_from_a_hundred
    return sum(c for c in s.cells)


def within_a_lambda(s):
    most = lambda k: max(c + k for c in s.cells)  # noqa: E731
    return most(2)


def no_number(s):
    return s._replace(mover=0.5).mover


asked_rule = assigning


@pytest.mark.parametrize("rule", [assigning, of_itself, in_two_ways, shadowed, within_a_lambda, no_number])
def test_code_whose_meaning_would_change_is_not_rewritten(rule, monkeypatch):
    class Refused(Base):
        def evaluate(self, s, p):
            return asked_rule(s)

    monkeypatch.setitem(globals(), "asked_rule", rule)
    with pytest.raises(NotNativeError):
        native(Refused()).run(asked, Refused().initial())


SOURCE = """
def total(n):
    return sum(i * {factor} for i in range(n))
"""


def test_source_that_was_edited_after_loading_is_not_used(tmp_path):
    file = tmp_path / "edited.py"
    file.write_text(SOURCE.format(factor=2))
    spec = importlib.util.spec_from_file_location("edited", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert changed(module.total)[0](4) == 12
    file.write_text(SOURCE.format(factor=3))
    os.utime(file, (1, 1))
    linecache.checkcache(str(file))
    with pytest.raises(Unreadable, match="changed since it was loaded"):
        changed(module.total)


def test_source_that_cannot_be_read_is_explained():
    namespace = {"Base": Base}
    exec("class Unseen(Base):\n    def actions(self, s):\n        yield from (1, 2)\n", namespace)
    game = namespace["Unseen"]()
    with pytest.raises(NotNativeError, match="yield from"):
        native(game).run(loop_over, game.initial())
