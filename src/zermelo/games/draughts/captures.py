"""The longest captures of a piece, each once.

A capture goes from landing to landing. What it has taken still stands in its way, and may not be jumped again.

Most captures are short. Their ways are counted, and numbered in the order in which they are found; no two of them take
the same pieces. The number of pieces and the number of ways are kept in one integer, `pieces << 32 | ways`.

Of long captures there may be thousands of ways, many of them to the same square with the same pieces taken, from where
they go on alike. So long captures are listed: they are extended piece by piece, and of those that are alike only the
first is kept, until only the longest are left. The order is the same as that of the ways.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.draughts.squares import moved
from zermelo.games.shared.draughts.squares import DIRECTIONS
from zermelo.native.bits import highest_bit

NO_DIRECTION = -1

LONG = 4
"""The fewest pieces of a long capture. Two ways can only take the same pieces if they go round a circle, which has four
sides."""

ONE_PIECE = 1 << 32
"""What one more piece adds to the number of pieces and ways."""


def start_of(a: int) -> int:
    """The bit of the square where the piece starts."""
    return a & 63


def end_of(a: int) -> int:
    """The bit of the square where the piece ends."""
    return a >> 6 & 63


def taken_of(a: int) -> int:
    """The pieces that are captured."""
    return a >> 12 << 5


def action_of(start: int, end: int, taken: int) -> int:
    """The action of a piece that goes from one bit to another, and captures these pieces."""
    return start | end << 6 | taken << 7


def first_met(at: int, empty: int, direction: int, flies: bool) -> int:
    """The square beside the piece; for a king, the first square in this direction that is not empty."""
    over = moved(at, direction)
    while flies and over & empty:
        over = moved(over, direction)
    return over


def jumps(at: int, theirs: int, empty: int, flies: bool, barred: int) -> Iterator[tuple[int, int, int]]:
    """Yields each landing of a jump from a square, the piece that it takes, and a direction in which it need not go on.

    The last, NO_DIRECTION for none, is that of the jump, if a king lands beyond the first square behind the piece: what
    it could take straight ahead, it can take from that square too. `barred` is such a direction of the jump before.
    """
    for direction in range(DIRECTIONS):
        over = first_met(at, empty, direction, flies)
        landing = moved(over, direction) if direction != barred and over & theirs else 0
        onward = NO_DIRECTION
        while landing & empty:
            yield landing, over, onward
            landing, onward = moved(landing, direction) if flies else 0, direction


def pieces_in(best: int) -> int:
    """The number of pieces that the longest captures take; LONG means that many or more."""
    return best >> 32


def ways_in(best: int) -> int:
    """The number of the longest captures."""
    return best & (ONE_PIECE - 1)


def count_captures(  # noqa: PLR0917  # a capture has that many parts, and rules have no keywords
    at: int, theirs: int, empty: int, flies: bool, barred: int, most: int
) -> int:
    """The number of pieces and ways of the longest captures from a square, of no more than `most` pieces.

    `theirs` are the pieces that can still be taken; `empty` includes the square where the piece started. To take
    nothing is one way.
    """
    best = 1
    if most == 0:
        return best
    for landing, over, onward in jumps(at, theirs, empty, flies, barred):
        found = count_captures(landing, theirs & ~over, empty, flies, onward, most - 1) + ONE_PIECE
        if pieces_in(found) == pieces_in(best):
            best += ways_in(found)
        elif found > best:
            best = found
    return best


def jump_on_way(  # noqa: PLR0917  # in the order of `count_captures`, and then the way
    at: int, theirs: int, empty: int, flies: bool, barred: int, pieces: int, way: int
) -> tuple[int, int, int, int]:
    """The first jump of a way that takes this many pieces.

    Returns where it lands, the piece that it takes, the direction in which it need not go on, and the number of the way
    among those from there.
    """
    for landing, over, onward in jumps(at, theirs, empty, flies, barred):
        found = count_captures(landing, theirs & ~over, empty, flies, onward, pieces - 1)
        if pieces_in(found) == pieces - 1:
            if way < ways_in(found):
                return landing, over, onward, way
            way -= ways_in(found)
    return at, 0, barred, way


def capture_on_way(  # noqa: PLR0917  # as above
    start: int, theirs: int, empty: int, flies: bool, pieces: int, way: int
) -> int:
    """The action of one of the longest captures, which take this many pieces, by its number."""
    at, taken, barred = 1 << start, 0, NO_DIRECTION
    while pieces:
        at, over, barred, way = jump_on_way(at, theirs & ~taken, empty, flies, barred, pieces, way)
        taken |= over
        pieces -= 1
    return action_of(start, highest_bit(at), taken)


def longest_captures(start: int, theirs: int, empty: int, flies: bool) -> list[int]:
    """The captures of most pieces from a square, as actions; the action that stays there if nothing can be taken.

    `empty` includes the square where the piece starts.
    """
    longest = [action_of(start, start, 0)]
    while True:
        further, met = [0 for _ in range(0)], {-1}
        for a in longest:
            taken = taken_of(a)
            for landing, over, _ in jumps(1 << end_of(a), theirs & ~taken, empty, flies, NO_DIRECTION):
                extended = action_of(start, highest_bit(landing), taken | over)
                if extended not in met:
                    met.add(extended)
                    further.append(extended)
        if len(further) == 0:
            return longest
        longest = further


def ways_to_capture(a: int, empty: int, flies: bool) -> Iterator[list[int]]:
    """Yields all ways of a capture: the bits of the squares that the piece visits, from its start to its end.

    Ways that differ only in where a king lands between two pieces that it takes on one line are one way.
    """
    dead: set[tuple[int, int, int]] = set()

    def ways(at: int, left: int, barred: int) -> Iterator[list[int]]:
        if not left and highest_bit(at) == end_of(a):
            yield []
        is_dead = left != 0
        if (at, left, barred) not in dead:
            for landing, over, onward in jumps(at, left, empty, flies, barred):
                for way in ways(landing, left & ~over, onward):
                    is_dead = False
                    yield [highest_bit(landing), *way]
        if is_dead:
            dead.add((at, left, barred))

    for way in ways(1 << start_of(a), taken_of(a), NO_DIRECTION):
        yield [start_of(a), *way]
