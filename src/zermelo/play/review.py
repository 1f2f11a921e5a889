"""Reviews a game that was played: judges its moves and finds its mistakes.

A move is judged by its value and the value of the best move, both for the player who moved:

    mistake     both values are proved and that of the move is lower; or it missed a proved win or led to a proved
                loss, while the other value is only estimated
    doubtful    at least one of the values is an estimate, and that of the move is lower by more than the standard
                deviation of the game's evaluations two plies later. A smaller difference is noise.

A slower win is not a mistake. Estimates are compared at the same horizon: the state after the move is searched one ply
less deep than the state before it.

Where information is hidden, a move is judged by what its player had seen: all actions are valued at that view, and the
state after the move, which another player sees differently, is not searched. The noise is then the standard error of
the difference of both values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, isclose
from statistics import pstdev
from threading import Event
from typing import Any, TypeVar

from zermelo.core.errors import LimitError, ParseError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.options import known_options
from zermelo.core.results import Analysis, Line, Worth
from zermelo.core.rules import legal_actions
from zermelo.core.values import Ranked, plain_number, rank, show_value
from zermelo.engine.engine import Watch, unwatched
from zermelo.methods.chooser import SOLVING
from zermelo.play.computer import Computer
from zermelo.play.record import Record

T = TypeVar("T")

MISTAKE, DOUBTFUL = "mistake", "doubtful"

SECONDS = 1.0
"""The time for each move if no limit is given."""

SAMPLE = 100
"""About as many states two plies later are evaluated for the standard deviation: an approximation is enough."""


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The value of a move and that of the best move.

    `ply` counts the actions from 1. `better` is the best action if its value is higher than that of the move, otherwise
    None. `mark` is "mistake", "doubtful" or an empty string.
    """

    game: Game
    ply: int
    player: int
    state: State
    action: Action
    better: Action | None
    played: Worth
    best: Worth
    mark: str

    @property
    def value(self) -> float:
        """The value of the action for the player who moved."""
        return self.played.values[self.player]

    @property
    def best_value(self) -> float:
        """The value of the best action for that player."""
        return self.best.values[self.player]

    @property
    def proved(self) -> bool:
        """Whether both values are exact."""
        return self.played.proved and self.best.proved

    @property
    def cost(self) -> float | None:
        """The value lost by the move, at least 0; None if a proved win or loss is compared with an estimate."""
        here, there = self._ranks
        if here.tier != there.tier and not self.proved:
            return None
        return there.value - here.value

    @property
    def shown_action(self) -> str:
        """The action that was played, as the game shows it."""
        return self.game.show_action(self.state, self.action)

    @property
    def shown_better(self) -> str | None:
        """The better action, as the game shows it; None if there is none."""
        return None if self.better is None else self.game.show_action(self.state, self.better)

    @property
    def _ranks(self) -> tuple[Ranked, Ranked]:
        return ranked(self.game, self.player, self.played), ranked(self.game, self.player, self.best)

    def __str__(self) -> str:
        """A short text: "c1 loses; b2 draws", "4 is worth about 1.5; 3 is worth about 4: it costs 2.5"."""
        here, there = self._ranks
        level = self.better is not None and here.tier == there.tier
        said = f"{self.shown_action} {_say(self.game, self.played.proved, here, level)}"
        if self.better is not None:
            said += f"; {self.shown_better} {_say(self.game, self.best.proved, there, level)}"
        return said + (f": it costs {show_value(self.cost)}" if level else "")

    def to_json(self) -> dict[str, Any]:
        """The judgement as plain data."""
        return {
            "ply": self.ply,
            "player": self.player,
            "position": self.game.show(self.state),
            "action": self.shown_action,
            "value": plain_number(self.value),
            "best_value": plain_number(self.best_value),
            "better": self.shown_better,
            "cost": plain_number(self.cost),
            "proved": self.proved,
            "mark": self.mark,
        }


@known_options("table", "threads", "plain", "wait", "notice", "others")
def review(
    record: Record,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    past: Sequence[State] = (),
    stop: Event | None = None,
    watch: Watch = unwatched,
    **settings: Any,
) -> Iterator[Judgement]:
    """Judges the moves that were played, one after another; chance outcomes are skipped.

    The limits are those of one search, one second by default: one search is for the state before the move, and one for
    the state after it, if the move was not the best. A small game is solved instead, if only the time is limited.
    Settings are those of the engine. `past` is the play before the record, if it is known. `stop` ends it.
    """
    if not isinstance(record, Record):
        raise ParseError(f"{quote(repr(record))} is not a record: read_record makes one from text")
    if depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    game = record.game
    played = list(zip(record.states(), record.line(), strict=False))
    computer = Computer(game, Limits(depth, nodes, seconds), record.start, **{"wait": True, **settings})
    solving = Limits(depth, nodes, None if seconds is None else SOLVING * seconds * len(played))
    if seconds is not None and played:  # a solved game needs no further search
        computer.try_solving(Budget(solving, stop))
    for ply, (s, a) in enumerate(played, 1):
        if game.player(s) == CHANCE:
            continue
        if game.kind.hidden:
            # An equilibrium of the whole game takes more than the time for one move, and serves all moves.
            choices = computer.weigh(s, stop) or computer.weigh(s, budget=Budget(solving, stop))
            if stop is not None and stop.is_set():
                return
            yield judge_choice(game, s, a, choices, ply=ply)
            continue
        so_far = [*past, *(state for state, _ in played[: ply - 1])]
        before = computer.analyse(s, past=so_far, stop=stop, watch=watch)
        after = None
        if a != before.action:
            has_no_depth = before.proved or before.visits is not None  # playouts do not end at a depth
            horizon = None if has_no_depth else max(1, before.depth - 1)
            after = computer.analyse(game.result(s, a), depth=horizon, past=[*so_far, s], stop=stop, watch=watch)
        if stop is not None and stop.is_set():
            return
        yield judge(before, after, a, ply=ply)


def judge(before: Analysis, after: Analysis | None, action: Action, *, ply: int = 1) -> Judgement:
    """Judges an action by the analyses of the state before it and of the state after it.

    `after` may be None if the action is the first of a line of `before`. Raises LimitError if one of the values is
    unknown.
    """
    played = _worth_of_action(before, after, action)
    best = played if action == before.action else _worth(before)
    return compare(before.game, before.state, action, played=played, best_action=before.action, best=best, ply=ply)


def judge_choice(game: Game, s: State, action: Action, choices: Sequence[Line], *, ply: int = 1) -> Judgement:
    """Judges an action in s by the values of all actions there, the best first. Raises LimitError if it has none."""
    played = next((line for line in choices if line.action == action), None)
    if played is None:
        raise _no_value(game, s, action)
    return compare(game, s, action, played=played, best_action=choices[0].action, best=choices[0], ply=ply)


def compare(
    game: Game, s: State, action: Action, *, played: Worth, best_action: Action, best: Worth, ply: int = 1
) -> Judgement:
    """Judges an action in s with the value `played` against the best known action and its value."""
    mover = game.player(s)
    if not _is_less(game, mover, played, best):  # the best known action need not be the best
        best = played
    return Judgement(
        game=game,
        ply=ply,
        player=mover,
        state=s,
        action=action,
        better=None if best is played else best_action,
        played=played,
        best=best,
        mark="" if best is played else _mark(game, s, played, best),
    )


def surest(found: Sequence[Worth]) -> Worth:
    """The first proved value, or if none is proved the first."""
    return max(found, key=lambda worth: worth.proved)  # max returns the first of equals


@lru_cache(maxsize=256)  # a live analysis calls it repeatedly
def evaluation_deviation(game: Game, s: State) -> float:
    """The standard deviation of the evaluations of the states two plies after s, for the player to move in s.

    Of many states it is a sample: some replies to each of some actions, as evenly spread as possible.
    """
    mover = game.player(s)
    after = _sample([*_successors(game, s)], SAMPLE)
    each = max(1, SAMPLE // max(len(after), 1))
    guesses = [float(game.evaluate(u, mover)) for t in after for u in _successors(game, t, each)]
    return pstdev(guesses) if guesses else 0.0


def _sample(items: list[T], most: int) -> list[T]:
    """At most `most` of the items, at equal distances."""
    return items if len(items) <= most else [items[i * len(items) // most] for i in range(most)]


def _successors(game: Game, s: State, most: int = SAMPLE) -> Iterator[State]:
    """The nonterminal successors of s under a sample of at most `most` actions."""
    for a in _sample(legal_actions(game, s), most):
        t = game.result(s, a)
        if not game.is_terminal(t):
            yield t


def _worth(analysis: Analysis) -> Worth:
    if analysis.values is None:
        raise LimitError(f"no value was found for {quote(analysis.game.show(analysis.state))}: the limit is too low")
    return Worth(analysis.values, analysis.proved)


def _worth_of_action(before: Analysis, after: Analysis | None, action: Action) -> Worth:
    """The value of the action that was played: a proved one, otherwise that of the same search as the best action."""
    found = [_worth(before)] if action == before.action else []
    found += [Worth(x.values, x.proved) for x in before.lines if x.action == action and x.is_evaluated]
    found += [] if after is None else [_worth(after)]
    if not found:
        raise _no_value(before.game, before.state, action)
    return surest(found)


def _no_value(game: Game, s: State, action: Action) -> LimitError:
    where = f"{quote(game.show_action(s, action))} in {quote(game.show(s))}"
    return LimitError(f"no value was found for {where}: the limit is too low")


def ranked(game: Game, mover: int, worth: Worth) -> Ranked:
    """The value for the mover; a proved win ranks above all estimates, a proved loss below."""
    value = worth.values[mover]
    return rank(value, game.fair_share) if worth.proved and _has_winner(game) else Ranked(0, value)


def _has_winner(game: Game) -> bool:
    """Whether the game is won or lost, so that utilities are not comparable with estimates."""
    kind = game.kind
    return kind.players == 2 and kind.zero_sum and not kind.stochastic and not game.scored


def _is_less(game: Game, mover: int, one: Worth, other: Worth) -> bool:
    """Whether one value is less than the other, by more than a rounding error."""
    here, there = ranked(game, mover, one), ranked(game, mover, other)
    return here.tier < there.tier or (here < there and not isclose(here.value, there.value, rel_tol=1e-9, abs_tol=1e-9))


def _mark(game: Game, s: State, played: Worth, best: Worth) -> str:
    """The mark of a move with a lower value than the best."""
    mover = game.player(s)
    here, there = ranked(game, mover, played), ranked(game, mover, best)
    if here.tier < there.tier or (played.proved and best.proved):
        return MISTAKE
    noise = hypot(played.error or 0.0, best.error or 0.0) if game.kind.hidden else evaluation_deviation(game, s)
    return DOUBTFUL if there.value - here.value > noise else ""


def _say(game: Game, proved: bool, found: Ranked, level: bool) -> str:
    """The result of an action in words: "wins", "loses 3" if the other loses too, or "is worth about 2.5"."""
    if not (proved and _has_winner(game)):
        return f"is worth {'' if proved else 'about '}{show_value(found.value)}"
    size = f" {show_value(abs(found.value))}" if level and found.tier else ""
    return ("loses", "draws", "wins")[found.tier + 1] + size
