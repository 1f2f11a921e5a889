"""Reads a part of a stage by the rules: which numbers are used, and where the actions of each position lead.

A successor lies in the part itself, or its entry is known already: it belongs to an earlier part or to a lower stage.
Of the known successors only the mover's best counts.
"""

from __future__ import annotations

from math import inf

from zermelo.core.game import MAX, Game, State
from zermelo.kernels.table_memory import (
    MOST_DISTANCE,
    UNKNOWN,
    UNUSED,
    KnownMemory,
    PartMemory,
    PieceMemory,
    distance_in,
    entry_of,
    level_in,
)

SOUND, FULL, NEW_UTILITY, BAD_UTILITY, BAD_PLAYER, NO_ACTIONS, TOO_FAR = range(7)
STAGE_GROWS, BAD_NUMBER, LATER_PART, MISSING, LEADS_TO_UNUSED, NOT_ONE_TO_ONE = range(7, 13)
"""The faults of a piece: none; more room is needed; a utility is not among the levels yet; a rule is broken; a distance
is too great for a table. An action leads to a higher stage, to a number that the stage does not have, to a later part,
to a position whose entry is not known, or to an unused number; two states share a number."""

CHECKED = 64
"""One in this many positions is checked for numbers that are not one to one while a table is built."""


def read_piece(
    game: Game,
    s: State,  # noqa: ARG001
    m: PartMemory,
    piece: PieceMemory,
    first: int,
    last: int,
) -> int:
    """Reads the positions of the part from `first` up to, but not including, `last`; returns the fault.

    The counts are within the part. The state s only determines the type of states.
    """
    piece.filled = 0
    for i in range(first, last):
        fault = read_position(game, m, piece, i)
        if fault != SOUND:
            piece.fault_number = m.first + i
            return fault
    return SOUND


def read_position(game: Game, m: PartMemory, piece: PieceMemory, i: int) -> int:
    """Stores the branches of a position, or its level if it is terminal; returns the fault."""
    m.outside[i] = UNKNOWN
    m.entries[i] = UNKNOWN
    s = game.unrank(m.stage, m.first + i)
    if not is_used(game, s, m, m.first + i):
        m.branches[i], m.entries[i] = UNKNOWN, UNUSED
        return SOUND
    if game.is_terminal(s):
        m.branches[i] = game.player(s) & 1
        return read_terminal(game, s, m, piece, i)
    return read_branches(game, s, m, piece, i)


def is_used(game: Game, s: State, m: KnownMemory, number: int) -> bool:
    """Whether s, the state that `unrank` gives for a number of the stage, really has that number."""
    if game.stage(s) != m.stage:
        return False
    return game.rank(representative(game, s, m)) == number


def representative(game: Game, s: State, m: KnownMemory) -> State:
    """The state that represents s: the canonical one if the game has symmetries."""
    return game.canonical(s) if m.use_symmetry else s


def read_terminal(game: Game, s: State, m: PartMemory, piece: PieceMemory, i: int) -> int:
    """Stores the level of a terminal position."""
    level = level_of(m, game.utility(s, MAX))
    if level < 0:
        piece.fault_utility = game.utility(s, MAX)
        return NEW_UTILITY if -inf < piece.fault_utility < inf else BAD_UTILITY
    m.outside[i] = entry_of(level, 0)
    return SOUND


def level_of(m: KnownMemory, utility: float) -> int:
    """The level of a utility; -1 if it has none."""
    for level in range(m.level_count):
        if m.levels[level] == utility:
            return level
    return -1


def read_branches(game: Game, s: State, m: PartMemory, piece: PieceMemory, i: int) -> int:
    """Stores the branches of a position that is not terminal."""
    mover = game.player(s)
    if not 0 <= mover < game.players:
        return BAD_PLAYER
    count, inside, best = 0, 0, UNKNOWN
    is_checked = (m.first + i) % CHECKED == 0
    for a in game.actions(s):
        count += 1
        t = representative(game, game.result(s, a), m)
        stage, number = game.stage(t), game.rank(t)
        fault = fault_of(game, t, m, stage, number, is_checked)
        if fault != SOUND:
            return fault
        if stage == m.stage and m.first <= number < m.first + m.size:
            if piece.filled >= piece.room:
                return FULL
            piece.found[piece.filled] = number - m.first
            piece.filled += 1
            inside += 1
        else:
            entry = m.known[m.bases[stage] + number]
            if entry in (UNKNOWN, UNUSED):
                return MISSING if entry == UNKNOWN else LEADS_TO_UNUSED
            if best == UNKNOWN or is_better(m, mover, entry, best):
                best = entry
    if count == 0:
        return NO_ACTIONS
    if best != UNKNOWN:
        if distance_in(best) >= MOST_DISTANCE:
            return TOO_FAR
        m.outside[i] = entry_of(level_in(best), distance_in(best) + 1)
        inside += 1
    m.branches[i] = 2 * inside + mover
    return SOUND


def fault_of(game: Game, t: State, m: PartMemory, stage: int, number: int, is_checked: bool) -> int:
    """What is wrong with the number of the successor t. That it is one to one is checked only if that is asked for."""
    if stage > m.stage:
        return STAGE_GROWS
    if stage < 0 or not 0 <= number < m.bases[stage + 1] - m.bases[stage]:
        return BAD_NUMBER
    if stage == m.stage and number >= m.first + m.size:
        return LATER_PART
    if is_checked and game.key(game.unrank(stage, number)) != game.key(t):
        return NOT_ONE_TO_ONE
    return SOUND


def is_better(m: KnownMemory, mover: int, entry: int, than: int) -> bool:
    """Whether the mover prefers one entry to another: a better level, a shorter way to win or a longer one to lose."""
    level, other = level_in(entry), level_in(than)
    if level != other:
        return (level > other) == (mover == MAX)
    if level == m.forever_level:
        return False
    hurries = (level > m.forever_level) == (mover == MAX)
    return distance_in(entry) < distance_in(than) if hurries else distance_in(entry) > distance_in(than)
