"""The referee: keeps the clocks of one game, checks that every action is legal, and records how the game ended."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from threading import Event

from zermelo.core.errors import RuleError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Clock, Limits
from zermelo.core.repetition import ends_by_repetition, legal_after
from zermelo.core.rules import as_listed, finite_bounds, infinite_utility, utilities
from zermelo.core.values import is_finite
from zermelo.play.computer import Computer
from zermelo.play.player import NO_LIMITS, Choice, Player, PlayerFault, Turn
from zermelo.play.playing import drawn_outcome
from zermelo.play.solved import SolutionPlayer

MARGIN = 0.2
"""The tolerance in seconds by which a move may exceed its time: the machine may be busy."""

LONGEST = 5_000
"""After this many plies, a game that has not ended counts as infinite play, and before if a position has repeated."""

RULES, ENDLESS, ADJUDICATED = "rules", "endless", "adjudicated"
"""Why a game ended, if no player was at fault: by the rules, as infinite play, or because its value was proved."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of every game of a match: limits of a move, clocks, and when the referee ends a game."""

    limits: Limits = NO_LIMITS
    clock: Clock | None = None
    margin: float = MARGIN
    adjudicate: bool = False
    longest: int = LONGEST


@dataclass
class Outcome:
    """A game that was played, without the names of its players."""

    start: State
    actions: list[Action] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The actions as the game shows them."""

    seconds: list[float | None] = field(default_factory=list)
    """The seconds of each action; None for chance outcomes and for the opening."""

    values: list[float | None] = field(default_factory=list)
    """The mover's evaluation of each action, as a value for player 0; None if it gave none."""

    utilities: tuple[float, ...] = ()
    why: str = RULES
    """RULES, ENDLESS, ADJUDICATED, or the reason of a fault: "time", "illegal", "error", "died", "silent" ..."""

    fault: int | None = None
    """The player who is at fault, if any."""

    message: str = ""


class Interrupted(Exception):
    """The game was interrupted before its end."""


def play_game(
    game: Game,
    players: Sequence[Player],
    conditions: Conditions,
    *,
    opening: Sequence[Action] = (),
    seed: int = 0,
    player_seeds: Sequence[int] | None = None,
    stop: Event | None = None,
) -> Outcome:
    """Plays one game: `players` by seat, chance from the seed. Raises Interrupted if `stop` is set.

    Each player gets its own seed. A player at fault loses; RuleError and other errors of the game itself are raised.
    """
    table = _Game(game, players, conditions, Random(seed), stop)
    return table.play(opening, player_seeds or [seed + 1 + seat for seat in range(game.players)])


class _Game:
    """One game in progress."""

    def __init__(
        self, game: Game, players: Sequence[Player], conditions: Conditions, chance: Random, stop: Event | None
    ) -> None:
        self.game, self.players, self.conditions = game, players, conditions
        self.stop = stop
        self.chance = chance
        self.state = game.initial()
        self.states = [self.state]
        self.outcome = Outcome(self.state)
        self.clocks = None if conditions.clock is None else [conditions.clock] * game.players

    def play(self, opening: Sequence[Action], seeds: Sequence[int]) -> Outcome:
        for action in opening:
            self._step(action, None, None)
        try:
            self._begin(seeds)
            self._play_on()
        except _Ended:
            pass
        return self.outcome

    def _begin(self, seeds: Sequence[int]) -> None:
        for seat, player in enumerate(self.players):
            try:
                player.begin(seeds[seat])
            except PlayerFault as fault:
                self._forfeit(seat, fault.reason, str(fault))

    def _play_on(self) -> None:
        game, outcome = self.game, self.outcome
        while not game.is_terminal(self.state):
            if self.stop is not None and self.stop.is_set():
                raise Interrupted
            if len(outcome.actions) >= self.conditions.longest or ends_by_repetition(game, self.states):
                self._end(ENDLESS, tuple(infinite_utility(game, p) for p in range(game.players)))
            mover = game.player(self.state)
            if mover == CHANCE:
                self._step(drawn_outcome(game, self.state, self.chance), None, None)
            else:
                self._let_move(mover)
        got = utilities(game, self.state)
        if not all(map(is_finite, got)):
            raise RuleError(f"{type(game).__name__}.utility gave {got} in {quote(game.show(self.state))}")
        self._end(RULES, got)

    def _let_move(self, mover: int) -> None:
        legal = legal_after(self.game, self.states)
        outcome = self.outcome
        clocks, limits = self.clocks, self.conditions.limits
        turn = Turn(self.state, outcome.start, outcome.actions, clocks, limits, legal, self.stop)
        began = time.perf_counter()
        try:
            choice = self.players[mover].decide(turn)
        except PlayerFault as fault:
            late = self._is_late(mover, time.perf_counter() - began)
            self._forfeit(mover, "time" if late and fault.reason == "silent" else fault.reason, str(fault))
        spent = max(0.0, time.perf_counter() - began - choice.waited)
        if self.stop is not None and self.stop.is_set():
            raise Interrupted
        if self._is_late(mover, spent):
            self._forfeit(mover, "time", f"its move took {spent:.2f} s")
        if self.clocks is not None:
            self.clocks = list(self.clocks)  # a copy, because the turn keeps the old list
            self.clocks[mover] = self.clocks[mover].after(spent)
        if choice.action not in legal:
            shown = f"{quote(repr(choice.action))} is not an action in {quote(self.game.show(self.state))}"
            self._forfeit(mover, "illegal", shown)
        line = choice.line
        self._step(as_listed(choice.action, legal), spent, None if line is None else float(line.values[0]))
        if self.conditions.adjudicate:
            self._adjudicate(self.players[mover], choice)

    def _is_late(self, mover: int, spent: float) -> bool:
        limits = self.conditions.limits
        allowed = [] if limits.seconds is None else [limits.seconds]
        allowed += [] if self.clocks is None else [self.clocks[mover].seconds]
        return bool(allowed) and spent > min(allowed) + self.conditions.margin

    def _step(self, action: Action, spent: float | None, value: float | None) -> None:
        self.outcome.actions.append(action)
        self.outcome.names.append(self.game.show_action(self.state, action))
        self.outcome.seconds.append(spent)
        self.outcome.values.append(value)
        self.state = self.game.result(self.state, action)
        self.states.append(self.state)

    def _adjudicate(self, player: Player, choice: Choice) -> None:
        """Ends a game without chance whose value Zermelo itself has proved; claims of other programs do not count."""
        kind = self.game.kind
        proves = isinstance(player, (Computer, SolutionPlayer)) and not kind.stochastic and kind.one_number
        if proves and choice.line is not None and choice.line.proved and not self.game.is_terminal(self.state):
            self._end(ADJUDICATED, choice.line.values)

    def _forfeit(self, seat: int, why: str, message: str) -> None:
        self.outcome.fault, self.outcome.message = seat, message
        self._end(why, forfeited(self.game, seat))

    def _end(self, why: str, got: tuple[float, ...]) -> None:
        self.outcome.why, self.outcome.utilities = why, got
        raise _Ended


class _Ended(Exception):
    """The game is over; the outcome has the details."""


def forfeited(game: Game, seat: int) -> tuple[float, ...]:
    """The utilities if one player is at fault: it gets the worst utility, and the others share the rest.

    If the worst utility is not known, it is one less than that of a draw.
    """
    share = game.fair_share
    bounds = finite_bounds(game)
    worst = share - 1 if bounds is None else bounds[0]
    if game.players == 1:
        return (worst,)
    rest = share + (share - worst) / (game.players - 1)
    return tuple(worst if p == seat else rest for p in range(game.players))
