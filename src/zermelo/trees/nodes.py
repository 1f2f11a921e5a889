"""The nodes of a tree as a flat list: the game is played on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE
from zermelo.trees.written import Written

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class TreeNode:
    """One node: the child of node `parent` by its branch number `place`; both are -1 at the root."""

    player: int
    path: tuple[str, ...]
    written: Written
    parent: int
    place: int
    children: list[int] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)

    @property
    def path_name(self) -> str:
        """The actions that lead to the node."""
        return " ".join(self.path) or "root"


def number_nodes(root: Written, first: int, players: int, text: str) -> list[TreeNode]:
    """The nodes in the order in which they are written, each with its player to move; `first` moves at the root."""
    nodes: list[TreeNode] = []
    plies: dict[tuple[int, str], int] = {}
    below: list[tuple[Written, int, tuple[str, ...], int, int]] = [(root, first, (), -1, -1)]
    while below:
        written, turn, path, parent, place = below.pop()
        player = CHANCE if written.is_chance else _named_player(written.role, turn)
        following = turn if player == CHANCE else (player + 1) % players
        ply = len(path)
        if written.mark is not None:  # all nodes of an information set have the same default names
            ply = plies.setdefault((player, written.mark), ply)
        node = TreeNode(player, path, written, parent, place, actions=_action_names(written, ply, text))
        here = len(nodes)
        if parent >= 0:
            nodes[parent].children.append(here)
        nodes.append(node)
        branches = enumerate(zip(written.children, node.actions, strict=True))
        below.extend(reversed([(child, following, (*path, name), here, i) for i, (child, name) in branches]))
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
