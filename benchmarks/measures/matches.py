"""Matches: games per second, the overhead of the referee, and the response time of `zermelo engine`."""

from __future__ import annotations

import importlib
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.matches.standings import Standings

FAST = 3_000
"""Games of tic-tac-toe per second, random against random."""

OWN_COST, PROGRAM_COST = 0.2, 2.0
"""The maximum overhead of the referee per move, in milliseconds: in one process, and with two programs."""

PROMPT = 50.0
"""The maximum response time to `stop` and `isready`, in milliseconds."""

PROGRAM = """
import sys
moves = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        print("bestmove", next(c + r for r in "123" for c in "abc" if c + r not in moves))
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


def measure(quick: bool) -> list[Figure]:
    """All of them."""
    return [*_speed(300 if quick else 3_000), _own_cost(quick), _program_cost(quick), *_answers(quick)]


def _speed(games: int) -> list[Figure]:
    title = "tic-tac-toe, random against random"

    def ours() -> float:
        return games / processor_seconds(lambda: zermelo.match("tictactoe", ["random", "random"], games=games))

    try:
        peer = importlib.import_module("peers.easyai_games")
    except ImportError as error:
        alone = [ours() for _ in range(3)]
        return [Figure(title, median(alone), "games/s", FAST), skipped(f"{title} / easyAI", f"not installed ({error})")]
    here, there = interleaved(3, ours, lambda: games / processor_seconds(lambda: peer.random_games(games)))
    note = f"easyAI plays {median(there):,.0f} games/s"
    return [
        Figure(title, median(here), "games/s", FAST, detail={"rounds": here}),
        Figure(f"{title} / easyAI", ratio(here, there), "×", note=note, detail={"ours": here, "theirs": there}),
    ]


def _moves(found: Standings) -> int:
    return sum(len(result.actions) for result in found.results)


def _own_cost(quick: bool) -> Figure:
    """The overhead of the referee per move, measured as the whole time of a match between trivial players."""
    rounds = []
    for _ in range(1 if quick else 5):
        played: list[Standings] = []
        seconds = processor_seconds(lambda: played.append(zermelo.match("connect4", ["first", "first"], games=200)))  # noqa: B023  # it is called at once
        rounds.append(1000 * seconds / _moves(played[0]))
    return Figure("referee, one process", min(rounds), "ms/move", at_most=OWN_COST, detail={"rounds": rounds})


def _program_cost(quick: bool) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(PROGRAM)
        player = f"ugi:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
        rounds = []
        for _ in range(1 if quick else 5):
            began = time.perf_counter()
            found = zermelo.match("tictactoe", [player, player], games=100)
            rounds.append(1000 * (time.perf_counter() - began) / _moves(found))
    return Figure("referee, two programs", min(rounds), "ms/move", at_most=PROGRAM_COST, detail={"rounds": rounds})


def _answers(quick: bool) -> list[Figure]:
    """Response times to `isready` and `stop` during a search: at the plain speed while it compiles, and native."""
    command = [sys.executable, "-c", "from zermelo.cli import run; run()", "engine", "othello"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        commands, responses = engine.stdin, engine.stdout

        def ask(line: str, word: str) -> float:
            began = time.perf_counter()
            commands.write(f"{line}\n")
            commands.flush()
            while not responses.readline().startswith(word):
                pass
            return 1000 * (time.perf_counter() - began)

        ask("ugi", "ugiok")
        ready, stopped = [], []
        for turn in range(5 if quick else 40):
            ask(f"position startpos moves f5\ngo {'infinite' if turn else 'depth 1'}\nisready", "readyok")
            time.sleep(0.02 * (turn % 10))
            ready.append(ask("isready", "readyok"))
            if turn:
                stopped.append(ask("stop", "bestmove"))
        commands.write("quit\n")
        commands.flush()
    return [
        Figure(f"engine, {name} answered", median(each), "ms", at_most=PROMPT, note=f"at most {max(each):.1f} ms")
        for name, each in (("isready", ready), ("stop", stopped))
    ]
