"""`zermelo tree`: the tree that an algorithm reads, with values, windows and cuts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import zermelo
from zermelo.cli.common import (
    Verb,
    game_argument,
    interruptible,
    limit_options,
    position_argument,
    print_json,
    state_at,
    write_whole,
)
from zermelo.cli.searching import search_options, searching, thinking
from zermelo.errors import KindError, LoadError, quote
from zermelo.game import Game
from zermelo.questions import SearchTree
from zermelo.trees import Tree
from zermelo.values import show_value

FORMATS: dict[str, Callable[[SearchTree], str]] = {
    ".svg": SearchTree.svg,
    ".txt": lambda tree: tree.text() + "\n",
    ".json": lambda tree: json.dumps(tree.to_json(), ensure_ascii=False) + "\n",
}
"""How a tree is written to a file, by the file's ending."""


@click.command(cls=Verb)
@game_argument
@position_argument
@search_options
@click.option("--root", type=click.Choice(["max", "min"]), help="Who moves at the root of a typed tree.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw it into a file: .svg, .txt or .json.")
@limit_options
def tree(
    game: Game,
    position: str | None,
    *,
    output: Path | None,
    root: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Draw the tree that an algorithm reads from POSITION (where play begins, if it is left out).

    Values, windows, cuts with their inequalities, and what was left unread. A tree can be typed:
    zermelo tree "((3 12 8) (2 4 6) (14 5 2))".
    """
    if output is not None and output.suffix not in FORMATS:
        raise LoadError(f"{quote(output)} has to end in {' or '.join(FORMATS)}")
    game = _with_root(game, root)
    state = state_at(game, position)
    with interruptible() as stop, thinking(as_json):
        grown = zermelo.tree(game, state, stop=stop, **searching(options))
    if output is not None:
        write_whole(output, FORMATS[output.suffix](grown))
    if as_json:
        print_json(grown.to_json())
    elif output is None:
        click.echo(grown.text())
        click.echo(f"\n{_summary(grown)}")
    else:
        click.echo(f"{output}: {_summary(grown)}")


def _with_root(game: Game, root: str | None) -> Game:
    if root is None:
        return game
    if not isinstance(game, Tree):
        raise KindError(f"--root is for typed trees; {quote(game)} says itself who moves")
    return Tree(game.text, root)


def _summary(grown: SearchTree) -> str:
    analysis = grown.analysis
    value = analysis.value if analysis.game.kind.one_number else analysis.values
    action = f", play {analysis.shown_action}" if analysis.action is not None else ""
    notes = "".join(f"; {note}" for note in analysis.notes)
    return f"{analysis.algorithm}: value {show_value(value)}{action}; {analysis.nodes:,} nodes read{notes}"
