"""Book files: what is written is read, and nothing else is accepted."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from zermelo.core.errors import TableError
from zermelo.tables.book_file import (
    EXPANDED,
    MAGIC,
    PREAMBLE,
    PROVED,
    RECORD,
    VERSION,
    BookHeader,
    read_book,
    write_book,
)

words = st.integers(0, 2**64 - 1)
records = st.lists(
    st.tuples(
        words,
        words,
        st.floats(allow_infinity=False, allow_nan=False),
        st.floats(allow_infinity=False, allow_nan=False),
        st.integers(0, 2**32 - 1),
        st.integers(0, 2**16 - 1),
        st.integers(0, PROVED | EXPANDED),
    ),
    unique_by=lambda record: record[:2],
).map(lambda rows: np.array(sorted(rows), RECORD))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("books")


def sealed(version: int, text: bytes, rest: bytes) -> bytes:
    """A file with a right checksum, whatever is in it."""
    data = PREAMBLE.pack(MAGIC, version, 0, len(text)) + text + rest
    return data + hashlib.sha256(data).digest()


def header(positions: object, **more: object) -> bytes:
    return json.dumps({"game": "nim", "rules": "x", "positions": positions, **more}).encode()


@given(records)
@examples(100)
def test_what_is_written_is_read(folder, rows):
    path = folder / "a.book"
    about = BookHeader("nim:piles=3,4", "abc", len(rows))
    write_book(path, about, rows)
    read, back = read_book(path)
    assert read == about
    assert back.tobytes() == rows.tobytes()


@given(records, st.data())
@examples(200)
def test_a_file_with_any_byte_changed_or_cut_off_is_refused(folder, rows, data):
    path = folder / "b.book"
    write_book(path, BookHeader("nim", "abc", len(rows)), rows)
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        broken = whole[:at]
    else:
        broken = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    path.write_bytes(broken)
    with pytest.raises(TableError, match=r"b\.book"):
        read_book(path)


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=100).map(lambda rest: MAGIC + rest)))
@examples(200)
def test_bytes_of_a_stranger_are_refused(folder, data):
    path = folder / "c.book"
    path.write_bytes(data)
    with pytest.raises(TableError):
        read_book(path)


two = np.array([(1, 2, 0, 0, 0, 0, 0), (1, 3, 0, 0, 0, 0, 0)], RECORD)


def row(**changed: float) -> np.ndarray:
    one = two[:1].copy()
    for name, value in changed.items():
        one[name] = value
    return one


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (sealed(VERSION + 1, header(0), b""), "format 2"),
        (sealed(VERSION, b"[]", b""), "header"),
        (sealed(VERSION, b"{" * 50_000, b""), "header"),
        (sealed(VERSION, header("0"), b""), "header"),
        (sealed(VERSION, header(-1), b""), "header"),
        (sealed(VERSION, header(2**62), b""), "positions"),
        (sealed(VERSION, header(1), two.tobytes()), "positions"),
        (sealed(VERSION, header(2), two[::-1].tobytes()), "contradict"),
        (sealed(VERSION, header(2), two[[0, 0]].tobytes()), "contradict"),
        (sealed(VERSION, header(1), row(flags=4).tobytes()), "contradict"),
        (sealed(VERSION, header(1), row(value=np.inf).tobytes()), "contradict"),
        (sealed(VERSION, header(1), row(value=np.nan, flags=PROVED).tobytes()), "contradict"),
        (sealed(VERSION, header(1), row(score=np.nan).tobytes()), "contradict"),
        (b"PK\x03\x04" + bytes(60), "not a book"),
    ],
)
def test_what_no_program_of_ours_has_written_is_refused_even_with_a_right_checksum(tmp_path, data, why):
    path = tmp_path / "x.book"
    path.write_bytes(data)
    with pytest.raises(TableError, match=why):
        read_book(path)


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(TableError, match=r"x\.book.*cannot be written"):
        write_book(tmp_path / "nowhere" / "x.book", BookHeader("nim", "abc", 0), np.empty(0, RECORD))


def test_a_failure_in_writing_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "x.book"
    write_book(path, BookHeader("nim", "abc", 0), np.empty(0, RECORD))
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(TableError, match="No space left"):
        write_book(path, BookHeader("nim", "abc", 2), two)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
