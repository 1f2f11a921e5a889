"""The computer as a player: exact where the game can be solved while one waits, a searcher elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

from zermelo import solvers, textbook
from zermelo.game import Action, Game, State, legal_actions
from zermelo.limits import Limits
from zermelo.results import Solution, Table
from zermelo.values import Vector

SOLVABLE = 50_000
"""How many states the computer is ready to read before the first move, to play perfectly ever after."""


@dataclass(frozen=True)
class Choice:
    """An action, what the computer thinks it is worth to each player, and how it expects play to go on."""

    action: Action
    values: Vector
    proved: bool
    line: tuple[Action, ...]


class Computer:
    """Chooses actions and says what they are worth, within a limit for each move.

    Where only the time is limited it first tries to solve the game from `start`, and then plays perfectly.
    """

    def __init__(self, game: Game, limits: Limits, start: State) -> None:
        self.game = game
        self.limits = limits
        self._start = start
        self._solution: Solution | None = None

    def choose(self, s: State, stop: Event | None = None) -> Choice:
        """The action it would take in s."""
        table = self._table(stop)
        values = table.values_of(s) if table else None
        if table and values:
            return Choice(table.policy(s)[0], values, True, table.line(s))
        analysis = textbook.analyse(self.game, s, self.limits, stop=stop)
        if analysis.action is None:  # stopped before it had looked at anything
            return self.weigh(s, stop)[0]
        return Choice(analysis.action, analysis.values or self._guess(s), analysis.proved, analysis.line)

    def weigh(self, s: State, stop: Event | None = None) -> list[Choice]:
        """Every action in s with its value, the best for the mover first."""
        mover = self.game.player(s)
        actions = legal_actions(self.game, s)
        share = self._share(len(actions))
        choices = [self._weigh_one(s, a, share, stop) for a in actions]
        return sorted(choices, key=lambda choice: -choice.values[mover])

    def _weigh_one(self, s: State, a: Action, limits: Limits, stop: Event | None) -> Choice:
        after = self.game.result(s, a)
        table = self._table(stop)
        values = table.values_of(after) if table else None
        if table and values:
            return Choice(a, values, True, (a, *table.line(after)))
        analysis = textbook.analyse(self.game, after, limits, stop=stop)
        return Choice(a, analysis.values or self._guess(after), analysis.proved, (a, *analysis.line))

    def _guess(self, s: State) -> Vector:
        return tuple(self.game.evaluate(s, p) for p in range(self.game.players))

    def _share(self, parts: int) -> Limits:
        """The limits for one of so many searches that share those of a move."""
        whole = self.limits
        return Limits(
            depth=None if whole.depth is None else max(1, whole.depth - 1),
            nodes=None if whole.nodes is None else max(1, whole.nodes // parts),
            seconds=None if whole.seconds is None else whole.seconds / parts,
        )

    def _table(self, stop: Event | None) -> Table | None:
        """What is known exactly of every state; found the first time that it is asked for, if at all."""
        if self.limits.depth is not None or self.limits.nodes is not None:
            return None
        if self._solution is None:
            limits = Limits(None, SOLVABLE, self.limits.seconds)
            self._solution = solvers.solve(self.game, self._start, limits, stop=stop)
        return self._solution.table
