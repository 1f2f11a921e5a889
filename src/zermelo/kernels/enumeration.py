"""Enumerates all states that can be reached from one, at either speed.

Each state gets a number when it is first met, and a slot in a hash table by which it is found again. When it is
expanded, its branches are appended to `after`, the numbers of the states they lead to, and in games of chance to
`odds`, their probabilities. The branches of state i are those from `firsts[i]` up to, but not including, `lasts[i]`.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.core.game import CHANCE, MOST_ACTIONS, Game, State
from zermelo.core.limits import Budget
from zermelo.native.memory import (
    INTEGERS,
    NUMBERS,
    SLOTS,
    SMALL,
    SMALL_KEY,
    Memory,
    Row,
    expect_slot,
    load,
    spread,
    store,
    tag_of_key,
    within,
)

# Indices into `m.counts`. MET states have a number, EXPANDED of them have their branches, BRANCHES branches are known,
# WAITING states are on the stack. ROOM, BRANCH_ROOM and PLACES are the capacities of the rows. WIDTH is how many
# utilities a state has. LEVEL is the number of the first state beyond the current ply, where a depth is given.
MET, EXPANDED, BRANCHES, WAITING, ROOM, BRANCH_ROOM, PLACES, SYMMETRY, PLIES_LEFT, LEVEL, PREFETCH, WIDTH = range(12)
# Indices into `m.extent`: the greatest utility in size, and the greatest relative rounding error of a mean.
GREATEST, LOOSE = range(2)

DONE, PAUSED, FULL, TOO_DEEP, FAULTY = range(5)
"""What a kernel returns: done; its work is used up; a row is full; the depth is exceeded; a rule is broken."""

TERMINAL = -2
"""The mover of a terminal state."""

NO_DEPTH = -1
"""The value of PLIES_LEFT where the depth is not limited."""

NEAR_ONE = 1e-9
"""Probabilities may add up to 1 with this error."""

ROUNDING = 2.0**-52
"""The relative rounding error of one floating-point operation; twice the usual bound."""

SLOTS_AT_FIRST = {True: 1 << 22, False: 1 << 12}
"""Slots to begin with, natively and plainly: the pages of an array only take memory once they are written."""

COPIED = 1 << 24
"""How many entries of a row are copied between two looks at the clock: there may be billions."""

MOST_PREFETCHED = 64
"""How many slots are prefetched for one state: a cache holds no more, and some states have thousands of branches."""

_BY_STATE = ("firsts", "lasts", "movers", "waiting")


def new_memory(states: int, branches: int, words: int, native: bool, *, width: int, chance: bool) -> Memory:
    """Memory for a number of states, of `words` words and `width` utilities each, and for a number of branches."""
    rows = {
        "counts": Row(INTEGERS, 12),
        "extent": Row(NUMBERS, 2),
        "states": Row(SLOTS, states, words),
        "slots": Row(INTEGERS, SLOTS_AT_FIRST[native]),
        **{name: Row(SMALL, states) for name in _BY_STATE},
        "worth": Row(NUMBERS, states * width),
        "after": Row(SMALL, branches),
        "odds": Row(NUMBERS, branches if chance else 1),
    }
    m = Memory({name: row.made(native) for name, row in rows.items()})
    m.counts[ROOM], m.counts[BRANCH_ROOM], m.counts[PLACES] = states, branches, SLOTS_AT_FIRST[native]
    m.counts[PREFETCH], m.counts[WIDTH] = int(native), width
    return m


def with_room(m: Memory, larger: Memory, budget: Budget) -> Memory:
    """The larger memory, with the content of m. Raises OutOfBudget."""
    room, branch_room = larger.counts[ROOM], larger.counts[BRANCH_ROOM]
    for name, row in m.rows.items():
        if isinstance(row, dict) or name == "slots":
            larger.rows[name] = row
            continue
        for first in budget.each(range(0, len(row), COPIED)):
            last = min(first + COPIED, len(row))
            larger.rows[name][first:last] = row[first:last]
    larger.counts[ROOM], larger.counts[BRANCH_ROOM] = room, branch_room
    return Memory(larger.rows)


def with_slots(m: Memory, native: bool) -> Memory:
    """The memory with four times as many slots, all free: `fill_slots` has to follow."""
    m.counts[PLACES] *= 4
    return Memory(m.rows | {"slots": Row(INTEGERS, int(m.counts[PLACES])).made(native)})


def is_crowded(m: Any) -> bool:
    """Whether more than three quarters of the slots are taken."""
    return bool(4 * m.counts[MET] > 3 * m.counts[PLACES])


def enumerate_states(game: Game, s: State, m: Any, work: int) -> int:
    """Expands states, s first, until about `work` branches have been read.

    With a depth it goes breadth first. Without one the state that was met last is expanded first, since its successors
    are likely to be in the cache.
    """
    counts = m.counts
    if counts[MET] == 0:
        meet(game, s, m)
        counts[LEVEL] = 1
    breadth_first = counts[PLIES_LEFT] != NO_DEPTH
    while counts[EXPANDED] < counts[MET]:
        if work <= 0:
            return PAUSED
        if breadth_first:
            i = counts[EXPANDED]
            if i == counts[LEVEL]:
                counts[LEVEL] = counts[MET]
                counts[PLIES_LEFT] -= 1
        else:
            counts[WAITING] -= 1
            i = m.waiting[counts[WAITING]]
        said = expand(game, load(m.states, i, s), m, i)
        work -= 1 + m.lasts[i] - m.firsts[i]
        if said == DONE:
            counts[EXPANDED] += 1
            continue
        if not breadth_first:  # back on the stack: it has to be expanded again
            m.waiting[counts[WAITING]] = i
            counts[WAITING] += 1
        return said
    return DONE


def expand(game: Game, s: State, m: Any, i: int) -> int:
    """Reads state s, which has number i: its utilities, or its mover and its branches."""
    m.firsts[i] = m.lasts[i] = m.counts[BRANCHES]
    if game.is_terminal(s):
        m.movers[i] = TERMINAL
        return read_utilities(game, s, m, i)
    m.movers[i] = mover = game.player(s)
    if mover != CHANCE and not 0 <= mover < game.players:
        return FAULTY
    return read_branches(game, s, m, i) if m.counts[PLIES_LEFT] != 0 else TOO_DEEP


def read_utilities(game: Game, s: State, m: Any, i: int) -> int:
    """Stores the utilities of the terminal state s; at the plain speed they may be any exact numbers."""
    for p in range(m.counts[WIDTH]):
        utility = game.utility(s, p)
        if not -inf < utility < inf:
            return FAULTY
        m.worth[i * m.counts[WIDTH] + p] = utility
        m.extent[GREATEST] = max(m.extent[GREATEST], abs(utility))
    return DONE


def read_branches(game: Game, s: State, m: Any, i: int) -> int:
    """Appends the branches of s. Outcomes with probability 0 get a number, but are no branches."""
    counts, is_chance = m.counts, m.movers[i] == CHANCE
    last, count, total = counts[BRANCHES], 0, 0.0
    for a in game.actions(s):
        count += 1
        j = meet(game, game.result(s, a), m)
        if j < 0 or last >= counts[BRANCH_ROOM]:
            return FULL
        p = float(game.probability(s, a)) if is_chance else 1.0
        if not 0.0 <= p <= 1.0 or count > MOST_ACTIONS:
            return FAULTY
        if p > 0.0:
            m.after[last] = j
            if is_chance:
                m.odds[last] = p
            total += p
            last += 1
    if is_chance:
        if not -NEAR_ONE < total - 1.0 < NEAR_ONE:
            return FAULTY
        m.extent[LOOSE] = max(m.extent[LOOSE], (count + 3) * ROUNDING + abs(total - 1.0))
    m.lasts[i] = counts[BRANCHES] = last
    return DONE if count > 0 else FAULTY


def prefetch_branches(game: Game, s: State, m: Any) -> None:
    """Prefetches the slots that will be looked up when s is expanded, but not very many: that would take its time."""
    left = MOST_PREFETCHED
    for a in game.actions(s):
        if left == 0:
            return
        left -= 1
        t = representative(game, game.result(s, a), m)
        expect_slot(m.slots, within(spread(game.key(t)), m.counts[PLACES]), ())


def meet(game: Game, s: State, m: Any) -> int:
    """The number of a state, which it gets if it is new; -1 where a row is full."""
    counts = m.counts
    s = representative(game, s, m)
    key = game.key(s)
    hashed = spread(key)
    place = place_of(game, s, m, hashed)
    if m.slots[place] != 0:
        return number_in(m.slots[place])
    number = counts[MET]
    if number >= counts[ROOM] or is_crowded(m):
        return -1
    if counts[PREFETCH] != 0 and not game.is_terminal(s):
        prefetch_branches(game, s, m)
    store(m.states, number, s)
    m.slots[place] = slot_of(number, tag_of_key(hashed, key))
    counts[MET] = number + 1
    m.waiting[counts[WAITING]] = number
    counts[WAITING] += 1
    return int(number)


def representative(game: Game, s: State, m: Any) -> State:
    """The state that stands for s: with symmetry the canonical one of its class."""
    return game.canonical(s) if m.counts[SYMMETRY] != 0 else s


def place_of(game: Game, s: State, m: Any, hashed: int) -> int:
    """The place of the slot that has the number of s, or of the free one in which it belongs."""
    slots, places, key = m.slots, m.counts[PLACES], game.key(s)
    tag = tag_of_key(hashed, key)
    place = within(hashed, places)
    while slots[place] != 0:
        if slots[place] >> 32 == tag and (
            tag < SMALL_KEY or game.key(load(m.states, number_in(slots[place]), s)) == key
        ):
            return place
        place = place + 1 if place + 1 < places else 0
    return place


def slot_of(number: int, tag: int) -> int:
    """What a slot holds: the number of a state and the tag of its key, so that few whole keys are compared."""
    return tag << 32 | number + 1


def number_in(slot: int) -> int:
    """The number that a slot holds; -1 where it is free."""
    return int((slot & 0xFFFF_FFFF) - 1)


def find_state(game: Game, s: State, m: Any) -> int:
    """The number of a state, or -1 if it was not met."""
    s = representative(game, s, m)
    return number_in(m.slots[place_of(game, s, m, spread(game.key(s)))])


def fill_slots(game: Game, s: State, m: Any, first: int, last: int) -> int:
    """Enters the states from number `first` up to, but not including, `last` into the slots, in which none is yet."""
    for i in range(first, last):
        t = load(m.states, i, s)
        key = game.key(t)
        hashed = spread(key)
        m.slots[place_of(game, t, m, hashed)] = slot_of(i, tag_of_key(hashed, key))
    return DONE
