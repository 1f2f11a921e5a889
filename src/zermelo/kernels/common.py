"""What the kernels share: how the rows of a search's memory are laid out, the order of actions, the line, faults."""

from __future__ import annotations

from math import inf, nan
from typing import Any

from zermelo.core.game import Game, State
from zermelo.core.values import squeeze
from zermelo.kernels.scale import EDGE, holds, worth
from zermelo.native.memory import hash_of, read_slot, slot_data, store, within, write_slot

# What `m.counts` holds.
NODES, MOST_NODES, STOPPED, FAULT, GUESSED, BACK, PLY_NOW, DEEPEST, TOO_DEEP, CHOSEN = range(10)
# What `m.settings` holds.
BUCKETS, AGE, ROOM, PLIES, QUIET, USE_TABLE, USE_VALUE_BOUNDS, USE_ORDER, REDUCE, EXTEND, SINCE, THREAD = range(12)
STAR, SAMPLES, SEED, PLAYERS, AGENT, OTHERS, FORESIGHT = range(12, 19)
# What `m.numbers` holds.
DRAW, WIN_FACTOR, PLY_FACTOR, ENDLESS, LEAST, GREATEST, SUM, ODDS, WORST, BEST, SIZE = range(11)

NO_FAULT, NO_ACTIONS, NO_PLAYER, NOT_A_NUMBER, NO_ROOM, NO_GRAIN, NO_END, NO_BOUNDS, NO_CHANCE, NO_VALUE_BOUNDS = range(
    10
)
"""Why a search cannot go on: what is wrong with the rules, or what the engine has to do otherwise."""

PATIENCE = 1_000
"""So often play may go on beyond all plies; then it is taken to have no end."""

NEVER = 1 << 40
"""A ply that no path reaches: a value that looks back to it looks back to nothing."""

BUSY = 4096
"""Places for what threads are at."""

PLIES_UNKNOWN = 1 << 16
"""A depth from here on is no limit."""

TURNED = 1 << 40
"""Added to the place of an action in the trail where the state was exchanged."""

NO_MARK = -(1 << 62)
"""The mark of no action."""

MARKS = 1024
"""Places that tell quickly that a state is not on the path."""

HISTORY = 4096
"""Places for what is known of actions, for each player."""

LINE = 64
"""How many plies of a line are kept."""

SORTED = 256
"""How many actions of a node are put in order: an insertion sort of ten thousand takes longer than their search."""

MOST_CREDIT = 2.0**20
"""History stays below it; a killer comes before all history, and an answer to the last action between the two."""


def begin(m: Any, key: Any, place: int) -> None:
    """Puts the root on the path, for the action in that place."""
    m.counts[STOPPED] = 0
    m.lengths[1] = 0
    m.trail[0] = place
    put_on_path(m, 0, key, within(hash_of(key), MARKS))


def enter(m: Any, ply: int) -> bool:
    """Counts a node, unless the search was told to stop or has used up its nodes."""
    counts = m.counts
    if m.control[0] != 0 or counts[NODES] >= counts[MOST_NODES]:
        counts[STOPPED] = 1
        return False
    counts[NODES] += 1
    counts[PLY_NOW] = ply
    counts[GUESSED] = 0
    counts[BACK] = NEVER
    return True


def put_on_path(m: Any, ply: int, key: Any, marked: int) -> None:
    """Puts a state on the path. Its mark leads to it, and it to the one before that has the same mark."""
    write_slot(m.path, ply, key, m.marks[marked] + 1)
    m.marks[marked] = ply + 1


def take_off_path(m: Any, ply: int, key: Any, marked: int) -> None:
    """Takes the last state off the path. One that is left there, when a search is broken off, does no harm."""
    m.marks[marked] = slot_data(m.path, ply, key) - 1


def repeated(m: Any, key: Any, marked: int, ply: int) -> int:
    """The ply at which a state is on the path already, or -1."""
    i, behind = int(m.marks[marked]) - 1, ply
    # Another search may have left marks. What they lead to is of this path, or further down and not looked at; and it
    # comes after all that this path has put there itself.
    while m.settings[SINCE] <= i < behind:
        if read_slot(m.path, i, key) != 0:
            return i
        i, behind = slot_data(m.path, i, key) - 2, i
    return -1


def evaluated(game: Game, s: State, m: Any, p: int = 0) -> float:
    """What s is taken to be worth to p without a search; that it was taken so is noted."""
    m.counts[GUESSED] = 1
    return guess_at(game, s, m, p)


def guess_at(game: Game, s: State, m: Any, p: int) -> float:
    """The evaluation of s for p: no win, and no loss."""
    guess = float(game.evaluate(s, p))
    if -EDGE <= guess <= EDGE:
        return guess
    if guess != guess:  # noqa: PLR0124  # not a number
        return faulty(m, NOT_A_NUMBER)
    return EDGE if guess > 0.0 else -EDGE


def in_scale(m: Any, guess: float) -> float:
    """An evaluation as a number that goes into a mean with utilities: where there are bounds, it lies within them."""
    numbers = m.numbers
    return squeeze(guess, numbers[DRAW], numbers[WORST], numbers[BEST]) if numbers[BEST] < inf else guess


def ended(m: Any, utility: float, ply: int) -> float:
    """What the end of play is worth, at that ply."""
    numbers = m.numbers
    number = exact(utility)
    if not -inf < number < inf:
        return faulty(m, NOT_A_NUMBER)
    draw, win, step = numbers[DRAW], numbers[WIN_FACTOR], numbers[PLY_FACTOR]
    if not holds(number, draw, win, step):
        return faulty(m, NO_GRAIN)
    return worth(number, ply, draw, win, step)


def exact(utility: float) -> float:
    """The utility as a float, NaN where no float equals it: machine code gives NaN for such an integer too."""
    number = float(utility)
    return number if number == utility else nan


def faulty(m: Any, fault: int) -> float:
    """Stops the search: it cannot go on, and whoever started it has to see why."""
    m.counts[FAULT] = fault
    m.counts[STOPPED] = 1
    return 0.0


def put_in_order(m: Any, top: int, place: int, a: Any, rank: float, tie: float) -> None:
    """Keeps an action, and puts its place behind those of the ones that are no worse; ties tell equal ranks apart.

    At most SORTED actions are kept in order, the best ones; the others follow in the order in which they come.
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


def favourites(m: Any, mover: int, ply: int, before: int) -> tuple[int, int, int]:
    """The marks of what was good enough elsewhere: the killers of the ply, and an answer to the last action."""
    return m.killers[2 * ply], m.killers[2 * ply + 1], m.answers[mover * HISTORY + (before & (HISTORY - 1))]


def credit_of(m: Any, mover: int, mark: int, favoured: tuple[int, int, int]) -> float:
    """What was learned of an action elsewhere."""
    killer, other_killer, answer = favoured
    credit = m.history[mover * HISTORY + (mark & (HISTORY - 1))]
    if mark == answer:
        credit += MOST_CREDIT
    if mark in (killer, other_killer):
        credit += 2 * MOST_CREDIT
    return float(credit)


def give_credit(m: Any, mover: int, ply: int, mark: int, before: int, depth: int) -> None:
    """Remembers an action that was good enough: as a killer, as an answer to the one before, and in the history."""
    side = mover * HISTORY
    killers = m.killers
    if killers[2 * ply] != mark:
        killers[2 * ply + 1] = killers[2 * ply]
        killers[2 * ply] = mark
    m.answers[side + (before & (HISTORY - 1))] = mark
    place = side + (mark & (HISTORY - 1))
    bonus = float(min(depth, 32) ** 2)
    m.history[place] += bonus - m.history[place] * bonus / MOST_CREDIT


def put_first(m: Any, ply: int, place: int) -> None:
    """The line of a node: the action in that place, and then the line of the node it leads to."""
    if ply >= LINE:
        return
    rest = min(m.lengths[ply + 1], LINE - ply - 1)
    m.line[ply * LINE] = place
    for i in range(rest):
        m.line[ply * LINE + 1 + i] = m.line[(ply + 1) * LINE + i]
    m.lengths[ply] = rest + 1
