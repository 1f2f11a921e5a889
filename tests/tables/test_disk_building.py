"""Tables by enumeration that are built on disk: the same bytes as in memory, whatever the threads, memory and kills."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import zermelo
from enumerated_games import Ladder, Merging, Scored, Silent
from zermelo.core.errors import LimitError, RuleError, TableError
from zermelo.core.game import Game
from zermelo.tables import disk_building, disk_search, disk_solving, enumerating, memory_shares
from zermelo.tables.enumerating import build_states
from zermelo.tables.files import write_stage
from zermelo.tables.packing import Packing
from zermelo.tables.running import Runner
from zermelo.tables.verifying import verify


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Every table is built on disk, in pieces so small that all boundaries are met."""
    monkeypatch.setattr(enumerating, "MOST_IN_MEMORY", 1)
    monkeypatch.setattr(disk_search, "PIECE", 64)
    monkeypatch.setattr(disk_solving, "PIECE", 100)
    monkeypatch.setattr(disk_solving, "ENTRIES", 70)
    monkeypatch.setattr(memory_shares, "MOST_READ", 50)
    return monkeypatch


def built(game: Game, folder: Path, **options: Any) -> bytes:
    path = build_states(game, folder, **options)
    assert [each.name for each in folder.iterdir()] == ["states.table"]
    return path.read_bytes()


@pytest.mark.thorough
@pytest.mark.parametrize("game", [zermelo.load("tictactoe"), zermelo.load("leapfrog"), Scored(), Merging()], ids=str)
def test_the_bytes_are_those_of_a_build_in_memory(game: Game, tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    few = built(game, tmp_path / "disk", threads=2)
    on_disk.setattr(disk_building, "FLOOR", disk_building.MEMORY - 20000)  # room for few codes: many runs and ranges
    on_disk.setattr(disk_building, "LEAST_SPARE", 1)
    assert built(game, tmp_path / "little room") == few
    on_disk.setattr(enumerating, "MOST_IN_MEMORY", 1 << 22)
    assert built(game, tmp_path / "memory") == few
    assert built(game, tmp_path / "plain", plain=True) == few


@pytest.mark.thorough
def test_without_symmetry_and_distances(tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    game = zermelo.load("tictactoe")
    options: dict[str, Any] = {"symmetry": False, "distances": False}
    found = built(game, tmp_path / "disk", **options)
    verify(game, tmp_path / "disk")
    on_disk.setattr(enumerating, "MOST_IN_MEMORY", 1 << 22)
    assert built(game, tmp_path / "memory", **options) == found


# Interruptions.


class Stopped(Exception):
    pass


@pytest.mark.thorough
def test_a_build_that_is_stopped_again_and_again_gets_done(tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    on_disk.setattr(disk_solving, "SAVED_SECONDS", 0.0)
    on_disk.setattr(disk_building, "FLOOR", disk_building.MEMORY - 20000)
    on_disk.setattr(disk_building, "LEAST_SPARE", 1)
    game, stops = zermelo.load("tictactoe"), 0
    whole = built(game, tmp_path / "whole")
    for after in range(20, 2000, 20):
        calls = 0

        def check(after: int = after) -> None:
            nonlocal calls
            calls += 1
            if calls > after:
                raise Stopped

        try:
            build_states(game, tmp_path / "stopped", check=check)
            break
        except Stopped:
            stops += 1
    assert stops > 5
    assert (tmp_path / "stopped" / "states.table").read_bytes() == whole


DYING = """
import os, sys
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
os.fsync, Path.replace, Path.unlink = dying(os.fsync), dying(Path.replace), dying(Path.unlink)
from enumerated_games import Scored
from zermelo.tables import disk_building, disk_search, disk_solving, enumerating
enumerating.MOST_IN_MEMORY, disk_search.PIECE, disk_solving.PIECE, disk_solving.SAVED_SECONDS = 1, 64, 100, 0.0
disk_building.FLOOR, disk_building.LEAST_SPARE = disk_building.MEMORY - 20000, 1
enumerating.build_states(Scored(), Path(sys.argv[1]), check=dying(lambda: None))
"""


def paths_of_tests() -> list[str]:
    """Where another process finds the games of the tests."""
    return [str(Path(__file__).parent.parent), *filter(None, sys.path)]


def build_and_die(folder: Path, left: int) -> int:
    """Builds in another process, which dies at the given write to disk or check; its exit code."""
    command = [sys.executable, "-c", DYING.format(paths=paths_of_tests()), str(folder), str(left)]
    return subprocess.run(command, check=False).returncode


@pytest.mark.slow
def test_fifty_kills_at_random(tmp_path: Path) -> None:
    whole = built(Scored(), tmp_path / "whole")
    source = random.Random(3)
    kills, builds = 0, 0
    while kills < 50:
        folder = tmp_path / f"killed{builds}"
        builds += 1
        while build_and_die(folder, source.randint(100, 900)) == 9:
            kills += 1
        assert (folder / "states.table").read_bytes() == whole


@pytest.mark.thorough
def test_what_an_interrupted_build_has_left_is_not_trusted_blindly(tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    game = zermelo.load("tictactoe")
    whole = built(game, tmp_path / "whole")

    def leave(folder: Path, **options: Any) -> Path:
        calls = 0

        def check() -> None:
            nonlocal calls
            calls += 1
            if calls > 100:
                raise Stopped

        with pytest.raises(Stopped):
            build_states(game, folder, check=check, **options)
        return folder / "states.building"

    run = next(leave(tmp_path / "cut").glob("run-*.codes"))
    os.truncate(run, run.stat().st_size // 2)  # half a file
    assert built(game, tmp_path / "cut") == whole
    run = next(leave(tmp_path / "zeros").glob("run-*.codes"))
    run.write_bytes(bytes(run.stat().st_size))
    notices: list[str] = []
    assert built(game, tmp_path / "zeros", notice=notices.append) == whole
    assert any("is damaged: the build starts over" in notice for notice in notices)
    (leave(tmp_path / "garbage") / "progress.json").write_text("{")
    assert built(game, tmp_path / "garbage") == whole
    leave(tmp_path / "other", symmetry=False)  # of another table
    assert built(game, tmp_path / "other") == whole


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """What a build leaves that is stopped in the middle of its sweeps; and the whole table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enumerating, "MOST_IN_MEMORY", 1)
        patch.setattr(disk_solving, "PIECE", 100)
        patch.setattr(disk_solving, "ENTRIES", 70)
        patch.setattr(disk_solving, "SAVED_SECONDS", 0.0)
        left, game = tmp_path_factory.mktemp("left"), zermelo.load("tictactoe")

        def check() -> None:
            try:
                progress = json.loads((left / "states.building" / "progress.json").read_text())["progress"]
            except FileNotFoundError:
                return
            if progress["distance"] >= 3:
                raise Stopped

        with pytest.raises(Stopped):
            build_states(game, left, check=check)
        return left, built(game, tmp_path_factory.mktemp("whole"))


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def zero(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("harm", [cut, zero, flip, Path.unlink])
@pytest.mark.parametrize("name", ["entries", "branches-0000000100", "progress.json"])
def test_damaged_leftovers_are_made_again(
    name: str, harm: Any, swept: tuple[Path, bytes], tmp_path: Path, on_disk: pytest.MonkeyPatch
) -> None:
    left, whole = swept
    shutil.copytree(left, tmp_path / "damaged")
    harm(tmp_path / "damaged" / "states.building" / name)
    assert built(zermelo.load("tictactoe"), tmp_path / "damaged") == whole


def test_a_build_resumes_with_less_memory(
    swept: tuple[Path, bytes], tmp_path: Path, on_disk: pytest.MonkeyPatch
) -> None:
    left, whole = swept
    shutil.copytree(left, tmp_path / "less")
    on_disk.setattr(disk_building, "FLOOR", disk_building.MEMORY - 6000)
    on_disk.setattr(disk_building, "LEAST_SPARE", 1)
    assert built(zermelo.load("tictactoe"), tmp_path / "less") == whole


def test_what_a_build_that_was_killed_while_writing_has_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "states.table.0123abcd.partial").write_bytes(b"half a table")
    built(zermelo.load("tictactoe"), tmp_path)


# Faults.


@pytest.mark.parametrize("writes", [0, 3, 10, 20, 40])
def test_a_full_disk_is_reported(writes: int, tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    """The disk is full after some writes: while states are searched for, linked, swept, or the table is written."""
    fsync, passes, left = os.fsync, 0, writes

    def full(handle: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        fsync(handle)

    def chunks(*arguments: Any) -> Any:
        nonlocal passes
        passes += 1
        return given(*arguments)

    given = disk_building.DiskStates.chunks
    on_disk.setattr(os, "fsync", full)
    on_disk.setattr(disk_building.DiskStates, "chunks", chunks)
    with pytest.raises(TableError, match="No space left on device"):
        build_states(zermelo.load("tictactoe"), tmp_path)
    assert passes <= 1, "keys are not computed again for want of space"
    on_disk.undo()
    built(zermelo.load("tictactoe"), tmp_path)  # nothing is lost that would be in the way


@pytest.mark.thorough
@pytest.mark.parametrize("most", [1, 1 << 22], ids=["disk", "memory"])
def test_too_many_utilities_are_refused(most: int, tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    on_disk.setattr(enumerating, "MOST_IN_MEMORY", most)
    with pytest.raises(TableError, match="more than 254 different utilities"):
        build_states(Ladder(), tmp_path)


@pytest.mark.thorough
def test_rules_that_do_not_say_who_moves_at_the_end(tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    """Two threads find out at the same time."""
    failures = threading.Barrier(2)
    on_rules = Runner.on_rules

    def together(*arguments: Any) -> Any:
        try:
            return on_rules(*arguments)
        except RuleError:
            with suppress(threading.BrokenBarrierError):
                failures.wait(1)
            raise

    on_disk.setattr(Runner, "on_rules", together)
    on_disk.setattr(memory_shares, "MOST_READ", 500)
    found = built(Silent(), tmp_path / "disk", threads=2)
    on_disk.undo()
    assert built(Silent(), tmp_path / "memory") == found


@pytest.mark.parametrize("most", [1, 1 << 22], ids=["disk", "memory"])
def test_only_one_build_is_at_work_in_a_folder(most: int, tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    on_disk.setattr(enumerating, "MOST_IN_MEMORY", most)
    game, met = zermelo.load("tictactoe"), []

    def write(*arguments: Any) -> Any:
        with pytest.raises(TableError, match="another build is at work in the folder"):
            build_states(game, tmp_path)
        met.append(True)
        return write_stage(*arguments)

    on_disk.setattr(enumerating, "write_stage", write)
    built(game, tmp_path)
    assert met


def test_the_lock_of_a_build_that_was_killed_is_free(tmp_path: Path) -> None:
    code = "import os, sys, pathlib; from zermelo.tables.build_lock import only_build_in\n"
    code += "with only_build_in(pathlib.Path(sys.argv[1])): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 9
    assert (tmp_path / ".build.lock").exists()
    built(zermelo.load("tictactoe"), tmp_path)


def test_a_limit_that_is_too_low_is_refused(tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match="the limit of memory is too low"):
        build_states(zermelo.load("tictactoe"), tmp_path, memory=2**28)


@pytest.mark.thorough
def test_rules_that_are_broken_are_reported(tmp_path: Path, on_disk: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuleError, match="Scored breaks the contract of games"):
        build_states(Scored(broken=True), tmp_path)


LIMITED = """
import sys, threading, time
from pathlib import Path
sys.path[:0] = {paths!r}
import zermelo
from enumerated_games import Wide
from zermelo.tables import enumerating
def own():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("RssAnon")) << 10
most = 0
def watch():
    global most
    while True:
        most = max(most, own())
        time.sleep(0.005)
threading.Thread(target=watch, daemon=True).start()
game = Wide() if sys.argv[1] == "wide" else zermelo.load(sys.argv[1])
limit = int(sys.argv[3]) << 20
enumerating.build_states(game, Path(sys.argv[2]), symmetry=False, threads=2, memory=limit)
print(most, limit)
assert most < limit
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux says how much memory a process has for itself")
@pytest.mark.parametrize("text", ["wide", "connect4:width=5,height=4"])
def test_the_memory_limit_holds(text: str, tmp_path: Path) -> None:
    """Over the whole build, also if each state has 200 branches."""
    made = []
    for limit in ("400", "2000"):
        command = [sys.executable, "-c", LIMITED.format(paths=paths_of_tests()), text, str(tmp_path / limit), limit]
        assert subprocess.run(command, check=False).returncode == 0
        made.append((tmp_path / limit / "states.table").read_bytes())
    assert made[0] == made[1]


def test_a_few_states_fit_into_any_limit(tmp_path: Path) -> None:
    built(zermelo.load("tictactoe"), tmp_path, memory=100 << 20)


@pytest.mark.slow
def test_connect_four_has_69_763_700_positions_on_5_by_5(tmp_path: Path) -> None:
    game = zermelo.load("connect4:width=5,height=5")
    folder = Path(os.environ.get("ZERMELO_TEST_FOLDER", tmp_path))
    path = build_states(game, folder, symmetry=False, threads=2)
    tables = zermelo.tables.reading.TableSet.open(game, folder)
    assert tables is not None
    assert tables.headers[0].count == 69_763_700
    assert tables.probe(game.initial()).value == 0
    assert path.exists()


# Packing.


def test_each_value_of_a_word_has_its_own_bits() -> None:
    packing = Packing.empty(3).wider(0, -5).wider(0, 7).wider(1, -(2**63)).wider(1, 2**63 - 1).wider(2, 2**62)
    assert packing.widths == [4, 64, 63]
    assert packing.code_words == 3
    assert Packing.empty(2).code_words == 1
    assert Packing((0, 0), (2**30, 2**31)).code_words == 1
    assert Packing((0, 0), (2**31, 2**31)).code_words == 2
    assert Packing((0, 0), (2**63 - 1, 0)).code_words == 1  # 63 bits are a whole word, which is never negative
    assert Packing((0, 0), (2**63 - 1, 1)).code_words == 2
