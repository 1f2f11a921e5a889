"""The messages of the WebSocket: each is one JSON object with a type and fields, and every field has limits.

There is one class for each type; the type is the class name in lower case. Each field declares its valid values.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from typing import Any

from zermelo.core.errors import ParseError, nearest, quote
from zermelo.draw import COLOURS

LONGEST = 256 * 1024
"""The largest message in bytes."""

MOVES = 1_000
"""The largest number of moves that lead to a position."""

NODES = 5_000
"""The largest number of moves in a played game, including variations."""

Check = Callable[[Any], bool]


def _text(most: int, value: Any) -> bool:
    return isinstance(value, str) and len(value) <= most


def _texts(most: int, each: int, value: Any) -> bool:
    return isinstance(value, list) and len(value) <= most and all(_text(each, part) for part in value)


def _whole(least: int, greatest: int, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= greatest


def _players(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 100 and all(_whole(0, 1000, player) for player in value)


def _one_of(names: tuple[str, ...], value: Any) -> bool:
    return isinstance(value, str) and value in names


def _branches(value: Any) -> bool:
    """A tree of moves: for each the index of the previous move (−1 for none) and its name, in topological order."""
    if not isinstance(value, list) or len(value) > NODES:
        return False
    return all(
        isinstance(move, list) and len(move) == 2 and _whole(-1, i - 1, move[0]) and _text(200, move[1])
        for i, move in enumerate(value)
    )


def _checked_field(check: Check, what: str, **default: Any) -> Any:
    """A field whose value must pass the check; `what` describes the valid values."""
    return field(metadata={"check": check, "what": what}, **default)


def _number(least: int, greatest: int, **default: Any) -> Any:
    return _checked_field(partial(_whole, least, greatest), f"a whole number from {least} to {greatest:,}", **default)


def _words(most: int, **default: Any) -> Any:
    return _checked_field(partial(_text, most), f"a text of at most {most:,} characters", **default)


def _name(*names: str, **default: Any) -> Any:
    return _checked_field(partial(_one_of, names), f"one of {', '.join(map(repr, names))}", **default)


def _flag(**default: Any) -> Any:
    return _checked_field(lambda value: isinstance(value, bool), "true or false", **default)


def _names(most: int) -> Any:
    return _checked_field(partial(_texts, most, 200), f"a list of at most {most:,} short texts", default_factory=list)


def _settings(value: Any) -> bool:
    """Whether the value can be the options of a method: simple values by name, or a few numbers."""
    return isinstance(value, dict) and len(value) <= 20 and all(map(_setting, value.values()))


def _setting(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 4 and all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in value)
    return isinstance(value, (bool, int, float, str, type(None)))


def _options() -> Any:
    what = "an object of at most 20 numbers, strings, booleans and short lists of numbers"
    return _checked_field(_settings, what, default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Request:
    """The base of all messages: an id, which every answer repeats."""

    id: int = _number(0, 2**53)


@dataclass(frozen=True, kw_only=True)
class Place(Request):
    """A position: a game, the state in which play began (the initial one if empty), and the moves since."""

    game: str = _words(20_000)
    start: str = _words(5_000, default="")
    moves: list[str] = _names(MOVES)  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Games(Request):
    """Requests the list of games and the levels of the computer."""


@dataclass(frozen=True, kw_only=True)
class Position(Place):
    """Requests the picture of the position and its legal actions."""


@dataclass(frozen=True, kw_only=True)
class Analyse(Place):
    """Requests the value of each action. Stops the previous search."""

    seconds: int = _number(1, 60, default=20)
    method: str = _words(100, default="")
    options: dict[str, Any] = _options()  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Ownership(Place):
    """Requests an estimate of who will own each cell in the end. Stops the previous estimate, and no search."""


@dataclass(frozen=True, kw_only=True)
class Choose(Place):
    """Requests the computer's move, or a chance outcome. Stops the previous search."""

    level: int = _number(1, 8, default=5)
    left: int = _number(0, 100_000, default=0)
    """The seconds that are left on the computer's clock; 0 if it has none."""


@dataclass(frozen=True, kw_only=True)
class Edit(Request):
    """Requests a position, as the board in its text, for the position editor."""

    game: str = _words(20_000)
    start: str = _words(5_000, default="")


@dataclass(frozen=True, kw_only=True)
class Judge(Place):
    """Requests the judgement of the last move by the analyses so far."""


@dataclass(frozen=True, kw_only=True)
class Review(Place):
    """Requests the mistakes among the moves. Stops the previous search."""

    seconds: int = _number(1, 10, default=1)


@dataclass(frozen=True, kw_only=True)
class Solve(Place):
    """Requests the exact value of the position. Stops the previous search."""


@dataclass(frozen=True, kw_only=True)
class Tree(Place):
    """Requests the search tree of a method from here. Stops the previous search."""

    method: str = _words(100, default="")
    options: dict[str, Any] = _options()  # noqa: RUF009  # it makes a field
    depth: int = _number(0, 40, default=0)
    boards: bool = _flag(default=True)
    colour: str = _name(*COLOURS, default="role")
    opened: list[str] = _names(200)  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Match(Request):
    """Requests the standings of the match, now and whenever games are added. Stops the previous search."""

    since: int = _number(0, 2**31, default=0)


@dataclass(frozen=True, kw_only=True)
class Played(Request):
    """Requests one game of the match."""

    place: int = _number(0, 2**31)


@dataclass(frozen=True, kw_only=True)
class Constraints(Request):
    """Requests the steps of an algorithm on a constraint satisfaction problem. Stops the previous search."""

    problem: str = _words(20_000)
    algorithm: str = _words(100, default="mac")
    order: str = _words(100, default="")


@dataclass(frozen=True, kw_only=True)
class Deal(Request):
    """Begins a game that the server keeps; the answer has a key for the seat of each player who is a person."""

    game: str = _words(20_000)
    start: str = _words(5_000, default="")
    computers: list[int] = _checked_field(_players, "a list of players", default_factory=list)  # noqa: RUF009  # it makes a field
    level: int = _number(1, 8, default=5)


@dataclass(frozen=True, kw_only=True)
class Seated(Request):
    """The base of the messages of a seat, which is known by its key."""

    key: str = _words(100)


@dataclass(frozen=True, kw_only=True)
class Look(Seated):
    """Requests what the player may see."""


@dataclass(frozen=True, kw_only=True)
class Act(Seated):
    """Plays an action, if one is given, and then the computers' moves. Stops the previous search."""

    action: str = _words(200, default="")


@dataclass(frozen=True, kw_only=True)
class Advise(Seated):
    """Requests a strategy for the player, from what it has seen. Stops the previous search."""

    seconds: int = _number(1, 60, default=5)
    method: str = _words(100, default="")


@dataclass(frozen=True, kw_only=True)
class Recorded(Seated):
    """Requests the record of the game, as the player may see it."""

    form: str = _name("text", "json", default="text")


@dataclass(frozen=True, kw_only=True)
class Stop(Request):
    """Stops the current search."""


@dataclass(frozen=True, kw_only=True)
class Read(Request):
    """Requests the moves of the record in this text."""

    game: str = _words(20_000)
    text: str = _words(200_000)


@dataclass(frozen=True, kw_only=True)
class Write(Request):
    """Requests these moves as the text of a record."""

    game: str = _words(20_000)
    start: str = _words(5_000, default="")
    moves: list[list[Any]] = _checked_field(_branches, f"at most {NODES:,} moves, each after an earlier one")  # noqa: RUF009  # it makes a field
    form: str = _name("text", "json", default="text")


@dataclass(frozen=True, kw_only=True)
class Class(Request):
    """Requests the class: its viewers, the exercise and the answers, now and whenever they change."""


@dataclass(frozen=True, kw_only=True)
class Present(Request):
    """Shows the class a board, the tree of this tab, or nothing."""

    view: str = _name("board", "tree", "")
    game: str = _words(20_000, default="")
    start: str = _words(5_000, default="")
    moves: list[str] = _names(MOVES)  # noqa: RUF009  # it makes a field


@dataclass(frozen=True, kw_only=True)
class Step(Request):
    """Shows the class this step of the tree."""

    step: int = _number(0, 10_000_000)


@dataclass(frozen=True, kw_only=True)
class Pose(Request):
    """Gives the class an exercise: of a kind, from a seed or on a tree."""

    kind: str = _words(100)
    seed: int = _number(0, 2**53, default=0)
    tree: str = _words(20_000, default="")


@dataclass(frozen=True, kw_only=True)
class Conclude(Request):
    """Ends the exercise: shows its answers to the class, or removes it."""

    reveal: bool = _checked_field(lambda value: isinstance(value, bool), "true or false")


@dataclass(frozen=True, kw_only=True)
class Remove(Request):
    """Removes a viewer from the class."""

    name: str = _words(100)


@dataclass(frozen=True, kw_only=True)
class Admit(Request):
    """Allows new viewers to join the class, or forbids it."""

    open: bool = _checked_field(lambda value: isinstance(value, bool), "true or false")


KINDS: dict[str, type[Request]] = {
    kind.__name__.lower(): kind
    for kind in (
        *(Games, Position, Analyse, Ownership, Choose, Judge, Review, Solve, Tree, Constraints),
        *(Match, Played, Stop, Read, Write, Edit),
        *(Deal, Look, Act, Advise, Recorded),
        *(Class, Present, Step, Pose, Conclude, Remove, Admit),
    )
}


def read_message(text: str) -> Request:
    """The request in the text. Raises ParseError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError(f"{quote(text)} is not a message: it is not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise ParseError(f"{quote(text)} is not a message: it must be an object with a type")
    kind = KINDS.get(data["type"])
    if kind is None:
        raise ParseError(f"there is no message of type {quote(data['type'])}: {nearest(data['type'], KINDS)}")
    return kind(**_checked(kind, {name: value for name, value in data.items() if name != "type"}))


def number_of(text: str) -> int | None:
    """The id of an invalid message, if it has one, so that the error can be matched to its request."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    number = data.get("id") if isinstance(data, dict) else None
    return number if _whole(0, 2**53, number) else None


def _checked(kind: type[Request], given: dict[str, Any]) -> dict[str, Any]:
    """The fields, after checking that the kind has them and that their values are valid. Raises ParseError."""
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
