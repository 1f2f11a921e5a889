"""Runs a match from its first game to its last: schedule, workers, file and statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from threading import Event
from typing import Any

from zermelo.core.errors import KindError, LimitError, quote
from zermelo.core.game import Game
from zermelo.core.limits import Clock, Limits
from zermelo.core.options import known_options
from zermelo.loading import load
from zermelo.matches.elo import Sprt
from zermelo.matches.pools import Cluster, OwnProcess, Pool, Processes
from zermelo.matches.referee import LONGEST, MARGIN, Conditions
from zermelo.matches.results import GameResult, ResultFile
from zermelo.matches.schedule import Pairing, pairings
from zermelo.matches.standings import Standings, standings
from zermelo.matches.table import MatchTable, Setup, has_winner

GAMES = 100
"""The default number of games of a match."""

OFTEN = 0.25
"""The seconds between two reports of the progress."""


@dataclass(frozen=True)
class MatchProgress:
    """The progress of a match."""

    standings: Standings
    done: int
    games: int | None
    seconds: float
    """The seconds since this run began."""

    played: int
    """The number of games that this run has played, without those of the file."""

    @property
    def seconds_left(self) -> float | None:
        """The estimated time to the last game; None if it is unknown."""
        if self.games is None or not self.played:
            return None
        return (self.games - self.done) * self.seconds / self.played


Tell = Callable[[MatchProgress], None]


def silent(_progress: MatchProgress) -> None:
    """A callback that ignores the progress."""


@known_options()
def match(
    game: Game | str | PathLike[str],
    players: Sequence[Any],
    *,
    games: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    clock: Clock | str | None = None,
    openings: str | None = None,
    book: str | PathLike[str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    file: str | PathLike[str] | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    anchor: str | None = None,
    adjudicate: bool = False,
    margin: float = MARGIN,
    longest: int = LONGEST,
    tell: Tell = silent,
    stop: Event | None = None,
) -> Standings:
    """Plays a match, and returns its standings.

    Players are texts or objects, as `zermelo.player` takes them. There are 100 games unless it is said, or with an SPRT
    as many as it needs. The limits are those of a move; players with limits of their own keep these, but `seconds`
    is an upper limit for all. With a file every game is written down at once, and games that are in it are not played
    again. A `book` is the file of an opening book for the players that search. Several `jobs` are processes; players
    that are objects play in this one.
    """
    loaded = game if isinstance(game, Game) else load(game)
    conditions = Conditions(
        Limits(depth, nodes, seconds),
        Clock.parse(clock) if isinstance(clock, str) else clock,
        margin,
        adjudicate,
        longest,
    )
    setup = Setup(loaded, list(players), conditions, openings, seed, None if book is None else str(book))
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    refuse_nonsense(setup, games, jobs, cluster, test)
    number = games if games is not None or test is not None else GAMES
    with ExitStack() as closing:
        results = None if file is None else ResultFile(Path(file), str(loaded), setup.to_json())
        if results is not None:
            closing.callback(results.close)
        run = _Run(setup, number, sprt=test, anchor=anchor, file=results, tell=tell, stop=stop or Event())
        if not run.is_done:
            pool = _pool(setup, jobs, cluster)
            closing.callback(pool.close)
            run.play(pool)
        return run.standings()


def refuse_nonsense(setup: Setup, games: int | None, jobs: int, cluster: str | None, sprt: Sprt | None) -> None:
    """Raises LimitError or KindError for invalid arguments."""
    for name, value in (("games", games), ("jobs", jobs)):
        if value is not None and (not isinstance(value, int) or value < 1):
            raise LimitError(f"{quote(value)} {name} is not valid: it must be a whole number above zero")
    if sprt is not None:
        if len(setup.players) != 2 or not has_winner(setup.game):
            raise KindError("an SPRT compares two players of a game that is won, drawn or lost")
        if not (sprt.low < sprt.high and 0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
            raise LimitError(
                f"an SPRT of {sprt.low:g},{sprt.high:g} with errors of {sprt.alpha:g} and {sprt.beta:g} is not valid: "
                "the second Elo difference must be greater than the first, and the errors between 0 and 0.5"
            )
    if jobs > 1 or cluster is not None:
        if not setup.is_text:
            raise KindError("several jobs need a game and players given as text, so that other processes can load them")
        if "human" in setup.players:
            raise KindError("a person can play in one process only: use --jobs 1")


def _pool(setup: Setup, jobs: int, cluster: str | None) -> Pool:
    """The pool for the games. Every player is created here once, so that an invalid one is refused immediately."""
    table = MatchTable(setup)
    try:
        table.seat_all()
    except BaseException:
        table.close()
        raise
    if jobs == 1 and cluster is None:
        return OwnProcess(table)
    table.close()
    return Processes(setup, jobs) if cluster is None else Cluster(setup, cluster)


class _Run:
    """One run of a match: it plays the games that the file does not have yet."""

    def __init__(
        self,
        setup: Setup,
        games: int | None,
        *,
        sprt: Sprt | None,
        anchor: str | None,
        file: ResultFile | None,
        tell: Tell,
        stop: Event,
    ) -> None:
        self._setup, self._games, self._sprt, self._anchor = setup, games, sprt, anchor
        self._file, self._tell, self._stop = file, tell, stop
        self._results: dict[int, GameResult] = {}
        self._pairs = PairCounter()
        self._decided_after: int | None = None  # the number of games after which the SPRT decided
        self._played = 0
        self._began = self._reported = time.perf_counter()
        self.standings()  # refuses an unknown anchor before the first game
        for result in [] if file is None else file.games:
            if games is None or result.number < games:
                self._keep(result)

    @property
    def is_done(self) -> bool:
        """Whether all games are played, or the SPRT has decided."""
        return self._decided_after is not None or len(self._results) == self._games

    def standings(self) -> Standings:
        """The standings of the match."""
        setup, last = self._setup, self._decided_after
        results = [result for number, result in self._results.items() if last is None or number < last]
        return standings(results, setup.names, str(setup.game), sprt=self._sprt, anchor=self._anchor)

    def play(self, pool: Pool) -> None:
        """Plays the missing games, until all are played, the SPRT has decided, or it is stopped."""
        for result in pool.play(self._missing(), self._stop):
            if self._file is not None:
                self._file.add(result)
            self._played += 1
            self._keep(result)
            self._tell_now_and_then()
            if self.is_done:
                break
        self._tell(self._progress())

    def _missing(self) -> Iterator[Pairing]:
        setup = self._setup
        known = frozenset(self._results)
        for pairing in pairings(setup.game, len(setup.players), setup.seed):
            if self._games is not None and pairing.number >= self._games:
                return
            if pairing.number not in known:
                yield pairing

    def _keep(self, result: GameResult) -> None:
        self._results[result.number] = result
        if self._sprt is None:
            return
        for games in self._pairs.add(result):
            if self._decided_after is None and self._sprt.decision(self._pairs.counts) is not None:
                self._decided_after = games

    def _tell_now_and_then(self) -> None:
        if self._tell is not silent and time.perf_counter() - self._reported >= OFTEN:
            self._tell(self._progress())
            self._reported = time.perf_counter()

    def _progress(self) -> MatchProgress:
        seconds = time.perf_counter() - self._began
        return MatchProgress(self.standings(), len(self._results), self._games, seconds, self._played)


class PairCounter:
    """Counts the scores of pairs in the order of the schedule, so that the SPRT does not depend on which ends first."""

    def __init__(self) -> None:
        self.counts = [0] * 5
        self._waiting: dict[int, float] = {}
        self._next = 0

    def add(self, result: GameResult) -> Iterator[int]:
        """Adds a game of two players; yields, for every pair counted now, the number of games counted so far."""
        assert result.points is not None, "games of two players are won, drawn or lost"
        self._waiting[result.number] = result.points[result.seats.index(0)]
        while {self._next, self._next + 1} <= self._waiting.keys():
            first, second = (self._waiting.pop(number) for number in (self._next, self._next + 1))
            self.counts[round(2 * (first + second))] += 1
            self._next += 2
            yield self._next
