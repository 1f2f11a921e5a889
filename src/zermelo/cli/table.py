"""`zermelo table`: the tables of a game on disk, in which the value of every position can be looked up."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from zermelo.cli.shared import NOT_FOUND, Verb, print_json, text_of
from zermelo.core.errors import TableError, ZermeloError, quote, quote_path
from zermelo.core.game import Game, State
from zermelo.core.people import player_name
from zermelo.core.rules import legal_actions
from zermelo.core.values import plain_number, show_value
from zermelo.loading import load, load_named_in
from zermelo.tables.files import StageFile
from zermelo.tables.header import StageHeader, Summary
from zermelo.tables.reading import TableEntry, TableSet, table_files

MODULES = {"build": "table_building", "info": "table", "probe": "table", "verify": "table_building"}
"""The modules of the commands, in the order of the help."""

COLUMNS = ("stage", "part", "positions", "won", "drawn", "lost", "longest win")


class _Commands(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        command = getattr(import_module(f"zermelo.cli.{MODULES[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Commands)
def table() -> None:
    """Tables on disk: the value of every position of a game, or of every position with few pieces."""


@click.command(cls=Verb)
@click.argument("folder", type=click.Path(path_type=Path))
def info(folder: Path, as_json: bool) -> None:
    """Show what the tables in FOLDER contain: positions won, drawn and lost for the player to move, by stage and part.

    The longest win is in plies. Positions are counted once for each player to move.
    """
    files = _files_in(folder)
    headers = [file.header for file in files]
    whole = sum((summary for header in headers for summary in header.summaries), Summary())
    size = sum(file.size for file in files)
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "game": headers[0].game,
                "digest": headers[0].digest,
                "numbering": headers[0].numbering,
                "distances": all(header.distances for header in headers),
                "ignores": _ignored(files[0]),
                "bytes": size,
                **_counts(whole),
                "stages": [_stage(file) for file in files],
            }
        )
        return
    how = "by rank" if headers[0].stage is not None else "by enumeration"
    distances = "with distances" if all(header.distances for header in headers) else "without distances"
    bits = f", {8 * size / whole.positions:.2f} bits a position" if whole.positions else ""
    click.echo(f"{headers[0].game}, {how}, {distances}: {size:,} bytes{bits}\n")
    if ignored := _ignored(files[0]):
        click.echo(f"ignored: {ignored}\n")
    _print_table([row for header in headers for row in _rows(header)] + [("all", "", *_cells(whole))])


@click.command(cls=Verb)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("position")
@click.option("--game", "text", metavar="GAME", help="The game, if it is in a file of your own.")
def probe(folder: Path, position: str, text: str | None, as_json: bool) -> int:
    """Look POSITION up in the tables in FOLDER: its value, its distance in plies, and those of every action.

    The exit code is 1 if no table has the position.
    """
    first = _files_in(folder)[0]
    game = load_named_in(first.path, first.header.game) if text is None else load(text_of(text))
    tables = TableSet.open(game, folder)
    if tables is None:
        raise TableError(f"the folder {quote_path(folder)} has no table of {quote(game)}")
    state = game.parse(text_of(position))
    found = tables.probe(state)
    actions = [] if game.is_terminal(state) else _actions(tables, state)
    if as_json:
        print_json(
            {
                "game": str(game),
                "position": game.show(state),
                "player": None if game.is_terminal(state) else int(game.player(state)),
                **_entry(found),
                "actions": [{"action": game.show_action(state, a), **_entry(entry)} for a, entry in actions],
            }
        )
    else:
        click.echo(f"{game.show(state)}\n\n{_words(game, found)}")
        for a, entry in actions:
            click.echo(f"  {game.show_action(state, a):<10}  {_words(game, entry)}")
    return 0 if found is not None else NOT_FOUND


def _files_in(folder: Path) -> list[StageFile]:
    """The table files of one game, by stage."""
    files = sorted(map(StageFile.open, table_files(folder)), key=lambda file: file.header.stage or 0)
    if not files:
        raise TableError(f"there is no table in the folder {quote_path(folder)}")
    other = next((file for file in files if file.header.digest != files[0].header.digest), None)
    if other is not None:
        names = f"{quote(files[0].path.name)} and {quote(other.path.name)}"
        raise TableError(f"the tables {names} in {quote_path(folder)} are of different games or rules")
    return files


def _ignored(file: StageFile) -> str | None:
    """The rule that the tables ignore; None if there is none, or the game is not known here."""
    try:
        return load_named_in(file.path, file.header.game).tables_ignore or None
    except ZermeloError:
        return None


def _stage(file: StageFile) -> dict[str, Any]:
    header = file.header
    return {
        "stage": header.stage,
        "file": file.path.name,
        "bytes": file.size,
        "entries": header.count,
        **_counts(sum(header.summaries, Summary())),
        "parts": [
            {"name": part.name, "entries": part.size, **_counts(summary)}
            for part, summary in zip(header.parts, header.summaries, strict=True)
        ],
    }


def _counts(summary: Summary) -> dict[str, Any]:
    return {
        "positions": summary.positions,
        "wins": summary.wins,
        "draws": summary.draws,
        "losses": summary.losses,
        "longest_win": summary.longest,
    }


def _rows(header: StageHeader) -> list[tuple[str, ...]]:
    stage = "" if header.stage is None else str(header.stage)
    pairs = zip(header.parts, header.summaries, strict=True)
    return [(stage, part.name, *_cells(summary)) for part, summary in pairs if summary.positions]


def _cells(summary: Summary) -> tuple[str, ...]:
    longest = "" if summary.longest is None else f"{summary.longest:,}"
    return (*(f"{n:,}" for n in (summary.positions, summary.wins, summary.draws, summary.losses)), longest)


def _print_table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in (COLUMNS, *rows)) for i in range(len(COLUMNS))]
    for row in (COLUMNS, *rows):
        cells = [
            cell.ljust(width) if i < 2 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def _actions(tables: TableSet, s: State) -> list[tuple[Any, TableEntry | None]]:
    """Every action with its value and distance, best for the mover first; those that no table has come last."""
    game = tables.game
    sign = 1 if game.player(s) == 0 else -1

    def preference(pair: tuple[Any, TableEntry | None]) -> tuple[bool, float, int]:
        entry = pair[1]
        if entry is None:
            return True, 0, 0
        hurries = sign * entry.value > sign * game.infinite_play(0)
        return False, -sign * entry.value, (entry.distance or 0) * (1 if hurries else -1)

    return sorted(((a, _farther(tables.probe(game.result(s, a)))) for a in legal_actions(game, s)), key=preference)


def _farther(entry: TableEntry | None) -> TableEntry | None:
    """The entry of an action whose result has this one: a ply farther from the end."""
    return entry if entry is None or entry.distance is None else TableEntry(entry.value, entry.distance + 1)


def _entry(entry: TableEntry | None) -> dict[str, Any]:
    return {
        "value": None if entry is None else plain_number(entry.value),
        "distance": None if entry is None else entry.distance,
    }


def _words(game: Game, entry: TableEntry | None) -> str:
    """A value in words: "White wins in 31 plies", "a draw"."""
    if entry is None:
        return "no table has it"
    if game.players == 1 or game.scored:
        words = f"value {show_value(entry.value)}"
    elif entry.value == game.fair_share:
        words = "a draw"
    else:
        words = f"{player_name(game, 0 if entry.value > game.fair_share else 1)} wins"
        words += "" if abs(entry.value - game.fair_share) == 1 else f" ({show_value(entry.value)})"
    if entry.distance is None:
        return words
    return f"{words} in {entry.distance} {'ply' if entry.distance == 1 else 'plies'}"
