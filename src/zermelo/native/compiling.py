"""Kernels for one game: compiled the first time, from the store ever after."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba

from zermelo.game import Game, State
from zermelo.native.binding import Binding, bind
from zermelo.native.digest import digest_of_function
from zermelo.native.guarding import Unguarded, forget
from zermelo.native.namespaces import FLAGS
from zermelo.native.states import NotNumbersError, flatten
from zermelo.native.store import Store
from zermelo.native.teach import NotNativeError, explain
from zermelo.native.wrapping import wrapping


class NativeGame:
    """A game whose rules are machine code. Kernels are plain functions `kernel(game, s, ...)`."""

    def __init__(self, game: Game, binding: Binding) -> None:
        self.game = game
        self._binding = binding
        self._entries: dict[Callable[..., Any], Any] = {}
        self._last: tuple[State, Any] = (None, None)

    def run(self, kernel: Callable[..., Any], s: State, *arguments: Any) -> Any:
        """The kernel's answer. Raises NotNativeError, with what to change, if it cannot be compiled."""
        try:
            given = self._binding.handle, self._flat(s), *arguments
            entry = self._entries.get(kernel)
            if entry is None:
                entry = self._entries[kernel] = self._compiled(kernel, given)
            return entry(*given)
        except OverflowError as error:
            raise NotNativeError(f"a number in {s!r} does not fit its type: {error}") from error

    def _compiled(self, kernel: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """The kernel's entry, ready to be run."""
        entry = self._entry(kernel)
        types = tuple(entry.typeof_pyval(argument) for argument in given)
        try:
            with wrapping():
                entry.compile(types)
        except Exception as error:  # where Numba does not foresee what it is given, the error may be any
            raise NotNativeError(explain(self.game, error)) from error
        return entry

    def _flat(self, s: State) -> Any:
        """The state as plain tuples; a search asks for the same one again and again."""
        last, flat = self._last
        if last is not s:
            flat = flatten(s, self._binding.state_type)
            self._last = (s, flat)
        return flat

    def is_stored(self, kernel: Callable[..., Any]) -> bool:
        """Whether machine code of the kernel is kept, so that it need not be compiled."""
        return self._store(kernel).holds_something

    def _store(self, kernel: Callable[..., Any]) -> Store:
        name = f"{kernel.__name__}-{digest_of_function(kernel)[:16]}"
        return Store(self._binding.digest, str(self.game), name)

    def _entry(self, kernel: Callable[..., Any]) -> Any:
        """The one function that is stored: it takes the state as plain tuples, so that its type has no class in it."""
        assert isinstance(kernel, FunctionType)
        count = kernel.__code__.co_argcount - 2
        names = "".join(f", a{i}" for i in range(count))
        # It begins with nobody entered: whom an error has taken along has not left.
        source = f"def entry(game, flat{names}):\n    forget()\n    return kernel(game, game.state_of(flat){names})\n"
        # What is stored names its module, which the process that loads it imports: this one.
        compiled = self._binding.namespaces.compiled(kernel)
        namespace: dict[str, Any] = {"__name__": __name__, "kernel": compiled, "forget": forget}
        exec(source, namespace)  # Numba wants as many parameters as the kernel has
        dispatcher = numba.njit(**FLAGS)(namespace["entry"])
        dispatcher._cache = self._store(kernel)
        return dispatcher


def native(game: Game) -> NativeGame:
    """The game as machine code. Raises NotNativeError where its states are not made of numbers."""
    try:
        return NativeGame(game, bind(game))
    except Unguarded as error:
        raise NotNativeError(f"{error}: as machine code it could overflow the stack; write a loop") from error
    except NotNumbersError as error:
        raise NotNativeError(f"{type(game).__name__}.initial: {error}; make states NamedTuples of numbers") from error
