"""The time to compile a game with an empty cache: processor seconds of a process that does only that."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from figures import Figure

from measures.starting import process_seconds

COMPILE = """
import sys
import zermelo
from zermelo.engine.engine import Engine

engine = Engine(zermelo.load(sys.argv[1]), table=2**20)
engine.compile()
assert engine.speed == "native", engine.why_plain
"""

SMALL, LARGE = 2, 8
"""The targets in seconds: for a small first game, and for a large one."""

GAMES = {"tictactoe": LARGE, "connect4": LARGE, "othello": LARGE}

README = Path(__file__).parents[2] / "README.md"


def measure(quick: bool) -> list[Figure]:
    """Built-in games, and the game of the README."""
    with tempfile.TemporaryDirectory(prefix="zermelo-own-") as folder:
        own = Path(folder) / "squares.py"
        own.write_text(_readme_game(), encoding="utf-8")
        found = [_compiled("squares.py of the README", str(own), SMALL)]
    for name, target in () if quick else GAMES.items():
        found.append(_compiled(name, name, target))
    return found


def _readme_game() -> str:
    block = re.search(r'```python title="squares.py"\n(.*?)```', README.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1]


def _compiled(name: str, game: str, target: float) -> Figure:
    with tempfile.TemporaryDirectory(prefix="zermelo-cache-") as folder:
        seconds, work = process_seconds(COMPILE, Path(folder), game)
    return Figure(f"compile {name}", work, "s", at_most=target, note=f"{seconds:.1f} s by the clock")
