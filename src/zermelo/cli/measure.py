"""`zermelo measure`: the branching factor, the depth and the size of a game, and what searches read of it."""

from __future__ import annotations

from math import log10, sqrt

import click
from click.core import ParameterSource

from zermelo.cli.measure_table import read_sizes, table_lines, tables_to_json
from zermelo.cli.shared import Verb, game_argument, position_argument, print_json, print_rows, state_at, the_seed
from zermelo.core.game import Game
from zermelo.core.limits import Budget, Limits
from zermelo.measuring import DEEPEST, Measurement, Searched, measure as measured
from zermelo.textbook.transpositions import TableUse, compare_tables

TABLE_DEPTH = 6
"""The default depth of searches with transposition tables."""

BIG = 1e7
"""Numbers from this on are written as powers of ten."""


@click.command(cls=Verb)
@game_argument
@position_argument
@click.option(
    "--plays", type=click.IntRange(min=1), default=200, show_default=True, help="Make this many random plays."
)
@click.option(
    "--depth", type=click.IntRange(min=0), default=DEEPEST, show_default=True, help="Search at most this deep."
)
@click.option("--seconds", type=float, default=5.0, show_default=True, help="Stop after this many seconds.")
@click.option(
    "--slots",
    "sizes",
    metavar="N,...",
    callback=read_sizes,
    help=f"Instead, search with transposition tables of N slots (0: none, all: no limit), to depth {TABLE_DEPTH}.",
)
@click.pass_context
def measure(
    ctx: click.Context,
    game: Game,
    position: str | None,
    *,
    plays: int,
    depth: int,
    seconds: float,
    sizes: list[int | None] | None,
    as_json: bool,
) -> None:
    """Measure b, m and the size of the tree from POSITION, and the effective branching factor b* of searches.

    b is the mean number of actions and m the mean length of random plays. Alpha-beta with perfect move ordering would
    have b* = √b; without a good ordering it is closer to b.
    """
    if sizes is not None:
        is_given = ctx.get_parameter_source("depth") is not ParameterSource.DEFAULT
        deep = depth if is_given else TABLE_DEPTH
        budget = Budget(Limits(seconds=seconds))
        _tell_tables(list(compare_tables(game, state_at(game, position), deep, sizes, budget)), deep, as_json)
        return
    found = measured(game, state_at(game, position), plays=plays, depth=depth, seconds=seconds, seed=the_seed())
    if as_json:
        print_json(found.to_json())
        return
    print_rows(_rows(found))
    if found.searches:
        click.echo("\n" + "\n".join(_table(found.searches)))


def _tell_tables(found: list[TableUse], depth: int, as_json: bool) -> None:
    if as_json:
        print_json(tables_to_json(found, depth))
    else:
        click.echo("\n".join(table_lines(found, depth)))


def _rows(found: Measurement) -> list[tuple[str, str]]:
    rows = [("game", str(found.game))]
    if found.branching is not None:
        many = f"{found.branching:.3g} actions on average, at most {found.most_actions:,}"
        rows += [("b", many), ("√b", f"{sqrt(found.branching):.3g}")]
    if found.outcomes is not None:
        rows.append(("chance", f"{found.outcomes:.3g} outcomes on average"))
    cut = f"; {found.cut_off:,} of {found.plays:,} plays were cut off" if found.cut_off else ""
    rows.append(("m", f"{found.length:.3g} plies on average, {found.shortest:,} to {found.longest:,}{cut}"))
    rows.append(("tree", f"about {_number(found.tree_nodes)} nodes, estimated from {found.plays:,} random plays"))
    return rows


def _table(searches: tuple[Searched, ...]) -> list[str]:
    """The nodes by depth and method, and b* at the greatest depth of each."""
    deepest = max(len(one.nodes) for one in searches)
    widths = [max(len(one.method), *(len(f"{n:,}") for n in one.nodes)) for one in searches]

    def row(name: str, cells: list[str]) -> str:
        return "  ".join(
            [name.rjust(5), *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))]
        ).rstrip()

    lines = [row("depth", [one.method for one in searches])]
    for ply in range(deepest):
        lines.append(row(str(ply + 1), [f"{one.nodes[ply]:,}" if ply < len(one.nodes) else "" for one in searches]))
    return [*lines, row("b*", [f"{one.effective_branching:.3g}" for one in searches])]


def _number(value: float) -> str:
    """A number for people: 549,946, or 10^8.3."""
    return f"{value:,.0f}" if value < BIG else f"10^{log10(value):.1f}"
