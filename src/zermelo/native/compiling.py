"""Compiles the kernels for a game, or loads them from the store if they were compiled before."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from threading import Lock
from types import FunctionType
from typing import Any

import numba
from numba.core import errors

from zermelo.core.game import Game, State
from zermelo.native.binding import Binding, bind
from zermelo.native.digest import kernel_name
from zermelo.native.guarding import Unguarded, reset_depth
from zermelo.native.inferring import inferring_once
from zermelo.native.overloads import Overloads, key_of, machine_key
from zermelo.native.pipelines import ENTRY
from zermelo.native.states import MisfitError, NotNumbersError, flatten
from zermelo.native.store import CODE, REFUSAL, Shelf
from zermelo.native.teach import NotNativeError, explain, read_refusal
from zermelo.native.wrapping import wrapping

log = logging.getLogger(__name__)

# Where colorama is installed, Numba replaces sys.stdout for a moment for each message that it formats, even for an
# overload that does not fit. A background compiler would redirect what another thread prints meanwhile.
setattr(errors, "ColorShell", nullcontext)  # noqa: B010  # without colorama there is none, and mypy does not know it

_TRANSIENT = (MemoryError, RecursionError, OSError)
"""Errors caused by the state of the process, not by the rules: next time the same rules may compile."""


class NativeGame:
    """A game whose kernels run as machine code. Kernels are plain functions `kernel(game, s, ...)`."""

    def __init__(self, game: Game, binding: Binding) -> None:
        self.game = game
        self._binding = binding
        self._entries: dict[Callable[..., Any], Any] = {}
        self._compiling = Lock()  # so that two threads do not load or compile the same kernel
        self._last: tuple[State, Any] = (None, None)

    def run(self, kernel: Callable[..., Any], s: State, *arguments: Any) -> Any:
        """Runs the kernel and returns its result. Raises NotNativeError, with advice, if it cannot be compiled."""
        try:
            given = self._binding.handle, self._flat(s), *arguments
            entry = self._entries.get(kernel) or self._entry_of(kernel, given)
            return entry(*given)
        except (MisfitError, OverflowError) as error:
            raise NotNativeError(f"the state {s!r} does not fit the types of the initial one: {error}") from error

    def compile(self, kernel: Callable[..., Any], s: State, *arguments: Any) -> None:
        """Compiles or loads the kernel for arguments of these types, without running it. Raises NotNativeError."""
        self._entry_of(kernel, (self._binding.handle, self._flat(s), *arguments))

    def is_loaded(self, kernel: Callable[..., Any]) -> bool:
        """Whether the kernel is compiled or loaded, so that it can be run at once."""
        return kernel in self._entries

    def _entry_of(self, kernel: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """The kernel's entry, compiled or loaded at the first call. Raises NotNativeError."""
        with self._compiling:
            if kernel not in self._entries:
                self._entries[kernel] = self._compiled(kernel, given)
            return self._entries[kernel]

    def _compiled(self, kernel: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """The kernel's entry, ready to run. Raises NotNativeError, without compiling if the store has a refusal."""
        shelf = self._shelf(kernel)
        entry = self._entry(kernel, shelf)
        types = tuple(entry.typeof_pyval(argument) for argument in given)
        key = key_of(types)
        self._recall_refusal(shelf, key)
        is_stored, began = shelf.holds(CODE, key), time.perf_counter()
        try:
            with wrapping(), inferring_once(), _without_gc():
                entry.compile(types)
        except Exception as error:  # Numba may raise anything for code that it does not expect
            refusal = explain(self.game, error)
            if not _is_transient(error) and not shelf.holds(CODE, key):  # stored code proves that the rules compile
                shelf.write(self._refusal_key(key), REFUSAL, refusal.to_text().encode())
            log.info("%s for %s does not compile: %s", shelf.kernel, self.game, refusal.message(self.game))
            raise NotNativeError(refusal.message(self.game)) from error
        how = "loaded from the store" if is_stored else "compiled"
        log.info("%s for %s: %s in %.2f s", shelf.kernel, self.game, how, time.perf_counter() - began)
        return entry

    def _recall_refusal(self, shelf: Shelf, key: str) -> None:
        """Raises NotNativeError if the store says that the same rules do not compile."""
        text = shelf.read(self._refusal_key(key), REFUSAL)
        if text is not None:
            log.info("%s for %s: does not compile, according to the store", shelf.kernel, self.game)
            raise NotNativeError(read_refusal(text.decode()).message(self.game))

    def _refusal_key(self, key: str) -> str:
        """The key of a refusal, which depends on the readability of the source and on line numbers too."""
        return f"{self._binding.lines}-{key}"

    def _flat(self, s: State) -> Any:
        """The state as plain tuples; the last one is cached, because a search runs kernels on one state repeatedly."""
        last, flat = self._last
        if last is not s:
            flat = flatten(s, self._binding.state_type)
            self._last = (s, flat)
        return flat

    def is_stored(self, kernel: Callable[..., Any]) -> bool:
        """Whether nothing has to be compiled: the store has the kernel's machine code or a refusal."""
        shelf = self._shelf(kernel)
        machine = machine_key()
        return shelf.holds(CODE, machine) or shelf.holds(REFUSAL, self._refusal_key(machine))

    def _shelf(self, kernel: Callable[..., Any]) -> Shelf:
        return Shelf(self._binding.digest, str(self.game), kernel_name(kernel))

    def _entry(self, kernel: Callable[..., Any], shelf: Shelf) -> Any:
        """The function that is stored: it takes the state as plain tuples, so that no class is part of its type."""
        assert isinstance(kernel, FunctionType)
        count = kernel.__code__.co_argcount - 2
        names = "".join(f", a{i}" for i in range(count))
        # The entry resets the recursion depth: after an exception the count of the last run is too high.
        source = (
            f"def entry(game, flat{names}):\n    reset_depth()\n    return kernel(game, game.state_of(flat){names})\n"
        )
        # Stored code contains the name of its module, which the loading process imports: this module.
        compiled = self._binding.namespaces.kernel(kernel)
        namespace: dict[str, Any] = {"__name__": __name__, "kernel": compiled, "reset_depth": reset_depth}
        exec(source, namespace)  # generated, because the entry needs as many parameters as the kernel
        dispatcher = numba.njit(**ENTRY)(namespace["entry"])
        dispatcher._cache = Overloads(shelf)
        return dispatcher


@contextmanager
def _without_gc() -> Iterator[None]:
    """A context without garbage collection: a compiler makes many objects, and hardly any of them are garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _is_transient(error: BaseException | None) -> bool:
    """Whether the state of the process caused the error; Numba may have wrapped the cause in an error of its own."""
    while error is not None:
        if isinstance(error, _TRANSIENT):
            return True
        error = error.__cause__ or error.__context__
    return False


_NATIVE: dict[str, NativeGame] = {}
"""The games that this process has bound, by digest: code loaded by one call serves the next."""


def loaded(digest: str, kernel: Callable[..., Any]) -> NativeGame | None:
    """The game with this digest, if the kernel has been compiled or loaded for it in this process."""
    bound_before = _NATIVE.get(digest)
    return bound_before if bound_before is not None and bound_before.is_loaded(kernel) else None


def bound(game: Game) -> NativeGame:
    """The game as machine code. Raises NotNativeError if its states are not made of numbers."""
    try:
        binding = bind(game)
        return _NATIVE.setdefault(binding.digest, NativeGame(game, binding))
    except Unguarded as error:
        raise NotNativeError(f"{error}: as machine code it could overflow the stack; write a loop") from error
    except NotNumbersError as error:
        raise NotNativeError(f"{type(game).__name__}.initial: {error}; make states NamedTuples of numbers") from error
    except Exception as error:  # whatever it is, the rules still run at the plain speed, which reports real errors
        raise NotNativeError(f"{type(game).__name__}: {type(error).__name__}: {error}") from error
