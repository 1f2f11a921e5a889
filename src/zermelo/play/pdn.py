"""Games of draughts in Portable Draughts Notation (PDN): read and written.

    [Event "Casual"]
    [Result "1/2-1/2"]

    1. 11-15 23-19 2. 8-11 22-17 1/2-1/2

A file holds any number of games. The result "1-0" is a win for the first player: Black in checkers,
White in international draughts. The tag GameType says which of the two it is; without it, it is checkers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill
from typing import Any, TypeAlias

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Action, Game
from zermelo.core.text import refuse_long
from zermelo.loading import load
from zermelo.play.record import Record, record_of

Draughts: TypeAlias = Any
"""A game of draughts, which this room knows by its name and its methods alone."""

GAME_TYPES = {"checkers": "21", "draughts": "20"}
"""The games with their numbers in the tag GameType."""

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "2-0": 1, "0-2": -1, "1-1": 0, "*": None}
"""The results with their utility to the first player; None if the game was not finished."""

WIDTH = 80
"""The longest line that is written."""

_GAME_TYPE = re.compile(r'\[\s*gametype\s+"\s*(?P<number>\d+)', re.IGNORECASE)
_TOKEN = re.compile(
    r'\s*(?:\[\s*(?P<tag>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\]'
    r"|(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<open>\()|(?P<close>\))"
    r"|(?P<result>1-0|0-1|1/2-1/2|2-0|0-2|1-1|\*)(?![\d/x-])"
    r"|(?P<move>\d{1,2}(?:\s*[-x:]\s*\d{1,2})+)(?P<judgement>[!?]*)"
    r"|(?P<number>\d+\.+)|(?P<glyph>\$\d+))"
)


@dataclass(frozen=True)
class PdnGame:
    """A game with what PDN adds to the moves: tags, and the result as the first player's utility, if it has one."""

    record: Record
    result: int | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


def read_pdn(text: str, game: Game | None = None) -> list[PdnGame]:
    """The games in the text; comments and variations are left out. Raises ParseError, which names the bad move.

    All of them are of one game: the one given, or the one that the first tag GameType names.
    """
    refuse_long(text)
    return _Reader(_draughts(load(game_in_pdn(text)) if game is None else game), text).games()


def game_in_pdn(text: str) -> str:
    """The name of the game whose number the first tag GameType gives; checkers if there is none."""
    tag = _GAME_TYPE.search(text)
    return next((name for name, number in GAME_TYPES.items() if tag and tag["number"] == number), "checkers")


def write_pdn(*games: PdnGame | Record) -> str:
    """The games as text, which `read_pdn` reads. Raises ParseError if one is not a game of draughts."""
    return "\n\n".join(_written(one if isinstance(one, PdnGame) else PdnGame(one)) for one in games) + "\n"


def _draughts(game: Game) -> Draughts:
    if game.name not in GAME_TYPES:
        raise ParseError(f"PDN is for {' and '.join(GAME_TYPES)}, not for {quote(game)}")
    return game


class _Reader:
    """Reads one text."""

    def __init__(self, game: Draughts, text: str) -> None:
        self._game, self._text = game, text
        self._games: list[PdnGame] = []
        self._begin()

    def games(self) -> list[PdnGame]:
        """All games of the text."""
        at = depth = 0
        end = len(self._text.rstrip())
        while at < end:
            token = _TOKEN.match(self._text, at)
            if token is None:
                line = self._text.count("\n", 0, at) + 1
                found = quote(self._text[at : at + 30].strip())
                raise ParseError(f"line {line}: {found} is not PDN: expected a tag, a move or a result")
            at = token.end()
            depth += (token["open"] is not None) - (token["close"] is not None)
            if depth < 0:
                raise ParseError(f"line {self._text.count(chr(10), 0, at) + 1}: a bracket closes no variation")
            if depth == 0:
                self._take(token)
        if depth:
            raise ParseError("the PDN ends within a variation")
        if self._actions or self._tags:
            self._end(None)
        return self._games

    def _begin(self) -> None:
        self._tags: dict[str, str] = {}
        self._actions: list[Action] = []
        self._start = self._state = self._game.initial()

    def _end(self, result: int | None) -> None:
        record = record_of(self._game, self._start, self._actions)
        self._games.append(PdnGame(record, result, self._tags))
        self._begin()

    def _take(self, token: re.Match[str]) -> None:
        """Takes a tag, a move or a result; anything else is left out."""
        if token["tag"]:
            if self._actions:
                self._end(None)
            self._tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
            self._take_tag(token["tag"], self._tags[token["tag"]])
        elif token["result"]:
            self._end(RESULTS[token["result"]])
        elif token["move"]:
            self._take_move(token["move"])

    def _take_tag(self, name: str, value: str) -> None:
        if name.casefold() == "fen":
            self._start = self._state = self._game.parse(value)
        elif name.casefold() == "gametype" and value.split(",", maxsplit=1)[0].strip() != GAME_TYPES[self._game.name]:
            number = GAME_TYPES[self._game.name]
            raise ParseError(f"the game type {quote(value)} is not {self._game.name}, which is {number}")

    def _take_move(self, text: str) -> None:
        at = f"game {len(self._games) + 1}, ply {len(self._actions) + 1}"
        if self._game.is_terminal(self._state):
            raise ParseError(f"{at}: {quote(text)} is played after the game is over")
        try:
            a = self._game.parse_action(self._state, text)
        except ParseError as error:
            raise ParseError(f"{at}, in {self._game.fen(self._state)}: {error}") from error
        self._actions.append(a)
        self._state = self._game.result(self._state, a)


def _written(one: PdnGame) -> str:
    game: Draughts = _draughts(one.record.game)
    result = next(text for text, utility in RESULTS.items() if utility == one.result)
    tags = {name: value for name, value in one.tags.items() if name not in ("Result", "FEN", "SetUp", "GameType")}
    tags |= {"GameType": GAME_TYPES[game.name], "Result": result}
    if one.record.start != game.initial():
        tags |= {"SetUp": "1", "FEN": game.fen(one.record.start)}
    escaped = ((name, re.sub(r'(["\\])', r"\\\1", value)) for name, value in tags.items())
    head = "\n".join(f'[{name} "{value}"]' for name, value in escaped)
    return f"{head}\n\n{fill(' '.join([*_numbered(one.record), result]), WIDTH, break_on_hyphens=False)}"


def _numbered(record: Record) -> list[str]:
    """The moves, each of the first player's with its number before it."""
    game, s, texts = record.game, record.start, list[str]()
    for ply, a in enumerate(record.line(), int(game.player(s))):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else "1... " if not texts else ""
        texts.append(number + game.show_action(s, a))
        s = game.result(s, a)
    return texts
