"""Invalid settings and rules: a clear error or a correct answer; no crash, no hang, no unbounded memory."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

import pytest

import zermelo
from zermelo import Game, KindError, LimitError, RuleError, load
from zermelo.engine import memory as workspace
from zermelo.engine.engine import Engine
from zermelo.games.twentyone import TwentyOne

RULES = """
from typing import NamedTuple
from zermelo import Game

TABLE = (1, 2, 3, 4, 5)

class Heap(NamedTuple):
    left: int
    mover: int

class Take(Game):
    def initial(self): return Heap(30, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for a in range(1, 4):
            yield a
    def result(self, s, a): return Heap(s.left - a, 1 - s.mover)
    def is_terminal(self, s): return s.left <= 0
    def utility(self, s, p): return -1 if s.mover == p else 1
"""

NOT_FOUND_BY_CHANCE = """
    def initial(self): return Heap(1, 0)
    def result(self, s, a): return Heap(4 * s.left + a, 1 - s.mover)
    def is_terminal(self, s): return s.left >= 4**10
    def utility(self, s, p): return 0
    def evaluate(self, s, p): return 5 // (s.left - 349_525)
"""  # after nine plies, all of them the first action

ENDLESS = """
    def actions(self, s):
        a = 1
        while a < 4 or s.left < 25:
            yield a
            a += 1
    def is_terminal(self, s): return s.left < -1000
"""

SOME = """
    def {}(self, s):
        for a in range(1, 4):
            if s.left != 12:
                yield a
"""

BAD = {
    "order": ("    def order(self, s, a): return TABLE[30 - s.left]\n", "Take.order", "IndexError"),
    "evaluate": ("    def evaluate(self, s, p): return 10 // (s.left - 20)\n", "Take.evaluate", "ZeroDivisionError"),
    "result": (
        "    def result(self, s, a):\n        assert s.left > 12\n        return Heap(s.left - a, 1 - s.mover)\n",
        "Take.result",
        "AssertionError",
    ),
    "player": ("    def player(self, s): return 0 if s.left > 12 else 7\n", "Take.player", "7"),
    "chance": ("    def player(self, s): return s.mover if s.left > 15 else -1\n", "Take.player", "-1"),
    "number": ("    def evaluate(self, s, p): return 0.0 if s.left > 20 else float('nan')\n", "Take", "gave"),
    "utility": ("    def utility(self, s, p): return float('inf')\n", "Take", "gave"),
    "actions": (
        SOME.format("actions"),
        "Take.actions",
        "no actions",
    ),
    "candidates": (
        SOME.format("candidates"),
        "Take.candidates",
        "no action",
    ),
    "value_bounds": (
        "    def value_bounds(self, s): return (-1, 1) if s.left > 12 else (1, -1)\n",
        "Take.value_bounds",
        "(1",
    ),
    "no value bounds": (
        "    def value_bounds(self, s): return (-1.0, 1.0) if s.left > 12 else (float('nan'), 1.0)\n",
        "Take.value_bounds",
        "nan",
    ),
    "rare": (NOT_FOUND_BY_CHANCE, "Take.evaluate", "ZeroDivisionError"),
}

ASK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
from zermelo import ZermeloError, load
from zermelo.soundness.diagnosis import diagnosing
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.core.limits import Limits
game = load(sys.argv[1])
engine = Engine(game, table=1 << 20, plain=sys.argv[2] == "plain")
engine.compile()
print(engine.speed)
try:
    with diagnosing(game):
        print(analysing.analyse(engine, game.initial(), Limits(nodes=3_000_000, seconds=20)).value)
except ZermeloError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def ask(tmp_path):
    """Runs a search in a process of its own, which may crash."""

    def run(rules: str, speed: str) -> str:
        """What it prints."""
        file = tmp_path / "take.py"
        file.write_text(RULES + rules)
        process = subprocess.run(
            [sys.executable, "-c", ASK, str(file), speed],
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert process.returncode == 0, process.stderr
        assert process.stdout.startswith(speed)
        return process.stdout

    return run


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("fault", "speed"),
    [
        *((fault, "plain") for fault in BAD),
        *(
            pytest.param(fault, "native", marks=[] if fault in ("rare", "player") else pytest.mark.slow)
            for fault in BAD
        ),
    ],
)
def test_a_rule_that_fails_is_named_with_its_position(ask, fault, speed):
    rules, method, what = BAD[fault]
    said = ask(rules, speed)
    assert "RuleError" in said
    assert method in said
    assert what in said
    assert "Heap(left=" in said


@pytest.mark.parametrize("speed", ["plain", pytest.param("native", marks=pytest.mark.slow)])
def test_an_infinite_generator_of_actions_below_the_root_is_an_error(ask, speed):
    said = ask(ENDLESS, speed)
    assert "RuleError Take.actions" in said
    assert "more than 1,000,000" in said


@pytest.mark.parametrize("speed", ["plain", pytest.param("native", marks=pytest.mark.slow)])
def test_thousands_of_actions_are_not_too_many(ask, speed):
    many = """
    def initial(self): return Heap(2, 0)
    def actions(self, s):
        for a in range(50_000 if s.left == 1 else 3):
            yield a
    def result(self, s, a): return Heap(s.left - 1, a if s.left == 1 else 1)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, p): return (1 if p == 0 else -1) * (1 if s.mover < 40_000 else -1)
    """
    assert ask(many, speed).split() == [speed, "-1"]


@pytest.mark.thorough
def test_memory_is_bounded_by_the_table_size():
    """Memory is measured in a process of its own."""
    code = (
        "import resource\n"
        "from zermelo import analyse, load\n"
        "analyse('nim', plain=True)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "analyse('othello', nodes=40_000, plain=True, table=1 << 20)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    assert int(process.stdout) < 40 * 1024  # KiB; a slot is larger in plain Python


# Settings.


@pytest.mark.parametrize("table", [0, -1, 10**18, True, 1.5, None, "1"])
def test_an_invalid_table_size_is_refused(table):
    with pytest.raises(LimitError, match="table"):
        zermelo.analyse("nim", table=table)
    with pytest.raises(LimitError, match="table"):
        zermelo.solve("connect4", method="search", table=table)


def test_a_containers_memory_limit_is_respected(tmp_path, monkeypatch):
    limits = tmp_path / "limited", tmp_path / "unlimited", tmp_path / "missing"
    limits[0].write_text("3000000\n")
    limits[1].write_text("max\n")
    monkeypatch.setattr(workspace, "CONTAINERS", limits)
    assert workspace.check_size(3_000_000) == 3_000_000
    with pytest.raises(LimitError, match="does not fit"):
        workspace.check_size(3_000_001)


@pytest.mark.parametrize("threads", [0, -1, 10_000, True, 1.5, None, "2"])
def test_an_invalid_number_of_threads_is_refused(threads):
    with pytest.raises(LimitError, match="threads"):
        zermelo.analyse("nim", threads=threads)
    with pytest.raises(LimitError, match="threads"):
        zermelo.solve("connect4", method="search", threads=threads)


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), "1", True])
@pytest.mark.parametrize("limit", ["depth", "nodes", "seconds"])
def test_limits_of_zero_or_below_are_refused(limit, value):
    for ask in (zermelo.analyse, zermelo.solve):
        with pytest.raises(LimitError, match=limit):
            ask("nim", **{limit: value})


@pytest.mark.parametrize("table", [1, 1023, 2**20])
def test_the_smallest_table_is_enough(table):
    found = zermelo.solve("tictactoe", method="search", table=table, plain=True)
    assert (found.value, found.proved) == (0, True)


def test_the_maximum_number_of_threads_works():
    found = zermelo.analyse("nim", depth=6, threads=256, plain=True)
    assert (found.value, found.proved) == (-1, True)


class Blindfold(TwentyOne):
    def observe(self, s, p):
        return p


def test_games_that_the_engine_cannot_search_are_refused():
    with pytest.raises(KindError, match="the engine cannot search this game: it has imperfect information"):
        Engine(Blindfold())
    for text in ("(<1 2> <3 4>)", "twentyone:players=3", "pig"):
        with pytest.raises(KindError, match="engine cannot solve "):
            zermelo.solve(text, method="search")
    with pytest.raises(KindError, match="no method"):
        zermelo.solve("nim", method="guess")


def test_a_root_without_actions_is_a_rule_error():
    game = load("twentyone")

    class Dumb(type(game)):
        def actions(self, s):
            return ()

    with pytest.raises(RuleError, match="no actions"):
        zermelo.analyse(Dumb(), plain=True)


class Onwards(NamedTuple):
    number: int
    mover: int


class WithoutEnd(zermelo.Game):
    """No state repeats, and none is terminal."""

    def initial(self):
        return Onwards(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield 1
        yield 2

    def result(self, s, a):
        return Onwards((s.number * 2 + a) % 2**40, 1 - s.mover)

    def is_terminal(self, s):
        return False

    def utility(self, s, p):
        return 0


@pytest.mark.thorough
def test_a_proof_of_an_infinite_game_ends_without_a_limit():
    solution = zermelo.solve(WithoutEnd(), method="search", plain=True)
    assert (solution.value, solution.proved) == (None, False)
    assert solution.notes == (
        "not solved: play goes on for more than 4,000 plies: the methods 'states' and 'pn' may solve it "
        "(--method states)",
    )


class Left(NamedTuple):
    count: int


class OverAtOnce(Game):
    """Play is over in the initial state, in which no action can be carried out."""

    def initial(self) -> Left:
        return Left(0)

    def player(self, s: Left) -> int:
        return 0

    def actions(self, s: Left) -> range:
        return range(1, s.count + 1)

    def result(self, s: Left, a: int) -> Left:
        return Left(s.count // a - 1)

    def is_terminal(self, s: Left) -> bool:
        return s.count == 0

    def utility(self, s: Left, p: int) -> int:
        return 1 if p == 0 else -1


@pytest.mark.thorough
def test_a_game_compiles_whose_initial_state_has_no_actions():
    engine = Engine(OverAtOnce())
    engine.compile()
    assert engine.speed == "native"
