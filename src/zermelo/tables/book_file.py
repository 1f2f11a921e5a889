"""Book files: what is known of positions near the beginning of a game.

    preamble   16 bytes: magic (8), version (u16), zero (u16), length of the header (u32)
    header     JSON: the game as text, the digest of its rules, and the number of positions
    positions  40 bytes each, sorted by key: see RECORD
    checksum   the SHA-256 of everything before it (32)

All numbers are little-endian. A file may come from a stranger: every size is checked before it is used, and there is
nothing in it that is executed.
"""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import TableError, quote
from zermelo.tables.atomic_files import write_atomically

MAGIC = b"ZBOOK\r\n\x1a"
VERSION = 1

PREAMBLE = struct.Struct("<8sHHI")
CHECKSUM = 32
"""The bytes of a SHA-256."""

MOST_HEADER = 1 << 16
"""The longest header in bytes."""

RECORD = np.dtype(
    [
        ("high", "<u8"),  # the key: 128 bits
        ("low", "<u8"),
        ("value", "<f8"),  # to player 0; NaN if the position was not searched
        ("score", "<f8"),  # the utilities to player 0 of all games through the position, added up
        ("games", "<u4"),  # the number of these games
        ("distance", "<u2"),  # plies to the end of a proved win or loss, or UNKNOWN
        ("flags", "<u2"),  # PROVED, EXPANDED
    ]
)
"""A position."""

PROVED, EXPANDED = 1, 2
"""Flags: the value is exact; every action of the position leads to a position of the book."""

UNKNOWN = 2**16 - 1
"""A distance that is not known, or too great."""

FLAGS = PROVED | EXPANDED
"""All flags of this version."""

Records = npt.NDArray[Any]


class BookHeader(NamedTuple):
    """The subject of a file."""

    game: str
    digest: str
    positions: int


def write_book(path: Path, header: BookHeader, records: Records) -> None:
    """Writes a whole file, or nothing. The same positions give the same bytes. Raises TableError."""
    text = json.dumps({"game": header.game, "rules": header.digest, "positions": header.positions}).encode()
    data = PREAMBLE.pack(MAGIC, VERSION, 0, len(text)) + text + records.tobytes()
    write_atomically(path, [data, hashlib.sha256(data).digest()], "book")


def read_book(path: Path) -> tuple[BookHeader, Records]:
    """The header and the positions of a file. Raises TableError."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(MAGIC))
            data = beginning + (file.read() if beginning == MAGIC else b"")  # other files may be endless
    except OSError as error:
        raise TableError(f"the book {quote(path)} cannot be read: {error.strerror}") from error
    try:
        return _parsed(data)
    except TableError as error:
        raise TableError(f"the book {quote(path)} cannot be used: {error}") from None


def _parsed(data: bytes) -> tuple[BookHeader, Records]:
    if len(data) >= len(MAGIC) and not data.startswith(MAGIC):
        raise TableError("it is not a book of Zermelo")
    if len(data) < PREAMBLE.size:
        raise TableError("it is not a book, or only the beginning of one")
    _, version, _, length = PREAMBLE.unpack_from(data)
    if version > VERSION:
        raise TableError(f"it has format {version}, and this version of Zermelo reads formats up to {VERSION}")
    begin = PREAMBLE.size + length
    if length > MOST_HEADER or begin + CHECKSUM > len(data):
        raise TableError("it is incomplete, or its first bytes are damaged")
    if hashlib.sha256(memoryview(data)[:-CHECKSUM]).digest() != data[-CHECKSUM:]:
        raise TableError("it is incomplete or damaged: its checksum is wrong")
    header = _header(data[PREAMBLE.size : begin])
    if header.positions * RECORD.itemsize != len(data) - begin - CHECKSUM:
        raise TableError(f"its header says {header.positions:,} positions, which does not match the size of the file")
    records = np.frombuffer(data, RECORD, header.positions, begin)
    _check_records(records)
    return header, records


def _header(text: bytes) -> BookHeader:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    kinds = {"game": str, "rules": str, "positions": int}
    if not isinstance(data, dict) or any(type(data.get(name)) is not kind for name, kind in kinds.items()):
        raise TableError("its header is damaged")
    if data["positions"] < 0:
        raise TableError("its header is damaged")
    return BookHeader(data["game"], data["rules"], data["positions"])


def _check_records(records: Records) -> None:
    """Raises TableError for positions that no version of this program has written."""
    high, low = records["high"], records["low"]
    ascending = (high[:-1] < high[1:]) | ((high[:-1] == high[1:]) & (low[:-1] < low[1:]))
    is_proved = records["flags"] & PROVED != 0
    if not (
        ascending.all()
        and np.all(records["flags"] <= FLAGS)
        and np.isfinite(records["score"]).all()
        and not np.isinf(records["value"]).any()
        and not np.isnan(records["value"][is_proved]).any()
    ):
        raise TableError("its positions contradict each other")
