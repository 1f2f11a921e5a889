"""The kernel host: what every kernel needs to run, and none should write itself.

It decides the speed of the kernels of one game. They run at the plain speed until machine code is ready. That is loaded
or compiled in a thread of this process, or compiled by another process that outlives this one. The host runs kernels in
threads with large stacks while the caller watches the clock, and stops them through the flag in their memory.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.threads import (
    POLL_SECONDS,
    STOP_POLL_SECONDS,
    Task,
    ended_before,
    start,
    start_compiler,
    start_short,
    while_running,
)

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame
    from zermelo.native.detached import Detached

log = logging.getLogger(__name__)

Kernel = Callable[..., Any]

T = TypeVar("T")


PLAIN_SECONDS = 0.2
"""What is found in this time at the plain speed needs no compiler."""

PLAIN_NODES = 5_000
"""A search of at most this many nodes needs none either."""

GAIN = 10
"""By what factor machine code is quicker, at least: a search is begun anew if it then gets further."""


class FellBack(ZermeloError):
    """A state has numbers that machine code cannot hold: from now on the host runs at the plain speed."""


class Job(Protocol):
    """What a host can be given to do: it is `done` unless a limit has ended it before."""

    done: bool


J = TypeVar("J", bound=Job)

Leaves = Callable[[], bool]
"""Whether a job at the plain speed is to be left for one at the native speed."""

Attempt = Callable[[Budget, Leaves], Iterator[J]]
"""Does a job once, at the speed that the host has then, and yields it again and again while it runs."""


def stay() -> bool:
    """Leaves no job."""
    return False


class Stoppable(Protocol):
    """A memory with the flag that stops a kernel."""

    control: list[int]


@dataclass(frozen=True)
class Program:
    """The kernels that a driver runs, compiled together."""

    main: Kernel
    """The kernel whose stored machine code tells that all are stored."""

    compile: Callable[[NativeGame], None]
    """Compiles or loads all of them."""

    elsewhere: Callable[..., None]
    """Does the same in another process, where it is called with the game and `arguments`."""

    arguments: tuple[Any, ...] = ()


def ignore(_message: str) -> None:
    """A callback for messages that nobody wants."""


class KernelHost:
    """Runs kernels of one game at the speed that it has: plain, and native once machine code was adopted.

    With `wait` false no search waits for a compiler: another process compiles. `notice` is called with a message when
    something takes time before a search begins.
    """

    def __init__(
        self,
        game: Game,
        program: Program | None = None,
        *,
        plain: bool = False,
        wait: bool = True,
        notice: Callable[[str], None] = ignore,
    ) -> None:
        self.game = game
        self.waits = wait
        self.why_plain: str | None = "the plain speed was asked for" if plain else None
        self.compile_seconds = 0.0
        self._program = program
        self._notice = notice
        self._rules = PlainRules(game)
        self.machine: NativeGame | None = None
        self._task: Task | None = None
        self._detached: Detached | None = None
        self._is_loading = False  # rather than compiling
        self._lock = threading.Lock()

    # Running.

    @property
    def is_native(self) -> bool:
        """Whether kernels run as machine code now."""
        return self.machine is not None

    @property
    def speed(self) -> str:
        """Native or plain."""
        return "native" if self.is_native else "plain"

    @property
    def is_decided(self) -> bool:
        """Whether the speed is final: machine code was adopted, or there is none."""
        return self.is_native or self.why_plain is not None

    def run(self, kernel: Kernel, s: State, *arguments: Any, rules: PlainRules | None = None) -> Any:
        """The kernel's answer; `rules` are those of the plain speed. Raises FellBack."""
        if self.machine is None:
            return kernel(rules or self._rules, s, *arguments)
        from zermelo.native import NotNativeError  # noqa: PLC0415  # machine code is there, so Numba is loaded

        try:
            return self.machine.run(kernel, s, *arguments)
        except NotNativeError as error:
            self.stay_plain(error)
            raise FellBack(str(error)) from error

    def explained(self, run: Callable[[], T], replay: Callable[[], None]) -> T:
        """The answer of a run; if a rule raises as machine code, `replay` asks it again plainly to name it."""
        try:
            return run()
        except FellBack:
            raise
        except Exception:  # whatever a rule has raised
            if self.is_native:
                replay()
            raise

    def while_running(self, work: Callable[[], object], m: Stoppable, watch: Callable[[], float]) -> Iterator[None]:
        """Runs the work in a thread of its own and yields while it runs; raises its error at the end.

        `watch` returns the seconds until it has to be called again. If it returns 0 or raises, or if the iterator is
        closed, the kernel is stopped through its memory.
        """

        def stop() -> None:
            m.control[0] = 1

        yield from while_running(work, stop, watch)

    def stream(self, attempt: Attempt[J], budget: Budget, out_of_nodes: Callable[[], bool]) -> Iterator[J]:
        """Does a job within the budget, at the plain speed if it is short and else at the native speed.

        It yields the job as it goes on, at last when it has ended. When the speed changes it is begun anew.
        """
        if self.is_ready:
            self.adopt()
        elif not self.is_decided and self._is_loaded():
            self.compile()
        if self.is_decided:
            yield from attempt(budget, stay)
        elif self.waits:
            yield from self._stream_and_wait(attempt, budget, out_of_nodes)
        else:
            yield from self._stream_meanwhile(attempt, budget)

    def _stream_and_wait(self, attempt: Attempt[J], budget: Budget, out_of_nodes: Callable[[], bool]) -> Iterator[J]:
        """Does a job at the plain speed; if it is not done in a moment, waits for machine code and begins anew."""
        tried = None
        for tried in attempt(_short(budget), stay):
            yield tried
        if tried is None or tried.done or budget.is_over or out_of_nodes():
            return
        self.begin()
        if self.await_code(budget):
            self.adopt()
            yield from attempt(budget, stay)

    def _stream_meanwhile(self, attempt: Attempt[J], budget: Budget) -> Iterator[J]:
        """Does a job at the plain speed; if that takes long it is begun anew as soon as there is machine code."""
        began = time.perf_counter()
        has_begun = is_leaving = False

        def leaves() -> bool:
            nonlocal has_begun, is_leaving
            spent = time.perf_counter() - began
            if spent > PLAIN_SECONDS and not has_begun:
                has_begun = True
                start_short(self.begin)
            is_leaving = self.is_ready and budget.remaining() * GAIN > spent
            return is_leaving

        tried = None
        for tried in attempt(budget, leaves):
            yield tried
        if tried is None or tried.done or not is_leaving:
            return
        self.adopt()
        if self.is_native:
            yield from attempt(budget, stay)

    # Machine code.

    def has_code(self) -> bool:
        """Whether machine code is stored, so that it only has to be loaded."""
        from zermelo.native import has_code  # noqa: PLC0415  # the plain speed does without

        return self.why_plain is None and self._program is not None and has_code(self.game, self._program.main)

    def _is_loaded(self) -> bool:
        """Whether this process has the machine code already, so that it takes no time to adopt it."""
        from zermelo.native import is_loaded  # noqa: PLC0415  # the plain speed does without

        return self._program is not None and is_loaded(self.game, self._program.main)

    def prepare(self, kernel: Kernel, s: State, *arguments: Any) -> None:
        """Compiles or loads one kernel, by running it on something small, or finds that it does not compile."""
        if self.why_plain is None:
            self.machine = self._compiled(lambda machine: machine.run(kernel, s, *arguments), kernel)

    def compile(self) -> None:
        """Compiles or loads the program, or finds that it does not compile."""
        while not self.is_decided:
            self.begin()
            if self._task is not None:
                self.adopt()
            else:
                time.sleep(POLL_SECONDS)

    def begin(self) -> None:
        """Begins to load machine code, or to compile it if none is stored: in a thread, or in another process.

        Once the other process has ended, what it has made is loaded. Rules that no other process can import are
        compiled in this one.
        """
        with self._lock:
            if self.is_decided or self.is_preparing:
                return
            self._is_loading = self.has_code()
            if not self._is_loading and not self.waits:
                self._detach()
            if self._detached is None:
                self._task = start_compiler(self._compile_program, self.game.name)

    @property
    def is_preparing(self) -> bool:
        """Whether machine code is being compiled or loaded."""
        return self._task is not None or self._detached is not None

    @property
    def is_ready(self) -> bool:
        """Whether the result of preparing can be adopted without waiting."""
        return self._task is not None and self._task.ended.is_set()

    def await_code(self, budget: Budget) -> bool:
        """Waits until the result of preparing can be adopted; false if it was stopped before."""
        assert self._task is not None, "a host that does not wait has no business here"
        with budget.waiting():
            return ended_before(self._task, budget.stop)

    def await_loading(self, stop: threading.Event | None) -> None:
        """Waits for machine code that is being loaded, about a second, unless it is stopped; not for a compiler."""
        while self._task is not None and self._is_loading and not self._task.ended.wait(STOP_POLL_SECONDS):
            if stop is not None and stop.is_set():
                return

    def adopt(self) -> None:
        """Waits for the result of preparing, and runs at that speed from now on."""
        assert self._task is not None
        self.machine = self._task.answer()
        with self._lock:
            self._task = None

    def _detach(self) -> None:
        """Has another process compile, if it can."""
        from zermelo.native.detached import detach  # noqa: PLC0415  # the plain speed does without

        assert self._program is not None
        program = self._program
        self._detached = detach(self.game, program.main, program.elsewhere, *program.arguments)
        if self._detached is not None:
            self._notice(f"compiling {self.game.name}, once …")
            start(self._load_after_detached, daemon=True)

    def _load_after_detached(self) -> None:
        """Waits for the process that compiles, and loads what it has made."""
        assert self._detached is not None
        began = time.perf_counter()
        while not self._detached.has_ended():
            time.sleep(POLL_SECONDS)
        self._notice(f"compiling {self.game.name}, once: {time.perf_counter() - began:.1f} s")
        with self._lock:
            self._is_loading = True
            self._detached, self._task = None, start_compiler(self._compile_program, self.game.name)

    def _compile_program(self) -> NativeGame | None:
        assert self._program is not None
        return self._compiled(self._program.compile, self._program.main)

    def _compiled(self, compile_with: Callable[[NativeGame], object], main: Kernel) -> NativeGame | None:
        """The game as machine code, with kernels compiled or loaded; None if that is not possible."""
        from zermelo.native import NotNativeError, native  # noqa: PLC0415  # Numba takes half a second to import

        began = time.perf_counter()
        try:
            machine = native(self.game)
            is_stored = machine.is_stored(main)
            if not is_stored:
                self._is_loading = False  # what is stored may be another machine's
                self._notice(f"compiling {self.game.name}, once …")
            compile_with(machine)
        except NotNativeError as error:
            self.stay_plain(error)
            return None
        took = time.perf_counter() - began
        log.info("%s: machine code %s in %.2f s", self.game.name, "loaded" if is_stored else "compiled", took)
        if not is_stored:
            self.compile_seconds += took
            self._notice(f"compiling {self.game.name}, once: {self.compile_seconds:.1f} s")
        return machine

    def stay_plain(self, error: Exception) -> None:
        """Runs at the plain speed from now on, for this reason."""
        log.info("%s stays at the plain speed: %s", self.game.name, error)
        self.why_plain = str(error)
        self.machine = None


def _short(budget: Budget) -> Budget:
    """The part of a budget for which the plain speed will do."""
    if budget.most_nodes is not None and budget.most_nodes <= PLAIN_NODES:
        return budget
    return budget.part(PLAIN_SECONDS, budget.most_nodes)


def is_short(budget: Budget) -> bool:
    """Whether a search within the budget is over before a compiler would pay."""
    return (budget.most_nodes or inf) <= PLAIN_NODES or budget.remaining() <= PLAIN_SECONDS
