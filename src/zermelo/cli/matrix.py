"""`zermelo matrix`: a matrix game as the textbook treats it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from zermelo.cli.shared import Verb, game_argument, print_json, print_rows, write_whole
from zermelo.core.errors import KindError, quote
from zermelo.core.game import Game
from zermelo.core.people import player_name
from zermelo.draw.envelope import envelope_svg
from zermelo.hidden.game_tree import kept_tree
from zermelo.hidden.matrix import Equilibrium, MatrixGame, equilibrium_text


@click.command(cls=Verb)
@game_argument
@click.option(
    "-o", "file", type=click.Path(path_type=Path), help="Draw a zero-sum game with two rows or columns (.svg)."
)
def matrix(game: Game, as_json: bool, file: Path | None) -> None:
    """Find the dominated actions, the pure equilibria and all equilibria of a matrix game.

    GAME is rps, morra, or a table: "matrix:1,-1;-1,1" (zero-sum), "matrix:3,3|0,5;5,0|1,1" (two numbers in each cell).
    """
    table = MatrixGame.of(kept_tree(game))
    steps, left = table.eliminated()
    found = table.equilibria()
    if file is not None:
        write_whole(file, matrix_picture(game, table))
    if as_json:
        print_json(_data(game, table, found))
        return
    click.echo("\n".join(_table_lines(game, table)) + "\n")
    rows = [("dominance", f"{player_name(game, s.player)}: {s.by} dominates {s.action}") for s in steps]
    if steps:
        rows.append(("left", f"{', '.join(left.rows)} against {', '.join(left.columns)}"))
    rows = rows or [("dominance", "no action is strictly dominated by another")]
    pure = [f"({table.rows[i]}, {table.columns[j]})" for i, j in table.pure_equilibria()]
    rows.append(("pure", ", ".join(pure) or "no pure equilibrium"))
    rows += [("equilibrium", equilibrium_text(game, table, one)) for one in found]
    if not found or any(map(table.is_degenerate, found)):
        rows.append(("note", "the game is degenerate: there may be more equilibria, even infinitely many"))
    print_rows(rows)


def _table_lines(game: Game, table: MatrixGame) -> list[str]:
    """The table with the names of rows and columns."""
    zero_sum = game.kind.zero_sum and not game.total
    cells = [
        [str(a) if zero_sum else f"{a}, {b}" for a, b in zip(first, second, strict=True)]
        for first, second in zip(table.first, table.second, strict=True)
    ]
    whole = [["", *table.columns], *([name, *line] for name, line in zip(table.rows, cells, strict=True))]
    widths = [max(len(line[j]) for line in whole) for j in range(len(whole[0]))]
    return ["  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)) for line in whole]


def matrix_picture(game: Game, table: MatrixGame) -> str:
    """The lines of the answers against the player who has two actions, as SVG."""
    if not game.kind.zero_sum or 2 not in (len(table.rows), len(table.columns)):
        raise KindError(f"{quote(game)} cannot be drawn: only zero-sum games with two rows or two columns can")
    if len(table.rows) == 2:
        ends = [(float(a), float(b)) for a, b in zip(*table.first, strict=True)]
        return envelope_svg(ends, table.columns, (table.rows[0], table.rows[1]), lowest=True)
    ends = [(float(a), float(b)) for a, b in table.first]
    return envelope_svg(ends, table.rows, (table.columns[0], table.columns[1]), lowest=False)


def _data(game: Game, table: MatrixGame, found: list[Equilibrium]) -> dict[str, Any]:
    steps, left = table.eliminated()
    return {
        "game": str(game),
        "eliminated": [{"player": s.player, "action": s.action, "by": s.by} for s in steps],
        "left": {"rows": list(left.rows), "columns": list(left.columns)},
        "pure": [[table.rows[i], table.columns[j]] for i, j in table.pure_equilibria()],
        "equilibria": [
            {
                "strategies": [
                    {name: float(p) for name, p in zip(names, mixed, strict=True)}
                    for names, mixed in ((table.rows, one.row), (table.columns, one.column))
                ],
                "values": [float(v) for v in one.values],
            }
            for one in found
        ],
        "degenerate": not found or any(map(table.is_degenerate, found)),
    }
