"""`zermelo quiz --kind arcs`: exercises in arc consistency, as text or drawn, with the key apart."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from zermelo.cli.shared import write_whole
from zermelo.core.errors import KindError, quote
from zermelo.csp.drawing.files import STILL, moment_picture
from zermelo.csp.exercises import ArcExercise, show_domains
from zermelo.draw.html import write_page
from zermelo.draw.svg import write_svg

ENDINGS = (".txt", ".html", *STILL)


def arcs_text(exercises: Sequence[ArcExercise], *, key: bool) -> str:
    """All exercises, or the key to them."""
    return "\n\n".join(_key_text(e) if key else _exercise_text(e) for e in exercises)


def _exercise_text(e: ArcExercise) -> str:
    tasks = "\n".join(f"  {i}. {task}" for i, task in enumerate(e.tasks, 1))
    return (
        f"Exercise {e.number} of seed {e.seed}: arc consistency\n\n"
        f"  domains      {show_domains(dict(e.model.domains))}\n  constraints  {_as_written(e)}\n\n{tasks}"
    )


def _as_written(e: ArcExercise) -> str:
    return ", ".join(part.strip() for part in e.text.split(";") if " in " not in part)


def _key_text(e: ArcExercise) -> str:
    answers = "\n".join(f"  {i}. {answer}" for i, answer in enumerate(e.answers, 1))
    command = f'zermelo csp "{e.text}" --algorithm ac3 -o arcs.html'
    return f"Key {e.number} of seed {e.seed}\n\n{answers}\n\n{command}"


def write_arcs(path: Path, exercises: Sequence[ArcExercise], *, key: bool) -> None:
    """One text or one page has all of them; a picture has one, and the files are numbered where there are more."""
    ending = path.suffix.lower()
    if ending == ".txt":
        write_whole(path, arcs_text(exercises, key=key) + "\n")
    elif ending == ".html":
        write_whole(path, _page(exercises, key=key))
    else:
        for e in exercises:
            picture = moment_picture(e.run, None if key else 0)
            content = STILL[ending](picture._replace(title=f"Exercise {e.number} of seed {e.seed}"))
            write_whole(path if len(exercises) == 1 else path.with_stem(f"{path.stem}-{e.number}"), content)


def _page(exercises: Sequence[ArcExercise], *, key: bool) -> str:
    sections = []
    for e in exercises:
        picture = write_svg(moment_picture(e.run, None if key else 0), styled=False)
        items = "".join(f"<li>{escape(text)}</li>" for text in (e.answers if key else e.tasks))
        heading = f"{'Key' if key else 'Exercise'} {e.number} of seed {e.seed}"
        sections.append(f"<section><h2>{heading}</h2><p>{escape(e.text)}</p>\n{picture}\n<ol>{items}</ol></section>")
    title = f"{'Key' if key else 'Exercises'}: arc consistency"
    return write_page(title, "\n".join(sections), [], ("",))


def check_ending(path: Path) -> None:
    """Raises KindError for an ending that is not known, before anything is written."""
    if path.suffix.lower() not in ENDINGS:
        raise KindError(f"{quote(path)} has to end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
