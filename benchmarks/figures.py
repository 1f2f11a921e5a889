"""The measured figures, one per row, with their targets if any; as a table and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measured number, or the reason why there is none."""

    name: str
    value: float | None
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""
    detail: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name}: {_shown(self)}  {self.note}"

    @property
    def target(self) -> str:
        """The target as text; empty if there is none."""
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return f"≤ {self.at_most:g}" if self.at_most is not None else ""

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None if there is no target or no measurement."""
        if self.value is None or not self.target:
            return None
        return self.value >= self.at_least if self.at_least is not None else self.value <= (self.at_most or 0.0)

    def to_json(self) -> dict[str, Any]:
        """The figure as plain data."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "target": self.target or None,
            "met": self.is_met,
            "note": self.note,
            "detail": self.detail,
        }


def skipped(name: str, why: str) -> Figure:
    """A row with the reason why a measurement was skipped."""
    return Figure(name, None, "", note=f"skipped: {why}")


def table(figures: list[Figure]) -> str:
    """The figures in columns."""
    rows = [("figure", "value", "target", "", "note"), *map(_row, figures)]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    return "\n".join(_columns(row, widths) for row in rows)


def _row(figure: Figure) -> tuple[str, ...]:
    met = {True: "met", False: "MISSED", None: ""}[figure.is_met]
    return figure.name, _shown(figure), figure.target, met, figure.note


def _columns(row: tuple[str, ...], widths: list[int]) -> str:
    name, value, target, met, note = row
    cells = (name.ljust(widths[0]), value.rjust(widths[1]), target.rjust(widths[2]), met.ljust(widths[3]), note)
    return "  ".join(cells).rstrip()


def _shown(figure: Figure) -> str:
    if figure.value is None:
        return "–"
    digits = 0 if figure.value >= 1000 else 2 if figure.value >= 0.1 else 4
    return f"{figure.value:,.{digits}f} {figure.unit}"
