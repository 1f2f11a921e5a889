"""What a search hands back (an analysis) and what a solver hands back (a solution)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, Protocol

from zermelo.core.game import CHANCE, MAX, MIN, Action, Game, State, state_of
from zermelo.core.limits import Budget
from zermelo.core.values import plain_number

ENDS = 12
"""So many of very many actions are shown at each end of their row."""


@singledispatch
def notebook_view(shown: object) -> dict[str, str]:
    """How a notebook shows something, by media type. Results know no drawing: the room `draw` says it for them."""
    return {"text/plain": repr(shown)}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What an analysis and a solution have in common.

    `value` is player 0's and `values` has one for each player; both are None where nothing was found. `proved` means
    exact: no heuristic had a part in it. `seconds` is the thinking time of the whole call, and `compile_seconds` the
    wait for machine code, which is not part of it.

    What only some methods know is None, or empty, in the answers of others.
    """

    game: Game
    state: State
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
    """How far off the value may be: its standard error where it was sampled, or the precision of an iteration."""

    bounds: tuple[float, float] | None = None
    """Between which the value to player 0 is proved to lie, where it is not known exactly."""

    visits: int | None = None
    """How many simulations the value is the mean of."""

    strategy: tuple[tuple[Action, float], ...] = ()
    """A mixed strategy: actions with the probability of each."""

    worlds: int | None = None
    """How many full states that agree with what the player has seen were looked at."""

    source: str | None = None
    """Where the value was looked up, "table", where it was not computed."""

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
        several = not self.game.kind.one_number
        values = None if self.values is None else [_number(v) for v in self.values]
        return {
            "game": str(self.game),
            "position": self.game.show(self.state),
            "player": None if self.game.is_terminal(self.state) else int(self.game.player(self.state)),
            "value": _number(self.value),
            **({"values": values} if several else {}),
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
        """What this method knows and others do not, as plain data."""
        shown = [{"action": self.game.show_action(self.state, a), "probability": p} for a, p in self.strategy]
        return _present(
            error=self.error,
            bounds=self.bounds,
            visits=self.visits,
            strategy=shown or None,
            worlds=self.worlds,
            source=self.source,
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return notebook_view(self)


@dataclass(frozen=True)
class Worth:
    """What a state or an action is worth to each player, whether that is exact, and the plies to the end if known.

    `bounds`, `visits` and `error` are as in an Answer, and `mean` is that of the playouts, to player 0, which a proved
    value may differ from. All are None where they are not known.
    """

    values: tuple[float, ...]
    proved: bool
    distance: int | None = None
    bounds: tuple[float, float] | None = None
    visits: int | None = None
    error: float | None = None
    mean: float | None = None

    def preference(self, game: Game, mover: int) -> tuple[float, int]:
        """The less, the more the mover likes it: a greater value, then a quicker win or a slower loss."""
        hurries = self.values[mover] > game.infinite_play(mover)
        return -self.values[mover], (self.distance or 0) * (1 if hurries else -1)


@dataclass(frozen=True, kw_only=True)
class Line(Worth):
    """A line of play: what its first action is worth, if all then play their best.

    `probability` is that of the first action in a mixed strategy, None where the answer has no such strategy.
    """

    actions: tuple[Action, ...]
    probability: float | None = None

    @property
    def value(self) -> float:
        """The value to player 0."""
        return self.values[0]

    @property
    def action(self) -> Action:
        """The action that it begins with."""
        return self.actions[0]


@dataclass(frozen=True, kw_only=True)
class Analysis(Answer):
    """What a search found: proved or estimated.

    `distance` is the number of plies within which a win or a loss that is proved can be forced; a solution tells the
    least. `lines` has the best actions, each with its value, where the method looks for more than one. `against_errors`
    means that an opponent is taken to err: then a value is an expectation, and does not say who wins.
    """

    distance: int | None = None
    lines: tuple[Line, ...] = ()
    against_errors: bool = False

    @property
    def best(self) -> Line | None:
        """The action with its value and line; None where the search was stopped before it had looked at any."""
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
                **_present(
                    bounds=line.bounds,
                    visits=line.visits,
                    mean=line.mean,
                    error=line.error,
                    probability=line.probability,
                ),
            }
            for line in self.lines
        ]
        return super().to_json() | {"distance": self.distance, "lines": lines}


class Table(Protocol):
    """What a solver knows of every state that it has read."""

    def values_of(self, s: State) -> tuple[float, ...] | None:
        """The value of s to each player, or None if s was not read."""

    def distance(self, s: State) -> int | None:
        """The plies from s to the end, where one side hurries and the other delays; None where that is not known."""

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s, the quickest win or the slowest loss first; none if s was not read."""

    def line(self, s: State, budget: Budget | None = None) -> tuple[Action, ...]:
        """Best play from s to the end, to a chance node, or to where it goes round; as far as the budget goes."""


@dataclass(frozen=True, kw_only=True)
class Solution(Answer):
    """The exact value of a state and every optimal action, or, where `proved` is false, the word that it was not found.

    `distance` is the number of plies to the end where the winner hurries and the loser delays; None where play has no
    winner or is not of that kind. `states` is how many different states were read, where they were counted.
    """

    actions: tuple[Action, ...]
    distance: int | None
    states: int | None
    ended: bool = True
    """Whether the method has found all that it looks for, and was not stopped by a limit."""

    table: Table | None = field(repr=False)
    """What is known of every state that was read; None where the game was not solved."""

    def value_of(self, s: State | str) -> float | None:
        """The value, to player 0, of any state that was read; None for others. A state may be given as text."""
        values = self.values_of(s)
        return None if values is None else values[0]

    def values_of(self, s: State | str) -> tuple[float, ...] | None:
        """The value, to each player, of any state that was read; None for others."""
        return None if self.table is None else self.table.values_of(self._state(s))

    def policy(self, s: State | str) -> tuple[Action, ...]:
        """Every optimal action in any state that was read, the quickest win or the slowest loss first; else none."""
        return () if self.table is None else self.table.policy(self._state(s))

    def line_from(self, s: State | str) -> tuple[Action, ...]:
        """Best play from any state that was read: to the end, to a chance node, or to where it repeats; else none."""
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
        }


def show_line(game: Game, s: State, actions: tuple[Action, ...]) -> tuple[str, ...]:
    """Actions that follow one another from s, as the game shows them."""
    shown = []
    for a in actions:
        shown.append(game.show_action(s, a))
        s = game.result(s, a)
    return tuple(shown)


def ends_of(shown: tuple[str, ...]) -> str:
    """Actions in a row; of very many the first and the last."""
    left_out = len(shown) - 2 * ENDS
    if left_out <= 0:
        return ", ".join(shown)
    return ", ".join([*shown[:ENDS], f"… ({left_out:,} more) …", *shown[-ENDS:]])


def role_of(game: Game, s: State) -> str:
    """Who a state belongs to: "terminal", "chance", "max" or "min"; where sums are general, "p0", "p1" and so on."""
    if game.is_terminal(s):
        return "terminal"
    player = game.player(s)
    if player == CHANCE:
        return "chance"
    if game.kind.one_number and player in (MAX, MIN):
        return ("max", "min")[player]
    return f"p{player}"


def _present(**found: Any) -> dict[str, Any]:
    """What is there, as JSON can hold it: a bound that is not finite is null."""
    known = {name: value for name, value in found.items() if value is not None}
    if "bounds" in known:
        known["bounds"] = [_number(bound) for bound in known["bounds"]]
    return known


def _number(value: float | None) -> float | None:
    """A number that JSON can hold: of numpy's as Python's own, and none that is not finite."""
    return None if value is None or not math.isfinite(value) else plain_number(value)
