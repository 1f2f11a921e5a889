"""The results of searches (analyses) and of solvers (solutions)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, Protocol

from zermelo.core.game import CHANCE, MAX, MIN, Action, Game, State
from zermelo.core.limits import Budget
from zermelo.core.people import shown
from zermelo.core.rules import state_of
from zermelo.core.values import is_finite, plain_number
from zermelo.core.views import View, show_view

ENDS = 12
"""The number of actions that `ends_of` shows at each end of a long list."""


@singledispatch
def notebook_view(shown: object) -> dict[str, str]:
    """The functions that show an object in a notebook, by media type. The package `draw` registers those of results."""
    return {"text/plain": repr(shown)}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The fields that analyses and solutions share.

    `value` is the value to player 0 and `values` has one for each player; both are None if nothing was found. `proved`
    means exact: the value depends on no heuristic. `seconds` is the thinking time of the whole call; `compile_seconds`,
    the wait for machine code, is not part of it.

    Fields that only some methods fill in are None or empty in the answers of others.
    """

    game: Game
    state: State
    """The state that was asked about; if there is a `view`, some world of it, chosen without knowing the state."""

    method: str
    """The name of the method that answered."""

    value: float | None
    values: tuple[float, ...] | None
    action: Action | None
    line: tuple[Action, ...]
    proved: bool
    depth: int
    nodes: int
    seconds: float
    compile_seconds: float = 0.0
    speed: str = "plain"
    notes: tuple[str, ...] = ()
    error: float | None = None
    """The error of the value: the standard error if it was sampled, or the precision of an iteration."""

    bounds: tuple[float, float] | None = None
    """Proved bounds on the value to player 0, if it is not known exactly."""

    visits: int | None = None
    """The number of simulations of which the value is the mean."""

    strategy: tuple[tuple[Action, float], ...] = ()
    """A mixed strategy: each action with its probability."""

    worlds: int | None = None
    """The number of full states, consistent with what the player has seen, that were searched."""

    source: str | None = None
    """"table" or "book" if the value was looked up and not computed."""

    exploitability: float | None = None
    """NashConv divided by the number of players: how much each could gain, on average, by a best response."""

    nash_conv: float | None = None
    """The sum of what the players could gain by best responses: 0 at an equilibrium."""

    view: View | None = None
    """The mover's view, if information is hidden: then the answer depends on nothing else."""

    @property
    def position(self) -> str:
        """The state as text, or the view where information is hidden."""
        return self.game.show(self.state) if self.view is None else show_view(self.game, self.view)

    @property
    def board(self) -> str:
        """The state as the mover may see it: all of it unless information is hidden."""
        return shown(self.game, self.state, None if self.view is None else self.view.player)

    @property
    def shown_action(self) -> str | None:
        """The action as the game shows it."""
        return None if self.action is None else self.game.show_action(self.state, self.action)

    @property
    def shown_line(self) -> tuple[str, ...]:
        """The line as the game shows it, action by action."""
        return show_line(self.game, self.state, self.line)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data: the object that `--json` prints."""
        return {
            "game": str(self.game),
            "position": self.position,
            "player": None if self.game.is_terminal(self.state) else int(self.game.player(self.state)),
            "value": _number(self.value),
            "values": None if self.values is None else [_number(v) for v in self.values],
            **self._extras(),
            "action": self.shown_action,
            "line": list(self.shown_line),
            "proved": self.proved,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 6),
            "speed": self.speed,
            "method": self.method,
            "notes": list(self.notes),
        }

    def _extras(self) -> dict[str, Any]:
        """The fields that only some methods fill in, as plain data."""
        strategy = [{"action": self.game.show_action(self.state, a), "probability": p} for a, p in self.strategy]
        return _present(
            error=self.error,
            bounds=self.bounds,
            visits=self.visits,
            strategy=strategy or None,
            worlds=self.worlds,
            source=self.source,
            exploitability=self.exploitability,
            nash_conv=self.nash_conv,
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return notebook_view(self)


@dataclass(frozen=True)
class Worth:
    """The value of a state or an action to each player, whether it is proved, and the distance to the end if known.

    `distance` is counted in plies. `bounds`, `visits` and `error` are those of an Answer, and `mean` is that of the
    playouts to player 0, which may differ from a proved value. `won` is the share of playouts that player 0 won, where
    a draw counts half. All are None if not known.
    """

    values: tuple[float, ...]
    proved: bool
    distance: int | None = None
    bounds: tuple[float, float] | None = None
    visits: int | None = None
    error: float | None = None
    mean: float | None = None
    won: float | None = None

    def preference(self, game: Game, mover: int) -> tuple[float, int]:
        """A sort key, best for the mover first: greater values first, then quicker wins and slower losses."""
        wins = self.values[mover] > game.infinite_play(mover)
        return -self.values[mover], (self.distance or 0) * (1 if wins else -1)


@dataclass(frozen=True, kw_only=True)
class Line(Worth):
    """A line of play, with the value of its first action under best play.

    `probability` is that of the first action in a mixed strategy, None if the answer has no mixed strategy.
    """

    actions: tuple[Action, ...]
    probability: float | None = None

    @property
    def value(self) -> float:
        """The value to player 0."""
        return self.values[0]

    @property
    def action(self) -> Action:
        """The first action of the line."""
        return self.actions[0]

    @property
    def is_evaluated(self) -> bool:
        """Whether the value rests on anything: without a playout or a proof it is that of a draw, and means nothing."""
        return self.proved or self.visits != 0


@dataclass(frozen=True, kw_only=True)
class Analysis(Answer):
    """The result of a search: proved or estimated.

    `distance` is a number of plies within which a proved win or loss can be forced, not always the least; that of a
    solution is the least. `lines` has the best actions with their values, if the method searches for several.
    `against_errors` means that opponents are modelled as fallible: a value is then an expected value and does not say
    who wins.
    """

    distance: int | None = None
    lines: tuple[Line, ...] = ()
    against_errors: bool = False

    @property
    def best(self) -> Line | None:
        """The best action with its value and line; None if the search was stopped before it had found one."""
        if self.values is None or not self.line:
            return None
        return Line(
            values=self.values,
            proved=self.proved,
            distance=self.distance,
            bounds=self.bounds,
            visits=self.visits,
            error=self.error,
            actions=self.line,
        )

    def to_json(self) -> dict[str, Any]:
        """The analysis as plain data."""
        several = not self.game.kind.one_number
        lines = [
            {
                "value": _number(line.value),
                **({"values": [_number(v) for v in line.values]} if several else {}),
                "line": list(show_line(self.game, self.state, line.actions)),
                "proved": line.proved,
                "distance": line.distance,
                **_present(bounds=line.bounds, visits=line.visits, error=line.error),
                **_statistics(line),
                **_present(won=line.won, probability=line.probability),
            }
            for line in self.lines
        ]
        return super().to_json() | {"distance": self.distance, "lines": lines}


def _statistics(line: Line) -> dict[str, Any]:
    """The mean and the error of playouts: null, and not left out, if they are not known."""
    return {} if line.visits is None else {"mean": line.mean, "error": line.error}


class Table(Protocol):
    """The solution of every state that a solver has visited."""

    def values_of(self, s: State) -> tuple[float, ...] | None:
        """The value of s to each player, or None if s was not visited."""

    def distance(self, s: State) -> int | None:
        """The plies from s to the end if the winner hurries and the loser delays; None if that is not known."""

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s, the quickest win or the slowest loss first; empty if s was not visited."""

    def line(self, s: State, budget: Budget | None = None) -> tuple[Action, ...]:
        """Best play from s to a terminal state, a chance node or a repetition, or until the budget is used up."""


class Profile(Protocol):
    """A mixed strategy of every player: probabilities by information set and action."""

    def rows(self) -> list[tuple[str, str, tuple[tuple[str, float], ...]]]:
        """For each information set the player, what it has seen, and its actions with probabilities, as text."""

    def to_json(self) -> dict[str, dict[str, float]]:
        """The probabilities by the texts of information sets and actions."""

    def text(self) -> str:
        """The content of a policy file."""


@dataclass(frozen=True, kw_only=True)
class Solution(Answer):
    """The exact value of a state and every optimal action. If `proved` is false, the state was not solved.

    `distance` is the number of plies to the end if the winner hurries and the loser delays; None if there is no winner,
    or more than one number is needed for a value, or chance takes part. `states` is the number of distinct states
    visited, if they were counted.
    """

    actions: tuple[Action, ...]
    distance: int | None
    states: int | None
    ended: bool = True
    """Whether the method ran to its end and was not stopped by a limit."""

    table: Table | None = field(repr=False)
    """The solution of every state that was visited; None if the game was not solved."""

    profile: Profile | None = field(default=None, repr=False)
    """The strategies of an equilibrium, if information is hidden."""

    def value_of(self, s: State | str) -> float | None:
        """The value to player 0 of any state that was visited, else None. The state may be given as text."""
        values = self.values_of(s)
        return None if values is None else values[0]

    def values_of(self, s: State | str) -> tuple[float, ...] | None:
        """The value to each player of any state that was visited, else None."""
        return None if self.table is None else self.table.values_of(self._state(s))

    def policy(self, s: State | str) -> tuple[Action, ...]:
        """Every optimal action in a state that was visited, the quickest win or the slowest loss first; else empty."""
        return () if self.table is None else self.table.policy(self._state(s))

    def line_from(self, s: State | str) -> tuple[Action, ...]:
        """Best play from any state that was visited to a terminal state, a chance node or a repetition; else empty."""
        state = self._state(s)
        return () if self.table is None or self.table.values_of(state) is None else self.table.line(state)

    def _state(self, s: State | str) -> State:
        return state_of(self.game, s, like=self.state)

    @property
    def shown_actions(self) -> tuple[str, ...]:
        """Every optimal action as the game shows it."""
        return tuple(self.game.show_action(self.state, a) for a in self.actions)

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data."""
        return super().to_json() | {
            "actions": list(self.shown_actions),
            "distance": self.distance,
            "states": self.states,
            **({} if self.profile is None else {"policy": self.profile.to_json()}),
        }


def show_line(game: Game, s: State, actions: tuple[Action, ...]) -> tuple[str, ...]:
    """The actions of a line from s, as the game shows them."""
    names = []
    for a in actions:
        names.append(game.show_action(s, a))
        s = game.result(s, a)
    return tuple(names)


def ends_of(shown: tuple[str, ...]) -> str:
    """The actions separated by commas; of a long list only the first and the last ENDS."""
    left_out = len(shown) - 2 * ENDS
    if left_out <= 0:
        return ", ".join(shown)
    return ", ".join([*shown[:ENDS], f"… ({left_out:,} more) …", *shown[-ENDS:]])


def role_of(game: Game, s: State) -> str:
    """The role of a node: "terminal", "chance", "max" or "min"; if one number is not enough, "p0", "p1" and so on."""
    if game.is_terminal(s):
        return "terminal"
    player = game.player(s)
    if player == CHANCE:
        return "chance"
    if game.kind.one_number and player in (MAX, MIN):
        return ("max", "min")[player]
    return f"p{player}"


def _present(**found: Any) -> dict[str, Any]:
    """The fields that are not None, as plain data. An infinite bound becomes None."""
    known = {name: value for name, value in found.items() if value is not None}
    if "bounds" in known:
        known["bounds"] = [_number(bound) for bound in known["bounds"]]
    return known


def _number(value: float | None) -> float | None:
    """The number as a Python number that JSON can represent; None for None, infinities and NaN."""
    return None if value is None or not is_finite(value) else plain_number(value)
