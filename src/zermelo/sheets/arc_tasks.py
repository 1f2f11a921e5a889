"""Tasks in arc consistency."""

from __future__ import annotations

from zermelo.csp.drawing.files import moment_picture
from zermelo.csp.exercises import ArcExercise, Domains, show_domains
from zermelo.draw.scene import Group, Picture
from zermelo.sheets.checks import domains_are, word_is
from zermelo.sheets.task import Field, Task


def arc_task(e: ArcExercise) -> Task:
    """The task of an exercise in arc consistency."""
    after_ac3, after_checking, chosen = e.answers
    command = f'zermelo csp "{e.text}" --algorithm ac3 -o arcs.html'
    title = f"Exercise {e.number} of seed {e.seed}"
    return Task(
        kind="arcs",
        heading="Arc consistency",
        text=f"Domains: {show_domains(dict(e.model.domains))}. Constraints: {_constraints(e)}.",
        parts=tuple(e.tasks),
        fields=(
            Field("Domains after AC-3", after_ac3, domains_are(_named(e.consistent)), is_long=True),
            Field("Domains after forward checking", after_checking, domains_are(_named(e.checked)), is_long=True),
            Field("Next variable", chosen, word_is(chosen)),
        ),
        plain=f"{title}: arc consistency\n\n{_problem(e)}\n\n{_numbered(e.tasks)}",
        plain_key=f"Key {e.number} of seed {e.seed}\n\n{_numbered(e.answers)}\n\n{command}",
        data=e.to_json(),
        picture=_untitled(moment_picture(e.run, 0), title),
        solution=_untitled(moment_picture(e.run), title),
        command=command,
        title=title,
        lines=4,
    )


def _untitled(picture: Picture, title: str) -> Picture:
    """The picture without the heading and the sentence that are drawn on it: the task has its own."""
    *_, body = picture.content
    assert isinstance(body, Group)
    return picture._replace(title=title, height=picture.height - body.y, content=(body._replace(y=0.0),))


def _named(domains: Domains) -> dict[str, tuple[object, ...]]:
    return {str(name): values for name, values in domains.items()}


def _problem(e: ArcExercise) -> str:
    return f"  domains      {show_domains(dict(e.model.domains))}\n  constraints  {_constraints(e)}"


def _constraints(e: ArcExercise) -> str:
    return ", ".join(part.strip() for part in e.text.split(";") if " in " not in part)


def _numbered(lines: list[str]) -> str:
    return "\n".join(f"  {i}. {line}" for i, line in enumerate(lines, 1))
