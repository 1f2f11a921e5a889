"""Enumeration: finds all reachable states and solves them backwards, which gives the value of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo import solvers
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget
from zermelo.core.repetition import NEEDS_HISTORY
from zermelo.core.results import Analysis, Answer, Line, Solution
from zermelo.core.rules import legal_actions
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option


@dataclass(frozen=True)
class StatesOptions:
    """The options of enumeration."""

    symmetry: bool = option(
        True, "Count symmetric states as one (the default), or separately.", flag="--symmetry/--no-symmetry"
    )


class StatesMethod(Method):
    """Retrograde analysis, backward induction or value iteration, depending on the kind of game."""

    name = "states"
    summary = "enumerates all reachable states and solves them backwards: exact"
    questions = frozenset(Question) - {Question.TREE}
    Options = StatesOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """Requires perfect information, and states whose value does not depend on the play before."""
        if game.kind.hidden:
            return "it has imperfect information, and this method sees the whole state"
        return NEEDS_HISTORY if game.forbids_repetition else None

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the last solution."""
        return StatesSession(game, options, setting)


class StatesSession(Session):
    """Keeps the last solution, which answers questions about its states without a search."""

    def __init__(self, game: Game, options: StatesOptions, setting: Setting) -> None:
        self._game, self._options, self._setting = game, options, setting
        self.solution: Solution | None = None

    def knows(self, s: State) -> bool:
        """Whether the solution has the value of s."""
        return self.solution is not None and self.solution.value_of(s) is not None

    def forget(self, seed: int) -> bool:
        """Keeps the solution: it is exact, whatever was asked before."""
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """The solution, or for other questions an analysis of the state from the solution."""
        if ask.question is Question.SOLVE or not self.knows(ask.state):
            solution = self._solve(ask.state, ask.budget)
            if ask.question is Question.SOLVE or solution.table is None:
                yield solution
                return
        yield self._analysis(ask)

    def _solve(self, s: State, budget: Budget) -> Solution:
        setting = self._setting
        found = solvers.solve(
            self._game,
            s,
            budget,
            symmetry=self._options.symmetry,
            plain=setting.plain,
            wait=setting.wait,
            notice=setting.notice,
        )
        if found.table is not None:
            self.solution = found
        return found

    def _analysis(self, ask: Ask) -> Analysis:
        """The analysis of a state in the solution."""
        assert self.solution is not None
        table, game, s = self.solution.table, self._game, ask.state
        assert table is not None
        values, line = table.values_of(s), table.line(s)
        assert values is not None
        distance = table.distance(s)
        if ask.lines > 1 and not game.is_terminal(s):
            lines = self._ranked(s)[: ask.lines]
        else:
            best = Line(values=values, actions=line, proved=self.solution.proved, distance=distance)
            lines = (best,) if line else ()
        return Analysis(
            game=game,
            state=s,
            method=StatesMethod.name,
            value=values[0],
            values=values,
            action=line[0] if line else None,
            line=line,
            lines=lines,
            proved=self.solution.proved,
            depth=len(line),
            distance=distance,
            nodes=0,
            seconds=ask.budget.seconds,
            speed=self.solution.speed,
            error=self.solution.error,
        )

    def _ranked(self, s: State) -> tuple[Line, ...]:
        """Every action, or every outcome of a chance node, with its value; best for the mover first."""
        assert self.solution is not None
        table, game = self.solution.table, self._game
        assert table is not None
        lines = []
        for a in legal_actions(game, s):
            after = game.result(s, a)
            values = table.values_of(after)
            assert values is not None, "the successors of a known state are known"
            distance = table.distance(after)
            lines.append(
                Line(
                    values=values,
                    actions=(a, *table.line(after)),
                    proved=self.solution.proved,
                    distance=None if distance is None else distance + 1,
                )
            )
        mover = game.player(s)
        return tuple(lines if mover == CHANCE else sorted(lines, key=lambda line: line.preference(game, mover)))
