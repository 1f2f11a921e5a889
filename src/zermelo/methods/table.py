"""Tables on disk: the value of a position is looked up, and not computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.core.errors import KindError, TableError, quote, quote_path
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer, Line, Solution
from zermelo.core.rules import legal_actions
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.tables.answers import TableAnswers
from zermelo.tables.finding import tables_folder, tables_of

SOURCE = "table"
"""The source of a value that an answer names."""


class TableMethod(Method):
    """Looks positions up in the tables of the game, which `zermelo table build` has written."""

    name = "table"
    summary = "looks the position up in a table on disk, which `zermelo table build` has written: exact"
    questions = frozenset(Question) - {Question.TREE}

    def refusal(self, game: Game, question: Question) -> str | None:
        """Requires a table of this game."""
        kind = game.kind
        if kind.hidden or kind.stochastic or not kind.one_number or game.forbids_repetition:
            return "tables are for zero-sum games with perfect information, without chance and without superko"
        try:
            found = tables_of(game)
        except TableError as error:
            return str(error)
        return f"there is no table of it in {quote_path(tables_folder())}" if found is None else None

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the files open."""
        return TableSession(game)


class TableSession(Session):
    """Answers from the tables of a game that exist when the session is opened."""

    def __init__(self, game: Game) -> None:
        self._game = game
        tables = tables_of(game)
        self._table = None if tables is None else TableAnswers(tables)

    def knows(self, s: State) -> bool:
        """Whether the tables have s and all its successors."""
        return self._table is not None and self._table.knows(s)

    def can_play(self, s: State) -> bool:
        """Whether play by the tables is perfect from s on."""
        return self._table is not None and self._table.shows_the_way(s) and self._table.knows(s)

    def forget(self, seed: int) -> bool:
        """Keeps the tables, which are exact."""
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """The one answer, which is proved."""
        if not self.knows(ask.state):
            raise KindError(f"no table has the position {quote(self._game.show(ask.state))}")
        yield self._solution(ask) if ask.question is Question.SOLVE else self._analysis(ask)

    def _solution(self, ask: Ask) -> Solution:
        table = self._table
        assert table is not None
        best = table.try_best(ask.state, ask.budget)
        return Solution(
            **self._common(ask.state, ask.budget, best[:1] if best else []),
            actions=tuple(best or ()),
            states=None,
            table=table,
        )

    def _analysis(self, ask: Ask) -> Analysis:
        s, table = ask.state, self._table
        assert table is not None
        best = table.try_best(s, ask.budget)
        common = self._common(s, ask.budget, best[:1] if best else [])
        if ask.lines > 1 and not self._game.is_terminal(s):
            lines = self._ranked(s, ask.budget)[: ask.lines]
        else:
            worth = {"values": common["values"], "proved": True, "distance": common["distance"]}
            lines = (Line(actions=common["line"], **worth),) if common["line"] else ()
        return Analysis(**common, lines=lines)

    def _common(self, s: State, budget: Budget, best: list[Any]) -> dict[str, Any]:
        """The fields that all answers have; `best` has the action that is taken, if there is one."""
        table = self._table
        assert table is not None
        values = table.values_of(s)
        assert values is not None
        line, _ = table.follow(s, best, budget)
        return {
            "game": self._game,
            "state": s,
            "method": TableMethod.name,
            "value": values[0],
            "values": values,
            "action": best[0] if best else None,
            "line": line,
            "proved": True,
            "depth": len(line),
            "distance": table.distance(s),
            "nodes": 0,
            "seconds": budget.seconds,
            "source": SOURCE,
            "notes": (f"looked up in the tables in {quote_path(table.tables.folder)}",),
        }

    def _ranked(self, s: State, budget: Budget) -> tuple[Line, ...]:
        """Every action with its value, best for the mover first."""
        game, table = self._game, self._table
        assert table is not None
        lines = []
        for a in budget.each(legal_actions(game, s)):
            after = game.result(s, a)
            values, distance = table.values_of(after), table.distance(after)
            assert values is not None, "the successors of a known state are known"
            lines.append(
                Line(
                    values=values,
                    actions=(a, *table.line(after, budget)),
                    proved=True,
                    distance=None if distance is None else distance + 1,
                )
            )
        mover = game.player(s)
        assert mover != CHANCE
        return tuple(sorted(lines, key=lambda line: line.preference(game, mover)))
