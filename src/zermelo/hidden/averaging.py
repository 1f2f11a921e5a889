"""Averaging over deals: the values of the actions in each world, searched with perfect information."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from zermelo.core.errors import RuleError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.rules import finite_bounds, legal_actions
from zermelo.core.threads import start
from zermelo.hidden.packing import put_states
from zermelo.kernels.deals import DealsMemory, value_worlds
from zermelo.kernels.faults import NO_FAULT
from zermelo.native.host import FellBack, KernelHost, Leaves, Program, ignore, seconds_to_wait
from zermelo.native.memory import slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

NO_LIMIT = 1 << 60

DEEPEST = 4_000
"""The depth of a search to the end of the game."""


@dataclass
class ValuesByWorld:
    """The value to player 0 of every action in every world, by a search of this depth."""

    values: list[list[float]]
    depth: int
    exact: bool
    """Whether no value depends on an evaluation."""


@dataclass
class DealDeepening:
    """A search of all worlds by iterative deepening."""

    best: ValuesByWorld | None = None
    nodes: int = 0
    done: bool = False
    memories: list[DealsMemory] = field(default_factory=list)


def refusal(game: Game) -> str | None:
    """Why the search does not fit the game, or None if it does."""
    if not game.kind.one_number:
        return "each deal is searched by alpha-beta, which needs one player, or two and a constant sum"
    return None


def compile_averaging(game: Game) -> None:
    """Compiles the kernel that values worlds, and stores the machine code."""
    DealSearch(game).host.compile()


class SearchOfWorlds:
    """A search of the worlds of one game, in some threads."""

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        plain: bool = False,
        wait: bool = True,
        notice: Callable[[str], None] = ignore,
    ) -> None:
        self.game = game
        self._threads = threads
        self.host = KernelHost(game, self._program(), plain=plain, wait=wait, notice=notice)

    def _program(self) -> Program:
        """The kernel of the search."""
        raise NotImplementedError

    def _run_watched(self, jobs: Sequence[Callable[[], None]], m: DealsMemory, budget: Budget, leaves: Leaves) -> None:
        """Runs each job in a separate thread, until all have ended or a limit stops them through the memory."""
        with suppress(OutOfBudget):
            for _ in self.host.while_running(lambda: run_in_threads(jobs), m, lambda: seconds_to_wait(budget, leaves)):
                pass


class DealSearch(SearchOfWorlds):
    """Values the actions in worlds of one game, with perfect information."""

    def _program(self) -> Program:
        return Program(value_worlds, self._compile_with, compile_averaging)

    @property
    def speed(self) -> str:
        """Native or plain."""
        return self.host.speed

    def deepen(self, worlds: tuple[State, ...], budget: Budget) -> Iterator[DealDeepening]:
        """Yields the search after each depth, until the values are exact or the budget is spent."""
        spent = 0

        def attempt(part: Budget, leaves: Leaves) -> Iterator[DealDeepening]:
            nonlocal spent
            job = DealDeepening()
            for _ in self._deepen(worlds, job, part, leaves):
                spent = job.nodes
                yield job
            yield job

        yield from self.host.stream(attempt, budget, lambda: spent == budget.most_nodes)

    def _shared_memories(
        self, states: Sequence[State], actions: int, most_nodes: int
    ) -> tuple[DealsMemory, list[range], list[DealsMemory]]:
        """A memory for each thread over the same states and values, the first of them, and the states of each."""
        shared = deals_memory(self.game, states[0], len(states), actions, native=self.host.is_native)
        put_states(shared, shared.worlds, states)
        parts = _parts(len(states), self._threads)
        memories = [shared] + [DealsMemory.make(shared.is_native, shared) for _ in parts[1:]]
        for m in memories:
            m.most_nodes = max(most_nodes // len(memories), 1)
        return shared, parts, memories

    def _deepen(self, worlds: tuple[State, ...], job: DealDeepening, budget: Budget, leaves: Leaves) -> Iterator[None]:
        depth = 1 if budget.depth is None else budget.depth
        while not job.done:
            before = job.best
            try:
                yield from self._search(worlds, job, depth, budget, leaves)
            except FellBack:
                continue
            if job.best is before:  # it was stopped
                return
            is_last = budget.depth is not None or depth >= DEEPEST
            job.done = is_last or (job.best is not None and job.best.exact)
            yield
            depth += 1

    def _search(
        self, worlds: tuple[State, ...], job: DealDeepening, depth: int, budget: Budget, leaves: Leaves
    ) -> Iterator[None]:
        count, actions = len(worlds), len(legal_actions(self.game, worlds[0]))
        left = NO_LIMIT if budget.most_nodes is None else budget.most_nodes - job.nodes
        shared, parts, memories = self._shared_memories(worlds, actions, left)

        jobs = [partial(self._value, worlds, m, part, depth) for m, part in zip(memories, parts, strict=True)]
        self._run_watched(jobs, shared, budget, leaves)
        job.nodes += sum(int(m.nodes) for m in memories)
        raise_faults(self.game, memories)
        if not any(m.stopped for m in memories):
            found = [float(v) for v in shared.values[: count * actions]]
            rows = [found[i * actions : (i + 1) * actions] for i in range(count)]
            job.best = ValuesByWorld(rows, depth, not any(m.guessed for m in memories))
        yield

    def _value(self, worlds: tuple[State, ...], m: DealsMemory, part: range, depth: int) -> None:
        def replay() -> None:
            plain = deals_memory(self.game, worlds[0], len(worlds), int(m.actions), native=False)
            plain.most_nodes = NO_LIMIT
            put_states(plain, plain.worlds, worlds)
            value_worlds(self.game, worlds[0], plain, part.start, part.stop, depth)

        self.host.explained(lambda: self.host.run(value_worlds, worlds[0], m, part.start, part.stop, depth), replay)

    def _compile_with(self, machine: NativeGame) -> None:
        s = self.game.initial()
        m = deals_memory(self.game, s, 1, 1, native=True)
        machine.compile(value_worlds, s, m, 0, 0, 1)


def deals_memory(game: Game, like: State, count: int, actions: int, *, native: bool) -> DealsMemory:
    """A memory for `count` worlds with this number of actions."""
    bounds = finite_bounds(game)
    m = DealsMemory.make(native, worlds=count, words=slot_words(like) - 1, actions=actions)
    m.actions, m.draw = actions, float(game.fair_share)
    m.worst_utility, m.best_utility = (-inf, inf) if bounds is None or game.scored else map(float, bounds)
    return m


def raise_faults(game: Game, memories: Sequence[DealsMemory]) -> None:
    """Raises RuleError if a kernel has found that rules are broken."""
    if any(m.fault != NO_FAULT for m in memories):
        raise RuleError(
            f"the rules of {type(game).__name__} fail in some world: actions that differ between worlds that the "
            "player cannot tell apart, no actions, no such player, or values that are not numbers"
        )


def run_in_threads(jobs: Sequence[Callable[[], None]]) -> None:
    """Runs the first job in this thread and each of the others in a separate one."""
    tasks = [start(job) for job in jobs[1:]]
    jobs[0]()
    for task in tasks:
        task.answer()


def _parts(count: int, threads: int) -> list[range]:
    """Ranges of nearly equal lengths that cover `count` worlds."""
    threads = max(1, min(threads, count))
    ends = [count * i // threads for i in range(threads + 1)]
    return [range(ends[i], ends[i + 1]) for i in range(threads)]
