"""Positions that must not be repeated, in a search of a game that forbids repetition.

The memory keeps the positions of the play before the root, of the root, and of the path below it: a stack, with a hash
table whose chains run through it. An action is forbidden if it leads to one of them, unless the position stays as it
is.

In such a game the value of a state depends on the whole play that led to it. So the table holds
estimates only: no entry is complete, a proof never takes one, and a value that depended on a forbidden action of this
path is not stored at all. A node of a Monte Carlo tree has exactly one path, so there values may be proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.core.game import Game, State
from zermelo.kernels.repetition_memory import CHAINS, RepetitionMemory
from zermelo.kernels.scale import farther
from zermelo.kernels.transpositions import COMPLETE, bound_of, keep, pack
from zermelo.native.memory import hash_of, read_slot, within, write_slot

if TYPE_CHECKING:
    from zermelo.kernels.alphabeta import Node
    from zermelo.kernels.choosing import Best
    from zermelo.kernels.search_memory import SearchMemory

NOT_FOUND = -(1 << 40)
"""The ply of a position that is not remembered."""

NEVER = 1 << 40
"""As in `path`: a value that depends on this ply depends on nothing before."""


def forget_all(_game: Game, _s: State, m: RepetitionMemory) -> None:
    """Forgets every position."""
    forget_after(m, 0)
    m.past = 0


def remember_past(game: Game, s: State, m: RepetitionMemory) -> None:
    """Remembers the position of s, a state of the play before a search, or of its root."""
    remember(game, s, m)
    m.past = m.count


def remember(game: Game, s: State, m: RepetitionMemory) -> None:
    """Remembers the position of s."""
    position = game.position(s)
    chain = within(hash_of(position), CHAINS)
    place = m.count
    write_slot(m.positions, place, position, 1)
    m.links[place] = m.firsts_of_chains[chain]
    m.chains[place] = chain
    m.firsts_of_chains[chain] = place + 1
    m.count = place + 1


def forget_after(m: RepetitionMemory, count: int) -> None:
    """Forgets all positions but the first ones."""
    while m.count > count:
        m.count -= 1
        m.firsts_of_chains[m.chains[m.count]] = m.links[m.count]


def repeated_ply(game: Game, s: State, t: State, m: RepetitionMemory) -> int:
    """The ply at which the position of t, a result of s, is remembered; below 0 for the play before the root.

    NOT_FOUND if it is not remembered, or is the position of s as well: then t is allowed.
    """
    position = game.position(t)
    place = m.firsts_of_chains[within(hash_of(position), CHAINS)] - 1
    while place >= 0:
        if read_slot(m.positions, place, position) != 0:
            return NOT_FOUND if position == game.position(s) else place - m.past + 1
        place = m.links[place] - 1
    return NOT_FOUND


def keep_estimate(m: SearchMemory, node: Node, key: Any, bucket: int, v: float, best: Best) -> float:
    """Stores a value that does not depend on the path above its node, as an estimate; returns v."""
    is_free = best.back >= node.ply
    if is_free and node.use_table:
        bound = bound_of(v, node.alpha, node.beta)
        nearer = farther(v, -node.ply, m.win_factor, m.ply_factor)
        keep(m.table, bucket, key, pack(nearer, bound, min(node.depth, COMPLETE - 1), best.place, m.age))
    m.guessed = best.guessed
    m.back = NEVER if is_free else best.back
    return v
