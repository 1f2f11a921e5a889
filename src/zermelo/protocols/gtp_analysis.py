"""The analyses that Go programs ask for: `lz-analyze` of Leela Zero and `kata-analyze` of KataGo.

Each line of output has, for every move, its visits, its winrate for the player to move, and the line of play:

    info move D4 visits 120 winrate 5321 prior 0 lcb 5210 order 0 pv D4 E5 info move E5 visits ...

Leela Zero writes winrates as numbers from 0 to 10,000, KataGo as fractions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from zermelo.core.game import MAX, Game, State
from zermelo.core.results import Analysis, Line, show_line
from zermelo.protocols.gtp_lines import COLOURS, Command, GtpError, read_count

FOR_EVER = 1e9
"""The time limit of an analysis, in seconds: it ends with the next command."""

NO_LIMIT = 10**9
"""The default maximum number of moves in a line."""

LCB_ERRORS = 2.0
"""The number of standard errors by which the lower confidence bound is below the mean."""


@dataclass(frozen=True)
class Request:
    """The arguments of an analysis: the player (None: the player to move), the seconds between two lines, their format.

    A line has all visited moves, but at least `minmoves` (if there are as many legal moves) and at most `maxmoves`.
    """

    player: int | None
    interval: float
    is_kata: bool
    minmoves: int = 0
    maxmoves: int = NO_LIMIT


def read_analyse(command: Command) -> Request:
    """Reads the arguments: a colour and an interval in hundredths of a second, both optional. Raises GtpError.

    Further arguments are pairs such as `minmoves 1`; unknown ones are refused.
    """
    words = [word.casefold() for word in command.words]
    player = COLOURS[words.pop(0)] if words and words[0] in COLOURS else None
    numbers = {"interval": 0, "minmoves": 0, "maxmoves": NO_LIMIT}
    if words and words[0].isdecimal():
        numbers["interval"] = read_count(words.pop(0))
    while words:
        name, value = words.pop(0), words.pop(0) if words else ""
        if name not in numbers:
            raise GtpError(f"syntax error: {command.name} has no argument {name}")
        numbers[name] = read_count(value)
    interval = numbers.pop("interval") / 100
    return Request(player, interval, command.name == "kata-analyze", **numbers)


class Reporter:
    """Writes the answers of a search as lines, at most once per interval."""

    def __init__(self, game: Game, s: State, request: Request, say: Callable[[str], None]) -> None:
        self._game, self._state, self._request, self._say = game, s, request, say
        self._mover = game.player(s)
        self._next = 0.0

    def report(self, analysis: Analysis) -> None:
        """Writes a line about the answer if the interval has passed."""
        now = time.perf_counter()
        lines = analysis.lines or ((analysis.best,) if analysis.best is not None else ())
        if now >= self._next and lines:
            self._next = now + self._request.interval
            visited = sum(line.visits != 0 for line in lines)
            shown = min(max(visited, self._request.minmoves), self._request.maxmoves)
            self._say(" ".join(self._info(order, line) for order, line in enumerate(lines[:shown])))

    def _info(self, order: int, line: Line) -> str:
        moves = show_line(self._game, self._state, line.actions)
        rate, lower = self._winrate(line)
        visits = line.visits or 0
        numbers = f"winrate {rate:.4f} lcb {lower:.4f}" if self._request.is_kata else _for_leela(rate, lower)
        return f"info move {moves[0]} visits {visits} {numbers} order {order} pv {' '.join(moves)}"

    def _winrate(self, line: Line) -> tuple[float, float]:
        """The share of playouts that the mover won, and its lower confidence bound; 1, 1/2 or 0 if it is proved.

        If the method does not count wins, the value is used instead, scaled by the bounds of utilities.
        """
        value, fair = line.values[self._mover], self._game.fair_share
        if line.proved:
            rate = 0.5 + 0.5 * ((value > fair) - (value < fair))
            return rate, rate
        if line.won is None or not line.visits:
            return self._scaled(value), self._scaled(value - LCB_ERRORS * (line.error or 0.0))
        rate = line.won if self._mover == MAX else 1.0 - line.won
        return rate, max(rate - LCB_ERRORS * sqrt(rate * (1.0 - rate) / line.visits), 0.0)

    def _scaled(self, value: float) -> float:
        """A value as a fraction: 0 for the least utility, 1 for the greatest, 1/2 if their bounds are unknown."""
        if self._game.bounds is None:
            return 0.5
        least, greatest = self._game.bounds
        if self._mover == 1:  # bounds are those of player 0
            least, greatest = self._game.total - greatest, self._game.total - least
        return min(max((value - least) / (greatest - least), 0.0), 1.0)


def _for_leela(rate: float, lower: float) -> str:
    return f"winrate {round(10_000 * rate)} prior 0 lcb {round(10_000 * lower)}"
