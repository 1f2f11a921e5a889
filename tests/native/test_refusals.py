"""Refusals of rules that do not compile: found once, stored with the reason, and dropped when anything changes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba.core.dispatcher
import pytest
from click.testing import CliRunner

from zermelo import Game
from zermelo.cli import main
from zermelo.kernels.counting import perft
from zermelo.native import NotNativeError, native
from zermelo.native.store import store_folder

RULES = """
from typing import NamedTuple
from zermelo import Game

STEPS = {0: (1, 2), 1: (1, 2)}

class Count(NamedTuple):
    said: int
    mover: int

class Counter(Game):
    def initial(self): return Count(1, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        yield 1
        yield STEPS[s.mover][1]
    def result(self, s, a): return Count(s.said + a, 1 - s.mover)
    def is_terminal(self, s): return s.said >= 7
    def utility(self, s, p): return 1 if s.mover == p else -1
"""

PREPARE = """
import sys
import numba.core.dispatcher as numba
from zermelo import load
from zermelo.kernels.counting import perft
from zermelo.native.host import KernelHost

compiled, notices = [], []
compile_kernel = numba.Dispatcher.compile
numba.Dispatcher.compile = lambda self, sig: (compiled.append(sig), compile_kernel(self, sig))[1]
host = KernelHost({game}, notice=notices.append)
host.prepare(perft, host.game.initial(), 1, 1)
print([len(compiled) > 0, len(notices) > 0, host.why_plain])
"""


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of each test's own."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "store"))
    return tmp_path / "store"


def in_another_process(code: str, file: Path | None = None, *, readable: bool = True) -> list[Any]:
    """What the code prints: run from a file, or from standard input, which leaves no source to be read."""
    words = ["-"] if file is None or not readable else [str(file)]
    if file is not None:
        file.write_text(code)
    done = subprocess.run([sys.executable, *words], input=code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(eval(done.stdout))


def prepare(file: Path) -> tuple[bool, bool, str]:
    """Whether rules in a file were compiled, whether that was announced, and why they run at the plain speed."""
    compiled, announced, why = in_another_process(PREPARE.format(game=f"load({str(file)!r})"))
    return compiled, announced, why


@pytest.mark.thorough
def test_a_refusal_is_found_once_and_explained_each_time(tmp_path):
    file = tmp_path / "counter.py"
    file.write_text(RULES)
    first, second = prepare(file), prepare(file)
    assert first[:2] == (True, True)
    assert second == (False, False, first[2])
    assert "Counter.actions" in second[2]
    assert f"{file}, line 16: yield STEPS[s.mover][1]" in second[2]
    assert "in place of a dictionary" in second[2]


@pytest.mark.thorough
def test_any_change_of_the_rules_is_tried(tmp_path):
    file = tmp_path / "counter.py"
    file.write_text(RULES)
    prepare(file)
    file.write_text(RULES.replace("{0: (1, 2), 1: (1, 2)}", "((1, 2), (1, 2))"))
    assert prepare(file) == (True, True, None)


@pytest.mark.thorough
def test_an_explanation_names_the_line_where_the_rule_is_now(tmp_path):
    file = tmp_path / "counter.py"
    file.write_text(RULES)
    prepare(file)
    file.write_text("# moved\n\n" + RULES)  # the rule itself is the same
    compiled, _, why = prepare(file)
    assert not compiled
    assert f"{file}, line 18: yield STEPS" in why
    file.write_text(RULES.replace("        yield 1\n", "        # first\n        yield 1\n"))
    assert f"{file}, line 17: yield STEPS" in prepare(file)[2]


@pytest.mark.thorough
def test_what_is_typed_into_a_notebook_is_remembered_though_its_cells_have_other_names():
    def session(number: int) -> list[Any]:
        """A notebook kernel names the files of its cells by its process; their source can be read."""
        name = f"/tmp/ipykernel_{number}/1234.py"
        typed = f"import linecache\nlinecache.cache[{name!r}] = (1, None, {RULES!r}.splitlines(True), {name!r})\n"
        typed += f"exec(compile({RULES!r}, {name!r}, 'exec'))\n"
        return in_another_process(typed + PREPARE.format(game="Counter()"))

    first, second = session(1), session(2)
    assert (first[0], second[0]) == (True, False)
    assert "/tmp/ipykernel_2/1234.py, line 16: yield STEPS[s.mover][1]" in second[2]


@pytest.mark.thorough
def test_rules_without_source_are_remembered_but_not_for_those_whose_source_can_be_read(tmp_path):
    rules = RULES.replace("{0: (1, 2), 1: (1, 2)}", "((1, 2), (1, 2))")
    rules = rules.replace("        yield 1\n        yield STEPS[s.mover][1]", "        yield from STEPS[s.mover]")
    code, file = rules + PREPARE.format(game="Counter()"), tmp_path / "main.py"
    typed = [in_another_process(code, file, readable=False) for _ in range(2)]
    assert [compiled for compiled, _, _ in typed] == [True, False]
    assert "`yield from`" in typed[1][2]
    assert in_another_process(code, file) == [True, True, None]  # there `yield from` becomes a loop


STEPS = {1: 1, 2: 2}


class Refused(Game):
    """Counts up to seven, with constructs that Numba does not support."""

    def initial(self):
        return (1, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        return [1, 2]

    def result(self, s, a):
        return (s[0] + STEPS[a], 1 - s[1])

    def is_terminal(self, s):
        return s[0] >= 7

    def utility(self, s, p):
        return 1 if s[1] == p else -1


def refusals() -> list[Path]:
    return list(store_folder().glob("*/*.refusal"))


def refuse() -> None:
    with pytest.raises(NotNativeError):
        native(Refused()).run(perft, (1, 0), 2, 1)


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), OSError(24, "Too many open files")])
@pytest.mark.parametrize("wrapped", [False, True])
def test_an_error_of_the_process_is_not_remembered(error, wrapped, monkeypatch):
    def failing(_dispatcher, _signature):
        if not wrapped:
            raise error
        raise numba.core.errors.LoweringError("it failed") from error

    with monkeypatch.context() as patched:
        patched.setattr(numba.core.dispatcher.Dispatcher, "compile", failing)
        refuse()
    assert refusals() == []
    refuse()
    assert len(refusals()) == 1


def test_ctrl_c_is_not_a_refusal(monkeypatch):
    def interrupted(_dispatcher, _signature):
        raise KeyboardInterrupt

    monkeypatch.setattr(numba.core.dispatcher.Dispatcher, "compile", interrupted)
    with pytest.raises(KeyboardInterrupt):
        native(Refused()).run(perft, (1, 0), 2, 1)
    assert refusals() == []


def test_a_state_that_does_not_fit_is_not_remembered():
    class Fits(Refused):
        def result(self, s, a):
            return (s[0] + a, 1 - s[1])

    with pytest.raises(NotNativeError, match="does not fit"):
        native(Fits()).run(perft, (2**70, 0), 2, 1)
    assert refusals() == []
    assert native(Fits()).run(perft, (1, 0), 2, 1) == 4


def test_a_damaged_refusal_is_found_again():
    refuse()
    (file,) = refusals()
    content = file.read_bytes()
    file.write_bytes(content[:40])
    refuse()
    assert file.read_bytes() == content


def test_the_cache_shows_refusals_and_clears_them():
    refuse()
    run = CliRunner().invoke(main, ["cache"])
    assert run.output.startswith("1 in ")
    assert "refused\n    does not compile: Refused.result: " in run.output
    (entry,) = json.loads(CliRunner().invoke(main, ["cache", "--json"]).stdout)["entries"]
    assert entry["kernels"] == 0
    assert [refusal["rule"] for refusal in entry["refusals"]] == ["Refused.result"]
    assert CliRunner().invoke(main, ["cache", "--clear"]).output.startswith("removed 1\n0 in ")
    assert refusals() == []
