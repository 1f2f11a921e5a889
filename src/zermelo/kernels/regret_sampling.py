"""Monte Carlo counterfactual regret minimisation: each iteration visits a sampled part of the game tree.

*External sampling* draws the actions of chance and of the others, and tries all actions of the player whose regrets are
updated. *Outcome sampling* draws a single play, on which the updated player explores, and weights what it finds by the
inverse of the probability of the draw (Lanctot et al., "Monte Carlo sampling for regret minimization in extensive
games", 2009). Regrets then have the right expected value; the average strategy of a player is collected while the
player before it is updated.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.game import CHANCE
from zermelo.kernels.regret import match_regrets
from zermelo.kernels.regret_memory import RegretMemory
from zermelo.native.draws import draw_fraction, next_draw

TERMINAL = -2

EXPLORATION = 0.6
"""The probability with which outcome sampling lets the updated player choose uniformly."""


def sample_external(_game: Any, _s: Any, m: RegretMemory, iterations: int) -> int:
    """Runs iterations of external sampling; each updates all players."""
    for _ in range(iterations):
        m.iteration += 1
        for p in range(m.players):
            visit(m, 0, p)
    return m.iteration


def visit(m: RegretMemory, node: int, p: int) -> float:
    """The sampled value of a node to p, whose regrets are updated below it."""
    player = m.node_player[node]
    if player == TERMINAL:
        return m.utility[m.place[node] * m.players + p]
    first = m.first_child[node]
    if player == CHANCE:
        return visit(m, m.child[draw_chance(m, node)], p)
    known = m.place[node]
    begin, count = m.begin[known], m.actions[known]
    match_regrets(m, known)
    if player != p:
        if player == (p + 1) % m.players:
            for sequence in range(begin, begin + count):
                m.total[sequence] += m.strategy[sequence]
        return visit(m, m.child[first + draw_action(m, known, 0.0)], p)
    expected = 0.0
    for i in range(count):  # with perfect recall no further visit of this set follows, so its rows can be used
        m.value[begin + i] = visit(m, m.child[first + i], p)
        expected += m.strategy[begin + i] * m.value[begin + i]
    for sequence in range(begin, begin + count):
        m.regret[sequence] += m.value[sequence] - expected
    return expected


def sample_outcomes(_game: Any, _s: Any, m: RegretMemory, iterations: int) -> int:
    """Runs iterations of outcome sampling; each updates all players."""
    for _ in range(iterations):
        m.iteration += 1
        for p in range(m.players):
            play_once(m, p)
    return m.iteration


def play_once(m: RegretMemory, p: int) -> None:
    """Draws a play, and updates the regrets of p on it."""
    node, depth = 0, 0
    drawn = 1.0  # the probability of the play in this sampling, without chance, which cancels out
    others = 1.0  # the probability that the others play so
    next_own = 1.0  # the probability that the player whose average is collected plays so
    while m.node_player[node] != TERMINAL:
        player, first = m.node_player[node], m.first_child[node]
        if player == CHANCE:
            edge = draw_chance(m, node)
        else:
            known = m.place[node]
            match_regrets(m, known)
            explored = EXPLORATION if player == p else 0.0
            action = draw_action(m, known, explored)
            if player == (p + 1) % m.players:
                for sequence in range(m.begin[known], m.begin[known] + m.actions[known]):
                    m.total[sequence] += next_own / drawn * m.strategy[sequence]
                next_own *= m.strategy[m.begin[known] + action]
            chosen = m.strategy[m.begin[known] + action]
            if player != p:
                others *= chosen
            drawn *= explored / m.actions[known] + (1.0 - explored) * chosen
            edge = first + action
        m.path[depth] = edge
        depth += 1
        node = m.child[edge]
    weight = m.utility[m.place[node] * m.players + p] * others / drawn
    update_path(m, p, depth, weight)


def update_path(m: RegretMemory, p: int, depth: int, weight: float) -> None:
    """Adds the regrets of p on the sampled play, from its end to its beginning."""
    tail = 1.0  # the probability that p plays from here to the end as it was drawn
    for back in range(depth):
        edge = m.path[depth - 1 - back]
        node = m.parent_node[edge]
        if m.node_player[node] != p:
            continue
        known, taken = m.place[node], edge - m.first_child[node]
        begin = m.begin[known]
        here = tail * m.strategy[begin + taken]
        for i in range(m.actions[known]):
            m.regret[begin + i] += weight * ((tail if i == taken else 0.0) - here)
        tail = here


def draw_chance(m: RegretMemory, node: int) -> int:
    """The edge of a random outcome of a chance node."""
    m.random = next_draw(m.random)
    left = draw_fraction(m.random)
    first, last = m.first_child[node], m.first_child[node] + m.children[node] - 1
    for edge in range(first, last):
        left -= m.chance[edge]
        if left < 0.0:
            return edge
    return last


def draw_action(m: RegretMemory, known: int, explored: float) -> int:
    """A random action at an information set, by the strategy; with probability `explored` a uniform one."""
    m.random = next_draw(m.random)
    left = draw_fraction(m.random)
    begin, count = m.begin[known], m.actions[known]
    for i in range(count - 1):
        left -= explored / count + (1.0 - explored) * m.strategy[begin + i]
        if left < 0.0:
            return i
    return count - 1
