"""The binary form of a problem, since lectures draw binary graphs.

A constraint that is equivalent to constraints on pairs, such as all_different, is replaced by these. Any other on more
than two variables gets a hidden variable whose values are the tuples that satisfy it, and each variable of its scope
has to agree with the tuple.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from zermelo.core.errors import LimitError, quote
from zermelo.csp.constraints import Constraint, Satisfies, Table, Value, Variable
from zermelo.csp.model import Model, modelled
from zermelo.csp.problem import Problem

MOST_TUPLES = 100_000
"""The maximum number of tuples that are tested to make a hidden variable."""


class BinaryForm(Problem):
    """A problem with the same solutions, apart from hidden variables, and no constraint on more than two variables."""

    def __init__(self, model: Model) -> None:
        self.original = model.problem
        self._domains: dict[Variable, Sequence[Value]] = dict(model.domains)
        self._constraints: list[Constraint] = []
        for c in model.constraints:
            pairs = c.pairs()
            if len(c.scope) == 1:
                self._constraints.append(c)
            elif pairs is not None:
                self._constraints += pairs
            else:
                self._hide(model, c)

    def _hide(self, model: Model, c: Constraint) -> None:
        domains = [model.domains[x] for x in c.scope]
        if isinstance(c, Table):
            tuples = [t for t in c.tuples if all(v in d for v, d in zip(t, domains, strict=True))]
        elif prod(map(len, domains)) > MOST_TUPLES:
            raise LimitError(f"{quote(c)} has more than {MOST_TUPLES:,} tuples: its binary form is too large")
        else:
            tuples = [t for t in product(*domains) if c.holds(t)]
        hidden = f"[{c}]"
        while hidden in self._domains:
            hidden += "'"
        self._domains[hidden] = tuples
        for place, x in enumerate(c.scope):
            self._constraints.append(Satisfies((x, hidden), _Agreement(place), f"agrees in place {place + 1}"))

    def variables(self) -> Iterable[Variable]:
        """The variables of the problem, then the hidden ones."""
        return self._domains

    def domain(self, x: Variable) -> Iterable[Value]:
        """The domain in the problem; for a hidden variable, the tuples."""
        return self._domains[x]

    def constraints(self) -> Iterable[Constraint]:
        """Constraints on one or two variables."""
        return self._constraints

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The assignment as the problem shows it, without the hidden variables."""
        return self.original.show({x: v for x, v in assignment.items() if x in set(self.original.variables())})

    def __str__(self) -> str:
        return f"binary form of {self.original}"


class _Agreement:
    """Whether a value is equal to the tuple's entry at a given index."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, value: Value, whole: tuple[Value, ...]) -> bool:
        return whole[self.place] == value


def binary_form(problem: Problem) -> BinaryForm:
    """The problem with constraints on at most two variables. Raises LimitError if a hidden domain is too large."""
    return BinaryForm(modelled(problem))
