"""`zermelo solve`: the exact value and every optimal action."""

from __future__ import annotations

from typing import Any

import click

import zermelo
from zermelo.cli.common import (
    NOT_FOUND,
    Verb,
    game_argument,
    interruptible,
    position_argument,
    print_json,
    print_rows,
    state_at,
)
from zermelo.cli.searching import engine_options, engine_settings, tell, thinking
from zermelo.draw.tables import Row, answer_rows
from zermelo.game import Game, has_own
from zermelo.questions import METHODS
from zermelo.results import Solution


@click.command(cls=Verb)
@game_argument
@position_argument
@click.option(
    "--method", type=click.Choice(METHODS), help="Read all states, or search; without it, what suits the game."
)
@click.option("--depth", type=int, help="Give up if there are states further than so many plies away.")
@click.option("--nodes", type=int, help="Give up after so many states, or nodes of a search.")
@click.option("--seconds", type=float, help="Give up after so many seconds.")
@click.option("--symmetry/--no-symmetry", default=True, help="Count symmetric states as one (the default), or each.")
@click.option("--value", "value_only", is_flag=True, help="Where it searches, find no more than the value.")
@engine_options
def solve(game: Game, position: str | None, as_json: bool, **options: Any) -> int:
    """Find the exact value of POSITION (where play begins, if it is left out) and every optimal action.

    If there are not too many states all that can be reached are read, and play may go round. Larger games are searched:
    first for the value, then for the optimal actions, then for the distance; Ctrl-C ends it with what is proved so far.
    The exit code is 1 if the value was not found.
    """
    state = state_at(game, position)
    settings = engine_settings(options)
    with interruptible() as stop, thinking(as_json) as watch:
        solution = zermelo.solve(game, state, stop=stop, watch=watch, told=tell, **options, **settings)
    if as_json:
        print_json(solution.to_json())
    else:
        click.echo(game.show(state) + "\n")
        print_rows(_rows(solution, options["symmetry"]))
    return 0 if solution.proved else NOT_FOUND


def _rows(solution: Solution, symmetry: bool) -> list[Row]:
    merged = symmetry and has_own(solution.game, "canonical")
    return [
        (name, f"{text} up to symmetry" if name == "states" and merged else text)
        for name, text in answer_rows(solution)
    ]
