"""`zermelo solve`: the exact value and every optimal action."""

from __future__ import annotations

from typing import Any

import click

import zermelo
from zermelo.cli.methods import asking, given, speed_options
from zermelo.cli.progress import tell, thinking
from zermelo.cli.shared import (
    NOT_FOUND,
    game_argument,
    interruptible,
    position_argument,
    print_json,
    print_rows,
    state_at,
)
from zermelo.core.game import Game, has_own
from zermelo.core.results import Solution
from zermelo.draw.answer_tables import Row, answer_rows
from zermelo.methods.method import Question


@click.command(cls=asking(Question.SOLVE))
@game_argument
@position_argument
@click.option("--depth", type=int, help="Give up if there are states more than this many plies away.")
@click.option("--nodes", type=int, help="Give up after this many states and nodes in total.")
@click.option("--seconds", type=float, help="Give up after this many seconds.")
@speed_options
def solve(game: Game, position: str | None, as_json: bool, **options: Any) -> int:
    """Find the exact value of POSITION (by default the initial state) and the optimal actions.

    A small game is solved by enumerating its states; for a large one, enumeration and proof by search alternate. A
    proof finds the value first, then every optimal action and the distance, unless that would take too long. Ctrl-C
    ends it with the results proved so far. The exit code is 1 if the value was not found.
    """
    state = state_at(game, position)
    with interruptible() as stop, thinking(as_json) as watch:
        solution = zermelo.solve(game, state, stop=stop, watch=watch, notice=tell, **given(options))
    if as_json:
        print_json(solution.to_json())
    else:
        click.echo(game.show(state) + "\n")
        print_rows(_rows(solution, options["symmetry"] is not False))
    return 0 if solution.proved else NOT_FOUND


def _rows(solution: Solution, symmetry: bool) -> list[Row]:
    merged = symmetry and has_own(solution.game, "canonical")
    return [
        (name, f"{text} up to symmetry" if name == "states" and merged else text)
        for name, text in answer_rows(solution)
    ]
