"""Kernel memory: rows, slots and numbers are the same at both speeds."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from hypothesis import example, given, strategies as st

from over import Over
from property_helpers import examples
from zermelo.native import native
from zermelo.native.layouts import Floats, Ints, Layout, Slots, SparseRow, row
from zermelo.native.memory import (
    SMALL_KEY,
    bits_of,
    has_room,
    hash_of,
    load,
    mark_of,
    next_float,
    number_of,
    read_slot,
    slot_data,
    slot_words,
    store,
    tag_of_key,
    within,
    write_slot,
)
from zermelo.native.mixing import mix


class One(NamedTuple):
    a: int


class Two(NamedTuple):
    a: int
    b: int


class Five(NamedTuple):
    a: int
    b: tuple[int, int, int]
    c: int


class Ended(Over):
    """A game in which every state is terminal: only its states are used here."""

    def __init__(self, words: int = 1):
        self.words = words

    def initial(self):
        return {1: One(0), 2: Two(0, 0), 5: Five(0, (0, 0, 0), 0)}[self.words]


def numbers(game, s, m):
    """Everything that is computed from a number and a key: the float in numbers[0], the count in counts[0]."""
    x = m.numbers[0]
    m.counts[1] = bits_of(x)
    m.numbers[1] = number_of(bits_of(x))
    m.numbers[2] = next_float(x)
    m.counts[2] = within(hash_of(game.key(s)), m.counts[0])
    m.counts[3] = slot_words(game.key(s))
    m.counts[4] = mark_of(m.counts[0], 7)
    m.counts[5] = mark_of(x, 7)
    m.counts[6] = mark_of((x, 1), 8)
    return 0


def tags(game, s, m):
    """The tags of two numbers, and of both together."""
    m.counts[1] = tag_of_key(hash_of(s.a), s.a)
    m.counts[2] = tag_of_key(hash_of(s.b), s.b)
    m.counts[3] = tag_of_key(hash_of(game.key(s)), game.key(s))
    return 0


def slots(game, s, m):
    """Writes a slot by the key of s and reads it; then whether its neighbours, and other keys, are left alone."""
    key = game.key(s)
    place = m.counts[0]
    m.counts[1] = read_slot(m.slots, place, key)
    write_slot(m.slots, place, key, m.counts[6])
    m.counts[2] = read_slot(m.slots, place, key)
    m.counts[3] = slot_data(m.slots, place, key)
    m.counts[4] = slot_data(m.slots, place - 1, key) + slot_data(m.slots, place + 1, key)
    return 0


def kept(game, s, m):
    """Stores s and loads it; then the number of such states that fit into the row."""
    store(m.slots, 1, s)
    m.counts[0] = 1 if load(m.slots, 1, s) == s else 0
    room = 0
    while has_room(m.counts[2], room, s):
        room += 1
    m.counts[3] = room
    return 0


def other(game, s, m):
    """Reads what was written with another key."""
    m.counts[5] = read_slot(m.slots, m.counts[0], game.key(s))
    return 0


class Sample(Layout):
    counts: Ints = row("8")
    numbers: Floats = row("4")
    slots: Slots = row("10", words="words")


def made(words: int, is_native: bool) -> Sample:
    return Sample.make(is_native, words=words + 1)


KEPT: dict[int, object] = {}


def run(kernel, words: int, s, fill, m=None, plain: bool = False):
    game = Ended(words)
    m = m or made(words, not plain)
    for (name, place), value in fill.items():
        getattr(m, name)[place] = value
    if plain:
        kernel(game, s, m)
    else:
        KEPT[words] = KEPT.get(words) or native(game)
        KEPT[words].run(kernel, s, m)
    return m


floats = st.floats(allow_nan=False).filter(lambda x: x != math.inf)
words64 = st.integers(-(2**63), 2**63 - 1)
STATES = {1: st.builds(One, words64), 2: st.builds(Two, words64, words64)}
STATES[5] = st.builds(Five, words64, st.tuples(words64, words64, words64), words64)


@examples(300)
@given(x=floats, s=STATES[2], count=st.integers(1, 2**32 - 1))
@example(x=0.0, s=Two(0, 0), count=1)
@example(x=-0.0, s=Two(-1, 2**63 - 1), count=2**32 - 1)
@example(x=-5e-324, s=Two(0, 0), count=3)
@example(x=-math.inf, s=Two(0, 0), count=3)
@example(x=1.7976931348623157e308, s=Two(0, 0), count=3)
def test_numbers_are_the_same_at_both_speeds(x, s, count):
    fill = {("numbers", 0): x, ("counts", 0): count}
    plain, fast = run(numbers, 2, s, fill, plain=True), run(numbers, 2, s, fill)
    assert list(plain.counts) == list(map(int, fast.counts))
    assert list(map(bits_of, plain.numbers)) == list(map(bits_of, fast.numbers))
    assert plain.numbers[1] == x
    assert plain.numbers[2] == math.nextafter(x, math.inf)
    assert 0 <= plain.counts[2] < count
    assert plain.counts[3] == 3


@given(s=st.builds(Two, st.one_of(words64, st.integers(0, SMALL_KEY)), words64))
@example(s=Two(SMALL_KEY - 1, SMALL_KEY))
@example(s=Two(0, -1))
@example(s=Two(5, 5 + 2**32))
def test_a_tag_identifies_a_small_number(s):
    plain, fast = run(tags, 2, s, {}, plain=True), run(tags, 2, s, {})
    assert list(plain.counts) == list(map(int, fast.counts))
    for number, tag in zip(s, plain.counts[1:3], strict=True):
        assert tag == number if 0 <= number < SMALL_KEY else SMALL_KEY <= tag < 2**31
    assert SMALL_KEY <= plain.counts[3] < 2**31


@pytest.mark.parametrize("words", [1, 2, 5])
@examples(100)
@given(data=st.data())
def test_what_is_written_is_read_and_nothing_else(words, data):
    s, t = data.draw(STATES[words]), data.draw(STATES[words])
    kept, place = data.draw(st.integers(1, 2**63 - 1)), data.draw(st.integers(1, 8))
    for plain in (True, False):
        m = run(slots, words, s, {("counts", 0): place, ("counts", 6): kept}, plain=plain)
        assert list(map(int, m.counts))[1:5] == [0, kept, kept, 0]
        m = run(other, words, t, {}, m, plain=plain)
        assert m.counts[5] == (kept if s == t else 0)


@pytest.mark.parametrize("words", [1, 2, 5])
@given(data=st.data())
def test_what_is_stored_is_loaded_and_takes_its_room(words, data):
    s, room = data.draw(STATES[words]), data.draw(st.integers(0, 30))
    for plain in (True, False):
        m = run(kept, words, s, {("counts", 2): room}, plain=plain)
        assert m.counts[0] == 1
        assert m.counts[3] == (room if plain else room // words)
        if not plain:
            assert not m.slots[:words].any()
            assert not m.slots[2 * words :].any()


def kept_nothing(game, s, m):
    """How many empty tuples there is room for."""
    room = 0
    while has_room(m.counts[2], room, ()):
        room += 1
    m.counts[3] = room
    return 0


def test_an_empty_tuple_takes_room_too():
    for plain in (True, False):
        assert run(kept_nothing, 1, One(0), {("counts", 2): 7}, plain=plain).counts[3] == 7


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=5))
def test_a_hash_is_of_64_bits_and_places_are_spread(key):
    hashed = hash_of(tuple(key))
    assert hashed == mix(0, tuple(key))
    assert 0 <= hashed < 2**64
    assert len({within(hash_of((*key, i)), 64) for i in range(1_000)}) > 50


def test_a_key_of_anything_has_a_hash_at_the_plain_speed():
    assert len({hash_of(("word", i, frozenset("ab"))) for i in range(100)}) == 100
    assert all(0 <= hash_of(text) < 2**64 for text in ("", "a", "\u2603" * 1000))


def test_a_row_costs_nothing_until_it_is_written():
    class Long(Layout):
        slots: Slots = row("10**12", words="5")

    slots = Long.make(False).slots
    assert isinstance(slots, SparseRow)
    assert (len(slots), slots[10**11], len(slots)) == (0, None, 0)
