"""Backtracking, with or without inference: none, forward checking, or AC-3 maintained during search (MAC)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.csp.constraints import Assignment, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode as at
from zermelo.csp.textbook.arc_consistency import all_arcs, arcs_to, make_consistent
from zermelo.csp.textbook.domains import Current
from zermelo.csp.textbook.ordering import Ordering, is_consistent

Infer = Callable[[Variable], bool]


class Backtracking:
    """Depth-first search for all solutions."""

    def __init__(
        self,
        model: Model,
        log: Log,
        look: Callable[[], None],
        *,
        inference: str = "none",
        order: tuple[str, ...] = (),
        preprocess: bool = False,
        offset: int = 0,
        part: str = "",
    ) -> None:
        self.model, self.log, self._look = model, log, look
        self.current = Current(model.domains)
        self._ordering = Ordering(model, order)
        self._infers = inference != "none"
        self.infer: Infer = {"none": lambda _: True, "forward": self._check_forward, "mac": self._maintain}[inference]
        self._preprocess = preprocess or inference == "mac"
        self._part = part  # the name of this part of the problem, for the log
        self._offset = offset  # the first line of the search in the displayed pseudocode
        self._below = offset + len(at.BACKTRACKING)  # the first line of the inference

    def solutions(self) -> Iterator[Assignment]:
        """Yields every solution once; the search resumes when the next one is requested."""
        if self._preprocess:
            ready = make_consistent(
                self.model, self.current, all_arcs(self.model), self.log, self._look, offset=self._below
            )
            if not ready:
                return
        yield from self._backtrack()

    def _backtrack(self) -> Iterator[Assignment]:
        current, log = self.current, self.log
        self._look()
        if len(current.assignment) == len(current.domains):
            log.solution((self._offset + at.SOLUTION,), self._part)
            yield dict(current.assignment)
            return
        x = self._ordering.variable(current, infers=self._infers)
        for v in self._ordering.values(x, current):
            if not is_consistent(self.model, current, x, v):
                continue
            mark = current.mark()
            removed = current.keep_only(x, v)
            current.assignment[x] = v
            log.assign(x, v, removed, (self._offset + at.ASSIGN,))
            found = False
            if self.infer(x):
                for solution in self._backtrack():
                    found = True
                    yield solution
            del current.assignment[x]
            log.backtrack(x, v, current.undo(mark), (self._offset + at.UNDO,), failed=not found)

    def _check_forward(self, x: Variable) -> bool:
        """Forward checking: removes values inconsistent with the assignment; false if a domain becomes empty."""
        current, log = self.current, self.log
        for c in self.model.of[x]:
            for y in c.scope:
                if not current.is_open(y):
                    continue
                log.revise(y, c, (self._below + 1,))
                for w in current.domains[y]:
                    if not c.consistent(current.assignment | {y: w}, current.domains):
                        current.remove(y, w)
                        log.prune(y, w, c, (self._below + 2,), f"{x} = {current.assignment[x]} rules it out by {c}")
                if not current.domains[y]:
                    log.wipeout(y, (self._offset + at.INFER,))
                    return False
        return True

    def _maintain(self, x: Variable) -> bool:
        """MAC: AC-3, starting with the arcs that the assignment of x affects."""
        arcs = arcs_to(self.model, x, self.current)
        return make_consistent(self.model, self.current, arcs, self.log, self._look, offset=self._below)
