"""Tables by rank: their values against the solver's, faults in the numbering, and builds that are interrupted."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

import zermelo
from property_helpers import examples
from ranked_graphs import Colliding, Growing, LaterPart, Mortal, Node, Ranked
from zermelo.core.errors import KindError, LimitError, RuleError, TableError
from zermelo.core.game import Game, State
from zermelo.core.limits import Limits
from zermelo.solvers.solve import solve
from zermelo.tables.building import build_stages
from zermelo.tables.files import Chunk, StageFile, stage_path, write_stage
from zermelo.tables.header import Part, Summary
from zermelo.tables.verifying import verify

SMALL = {"seed": 5, "stages": 4, "utilities": 2}
"""A game with four stages of two parts, for builds that are interrupted."""

games = st.builds(
    Ranked,
    seed=st.integers(0, 10**6),
    stages=st.integers(1, 4),
    utilities=st.integers(0, 3),
    endless=st.integers(-2, 2),
)


def solved(game: Ranked) -> Iterator[tuple[State, float, int]]:
    """Every state with its value and distance by the solver; 0 where it has no distance."""
    tables = []
    for s in game.nodes():
        known = next((table for table in tables if table.values_of(s) is not None), None)
        if known is None:
            known = solve(game, s, Limits(), plain=True).table
            tables.append(known)
        value = known.values_of(s)[0]
        yield s, value, 0 if value == game.endless else known.distance(s)


def entries(game: Game, folder: Path, distances: bool = True) -> Iterator[tuple[State, float, int]]:
    """Every state with its value and distance by the tables."""
    for path in sorted(folder.glob("*.table")):
        with StageFile.open(path) as file:
            header = file.header
            levels, plies = file.levels(0, header.count), file.distances(0, header.count)
            for i, level in enumerate(levels.tolist()):
                if level != 255:
                    yield game.unrank(header.stage, i), header.levels[level], int(plies[i]) if distances else 0


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@given(game=games)
@pytest.mark.thorough
@examples(200)
def test_random_games_have_the_values_and_distances_of_the_solver(
    game: Ranked, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("tables")
    build_stages(game, folder, plain=True)
    assert sorted(entries(game, folder)) == sorted(solved(game))
    verify(game, folder, plain=True)


@given(game=games)
@pytest.mark.thorough
@examples(80)
def test_without_distances_the_values_are_the_same(game: Ranked, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("tables")
    build_stages(game, folder, plain=True, distances=False)
    found = {s: value for s, value, _ in entries(game, folder)}
    assert found == {s: value for s, value, _ in solved(game)}
    verify(game, folder, plain=True)


@pytest.mark.thorough
def test_machine_code_and_threads_write_the_same_bytes(tmp_path: Path) -> None:
    game = Ranked(**SMALL)
    build_stages(game, tmp_path / "plain", plain=True)
    build_stages(game, tmp_path / "native", threads=2)
    assert contents(tmp_path / "plain") == contents(tmp_path / "native")
    verify(game, tmp_path / "native", threads=2)


@pytest.mark.thorough
def test_rook_against_king(tmp_path: Path) -> None:
    game = zermelo.load("krk")
    build_stages(game, tmp_path, 3, threads=2)
    with StageFile.open(stage_path(tmp_path, 3)) as file:
        assert file.header.summaries == (Summary(175_168 + 223_944, 175_168, 22_244, 201_700, 31),)
        assert file.distances(0, file.header.count).max() == 32
    verify(game, tmp_path)


@pytest.mark.slow
def test_queen_against_king(tmp_path: Path) -> None:
    game = zermelo.load("krk:piece=queen")
    build_stages(game, tmp_path, 3)
    with StageFile.open(stage_path(tmp_path, 3)) as file:
        assert file.header.summaries == (Summary(144_508 + 223_944, 144_508, 23_048, 200_896, 19),)


@pytest.mark.slow
def test_checkers_with_four_pieces(tmp_path: Path) -> None:
    game = zermelo.load("checkers")
    build_stages(game, tmp_path / "both", 4, threads=2)
    build_stages(game, tmp_path / "wdl", 4, distances=False)
    with StageFile.open(stage_path(tmp_path / "both", 4)) as file:
        by_name = {part.name: found for part, found in zip(file.header.parts, file.header.summaries, strict=True)}
        assert sum(found.positions for found in by_name.values()) == 2 * 7_092_774
        for name, found in by_name.items():  # the colours swapped, the results are the same
            black, _, white = name.partition(" v ")
            assert by_name[f"{white} v {black}"] == found
        assert by_name["2 kings v 2 kings"] == Summary(431_520, 116_722, 306_912, 7_886, 49)
    verify(game, tmp_path / "both", threads=2)
    verify(game, tmp_path / "wdl", threads=2)
    assert 8 * stage_path(tmp_path / "wdl", 4).stat().st_size <= 2 * 7_092_774


# Faults.


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Colliding, "share number 1 of stage"),
        (Growing, "stage grows from"),
        (LaterPart, "a later part of the same stage"),
    ],
)
def test_a_wrong_numbering_is_refused(kind: type[Ranked], message: str, tmp_path: Path) -> None:
    wrong = []
    for seed in range(40):  # a game may happen not to reach the fault
        try:
            game = kind(seed=seed)
            build_stages(game, tmp_path / str(seed), 2, plain=True)
            verify(game, tmp_path / str(seed), plain=True)
        except (RuleError, TableError) as error:
            wrong.append(str(error))
    assert any(message in text for text in wrong)
    assert all(message in text or "unused" in text for text in wrong)


def test_a_game_without_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KindError, match="does not number its positions"):
        build_stages(zermelo.load("leapfrog"), tmp_path)


def test_a_stage_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="no positions with numbers in stage 24"):
        build_stages(zermelo.load("checkers"), tmp_path)
    with pytest.raises(LimitError, match="has no stage 9"):
        build_stages(zermelo.load("checkers"), tmp_path, 9)
    with pytest.raises(LimitError, match="up to stage 3: its tables would ignore draws after a number of quiet moves"):
        build_stages(zermelo.load("checkers:quiet_moves=40"), tmp_path, 3)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="is not writable"):
        build_stages(Ranked(), tmp_path / "file" / "tables", plain=True)


def test_a_folder_with_other_tables_is_refused(tmp_path: Path) -> None:
    build_stages(Ranked(), tmp_path, plain=True)
    with pytest.raises(TableError, match="by other rules"):
        build_stages(Ranked(seed=2), tmp_path, plain=True)
    with pytest.raises(TableError, match="has distances; build one without"):
        build_stages(Ranked(), tmp_path, plain=True, distances=False)


def test_a_table_with_other_parts_is_refused(tmp_path: Path) -> None:
    game = Ranked(seed=5, stages=2, utilities=2)
    path = build_stages(game, tmp_path, plain=True)[0]
    with StageFile.open(path) as file:
        count = 2 * file.header.count
        header = replace(file.header, parts=(Part("more", count),), count=count, summaries=())
    entries = np.zeros(count, np.uint8)
    write_stage(path, header, [Chunk(entries, entries.astype(np.uint16), entries)])
    with pytest.raises(TableError, match="has other parts than stage 0: remove it first"):
        build_stages(game, tmp_path, plain=True)


def test_the_memory_limit_is_kept(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="of memory, and the limit is 1 MiB"):
        build_stages(Ranked(), tmp_path, plain=True, memory=2**20)


# Interruptions.

DYING = """
import os, shutil, sys
from pathlib import Path
sys.path[:0] = {paths!r}
left = int(sys.argv[2])
def dying(function):
    def wrapped(*arguments, **named):
        global left
        left -= 1
        if left == 0:
            os._exit(9)
        return function(*arguments, **named)
    return wrapped
os.fsync, Path.replace, shutil.rmtree = dying(os.fsync), dying(Path.replace), dying(shutil.rmtree)
from ranked_graphs import Ranked
from zermelo.tables.building import build_stages
build_stages(Ranked(**{game!r}), sys.argv[1], plain=True, check=dying(lambda: None))
"""


def build_and_die(folder: Path, left: int) -> int:
    """Builds in another process, which dies at the given write to disk or report of progress; its exit code."""
    paths = [str(Path(__file__).parent.parent), *filter(None, sys.path)]
    code = DYING.format(paths=paths, game=SMALL)
    return subprocess.run([sys.executable, "-c", code, str(folder), str(left)], check=False).returncode


@pytest.mark.thorough
def test_a_build_that_was_killed_is_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    build_stages(Ranked(**SMALL), tmp_path / "whole", plain=True)
    for left in (3, 20, 11):
        assert build_and_die(tmp_path / "killed", left) == 9
    build_stages(Ranked(**SMALL), tmp_path / "killed", plain=True)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


@pytest.mark.parametrize("left", [16, 17])
def test_a_build_that_was_killed_while_it_wrote_a_stage_leaves_nothing_behind(left: int, tmp_path: Path) -> None:
    build_stages(Ranked(**SMALL), tmp_path / "whole", plain=True)
    assert build_and_die(tmp_path / "killed", left) == 9
    build_stages(Ranked(**SMALL), tmp_path / "killed", plain=True)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


@pytest.mark.slow
def test_fifty_kills_at_random(tmp_path: Path) -> None:
    build_stages(Ranked(**SMALL), tmp_path / "whole", plain=True)
    source = random.Random(7)
    kills, builds = 0, 0
    while kills < 50:
        folder = tmp_path / f"killed{builds}"
        builds += 1
        while build_and_die(folder, source.randint(1, 12)) == 9:
            kills += 1
        assert contents(folder) == contents(tmp_path / "whole")


class Stopped(Exception):
    pass


def test_a_build_that_is_stopped_again_and_again_gets_done(tmp_path: Path) -> None:
    game = Ranked(**SMALL)
    build_stages(game, tmp_path / "whole", plain=True)
    stops = 0
    for after in range(1, 100):
        calls = 0

        def check(after: int = after) -> None:
            nonlocal calls
            calls += 1
            if calls > after:
                raise Stopped

        try:
            build_stages(game, tmp_path / "stopped", plain=True, check=check)
            break
        except Stopped:
            stops += 1
    assert stops > 1
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")


def test_a_damaged_part_is_built_again(tmp_path: Path) -> None:
    build_stages(Ranked(**SMALL), tmp_path / "whole", plain=True)

    def check() -> None:
        if any((tmp_path / "killed").glob("stage-001.building/part-*.table")):
            raise Stopped

    with pytest.raises(Stopped):
        build_stages(Ranked(**SMALL), tmp_path / "killed", plain=True, check=check)
    for part in (tmp_path / "killed").glob("*.building/part-*.table"):
        part.write_bytes(part.read_bytes()[:-1])
    build_stages(Ranked(**SMALL), tmp_path / "killed", plain=True)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


# Executors.


def test_processes_write_the_same_bytes_even_if_one_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Mortal(**SMALL)
    build_stages(game, tmp_path / "here", plain=True)
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    (deaths / "one").touch()
    monkeypatch.setenv("ZERMELO_TEST_DEATHS", str(deaths))
    monkeypatch.setenv("ZERMELO_TEST_PARENT", str(os.getpid()))
    build_stages(
        game,
        tmp_path / "there",
        plain=True,
        workers=lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    )
    assert not list(deaths.iterdir()), "a worker died"
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


class Dividing(Ranked):
    """Its `result` divides by zero in one state."""

    def result(self, s: Node, a: int) -> Node:
        return Node(0 // (s.number - 4))


@pytest.mark.thorough
@pytest.mark.parametrize("plain", [True, False])
def test_a_rule_that_raises_is_named_with_its_position_and_line(tmp_path: Path, plain: bool) -> None:
    game = Dividing(**SMALL)
    with pytest.raises(RuleError, match=r"Dividing\.result raised ZeroDivisionError.* in '.*' with action") as raised:
        build_stages(game, tmp_path, plain=plain)
    assert "test_building.py, line " in str(raised.value)
