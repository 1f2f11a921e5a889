"""The standings of a match for people: a table, the cross table, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence

import click

from zermelo.matches.elo import Elo
from zermelo.matches.standings import PlayerStanding, Standings, Tally


def print_standings(found: Standings) -> None:
    """Prints the standings, the cross table and the verdict."""
    click.echo(f"{found.game}: {len(found.results)} game{'s' * (len(found.results) != 1)}")
    click.echo(columns(_players(found)))
    if len(found.names) > 2 and found.has_winners:
        click.echo("\n" + columns(_cross(found)))
    for player in found.players:
        for why, times in sorted(player.faults.items()):
            click.echo(f"{player.name} lost {times} game{'s' * (times != 1)}: {why}")
    click.echo()
    if found.elo is not None and found.has_winners:
        click.echo(f"score {score_words(found.elo)} of {sum(found.pentanomial) * 2} games in pairs")
        click.echo(f"Elo difference {elo_words(found.elo)}; {found.elo.superiority:.1%} likely to be stronger")
    click.echo(found.verdict)


def elo_words(elo: Elo) -> str:
    """An Elo difference with its interval: "+35 (-12 to 84)"."""
    return f"{_bound(elo.value)} ({_bound(elo.low)} to {_bound(elo.high)})"


def score_words(elo: Elo) -> str:
    """The mean score with its interval: "62.0 % (52.1 to 71.0)"."""
    low, high = elo.score_interval
    return f"{100 * elo.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _bound(elo: float) -> str:
    return f"{round(elo):+d}" if math.isfinite(elo) else "-∞" if elo < 0 else "∞"


def _players(found: Standings) -> list[Sequence[str]]:
    seats = len(found.players[0].by_seat)
    ranked = sorted(found.players, key=lambda p: -(p.rating.rating if p.rating is not None else p.mean))
    if not found.has_winners:
        return [
            ("player", "games", "mean score", "mean rank"),
            *((p.name, str(len(p.scores)), _mean(p), f"{sum(p.ranks) / max(len(p.ranks), 1):.2f}") for p in ranked),
        ]
    head = ("player", "rating", "wins", "draws", "losses", *(f"seat {seat}" for seat in range(seats)))
    return [head, *(_row(p) for p in ranked)]


def _row(p: PlayerStanding) -> Sequence[str]:
    rating = "" if p.rating is None else f"{round(p.rating.rating):+d} ± {p.rating.error:.0f}"
    total = p.total
    return (
        *(p.name, rating, str(total.wins), str(total.draws), str(total.losses)),
        *(_score(tally) for tally in p.by_seat),
    )


def _mean(p: PlayerStanding) -> str:
    return f"{p.mean:.4g}" + ("" if p.error is None else f" ± {p.error:.2g}")


def _score(tally: Tally | None) -> str:
    """Wins, draws and losses in short: "+12 =3 -5"."""
    return "·" if tally is None else f"+{tally.wins} ={tally.draws} -{tally.losses}"


def _cross(found: Standings) -> list[Sequence[str]]:
    """The results of each player against each other; columns are numbered like the rows."""
    head = ("", *(str(number) for number in range(1, len(found.names) + 1)))
    rows = [
        (f"{number} {name}", *(_score(tally) for tally in row))
        for number, (name, row) in enumerate(zip(found.names, found.cross_table(), strict=True), 1)
    ]
    return [head, *rows]


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned columns: the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    padded = [[f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)] for row in rows]
    names = [f"{row[0]:<{widths[0]}}" for row in rows]
    return "\n".join("  ".join([name, *row[1:]]).rstrip() for name, row in zip(names, padded, strict=True))
