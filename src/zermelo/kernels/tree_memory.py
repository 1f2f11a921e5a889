"""The memory of Monte Carlo tree search: nodes as rows of numbers, and what a thread needs for its playouts."""

from __future__ import annotations

from zermelo.kernels.repetition_memory import RepetitionMemory
from zermelo.kernels.search_memory import LeafMemory
from zermelo.native.layouts import Floats, Ints, Layout, Slots, SmallInts, row

ROOT = 0
"""The number of the root. No child has it, so a node whose first child is 0 has no children yet."""

EXPANDING = -1
"""Stands for the number of a first child while another thread makes the children."""

NO_NUMBERS = -1
"""Stands for the number of a new node if there is no memory left."""

UCB1, TUNED, PUCT = range(3)
"""The rules of selection."""

SLOTS = 1 << 14
"""The number of AMAF slots (all moves as first). An action that is a number below this is its own slot."""

STAMP = 1 << 14
"""Greater than the number of plies of any path and its playout together."""


class TreeMemory(Layout):
    """The tree, which threads share.

    The children of a node are neighbours; a value has `width` numbers: one, or one for each player. The rows for
    all-moves-as-first statistics exist if `amaf` is 1, the row of rewards if `gains` is 1, that of virtual wins if
    `credits` is 1.
    """

    control: Ints = row("1")
    """Not 0 when the search has to stop."""
    paused: Ints = row("1")
    """Not 0 if all threads have to end, because there is no memory left or a rule is broken."""
    begun: Ints = row("1")
    """The number of playouts that have begun, of those that were asked for."""
    free: Ints = row("1")
    """The first unused number of a node."""

    visits: SmallInts = row("nodes", sparse=True, group="counts")
    pending: SmallInts = row("nodes", sparse=True)
    """The playouts through a node that have begun and are not counted yet, including those of anchors below it."""
    totals: Floats = row("nodes * width", sparse=True, group="sums")
    """The sums of utilities, and of their squares."""
    squares: Floats = row("nodes * width", sparse=True, group="sums")
    gains: Floats = row("nodes * width * gains + 1", sparse=True)
    """The sums of the rewards that selection maximises, if those are not the utilities: see `kernels/gains.py`."""
    lows: Floats = row("nodes", sparse=True, group="bounds")
    """The proved lower and upper bounds of the value to player 0."""
    highs: Floats = row("nodes", sparse=True, group="bounds")
    priors: Floats = row("nodes", sparse=True)
    """The prior probability of an action, from the game's `order`; for an outcome of chance, its probability."""
    credits: Floats = row("nodes * credits + 1", sparse=True)
    """Virtual wins of an action, from the game's `order`; if negative, virtual losses."""
    guesses: Floats = row("nodes", sparse=True)
    """Evaluations, backed up by minimax."""
    firsts: SmallInts = row("nodes", sparse=True, group="counts")
    counts: SmallInts = row("nodes", sparse=True, group="counts")
    movers: SmallInts = row("nodes", sparse=True, group="counts")
    places: SmallInts = row("nodes", sparse=True)
    """The index of the action that leads to a node, in the order of the game's `actions`."""
    actions: Slots = row("nodes", words="words")
    moved: SmallInts = row("nodes", sparse=True)
    """The new number of a node while the tree is compacted."""

    # All moves as first: of all playouts through a node's parent in which its mover took the node's action at any time.
    amaf_slots: SmallInts = row("nodes * amaf + 1", sparse=True)
    """The slot of the action."""
    amaf_visits: SmallInts = row("nodes * amaf + 1", sparse=True)
    amaf_totals: Floats = row("nodes * amaf + 1", sparse=True)
    """The sum of the utilities to the player who took it."""


def node_bytes(*, width: int, words: int, amaf: int, gains: int, credits: int) -> int:
    """The bytes that a node takes in the rows of a TreeMemory."""
    small_numbers = 7 + 2 * amaf
    numbers = 4 + (2 + gains) * width + words + credits + amaf
    return 4 * small_numbers + 8 * numbers


class MctsMemory(TreeMemory, LeafMemory, RepetitionMemory):
    """The tree, the settings and the state of one thread; `room` words for the actions of one state."""

    # The present state of the search.
    leaf: int
    """The last node of the path; `ply_now` is its ply."""
    most_tree_nodes: int
    full: bool
    """Whether a node could not be expanded because there was no memory left."""
    deepest: int
    anchor_ply: int
    """The ply of the anchor, the node of the path from which playouts begin: 0 is the root."""
    carried: int
    """The playouts that began at the anchor and are not yet counted above it."""
    own_free: int
    """The first unused number in the block that the thread has reserved."""
    own_end: int
    random: int
    """The state of the random number generator."""
    least_seen: float
    greatest_seen: float

    # Settings.
    threads: int
    stay: int
    """The number of consecutive playouts of a thread below one anchor."""
    anchor_visits: int
    """The minimum number of visits of an anchor."""
    block: int
    """The minimum number of new nodes that a thread reserves at once."""
    most_nodes: int
    players: int
    width: int
    rule: int
    c: float
    span: float
    """The difference of the greatest and the least utility; 0 if it has to be taken from the playouts so far."""
    first_play: float
    """First-play urgency: how far below its parent an unvisited child is valued, relative to the range of utilities.
    If negative, each child is visited once first."""
    bias: float
    credit: float
    """Virtual wins per point of `order`; 0: none."""
    expand_after: int
    """A node is expanded after this many visits."""
    widening: float
    """A node with N visits considers this many times the square root of N children; 0: all."""
    implicit: float
    """The weight of backed-up evaluations in the mean of a child."""
    winning: float
    """The weight of win or loss against the margin in rewards, from 0 to 1."""
    forced: int
    """The child of the root that has to be selected; -1: any."""
    use_order: bool
    use_priors: bool
    """Whether anything depends on the priors of actions."""
    use_proofs: bool
    use_value_bounds: bool
    use_weights: bool
    use_policy: bool
    """Whether the game chooses the actions of playouts itself."""
    decisive: bool
    most_plies: int
    cut_after: int
    """A playout is evaluated after this many plies; if that is most_plies, it counts as infinite play."""
    action_room: int

    # All moves as first.
    use_amaf: bool
    least_reference: int
    """The visits from which on a node's own statistics are used; until then, those of an ancestor."""
    stamp: int
    """The number of the playout, times STAMP."""
    indexed: int
    """The node whose statistics are in the rows by slot; -1: none."""

    # The bounds of utilities, and the utilities of infinite play.
    least: float
    greatest: float
    worst_utility: float
    best_utility: float

    path: Ints = row("plies + 2")
    outcome: Floats = row("players")
    endless: Floats = row("players")
    carried_totals: Floats = row("players")
    """The sums of the utilities that are still to be counted above the anchor, and of their squares."""
    carried_squares: Floats = row("players")
    carried_gains: Floats = row("players")
    moves: Slots = row("room")
    shares: Floats = row("room")
    taken: Ints = row(f"{SLOTS} * amaf + 1")
    """When an action was first taken: the stamp of the playout plus the ply."""
    takers: Ints = row(f"{SLOTS} * amaf + 1")
    """The player who took it."""
    references: Ints = row("players")
    """The last node on the path with enough visits where a player moves; -1: none."""
    slot_nodes: Ints = row(f"{SLOTS} * amaf + 1")
    """The child of the indexed node that a slot's action leads to. Valid only if the child has this slot."""
