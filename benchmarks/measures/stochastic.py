"""Games with chance and loops: all states of Pig to 100, with a bound on the error."""

from __future__ import annotations

from statistics import median

from figures import Figure, skipped
from timing import processor_seconds

import zermelo
from zermelo.core.limits import Limits
from zermelo.core.results import Solution
from zermelo.solvers import solve

KNOWN = 0.5305927253
"""The value of the game to the first player (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004)."""

MOST = 3_000_000
"""There are 2,040,192 states."""


def pig(quick: bool) -> list[Figure]:
    """Solves the game to 1e-10, from the enumeration to the policy. An untimed first run compiles."""
    name = "pig to 100 solved to 1e-10"
    game = zermelo.load("pig:goal=30" if quick else "pig")
    solutions: list[Solution] = []

    def work() -> None:
        solutions.clear()  # reused memory is cheaper than new memory
        solutions.append(solve(game, game.initial(), Limits(nodes=MOST)))

    took = [processor_seconds(work) for _ in range(2 if quick else 6)][1:]
    solution = solutions[0]
    if solution.speed != "native" and not quick:
        return [skipped(name, "; ".join(solution.notes))]
    assert solution.proved
    assert quick or abs((solution.value or 0) - KNOWN) < 1e-10
    note = f"value {solution.value:.10f}, {solution.states:,} states, {solution.speed}"
    return [Figure(name, median(took), "s", at_most=1.0, note=note, detail={"error": solution.error})]
