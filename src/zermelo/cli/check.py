"""`zermelo check`: whether a game's rules are sound."""

from __future__ import annotations

import sys
from typing import Any

import click

import zermelo
from zermelo.cli.progress import tell, thinking
from zermelo.cli.shared import NOT_FOUND, Verb, game_argument, interruptible, print_json, the_seed
from zermelo.core.game import Game
from zermelo.methods.method import ignore


@click.command(cls=Verb)
@game_argument
@click.option("--plays", type=click.IntRange(min=1), help="The number of random games to play.")
@click.option("--seconds", type=float, help="Stop after this many seconds.")
@click.option("--plain", is_flag=True, help="Do not compare the plain rules with the compiled ones.")
def check(game: Game, as_json: bool, plain: bool, **limits: Any) -> int:
    """Check that a game's rules are sound by playing random games, in plain Python and as machine code.

    Each failure comes with the smallest position in which it was found. The exit code is 1 if there is a failure.
    """
    given = {name: value for name, value in limits.items() if value is not None}
    notice = tell if sys.stderr.isatty() else ignore  # redirected output contains the report alone
    with interruptible() as stop, thinking(as_json):
        report = zermelo.check(game, seed=the_seed(), both_speeds=not plain, stop=stop, notice=notice, **given)
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(str(report))
    return 0 if report.ok else NOT_FOUND
