"""Reads states from their codes by the rules: their successors, utilities, keys and movers."""

from __future__ import annotations

from math import inf

from zermelo.core.game import MAX, MIN, Game, State
from zermelo.core.rules import MOST_ACTIONS
from zermelo.kernels.state_codes import CodeMemory, compare, pack, unpack
from zermelo.kernels.table_memory import UNKNOWN, distance_in, entry_of, level_in
from zermelo.native.layouts import Floats, Ints, Slots, SmallInts, row
from zermelo.native.memory import store

DONE, FULL, MISFIT, BROKEN, MANY_LEVELS, MISSING = range(6)
"""The results of kernels: done; a row is full; a word does not fit into its bits; a rule is broken; there are too many
utilities; a state leads to one that was not found before, so the rules contradict themselves."""


class ExpansionMemory(CodeMemory):
    """The input and the results of one thread."""

    use_symmetry: bool
    room: int
    """The codes or branches that `found` or `after` has room for."""
    filled: int
    reached: int
    """The first state that was not read, because there was no room for all that it leads to."""
    level_room: int
    level_count: int

    codes: Ints = row("1")
    """The codes of the states that are read."""
    found: Ints = row("room * code_words")
    """The codes of their successors."""
    levels: Floats = row("levels")
    """The utilities: while states are searched for in the order in which they were met, and ascending afterwards."""


class LinkingMemory(ExpansionMemory):
    """All states, sorted by code, and the branches of some of them."""

    count: int
    """The number of all states."""
    bucket_shift: int
    forever_level: int
    linked: int
    """The number of states whose branches are stored."""

    buckets: Ints = row("1")
    """The index of the first code for each value of its first word shifted by `bucket_shift`."""
    entries: SmallInts = row("1")
    positions: SmallInts = row("states")
    """The states whose branches are stored."""
    counts: SmallInts = row("states")
    """Twice the number of their branches, plus the player to move."""
    after: SmallInts = row("branches")
    """The states that the branches lead to."""


class KeysMemory(CodeMemory):
    """The keys and the movers of some states."""

    asks_ended: bool
    """Whether the rules say who is to move in a terminal state."""

    codes: Ints = row("1")
    keys: Slots = row("states", words="key_words")
    movers: SmallInts = row("states")


def expand(game: Game, s: State, m: ExpansionMemory, first: int, last: int) -> int:
    """Finds the codes of all successors of some states, and the utilities of those that are terminal.

    FULL: that was done for the states before `reached`.
    """
    m.filled = 0
    for i in range(first, last):
        t = unpack(m, m.codes, i, s)
        begin = m.filled
        said = add_level(game, t, m) if game.is_terminal(t) else add_successors(game, t, m)
        if said != DONE:
            m.filled, m.reached = begin, i
            return said
    m.reached = last
    return DONE


def add_level(game: Game, t: State, m: ExpansionMemory) -> int:
    """Adds the utility of a terminal state to the levels, unless it is there."""
    utility = game.utility(t, MAX)
    if not -inf < utility < inf:
        return BROKEN
    if level_at(m, utility) == m.level_count:
        if m.level_count == m.level_room:
            return MANY_LEVELS
        m.levels[m.level_count] = utility
        m.level_count += 1
    return DONE


def level_at(m: ExpansionMemory, utility: float) -> int:
    """The place of a utility among the levels; their number if it is not there."""
    level = 0
    while level < m.level_count and m.levels[level] != utility:
        level += 1
    return level


def add_successors(game: Game, t: State, m: ExpansionMemory) -> int:
    """Adds the codes of the successors of a state that is not terminal."""
    if not 0 <= game.player(t) < game.players:
        return BROKEN
    count = 0
    for a in game.actions(t):
        count += 1
        if m.filled == m.room:
            return FULL
        if count > MOST_ACTIONS:
            return BROKEN
        if not pack(representative(game, game.result(t, a), m), m, m.found, m.filled):
            return MISFIT
        m.filled += 1
    return DONE if count > 0 else BROKEN


def representative(game: Game, s: State, m: ExpansionMemory) -> State:
    """The state that represents s: the canonical one if symmetry is used, else s itself."""
    return game.canonical(s) if m.use_symmetry else s


def pack_start(game: Game, s: State, m: ExpansionMemory) -> int:
    """Stores the code of the representative of s."""
    return DONE if pack(representative(game, s, m), m, m.found, 0) else MISFIT


def mark_ends(game: Game, s: State, m: LinkingMemory, first: int, last: int) -> int:
    """Gives terminal states their entries."""
    for i in range(first, last):
        t = unpack(m, m.codes, i, s)
        if game.is_terminal(t):
            level = level_at(m, game.utility(t, MAX))
            if level == m.level_count:
                return MISSING
            m.entries[i] = entry_of(level, 0)
    return DONE


def link(game: Game, s: State, m: LinkingMemory, first: int, last: int) -> int:
    """Stores the branches of states; of one that can end play with the best value of all, only that branch.

    FULL: that was done for the states before `reached`.
    """
    m.filled, m.linked = 0, 0
    for i in range(first, last):
        t = unpack(m, m.codes, i, s)
        if game.is_terminal(t):
            continue
        mover = game.player(t)
        begin = m.filled
        said, winning = link_branches(game, t, m, mover)
        if said != DONE:
            m.filled, m.reached = begin, i
            return said
        if winning >= 0:
            m.after[begin] = winning
            m.filled = begin + 1
        m.positions[m.linked] = i
        m.counts[m.linked] = 2 * (m.filled - begin) + mover
        m.linked += 1
    m.reached = last
    return DONE


def link_branches(game: Game, t: State, m: LinkingMemory, mover: int) -> tuple[int, int]:
    """Stores the branches of a state. Also returns a state that ends play with the best value of all; -1 for none."""
    best = best_level(m, mover)
    winning = -1
    for a in game.actions(t):
        if m.filled == m.room:
            return FULL, -1
        if not pack(representative(game, game.result(t, a), m), m, m.found, 0):
            return MISSING, -1
        j = number_of_found(m)
        if j < 0:
            return MISSING, -1
        entry = m.entries[j]
        if entry != UNKNOWN and level_in(entry) == best and distance_in(entry) == 0:
            winning = j
        m.after[m.filled] = j
        m.filled += 1
    return DONE, winning


def best_level(m: LinkingMemory, mover: int) -> int:
    """The best level for a player, if it is better than infinite play; else -1."""
    if mover == MIN:
        return 0 if m.forever_level > 0 else -1
    return m.level_count - 1 if m.forever_level < m.level_count - 1 else -1


def number_of_found(m: LinkingMemory) -> int:
    """The place of the first code of `found` among all codes; -1 if it is not there."""
    bucket = m.found[0] >> m.bucket_shift
    low, high = m.buckets[bucket], m.buckets[bucket + 1]
    end = high
    while low < high:
        middle = (low + high) >> 1
        if compare(m.codes, middle, m.found, 0, m.code_words) < 0:
            low = middle + 1
        else:
            high = middle
    return low if low < end and compare(m.codes, low, m.found, 0, m.code_words) == 0 else -1


def read_keys(game: Game, s: State, m: KeysMemory, first: int, last: int) -> int:
    """Stores the keys and the movers of the states from `first` up to, but not including, `last`."""
    for i in range(first, last):
        t = unpack(m, m.codes, i, s)
        store(m.keys, i - first, game.key(t))
        m.movers[i - first] = game.player(t) if m.asks_ended or not game.is_terminal(t) else MAX
    return DONE
