"""Incremental type inference.

Numba applies all constraints of a function repeatedly until no type changes. Mostly the first pass finds all types, and
resolving calls is most of the work. Here a constraint is applied again only if the type of a variable that it has read
has changed. And for each recursive call Numba infers the whole function once more to find its return type; here the
annotations of kernels declare it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import typeinfer, types
from numba.core.errors import TypingError
from numba.core.typeinfer import CallConstraint, ConstraintNetwork, TypeInferer, TypeVarMap

_DECLARED = {"float": types.float64, "int": types.int64, "bool": types.boolean}
"""The Numba types of the annotations in kernels."""


class _Variables(TypeVarMap):
    """The variables of a function; `seen` records which of them were read."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        variable = self.seen[name] = super().__getitem__(name)
        return variable


class _Network(ConstraintNetwork):
    def __init__(self) -> None:
        super().__init__()
        self._settled: dict[Any, list[tuple[Any, types.Type]]] = {}

    def propagate(self, inferer: Any) -> list[Any]:
        """Applies the constraints whose inputs have changed; returns the errors of those that failed."""
        errors = []
        single = ConstraintNetwork()
        for constraint in self.constraints:
            if not self._is_settled(constraint):
                inferer.typevars.seen = {}
                single.constraints = [constraint]
                found = single.propagate(inferer)
                errors += found
                if not found and not _is_recursive(constraint, inferer):
                    self._settled[constraint] = [
                        (variable, variable.type) for variable in inferer.typevars.seen.values()
                    ]
        return errors

    def _is_settled(self, constraint: Any) -> bool:
        """Whether the constraint was already applied to the current types of its variables."""
        held = self._settled.get(constraint)
        return held is not None and all(variable.type is kind for variable, kind in held)


def _is_recursive(constraint: Any, inferer: Any) -> bool:
    """Whether the constraint is a recursive call, whose type depends on the whole calling function."""
    called = inferer.typevars.get(constraint.func) if isinstance(constraint, CallConstraint) else None
    return called is not None and isinstance(called.type, types.RecursiveCall)


class _Inferer(TypeInferer):
    def __init__(self, context: Any, function: Any, warnings: Any) -> None:
        super().__init__(context, function, warnings)
        self.typevars = _Variables()
        self.typevars.set_context(context)
        self.constraints = _Network()
        self._assumed: types.Type | None = None

    def return_types_from_partial(self) -> Any:
        """The return type of this function, of which inference has not finished, for its recursive calls."""
        function = self.func_id.func
        if getattr(function, "is_of_kernel", False):
            self._assumed = _DECLARED.get(function.__annotations__.get("return"))
        return self._assumed or super().return_types_from_partial()

    def get_return_type(self, typemap: Any) -> Any:
        """The return type of the function. Raises TypingError if a different type was assumed."""
        found = super().get_return_type(typemap)
        if self._assumed is not None and found != self._assumed:
            raise TypingError(f"{self.func_id.func_qualname} returns {found}, but its annotation says {self._assumed}")
        return found


@contextmanager
def inferring_once() -> Iterator[None]:
    """A context in which types are inferred incrementally; the caller holds the compiler lock."""
    before = typeinfer.TypeInferer
    typeinfer.TypeInferer = _Inferer
    try:
        yield
    finally:
        typeinfer.TypeInferer = before
