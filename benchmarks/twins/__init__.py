"""Equivalent programs in C++ (twins): builds them with g++ for this machine, and runs them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from zermelo.games.connect4 import Connect4, knowledge as connect4
from zermelo.kernels import alphabeta, tuning

FOLDER = Path(__file__).parent

CONSTANTS = {
    alphabeta: ("PLIES_UNKNOWN",),
    tuning: (
        *("SYMMETRIC", "TALL"),
        *("WORTH_KEEPING", "WORTH_ORDERING", "LONG", "END_KEEPING", "END_ORDERING", "WORTH_LOOKING"),
    ),
    connect4: ("CENTRAL", "GOOD_THREAT", "WEAK_THREAT", "HOPE", "FORCING"),
}
"""Tuned constants: a twin takes them from Zermelo, so that it stays the same search when they are tuned again."""

FLAGS = ("-std=c++17", "-O3", "-march=native", "-ffp-contract=off")
"""Without contraction: fused multiply-add rounds once, and would order moves differently from the kernel."""


def compiler() -> str | None:
    """The C++ compiler, if there is one."""
    return shutil.which("g++")


@cache
def _build_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="zermelo-twins-")


@cache
def built(source: Path, *flags: str) -> Path:
    """Compiles the source to a program, or with -shared to a library. Returns its path."""
    out = Path(_build_folder().name) / source.stem
    subprocess.run([compiler() or "g++", *FLAGS, str(source), "-o", str(out), *flags], check=True)
    return out


def run(name: str, *words: str, given: str = "") -> list[list[str]]:
    """The output of a twin: the words of each line."""
    numbers = {number: getattr(module, number) for module, names in CONSTANTS.items() for number in names}
    weights = Connect4.feature_weights
    numbers |= {"THREAT": weights["threats"], "LASTING": weights["lasting"]}
    program = built(FOLDER / f"{name}.cpp", *(f"-D{number}={value}" for number, value in numbers.items()))
    done = subprocess.run([str(program), *words], input=given, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]
