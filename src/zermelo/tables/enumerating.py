"""Builds a table by enumeration: of all states that can be reached from one, with their keys in ascending order.

A few million states are enumerated and solved in memory, as `solve` does, which takes seconds. If there are more, they
are found and solved on disk (`disk_building`), with several threads, and a build that was interrupted resumes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from zermelo.core.errors import LimitError, TableError, quote, quote_path
from zermelo.core.game import MAX, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.rules import has_own
from zermelo.kernels import table_keys
from zermelo.kernels.enumeration import TERMINAL
from zermelo.kernels.retrograde import UNSETTLED
from zermelo.kernels.table_memory import MOST_DISTANCE
from zermelo.native.digest import table_digest
from zermelo.native.host import ignore
from zermelo.native.memory import slot_words
from zermelo.solvers.state_space import Enumeration, StateSpace, TooMany
from zermelo.tables.build_lock import only_build_in
from zermelo.tables.disk_building import FLOOR, DiskStates, Undecided
from zermelo.tables.disk_search import too_many_utilities
from zermelo.tables.files import Chunk, StageFile, WrongCountError, stage_path, write_stage
from zermelo.tables.header import BY_KEYS, MOST_LEVELS, Part, StageHeader
from zermelo.tables.known import check_kind, infinite_play
from zermelo.tables.running import never

BYTES_PER_STATE = 240
"""The maximum memory of a state besides its words and its branches, including the copies made while rows grow."""

BYTES_PER_BRANCH = 20
"""The maximum memory of a branch: its rows before and after they grow, and the reverse branch."""

LEAST_SPARE = 1 << 24
"""The minimum memory that is used for states, even if the process itself already exceeds the limit."""

MOST_IN_MEMORY = 1 << 22
"""The maximum number of states enumerated in memory: that is quicker than on disk, but cannot be resumed."""


def build_states(
    game: Game,
    folder: Path,
    start: State | None = None,
    *,
    distances: bool = True,
    symmetry: bool = True,
    threads: int = 1,
    memory: int | None = None,
    plain: bool = False,
    notice: Callable[[str], None] = ignore,
    progress: Callable[[str, int], None] = lambda *_: None,
    check: Callable[[], None] = never,
    stop: Event | None = None,
) -> Path:
    """Builds the table of all states that can be reached from `start`, by default the initial one; returns its file.

    Of symmetric states (`canonical`) it has one, unless `symmetry` is false. `memory` is the most bytes that may be
    used: what does not fit is kept on disk, in a folder from which the next build resumes. That takes rules that
    compile; for others LimitError is raised. While another build is at work in the folder, TableError is raised.
    `check` is called often, and may raise an exception to end the build. Raises OutOfBudget if `stop` was set.
    """
    check_kind(game)
    start = game.initial() if start is None else start
    order = _Order(game, start, distances, symmetry and has_own(game, "canonical"))

    def look() -> None:
        check()
        if stop is not None and stop.is_set():
            raise OutOfBudget

    with only_build_in(folder):
        path = stage_path(folder, None)
        _refuse_another(path, order)
        for left in folder.glob(f"{path.name}.*.partial"):  # by a build that was killed while it wrote
            left.unlink()
        building = folder / "states.building"
        if plain or not building.exists():
            try:
                header, chunk = _enumerated(order, memory, stop, plain=plain, notice=notice)
                write_stage(path, header, [chunk], threads)
                return path
            except TooMany as error:
                if plain:
                    raise LimitError(f"{quote(game)} has more states than fit into memory: {error}") from None
        states = DiskStates(game, start, building, order.symmetry, threads, memory, notice, look, progress)
        try:
            if states.why_not is not None:
                why = f"and its rules do not compile: {states.why_not}"
                raise LimitError(f"{quote(game)} has more states than fit into memory, {why}")
            _write(path, order, states)
            states.remove()
        finally:
            states.close()
        return path


@dataclass(frozen=True)
class _Order:
    """What to build: the states of a game from a start, with or without distances, and whether symmetry is used."""

    game: Game
    start: State
    distances: bool
    symmetry: bool

    def header(self, levels: tuple[float, ...], count: int, key_words: int) -> StageHeader:
        """The header of a table with this many states."""
        return StageHeader(
            game=str(self.game),
            digest=table_digest(self.game),
            stage=None,
            parts=(Part("all states", count),),
            levels=levels,
            infinite_play=infinite_play(self.game),
            draw=float(self.game.fair_share),
            distances=self.distances,
            numbering=BY_KEYS,
            key_words=key_words,
            count=count,
            start=self.game.show(self.start),
            symmetry=self.symmetry,
        )


def _write(path: Path, order: _Order, states: DiskStates) -> None:
    """Writes the table of states on disk. If some share a key, that is known only when all have been written."""
    count = states.solve()
    while True:
        header = order.header(states.levels, count, states.key_words)
        try:
            write_stage(path, header, states.chunks(order.distances), states.threads)
            return
        except Undecided:
            continue
        except WrongCountError as error:
            count = error.given


def _refuse_another(path: Path, order: _Order) -> None:
    """Raises TableError if the file exists, and is not a table of this game from this start: it must not be lost."""
    if not path.exists():
        return
    with StageFile.open(path) as file:
        header, start = file.header, order.game.show(order.start)
    if header.digest != table_digest(order.game):
        raise TableError(f"the table {quote_path(path)} is of {quote(header.game)} by other rules: remove it first")
    if header.start != start:
        other = "a position that it does not name" if header.start is None else quote(header.start)
        why = f"has the states that {other} leads to, not those that {quote(start)} does"
        raise TableError(f"the table {quote_path(path)} {why}: remove it first, or build in another folder")


def _enumerated(
    order: _Order, memory: int | None, stop: Event | None, *, plain: bool, notice: Callable[[str], None]
) -> tuple[StageHeader, Chunk]:
    """The header and all entries of a table that is enumerated in memory. Raises TooMany if there is no room."""
    game, start = order.game, order.start
    most, most_branches = _fitting(start, memory, plain)
    options: dict[str, Any] = {"symmetry": order.symmetry, "depth": None, "most_branches": most_branches}
    enumeration = Enumeration(game, start, plain=plain, wait=True, notice=notice, **options)
    budget = Budget(Limits(nodes=most), stop)
    try:
        space = enumeration.run(budget)
    except TooMany:
        raise TooMany("more than the limit allows" if most is None else f"the limit allows {most:,}") from None
    space.attract(budget)
    levels = tuple(float(utility) for utility in space.levels)
    if len(levels) > MOST_LEVELS:
        raise too_many_utilities(game)
    keys = _keys(space, start)
    header = order.header(levels, len(keys), keys.shape[1])
    return header, _chunk(space, keys, np.lexsort(keys.T[::-1]), order.distances)


def _fitting(start: State, memory: int | None, plain: bool) -> tuple[int | None, float]:
    """The most states (None: any number) and the most branches that are enumerated in memory."""
    if memory is None:
        return None if plain else MOST_IN_MEMORY, inf
    spare = max(LEAST_SPARE, memory - FLOOR)
    most = max(1, spare // 2 // (BYTES_PER_STATE + 16 * slot_words(start)))
    return most if plain else min(most, MOST_IN_MEMORY), spare // 2 // BYTES_PER_BRANCH


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
    raise TableError(f"a table needs keys made of integers, and {quote(key)} is not an integer")


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
