"""Equilibria: iterations of CFR+ on Leduc beside OpenSpiel's C++ solver, and the time to a small exploitability."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from statistics import median

from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.core.limits import Budget, Limits
from zermelo.hidden.game_tree import game_tree
from zermelo.hidden.regret import VARIANTS, RegretMinimiser, load_native

ROW = "CFR+ on Leduc, iterations per second, beside OpenSpiel's C++ CFRPlusSolver"

BOUND = 1e-4


def measure(quick: bool) -> list[Figure]:
    """Both rows."""
    load_native()
    return [_iterations(quick), _to_the_bound(quick)]


def _iterations(quick: bool) -> Figure:
    if find_spec("pyspiel") is None:
        return skipped(ROW, "OpenSpiel is not installed")
    import pyspiel  # noqa: PLC0415  # it may be missing

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))
    run = RegretMinimiser(game_tree(zermelo.load("leduc")), VARIANTS["cfr+"])
    rounds = 1 if quick else 5

    def rate(iterations: int, iterate: Callable[[int], object]) -> Callable[[], float]:
        return lambda: iterations / processor_seconds(lambda: iterate(iterations))

    def theirs(iterations: int) -> None:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    own, peer = interleaved(rounds, rate(100 if quick else 20_000, run.iterate), rate(2 if quick else 20, theirs))
    note = f"{median(own):,.0f} a second, OpenSpiel {median(peer):,.1f}"
    return Figure(ROW, ratio(own, peer), "times", at_least=20.0, note=note, detail={"own": own, "peer": peer})


def _to_the_bound(quick: bool) -> Figure:
    """From the rules to the policy: the tree is built, and regret minimised, in a process that has the machine code."""
    found = []

    def solve() -> None:
        run = RegretMinimiser(game_tree(zermelo.load("leduc")), VARIANTS["cfr+"])
        *_, last = run.run(Budget(Limits()), exploitability=BOUND)
        assert last.figures.exploitability <= BOUND
        found.append(last.iterations)

    took = [processor_seconds(solve) for _ in range(1 if quick else 5)]
    name = f"Leduc to an exploitability of {BOUND:g}, in a warm process"
    return Figure(
        name, median(took), "s", at_most=2.0, note=f"{found[0]:,} iterations of CFR+", detail={"seconds": took}
    )
