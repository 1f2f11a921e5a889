"""What was wrong with the moves of a game that was played.

A move is judged by what it is worth and what the best would have been worth, both to the player who moved:

    mistake     something was given away: both values are proved and one is less; or a proved win was let go, or a
                proved loss walked into, though the other value is only estimated
    doubtful    both are estimates, or one is, and what was played seems to be worth less, by more than the spread of
                the game's own evaluations: their standard deviation over the states two plies on. Less is noise.

A win that takes longer is no mistake. What is estimated is compared at the same horizon: what was played is searched
one ply less deep than the state that it was played in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import isclose
from statistics import pstdev
from threading import Event
from typing import Any

from zermelo.core.errors import LimitError, ParseError, quote
from zermelo.core.game import CHANCE, Action, Game, State, legal_actions
from zermelo.core.limits import Budget, Limits
from zermelo.core.options import known_options
from zermelo.core.results import Analysis, Worth
from zermelo.core.values import Ranked, plain_number, rank, show_value
from zermelo.engine.engine import Watch, unwatched
from zermelo.methods.chooser import SOLVING
from zermelo.play.computer import Computer
from zermelo.play.record import Record

MISTAKE, DOUBTFUL = "mistake", "doubtful"

SECONDS = 1.0
"""How long each move is thought about, unless there is another limit."""

SAMPLE = 500
"""How many states two plies on are evaluated, at most, to know the spread."""


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a move was worth, and what the best would have been.

    `ply` counts the actions from 1. `better` is the best action, where it is worth more than the one that was played.
    `mark` is "mistake", "doubtful" or nothing.
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
        """What the action is worth to the player who moved."""
        return self.played.values[self.player]

    @property
    def best_value(self) -> float:
        """What the best would have been worth to that player."""
        return self.best.values[self.player]

    @property
    def proved(self) -> bool:
        """Whether both values are exact."""
        return self.played.proved and self.best.proved

    @property
    def cost(self) -> float | None:
        """What was lost by the move, 0 if nothing; None where a win or a loss stands against an estimate."""
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
        """The action that was better, as the game shows it; None where none was."""
        return None if self.better is None else self.game.show_action(self.state, self.better)

    @property
    def _ranks(self) -> tuple[Ranked, Ranked]:
        return _rank(self.game, self.player, self.played), _rank(self.game, self.player, self.best)

    def __str__(self) -> str:
        """In a few words: "c1 loses; b2 draws", "4 is worth about 1.5; 3 is worth about 4: it costs 2.5"."""
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
    stop: Event | None = None,
    watch: Watch = unwatched,
    **settings: Any,
) -> Iterator[Judgement]:
    """Judges the moves that were played, one after another; what chance brought is passed over.

    The limits are those of one search, a second if none is given: there is one for the state, and where something else
    than the best was played, one for that. A small game is solved instead, if only the time is limited. Settings are
    those of the engine. `stop` ends it.
    """
    if not isinstance(record, Record):
        raise ParseError(f"{quote(repr(record))} is not a record: read_record makes one from text")
    if depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    game = record.game
    played = list(zip(record.states(), record.line(), strict=False))
    computer = Computer(game, Limits(depth, nodes, seconds), record.start, **{"wait": True, **settings})
    if seconds is not None and played:  # solved, the game needs no more time for any of the moves
        computer.try_solving(Budget(Limits(seconds=SOLVING * seconds * len(played)), stop))
    for ply, (s, a) in enumerate(played, 1):
        if game.player(s) == CHANCE:
            continue
        before = computer.analyse(s, stop=stop, watch=watch)
        after = None
        if a != before.action:
            horizon = None if before.proved else max(1, before.depth - 1)
            after = computer.analyse(game.result(s, a), depth=horizon, stop=stop, watch=watch)
        if stop is not None and stop.is_set():
            return
        yield judge(before, after, a, ply=ply)


def judge(before: Analysis, after: Analysis | None, action: Action, *, ply: int = 1) -> Judgement:
    """Judges an action by what is known of the state before it and of the state after it.

    `after` may be left out where the action is the first of a line of `before`. Raises LimitError where nothing is
    known of one of them.
    """
    played = _worth_of_action(before, after, action)
    best = played if action == before.action else _worth(before)
    return compare(before.game, before.state, action, played=played, best_action=before.action, best=best, ply=ply)


def compare(
    game: Game, s: State, action: Action, *, played: Worth, best_action: Action, best: Worth, ply: int = 1
) -> Judgement:
    """Judges an action in s, where `played` is its worth, by the best action that was found and its worth."""
    mover = game.player(s)
    if not _is_less(game, mover, played, best):  # the best that was found may not be the best
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
    """What is proved among these, or else the first."""
    return max(found, key=lambda worth: worth.proved)  # the first of equals


@lru_cache(maxsize=256)  # a live analysis asks for it again and again
def spread(game: Game, s: State) -> float:
    """The standard deviation of the game's evaluations two plies on from s, to who moves in s."""
    mover = game.player(s)
    guesses = [float(game.evaluate(t, mover)) for t in islice(_two_plies_on(game, s), SAMPLE)]
    return pstdev(guesses) if guesses else 0.0


def _two_plies_on(game: Game, s: State) -> Iterator[State]:
    for t in _next(game, s):
        yield from _next(game, t)


def _next(game: Game, s: State) -> Iterator[State]:
    """The states after s in which play goes on."""
    for a in legal_actions(game, s):
        t = game.result(s, a)
        if not game.is_terminal(t):
            yield t


def _worth(analysis: Analysis) -> Worth:
    if analysis.values is None:
        raise LimitError(
            f"nothing was found out about {quote(analysis.game.show(analysis.state))}: the limit is too low"
        )
    return Worth(analysis.values, analysis.proved)


def _worth_of_action(before: Analysis, after: Analysis | None, action: Action) -> Worth:
    """What is known of the action that was played: what is proved, or else from the same search as the best."""
    found = [_worth(before)] if action == before.action else []
    found += [Worth(x.values, x.proved) for x in before.lines if x.actions[0] == action]
    found += [] if after is None else [_worth(after)]
    if not found:
        name = quote(before.game.show_action(before.state, action))
        raise LimitError(f"nothing was found out about {name} in {quote(before.game.show(before.state))}")
    return surest(found)


def _rank(game: Game, mover: int, worth: Worth) -> Ranked:
    """The value to the mover, beyond all estimates if it is a proved win, below if it is a proved loss."""
    value = worth.values[mover]
    return rank(value, game.fair_share) if worth.proved and _has_winner(game) else Ranked(0, value)


def _has_winner(game: Game) -> bool:
    """Whether play is won or lost, and utilities are not to be compared with estimates."""
    kind = game.kind
    return kind.players == 2 and kind.zero_sum and not kind.stochastic and not game.scored


def _is_less(game: Game, mover: int, one: Worth, other: Worth) -> bool:
    """Whether one is worth less than the other, by more than rounding."""
    here, there = _rank(game, mover, one), _rank(game, mover, other)
    return here.tier < there.tier or (here < there and not isclose(here.value, there.value, rel_tol=1e-9, abs_tol=1e-9))


def _mark(game: Game, s: State, played: Worth, best: Worth) -> str:
    """The mark for what is worth less than the best."""
    mover = game.player(s)
    here, there = _rank(game, mover, played), _rank(game, mover, best)
    if here.tier < there.tier or (played.proved and best.proved):
        return MISTAKE
    return DOUBTFUL if there.value - here.value > spread(game, s) else ""


def _say(game: Game, proved: bool, found: Ranked, level: bool) -> str:
    """What an action does: "wins", "loses 3" where the other does too, or "is worth about 2.5"."""
    if not (proved and _has_winner(game)):
        return f"is worth {'' if proved else 'about '}{show_value(found.value)}"
    size = f" {show_value(abs(found.value))}" if level and found.tier else ""
    return ("loses", "draws", "wins")[found.tier + 1] + size
