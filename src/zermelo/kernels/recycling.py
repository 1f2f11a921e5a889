"""Compacts the tree of a Monte Carlo tree search: nodes that are kept move to the front of the memory."""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.kernels.tree_memory import ROOT, MctsMemory
from zermelo.native.memory import load, store

GONE = -1
"""Stands for the new number of a node that is not kept."""


def keep_subtree(game: Game, s: State, m: MctsMemory, root: int, least: int) -> int:
    """Keeps the subtree of a node, which becomes the root; nodes with fewer than `least` visits lose their children.

    Children have higher numbers than their parents, so one pass in the order of numbers finds all that is kept, and
    moving nodes in that order overwrites none that is still needed. Returns the number of nodes kept.
    """
    end = min(m.free[0], m.most_tree_nodes)
    for node in range(end):
        m.moved[node] = GONE
    m.moved[root] = ROOT
    kept = ROOT + 1
    for node in range(root, end):
        if m.moved[node] == GONE or m.firsts[node] == 0:
            continue
        if m.visits[node] < least and node != root:
            m.firsts[node] = m.counts[node] = 0
            continue
        for child in range(m.firsts[node], m.firsts[node] + m.counts[node]):
            m.moved[child] = 0  # kept: where to is known when all before it are
    for node in range(root + 1, end):
        if m.moved[node] != GONE:
            m.moved[node] = kept
            kept += 1
    for like in game.actions(s):
        for node in range(root, end):
            if m.moved[node] != GONE:
                move(m, node, m.moved[node])
                store(m.actions, m.moved[node], load(m.actions, node, like))
        break
    m.free[0] = kept
    m.full = False
    return kept


def move(m: MctsMemory, node: int, to: int) -> None:
    """Moves one node, except for its action."""
    m.firsts[to] = m.moved[m.firsts[node]] if m.firsts[node] > 0 else 0
    m.visits[to], m.counts[to], m.movers[to] = m.visits[node], m.counts[node], m.movers[node]
    m.pending[to] = 0
    m.places[to] = m.places[node]
    m.lows[to], m.highs[to] = m.lows[node], m.highs[node]
    m.priors[to], m.guesses[to] = m.priors[node], m.guesses[node]
    for p in range(m.width):
        m.totals[to * m.width + p] = m.totals[node * m.width + p]
        m.squares[to * m.width + p] = m.squares[node * m.width + p]
        if m.winning > 0.0:
            m.gains[to * m.width + p] = m.gains[node * m.width + p]
    if m.credit > 0.0:
        m.credits[to] = m.credits[node]
    if m.use_amaf:
        m.amaf_slots[to], m.amaf_visits[to] = m.amaf_slots[node], m.amaf_visits[node]
        m.amaf_totals[to] = m.amaf_totals[node]
