"""The order in which actions are searched: the table's first, then the game's `order`, then what was learned.

What was learned of an action is its credit: its history in other nodes, whether it was an answer to the same last
action, and whether it was a killer, good enough to end the search of a sibling.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.core.game import Action, Game, State
from zermelo.kernels.faults import NO_ROOM, faulty
from zermelo.kernels.search_memory import HISTORY, SearchMemory
from zermelo.kernels.tuning import MOST_CREDIT, SORTED
from zermelo.native.memory import has_room, mark_of, store


def rank_of(game: Game, s: State, a: Action, is_first: bool, use_order: bool) -> float:
    """The rank of an action: the table's comes first, and then the game's order counts."""
    return inf if is_first else game.order(s, a) if use_order else 0.0


def put_ranked(
    m: SearchMemory, top: int, place: int, a: Action, rank: float, mover: int, favoured: tuple[int, int, int]
) -> bool:
    """Puts an action in order by its rank, and by its credit among equal ranks; false if there is no room for it."""
    if not has_room(m.action_room, top + place, a):
        faulty(m, NO_ROOM)
        return False
    put_in_order(m, top, place, a, rank, credit_of(m, mover, mark_of(a, place), favoured))
    return True


def put_in_order(m: SearchMemory, top: int, place: int, a: Any, rank: float, tie: float) -> None:
    """Keeps an action, and puts its place behind those that rank no lower; `tie` decides between equal ranks.

    Only the best SORTED actions are in order; the others follow in the order in which they come.
    """
    ranks, ties, places = m.ranks, m.ties, m.places
    store(m.actions, top + place, a)
    i = top + place
    if place >= SORTED:
        last = top + SORTED - 1
        if ranks[last] > rank or (ranks[last] == rank and ties[last] >= tie):
            places[i] = place
            return
        places[i] = places[last]
        i = last
    while i > top and (ranks[i - 1] < rank or (ranks[i - 1] == rank and ties[i - 1] < tie)):
        ranks[i], ties[i], places[i] = ranks[i - 1], ties[i - 1], places[i - 1]
        i -= 1
    ranks[i], ties[i], places[i] = rank, tie, place


def favourites(m: SearchMemory, mover: int, ply: int, before: int) -> tuple[int, int, int]:
    """The marks of actions that were good elsewhere: the killers of the ply, and an answer to the last action."""
    return m.killers[2 * ply], m.killers[2 * ply + 1], m.answers[mover * HISTORY + (before & (HISTORY - 1))]


def credit_of(m: SearchMemory, mover: int, mark: int, favoured: tuple[int, int, int]) -> float:
    """The credit of an action: a killer has more than an answer, and an answer more than any history."""
    killer, other_killer, answer = favoured
    credit = m.history[mover * HISTORY + (mark & (HISTORY - 1))]
    if mark == answer:
        credit += MOST_CREDIT
    if mark in (killer, other_killer):
        credit += 2 * MOST_CREDIT
    return float(credit)


def give_credit(m: SearchMemory, mover: int, ply: int, mark: int, before: int, depth: int) -> None:
    """Remembers an action that was good enough: as a killer, as an answer to the one before, and in the history."""
    side = mover * HISTORY
    killers = m.killers
    if killers[2 * ply] != mark:
        killers[2 * ply + 1] = killers[2 * ply]
        killers[2 * ply] = mark
    m.answers[side + (before & (HISTORY - 1))] = mark
    place = side + (mark & (HISTORY - 1))
    root = float(min(depth, 32))
    bonus = root * root
    m.history[place] += bonus - m.history[place] * bonus / MOST_CREDIT
