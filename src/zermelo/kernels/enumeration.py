"""Enumerates all states that can be reached from one, at either speed.

Each state gets a number when it is first met, and a slot in a hash table by which it is found again. When it is
expanded, its branches are appended to `after`, the numbers of the states they lead to, and in games of chance to
`odds`, their probabilities. The branches of state i are those from `firsts[i]` up to, but not including, `lasts[i]`.
"""

from __future__ import annotations

from math import inf

from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget
from zermelo.core.rules import MOST_ACTIONS
from zermelo.kernels.space_memory import SpaceMemory
from zermelo.native.memory import SMALL_KEY, load, prefetch_slot, quick_hash, store, tag_of_key, within

DONE, PAUSED, FULL, TOO_DEEP, FAULTY = range(5)
"""What a kernel returns: done; its work is used up; a row is full; the depth is exceeded; a rule is broken."""

TERMINAL = -2
"""The mover of a terminal state."""

NO_DEPTH = -1
"""The value of `plies_left` if the depth is not limited."""

NEAR_ONE = 1e-9
"""Probabilities may add up to 1 with this error."""

ROUNDING = 2.0**-52
"""The relative rounding error of one floating-point operation; twice the usual bound."""

SLOTS_AT_FIRST = {True: 1 << 22, False: 1 << 12}
"""The initial number of slots, natively and plainly: the pages of an array take memory only once they are written."""

COPIED = 1 << 24
"""The number of entries of a row that are copied between two checks of the budget: there may be billions."""

MOST_PREFETCHED = 64
"""The most slots that are prefetched for one state: caches are small, and some states have thousands of branches."""


def new_memory(states: int, branches: int, words: int, native: bool, *, width: int, chance: bool) -> SpaceMemory:
    """Memory for a number of states, of `words` words and `width` utilities each, and for a number of branches."""
    slots = SLOTS_AT_FIRST[native]
    m = SpaceMemory.make(native, states=states, branches=branches, words=words, width=width, chance=chance, slots=slots)
    m.state_room, m.branch_room, m.slot_count = states, branches, slots
    m.prefetches, m.width = native, width
    return m


def with_room(m: SpaceMemory, larger: SpaceMemory, budget: Budget) -> SpaceMemory:
    """The larger memory, with the content of m. Raises OutOfBudget."""
    kept = larger.rows()
    for name, held in m.rows().items():
        if name == "slots":
            kept[name] = held
            continue
        if isinstance(held, dict):  # a sparse row
            kept[name].update(held)
            continue
        for first in budget.each(range(0, len(held), COPIED)):
            last = min(first + COPIED, len(held))
            kept[name][first:last] = held[first:last]
    grown = m.with_rows(**kept)
    grown.state_room, grown.branch_room = larger.state_room, larger.branch_room
    return grown


def with_slots(m: SpaceMemory) -> SpaceMemory:
    """The memory with four times as many slots, all free: `fill_slots` has to follow."""
    grown = m.with_rows(slots=m.new_row("slots", slots=4 * m.slot_count))
    grown.slot_count = 4 * m.slot_count
    return grown


def is_crowded(m: SpaceMemory) -> bool:
    """Whether more than three quarters of the slots are taken."""
    return bool(4 * m.met > 3 * m.slot_count)


def enumerate_states(game: Game, s: State, m: SpaceMemory, work: int) -> int:
    """Expands states, s first, until about `work` branches have been read.

    With a depth it goes breadth first. Without one the state that was met last is expanded first, since its successors
    are likely to be in the cache.
    """
    if m.met == 0:
        meet(game, s, m)
        m.level_end = 1
    breadth_first = m.plies_left != NO_DEPTH
    while m.expanded < m.met:
        if work <= 0:
            return PAUSED
        if breadth_first:
            i = m.expanded
            if i == m.level_end:
                m.level_end = m.met
                m.plies_left -= 1
        else:
            m.waiting_count -= 1
            i = m.waiting[m.waiting_count]
        said = expand(game, load(m.states, i, s), m, i)
        work -= 1 + m.lasts[i] - m.firsts[i]
        if said == DONE:
            m.expanded += 1
            continue
        if not breadth_first:  # back on the stack: it has to be expanded again
            m.waiting[m.waiting_count] = i
            m.waiting_count += 1
        return said
    return DONE


def expand(game: Game, s: State, m: SpaceMemory, i: int) -> int:
    """Stores the utilities of state s, which has number i, or its mover and its branches."""
    m.firsts[i] = m.lasts[i] = m.branch_count
    if game.is_terminal(s):
        m.movers[i] = TERMINAL
        return read_utilities(game, s, m, i)
    m.movers[i] = mover = game.player(s)
    if mover != CHANCE and not 0 <= mover < game.players:
        return FAULTY
    return read_branches(game, s, m, i) if m.plies_left != 0 else TOO_DEEP


def read_utilities(game: Game, s: State, m: SpaceMemory, i: int) -> int:
    """Stores the utilities of the terminal state s; at the plain speed they may be any exact numbers."""
    for p in range(m.width):
        utility = game.utility(s, p)
        if not -inf < utility < inf:
            return FAULTY
        m.worth[i * m.width + p] = utility
        m.greatest_utility = max(m.greatest_utility, abs(utility))
    return DONE


def read_branches(game: Game, s: State, m: SpaceMemory, i: int) -> int:
    """Appends the branches of s. States reached with probability 0 get a number, but no branch leads to them."""
    is_chance = m.movers[i] == CHANCE
    last, count, total = m.branch_count, 0, 0.0
    for a in game.actions(s):
        count += 1
        j = meet(game, game.result(s, a), m)
        if j < 0 or last >= m.branch_room:
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
        m.rounding = max(m.rounding, (count + 3) * ROUNDING + abs(total - 1.0))
    m.lasts[i] = m.branch_count = last
    return DONE if count > 0 else FAULTY


def prefetch_branches(game: Game, s: State, m: SpaceMemory) -> None:
    """Prefetches the slots that will be looked up when s is expanded, at most MOST_PREFETCHED of them."""
    left = MOST_PREFETCHED
    for a in game.actions(s):
        if left == 0:
            return
        left -= 1
        t = representative(game, game.result(s, a), m)
        prefetch_slot(m.slots, within(quick_hash(game.key(t)), m.slot_count), ())


def meet(game: Game, s: State, m: SpaceMemory) -> int:
    """The number of a state, which is assigned if the state is new; -1 if a row is full."""
    s = representative(game, s, m)
    key = game.key(s)
    hashed = quick_hash(key)
    place = place_of(game, s, m, hashed)
    if m.slots[place] != 0:
        return number_in(m.slots[place])
    number = m.met
    if number >= m.state_room or is_crowded(m):
        return -1
    if m.prefetches and not game.is_terminal(s):
        prefetch_branches(game, s, m)
    store(m.states, number, s)
    m.slots[place] = slot_of(number, tag_of_key(hashed, key))
    m.met = number + 1
    m.waiting[m.waiting_count] = number
    m.waiting_count += 1
    return int(number)


def representative(game: Game, s: State, m: SpaceMemory) -> State:
    """The state that represents s: the canonical one if symmetry is used, else s itself."""
    return game.canonical(s) if m.use_symmetry else s


def place_of(game: Game, s: State, m: SpaceMemory, hashed: int) -> int:
    """The place of the slot that has the number of s, or of the free one in which it belongs."""
    slots, slot_count, key = m.slots, m.slot_count, game.key(s)
    tag = tag_of_key(hashed, key)
    place = within(hashed, slot_count)
    while slots[place] != 0:
        if slots[place] >> 32 == tag and (
            tag < SMALL_KEY or game.key(load(m.states, number_in(slots[place]), s)) == key
        ):
            return place
        place = place + 1 if place + 1 < slot_count else 0
    return place


def slot_of(number: int, tag: int) -> int:
    """The content of a slot: the number of a state and the tag of its key, so that few whole keys are compared."""
    return tag << 32 | number + 1


def number_in(slot: int) -> int:
    """The number of the state in a slot; -1 if the slot is free."""
    return int((slot & 0xFFFF_FFFF) - 1)


def find_state(game: Game, s: State, m: SpaceMemory) -> int:
    """The number of a state, or -1 if it was not reached."""
    s = representative(game, s, m)
    return number_in(m.slots[place_of(game, s, m, quick_hash(game.key(s)))])


def fill_slots(game: Game, s: State, m: SpaceMemory, first: int, last: int) -> int:
    """Enters the states from number `first` up to, but not including, `last` into the slots, which have none yet."""
    for i in range(first, last):
        t = load(m.states, i, s)
        key = game.key(t)
        hashed = quick_hash(key)
        m.slots[place_of(game, t, m, hashed)] = slot_of(i, tag_of_key(hashed, key))
    return DONE
