"""Estimates the size of a game's tree by a few random plays, for the decisions of the chooser."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from math import log10
from random import Random
from typing import Any

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.rules import each_action

PLAYS, PLIES, SECONDS = 5, 400, 0.25
"""The number of plays, the maximum plies of each, and the maximum seconds for all of them."""


def tree_size(game: Game, s: State, budget: Budget) -> float:
    """An estimate of the decimal logarithm of the number of plays from s: the mean over random plays.

    A play contributes the sum of the logarithms of its numbers of actions. If time runs out, the
    unfinished play counts up to its last state. Rules that fail give 0: a search will report the error.
    """
    rules: Any = PlainRules(game, budget.part(SECONDS).check)
    random = Random(0)
    sizes: list[float] = []
    with suppress(OutOfBudget, Exception):
        for _ in range(PLAYS):
            sizes.append(0.0)
            t, plies = deepcopy(s), 0  # rules that modify a state are for the search to find
            while plies < PLIES and not rules.is_terminal(t):
                actions = list(each_action(rules, t))
                sizes[-1] += log10(len(actions))
                t, plies = rules.result(t, random.choice(actions)), plies + 1
        return sum(sizes) / PLAYS
    return max(sizes, default=0.0)
