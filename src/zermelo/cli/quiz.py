"""`zermelo quiz`: exercises from a seed or from given trees, on paper or on a page, their key, and grades."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import join
from typing import Any

import click

from zermelo.cli.shared import Verb, print_json, text_of, the_seed, write_whole
from zermelo.core.errors import KindError, quote
from zermelo.csp.drawing.files import STILL
from zermelo.draw import FORMATS, format_of
from zermelo.loading import load
from zermelo.sheets import (
    KINDS,
    MOST_TASKS,
    MOST_VARIANTS,
    PAPERS,
    Sheet,
    Task,
    empty_table,
    grade,
    make_sheets,
    read_answers,
    sheets_html,
    sheets_latex,
    sheets_pdf,
)
from zermelo.sheets.tree_tasks import tree_to_complete
from zermelo.trees import Tree

ON_SCREEN = "-"
"""The value of --key without a file."""

TITLE = "Adversarial search"

WHOLE = (".txt", ".html", ".pdf", ".tex")
"""The formats that hold all tasks in one file; in the others, each picture has a file of its own."""


@click.command(cls=Verb)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    default=("alphabeta",),
    show_default=True,
    help="What to practise; may be given several times.",
)
@click.option("--tree", "trees", multiple=True, metavar="TREE", help="Use this tree, in brackets or in a file.")
@click.option("--depth", type=int, default=3, show_default=True, help="The depth of the tree in plies.")
@click.option("--branching", type=int, default=2, show_default=True, help="The number of actions of each node.")
@click.option("--uneven", is_flag=True, help="Let some nodes have fewer actions, and some lines end early.")
@click.option(
    "--count", type=click.IntRange(1, MOST_TASKS), default=1, show_default=True, help="Exercises of each kind."
)
@click.option(
    "--variants", type=click.IntRange(1, MOST_VARIANTS), default=1, show_default=True, help="Sheets for a class."
)
@click.option("--points", type=click.IntRange(1, 1000), help="The points of each exercise.")
@click.option("--title", default=TITLE, show_default=True, help="The heading of a sheet.")
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The size of the paper."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help=f"Write to a file: {', '.join(FORMATS)}; or grades to .csv."
)
@click.option(
    "--key", metavar="[FILE]", is_flag=False, flag_value=ON_SCREEN, help="Print the key, or write it to a file."
)
@click.option("--answers", type=click.Path(path_type=Path), help="Write an empty table for the answers (.csv).")
@click.option("--grade", "graded", type=click.Path(path_type=Path), help="Grade the answers in this table (.csv).")
def quiz(
    *,
    output: Path | None,
    key: str | None,
    answers: Path | None,
    graded: Path | None,
    title: str,
    paper: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Make exercises: trees to search by hand, arc consistency, or questions on the ideas.

    The same --seed gives the same exercises on every machine. A sheet (.pdf, .tex) has all of them, with space to
    write and points; a page (.html) checks the answers. The key is separate: --key prints it, and --key FILE writes
    it to a file. --grade takes the options with which the sheet was made, and a table of answers.
    """
    sheets = make_sheets(**options | {"trees": [_tree(text) for text in options["trees"]]}, seed=the_seed())
    if graded is not None:
        _grade(sheets, graded, output, as_json)
        return
    key_file = None if key in (None, ON_SCREEN) else Path(str(key))
    writer = _Writer(sheets, title, paper, _command(options))
    files = [(output, False), (key_file, True)]
    for path, _ in files:
        writer.check(path)  # a bad ending is refused before anything is written
    for path, is_key in files:
        if path is not None:
            writer.write(path, is_key)
    if answers is not None:
        write_whole(answers, empty_table(sheets))
    if as_json:
        print_json({"exercises": [_data(sheet, task) for sheet in sheets for task in sheet.tasks]})
    else:
        if key == ON_SCREEN or output is None:
            click.echo(_text(sheets, key=key == ON_SCREEN))
        _say_written(output, key_file, answers, _about(sheets, options))


def _tree(text: str) -> Tree:
    game = load(text_of(text))
    if not isinstance(game, Tree):
        raise KindError(f"{quote(text)} is a game and not a tree: write it in brackets, as in ((3 12 8) (2 4 6))")
    return game


def _command(options: dict[str, Any]) -> str:
    """The command that makes these exercises again, which a sheet carries in its footer."""
    words = ["zermelo", "quiz", "--seed", str(the_seed())]
    context = click.get_current_context()
    names = {"kinds": "--kind", "trees": "--tree"}
    for name, value in options.items():
        if context.get_parameter_source(name) is click.core.ParameterSource.DEFAULT or value is None:
            continue
        option = names.get(name, f"--{name}")
        for each in value if isinstance(value, tuple) else [value]:
            words += [option] if each is True else [option, str(each)]
    return join(words)


def _grade(sheets: Sequence[Sheet], path: Path, output: Path | None, as_json: bool) -> None:
    if output is not None and output.suffix.lower() != ".csv":
        raise KindError(f"{quote(output)} must end in .csv: grades are written as a table")
    grades = grade(sheets, read_answers(path))
    if output is not None:
        write_whole(output, grades.csv())
    if as_json:
        print_json(grades.to_json())
    elif output is None:
        click.echo(grades.text())
    else:
        click.echo(f"{output}: the grades of {len(grades.students)}")


def _say_written(output: Path | None, key: Path | None, answers: Path | None, what: str) -> None:
    for path, words in ((output, what), (key, "the key"), (answers, "a table for the answers")):
        if path is not None:
            click.echo(f"{path}: {words}")


def _about(sheets: Sequence[Sheet], options: dict[str, Any]) -> str:
    variants = f", {len(sheets)} variants" if len(sheets) > 1 else ""
    kinds = list(dict.fromkeys(options["kinds"]))
    return f"{len(sheets[0].tasks)} in {', '.join(kinds)}{variants}, seed {the_seed()}"


def _text(sheets: Sequence[Sheet], *, key: bool) -> str:
    parts = []
    for sheet in sheets:
        parts += [f"Variant {sheet.variant}"] if sheet.variant else []
        parts += [task.plain_key if key else task.plain for task in sheet.tasks]
    return "\n\n".join(parts)


def _data(sheet: Sheet, task: Task) -> dict[str, Any]:
    return task.data | ({"variant": sheet.variant} if sheet.variant else {})


class _Writer:
    """Writes sheets and keys, in the format of the file's ending."""

    def __init__(self, sheets: Sequence[Sheet], title: str, paper: str, command: str) -> None:
        self.sheets, self.title = sheets, title
        about: dict[str, Any] = {"title": title, "paper": paper, "note": command}
        self._whole: dict[str, Callable[[bool], str | bytes]] = {
            ".txt": lambda key: _text(sheets, key=key) + "\n",
            ".html": lambda key: sheets_html(sheets, title=self._page_title(key), key=key),
            ".pdf": lambda key: sheets_pdf(sheets, key=key, **about),
            ".tex": lambda key: sheets_latex(sheets, key=key, **about),
        }

    def _page_title(self, key: bool) -> str:
        kinds = ", ".join(dict.fromkeys(task.kind for sheet in self.sheets for task in sheet.tasks))
        return f"{'Key' if key else 'Exercises'}: {kinds}"

    def check(self, path: Path | None) -> None:
        """Raises LoadError or KindError if the file's ending does not fit the exercises."""
        if path is None or path.suffix.lower() in self._whole:
            return
        ending = path.suffix.lower()
        format_of(path)
        for task in self._tasks:
            if task.trace is None and (task.picture is None or ending not in STILL):
                raise KindError(f"exercises in {task.kind} are not written as {quote(ending)}: use {', '.join(WHOLE)}")

    @property
    def _tasks(self) -> list[Task]:
        return [task for sheet in self.sheets for task in sheet.tasks]

    def write(self, path: Path, key: bool) -> None:
        """Writes all exercises to one file, or each to a picture of its own, with numbered file names."""
        ending = path.suffix.lower()
        if ending in self._whole:
            write_whole(path, self._whole[ending](key))
            return
        for number, task in enumerate(self._tasks, 1):
            place = path if len(self._tasks) == 1 else path.with_stem(f"{path.stem}-{number}")
            write_whole(place, _picture(task, path, key))


def _picture(task: Task, path: Path, key: bool) -> str | bytes:
    if task.trace is None or task.shown_trace is None:
        picture = task.solution if key else task.picture
        assert picture is not None
        return STILL[path.suffix.lower()](picture)
    trace = task.trace if key else task.shown_trace
    return format_of(path).write(trace.tree() if key else tree_to_complete(trace), trace)
