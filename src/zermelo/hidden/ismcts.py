"""Drives information-set Monte Carlo tree search: worlds, memory, speed, threads, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING

from zermelo.core.errors import RuleError
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.rules import finite_bounds, legal_actions
from zermelo.core.threads import clock, start
from zermelo.hidden.packing import put_states
from zermelo.hidden.worlds import Worlds
from zermelo.kernels.faults import NO_CHANCE, NO_FAULT, NO_PLAYER
from zermelo.kernels.ismcts import IsmctsMemory, key_of, node_hash, simulate, slot_of
from zermelo.native.draws import first_draw
from zermelo.native.host import KernelHost, Leaves, Program, seconds_to_wait
from zermelo.native.memory import slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

SLOTS, PLAIN_SLOTS = 1 << 20, 1 << 16
"""The number of records that a search has room for, as machine code and at the plain speed."""

LONGEST = 4_000
"""A simulation that has not ended after this many plies counts as infinite play."""

NO_LIMIT = 1 << 60

NEXT_ANSWER = 0.25
"""The time until the second answer, in seconds; later ones take half as long as the search has run."""


@dataclass(frozen=True)
class ActionStatistics:
    """The visits of an action at the root, and the sums of utilities and of their squares to each player."""

    visits: int
    totals: tuple[float, ...]
    squares: tuple[float, ...]

    def plus(self, other: ActionStatistics) -> ActionStatistics:
        """Both added up."""
        return ActionStatistics(
            self.visits + other.visits,
            tuple(map(sum, zip(self.totals, other.totals, strict=True))),
            tuple(map(sum, zip(self.squares, other.squares, strict=True))),
        )


class Simulation:
    """One search of one view, by one memory for each thread."""

    def __init__(self, worlds: Worlds, memories: list[IsmctsMemory]) -> None:
        self.worlds, self.memories = worlds, memories
        self.done = self.is_news = False
        self.count = 0

    @property
    def nodes(self) -> int:
        """The states that were visited."""
        return sum(int(m.nodes) for m in self.memories)

    @property
    def depth(self) -> int:
        """The maximum number of actions that were selected in one simulation."""
        return max(int(m.deepest) for m in self.memories)


def compile_ismcts(game: Game) -> None:
    """Compiles the kernel for a game, and stores the machine code."""
    InformationSetSearch(game).host.compile()


def _ignore(_done: int) -> None:
    """Ignores the result of a call that is repeated only for its error."""


class InformationSetSearch:
    """Searches views of one game."""

    def __init__(
        self,
        game: Game,
        *,
        single: bool = False,
        c: float = 0.5,
        threads: int = 1,
        plain: bool = False,
        wait: bool = True,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.game = game
        self._single, self._c, self._threads = single, c, threads
        program = Program(simulate, self._compile_with, compile_ismcts)
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)

    def stream(self, worlds: Worlds, count: int, seed: int, budget: Budget) -> Iterator[Simulation]:
        """Simulates within the budget; yields while it runs, with `is_news` when an answer is due, and at the end."""
        spent = 0

        def attempt(part: Budget, leaves: Leaves) -> Iterator[Simulation]:
            nonlocal spent
            native = self.host.is_native
            memories = [self._memory(worlds, seed + i, native=native) for i in range(self._threads)]
            run = Simulation(worlds, memories)
            for _ in self._run(run, count, seed, part, leaves):
                yield run
            spent = run.nodes
            yield run

        yield from self.host.stream(attempt, budget, lambda: spent >= (budget.nodes_for_playouts or inf))

    def statistics(self, run: Simulation) -> list[ActionStatistics]:
        """The statistics of each action at the root."""
        return [self._statistics_of(run, a) for a in legal_actions(self.game, run.worlds.some)]

    def _statistics_of(self, run: Simulation, a: Action) -> ActionStatistics:
        s, mover = run.worlds.some, run.worlds.view.player
        width = int(run.memories[0].width)
        found = ActionStatistics(0, (0.0,) * width, (0.0,) * width)
        for m in run.memories:
            key = key_of(node_hash(self.game, s, m, mover), a)
            slot = int(slot_of(m, key))
            if m.keys[slot] == key:
                own = range(slot * width, (slot + 1) * width)
                totals, squares = tuple(float(m.totals[i]) for i in own), tuple(float(m.squares[i]) for i in own)
                found = found.plus(ActionStatistics(int(m.visits[slot]), totals, squares))
        return found

    def _run(self, run: Simulation, count: int, seed: int, budget: Budget, leaves: Leaves) -> Iterator[None]:
        first = run.memories[0]
        most_nodes = budget.nodes_for_playouts or NO_LIMIT
        for m in run.memories:
            m.most_nodes = max(most_nodes // len(run.memories), 1)
        began, next_answer = clock(), NEXT_ANSWER

        def work() -> None:
            shares = [count // self._threads + (i < count % self._threads) for i in range(self._threads)]
            jobs = [
                partial(self._simulate, run.worlds, m, share, seed + i)
                for i, (m, share) in enumerate(zip(run.memories, shares, strict=True))
            ]
            tasks = [start(job) for job in jobs[1:]]
            run.count = jobs[0]() + sum(task.answer() for task in tasks)
            run.done = run.count == count or run.nodes >= first.most_nodes

        def watch() -> float:
            nonlocal next_answer
            spent = clock() - began
            if spent >= next_answer:
                run.is_news, next_answer = True, 1.5 * spent
            wait = seconds_to_wait(budget, leaves)
            if wait <= 0.0:
                for m in run.memories:
                    m.control[0] = 1
            return wait

        with suppress(OutOfBudget):
            yield from self.host.while_running(work, first, watch)
        faults = {int(m.fault) for m in run.memories} - {NO_FAULT}
        if faults:
            raise self._broken_rule(faults.pop())

    def _simulate(self, worlds: Worlds, m: IsmctsMemory, count: int, seed: int) -> int:
        """Runs the kernel; if a rule raises in machine code, the same simulations are repeated plainly to name it."""
        some = worlds.some
        done: int = self.host.explained(
            lambda: self.host.run(simulate, some, m, count),
            lambda: _ignore(simulate(self.game, some, self._memory(worlds, seed, native=False), count)),
        )
        return done

    def _memory(self, worlds: Worlds, seed: int, *, native: bool) -> IsmctsMemory:
        m = self._empty(worlds.some, len(worlds), native=native)
        put_states(m, m.worlds, worlds.states)
        m.sums[: len(worlds)] = list(accumulate(worlds.probabilities))
        m.world_count, m.random = len(worlds), first_draw(seed)
        m.observer = worlds.view.player if self._single else -1
        m.most_nodes = NO_LIMIT
        return m

    def _empty(self, like: State, worlds: int, *, native: bool, slots: int | None = None) -> IsmctsMemory:
        game, bounds = self.game, finite_bounds(self.game)
        slots = slots or (SLOTS if native else PLAIN_SLOTS)
        width = 1 if game.kind.one_number else game.players
        m = IsmctsMemory.make(
            native,
            slots=slots,
            width=width,
            worlds=worlds,
            words=slot_words(like) - 1,
            plies=LONGEST,
            players=game.players,
        )
        m.mask, m.players, m.width, m.most_plies = slots - 1, game.players, width, LONGEST
        m.c, m.span = float(self._c), 0.0 if bounds is None else float(bounds[1] - bounds[0])
        m.least_seen, m.greatest_seen = inf, -inf
        m.endless[: game.players] = [float(game.infinite_play(p)) for p in range(game.players)]
        return m

    def _compile_with(self, machine: NativeGame) -> None:
        s = self.game.initial()
        machine.compile(simulate, s, self._empty(s, 1, native=True, slots=2), 0)

    def _broken_rule(self, fault: int) -> RuleError:
        wrong = {
            NO_PLAYER: "player returned a number that is not a player",
            NO_CHANCE: "probability returned numbers that do not add up to 1",
        }.get(fault, "actions returned none, or utility a value that is not a number")
        return RuleError(f"{type(self.game).__name__}.{wrong}, in a play from a world of the view")
