"""Options of methods, declared once as the fields of a dataclass.

The keyword arguments in Python, the flags on the command line and the controls on the page are made from them.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import OptionError, nearest, quote

if TYPE_CHECKING:
    from zermelo.methods.method import Method, Question


@dataclass(frozen=True)
class NoOptions:
    """The options of a method that has none."""


@dataclass(frozen=True)
class OptionInfo:
    """The description of one option, for the command line and the page."""

    name: str
    type: type
    default: Any
    help: str
    choices: tuple[str, ...]
    flag: str | None
    """The flag on the command line; None for an option that exists only in Python."""

    metavar: str | None
    unit: int
    count: int
    """The number of values it takes on the command line."""


def option(
    default: Any,
    help: str,  # the name that click uses
    *,
    choices: tuple[str, ...] = (),
    flag: str | None = "",
    metavar: str | None = None,
    unit: int = 1,
    only: tuple[str, ...] = (),
    never: tuple[str, ...] = (),
    changes_question: bool = False,
) -> Any:
    """A field of a method's Options. The flag is made from the name unless another is given; None means no flag.

    A number given on the command line or on the page is multiplied by the unit. `only` lists the questions that have
    the option, `never` those that do not. With `changes_question` the option changes the question itself, not only how
    the answer is found: a method without that option cannot answer instead.
    """
    about = {"help": help, "choices": choices, "flag": flag, "metavar": metavar, "unit": unit}
    return dataclasses.field(
        default=default, metadata=about | {"only": only, "never": never, "changes_question": changes_question}
    )


def infos(method: Method, question: Question) -> tuple[OptionInfo, ...]:
    """The options that a method has for a question."""
    hints = typing.get_type_hints(method.Options)
    return tuple(_info(field, hints[field.name]) for field in _fields(method, question))


def names_of(method: Method, question: Question) -> set[str]:
    """The names of a method's options for a question."""
    return {field.name for field in _fields(method, question)}


def _fields(method: Method, question: Question) -> list[Any]:
    if question not in method.questions:
        return []
    asked = question.value
    return [
        field
        for field in dataclasses.fields(method.Options)
        if asked in (field.metadata["only"] or (asked,)) and asked not in field.metadata["never"]
    ]


def meaningful(method: Method) -> set[str]:
    """The options of a method that change the question itself."""
    return {field.name for field in dataclasses.fields(method.Options) if field.metadata["changes_question"]}


def _info(field: Any, hint: Any) -> OptionInfo:
    kind, count = _flag_type(hint)
    flag = field.metadata["flag"]
    return OptionInfo(
        name=field.name,
        type=kind,
        default=field.default,
        help=field.metadata["help"],
        choices=field.metadata["choices"],
        flag=f"--{field.name.replace('_', '-')}" if flag == "" else flag,
        metavar=field.metadata["metavar"],
        unit=field.metadata["unit"],
        count=count,
    )


def _flag_type(hint: Any) -> tuple[type, int]:
    """The type of a flag's values, and their number: two floats for `tuple[float, float]`.

    A type that is not simple becomes str.
    """
    parts = [part for part in typing.get_args(hint) if part is not NoneType]
    if isinstance(hint, UnionType) or typing.get_origin(hint) is typing.Union:
        simple = [part for part in parts if part in (bool, int, float, str)]
        return _flag_type(simple[0] if simple else parts[0])
    if typing.get_origin(hint) is tuple:
        return parts[0], len(parts)
    return (hint, 1) if hint in (bool, int, float, str) else (str, 1)


def filled(method: Method, question: Question, given: Mapping[str, Any], methods: Mapping[str, Method]) -> Any:
    """A method's options, made from keyword arguments. Raises OptionError for one that the method does not have."""
    own = names_of(method, question)
    for name in given:
        if name not in own:
            raise OptionError(f"{method.name} has no option {quote(name)}: {_who_has(name, own, question, methods)}")
    return method.Options(**given)


def _who_has(name: str, own: set[str], question: Question, methods: Mapping[str, Method]) -> str:
    holders = [m.name for m in methods.values() if name in names_of(m, question)]
    if not holders:
        return nearest(name, own) if own else "it has none"
    return f"{', '.join(sorted(holders))} {'has' if len(holders) == 1 else 'have'} it"


def known_names(question: Question, methods: Mapping[str, Method]) -> set[str]:
    """Every option that some method has for a question."""
    return set().union(*(names_of(method, question) for method in methods.values()))
