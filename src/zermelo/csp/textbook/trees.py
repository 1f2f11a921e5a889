"""Tree-structured problems in O(n·d²): order, remove backward, assign forward. Several trees are a forest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.core.errors import KindError, quote
from zermelo.csp.constraints import Assignment, Constraint, Value, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode as at
from zermelo.csp.textbook.domains import Current


class TreeSearch:
    """A search on a forest: each variable after its parent, with the constraints between the two."""

    def __init__(self, model: Model, log: Log, look: Callable[[], None], *, offset: int = 0) -> None:
        self.model, self.log, self._look, self._offset = model, log, look, offset
        self.current = Current(model.domains)
        self.order, self.parent = rooted(model)
        self._between = _constraints_between(model, self.parent)
        self._own = {x: [c for c in model.of[x] if len(c.scope) == 1] for x in model.domains}

    def solutions(self) -> Iterator[Assignment]:
        """Yields every solution, without backtracking."""
        if self._remove_backward():
            yield from self._assign_forward()

    def _lines(self, *lines: int) -> tuple[int, ...]:
        return tuple(self._offset + line for line in lines)

    def _remove_backward(self) -> bool:
        """Makes every arc from a parent to its child consistent; false if a domain becomes empty."""
        roots = ", ".join(str(x) for x in self.order if x not in self.parent)
        self.log.note(f"Order the variables from the root {roots}.", self._lines(at.TREE_ORDER))
        for x in reversed(self.order):
            self._look()
            if not self._satisfy_own(x):
                return False
            if x in self.parent and not self._revise(self.parent[x], x):
                return False
        return True

    def _satisfy_own(self, x: Variable) -> bool:
        """Removes the values that a constraint on x alone forbids."""
        for c in self._own[x]:
            for v in self.current.domains[x]:
                if not c.holds([v]):
                    self.current.remove(x, v)
                    self.log.prune(x, v, c, self._lines(at.TREE_REMOVE))
        return self._is_left(x)

    def _revise(self, x: Variable, y: Variable) -> bool:
        """Removes the values of x that no value of its child y supports."""
        constraints = self._between[y]
        self.log.revise(x, constraints[0], self._lines(at.TREE_BACKWARD))
        domain = self.current.domains[y]
        for v in self.current.domains[x]:
            if not any(_together(constraints, x, v, w) for w in domain):
                self.current.remove(x, v)
                self.log.prune(x, v, constraints[0], self._lines(at.TREE_REMOVE))
        return self._is_left(x)

    def _is_left(self, x: Variable) -> bool:
        if not self.current.domains[x]:
            self.log.wipeout(x, self._lines(at.TREE_EMPTY))
        return bool(self.current.domains[x])

    def _choices(self, x: Variable) -> Iterator[Value]:
        """The values of x consistent with the value of its parent."""
        parent = self.parent.get(x)
        for v in self.current.domains[x]:
            if parent is None or _together(self._between[x], parent, self.current.assignment[parent], v):
                yield v

    def _assign_forward(self) -> Iterator[Assignment]:
        current, log = self.current, self.log
        levels: list[tuple[Iterator[Value], int]] = [(self._choices(self.order[0]), 0)]
        while levels:
            self._look()
            x = self.order[len(levels) - 1]
            choices, mark = levels[-1]
            if x in current.assignment:
                log.backtrack(
                    x, current.assignment.pop(x), current.undo(mark), self._lines(at.TREE_ASSIGN), failed=False
                )
            v = next(choices, _NO_MORE)
            if v is _NO_MORE:
                levels.pop()
                continue
            levels[-1] = (choices, current.mark())
            log.assign(x, v, current.keep_only(x, v), self._lines(at.TREE_ASSIGN))
            current.assignment[x] = v
            if len(levels) < len(self.order):
                levels.append((self._choices(self.order[len(levels)]), current.mark()))
            else:
                log.solution(self._lines(at.TREE_FORWARD))
                yield dict(current.assignment)


_NO_MORE = object()


def rooted(model: Model) -> tuple[list[Variable], dict[Variable, Variable]]:
    """The variables, each after its parent, and the parents. Raises KindError if the graph has a cycle."""
    neighbours = model.neighbours
    order: list[Variable] = []
    parent: dict[Variable, Variable] = {}
    seen: set[Variable] = set()
    for root in model.domains:
        if root in seen:
            continue
        seen.add(root)
        waiting = [root]
        while waiting:
            x = waiting.pop()
            order.append(x)
            for y in neighbours[x]:
                if parent.get(x) == y:
                    continue
                if y in seen:
                    raise KindError(
                        f"the constraint graph of {quote(model.problem)} is not a tree: "
                        f"there is a cycle through {x} and {y}"
                    )
                seen.add(y)
                parent[y] = x
                waiting.append(y)
    return order, parent


def _constraints_between(model: Model, parent: dict[Variable, Variable]) -> dict[Variable, list[Constraint]]:
    """The constraints of each variable with its parent."""
    between: dict[Variable, list[Constraint]] = {x: [] for x in parent}
    for c in model.constraints:
        if len(c.scope) == 2:
            x, y = c.scope
            between[y if parent.get(y) == x else x].append(c)
    return between


def _together(constraints: list[Constraint], x: Variable, v: Value, w: Value) -> bool:
    """Whether x = v and the other variable = w satisfy all of the constraints between them."""
    return all(c.holds((v, w) if c.scope[0] == x else (w, v)) for c in constraints)
