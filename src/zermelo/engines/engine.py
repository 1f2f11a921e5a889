"""The alpha-beta engine of one game: which speed, which memory, how long.

What is small is done at the plain speed, before a compiler would have started. For the rest the rules are compiled,
once. The table is kept from search to search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol, TypeVar

from zermelo.engines import common as kernel
from zermelo.engines.crew import Crew
from zermelo.engines.many import MAXN
from zermelo.engines.others import Others
from zermelo.engines.root import NoBounds, NoDistances, NoRoom, Root, Scale, kernel_for
from zermelo.engines.speeds import FellBack, Runner
from zermelo.engines.star import STAR2
from zermelo.engines.table import AGES
from zermelo.engines.threads import GLANCE, WATCH, Task, attend, clock, ended_before, start
from zermelo.engines.vectors import VectorRoot
from zermelo.engines.workspace import PLIES, Table, check_size, check_threads, workspace
from zermelo.errors import KindError
from zermelo.game import Action, Game, State, has_own
from zermelo.limits import Limits
from zermelo.memory import Memory

TABLE = 256 * 2**20
"""The size of the table in bytes, unless another is asked for."""

PLAIN_SECONDS = 0.2
"""What is found in this time at the plain speed needs no compiler."""

PLAIN_NODES = 5_000
"""So few nodes need none either."""

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


def _short(limits: Limits) -> Limits:
    """The limits within which the plain speed will do."""
    if limits.nodes is not None and limits.nodes <= PLAIN_NODES:
        return limits
    return replace(limits, seconds=min(PLAIN_SECONDS, limits.seconds or inf))


class Engine:
    """Searches one game; `told` hears what takes time before a search begins.

    With `aside` a search never waits for the compiler: if one takes long, the next may run at the native speed.
    `others` says what the other players are taken to do, where that is not simply to minimise.
    """

    def __init__(
        self,
        game: Game,
        *,
        table: int = TABLE,
        threads: int = 1,
        plain: bool = False,
        aside: bool = False,
        others: Others | None = None,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        why = refusal(game)
        if why is not None:
            raise KindError(f"the engine is not for this game: {why}")
        if others is not None:
            others.check(game)
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
        self._aside = aside
        self._room = ROOM
        self._age = 0
        self._samples = self._seed = 0
        self.star = STAR2 if game.bounds is not None and (game.kind.stochastic or self.others is not None) else 0
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
        if not self._decided:
            self.compile_aside()
            self._adopt()

    def compile_aside(self) -> None:
        """Begins to compile; until it is done searches run at the plain speed."""
        if not self._decided and self._compiling is None:
            self._compiling = start(self._prepare)

    def _prepare(self) -> None:
        s = self.game.initial()
        nowhere = self._workspace(Table(self.game.key(s), 1, native=True), 1, native=True)  # it allows no node
        self._runner.prepare(kernel_for(self.game, self.others), s, nowhere, 0, 1, -inf, inf, told=self._told)

    def _workspace(self, table: Table, room: int, native: bool) -> Memory:
        return workspace(table, room, native, max(self.game.players, 2), vectors=self.others is not None)

    def _adopt(self) -> None:
        """Waits for the compiler, and goes on with what it has made."""
        assert self._compiling is not None
        self._compiling.answer()
        self._compiling = None
        self._decided = True
        self.forget()

    def forget(self) -> None:
        """Empties the table."""
        self.scale = Scale.of(self.game)
        self.has_shortcuts = False
        self._table: Table | None = None
        self._memories: list[Memory] = []

    def take_samples(self, samples: int, seed: int) -> None:
        """From now on a chance node reads no more than so many outcomes (0: all of them), by this seed."""
        self._samples, self._seed = samples, seed
        self.forget()

    def do(self, s: State, job: Callable[[], J], limits: Limits, stop: threading.Event | None, watch: Watch) -> J:
        """Does a job at the plain speed if it is short, else at the native speed, for which rules may be compiled."""
        if self._compiling is not None and self._compiling.ended.is_set():
            self._adopt()
        if self._decided:
            return self._do(s, job, limits, stop, watch)
        if self._aside:
            tried = self._do(s, job, limits, stop, watch)
            if self.seconds > PLAIN_SECONDS:
                self.compile_aside()
            return tried
        tried = self._do(s, job, _short(limits), stop, watch)
        in_time = (limits.seconds or inf) <= PLAIN_SECONDS
        if tried.done or in_time or self.nodes == limits.nodes or (stop is not None and stop.is_set()):
            return tried
        self.compile_aside()
        assert self._compiling is not None
        if not ended_before(self._compiling, stop):
            return tried
        self._adopt()
        return self._do(s, job, limits, stop, watch)

    def _do(self, s: State, job: Callable[[], J], limits: Limits, stop: threading.Event | None, watch: Watch) -> J:
        """Does a job; again, if the memory turned out too small or utilities too fine to count plies."""
        self._began = clock()
        while True:
            made = job()
            try:
                self._attempt(s, made, limits, stop, watch)
            except FellBack:
                self.forget()
            except NoRoom:
                self._room *= 4
                self._memories = []
            except NoBounds:
                self.star = 0
                self.forget()
            except NoDistances:
                scale = self.scale.coarser
                self.forget()
                self.scale = scale
            else:
                return made

    def _attempt(self, s: State, job: Job, limits: Limits, stop: threading.Event | None, watch: Watch) -> None:
        """Does a job once, in a thread of its own, while this one watches the clock."""
        began = self._began
        deadline = inf if limits.seconds is None else began + limits.seconds
        self._look_through(s)
        memories = self._take_memories(s)
        crew = Crew([self._root(s, m) for m in memories], limits.nodes)
        progress = Progress(self.game, s)

        def wait() -> float:
            progress.nodes, progress.seconds = crew.nodes, clock() - began
            watch(progress)
            if stop is not None and stop.is_set():
                return 0.0
            return min(deadline - clock(), GLANCE if stop is None else WATCH)

        attend(lambda: job.run(crew, progress), self._halt, wait)
        self.nodes, self.seconds = crew.nodes, clock() - began
        self._memories = memories

    def _look_through(self, s: State) -> None:
        """Takes the agent's eyes; what another has seen in the table is of no use to it."""
        if self.others is None:
            return
        agent = self.others.agent_in(self.game, s)
        if agent != self.agent and self.others.rule != MAXN:
            self.forget()
        self.agent = agent

    def _root(self, s: State, m: Memory) -> Root:
        if self.others is None:
            return Root(self.runner, s, m, self.scale)
        return VectorRoot(self.runner, s, m, self.others, self.agent)

    def _halt(self) -> None:
        assert self._table is not None
        self._table.rows["control"][0] = 1

    def _take_memories(self, s: State) -> list[Memory]:
        """A memory for each thread; they are taken out, not to be used again if something fails."""
        native = self.speed == "native"
        if self._table is None:
            beside = int(self.game.kind.stochastic) if self.others is None else self.game.players
            self._table = Table(self.game.key(s), self._size, native, beside)
        self._table.rows["control"][0] = 0
        self._age = (self._age + 1) % AGES
        memories, self._memories = self._memories, []
        while len(memories) < self._threads:
            memories.append(self._workspace(self._table, self._room, native))
        for i, m in enumerate(memories):
            self._set(m, i + 1 if self._threads > 1 else 0)
        return memories

    def _set(self, m: Memory, thread: int) -> None:
        assert self._table is not None
        m.counts[kernel.NODES] = m.counts[kernel.DEEPEST] = m.counts[kernel.TOO_DEEP] = 0
        settings = {
            kernel.BUCKETS: self._table.buckets,
            kernel.AGE: self._age,
            kernel.ROOM: self._room,
            kernel.PLIES: PLIES,
            kernel.QUIET: QUIET if has_own(self.game, "noisy") else 0,
            kernel.THREAD: thread,
            kernel.STAR: self.star,
            kernel.SAMPLES: self._samples,
            kernel.SEED: self._seed,
        }
        for place, value in settings.items():
            m.settings[place] = value
        if self.others is not None:
            self._set_others(m, self.others)
        worst, best = self.game.bounds if self.game.bounds and not self.game.scored else (-inf, inf)
        m.numbers[kernel.WORST], m.numbers[kernel.BEST] = float(worst), float(best)
        m.numbers[kernel.DRAW] = self.scale.draw
        m.numbers[kernel.WIN_FACTOR] = self.scale.win
        m.numbers[kernel.PLY_FACTOR] = self.scale.ply
        m.numbers[kernel.ENDLESS] = self.scale.worth(self.game.infinite_play(0), self.scale.endless)
        least, greatest = self.game.bounds if self.star and self.game.bounds else (-inf, inf)
        m.numbers[kernel.LEAST], m.numbers[kernel.GREATEST] = float(least), float(greatest)

    def _set_others(self, m: Memory, others: Others) -> None:
        game = self.game
        m.settings[kernel.PLAYERS], m.settings[kernel.AGENT] = game.players, self.agent
        m.settings[kernel.OTHERS] = others.rule
        m.settings[kernel.FORESIGHT], m.numbers[kernel.ODDS] = int(others.number), float(others.number)
        m.numbers[kernel.SUM] = float(game.total) if self.star and game.kind.zero_sum else inf
        for p in range(game.players):
            m.endless[p] = float(game.infinite_play(p))
