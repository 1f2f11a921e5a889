"""What may be said on the socket: each message is one JSON object with a type, its fields, and bounds for all of them.

A class a type; its name in small letters is the type's. What a field may hold stands beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from typing import Any

from zermelo.core.errors import ParseError, nearest, quote

LONGEST = 256 * 1024
"""The greatest message, in bytes."""

MOVES = 1_000
"""The longest play."""

NODES = 5_000
"""The most moves in a played game, its variations among them."""

Check = Callable[[Any], bool]


def _text(most: int, value: Any) -> bool:
    return isinstance(value, str) and len(value) <= most


def _texts(most: int, each: int, value: Any) -> bool:
    return isinstance(value, list) and len(value) <= most and all(_text(each, part) for part in value)


def _whole(least: int, greatest: int, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= greatest


def _one_of(names: tuple[str, ...], value: Any) -> bool:
    return isinstance(value, str) and value in names


def _branches(value: Any) -> bool:
    """A tree of moves: for each its name and the number of the move before it, −1 for none; earlier ones come first."""
    if not isinstance(value, list) or len(value) > NODES:
        return False
    return all(
        isinstance(move, list) and len(move) == 2 and _whole(-1, i - 1, move[0]) and _text(200, move[1])
        for i, move in enumerate(value)
    )


def _may_be(check: Check, what: str, **default: Any) -> Any:
    """A field that the check has to find good; `what` says what it should be."""
    return field(metadata={"check": check, "what": what}, **default)


def _number(least: int, greatest: int, **default: Any) -> Any:
    return _may_be(partial(_whole, least, greatest), f"a whole number from {least} to {greatest:,}", **default)


def _words(most: int, **default: Any) -> Any:
    return _may_be(partial(_text, most), f"a text of at most {most:,} characters", **default)


def _name(*names: str, **default: Any) -> Any:
    return _may_be(partial(_one_of, names), f"one of {', '.join(map(repr, names))}", **default)


def _names(most: int) -> Any:
    return _may_be(partial(_texts, most, 200), f"a list of at most {most:,} short texts", default_factory=list)


def _settings(value: Any) -> bool:
    """Whether these can be the options of a method: simple values by name."""
    simple = (bool, int, float, str, type(None))
    return isinstance(value, dict) and len(value) <= 20 and all(isinstance(v, simple) for v in value.values())


def _options() -> Any:
    return _may_be(_settings, "an object of at most 20 numbers, texts and truth values", default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What every message has: a number, which the answers to it carry."""

    id: int = _number(0, 2**53)


@dataclass(frozen=True, kw_only=True)
class Place(Request):
    """A position: a game, where play began in it (at its beginning, if that is empty), and the moves since."""

    game: str = _words(20_000)
    start: str = _words(5_000, default="")
    moves: list[str] = _names(MOVES)  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Games(Request):
    """Asks which games there are, and how strong the computer can play."""


@dataclass(frozen=True, kw_only=True)
class Position(Place):
    """Asks what this position looks like, and what can be done in it."""


@dataclass(frozen=True, kw_only=True)
class Analyse(Place):
    """Asks what each action is worth. It ends what was searched before."""

    seconds: int = _number(1, 60, default=20)
    method: str = _words(100, default="")
    options: dict[str, Any] = _options()  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Choose(Place):
    """Asks what the computer plays, or chance brings. It ends what was searched before."""

    level: int = _number(1, 8, default=5)


@dataclass(frozen=True, kw_only=True)
class Judge(Place):
    """Asks what the analyses so far say of the last of the moves."""


@dataclass(frozen=True, kw_only=True)
class Review(Place):
    """Asks which of the moves were mistakes. It ends what was searched before."""

    seconds: int = _number(1, 10, default=1)


@dataclass(frozen=True, kw_only=True)
class Solve(Place):
    """Asks what the position is worth exactly. It ends what was searched before."""


@dataclass(frozen=True, kw_only=True)
class Tree(Place):
    """Asks what a method reads from here. It ends what was searched before."""

    method: str = _words(100, default="")
    options: dict[str, Any] = _options()  # noqa: RUF009  # it makes a field
    depth: int = _number(0, 40, default=0)
    opened: list[str] = _names(200)  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Match(Request):
    """Asks how the match stands, now and whenever games are added. It ends what was searched before."""

    since: int = _number(0, 2**31, default=0)


@dataclass(frozen=True, kw_only=True)
class Played(Request):
    """Asks for one game of the match."""

    place: int = _number(0, 2**31)


@dataclass(frozen=True, kw_only=True)
class Constraints(Request):
    """Asks for the steps of an algorithm on a constraint satisfaction problem. It ends what was searched before."""

    problem: str = _words(20_000)
    algorithm: str = _words(100, default="mac")
    order: str = _words(100, default="")


@dataclass(frozen=True, kw_only=True)
class Stop(Request):
    """Ends what is searched."""


@dataclass(frozen=True, kw_only=True)
class Read(Request):
    """Asks which play this text tells of."""

    game: str = _words(20_000)
    text: str = _words(200_000)


@dataclass(frozen=True, kw_only=True)
class Write(Request):
    """Asks how this play is written."""

    game: str = _words(20_000)
    start: str = _words(5_000, default="")
    moves: list[list[Any]] = _may_be(_branches, f"at most {NODES:,} moves, each after an earlier one")  # noqa: RUF009  # it makes a field
    form: str = _name("text", "json", default="text")


KINDS: dict[str, type[Request]] = {
    kind.__name__.lower(): kind
    for kind in (
        *(Games, Position, Analyse, Choose, Judge, Review, Solve, Tree, Constraints),
        *(Match, Played, Stop, Read, Write),
    )
}


def read_message(text: str) -> Request:
    """The request that the text is. Raises ParseError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError(f"{quote(text)} is not a message: it is not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise ParseError(f"{quote(text)} is not a message: it has to be an object with a type")
    kind = KINDS.get(data["type"])
    if kind is None:
        raise ParseError(f"there is no message of type {quote(data['type'])}: {nearest(data['type'], KINDS)}")
    return kind(**_checked(kind, {name: value for name, value in data.items() if name != "type"}))


def number_of(text: str) -> int | None:
    """The number of a message that is not a good one, if it has a number: so the answer finds who has asked."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    number = data.get("id") if isinstance(data, dict) else None
    return number if _whole(0, 2**53, number) else None


def _checked(kind: type[Request], given: dict[str, Any]) -> dict[str, Any]:
    """The fields, if they are those of the kind and hold what they may hold."""
    known = {f.name: f for f in fields(kind)}
    for name, value in given.items():
        if name not in known:
            raise ParseError(f"a message of type {quote(kind.__name__.lower())} has no field {quote(name)}")
        if not known[name].metadata["check"](value):
            raise ParseError(f"{quote(name)} should be {known[name].metadata['what']}, not {quote(json.dumps(value))}")
    for name, known_field in known.items():
        if name not in given and known_field.default is MISSING and known_field.default_factory is MISSING:
            raise ParseError(f"a message of type {quote(kind.__name__.lower())} needs a field {quote(name)}")
    return given
