"""`zermelo measure --slots`: a transposition table at work, and what a smaller one costs."""

from __future__ import annotations

from typing import Any

import click

from zermelo.core.errors import quote
from zermelo.core.values import plain_number, show_value
from zermelo.textbook.transpositions import MOST_SLOTS, TableUse

WHOLE = "all"
"""A table with room for every entry."""

HEADINGS = ("slots", "nodes", "looked up", "hits", "cuts", "stored", "replaced", "cost")


def read_sizes(_ctx: click.Context, _param: click.Parameter, text: str | None) -> list[int | None] | None:
    """The sizes of tables in the text: numbers of slots with commas between them, or `all`."""
    return None if text is None else [_size(part.strip()) for part in text.split(",")]


def _size(text: str) -> int | None:
    if text == WHOLE:
        return None
    if not text.isdecimal() or int(text) > MOST_SLOTS:
        raise click.BadParameter(f"{quote(text)} is neither a number of slots up to {MOST_SLOTS:,} nor '{WHOLE}'")
    return int(text)


def table_lines(found: list[TableUse], depth: int) -> list[str]:
    """The searches as text: a line for each table. The cost is relative to the search that reads the fewest nodes."""
    least = min(use.nodes for use in found)
    rows = [HEADINGS, *(_row(use, least) for use in found)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    table = ["  ".join(map(str.rjust, row, widths)) for row in rows]
    return [f"alpha-beta to depth {depth}: value {show_value(found[0].value)} with every table", "", *table]


def _row(use: TableUse, least: int) -> tuple[str, ...]:
    t = use.table
    counts = (use.nodes, t.look_ups, t.hits, t.cuts, t.stores, t.replacements)
    slots = WHOLE if t.slots is None else f"{t.slots:,}"
    return (slots, *(f"{n:,}" for n in counts), f"× {use.nodes / least:.3g}")


def tables_to_json(found: list[TableUse], depth: int) -> dict[str, Any]:
    """The searches as plain data."""
    return {
        "depth": depth,
        "value": plain_number(found[0].value),
        "tables": [
            {
                "slots": use.table.slots,
                "nodes": use.nodes,
                "look_ups": use.table.look_ups,
                "hits": use.table.hits,
                "cuts": use.table.cuts,
                "stores": use.table.stores,
                "replacements": use.table.replacements,
                "used": use.table.used,
                "seconds": use.seconds,
            }
            for use in found
        ],
    }
