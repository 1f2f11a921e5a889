"""The memory of Monte Carlo tree search: nodes as rows of numbers, and what a thread needs for its playouts."""

from __future__ import annotations

from zermelo.kernels.repetition_memory import RepetitionMemory
from zermelo.kernels.search_memory import LeafMemory
from zermelo.native.layouts import Floats, Ints, Layout, Slots, SmallInts, row

ROOT = 0
"""The number of the root. No other node has it, so that a node whose first child is 0 has no children yet."""

UCB1, TUNED, PUCT = range(3)
"""The rules of selection."""


class TreeMemory(Layout):
    """The tree. The children of a node are neighbours; a value has `width` numbers: one, or one for each player."""

    control: Ints = row("1")
    """Not 0 when the search has to stop."""

    visits: SmallInts = row("nodes", sparse=True)
    totals: Floats = row("nodes * width", sparse=True)
    """The sums of utilities, and of their squares."""
    squares: Floats = row("nodes * width", sparse=True)
    lows: Floats = row("nodes", sparse=True)
    """Between which bounds the value to player 0 is proved to lie."""
    highs: Floats = row("nodes", sparse=True)
    priors: Floats = row("nodes", sparse=True)
    """The share of attention that the game's `order` gives an action; of an outcome, its probability."""
    guesses: Floats = row("nodes", sparse=True)
    """Evaluations, backed up by minimax."""
    firsts: SmallInts = row("nodes", sparse=True)
    counts: SmallInts = row("nodes", sparse=True)
    movers: SmallInts = row("nodes", sparse=True)
    places: SmallInts = row("nodes", sparse=True)
    """Where the action that leads to a node stands in `actions`."""
    actions: Slots = row("nodes", words="words")
    moved: SmallInts = row("nodes", sparse=True)
    """Where a node goes when the tree is compacted."""


class MctsMemory(TreeMemory, LeafMemory, RepetitionMemory):
    """The tree, the settings and the state of one search; `room` words for the actions of one state."""

    # The tree as it stands.
    free: int
    """The first number that no node has."""
    most_tree_nodes: int
    full: bool
    """Whether a node could not be expanded because there was no memory left."""
    deepest: int
    random: int
    """The state of the random numbers."""
    least_seen: float
    greatest_seen: float

    # Settings.
    most_nodes: int
    players: int
    width: int
    rule: int
    c: float
    span: float
    """The difference of the greatest and the least utility; 0 if it follows from what was seen."""
    first_play: float
    """What an unvisited child is taken to be worth, in spans below its parent; below 0: each is visited first."""
    bias: float
    widening: float
    """A node with N visits considers this many times the square root of N children; 0: all."""
    implicit: float
    """The weight of backed-up evaluations in the mean of a child."""
    forced: int
    """The child of the root that has to be selected; -1: any."""
    use_order: bool
    use_proofs: bool
    use_value_bounds: bool
    use_weights: bool
    use_policy: bool
    """Whether the game chooses the actions of playouts itself."""
    decisive: bool
    most_plies: int
    cut_after: int
    """After how many plies a playout is evaluated; if that is most_plies, it counts as infinite play."""
    action_room: int

    # What bounds and playouts without an end are worth.
    least: float
    greatest: float
    worst_utility: float
    best_utility: float

    path: Ints = row("plies + 2")
    outcome: Floats = row("players")
    endless: Floats = row("players")
    moves: Slots = row("room")
    shares: Floats = row("room")
