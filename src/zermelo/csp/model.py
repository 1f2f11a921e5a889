"""A problem, read once and checked: its variables, domains and constraints as lists, and the constraint graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice
from typing import Any

from zermelo.core.errors import LoadError, RuleError, ZermeloError, nearest, quote
from zermelo.csp.constraints import Assignment, Constraint, Linear, Value, Variable
from zermelo.csp.problem import Problem

MOST_VALUES = 10_000_000
"""The maximum number of values of all domains together: a domain may be infinite by mistake."""


class Model:
    """A problem that has been checked. All algorithms work on one."""

    def __init__(
        self,
        problem: Problem,
        domains: Mapping[Variable, Sequence[Value]],
        constraints: Sequence[Constraint],
    ) -> None:
        self.problem = problem
        self.domains: dict[Variable, tuple[Value, ...]] = {x: tuple(values) for x, values in domains.items()}
        self.constraints = list(constraints)

    @property
    def variables(self) -> list[Variable]:
        """The variables in the order of the problem."""
        return list(self.domains)

    @cached_property
    def of(self) -> dict[Variable, list[Constraint]]:
        """The constraints on each variable."""
        found: dict[Variable, list[Constraint]] = {x: [] for x in self.domains}
        for c in self.constraints:
            for x in c.scope:
                found[x].append(c)
        return found

    @cached_property
    def neighbours(self) -> dict[Variable, list[Variable]]:
        """The constraint graph: the variables that share a constraint with each, in the order of the problem."""
        found: dict[Variable, dict[Variable, None]] = {x: {} for x in self.domains}
        for c in self.constraints:
            for x, y in combinations(c.scope, 2):
                found[x][y] = None
                found[y][x] = None
        return {x: list(ys) for x, ys in found.items()}

    @cached_property
    def components(self) -> list[list[Variable]]:
        """The connected components of the constraint graph, each in the order of the problem."""
        scopes = self.of
        component: dict[Variable, int] = {}
        count = 0
        for root in self.domains:
            if root in component:
                continue
            waiting = [root]
            component[root] = count
            while waiting:
                for c in scopes[waiting.pop()]:
                    for y in c.scope:
                        if y not in component:
                            component[y] = count
                            waiting.append(y)
            count += 1
        found: list[list[Variable]] = [[] for _ in range(count)]
        for x in self.domains:
            found[component[x]].append(x)
        return found

    def restricted(self, variables: Iterable[Variable]) -> Model:
        """The part of the problem with these variables, which must be a union of components."""
        kept = {x: self.domains[x] for x in variables}
        inside = [c for c in self.constraints if c.scope[0] in kept]
        return Model(self.problem, kept, inside)

    def with_constraints(self, constraints: Sequence[Constraint]) -> Model:
        """The same variables with other constraints."""
        return Model(self.problem, self.domains, constraints)

    def conditioned(self, assignment: Assignment) -> Model | None:
        """The problem that remains after these variables get these values; None if a constraint is violated.

        Values that violate a constraint whose other variables are all assigned are removed.
        """
        domains = {x: list(values) for x, values in self.domains.items() if x not in assignment}
        left: list[Constraint] = []
        for c in self.constraints:
            free = [x for x in c.scope if x not in assignment]
            if len(free) == len(c.scope):
                left.append(c)
            elif not free:
                if not c.holds([assignment[x] for x in c.scope]):
                    return None
            else:
                residual = Residual(c, assignment)
                if len(free) == 1:
                    domains[free[0]] = [v for v in domains[free[0]] if residual.holds([v])]
                else:
                    left.append(residual)
        return Model(self.problem, {x: tuple(values) for x, values in domains.items()}, left)

    def is_solution(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether every variable has a value of its domain and every constraint holds."""
        return all(x in assignment and assignment[x] in values for x, values in self.domains.items()) and all(
            c.holds([assignment[x] for x in c.scope]) for c in self.constraints
        )


class Residual(Constraint):
    """A constraint of which some variables have fixed values."""

    def __init__(self, whole: Constraint, assignment: Mapping[Variable, Value]) -> None:
        self.whole = whole
        self.fixed = {x: assignment[x] for x in whole.scope if x in assignment}
        self.relation = whole.relation
        super().__init__(x for x in whole.scope if x not in assignment)

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether the whole constraint holds with these values of the other variables."""
        given = self.fixed | dict(zip(self.scope, values, strict=True))
        return self.whole.holds([given[x] for x in self.whole.scope])

    def __str__(self) -> str:
        given = ", ".join(f"{x}={v}" for x, v in self.fixed.items())
        return f"{self.whole} with {given}"


def modelled(problem: Problem | Model) -> Model:
    """The problem, checked. Raises LoadError or RuleError for one that is not well-formed."""
    if isinstance(problem, Model):
        return problem
    if not isinstance(problem, Problem):
        raise LoadError(f"{quote(repr(problem))} is not a zermelo.csp.Problem")
    domains = _domains(problem)
    constraints = _constraints(problem, domains)
    return Model(problem, domains, constraints)


def _domains(problem: Problem) -> dict[Variable, tuple[Value, ...]]:
    name = type(problem).__name__
    domains: dict[Variable, tuple[Value, ...]] = {}
    room = MOST_VALUES
    for x in _asked(problem, "variables"):
        if x in domains:
            raise LoadError(f"{name}.variables names {quote(x)} twice")
        given = _asked(problem, "domain", x)
        if given is None:
            raise LoadError(f"{name}: the variable {quote(x)} has no domain: domain({x!r}) returned None")
        values = list(given)
        room -= len(values)
        if room < 0:
            raise LoadError(f"{name}: the domains up to that of {quote(x)} have more than {MOST_VALUES:,} values")
        if not values:
            raise LoadError(f"{name}: the domain of {quote(x)} is empty")
        if len(set(values)) < len(values):
            twice = next(v for i, v in enumerate(values) if v in values[:i])
            raise LoadError(f"{name}: the domain of {quote(x)} has {quote(twice)} twice")
        domains[x] = tuple(values)
    if not domains:
        raise LoadError(f"{name} has no variables")
    return domains


def _constraints(problem: Problem, domains: Mapping[Variable, Sequence[Value]]) -> list[Constraint]:
    name = type(problem).__name__
    constraints = []
    for c in _asked(problem, "constraints"):
        if not isinstance(c, Constraint):
            raise LoadError(f"{name}.constraints yielded {quote(repr(c))}, which is not a constraint")
        for x in c.scope:
            if x not in domains:
                hint = nearest(x, map(str, domains)) if len(domains) <= 1_000 else ""
                raise LoadError(f"{name}: the constraint {quote(c)} names {quote(x)}, which is not a variable: {hint}")
        if isinstance(c, Linear):
            _check_numbers(name, c, domains)
        constraints.append(c)
    return constraints


def _check_numbers(name: str, c: Linear, domains: Mapping[Variable, Sequence[Value]]) -> None:
    for x in c.scope:
        wrong = next((v for v in domains[x] if not isinstance(v, int)), None)
        if wrong is not None:
            raise LoadError(f"{name}: {quote(c)} needs integers, but the domain of {quote(x)} has {quote(repr(wrong))}")


def _asked(problem: Problem, method: str, *arguments: object) -> Any:
    """The result of a method of the problem, as a list. Raises RuleError, which names the method, if it fails."""
    shown = f"{type(problem).__name__}.{method}({', '.join(map(repr, arguments))})"
    try:
        given = getattr(problem, method)(*arguments)
        return given if given is None else list(islice(given, MOST_VALUES + 1))
    except ZermeloError:
        raise
    except Exception as error:
        raise RuleError(f"{shown} failed: {type(error).__name__}: {error}") from error
