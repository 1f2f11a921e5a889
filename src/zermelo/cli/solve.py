"""`zermelo solve`: the exact value and every optimal action."""

from __future__ import annotations

from pathlib import Path
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
    tables_option,
    text_of,
    the_seed,
    write_whole,
)
from zermelo.core.errors import KindError, quote
from zermelo.core.game import Game
from zermelo.core.results import Solution
from zermelo.core.rules import has_own
from zermelo.draw.answer_tables import Row, answer_rows
from zermelo.methods.method import Question


@click.command(cls=asking(Question.SOLVE))
@game_argument
@position_argument
@tables_option
@click.option("--depth", type=int, help="Give up if there are states more than this many plies away.")
@click.option("--nodes", type=int, help="Give up after this many states and nodes in total.")
@click.option("--seconds", type=float, help="Give up after this many seconds.")
@click.option(
    "-o", "--policy", "file", type=click.Path(path_type=Path), help="Write the strategies of an equilibrium to FILE."
)
@speed_options
def solve(game: Game, position: str | None, as_json: bool, file: Path | None, **options: Any) -> int:
    """Find the exact value of POSITION (by default the initial state) and the optimal actions.

    A small game is solved by enumerating its states; for a large one, enumeration and proofs by search take turns. A
    proof finds the value first, then every optimal action and the distance, unless that would take too long. Ctrl-C
    ends it with the results proved so far. The exit code is 1 if the value was not found.

    If information is hidden, the answer is an equilibrium: exact by a linear program (lp), or to within a bound by
    minimising regret (cfr+ and others), with a mixed strategy for each information set.
    """
    text = None if position is None else text_of(position)
    with interruptible() as stop, thinking(as_json) as watch:
        solution = zermelo.solve(game, text, stop=stop, watch=watch, notice=tell, seed=the_seed(), **given(options))
    if file is not None:
        _write_policy(solution, file)
    if as_json:
        print_json(solution.to_json())
    else:
        click.echo(game.show(solution.state) + "\n")
        print_rows(_rows(solution, options["symmetry"] is not False))
    is_bounded = solution.exploitability is not None and solution.ended
    return 0 if solution.proved or is_bounded else NOT_FOUND


def _write_policy(solution: Solution, file: Path) -> None:
    if solution.profile is None:
        raise KindError(f"there are no strategies to write to '{file}': {quote(solution.game)} was solved without any")
    write_whole(file, solution.profile.text())


def _rows(solution: Solution, symmetry: bool) -> list[Row]:
    merged = symmetry and has_own(solution.game, "canonical")
    return [
        (name, f"{text} up to symmetry" if name == "states" and merged else text)
        for name, text in answer_rows(solution)
    ]
