"""Searches of the engine for measurements: analyses to a depth, and proofs; with a record of their kernel calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from timing import processor_seconds

import zermelo
from zermelo.core.game import Game, State
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing, proving
from zermelo.engine.engine import Engine
from zermelo.engine.root_search import RootAction, RootSearch

MIB = 2**20


@dataclass(frozen=True)
class Spent:
    """The time of a search: processor seconds for one thread, wall-clock seconds for several threads."""

    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.nodes + other.nodes, self.seconds + other.seconds)


NOTHING = Spent(0, 0.0)


def compiled(game: str | Game, *, table: int = 64 * MIB, threads: int = 1) -> Engine:
    """An engine that is ready to search at the native speed."""
    engine = Engine(zermelo.load(game) if isinstance(game, str) else game, table=table, threads=threads)
    engine.compile()
    if engine.why_plain is not None:
        raise SystemExit(f"{game} does not compile: {engine.why_plain}")
    return engine


def empty(engine: Engine, s: State) -> None:
    """Empties the table, and keeps its memory.

    Getting memory from the system is not part of a search, and in a virtual machine it can take longer than the search.
    """
    table = engine._shared
    engine.forget()
    if table is None:
        engine._table_size = engine._largest_table
        analysing.analyse(engine, s, Limits(depth=1))
        table = engine._shared
        assert table is not None
        engine.forget()
    for row in table.rows().values():
        row.fill(0)
    engine._shared, engine._table_size = table, engine._largest_table  # it is not to grow


def analyse(engine: Engine, s: State, depth: int) -> Spent:
    """One depth after another, from an empty table."""
    empty(engine, s)
    seconds = processor_seconds(lambda: analysing.analyse(engine, s, Limits(depth=depth)))
    return Spent(engine.nodes, seconds)


def analyse_all(engine: Engine, positions: tuple[str, ...], depth: int) -> Spent:
    """All positions to the depth, each from an empty table."""
    return sum((analyse(engine, engine.game.parse(position), depth) for position in positions), NOTHING)


def solve(engine: Engine, s: State) -> Spent:
    """Value, every optimal action, distance and line, from an empty table."""
    empty(engine, s)
    seconds = processor_seconds(lambda: proving.solve(engine, s, Limits(), all_actions=True))
    return Spent(engine.nodes, seconds)


@dataclass(frozen=True)
class Valued:
    """The proved value of a state, and the time it took; None if the time limit was reached."""

    value: float | None
    spent: Spent


def value_of(engine: Engine, s: State, seconds: float | None = None) -> Valued:
    """Only the value, from an empty table."""
    empty(engine, s)
    solution = proving.solve(engine, s, Limits(seconds=seconds), value_only=True)
    return Valued(solution.value, Spent(engine.nodes, engine.seconds))


SETTINGS = ("buckets", "age", "use_table", "use_value_bounds", "use_order", "use_reductions", "extend_until")
"""The settings of a search that its C++ twin needs, in the twin's order."""


@dataclass(frozen=True)
class Call:
    """A kernel call of a search, and its result."""

    state: State
    place: int
    depth: int
    alpha: float
    beta: float
    settings: dict[str, int]
    nodes: int
    value: float


@contextmanager
def recorded() -> Iterator[list[Call]]:
    """Records every kernel call made in the `with` block."""
    calls: list[Call] = []
    child = RootSearch.child

    def noting(root: RootSearch, place: int, depth: int, floor: float, ceiling: float, **more: Any) -> RootAction:
        before = root.nodes
        found = child(root, place, depth, floor, ceiling, **more)
        alpha, beta = (floor, ceiling) if root.sign > 0 else (-ceiling, -floor)
        settings = {name: int(getattr(root.memory, name)) for name in SETTINGS}
        spent = root.nodes - before
        calls.append(Call(root.state, place, depth, alpha, beta, settings, spent, root.sign * found.value))
        return found

    RootSearch.child = noting  # type: ignore[method-assign]
    try:
        yield calls
    finally:
        RootSearch.child = child  # type: ignore[method-assign]
