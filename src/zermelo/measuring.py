"""Measures a game as the textbook describes search trees: branching factor b, depth m, size, and what searches read.

The *effective branching factor* b* of a search that reads N nodes to depth d is the branching factor of a uniform tree
of that depth with N nodes below its root: N = b* + b*² + ... + b*^d. Alpha-beta with perfect ordering has b* ≈ √b.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from os import PathLike
from statistics import fmean
from typing import Any

from zermelo.core.errors import OptionError
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.options import known_options
from zermelo.core.rules import legal_actions, state_of
from zermelo.loading import load
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting
from zermelo.methods.registry import method_named

SEARCHES = (("minimax", "expectiminimax", "maxn"), ("alphabeta",), ("engine",))
"""The methods whose nodes are counted: of each group the first that fits the game."""

DEEPENS = "engine"
"""The method that always searches depth by depth."""

LONGEST_PLAY = 1000
"""A random play that has not ended after this many plies is cut off."""

PLAYING = 0.25
"""The part of the time for random plays; the searches share the rest equally."""

DEEPEST = 30
"""No search goes deeper than this."""


@dataclass(frozen=True)
class Searched:
    """The nodes that a method reads to depth 1, 2, and so on, the root included."""

    method: str
    nodes: tuple[int, ...]

    @property
    def effective_branching(self) -> float | None:
        """The effective branching factor at the greatest depth that was reached."""
        return effective_branching(self.nodes[-1] - 1, len(self.nodes)) if self.nodes else None


@dataclass(frozen=True)
class Measurement:
    """The measures of a game from one state, by random plays and by searches.

    `branching` is the mean number of actions of the states that were met with a player to move, and `outcomes` that of
    outcomes at chance nodes, if there were any. `tree_nodes` is Knuth's estimate of the number of nodes in the whole
    tree: on average it is right, but a single large play can dominate it.
    """

    game: Game
    state: State
    plays: int
    branching: float | None
    most_actions: int
    outcomes: float | None
    length: float
    shortest: int
    longest: int
    cut_off: int
    tree_nodes: float
    searches: tuple[Searched, ...]

    def to_json(self) -> dict[str, Any]:
        """The measures as plain data."""
        return {
            "game": str(self.game),
            "position": self.game.show(self.state),
            "plays": self.plays,
            "b": self.branching,
            "sqrt_b": None if self.branching is None else sqrt(self.branching),
            "most_actions": self.most_actions,
            "outcomes": self.outcomes,
            "m": self.length,
            "shortest": self.shortest,
            "longest": self.longest,
            "cut_off": self.cut_off,
            "tree_nodes": self.tree_nodes,
            "searches": [
                {"method": one.method, "nodes": list(one.nodes), "b_star": one.effective_branching}
                for one in self.searches
            ],
        }


@known_options()
def measure(
    game: Game | str | PathLike[str],
    state: State | str | None = None,
    *,
    plays: int = 200,
    depth: int = DEEPEST,
    seconds: float = 5.0,
    seed: int = 0,
) -> Measurement:
    """Measures a game from a state: at most `plays` random plays, and searches of depth 1, 2, ... `depth`.

    Each method searches until its share of `seconds` is spent. At least one play is made.
    """
    if plays < 1 or depth < 0:
        raise OptionError(f"plays must be at least 1 and depth at least 0, not {plays} and {depth}")
    game = game if isinstance(game, Game) else load(game)
    s = game.initial() if state is None else state_of(game, state)
    played = _Plays(game, s, random.Random(seed))
    played.make(plays, Budget(Limits(seconds=seconds * PLAYING)))
    fitting = list(_fitting(game))
    share = seconds * (1 - PLAYING) / max(1, len(fitting))
    searches = [Searched(name, tuple(_nodes(game, s, name, depth, share))) for name in fitting]
    return played.measurement(tuple(one for one in searches if one.nodes))


def _fitting(game: Game) -> Iterator[str]:
    """Yields the methods whose nodes are counted."""
    for group in SEARCHES:
        yield from [name for name in group if method_named(name).refusal(game, Question.ANALYSE) is None][:1]


def effective_branching(nodes: int, depth: int) -> float:
    """The branching factor of a uniform tree of this depth with this many nodes below its root."""
    low, high = 0.0, float(max(nodes, 1))
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(1, depth + 1)) < nodes:
            low = middle
        else:
            high = middle
    return high


class _Plays:
    """Random plays, and what was seen in them."""

    def __init__(self, game: Game, s: State, dice: random.Random) -> None:
        self._game, self._start, self._dice = game, s, dice
        self._actions: list[int] = []
        self._outcomes: list[int] = []
        self._lengths: list[int] = []
        self._sizes: list[float] = []
        self._cut_off = 0

    def make(self, plays: int, budget: Budget) -> None:
        """Makes this many plays, or fewer if the budget runs out: at least one."""
        with suppress(OutOfBudget):
            for _ in range(plays):
                self._play()
                budget.check()

    def _play(self) -> None:
        """Makes one play. The product of the numbers of actions so far estimates the nodes at each depth."""
        game, s = self._game, self._start
        plies, size, level = 0, 1.0, 1.0
        while not game.is_terminal(s) and plies < LONGEST_PLAY:
            actions = legal_actions(game, s)
            is_chance = game.player(s) == CHANCE
            (self._outcomes if is_chance else self._actions).append(len(actions))
            level *= len(actions)
            size += level
            plies += 1
            # Chance draws uniformly too: Knuth's estimate counts nodes, whatever their probability.
            s = game.result(s, self._dice.choice(actions))
        self._lengths.append(plies)
        self._sizes.append(size)
        self._cut_off += not game.is_terminal(s)

    def measurement(self, searches: tuple[Searched, ...]) -> Measurement:
        """All measures."""
        return Measurement(
            game=self._game,
            state=self._start,
            plays=len(self._lengths),
            branching=fmean(self._actions) if self._actions else None,
            most_actions=max(self._actions, default=0),
            outcomes=fmean(self._outcomes) if self._outcomes else None,
            length=fmean(self._lengths),
            shortest=min(self._lengths),
            longest=max(self._lengths),
            cut_off=self._cut_off,
            tree_nodes=fmean(self._sizes),
            searches=searches,
        )


def _nodes(game: Game, s: State, method: str, depth: int, seconds: float) -> Iterator[int]:
    """Yields the nodes that a method reads to depth 1, 2, and so on, until the time is spent or it proves the value.

    The engine deepens by itself, and all that it reads counts. A textbook algorithm is taught at one depth, so what it
    reads at smaller depths, because its time is limited, is subtracted.
    """
    if game.is_terminal(s):
        return
    budget = Budget(Limits(seconds=seconds))
    before = 0
    for plies in range(1, depth + 1):
        # A session of its own for each depth: a table that is kept would make the next search cheaper.
        answer = Chooser(game, Setting()).answer(Question.ANALYSE, s, budget.part(depth=plies), method=method)
        if budget.is_over or not (answer.proved or answer.depth >= plies):
            return
        yield answer.nodes - before
        if answer.proved:
            return
        before = 0 if method == DEEPENS else answer.nodes
