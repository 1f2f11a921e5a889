"""A game as a Numba type: its rules are the type's methods, and its parameters are constants.

There is one type class for each digest. Methods call each other through `self`, as they are written; of a rule only the
globals that it reads are replaced.
"""

from __future__ import annotations

import inspect
from math import inf
from threading import Lock
from types import FunctionType
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

import zermelo.native.atomic_lowering
import zermelo.native.helpers  # registers the functions that rules may call
import zermelo.native.memory_lowering  # registers the functions that kernels may call
import zermelo.native.wide_helpers  # noqa: F401  # registers the functions of wide bitboards
from zermelo.core.game import Game
from zermelo.native.digest import attributes, digest_of, digest_of_lines, names_itself, rule_functions
from zermelo.native.namespaces import Namespaces
from zermelo.native.outlining import is_outlined
from zermelo.native.pipelines import CALLED, INLINED
from zermelo.native.states import caster, exact_float, state_type

_BOUND: dict[str, Binding] = {}
"""The games that this process has bound, by digest."""

_RETURNS = {
    **dict.fromkeys(("player", "stage", "rank"), types.int64),
    "value_bounds": types.UniTuple(types.float64, 2),
    **dict.fromkeys(("utility", "evaluate", "order", "playout_weight", "infinite_play", "probability"), types.float64),
}
"""The types to which the results of rules are cast, so that kernels always get the same type."""

_RETURN_STATES = ("initial", "result", "canonical", "unrank")


class GameType(types.Type):
    """The Numba type of one game."""

    def __init__(self, game: Game, digest: str) -> None:
        self.digest = digest
        self.constants = {name: _constant(value) for name, value in attributes(game).items()}
        super().__init__(f"Game({type(game).__name__}, {digest})")

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _type_of, (self.digest,)


def _constant(value: Any) -> Any:
    """A parameter or a constant in a form that Numba supports."""
    return tuple(value) if isinstance(value, list) else value


def _type_of(digest: str) -> GameType:
    return _BOUND[digest].type


class Handle:
    """The argument that stands for a game in calls of machine code: it has a type and no data."""

    def __init__(self, game_type: GameType) -> None:
        self.type = game_type


@typeof_impl.register(Handle)
def _typeof_handle(handle: Handle, _context: Any) -> GameType:
    return handle.type


class Binding:
    """A game ready to be compiled: its type, the type of its states, and the globals of its rules."""

    def __init__(self, game: Game, digest: str) -> None:
        self.digest = digest
        self.namespaces = Namespaces()
        self.state_type = state_type(game.initial())
        self.type = _new_type(game, digest)
        self.handle = Handle(self.type)
        self._features_type = types.UniTuple(types.float64, len(game.weight_vector))
        for name, function in (rule_functions(type(game)) | _defaults(game)).items():
            self._bind_method(name, function)
        _bind_constructor(self.type, self.state_type)
        self.lines = digest_of_lines(self.namespaces.made)
        """A digest of line numbers, which a refusal contains and the game's digest does not cover."""

    def _bind_method(self, name: str, function: FunctionType) -> None:
        """Adds a method to the type; its result is cast to the type that kernels expect, unless it is a generator."""
        rule = self.namespaces.rebound(function)
        self.namespaces.fill(function)
        signature = ", ".join(inspect.signature(function).parameters)
        cast = self._cast_for(name)
        is_called = names_itself(rule) or is_outlined(function)
        if cast is None or inspect.isgeneratorfunction(function):
            _overload(self.type, name, signature, rule, is_called=is_called)
            return
        _overload(self.type, f"_written_{name}", signature, rule, is_called=is_called)
        own, _, rest = signature.partition(", ")
        source = f"def {name}({signature}):\n    return cast({own}._written_{name}({rest}))\n"
        casting = _define(name, source, {"cast": cast})
        casting.__defaults__ = function.__defaults__
        _overload(self.type, name, signature, casting)

    def _cast_for(self, name: str) -> Any:
        """The function that casts a rule's result to the type that kernels expect; None if they accept any type."""
        if name == "is_terminal":  # any value that has a truth value
            return bool
        if name == "utility":
            return exact_float
        if name == "features":  # their sum is a loop, and Numba only loops over tuples of one type
            return caster(self._features_type, name)
        target = self.state_type if name in _RETURN_STATES else _RETURNS.get(name)
        return None if target is None else caster(target, name)


def _defaults(game: Game) -> dict[str, FunctionType]:
    """Replacements for those defaults of `Game` that Numba cannot compile."""
    cls = type(game)
    low, high = game.bounds if game.bounds is not None else (-inf, inf)
    bounds = (float(low), float(high))

    def value_bounds(self: Any, s: Any) -> Any:
        return bounds

    def probability(self: Any, s: Any, a: Any) -> float:
        return 0.0

    def noisy(self: Any, s: Any) -> Any:
        for a in self.actions(s):
            if a != a:  # noqa: PLR0124  # never true: the statement only lets Numba infer the type of actions
                yield a

    def playout_action(self: Any, s: Any, random: Any) -> Any:  # never called: it gives the type of actions
        for a in self.actions(s):
            return a
        raise IndexError("there are no actions")

    written: dict[str, Any] = {
        "value_bounds": value_bounds,
        "probability": probability,
        "noisy": noisy,
        "playout_action": playout_action,
        "candidates": cls.actions,
    }
    return {name: function for name, function in written.items() if getattr(cls, name) is getattr(Game, name)}


_binding_lock = Lock()


def bind(game: Game) -> Binding:
    """The binding of a game; games with equal digests share it, also in different threads.

    Two bindings of one game would have two types. Machine code of one does not fit calls with the other, and Numba
    would load it again at every call.
    """
    digest = digest_of(game)
    with _binding_lock:
        if digest not in _BOUND:
            _BOUND[digest] = Binding(game, digest)
        return _BOUND[digest]


def _new_type(game: Game, digest: str) -> GameType:
    cls = type(f"GameType_{digest}", (GameType,), {})
    register_model(cls)(models.OpaqueModel)

    @unbox(cls)
    def unbox_handle(_type: Any, _object: Any, c: Any) -> Any:
        return NativeValue(c.context.get_dummy_value())

    made: GameType = cls(game, digest)
    return made


@infer_getattr
class _Constants(AttributeTemplate):
    """Types parameters and constants in one step; overloads would compile a function for each."""

    key = GameType

    def generic_resolve(self, game_type: GameType, name: str) -> types.Type | None:
        if name not in game_type.constants:
            return None
        value = game_type.constants[name]
        try:
            kind = types.unliteral(self.context.resolve_value_type(value))
        except ValueError as error:
            raise TypingError(f"Untyped attribute '{name}': {error}") from error
        return kind.copy(readonly=True) if isinstance(kind, types.Array) else kind


@lower_getattr_generic(GameType)
def _get_constant(context: Any, builder: Any, game_type: GameType, _value: Any, name: str) -> Any:
    value = game_type.constants[name]
    kind = context.typing_context.resolve_getattr(game_type, name)
    return impl_ret_borrowed(context, builder, kind, context.get_constant_generic(builder, kind, value))


def _bind_constructor(game_type: GameType, kind: types.Type) -> None:
    """Adds a method to the type that makes a state from plain tuples."""
    source = "def state_of(self, flat):\n    return cast(flat)\n"
    _overload(game_type, "state_of", "self, flat", _define("state_of", source, {"cast": caster(kind)}))


def _overload(
    game_type: GameType, name: str, signature: str, implementation: FunctionType, *, is_called: bool = False
) -> None:
    source = f"def choose({signature}):\n    return implementation\n"
    choose = _define("choose", source, {"implementation": implementation})
    choose.__defaults__ = implementation.__defaults__
    overload_method(type(game_type), name, strict=False, jit_options=CALLED if is_called else INLINED)(choose)


def _define(name: str, source: str, namespace: dict[str, Any]) -> FunctionType:
    """A function compiled from source: Numba requires that its parameters have the names of the method's."""
    exec(source, namespace)
    function = namespace[name]
    assert isinstance(function, FunctionType)
    return function
