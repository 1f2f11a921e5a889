"""`zermelo match`: plays a match between players, and estimates who is stronger."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from zermelo.cli.shared import Verb, game_argument, interruptible, limit_options, print_json, tables_option, the_seed
from zermelo.cli.standing import elo_words, print_standings
from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Game
from zermelo.matches.elo import Sprt
from zermelo.matches.referee import MARGIN
from zermelo.matches.runner import GAMES, MatchProgress, Tell, match as play_match, silent


@click.command(cls=Verb)
@game_argument
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--games", type=int, help=f"The number of games.  [default: {GAMES}; with --sprt until it decides]")
@limit_options
@tables_option
@click.option("--clock", metavar="S+I", help="S seconds for each player and game, and an increment of I seconds.")
@click.option("--openings", metavar="FILE|random:N", help="Openings: a file with one per line, or N random plies.")
@click.option("--book", metavar="FILE", help="An opening book, for all players that search.")
@click.option("--jobs", type=int, default=1, show_default=True, help="The number of processes.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask scheduler.")
@click.option(
    "-o", "--output", "file", type=click.Path(dir_okay=False), help="Write every game to a file; resume from it."
)
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as the games decide between two Elo differences.")
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="The probability of accepting ELO1 if ELO0 is true."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="The probability of accepting ELO0 if ELO1 is true."
)
@click.option("--anchor", metavar="NAME[=ELO]", help="The player whose rating is fixed.  [default: the mean is 0]")
@click.option("--adjudicate", is_flag=True, help="End a game as soon as Zermelo has proved its value.")
@click.option(
    "--margin", type=float, default=MARGIN, show_default=True, help="Seconds by which a move may exceed its time."
)
def match(
    game: Game, players: tuple[str, ...], *, sprt: str | None, alpha: float, beta: float, as_json: bool, **options: Any
) -> None:
    """Play a match of GAME between players, each opening from every seat, and find out who is stronger.

    A PLAYER is a method with options (engine:seconds=1, alphabeta:depth=4), solution, level=0.7, random, greedy, first,
    human, a bot in a file (bot.py:Bot), or another program (ugi:COMMAND, uci:, gtp:, nboard:). Limits are per move, for
    players without limits of their own. With -o FILE, an interrupted match is resumed.
    """
    test = None if sprt is None else _sprt(sprt, alpha, beta)
    with interruptible() as stop, progress_line(as_json) as tell:
        found = play_match(game, players, sprt=test, seed=the_seed(), stop=stop, tell=tell, **options)
    if as_json:
        print_json(found.to_json())
    else:
        print_standings(found)


def _sprt(text: str, alpha: float, beta: float) -> Sprt:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise ParseError(f"{quote(text)} are not two Elo differences: write --sprt 0,5") from None
    return Sprt(low, high, alpha, beta)


@contextmanager
def progress_line(quiet: bool) -> Iterator[Tell]:
    """A progress line on a terminal while the match runs; nothing if standard error is not a terminal."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console  # noqa: PLC0415  # it takes a while to import, and pipes never need it
    from rich.markup import escape  # noqa: PLC0415  # as above

    with Console(stderr=True).status("starting the players …") as status:
        yield lambda progress: status.update(escape(progress_words(progress)))


def progress_words(progress: MatchProgress) -> str:
    """The progress on one line: games, score, Elo, the verdict so far and the time left."""
    found = progress.standings
    words = [f"{progress.done:,}" + ("" if progress.games is None else f"/{progress.games:,}") + " games"]
    if len(found.names) == 2 and found.has_winners:
        total = found.players[0].total
        words.append(f"+{total.wins} ={total.draws} -{total.losses}")
    if found.elo is not None:
        words.append(f"Elo {elo_words(found.elo)}")
    if found.sprt is not None:
        least, most = found.sprt.bounds
        words.append(f"LLR {found.sprt.ratio(found.pentanomial):.2f} ({least:.2f} to {most:.2f})")
    left = progress.seconds_left
    return " · ".join([*words, found.verdict, *([] if left is None else [f"{_clock(left)} left"])])


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
