"""An analysis as data for the page: the value of each action in numbers and in words, and its line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from random import Random
from typing import Any

from zermelo.core.game import Game, State, finite_bounds
from zermelo.core.people import player_name
from zermelo.core.results import Analysis, Line, show_line
from zermelo.core.values import Vector, plain_number, show_value
from zermelo.play.review import Judgement
from zermelo.web.positions import some_actions

LINES = 5
"""The number of lines that the page shows."""

LONGEST_LINE = 24
"""The number of plies of a line that the page shows."""


@dataclass(frozen=True)
class Standing:
    """The current result of the analysis of a state; `done` when it has ended."""

    analysis: Analysis
    done: bool = False

    @property
    def game(self) -> Game:
        """The game."""
        return self.analysis.game

    @property
    def state(self) -> State:
        """The state that is analysed."""
        return self.analysis.state

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the actions that were evaluated, the best for the mover first."""
        best = self.analysis.best
        return self.analysis.lines or (() if best is None else (best,))

    @property
    def is_settled(self) -> bool:
        """Whether further search could not change anything."""
        return bool(self.lines) and all(line.proved for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """The analysis as plain data for the page."""
        found, game, state = self.analysis, self.game, self.state
        values = found.values or tuple(game.evaluate(state, p) for p in range(game.players))
        return {
            **describe_value(game, values, found.proved, found.distance),
            "depth": found.depth,
            **self.costs(),
            "speed": found.speed,
            "method": found.method,
            "done": self.done,
            "notes": list(found.notes),
            "actions": {game.show_action(state, line.action): self._describe_action(line) for line in self.lines},
            "lines": [
                {
                    **describe_line(game, line),
                    "moves": list(show_line(game, state, line.actions[:LONGEST_LINE])),
                    "more": len(line.actions) > LONGEST_LINE,
                }
                for line in self.lines[:LINES]
            ],
        }

    def _describe_action(self, line: Line) -> dict[str, Any]:
        """The value of an action, and the share of the playouts that began with it, if there were any."""
        all_visits = self.analysis.visits
        share = round(line.visits / all_visits, 4) if all_visits and line.visits is not None else None
        return {**describe_line(self.game, line), "share": share}

    def costs(self) -> dict[str, Any]:
        """The cost so far: nodes, seconds, and nodes per second."""
        nodes, seconds = self.analysis.nodes, self.analysis.seconds
        return {"nodes": nodes, "seconds": round(seconds, 3), "rate": round(nodes / seconds) if seconds else 0}


def describe_line(game: Game, line: Line) -> dict[str, Any]:
    """The value of a line, as plain data."""
    return describe_value(game, line.values, line.proved, line.distance)


def describe_value(game: Game, values: Vector, proved: bool, distance: int | None) -> dict[str, Any]:
    """A value as plain data: numbers, a short text, a sentence, and its position on the gauge."""
    return {
        "value": _finite(values[0]),
        "values": [_finite(v) for v in values],
        "proved": proved,
        "distance": distance,
        "short": short_value(game, values, proved, distance),
        "badge": badge(game, values, proved, distance),
        "words": value_in_words(game, values, proved, distance),
        "gauge": gauge(game, values[0], proved),
    }


def describe_judgement(judgement: Judgement) -> dict[str, Any]:
    """The judgement of a move, as plain data."""
    return {
        "ply": judgement.ply,
        "mark": judgement.mark,
        "words": str(judgement),
        "better": judgement.shown_better,
        "cost": plain_number(judgement.cost),
        "proved": judgement.proved,
        "before": describe_value(judgement.game, judgement.best.values, judgement.best.proved, None),
        "after": describe_value(judgement.game, judgement.played.values, judgement.played.proved, None),
    }


def _finite(v: float) -> float | None:
    return plain_number(v) if isfinite(v) else None


def _tidy(v: float) -> float:
    """The value, with 0 in place of a tiny rounding error."""
    return 0 if abs(v) < 1e-9 else v


def _winner(game: Game, value: float) -> str | None:
    """Who wins with this value; None in a draw."""
    return None if value == game.fair_share else player_name(game, 0 if value > game.fair_share else 1)


def _has_winner(game: Game) -> bool:
    return game.players == 2 and game.kind.one_number and not game.kind.stochastic and not game.scored


def short_value(game: Game, values: Vector, proved: bool, distance: int | None) -> str:
    """A value as a short text for a button: "X in 5", "draw", "≈ 3.2"."""
    if not game.kind.one_number:
        return f"{'' if proved else '≈ '}{show_value(tuple(map(_tidy, values)), 3)}"
    if proved and _has_winner(game):
        winner = _winner(game, values[0])
        if winner is None:
            return "draw"
        return f"{winner} wins" if distance is None else f"{winner} in {distance}"
    number = show_value(_tidy(values[0]), 3)
    return number if proved else f"≈ {number}"


def badge(game: Game, values: Vector, proved: bool, distance: int | None) -> str:
    """A value in a few characters for a cell of the board: "▲5" if MAX wins in 5 plies, "▼4", "=", "3.2"."""
    if proved and _has_winner(game):
        sign = "=" if values[0] == game.fair_share else "▲" if values[0] > game.fair_share else "▼"
        return sign if distance is None or sign == "=" else f"{sign}{distance}"
    return show_value(_tidy(values[0]), 2)


def value_in_words(game: Game, values: Vector, proved: bool, distance: int | None) -> str:
    """A value in a sentence: "X wins in 5 plies, proved"."""
    certainty = "proved" if proved else "estimated"
    if proved and _has_winner(game):
        winner = _winner(game, values[0])
        plies = "" if distance is None else f" in {distance} {'ply' if distance == 1 else 'plies'}"
        return f"{f'{winner} wins{plies}' if winner else 'a draw'}, {certainty}"
    number = show_value(_tidy(values[0]) if game.kind.one_number else tuple(map(_tidy, values)))
    return f"value {number}{f' for {player_name(game, 0)}' if game.kind.one_number else ''}, {certainty}"


def gauge(game: Game, value: float, proved: bool) -> float | None:
    """The position of a value between 0 (MIN wins) and 1 (MAX wins); None if the game is not two-player zero-sum.

    A proved expected value is placed linearly between the game's bounds. An estimate approaches an end as it grows
    relative to the usual size of evaluations in this game.
    """
    if not game.kind.one_number or game.players != 2:
        return None
    gain = value - game.fair_share
    if not isfinite(gain) or (proved and _has_winner(game)):
        return 0.5 + 0.5 * ((gain > 0) - (gain < 0))
    bounds = finite_bounds(game)
    if proved and game.kind.stochastic and bounds is not None and bounds[0] < bounds[1]:
        least, greatest = bounds
        return (value - least) / (greatest - least)
    return 0.5 + 0.48 * gain / (abs(gain) + usual_size(game))


@lru_cache(maxsize=64)
def usual_size(game: Game) -> float:
    """The mean absolute size of evaluations and utilities in random play, relative to the fair share."""
    dice = Random(1)
    sizes = []
    for _ in range(6):
        s = game.initial()
        for _ in range(12):
            over = game.is_terminal(s)
            size = abs((game.utility(s, 0) if over else game.evaluate(s, 0)) - game.fair_share)
            sizes.append(size if isfinite(size) else 0.0)
            if over:
                break
            s = game.result(s, dice.choice(some_actions(game, s)))
    return float(sum(sizes) / len(sizes)) or 1.0
