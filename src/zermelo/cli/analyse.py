"""`zermelo analyse`: what to play, and what it is worth."""

from __future__ import annotations

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
from zermelo.cli.searching import search_options, searching, thinking
from zermelo.game import Game


@click.command(cls=Verb)
@game_argument
@position_argument
@search_options
@limit_options
def analyse(game: Game, position: str | None, as_json: bool, **options: Any) -> None:
    """Find a good action in POSITION (where play begins, if it is left out) and what it is worth.

    Without a limit and without an algorithm the search deepens for five seconds. With an algorithm alone it goes to
    the end of the game. Ctrl-C ends it with the best found so far.
    """
    state = state_at(game, position)
    with interruptible() as stop, thinking(as_json):
        analysis = zermelo.analyse(game, state, stop=stop, **searching(options))
    if as_json:
        print_json(analysis.to_json())
        return
    click.echo(game.show(state) + "\n")
    print_rows(
        [
            *answer_rows(analysis),
            ("depth", f"{plies(analysis.depth)} by {analysis.algorithm}"),
            ("nodes", f"{analysis.nodes:,}"),
            *cost_rows(analysis),
        ]
    )
