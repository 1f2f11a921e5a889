"""A task of a sheet: what a student reads, the answers to be given, and the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.core.trace import Trace
from zermelo.draw.scene import Picture

Check = Callable[[str], bool]
"""Whether a text is a right answer."""


@dataclass(frozen=True)
class Field:
    """One answer that a student writes down."""

    label: str
    answer: str
    check: Check
    points: Fraction = Fraction(1)
    is_long: bool = False
    """Whether the answer needs a whole line."""


@dataclass(frozen=True)
class Option:
    """One of the answers of a multiple-choice question: `why` it is right, or what is wrong with it."""

    text: str
    why: str
    is_right: bool = False


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task, with all data for sheets, pages and texts."""

    kind: str
    heading: str
    """The subject of the task, in a few words."""

    text: str
    """The task."""

    fields: tuple[Field, ...]
    plain: str
    """The task for a terminal."""

    plain_key: str
    """Its key for a terminal."""

    data: dict[str, Any]
    """The task with its key as plain data."""

    parts: tuple[str, ...] = ()
    """Further sentences of the task, one for each field, where the labels do not say enough."""

    options: tuple[Option, ...] = ()
    picture: Picture | None = None
    solution: Picture | None = None
    command: str = ""
    """The command that shows the solution step by step."""

    title: str = ""
    """The heading on a page of exercises, which names the seed."""

    shown_trace: Trace | None = None
    trace: Trace | None = None
    """Of a task on a tree: the part of the log that is given, and the whole log."""

    lines: int = 4
    """The number of lines to write on."""

    @property
    def points(self) -> Fraction:
        """The points of all fields."""
        return sum((field.points for field in self.fields), Fraction(0))

    def column(self, number: int, field: int) -> str:
        """The name of a field's column in a table of answers: "2b", or "2" if the task has only one field."""
        return f"{number}{LETTERS[field].lower()}" if len(self.fields) > 1 else str(number)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def show_points(points: Fraction) -> str:
    """The number of points: whole if it is, otherwise with at most two decimals."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
