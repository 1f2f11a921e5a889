"""The alpha-beta engine of one game: it manages the speed, the memory and the budget of searches.

A short search runs at the plain speed and needs no compiler. For longer ones the rules are compiled once. The
transposition table is kept from search to search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeVar

from zermelo.core.errors import KindError
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.options import known_options
from zermelo.core.rules import check_bounds, finite_bounds, has_own
from zermelo.core.threads import clock
from zermelo.core.values import size_of
from zermelo.engine.history import compile_history, position_sizes
from zermelo.engine.memory import PLIES, check_size, check_threads, new_memory, new_table
from zermelo.engine.opponent_models import OpponentModel
from zermelo.engine.root_search import (
    ActionStackFull,
    BoundsViolated,
    PrecisionExceeded,
    RootSearch,
    Scale,
    TableFull,
    endless_utility,
    kernel_for,
)
from zermelo.engine.search_threads import SearchThreads
from zermelo.engine.vector_search import VectorRootSearch
from zermelo.kernels.chance import STAR2
from zermelo.kernels.many import MAXN
from zermelo.kernels.search_memory import BUSY, SearchMemory, SharedMemory
from zermelo.kernels.table_probing import ProbedTables
from zermelo.kernels.transpositions import AGES, BUCKET
from zermelo.native.host import FellBack, Job as HostJob, KernelHost, Leaves, Program, seconds_to_wait

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

TABLE = 256 * 2**20
"""The default size of the transposition table in bytes."""

ROOM = 1 << 15
"""The initial capacity of the action stack, in words."""

FIRST_TABLE, GROWTH = 8 * 2**20, 8
"""The size of the first table in bytes, and by how much the next one is larger. Writing to a large one for the first
time takes longer than most searches, since the system has to provide its pages. After as many nodes as a table has
slots it is replaced by the next one, up to the largest size."""

NO_LIMIT = 1 << 60
"""More nodes than any search reads."""

QUIET = 24
"""The maximum depth of a quiescence search, in plies."""


@dataclass
class Progress:
    """The progress of a running search. The line is computed only when it is read."""

    game: Game
    state: State
    doing: str = ""
    value: float | None = None
    find_line: Callable[[], tuple[Action, ...]] = tuple
    nodes: int = 0
    seconds: float = 0.0

    @property
    def line(self) -> tuple[Action, ...]:
        """The best line found so far."""
        return self.find_line()


Watch = Callable[[Progress], None]


def unwatched(_progress: Progress) -> None:
    """Ignores the progress."""


class Job(HostJob, Protocol):
    """A job that an engine can run."""

    def run(self, threads: SearchThreads, progress: Progress) -> None:
        """Runs the job in the current thread; `threads` run its searches."""


J = TypeVar("J", bound=Job)


def refusal(game: Game) -> str | None:
    """Why the engine cannot search the game, or None if it can."""
    if game.kind.hidden:
        return "it has imperfect information, and this engine sees the whole state"
    if game.forbids_repetition and (game.kind.stochastic or not game.kind.one_number):
        return "it forbids repetition, which this engine knows only of zero-sum games without chance"
    return None


def proof_refusal(game: Game) -> str | None:
    """Why the engine cannot prove the value of a game, or None if it can."""
    kind = game.kind
    if kind.stochastic:
        return "it has chance"
    if not kind.one_number:
        return f"it has {kind.players} players" if kind.players > 2 else "it is not zero-sum"
    return refusal(game)


def compile_engine(game: Game, others: OpponentModel | None) -> None:
    """Compiles the search of a game and stores the machine code."""
    Engine(game, others=others).compile()


def _probing(game: Game, tables: ProbedTables) -> Game:
    """The same game, whose search probes tables."""
    probing = copy(game)
    probing._probes_tables, probing._probes_keys = True, tables.by_keys
    return probing


def _nodes_in(memories: list[SearchMemory]) -> int:
    """The number of nodes read by all threads of a search; each thread has its own memory."""
    return sum(m.nodes for m in memories)


class Engine:
    """Searches one game.

    If the rules have to be compiled, the first search waits for that, and `notice` is called with a message. With
    `wait` false no search waits: it runs at the plain speed while another process compiles, and continues at the native
    speed once the machine code is ready. `others` is the model of the other players, if they do not simply minimise.
    Positions in `tables` are leaves with exact values.
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
        others: OpponentModel | None = None,
        tables: ProbedTables | None = None,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        why = refusal(game)
        if why is not None:
            raise KindError(f"the engine cannot search this game: {why}")
        if others is not None:
            others.check(game)
            if game.forbids_repetition:
                raise KindError("the engine cannot model opponents in a game that forbids repetition")
        check_bounds(game)
        self.game = game
        self.others = OpponentModel() if others is None and not game.kind.one_number else others
        self.agent = 0  # of the last job
        self.past: Sequence[State] = ()
        """The states of the play before the next search, which matter if the game forbids repetition."""
        self.nodes = 0
        self.seconds = 0.0
        self._began = 0.0
        self._largest_table = check_size(table)
        self._threads = check_threads(threads)
        self.asked_plain = plain
        self.tables = tables
        self.hits = 0
        """The number of positions that the last search has found in tables."""
        program = Program(kernel_for(game, self.others), self._compile_with, compile_engine, (self.others,))
        searched = game if tables is None else _probing(game, tables)
        self.host = KernelHost(searched, program, plain=plain, wait=wait, notice=notice)
        self._room = ROOM
        self._age = 0
        self._samples = self._seed = 0
        prunes_by_bounds = game.kind.stochastic or self.others is not None
        self.star = STAR2 if prunes_by_bounds and finite_bounds(game) is not None else 0
        self.forget()

    def __reduce__(self) -> tuple[Callable[[Game], Engine], tuple[Game]]:
        """A copy, pickled or not, is a new engine with an empty table: memory and threads belong to a process."""
        again = partial(
            Engine,
            table=self._largest_table,
            threads=self._threads,
            plain=self.asked_plain,
            others=self.others,
            tables=self.tables,
        )
        return again, (self.game,)

    @property
    def speed(self) -> str:
        """The speed of the last search: native or plain."""
        return self.host.speed

    @property
    def why_plain(self) -> str | None:
        """Why the native speed is not available, if it was tried."""
        return self.host.why_plain

    def compile(self) -> None:
        """Compiles the rules, or records why they do not compile."""
        self.host.compile()

    def _compile_with(self, machine: NativeGame) -> None:
        """Compiles or loads the kernel, without running it: the initial state may have no actions."""
        s = self.game.initial()
        unused = self._new_memory(new_table(self.game.key(s), 1, native=True), s, 1)
        compile_history(machine, s, unused)
        machine.compile(kernel_for(self.game, self.others), s, unused, 0, 1, -inf, inf)

    def _new_memory(self, shared: SharedMemory, s: State, room: int) -> SearchMemory:
        return new_memory(
            shared,
            self.game.key(s),
            room,
            max(self.game.players, 2),
            vectors=self.others is not None,
            **position_sizes(self.game, s, PLIES),
        )

    def forget(self) -> None:
        """Empties the table."""
        self.scale = Scale.of(self.game)
        self.has_shortcuts = False
        self._table_size = min(FIRST_TABLE, self._largest_table)
        self._drop_table()

    def _drop_table(self) -> None:
        self._shared: SharedMemory | None = None
        self._memories: list[SearchMemory] = []
        self._table_nodes = 0  # read since the table was made

    def take_samples(self, samples: int, seed: int) -> None:
        """From now on, samples at most `samples` outcomes at each chance node (0: reads all) with this seed."""
        self._samples, self._seed = samples, seed
        self.forget()

    def run_job(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch) -> J:
        """Runs a job within the budget and returns it: at the plain speed if it is short, else at the native speed."""
        *_, done = self.stream_job(s, job, budget, watch)
        return done

    def stream_job(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch) -> Iterator[J]:
        """Runs a job as `run_job` does, and yields it repeatedly while it runs and once after its end.

        If the job has to be restarted, for instance at another speed, the new job is yielded from then on.
        """
        yield from self.host.stream(
            lambda part, leaves: self._stream_at_current_speed(s, job, part, watch, leaves),
            budget,
            lambda: self.nodes == budget.most_nodes,
        )

    def _stream_at_current_speed(
        self, s: State, job: Callable[[], J], budget: Budget, watch: Watch, leaves: Leaves
    ) -> Iterator[J]:
        """Runs a job; restarts it if memory was too small, bounds were violated, or utilities had too many digits."""

        def watch_and_leave(progress: Progress) -> bool:
            watch(progress)
            return leaves()

        if self._shared is not None and self._shared.is_native != self.host.is_native:
            self.forget()  # the speed has changed
        self._began = clock()
        made, read, self.hits = job(), 0, 0
        while True:
            try:
                for _ in self._stream_once(s, made, budget, read, watch_and_leave):
                    yield made
            except (ActionStackFull, TableFull) as error:  # the same job continues with more memory
                self._enlarge(error)
                read = self.nodes
                if budget.is_over or read == budget.most_nodes:
                    break
                continue
            except FellBack:
                self.forget()
            except BoundsViolated:
                self.star = 0
                self.forget()
            except PrecisionExceeded:
                scale = self.scale.coarser
                self.forget()
                self.scale = scale
            else:
                break
            made, read = job(), 0
        yield made

    def _enlarge(self, error: ActionStackFull | TableFull) -> None:
        """Makes room for more actions, or replaces the table by a larger one."""
        if isinstance(error, TableFull):
            self._table_size = min(GROWTH * self._table_size, self._largest_table)
            self._drop_table()
        else:
            self._room *= 4
            self._memories = []

    def _stream_once(
        self, s: State, job: Job, budget: Budget, read: int, leaves: Callable[[Progress], bool]
    ) -> Iterator[None]:
        """Runs a job once in a separate thread and yields while it runs; `read` nodes were read by earlier attempts.

        `leaves` is called with the progress, and returns whether to stop the job.
        """
        began = self._began
        self._set_agent(s)
        memories = self._take_memories(s)
        progress = Progress(self.game, s)

        def work() -> None:
            root = self._root(s, memories[0])
            roots = [root, *(root.for_thread(m) for m in memories[1:])]
            most = None if budget.most_nodes is None else budget.most_nodes - read
            job.run(SearchThreads(roots, most, read), progress)

        def wait() -> float:
            self.nodes, self.seconds = read + _nodes_in(memories), clock() - began
            progress.nodes, progress.seconds = self.nodes, self.seconds
            return seconds_to_wait(budget, lambda: leaves(progress))

        try:
            with suppress(OutOfBudget):  # raised before the job began
                yield from self.host.while_running(work, memories[0], wait)
        finally:
            self.nodes, self.seconds = read + _nodes_in(memories), clock() - began
            self._table_nodes += _nodes_in(memories)
            self.hits += sum(m.hits for m in memories)
        self._memories = memories

    def _set_agent(self, s: State) -> None:
        """Sets the agent for a search of s. If it changes, the table is cleared: its values are the old agent's."""
        if self.others is None:
            return
        agent = self.others.agent_in(self.game, s)
        if agent != self.agent and self.others.rule != MAXN:
            self.forget()
        self.agent = agent

    def _root(self, s: State, m: SearchMemory) -> RootSearch:
        if self.others is None:
            return RootSearch(self.host, s, m, self.scale, self.past)
        return VectorRootSearch(self.host, s, m, self.others, self.agent)

    def _take_memories(self, s: State) -> list[SearchMemory]:
        """A memory for each thread. They are removed from the engine, so that none is reused after a failure."""
        native = self.host.is_native
        if self._shared is None:
            extra_values = int(self.game.kind.stochastic) if self.others is None else self.game.players
            self._shared = new_table(self.game.key(s), self._table_size, native, extra_values)
            if self.tables is not None:
                self._shared = self.tables.put_into(self._shared)
        self._shared.control[0] = 0
        if self._threads > 1:  # an interrupted search may have left entries there
            self._shared.busy[:] = [0] * BUSY
        self._age = (self._age + 1) % AGES
        memories, self._memories = self._memories, []
        while len(memories) < self._threads:
            memories.append(self._new_memory(self._shared, s, self._room))
        for i, m in enumerate(memories):
            self._configure(m, i + 1 if self._threads > 1 else 0)
        return memories

    @property
    def _nodes_until_full(self) -> int:
        """The number of nodes that may still be read before the table is replaced by a larger one."""
        assert self._shared is not None
        if self._table_size == self._largest_table:
            return NO_LIMIT
        return self._shared.buckets * BUCKET - self._table_nodes

    def _configure(self, m: SearchMemory, thread: int) -> None:
        assert self._shared is not None
        m.nodes = m.deepest = m.too_deep = m.hits = 0
        m.grow_at = max(1, self._nodes_until_full // self._threads)
        m.most_nodes = 1  # SearchThreads sets the real limit; 0 would stop the search
        m.age, m.thread = self._age, thread
        m.action_room, m.most_plies = self._room, PLIES
        m.quiet_plies = QUIET if has_own(self.game, "noisy") else 0
        m.star, m.samples, m.seed = self.star, self._samples, self._seed
        if self.others is not None:
            self._configure_opponents(m, self.others)
        unknown, bounds = (-inf, inf), finite_bounds(self.game)
        worst, best = unknown if bounds is None or self.game.scored else bounds
        m.worst_utility, m.best_utility = float(worst), float(best)
        m.draw = self.scale.draw
        m.win_factor = self.scale.win
        m.ply_factor = self.scale.ply
        m.endless = self.scale.value_of(endless_utility(self.game, 0), self.scale.endless)
        least, greatest = bounds if self.star and bounds is not None else unknown
        m.least, m.greatest = float(least), float(greatest)

    def _configure_opponents(self, m: SearchMemory, others: OpponentModel) -> None:
        game = self.game
        m.players, m.agent = game.players, self.agent
        m.others = others.rule
        m.foresight, m.odds = int(others.number), float(others.number)
        m.sum = float(game.total) if self.star and game.kind.zero_sum else inf
        m.size = float(size_of(game.bounds))
        for p in range(game.players):
            m.endless_vector[p] = endless_utility(game, p)
