"""n queens by local search over permutations, after Sosič and Gu (their QS4): a kernel that runs at both speeds.

A permutation has one queen in each row and column, so only diagonals are counted. First queens are placed one by one,
each in a random free column where it is not attacked on a diagonal; the last few are placed even if they are attacked.
Then each of these is swapped with random others until neither attacks anything.
"""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.native.layouts import Layout, SmallInts, row

TRIES_PER_QUEEN = 3
"""The mean number of columns tried for each queen before the rest are placed even if they are attacked."""

MOST_SWAPS = 7_000
"""The maximum number of swaps that are tried for one queen before the search restarts."""


class BoardMemory(Layout):
    """A board of `size` rows: the column of each queen, and the number of queens on each diagonal."""

    size: int
    random: int
    columns: SmallInts = row("size")
    rising: SmallInts = row("2 * size")
    falling: SmallInts = row("2 * size")


def board_memory(n: int, seed: int, *, native: bool) -> BoardMemory:
    """An empty board of n rows."""
    m = BoardMemory.make(native, size=n)
    m.size, m.random = n, seed & 0xFFFF_FFFF
    return m


def place_queens(game: Game, s: State, m: BoardMemory) -> int:  # noqa: ARG001
    """Makes one attempt; 1 if no queen attacks another, else 0."""
    n = m.size
    for i in range(n):
        m.columns[i] = i
    for i in range(2 * n):
        m.rising[i] = m.falling[i] = 0
    placed = 0
    for _ in range(TRIES_PER_QUEEN * n):
        if placed == n:
            break
        j = placed + draw(m, n - placed)
        column = m.columns[j]
        if m.rising[placed + column] == 0 and m.falling[placed - column + n] == 0:
            m.columns[j] = m.columns[placed]
            m.columns[placed] = column
            add(m, placed, 1)
            placed += 1
    for i in range(placed, n):
        j = i + draw(m, n - i)
        m.columns[i], m.columns[j] = m.columns[j], m.columns[i]
        add(m, i, 1)
    for i in range(placed, n):
        if is_attacked(m, i) and not repair(m, i):
            return 0
    return 1


def repair(m: BoardMemory, i: int) -> bool:
    """Swaps the queen of row i with random others until neither is attacked; false after too many attempts."""
    n = m.size
    for _ in range(MOST_SWAPS):
        j = draw(m, n)
        if j == i:
            continue
        swap(m, i, j)
        if not is_attacked(m, i) and not is_attacked(m, j):
            return True
        swap(m, i, j)
    return False


def swap(m: BoardMemory, i: int, j: int) -> None:
    """Exchanges the columns of two rows, and updates the counts of the diagonals."""
    add(m, i, -1)
    add(m, j, -1)
    m.columns[i], m.columns[j] = m.columns[j], m.columns[i]
    add(m, i, 1)
    add(m, j, 1)


def add(m: BoardMemory, i: int, change: int) -> None:
    """Adds `change`, 1 or -1, to the counts of the diagonals of the queen of row i."""
    n, column = m.size, m.columns[i]
    m.rising[i + column] += change
    m.falling[i - column + n] += change


def is_attacked(m: BoardMemory, i: int) -> bool:
    """Whether another queen is on a diagonal of the queen in row i."""
    n, column = m.size, m.columns[i]
    return bool(m.rising[i + column] > 1 or m.falling[i - column + n] > 1)


def draw(m: BoardMemory, below: int) -> int:
    """A random integer from 0 to `below` - 1; `below` is less than 2^31."""
    m.random = (m.random * 0x5DEECE66D + 11) & 0xFFFF_FFFF_FFFF
    return int((m.random >> 17) * below >> 31)
