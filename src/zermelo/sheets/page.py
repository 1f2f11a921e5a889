"""Sheets as one HTML page: trees that check what is filled in, and questions that say why an answer is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from zermelo.draw.html import MODULES, SHEETS, START, Part, exercise_part, section_of, write_page
from zermelo.draw.svg import write_svg
from zermelo.sheets.sheet import Sheet
from zermelo.sheets.task import LETTERS, Option, Task


def sheets_html(sheets: Sequence[Sheet], *, title: str, key: bool = False) -> str:
    """The page; with `key`, the trees can be stepped through, and the questions show their answers."""
    sections: list[str] = []
    parts: list[Part] = []
    for sheet in sheets:
        if sheet.variant:
            sections.append(f'<h2 class="variant">Variant {sheet.variant}</h2>')
        for task in sheet.tasks:
            if task.trace is not None and task.shown_trace is not None and (key or not _asks_what_follows(task)):
                parts.append(exercise_part(_title(task, key), task.trace if key else task.shown_trace, key=key))
                sections.append(section_of(parts[-1]))
            else:
                sections.append(_section(task, key))
    data = [{"data": part.data, "options": part.options} for part in parts]
    return write_page(title, "\n".join(sections), data, (*MODULES, START), sheets=(*SHEETS, "questions.css"))


def _asks_what_follows(task: Task) -> bool:
    """Whether a part of the log is given, and the answers are about its next steps: they have no place in the tree."""
    return task.trace is not None and task.shown_trace is not None and task.shown_trace.steps != task.trace.steps


def _title(task: Task, key: bool) -> str:
    return task.title.replace("Exercise", "Key", 1) if key else task.title


def _section(task: Task, key: bool) -> str:
    picture = task.solution if key else task.picture
    drawn = "" if picture is None else write_svg(picture, styled=False)
    answers = _options(task.options, key) if task.options else _parts(task, key)
    content = f"{drawn}\n{_fields(task) if _asks_what_follows(task) else answers}"
    return (
        f'<section aria-label="{escape(task.title)}"><h2>{escape(_title(task, key))}</h2>'
        f'<p class="task">{escape(task.text)}</p>\n{content}</section>'
    )


def _parts(task: Task, key: bool) -> str:
    texts = [field.answer for field in task.fields] if key else task.parts
    return f"<ol>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ol>"


def _fields(task: Task) -> str:
    """A field for each answer, which opens to the right one, without any script."""
    items = [
        f'<li><label>{escape(field.label)} <input autocomplete="off"></label>'
        f"<details><summary>Check</summary>{escape(field.answer)}</details></li>"
        for field in task.fields
    ]
    return f'<ol class="fields">{"".join(items)}</ol>'


def _options(options: Sequence[Option], key: bool) -> str:
    """The answers of a question. Each opens to its reason, without any script."""
    items = []
    for letter, option in zip(LETTERS, options, strict=False):
        verdict = "right" if option.is_right else "wrong"
        items.append(
            f"<li><details{' open' if key else ''}><summary><b>{letter}</b> {escape(option.text)}</summary>"
            f'<p class="{verdict}"><strong>{verdict.capitalize()}.</strong> {escape(option.why)}</p></details></li>'
        )
    return f'<ul class="options">{"".join(items)}</ul>'
