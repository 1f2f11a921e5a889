"""Kernel memory: declared names at both speeds, and in the debug mode checked bounds."""

from __future__ import annotations

import pytest

from over import One, OverAtFive
from zermelo import load
from zermelo.core.limits import Limits
from zermelo.engine import deepening
from zermelo.engine.engine import Engine
from zermelo.kernels.search_memory import SearchMemory
from zermelo.native import NotNativeError, native
from zermelo.native.layouts import CHECK, Floats, Ints, Layout, Slots, SmallInts, SparseRow, row
from zermelo.native.memory import claim, fetch_add
from zermelo.solvers import solve


class Sample(Layout):
    count: int
    mean: float
    is_done: bool
    trail: Ints = row("plies + 1", fill=-7)
    small: SmallInts = row("plies")
    means: Floats = row("2 * plies")


class Larger(Sample):
    more: int
    slots: Slots = row("plies", words="2")


def fill(game, s, m) -> int:
    m.count += s.n
    m.mean = m.count / 4
    m.is_done = m.count > 3
    m.trail[0] += 1
    m.trail[4] = m.count
    m.small[3] = -5
    m.means[7] = m.mean
    return m.count


class Grouped(Layout):
    lefts: SmallInts = row("plies", group="pair")
    middle: Ints = row("plies")
    rights: SmallInts = row("plies", group="pair")


def fill_group(game, s, m) -> int:
    for i in range(4):
        m.lefts[i] = s.n * i
        m.middle[i] = 100 + i
        m.rights[i] = -i
    before = fetch_add(m.rights, 3, 10)
    return before + 100 * claim(m.lefts, 0, 0, 5) + 1000 * claim(m.lefts, 1, 0, 7)


def read_past_group(game, s, m) -> int:
    return m.rights[s.n + 1]


def run(kernel, m, s=None):
    s = s or One(3)
    return native(OverAtFive()).run(kernel, s, m) if m.is_native else kernel(OverAtFive(), s, m)


@pytest.fixture(params=[False, True], ids=["plain", "native"])
def is_native(request):
    return request.param


@pytest.fixture
def checked(monkeypatch):
    monkeypatch.setenv(CHECK, "1")


def test_rows_of_a_group_are_interleaved(is_native):
    m = Grouped.make(is_native, plies=4)
    assert run(fill_group, m) == 97  # -3 before 10 was added; the first claim succeeds, the second does not
    assert list(m.lefts) == [5, 3, 6, 9]
    assert list(m.middle) == [100, 101, 102, 103]
    assert list(m.rights) == [0, -1, -2, 7]
    if is_native:
        assert m.rights.ctypes.data == m.lefts.ctypes.data + 4
        assert m.lefts.strides == (8,)


def test_rows_of_a_group_are_checked(is_native, checked):
    with pytest.raises(IndexError):
        run(read_past_group, Grouped.make(is_native, plies=4))


def test_scalars_and_rows_have_names(is_native):
    m = Sample.make(is_native, plies=4)
    assert (m.count, m.mean, m.is_done) == (0, 0.0, False)
    assert run(fill, m) == 3
    assert run(fill, m) == 6
    assert (m.count, m.mean, m.is_done) == (6, 1.5, True)
    assert (type(m.count), type(m.mean), type(m.is_done)) == (int, float, bool)
    assert list(m.trail) == [-5, -7, -7, -7, 6]
    assert list(m.small) == [0, 0, 0, -5]
    assert list(m.means) == [0, 0, 0, 0, 0, 0, 0, 1.5]


def test_a_larger_layout_takes_over_rows_and_scalars(is_native):
    m = Sample.make(is_native, plies=4)
    run(fill, m)
    larger = Larger.make(is_native, m, plies=4)
    assert larger.trail is m.trail
    assert (larger.count, larger.mean, larger.is_done, larger.more) == (3, 0.75, False, 0)
    run(fill, larger)
    assert (larger.count, m.count) == (6, 3)  # scalars are copied, rows are shared
    assert m.trail[0] == -5


def test_rows_can_be_exchanged_for_larger_ones(is_native):
    m = Sample.make(is_native, plies=4)
    run(fill, m)
    longer = m.with_rows(trail=m.new_row("trail", plies=9))
    assert (longer.count, len(longer.trail), len(m.trail)) == (3, 10, 5)
    run(fill, longer)
    assert (longer.trail[4], m.trail[4]) == (6, 3)


def wrong_name(game, s, m) -> int:
    m.cuont += 1
    return m.count


def test_a_wrong_name_does_not_compile():
    with pytest.raises(NotNativeError, match="cuont"):
        run(wrong_name, Sample.make(True, plies=4))
    with pytest.raises(AttributeError, match="cuont"):
        run(wrong_name, Sample.make(False, plies=4))


def assigned_name(game, s, m) -> int:
    m.cuont = 1
    return m.count


def test_an_assignment_to_a_wrong_name_is_refused(checked, is_native):
    with pytest.raises((NotNativeError, AttributeError), match="cuont"):
        run(assigned_name, Sample.make(is_native, plies=4))


def test_a_layout_declares_scalars_and_rows_alone():
    with pytest.raises(TypeError, match=r"Wrong\.name: 'str' is neither a scalar"):

        class Wrong(Layout):
            name: str


# Checked bounds.


def read_at(game, s, m) -> int:
    return m.trail[s.n]


def write_at(game, s, m) -> int:
    m.small[s.n] = 1
    return 0


@pytest.mark.parametrize("kernel", [read_at, write_at])
@pytest.mark.parametrize("place", [-1, 5, 2**40])
def test_a_wrong_index_is_an_error_in_the_debug_mode(checked, is_native, kernel, place):
    m = Sample.make(is_native, plies=4)
    run(kernel, m, One(3))
    with pytest.raises(IndexError):
        run(kernel, m, One(place))


def test_slots_are_checked_plainly(checked):
    slots = Larger.make(False, plies=4).slots
    assert isinstance(slots, SparseRow)
    assert slots[3] is None
    for place in (-1, 4):
        with pytest.raises(IndexError):
            slots[place]
        with pytest.raises(IndexError):
            slots[place] = 1


def test_without_the_debug_mode_nothing_is_checked():
    assert type(Sample.make(False, plies=4).trail) is list
    assert type(Sample.make(False, plies=4)) is Sample


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        "connect4:width=4,height=4",
        "pig:goal=6",
        "rolit:size=4",
        pytest.param("kalah:seeds=2", marks=pytest.mark.slow),
    ],
)
def test_no_kernel_leaves_its_rows(checked, is_native, name):
    game = load(name)
    engine = Engine(game, table=2**16, plain=not is_native)
    engine.compile()
    assert (engine.speed == "native") is is_native
    found = deepening.analyse(engine, game.initial(), Limits(depth=4))
    assert found.value is not None
    assert type(engine._memories[0].trail) is not list
    assert isinstance(engine._memories[0], SearchMemory)


def test_no_solver_leaves_its_rows(checked, is_native):
    for name in ("nim:piles=2,3", "leapfrog", "pig:goal=6"):
        assert solve(load(name), load(name).initial(), Limits(), plain=not is_native).proved
