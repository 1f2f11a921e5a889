"""Tables are proved from the rules: a single wrong entry or a flipped bit is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import zermelo
from property_helpers import examples
from ranked_graphs import Ranked
from zermelo.core.errors import TableError
from zermelo.tables import verifying
from zermelo.tables.blocks import UNUSED
from zermelo.tables.building import build_stages
from zermelo.tables.enumerating import build_states
from zermelo.tables.files import Chunk, StageFile, stage_path, write_stage
from zermelo.tables.header import Summary
from zermelo.tables.verifying import verify

GAME = Ranked(seed=5, stages=3, utilities=2)


@pytest.fixture(scope="module", params=[True, False], ids=["distances", "wdl"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    build_stages(GAME, made, plain=True, distances=request.param)
    return made


def forged(path: Path, number: int, level: int | None, distance: int | None) -> None:
    """Writes the table again, with valid checksums and another entry for one number."""
    with StageFile.open(path) as file:
        header = file.header
        levels, distances = file.levels(0, header.count), file.distances(0, header.count)
    levels[number] = levels[number] if level is None else level
    distances[number] = distances[number] if distance is None else distance
    movers = np.zeros(header.count, np.uint8)
    write_stage(path, header, [Chunk(levels, distances if header.distances else None, movers)])


@given(data=st.data())
@examples(150)
def test_every_forged_entry_is_found(folder: Path, data: st.DataObject) -> None:
    path = stage_path(folder, data.draw(st.integers(0, 2)))
    original = path.read_bytes()
    with StageFile.open(path) as file:
        header = file.header
        number = data.draw(st.integers(0, header.count - 1))
        level, distance = int(file.levels(number, number + 1)[0]), int(file.distances(number, number + 1)[0])
    try:
        if header.distances and level != UNUSED and data.draw(st.booleans()):
            forged(path, number, None, data.draw(st.integers(0, 9).filter(lambda n: n != distance)))
        else:
            others = [n for n in (*range(len(header.levels)), UNUSED) if n != level]
            forged(path, number, data.draw(st.sampled_from(others)), None)
        with pytest.raises(zermelo.ZermeloError):
            verify(GAME, folder, plain=True)
    finally:
        path.write_bytes(original)
    verify(GAME, folder, plain=True)


@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
@examples(150)
def test_every_flipped_bit_is_found(folder: Path, place: float, bit: int) -> None:
    path = stage_path(folder, 1)
    original = path.read_bytes()
    damaged = bytearray(original)
    damaged[int(place * len(damaged))] ^= 1 << bit
    try:
        path.write_bytes(damaged)
        with pytest.raises(TableError):
            verify(GAME, folder, plain=True)
    finally:
        path.write_bytes(original)


def test_a_missing_stage_is_named(tmp_path: Path) -> None:
    build_stages(GAME, tmp_path, plain=True)
    stage_path(tmp_path, 1).unlink()
    with pytest.raises(TableError, match=r"stage-001\.table.* is missing"):
        verify(GAME, tmp_path, plain=True)


def test_tables_of_another_game_are_refused(folder: Path) -> None:
    with pytest.raises(TableError, match="by these rules"):
        verify(Ranked(seed=6), folder, plain=True)


def test_a_forged_enumeration_is_found(tmp_path: Path) -> None:
    game = zermelo.load("leapfrog")
    path = build_states(game, tmp_path, plain=True)
    verify(game, tmp_path, plain=True)
    with StageFile.open(path) as file:
        header, block = file.header, file.block(0)
    levels = block.levels.copy()
    levels[3] = 1
    write_stage(path, header, [Chunk(levels, block.distances, np.zeros(header.count, np.uint8), block.keys)])
    with pytest.raises(TableError, match="is wrong"):
        verify(game, tmp_path, plain=True)


def test_a_table_of_all_symmetric_states_is_proved(tmp_path: Path) -> None:
    game = zermelo.load("tictactoe")
    path = build_states(game, tmp_path, symmetry=False, plain=True)
    assert verify(game, tmp_path, plain=True).files == ((path, 5478),)


def test_a_forged_count_of_positions_is_found(tmp_path: Path) -> None:
    path = build_stages(GAME, tmp_path, plain=True)[0]
    with StageFile.open(path) as file:
        header, levels = file.header, file.levels(0, file.header.count)
        chunk = Chunk(levels, file.distances(0, header.count), np.zeros(header.count, np.uint8))
    write_stage(path, replace(header, summaries=tuple(Summary() for _ in header.parts)), [chunk])
    with pytest.raises(TableError, match="its header says 0 positions"):
        verify(GAME, tmp_path, plain=True)


def test_a_table_says_from_which_position_and_with_which_symmetry_it_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = zermelo.load("tictactoe")
    start = game.parse("XO./.X./..O")
    path = build_states(game, tmp_path, start, symmetry=False, plain=True)
    built = []

    def counted(*arguments: Any, **options: Any) -> Path:
        built.append(options["memory"])
        return build_states(*arguments, **options)

    monkeypatch.setattr(verifying, "build_states", counted)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    assert len(verify(game, tmp_path, plain=True, memory=2**31, scratch=scratch).files) == 1
    assert built == [2**31]
    assert not list(scratch.iterdir())
    with pytest.raises(TableError, match="was built from"):
        verify(game, tmp_path, start=game.initial(), plain=True)
    with pytest.raises(TableError, match="is not writable"):
        verify(game, tmp_path, plain=True, scratch=tmp_path / "missing")
    with StageFile.open(path) as file:
        assert (file.header.start, file.header.symmetry) == (game.show(start), False)


def test_a_table_that_does_not_say_its_start_is_proved_too(tmp_path: Path) -> None:
    game = zermelo.load("tictactoe")
    path = build_states(game, tmp_path, symmetry=False, plain=True)
    with StageFile.open(path) as file:
        header, block = replace(file.header, start=None, symmetry=None), file.block(0)
    assert b"symmetry" not in header.to_json()
    write_stage(path, header, [Chunk(block.levels, block.distances, np.zeros(header.count, np.uint8), block.keys)])
    assert verify(game, tmp_path, plain=True).files == ((path, 5478),)
