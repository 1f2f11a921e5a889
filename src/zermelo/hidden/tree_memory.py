"""A game tree as the memory of the kernels in `kernels/regret.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.hidden.game_tree import GameTree
from zermelo.kernels.regret_memory import RegretMemory


def tree_memory(tree: GameTree, *, native: bool) -> RegretMemory:
    """The tree with uniform strategies, before the first iteration."""
    nodes, players = tree.nodes, tree.game.players
    counts = [len(known.actions) for known in tree.sets]
    uniform = [1.0] * tree.first_sequence[-1]
    for known, count in zip(tree.sets, counts, strict=True):
        for sequence in known.sequences:
            uniform[sequence] = 1.0 / count
    m = RegretMemory.make(
        native,
        players=players,
        sets=len(tree.sets),
        sequences=len(uniform),
        leaves=len(tree.payoffs),
        nodes=tree.size,
        edges=len(nodes.child),
        utilities=len(nodes.utility),
        depth=nodes.depth,
    )
    _fill(
        m,
        first_set=tree.first_set,
        first_sequence=tree.first_sequence,
        parent=[known.parent for known in tree.sets],
        begin=[known.first for known in tree.sets],
        actions=counts,
        leaf_sequence=[sequence for last in tree.payoffs for sequence in last],
        payoff=[payoff for payoffs in tree.payoffs.values() for payoff in payoffs],
        strategy=uniform,
        node_player=nodes.player,
        place=nodes.place,
        first_child=nodes.first_child,
        children=nodes.children,
        child=nodes.child,
        chance=nodes.chance,
        utility=nodes.utility,
        parent_node=[node for node, count in enumerate(nodes.children) for _ in range(count)],
    )
    m.players, m.leaves = players, len(tree.payoffs)
    for p in range(players):
        m.reach[tree.first_sequence[p]] = 1.0
    for known in tree.sets:
        for sequence in known.sequences:
            m.reach[sequence] = m.reach[known.parent] * m.strategy[sequence]
    return m


def as_native(tree: GameTree, plain: RegretMemory) -> RegretMemory:
    """The memory of kernels at the plain speed, for machine code to continue with."""
    made = tree_memory(tree, native=True)
    _fill(made, **plain.rows())
    for declared in plain.fields:
        if declared.row is None:
            setattr(made, declared.name, getattr(plain, declared.name))
    return made


def _fill(m: RegretMemory, **rows: Sequence[Any]) -> None:
    for name, content in rows.items():
        getattr(m, name)[: len(content)] = content
