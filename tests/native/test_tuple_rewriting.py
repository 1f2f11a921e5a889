"""Tuples that rules build from lists, slices and generators: the results are the same as in plain Python."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

import zermelo
from over import Over
from zermelo.core.game import put
from zermelo.native import NotNativeError, native

SIZE = 9


class Cells(NamedTuple):
    cells: tuple[int, int, int, int, int, int, int, int, int]
    rows: tuple[tuple[int, int, int], tuple[int, int, int]]
    mover: int


def states():
    for seed in range(40):
        draw = random.Random(seed)
        cells = tuple(draw.randrange(4) for _ in range(9))
        rows = tuple(tuple(draw.randrange(4) for _ in range(3)) for _ in range(2))
        yield Cells(cells, rows, draw.randrange(2))


class Base(Over):
    """Nothing but a state; each test asks one rule."""

    def initial(self):
        return Cells((0,) * 9, ((0,) * 3,) * 2, 0)

    def player(self, s):
        return s.mover

    def evaluate(self, s, p):
        """One number for what the rule gives, a number or a tuple of numbers."""
        return number_of(self.rule(s))


def number_of(parts):
    total = 0
    for part in parts:
        total = 7 * total + part
    return total


def asked(game, s) -> float:
    """What is compared at both speeds."""
    return game.evaluate(s, 0)


def agree(game: Base) -> None:
    compiled = native(game)
    answers = {compiled.run(asked, s) for s in states()}
    assert len(answers) > 1, "a rule that always answers alike proves nothing"
    for s in states():
        assert compiled.run(asked, s) == game.evaluate(s, 0)


def refuse(game: Base) -> None:
    game.evaluate(next(states()), 0)  # it is right in plain Python
    with pytest.raises(NotNativeError):
        native(game).run(asked, game.initial())


# Lists that are copied, changed and copied again.


def test_an_element_is_assigned():
    class Sets(Base):
        def rule(self, s):
            cells = list(s.cells)
            cells[s.mover + 2] = 7
            cells[-1] = cells[0] == 1
            return s._replace(cells=tuple(cells)).cells

    agree(Sets())


@pytest.mark.thorough
def test_elements_are_sown():
    class Sows(Base):
        def rule(self, s):
            cells = [*s.cells]
            i = s.cells[4]
            seeds, cells[i] = cells[i], 0
            for k in range(seeds):
                cells[(i + k + 1) % len(cells)] += 1
            if 3 in cells and sum(cells) > 4:
                cells[self.opposite(i)] -= max(cells)
            cells[0], cells[1] = cells[1], cells[0]
            cells[2] = cells[3] = cells[5] + 1
            return tuple(cells)

        def opposite(self, i):
            return 8 - i

    agree(Sows())


def test_a_variable_is_a_tuple_and_then_its_copy():
    class Unpacks(Base):
        def rule(self, s):
            cells, rows, mover = s
            first = cells[0]
            cells = list(cells)
            cells[first] += mover
            return self.without(cells, rows, 1)

        def without(self, cells, rows, i):
            cells = list(cells)
            cells[i] = rows[1][0]
            return tuple(cells)

    agree(Unpacks())


def test_a_copy_is_made_in_each_turn_of_a_loop():
    class Tries(Base):
        def rule(self, s):
            best = 0
            for a in range(9):
                cells = list(s.cells)
                cells[a] = 3 + s.mover
                best = max(best, self.worth(cells))
                if s.cells[a] == 3:
                    break
            return (best,)

        def worth(self, cells):
            return sum(cells[i] * i for i in range(9))

    agree(Tries())


@pytest.mark.thorough
def test_rows_are_assigned():
    class Rows(Base):
        def rule(self, s):
            rows = [list(row) for row in s.rows]
            rows[s.mover][1] = 5
            rows[0][2] += rows[1][0]
            other = list(map(list, s.rows))
            other[0][0], other[1][1] = other[1][1], other[0][0]
            return self.flat(tuple(tuple(row) for row in rows)) + self.flat(tuple(map(tuple, other)))

        def flat(self, rows):
            return rows[0] + rows[1]

    agree(Rows())


def test_a_copy_becomes_the_arguments_of_a_call():
    class Starred(Base):
        def rule(self, s):
            row = list(s.rows[0])
            row[s.mover] += 1
            return (self.less(*row),)

        def less(self, one, other, last):
            return one - other + 2 * last

    agree(Starred())


def test_a_list_of_something_else_stays_a_list():
    class Lists(Base):
        def rule(self, s):
            order = list(range(9))
            order[s.mover] = s.cells[0]
            order[2] += 1
            return (sum(order[i] * s.cells[i] for i in range(9)) + order[2],)

    agree(Lists())


# What would be seen through a second name of the list is not rewritten.


def second_name(self, s):
    cells = list(s.cells)
    other = cells
    cells[0] = 9
    return tuple(other)


def a_row(self, s):
    rows = [list(row) for row in s.rows]
    row = rows[0]
    rows[0][0] = 9
    return tuple(row)


def changed_while_it_is_read(self, s):
    cells = list(s.cells)
    total = 0
    for cell in cells:
        cells[3] = 7
        total += cell
    return (total, len(tuple(cells)))


def appended(self, s):
    cells = list(s.cells)
    cells.append(1)
    return (len(tuple(cells)),)


def compared(self, s):
    cells = list(s.cells)
    return ((cells == s.cells) + len(tuple(cells)),)


def kept(self, s):
    cells = list(s.cells)
    other = itself(cells)
    cells[0] = 9
    return tuple(other)


def itself(cells):
    return cells


def changed_through_a_call(self, s):
    other = list(s.cells)
    cells = list(s.cells)
    other = itself(cells)
    other[0] = 9
    return tuple(cells) + tuple(other)


def changed_in_a_loop(self, s):
    row = list(s.rows[0])
    rows = [list(each) for each in s.rows]
    for row in rows:
        row[0] = 9
    return tuple(rows[0]) + tuple(rows[1])


def changed_by_another(self, s):
    cells = list(s.cells)
    change(cells)
    return tuple(cells)


def change(cells):
    cells[0] = 9


def not_yet_copied(self, s):
    cells = s.cells
    if s.mover > 5:
        cells[0] = 1
    cells = list(cells)
    return tuple(cells)


def rebound(self, s):
    cells = list(s.cells)
    if s.mover:
        cells = [1, 2, 3]
    return (len(tuple(cells)),)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rule",
    [
        second_name,
        a_row,
        changed_while_it_is_read,
        appended,
        compared,
        kept,
        changed_through_a_call,
        changed_in_a_loop,
        changed_by_another,
        not_yet_copied,
        rebound,
    ],
    ids=lambda rule: rule.__name__,
)
def test_what_differs_from_a_tuple_is_refused(rule):
    refuse(type(rule.__name__, (Base,), {"rule": rule})())


# Slices, generators and order.


def test_a_part_between_two_slices():
    class Slices(Base):
        def rule(self, s):
            i = s.cells[0] + 2
            taken = s.cells[:i] + (s.cells[i] - 1,) + s.cells[i + 1 :]  # noqa: RUF005
            return taken[: self.at(s)] + (0,) + taken[self.at(s) + 1 :]  # noqa: RUF005

        def at(self, s):
            return s.mover

    agree(Slices())


def test_a_part_that_does_not_exist_is_not_written():
    class Beyond(Base):
        def rule(self, s):
            i = 9 + s.mover
            return s.cells[:i] + (1,) + s.cells[i + 1 :]  # noqa: RUF005

    assert len(Beyond().rule(Beyond().initial())) == 10
    with pytest.raises(IndexError):
        native(Beyond()).run(asked, Beyond().initial())


@pytest.mark.thorough
def test_elements_one_by_one():
    class Maps(Base):
        def rule(self, s):
            k = s.mover + 1
            doubled = tuple(k * c for c in s.cells)
            marked = tuple([c if i != k else -1 for i, c in enumerate(doubled)])
            turned = tuple(marked[8 - i] for i in range(len(marked)))
            shifted = tuple(turned[(i + k) % SIZE] for i in range(9))
            mirrored = tuple(tuple(row[2 - j] for j in range(3)) for row in s.rows)
            return shifted + mirrored[0] + mirrored[1]

    agree(Maps())


def test_parts_are_read():
    class Parts(Base):
        def rule(self, s):
            i, j = s.cells[0], s.cells[1] + 3
            total = 0
            for c in s.cells[i:j]:
                total = 4 * total + c
            for k, c in enumerate(s.cells[-i:]):
                total += k * c
            counts = [c for c in s.cells]  # noqa: C416
            for c in counts[i:]:
                counts[8] = 5
                total += c
            columns = sum(s.cells[i::3]) + min(s.cells[:j])
            return (
                total,
                columns,
                sum(3 * c for c in s.cells[j:]),
                int(any(s.cells[i : i + 2])),
                int(all(s.cells[2:4])),
            )

    agree(Parts())


def test_loops_run_backwards():
    class Backwards(Base):
        def rule(self, s):
            total = 0
            for i in reversed(range(s.mover, 9)):
                total = 2 * total + s.cells[i]
            for c in reversed(s.cells):
                total = 2 * total + c
            return (total, sum(k * c for k, c in enumerate(reversed(s.rows[0]))))

    agree(Backwards())


def test_nothing_is_false():
    class Empty(Base):
        def rule(self, s):
            found = [c for c in s.cells if c == 3]
            return (int(not found), 1 if found else 0, int(not self.zeros(s) or not s.cells))

        def zeros(self, s):
            return [i for i in range(9) if s.cells[i] == 0]

    agree(Empty())


@pytest.mark.thorough
def test_a_generator_that_leaves_elements_out_is_refused():
    class Filters(Base):
        def rule(self, s):
            return tuple(c for c in s.cells if c)

    refuse(Filters())


@pytest.mark.thorough
def test_a_generator_over_another_thing_than_a_tuple_is_refused():
    class Yields(Base):
        def rule(self, s):
            return tuple(n for n in self.numbers(s))

        def numbers(self, s):
            yield 1
            yield s.mover

    refuse(Yields())


def test_a_fraction_is_not_rounded():
    class Halves(Base):
        def rule(self, s):
            return tuple(c / 2 for c in s.cells)

    refuse(Halves())


def test_sorted():
    class Sorts(Base):
        def rule(self, s):
            return tuple(sorted(s.cells)) + tuple(sorted((-c for c in s.cells), reverse=True))

    agree(Sorts())


def test_counts():
    class Counts(Base):
        def rule(self, s):
            return (s.cells.count(0), s.cells.count(s.mover))

    agree(Counts())


# put.


def test_put_takes_the_indices_of_a_list():
    for i in range(-9, 9):
        cells = list(range(9))
        cells[i] = 7
        assert put(tuple(range(9)), i, 7) == tuple(cells)


def test_put_writes_nothing_beyond_the_tuple():
    class Beyond(Base):
        def rule(self, s):
            return put(s.cells, s.cells[0], 7)

    compiled = native(Beyond())
    start = Beyond().initial()
    for i in (-9, -1, 0, 8):
        s = start._replace(cells=(i, *start.cells[1:]))
        assert compiled.run(asked, s) == Beyond().evaluate(s, 0)
    for i in (-10, 9, 40_000, 2**40):
        s = start._replace(cells=(i, *start.cells[1:]))
        for ask in (lambda s: Beyond().rule(s), lambda s: compiled.run(asked, s)):
            with pytest.raises(IndexError, match="no "):
                ask(s)


@pytest.mark.thorough
def test_a_game_with_a_list_is_searched_as_machine_code(tmp_path):
    (tmp_path / "rows.py").write_text(
        """
from typing import NamedTuple

from zermelo import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board(NamedTuple):
    cells: tuple
    mover: int


class Rows(Game):
    def initial(self):
        return Board((0,) * 9, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return [i for i in range(9) if s.cells[i] == 0]

    def result(self, s, a):
        cells = list(s.cells)
        cells[a] = 1 + s.mover
        return Board(tuple(cells), 1 - s.mover)

    def has_line(self, s, who):
        return any(all(s.cells[i] == who for i in line) for line in LINES)

    def is_terminal(self, s):
        return self.has_line(s, 1) or self.has_line(s, 2) or 0 not in s.cells

    def utility(self, s, p):
        won = self.has_line(s, 1 + p)
        return 1 if won else -1 if self.has_line(s, 2 - p) else 0
"""
    )
    game = zermelo.load(f"{tmp_path / 'rows.py'}")
    assert zermelo.check(game, both_speeds=True).ok
    found = zermelo.solve(game, method="engine")
    assert (found.value, found.proved) == (0, True)
    assert native(game)
