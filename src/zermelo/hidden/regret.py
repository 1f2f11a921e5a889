"""Runs the kernels that minimise regret: at the plain speed for a moment, then in the same memory as machine code."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.core.errors import LimitError, quote
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.hidden.best_response import Measured, measured
from zermelo.hidden.game_tree import GameTree, game_tree
from zermelo.hidden.policies import Policy, policy_of
from zermelo.hidden.tree_memory import as_native, tree_memory
from zermelo.kernels.regret import ALWAYS, measure, minimise_regret
from zermelo.kernels.regret_sampling import sample_external, sample_outcomes
from zermelo.native.draws import first_draw
from zermelo.native.no_rules import UNIT, NoRules, ruleless
from zermelo.native.thresholds import LOADING_SECONDS

TURN_SECONDS = 0.1
"""The time, approximately and at most, after which the budget is checked."""

GROWTH = 8
"""From one measurement to the next, the number of iterations grows by a part of 1 / GROWTH."""

BOUND, BEYOND_TWO = 1e-3, 1_000
"""If neither is given: the exploitability at which a run ends, and where no bound is guaranteed, its iterations."""

Notice = Callable[[str], None]


@dataclass(frozen=True)
class Variant:
    """A kind of regret minimisation: its kernel, and the exponents of discounting (see `kernels/regret.py`)."""

    kernel: Callable[..., int]
    positive_power: float = ALWAYS
    negative_power: float = ALWAYS
    average_power: float = 0.0


VARIANTS = {
    "cfr": Variant(minimise_regret),
    "cfr+": Variant(minimise_regret, negative_power=-ALWAYS, average_power=1.0),
    "dcfr": Variant(minimise_regret, positive_power=1.5, negative_power=0.0, average_power=2.0),
    "mccfr external": Variant(sample_external),
    "mccfr outcome": Variant(sample_outcomes),
}
"""The variants by name."""

_loaded: set[Callable[..., Any]] = set()
"""The kernels whose machine code this process has: a run that needs no other begins with it."""


@dataclass(frozen=True)
class RegretProgress:
    """The progress of a run."""

    iterations: int
    figures: Measured
    ended: bool
    """Whether the bound or the number of iterations is reached."""


def has_guarantee(game: Game) -> bool:
    """Whether the average strategies converge to an equilibrium: for two players and zero sum."""
    return game.kind.players == 2 and game.kind.zero_sum


class RegretMinimiser:
    """One run of a variant on one tree. It can be continued."""

    def __init__(
        self,
        tree: GameTree,
        variant: Variant,
        *,
        seed: int = 0,
        plain: bool = False,
        notice: Notice = lambda _: None,
    ) -> None:
        self.tree, self.variant = tree, variant
        self._is_plain, self._notice = plain, notice
        self._kernels = (variant.kernel, measure)
        self._native: Any = None
        starts_native = not plain and _loaded.issuperset(self._kernels)
        self.memory = m = tree_memory(tree, native=starts_native)
        m.positive_power, m.negative_power = variant.positive_power, variant.negative_power
        m.average_power = variant.average_power
        m.random = first_draw(seed)
        if starts_native:
            self._load()

    @property
    def speed(self) -> str:
        """Native or plain."""
        return "plain" if self._native is None else "native"

    def policy(self) -> Policy:
        """The average strategies so far."""
        return policy_of(self.tree, self.memory.total)

    def run(
        self, budget: Budget, exploitability: float | None = None, iterations: int | None = None
    ) -> Iterator[RegretProgress]:
        """Runs until the exploitability is at most this, or there are this many iterations, or the budget is spent.

        Yields its progress, at least once.
        """
        bound, most = _limits(self.tree.game, exploitability, iterations)
        while True:
            # The iterations after which it is measured do not depend on time, and so the result does not either.
            until = min(most, self.memory.iteration + 1 + self.memory.iteration // GROWTH)
            self._iterate(until, budget)
            progress = self._progress(bound, most)
            yield progress
            if progress.ended or budget.is_over:
                return

    def iterate(self, iterations: int) -> None:
        """Runs this many iterations without measuring."""
        self._call(self.variant.kernel, iterations)

    def _iterate(self, until: float, budget: Budget) -> None:
        """Runs until there are this many iterations, or the budget is spent; at least one."""
        turn = 1
        while self.memory.iteration < until:
            began = time.perf_counter()
            self._call(self.variant.kernel, int(min(turn, until - self.memory.iteration)))
            if budget.is_over:
                return
            if self._native is None and not self._is_plain and budget.seconds > LOADING_SECONDS:
                with budget.waiting():
                    self.go_native()
            turn = max(1, min(4 * turn, int(turn * TURN_SECONDS / max(time.perf_counter() - began, 1e-9))))

    def _progress(self, bound: float, most: float) -> RegretProgress:
        self._call(measure)
        found = measured(self.memory)
        done = self.memory.iteration
        return RegretProgress(done, found, found.exploitability <= bound or done >= most)

    def _call(self, kernel: Callable[..., int], *arguments: int) -> None:
        if self._native is not None:
            self._native.run(kernel, UNIT, self.memory, *arguments)
        else:
            kernel(None, None, self.memory, *arguments)

    def go_native(self) -> None:
        """Continues as machine code, from the memory as it is."""
        self.memory = as_native(self.tree, self.memory)
        self._load()

    def _load(self) -> None:
        self._native = ruleless()
        if not _loaded.issuperset(self._kernels):
            if not all(map(self._native.is_stored, self._kernels)):
                self._notice("compiling the search for an equilibrium, once …")
            self._native.compile(self.variant.kernel, UNIT, self.memory, 0)
            self._native.compile(measure, UNIT, self.memory)
            _loaded.update(self._kernels)


def load_native(name: str = "cfr+", notice: Notice = lambda _: None) -> None:
    """Loads the machine code of a variant, or compiles it: from then on every run of it begins with it."""
    variant = VARIANTS[name]
    if not _loaded.issuperset((variant.kernel, measure)):
        RegretMinimiser(game_tree(NoChoice()), variant, notice=notice).go_native()


class NoChoice(NoRules):
    """A game that is over at once: kernels are compiled with it, whatever the game."""

    def observe(self, s: State, p: int) -> int:
        """Nothing."""
        return 0


def _limits(game: Game, exploitability: float | None, iterations: int | None) -> tuple[float, float]:
    """The bound and the number of iterations at which a run ends, checked. Raises LimitError."""
    if exploitability is not None and not (isinstance(exploitability, (int, float)) and 0 < exploitability < inf):
        raise LimitError(f"exploitability has to be a number above zero, not {quote(exploitability)}")
    if iterations is not None and (not isinstance(iterations, int) or isinstance(iterations, bool) or iterations < 1):
        raise LimitError(f"iterations has to be a whole number above zero, not {quote(iterations)}")
    if exploitability is None and iterations is None:
        return (BOUND, inf) if has_guarantee(game) else (0.0, BEYOND_TWO)
    return (0.0 if exploitability is None else exploitability), (inf if iterations is None else iterations)
