"""The contract of a constraint satisfaction problem.

Three methods make a problem: `variables`, `domain` and `constraints`.

    class Islands(Problem):
        def __init__(self, colours=3):  self.colours = colours
        def variables(self):            return ["North", "South", "East"]
        def domain(self, x):            return range(self.colours)
        def constraints(self):
            yield differ("North", "South")
            yield differ("South", "East")

A solution assigns to each variable a value of its domain so that every constraint holds.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from zermelo.csp.constraints import Assignment, Constraint, Value, Variable

REQUIRED = ("variables", "domain", "constraints")
"""The methods that every problem has to have."""


class Problem(ABC):
    """Variables, a domain for each, and constraints. Subclass it and write the three required methods.

    Parameters of `__init__` are kept in attributes of the same names.
    """

    @abstractmethod
    def variables(self) -> Iterable[Variable]:
        """The variables, in order: anything hashable."""

    @abstractmethod
    def domain(self, x: Variable) -> Iterable[Value]:
        """The values that x may take, in the order in which they are tried: anything hashable."""

    @abstractmethod
    def constraints(self) -> Iterable[Constraint]:
        """The constraints: see `zermelo.csp.constraints`."""

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """An assignment as text; it may be partial."""
        return " ".join(f"{x}={v}" for x, v in assignment.items())

    def show_value(self, x: Variable, v: Value) -> str:
        """A value as text, for pictures."""
        return str(v)

    def draw(self, assignment: Mapping[Variable, Value]) -> str | None:
        """An assignment as SVG; None if the problem has no picture of its own."""
        return None

    def layout(self) -> Mapping[Variable, tuple[float, float]] | None:
        """Positions of the variables in the constraint graph, in units of one node; None for an automatic layout."""
        return None

    def cells(self) -> Mapping[Variable, tuple[int, int]] | None:
        """The row and column of each variable, if the problem is a board of cells with a value in each; else None."""
        return None

    def squares(self) -> bool:
        """Whether the problem is a board on which each variable is a row and each value one of its squares."""
        return False

    def local_search(self, seed: int) -> Assignment | None:
        """A solution by a local search that knows this problem; None if there is no such search."""
        return None

    def facts(self) -> list[tuple[str, str]]:
        """Further information about the problem, as names and texts: printed below a solution."""
        return []

    @property
    def name(self) -> str:
        """The name of the problem on the command line."""
        home = type(self).__module__
        return home.rpartition(".")[2] if home.startswith("zermelo.csp.problems.") else type(self).__name__

    def __str__(self) -> str:
        """The text that loads it: its name with the parameters that differ from their defaults."""
        known = {} if type(self).__init__ is object.__init__ else inspect.signature(type(self)).parameters
        changed = [
            f"{n}={getattr(self, n)}" for n, p in known.items() if hasattr(self, n) and getattr(self, n) != p.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name
