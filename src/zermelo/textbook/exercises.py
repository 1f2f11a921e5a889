"""Exercises generated from a seed: trees with exactly one, nontrivial, answer.

The same seed gives the same exercise on every machine and in every version. Therefore the random numbers come from
`mixing`, not from Python's `random`, whose methods may change. No change to this module may alter an exercise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from zermelo.core.errors import KindError, LimitError, nearest, quote
from zermelo.core.limits import Limits
from zermelo.core.results import Analysis
from zermelo.core.trace import Backup, Cut, Node, Select, Step, Trace
from zermelo.core.values import show_value
from zermelo.native.draws import Draws
from zermelo.textbook.analyse import record
from zermelo.textbook.uct import search
from zermelo.trees import Tree

KINDS = {"minimax": "minimax", "alphabeta": "alphabeta", "expectimax": "expectiminimax", "mcts": "uct"}
"""The kinds of exercises, and the algorithm that solves each."""

GIVEN_KINDS = ("minimax", "alphabeta", "expectimax")
"""The kinds of exercises that can be made from a given tree."""

DEPTHS = {"minimax": (1, 6), "alphabeta": (2, 6), "expectimax": (2, 5), "mcts": (2, 4)}
"""The least and the greatest depth: shallower exercises are trivial, deeper ones tedious."""

WIDEST, MOST_LEAVES = 5, 128
TRIES = 1_000
LEAST_RANGE = 16
"""Leaves are different numbers below this, or below twice the number of leaves if that is greater."""

EARLY_LEAF = 4
"""In an uneven tree, one in this many nodes below the root is a leaf above the full depth."""

EXPLORATION = 8.0
"""The constant c in exercises in Monte Carlo tree search: leaves are numbers from 0 to 16 and more."""

CLEAR_MARGIN = 0.1
"""The least difference between the highest score and the next: scores are computed by hand."""

WEIGHTS = {2: ((1, 3), (3, 1), (2, 2)), 3: ((1, 1, 2), (1, 2, 1), (2, 1, 1))}
"""The possible weights of 2 or 3 outcomes of a chance node, out of four; more outcomes have equal weights."""


@dataclass(frozen=True)
class Exercise:
    """A tree to be searched by hand, with its solution: the analysis and the log of the search."""

    kind: str
    seed: int | None
    """None if the tree was given and not generated."""

    number: int
    game: Tree
    analysis: Analysis
    trace: Trace
    given: int | None = None
    """The number of steps of the log that the exercise shows; None if it shows the whole tree without values."""

    @property
    def shown_trace(self) -> Trace:
        """The part of the log that is shown in the exercise; exploration terms are for the reader to compute."""
        shown = self.trace.steps[: self.given]
        if self.given is not None:
            shown = tuple(s._replace(terms_before=(), terms_after=()) if isinstance(s, Backup) else s for s in shown)
        return replace(self.trace, steps=shown)

    @property
    def playout(self) -> tuple[Step, ...]:
        """The steps of the next playout, if the task is to carry it out; otherwise empty."""
        return () if self.given is None else self.trace.steps[self.given :]

    @property
    def unread(self) -> tuple[str, ...]:
        """The branches that are not read, each as the actions that lead to it."""
        cuts = [step for step in self.trace.steps if isinstance(step, Cut)]
        return tuple(self.game.show(branch.state) for cut in cuts for branch in cut.unread)


def exercise(
    kind: str = "alphabeta", seed: int = 0, number: int = 1, *, depth: int = 3, branching: int = 2, uneven: bool = False
) -> Exercise:
    """The exercise with this number for the seed. Raises KindError or LimitError for invalid arguments.

    No two leaves are equal, and no two actions of a player's node tie, so there is one answer. An exercise in
    alpha-beta has at least one cut. In one in Monte Carlo tree search, the next playout selects a child of the root.
    """
    _refuse(kind, depth, branching)
    if kind == "mcts":
        return _playout_exercise(seed, number, depth, branching, uneven)
    draws = Draws(seed, number, list(KINDS).index(kind), depth, branching, int(uneven))
    for _ in range(TRIES):
        sketch = _Sketch(draws, kind == "expectimax", depth, branching, uneven)
        game = Tree(sketch.text())
        analysis, trace = record(game, game.initial(), Limits(), algorithm=KINDS[kind])
        if sketch.height == depth and _is_worthwhile(trace, kind):
            return Exercise(kind, seed, number, game, analysis, trace)
    raise LimitError(
        f"no exercise in {kind} was found with depth {depth} and branching {branching}: change one of them"
    )


def tree_exercise(kind: str, game: Tree, number: int = 1) -> Exercise:
    """An exercise on a given tree, which may have ties and, in alpha-beta, no cut.

    Raises KindError if the algorithm does not fit the tree, and LimitError if the tree is too large for a sheet.
    """
    if kind not in GIVEN_KINDS:
        raise KindError(f"an exercise in {kind} cannot be made from a given tree: {nearest(kind, GIVEN_KINDS)}")
    analysis, trace = record(game, game.initial(), Limits(), algorithm=KINDS[kind])
    leaves = sum(not node.children for node in _nodes(trace.tree()))
    if leaves > MOST_LEAVES:
        raise LimitError(
            f"the tree {quote(game)} has {leaves:,} leaves, but an exercise may have at most {MOST_LEAVES}"
        )
    return Exercise(kind, None, number, game, analysis, trace)


def _playout_exercise(seed: int, number: int, depth: int, branching: int, uneven: bool) -> Exercise:
    """A tree after some playouts, and one playout more."""
    draws = Draws(seed, number, list(KINDS).index("mcts"), depth, branching, int(uneven))
    for _ in range(TRIES):
        sketch = _Sketch(draws, False, depth, branching, uneven)
        game = Tree(sketch.text())
        before = branching + 1 + draws.below(2 * branching)
        analysis, uct = search(
            game, game.initial(), Limits(), playouts=before + 1, c=EXPLORATION, seed=seed, records=True
        )
        given = [at for at, step in enumerate(uct.steps) if isinstance(step, Backup) and step.node == 0][-2] + 1
        if sketch.height == depth and _is_selected_clearly(uct.steps[given:]):
            return Exercise("mcts", seed, number, game, analysis, uct.trace(), given)
    raise LimitError(f"no exercise in mcts was found with depth {depth} and branching {branching}: change one of them")


def _is_selected_clearly(steps: Sequence[Step]) -> bool:
    """Whether a playout selects a child of the root, and no other child has nearly the same score."""
    first = steps[0]
    if not isinstance(first, Select) or len(first.scores) < 2:
        return False
    best, second = sorted((score.sum for score in first.scores), reverse=True)[:2]
    return best - second >= CLEAR_MARGIN


def _refuse(kind: str, depth: int, branching: int) -> None:
    if kind not in KINDS:
        raise KindError(f"there is no exercise in '{kind}': {nearest(kind, KINDS)}")
    least, most = DEPTHS[kind]
    if not least <= depth <= most:
        raise LimitError(f"a depth of {depth} is not valid for exercises in {kind}: it must be from {least} to {most}")
    if not 2 <= branching <= WIDEST:
        raise LimitError(f"a branching of {branching} is not valid for exercises: it must be from 2 to {WIDEST}")
    if branching**depth > MOST_LEAVES:
        raise LimitError(
            f"depth {depth} and branching {branching} give {branching**depth:,} leaves, but an exercise may have at "
            f"most {MOST_LEAVES}"
        )


class _Sketch:
    """A random tree: first its shape is drawn, then its leaves, then its weights."""

    def __init__(self, draws: Draws, chance: bool, depth: int, branching: int, uneven: bool) -> None:
        self.draws, self.chance, self.depth, self.branching, self.uneven = draws, chance, depth, branching, uneven
        self.height = 0
        self.shape = self._shape(0)
        leaves = _leaves(self.shape)
        self.values = iter(draws.different(leaves, max(LEAST_RANGE, 2 * leaves)))

    def _shape(self, ply: int) -> list[Any]:
        self.height = max(self.height, ply)
        early = self.uneven and ply > 0 and self.draws.below(EARLY_LEAF) == 0
        if ply == self.depth or early:
            return []
        branches = 2 + self.draws.below(self.branching - 1) if self.uneven else self.branching
        return [self._shape(ply + 1) for _ in range(branches)]

    def text(self) -> str:
        """The tree in the notation of typed trees."""
        return self._text(self.shape, 0)

    def _text(self, shape: list[Any], ply: int) -> str:
        if not shape:
            return str(next(self.values))
        below = [self._text(part, ply + 1) for part in shape]
        if not self.chance:
            return f"({' '.join(below)})"
        return f"[{', '.join(self._weighed(below))}]" if ply % 2 else f"max({' '.join(below)})"

    def _weighed(self, below: list[str]) -> Iterator[str]:
        ways = WEIGHTS.get(len(below), ((1,) * len(below),))
        weights = ways[self.draws.below(len(ways))]
        for weight, text in zip(weights, below, strict=True):
            yield f"{Fraction(weight, sum(weights))}: {text}"


def _leaves(shape: list[Any]) -> int:
    return sum(map(_leaves, shape)) if shape else 1


def _is_worthwhile(trace: Trace, kind: str) -> bool:
    """Whether the exercise is accepted: alpha-beta needs a cut, the other kinds a single answer."""
    if kind == "alphabeta":
        return any(isinstance(step, Cut) for step in trace.steps)
    return not any(_has_tie(node) for node in _nodes(trace.tree()))


def _has_tie(node: Node) -> bool:
    """Whether a player's node has two children of the same value."""
    values = {show_value(child.value) for child in node.children}
    return node.role != "chance" and len(values) < len(node.children)


def _nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.children:
        yield from _nodes(child)
