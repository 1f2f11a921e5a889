"""Variable elimination: the number of solutions, and solutions drawn uniformly, without listing them.

Each constraint is a table of 0 and 1 over its scope. To eliminate a variable, the tables that name it are multiplied
and summed over its values; what is left at the end is the number of solutions. The cost is exponential only in the
number of variables that occur together in one table, which is small for trees and nearly tree-structured problems.
"""

from __future__ import annotations

import heapq
from itertools import product
from math import prod
from random import Random
from typing import Any, NamedTuple

import numpy as np

from zermelo.csp.constraints import Assignment, Constraint, Variable
from zermelo.csp.model import Model

MOST_ASKED = 50_000
"""The maximum number of tuples for which a constraint is evaluated."""

MOST_CELLS = 200_000
"""The maximum number of cells of a table."""

LARGEST_INT64 = 1 << 62


class _Factor(NamedTuple):
    scope: tuple[Variable, ...]
    table: Any  # an array with one axis for each variable of the scope


class Elimination:
    """The tables of a model after all variables are eliminated. Created by `eliminated`, if they are small enough."""

    def __init__(self, model: Model, order: list[Variable]) -> None:
        self.model = model
        bound = prod(map(len, model.domains.values()))
        self._kind: Any = np.int64 if bound < LARGEST_INT64 else object  # Python integers if 64 bits could overflow
        self._buckets: list[tuple[Variable, _Factor]] = []
        self.count = self._eliminate(order)

    def _eliminate(self, order: list[Variable]) -> int:
        factors: dict[Variable, list[_Factor]] = {x: [] for x in order}
        place = {x: i for i, x in enumerate(order)}
        constant = 1

        def keep(factor: _Factor) -> None:
            nonlocal constant
            if factor.scope:
                factors[min(factor.scope, key=place.__getitem__)].append(factor)
            else:
                constant *= int(factor.table)

        for c in self.model.constraints:
            keep(self._factor(c))
        for x in order:
            whole = self._multiplied(x, factors.pop(x))
            self._buckets.append((x, whole))
            keep(_Factor(whole.scope[:-1], whole.table.sum(axis=-1)))
        return constant

    def _factor(self, c: Constraint) -> _Factor:
        domains = [self.model.domains[x] for x in c.scope]
        cells = [int(c.holds(values)) for values in product(*domains)]
        return _Factor(c.scope, np.array(cells, self._kind).reshape([len(domain) for domain in domains]))

    def _multiplied(self, x: Variable, factors: list[_Factor]) -> _Factor:
        """The product of the tables, over the union of their variables; x is the last axis."""
        others = dict.fromkeys(y for factor in factors for y in factor.scope if y != x)
        scope = (*others, x)
        table = np.ones([len(self.model.domains[y]) for y in scope], self._kind)
        for factor in factors:
            axes = sorted(range(len(factor.scope)), key=lambda i: scope.index(factor.scope[i]))
            named = set(factor.scope)
            shape = [len(self.model.domains[y]) if y in named else 1 for y in scope]
            table = table * factor.table.transpose(axes).reshape(shape)
        return _Factor(scope, table)

    def draw(self, random: Random) -> Assignment:
        """A solution, drawn uniformly: each value has odds proportional to the number of solutions that contain it."""
        chosen: dict[Variable, int] = {}
        for x, factor in reversed(self._buckets):
            weights = [int(w) for w in factor.table[tuple(chosen[y] for y in factor.scope[:-1])]]
            pick = random.randrange(sum(weights))
            for i, weight in enumerate(weights):
                pick -= weight
                if pick < 0:
                    chosen[x] = i
                    break
        return {x: values[chosen[x]] for x, values in self.model.domains.items()}


def eliminated(model: Model) -> Elimination | None:
    """The model with all variables eliminated; None if a table would be too large."""
    if any(prod(len(model.domains[x]) for x in c.scope) > MOST_ASKED for c in model.constraints):
        return None
    order = _cheapest_order(model)
    return None if order is None else Elimination(model, order)


def _cheapest_order(model: Model) -> list[Variable] | None:
    """A greedy order: always the variable whose table is smallest; None if a table is too large."""
    near = {x: set(ys) for x, ys in model.neighbours.items()}
    size = {x: len(values) for x, values in model.domains.items()}

    def cells(x: Variable) -> int:
        return prod((size[y] for y in near[x]), start=size[x])

    waiting = _Buckets({x: cells(x) for x in near})
    order: list[Variable] = []
    while near:
        x, cost = waiting.least()
        if cost > MOST_CELLS:
            return None
        order.append(x)
        around = near.pop(x)
        waiting.drop(x)
        for y in around:
            near[y] |= around
            near[y] -= {x, y}
            waiting.change(y, cells(y))
    return order


class _Buckets:
    """A bucket queue of variables by cost."""

    def __init__(self, costs: dict[Variable, int]) -> None:
        self._costs = dict(costs)
        self._number = {x: i for i, x in enumerate(costs)}
        self._heap = [(cost, i, x) for (x, cost), i in zip(costs.items(), self._number.values(), strict=True)]
        heapq.heapify(self._heap)

    def least(self) -> tuple[Variable, int]:
        while True:
            cost, _, x = self._heap[0]
            if self._costs.get(x) == cost:
                return x, cost
            heapq.heappop(self._heap)

    def drop(self, x: Variable) -> None:
        del self._costs[x]

    def change(self, x: Variable, cost: int) -> None:
        if self._costs[x] != cost:
            self._costs[x] = cost
            heapq.heappush(self._heap, (cost, self._number[x], x))
