"""`zermelo analyse`: the best action and its value; or the mistakes of a game that was played."""

from __future__ import annotations

from math import inf
from typing import Any

import click

import zermelo
from zermelo.cli.deepening import Deepening
from zermelo.cli.methods import asking, given, speed_options
from zermelo.cli.progress import tell, thinking
from zermelo.cli.reviewing import OfGameOrRecord, is_file, record_in, tell_mistakes
from zermelo.cli.shared import (
    game_argument,
    interruptible,
    limit_options,
    position_argument,
    print_json,
    print_rows,
    tables_option,
    text_of,
    the_seed,
    weights_option,
)
from zermelo.core.errors import KindError
from zermelo.core.game import Game
from zermelo.core.limits import Clock
from zermelo.draw.answer_tables import answer_rows
from zermelo.methods.method import Question, ignore
from zermelo.questions import SECONDS


@click.command(cls=asking(Question.ANALYSE, OfGameOrRecord))
@game_argument
@position_argument
@tables_option
@limit_options
@weights_option
@click.option("--clock", metavar="S+I", help="Search as long as a player with S seconds left and I more per move.")
@click.option("--lines", type=int, help="The number of best actions to find.  [default: 1]")
@click.option("--all", "every", is_flag=True, help="For a played game, show every move, not only mistakes.")
@click.option("--deepening", is_flag=True, help="Show each depth as iterative deepening reached it.")
@speed_options
def analyse(
    game: Game,
    position: str | None,
    *,
    as_json: bool,
    every: bool,
    clock: str | None,
    deepening: bool,
    **options: Any,
) -> None:
    """Find a good action in POSITION (by default the initial state) and its value.

    If information is hidden, POSITION is the view of the player to move: PLAYER: SEEN, as `--json` prints it.

    Without a limit and a method, the search deepens for five seconds or until the value is proved. With a textbook
    method and no limit, it searches to the end of the game. Ctrl-C ends it with the best action found so far.

    GAME or POSITION may also be a file with a game that was played. Then its mistakes are listed, one per line, after
    one second of analysis per move or within the given limits.
    """
    if clock is not None:
        options["seconds"] = min(Clock.parse(clock).share, options["seconds"] or inf)
    if position is not None and is_file(position):
        if deepening:
            raise KindError("--deepening is for a position, not for a file with a game that was played")
        tell_mistakes(record_in(position, game), given(options), every=every, as_json=as_json)
    elif every:
        raise KindError("--all is only for a file with a game that was played")
    else:
        if deepening and options["nodes"] is None and options["seconds"] is None:
            options["seconds"] = SECONDS  # without a limit, a textbook method searches once
        _analyse(game, position, as_json, Deepening() if deepening else None, given(options))


def _analyse(
    game: Game, position: str | None, as_json: bool, depths: Deepening | None, options: dict[str, Any]
) -> None:
    given_text, lines = None if position is None else text_of(position), options.get("lines")
    with interruptible() as stop, thinking(as_json) as watch:
        options |= {"stop": stop, "watch": watch, "notice": tell, "seed": the_seed()}
        analysis = zermelo.analyse(game, given_text, each=depths or ignore, **options)
    if as_json:
        print_json(analysis.to_json() | ({} if depths is None else {"deepening": depths.to_json()}))
        return
    click.echo(analysis.board + "\n")
    if depths is not None:
        click.echo(depths.table() + "\n")
    print_rows(answer_rows(analysis, lines))
