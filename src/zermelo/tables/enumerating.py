"""Builds a table by enumeration: of all states that can be reached from one, with their keys in ascending order.

It enumerates and solves the state space in memory, as `solve` does, and writes the file at the end. So a build that was
interrupted begins anew, and a space that does not fit into memory is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from zermelo.core.errors import LimitError, TableError, quote, quote_path
from zermelo.core.game import MAX, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.kernels import table_keys
from zermelo.kernels.enumeration import TERMINAL
from zermelo.kernels.retrograde import UNSETTLED
from zermelo.kernels.table_memory import MOST_DISTANCE
from zermelo.native.digest import table_digest
from zermelo.native.host import ignore
from zermelo.native.memory import slot_words
from zermelo.solvers.state_space import Enumeration, StateSpace, TooMany
from zermelo.tables.files import Chunk, StageFile, stage_path, writable, write_stage
from zermelo.tables.header import BY_KEYS, MOST_LEVELS, Part, StageHeader
from zermelo.tables.known import check_kind

BYTES_PER_STATE = 240
"""The memory that a state takes at most, besides its own words, with its branches and twice while rows grow."""

FLOOR = 1 << 28
"""The memory of the process itself."""


def build_states(
    game: Game,
    folder: Path,
    start: State | None = None,
    *,
    distances: bool = True,
    symmetry: bool = True,
    memory: int | None = None,
    plain: bool = False,
    notice: Callable[[str], None] = ignore,
    stop: Event | None = None,
) -> Path:
    """Builds the table of all states that can be reached from `start`, by default the initial one; returns its file.

    Of symmetric states (`canonical`) it has one, unless `symmetry` is false. `memory` is the most bytes that may be
    used. Raises LimitError if the states do not fit, or if `stop` was set.
    """
    check_kind(game)
    path = stage_path(writable(folder), None)
    _refuse_another(path, game)
    header, chunk = enumerated(
        game, start, distances=distances, symmetry=symmetry, memory=memory, plain=plain, notice=notice, stop=stop
    )
    write_stage(path, header, [chunk])
    return path


def _refuse_another(path: Path, game: Game) -> None:
    """Raises TableError if the file exists, and is not a table of this game: it must not be lost."""
    if not path.exists():
        return
    with StageFile.open(path) as file:
        if file.header.digest != table_digest(game):
            whose = quote(file.header.game)
            raise TableError(f"the table {quote_path(path)} is of {whose} by other rules: remove it first")


def enumerated(
    game: Game,
    start: State | None = None,
    *,
    distances: bool = True,
    symmetry: bool = True,
    memory: int | None = None,
    plain: bool = False,
    notice: Callable[[str], None] = ignore,
    stop: Event | None = None,
) -> tuple[StageHeader, Chunk]:
    """The header and all entries of a table by enumeration: see `build_states`."""
    check_kind(game)
    start = game.initial() if start is None else start
    most = None if memory is None else max(1, (memory - FLOOR) // (BYTES_PER_STATE + 16 * slot_words(start)))
    enumeration = Enumeration(game, start, plain=plain, notice=notice, wait=True, symmetry=symmetry, depth=None)
    space = _solved_space(game, enumeration, Budget(Limits(nodes=most), stop))
    levels = tuple(float(utility) for utility in space.levels)
    if len(levels) > MOST_LEVELS:
        raise TableError(f"{quote(game)} has {len(levels):,} different utilities, and a table at most {MOST_LEVELS}")
    keys = _keys(space, start)
    header = StageHeader(
        game=str(game),
        digest=table_digest(game),
        stage=None,
        parts=(Part("all states", len(keys)),),
        levels=levels,
        infinite_play=float(space.infinite_play),
        draw=float(game.fair_share),
        distances=distances,
        numbering=BY_KEYS,
        key_words=keys.shape[1],
        count=len(keys),
    )
    return header, _chunk(space, keys, np.lexsort(keys.T[::-1]), distances)


def _solved_space(game: Game, enumeration: Enumeration, budget: Budget) -> StateSpace:
    """The state space with its values. Raises LimitError."""
    try:
        space = enumeration.run(budget)
        space.attract(budget)
    except TooMany:
        most = budget.most_nodes
        raise LimitError(f"{quote(game)} has more than {most:,} states, which is all that fits into memory") from None
    except OutOfBudget:
        raise LimitError("the build was stopped before all states were solved") from None
    return space


def _keys(space: StateSpace, start: State) -> Any:
    """The words of each state's key, one row for each state."""
    game, count = space.game, space.states
    words = slot_words(game.key(start)) - 1
    if space.native:
        k = table_keys.KeyMemory.make(True, states=count, words=words)
        space.run(table_keys.read_keys, space.m, k, 0, count)
        return k.keys.reshape(count, words)
    return np.array([_words(game.key(space.m.states[i])) for i in range(count)], np.uint64).reshape(count, words)


def _words(key: Any) -> list[int]:
    """The numbers of a key, each as a word of 64 bits."""
    if isinstance(key, tuple):
        return [word for part in key for word in _words(part)]
    if isinstance(key, (int, np.integer)):
        return [int(key) & 0xFFFF_FFFF_FFFF_FFFF]
    raise TableError(f"a table needs keys made of integers, and {quote(key)} is none")


def _chunk(space: StateSpace, keys: Any, order: Any, distances: bool) -> Chunk:
    """All entries in the order of their keys."""
    count, m = space.states, space.m
    levels = np.asarray(m.ranks[:count]).astype(np.uint8)
    ways = np.asarray(m.distances[:count])
    if ways.max(initial=0) > MOST_DISTANCE:
        raise TableError(f"{quote(space.game)} has a win that takes more than {MOST_DISTANCE:,} plies")
    plies = np.where(ways == UNSETTLED, 0, ways).astype(np.uint16)
    return Chunk(levels[order], plies[order] if distances else None, _movers(space)[order], keys[order])


def _movers(space: StateSpace) -> Any:
    """The player to move in each state; MAX in a terminal state where the rules do not say."""
    found = np.asarray(space.m.movers[: space.states])
    ended = np.flatnonzero(found == TERMINAL)
    try:
        if space.native:
            space.run(table_keys.read_movers, space.m, 0, space.states)
            return np.asarray(space.m.movers[: space.states])
        found[ended] = [space.game.player(space.m.states[i]) for i in ended.tolist()]
    except Exception:  # a rule that is not defined for terminal states may raise anything
        found[ended] = MAX
    return found
