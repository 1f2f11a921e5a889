"""Runs the algorithms of the lecture by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from zermelo.core.errors import KindError, LimitError, OptionError, nearest, quote
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.recursion import deep_recursion
from zermelo.csp.answer import Answer
from zermelo.csp.constraints import Assignment
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode
from zermelo.csp.textbook.backtracking import Backtracking
from zermelo.csp.textbook.components import component_solutions
from zermelo.csp.textbook.cutset import cutset_solutions
from zermelo.csp.textbook.min_conflicts import MinConflicts
from zermelo.csp.textbook.trees import TreeSearch

PSEUDOCODE: dict[str, Sequence[str]] = {
    "backtracking": pseudocode.BACKTRACKING,
    "forward": [*pseudocode.BACKTRACKING, *pseudocode.FORWARD_CHECKING],
    "mac": [*pseudocode.BACKTRACKING, *pseudocode.AC3],
    "ac3": [*pseudocode.BACKTRACKING, *pseudocode.AC3],
    "tree": pseudocode.TREE,
    "cutset": [*pseudocode.CUTSET, *pseudocode.TREE, *pseudocode.BACKTRACKING],
    "components": [*pseudocode.COMPONENTS, *pseudocode.BACKTRACKING, *pseudocode.AC3],
    "minconflicts": pseudocode.MIN_CONFLICTS,
}
"""The algorithms, each with its pseudocode. `ac3` is AC-3 once, and then backtracking."""

ORDERED = ("backtracking", "forward", "mac", "ac3", "components")
"""The algorithms for which the order of variables and values can be chosen."""

COUNT, ALL = "count", "all"
Wanted = int | str
"""How many solutions: a number, all of them, or only their count."""

MOST_STEPS = 200_000
"""The maximum number of steps of a log."""


def run_textbook(
    model: Model,
    algorithm: str,
    *,
    order: tuple[str, ...] = (),
    wanted: Wanted = 1,
    seed: int = 0,
    keep: bool = False,
    budget: Budget,
) -> Answer:
    """Runs an algorithm of the lecture. If the budget is used up, the answer holds the solutions found so far."""
    if algorithm not in PSEUDOCODE:
        raise OptionError(f"there is no algorithm {quote(algorithm)}: {nearest(algorithm, PSEUDOCODE)}")
    if order and algorithm not in ORDERED:
        raise KindError(f"{algorithm} chooses its own order: leave out {quote(','.join(order))}")
    if algorithm == "minconflicts" and wanted != 1:
        raise KindError("minconflicts finds one solution: it cannot count or list them")
    log = Log(keep=keep)
    answer = Answer(model, algorithm, log=log, pseudocode=PSEUDOCODE[algorithm])
    look = _looking(log, budget)
    found = _solutions(model, algorithm, log, look, order=order, wanted=wanted, seed=seed)
    try:
        with deep_recursion():
            _collect(answer, found, wanted)
    except OutOfBudget:
        answer.notes.append("stopped before the end")
    answer.assignments, answer.backtracks, answer.revisions = log.assignments, log.backtracks, log.revisions
    answer.seconds = budget.seconds
    return answer


def _looking(log: Log, budget: Budget) -> Callable[[], None]:
    def look() -> None:
        budget.check()
        if len(log.steps) > MOST_STEPS:
            raise LimitError(
                f"the log has more than {MOST_STEPS:,} steps: choose a smaller problem, a better order or inference"
            )

    return look


def _solutions(
    model: Model,
    algorithm: str,
    log: Log,
    look: Callable[[], None],
    *,
    order: tuple[str, ...],
    wanted: Wanted,
    seed: int,
) -> Iterator[Assignment]:
    if algorithm == "tree":
        return TreeSearch(model, log, look).solutions()
    if algorithm == "cutset":
        return cutset_solutions(model, log, look)
    if algorithm == "components":
        return component_solutions(model, log, look, order, wanted if isinstance(wanted, int) else None)
    if algorithm == "minconflicts":
        return MinConflicts(model, log, look, seed).solutions()
    inference = algorithm if algorithm in ("forward", "mac") else "none"
    search = Backtracking(model, log, look, inference=inference, order=order, preprocess=algorithm == "ac3")
    return search.solutions()


def _collect(answer: Answer, found: Iterator[Assignment], wanted: Wanted) -> None:
    """Takes the wanted number of solutions; those found so far are kept if the iterator raises."""
    variables = answer.model.variables
    if wanted == COUNT:
        answer.count = 0
        for _ in found:
            answer.count += 1
    else:
        for solution in islice(found, wanted if isinstance(wanted, int) else None):
            answer.solutions.append({x: solution[x] for x in variables})
        if wanted == ALL:
            answer.count = len(answer.solutions)
    answer.proved = True
