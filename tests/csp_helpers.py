"""Random constraint satisfaction problems, and their solutions by brute force."""

from itertools import product

from hypothesis import strategies as st

from zermelo.csp.constraints import all_different, differ, equal, linear, satisfies, table
from zermelo.csp.problem import Problem


class Listed(Problem):
    def __init__(self, domains, constraints):
        self._domains, self._constraints = domains, constraints

    def variables(self):
        return list(self._domains)

    def domain(self, x):
        return self._domains[x]

    def constraints(self):
        return self._constraints

    def __str__(self):
        return f"{self._domains} {self._constraints}"


def brute_force(problem):
    """All solutions, by trying every tuple of the product."""
    names = list(problem.variables())
    found = []
    for values in product(*(problem.domain(x) for x in names)):
        given = dict(zip(names, values, strict=True))
        if all(c.holds([given[x] for x in c.scope]) for c in problem.constraints()):
            found.append(given)
    return found


def as_set(solutions):
    return {tuple(sorted(s.items())) for s in solutions}


@st.composite
def constraints_on(draw, names, binary_only=False):
    kinds = ["differ", "equal", "table2", "pair"] + ([] if binary_only else ["all", "linear", "table3", "predicate"])
    kind = draw(st.sampled_from(kinds))
    if kind in ("differ", "equal", "table2", "pair"):
        x, y = draw(st.permutations(names))[:2]
        if kind == "differ":
            return differ(x, y)
        if kind == "equal":
            return equal(x, y)
        if kind == "pair":
            return all_different(x, y, offsets=[draw(st.integers(-1, 1)), 0])
        return table((x, y), draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=9)))
    scope = draw(st.permutations(names))[: draw(st.integers(1, min(4, len(names))))]
    if kind == "all":
        offsets = [draw(st.integers(-1, 2)) for _ in scope] if draw(st.booleans()) else None
        return all_different(*scope, offsets=offsets)
    if kind == "linear":
        weights = {x: draw(st.sampled_from([-2, -1, 1, 2])) for x in scope}
        return linear(weights, draw(st.sampled_from(["=", "<=", "!="])), draw(st.integers(-3, 6)))
    if kind == "table3":
        tuples = st.lists(st.tuples(*(st.integers(0, 3) for _ in scope)), max_size=20)
        return table(scope, draw(tuples))
    modulus = draw(st.integers(2, 3))
    return satisfies(scope, lambda *values: sum(values) % modulus == 0)


@st.composite
def problems(draw, binary_only=False):
    names = [f"x{i}" for i in range(draw(st.integers(2, 5)))]
    domains = {x: draw(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True)) for x in names}
    count = draw(st.integers(0, 6))
    return Listed(domains, [draw(constraints_on(names, binary_only)) for _ in range(count)])
