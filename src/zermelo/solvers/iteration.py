"""Value iteration with a bound on the error: for every state a lower and an upper bound on what it is worth to MAX.

Components are valued one after the other, each from what it leads to. A state to which play cannot come back is valued
in one step, as in expectiminimax. Where play can go round, the bounds start at what the component leads to, least and
greatest, and every sweep brings them nearer: L(s) <= value(s) <= U(s) holds at all times, rounding included.

Where nobody can keep play in the component for ever, its equations have one solution only, which is the value; so tighter
bounds may be guessed, and if a sweep raises no U and lowers no L they are bounds indeed.

Where somebody can, U may support itself: MAX seems to be promised something, always later. But let T be states which
play leaves only if MAX makes it, because MIN can stay in them and chance does not leave them: there the value is no more
than the best that MAX can leave to, or infinite play. The T in which the bounds are farthest apart, and among these U is
greatest, is cut down so; for L the same holds with MAX and MIN exchanged. (After Kelmendi, Krämer, Křetínský and
Weininger, "Value Iteration for Simple Stochastic Games", 2018, where infinite play is worth the least there is.)
"""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE, MAX, MIN, Game, State
from zermelo.memory import INTEGERS, NUMBERS, Memory, Row
from zermelo.solvers.components import has_loop
from zermelo.solvers.reading import DONE, GREATEST, LOOSE, MET, PAUSED

# What `m.progress` holds: the component at work, from VALUED to before LAST in the order; whether play can stay in it
# for ever; the state with the widest gap; numbers to mark states with; and how many components could not be finished.
VALUED, LAST, ENDLESS, WIDEST, MARK, RANK, STALLED = range(7)
# What `m.measures` holds: infinite play; the gap that a component may add; what rounding may take from a mean; the gap
# of what the component leads to, and its own; which part of the way the next guess leaves out, for either bound.
FOREVER, GRAIN, SLACK, OUTER_GAP, GAP, LOW_LEFT, HIGH_LEFT = range(7)

SWEEPS = 8
"""Sweeps between two attempts to cut bounds down."""

AT_FIRST, MOST, BOLDER, SHYER = 2.0**-6, 0.25, 4.0, 0.5
"""Which part of the way a guess leaves out at first, and at most; and to which power that is raised after one that was
right, and after one that was wrong."""

SHARES = (0.5, 0.1, 1e-3, 1e-6, 1e-9)
"""How far from the widest gap a state may be, in parts of it, to be cut down with the others."""

TIE = 1e-12
"""Values that are nearer to each other than this part of the greatest utility are equal."""


def with_bounds(m: Memory, forever: float, tolerance: float, longest: int, native: bool) -> Memory:
    """The memory, and what value iteration needs: an error of up to `tolerance`, in a chain of so many components."""
    states = int(m.counts[MET])
    rows = {
        "progress": Row(INTEGERS, 7),
        "measures": Row(NUMBERS, 7),
        "ranks": Row(INTEGERS, states),
        "kept_lower": Row(NUMBERS, states),
        "kept_upper": Row(NUMBERS, states),
    }
    m = Memory(m.rows | {name: row.made(native) for name, row in rows.items()})
    m.progress[MARK] = states  # components are found, and their indices, which are no more, make room for marks
    m.measures[FOREVER], m.measures[GRAIN] = forever, tolerance / (longest + 1)
    if longest:  # without loops it is expectiminimax, number by number
        m.measures[SLACK] = m.extent[LOOSE] * m.extent[GREATEST]
    return m


def value_components(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Values all states, component by component, in about so many steps or as many as it takes; then it is done."""
    progress = m.progress
    while progress[VALUED] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        first = progress[VALUED]
        if progress[LAST] <= first:
            begin(m)
            work -= 1
            continue
        last = progress[LAST]
        if progress[ENDLESS] != 0:
            going_on = sweep_and_cut(m, first, last)
            work -= SWEEPS * (last - first)
        else:
            going_on = sweep_and_guess(m, first, last)
            work -= 3 * (last - first)
        if m.measures[GAP] > m.measures[OUTER_GAP] + m.measures[GRAIN]:
            if going_on:
                continue
            progress[STALLED] += 1
        if progress[ENDLESS] != 0:
            rank(m, first, last)
        progress[VALUED] = last
    return DONE


def begin(m: Any) -> None:
    """Takes up the next component: values it in one step, or gives its states their first bounds."""
    progress, order = m.progress, m.order
    first = progress[VALUED]
    last = first + 1
    while last < m.counts[MET] and m.components[order[last]] == m.components[order[first]]:
        last += 1
    if has_loop(m, first, last):
        progress[LAST] = last
        start_bounds(m, first, last)
        return
    i = order[first]
    if m.firsts[i] < m.lasts[i]:
        m.lower[i], m.upper[i] = backed_up(m, i)
    progress[VALUED] = last


def start_bounds(m: Any, first: int, last: int) -> None:
    """The least and the greatest that the component leads to; and infinite play, where that can be."""
    progress, measures = m.progress, m.measures
    component = m.components[m.order[first]]
    progress[ENDLESS] = can_stay(m, first, last)
    found = progress[ENDLESS] != 0
    low = high = measures[FOREVER]
    outer = 0.0
    for k in range(first, last):
        i = m.order[k]
        for b in range(m.firsts[i], m.lasts[i]):
            j = m.after[b]
            if m.components[j] != component:
                low = min(low, m.lower[j]) if found else m.lower[j]
                high = max(high, m.upper[j]) if found else m.upper[j]
                outer = max(outer, m.upper[j] - m.lower[j])
                found = True
    for k in range(first, last):
        m.lower[m.order[k]], m.upper[m.order[k]] = low, high
    progress[WIDEST] = m.order[first]
    measures[GAP], measures[OUTER_GAP] = high - low, outer
    measures[LOW_LEFT] = measures[HIGH_LEFT] = AT_FIRST


def can_stay(m: Any, first: int, last: int) -> int:
    """Whether players who wish to can keep play in the component for ever."""
    mark = mark_all(m, first, last)
    left = last - first
    shrinking = True
    while shrinking:
        shrinking = False
        for k in range(first, last):
            i = m.order[k]
            if m.indices[i] == mark and leaves(m, i, mark, m.movers[i]):
                m.indices[i] = 0
                left -= 1
                shrinking = True
    return 1 if left > 0 else 0


def mark_all(m: Any, first: int, last: int) -> int:
    """Marks every state of the component with a new number."""
    m.progress[MARK] += 1
    mark = m.progress[MARK]
    for k in range(first, last):
        m.indices[m.order[k]] = mark
    return int(mark)


def leaves(m: Any, i: int, mark: int, keeper: int) -> bool:
    """Whether play may leave the marked states from i, against the will of the keeper, if nobody else makes it."""
    if m.movers[i] == CHANCE:
        for b in range(m.firsts[i], m.lasts[i]):
            if m.indices[m.after[b]] != mark:
                return True
        return False
    if m.movers[i] != keeper:
        return False
    for b in range(m.firsts[i], m.lasts[i]):
        if m.indices[m.after[b]] == mark:
            return False
    return True


def backed_up(m: Any, i: int) -> tuple[float, float]:
    """The bounds of a state from those of what it leads to."""
    after, lower, upper, mover = m.after, m.lower, m.upper, m.movers[i]
    first, last = m.firsts[i], m.lasts[i]
    if mover == CHANCE:
        low = high = 0.0
        for b in range(first, last):
            low += m.odds[b] * lower[after[b]]
            high += m.odds[b] * upper[after[b]]
        return low - m.measures[SLACK], high + m.measures[SLACK]
    low, high = lower[after[first]], upper[after[first]]
    for b in range(first + 1, last):
        if mover == MAX:
            low, high = max(low, lower[after[b]]), max(high, upper[after[b]])
        else:
            low, high = min(low, lower[after[b]]), min(high, upper[after[b]])
    return low, high


def sweep(m: Any, first: int, last: int) -> bool:
    """Brings the bounds of all states of the component nearer; says whether anything has changed."""
    lower, upper = m.lower, m.upper
    changed = False
    gap = -1.0
    for k in range(first, last):
        i = m.order[k]
        low, high = backed_up(m, i)
        m.kept_lower[k - first], m.kept_upper[k - first] = lower[i], upper[i]
        if low > lower[i]:
            lower[i] = low
            changed = True
        if high < upper[i]:
            upper[i] = high
            changed = True
        if upper[i] - lower[i] > gap:
            gap = upper[i] - lower[i]
            m.progress[WIDEST] = i
    m.measures[GAP] = gap
    return changed


# Where nobody can stay for ever: guesses.


def sweep_and_guess(m: Any, first: int, last: int) -> bool:
    """Two sweeps, and a guess where the bounds would come to if each sweep did so much less than the one before."""
    i = m.progress[WIDEST]
    low, high = m.lower[i], m.upper[i]
    changed = sweep(m, first, last)
    low_step, high_step = m.lower[i] - low, high - m.upper[i]
    low, high = m.lower[i], m.upper[i]
    if sweep(m, first, last):
        changed = True
    if m.measures[GAP] > m.measures[OUTER_GAP] + m.measures[GRAIN]:
        guess(m, first, last, still_to_come(low_step, m.lower[i] - low), still_to_come(high_step, high - m.upper[i]))
    return changed


def still_to_come(before: float, step: float) -> float:
    """How many times the last step is still to come, if every step is to the next as the one before was to it."""
    return step / (before - step) if 0.0 < step < before else 0.0


def guess(m: Any, first: int, last: int, low_steps: float, high_steps: float) -> None:
    """Tries bounds that lie so many steps ahead, or a little less; takes back what are none."""
    measures, lower, upper, order = m.measures, m.lower, m.upper, m.order
    enough = 0.1 * measures[GRAIN] / measures[GAP]
    low_left, high_left = max(measures[LOW_LEFT], enough), max(measures[HIGH_LEFT], enough)
    for k in range(first, last):
        i = order[k]
        low_step, high_step = lower[i] - m.kept_lower[k - first], m.kept_upper[k - first] - upper[i]
        m.kept_lower[k - first], m.kept_upper[k - first] = lower[i], upper[i]
        lower[i] += (1.0 - low_left) * low_steps * low_step
        upper[i] -= (1.0 - high_left) * high_steps * high_step
    is_lower, is_upper = are_bounds(m, first, last)
    gap = 0.0
    for k in range(first, last):
        i = order[k]
        if not is_lower:
            lower[i] = m.kept_lower[k - first]
        if not is_upper:
            upper[i] = m.kept_upper[k - first]
        gap = max(gap, upper[i] - lower[i])
    measures[GAP] = gap
    measures[LOW_LEFT] = low_left**BOLDER if is_lower else min(low_left**SHYER, MOST)
    measures[HIGH_LEFT] = high_left**BOLDER if is_upper else min(high_left**SHYER, MOST)


def are_bounds(m: Any, first: int, last: int) -> tuple[bool, bool]:
    """Whether a sweep takes no lower bound down, and no upper one up: then they are bounds."""
    is_lower = is_upper = True
    for k in range(first, last):
        i = m.order[k]
        low, high = backed_up(m, i)
        if low < m.lower[i]:
            is_lower = False
        if high > m.upper[i]:
            is_upper = False
        if not is_lower and not is_upper:
            break
        m.lower[i], m.upper[i] = low, high
    return is_lower, is_upper


# Where somebody can stay for ever: cuts.


def sweep_and_cut(m: Any, first: int, last: int) -> bool:
    """Some sweeps, and then the bounds are cut down that support themselves; says whether anything has changed."""
    changed = False
    for _ in range(SWEEPS):
        if sweep(m, first, last):
            changed = True
    for share in SHARES:
        if cut(m, first, last, MIN, share):
            changed = True
        if cut(m, first, last, MAX, share):
            changed = True
    if sweep(m, first, last):
        changed = True
    return changed


def cut(m: Any, first: int, last: int, keeper: int, share: float) -> bool:
    """Cuts the upper bounds down where MIN is the keeper of play, and the lower ones up where it is MAX.

    It looks at the states with about the widest gap, among these at those that promise the other player the most, and
    among these at those in which the keeper can hold play until the other leaves.
    """
    mark = mark_widest(m, first, last, keeper, share)
    shrinking = True
    while shrinking:
        shrinking = False
        for k in range(first, last):
            i = m.order[k]
            if m.indices[i] == mark and leaves(m, i, mark, keeper):
                m.indices[i] = 0
                shrinking = True
    return lower_promises(m, first, last, keeper, mark)


def promise(m: Any, i: int, keeper: int) -> float:
    """The most, by the bounds, that the other player may hope for in a state."""
    return float(m.upper[i] if keeper == MIN else -m.lower[i])


def mark_widest(m: Any, first: int, last: int, keeper: int, share: float) -> int:
    """Marks the states with about the widest gap that promise about the most."""
    room = share * m.measures[GAP]
    best = -m.extent[GREATEST] - 1.0
    widest = m.measures[GAP] - room
    for k in range(first, last):
        i = m.order[k]
        if m.upper[i] - m.lower[i] >= widest:
            best = max(best, promise(m, i, keeper))
    m.progress[MARK] += 1
    mark = m.progress[MARK]
    for k in range(first, last):
        i = m.order[k]
        if m.upper[i] - m.lower[i] >= widest and promise(m, i, keeper) >= best - room:
            m.indices[i] = mark
    return int(mark)


def lower_promises(m: Any, first: int, last: int, keeper: int, mark: int) -> bool:
    """Promises no more, in the marked states, than the best that the other player can leave to, or infinite play."""
    forever = m.measures[FOREVER]
    most = forever if keeper == MIN else -forever
    for k in range(first, last):
        i = m.order[k]
        if m.indices[i] == mark and m.movers[i] == MIN + MAX - keeper:
            for b in range(m.firsts[i], m.lasts[i]):
                if m.indices[m.after[b]] != mark:
                    most = max(most, promise(m, m.after[b], keeper))
    changed = False
    for k in range(first, last):
        i = m.order[k]
        if m.indices[i] == mark and promise(m, i, keeper) > most:
            changed = True
            if keeper == MIN:
                m.upper[i] = most
            else:
                m.lower[i] = -most
    return changed


# Where somebody can stay for ever: who has to get on.


def rank(m: Any, first: int, last: int) -> None:
    """Numbers the states so that who does better to end play, and always goes to a lower number, gets out.

    Of actions that are worth the same one may lead round for ever. Who is worth more than infinite play needs an action
    that leads nearer to a way out, whatever the other does that is worth the same; numbers say which.
    """
    component = m.components[m.order[first]]
    near = m.measures[GAP] + TIE * m.extent[GREATEST]
    growing = True
    while growing:
        growing = False
        for k in range(first, last):
            i = m.order[k]
            if m.ranks[i] == 0 and gets_on(m, i, component, near):
                m.progress[RANK] += 1
                m.ranks[i] = m.progress[RANK]
                growing = True


def gets_on(m: Any, i: int, component: int, near: float) -> bool:
    """Whether play gets nearer to a way out from i, if the one who does better to end it makes it."""
    value = middle(m, i)
    hunter = MAX if value > m.measures[FOREVER] else MIN
    mover = m.movers[i]
    for b in range(m.firsts[i], m.lasts[i]):
        j = m.after[b]
        is_equal = abs(middle(m, j) - value) <= near
        is_out = m.components[j] != component or m.ranks[j] != 0
        if mover == CHANCE:
            if is_out or not is_equal:
                return True
        elif is_equal and is_out == (mover == hunter):
            return is_out
    return bool(mover != CHANCE and mover != hunter)


def middle(m: Any, i: int) -> float:
    """The value of a state, as far as its bounds tell."""
    return float(0.5 * (m.lower[i] + m.upper[i]))
