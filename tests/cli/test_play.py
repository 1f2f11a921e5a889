"""`zermelo play`: the speed of the computer's replies, and messages while the person types."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiling_helpers import GO_ON, WAIT_IN_THE_COMPILER
from timing_helpers import PATIENCE, wait_until
from zermelo import load
from zermelo.cli import main
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine

RULES = """
from typing import NamedTuple
from zermelo import Game

class Count(NamedTuple):
    said: int
    mover: int

class Far(Game):
    def initial(self): return Count(1, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for n in range(1, 5):
            yield n
    def result(self, s, a): return Count(s.said + a, 1 - s.mover)
    def is_terminal(self, s): return s.said >= 100_000
    def utility(self, s, p): return 1 if s.mover == p else -1
    def evaluate(self, s, p): return 0  # so that alpha-beta searches it
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory) -> Path:
    """A game with too many states to be solved quickly."""
    file = tmp_path_factory.mktemp("rules") / "far.py"
    file.write_text(RULES)
    return file


@pytest.fixture(scope="module")
def kept(rules, tmp_path_factory) -> Path:
    """A store with the machine code of the game."""
    store = tmp_path_factory.mktemp("store")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ZERMELO_CACHE", str(store))
        engine = Engine(load(str(rules)))
        engine.compile()
        assert engine.speed == "native"
    return store


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "typed"),
    [(["--human", "1"], "quit\n"), (["--human", "0"], "1\nquit\n"), (["--human", "all"], "hint\nquit\n")],
    ids=["the computer begins", "the human begins", "a hint"],
)
def test_the_first_search_runs_as_machine_code_if_it_is_kept(words, typed, rules, kept, monkeypatch):
    speeds = []
    search = analysing.deepen

    def noting(*arguments, **options):
        *_, analysis = search(*arguments, **options)
        speeds.append(analysis.speed)
        yield analysis

    monkeypatch.setenv("ZERMELO_CACHE", str(kept))
    monkeypatch.setattr(analysing, "deepen", noting)
    result = CliRunner().invoke(main, ["play", str(rules), "--seconds", "0.4", *words], input=typed)
    assert result.exit_code == 0, result.output
    assert speeds == ["native"]
    assert "compiling" not in result.output


class Terminal:
    """A program that runs in a terminal, and what it has written there. At the end of the test it is killed."""

    running: list[subprocess.Popen[bytes]] = []  # noqa: RUF012  # of all terminals

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-c", "from zermelo.cli import run; run()", *words]
        self._master, terminal = os.openpty()
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
        )
        os.close(terminal)
        self.running.append(self.process)
        self.written = ""

    def type(self, text: str) -> None:
        """Types something."""
        os.write(self._master, text.encode())

    def read(self, seconds: float) -> None:
        """Reads what is written in this time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and select.select([self._master], [], [], left)[0]:
            self.written += os.read(self._master, 4096).decode(errors="replace")

    def read_until(self, is_reached: Callable[[], bool]) -> None:
        """Reads until something is reached."""
        deadline = time.monotonic() + PATIENCE
        while not is_reached():
            assert time.monotonic() < deadline, self.written
            self.read(0.05)

    def read_prompt(self, number: int, player: str = "MAX") -> None:
        """Reads until the player has been prompted this many times."""
        self.read_until(lambda: self.written.count(f"{player}> ") >= number)


@pytest.fixture(autouse=True)
def end_programs():
    yield
    while Terminal.running:
        process = Terminal.running.pop()
        process.kill()
        process.wait()


no_terminal = pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")


@pytest.fixture
def store(tmp_path, monkeypatch) -> Path:
    """An empty store of this test's own."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "store"))
    return tmp_path / "store"


@pytest.fixture
def held(tmp_path, store) -> Iterator[Path]:
    """The same rules, but the process that compiles them does not get further than reading them, and is killed."""
    file = tmp_path / "held.py"
    file.write_text(RULES + WAIT_IN_THE_COMPILER)
    yield file
    for mark in store.glob("*/*.compiling"):
        wait_until(mark.read_text)  # it has begun
        os.kill(int(mark.read_text()), signal.SIGKILL)
    (tmp_path / GO_ON).touch()


@no_terminal
def test_no_notice_comes_between_a_prompt_and_what_is_typed(held, store):
    terminal = Terminal("play", str(held), "--seconds", "0.4")
    terminal.read_prompt(1)
    terminal.type("he")
    terminal.read_until(lambda: any(mark.read_text() for mark in store.glob("*/*.compiling")))  # it has begun
    terminal.read(1.0)
    assert terminal.written.rpartition("MAX> ")[2] == "he"
    terminal.type("lp\n")
    terminal.read_prompt(2)
    said = terminal.written.split("MAX> ")[1].splitlines()
    assert said[0] == "help"
    assert re.fullmatch(r"compiling .*, once.*", said[1])
    terminal.type("quit\n")
    assert terminal.process.wait(timeout=PATIENCE) == 0


@no_terminal
def test_quitting_does_not_wait_for_the_compiler(held, store):
    terminal = Terminal("play", str(held), "--seconds", "0.4")
    terminal.read_prompt(1)
    terminal.type("1\n")
    terminal.read_prompt(2)
    terminal.type("quit\n")
    assert terminal.process.wait(timeout=PATIENCE) == 0
    assert any(store.glob("*/*.compiling"))  # the other process has not been stopped either


@pytest.mark.thorough
@no_terminal
def test_a_long_line_of_play_leaves_its_value_in_sight(rules, kept, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(kept))
    monkeypatch.setenv("COLUMNS", "50")
    terminal = Terminal("play", str(rules), "--seconds", "0.6", "--lines", "2")
    terminal.read_prompt(1)
    terminal.type("quit\n")
    assert terminal.process.wait(timeout=PATIENCE) == 0
    *_, best, second, _prompt = terminal.written.partition("MAX> ")[0].splitlines()
    for line in (best, second):
        assert line.rpartition("\x1b[2K")[2].startswith("value 0 for MAX, estimated  ")
        assert line.endswith("…")


def test_any_player_may_be_the_opponent(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("def choose(state, record, game):\n    return max(game.actions(state))\n")
    done = CliRunner().invoke(main, ["play", "tictactoe", "--opponent", f"{path}:choose"], input="b2\nquit\n")
    assert done.exit_code == 0
    assert "O plays c3" in done.output
    done = CliRunner().invoke(main, ["play", "tictactoe", "--opponent", "nobody"])
    assert done.exit_code == 2
    assert "there is no player 'nobody'" in done.output


def test_a_game_of_two_computers_ends_at_the_third_repetition():
    done = CliRunner().invoke(main, ["play", "checkers", "B:WK32:BK1", "--human", "none", "--depth", "1", "--plain"])
    assert done.exit_code == 0
    assert "third time" in done.stdout
