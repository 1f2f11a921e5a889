"""Tables written from the solution of the plain solver: an oracle independent of the code that builds tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from zermelo.core.game import MAX, Game, State
from zermelo.core.limits import Limits
from zermelo.core.results import Solution
from zermelo.core.rules import has_own
from zermelo.native.digest import table_digest
from zermelo.solvers import solve
from zermelo.solvers.solution_table import Values
from zermelo.tables.blocks import UNUSED
from zermelo.tables.files import Chunk, stage_path, write_stage
from zermelo.tables.header import BY_KEYS, BY_RANK, Part, StageHeader
from zermelo.tables.reading import key_words


def solved(game: Game) -> Solution:
    """The solution of the whole game at the plain speed."""
    return solve(game, game.initial(), Limits(), plain=True)


def states_of(solution: Solution) -> list[State]:
    """Every state that the solver has met, in the order of its numbers."""
    table = solution.table
    assert isinstance(table, Values)
    return [table.space.m.states[i] for i in range(table.space.states)]


def write_states(folder: Path, game: Game, *, distances: bool = True) -> Solution:
    """Writes a table by keys of all states of a game; returns the solution."""
    solution = solved(game)
    states = sorted(states_of(solution), key=lambda s: key_words(game.key(s)))
    keys = np.array([key_words(game.key(s)) for s in states], np.uint64)
    header = _header(solution, None, (Part("all states", len(states)),), distances, keys.shape[1])
    write_stage(stage_path(folder, None), header, [_chunk(solution, header, states)._replace(keys=keys)])
    return solution


def write_ranks(folder: Path, game: Game, *, distances: bool = True) -> Solution:
    """Writes a table for each stage of a game that numbers its positions, of the states that can be reached."""
    solution = solved(game)
    by_stage: dict[int, list[State]] = {}
    for s in states_of(solution):
        by_stage.setdefault(int(game.stage(s)), []).append(s)
    for stage, states in by_stage.items():
        parts = tuple(Part(name, size) for name, size in game.parts(stage))
        header = _header(solution, stage, parts, distances, 0)
        numbers = np.array([game.rank(s) for s in states])
        found = _chunk(solution, header, states)
        levels = np.full(header.count, UNUSED, np.uint8)
        plies, movers = np.zeros(header.count, np.uint16), np.zeros(header.count, np.int8)
        levels[numbers], movers[numbers] = found.levels, found.movers
        if found.distances is not None:
            plies[numbers] = found.distances
        chunk = Chunk(levels, plies if distances else None, movers)
        write_stage(stage_path(folder, stage), header, [chunk])
    return solution


def _header(
    solution: Solution, stage: int | None, parts: tuple[Part, ...], distances: bool, key_words: int
) -> StageHeader:
    game, table = solution.game, solution.table
    assert isinstance(table, Values)
    return StageHeader(
        game=str(game),
        digest=table_digest(game),
        stage=stage,
        parts=parts,
        levels=tuple(table.space.levels),
        infinite_play=game.infinite_play(MAX),
        draw=game.fair_share,
        distances=distances,
        numbering=BY_KEYS if key_words else BY_RANK,
        key_words=key_words,
        count=sum(part.size for part in parts),
    )


def _chunk(solution: Solution, header: StageHeader, states: list[State]) -> Chunk:
    game, table = solution.game, solution.table
    assert table is not None
    levels = [header.levels.index(solution.value_of(s)) for s in states]
    distances = [table.distance(s) or 0 for s in states]
    movers = [0 if game.is_terminal(s) else game.player(s) for s in states]
    return Chunk(
        np.array(levels, np.uint8), np.array(distances, np.uint16) if header.distances else None, np.array(movers)
    )


def is_canonical(game: Game, s: State) -> bool:
    """Whether a state represents its symmetry class."""
    return not has_own(game, "canonical") or game.canonical(s) == s
