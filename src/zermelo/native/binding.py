"""A game as a type of Numba's: its rules are the type's methods, its parameters constants.

There is one type class for each digest. Methods call each other through `self`, as they are written; nothing of a rule
is rewritten but the globals that it reads.
"""

from __future__ import annotations

import inspect
import typing
from math import inf
from types import FunctionType
from typing import Any

from numba import types
from numba.extending import (
    NativeValue,
    models,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

import zermelo.native.helpers  # registers what rules may call
import zermelo.native.memory  # noqa: F401  # registers what kernels may call
from zermelo.game import Game
from zermelo.native.digest import attributes, digest_of, rule_functions
from zermelo.native.namespaces import FLAGS, INLINED, Namespaces
from zermelo.native.states import cast_state, state_type

_BOUND: dict[str, Binding] = {}
"""The games that this process has bound, by digest."""

_RETURNS = {
    "player": types.int64,
    "is_terminal": types.boolean,
    "limits": types.UniTuple(types.float64, 2),
    **dict.fromkeys(("utility", "evaluate", "order", "infinite_play", "probability"), types.float64),
}
"""What rules return, so that kernels meet one type however an author wrote them."""

_RETURN_STATES = ("initial", "result", "canonical")


class GameType(types.Type):
    """The type of one game, as Numba sees it."""

    def __init__(self, name: str, digest: str) -> None:
        self.digest = digest
        super().__init__(f"Game({name}, {digest})")

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _type_of, (self.digest,)


def _type_of(digest: str) -> GameType:
    return _BOUND[digest].type


class Handle:
    """What is passed to machine code for a game: nothing but its type."""

    def __init__(self, game_type: GameType) -> None:
        self.type = game_type


@typeof_impl.register(Handle)
def _typeof_handle(handle: Handle, _context: Any) -> GameType:
    return handle.type


class Binding:
    """A game that machine code can be made of: its type, the type of its states, and the globals of its rules."""

    def __init__(self, game: Game, digest: str) -> None:
        self.digest = digest
        self.namespaces = Namespaces()
        start = game.initial()
        hints = typing.get_type_hints(type(start)) if hasattr(type(start), "__annotations__") else {}
        self.state_type = state_type(start, hints)
        self.type = _new_type(type(game).__name__, digest)
        self.handle = Handle(self.type)
        for name, value in attributes(game).items():
            _bind_constant(self.type, name, value)
        for name, function in (rule_functions(type(game)) | _defaults(game)).items():
            self._bind_method(name, function)
        _bind_maker(self.type, self.state_type)

    def _bind_method(self, name: str, function: FunctionType) -> None:
        """Gives the type a method; what it returns is cast to what kernels expect, unless it is a generator."""
        rule = self.namespaces.rebound(function)
        self.namespaces.fill(function)
        signature = ", ".join(inspect.signature(function).parameters)
        target = self.state_type if name in _RETURN_STATES else _RETURNS.get(name)
        if target is None or inspect.isgeneratorfunction(function):
            _overload(self.type, name, signature, rule)
            return
        _overload(self.type, f"_written_{name}", signature, rule)
        own, _, rest = signature.partition(", ")
        source = f"def {name}({signature}):\n    return cast({own}._written_{name}({rest}), target)\n"
        casting = _define(name, source, {"cast": cast_state, "target": target})
        casting.__defaults__ = function.__defaults__
        _overload(self.type, name, signature, casting, INLINED)


def _defaults(game: Game) -> dict[str, FunctionType]:
    """The contract's defaults that Numba cannot take as they stand, written so that it can."""
    cls = type(game)
    low, high = game.bounds if game.bounds is not None else (-inf, inf)
    bounds = (float(low), float(high))

    def limits(self: Any, s: Any) -> Any:
        return bounds

    def probability(self: Any, s: Any, a: Any) -> float:
        return 0.0

    def noisy(self: Any, s: Any) -> Any:
        for a in self.actions(s):
            if a != a:  # noqa: PLR0124  # never; it tells Numba what an action is
                yield a

    written: dict[str, Any] = {"limits": limits, "probability": probability, "noisy": noisy, "candidates": cls.actions}
    return {name: function for name, function in written.items() if getattr(cls, name) is getattr(Game, name)}


def bind(game: Game) -> Binding:
    """The binding of a game; games with one digest share it."""
    digest = digest_of(game)
    if digest not in _BOUND:
        _BOUND[digest] = Binding(game, digest)
    return _BOUND[digest]


def _new_type(name: str, digest: str) -> GameType:
    cls = type(f"GameType_{digest}", (GameType,), {})
    register_model(cls)(models.OpaqueModel)

    @unbox(cls)
    def unbox_handle(_type: Any, _object: Any, c: Any) -> Any:
        return NativeValue(c.context.get_dummy_value())

    made: GameType = cls(name, digest)
    return made


def _bind_constant(game_type: GameType, name: str, value: Any) -> None:
    constant = tuple(value) if isinstance(value, list) else value

    @overload_attribute(type(game_type), name, strict=False)
    def get(self: Any) -> Any:
        return lambda self: constant


def _bind_maker(game_type: GameType, kind: types.Type) -> None:
    """Gives the type a method that makes a state of plain tuples."""
    source = "def state_of(self, flat):\n    return cast(flat, target)\n"
    _overload(game_type, "state_of", "self, flat", _define("state_of", source, {"cast": cast_state, "target": kind}))


def _overload(
    game_type: GameType, name: str, signature: str, implementation: FunctionType, flags: dict[str, bool] = FLAGS
) -> None:
    source = f"def choose({signature}):\n    return implementation\n"
    choose = _define("choose", source, {"implementation": implementation})
    choose.__defaults__ = implementation.__defaults__
    overload_method(type(game_type), name, strict=False, jit_options=flags)(choose)


def _define(name: str, source: str, namespace: dict[str, Any]) -> FunctionType:
    """A function from source: Numba asks that its parameters are called as the method's are."""
    exec(source, namespace)
    function = namespace[name]
    assert isinstance(function, FunctionType)
    return function
