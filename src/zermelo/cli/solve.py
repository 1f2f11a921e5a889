"""`zermelo solve`: the exact value and every optimal action."""

from __future__ import annotations

from typing import Any

import click

import zermelo
from zermelo.cli.common import (
    NOT_FOUND,
    Verb,
    answer_rows,
    cost_rows,
    game_argument,
    interruptible,
    plies,
    position_argument,
    print_json,
    print_rows,
    state_at,
)
from zermelo.cli.searching import thinking
from zermelo.game import Game
from zermelo.questions import STATES
from zermelo.results import Solution


@click.command(cls=Verb)
@game_argument
@position_argument
@click.option("--depth", type=int, help="Give up if there are states further than so many plies away.")
@click.option("--nodes", type=int, default=STATES, show_default=True, help="Give up after so many states.")
@click.option("--seconds", type=float, help="Give up after so many seconds.")
@click.option("--symmetry/--no-symmetry", default=True, help="Count symmetric states as one (the default), or each.")
def solve(game: Game, position: str | None, as_json: bool, **limits: Any) -> int:
    """Find the exact value of POSITION (where play begins, if it is left out) and every optimal action.

    All states that can be reached are read, and play may go round. The exit code is 1 if the limits do not allow it.
    """
    state = state_at(game, position)
    with interruptible() as stop, thinking(as_json):
        solution = zermelo.solve(game, state, stop=stop, **limits)
    if as_json:
        print_json(solution.to_json())
    else:
        click.echo(game.show(state) + "\n")
        print_rows(_rows(solution, limits["symmetry"]))
    return 0 if solution.proved else NOT_FOUND


def _rows(solution: Solution, symmetry: bool) -> list[tuple[str, str | None]]:
    merged = symmetry and type(solution.game).canonical is not Game.canonical
    states = f"{solution.states:,}{' up to symmetry' if merged else ''}"
    best = len(solution.actions)
    return [
        *answer_rows(solution),
        ("optimal", f"{', '.join(solution.shown_actions)}" if best > 1 else None),
        ("distance", None if solution.distance is None else plies(solution.distance)),
        ("states", states),
        *cost_rows(solution),
    ]
