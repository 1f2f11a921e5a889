"""`zermelo tree`: the search tree of an algorithm, with values, windows and cuts."""

from __future__ import annotations

import math
import shutil
import sys
from pathlib import Path
from typing import Any

import click

import zermelo
from zermelo.cli.drawing import Drawing, drawing_options, number_or, text_width
from zermelo.cli.methods import asking, given
from zermelo.cli.progress import thinking
from zermelo.cli.shared import (
    game_argument,
    interruptible,
    limit_options,
    position_argument,
    print_json,
    text_of,
    the_seed,
    weights_option,
    write_whole,
)
from zermelo.core.errors import KindError, quote
from zermelo.core.game import Game
from zermelo.core.trace import Node
from zermelo.core.values import show_value
from zermelo.draw import FORMATS, format_of, shown_and_all, tree_text
from zermelo.methods.method import Question
from zermelo.questions import SearchTree
from zermelo.trees import Tree


@click.command(cls=asking(Question.TREE))
@game_argument
@position_argument
@click.option("--root", type=click.Choice(["max", "min"]), help="The player to move at the root of a typed tree.")
@click.option(
    "--fold",
    "most",
    metavar="N|all",
    callback=number_or("all", math.inf),
    help="Show at most N nodes, and fold the rest.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help=f"Draw it to a file: {', '.join(FORMATS)}.")
@drawing_options
@limit_options
@weights_option
def tree(
    game: Game,
    position: str | None,
    *,
    output: Path | None,
    root: str | None,
    most: float | None,
    as_json: bool,
    theme: str | None,
    dark: bool,
    boards: float | None,
    colour: str,
    scale: float | None,
    width: float | None,
    **options: Any,
) -> None:
    """Draw the tree that an algorithm reads from POSITION (by default the initial state).

    It shows values, windows, cuts with their inequalities, and unread branches. A tree can be typed:
    zermelo tree "((3 12 8) (2 4 6) (14 5 2))".
    """
    form = FORMATS[".txt"] if output is None else format_of(output)
    game = _with_root(game, root)
    text = None if position is None else text_of(position)
    drawing = Drawing(theme, dark, boards, colour, scale, width)
    design = drawing.design(game, output)
    columns = text_width(width, shutil.get_terminal_size().columns if sys.stdout.isatty() else None)
    with interruptible() as stop, thinking(as_json):
        grown = zermelo.tree(game, text, stop=stop, seed=the_seed(), **given(options))
    shown = form.folded(grown.root, most, width=width, design=design)
    if output is not None:
        write_whole(output, form.write(shown, grown.trace, design))
    if as_json:
        print_json(grown.to_json())
    elif output is None:
        click.echo(tree_text(shown, width=columns) + "\n")
        click.echo(_summary(grown, shown))
    else:
        click.echo(f"{output}: {_summary(grown, shown)}")


def _with_root(game: Game, root: str | None) -> Game:
    if root is None:
        return game
    if not isinstance(game, Tree):
        raise KindError(f"--root is only for typed trees: in {quote(game)} the rules define who moves")
    return Tree(game.text, root)


def _summary(grown: SearchTree, shown: Node) -> str:
    analysis = grown.analysis
    value = analysis.value if analysis.game.kind.one_number else analysis.values
    action = f", play {analysis.shown_action}" if analysis.action is not None else ""
    some, every = shown_and_all(shown)
    folded = f"; {some:,} shown and {every - some:,} folded (--fold all shows all)" if some < every else ""
    notes = "".join(f"; {note}" for note in analysis.notes)
    return f"{analysis.method}: value {show_value(value)}{action}; {analysis.nodes:,} nodes read{folded}{notes}"
