"""The store, used from separate processes: which code is found, and which is compiled again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from zermelo import load
from zermelo.engine.engine import compile_engine
from zermelo.kernels.counting import perft
from zermelo.native.detached import detach
from zermelo.native.store import CODE, Shelf, entries

RULES = """
from typing import NamedTuple
from zermelo import Game
{imports}
STEP = {step}

def helper(n):
    return n + STEP - 1

class Heap(NamedTuple):
    left: int
    mover: int

class Take(Game):
    def __init__(self, start: int = 7):
        self.start = start
    def initial(self): return Heap(self.start, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for a in range(1, 3):
            if a <= s.left:
                yield a
    def result(self, s, a): return Heap(s.left - min(helper(a), s.left), 1 - s.mover)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, p): return -1 if s.mover == p else 1
    def show(self, s): return "{shown}"
"""

COUNT = """
import sys
from zermelo import load
from zermelo.kernels.counting import perft
from zermelo.native import native
from zermelo.native.store import store_folder

def files():
    return {path: path.stat().st_mtime_ns for path in store_folder().glob("*/*.code")}

for text in sys.argv[1:]:
    game = load(text)
    compiled = native(game)
    before, stored = files(), compiled.is_stored(perft)
    count = compiled.run(perft, game.initial(), 4, 1)
    assert count == perft(game, game.initial(), 4, 1), (text, count)
    assert stored or compiled.is_stored(perft) == bool(files())  # where anything can be kept, it is from now on
    print(count, stored and files() == before)  # what is compiled again is written again
"""


def write(path, step=1, shown="a heap", imports=""):
    path.write_text(RULES.format(step=step, shown=shown, imports=imports))


@pytest.fixture
def count(tmp_path, monkeypatch):
    """Counts plays in a process of its own: pairs of the count and whether the machine code was stored."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "store"))

    def run(*games, code=COUNT):
        process = subprocess.run(
            [sys.executable, "-c", code, *map(str, games)], capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stderr
        pairs = [line.split() for line in process.stdout.splitlines()]
        return [(int(n), stored == "True") for n, stored in pairs]

    return run


@pytest.mark.thorough
def test_a_second_process_finds_the_code(count):
    (first,) = count("tictactoe")
    (second,) = count("tictactoe")
    assert (first, second) == ((3024, False), (3024, True))


@pytest.mark.thorough
def test_only_edits_that_change_the_code_compile_again(count, tmp_path):
    file = tmp_path / "take.py"
    write(file)
    (plain,) = count(file)
    assert count(file) == [(plain[0], True)]
    write(file, shown="the heap, in other words")  # for people
    assert count(file) == [(plain[0], True)]
    file.write_text("# a comment, and lines that move\n\n\n" + file.read_text())
    assert count(file) == [(plain[0], True)]
    write(file, step=2)  # a constant that a helper reads
    ((changed, stored),) = count(file)
    assert not stored
    assert changed != plain[0]
    write(file)
    assert count(file) == [(plain[0], True)]


@pytest.mark.thorough
def test_parameters_and_classes_of_one_name_in_two_files_are_distinct(count, tmp_path):
    for folder, step in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "take.py", step=step)
    games = [f"{tmp_path}/a/take.py:Take", f"{tmp_path}/b/take.py:Take", f"{tmp_path}/a/take.py:Take:start=2"]
    first = count(*games)
    assert len({n for n, _ in first}) == 3
    assert [stored for _, stored in first] == [False] * 3
    assert count(*reversed(games)) == [(n, True) for n, _ in reversed(first)]


@pytest.mark.thorough
def test_a_helper_in_another_file_counts(count, tmp_path):
    other = tmp_path / "other.py"
    other.write_text("def helper(n):\n    return n\n")
    write(tmp_path / "take.py", imports="import other")
    text = (tmp_path / "take.py").read_text().replace("helper(a)", "other.helper(a)")
    (tmp_path / "take.py").write_text(text)
    (plain,) = count(tmp_path / "take.py")
    assert count(tmp_path / "take.py") == [(plain[0], True)]
    other.write_text("def helper(n):\n    return 2 * n\n")
    ((changed, stored),) = count(tmp_path / "take.py")
    assert not stored
    assert changed != plain[0]


@pytest.mark.thorough
def test_games_on_standard_input_are_stored_too(count):
    code = RULES.format(step=1, shown="x", imports="") + COUNT.replace("load(text)", "Take()")
    first, second = count("x", code=code), count("x", code=code)
    assert [stored for _, stored in first + second] == [False, True]


@pytest.mark.thorough
def test_functions_that_call_each_other_are_stored_too(count, tmp_path):
    write(tmp_path / "take.py")
    text = (tmp_path / "take.py").read_text()
    text = text.replace("    return n + STEP - 1", "    return n if n < 2 else other(n - 1) + 1")
    text = text.replace("class Heap", "def other(n):\n    return n if n < 2 else helper(n - 1) + 1\n\nclass Heap")
    text = text.replace("helper(a)", "helper(a) + other(3) - 3")
    (tmp_path / "take.py").write_text(text)
    (first,), (second,) = count(tmp_path / "take.py"), count(tmp_path / "take.py")
    assert (first, second) == ((first[0], False), (first[0], True))


@pytest.mark.thorough
def test_processes_that_compile_at_once_all_get_the_right_answer(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "store"))
    for step in (1, 2):
        write(tmp_path / f"take{step}.py", step=step)
    running = [
        subprocess.Popen([sys.executable, "-c", COUNT, str(tmp_path / f"take{i % 2 + 1}.py")], stdout=subprocess.PIPE)
        for i in range(4)
    ]
    counts = [int(process.communicate(timeout=120)[0].split()[0]) for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert counts[:2] == counts[2:]
    assert len(set(counts)) == 2


@pytest.mark.thorough
def test_a_damaged_file_and_a_folder_that_cannot_be_written(count, tmp_path, monkeypatch):
    count("nim")
    (file,) = (tmp_path / "store").glob("*/perft*.code")
    file.write_bytes(file.read_bytes()[:-100] + b"x" * 100)
    ((_, stored),) = count("nim")
    assert not stored
    monkeypatch.setenv("ZERMELO_CACHE", os.devnull + "/nowhere")
    assert [stored for _, stored in count("nim") + count("nim")] == [False, False]


def test_a_name_that_is_not_unicode_and_an_interrupted_write_leave_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    Shelf("digest", "b\udcffd.py:Take", "kernel").write("key", CODE, b"code")
    (entry,) = entries()
    assert (entry.game, entry.codes) == ("b?d.py:Take", 1)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr("zermelo.native.store.Path.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Shelf("digest", "take", "kernel").write("other", CODE, b"code")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_process_that_cannot_be_started_leaves_no_mark(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    def refused(*_: object, **__: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr("zermelo.native.detached.subprocess.Popen", refused)
    assert detach(load("tictactoe"), perft, compile_engine, None) is None
    assert not list(tmp_path.rglob("*.compiling"))
