"""The memory of the kernels that minimise regret: the game tree with its information sets, and a strategy for it."""

from __future__ import annotations

from zermelo.native.layouts import Floats, Layout, SmallInts, row


class RegretMemory(Layout):
    """Information sets and sequences as `hidden/game_tree.py` numbers them; the nodes are for sampling only."""

    players: int
    leaves: int
    iteration: int
    """The number of iterations so far."""

    positive_power: float
    negative_power: float
    average_power: float
    """The exponents of discounting; see `kernels/regret.py`."""

    random: int
    """The state of the generator of random numbers."""

    first_set: SmallInts = row("players + 1")
    first_sequence: SmallInts = row("players + 1")
    parent: SmallInts = row("sets")
    """The sequence that leads to an information set."""

    begin: SmallInts = row("sets + 1")
    """The sequence of the first action of an information set."""

    actions: SmallInts = row("sets + 1")

    leaf_sequence: SmallInts = row("leaves * players")
    payoff: Floats = row("leaves * players")

    regret: Floats = row("sequences")
    strategy: Floats = row("sequences")
    """The probability of the last action of a sequence at its information set."""

    reach: Floats = row("sequences")
    """The probability that a player's own actions follow the sequence, by the current strategy."""

    value: Floats = row("sequences")
    """Counterfactual values to the player whose strategy is updated."""

    total: Floats = row("sequences")
    """The weighted sum of the strategies so far: in each information set it is proportional to the average."""

    average: Floats = row("sequences")
    """The average strategy, when it was last measured."""

    best: Floats = row("players")
    """The expected utility of a best response to the average strategies of the others."""

    expected: Floats = row("players")
    """The expected utility of the average strategy."""

    node_player: SmallInts = row("nodes")
    place: SmallInts = row("nodes")
    first_child: SmallInts = row("nodes")
    children: SmallInts = row("nodes")
    child: SmallInts = row("edges")
    chance: Floats = row("edges")
    utility: Floats = row("utilities")

    parent_node: SmallInts = row("edges")
    """The node at which an edge begins."""

    path: SmallInts = row("depth + 1")
    """The edges that outcome sampling has followed."""
