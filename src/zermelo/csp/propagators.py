"""Propagators for constraints on more than two variables: part of the kernel of the fast search."""

from __future__ import annotations

from zermelo.csp.bit_domains import first_value, last_value, narrow
from zermelo.csp.layout import ALL_DIFFERENT, SHIFTED, SUM_AT_MOST, SUM_EQUAL, TUPLES, WORD, SolverMemory
from zermelo.native.bits import count_bits, lowest_bit


def run_propagator(m: SolverMemory, p: int) -> bool:
    """Removes the values that a propagator excludes; false if a domain becomes empty."""
    kind = m.kinds[p]
    if kind == ALL_DIFFERENT:
        return spread_values(m, p)
    if kind == SHIFTED:
        return spread_shifted(m, p)
    if kind == TUPLES:
        return scan_tuples(m, p)
    if kind == SUM_EQUAL or kind == SUM_AT_MOST:
        return bound_sum(m, p, kind == SUM_EQUAL)
    return avoid_sum(m, p)


def spread_values(m: SolverMemory, p: int) -> bool:
    """all_different: removes assigned values from the other variables; fails if there are fewer values than variables.

    If there are exactly as many values as variables, a value that only one variable has left is assigned to it.
    """
    words = m.words
    first, last = m.place_starts[p], m.place_starts[p + 1]
    total = 0
    for w in range(words):
        taken = 0
        for i in range(first, last):
            x = m.place_variables[i]
            bits = m.domains[x * words + w]
            if m.sizes[x] == 1 and bits != 0:
                if taken & bits != 0:
                    return False
                taken |= bits
        union = 0
        for i in range(first, last):
            x = m.place_variables[i]
            bits = m.domains[x * words + w]
            if m.sizes[x] > 1 and bits & taken != 0 and not narrow(m, x, w, bits & ~taken):
                return False
            union |= m.domains[x * words + w]
        total += count_bits(union)
    if total < last - first:
        return False
    return total > last - first or give_single_values(m, first, last)


def give_single_values(m: SolverMemory, first: int, last: int) -> bool:
    """Assigns every value that only one of the variables at these places has left."""
    words = m.words
    for w in range(words):
        once = more = 0
        for i in range(first, last):
            bits = m.domains[m.place_variables[i] * words + w]
            more |= once & bits
            once |= bits
        once &= ~more
        if once == 0:
            continue
        for i in range(first, last):
            x = m.place_variables[i]
            own = m.domains[x * words + w] & once
            if own == 0 or m.sizes[x] == 1:
                continue
            if own & (own - 1) != 0:
                return False
            for u in range(words):
                narrow(m, x, u, own if u == w else 0)
    return True


def spread_shifted(m: SolverMemory, p: int) -> bool:
    """all_different with offsets: removes assigned values from the other variables."""
    words = m.words
    first, last = m.place_starts[p], m.place_starts[p + 1]
    for i in range(first, last):
        x = m.place_variables[i]
        if m.sizes[x] != 1:
            continue
        shifted = m.values[first_value(m, x)] + m.place_factors[i]
        for j in range(first, last):
            y = m.place_variables[j]
            if i == j:
                continue
            v = value_of(m, shifted - m.place_factors[j])
            if v >= 0:
                w = v // WORD
                if not narrow(m, y, w, m.domains[y * words + w] & ~(1 << (v - w * WORD))):
                    return False
    return True


def value_of(m: SolverMemory, number: int) -> int:
    """The index of the value that is this number, by bisection; -1 if there is none. The last entry ends the row."""
    low, high = 0, m.words * WORD - 1
    while low < high:
        middle = (low + high) // 2
        if m.values[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low if m.values[low] == number else -1


def bound_sum(m: SolverMemory, p: int, both: bool) -> bool:
    """A sum = total (`both`) or ≤ total: removes the values that no satisfying sum contains, by its bounds."""
    words = m.words
    first, last = m.place_starts[p], m.place_starts[p + 1]
    total = m.totals[p]
    low = high = 0
    for i in range(first, last):
        x, factor = m.place_variables[i], m.place_factors[i]
        at_low, at_high = factor * m.values[first_value(m, x)], factor * m.values[last_value(m, x)]
        low += min(at_low, at_high)
        high += max(at_low, at_high)
    if low > total or (both and high < total):
        return False
    if high <= total and not both:
        return True
    for i in range(first, last):
        x, factor = m.place_variables[i], m.place_factors[i]
        if m.sizes[x] == 1:
            continue
        at_low, at_high = factor * m.values[first_value(m, x)], factor * m.values[last_value(m, x)]
        most = total - low + min(at_low, at_high)  # the greatest and the least possible term
        least = total - high + max(at_low, at_high)
        for w in range(words):
            bits = m.domains[x * words + w]
            kept = bits
            while bits != 0:
                v = lowest_bit(bits)
                bits &= bits - 1
                term = factor * m.values[w * WORD + v]
                if term > most or (both and term < least):
                    kept &= ~(1 << v)
            if not narrow(m, x, w, kept):
                return False
    return True


def avoid_sum(m: SolverMemory, p: int) -> bool:
    """A sum ≠ total: once one variable is left, removes the value that would make the sum equal to it."""
    words = m.words
    rest = m.totals[p]
    free = -1
    for i in range(m.place_starts[p], m.place_starts[p + 1]):
        x = m.place_variables[i]
        if m.sizes[x] == 1:
            rest -= m.place_factors[i] * m.values[first_value(m, x)]
        elif free >= 0:
            return True
        else:
            free = i
    if free < 0:
        return bool(rest != 0)
    x, factor = m.place_variables[free], m.place_factors[free]
    if factor == 0 or rest % factor != 0:
        return bool(factor != 0 or rest != 0)
    v = value_of(m, rest // factor)
    if v < 0:
        return True
    w = v // WORD
    return narrow(m, x, w, m.domains[x * words + w] & ~(1 << (v - w * WORD)))


def scan_tuples(m: SolverMemory, p: int) -> bool:
    """A table: drops the tuples that contain a removed value, and keeps the values of the others (STR)."""
    words = m.words
    first, last = m.place_starts[p], m.place_starts[p + 1]
    arity = last - first
    for i in range(first * words, last * words):
        m.scratch[i] = 0
    base, start, left = m.tuple_word_starts[p], m.tuple_starts[p], m.possible[p]
    kept = 0
    for i in range(left):
        t = m.tuple_order[start + i]
        row = base + t * arity
        valid = True
        for k in range(arity):
            v = m.tuple_words[row + k]
            if m.domains[m.place_variables[first + k] * words + v // WORD] >> v % WORD & 1 == 0:
                valid = False
                break
        if valid:
            m.tuple_order[start + i] = m.tuple_order[start + kept]
            m.tuple_order[start + kept] = t
            kept += 1
            for k in range(arity):
                v = m.tuple_words[row + k]
                m.scratch[(first + k) * words + v // WORD] |= 1 << v % WORD
    if kept == 0:
        return False
    if kept < left:
        m.trail_places[m.trail_length], m.trail_words[m.trail_length], m.trail_owners[m.trail_length] = -1, left, p
        m.trail_length += 1
        m.possible[p] = kept
    for k in range(arity):
        x = m.place_variables[first + k]
        for w in range(words):
            narrow(m, x, w, m.domains[x * words + w] & m.scratch[(first + k) * words + w])
    return True
