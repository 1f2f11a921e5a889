"""Sheets as PDF, typeset by Typst. The layout is in assets/sheet.typ; this module only supplies its data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from typing import Any

from zermelo.core.errors import LoadError
from zermelo.draw.scene import Picture
from zermelo.draw.svg import write_svg
from zermelo.sheets.sheet import Sheet
from zermelo.sheets.task import LETTERS, Field, Task, show_points

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""The sizes of paper, and their names in Typst."""


def sheets_pdf(sheets: Sequence[Sheet], *, title: str, key: bool = False, paper: str = "a4", note: str = "") -> bytes:
    """All variants as one PDF, each beginning on a page of its own; with `key`, the answers. `note` is the footer.

    Raises LoadError without Typst.
    """
    return _compiled(sheets_data(sheets, title=title, key=key, paper=paper, note=note), format="pdf")


def sheets_data(sheets: Sequence[Sheet], *, title: str, key: bool, paper: str, note: str) -> dict[str, Any]:
    """The data for the layout. Without the key they contain no answers."""
    return {
        "title": title,
        "key": key,
        "paper": PAPERS[paper],
        "note": note,
        "sheets": [
            {
                "variant": sheet.variant,
                "points": sheet.points,
                "tasks": [_task_data(task, number, key) for number, task in enumerate(sheet.tasks, 1)],
            }
            for sheet in sheets
        ],
    }


def _task_data(task: Task, number: int, key: bool) -> dict[str, Any]:
    picture = task.solution if key else task.picture
    return {
        "number": number,
        "heading": task.heading,
        "points": show_points(task.points),
        "text": task.text,
        "parts": list(task.parts),
        "picture": None if picture is None else _picture_data(picture),
        "fields": [_field_data(field, key) for field in task.fields],
        "options": [
            {"letter": letter, "text": o.text} | ({"right": o.is_right, "why": o.why} if key else {})
            for letter, o in zip(LETTERS, task.options, strict=False)
        ],
        "lines": task.lines,
        "command": task.command if key else "",
    }


def _field_data(field: Field, key: bool) -> dict[str, Any]:
    data = {"label": field.label, "long": field.is_long, "points": show_points(field.points)}
    return data | ({"answer": field.answer} if key else {})


def _picture_data(picture: Picture) -> dict[str, Any]:
    return {"svg": write_svg(picture), "width": picture.width, "about": picture.title}


def _compiled(data: dict[str, Any], **options: object) -> bytes:
    try:
        typst = import_module("typst")
    except ImportError:
        raise LoadError('a sheet as PDF needs one more package: pip install "zermelo[pictures]"') from None
    layout = (files("zermelo.sheets") / "assets" / "sheet.typ").read_bytes()
    made: bytes = typst.compile(layout, sys_inputs={"data": json.dumps(data)}, **options)
    return made
