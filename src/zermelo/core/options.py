"""Validation of keyword arguments: unknown names are refused with a suggestion, and so are values of the wrong type."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from zermelo.core.errors import OptionError, nearest, quote

P = ParamSpec("P")
R = TypeVar("R")


def _is_whole(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "stop": (lambda value: value is None or callable(getattr(value, "is_set", None)), "a threading.Event"),
    "agent": (lambda value: value is None or _is_whole(value), "the number of a player"),
    "seed": (_is_whole, "a whole number"),
    **dict.fromkeys(("watch", "notice"), (callable, "a function")),
    **dict.fromkeys(
        (
            "plain",
            "wait",
            "symmetry",
            "quiescence",
            "extensions",
            "open_loops",
            "value_only",
            "all_actions",
            "both_speeds",
        ),
        (lambda value: value in (0, 1), "True or False"),
    ),
}
"""A test and a description of the valid values, by option name. Limits and sizes are checked where they are used."""


def known_options(*more: str, further: Callable[[], set[str]] = set) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function raise OptionError for keyword arguments that are neither its parameters nor in `more`.

    The names that `further` returns at the time of the call are known as well. Values of the wrong type raise
    OptionError too. Python itself would accept any name for `**options`, and it suggests no similar name.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        parameters = inspect.signature(function).parameters.values()
        named = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        own = {*named, *more} - {"self"}
        name = function.__qualname__.removesuffix(".__init__")

        @wraps(function)
        def checked(*args: P.args, **options: P.kwargs) -> R:
            known = own | further()
            for option, value in options.items():
                if option not in known:
                    raise OptionError(f"{name} has no option {quote(option)}: {nearest(option, known)}")
                fits, kind = _KINDS.get(option, (None, ""))
                if fits is not None and not fits(value):
                    raise OptionError(f"{option} has to be {kind}, not {quote(repr(value))}")
            return function(*args, **options)

        return checked

    return decorate
