"""The memory of a search, declared once for all search kernels: the part that threads share, and each thread's own."""

from __future__ import annotations

from zermelo.kernels.repetition_memory import RepetitionMemory
from zermelo.native.layouts import Floats, Ints, Layout, Slots, row

BUSY = 4096
"""The number of entries that say which positions other threads are searching."""

MARKS = 1024
"""The number of entries by which a state that is not on the path is recognised quickly."""

HISTORY = 4096
"""The number of history entries for each player."""

LINE = 64
"""The most plies of a line of best play that are kept."""

NO_MARK = -(1 << 62)
"""The mark of no action."""


class LeafMemory(Layout):
    """The fields needed to value a leaf, or to record that a rule is broken."""

    nodes: int
    stopped: bool
    fault: int
    ply_now: int

    # How utilities become values: see `scale`.
    draw: float
    win_factor: float
    ply_factor: float


class ProbingMemory(Layout):
    """Tables from disk, in memory: the entries of some stages, of `entry_bits` bits each, packed into words.

    An entry is a level, and above it the distance; if all its bits are set, the distance is not known.
    """

    stage_count: int
    entry_bits: int
    level_bits: int
    stage_places: Ints = row("max(1, stages)")
    """The place of the first entry of each stage, -1 if the stage is not in memory."""
    stage_sizes: Ints = row("max(1, stages)")
    """The number of entries of each stage."""
    table_levels: Floats = row("max(1, levels)")
    """The utilities to MAX. A level beyond them is that of an unused number."""
    entries: Ints = row("max(1, entry_words)")
    table_keys: Slots = row("1")
    """In a table by keys, which counts as stage 0, the words of all keys in ascending order."""


class SharedMemory(ProbingMemory):
    """The fields that all threads of a search share."""

    control: Ints = row("1")
    """Not 0 when all threads have to stop."""

    buckets: int
    table: Slots = row("slots", words="words")
    busy: Ints = row(f"{BUSY}")
    values: Floats = row("slots * beside + 1", sparse=True)
    """The numbers stored beside the slots of the table: means and vectors do not fit into a slot."""


class PathMemory(Layout):
    """The states on the path from the root, by which repetitions are found: see `path`."""

    since: int
    """The first ply of the path that counts for repetitions."""
    path: Slots = row("plies + 1", words="words")
    marks: Ints = row(f"{MARKS}")


class SearchMemory(SharedMemory, LeafMemory, PathMemory, RepetitionMemory):
    """The fields of one thread: `room` words for the actions on its path, `plies` for the path itself.

    Where values are vectors, `wide` is the number of players, else 0.
    """

    # The progress of the search.
    most_nodes: int
    grow_at: int
    """The number of nodes after which the table is too small, and the driver replaces it by a larger one."""
    guessed: bool
    """Whether the last value depends on an evaluation."""
    back: int
    """The earliest ply on the path on which the last value depends."""
    deepest: int
    too_deep: int
    hits: int
    """The number of positions that were found in tables."""
    has_replied: bool
    """Whether an opponent has already used the one free choice that best-reply search allows."""

    # Settings.
    age: int
    action_room: int
    most_plies: int
    quiet_plies: int
    use_table: bool
    use_value_bounds: bool
    use_order: bool
    use_reductions: bool
    extend_until: int
    thread: int
    """The number of the thread, from 1; 0 if it is the only one."""
    star: int
    samples: int
    seed: int
    players: int
    agent: int
    others: int
    foresight: int

    endless: float
    """The value of infinite play."""

    # The bounds on which pruning at chance nodes relies.
    least: float
    greatest: float
    sum: float
    """The sum of all players' utilities, or infinity if it is not known."""
    odds: float
    """The parameter of a fallible opponent: its level or its temperature."""
    worst_utility: float
    best_utility: float
    size: float
    """The magnitude of utilities, which decides ties."""

    trail: Ints = row("plies + 1")
    actions: Slots = row("room")
    ranks: Floats = row("room")
    ties: Floats = row("room")
    places: Ints = row("room")
    roofs: Floats = row("room")
    killers: Ints = row("2 * (plies + 1)", fill=NO_MARK)
    answers: Ints = row(f"players * {HISTORY}", fill=NO_MARK)
    history: Floats = row(f"players * {HISTORY}")
    line: Ints = row(f"{LINE} * ({LINE} + 1)")
    lengths: Ints = row(f"{LINE} + 1")
    movers: Ints = row("plies + 1 if wide else 1")
    vectors: Floats = row("(plies + 2) * wide + 1")
    outcomes: Floats = row("room * wide + 1")
    endless_vector: Floats = row("wide + 1")


class SelfPlayMemory(LeafMemory):
    """The fields that self-play needs for plays of at most `plies` plies."""

    control: Ints = row("1")
    best: int
    """The place of the best action of the last search."""
    played: Ints = row("plies")
    """The places of the actions of the last play."""
