"""Constraint satisfaction problems on the page: an algorithm, step by step."""

from __future__ import annotations

from threading import Event
from typing import Any

from zermelo.core.errors import KindError, LimitError
from zermelo.csp.drawing.stepping import constraint_steps
from zermelo.csp.loading import load_text
from zermelo.csp.problems import names
from zermelo.csp.running import run
from zermelo.csp.textbook.run import PSEUDOCODE

SECONDS, MOST_STEPS = 10.0, 5_000
"""The maximum seconds of an algorithm for the page, and the maximum number of steps that are sent to it."""


def constraint_run(problem: str, algorithm: str, order: str, stop: Event) -> dict[str, Any]:
    """The steps of the algorithm, and the page's choices. Raises ZermeloError; no user's file is read."""
    if algorithm not in PSEUDOCODE:
        raise KindError(f"the page steps through {', '.join(PSEUDOCODE)}")
    answer = run(load_text(problem), algorithm, order=order, log=True, seconds=SECONDS, stop=stop)
    assert answer.log is not None
    if len(answer.log.steps) > MOST_STEPS:
        raise LimitError(
            f"{algorithm} takes {len(answer.log.steps):,} steps here, but the page shows at most {MOST_STEPS:,}: "
            "choose a smaller problem, another algorithm or another order"
        )
    shown = answer.problem.show(answer.solution) if answer.solution else ""
    verdict = shown or ("There is no solution." if answer.has_none else "No solution was found.")
    return {
        "stepping": constraint_steps(answer),
        "verdict": verdict,
        "algorithms": list(PSEUDOCODE),
        "problems": names(),
    }
