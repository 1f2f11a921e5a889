"""Converts played games between records and the page's format: a list of moves, each with the index of the previous."""

from __future__ import annotations

import json
from typing import Any

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Game
from zermelo.core.repetition import actions_along
from zermelo.play.record import Move, Record, game_named_in, read_record, split_header
from zermelo.web.gallery import Gallery
from zermelo.web.messages import NODES
from zermelo.web.walks import Walk, walk_from

Branches = list[list[Any]]
"""The moves: for each the index of the previous move (−1 for none) and its name."""


def read(gallery: Gallery, name: str, text: str) -> tuple[str, Record]:
    """The name of the game (from the text, otherwise `name`) and the record in the text. Raises ParseError."""
    named, rest = _split(text)
    name = named or name
    return name, read_record(rest, gallery.find(name))


def _split(text: str) -> tuple[str | None, str]:
    """The game's name in a record, and the record without it, because only the gallery may look up names.

    SGF and PDN have no name to remove: they say which game it is by their properties.
    """
    if not text.lstrip().startswith("{"):
        named, rest = split_header(text)
        return (game_named_in(text), text) if named is None else (named, rest)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError(f"{quote(text)} is not a record: it is not JSON") from None
    named = data.pop("game", None)
    if named is not None and not isinstance(named, str):
        raise ParseError(f"the game of a record must be a string, not {quote(named)}")
    return named, json.dumps(data)


def branches(record: Record) -> Branches:
    """The moves of a record in the page's format."""
    found: Branches = []
    waiting = [(-1, record.start, move) for move in reversed(record.moves)]
    while waiting:
        before, s, move = waiting.pop()
        if len(found) == NODES:
            raise ParseError(f"the record has more than {NODES:,} moves, too many for this page")
        found.append([before, record.game.show_action(s, move.action)])
        after, number = record.game.result(s, move.action), len(found) - 1
        waiting.extend((number, after, reply) for reply in reversed(move.replies))
    return found


def record(game: Game, start: str, moves: Branches) -> Record:
    """The record of moves in the page's format, after those by which the start was given. Raises ParseError."""
    root = walk_from(game, start)
    steps: list[Walk] = []  # of one move each: the page offers only moves that the play before allows
    for before, name in moves:
        s = root.state if before < 0 else steps[before].state
        steps.append(Walk(game, [s], []).extended([name]))
    replies: dict[int, list[Move]] = {}
    for number in reversed(range(len(moves))):  # a move comes after the one that it follows
        move = Move(steps[number].actions[0], tuple(replies.get(number, ())))
        replies.setdefault(moves[number][0], []).insert(0, move)
    line = tuple(replies.get(-1, ()))
    earlier = [*root.before, root.start]
    for action in reversed(actions_along(game, earlier)):
        line = (Move(action, line),)
    return Record(game, earlier[0], line)
