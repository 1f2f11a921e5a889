"""Grows a book by drop-out expansion (Lincke 2000): the lines that are most likely to be played are searched first.

Every action costs one ply, and more the worse it is. A leaf that is cheap to reach from the start is expanded before
one that is expensive: all of its actions are searched, and their results become new leaves. Values are backed up
as in a search. So the book is deep along good play, and still answers the inferior actions of an opponent.

Positions can be reached in several ways, and play can return to an earlier position. Each position has a ply, at which
it was found first. Values are backed up only from positions at greater plies; for the others the earlier value is used.
So backing up ends, and no value supports itself. A value is proved if it follows from proved values alone: these are
exact whatever was played before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from itertools import count
from math import inf, log2

from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.core.results import Line
from zermelo.core.rules import finite_bounds, legal_actions
from zermelo.tables.book import Book, BookEntry, BookMove, Key, preference

INFERIORITY = 5.0
"""The extra cost, in plies, of an average worst action."""

Rank = Callable[[State], Sequence[Line]]
"""Searches a position: the value of every action, or of every outcome if chance decides."""


@dataclass(slots=True)
class _Edge:
    """An action of a position that was expanded."""

    child: _Node
    probability: float
    """The probability of an outcome of chance; 1 for actions of players."""

    found: BookEntry
    """The child's entry when the edge was made."""


@dataclass(eq=False, slots=True)
class _Node:
    """A position of the book that can be reached from the start."""

    key: Key
    state: State
    ply: int
    entry: BookEntry
    edges: list[_Edge] = field(default_factory=list)
    parents: list[_Node] = field(default_factory=list)
    cost: float = 0.0
    """The cost of the cheapest leaf below it; infinite if there is nothing left to search."""


class Grower:
    """Grows a book from one position, one expansion at a time."""

    def __init__(self, book: Book, start: State, rank: Rank) -> None:
        self.book, self.game = book, book.game
        self._rank = rank
        self._nodes: dict[Key, _Node] = {}
        self._spread = 1.0
        self._expanded = self._expanded_at_reckoning = 0
        self._root = self._node(start, 0)
        self._load()
        self._reckon()

    @property
    def root(self) -> BookEntry:
        """The entry of the position from which the book grows."""
        return self._root.entry

    @property
    def is_complete(self) -> bool:
        """Whether there is nothing left to search: the value of the start is proved, or no leaf can change it."""
        return self._root.cost == inf

    def grow(self) -> int:
        """Expands the leaf that is cheapest to reach; returns the number of new positions."""
        leaf = self._root
        while leaf.edges:
            leaf = min(self._open(leaf), key=lambda edge: self._cost(leaf, edge)).child
        lines = self._rank(leaf.state)
        before = len(self._nodes)
        self._back_up(self._expand(leaf, lines))
        if self._expanded >= 2 * self._expanded_at_reckoning:
            self._reckon()
        return len(self._nodes) - before

    # The graph.

    def _node(self, s: State, ply: int) -> _Node:
        """The node of a position, made at this ply if there is none."""
        key = self.book.key(s)
        if key not in self._nodes:
            entry = self.book.at(key) or BookEntry()
            if self.game.is_terminal(s):
                entry = replace(entry, value=float(self.game.utility(s, MAX)), proved=True, distance=0)
            self._nodes[key] = _Node(key, s, ply, entry, cost=inf if entry.proved else 0.0)
        return self._nodes[key]

    def _load(self) -> None:
        """Finds all positions of the book that can be reached from the start through expanded ones."""
        level = [self._root]
        while level:
            known = len(self._nodes)
            for node in level:
                if node.entry.expanded and not self.game.is_terminal(node.state):
                    self._link(node)
            level = list(self._nodes.values())[known:]

    def _link(self, node: _Node) -> None:
        """Connects a position with its successors."""
        for a in legal_actions(self.game, node.state):
            child = self._node(self.game.result(node.state, a), node.ply + 1)
            is_chance = self.game.player(node.state) == CHANCE
            probability = float(self.game.probability(node.state, a)) if is_chance else 1.0
            node.edges.append(_Edge(child, probability, child.entry))
            child.parents.append(node)
        self._expanded += 1

    def _expand(self, leaf: _Node, lines: Sequence[Line]) -> list[_Node]:
        """Adds the successors of a leaf, with the values that were found.

        Returns the positions in which the value of some action changed: the leaf, and others that lead to the same
        positions.
        """
        changed = [leaf]
        for line in lines:
            child = self._node(self.game.result(leaf.state, line.action), leaf.ply + 1)
            if not child.edges and not child.entry.proved:
                changed += child.parents
                self._set(child, self._searched(child.entry, line))
            elif child.entry.proved:  # a terminal state, which was not searched
                self._set(child, child.entry)
        self._link(leaf)
        self._set(leaf, replace(leaf.entry, expanded=True))
        return changed

    def _searched(self, entry: BookEntry, line: Line) -> BookEntry:
        """The entry for the result of a search; it is only proved if the value does not depend on the play before."""
        proved = line.proved and not self.game.forbids_repetition
        distance = line.distance - 1 if proved and line.distance else None
        return replace(entry, value=float(line.value), proved=proved, distance=distance)

    def _set(self, node: _Node, entry: BookEntry) -> None:
        node.entry = entry
        if entry.proved:
            node.cost = inf
        self.book.put(node.key, entry)

    # Values and costs.

    def _back_up(self, nodes: list[_Node]) -> None:
        """Updates the values and costs of positions and of those above them, as far as they change."""
        order = count()  # so that nodes themselves are never compared
        waiting = [(-node.ply, next(order), node) for node in nodes]
        heapify(waiting)
        while waiting:
            _, _, now = heappop(waiting)
            if self._update(now):
                for parent in now.parents:
                    if parent.ply < now.ply or now.entry.proved:
                        heappush(waiting, (-parent.ply, next(order), parent))

    def _reckon(self) -> None:
        """Measures the usual spread of the values of actions, and updates all costs accordingly."""
        spreads = [spread for node in self._nodes.values() if (spread := self._spread_of(node)) > 0]
        self._spread = sum(spreads) / len(spreads) if spreads else 1.0
        self._expanded_at_reckoning = max(1, self._expanded)
        self._back_up(list(self._nodes.values()))

    def _spread_of(self, node: _Node) -> float:
        values = [edge.child.entry.value for edge in node.edges if not edge.child.entry.proved]
        return max(values) - min(values) if values and self.game.player(node.state) != CHANCE else 0.0

    def _update(self, node: _Node) -> bool:
        """Updates the value and the cost of a position from its successors; returns whether one has changed."""
        if not node.edges:
            return False
        before = node.entry, node.cost
        entry = _backed_up(self.game, node, [self._known(node, edge) for edge in node.edges])
        if entry != node.entry:
            self._set(node, entry)
        node.cost = inf if entry.proved else min((self._cost(node, edge) for edge in self._open(node)), default=inf)
        return (node.entry, node.cost) != before

    def _known(self, node: _Node, edge: _Edge) -> BookEntry:
        """The entry of the child; if it is neither at a greater ply nor proved, the entry when the edge was made."""
        is_further = edge.child.ply > node.ply or edge.child.entry.proved
        return edge.child.entry if is_further else edge.found

    def _open(self, node: _Node) -> list[_Edge]:
        """The actions of a position below which there is something left to search."""
        return [edge for edge in node.edges if edge.child.ply > node.ply and edge.child.cost < inf]

    def _cost(self, node: _Node, edge: _Edge) -> float:
        """The cost of the cheapest leaf that an action leads to."""
        if self.game.player(node.state) == CHANCE:
            return 1.0 + edge.child.cost - log2(edge.probability or 2.0**-60)
        inferiority = abs(node.entry.value - edge.child.entry.value) / self._spread
        return 1.0 + edge.child.cost + INFERIORITY * inferiority


def _backed_up(game: Game, node: _Node, below: list[BookEntry]) -> BookEntry:
    """The entry of a position, computed from its successors."""
    mover = game.player(node.state)
    if mover == CHANCE:
        value = sum(edge.probability * entry.value for edge, entry in zip(node.edges, below, strict=True))
        return replace(node.entry, value=value, proved=all(entry.proved for entry in below))
    best = max((BookMove(None, e, e.value) for e in below), key=lambda move: preference(game, mover, move)).entry
    bounds = finite_bounds(game)
    is_greatest = bounds is not None and best.value == bounds[1 if mover == MAX else 0]
    proved = best.proved and (is_greatest or all(entry.proved for entry in below))
    has_winner = proved and best.value != game.fair_share
    distance = best.distance + 1 if has_winner and best.distance is not None else None
    return replace(node.entry, value=best.value, proved=proved, distance=distance)
