"""Reads all states that can be reached from one into rows of memory, at either speed.

A state that is met gets a number, and a slot in which it is found again. Once it is read, its branches lie side by side
in `after`, the numbers of the states that they lead to, and `odds`, how likely each is where chance moves.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.game import CHANCE, MOST_ACTIONS, Game, State
from zermelo.memory import (
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

# What `m.counts` holds: how much was met, read and is waiting, how much there is room for, how far it may go, and if
# slots are to be expected, which is worth while in machine code alone.
MET, READ, BRANCHES, WAITING, ROOM, BRANCH_ROOM, PLACES, SYMMETRY, PLIES_LEFT, LEVEL, AHEAD = range(11)
# What `m.extent` holds: the greatest utility in size, and by how much of it a mean may be wrong.
GREATEST, LOOSE = range(2)

DONE, PAUSED, FULL, TOO_DEEP, FAULTY = range(5)
"""What a kernel says: all is done, or so much as was asked for; there is no room; it was too deep; a rule is broken."""

TERMINAL = -2
"""Stands in `movers` for "nobody: play is over"."""

NO_DEPTH = -1
"""Stands for "as deep as it gets"."""

NEAR_ONE = 1e-9
"""Probabilities add up to 1 if they come as near to it as this."""

ROUNDING = 2.0**-52
"""By how much of a number each step of a reckoning may be wrong; twice what is usual."""

SLOTS_AT_FIRST = {True: 1 << 22, False: 1 << 12}
"""Slots to begin with, as machine code or plainly: an array only takes what is written."""

_BY_STATE = ("firsts", "lasts", "movers", "waiting")


def new_memory(states: int, branches: int, words: int, native: bool) -> Memory:
    """Memory for so many states, of so many words each, and for so many branches."""
    rows = {
        "counts": Row(INTEGERS, 11),
        "extent": Row(NUMBERS, 2),
        "states": Row(SLOTS, states, words),
        "slots": Row(INTEGERS, SLOTS_AT_FIRST[native]),
        **{name: Row(SMALL, states) for name in _BY_STATE},
        "lower": Row(NUMBERS, states),
        "upper": Row(NUMBERS, states),
        "after": Row(SMALL, branches),
        "odds": Row(NUMBERS, branches),
    }
    m = Memory({name: row.made(native) for name, row in rows.items()})
    m.counts[ROOM], m.counts[BRANCH_ROOM], m.counts[PLACES] = states, branches, SLOTS_AT_FIRST[native]
    m.counts[AHEAD] = int(native)
    return m


def with_room(m: Memory, states: int, branches: int, words: int, native: bool) -> Memory:
    """All that a memory holds, in one with more room."""
    larger = new_memory(states, branches, words, native)
    for name, row in m.rows.items():
        if isinstance(row, dict) or name == "slots":
            larger.rows[name] = row
        else:
            larger.rows[name][: len(row)] = row
    larger.counts[ROOM], larger.counts[BRANCH_ROOM] = states, branches  # how many slots there are has not changed
    return Memory(larger.rows)


def with_slots(m: Memory, native: bool) -> Memory:
    """The memory with more slots, which are to be filled by `fill_slots`."""
    m.counts[PLACES] *= 4
    return Memory(m.rows | {"slots": Row(INTEGERS, int(m.counts[PLACES])).made(native)})


def is_crowded(m: Any) -> bool:
    """Whether so many slots are taken that it takes long to find one."""
    return bool(4 * m.counts[MET] > 3 * m.counts[PLACES])


def read_states(game: Game, s: State, m: Any, work: int) -> int:
    """Reads up to so many states, s first. Where a depth was given, the nearest come first, else the last that was met.

    The last that was met is near, in memory too, to what its branches lead to; that is quick.
    """
    counts = m.counts
    if counts[MET] == 0:
        meet(game, s, m)
        counts[LEVEL] = 1
    by_level = counts[PLIES_LEFT] != NO_DEPTH
    while counts[READ] < counts[MET]:
        if work == 0:
            return PAUSED
        work -= 1
        if by_level:
            i = counts[READ]
            if i == counts[LEVEL]:
                counts[LEVEL] = counts[MET]
                counts[PLIES_LEFT] -= 1
        else:
            counts[WAITING] -= 1
            i = m.waiting[counts[WAITING]]
        said = read_state(game, load(m.states, i, s), m, i)
        if said == DONE:
            counts[READ] += 1
            continue
        if not by_level:  # it is to be read again
            m.waiting[counts[WAITING]] = i
            counts[WAITING] += 1
        return said
    return DONE


def read_state(game: Game, s: State, m: Any, i: int) -> int:
    """Reads state s, which has number i: its utility, or who moves there and what that leads to."""
    m.firsts[i] = m.lasts[i] = m.counts[BRANCHES]
    if game.is_terminal(s):
        m.movers[i] = TERMINAL
        return read_end(m, i, float(game.utility(s, 0)))
    m.movers[i] = mover = game.player(s)
    if mover != CHANCE and not 0 <= mover < game.players:
        return FAULTY
    return read_branches(game, s, m, i) if m.counts[PLIES_LEFT] != 0 else TOO_DEEP


def read_end(m: Any, i: int, utility: float) -> int:
    """Notes what a terminal state is worth."""
    if not -inf < utility < inf:
        return FAULTY
    m.lower[i] = m.upper[i] = utility
    m.extent[GREATEST] = max(m.extent[GREATEST], abs(utility))
    return DONE


def read_branches(game: Game, s: State, m: Any, i: int) -> int:
    """Notes what a state leads to; outcomes that never come are met, but are no branches."""
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
            m.after[last], m.odds[last] = j, p
            total += p
            last += 1
    if is_chance:
        if not -NEAR_ONE < total - 1.0 < NEAR_ONE:
            return FAULTY
        m.extent[LOOSE] = max(m.extent[LOOSE], (count + 3) * ROUNDING + abs(total - 1.0))
    m.lasts[i] = counts[BRANCHES] = last
    return DONE if count > 0 else FAULTY


def expect_branches(game: Game, s: State, m: Any) -> None:
    """Says which slots will be looked at when s is read: memory is slow, and has them ready by then."""
    for a in game.actions(s):
        t = standing_for(game, game.result(s, a), m)
        expect_slot(m.slots, within(spread(game.key(t)), m.counts[PLACES]), ())


def meet(game: Game, s: State, m: Any) -> int:
    """The number of a state, which it gets if it is new; -1 where there is no room."""
    counts = m.counts
    s = standing_for(game, s, m)
    key = game.key(s)
    hashed = spread(key)
    place = place_of(game, s, m, hashed)
    if m.slots[place] != 0:
        return number_in(m.slots[place])
    number = counts[MET]
    if number >= counts[ROOM] or is_crowded(m):
        return -1
    if counts[AHEAD] != 0 and not game.is_terminal(s):
        expect_branches(game, s, m)
    store(m.states, number, s)
    m.slots[place] = slot_of(number, tag_of_key(hashed, key))
    counts[MET] = number + 1
    m.waiting[counts[WAITING]] = number
    counts[WAITING] += 1
    return int(number)


def standing_for(game: Game, s: State, m: Any) -> State:
    """The state that stands for s: with symmetry one for all that are symmetric to it."""
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
    """What a slot holds: the number of a state, and the tag of its key, so that few others have to be looked at."""
    return tag << 32 | number + 1


def number_in(slot: int) -> int:
    """The number that a slot holds; -1 where it is free."""
    return int((slot & 0xFFFF_FFFF) - 1)


def find_state(game: Game, s: State, m: Any) -> int:
    """The number of a state, or -1 if it was not met."""
    s = standing_for(game, s, m)
    return number_in(m.slots[place_of(game, s, m, spread(game.key(s)))])


def fill_slots(game: Game, s: State, m: Any) -> int:
    """Gives every state that was met its slot, all of which are free."""
    for i in range(m.counts[MET]):
        t = load(m.states, i, s)
        key = game.key(t)
        hashed = spread(key)
        m.slots[place_of(game, t, m, hashed)] = slot_of(i, tag_of_key(hashed, key))
    return DONE
