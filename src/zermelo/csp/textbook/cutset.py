"""Cutset conditioning: for each assignment of a few variables the rest is a forest, which is solved without search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.csp.constraints import Assignment, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode as at
from zermelo.csp.textbook.backtracking import Backtracking
from zermelo.csp.textbook.trees import TreeSearch


def cutset(model: Model) -> list[Variable]:
    """Variables without which the constraint graph is a forest, in the order of the problem.

    Found greedily: variables with at most one remaining neighbour lie on no cycle and are dropped; of the others, the
    one with the most neighbours goes into the set. The set need not be a smallest one, which is NP-hard to find.
    """
    left = {x: set(ys) for x, ys in model.neighbours.items()}
    chosen: set[Variable] = set()

    def drop(x: Variable) -> list[Variable]:
        near = left.pop(x)
        for y in near:
            left[y].discard(x)
        return [y for y in near if len(left[y]) <= 1]

    loose = [x for x, ys in left.items() if len(ys) <= 1]
    while left:
        while loose:
            x = loose.pop()
            if x in left:
                loose += drop(x)
        if left:
            x = max(left, key=lambda x: len(left[x]))
            chosen.add(x)
            loose = drop(x)
    return [x for x in model.domains if x in chosen]


def cutset_solutions(model: Model, log: Log, look: Callable[[], None]) -> Iterator[Assignment]:
    """Every solution, by cutset conditioning."""
    chosen = cutset(model)
    named = ", ".join(map(str, chosen)) or "empty: the graph is a forest"
    log.note(f"The cutset is {named}.", (at.CUT_CHOOSE,))
    if not chosen:
        yield from _rest_solutions(model, {}, log, look)
        return
    inside = set(chosen)
    constraints = [c for c in model.constraints if inside.issuperset(c.scope)]
    outer = Model(model.problem, {x: model.domains[x] for x in chosen}, constraints)
    offset = len(at.CUTSET) + len(at.TREE)
    for given in Backtracking(outer, log, look, offset=offset, part="the cutset").solutions():
        yield from _rest_solutions(model, given, log, look)


def _rest_solutions(model: Model, given: Assignment, log: Log, look: Callable[[], None]) -> Iterator[Assignment]:
    """The solutions with these values of the cutset, by the algorithm for trees."""
    rest = model.conditioned(given)
    if rest is None:
        return
    if not rest.domains:
        yield dict(given)
        return
    removed = tuple((x, v) for x in rest.domains for v in model.domains[x] if v not in rest.domains[x])
    for x, v in removed:
        log.prune(x, v, None, (at.CUT_REMOVE,), "it is inconsistent with the cutset")
    restored = removed
    if all(rest.domains.values()):
        search = TreeSearch(rest, log, look, offset=len(at.CUTSET))
        for found in search.solutions():
            yield given | found
        restored += search.current.undo(0)
    log.note("All solutions with this assignment of the cutset have been found.", (at.CUT_ASSIGN,), restored)
