"""`solve`: one solution, several, all of them, or their number, by the fast search.

The connected components of the constraint graph are solved one by one. The number of solutions of a component comes
from variable elimination if its tables are small enough, else from the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from math import prod
from threading import Event
from typing import NamedTuple

from zermelo.core.errors import LimitError, quote
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.options import known_options
from zermelo.csp.answer import Answer
from zermelo.csp.constraints import Assignment
from zermelo.csp.cores import unsatisfiable_core
from zermelo.csp.model import Model, modelled
from zermelo.csp.problem import Problem
from zermelo.csp.search import FastSearch, Notice

BUFFER = 1_000
"""The maximum number of solutions that the kernel finds before it returns them."""

ALL, COUNT = "all", "count"

FAST = "fast"


class SolverProgress(NamedTuple):
    """The progress of a search."""

    solutions: int
    assignments: int
    seconds: float


Watch = Callable[[SolverProgress], None]


def wanted_number(solutions: int | str) -> int | str:
    """A number of solutions, "all" or "count". Raises LimitError for anything else."""
    if solutions in (ALL, COUNT):
        return solutions
    try:
        number = int(solutions)
    except ValueError:
        number = 0
    if number < 1:
        raise LimitError(f"solutions={quote(solutions)}: it must be a number from 1, 'all' or 'count'")
    return number


@known_options()
def solve(
    problem: Problem | Model,
    *,
    solutions: int | str = 1,
    seconds: float | None = None,
    plain: bool = False,
    core: bool = True,
    stop: Event | None = None,
    notice: Notice = lambda _: None,
    watch: Watch = lambda _: None,
) -> Answer:
    """Solutions by the fast search, or their number.

    `proved` is true if the requested number was found, or if there are certainly no more. If there is no
    solution, `core` holds conflicting constraints. When the time is up or `stop` is set, it returns what was found.
    """
    wanted = wanted_number(solutions)
    budget = Budget(Limits(seconds=seconds), stop)
    model = modelled(problem)
    return _Solving(model, wanted, budget, plain=plain, notice=notice, watch=watch).answer(core)


class _Solving:
    """One call of `solve`."""

    def __init__(
        self,
        model: Model,
        wanted: int | str,
        budget: Budget,
        *,
        plain: bool,
        notice: Notice,
        watch: Watch,
    ) -> None:
        self.model, self.wanted, self.budget, self.plain = model, wanted, budget, plain
        self.notice, self.watch = notice, watch
        self.result = Answer(model, FAST)
        self._parts = [model.restricted(part) for part in model.components]
        self._empty: Model | None = None  # a part without a solution

    def answer(self, with_core: bool) -> Answer:
        result = self.result
        try:
            if self.wanted == COUNT:
                self._count()
            else:
                self._collect()
            result.proved = True
        except OutOfBudget:
            result.notes.append("stopped before the end")
        if self._empty is not None and with_core:
            core, minimal = unsatisfiable_core(self._empty, self.budget, plain=self.plain)
            result.core = core
            if not minimal:
                result.notes.append("a smaller core may exist: the time was too short to look for one")
        result.seconds = self.budget.seconds
        return result

    def _count(self) -> None:
        self.result.count = 0
        total = 1
        for part in self._parts:
            count = self._count_part(part)
            total *= count
            if count == 0:
                self._empty = part
                break
        self.result.count = total

    def _count_part(self, part: Model) -> int:
        if not part.constraints:
            return prod(map(len, part.domains.values()))
        from zermelo.csp.elimination import eliminated  # noqa: PLC0415  # only counting needs NumPy

        table = eliminated(part)
        if table is not None:
            self._note("counted by variable elimination")
            return table.count
        search = self._search(part, 0)
        if search.encoding.late:
            search = self._search(part, BUFFER)
        is_whole = len(self._parts) == 1
        count = 0
        for _ in self._found(search):
            count += 1
            if is_whole:
                self.result.count = count
        return count if search.encoding.late else search.memory.solutions

    def _collect(self) -> None:
        most = self.wanted if isinstance(self.wanted, int) else None
        found: list[list[Assignment]] = []
        for part in self._parts:
            if not part.constraints:
                names, domains = list(part.domains), list(part.domains.values())
                every: Iterator[Assignment] = (dict(zip(names, values, strict=True)) for values in product(*domains))
            else:
                search = self._search(part, min(BUFFER, most or BUFFER), restarts=most == 1)
                every = self._found(search)
            keep = self.result.solutions if len(self._parts) == 1 else []
            for solution in islice(every, most):
                keep.append(solution)
            found.append(keep)
            if not keep:
                self._empty = part
                break
        if len(self._parts) != 1 and self._empty is None:
            for together in islice(product(*found), most):
                self.budget.check()
                merged = {x: v for part in together for x, v in part.items()}
                self.result.solutions.append({x: merged[x] for x in self.model.domains})
        if self.wanted == ALL:
            self.result.count = len(self.result.solutions)

    def _search(self, part: Model, buffer: int, *, restarts: bool = False) -> FastSearch:
        return FastSearch(part, buffer=buffer, restarts=restarts, plain=self.plain, notice=self.notice)

    def _found(self, search: FastSearch) -> Iterator[Assignment]:
        """Yields the solutions of a search; its counts are added to the answer, even if it is stopped."""
        result = self.result
        if search.encoding.late:
            names = ", ".join(str(c) for c in search.encoding.late)
            self._note(f"checked only once every variable has a value, and therefore slow: {names}")

        def watched() -> None:
            done = result.assignments + search.memory.assignments
            self.watch(SolverProgress(search.memory.solutions, done, self.budget.seconds))

        search.watch = watched
        try:
            yield from search.found(self.budget)
        finally:
            result.assignments += search.memory.assignments
            result.backtracks += search.memory.backtracks
            result.revisions += search.memory.revisions
            if search.speed == "native":
                result.speed = "native"
            if self.wanted == COUNT and len(self._parts) == 1 and not search.encoding.late:
                result.count = search.memory.solutions

    def _note(self, text: str) -> None:
        if text not in self.result.notes:
            self.result.notes.append(text)
