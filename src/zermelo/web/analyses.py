"""An analysis as data for the page: the value of each action in numbers and in words, and its line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from random import Random
from typing import Any

from zermelo.core.game import Game, State
from zermelo.core.people import seat_name
from zermelo.core.results import Analysis, Line, Worth, show_line
from zermelo.core.rules import finite_bounds
from zermelo.core.values import Vector, plain_number
from zermelo.play.review import Judgement
from zermelo.web.positions import some_actions

LINES = 5
"""The number of lines that the page shows."""

LONGEST_LINE = 24
"""The number of plies of a line that the page shows."""


SPEEDS = {"native": "machine code", "plain": "plain Python"}
"""The speeds of rules in words."""

SHORTEST_TIMED = 0.05
"""Over less than this many seconds no rate is computed."""


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
        """The lines of the answer, the best for the mover first; some may have no playouts yet."""
        best = self.analysis.best
        return self.analysis.lines or (() if best is None else (best,))

    @property
    def evaluated(self) -> tuple[Line, ...]:
        """The lines whose value is known, at least by one playout."""
        return tuple(line for line in self.lines if line.is_evaluated)

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
            "speed": SPEEDS.get(found.speed, found.speed),
            "method": found.method,
            "done": self.done,
            "notes": list(found.notes),
            "actions": {
                game.show_action(state, line.action): self._describe_action(line, rank)
                for rank, line in enumerate(self.evaluated)
            },
            "lines": [
                {
                    **describe_line(game, line),
                    "moves": list(show_line(game, state, line.actions[:LONGEST_LINE])),
                    "more": len(line.actions) > LONGEST_LINE,
                }
                for line in self.evaluated[:LINES]
            ],
        }

    def _describe_action(self, line: Line, rank: int) -> dict[str, Any]:
        """The value of an action, its rank from 0, and the share of the playouts that began with it, if any did."""
        all_visits = self.analysis.visits
        share = round(line.visits / all_visits, 4) if all_visits and line.visits is not None else None
        return {**describe_line(self.game, line), "rank": rank, "share": share}

    def costs(self) -> dict[str, Any]:
        """The cost so far: nodes, seconds, and nodes per second."""
        return describe_costs(self.analysis.nodes, self.analysis.seconds)


def describe_costs(nodes: int, seconds: float) -> dict[str, Any]:
    """Nodes, seconds, and nodes per second. A rate over a very short time means nothing, and is left out."""
    return {
        "nodes": nodes,
        "seconds": round(seconds, 3),
        "rate": round(nodes / seconds) if seconds >= SHORTEST_TIMED else None,
    }


def describe_line(game: Game, line: Line) -> dict[str, Any]:
    """The value of a line, as plain data."""
    return describe_value(game, line.values, line.proved, line.distance)


def describe_value(game: Game, values: Vector, proved: bool, distance: int | None) -> dict[str, Any]:
    """A value as plain data: numbers, its position on the gauge, and texts from the viewpoint of each player.

    The texts are a short one, a sentence, and one of a few characters for a cell of the board.
    """
    viewpoints = range(game.players)
    return {
        "value": _finite(values[0]),
        "values": [_finite(v) for v in values],
        "proved": proved,
        "distance": distance,
        "short": [short_value(game, values, proved, distance, p) for p in viewpoints],
        "badge": [badge(game, values, proved, distance, p) for p in viewpoints],
        "words": [value_in_words(game, values, proved, distance, p) for p in viewpoints],
        "shown": [_number(v) for v in values],
        "gauge": gauge(game, values[0], proved),
    }


def describe_judgement(judgement: Judgement) -> dict[str, Any]:
    """The judgement of a move, as plain data. `loss` is between 0 (nothing better was found) and 1 (a win was lost)."""
    return {
        "ply": judgement.ply,
        "player": judgement.player,
        "mark": judgement.mark,
        "words": judgement_in_words(judgement),
        "better": judgement.shown_better,
        "cost": plain_number(judgement.cost),
        "loss": loss(judgement),
        "proved": judgement.proved,
        "before": describe_value(judgement.game, judgement.best.values, judgement.best.proved, None),
        "after": describe_value(judgement.game, judgement.played.values, judgement.played.proved, None),
    }


def judgement_in_words(judgement: Judgement) -> str:
    """What a move won or lost: "b1 loses; a1 draws", "f5 costs about 1.2; d3 is better".

    An estimate of the move itself is not part of it: the analysis of the position shows the latest one.
    """
    played, better = judgement.shown_action, judgement.shown_better
    if better is None:
        said = f"{played} {_outcome(judgement, judgement.played)}" if _is_decided(judgement) else ""
        return f"{said}. Nothing better was found" if said else f"Nothing better than {played} was found"
    if judgement.cost is not None and not (judgement.proved and _has_winner(judgement.game)):
        about = "" if judgement.proved else "about "
        return f"{played} costs {about}{_number(judgement.cost)}; {better} is better"
    outcomes = [_outcome(judgement, worth) for worth in (judgement.played, judgement.best)]
    if outcomes[0] == outcomes[1]:  # both win or both lose, but not by the same margin
        return f"{played} costs {_number(judgement.cost or 0)}; {better} is better"
    return f"{played} {outcomes[0]}; {better} {outcomes[1]}"


def _is_decided(judgement: Judgement) -> bool:
    return judgement.played.proved and _has_winner(judgement.game)


def _outcome(judgement: Judgement, worth: Worth) -> str:
    """What the mover gets: a proved result, or nothing but an estimate."""
    gain = worth.values[judgement.player] - judgement.game.fair_share
    if not worth.proved:
        return "does not seem to lose" if worth is judgement.best else "does not seem to win"
    return "wins" if gain > 0 else "loses" if gain < 0 else "draws"


def loss(judgement: Judgement) -> float:
    """How much the move lost, between 0 and 1: the way on the gauge, or the cost relative to usual evaluations."""
    game, (played, best) = judgement.game, (judgement.played, judgement.best)
    here, there = (gauge(game, worth.values[0], worth.proved) for worth in (played, best))
    if here is not None and there is not None:
        return max(0.0, there - here if judgement.player == 0 else here - there)
    cost = max(0.0, float(judgement.cost or 0.0))
    return cost / (cost + usual_size(game)) if isfinite(cost) else 1.0


def _finite(v: float) -> float | None:
    return plain_number(v) if isfinite(v) else None


def _number(v: float) -> str:
    """The value with as many digits as mean something: at most three, and at most two after the point."""
    number = float(plain_number(v))
    if not isfinite(number):
        return "∞" if number > 0 else "−∞"
    size = abs(number)
    if number.is_integer() and size < 10**15:
        text = f"{size:.0f}"
    else:
        text = f"{size:.{0 if size >= 99.95 else 1 if size >= 9.995 else 2}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"−{text}" if number < 0 and text != "0" else text


def _winner(game: Game, value: float) -> str | None:
    """Who wins with this value; None in a draw."""
    return None if value == game.fair_share else seat_name(game, 0 if value > game.fair_share else 1)


def _has_winner(game: Game) -> bool:
    return game.players == 2 and game.kind.one_number and not game.kind.stochastic and not game.scored


def short_value(game: Game, values: Vector, proved: bool, distance: int | None, viewpoint: int = 0) -> str:
    """A value as a short text for a button: "X in 5", "draw", "≈ 3.2", "R 3 · Y −1 · G −2"."""
    about = "" if proved else "≈ "
    if not game.kind.one_number:
        return about + " · ".join(f"{seat_name(game, p)} {_number(v)}" for p, v in enumerate(values))
    if proved and _has_winner(game):
        winner = _winner(game, values[0])
        if winner is None:
            return "draw"
        return f"{winner} wins" if distance is None else f"{winner} in {distance}"
    return about + _number(values[viewpoint])


def badge(game: Game, values: Vector, proved: bool, distance: int | None, viewpoint: int = 0) -> str:
    """A value in a few characters for a cell of the board: "▲5" if player 0 wins in 5 plies, "▼4", "=", "3.2"."""
    if proved and _has_winner(game):
        sign = "=" if values[0] == game.fair_share else "▲" if values[0] > game.fair_share else "▼"
        return sign if distance is None or sign == "=" else f"{sign}{distance}"
    return _number(values[viewpoint])


def value_in_words(game: Game, values: Vector, proved: bool, distance: int | None, viewpoint: int = 0) -> str:
    """A value in a sentence: "X wins in 5 plies, proved"."""
    certainty = "proved" if proved else "estimated"
    if not game.kind.one_number:
        shares = ", ".join(f"{seat_name(game, p)} {_number(v)}" for p, v in enumerate(values))
        return f"{shares}, {certainty}"
    if proved and _has_winner(game):
        winner = _winner(game, values[0])
        plies = "" if distance is None else f" in {distance} {'ply' if distance == 1 else 'plies'}"
        return f"{f'{winner} wins{plies}' if winner else 'a draw'}, {certainty}"
    return f"value {_number(values[viewpoint])} for {seat_name(game, viewpoint)}, {certainty}"


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
