"""Value iteration with error bounds: for every state a lower and an upper bound on its value to MAX.

Components are valued one after the other, successors first. A state outside of all cycles is valued in one step, as in
expectiminimax. In a component with cycles, the bounds start at the least and the greatest value of its exits, and every
sweep tightens them: L(s) <= value(s) <= U(s) holds at all times, rounding included.

If the players cannot keep play in the component forever, even together, its equations have a unique solution, which is
the value. So tighter bounds may be guessed: if a sweep raises no U and lowers no L, they are valid bounds.

If they can, U may support itself in a cycle: each state's bound is justified by the next one's. But let T be a set of
states that play leaves only by an action of MAX, because MIN can stay in T and no chance outcome leaves it. Then the
value in T is at most the best value that MAX can leave to, or that of infinite play. This cuts down U in the T in which
the bounds are farthest apart and, among these, U is greatest; for L the same holds with MAX and MIN exchanged. (After
Kelmendi, Krämer, Křetínský and Weininger, "Value Iteration for Simple Stochastic Games", 2018, in which infinite play
has the least value of all.)

The current component is packed, for locality: its states are numbered from 0, and its exits follow.

One step on a large component may take long, so `m.control` is read for every state. As machine code it is a flag that
another thread sets; at the plain speed reading it may raise OutOfBudget. An interrupted step has no valid results.
"""

from __future__ import annotations

from zermelo.core.game import CHANCE, MAX, MIN, Game, State
from zermelo.kernels.components import has_loop
from zermelo.kernels.enumeration import DONE, PAUSED
from zermelo.kernels.space_memory import ComponentsMemory, IterationMemory

SWEEPS = 8
"""The number of sweeps between two attempts to cut bounds."""

AT_FIRST, MOST, BOLDER, SHYER = 2.0**-34, 0.25, 8.0, 0.5
"""A guess extrapolates all but a fraction of the way: the initial and the greatest fraction, and the powers to which it
is raised after a correct and after a wrong guess. If all cycles pass through one state, as when a turn ends, the first
guess is correct."""

SHARES = (0.5, 0.1, 1e-3, 1e-6, 1e-9)
"""The tolerances, as fractions of the widest gap, within which a state's gap counts as the widest in a cut."""

TIE = 16
"""Values tie if they differ by at most this many times the rounding error of one mean."""


def tie_of(m: IterationMemory) -> float:
    """The greatest difference between the values of two actions that tie."""
    return float(TIE * m.rounding * m.greatest_utility)


def with_bounds(m: ComponentsMemory, forever: float, tolerance: float, longest: int) -> IterationMemory:
    """The memory for value iteration: an error of at most `tolerance`, over `longest` components with loops."""
    made = IterationMemory.make(m.is_native, m, states=m.met, branches=m.branch_count)
    made.lower[:] = m.worth[: m.met] if m.is_native else [float(utility) for utility in m.worth[: m.met]]
    made.upper[:] = made.lower
    made.forever, made.grain = forever, tolerance / (longest + 1)
    made.greatest_utility = max(m.greatest_utility, abs(forever))
    if longest:  # without cycles the values have to equal those of expectiminimax exactly
        made.slack = made.rounding * made.greatest_utility
    return made


def value_components(game: Game, s: State, m: IterationMemory, work: int) -> int:  # noqa: ARG001
    """Values all states, component by component; returns PAUSED after about `work` steps, else DONE."""
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
    """Begins the next component: values it in one step, or initialises the bounds of its states."""
    first = m.valued
    last = first + m.sizes[first]
    i = m.order[first]
    if m.firsts[i] == m.lasts[i]:  # a terminal state
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
    """The index of the states of a valued component that begins at `first` in the order: negative and unique."""
    return -1 - first


def pack(m: IterationMemory, first: int, last: int) -> None:
    """Numbers the states of a component from 0 and its exits after them, and copies their bounds and branches."""
    size = behind = last - first
    for k in range(size):
        m.indices[m.order[first + k]] = k  # the indices of all other states are negative
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
    """Stores the results of the current component, which is finished."""
    for k in range(m.size):
        i = m.order[m.valued + k]
        m.lower[i], m.upper[i], m.indices[i] = m.low[k], m.high[k], done_with(m.valued)
        if m.is_endless:
            m.ranks[i] = m.ways_out[k]
    m.valued += m.size
    m.size = 0
    m.is_endless = False


def start_bounds(m: IterationMemory) -> None:
    """Initialises the bounds: the least and the greatest value of the exits, and infinite play if it is possible."""
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
    """Whether the players, if they cooperate, can keep play in the component forever."""
    mark = new_mark(m)
    for i in range(m.size):
        m.marks[i] = mark
    return shrink(m, mark, MAX, MIN) > 0


def new_mark(m: IterationMemory) -> int:
    """A number with which no state is marked yet."""
    m.mark += 1
    return int(m.mark)


def shrink(m: IterationMemory, mark: int, keeper: int, other_keeper: int) -> int:
    """Removes the mark from states until the keepers can keep play in the marked states; returns their number."""
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
    """Whether play may leave the marked states from i by chance, or because the keeper to move cannot stay."""
    inside = outside = False
    for b in range(m.begins[i], m.begins[i + 1]):
        if m.marks[m.leads[b]] == mark:
            inside = True
        else:
            outside = True
    return outside if m.who[i] == CHANCE else is_kept and not inside


def backed_up(m: IterationMemory, i: int) -> tuple[float, float]:
    """The bounds of a state, computed from those of its successors."""
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
    """Tightens the bounds of all states of the component once; returns whether any has changed."""
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


# If play cannot stay in the component forever: guesses.


def sweep_and_guess(m: IterationMemory) -> bool:
    """A sweep, and a guess at the limit of the bounds, assuming that their steps form a geometric series."""
    changed = False
    if m.low_step == m.high_step == 0.0:  # there is no earlier step to compare with
        changed = watched_sweep(m)
    low_before, high_before = m.low_step, m.high_step
    if watched_sweep(m):
        changed = True
    if m.gap > m.outer_gap + m.grain:
        guess(m, still_to_come(low_before, m.low_step), still_to_come(high_before, m.high_step))
    return changed


def watched_sweep(m: IterationMemory) -> bool:
    """A sweep that records how far it moves the bounds of the watched state."""
    i = m.watched
    low, high = m.low[i], m.high[i]
    changed = sweep(m)
    m.low_step, m.high_step = m.low[i] - low, high - m.high[i]
    return changed


def still_to_come(before: float, step: float) -> float:
    """The sum of all later steps as a multiple of `step`, if the steps form a geometric series."""
    return step / (before - step) if 0.0 < step < before else 0.0


def guess(m: IterationMemory, low_steps: float, high_steps: float) -> None:
    """Tries bounds that lie nearly this many steps ahead; restores the old ones if they are not valid."""
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
    if not (is_lower and is_upper):  # steps have to be measured again
        m.watched = widest
        m.low_step = m.high_step = 0.0
    m.low_left = low_left**BOLDER if is_lower else min(low_left**SHYER, MOST)
    m.high_left = high_left**BOLDER if is_upper else min(high_left**SHYER, MOST)


def are_bounds(m: IterationMemory) -> tuple[bool, bool]:
    """Whether a sweep lowers no lower bound, and raises no upper bound: then they are valid."""
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


# If play can stay in the component forever: cuts.


def sweep_and_cut(m: IterationMemory) -> bool:
    """Some sweeps, and then cuts of bounds that support themselves; returns whether any bound has changed."""
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
    """Lowers upper bounds if MIN is the keeper, and raises lower bounds if it is MAX.

    It considers the states with about the widest gap, among these those that promise the other player the most, and
    among these those in which the keeper can keep play until the other player leaves.
    """
    mark = mark_widest(m, keeper, share)
    shrink(m, mark, keeper, keeper)
    return lower_promises(m, keeper, mark)


def promise(m: IterationMemory, i: int, keeper: int) -> float:
    """The greatest value of a state to the keeper's opponent that the bounds allow."""
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
    """Limits the promise of the marked states to the best exit of the keeper's opponent, or infinite play."""
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


# If play can stay in the component forever: which actions make progress.


def rank(m: IterationMemory) -> None:
    """Ranks the states so that a player who prefers to end play can leave the component by moving to lower ranks.

    Among actions that tie, one may lead around a cycle forever. A player whose value is better than infinite play needs
    one that leads nearer to an exit, against all tied replies of the opponent; the ranks say which one does.
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
            if m.ways_out[i] == 0 and leads_out(m, i, near):
                m.last_rank += 1
                m.ways_out[i] = m.last_rank
                growing = True


def leads_out(m: IterationMemory, i: int, near: float) -> bool:
    """Whether the player who prefers to end play can force it from i to an exit or to a ranked state."""
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
    """The estimated value of a state of the component: the mean of its bounds."""
    return mean_of(m.low[i], m.high[i])


def mean_of(low: float, high: float) -> float:
    """The mean of two bounds, which are halved first because their sum may exceed the largest float."""
    return float(low if low == high else 0.5 * low + 0.5 * high)
