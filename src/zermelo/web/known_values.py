"""The entries in tables on disk of the positions of a play, for the list of moves."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import TableError
from zermelo.core.game import Game, State
from zermelo.tables.answers import TableAnswers
from zermelo.tables.finding import tables_of
from zermelo.web.analyses import describe_value


def known_values(game: Game, states: list[State]) -> list[dict[str, Any] | None] | None:
    """The value and the distance of each state, as plain data, where a table has it; None if there is no table.

    A table that cannot be used counts as none here: an analysis reports what is wrong with it.
    """
    try:
        tables = tables_of(game)
        if tables is None:
            return None
        answers = TableAnswers(tables)
        return [_described(answers, s) for s in states]
    except TableError:
        return None


def _described(answers: TableAnswers, s: State) -> dict[str, Any] | None:
    values = answers.values_of(s)
    return None if values is None else describe_value(answers.game, values, True, answers.distance(s))
