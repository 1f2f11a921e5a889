"""All moves as first: RAVE and GRAVE.

Beside its own playouts, a child has those of its parent in which the parent's mover took the child's action at any
later ply, before any other player did. They are many more, so they are useful sooner; as the child's own playouts grow
in number, they count less. Where a node has few playouts, GRAVE takes the statistics of its last ancestor with enough
of them where the same player moves (Tristan Cazenave, *Generalized rapid action value estimation*, IJCAI 2015). RAVE is
GRAVE in which every node has enough.

Statistics are kept by slot. An action that is a small number is its own slot; the slot of any other is a hash. Two
actions that share a slot share these statistics, which guide the search and never prove anything.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.game import CHANCE, MAX
from zermelo.kernels.gains import gain_of
from zermelo.kernels.tree_memory import SLOTS, STAMP, MctsMemory
from zermelo.kernels.tuning import EQUIVALENCE
from zermelo.native.memory import fetch_add, hash_of, tag_of_key


def slot_of(a: Any) -> int:
    """The action's slot."""
    return tag_of_key(hash_of(a), a) % SLOTS


def begin_playout(m: MctsMemory) -> None:
    """Forgets the actions of the previous playout."""
    m.stamp += STAMP
    m.indexed = -1
    for p in range(m.players):
        m.references[p] = -1


def note_action(m: MctsMemory, mover: int, slot: int, ply: int) -> None:
    """Notes that a player takes an action at a ply of the path or of its playout, unless it was taken before."""
    if mover != CHANCE and m.taken[slot] < m.stamp:
        m.taken[slot] = m.stamp + ply
        m.takers[slot] = mover


def note_drawn(m: MctsMemory, mover: int, a: Any, ply: int) -> None:
    """Notes an action of a playout, if these statistics are used."""
    if m.use_amaf:
        note_action(m, mover, slot_of(a), ply)


def refer(m: MctsMemory, node: int, mover: int) -> int:
    """The node whose statistics the mover uses at a node, or -1 if there is none yet."""
    if m.visits[node] >= m.least_reference:
        m.references[mover] = node
        return node
    reference = m.references[mover]
    if reference >= 0 and m.indexed != reference:
        m.indexed = reference
        for child in range(m.firsts[reference], m.firsts[reference] + m.counts[reference]):
            m.slot_nodes[m.amaf_slots[child]] = child
    return reference


def blended(m: MctsMemory, child: int, reference: int, mean: float, own: float) -> float:
    """The mean of a child's `own` playouts, blended with the statistics of its action at the node of reference."""
    known = child if m.indexed != reference else m.slot_nodes[m.amaf_slots[child]]
    first = m.firsts[reference]
    if not first <= known < first + m.counts[reference] or m.amaf_slots[known] != m.amaf_slots[child]:
        return mean
    n = float(m.amaf_visits[known])
    if n == 0.0:
        return mean
    share = n / (n + own + EQUIVALENCE * n * own)
    return (1.0 - share) * mean + share * m.amaf_totals[known] / n


def back_up_actions(m: MctsMemory, node: int, ply: int) -> None:
    """Counts the outcome for each child of a node whose action its mover took at that ply or later."""
    mover = m.movers[node]
    if mover == CHANCE:
        return
    outcome = m.outcome[mover if m.width > 1 else 0]
    if m.winning > 0.0:
        outcome = gain_of(m, outcome)
    if m.width == 1 and mover != MAX:
        outcome = -outcome
    earliest = m.stamp + ply
    for child in range(m.firsts[node], m.firsts[node] + m.counts[node]):
        slot = m.amaf_slots[child]
        if m.taken[slot] >= earliest and m.takers[slot] == mover:
            if m.threads > 1:
                fetch_add(m.amaf_visits, child, 1)
                fetch_add(m.amaf_totals, child, outcome)
            else:
                m.amaf_visits[child] += 1
                m.amaf_totals[child] += outcome
