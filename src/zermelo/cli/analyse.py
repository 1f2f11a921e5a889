"""`zermelo analyse`: what to play, and what it is worth."""

from __future__ import annotations

from math import inf
from typing import Any

import click

import zermelo
from zermelo.cli.common import (
    Verb,
    answer_rows,
    cost_rows,
    game_argument,
    interruptible,
    limit_options,
    plies,
    position_argument,
    print_json,
    print_rows,
    state_at,
)
from zermelo.cli.searching import analysis_options, engine_options, engine_settings, searching, tell, thinking
from zermelo.game import Game
from zermelo.limits import Clock
from zermelo.questions import is_for_engine
from zermelo.results import Analysis, show_line
from zermelo.values import show_value

COMMON_OPTIONS = {"algorithm", "depth", "nodes", "seconds"}
"""What every search can be told."""


@click.command(cls=Verb)
@game_argument
@position_argument
@analysis_options
@limit_options
@click.option("--clock", metavar="S+I", help="Think as long as a player would with S seconds left and I more a move.")
@click.option("--lines", type=int, help="How many of the best actions to find.  [default: 1]")
@engine_options
def analyse(game: Game, position: str | None, as_json: bool, **options: Any) -> None:
    """Find a good action in POSITION (where play begins, if it is left out) and what it is worth.

    Without a limit and without an algorithm the search deepens for five seconds, or until the value is proved. With a
    textbook algorithm alone it goes to the end of the game. Ctrl-C ends it with the best found so far.
    """
    state = state_at(game, position)
    settings = engine_settings(options)
    clock = options.pop("clock")
    if clock is not None:
        options["seconds"] = min(Clock.parse(clock).share, options["seconds"] or inf)
    chosen = searching(options) | settings
    with interruptible() as stop, thinking(as_json) as watch:
        if is_for_engine(game, options["algorithm"], chosen.keys() - COMMON_OPTIONS):
            chosen |= {"watch": watch, "told": tell}
        analysis = zermelo.analyse(game, state, stop=stop, **chosen)
    if as_json:
        print_json(analysis.to_json())
        return
    click.echo(game.show(state) + "\n")
    print_rows(
        [
            *answer_rows(analysis),
            ("distance", None if analysis.distance is None else plies(analysis.distance)),
            *_other_lines(analysis),
            ("depth", f"{plies(analysis.depth)} by {analysis.algorithm}"),
            ("nodes", f"{analysis.nodes:,}"),
            *cost_rows(analysis),
        ]
    )


def _other_lines(analysis: Analysis) -> list[tuple[str, str | None]]:
    """The second best line and those that follow, if they were asked for."""
    rows: list[tuple[str, str | None]] = []
    for number, line in enumerate(analysis.lines[1:], 2):
        certainty = "proved" if line.proved else "estimated"
        shown = " · ".join(show_line(analysis.game, analysis.state, line.actions))
        rows.append((f"line {number}", f"{show_value(line.value, 10)}, {certainty}: {shown}"))
    return rows
