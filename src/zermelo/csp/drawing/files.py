"""A run as a file: a picture of one step, or a page that steps through the whole log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zermelo.core.errors import KindError, LimitError, LoadError, quote
from zermelo.csp.answer import Answer
from zermelo.csp.drawing.stage import Moment, stage_of, tied
from zermelo.csp.drawing.stepping import constraint_steps
from zermelo.csp.log import Replay
from zermelo.draw.html import SHEETS, write_page
from zermelo.draw.printing import picture_pdf, picture_png, svg_pdf, svg_png
from zermelo.draw.scene import Picture
from zermelo.draw.svg import write_svg
from zermelo.draw.tikz import write_tikz

STILL: dict[str, Callable[[Picture], str | bytes]] = {
    ".svg": write_svg,
    ".png": picture_png,
    ".pdf": picture_pdf,
    ".tex": write_tikz,
    ".tikz": write_tikz,
}
"""The functions that write a picture of one step, by file name extension."""

OWN: dict[str, Callable[[str], str | bytes]] = {".svg": str, ".png": svg_png, ".pdf": svg_pdf}
"""The same for the SVG picture that a problem draws itself."""

MOST_STEPS = 20_000
"""The maximum number of steps of a page: more take too long to load."""

SCRIPTS = ("picture.js", "zoom.js", "player.js", "constraints.js")

START = """
const data = JSON.parse(document.getElementById("data").textContent);
mountConstraints(document.querySelector(".place-of-a-run"), data, { keyboard: document });
"""


def drawn(answer: Answer, path: Path, *, step: int | None = None, view: str | None = None) -> str | bytes:
    """The content of the file. Raises LoadError if its extension is unknown."""
    ending = path.suffix.lower()
    if ending == ".html":
        if step is not None:
            raise KindError("--step is for a still picture: a page has all steps")
        return steps_html(answer, view=view)
    if ending not in STILL:
        raise LoadError(f"{quote(path)} must end in .html, {', '.join(list(STILL)[:-1])} or {list(STILL)[-1]}")
    own = _own_picture(answer) if view == "board" and step is None else None
    if own is not None and ending in OWN:
        return OWN[ending](own)
    return STILL[ending](moment_picture(answer, step, view=view))


def _own_picture(answer: Answer) -> str | None:
    """The picture that the problem itself draws of its solution, such as a map in its colours."""
    return answer.problem.draw(answer.solution or {})


def moment_picture(answer: Answer, step: int | None = None, *, view: str | None = None) -> Picture:
    """The picture after `step` steps of the log, or at its end."""
    assert answer.log is not None
    steps = answer.log.steps
    place = len(steps) if step is None else step
    if place > len(steps):
        raise LimitError(f"--step {place}: the log has {len(steps):,} steps")
    replay = Replay(answer.model.domains, steps)
    replay.go_to(place)
    last = steps[place - 1] if place else None
    moment = Moment(
        replay.domains,
        replay.assignment,
        tied(last),
        at=last.variable if last is not None and last.kind != "solution" else None,
        wiped=last.variable if last is not None and last.kind == "wipeout" else None,
    )
    stage = stage_of(answer.model, view)
    if step is None:
        return stage.picture(moment, title=answer.problem.name)
    title = f"{answer.problem.name}, {answer.algorithm}, step {step} of {len(steps)}"
    return stage.picture(moment, title=title, says=last.says if last is not None else "Nothing is assigned yet.")


def steps_html(answer: Answer, *, view: str | None = None) -> str:
    """The whole run as one page, to be opened from disk."""
    assert answer.log is not None
    if len(answer.log.steps) > MOST_STEPS:
        raise LimitError(
            f"the log has {len(answer.log.steps):,} steps, but a page has at most {MOST_STEPS:,}: "
            "choose a smaller problem, another algorithm or another order"
        )
    data = constraint_steps(answer, view=view)
    picture = write_svg(moment_picture(answer, view=view), styled=False)
    body = (
        f"<p>{len(data['steps']):,} steps of {answer.algorithm}</p>\n"
        f'<div class="place-of-a-run"><noscript>{picture}</noscript></div>'
    )
    return write_page(data["title"], body, data, (*SCRIPTS, START), sheets=(*SHEETS, "constraints.css"))
