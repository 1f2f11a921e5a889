"""`zermelo book`: builds an opening book, imports games into it, and shows what it has."""

from __future__ import annotations

from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import Any

import click

from zermelo import games
from zermelo.books import EACH, PLIES, build_book, import_games
from zermelo.cli.methods import plain_option
from zermelo.cli.notices import Notices
from zermelo.cli.shared import (
    INTERRUPTED,
    Verb,
    game_argument,
    interruptible,
    position_argument,
    print_json,
    print_rows,
    state_at,
    the_seed,
)
from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game
from zermelo.core.values import plain_number, show_value
from zermelo.loading import load
from zermelo.tables.book import Book, BookMove, Contents, contents_of
from zermelo.tables.book_file import BookHeader, read_book

SHOWN = 20
"""The most moves that are listed."""

_output = click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(dir_okay=False),
    required=True,
    help="The book; one that exists is extended.",
)


@click.group()
def book() -> None:
    """Build an opening book, import games into it, or show what it has.

    A book is used by play, match and engine with --book FILE.
    """


@book.command(cls=Verb)
@game_argument
@position_argument
@click.option("--nodes", type=int, help="Stop when all searches have read this many nodes.  [default: 1,000,000]")
@click.option("--seconds", type=float, help="Stop after this many seconds.")
@click.option("--each", type=int, default=EACH, show_default=True, help="The nodes of the search of one position.")
@plain_option
@_output
def build(game: Game, position: str | None, *, file: str, as_json: bool, **options: Any) -> int | None:
    """Grow a book of GAME from POSITION, or from the start: the most likely lines first.

    Ctrl-C ends it with what was found so far, and exit code 130.
    """
    with interruptible() as stop:
        found = build_book(
            game,
            file,
            state_at(game, position),
            notice=Notices(),
            seed=the_seed(),
            stop=stop,
            **{name: value for name, value in options.items() if value is not None},
        )
    root = found.root
    value = None if isnan(root.value) else plain_number(root.value)
    if as_json:
        print_json(
            {
                "file": file,
                "game": str(game),
                **asdict(found.contents),
                "added": found.added,
                "nodes": found.nodes,
                "seconds": round(found.seconds, 6),
                "value": value,
                "value_proved": root.proved,
                "complete": found.complete,
            }
        )
    else:
        certainty = "proved" if root.proved else "estimated"
        rows = [
            *_rows(found.contents),
            ("added", f"{found.added:,}, with {found.nodes:,} nodes in {found.seconds:.1f} s"),
            ("value", "unknown" if value is None else f"{show_value(value)}, {certainty}"),
        ]
        print_rows(rows + ([("complete", "nothing is left to search")] if found.complete else []))
    return INTERRUPTED if stop.is_set() else None


@book.command(name="import", cls=Verb)
@game_argument
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...")
@click.option("--plies", type=int, default=PLIES, show_default=True, help="Import this many plies of each game.")
@_output
def import_(game: Game, records: tuple[str, ...], *, plies: int, file: str, as_json: bool) -> None:
    """Add the games in RECORDS, with their results, to a book of GAME.

    RECORDS are files: PDN, SGF, games that play has saved, or the games of a match. Games without a result are left
    out.
    """
    found = import_games(game, records, file, plies=plies)
    if as_json:
        numbers = {"games": found.games, "left_out": found.left_out, "added": found.added}
        print_json({"file": file, "game": str(game), **asdict(found.contents), **numbers})
        return
    print_rows(
        [
            *_rows(found.contents),
            ("games", f"{found.games:,}" + (f"; {found.left_out:,} without a result" if found.left_out else "")),
            ("added", f"{found.added:,}"),
        ]
    )


@book.command(cls=Verb)
@click.argument("file", type=click.Path(dir_okay=False))
@click.argument("position", required=False)
def info(file: str, position: str | None, *, as_json: bool) -> None:
    """Show what is in the book FILE, and its moves at the start of the game or in POSITION."""
    header, records = read_book(Path(file))
    contents = contents_of(records)
    game = _game_of(header)
    moves = [] if game is None else _moves(Book.open(file, game), position)
    if as_json:
        about = {"file": file, "game": header.game, "rules": header.digest, **asdict(contents)}
        print_json(about | {"moves": moves})
        return
    print_rows([("game", header.game), *_rows(contents)])
    for move in moves[:SHOWN]:
        click.echo(f"  {_move_words(move)}")


def _game_of(header: BookHeader) -> Game | None:
    """The game of a book, if it is one of Zermelo's own: a stranger's file must not have code imported."""
    name = header.game.partition(":")[0]
    try:
        return load(header.game) if name in games.names() else None
    except ZermeloError:
        return None


def _moves(found: Book, position: str | None) -> list[dict[str, Any]]:
    s = state_at(found.game, position)
    return [_move(found, found.game.show_action(s, move.action), move) for move in found.moves(s)]


def _move(found: Book, name: str, move: BookMove) -> dict[str, Any]:
    entry = move.entry
    return {
        "action": name,
        "value": plain_number(move.value),
        "proved": entry.proved,
        "distance": None if entry.distance is None or move.value == found.game.fair_share else entry.distance + 1,
        "games": entry.games,
    }


def _move_words(move: dict[str, Any]) -> str:
    certainty = "proved" if move["proved"] else "estimated"
    played = f", {move['games']:,} games" if move["games"] else ""
    return f"{move['action']}: value {show_value(move['value'])}, {certainty}{played}"


def _rows(contents: Contents) -> list[tuple[str, str]]:
    rows = [("positions", f"{contents.positions:,}, {contents.expanded:,} expanded, {contents.proved:,} proved")]
    return rows + ([("played", f"{contents.played:,} positions in games")] if contents.played else [])
