"""The alpha-beta engine of one game: which speed, which memory, how long.

What is small is done at the plain speed, before a compiler would have started. For the rest the rules are compiled,
once. The table is kept from search to search.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeVar

from zermelo.core.errors import KindError
from zermelo.core.game import Action, Game, State, check_bounds, finite_bounds, has_own
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.options import known_options
from zermelo.core.threads import GLANCE, WATCH, Task, attending, clock, ended_before, start, start_brief, start_compiler
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
from zermelo.native.host import FellBack, Runner

if TYPE_CHECKING:
    from zermelo.native.detached import Detached

TABLE = 256 * 2**20
"""The size of the table in bytes, unless another is asked for."""

PLAIN_SECONDS = 0.2
"""What is found in this time at the plain speed needs no compiler."""

PLAIN_NODES = 5_000
"""So few nodes need none either."""

ROOM = 1 << 15
"""Room for the actions on a path, to begin with."""

GAIN = 10
"""By what factor machine code is quicker, at the least: a search is begun anew if it then comes further."""

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


class Job(Protocol):
    """What an engine can be given to do: it is `done` unless a limit has ended it before."""

    done: bool

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


def _short(budget: Budget) -> Budget:
    """The part of a budget for which the plain speed will do."""
    if budget.most_nodes is not None and budget.most_nodes <= PLAIN_NODES:
        return budget
    return budget.part(PLAIN_SECONDS, budget.most_nodes)


def is_short(budget: Budget) -> bool:
    """Whether a search within the budget is over before a compiler would pay."""
    return (budget.most_nodes or inf) <= PLAIN_NODES or budget.remaining() <= PLAIN_SECONDS


def compile_engine(game: Game, others: Others | None) -> None:
    """Compiles what searches a game, and keeps it."""
    Engine(game, others=others).compile()


def _nodes_in(memories: list[SearchMemory]) -> int:
    """How many nodes the threads of a search have read, each with its memory."""
    return sum(m.nodes for m in memories)


Turns = Callable[[], bool]
"""Whether a search is to be left for one at the native speed."""


def _never() -> bool:
    return False


class Engine:
    """Searches one game; `told` hears what takes time before a search begins.

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
        told: Callable[[str], None] = lambda _: None,
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
        self._told = told
        self.asked_plain = plain
        self._plain = Runner(game, plain=True)
        self._runner = Runner(game, plain=plain)
        self._decided = plain
        self._compiling: Task | None = None
        self._detached: Detached | None = None
        self._is_loading = False  # rather than compiling
        self._beginning = threading.Lock()
        self._waits = wait
        self._room = ROOM
        self._age = 0
        self._samples = self._seed = 0
        prunes_by_bounds = game.kind.stochastic or self.others is not None
        self.star = STAR2 if prunes_by_bounds and finite_bounds(game) is not None else 0
        self.forget()

    @property
    def runner(self) -> Runner:
        """What runs the kernels now."""
        return self._runner if self._decided else self._plain

    @property
    def speed(self) -> str:
        """The speed of the last search: native or plain."""
        return self.runner.speed

    @property
    def why_plain(self) -> str | None:
        """Why it does not search at the native speed, where that was tried."""
        return self._runner.why_plain

    def compile(self) -> None:
        """Makes the rules machine code, or finds that they cannot be."""
        while not self._decided:
            self.compile_aside()
            if self._compiling is not None:
                self._adopt()
            else:
                time.sleep(GLANCE)

    def has_code(self) -> bool:
        """Whether machine code is kept from another time, so that it only has to be loaded."""
        return self._runner.has_code(self._kernel)

    def compile_aside(self) -> None:
        """Begins to load machine code, or if none is kept, to compile; until then searches run at the plain speed.

        If searches do not wait, another process compiles, which outlives this one; and when that has ended, what it has
        made is loaded. Rules that no other process can import are compiled in this one.
        """
        with self._beginning:
            if self._decided or self.is_compiling:
                return
            self._is_loading = self.has_code()
            if not self._is_loading and not self._waits:
                self._detach()
            if self._detached is None:
                self._compiling = start_compiler(self._prepare, self.game.name)

    def _detach(self) -> None:
        """Has another process compile, if it can."""
        from zermelo.native.detached import detach  # noqa: PLC0415  # what it takes is not needed at the plain speed

        self._detached = detach(self.game, self._kernel, compile_engine, self.others)
        if self._detached is not None:
            self._told(f"compiling {self.game.name}, once …")
            start(partial(self._load_after, self._detached), daemon=True)

    def _load_after(self, detached: Detached) -> None:
        """Waits for the process that compiles, and loads what it has made."""
        began = clock()
        while not detached.has_ended():
            time.sleep(GLANCE)
        self._told(f"compiling {self.game.name}, once: {clock() - began:.1f} s")
        with self._beginning:
            self._is_loading = True
            self._detached, self._compiling = None, start_compiler(self._prepare, self.game.name)

    def await_loading(self, stop: threading.Event | None) -> None:
        """Waits for machine code that is being loaded, about a second, unless it is stopped; not for a compiler."""
        while self._compiling is not None and self._is_loading and not self._compiling.ended.wait(WATCH):
            if stop is not None and stop.is_set():
                return

    @property
    def is_compiling(self) -> bool:
        """Whether machine code is being compiled or loaded."""
        return self._compiling is not None or self._detached is not None

    def _is_ready(self) -> bool:
        """Whether there is machine code to go on with, or the word that there is none."""
        return self._compiling is not None and self._compiling.ended.is_set()

    @property
    def _kernel(self) -> Callable[..., float]:
        return kernel_for(self.game, self.others)

    def _prepare(self) -> None:
        s = self.game.initial()
        nowhere = self._new_memory(new_table(self.game.key(s), 1, native=True), s, 1)  # it allows no node
        self._runner.prepare(self._kernel, s, nowhere, 0, 1, -inf, inf, told=self._tell_of_compiling)

    def _tell_of_compiling(self, message: str) -> None:
        self._is_loading = False  # what is kept may be another machine's
        self._told(message)

    def _new_memory(self, shared: SharedMemory, s: State, room: int) -> SearchMemory:
        return new_memory(shared, self.game.key(s), room, max(self.game.players, 2), vectors=self.others is not None)

    def _adopt(self) -> None:
        """Waits for the compiler, and goes on with what it has made."""
        assert self._compiling is not None
        self._compiling.answer()
        with self._beginning:
            self._compiling = None
            self._decided = True
        self.forget()

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
        if self._is_ready():
            self._adopt()
        if self._decided:
            yield from self._stream(s, job, budget, watch)
        elif self._waits:
            yield from self._stream_and_wait(s, job, budget, watch)
        else:
            yield from self._stream_meanwhile(s, job, budget, watch)

    def _stream_and_wait(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch) -> Iterator[J]:
        """Does a job at the plain speed, and if it is not done in a moment waits for machine code and begins anew."""
        tried = None
        for tried in self._stream(s, job, _short(budget), watch):
            yield tried
        if tried is None or tried.done or budget.is_over or self.nodes == budget.most_nodes:
            return
        self.compile_aside()
        assert self._compiling is not None
        with budget.waiting():
            is_ready = ended_before(self._compiling, budget.stop)
        if is_ready:
            self._adopt()
            yield from self._stream(s, job, budget, watch)

    def _stream_meanwhile(self, s: State, job: Callable[[], J], budget: Budget, watch: Watch) -> Iterator[J]:
        """Does a job at the plain speed; if that takes long it is begun anew as soon as there is machine code."""
        began = clock()
        has_begun = is_turning = False

        def turns() -> bool:
            nonlocal has_begun, is_turning
            spent = clock() - began
            if spent > PLAIN_SECONDS and not has_begun:
                has_begun = True
                start_brief(self.compile_aside)
            is_turning = self._is_ready() and budget.remaining() * GAIN > spent
            return is_turning

        tried = None
        for tried in self._stream(s, job, budget, watch, turns):
            yield tried
        if tried is None or tried.done or not is_turning:
            return
        self._adopt()
        if self.speed != "plain":
            yield from self._stream(s, job, budget, watch)

    def _stream(
        self, s: State, job: Callable[[], J], budget: Budget, watch: Watch, turns: Turns = _never
    ) -> Iterator[J]:
        """Does a job; again, if the memory turned out too small or utilities too fine to count plies."""

        def leaves(progress: Progress) -> bool:
            watch(progress)
            return turns()

        self._began = clock()
        made, read = job(), 0
        while True:
            try:
                for _ in self._attempt(s, made, budget, read, leaves):
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
            return 0.0 if leaves(progress) else min(budget.remaining(), GLANCE if budget.stop is None else WATCH)

        try:
            with suppress(OutOfBudget):  # before the job has begun
                yield from attending(work, self._halt, wait)
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
            return Root(self.runner, s, m, self.scale)
        return VectorRoot(self.runner, s, m, self.others, self.agent)

    def _halt(self) -> None:
        assert self._shared is not None
        self._shared.control[0] = 1

    def _take_memories(self, s: State) -> list[SearchMemory]:
        """A memory for each thread; they are taken out, not to be used again if something fails."""
        native = self.speed == "native"
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
