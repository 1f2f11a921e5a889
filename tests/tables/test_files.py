"""Table files: what is written is read again, and a damaged file is an error, never another value."""

from __future__ import annotations

import errno
import json
import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as arrays

from property_helpers import examples
from zermelo.core.errors import TableError, ZermeloError
from zermelo.tables import blocks, files
from zermelo.tables.blocks import BLOCK, UNUSED
from zermelo.tables.files import MAGIC, PREAMBLE, Chunk, StageFile, write_stage
from zermelo.tables.header import BY_KEYS, BY_RANK, Part, StageHeader, Summary


def header_of(count: int, levels: int = 3, distances: bool = True, key_words: int = 0) -> StageHeader:
    return StageHeader(
        game="chess",
        digest="0" * 32,
        stage=None if key_words else 3,
        parts=(Part("first", count // 3), Part("second", count - count // 3)),
        levels=tuple(range(-1, levels - 1)),
        infinite_play=0,
        draw=0,
        distances=distances,
        numbering=BY_KEYS if key_words else BY_RANK,
        key_words=key_words,
        count=count,
    )


def random_chunk(header: StageHeader, seed: int = 0) -> Chunk:
    random = np.random.default_rng(seed)
    count = header.count
    levels = random.choice([*range(len(header.levels)), UNUSED], count).astype(np.uint8)
    keys = None
    if header.key_words:
        keys = np.sort(random.integers(0, 2**64 - 1, (count, 1), np.uint64, endpoint=True), axis=0)
        more = random.integers(0, 2**64 - 1, (count, header.key_words - 1), np.uint64, endpoint=True)
        keys = np.hstack([keys, more])
    distances = random.integers(0, 300, count).astype(np.uint16) if header.distances else None
    return Chunk(levels, distances, random.integers(0, 2, count), keys)


def in_pieces(chunk: Chunk, size: int) -> list[Chunk]:
    return [
        Chunk(*(None if column is None else column[first : first + size] for column in chunk))
        for first in range(0, len(chunk.levels), size)
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "stage-003.table"


@pytest.mark.parametrize("count", [0, 1, 5, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 77])
@pytest.mark.parametrize(
    ("levels", "distances", "key_words"), [(1, True, 0), (3, False, 0), (3, True, 2), (20, True, 1)]
)
def test_what_is_written_is_read(path: Path, count: int, levels: int, distances: bool, key_words: int) -> None:
    header = header_of(count, levels, distances, key_words)
    chunk = random_chunk(header)
    written = write_stage(path, header, in_pieces(chunk, 7_001))
    with StageFile.open(path) as file:
        assert file.header == written
        assert np.array_equal(file.levels(0, count), chunk.levels)
        if chunk.distances is not None:
            assert np.array_equal(file.distances(0, count), chunk.distances)
            middle = slice(count // 4, count // 2)
            assert np.array_equal(file.distances(middle.start, middle.stop), chunk.distances[middle])
        if chunk.keys is not None and count:
            assert np.array_equal(np.concatenate([block.keys for block in file.chunks()]), chunk.keys)


def test_the_same_entries_give_the_same_bytes(tmp_path: Path) -> None:
    header = header_of(3 * BLOCK)
    chunk = random_chunk(header)
    write_stage(tmp_path / "one", header, [chunk])
    write_stage(tmp_path / "two", header, in_pieces(chunk, 999))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_results_are_counted_for_the_player_to_move(path: Path) -> None:
    header = replace(header_of(6), parts=(Part("a", 4), Part("b", 2)))
    levels = np.array([0, 0, 2, UNUSED, 1, 2], np.uint8)  # a loss of MAX is a win for MIN
    distances, movers = np.array([4, 7, 5, 60, 0, 2], np.uint16), np.array([0, 1, 0, 0, 1, 1])
    written = write_stage(path, header, [Chunk(levels, distances, movers)])
    assert written.summaries == (Summary(3, 2, 0, 1, 7), Summary(2, 0, 1, 1, None))


def test_win_draw_loss_takes_less_than_a_bit_where_values_repeat(path: Path) -> None:
    header = header_of(64 * BLOCK, distances=False)
    levels = np.repeat(np.random.default_rng(1).integers(0, 3, BLOCK).astype(np.uint8), 64)
    write_stage(path, header, [Chunk(levels, None, np.zeros(len(levels), np.int8))])
    assert 8 * path.stat().st_size < header.count


SMALL = header_of(40, key_words=2)


def small_file(path: Path) -> tuple[bytes, Chunk]:
    chunk = random_chunk(SMALL)
    write_stage(path, SMALL, [chunk])
    return path.read_bytes(), chunk


def read_all(path: Path) -> tuple[Any, ...]:
    with StageFile.open(path) as file:
        keys = [block.keys for block in file.chunks()]
        return file.header, file.levels(0, file.header.count), file.distances(0, file.header.count), keys


def assert_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(TableError, match=r"stage-003\.table"):
        read_all(path)


def test_no_flipped_bit_is_overlooked(path: Path) -> None:
    data, _ = small_file(path)
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1 << place % 8
        assert_refused(path, bytes(damaged))


def test_half_a_file_is_refused(path: Path) -> None:
    data, _ = small_file(path)
    for length in range(0, len(data), 7):
        assert_refused(path, data[:length])
    assert_refused(path, data + b"\0")


@examples(200)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "stage-003.table"
    assert_refused(path, data)
    assert_refused(path, MAGIC + struct.pack("<I", 1) + data)


def sealed(data: bytes, text: bytes) -> bytes:
    """The file with another header, whose checksums are right: as a stranger could make it."""
    magic, version, length, offset, size, *_ = PREAMBLE.unpack(data[: PREAMBLE.size])
    index = data[offset : size - length]
    end = offset + len(index) + len(text)
    preamble = PREAMBLE.pack(magic, version, len(text), offset, end, zlib.crc32(index), zlib.crc32(text), 0)
    return files._with_checksum(preamble) + data[PREAMBLE.size : offset] + index + text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@examples(400)
@given(st.data())
def test_the_header_of_a_stranger_is_checked(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """A header with right checksums and any content: it is refused, or it describes the same entries."""
    path = tmp_path_factory.mktemp("stranger") / "stage-003.table"
    whole, chunk = small_file(path)
    text = json.loads(StageFile.open(path).header.to_json())
    name = data.draw(st.sampled_from(sorted(text)))
    text[name] = data.draw(json_values)
    path.write_bytes(sealed(whole, json.dumps(text).encode()))
    try:
        header, levels, distances, _ = read_all(path)
    except ZermeloError:
        return
    assert header.count == SMALL.count
    assert np.array_equal(levels, chunk.levels)
    assert not header.distances or np.array_equal(distances, chunk.distances)


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b"{}", b"null", b"\xff", b'{"count": 1e999}', b"[]", b'"' + b"9" * 10_000 + b'"']
)
def test_a_header_that_is_none_is_refused(path: Path, text: bytes) -> None:
    assert_refused(path, sealed(small_file(path)[0], text))


def test_nothing_is_allocated_for_a_size_that_a_stranger_claims(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block whose frame claims a terabyte is refused before it is decompressed."""
    frame = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 2**40) + b"\0\0\0"  # zstd's magic, and the size of the content
    header = header_of(40, distances=False)
    offset = PREAMBLE.size
    record = np.array([(offset, len(frame), 0, 0, zlib.crc32(frame))], files.INDEX).tobytes()
    text = replace(header, summaries=(Summary(), Summary())).to_json()
    size = offset + len(frame) + len(record) + len(text)
    preamble = PREAMBLE.pack(MAGIC, 1, len(text), offset + len(frame), size, zlib.crc32(record), zlib.crc32(text), 0)
    path.write_bytes(files._with_checksum(preamble) + frame + record + text)

    def decompress(*_: Any) -> None:
        raise AssertionError("it must not be decompressed")

    monkeypatch.setattr(
        blocks, "_own", type("Own", (), {"decompressor": type("D", (), {"decompress": decompress})()})()
    )
    with StageFile.open(path) as file, pytest.raises(TableError, match="wrong size"):
        file.levels(0, 40)


def test_a_newer_format_is_named(path: Path) -> None:
    data = bytearray(small_file(path)[0])
    struct.pack_into("<I", data, 8, 7)
    path.write_bytes(files._with_checksum(bytes(data[: PREAMBLE.size])) + data[PREAMBLE.size :])
    with pytest.raises(TableError, match="format 7, and this version of Zermelo reads formats up to 1"):
        StageFile.open(path)


def test_a_file_that_is_cut_off_in_use_is_noticed(path: Path) -> None:
    header = header_of(4 * BLOCK)
    write_stage(path, header, [random_chunk(header)])
    with StageFile.open(path) as file:
        os.truncate(path, 100)
        with pytest.raises(TableError, match="cut off"):
            file.levels(0, 10)


def failing(at: int, error: BaseException) -> Callable[..., Any]:
    calls = []

    def fail(*_: Any) -> Any:
        calls.append(None)
        if len(calls) >= at:
            raise error
        return b"", b"", b""

    return fail


def test_a_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = small_file(path)
    monkeypatch.setattr(files, "pack", failing(1, OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(TableError, match=r"stage-003.table' cannot be written: No space left on device"):
        write_stage(path, SMALL, [random_chunk(SMALL, seed=5)])
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == data


def test_an_interrupted_write_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = small_file(path)
    monkeypatch.setattr(files, "pack", failing(1, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_stage(path, SMALL, [random_chunk(SMALL, seed=5)])
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == data


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match="cannot be written"):
        write_stage(tmp_path / "file" / "stage-003.table", SMALL, [random_chunk(SMALL)])


def test_too_few_entries_are_refused(path: Path) -> None:
    with pytest.raises(TableError, match="39 entries were given for a table of 40"):
        write_stage(path, SMALL, in_pieces(random_chunk(SMALL), 39)[:1])
    assert not path.exists()


@examples(60)
@given(arrays.arrays(np.uint64, (st.integers(1, 50)).map(lambda n: (n, 2))))
def test_keys_are_kept_bit_by_bit(keys: Any) -> None:
    assert np.array_equal(blocks._sums(blocks._differences(keys), 2), keys)


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"summaries": (Summary(longest=""), Summary())}, "summaries"),  # type: ignore[arg-type]  # a stranger's
        ({"summaries": (Summary(positions=1), Summary())}, "summaries"),
        ({"summaries": (Summary(99, 99), Summary())}, "summaries"),
        ({"stage": 1 << 31}, "stage"),
        ({"stage": None}, "numbering"),
        ({"draw": "0"}, "draw"),
    ],
)
def test_fields_that_contradict_each_other_are_named(changed: dict[str, Any], name: str) -> None:
    header = replace(header_of(40), **changed)
    with pytest.raises(TableError, match=f"field {name} is not valid"):
        StageHeader.from_json(header.to_json())


def test_two_writers_of_one_table_do_not_mix(path: Path) -> None:
    header = header_of(40)
    first, second = random_chunk(header, 1), random_chunk(header, 2)

    def interrupted() -> Any:
        write_stage(path, header, [second])
        yield first

    write_stage(path, header, interrupted())
    with StageFile.open(path) as file:
        assert np.array_equal(file.levels(0, 40), first.levels)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
