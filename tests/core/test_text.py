"""The default text of states."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from zermelo import ParseError
from zermelo.core.errors import caret, nearest, quote
from zermelo.core.text import parse_state, show_state


class Heap(NamedTuple):
    left: int
    piles: tuple[int, ...]
    share: float
    mover: int


HEAP = Heap(3, (1, 2), 0.5, 0)


@given(
    st.builds(Heap, st.integers(), st.lists(st.integers()).map(tuple), st.floats(allow_nan=False), st.integers(0, 1))
)
def test_named_tuples_round_trip(heap):
    assume_finite = abs(heap.share) < float("inf")
    if assume_finite:
        assert parse_state(show_state(heap), HEAP) == heap


@given(st.one_of(st.integers(), st.text(), st.binary(), st.tuples(st.integers(), st.text())))
def test_literals_round_trip(state):
    assert parse_state(show_state(state), state) == state


def test_a_whole_number_is_a_float_where_the_example_has_one():
    assert parse_state("Heap(left=3, piles=(1, 2), share=1, mover=0)", HEAP) == HEAP._replace(share=1.0)
    assert isinstance(parse_state("1", 0.5), float)
    for text in ("0.5", "True"):
        with pytest.raises(ParseError):
            parse_state(f"Heap(left=3, piles=(1, 2), share=0.5, mover={text!r})", HEAP)


def test_numbers_of_numpy_are_shown_plainly_and_keep_their_type():
    board = (np.uint64(5), np.int8(-1))
    assert show_state(board) == "(5, -1)"
    again = parse_state("(5, -1)", board)
    assert again == board
    assert [type(part) for part in again] == [np.uint64, np.int8]


@pytest.mark.parametrize("text", ["left=3, piles=(1, 2), share=0.5, mover=0", "(3, (1, 2), 0.5, 0)"])
def test_fields_alone_are_enough(text):
    assert parse_state(text, HEAP) == HEAP


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "Heap()",
        "Heap(1, 2)",
        "Other(left=3)",
        "left=3",
        "__import__('os')",
        "(" * 9_000,
        "3",
        "Heap(left=x)",
    ],
)
def test_nonsense_is_quoted(text):
    with pytest.raises(ParseError, match="is not a position") as caught:
        parse_state(text, HEAP)
    assert text[:20] in str(caught.value)


@pytest.mark.parametrize("state", [Heap(3, (4, 5), 0.5, 1), Heap(3, (), 0.5, 1)])
def test_tuples_that_begin_empty_and_fields_that_begin_as_none(state):
    start = Heap(3, (), None, 0)
    assert parse_state(show_state(state), start) == state


def test_a_state_that_only_its_game_can_read():
    with pytest.raises(ParseError, match="parse method"):
        parse_state("x", object())


def test_long_texts_are_refused_and_not_repeated():
    with pytest.raises(ParseError) as caught:
        parse_state("9" * 10**6, HEAP)
    assert len(str(caught.value)) < 200


def test_a_caret_finds_its_place_in_long_and_in_many_lines():
    shown = caret("a" * 300 + "X" + "b" * 300, 300)
    line, mark = shown.splitlines()
    assert line[mark.index("^")] == "X"
    line, mark = caret("first\nsecond X third\nlast", 13).splitlines()
    assert line[mark.index("^")] == "X"


def test_hints():
    assert nearest("tictactoee", ["nim", "tictactoe"]) == "did you mean tictactoe?"
    assert nearest("zzz", ["nim", "tictactoe"]) == "expected one of nim, tictactoe"
    assert len(quote("x" * 10**6)) < 70
