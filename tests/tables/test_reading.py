"""Probing tables from Python: the values and distances of the plain solver, by rank and by keys, from many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import zermelo
from table_helpers import states_of, write_ranks, write_states
from zermelo.core.errors import TableError
from zermelo.core.game import Game
from zermelo.tables.blocks import Block
from zermelo.tables.reading import BlockCache, TableEntry, TableSet, key_words

WRITERS: list[tuple[str, Any]] = [
    ("tictactoe", write_states),
    ("leapfrog", write_states),
    ("nim:piles=2,3,4", write_states),
    ("krk:size=4", write_ranks),
    ("krk:size=4", write_states),
]


def opened(game: Game, folder: Path) -> TableSet:
    tables = TableSet.open(game, folder)
    assert tables is not None
    return tables


@pytest.mark.parametrize(("text", "write"), WRITERS)
@pytest.mark.parametrize("distances", [True, False])
def test_a_table_says_what_the_solver_says(text: str, write: Any, distances: bool, tmp_path: Path) -> None:
    game = zermelo.load(text)
    solution = write(tmp_path, game, distances=distances)
    tables = opened(game, tmp_path)
    for s in states_of(solution):
        distance = solution.table.distance(s) if distances or game.is_terminal(s) else None
        assert tables.probe(s) == TableEntry(solution.value_of(s), distance)


def test_symmetric_states_are_found(tmp_path: Path) -> None:
    game = zermelo.load("tictactoe")
    solution = write_states(tmp_path, game)
    tables = opened(game, tmp_path)
    random = Random(1)
    for _ in range(50):
        s = game.initial()
        while not game.is_terminal(s):
            s = game.result(s, random.choice(list(game.actions(s))))
            found = tables.probe(s)
            assert found is not None
            assert found.value == solution.value_of(s)


def test_a_state_that_was_not_enumerated_is_not_covered(tmp_path: Path) -> None:
    smaller = zermelo.load("nim:piles=1,2")
    write_states(tmp_path, smaller)
    tables = opened(smaller, tmp_path)
    assert tables.covers(smaller.initial())
    assert not tables.covers(smaller.parse("2 2"))


def test_a_position_that_no_play_reaches_is_not_covered(tmp_path: Path) -> None:
    game = zermelo.load("krk:size=4")
    reached = set(states_of(write_ranks(tmp_path, game)))
    tables = opened(game, tmp_path)
    unreached = [s for i in range(game.parts(3)[0][1]) if (s := game.unrank(3, i)).heavy >= 0 and s not in reached]
    assert unreached
    assert not any(map(tables.covers, unreached[:100]))


def test_other_rules_are_refused(tmp_path: Path) -> None:
    write_ranks(tmp_path, zermelo.load("krk:size=4"))
    with pytest.raises(TableError, match=r"'krk:size=4', with other rules than 'krk:piece=queen,size=4' has here"):
        TableSet.open(zermelo.load("krk:piece=queen,size=4"), tmp_path)


def test_another_game_has_no_table_there(tmp_path: Path) -> None:
    write_states(tmp_path, zermelo.load("tictactoe"))
    assert TableSet.open(zermelo.load("leapfrog"), tmp_path) is None


def test_a_damaged_block_is_an_error_when_it_is_needed(tmp_path: Path) -> None:
    game = zermelo.load("krk:size=4")
    write_ranks(tmp_path, game)
    path = tmp_path / "stage-003.table"
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    tables = opened(game, tmp_path)
    with pytest.raises(TableError, match=r"stage-003.table' cannot be used: block 0 is damaged"):
        tables.probe(game.initial())


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"none' cannot be read: No such file"):
        TableSet.open(zermelo.load("tictactoe"), tmp_path / "none")


@pytest.mark.thorough
def test_many_threads_read_the_same_tables(tmp_path: Path) -> None:
    game = zermelo.load("krk:size=4")
    solution = write_ranks(tmp_path, game)
    files = opened(game, tmp_path).files.values()
    tables = TableSet(game, tmp_path, files, BlockCache(most_bytes=100))  # there is hardly room for a block
    states = states_of(solution) * 3
    Random(2).shuffle(states)
    with ThreadPoolExecutor(8) as pool:
        for s, found in zip(states, pool.map(tables.probe, states, chunksize=10), strict=True):
            assert found is not None
            assert found.value == solution.value_of(s)


class _File:
    def __init__(self) -> None:
        self.reads = 0

    def block(self, index: int) -> Block:
        self.reads += 1
        return Block(None, 10, np.full(10, index, np.uint8), None, b"")  # type: ignore[arg-type]


def test_the_cache_keeps_what_was_used_last() -> None:
    file: Any = _File()
    cache = BlockCache(most_bytes=20)
    assert [cache.block(file, i).packed[0] for i in (0, 1, 0, 2, 0)] == [0, 1, 0, 2, 0]
    assert file.reads == 3
    cache.block(file, 1)  # it was dropped for 2
    assert file.reads == 4


def test_a_key_that_is_not_made_of_numbers_is_refused() -> None:
    assert key_words((-1, (True, np.uint64(2**64 - 1)))) == (2**64 - 1, 1, 2**64 - 1)
    with pytest.raises(TableError, match="in a key is not a number"):
        key_words((1, "a"))
