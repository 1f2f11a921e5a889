"""Depth-first proof-number search (df-pn), which decides whether the attacker can get more than a goal.

The proof number of a state is the least number of leaves of the known tree that have to be proved to prove it; the
disproof number likewise. The search always follows the line that is easiest to prove or disprove, and returns as soon
as another one is easier.

Infinite play does not reach the goal: the driver only chooses goals for which that is true. So a proof never rests on a
repetition, and holds on every path. A disproof may rest on one: `back` is the earliest ply of the path on which it
depends. A disproof that depends on a state before its own is true on this path only. It is not kept in the table, but
only as long as the parent is being searched.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.core.game import Game, State
from zermelo.kernels.counting import result_at
from zermelo.kernels.faults import NO_ACTIONS, NO_END, NO_PLAYER, NO_ROOM, NOT_A_NUMBER, faulty
from zermelo.kernels.leaves import exact
from zermelo.kernels.path import NEVER, put_on_path, repeated, take_off_path
from zermelo.kernels.proof_memory import BUCKET, INFINITE, ProofMemory
from zermelo.kernels.search_memory import MARKS
from zermelo.kernels.tuning import PATIENCE_PART
from zermelo.native.memory import hash_of, read_slot, slot_data, within, write_slot

NEW, OPEN, PROVED, DISPROVED = range(4)
"""The status of a child in the frame of its parent; DISPROVED is added to the ply on which the disproof depends."""


def prove(game: Game, s: State, m: ProofMemory, ply: int, base: int, most_pn: int, most_dn: int) -> int:
    """Searches s, at this ply of the path, until its proof or disproof number reaches its threshold.

    Both numbers are left in `m`. `base` is the first cell of its frame, which holds the status of its children.
    """
    if not enter(m, ply):
        return 0
    key = game.key(s)
    marked = within(hash_of(key), MARKS)
    count = open_frame(game, s, m, base)
    put_on_path(m, ply, key, marked)
    pn = dn = back = best = 0
    while not m.stopped:
        read_children(game, s, m, ply, base)
        pn, dn, back, best = m.pn, m.dn, m.back, m.best
        if m.stopped or pn >= most_pn or dn >= most_dn:
            break
        child_pn, child_dn = thresholds(m, most_pn, most_dn)
        prove(game, result_at(game, s, best), m, ply + 1, base + count, child_pn, child_dn)
        if m.dn == 0 and m.back <= ply:
            m.frames[base + best] = DISPROVED + m.back
    if m.stopped:
        return 0
    take_off_path(m, ply, key, marked)
    m.pn, m.dn, m.best = pn, dn, best
    m.back = NEVER if back >= ply else back
    if dn != 0 or m.back == NEVER:
        keep(m, key, pn, dn)
    return 1


def enter(m: ProofMemory, ply: int) -> bool:
    """Counts a node, unless the search was stopped, has used up its nodes or is too deep."""
    if m.control[0] != 0 or m.nodes >= m.most_nodes:
        m.stopped = True
    elif ply >= m.most_plies:
        faulty(m, NO_END)
    else:
        m.nodes += 1
        m.ply_now = ply
    return not m.stopped


def open_frame(game: Game, s: State, m: ProofMemory, base: int) -> int:
    """Clears the cells of the children of s; returns their number."""
    if not 0 <= int(game.player(s)) < m.players:
        faulty(m, NO_PLAYER)
        return 0
    count = 0
    for _ in game.actions(s):
        if base + count >= m.frame_room:
            faulty(m, NO_ROOM)
            return 0
        m.frames[base + count] = NEW
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
    return count


def read_children(game: Game, s: State, m: ProofMemory, ply: int, base: int) -> None:
    """Computes the numbers of s from those of its children, and finds the child to be searched next.

    At a node of the attacker the least proof number counts, and the sum of the disproof numbers; at a node of the
    defender it is the other way round. A disproof of the attacker depends on all children, one of the defender on one.
    """
    is_attack = int(game.player(s)) == m.attacker
    least = second = INFINITE
    best, best_other, best_back = 0, 0, -1
    total, back = 0, NEVER
    place = 0
    for a in game.actions(s):
        read_child(game, game.result(s, a), m, ply, base + place)
        own, other = (m.pn, m.dn) if is_attack else (m.dn, m.pn)
        if own < least or (own == 0 and m.back > best_back):
            second = min(second, least)
            least, best, best_other, best_back = own, place, other, m.back
        else:
            second = min(second, own)
        back = min(back, m.back)
        is_infinite = total == INFINITE or other == INFINITE
        total = INFINITE if is_infinite else min(total + other, INFINITE - 1)
        place += 1
    m.best, m.second, m.others = best, second, total - best_other
    total = INFINITE if least == 0 else total
    m.is_attack = is_attack
    if is_attack:
        m.pn, m.dn, m.back = least, total, back
    else:
        m.pn, m.dn, m.back = total, least, best_back if least == 0 else NEVER


def read_child(game: Game, t: State, m: ProofMemory, ply: int, cell: int) -> None:
    """Stores the numbers of a child in `m`: those in the frame if there are any, else those of the table."""
    m.back = NEVER
    if m.frames[cell] == NEW:
        m.frames[cell] = outcome(game, t, m, ply)
    known = m.frames[cell]
    if known == PROVED:
        m.pn, m.dn = 0, INFINITE
    elif known >= DISPROVED:
        m.pn, m.dn, m.back = INFINITE, 0, known - DISPROVED
    else:
        look_up(m, game.key(t))


def outcome(game: Game, t: State, m: ProofMemory, ply: int) -> int:
    """The status of a child without a search: it is terminal or already on the path; else OPEN."""
    if game.is_terminal(t):
        utility = m.sign * exact(game.utility(t, 0))
        if not -inf < utility < inf:
            faulty(m, NOT_A_NUMBER)
        if utility > m.goal:
            m.least_above = min(m.least_above, utility)
            return PROVED
        return DISPROVED + NEVER
    key = game.key(t)
    first = repeated(m, key, within(hash_of(key), MARKS), ply + 1)
    return OPEN if first < 0 else DISPROVED + first


def thresholds(m: ProofMemory, most_pn: int, most_dn: int) -> tuple[int, int]:
    """The thresholds of the best child: it is searched until another child is clearly better."""
    most_own, most_other = (most_pn, most_dn) if m.is_attack else (most_dn, most_pn)
    own = min(most_own, m.second + 1 + m.second // PATIENCE_PART)
    other = INFINITE if most_other == INFINITE else most_other - m.others
    return (own, other) if m.is_attack else (other, own)


def look_up(m: ProofMemory, key: Any) -> None:
    """Stores the numbers of the table in `m`, or the initial ones if the state is not in the table."""
    first = BUCKET * within(hash_of(key), m.buckets)
    m.pn = m.dn = 1
    for i in range(BUCKET):
        data = read_slot(m.table, first + i, key)
        if data != 0:
            m.pn, m.dn = data >> 31, data & INFINITE
            return


def keep(m: ProofMemory, key: Any, pn: int, dn: int) -> None:
    """Writes the numbers of a state into the table: over the same key, into a free slot, or over the least valuable.

    Results are the most valuable, and then the greatest numbers, since they took the most work to find.
    """
    first = BUCKET * within(hash_of(key), m.buckets)
    slot, least = first, INFINITE + 1
    for i in range(BUCKET):
        held = slot_data(m.table, first + i, key)
        if held == 0 or read_slot(m.table, first + i, key) != 0:
            slot = first + i
            break
        work = max(held >> 31, held & INFINITE)
        if work < least:
            slot, least = first + i, work
    write_slot(m.table, slot, key, pn << 31 | dn)
