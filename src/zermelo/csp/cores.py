"""Why there is no solution: a small set of conflicting constraints, an unsatisfiable core."""

from __future__ import annotations

from zermelo.core.limits import Budget, OutOfBudget
from zermelo.csp.constraints import Constraint
from zermelo.csp.model import Model
from zermelo.csp.search import FastSearch

SECONDS = 2.0
"""The time limit of the reduction."""

SECONDS_FOR_ONE = 0.25
"""The time limit for one subset. If the time runs out, the subset is assumed to have a solution."""


def unsatisfiable_core(model: Model, budget: Budget, *, plain: bool = False) -> tuple[list[Constraint], bool]:
    """A subset of the constraints that has no solution by itself, and whether each constraint in it is needed.

    The model must have no solution. Constraints are left out, half of them at first and then fewer at a time, as long
    as the others still have no solution.
    """
    whole = budget.closing().part(SECONDS)
    kept = list(model.constraints)
    size = len(kept)
    minimal = True
    while size > 0:
        size = max(1, size // 2)
        start = 0
        minimal = True
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            verdict = _has_solution(model.with_constraints(rest), whole, plain=plain)
            if verdict is False:
                kept = rest
            else:
                minimal = minimal and verdict is True
                start += size
        if size == 1:
            break
    return kept, minimal


def _has_solution(model: Model, whole: Budget, *, plain: bool) -> bool | None:
    """Whether there is a solution; None if the time is too short to decide."""
    named = {x for c in model.constraints for x in c.scope}
    if not named:
        return all(model.domains.values())
    smaller = Model(model.problem, {x: v for x, v in model.domains.items() if x in named}, model.constraints)
    try:
        whole.check()
        search = FastSearch(smaller, buffer=1, plain=plain)
        return any(True for _ in search.found(whole.part(SECONDS_FOR_ONE)))
    except OutOfBudget:
        return None
