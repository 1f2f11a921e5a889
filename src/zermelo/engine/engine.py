"""The alpha-beta engine of one game: which speed, which memory, how long.

What is small is done at the plain speed, before a compiler would have started. For the rest the rules are compiled,
once. The table is kept from search to search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeVar

from zermelo.core.errors import KindError
from zermelo.core.game import Action, Game, State, check_bounds, finite_bounds, has_own
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.options import known_options
from zermelo.core.threads import POLL_SECONDS, STOP_POLL_SECONDS, clock
from zermelo.core.values import size_of
from zermelo.engine.memory import PLIES, check_size, check_threads, new_memory, new_table
from zermelo.engine.opponent_models import Others
from zermelo.engine.root_search import NoBounds, NoDistances, NoRoom, Root, Scale, endless_utility, kernel_for
from zermelo.engine.thread_pool import Crew
from zermelo.engine.vector_search import VectorRoot
from zermelo.kernels.chance import STAR2
from zermelo.kernels.many import MAXN
from zermelo.kernels.search_memory import BUSY, SearchMemory, SharedMemory
from zermelo.kernels.transpositions import AGES
from zermelo.native.host import FellBack, Job as HostJob, KernelHost, Leaves, Program

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

TABLE = 256 * 2**20
"""The size of the table in bytes, unless another is asked for."""

ROOM = 1 << 15
"""Room for the actions on a path, to begin with."""

QUIET = 24
"""How many plies a quiescence search follows noisy actions."""


@dataclass
class Progress:
    """How a search of a state stands, while it runs. The line is found when somebody asks for it, and not before."""

    game: Game
    state: State
    doing: str = ""
    value: float | None = None
    find_line: Callable[[], tuple[Action, ...]] = tuple
    nodes: int = 0
    seconds: float = 0.0

    @property
    def line(self) -> tuple[Action, ...]:
        """The line of best play, as far as it is known."""
        return self.find_line()


Watch = Callable[[Progress], None]


def unwatched(_progress: Progress) -> None:
    """Nobody looks."""


class Job(HostJob, Protocol):
    """What an engine can be given to do."""

    def run(self, crew: Crew, progress: Progress) -> None:
        """Does it, in a thread of its own."""


J = TypeVar("J", bound=Job)


def refusal(game: Game) -> str | None:
    """Why the engine does not fit the game, or None where it does."""
    return "it hides information, and this engine sees the whole state" if game.kind.hidden else None


def proof_refusal(game: Game) -> str | None:
    """Why the engine cannot prove the value of a game, or None where it can."""
    kind = game.kind
    if kind.stochastic:
        return "it has chance"
    if not kind.one_number:
        return f"it has {kind.players} players" if kind.players > 2 else "it is not zero-sum"
    return refusal(game)


def compile_engine(game: Game, others: Others | None) -> None:
    """Compiles what searches a game, and keeps it."""
    Engine(game, others=others).compile()


def _nodes_in(memories: list[SearchMemory]) -> int:
    """How many nodes the threads of a search have read, each with its memory."""
    return sum(m.nodes for m in memories)


class Engine:
    """Searches one game; `notice` hears what takes time before a search begins.

    Where rules have to be compiled a search waits for it, once. With `wait` false none does: it runs at the plain speed
    while another process compiles, and goes on at the native speed as soon as that is ready.
    `others` says what the other players are taken to do, where that is not simply to minimise.
    """

    @known_options()
    def __init__(
        self,
        game: Game,
        *,
        table: int = TABLE,
        threads: int = 1,
        plain: bool = False,
        wait: bool = True,
        others: Others | None = None,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        why = refusal(game)
        if why is not None:
            raise KindError(f"the engine is not for this game: {why}")
        if others is not None:
            others.check(game)
        check_bounds(game)
        self.game = game
        self.others = Others() if others is None and not game.kind.one_number else others
        self.agent = 0  # of the last job
        self.nodes = 0
        self.seconds = 0.0
        self._began = 0.0
        self._size = check_size(table)
        self._threads = check_threads(threads)
        self.asked_plain = plain
        program = Program(kernel_for(game, self.others), self._compile_with, compile_engine, (self.others,))
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)
        self._room = ROOM
        self._age = 0
        self._samples = self._seed = 0
        prunes_by_bounds = game.kind.stochastic or self.others is not None
        self.star = STAR2 if prunes_by_bounds and finite_bounds(game) is not None else 0
        self.forget()

    @property
    def speed(self) -> str:
        """The speed of the last search: native or plain."""
        return self.host.speed

    @property
    def why_plain(self) -> str | None:
        """Why it does not search at the native speed, where that was tried."""
        return self.host.why_plain

    def compile(self) -> None:
        """Makes the rules machine code, or finds that they cannot be."""
        self.host.compile()

    def _compile_with(self, machine: NativeGame) -> None:
        """Compiles or loads the kernel, by a search that may read no node."""
        s = self.game.initial()
        nowhere = self._new_memory(new_table(self.game.key(s), 1, native=True), s, 1)
        machine.run(kernel_for(self.game, self.others), s, nowhere, 0, 1, -inf, inf)

    def _new_memory(self, shared: SharedMemory, s: State, room: int) -> SearchMemory:
        return new_memory(shared, self.game.key(s), room, max(self.game.players, 2), vectors=self.others is not None)

    def forget(self) -> None:
        """Empties the table."""
        self.scale = Scale.of(self.game)
        self.has_shortcuts = False
        self._shared: SharedMemory | None = None
        self._memories: list[SearchMemory] = []

    def take_samples(self, samples: int, seed: int) -> None:
        """From now on a chance node reads no more than so many outcomes (0: all of them), by this seed."""
        self._samples, self._seed = samples, seed
        self.forget()

    def do(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch) -> J:
        """Does a job within the budget: at the plain speed if it is short, else at the native speed."""
        *_, done = self.stream(s, job, budget, watch)
        return done

    def stream(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch) -> Iterator[J]:
        """Does a job, as `do` does, and yields it again and again as it goes on; at last when it has ended.

        It may have to begin anew, at another speed for instance, and then another job is yielded.
        """
        yield from self.host.stream(
            lambda part, leaves: self._stream(s, job, part, watch, leaves),
            budget,
            lambda: self.nodes == budget.most_nodes,
        )

    def _stream(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch, leaves: Leaves) -> Iterator[J]:
        """Does a job; again, if the memory turned out too small or utilities too fine to count plies."""

        def leaves_now(progress: Progress) -> bool:
            watch(progress)
            return leaves()

        if self._shared is not None and self._shared.is_native != self.host.is_native:
            self.forget()  # the speed has changed
        self._began = clock()
        made, read = job(), 0
        while True:
            try:
                for _ in self._attempt(s, made, budget, read, leaves_now):
                    yield made
            except NoRoom:  # it goes on where it was
                self._room *= 4
                self._memories = []
                read = self.nodes
                if budget.is_over or read == budget.most_nodes:
                    break
                continue
            except FellBack:
                self.forget()
            except NoBounds:
                self.star = 0
                self.forget()
            except NoDistances:
                scale = self.scale.coarser
                self.forget()
                self.scale = scale
            else:
                break
            made, read = job(), 0
        yield made

    def _attempt(
        self, s: State, job: Job, budget: Budget, read: int, leaves: Callable[[Progress], bool]
    ) -> Iterator[None]:
        """Does a job once, in a thread of its own, while this one watches the clock; `read` nodes were read before.

        `leaves` sees how it stands, and says whether to leave it.
        """
        began = self._began
        self._look_through(s)
        memories = self._take_memories(s)
        progress = Progress(self.game, s)

        def work() -> None:
            root = self._root(s, memories[0])
            roots = [root, *(root.for_thread(m) for m in memories[1:])]
            most = None if budget.most_nodes is None else budget.most_nodes - read
            job.run(Crew(roots, most), progress)

        def wait() -> float:
            self.nodes, self.seconds = read + _nodes_in(memories), clock() - began
            progress.nodes, progress.seconds = self.nodes, self.seconds
            return (
                0.0
                if leaves(progress)
                else min(budget.remaining(), POLL_SECONDS if budget.stop is None else STOP_POLL_SECONDS)
            )

        try:
            with suppress(OutOfBudget):  # before the job has begun
                yield from self.host.while_running(work, memories[0], wait)
        finally:
            self.nodes, self.seconds = read + _nodes_in(memories), clock() - began
        self._memories = memories

    def _look_through(self, s: State) -> None:
        """Takes the agent's eyes; what another has seen in the table is of no use to it."""
        if self.others is None:
            return
        agent = self.others.agent_in(self.game, s)
        if agent != self.agent and self.others.rule != MAXN:
            self.forget()
        self.agent = agent

    def _root(self, s: State, m: SearchMemory) -> Root:
        if self.others is None:
            return Root(self.host, s, m, self.scale)
        return VectorRoot(self.host, s, m, self.others, self.agent)

    def _take_memories(self, s: State) -> list[SearchMemory]:
        """A memory for each thread; they are taken out, not to be used again if something fails."""
        native = self.host.is_native
        if self._shared is None:
            beside = int(self.game.kind.stochastic) if self.others is None else self.game.players
            self._shared = new_table(self.game.key(s), self._size, native, beside)
        self._shared.control[0] = 0
        if self._threads > 1:  # a search that was broken off may have left something there
            self._shared.busy[:] = [0] * BUSY
        self._age = (self._age + 1) % AGES
        memories, self._memories = self._memories, []
        while len(memories) < self._threads:
            memories.append(self._new_memory(self._shared, s, self._room))
        for i, m in enumerate(memories):
            self._set(m, i + 1 if self._threads > 1 else 0)
        return memories

    def _set(self, m: SearchMemory, thread: int) -> None:
        assert self._shared is not None
        m.nodes = m.deepest = m.too_deep = 0
        m.most_nodes = 1  # until the crew says how many: 0 would end it
        m.age, m.thread = self._age, thread
        m.action_room, m.most_plies = self._room, PLIES
        m.quiet_plies = QUIET if has_own(self.game, "noisy") else 0
        m.star, m.samples, m.seed = self.star, self._samples, self._seed
        if self.others is not None:
            self._set_others(m, self.others)
        unknown, bounds = (-inf, inf), finite_bounds(self.game)
        worst, best = unknown if bounds is None or self.game.scored else bounds
        m.worst_utility, m.best_utility = float(worst), float(best)
        m.draw = self.scale.draw
        m.win_factor = self.scale.win
        m.ply_factor = self.scale.ply
        m.endless = self.scale.worth(endless_utility(self.game, 0), self.scale.endless)
        least, greatest = bounds if self.star and bounds is not None else unknown
        m.least, m.greatest = float(least), float(greatest)

    def _set_others(self, m: SearchMemory, others: Others) -> None:
        game = self.game
        m.players, m.agent = game.players, self.agent
        m.others = others.rule
        m.foresight, m.odds = int(others.number), float(others.number)
        m.sum = float(game.total) if self.star and game.kind.zero_sum else inf
        m.size = float(size_of(game.bounds))
        for p in range(game.players):
            m.endless_vector[p] = endless_utility(game, p)
