"""A tree written as text, as a game that can be searched, solved, played and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.core.errors import ParseError, nearest, quote
from zermelo.core.game import CHANCE, Game
from zermelo.core.kind import Kind
from zermelo.trees.efg import looks_like_efg, read_efg
from zermelo.trees.information import has_seen, information_sets
from zermelo.trees.nodes import number_nodes
from zermelo.trees.notation import read_notation
from zermelo.trees.objects import read_json
from zermelo.trees.written import Written


class Spot(NamedTuple):
    """A node of the tree, by number: the root is 0, and each node comes before its descendants."""

    node: int


class Tree(Game):
    """A game tree written as text: `Tree("((3 12 8) (2 4 6) (14 5 2))")`, or the text of an `.efg` file.

    A leaf with one number gives MAX's utility, and MIN's is its negative; a leaf in <> has one number for each player.
    Actions without a name are called a1, a2, ... at the root, b1, b2, ... below, and so on. Nodes of one player with
    the same mark, such as @fork, are one information set.
    """

    title = "A tree"

    scored = True

    def __init__(self, text: str, root: str = "max") -> None:
        if not isinstance(text, str):
            raise ParseError(f"{quote(repr(text))} is not the text of a tree")
        self.text, self.root = text, root
        if root not in ("max", "min"):
            raise ParseError(f"the root {quote(root)} is neither max nor min")
        written, self._player_names = _read(text)
        self.players, self.zero_sum = _players(written, text)
        self._nodes = number_nodes(written, ("max", "min").index(root), self.players, text)
        labels = Counter(n.written.label for n in self._nodes)
        self._names = [
            n.written.label if n.written.label and labels[n.written.label] == 1 else n.path_name for n in self._nodes
        ]
        self._sets = information_sets(self._nodes, text)

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
        return self._nodes[s.node].written.values is not None

    def utility(self, s: Spot, p: int) -> float:
        """The leaf's number for MAX and its negative for MIN, or the player's own number in a leaf in <>."""
        values = self._nodes[s.node].written.values
        assert values is not None
        if len(values) > 1:
            return values[p]
        return values[0] if p == 0 else -values[0]

    def probability(self, s: Spot, a: int) -> float:
        """The probability written on the branch."""
        return self._nodes[s.node].written.children[a].probability or 0.0

    def observe(self, s: Spot, p: int) -> Any:
        """The marks (or names) of the player's own nodes and its actions so far; the node if nothing is hidden.

        Between its turns a player sees nothing; at the end it sees the leaf.
        """
        return has_seen(self._nodes, self._names, s.node, p) if self._sets else s

    def evaluate(self, s: Spot, p: int) -> float:
        """The estimate written after the node, or 0 if there is none."""
        estimate = self._nodes[s.node].written.estimate or 0
        return estimate if p == 0 else -estimate

    def show(self, s: Spot, viewer: int | None = None) -> str:
        """The node's label, or the actions that lead to it; to a viewer, what that player has seen and done."""
        if viewer is None or not self._sets:
            return self._names[s.node]
        return self.show_view(viewer, self.observe(s, viewer)) or "nothing seen"

    def parse(self, text: str) -> Spot:
        """The node with that label, or at the end of those actions."""
        wanted = " ".join(text.split())
        for number, node in enumerate(self._nodes):
            if wanted in (self._names[number], node.path_name):
                return Spot(number)
        raise ParseError(f"{quote(text)} is not a node of this tree: name its label, or the actions that lead to it")

    def show_view(self, p: int, seen: Any) -> str:
        """The marks and actions, in order: "@roads B @fork"; the node if nothing is hidden."""
        return " ".join(seen) if self._sets else self.show(seen)

    def parse_view(self, p: int, text: str) -> Any:
        """What player p has seen when it moves, from the text of `show_view`."""
        if not self._sets:
            return self.parse(text)
        wanted = " ".join(text.split())
        turns = [Spot(i) for i, node in enumerate(self._nodes) if node.player == p and node.children]
        known = {self.show_view(p, seen): seen for seen in (self.observe(s, p) for s in turns)}
        if wanted not in known:
            raise ParseError(
                f"{quote(text)} is not what player {p} can have seen when it moves: {nearest(wanted, known)}"
            )
        return known[wanted]

    def label(self, s: Spot, viewer: int | None = None) -> str:
        """The node's label, or an empty text; to a viewer its mark, or its name if it has none."""
        written = self._nodes[s.node].written
        return written.label or "" if viewer is None else written.mark or self._names[s.node]

    def show_action(self, s: Spot, a: int) -> str:
        """The branch's name."""
        return self._nodes[s.node].actions[a]

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names in an extensive form, otherwise the default ones."""
        return self._player_names if len(self._player_names) == self.players else super().player_names

    @property
    def kind(self) -> Kind:
        """The kind of game; stochastic only if the tree has a chance node, hidden only if nodes share a mark."""
        stochastic = any(n.player == CHANCE for n in self._nodes)
        return replace(super().kind, stochastic=stochastic, hidden=bool(self._sets))

    def __str__(self) -> str:
        shown = " ".join(self.text.split())
        return f"min{shown}" if self.root == "min" and shown.startswith("(") else shown


def _read(text: str) -> tuple[Written, tuple[str, ...]]:
    """The tree in the text, in any notation, and the names of the players if it has them."""
    if looks_like_efg(text):
        return read_efg(text)
    is_json = text.lstrip()[:1] in ("{", "[") and "{" in text
    return read_json(text) if is_json else read_notation(text), ()


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
