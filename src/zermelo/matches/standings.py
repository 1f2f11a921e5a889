"""The standings of a match: wins, draws and losses by seat, ratings, and the verdict in one sentence."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, stdev
from typing import Any

from zermelo.core.errors import KindError, nearest, quote
from zermelo.matches.bradley_terry import Rating, rate
from zermelo.matches.elo import Elo, Sprt, elo_difference, pairs_needed
from zermelo.matches.results import GameResult, in_order

Z = NormalDist().inv_cdf(0.975)

MOST_GAMES = 100_000
"""If more games than this would be needed, the verdict gives no number."""


@dataclass
class Tally:
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: float) -> None:
        """Counts a game by its points: 1, ½ or 0."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    @property
    def points(self) -> float:
        """The total points: 1 for a win, ½ for a draw."""
        return self.wins + self.draws / 2

    def to_json(self) -> dict[str, int]:
        """As plain data."""
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


@dataclass
class PlayerStanding:
    """One player of the match."""

    name: str
    seats: int
    total: Tally = field(default_factory=Tally)
    by_seat: list[Tally] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    ranks: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    rating: Rating | None = None

    def __post_init__(self) -> None:
        self.by_seat = [Tally() for _ in range(self.seats)]

    @property
    def mean(self) -> float:
        """The mean utility."""
        return fmean(self.scores) if self.scores else 0.0

    @property
    def error(self) -> float | None:
        """Half the width of the 95 % interval of the mean; None for fewer than two games."""
        return Z * stdev(self.scores) / math.sqrt(len(self.scores)) if len(self.scores) > 1 else None

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "games": len(self.scores),
            **self.total.to_json(),
            "by_seat": [tally.to_json() for tally in self.by_seat],
            "mean_score": round(self.mean, 6),
            "score_error": None if self.error is None else round(self.error, 6),
            "mean_rank": round(fmean(self.ranks), 6) if self.ranks else None,
            "faults": dict(self.faults),
            "rating": None if self.rating is None else round(self.rating.rating, 2),
            "rating_error": None if self.rating is None else round(self.rating.error, 2),
        }


@dataclass
class Standings:
    """The standings of a match after the games that were played."""

    game: str
    names: list[str]
    results: list[GameResult]
    players: list[PlayerStanding]
    pentanomial: list[int]
    """For a match of two players: the number of pairs in which the first scored 0, ½, 1, 1½ and 2 points."""

    elo: Elo | None
    sprt: Sprt | None = None

    @property
    def decision(self) -> bool | None:
        """The decision of the SPRT, if there is one."""
        return None if self.sprt is None else self.sprt.decision(self.pentanomial)

    @property
    def has_winners(self) -> bool:
        """Whether games are won, drawn or lost, as opposed to having only utilities."""
        return all(result.points is not None for result in self.results)

    @property
    def verdict(self) -> str:
        """The result in one sentence."""
        if not self.results:
            return "no game has been played yet"
        if len(self.names) == 2 and self.elo is not None and self.has_winners:
            return self._verdict_of_two(self.elo)
        return self._verdict_by_ratings() if self.has_winners else self._verdict_by_scores()

    def cross_table(self) -> list[list[Tally | None]]:
        """The tally of each player against each other; None on the diagonal. Empty if games have no winners."""
        count = len(self.names) if self.has_winners else 0
        table: list[list[Tally | None]] = [[None if i == j else Tally() for j in range(count)] for i in range(count)]
        for result in self.results:
            if result.points is not None:
                (i, j), (mine, theirs) = result.seats, result.points
                for row, column, points in ((i, j, mine), (j, i, theirs)):
                    tally = table[row][column]
                    if tally is not None:
                        tally.add(points)
        return table

    def to_json(self) -> dict[str, Any]:
        """The standings as plain data."""
        return {
            "game": self.game,
            "games": len(self.results),
            "players": [player.to_json() for player in self.players],
            "elo": None if self.elo is None else self.elo.to_json(),
            "pentanomial": self.pentanomial if len(self.names) == 2 else None,
            "sprt": self._sprt_to_json(),
            "cross_table": [[tally and tally.to_json() for tally in row] for row in self.cross_table()],
            "endings": dict(Counter(result.why for result in self.results)),
            "verdict": self.verdict,
        }

    def _sprt_to_json(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        least, most = self.sprt.bounds
        return {
            "elo0": self.sprt.low,
            "elo1": self.sprt.high,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "llr": round(self.sprt.ratio(self.pentanomial), 6),
            "bounds": [round(least, 6), round(most, 6)],
            "accepted": self.decision,
        }

    def _verdict_of_two(self, elo: Elo) -> str:
        first, second = self.names
        if self.sprt is not None and self.decision is not None:
            low, high = self.sprt.low, self.sprt.high
            return (
                f"{first} passes: it is stronger by {high:g} Elo rather than {low:g}"
                if self.decision
                else f"{first} fails: it is stronger by {low:g} Elo rather than {high:g}"
            )
        if elo.low > 0:
            return f"{first} is stronger: 95 % sure, {_range(elo.low, elo.high)}"
        if elo.high < 0:
            return f"{second} is stronger: 95 % sure, {_range(-elo.high, -elo.low)}"
        return f"not decided yet: {self._more_games(elo)}"

    def _more_games(self, elo: Elo) -> str:
        more = 2 * (pairs_needed(self.pentanomial) - sum(self.pentanomial))
        if more <= MOST_GAMES:
            return f"about {_rounded(more)} more games"
        if math.isinf(max(abs(elo.low), abs(elo.high))):
            return "more games are needed"
        return f"if there is a difference, it is less than {max(abs(elo.low), abs(elo.high)):.0f} Elo"

    def _verdict_by_ratings(self) -> str:
        ranked = sorted((p.rating for p in self.players if p.rating is not None), key=lambda rating: -rating.rating)
        best, next_best = ranked[0], ranked[1]
        to_next = rate(self.names, pairs_of(self.results), self.names.index(next_best.name))
        gap, error = best.rating - next_best.rating, to_next[self.names.index(best.name)].error
        if gap > error:
            return f"{best.name} is the strongest: 95 % sure, {gap:.0f} Elo ahead of {next_best.name}"
        return f"not decided yet: {best.name} leads {next_best.name} by {gap:.0f} Elo"

    def _verdict_by_scores(self) -> str:
        ranked = sorted(self.players, key=lambda p: -p.mean)
        if len(ranked) < 2:
            return f"{ranked[0].name} has a mean score of {_with_error(ranked[0])}"
        best, next_best = ranked[0], ranked[1]
        gap, error = self._gap(best, next_best)
        scores = f"mean score {_with_error(best)} against {_with_error(next_best)} of {next_best.name}"
        return (
            f"{best.name} is the best: 95 % sure, {scores}"
            if gap > error
            else f"not decided yet: {best.name} leads, {scores}"
        )

    def _gap(self, one: PlayerStanding, other: PlayerStanding) -> tuple[float, float]:
        """The difference of two mean scores, and half the width of its 95 % interval."""
        i, j = self.names.index(one.name), self.names.index(other.name)
        together = [result for result in self.results if {i, j} <= set(result.seats)]
        if len(together) < max(len(one.scores), len(other.scores)):
            return one.mean - other.mean, math.hypot(one.error or math.inf, other.error or math.inf)
        # In the same games, what one gains the other may lose: the two means are not independent.
        gaps = [
            result.utilities[result.seats.index(i)] - result.utilities[result.seats.index(j)] for result in together
        ]
        return fmean(gaps), Z * stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else math.inf


def _with_error(player: PlayerStanding) -> str:
    return f"{player.mean:.4g}" + ("" if player.error is None else f" ± {player.error:.2g}")


def _range(low: float, high: float) -> str:
    return f"by at least {low:.0f} Elo" if math.isinf(high) else f"by {low:.0f} to {high:.0f} Elo"


def _rounded(number: float) -> str:
    """A number of games, to two digits."""
    size = 10 ** max(0, math.floor(math.log10(max(number, 1))) - 1)
    return f"{math.ceil(number / size) * size:,}"


def standings(
    results: Iterable[GameResult],
    names: Sequence[str],
    game: str = "",
    *,
    sprt: Sprt | None = None,
    anchor: str | None = None,
) -> Standings:
    """The standings after these games. The anchor, "NAME" or "NAME=RATING", sets the scale of ratings."""
    ordered = in_order(results)
    seats = max((len(result.seats) for result in ordered), default=2)
    players = [PlayerStanding(name, seats) for name in names]
    for result in ordered:
        _count(players, result)
    pairs = pair_scores(ordered)
    pentanomial = [pairs.get(half, 0) for half in range(5)]
    found = Standings(
        game or (ordered[0].game if ordered else ""),
        list(names),
        ordered,
        players,
        pentanomial,
        elo_difference(pentanomial) if len(names) == 2 else None,
        sprt,
    )
    if found.has_winners and ordered:
        _rate(players, ordered, anchor)
    return found


def _count(players: list[PlayerStanding], result: GameResult) -> None:
    for seat, index in enumerate(result.seats):
        player = players[index]
        mine = result.utilities[seat]
        player.scores.append(mine)
        player.ranks.append(rank_among(mine, result.utilities))
        if result.points is not None:
            player.total.add(result.points[seat])
            player.by_seat[seat].add(result.points[seat])
        if result.fault == seat:
            player.faults[result.why] += 1


def rank_among(mine: float, utilities: Sequence[float]) -> float:
    """The rank of a player by its utility, 1 for the best; equal utilities share the mean of their ranks."""
    return 1 + sum(u > mine for u in utilities) + (sum(u == mine for u in utilities) - 1) / 2


def pair_scores(results: Iterable[GameResult]) -> Counter[int]:
    """The number of pairs in which player 0 scored 0 to 4 half points; only complete pairs of two players count."""
    rounds: defaultdict[int, list[float]] = defaultdict(list)
    for result in results:
        if result.points is not None and sorted(result.seats) == [0, 1]:
            rounds[result.round].append(result.points[result.seats.index(0)])
    return Counter(round(2 * sum(points)) for points in rounds.values() if len(points) == 2)


def pairs_of(results: Iterable[GameResult]) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Wins of the first, draws, and wins of the second, for each pair of players who have met."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in results:
        if result.points is not None:
            (i, j), (mine, _) = result.seats, result.points
            outcome = {1.0: 0, 0.5: 1, 0.0: 2}[mine]
            found[min(i, j), max(i, j)][outcome if i < j else 2 - outcome] += 1
    return {pair: (won, drawn, lost) for pair, (won, drawn, lost) in found.items()}


def _rate(players: list[PlayerStanding], results: list[GameResult], anchor: str | None) -> None:
    names = [player.name for player in players]
    index, at = anchored(names, anchor)
    for player, rating in zip(players, rate(names, pairs_of(results), index, at), strict=True):
        player.rating = rating


def anchored(names: Sequence[str], anchor: str | None) -> tuple[int | None, float]:
    """The index of the anchor among the players, and its rating. Raises KindError."""
    if anchor is None:
        return None, 0.0
    if anchor in names:
        return names.index(anchor), 0.0
    name, _, rating = anchor.rpartition("=")
    if name in names:
        try:
            return names.index(name), float(rating)
        except ValueError:
            raise KindError(f"{quote(anchor)} sets no rating: {quote(rating)} is not a number") from None
    raise KindError(f"there is no player {quote(anchor)} to anchor the ratings to: {nearest(anchor, names)}")
