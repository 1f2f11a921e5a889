"""Solutions drawn at random.

Each component of the constraint graph is drawn from by itself, which leaves the whole uniform:

- by variable elimination, where its tables are small: exactly uniform, however many solutions there are;
- from the list of its solutions, where there are at most LISTED: exactly uniform;
- else by importance resampling: random descents that keep the domains arc consistent reach a solution with a known
  probability p; of PROPOSALS such solutions one is kept, with odds proportional to 1 / p. The distribution tends to
  the uniform one as PROPOSALS grows, and is biased towards solutions that descents reach often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random

from zermelo.core.errors import LimitError, quote
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.options import known_options
from zermelo.csp.constraints import Assignment
from zermelo.csp.elimination import eliminated
from zermelo.csp.log import Log
from zermelo.csp.model import Model, modelled
from zermelo.csp.problem import Problem
from zermelo.csp.search import FastSearch
from zermelo.csp.textbook.arc_consistency import all_arcs, arcs_to, make_consistent
from zermelo.csp.textbook.domains import Current

LISTED = 100_000
"""The maximum number of solutions of a component that are listed."""

LISTING_SECONDS = 5.0
"""The maximum seconds for listing them."""

PROPOSALS = 30
"""The number of solutions found by random descents from which one is drawn."""

MOST_DESCENTS = 10_000
"""The maximum number of descents that fail before one succeeds."""

Draw = Callable[[Random], Assignment]


@dataclass(frozen=True)
class Sample:
    """Solutions drawn at random, and the methods used; `exact` if each solution had the same probability."""

    solutions: list[Assignment]
    exact: bool
    method: str


@known_options()
def sample(problem: Problem | Model, n: int = 1, seed: int = 0, *, plain: bool = False) -> Sample:
    """Draws n solutions independently. Raises LimitError if there is none, or none was found."""
    if n < 0:
        raise LimitError(f"n={quote(n)}: a sample has at least 0 solutions")
    model = modelled(problem)
    random = Random(seed)
    methods: dict[str, None] = {}
    draws: list[Draw] = []
    for part in model.components:
        method, draw = _drawing(model.restricted(part), plain)
        methods[method] = None
        draws.append(draw)
    solutions = []
    for _ in range(n):
        merged = {x: v for draw in draws for x, v in draw(random).items()}
        solutions.append({x: merged[x] for x in model.domains})
    return Sample(solutions, RESAMPLING not in methods, ", ".join(methods))


ELIMINATION, LISTING, RESAMPLING = "variable elimination", "listing", "importance resampling"


def _drawing(part: Model, plain: bool) -> tuple[str, Draw]:
    """The method of drawing solutions of one component: its name, and a function."""
    table = eliminated(part)
    if table is not None:
        if table.count == 0:
            raise _no_solution(part)
        return ELIMINATION, table.draw
    listed = _listed(part, plain)
    if listed is None:
        return RESAMPLING, _Resampling(part).draw
    if not listed:
        raise _no_solution(part)
    return LISTING, lambda random: random.choice(listed)


def _no_solution(part: Model) -> LimitError:
    return LimitError(f"{quote(part.problem)} has no solution, so there is nothing to draw")


def _listed(part: Model, plain: bool) -> list[Assignment] | None:
    """All solutions; None if there are too many, or listing them takes too long."""
    search = FastSearch(part, buffer=1_000, plain=plain)
    try:
        found = list(islice(search.found(Budget(Limits(seconds=LISTING_SECONDS))), LISTED + 1))
    except OutOfBudget:
        return None
    return found if len(found) <= LISTED else None


class _Resampling:
    """Random descents, and a choice among the solutions that they find."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._start = Current(model.domains)
        if not make_consistent(model, self._start, all_arcs(model), Log(), lambda: None):
            raise _no_solution(model)

    def draw(self, random: Random) -> Assignment:
        """One of PROPOSALS solutions, each with odds inversely proportional to the probability of finding it."""
        proposals = [self._proposal(random) for _ in range(PROPOSALS)]
        pick = random.randrange(sum(weight for _, weight in proposals))
        for solution, weight in proposals:
            pick -= weight
            if pick < 0:
                return solution
        raise AssertionError("the weights add up to their sum")

    def _proposal(self, random: Random) -> tuple[Assignment, int]:
        """A solution and the inverse of the probability that one descent reaches it."""
        for _ in range(MOST_DESCENTS):
            found = self._descend(random)
            if found is not None:
                return found
        raise LimitError(f"{MOST_DESCENTS:,} random descents found no solution of {quote(self._model.problem)}")

    def _descend(self, random: Random) -> tuple[Assignment, int] | None:
        current = Current(self._start.domains)
        inverse = 1
        while len(current.assignment) < len(current.domains):
            x = min((y for y in current.domains if current.is_open(y)), key=lambda y: len(current.domains[y]))
            values = current.domains[x]
            inverse *= len(values)
            v = random.choice(values)
            current.keep_only(x, v)
            current.assignment[x] = v
            if not make_consistent(self._model, current, arcs_to(self._model, x, current), Log(), lambda: None):
                return None
        return (dict(current.assignment), inverse) if self._model.is_solution(current.assignment) else None
