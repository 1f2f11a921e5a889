"""`analyse --deepening`: what iterative deepening had found at each depth."""

from __future__ import annotations

from typing import Any

from zermelo.core.results import Analysis, show_line
from zermelo.core.values import plain_number, show_value

LONGEST_LINE = 8
"""The number of plies of a line that are shown."""

HEADINGS = ("depth", "value", "nodes", "seconds", "line")


class Deepening:
    """Collects the analyses of a search, the last one of each depth."""

    def __init__(self) -> None:
        self._found: dict[int, Analysis] = {}

    def __call__(self, analysis: Analysis) -> None:
        """Takes the next analysis."""
        self._found.pop(analysis.depth, None)  # in the order in which depths were reached
        self._found[analysis.depth] = analysis

    @property
    def depths(self) -> list[Analysis]:
        """One analysis for each depth, in the order in which they were found."""
        return list(self._found.values())

    def table(self) -> str:
        """The analyses as text, one line each."""
        rows = [HEADINGS, *map(_row, self.depths)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS) - 1)]
        return "\n".join("  ".join([*map(str.rjust, row, widths), row[-1]]).rstrip() for row in rows)

    def to_json(self) -> list[dict[str, Any]]:
        """The analyses as plain data."""
        return [
            {
                "depth": found.depth,
                "value": None if found.value is None else plain_number(found.value),
                "proved": found.proved,
                "action": found.shown_action,
                "line": list(show_line(found.game, found.state, found.line)),
                "nodes": found.nodes,
                "seconds": found.seconds,
            }
            for found in self.depths
        ]


def _row(found: Analysis) -> tuple[str, ...]:
    value = show_value(found.value if found.game.kind.one_number else found.values)
    shown = list(show_line(found.game, found.state, found.line[:LONGEST_LINE]))
    more = [] if len(found.line) <= LONGEST_LINE else ["…"]
    return (
        str(found.depth),
        value if found.proved else f"≈ {value}",
        f"{found.nodes:,}",
        f"{found.seconds:.3f}",
        " · ".join([*shown, *more]),
    )
