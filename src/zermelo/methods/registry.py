"""The registry of methods: those that the modules of this package define, and those of other packages.

Another package adds methods through the entry point group "zermelo.methods", whose entries name modules. A module's
methods are the tuple `METHODS` if it has one, and otherwise an instance of each subclass of Method that it defines. A
module of another package that cannot be imported is left out with a warning, and so is a method whose name is taken.
"""

from __future__ import annotations

import inspect
import logging
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module, metadata
from types import ModuleType
from typing import Any

import zermelo.methods
from zermelo.core.errors import KindError, nearest, quote
from zermelo.core.game import Game
from zermelo.methods.method import Method, Question
from zermelo.methods.options import OptionInfo, infos, known_names, names_of

log = logging.getLogger(__name__)

GROUP = "zermelo.methods"
"""The entry point group of other packages."""

ALIASES = {"search": "engine"}
"""Alternative names of methods."""


def methods() -> dict[str, Method]:
    """Every method by its name."""
    return _found(tuple(zermelo.methods.__path__))


@cache
def _found(_path: tuple[str, ...]) -> dict[str, Method]:
    found: dict[str, Method] = {}
    for module in _own_modules():
        for method in _offered_by(module):
            if method.name in found:
                raise KindError(f"there are two methods called {quote(method.name)}: one is in {module.__name__}")
            found[method.name] = method
    for module in _modules_elsewhere():
        for method in _offered_by(module):
            if found.setdefault(method.name, method) is not method:
                log.warning("the method %s of %s is left out: its name is taken", method.name, module.__name__)
    return found


def _own_modules() -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(zermelo.methods.__path__):
        yield import_module(f"{zermelo.methods.__name__}.{info.name}")


def _modules_elsewhere() -> Iterator[ModuleType]:
    """The modules of other packages; one that cannot be imported must not stop all other methods."""
    for entry in metadata.entry_points(group=GROUP):
        try:
            yield import_module(entry.module)
        except Exception as error:  # a module may raise anything
            log.warning("the methods of %s are left out: %s: %s", entry.module, type(error).__name__, error)


def _offered_by(module: ModuleType) -> list[Method]:
    if hasattr(module, "METHODS"):
        return list(module.METHODS)
    own = [c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__]
    return [c() for c in own if issubclass(c, Method) and not inspect.isabstract(c)]


def option_names(question: Question) -> set[str]:
    """Every option that some method has for a question."""
    return known_names(question, methods())


def method_named(name: str) -> Method:
    """The method of that name. Raises KindError with the nearest name if there is none."""
    known = methods()
    found = known.get(ALIASES.get(name, name)) if isinstance(name, str) else None
    if found is None:
        raise KindError(f"there is no method {quote(name)}: {nearest(name, [*known, *ALIASES])}")
    return found


def fitting(game: Game) -> list[str]:
    """The names of the methods that can analyse this game."""
    return [
        method.name
        for method in methods().values()
        if Question.ANALYSE in method.questions and method.refusal(game, Question.ANALYSE) is None
    ]


def offered() -> list[dict[str, Any]]:
    """Every method as plain data: its name, its summary, the questions it answers, its options, whether it has a depth.

    An option has a name, help, a type, a default, choices, the unit and the count of its numbers, and the
    questions that have it.
    """
    return [
        {
            "name": method.name,
            "summary": method.summary,
            "questions": sorted(question.value for question in method.questions),
            "depth": method.has_depth,
            "options": [_offered_option(method, info) for info in _all_infos(method)],
        }
        for method in methods().values()
    ]


def _all_infos(method: Method) -> list[OptionInfo]:
    """The options of a method that can be a control on the page: each once, and with a flag."""
    found = {info.name: info for question in Question for info in infos(method, question)}
    return [info for info in found.values() if info.flag is not None]


def _offered_option(method: Method, info: OptionInfo) -> dict[str, Any]:
    return {
        "name": info.name,
        "help": info.help,
        "type": info.type.__name__,
        "default": info.default,
        "choices": info.choices,
        "unit": info.unit,
        "count": info.count,
        "questions": sorted(question.value for question in Question if info.name in names_of(method, question)),
    }
