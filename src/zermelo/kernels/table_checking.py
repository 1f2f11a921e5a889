"""Checks the entries of a table against the rules: each position against its successors.

Distances make this a proof. A position with a distance has a successor, or all successors, with the same value and a
smaller distance, so the winner's way ends after that many plies. A position with the value of infinite play lets each
player stay among positions that are at least as good for that player, forever if need be.
"""

from __future__ import annotations

from zermelo.core.game import MAX, Game, State
from zermelo.kernels.table_memory import UNKNOWN, UNUSED, KnownMemory, PieceMemory, distance_in, entry_of, level_in
from zermelo.kernels.table_reading import (
    BAD_NUMBER,
    BAD_PLAYER,
    LEADS_TO_UNUSED,
    MISSING,
    NO_ACTIONS,
    NOT_ONE_TO_ONE,
    SOUND,
    STAGE_GROWS,
    is_better,
    is_used,
    level_of,
    representative,
)

WRONG_ENTRY, WRONGLY_USED = 20, 21
"""Faults: the entry is not the one that follows from the rules; a number is used that should not be, or vice versa."""


def check_positions(
    game: Game,
    s: State,  # noqa: ARG001
    m: KnownMemory,
    piece: PieceMemory,
    first: int,
    last: int,
) -> int:
    """Checks the positions of the stage from number `first` up to, but not including, `last`; returns the fault.

    The state s only determines the type of states.
    """
    for number in range(first, last):
        fault = check_position(game, m, number)
        if fault != SOUND:
            piece.fault_number = number
            return fault
    return SOUND


def check_position(game: Game, m: KnownMemory, number: int) -> int:
    """Checks one position; returns the fault."""
    entry = m.known[m.bases[m.stage] + number]
    s = game.unrank(m.stage, number)
    if not is_used(game, s, m, number):
        return SOUND if entry == UNUSED else WRONGLY_USED
    if entry in (UNUSED, UNKNOWN):
        return WRONGLY_USED
    if game.is_terminal(s):
        return SOUND if entry == level_of(m, game.utility(s, MAX)) else WRONG_ENTRY
    return check_branches(game, s, m, entry)


def check_branches(game: Game, s: State, m: KnownMemory, entry: int) -> int:
    """Checks the entry of a position that is not terminal against the best of its successors."""
    mover = game.player(s)
    if not 0 <= mover < game.players:
        return BAD_PLAYER
    best = UNKNOWN
    for a in game.actions(s):
        t = representative(game, game.result(s, a), m)
        stage, number = game.stage(t), game.rank(t)
        if stage > m.stage:
            return STAGE_GROWS
        if stage < 0 or not 0 <= number < m.bases[stage + 1] - m.bases[stage]:
            return BAD_NUMBER
        if game.key(game.unrank(stage, number)) != game.key(t):
            return NOT_ONE_TO_ONE
        after = m.known[m.bases[stage] + number]
        if after in (UNKNOWN, UNUSED):
            return MISSING if after == UNKNOWN else LEADS_TO_UNUSED
        if best == UNKNOWN or is_better(m, mover, after, best):
            best = after
    if best == UNKNOWN:
        return NO_ACTIONS
    level = level_in(best)
    expected = entry_of(level, 0 if level == m.forever_level else distance_in(best) + 1)
    return SOUND if entry == expected else WRONG_ENTRY
