"""The kernel host, which runs the kernels of one game and decides their speed.

Kernels run at the plain speed until machine code is ready. Machine code is loaded or compiled in a thread of this
process, or compiled by another process that outlives this one. The host runs kernels in threads with large stacks while
the caller polls the clock, and stops them through the flag in their memory.
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
from zermelo.native.thresholds import GAIN, PLAIN_NODES, PLAIN_SECONDS

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame
    from zermelo.native.detached import Detached

log = logging.getLogger(__name__)

Kernel = Callable[..., Any]

T = TypeVar("T")


class FellBack(ZermeloError):
    """A state has numbers that do not fit the machine code: from now on the host runs at the plain speed."""


class NoRoom(Exception):
    """A kernel needs more memory than its driver has given it."""


class Job(Protocol):
    """A piece of work for a host; `done` is false if a limit has ended it early."""

    done: bool


J = TypeVar("J", bound=Job)

Leaves = Callable[[], bool]
"""Whether to abandon a job at the plain speed, to restart it at the native speed."""

Attempt = Callable[[Budget, Leaves], Iterator[J]]
"""Runs a job once at the host's current speed, and yields it repeatedly while it runs."""


def stay() -> bool:
    """Never abandons a job."""
    return False


def never_enlarge() -> None:
    """The callback of a driver whose kernels never run out of memory."""
    raise AssertionError("only a kernel whose memory can grow may raise NoRoom")


class Stoppable(Protocol):
    """A memory with the flag that stops a kernel."""

    control: list[int]


@dataclass(frozen=True)
class Program:
    """The kernels that a driver runs, compiled together."""

    main: Kernel
    """The kernel that is looked up in the store: if its machine code is there, that of all kernels is."""

    compile: Callable[[NativeGame], None]
    """Compiles or loads all kernels."""

    elsewhere: Callable[..., None]
    """Compiles all kernels in another process, where it is called with the game and `arguments`."""

    arguments: tuple[Any, ...] = ()


def ignore(_message: str) -> None:
    """A callback that ignores messages."""


class KernelHost:
    """Runs the kernels of one game: at the plain speed, and at the native speed once machine code was adopted.

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
        """The speed of kernels now: "native" or "plain"."""
        return "native" if self.is_native else "plain"

    @property
    def is_decided(self) -> bool:
        """Whether the speed is final: machine code was adopted, or there is none."""
        return self.is_native or self.why_plain is not None

    def run(self, kernel: Kernel, s: State, *arguments: Any, rules: PlainRules | None = None) -> Any:
        """The kernel's result; `rules` replaces the game's rules at the plain speed. Raises FellBack."""
        if self.machine is None:
            return kernel(rules or self._rules, s, *arguments)
        from zermelo.native import NotNativeError  # noqa: PLC0415  # Numba is loaded, since there is machine code

        try:
            return self.machine.run(kernel, s, *arguments)
        except NotNativeError as error:
            self.stay_plain(error)
            raise FellBack(str(error)) from error

    def explained(self, run: Callable[[], T], replay: Callable[[], None]) -> T:
        """The result of `run`; if a rule raises in machine code, `replay` repeats it plainly for a precise error."""
        try:
            return run()
        except FellBack:
            raise
        except Exception:  # a rule may raise anything
            if self.is_native:
                replay()
            raise

    def while_running(self, work: Callable[[], object], m: Stoppable, watch: Callable[[], float]) -> Iterator[None]:
        """Runs the work in its own thread and yields repeatedly while it runs; raises its exception at the end.

        `watch` returns the seconds until its next call. If it returns 0 or raises, or if the iterator is closed, the
        kernel is stopped through its memory.
        """

        def stop() -> None:
            m.control[0] = 1

        yield from while_running(work, stop, watch)

    def stream(
        self,
        attempt: Attempt[J],
        budget: Budget,
        out_of_nodes: Callable[[], bool],
        enlarge: Callable[[], None] = never_enlarge,
    ) -> Iterator[J]:
        """Runs a job within the budget, at the plain speed if it is short and otherwise at the native speed.

        It yields the job while it runs and once more when it has ended. When the speed changes, the job is restarted;
        also after NoRoom, once `enlarge` has made room.
        """
        attempt = self._restarting(attempt, enlarge)
        if self.is_ready:
            self.adopt()
        self.adopt_loaded()
        if self.is_decided:
            yield from attempt(budget, stay)
        elif self.waits:
            yield from self._stream_and_wait(attempt, budget, out_of_nodes)
        else:
            yield from self._stream_meanwhile(attempt, budget)

    def _restarting(self, attempt: Attempt[J], enlarge: Callable[[], None]) -> Attempt[J]:
        """An attempt that is repeated after NoRoom with more memory, and after FellBack at the plain speed."""

        def repeat(budget: Budget, leaves: Leaves) -> Iterator[J]:
            while True:
                try:
                    yield from attempt(budget, leaves)
                except NoRoom:
                    enlarge()
                except FellBack:
                    continue
                else:
                    return

        return repeat

    def _stream_and_wait(self, attempt: Attempt[J], budget: Budget, out_of_nodes: Callable[[], bool]) -> Iterator[J]:
        """Runs a job at the plain speed; if it is not done quickly, waits for machine code and restarts it."""
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
        """Runs a job at the plain speed; if that takes long, restarts it as soon as there is machine code."""
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
        from zermelo.native import has_code  # noqa: PLC0415  # not needed at the plain speed

        return self.why_plain is None and self._program is not None and has_code(self.game, self._program.main)

    def adopt_loaded(self) -> None:
        """Runs natively from now on if this process has loaded the machine code already: then it costs no time."""
        from zermelo.native import NotNativeError, loaded  # noqa: PLC0415  # the plain speed does without

        if self._program is None or self.is_decided or self.is_preparing:
            return
        machine = loaded(self.game, self._program.main)
        if machine is None:
            return
        try:
            self._program.compile(machine)
        except NotNativeError as error:
            self.stay_plain(error)
        else:
            self.machine = machine

    def prepare(self, kernel: Kernel, s: State, *arguments: Any) -> None:
        """Compiles or loads one kernel by running it with small arguments, or finds that it does not compile."""
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
        """Begins to load machine code, or to compile it if none is stored, in a thread or in another process.

        Once the other process has ended, its machine code is loaded. Rules that no other process can import are
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

    def begin_if(self, *, pays: bool) -> None:
        """Begins to load machine code if it is stored; begins to compile it only if that pays."""
        if not self.is_decided and (pays or self.has_code()):
            self.begin()

    def adopt_if(self, budget: Budget, *, pays: bool) -> None:
        """Runs natively from now on if there is machine code, or if compiling pays and the host may wait for it."""
        self.adopt_loaded()
        self.begin_if(pays=pays)
        if self.is_ready or (self.waits and self.is_preparing and self.await_code(budget)):
            self.adopt()

    @property
    def is_preparing(self) -> bool:
        """Whether machine code is being compiled or loaded."""
        return self._task is not None or self._detached is not None

    @property
    def is_ready(self) -> bool:
        """Whether `adopt` returns without waiting."""
        return self._task is not None and self._task.ended.is_set()

    def await_code(self, budget: Budget) -> bool:
        """Waits until machine code can be adopted; returns false if the call was stopped before."""
        assert self._task is not None, "only a host that waits for the compiler may call this"
        with budget.waiting():
            return ended_before(self._task, budget.stop)

    def await_loading(self, stop: threading.Event | None) -> None:
        """Waits for machine code that is being loaded, about a second, or for `stop`; does not wait for a compiler."""
        while self._task is not None and self._is_loading and not self._task.ended.wait(STOP_POLL_SECONDS):
            if stop is not None and stop.is_set():
                return

    def adopt(self) -> None:
        """Waits until compiling or loading has ended, and runs at the resulting speed from now on."""
        assert self._task is not None
        self.machine = self._task.answer()
        with self._lock:
            self._task = None

    def _detach(self) -> None:
        """Starts another process that compiles, if it can import the rules."""
        from zermelo.native.detached import detach  # noqa: PLC0415  # not needed at the plain speed

        assert self._program is not None
        program = self._program
        self._detached = detach(self.game, program.main, program.elsewhere, *program.arguments)
        if self._detached is not None:
            self._notice(f"compiling {self.game.name}, once …")
            start(self._load_after_detached, daemon=True)

    def _load_after_detached(self) -> None:
        """Waits for the process that compiles, and then loads its machine code."""
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
                self._is_loading = False  # the stored code may be another machine's
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
        """Runs at the plain speed from now on, because of this error."""
        log.info("%s stays at the plain speed: %s", self.game.name, error)
        self.why_plain = str(error)
        self.machine = None


def _short(budget: Budget) -> Budget:
    """The part of a budget that is spent at the plain speed before compiling."""
    if budget.most_nodes is not None and budget.most_nodes <= PLAIN_NODES:
        return budget
    return budget.part(PLAIN_SECONDS, budget.most_nodes)


def seconds_to_wait(budget: Budget, leaves: Leaves = stay) -> float:
    """The seconds for which the watcher of a job waits before it looks again; 0 if the job has to end now."""
    poll = POLL_SECONDS if budget.stop is None else STOP_POLL_SECONDS
    return 0.0 if leaves() else min(budget.remaining(), poll)


def is_short(budget: Budget) -> bool:
    """Whether a search within the budget is too short for compiling to pay off."""
    return (budget.most_nodes or inf) <= PLAIN_NODES or budget.remaining() <= PLAIN_SECONDS
