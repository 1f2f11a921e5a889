"""The search signature: how many nodes fixed searches read. It changes when, and only when, the search does.

`python benchmarks/signature.py` prints it; with `--check` it is compared with `signature.txt`, as CI does; `--update`
writes that file. Depth, table and threads are fixed and no clock is used, so every machine counts the same nodes.
Most games are searched at the plain speed, which needs no compiler and reads the same nodes. Connect four is searched
longer, in machine code, until its small table has overflowed many times.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import zermelo
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing, proving
from zermelo.engine.engine import Engine

FILE = Path(__file__).with_name("signature.txt")

TABLE = 2**20
"""The size of the table in bytes: small, so that entries are replaced."""


@dataclass(frozen=True)
class Search:
    """One search: an analysis to a depth, or a proof if there is no depth."""

    game: str
    position: str = ""
    depth: int | None = None
    native: bool = False

    @property
    def name(self) -> str:
        """Its name in the file."""
        kind = "solved" if self.depth is None else f"depth {self.depth}"
        return ", ".join(part for part in (self.game, self.position, kind) if part)

    def nodes(self) -> int:
        """How many nodes it reads."""
        game = zermelo.load(self.game)
        engine = Engine(game, table=TABLE, plain=not self.native)
        engine.compile()
        if self.native and engine.why_plain is not None:
            raise SystemExit(f"{self.game} does not compile: {engine.why_plain}")
        s = game.parse(self.position) if self.position else game.initial()
        if self.depth is None:
            proving.solve(engine, s, Limits(), all_actions=True)
        else:
            analysing.analyse(engine, s, Limits(depth=self.depth))
        return engine.nodes


SEARCHES = (
    Search("tictactoe"),
    Search("tictactoe", depth=6),
    Search("nim:piles=3,4,5"),
    Search("leapfrog"),
    Search("breakthrough", depth=5),
    Search("domineering", depth=6),
    Search("kalah", depth=9),
    Search("othello", depth=8),
    Search("othello:size=4"),
    Search("connect4", depth=10),
    Search("connect4:width=4,height=4"),
    Search("connect4", "44444", depth=16, native=True),
    Search("connect4", "4453167512", native=True),
)


def measured() -> dict[str, int]:
    """The nodes of each search, and their sum."""
    nodes = {search.name: search.nodes() for search in SEARCHES}
    return nodes | {"total": sum(nodes.values())}


def shown(nodes: dict[str, int]) -> str:
    """The content of the file: a line for each search, and one for the sum."""
    return "".join(f"{name}: {count}\n" for name, count in nodes.items())


def difference(before: str, now: str) -> str:
    """The lines that differ, with the old and the new text."""
    was, is_now = before.splitlines(), now.splitlines()
    gone = [f"- {line}" for line in was if line not in is_now]
    come = [f"+ {line}" for line in is_now if line not in was]
    return "\n".join(gone + come)


def main() -> None:
    """Prints, checks or writes the signature."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(".")[0])
    parser.add_argument("--check", action="store_true", help=f"fail if it differs from {FILE.name}")
    parser.add_argument("--update", action="store_true", help=f"write it to {FILE.name}")
    arguments = parser.parse_args()
    now = shown(measured())
    print(now, end="")
    if arguments.update:
        FILE.write_text(now, encoding="utf-8")
    if arguments.check:
        before = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
        if before != now:
            sys.exit(
                f"The node counts differ from {FILE.name}:\n{difference(before, now)}\n"
                "If the change is intended, write the new counts with `python benchmarks/signature.py --update`,\n"
                "commit them with the change, and explain in the commit message why the search is better."
            )


if __name__ == "__main__":
    main()
