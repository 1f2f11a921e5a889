"""A game that was played, with variations: written as text or as JSON, and parsed.

    game: tictactoe
    start: X../.O./...

    1. c3 a3 (1... b3 2. b1) 2. b1

    {"game": "tictactoe", "start": "X../.O./...", "moves": ["c3", {"action": "a3", "variations": [["b3", "b1"]]}, "b1"]}

`start` is optional: the default is the game's initial state. Chance outcomes are written as actions too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import ParseError, ZermeloError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.repetition import refuse_repetition
from zermelo.core.rules import legal_actions, state_of
from zermelo.core.text import refuse_long
from zermelo.draw.answer_tables import rows_html
from zermelo.loading import load
from zermelo.play.steps import Step, Steps, action_named, name_of, names_of, read_steps, refuse_nesting, write_steps

INDENT = "    "
"""The indent of each line of a position that has several lines."""

_HEADER = re.compile(r"\s*game:[ \t]*(?P<game>.*)\n?", re.IGNORECASE)
_SGF = re.compile(r"\s*\(\s*;")
_PDN = re.compile(r"\s*\[\s*\w+\s+\"")
_SEEN_BY = re.compile(r"\s*seen by:[ \t]*(?P<player>.*?) \(play is not over\)")
_START = re.compile(rf"\s*start:(?:[ \t]*(?P<line>\S.*)|[ \t]*(?P<block>(?:\n{INDENT}.*)+))", re.IGNORECASE)


@dataclass(frozen=True, eq=False, repr=False)
class Move:
    """An action and the replies to it: the first continues the line, the others are variations."""

    action: Action
    replies: tuple[Move, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and list(_flat(self)) == list(_flat(other))

    def __hash__(self) -> int:
        return hash(tuple(_flat(self)))

    def __repr__(self) -> str:
        count = len(self.replies)
        return f"Move({self.action!r}, {count} {'reply' if count == 1 else 'replies'})"


def _flat(move: Move) -> Iterator[tuple[Action, int]]:
    """Every move with its number of replies, in preorder: iterative, because a game can exceed Python's stack."""
    waiting = [move]
    while waiting:
        now = waiting.pop()
        yield now.action, len(now.replies)
        waiting.extend(reversed(now.replies))


@dataclass(frozen=True, eq=False)
class Record:
    """A game that was played from `start`: the first of `moves` and of all replies form the line that was played."""

    game: Game
    start: State
    moves: tuple[Move, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def _parts(self) -> tuple[str, State, tuple[Move, ...]]:
        """The parts that records are compared by; games have no equality of their own, so their texts are compared."""
        return str(self.game), self.start, self.moves

    def line(self) -> tuple[Action, ...]:
        """The actions that were played."""
        actions = []
        moves = self.moves
        while moves:
            actions.append(moves[0].action)
            moves = moves[0].replies
        return tuple(actions)

    def states(self) -> tuple[State, ...]:
        """The states of the line, from the start on: one more than there are actions."""
        states = [self.start]
        for a in self.line():
            states.append(self.game.result(states[-1], a))
        return tuple(states)

    def text(self) -> str:
        """The record as text for people; `read_record` parses it."""
        header = f"game: {_written_game(str(self.game))}\n"
        if self.start != self.game.initial():
            header += f"start:{_written_start(self.game.show(self.start))}\n"
        return f"{header}\n{write_steps(self.game, self.start, _steps(self.moves))}\n"

    def to_json(self) -> dict[str, Any]:
        """The record as plain data; `read_record` parses its JSON."""
        moves = _data(self.game, self.start, _steps(self.moves))
        return {"game": str(self.game), "start": self.game.show(self.start), "moves": moves}

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """The notebook view: the last state and the moves."""
        moves = write_steps(self.game, self.start, _steps(self.moves))
        html = rows_html(self.game, self.states()[-1], [("game", str(self.game)), ("moves", moves)])
        return {"text/plain": self.text(), "text/html": html}


def record_of(game: Game, start: State | str, actions: Iterable[Action]) -> Record:
    """The record of a game without variations. Raises ParseError for an action that is not legal."""
    start = state_of(game, start)
    states, steps = [start], []
    for ply, a in enumerate(actions, 1):
        s = states[-1]
        if game.is_terminal(s) or a not in legal_actions(game, s):
            raise not_an_action(game, s, a, f"ply {ply}: ")
        refuse_repetition(game, states, a, f"ply {ply}: ")
        steps.append(Step(a, []))
        states.append(game.result(s, a))
    return Record(game, start, _moves(steps))


def not_an_action(game: Game, s: State, a: Action, where: str = "") -> ParseError:
    """The error for what cannot be played in s."""
    why = "play is over" if game.is_terminal(s) else f"expected one of {', '.join(names_of(game, s))}"
    return ParseError(f"{where}{quote(a)} is not an action here; {why}")


def read_record(text: str, game: Game | str | None = None) -> Record:
    """The record in the text: JSON, SGF, PDN, or a header and the actions; if a game is given, the actions are enough.

    Without a game, the one that the text names is loaded. With a game, the text may not name another, and nothing is
    imported. Raises ParseError, which quotes the error.
    """
    if not isinstance(text, str):
        raise ParseError(f"{quote(repr(text))} is not the text of a record")
    refuse_long(text)
    game = game if game is None or isinstance(game, Game) else load(game)
    if text.lstrip().startswith("{"):
        return _from_data(_json(text), game)
    if _SGF.match(text):
        return _from_sgf(text, game)
    if _PDN.match(text):
        return _from_pdn(text, game)
    named, rest = split_header(text)
    game = _game(named, game)
    seen_by = _SEEN_BY.match(rest)
    if seen_by is not None:
        raise _partial(seen_by["player"])
    start = _START.match(rest)
    if start is None:
        return Record(game, game.initial(), _moves(read_steps(game, game.initial(), rest)))
    s = _state(game, start["line"] or _unindented(start["block"] or ""))
    return Record(game, s, _moves(read_steps(game, s, rest[start.end() :])))


def game_named_in(text: str) -> str | None:
    """The name of the game in a record; None if the text is not a record or does not name its game."""
    if _SGF.match(text):
        return str(_from_sgf(text, None).game)
    if _PDN.match(text):
        return _game_in_pdn(text)
    if not text.lstrip().startswith("{"):
        return split_header(text)[0]
    try:
        data = _json(text)
    except ParseError:
        return None
    named = data.get("game")
    return named if isinstance(named, str) and "moves" in data else None


def split_header(text: str) -> tuple[str | None, str]:
    """The game that the first line of a text names, and the text after it; None and the text if there is none."""
    header = _HEADER.match(text)
    return (_read_game(header["game"].strip()), text[header.end() :]) if header else (None, text)


def _from_sgf(text: str, game: Game | None) -> Record:
    from zermelo.play.sgf import read_sgf  # noqa: PLC0415  # it is about records, and few records are SGF

    return read_sgf(text, game).record


def _game_in_pdn(text: str) -> str:
    from zermelo.play.pdn import game_in_pdn  # noqa: PLC0415  # as above

    return game_in_pdn(text)


def _from_pdn(text: str, game: Game | None) -> Record:
    from zermelo.play.pdn import read_pdn  # noqa: PLC0415  # as above

    games = read_pdn(text, game)
    if len(games) != 1:
        raise ParseError(
            f"the PDN has {len(games)} games, and a record is one: zermelo.play.pdn.read_pdn reads them all"
        )
    return games[0].record


# Conversion between moves, which are nested, and steps, which are a flat list.


def _steps(moves: tuple[Move, ...], depth: int = 0) -> Steps:
    refuse_nesting(depth)
    steps = []
    while moves:
        first, *others = moves
        steps.append(Step(first.action, [_steps((other,), depth + 1) for other in others]))
        moves = first.replies
    return steps


def _moves(steps: Steps) -> tuple[Move, ...]:
    moves: tuple[Move, ...] = ()
    for step in reversed(steps):
        moves = (Move(step.action, moves), *(move for other in step.others for move in _moves(other)))
    return moves


# The start.


def _written_start(shown: str) -> str:
    """A position after "start:"; one of several lines is indented below it."""
    if shown == shown.strip() != "" and "\n" not in shown:
        return f" {shown}"
    return "".join(f"\n{INDENT}{row}" for row in shown.split("\n"))


def _unindented(block: str) -> str:
    return "\n".join(row.removeprefix(INDENT) for row in block.split("\n")[1:])


def _state(game: Game, text: str) -> State:
    """The state in the text; the text of the initial state is accepted even if the game cannot parse it."""
    s = game.initial()
    return s if text == game.show(s) else game.parse(text)


# The game.


def _written_game(name: str) -> str:
    """A game's text after "game:", quoted if it cannot be written on one line."""
    return name if name == " ".join(name.split()) and name[:1] != '"' else json.dumps(name, ensure_ascii=False)


def _read_game(written: str) -> str:
    try:
        return str(json.loads(written)) if written.startswith('"') else written
    except ValueError:
        return written


def _game(named: str | None, game: Game | None) -> Game:
    """The game of a record: the given one, if the record's name agrees, otherwise the one that the record names."""
    if game is None and not named:
        raise ParseError("the record does not name its game: begin it with a line such as 'game: nim'")
    if game is None:
        return load(named or "")
    if named and not _is_name_of(named, game):
        raise ParseError(f"the record is of {quote(named)}, not of {quote(game)}")
    return game


def _is_name_of(text: str, game: Game) -> bool:
    """Whether the text names this game; default parameters may be omitted."""
    if text == str(game):
        return True
    if not f"{text}:".startswith(f"{game.name}:") or set(text) & set("./\\"):  # it might name a file
        return False
    try:
        return str(load(text)) == str(game)
    except ZermeloError:
        return False


# JSON.


def _json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"the record is not JSON: {error.msg}", text, error.pos) from None
    except (RecursionError, ValueError):
        raise ParseError(f"the record {quote(text)} cannot be read as JSON") from None
    assert isinstance(data, dict)  # because the text begins with "{"
    return data


def _data(game: Game, s: State, steps: Steps) -> list[Any]:
    """A line as plain data: names, or objects for actions with variations."""
    line: list[Any] = []
    for step in steps:
        name = name_of(game, s, step.action)
        others = [_data(game, s, other) for other in step.others]
        line.append({"action": name, "variations": others} if others else name)
        s = game.result(s, step.action)
    return line


def _partial(viewer: Any) -> ParseError:
    return ParseError(
        f"the game was not over when this was saved, so it has only what player {quote(viewer)} had seen: it cannot be "
        "replayed"
    )


def _from_data(data: dict[str, Any], game: Game | None) -> Record:
    if "viewer" in data:
        raise _partial(data["viewer"])
    odd = set(data) - {"game", "start", "moves"}
    if odd:
        raise ParseError(f"a record has a game, a start and moves, but no {quote(min(odd))}")
    game = _game(_text_in(data, "game"), game)
    start = _text_in(data, "start")
    s = game.initial() if start is None else _state(game, start)
    return Record(game, s, _moves(_steps_in(game, [s], data.get("moves"), 1)))


def _text_in(data: dict[str, Any], name: str) -> str | None:
    found = data.get(name)
    if found is not None and not isinstance(found, str):
        raise ParseError(f"the {name} of a record must be a string, not {quote(found)}")
    return found


def _steps_in(game: Game, states: list[State], line: Any, ply: int, depth: int = 0) -> Steps:
    """The steps after the last of the states of a play."""
    refuse_nesting(depth)
    if not isinstance(line, list) or (depth and not line):
        raise ParseError(f"a line must be a list of actions, not {quote(line)}")
    states, steps = list(states), []
    for i, item in enumerate(line, ply):
        name, others = _named_in(item, i)
        a = action_named(game, states, name, i)
        steps.append(Step(a, [_steps_in(game, states, other, i, depth + 1) for other in others]))
        states.append(game.result(states[-1], a))
    return steps


def _named_in(item: Any, ply: int) -> tuple[str, list[Any]]:
    """An action's name and its variations."""
    if isinstance(item, str):
        return item, []
    if isinstance(item, dict) and set(item) <= {"action", "variations"}:
        name, others = item.get("action"), item.get("variations", [])
        if isinstance(name, str) and isinstance(others, list):
            return name, others
    raise ParseError(f"ply {ply}: {quote(item)} is neither the name of an action nor one with its variations")
