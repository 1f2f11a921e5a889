"""The exact value of a two-player zero-sum game, by a linear program in sequence form.

MAX chooses a realisation plan x: the empty sequence has weight 1, and the weights of the actions at an information set
add up to that of the sequence before it. MIN's best answer is a value v for each of MIN's information sets: at most
what each action there leads to. The program maximises the value at the root over x and v; its dual solution is MIN's
plan (Koller, Megiddo and von Stengel, 1994).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import KindError
from zermelo.core.game import MAX, MIN, Game
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.threads import STOP_POLL_SECONDS, start
from zermelo.hidden.game_tree import GameTree
from zermelo.hidden.policies import Policy, policy_of

TINY = 1e-12
"""Weights below this come from rounding."""

OUT_OF_TIME = 1
"""The status of a program that scipy has not solved within its limits."""


def refusal(game: Game) -> str | None:
    """Why the program does not exist for this kind of game; None if it does."""
    kind = game.kind
    if kind.players != 2 or not kind.zero_sum:
        return "a linear program gives the equilibrium only for two players and zero sum"
    return None


def solve_by_program(tree: GameTree, budget: Budget | None = None) -> Policy:
    """An equilibrium. Raises KindError where the program does not exist or scipy is missing, and OutOfBudget."""
    why = refusal(tree.game)
    if why is not None:
        raise KindError(why)
    budget = budget or Budget(Limits())
    try:
        with budget.waiting():  # the first import takes longer than many a game
            from scipy.optimize import linprog  # noqa: PLC0415  # an extra
    except ImportError:
        raise KindError("the linear program needs scipy: pip install 'zermelo[equilibria]'") from None
    parts = _Program(tree)
    found = _interruptible(
        lambda: linprog(
            parts.cost,
            A_ub=parts.answers,
            b_ub=parts.zeros,
            A_eq=parts.plan,
            b_eq=parts.begin,
            bounds=parts.bounds,
            options={"time_limit": budget.remaining()} if budget.has_deadline else {},
        ),
        budget,
    )
    if found.status == OUT_OF_TIME:
        raise OutOfBudget
    if found.status != 0:
        raise KindError(f"the linear program was not solved: {found.message}")
    plans = [*found.x[: parts.width], *(-found.ineqlin.marginals)]
    return policy_of(tree, [float(weight) if weight > TINY else 0.0 for weight in plans])


def _interruptible(work: Callable[[], Any], budget: Budget) -> Any:
    """The result of the work. Raises OutOfBudget, or KeyboardInterrupt, at once.

    The solver cannot be stopped: its daemon thread runs until its time limit.
    """
    task = start(work, daemon=True)
    while not task.ended.wait(STOP_POLL_SECONDS):
        budget.check()
    return task.answer()


class _Program:
    """The rows of the program. Its variables are MAX's sequences, MIN's value at the root, and those of MIN's sets."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.width = len(tree.sequences_of(MAX))
        self.shift = tree.first_set[MIN] - self.width - 1  # the variable of set n of MIN is n - shift
        variables = self.width + 1 + len(tree.sets_of(MIN))
        self.cost = [0.0] * variables
        self.cost[self.width] = -1.0
        self.bounds = [(0.0, None)] * self.width + [(None, None)] * (variables - self.width)
        self.plan = self._sparse(self._plan_entries(), 1 + len(tree.sets_of(MAX)), variables)
        self.begin = [1.0] + [0.0] * len(tree.sets_of(MAX))
        self.answers = self._sparse(self._answer_entries(), len(tree.sequences_of(MIN)), variables)
        self.zeros = [0.0] * len(tree.sequences_of(MIN))

    @staticmethod
    def _sparse(entries: list[tuple[float, int, int]], rows: int, columns: int) -> Any:
        from scipy.sparse import csr_array  # noqa: PLC0415  # as above

        numbers, row, column = zip(*entries, strict=True)
        return csr_array((numbers, (row, column)), shape=(rows, columns))

    def _plan_entries(self) -> list[tuple[float, int, int]]:
        """The weight of the empty sequence; at each set of MAX, those of its actions minus that of the parent."""
        entries = [(1.0, 0, 0)]
        for row, number in enumerate(self.tree.sets_of(MAX), 1):
            known = self.tree.sets[number]
            entries += [(1.0, row, sequence) for sequence in known.sequences]
            entries.append((-1.0, row, known.parent))
        return entries

    def _answer_entries(self) -> list[tuple[float, int, int]]:
        """For each sequence of MIN: the value at its set is at most the payoffs and the values of the sets after it."""
        first = self.tree.first_sequence[MIN]
        entries = [(1.0, 0, self.width)]
        for number in self.tree.sets_of(MIN):
            known = self.tree.sets[number]
            entries += [(1.0, sequence - first, number - self.shift) for sequence in known.sequences]
            entries.append((-1.0, known.parent - first, number - self.shift))
        entries += [(-payoffs[0], last[1] - first, last[0]) for last, payoffs in self.tree.payoffs.items()]
        return entries
