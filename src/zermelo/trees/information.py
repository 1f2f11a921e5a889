"""Information sets in a tree: nodes with the same mark, which the player to move cannot tell apart.

Players have perfect recall: at each of its turns a player remembers every mark it has seen and every action it has
taken. A tree whose marks contradict that is rejected.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE
from zermelo.trees.nodes import TreeNode


def information_sets(nodes: Sequence[TreeNode], text: str) -> dict[tuple[int, str], list[int]]:
    """The nodes of every information set of more than one node, by player and mark.

    Raises ParseError if the nodes of a set differ in their actions, or in what the player has seen and done before.
    """
    sets: dict[tuple[int, str], list[int]] = {}
    for i, node in enumerate(nodes):
        if node.written.mark is not None:
            _check_owner(node, text)
            sets.setdefault((node.player, node.written.mark), []).append(i)
    sets = {owner: members for owner, members in sets.items() if len(members) > 1}
    if sets:
        memories = _memories(nodes)
        for members in sets.values():
            _check_members(nodes, members, memories, text)
    return sets


def has_seen(nodes: Sequence[TreeNode], names: Sequence[str], i: int, p: int) -> tuple[str, ...]:
    """All that player p has seen and done on the way to node i, in order: marks (or names) of nodes, and actions.

    A player sees something only at its own turns. Where the tree ends, everybody sees the leaf.
    """
    node = nodes[i]
    seen = [_appearance(nodes, names, i)] if node.player == p or not node.children else []
    while node.parent >= 0:
        above = nodes[node.parent]
        if above.player == p:
            seen += [above.actions[node.place], _appearance(nodes, names, node.parent)]
        node = above
    return tuple(reversed(seen))


def _appearance(nodes: Sequence[TreeNode], names: Sequence[str], i: int) -> str:
    """What the player to move sees at node i: its mark, or the node itself if it has none."""
    mark = nodes[i].written.mark
    return names[i] if mark is None else f"@{mark}"


def _check_owner(node: TreeNode, text: str) -> None:
    if node.player == CHANCE or not node.children:
        what = "chance" if node.children else "a leaf"
        raise ParseError(f"@{node.written.mark} marks {what}: only a player's node has a mark", text, node.written.at)


def _check_members(
    nodes: Sequence[TreeNode], members: Sequence[int], memories: Sequence[tuple[int, int]], text: str
) -> None:
    first = nodes[members[0]]
    for i in members[1:]:
        node, mark = nodes[i], f"@{nodes[i].written.mark}"
        if node.actions != first.actions:
            both = f"{', '.join(first.actions)} at {quote(first.path_name)}, {', '.join(node.actions)} here"
            raise ParseError(f"the nodes marked {mark} have different actions: {both}", text, node.written.at)
        if memories[i] != memories[members[0]]:
            why = f"it remembers what it has seen and done before {quote(first.path_name)} and before this node"
            raise ParseError(f"the player at {mark} can tell these nodes apart: {why}", text, node.written.at)


def _memories(nodes: Sequence[TreeNode]) -> list[tuple[int, int]]:
    """The mover's last turn before each node: a number for its information set, and the action it took; -1 if none.

    If this is equal at all nodes of each set, so is everything that the player has seen and done.
    """
    last: list[dict[int, tuple[int, int]]] = []
    found: list[tuple[int, int]] = []
    numbers: dict[tuple[int, str | int], int] = {}
    for node in nodes:
        turns = {} if node.parent < 0 else last[node.parent]
        if node.parent >= 0:
            above = nodes[node.parent]
            mark = above.written.mark
            number = numbers.setdefault((above.player, node.parent if mark is None else mark), len(numbers))
            turns = turns | {above.player: (number, node.place)}
        last.append(turns)
        found.append(turns.get(node.player, (-1, -1)))
    return found
