"""Drives alpha-mu search: more and more of the player's decisions, in threads, in memory that grows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, inf
from typing import TYPE_CHECKING

from zermelo.core.game import Game
from zermelo.core.limits import Budget
from zermelo.core.rules import finite_bounds, legal_actions
from zermelo.hidden.averaging import DEEPEST, NO_LIMIT, SearchOfWorlds, deals_memory, raise_faults
from zermelo.hidden.packing import put_states
from zermelo.hidden.worlds import Worlds
from zermelo.kernels.alphamu import AlphaMuMemory, value_actions
from zermelo.kernels.deals import DealsMemory
from zermelo.kernels.faults import NO_ROOM
from zermelo.native.host import FellBack, Leaves, Program
from zermelo.native.memory import slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

MOST_VECTORS = 64
"""The most vectors that a front keeps."""

STATES, NUMBERS = 1 << 12, 1 << 16
"""The initial room for the states on the path of the search, and for the numbers of their vectors."""

GROWTH, MOST_STATES = 8, 1 << 18
"""The factor by which memory grows when it is full, and the maximum number of states; beyond that the search ends."""


@dataclass
class Strategies:
    """The result of a search: the value of each action to the player, by the best strategy after it."""

    values: list[float]
    moves: int
    """The number of decisions."""
    cut: bool
    """Whether states were searched with perfect information."""
    dropped: bool
    """Whether fronts were too large to be kept whole."""
    opposed: bool
    """Whether an opponent has moved."""


@dataclass
class MoreMoves:
    """A search of more and more decisions."""

    best: Strategies | None = None
    nodes: int = 0
    done: bool = False


def compile_alphamu(game: Game) -> None:
    """Compiles alpha-mu search, and stores the machine code."""
    AlphaMuSearch(game).host.compile()


class AlphaMuSearch(SearchOfWorlds):
    """Values the actions of a view by strategies that decide by what the player sees."""

    _growth = 1  # the factor by which the memory has grown

    def _program(self) -> Program:
        return Program(value_actions, self._compile_with, compile_alphamu)

    def deepen(self, worlds: Worlds, moves: int | None, budget: Budget) -> Iterator[MoreMoves]:
        """Yields the search after each number of decisions, or only after `moves` decisions.

        It ends when strategies reach the end of the game, or the budget is spent.
        """
        spent = 0

        def attempt(part: Budget, leaves: Leaves) -> Iterator[MoreMoves]:
            nonlocal spent
            job = MoreMoves()
            for _ in self._deepen(worlds, job, moves, part, leaves):
                spent = job.nodes
                yield job
            spent = job.nodes
            yield job

        yield from self.host.stream(attempt, budget, lambda: spent >= (budget.most_nodes or inf))

    def _deepen(
        self, worlds: Worlds, job: MoreMoves, only: int | None, budget: Budget, leaves: Leaves
    ) -> Iterator[None]:
        moves = only or 1
        while not job.done:
            try:
                found = self._search(worlds, job, moves, budget, leaves)
            except FellBack:
                continue
            if found is None:
                return
            job.best = found
            job.done = not found.cut or only is not None or moves >= (budget.depth or inf)
            yield
            moves += 1

    def _search(self, worlds: Worlds, job: MoreMoves, moves: int, budget: Budget, leaves: Leaves) -> Strategies | None:
        """The values of the actions, or None if there was no time, or no room, for all of them."""
        actions = len(legal_actions(self.game, worlds.some))
        memories = self._memories(worlds, actions, native=self.host.is_native)
        left = NO_LIMIT if budget.most_nodes is None else budget.most_nodes - job.nodes
        for m in memories:
            m.most_nodes, m.depth = max(left // len(memories), 1), budget.depth or DEEPEST

        jobs = [partial(self._run, worlds, memories, i, moves) for i in range(len(memories))]
        self._run_watched(jobs, memories[0], budget, leaves)
        job.nodes += sum(m.nodes for m in memories)
        if any(m.fault == NO_ROOM for m in memories):
            if GROWTH * self._growth * STATES > MOST_STATES:
                job.done = True
                return None
            self._growth *= GROWTH
            return self._search(worlds, job, moves, budget, leaves)
        raise_faults(self.game, memories)
        if any(m.stopped for m in memories):
            return None
        return Strategies(
            values=[_mean(worlds, memories[0].values[i * len(worlds) : (i + 1) * len(worlds)]) for i in range(actions)],
            moves=moves,
            cut=any(m.cut for m in memories),
            dropped=any(m.dropped for m in memories),
            opposed=any(m.opposed for m in memories),
        )

    def _run(self, worlds: Worlds, memories: list[AlphaMuMemory], thread: int, moves: int) -> None:
        """One thread's share of the actions."""
        some, step = worlds.some, len(memories)

        def replay() -> None:
            m = self._memories(worlds, int(memories[thread].actions), native=False)[thread]
            m.most_nodes, m.depth = NO_LIMIT, memories[thread].depth
            value_actions(self.game, some, m, thread, step, moves)

        m = memories[thread]
        self.host.explained(lambda: self.host.run(value_actions, some, m, thread, step, moves), replay)

    def _memories(self, worlds: Worlds, actions: int, *, native: bool) -> list[AlphaMuMemory]:
        """A memory for each thread, over the same worlds and values."""
        shared = deals_memory(self.game, worlds.some, len(worlds), actions, native=native)
        put_states(shared, shared.worlds, worlds.states)
        memories = [self._memory(shared, worlds) for _ in range(min(self._threads, actions))]
        for m in memories:
            m.probabilities[: len(worlds)] = worlds.probabilities
        return memories

    def _memory(self, shared: DealsMemory, worlds: Worlds) -> AlphaMuMemory:
        game, bounds = self.game, finite_bounds(self.game)
        states, numbers = self._growth * STATES, self._growth * NUMBERS
        m = AlphaMuMemory.make(
            shared.is_native,
            shared,
            worlds=len(worlds),
            words=slot_words(worlds.some) - 1,
            states=states,
            numbers=numbers,
        )
        m.state_room, m.vector_room, m.most_vectors = states, numbers, MOST_VECTORS
        m.world_count, m.player = len(worlds), worlds.view.player
        m.total, m.least = float(game.kind.total), -inf if bounds is None else float(bounds[0])
        return m

    def _compile_with(self, machine: NativeGame) -> None:
        s = self.game.initial()
        shared = deals_memory(self.game, s, 1, 1, native=True)
        m = AlphaMuMemory.make(True, shared, worlds=1, words=slot_words(s) - 1, states=1, numbers=1)
        machine.compile(value_actions, s, m, 0, 1, 0)


def _mean(worlds: Worlds, values: Sequence[float]) -> float:
    return fsum(p * float(v) for p, v in zip(worlds.probabilities, values, strict=True))
