"""The local search for n queens, run as machine code if the board is large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.csp.queens_kernel import board_memory, place_queens
from zermelo.native.no_rules import UNIT, ruleless
from zermelo.native.thresholds import FEW_QUEENS

LARGEST = 100_000_000
"""The largest board: larger numbers of diagonals and random numbers would need more bits."""

ATTEMPTS = 100


def permutation_search(n: int, seed: int, *, plain: bool = False) -> list[int]:
    """The column of each queen, from 0. Raises LimitError if there is no solution, or none was found."""
    if n in (2, 3):
        raise LimitError(f"there is no way to place {n} queens")
    if n > LARGEST:
        raise LimitError(f"n={n:,}: boards are at most {LARGEST:,} rows high")
    native_speed = not plain and n > FEW_QUEENS
    m = board_memory(n, seed, native=native_speed)
    for _ in range(ATTEMPTS):
        run = ruleless().run if native_speed else _plainly
        done = run(place_queens, UNIT, m)
        if done:
            return list(map(int, m.columns[:n]))
    raise LimitError(f"{ATTEMPTS} attempts did not place {n:,} queens; another seed may")


def _plainly(kernel: Callable[..., int], *arguments: Any) -> int:
    return kernel(None, *arguments)
