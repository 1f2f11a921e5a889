"""Builds at the native speed that are killed at random moments: nothing is lost, and the bytes are always the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

KILLING = """
import os, random, signal, sys, time
from pathlib import Path

import zermelo
from zermelo.tables import disk_building, disk_search, disk_solving, enumerating
from zermelo.tables.building import build_stages
from zermelo.tables.enumerating import build_states
from zermelo.tables.running import Runner

def by_rank(folder):
    build_stages(zermelo.load("checkers"), folder, 3, threads=2)

def by_enumeration(folder):
    enumerating.MOST_IN_MEMORY, disk_solving.SAVED_SECONDS = 1, 0.0
    disk_search.PIECE = disk_solving.PIECE = 1 << 12
    build_states(zermelo.load("connect4:width=4,height=4"), folder, symmetry=False, threads=2)

def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}

kind, root = sys.argv[1], Path(sys.argv[2])
build = {"rank": by_rank, "enumeration": by_enumeration}[kind]
build(root / "compiled")  # so that the processes that are killed load no machine code
begin = time.monotonic()
build(root / "whole")
longest = time.monotonic() - begin
whole, dice, kills, builds, moments = contents(root / "whole"), random.Random(5), 0, 0, set()
while kills < 50:
    folder = root / f"killed{builds}"
    child = os.fork()
    if child == 0:
        build(folder)
        os._exit(0)
    time.sleep(dice.uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    if os.waitpid(child, 0)[1] == signal.SIGKILL:
        kills += 1
        moments.add(tuple(sorted(path.name for path in folder.rglob("*"))) if folder.exists() else ())
    else:
        assert contents(folder) == whole
        builds += 1
build(root / f"killed{builds}")
assert contents(root / f"killed{builds}") == whole
print(kills, "kills,", len(moments), "different folders left behind,", builds + 1, "whole builds")
assert len(moments) > 5
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it forks a process that has threads")
@pytest.mark.parametrize("kind", ["rank", "enumeration"])
def test_fifty_kills_at_random_at_the_native_speed(kind: str, tmp_path: Path) -> None:
    """Processes that build with two threads get SIGKILL, wherever they are."""
    subprocess.run([sys.executable, "-c", KILLING, kind, str(tmp_path)], check=True)
