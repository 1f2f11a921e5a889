"""The path from the root to the current node: counting nodes, finding repetitions, and the line of best play."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.kernels.faults import NO_END, faulty
from zermelo.kernels.search_memory import LINE, MARKS, PathMemory, SearchMemory
from zermelo.native.memory import hash_of, read_slot, slot_data, within, write_slot

NEVER = 1 << 40
"""A ply that no path reaches: a value that depends on it depends on nothing before."""

TURNED = 1 << 40
"""Added to the place of an action in the trail where the state was replaced by its canonical one."""

PATIENCE = 1_000
"""The number of times that a search may reach the maximum ply before play counts as infinite."""


class Keyed(NamedTuple):
    """The key of a state, its hash, and its mark on the path."""

    key: Any
    hashed: int
    marked: int


def keyed(key: Any) -> Keyed:
    """A key with its hash and its mark."""
    hashed = hash_of(key)
    return Keyed(key, hashed, within(hashed, MARKS))


def begin(m: SearchMemory, key: Any, place: int) -> None:
    """Puts the root on the path, for the action in that place."""
    m.stopped = False
    m.lengths[1] = 0
    m.trail[0] = place
    put_on_path(m, 0, key, within(hash_of(key), MARKS))


def enter(m: SearchMemory, ply: int) -> bool:
    """Counts a node, unless the search was stopped or has used up its nodes."""
    if m.control[0] != 0 or m.nodes >= m.most_nodes:
        m.stopped = True
        return False
    m.nodes += 1
    m.ply_now = ply
    m.guessed = False
    m.back = NEVER
    return True


def is_too_deep(m: SearchMemory, ply: int) -> bool:
    """Whether the path has reached the most plies; if that happens too often, play is infinite, which is a fault."""
    if ply < m.most_plies:
        return False
    m.too_deep += 1
    if m.too_deep > PATIENCE:
        faulty(m, NO_END)
    return True


def put_on_path(m: PathMemory, ply: int, key: Any, marked: int) -> None:
    """Puts a state on the path. Its mark leads to it, and it to the one before that has the same mark."""
    write_slot(m.path, ply, key, m.marks[marked] + 1)
    m.marks[marked] = ply + 1


def take_off_path(m: PathMemory, ply: int, key: Any, marked: int) -> None:
    """Takes the last state off the path. One that an interrupted search leaves there does no harm."""
    m.marks[marked] = slot_data(m.path, ply, key) - 1


def repeated(m: PathMemory, key: Any, marked: int, ply: int) -> int:
    """The ply at which a state is on the path already, or -1."""
    i, behind = int(m.marks[marked]) - 1, ply
    # An earlier search may have left marks. They lead to states of this path or to deeper ones, which are skipped, and
    # they come after all marks that this path has set itself.
    while m.since <= i < behind:
        if read_slot(m.path, i, key) != 0:
            return i
        i, behind = slot_data(m.path, i, key) - 2, i
    return -1


def is_repeated(m: SearchMemory, at: Keyed, ply: int) -> bool:
    """Whether a state is on the path already; records in `m.back` that its value depends on that."""
    earlier = repeated(m, at.key, at.marked, ply)
    if earlier < 0:
        return False
    m.back = earlier
    return True


def rest_on(m: SearchMemory, guessed: bool, back: int, ply: int) -> None:
    """Records on what the value of a node at that ply depends; a repetition below the node does not count."""
    m.guessed = guessed
    m.back = back if back < ply else NEVER


def put_first(m: SearchMemory, ply: int, place: int) -> None:
    """Makes the line of a node: the action in that place, and then the line of the node it leads to."""
    if ply >= LINE:
        return
    rest = min(m.lengths[ply + 1], LINE - ply - 1)
    m.line[ply * LINE] = place
    for i in range(rest):
        m.line[ply * LINE + 1 + i] = m.line[(ply + 1) * LINE + i]
    m.lengths[ply] = rest + 1


def clear_line(m: SearchMemory, ply: int) -> None:
    """Empties the line of the node at that ply, before it is searched."""
    m.lengths[min(ply, LINE)] = 0
