"""The wait for the compiler: counted separately, left to another process with `wait=False`, and always announced."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Timer

import pytest

import zermelo
from compiling_helpers import GO_ON, WAIT_IN_THE_COMPILER, write_digest
from timing_helpers import PATIENCE, wait_until
from zermelo import load
from zermelo.core.plain_rules import PlainRules
from zermelo.draw.answer_tables import answer_rows
from zermelo.engine.engine import Engine
from zermelo.kernels.counting import perft
from zermelo.native import NotNativeError, compiling, detached
from zermelo.native.detached import detach
from zermelo.native.digest import digest_of
from zermelo.native.host import KernelHost
from zermelo.native.layouts import Layout

HELPERS = Path(__file__).parent.parent

SQUARES = """
from typing import NamedTuple
from zermelo import Game

class Heap(NamedTuple):
    coins: int
    mover: int

class Squares(Game):
    def __init__(self, coins: int = 14):
        self.coins = coins
    def initial(self):
        return Heap(self.coins, 0)
    def player(self, s):
        return s.mover
    def actions(self, s):
        root = 1
        while root * root <= s.coins:
            yield root * root
            root += 1
    def result(self, s, a):
        return Heap(s.coins - a, 1 - s.mover)
    def is_terminal(self, s):
        return s.coins == 0
    def utility(self, s, p):
        return -1 if p == s.mover else 1
"""


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    """An empty store, in a process that has loaded nothing: loaded machine code is used without a wait."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "store"))
    monkeypatch.setattr(compiling, "_NATIVE", {})
    return tmp_path / "store"


class Compiler:
    """A compiler that fails in the end, when it has been awaited for some seconds: rules stay at the plain speed."""

    seconds = 1.0

    def __init__(self) -> None:
        self.is_over = Event()

    def awaited(self) -> None:
        """A search waits for it from now on."""
        Timer(self.seconds, self.is_over.set).start()


@pytest.fixture
def compiler(monkeypatch):
    compiler, await_code = Compiler(), KernelHost.await_code

    def compile_program(host):
        host._notice("compiling, once …")
        compiler.is_over.wait(PATIENCE)
        host.stay_plain(NotNativeError("this is a test"))

    def noting(host, budget):
        compiler.awaited()
        return await_code(host, budget)

    monkeypatch.setattr(KernelHost, "has_code", lambda _: False)
    monkeypatch.setattr(KernelHost, "_compile_program", compile_program)
    monkeypatch.setattr(KernelHost, "await_code", noting)
    yield compiler
    compiler.is_over.set()


# Who waits.


def test_the_wait_is_reported_separately(compiler):
    began, said = time.perf_counter(), []
    found = zermelo.analyse("connect4", seconds=0.6, notice=said.append)
    took = time.perf_counter() - began
    assert found.seconds > 0.5  # the wait has used up nothing of it
    assert found.compile_seconds > 0.5
    assert found.seconds + found.compile_seconds <= took
    assert said == ["compiling, once …"]
    assert found.to_json()["compile_seconds"] == round(found.compile_seconds, 6)
    assert dict(answer_rows(found))["compiling"] == f"{found.compile_seconds:.1f} s more"


def test_a_solution_waits_once_for_all_its_stages(compiler):
    began, said = time.perf_counter(), []
    found = zermelo.solve("connect4", method="engine", seconds=0.8, notice=said.append)
    assert found.seconds > 0.7
    assert found.compile_seconds > 0.5
    assert found.seconds + found.compile_seconds <= time.perf_counter() - began
    assert said == ["compiling, once …"]
    assert found.to_json()["compile_seconds"] > 0.5


def test_without_compiling_there_is_no_notice():
    found = zermelo.analyse("tictactoe", depth=2)
    assert found.compile_seconds == 0
    assert found.to_json()["compile_seconds"] == 0
    assert "compiling" not in dict(answer_rows(found))


def test_a_stop_ends_the_wait(compiler):
    stop = Event()
    compiler.awaited = stop.set
    found = zermelo.analyse("connect4", seconds=60, stop=stop)
    assert found.seconds + found.compile_seconds < 30
    assert "still being compiled" in found.notes[-1]


# Who does not.


@pytest.mark.thorough
def test_without_waiting_the_answer_is_in_time(compiler, monkeypatch):
    begun = []
    monkeypatch.setattr(detached, "detach", lambda game, *_: begun.append(game.name))  # which nothing can be given to
    began = time.perf_counter()
    found = zermelo.analyse("connect4", seconds=2.0, wait=False)
    assert time.perf_counter() - began < 30
    assert (found.compile_seconds, found.speed, begun) == (0, "plain", ["connect4"])
    assert "still being compiled" in found.notes[-1]


def test_a_short_search_compiles_nothing(compiler, monkeypatch):
    monkeypatch.setattr(detached, "detach", pytest.fail)
    assert zermelo.analyse("connect4", seconds=0.1, wait=False).speed == "plain"
    assert zermelo.analyse("nim", wait=False).proved


class Ready:
    """A process that is done at once."""

    def has_ended(self) -> bool:
        return True


class PlainMachine:
    """Runs kernels as ordinary Python where machine code is expected."""

    def __init__(self, game):
        self._rules = PlainRules(game)

    def run(self, kernel, s, *arguments):
        return kernel(self._rules, s, *arguments)


@pytest.mark.thorough
def test_a_search_goes_on_with_what_another_process_has_compiled(monkeypatch):
    """From then on it is a new search, which counts its nodes from 0."""
    speeds = []
    make = Layout.make.__func__  # what only claims to be machine code needs the memory of the plain speed
    monkeypatch.setattr(
        Layout, "make", classmethod(lambda cls, _native, given=None, /, **sizes: make(cls, False, given, **sizes))
    )
    monkeypatch.setattr(KernelHost, "has_code", lambda _: False)
    monkeypatch.setattr(detached, "detach", lambda *_: Ready())
    monkeypatch.setattr(KernelHost, "_compile_program", lambda host: PlainMachine(host.game))
    monkeypatch.setattr(
        Engine,
        "_take_memories",
        lambda engine, s, take=Engine._take_memories: speeds.append(engine.speed) or take(engine, s),
    )
    found = zermelo.analyse("connect4", seconds=3.0, wait=False)
    assert speeds == ["plain", "native"]
    assert found.seconds > 2.9


@pytest.mark.thorough
def test_the_command_line_does_not_wait_with_no_wait(tmp_path, store):
    rules = tmp_path / "held.py"
    rules.write_text(SQUARES + WAIT_IN_THE_COMPILER)
    words = ["analyse", f"{rules}:Squares:coins=1000000", "--seconds", "2", "--no-wait", "--json"]
    try:
        run = subprocess.run(
            [sys.executable, "-c", "from zermelo.cli import run; run()", *words],
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        assert "compiling " in run.stderr
        assert '"compile_seconds": 0.0' in run.stdout
        (mark,) = store.rglob("*.compiling")  # another process is compiling
        wait_until(mark.read_text)
        os.kill(int(mark.read_text()), signal.SIGTERM)
    finally:
        (tmp_path / GO_ON).touch()


# The other process.


def test_another_process_finds_the_same_game(tmp_path):
    (tmp_path / "squares.py").write_text(SQUARES)
    for number, name in enumerate(("connect4:width=5", f"{tmp_path / 'squares.py'}:Squares:coins=40")):
        game, written = load(name), tmp_path / f"{number}.txt"
        process = detach(game, perft, write_digest, written)
        wait_until(written.exists)
        assert written.read_text() == f"{digest_of(game)} {game}"
        wait_until(process.has_ended)


def test_no_two_processes_compile_the_same(tmp_path, store):
    game, written = load("connect4"), tmp_path / "written.txt"
    first = detach(game, perft, write_digest, written, tmp_path / GO_ON)
    second = detach(game, perft, write_digest, tmp_path / "never.txt")
    assert first._child is not None
    assert second._child is None
    assert not first.has_ended()
    assert not second.has_ended()
    (tmp_path / GO_ON).touch()
    wait_until(written.exists)
    wait_until(lambda: first.has_ended() and second.has_ended())
    assert not list(store.rglob("*.compiling"))
    assert not (tmp_path / "never.txt").exists()


def test_a_mark_left_by_a_killed_process_expires(tmp_path, store, monkeypatch):
    game = load("connect4")
    first = detach(game, perft, write_digest, tmp_path / "never.txt", tmp_path / GO_ON)
    first._child.kill()
    wait_until(first.has_ended)
    (mark,) = store.rglob("*.compiling")
    assert not detach(game, perft, write_digest, tmp_path / "never.txt").has_ended()
    os.utime(mark, (0, 0))
    wait_until(detach(game, perft, write_digest, tmp_path / "again.txt").has_ended)
    assert (tmp_path / "again.txt").exists()


def test_games_that_another_process_cannot_import_are_not_sent(tmp_path, monkeypatch):
    game = load("connect4")
    game.secret = lambda: 0  # which cannot be sent
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(game)
    assert detach(game, perft, write_digest, tmp_path / "never.txt") is None
    game = load("connect4")
    monkeypatch.setattr(type(game), "__module__", "__main__")  # as in a script that is run
    monkeypatch.setattr(sys.modules["__main__"], "Connect4", type(game), raising=False)
    assert detach(game, perft, write_digest, tmp_path / "never.txt") is None


def test_it_outlives_the_process_that_started_it(tmp_path):
    written = tmp_path / "written.txt"
    code = (
        "import sys; sys.path.append(sys.argv[2])\n"
        "from pathlib import Path\n"
        "from zermelo import load\n"
        "from zermelo.kernels.counting import perft\n"
        "from zermelo.native.detached import detach\n"
        "from compiling_helpers import write_digest\n"
        "assert detach(load('nim'), perft, write_digest, Path(sys.argv[1]), Path(sys.argv[3])) is not None\n"
    )
    go_on = tmp_path / GO_ON
    subprocess.run([sys.executable, "-c", code, written, HELPERS, go_on], check=True, timeout=PATIENCE)
    assert not written.exists()
    go_on.touch()
    wait_until(written.exists)


def test_a_compiler_in_this_process_is_waited_for_with_a_message():
    code = (
        "import sys, threading\n"
        "from zermelo.core.threads import start_compiler\n"
        "has_spoken, error = threading.Event(), sys.stderr\n"
        "class Noting:\n"
        "    flush = error.flush\n"
        "    def write(self, text):\n"
        "        has_spoken.set()\n"
        "        return error.write(text)\n"
        "sys.stderr = Noting()\n"
        "start_compiler(lambda: (has_spoken.wait(), print('compiled')), 'mygame')\n"
        "print('the end')\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert run.stdout.split("\n")[:2] == ["the end", "compiled"]
    assert "finishing the compilation of mygame" in run.stderr
