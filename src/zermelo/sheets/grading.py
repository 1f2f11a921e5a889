"""Grades a table of answers: a row for each student, with a column for each answer of the sheet."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from zermelo.core.errors import LoadError, ParseError, quote
from zermelo.sheets.sheet import Sheet
from zermelo.sheets.task import LETTERS, Task, show_points

NAME, VARIANT = "name", "variant"

LARGEST = 5_000_000
"""The largest file of answers, in bytes."""

DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Graded:
    """One student: the points of each task, and a remark on each wrong answer."""

    name: str
    variant: str
    points: tuple[Fraction, ...]
    remarks: tuple[str, ...]

    @property
    def total(self) -> Fraction:
        """The points of all tasks."""
        return sum(self.points, Fraction(0))


@dataclass(frozen=True)
class Grades:
    """All students, in the order of the table, and the most frequent wrong answers."""

    students: tuple[Graded, ...]
    most: tuple[Fraction, ...]
    """The points that each task has."""

    mistakes: dict[str, tuple[str, int]]
    """For each column with wrong answers, the most frequent one and its count; only if there are no variants."""

    @property
    def full(self) -> Fraction:
        """The points of the whole sheet."""
        return sum(self.most, Fraction(0))

    def share(self, task: int) -> float:
        """The mean share of a task's points that the students got."""
        got = sum((student.points[task] for student in self.students), Fraction(0))
        return float(got / (self.most[task] * len(self.students)))

    def to_json(self) -> dict[str, Any]:
        """The grades as plain data."""
        return {
            "points": float(self.full),
            "students": [
                {
                    "name": s.name,
                    "variant": s.variant,
                    "tasks": [float(p) for p in s.points],
                    "total": float(s.total),
                    "remarks": list(s.remarks),
                }
                for s in self.students
            ],
            "shares": [round(self.share(i), 4) for i in range(len(self.most))],
        }

    def text(self) -> str:
        """The grades as a table, and below it the share of points and the most frequent wrong answers of each task."""
        numbers = [str(i) for i, _ in enumerate(self.most, 1)]
        has_variants = any(s.variant for s in self.students)
        rows = [["name", *(["variant"] if has_variants else []), *numbers, "total"]]
        for s in self.students:
            own = [s.variant] if has_variants else []
            rows.append(
                [s.name, *own, *map(show_points, s.points), f"{show_points(s.total)} of {show_points(self.full)}"]
            )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        shares = [f"task {n}: {self.share(i):.0%} of the points{self._frequent(n)}" for i, n in enumerate(numbers)]
        return "\n".join([*lines, "", *shares])

    def _frequent(self, number: str) -> str:
        found = [
            f"{column}: {times} × {quote(wrong)}"
            for column, (wrong, times) in self.mistakes.items()
            if column.rstrip(LETTERS.lower()) == number and times > 1
        ]
        return f" (often wrong: {', '.join(found)})" if found else ""

    def csv(self) -> str:
        """The grades as a table for a spreadsheet, with the remarks."""
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow([NAME, VARIANT, *(f"task {i}" for i, _ in enumerate(self.most, 1)), "total", "of", "remarks"])
        for s in self.students:
            points = [*map(show_points, s.points), show_points(s.total), show_points(self.full)]
            writer.writerow([_inert(s.name), s.variant, *points, _inert(" ".join(s.remarks))])
        return written.getvalue()


def _inert(text: str) -> str:
    """The text, changed if necessary so that a spreadsheet does not take it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def answer_columns(sheets: Sequence[Sheet]) -> list[str]:
    """The columns of a table of answers to these sheets."""
    return [NAME, *([VARIANT] if len(sheets) > 1 else []), *sheets[0].columns]


def empty_table(sheets: Sequence[Sheet]) -> str:
    """An empty table of answers: its header."""
    return ",".join(answer_columns(sheets)) + "\n"


def read_answers(path: Path) -> str:
    """The text of a file of answers. Raises LoadError."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)  # the size of a device or a pipe is not known in advance
        if len(data) > LARGEST:
            raise LoadError(f"{quote(path)} is larger than {LARGEST // 1_000_000} MB, too large for a table of answers")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LoadError(f"{quote(path)} is not a text in UTF-8: save the table as CSV (UTF-8)") from None
    except OSError as error:
        raise LoadError(f"{quote(path)} cannot be read: {error.strerror}") from None


def grade(sheets: Sequence[Sheet], table: str) -> Grades:
    """Grades the answers in a table with a header, separated by commas, semicolons or tabs.

    Raises ParseError if the columns are not those of the sheets, or a row does not fit them.
    """
    header, rows = _parsed(table)
    columns = answer_columns(sheets)
    _refuse_columns(header, columns)
    by_variant = {sheet.variant: sheet for sheet in sheets}
    students, wrong = [], Counter[tuple[str, str]]()
    for line, cells in rows:
        row = dict(zip(header, cells, strict=True))
        variant = row.get(VARIANT, "").strip().upper()
        if variant not in by_variant:
            known = ", ".join(by_variant)
            raise ParseError(f"line {line}: there is no variant {quote(row.get(VARIANT, ''))}: expected one of {known}")
        student, missed = _graded(by_variant[variant], row, variant)
        students.append(student)
        wrong.update(missed if len(sheets) == 1 else [])
    if not students:
        raise ParseError("the table has a header, but no answers below it")
    mistakes: dict[str, tuple[str, int]] = {}
    for (column, text), times in wrong.most_common():
        mistakes.setdefault(column, (text, times))
    return Grades(tuple(students), tuple(task.points for task in sheets[0].tasks), mistakes)


def _parsed(table: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The header, in small letters, and the rows that are not empty, each with its line."""
    first = table.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(table, newline=""), delimiter=delimiter)
    try:
        lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise ParseError(f"line {reader.line_num} of the table cannot be read: {error}") from None
    if not lines:
        raise ParseError("the table is empty: its first line names the columns")
    header = [name.casefold() for name in lines[0][1]]
    rows = [(line, row) for line, row in lines[1:] if any(row)]
    for line, row in rows:
        if len(row) != len(header):
            raise ParseError(f"line {line} has {len(row)} cells, and the header {len(header)}: {quote(','.join(row))}")
    return header, rows


def _refuse_columns(header: Sequence[str], columns: Sequence[str]) -> None:
    expected = f"the columns of this sheet are {', '.join(columns)}"
    repeated = [name for name, times in Counter(header).items() if times > 1]
    unknown = [name for name in header if name not in columns]
    missing = [name for name in columns if name not in header]
    if unknown:
        raise ParseError(f"the table has a column {quote(unknown[0])} that the sheet does not have: {expected}")
    if missing:
        raise ParseError(f"the table has no column {quote(missing[0])}: {expected}")
    if repeated:
        raise ParseError(f"the table has the column {quote(repeated[0])} twice: {expected}")


def _graded(sheet: Sheet, row: dict[str, str], variant: str) -> tuple[Graded, list[tuple[str, str]]]:
    """The student of a row, and the wrong answers by column."""
    points, remarks, wrong = [], [], []
    for number, task in enumerate(sheet.tasks, 1):
        got = Fraction(0)
        for i, field in enumerate(task.fields):
            column = task.column(number, i)
            text = row[column]
            if text and field.check(text):
                got += field.points
            else:
                remarks.append(f"{column}: {remark(task, i, text)}")
                wrong += [(column, text)] if text else []
        points.append(got)
    return Graded(_printable(row[NAME]), variant, tuple(points), tuple(remarks)), wrong


def _printable(name: str) -> str:
    """The name without control characters, which could change what a terminal shows."""
    return "".join(sign if sign.isprintable() else " " for sign in name).strip()


def remark(task: Task, field: int, text: str) -> str:
    """The feedback on a wrong answer, for the student who gave it."""
    right = f"the answer is {task.fields[field].answer}."
    if not text:
        return f"no answer; {right}"
    chosen = text.strip(" .()").upper()
    if task.options and chosen in LETTERS[: len(task.options)] and len(chosen) == 1:
        return f"not {chosen}: {task.options[LETTERS.index(chosen)].why}"
    return f"not {quote(text)}; {right}"
