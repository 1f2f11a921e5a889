"""`run`: an algorithm by name, the textbook's or the fast one."""

from __future__ import annotations

from threading import Event

from zermelo.core.errors import KindError, OptionError, nearest, quote
from zermelo.core.limits import Budget, Limits
from zermelo.core.options import known_options
from zermelo.csp.answer import Answer
from zermelo.csp.loading import load
from zermelo.csp.model import Model, modelled
from zermelo.csp.problem import Problem
from zermelo.csp.search import Notice
from zermelo.csp.solver import FAST, Watch, solve, wanted_number
from zermelo.csp.textbook.run import PSEUDOCODE, run_textbook

ALGORITHMS = (*PSEUDOCODE, FAST)


@known_options()
def run(
    problem: str | Problem | Model,
    algorithm: str = FAST,
    *,
    order: str | tuple[str, ...] = (),
    solutions: int | str = 1,
    seed: int = 0,
    log: bool = False,
    seconds: float | None = None,
    stop: Event | None = None,
    notice: Notice = lambda _: None,
    watch: Watch = lambda _: None,
) -> Answer:
    """The answer of the algorithm. With `log` every step is recorded, which the fast search does not do."""
    if algorithm not in ALGORITHMS:
        raise OptionError(f"there is no algorithm {quote(algorithm)}: {nearest(algorithm, ALGORITHMS)}")
    if isinstance(problem, str):
        problem = load(problem)
    names = tuple(filter(None, order.split(","))) if isinstance(order, str) else order
    if algorithm == FAST:
        if names:
            raise KindError(f"{FAST} chooses its own order: leave out {quote(','.join(names))}")
        return solve(problem, solutions=solutions, seconds=seconds, stop=stop, notice=notice, watch=watch)
    wanted = wanted_number(solutions)
    budget = Budget(Limits(seconds=seconds), stop)
    if algorithm == "minconflicts" and isinstance(problem, Problem) and not log and wanted == 1:
        quick = problem.local_search(seed)
        if quick is not None:
            note = "by the problem's own local search: its domains are too large to be listed"
            model = Model(problem, {}, ())
            return Answer(model, algorithm, [quick], proved=True, seconds=budget.seconds, speed="native", notes=[note])
    return run_textbook(modelled(problem), algorithm, order=names, wanted=wanted, seed=seed, keep=log, budget=budget)
