"""A tree written as text, as a game that can be searched, solved, played and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, Game, Kind
from zermelo.trees.notation import read_notation
from zermelo.trees.objects import read_json
from zermelo.trees.written import Written

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Spot(NamedTuple):
    """A node of the tree, by number: the root is 0, and each node comes before its descendants."""

    node: int


@dataclass
class _Node:
    """The data of one node."""

    player: int
    path: tuple[str, ...]
    label: str | None
    values: tuple[float, ...] | None
    estimate: float | None
    children: list[int] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)


class Tree(Game):
    """A game tree written as text: `Tree("((3 12 8) (2 4 6) (14 5 2))")`.

    A leaf with one number gives MAX's utility, and MIN's is its negative; a leaf in <> has one number for each player.
    Actions without a name are called a1, a2, ... at the root, b1, b2, ... below, and so on.
    """

    title = "A tree"

    scored = True

    def __init__(self, text: str, root: str = "max") -> None:
        if not isinstance(text, str):
            raise ParseError(f"{quote(repr(text))} is not the text of a tree")
        self.text, self.root = text, root
        if root not in ("max", "min"):
            raise ParseError(f"the root {quote(root)} is neither max nor min")
        written = read_json(text) if text.lstrip()[:1] in ("{", "[") and "{" in text else read_notation(text)
        self.players, self.zero_sum = _players(written, text)
        self._nodes = _number_nodes(written, ("max", "min").index(root), self.players, text)
        labels = Counter(n.label for n in self._nodes)
        self._names = [n.label if n.label and labels[n.label] == 1 else _path(n) for n in self._nodes]

    def initial(self) -> Spot:
        """The root."""
        return Spot(0)

    def player(self, s: Spot) -> int:
        """The player to move at the node."""
        return self._nodes[s.node].player

    def actions(self, s: Spot) -> Iterable[int]:
        """The branches, numbered from the left."""
        return range(len(self._nodes[s.node].children))

    def result(self, s: Spot, a: int) -> Spot:
        """The node at the end of the branch."""
        return Spot(self._nodes[s.node].children[a])

    def is_terminal(self, s: Spot) -> bool:
        """Whether the node is a leaf."""
        return self._nodes[s.node].values is not None

    def utility(self, s: Spot, p: int) -> float:
        """The leaf's number for MAX and its negative for MIN, or the player's own number in a leaf in <>."""
        values = self._nodes[s.node].values
        assert values is not None
        if len(values) > 1:
            return values[p]
        return values[0] if p == 0 else -values[0]

    def probability(self, s: Spot, a: int) -> float:
        """The probability written on the branch."""
        return self._nodes[s.node].probabilities[a]

    def evaluate(self, s: Spot, p: int) -> float:
        """The estimate written after the node, or 0 if there is none."""
        estimate = self._nodes[s.node].estimate or 0
        return estimate if p == 0 else -estimate

    def show(self, s: Spot) -> str:
        """The node's label, or the actions that lead to it."""
        return self._names[s.node]

    def parse(self, text: str) -> Spot:
        """The node with that label, or at the end of those actions."""
        wanted = " ".join(text.split())
        for number, node in enumerate(self._nodes):
            if wanted in (self._names[number], _path(node)):
                return Spot(number)
        raise ParseError(f"{quote(text)} is not a node of this tree: name its label, or the actions that lead to it")

    def label(self, s: Spot) -> str:
        """The node's label, or an empty text."""
        return self._nodes[s.node].label or ""

    def show_action(self, s: Spot, a: int) -> str:
        """The branch's name."""
        return self._nodes[s.node].actions[a]

    @property
    def kind(self) -> Kind:
        """The kind of game; stochastic only if the tree has a chance node."""
        return replace(super().kind, stochastic=any(n.player == CHANCE for n in self._nodes))

    def __str__(self) -> str:
        shown = " ".join(self.text.split())
        return f"min{shown}" if self.root == "min" and shown.startswith("(") else shown


def _path(node: _Node) -> str:
    return " ".join(node.path) or "root"


def _players(root: Written, text: str) -> tuple[int, bool]:
    """The number of players, and whether the game is zero-sum, from the numbers at the leaves."""
    lengths: dict[int, Written] = {}
    highest = 1
    below = [root]
    while below:
        node = below.pop()
        if node.values is not None:
            lengths.setdefault(len(node.values), node)
        if node.role is not None and node.role.startswith("p"):
            highest = max(highest, int(node.role[1:]))
        below.extend(node.children)
    if len(lengths) > 1:
        odd = lengths[min(lengths)]
        raise ParseError("some leaves have more numbers than others: one for each player, or one for MAX", text, odd.at)
    (size,) = lengths
    players = max(2, size)
    if highest >= players:
        raise ParseError(f"p{highest} moves, but the leaves in {quote(text)} have utilities for {players} players only")
    return players, size == 1


def _number_nodes(root: Written, first: int, players: int, text: str) -> list[_Node]:
    """The nodes in the order in which they are written, each with its player to move."""
    nodes: list[_Node] = []
    below: list[tuple[Written, int, tuple[str, ...], int]] = [(root, first, (), -1)]
    while below:
        written, turn, path, parent = below.pop()
        player = CHANCE if written.is_chance else _named_player(written.role, turn)
        following = turn if player == CHANCE else (player + 1) % players
        names = _action_names(written, len(path), text)
        node = _Node(player, path, written.label, written.values, written.estimate, actions=names)
        node.probabilities = [c.probability or 0.0 for c in written.children]
        if parent >= 0:
            nodes[parent].children.append(len(nodes))
        nodes.append(node)
        here = len(nodes) - 1
        hanging = [(c, following, (*path, n), here) for c, n in zip(written.children, names, strict=True)]
        below.extend(reversed(hanging))
    return nodes


def _named_player(role: str | None, turn: int) -> int:
    if role is None:
        return turn
    return ("max", "min").index(role) if role in ("max", "min") else int(role[1:])


def _action_names(node: Written, ply: int, text: str) -> list[str]:
    letter = LETTERS[ply % len(LETTERS)]
    names = [" ".join((c.action or f"{letter}{i}").split()) for i, c in enumerate(node.children, 1)]
    met = set()
    for name, child in zip(names, node.children, strict=True):
        if name in met:
            raise ParseError(f"two actions of one node are called {quote(name)}", text, child.at)
        met.add(name)
    return names
