"""Value iteration with a bound on the error: for every state a lower and an upper bound on what it is worth to MAX.

Components are valued one after the other, each from what it leads to. A state to which play cannot come back is valued
in one step, as in expectiminimax. Where play can go round, the bounds start at what the component leads to, least and
greatest, and every sweep brings them nearer: L(s) <= value(s) <= U(s) holds at all times, rounding included.

Where nobody can keep play in the component for ever, its equations have one solution only, which is the value; so
tighter bounds may be guessed, and if a sweep raises no U and lowers no L they are bounds indeed.

Where somebody can, U may support itself: MAX seems to be promised something, always later. But let T be states which
play leaves only if MAX makes it, because MIN can stay in them and chance does not leave them: there the value is no
more than the best that MAX can leave to, or infinite play. The T in which the bounds are farthest apart, and among
these U is greatest, is cut down so; for L the same holds with MAX and MIN exchanged. (After Kelmendi, Krämer, Křetínský
and Weininger, "Value Iteration for Simple Stochastic Games", 2018, where infinite play is worth the least there is.)

The component at work is packed: its states are numbered from 0, and what they lead to outside follows behind them, so
that all of it lies close together.

One step on a large component may take long, so `m.control` is read for every state: as machine code it is a flag that
another thread sets, and plainly to read it raises OutOfBudget. What a step leaves that was broken off means nothing.
"""

from __future__ import annotations

from zermelo.core.game import CHANCE, MAX, MIN, Game, State
from zermelo.kernels.components import has_loop
from zermelo.kernels.enumeration import DONE, PAUSED
from zermelo.kernels.space_memory import ComponentsMemory, IterationMemory

SWEEPS = 8
"""Sweeps between two attempts to cut bounds down."""

AT_FIRST, MOST, BOLDER, SHYER = 2.0**-34, 0.25, 8.0, 0.5
"""Which part of the way a guess leaves out at first, and at most; and to which power that is raised after one that was
right, and after one that was wrong. Where all loops lead through one state, as when a turn ends, the first is right."""

SHARES = (0.5, 0.1, 1e-3, 1e-6, 1e-9)
"""How far from the widest gap a state may be, in parts of it, to be cut down with the others."""

TIE = 16
"""Values are equal if they differ by no more than this many times what rounding takes from one mean."""


def tie_of(m: IterationMemory) -> float:
    """By how much the values of two equal actions may differ."""
    return float(TIE * m.rounding * m.greatest_utility)


def with_bounds(m: ComponentsMemory, forever: float, tolerance: float, longest: int) -> IterationMemory:
    """The memory for value iteration: an error of at most `tolerance`, over `longest` components with loops."""
    made = IterationMemory.make(m.is_native, m, states=m.met, branches=m.branch_count)
    made.lower[:] = m.worth[: m.met] if m.is_native else [float(utility) for utility in m.worth[: m.met]]
    made.upper[:] = made.lower
    made.forever, made.grain = forever, tolerance / (longest + 1)
    made.greatest_utility = max(m.greatest_utility, abs(forever))
    if longest:  # without loops it is expectiminimax, number by number
        made.slack = made.rounding * made.greatest_utility
    return made


def value_components(game: Game, s: State, m: IterationMemory, work: int) -> int:  # noqa: ARG001
    """Values all states, component by component, in about so many steps or as many as it takes; then it is done."""
    while m.valued < m.met:
        if work <= 0 or m.control[0] != 0:
            return PAUSED
        if m.size == 0:
            begin(m)
            work -= m.size + 1
            continue
        going_on = sweep_and_cut(m) if m.is_endless else sweep_and_guess(m)
        work -= SWEEPS * m.size
        if going_on and m.gap > m.outer_gap + m.grain:
            continue
        if m.is_endless:
            rank(m)
        unpack(m)
    return DONE


def begin(m: IterationMemory) -> None:
    """Takes up the next component: values it in one step, or gives its states their first bounds."""
    first = m.valued
    last = first + m.sizes[first]
    i = m.order[first]
    if m.firsts[i] == m.lasts[i]:  # play is over
        m.indices[i] = done_with(first)
        m.valued = last
        return
    pack(m, first, last)
    if has_loop(m, first, last):
        start_bounds(m)
        return
    m.low[0], m.high[0] = backed_up(m, 0)
    unpack(m)


def done_with(first: int) -> int:
    """The index of states of a component that begins there in the order, and was valued: one for each, below 0."""
    return -1 - first


def pack(m: IterationMemory, first: int, last: int) -> None:
    """Numbers the states of a component from 0, and what they lead to behind them, and copies what is known."""
    size = behind = last - first
    for k in range(size):
        m.indices[m.order[first + k]] = k  # those of all others are below 0
    branch = 0
    for k in range(size):
        if m.control[0] != 0:
            return
        i = m.order[first + k]
        m.who[k] = m.movers[i]
        m.begins[k] = branch
        for b in range(m.firsts[i], m.lasts[i]):
            j = m.after[b]
            m.leads[branch] = m.indices[j]
            if m.indices[j] < 0:
                m.leads[branch] = behind
                m.low[behind], m.high[behind] = m.lower[j], m.upper[j]
                behind += 1
            m.chances[branch] = m.odds[b]
            branch += 1
    m.begins[size] = branch
    m.size, m.packed_size = size, behind


def unpack(m: IterationMemory) -> None:
    """Writes down what was found of the component, which is done with."""
    for k in range(m.size):
        i = m.order[m.valued + k]
        m.lower[i], m.upper[i], m.indices[i] = m.low[k], m.high[k], done_with(m.valued)
        if m.is_endless:
            m.ranks[i] = m.ways_out[k]
    m.valued += m.size
    m.size = 0
    m.is_endless = False


def start_bounds(m: IterationMemory) -> None:
    """The least and the greatest that the component leads to; and infinite play, where that can be."""
    m.is_endless = can_stay(m)
    size = m.size
    low = high = m.forever
    if not m.is_endless:
        low, high = m.low[size], m.high[size]
    outer = 0.0
    for j in range(size, m.packed_size):
        low, high = min(low, m.low[j]), max(high, m.high[j])
        outer = max(outer, m.high[j] - m.low[j])
    for i in range(size):
        m.low[i], m.high[i] = low, high
    m.watched = size - 1
    m.gap, m.outer_gap = high - low, outer
    m.low_left = m.high_left = AT_FIRST
    m.low_step = m.high_step = 0.0


def can_stay(m: IterationMemory) -> bool:
    """Whether players who wish to can keep play in the component for ever."""
    mark = new_mark(m)
    for i in range(m.size):
        m.marks[i] = mark
    return shrink(m, mark, MAX, MIN) > 0


def new_mark(m: IterationMemory) -> int:
    """A number that nothing is marked with."""
    m.mark += 1
    return int(m.mark)


def shrink(m: IterationMemory, mark: int, keeper: int, other_keeper: int) -> int:
    """Takes the mark from states until the keepers can hold play in those that have it; tells how many these are."""
    shrinking = True
    left = 0
    while shrinking:
        shrinking = False
        left = 0
        for i in range(m.size):
            if m.control[0] != 0:
                return left
            if m.marks[i] != mark:
                continue
            if leaves(m, i, mark, m.who[i] == keeper or m.who[i] == other_keeper):
                m.marks[i] = 0
                shrinking = True
            else:
                left += 1
    return left


def leaves(m: IterationMemory, i: int, mark: int, is_kept: bool) -> bool:
    """Whether play leaves the marked states from i by chance, or because whoever is to keep it there cannot."""
    inside = outside = False
    for b in range(m.begins[i], m.begins[i + 1]):
        if m.marks[m.leads[b]] == mark:
            inside = True
        else:
            outside = True
    return outside if m.who[i] == CHANCE else is_kept and not inside


def backed_up(m: IterationMemory, i: int) -> tuple[float, float]:
    """The bounds of a state from those of what it leads to."""
    leads, lows, highs, who = m.leads, m.low, m.high, m.who[i]
    first, last = m.begins[i], m.begins[i + 1]
    if who == CHANCE:
        low = high = 0.0
        for b in range(first, last):
            low += m.chances[b] * lows[leads[b]]
            high += m.chances[b] * highs[leads[b]]
        return low - m.slack, high + m.slack
    low, high = lows[leads[first]], highs[leads[first]]
    for b in range(first + 1, last):
        if who == MAX:
            low, high = max(low, lows[leads[b]]), max(high, highs[leads[b]])
        else:
            low, high = min(low, lows[leads[b]]), min(high, highs[leads[b]])
    return low, high


def sweep(m: IterationMemory) -> bool:
    """Brings the bounds of all states of the component nearer; says whether anything has changed."""
    lows, highs = m.low, m.high
    changed = False
    gap = -1.0
    for i in range(m.size):
        if m.control[0] != 0:
            break
        low, high = backed_up(m, i)
        m.kept_low[i], m.kept_high[i] = lows[i], highs[i]
        if low > lows[i]:
            lows[i] = low
            changed = True
        if high < highs[i]:
            highs[i] = high
            changed = True
        gap = max(gap, highs[i] - lows[i])
    m.gap = gap
    return changed


# Where nobody can stay for ever: guesses.


def sweep_and_guess(m: IterationMemory) -> bool:
    """A sweep, and a guess where the bounds would come to if each sweep did so much less than the one before."""
    changed = False
    if m.low_step == m.high_step == 0.0:  # there is nothing to compare with
        changed = watched_sweep(m)
    low_before, high_before = m.low_step, m.high_step
    if watched_sweep(m):
        changed = True
    if m.gap > m.outer_gap + m.grain:
        guess(m, still_to_come(low_before, m.low_step), still_to_come(high_before, m.high_step))
    return changed


def watched_sweep(m: IterationMemory) -> bool:
    """A sweep that notes how far it brings the bounds of the state that is watched."""
    i = m.watched
    low, high = m.low[i], m.high[i]
    changed = sweep(m)
    m.low_step, m.high_step = m.low[i] - low, high - m.high[i]
    return changed


def still_to_come(before: float, step: float) -> float:
    """How many times the last step is still to come, if every step is to the next as the one before was to it."""
    return step / (before - step) if 0.0 < step < before else 0.0


def guess(m: IterationMemory, low_steps: float, high_steps: float) -> None:
    """Tries bounds that lie so many steps ahead, or a little less; takes back what are none."""
    lows, highs, size = m.low, m.high, m.size
    enough = 0.1 * m.grain / m.gap
    low_left, high_left = max(m.low_left, enough), max(m.high_left, enough)
    for i in range(size):
        low_step, high_step = lows[i] - m.kept_low[i], m.kept_high[i] - highs[i]
        m.kept_low[i], m.kept_high[i] = lows[i], highs[i]
        lows[i] += (1.0 - low_left) * low_steps * low_step
        highs[i] -= (1.0 - high_left) * high_steps * high_step
    watched = m.watched
    low, high = lows[watched], highs[watched]
    is_lower, is_upper = are_bounds(m)
    m.low_step, m.high_step = lows[watched] - low, high - highs[watched]
    gap = 0.0
    widest = 0
    for i in range(size):
        if not is_lower:
            lows[i] = m.kept_low[i]
        if not is_upper:
            highs[i] = m.kept_high[i]
        if highs[i] - lows[i] > gap:
            gap = highs[i] - lows[i]
            widest = i
    m.gap = gap
    if not (is_lower and is_upper):  # steps are taken anew
        m.watched = widest
        m.low_step = m.high_step = 0.0
    m.low_left = low_left**BOLDER if is_lower else min(low_left**SHYER, MOST)
    m.high_left = high_left**BOLDER if is_upper else min(high_left**SHYER, MOST)


def are_bounds(m: IterationMemory) -> tuple[bool, bool]:
    """Whether a sweep takes no lower bound down, and no upper one up: then they are bounds."""
    is_lower = is_upper = True
    for i in range(m.size):
        if m.control[0] != 0:
            break
        low, high = backed_up(m, i)
        if low < m.low[i]:
            is_lower = False
        if high > m.high[i]:
            is_upper = False
        if not is_lower and not is_upper:
            break
        m.low[i], m.high[i] = low, high
    return is_lower, is_upper


# Where somebody can stay for ever: cuts.


def sweep_and_cut(m: IterationMemory) -> bool:
    """Some sweeps, and then the bounds are cut down that support themselves; says whether anything has changed."""
    changed = False
    for _ in range(SWEEPS):
        if sweep(m):
            changed = True
    for share in SHARES:
        if cut(m, MIN, share):
            changed = True
        if cut(m, MAX, share):
            changed = True
    if sweep(m):
        changed = True
    return changed


def cut(m: IterationMemory, keeper: int, share: float) -> bool:
    """Cuts the upper bounds down where MIN is the keeper of play, and the lower ones up where it is MAX.

    It looks at the states with about the widest gap, among these at those that promise the other player the most, and
    among these at those in which the keeper can hold play until the other leaves.
    """
    mark = mark_widest(m, keeper, share)
    shrink(m, mark, keeper, keeper)
    return lower_promises(m, keeper, mark)


def promise(m: IterationMemory, i: int, keeper: int) -> float:
    """The most, by the bounds, that the other player may hope for in a state."""
    return float(m.high[i] if keeper == MIN else -m.low[i])


def mark_widest(m: IterationMemory, keeper: int, share: float) -> int:
    """Marks the states with about the widest gap that promise about the most."""
    size, room = m.size, share * m.gap
    best = -m.greatest_utility - abs(m.forever)
    widest = m.gap - room
    for i in range(size):
        if m.high[i] - m.low[i] >= widest:
            best = max(best, promise(m, i, keeper))
    mark = new_mark(m)
    for i in range(size):
        if m.high[i] - m.low[i] >= widest and promise(m, i, keeper) >= best - room:
            m.marks[i] = mark
    return mark


def lower_promises(m: IterationMemory, keeper: int, mark: int) -> bool:
    """Promises no more, in the marked states, than the best that the other player can leave to, or infinite play."""
    size, forever = m.size, m.forever
    most = forever if keeper == MIN else -forever
    for i in range(size):
        if m.marks[i] == mark and m.who[i] == MIN + MAX - keeper:
            for b in range(m.begins[i], m.begins[i + 1]):
                if m.marks[m.leads[b]] != mark:
                    most = max(most, promise(m, m.leads[b], keeper))
    changed = False
    for i in range(size):
        if m.marks[i] == mark and promise(m, i, keeper) > most:
            changed = True
            if keeper == MIN:
                m.high[i] = most
            else:
                m.low[i] = -most
    return changed


# Where somebody can stay for ever: who has to get on.


def rank(m: IterationMemory) -> None:
    """Numbers the states so that who does better to end play, and always goes to a lower number, gets out.

    Of actions that are worth the same one may lead round for ever. Who is worth more than infinite play needs an action
    that leads nearer to a way out, whatever the other does that is worth the same; numbers say which.
    """
    size = m.size
    near = m.gap + tie_of(m)
    for i in range(size):
        m.ways_out[i] = 0
    growing = True
    while growing:
        growing = False
        for i in range(size):
            if m.control[0] != 0:
                return
            if m.ways_out[i] == 0 and gets_on(m, i, near):
                m.last_rank += 1
                m.ways_out[i] = m.last_rank
                growing = True


def gets_on(m: IterationMemory, i: int, near: float) -> bool:
    """Whether play gets nearer to a way out from i, if the one who does better to end it makes it."""
    value = middle(m, i)
    hunter = MAX if value > m.forever else MIN
    who = m.who[i]
    for b in range(m.begins[i], m.begins[i + 1]):
        j = m.leads[b]
        is_equal = abs(middle(m, j) - value) <= near
        is_out = j >= m.size or m.ways_out[j] != 0
        if who == CHANCE:
            if is_out or not is_equal:
                return True
        elif is_equal and is_out == (who == hunter):
            return bool(is_out)
    return bool(who not in (CHANCE, hunter))


def middle(m: IterationMemory, i: int) -> float:
    """What a state of the component is worth, as far as its bounds tell."""
    return float(0.5 * (m.low[i] + m.high[i]))
