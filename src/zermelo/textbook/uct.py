"""Monte Carlo tree search as it is taught: select, expand, simulate, back up, by the UCB1 rule (UCT)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite, log, sqrt
from typing import Any, ClassVar

from zermelo.core.errors import LimitError, OptionError, RuleError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.plain_rules import result_of
from zermelo.core.repetition import forbidden_positions, legal_without
from zermelo.core.results import Analysis, Line, role_of
from zermelo.core.rules import chances, legal_actions
from zermelo.core.trace import Backup, Enter, Score, Select, Simulate, Step, Tally, Trace
from zermelo.core.values import Vector, exact_number, is_finite
from zermelo.native.draws import draw_below, draw_fraction, first_draw, next_draw
from zermelo.textbook.listing import listing

PLAYOUTS = 100
"""The default number of playouts, if there is no limit."""

LONGEST_PLAYOUT = 4_000
"""A playout that has not ended after this many plies counts as infinite play."""


@dataclass
class UctNode:
    """A node of the tree: N, Q for each player, and a child for each action that was tried."""

    number: int
    state: State
    untried: list[Action]
    visits: int = 0
    total: list[float] = field(default_factory=list)
    children: dict[Action, UctNode] = field(default_factory=dict)
    forbidden: frozenset[Any] = frozenset()
    """The positions that must not be repeated. A node has exactly one path, so it knows the positions of its play."""

    best: int | None = None
    terms: tuple[tuple[int, float | None], ...] = ()

    def mean(self, p: int) -> float:
        """Q(n, p) / N(n)."""
        return self.total[p] / self.visits

    def favourite(self, mover: int) -> Action:
        """The action with the most visits; of equals the one with the highest mean for the mover."""
        return max(self.children, key=lambda a: (self.children[a].visits, self.children[a].mean(mover)))


class Uct:
    """Monte Carlo tree search by the lecture's rule: random playouts, more of them through actions with good results.

    It takes any game of perfect information. When every child of n was visited, it selects the child n' with the
    highest Q(n', p) / N(n') + c · √(2 · ln N(n) / N(n')), where p is the player to move at n; among equals the first.
    """

    name: ClassVar[str] = "uct"
    pseudocode: ClassVar[str] = """
    function UCT(s)
        root ← a node for s
        repeat for each playout
            leaf ← DESCEND(root)
            u ← PLAYOUT(leaf)
            BACK-UP(leaf, u)
        return the action of root's child with the highest N

    function DESCEND(n)
        while n is not TERMINAL do
            if PLAYER(n) = CHANCE then draw an outcome a of n by P(n, a)
            else if an action of n has no child then a ← the first of these
            else a ← SELECT(n)
            if a has no child then return a new child of n for a                      expand
            n ← the child of n for a
        return n

    function SELECT(n)
        p ← PLAYER(n)
        return the action whose child n' has the highest
            Q(n', p) / N(n') + c · √(2 · ln N(n) / N(n'))

    function PLAYOUT(n)                                            a vector: one number for each player
        s ← the state of n
        while s is not TERMINAL do
            s ← RESULT(s, an action drawn at random)               chance draws by P(s, a)
        return (UTILITY(s, 1), ..., UTILITY(s, n))

    function BACK-UP(n, u)
        for n and each node above it do
            N(n) ← N(n) + 1
            Q(n, p) ← Q(n, p) + u[p] for each player p
    """
    lit: ClassVar[dict[str, tuple[str, ...]]] = {
        "enter": ("DESCEND: if a has no child",),
        "select": ("SELECT: return the action", "SELECT: Q(n', p) / N(n')"),
        "chance select": ("DESCEND: if PLAYER(n) = CHANCE",),
        "simulate": ("PLAYOUT: s ← RESULT",),
        "backup": ("BACK-UP: N(n) ←", "BACK-UP: Q(n, p) ←"),
    }
    """The lines of the pseudocode that belong to a step."""

    def __init__(
        self,
        game: Game,
        s: State,
        *,
        c: float = 1.0,
        seed: int = 0,
        records: bool = False,
        past: Sequence[State] = (),
    ) -> None:
        if not (isinstance(c, (int, float)) and isfinite(c) and c >= 0):
            raise OptionError(f"an exploration constant of {c!r} is not valid: it must be a number of at least 0")
        self.game = game
        self.c = float(c)
        self.steps: list[Step] = []
        self.count = 0
        self.deepest = 0
        self._records = records
        self._draw = first_draw(seed)
        self.root = self._new_node(s, forbidden_positions(game, past))
        if records:
            self._record_entry(self.root, None, None, 0)

    def playout(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """One playout: select, expand, simulate, back up. Once `is_over` is true, it ends as if it had no end."""
        path = self._descend()
        utilities = self._simulate(path[-1], is_over)
        for node in reversed(path):
            self._back_up(node, utilities)

    def trace(self) -> Trace:
        """The log of all playouts so far."""
        return Trace(self.game, self.name, tuple(self.steps), listing(type(self)))

    def _descend(self) -> list[UctNode]:
        """The nodes from the root to the leaf of this playout, which is new unless it is terminal."""
        path = [self.root]
        while not self.game.is_terminal(path[-1].state):
            node = path[-1]
            a = self._choose(node)
            is_new = a not in node.children
            if is_new:
                node.children[a] = self._expand(node, a, len(path))
            path.append(node.children[a])
            if is_new:
                break
        self.deepest = max(self.deepest, len(path) - 1)
        return path

    def _choose(self, node: UctNode) -> Action:
        """The action to follow: chance's draw, the first that was not tried, or the one that is selected."""
        if self.game.player(node.state) == CHANCE:
            a = self._draw_action(node.state, node.forbidden)
            if a in node.children and self._records:
                self.steps.append(Select(node.number, node.children[a].number, ()))
            return a
        return node.untried[0] if node.untried else self._select(node)

    def _select(self, node: UctNode) -> Action:
        """The action whose child has the highest score: the mean exploits, the other term explores."""
        mover = self._mover(node.state)
        scores = {
            a: Score(child.number, child.mean(mover), self.exploration(node, child))
            for a, child in node.children.items()
        }
        best = max(scores, key=lambda a: scores[a].sum)
        if self._records:
            self.steps.append(Select(node.number, scores[best].child, tuple(scores.values())))
        return best

    def exploration(self, node: UctNode, child: UctNode) -> float:
        """The second term of the rule: c · √(2 · ln N(n) / N(n'))."""
        return self.c * sqrt(2 * log(node.visits) / child.visits)

    def _expand(self, node: UctNode, a: Action, ply: int) -> UctNode:
        child = self._new_node(result_of(self.game, node.state, a), node.forbidden)
        if a in node.untried:
            node.untried.remove(a)
        if self._records:
            self._record_entry(child, node, a, ply)
        return child

    def _simulate(self, leaf: UctNode, is_over: Callable[[], bool]) -> Vector:
        """The utilities at the end of a play in which every action is drawn at random."""
        s, forbidden = leaf.state, set(leaf.forbidden)
        names: list[str] = []
        while not self.game.is_terminal(s) and len(names) < LONGEST_PLAYOUT and not is_over():
            a = self._draw_action(s, forbidden)
            names.append(self.game.show_action(s, a) if self._records else "")
            s = result_of(self.game, s, a)
            forbidden |= forbidden_positions(self.game, [s])
        ended = self.game.is_terminal(s)
        worth = self.game.utility if ended else lambda _, p: self.game.infinite_play(p)
        given = tuple(exact_number(worth(s, p)) for p in range(self.game.players))
        if not all(is_finite(utility) and abs(utility) <= sys.float_info.max for utility in given):
            raise RuleError(f"{type(self.game).__name__}.utility gave {quote(given)} in {quote(self.game.show(s))}")
        utilities = tuple(map(float, given))
        if self._records:
            self.steps.append(Simulate(leaf.number, tuple(names), self._shown(utilities), ended))
        return utilities

    def _back_up(self, node: UctNode, utilities: Iterable[float]) -> None:
        before = Tally(node.visits, self._shown(tuple(node.total))) if node.visits else None
        node.visits += 1
        node.total = [q + u for q, u in zip(node.total, utilities, strict=True)]
        if not self._records:
            return
        best, terms = node.best, node.terms
        if node.children and self.game.player(node.state) != CHANCE:
            node.best = node.children[node.favourite(self.game.player(node.state))].number
            node.terms = tuple((child.number, self.exploration(node, child)) for child in node.children.values())
            terms = (*terms, *((child, None) for child, _ in node.terms[len(terms) :]))
        after = Tally(node.visits, self._shown(tuple(node.total)))
        self.steps.append(Backup(node.number, before, after, best, node.best, terms, node.terms))

    def _draw_action(self, s: State, forbidden: Set[Any]) -> Action:
        """A legal action, uniformly at random; where chance moves, an outcome by its probability."""
        self._draw = next_draw(self._draw)
        actions = legal_without(self.game, s, forbidden)
        if self.game.player(s) != CHANCE:
            return actions[draw_below(self._draw, len(actions))]
        odds = chances(self.game, s, actions)
        left = draw_fraction(self._draw)
        for a, p in zip(actions, odds, strict=True):
            left -= p
            if left < 0:
                return a
        return actions[-1]

    def _mover(self, s: State) -> int:
        mover = self.game.player(s)
        if mover not in range(self.game.players):
            raise RuleError(f"{type(self.game).__name__}.player gave {mover!r} in {quote(self.game.show(s))}")
        return mover

    def _new_node(self, s: State, before: frozenset[Any]) -> UctNode:
        """A node for s, in which these positions must not be repeated."""
        inner = not self.game.is_terminal(s) and self.game.player(s) != CHANCE
        forbidden = before | forbidden_positions(self.game, [s])
        untried = legal_without(self.game, s, forbidden) if inner else []
        node = UctNode(self.count, s, untried, total=[0.0] * self.game.players, forbidden=forbidden)
        self.count += 1
        return node

    def _record_entry(self, node: UctNode, above: UctNode | None, a: Action | None, ply: int) -> None:
        game, s = self.game, node.state
        parent, name, odds, place = -1, "", None, 0
        if above is not None:
            parent, name = above.number, game.show_action(above.state, a)
            place = legal_actions(game, above.state).index(a)
            odds = game.probability(above.state, a) if game.player(above.state) == CHANCE else None
        self.steps.append(Enter(node.number, parent, name, odds, role_of(game, s), ply, s, None, game.label(s), place))

    def _shown(self, vector: Vector) -> float | Vector:
        """The value as one number, MAX's, if that determines the others."""
        return vector[0] if self.game.kind.one_number else vector


def search(
    game: Game,
    s: State,
    limits: Limits | Budget,
    *,
    playouts: int | None = None,
    c: float = 1.0,
    seed: int = 0,
    records: bool = False,
    past: Sequence[State] = (),
) -> tuple[Analysis, Uct]:
    """Runs playouts from s and returns their result. Each costs one node of the budget; at least one is run.

    `past` is the play before s, if it is known: its positions must not come back if the game forbids repetition.
    """
    if playouts is not None and (isinstance(playouts, bool) or not isinstance(playouts, int) or playouts < 1):
        raise LimitError(f"the number of playouts must be a whole number above zero, not {playouts!r}")
    budget = Budget.of(limits)
    is_open = budget.most_nodes is None and not budget.has_deadline
    most = (PLAYOUTS if is_open else None) if playouts is None else playouts
    uct = Uct(game, s, c=c, seed=seed, records=records, past=past)
    with suppress(OutOfBudget):
        while not game.is_terminal(s) and (most is None or uct.root.visits < most):
            uct.playout(lambda: budget.is_over)
            budget.spend()
            if budget.out_of_nodes:
                break
    return analysis_of(uct, budget), uct


def analysis_of(uct: Uct, budget: Budget) -> Analysis:
    """The result of a search: the action with the most visits, and its mean."""
    game, root = uct.game, uct.root
    is_chance = not game.is_terminal(root.state) and game.player(root.state) == CHANCE
    mover = 0 if is_chance or game.is_terminal(root.state) else game.player(root.state)
    lines = tuple(
        Line(
            values=_means(child),
            proved=False,
            visits=child.visits,
            mean=child.mean(0),
            actions=(a, *_most_visited(child, game)),
        )
        for a, child in sorted(root.children.items(), key=lambda pair: (-pair[1].visits, -pair[1].mean(mover)))
    )
    best = lines[0] if lines and not is_chance else None
    values = best.values if best else _means(root) if root.visits else None
    if game.is_terminal(root.state):
        values = tuple(float(game.utility(root.state, p)) for p in range(game.players))
    return Analysis(
        game=game,
        state=root.state,
        method=uct.name,
        value=None if values is None else values[0],
        values=values,
        action=best.action if best else None,
        line=best.actions if best else (),
        lines=lines,
        proved=game.is_terminal(root.state),
        depth=uct.deepest,
        nodes=uct.count,
        seconds=budget.seconds,
        visits=root.visits,
    )


def _means(node: UctNode) -> Vector:
    return tuple(node.mean(p) for p in range(len(node.total)))


def _most_visited(node: UctNode, game: Game) -> tuple[Action, ...]:
    """The most visited actions from a node on, up to a leaf or a chance node."""
    line = []
    while node.children and game.player(node.state) != CHANCE:
        a = node.favourite(game.player(node.state))
        line.append(a)
        node = node.children[a]
    return tuple(line)
