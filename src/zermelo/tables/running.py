"""Runs the kernels of tables, in several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Self, TypeVar

from zermelo.core.blame import blaming_rules
from zermelo.core.errors import RuleError, ZermeloError
from zermelo.core.game import Game, State
from zermelo.core.plain_rules import PlainRules
from zermelo.core.threads import POLL_SECONDS, STACK
from zermelo.kernels import table_attraction, table_checking, table_reading
from zermelo.kernels.table_memory import KnownMemory, PartMemory, PieceMemory
from zermelo.native.host import Kernel, KernelHost, Program, ignore
from zermelo.native.no_rules import UNIT, ruleless

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

T = TypeVar("T")
U = TypeVar("U")

LEAST_SHARE = 8_192
"""The minimum number of items of a share, in kernels that do little for each item: handing it over takes as long."""

ON_GRAPHS: tuple[Kernel, ...] = (
    table_attraction.count_sources,
    table_attraction.fill_sources,
    table_attraction.settle_events,
    table_attraction.settle_sources,
)
"""The kernels that do not call the rules."""


def never() -> None:
    """The callback of work that is not to be stopped."""


class Runner:
    """Runs kernels for one game, as machine code if it compiles, with a number of threads.

    The program is the kernels that are compiled, by default those of tables by rank. `check` is called often; it may
    raise to end the work.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        plain: bool = False,
        notice: Callable[[str], None] = ignore,
        check: Callable[[], None] = never,
        program: Program | None = None,
    ) -> None:
        self.game, self.threads, self.check = game, threads, check
        self._state = game.initial()
        by_rank = Program(table_reading.read_piece, compile_kernels, compile_tables)
        self._host = KernelHost(game, program or by_rank, plain=plain, notice=notice)
        self._rules = PlainRules(game)
        self._can_replay = program is None  # the memory of other kernels has states, which the plain speed cannot read
        before = threading.stack_size(STACK)
        try:
            self._pool = ThreadPoolExecutor(threads)
            list(self._pool.map(lambda _: None, range(threads)))  # the threads are started now, with this stack
        finally:
            threading.stack_size(before)
        self._host.compile()

    @property
    def is_native(self) -> bool:
        """Whether the kernels run as machine code."""
        return self._host.is_native

    @property
    def why_plain(self) -> str | None:
        """Why they do not."""
        return self._host.why_plain

    def on_rules(self, kernel: Kernel, *arguments: Any) -> Any:
        """Runs a kernel that calls the rules. Raises RuleError if a rule raises anything."""
        return self.on_state(kernel, self._state, *arguments)

    def on_state(self, kernel: Kernel, s: State, *arguments: Any) -> Any:
        """Runs such a kernel on a certain state."""

        def replay() -> None:
            if self._can_replay:
                kernel(self._rules, s, *arguments)

        try:
            with blaming_rules():
                return self._host.explained(partial(self._host.run, kernel, s, *arguments), replay)
        except ZermeloError:
            raise
        except Exception as error:
            name = type(self.game).__name__
            raise RuleError(
                f"a rule of {name} raises {type(error).__name__} while a table is built: {error}"
            ) from error

    def on_graph(self, kernel: Kernel, *arguments: Any) -> Any:
        """Runs a kernel that does not call the rules."""
        return ruleless().run(kernel, UNIT, *arguments) if self.is_native else kernel(None, None, *arguments)

    def each(self, work: Callable[[T], U], items: Iterable[T]) -> Iterator[U]:
        """Calls `work` with every item, in as many threads as there are; yields the results as they come.

        An exception of one call is raised, and the remaining items are dropped.
        """
        waiting = iter(items)
        running: set[Future[U]] = set()
        try:
            while True:
                for item in islice(waiting, 2 * self.threads - len(running)):
                    running.add(self._pool.submit(work, item))
                if not running:
                    return
                ended, running = wait(running, POLL_SECONDS, FIRST_COMPLETED)
                self.check()
                for future in ended:
                    yield future.result()
        finally:
            wait(running)

    def split(self, kernel: Kernel, m: Any, first: int, last: int) -> None:
        """Runs a kernel on the range from `first` up to, but not including, `last`, divided among the threads."""
        shares = min(8 * self.threads if self.threads > 1 else 1, (last - first) // LEAST_SHARE) or 1
        if shares == 1:
            if last > first:
                self.on_graph(kernel, m, first, last)
            return
        bounds = [first + (last - first) * k // shares for k in range(shares + 1)]
        for _ in self.each(lambda k: self.on_graph(kernel, m, bounds[k], bounds[k + 1]), range(shares)):
            pass

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def compile_kernels(machine: NativeGame) -> None:
    """Compiles or loads every kernel for a game."""
    sizes = {"levels": 1, "stages": 1, "known": 1, "size": 1, "after": 1, "pieces": 1, "sources": 1, "events": 1}
    m, piece = PartMemory.make(True, **sizes), PieceMemory.make(True, room=1)
    known = KnownMemory.make(True, **sizes)
    start = machine.game.initial()
    machine.compile(table_reading.read_piece, start, m, piece, 0, 0)
    machine.compile(table_checking.check_positions, start, known, piece, 0, 0)
    for kernel in ON_GRAPHS:
        ruleless().compile(kernel, UNIT, m, 0, 0)


def compile_tables(game: Game) -> None:
    """Compiles the kernels that build and verify a game's tables, and stores the machine code."""
    Runner(game).close()
