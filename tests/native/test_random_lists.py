"""Random rules that copy a tuple to a list and change it: machine code gives what plain Python gives, or refuses."""

from __future__ import annotations

import importlib.util
import random
import sys
import textwrap
from pathlib import Path

import pytest

from zermelo.native import NotNativeError, native

GAME = """
from typing import NamedTuple

from over import Over


class Cells(NamedTuple):
    cells: tuple[int, int, int, int, int, int, int, int, int]
    mover: int


def number_of(parts):
    total = 0
    for part in parts:
        total = 7 * total + part
    return total


class Rules(Over):
    def initial(self):
        return Cells((0,) * 9, 0)

    def player(self, s):
        return s.mover

    def at(self, s):
        return s.cells[1] + s.mover

    def worth(self, cells):
        return cells[0] * 3 + cells[4]

    def same(self, cells):
        return cells

    def evaluate(self, s, p):
        return number_of(self.rule(s))

    def rule(self, s):
"""
INDICES = ("0", "1", "-1", "s.mover", "n % 9", "cells[0] % 9", "self.at(s)")
SOURCES = ("range(3)", "s.cells", "reversed(range(2, 6))", "cells", "s.cells[n % 3 :]", "cells[n % 3 : 7]")
COPIES = ("list(cells)", "list(s.cells)", "[*cells]", "list(tuple(cells))")
NAMES = (
    *("other = cells", "other = self.same(cells)", "cells = self.same(other)", "cells = other"),
    *("total += other[0]", "other = list(cells)", "other[n % 9] += 1"),
)


class Writer:
    """Writes a random rule, line by line."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = ["total, n = 0, s.mover", "other = list(s.cells)"]
        self.lines += self.random.choice((["cells = list(s.cells)"], ["cells, mover = s", "cells = [*cells]"]))
        for _ in range(self.random.randrange(3, 9)):
            self.statement("", 2)
        self.lines.append("return tuple(cells) + (total, n, other[0])")

    def statement(self, indent: str, depth: int) -> None:
        draw = self.random.randrange(14)
        if draw < 2 and depth:
            self.lines.append(f"{indent}if {self.number()} > {self.random.randrange(4)}:")
            self.statement(indent + "    ", depth - 1)
        elif draw < 4 and depth:
            self.lines.append(f"{indent}for k{len(self.lines)} in {self.random.choice(SOURCES)}:")
            self.statement(indent + "    ", depth - 1)
        else:
            self.lines.append(indent + self.simple(draw))

    def simple(self, draw: int) -> str:
        if draw < 7:
            return f"{self.element()} {self.random.choice(('=', '+=', '-='))} {self.number()}"
        if draw < 11:
            some = f"{self.element()}, {self.element()} = {self.element()}, {self.number()}"
            return (some, f"n, {self.element()} = {self.number()}, n", f"cells[0] = {self.element()} = n")[draw % 3]
        if draw == 11:
            return "cells = " + self.random.choice(COPIES)
        return self.random.choice(NAMES) if draw == 12 else f"total += {self.number()}"

    def element(self) -> str:
        return f"cells[{self.random.choice(INDICES)}]"

    def number(self) -> str:
        some = (self.element(), "s.mover", "n", "len(cells)", "sum(cells) % 5", "max(cells)", "self.worth(cells)")
        return self.random.choice((*some, "int(2 in cells)", "sum(cells[n % 4 : 6])", "cells.count(1)"))


def agrees(seed: int, folder: Path) -> bool:
    """Compares both speeds on one random rule; returns whether it compiles."""
    name = f"random_lists_{seed}"
    path = folder / f"{name}.py"
    path.write_text(GAME + textwrap.indent("\n".join(Writer(seed).lines), " " * 8) + "\n")
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game, draw = module.Rules(), random.Random(seed)
    states = [module.Cells(tuple(draw.randrange(4) for _ in range(9)), k % 2) for k in range(12)]
    try:
        expected = [game.evaluate(s, 0) for s in states]
        found = [native(game).run(asked, s) for s in states]
    except (IndexError, NotNativeError):
        return False
    finally:
        del sys.modules[name]
    wrapped = [(number + 2**63) % 2**64 - 2**63 for number in expected]  # integers wrap in machine code
    assert found == wrapped, path.read_text()
    return True


def asked(game, s) -> float:
    return game.evaluate(s, 0)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(16), marks=pytest.mark.thorough, id="a few"),
        pytest.param(range(100, 400), marks=pytest.mark.slow, id="many"),
    ],
)
def test_random_rules_agree(seeds, tmp_path):
    compiled = sum(agrees(seed, tmp_path) for seed in seeds)
    assert compiled > len(seeds) / 4
