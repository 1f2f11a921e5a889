"""Knowledge for searching Go: the playout policy, move ordering, evaluation, and symmetries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from zermelo.games.go.life import Life
from zermelo.games.go.patterns import AROUND, TABLE
from zermelo.games.go.rules import NONE, Board
from zermelo.native.draws import draw_below, next_draw
from zermelo.native.outlining import outlined
from zermelo.native.wide import (
    Wide,
    beside,
    both,
    count_points,
    down_by,
    each_point,
    either,
    flood,
    has_point,
    is_empty,
    lowest_point,
    nth_point,
    only_point,
    overlap,
    up_by,
    without,
    word_from,
)

INFLUENCE = 4
"""The distance in points up to which stones have influence in the evaluation."""

CAPTURE, ESCAPE, PATTERN, SELF_ATARI, FILLED_EYE, PASS = 15.0, 15.0, 10.0, -10.0, -40.0, -20.0
"""The weights in `order`, in virtual wins: see `credit` in `engine/mcts_settings.py`."""

SEVERAL = 2.0
"""By what factor a capture or escape of several stones is worth more than that of one."""

NEAR = (24.0, 22.0, 8.0)
"""The weights of moves at distances of 1, 2 and 3 from the last move. A chain counts as one point."""

LINES = (-20.0, -10.0, 10.0)
"""The weights of points in the open by their line, beginning at the edge; other lines have the weight of the last."""

OPEN = 3
"""A point is in the open if no stone is this near."""

KEPT_OF_TEN = 2
"""Of ten random self-atari moves, this many are played: some of them capture in the end."""


class Knowledge(Life):
    """Playouts, move ordering, evaluation, and symmetries."""

    scored = True
    preferred_method = "mcts"
    preferred_options: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "mcts": {"winning": 0.95, "grave": 50, "c": 0.0, "first_play": 0.0, "credit": 1.0, "expand_after": 4}
    }
    """Virtual wins by `order` and all-moves-as-first means guide the search. With an exploration term in addition, as
    in UCB1, the visits would spread over all points and the tree stay flat. See the matches in docs/benchmarks.md."""

    # Playouts.

    def playout_action(self, s: Board, random: np.uint64) -> int:
        """A move for a playout: an answer to the last move if there is one, else any that fills no eye of the mover.

        Captures come first, then escapes from atari, then patterns of three by three points. Most self-atari moves are
        left out. Positions may repeat: only simple ko is observed.
        """
        draw = int(np.int64(random >> np.uint64(2)))
        if self.is_point(s.last):
            a = self.tactical_answer(s)
            if a == NONE:
                a = self.pattern_near(s, s.last, draw)
            if a != NONE:
                return a
        return self.any_sensible(s, next_draw(draw), True)

    def any_sensible(self, s: Board, draw: int, wary: bool) -> int:
        """Any move that is legal and fills no eye of the mover; a pass if there is none.

        It is chosen uniformly at random; if `wary`, most self-atari moves are left out.
        """
        left = without(self.empty(s), self.eyes(self.mine(s), self.theirs(s)))
        while not is_empty(left):
            point = nth_point(left, draw_below(draw, count_points(left)))
            draw = next_draw(draw)
            is_taken = not wary or not self.is_self_atari(s, point) or draw_below(draw, 10) < KEPT_OF_TEN
            if is_taken and self.is_legal(s, point):
                return point
            left = without(left, only_point(point, left))
            draw = next_draw(draw)
        return self.passing

    @outlined
    def is_self_atari(self, s: Board, point: int) -> bool:
        """Whether a stone on this empty point, which captures nothing, would be in a chain with at most one liberty."""
        mine, theirs, empty = self.mine(s), self.theirs(s), self.empty(s)
        stone = only_point(point, mine)
        around = beside(stone, self.stride)
        if count_points(both(around, empty)) >= 2:
            return False
        empty = without(empty, stone)
        chain = flood(stone, either(mine, stone), self.stride)
        if count_points(both(beside(chain, self.stride), empty)) >= 2:
            return False
        return is_empty(without(both(around, theirs), self.alive(theirs, empty)))

    @outlined
    def eyes(self, mine: Wide, theirs: Wide) -> Wide:
        """The eyes of `mine`: the empty points that only these stones surround, and that are not false.

        An eye is false if the other has two of the points diagonal to it, or at the edge one.
        """
        taken = either(mine, theirs)
        closed = without(without(self.board, taken), beside(without(self.board, mine), self.stride))
        if is_empty(closed):
            return closed
        above, below = up_by(theirs, self.stride), down_by(theirs, self.stride)
        a, b, c, d = up_by(above, 1), down_by(above, 1), up_by(below, 1), down_by(below, 1)
        one = either(either(a, b), either(c, d))
        two = either(either(both(a, b), both(c, d)), both(either(a, b), either(c, d)))
        return without(closed, either(two, both(one, self.edge)))

    @outlined
    def tactical_answer(self, s: Board) -> int:
        """A capture of the last stone, or an escape of chains beside it; NONE if there is none."""
        mine, theirs, empty = self.mine(s), self.theirs(s), self.empty(s)
        last = only_point(s.last, mine)
        liberties = both(beside(flood(last, theirs, self.stride), self.stride), empty)
        if count_points(liberties) == 1 and lowest_point(liberties) != s.ko:
            return lowest_point(liberties)
        left = both(beside(last, self.stride), mine)
        while not is_empty(left):
            chain = flood(only_point(lowest_point(left), left), mine, self.stride)
            left = without(left, chain)
            escape = self.escape_of(s, chain)
            if escape != NONE:
                return escape
        return NONE

    @outlined
    def escape_of(self, s: Board, chain: Wide) -> int:
        """How a chain of the mover gets out of atari: by a capture, or by more liberties; NONE if it does not."""
        mine, theirs, empty = self.mine(s), self.theirs(s), self.empty(s)
        around = beside(chain, self.stride)
        liberties = both(around, empty)
        if count_points(liberties) != 1:
            return NONE
        left = both(around, theirs)
        while not is_empty(left):
            other = flood(only_point(lowest_point(left), left), theirs, self.stride)
            left = without(left, other)
            last = both(beside(other, self.stride), empty)
            if count_points(last) == 1 and lowest_point(last) != s.ko:
                return lowest_point(last)
        grown = flood(liberties, either(mine, liberties), self.stride)
        more = without(both(beside(grown, self.stride), empty), liberties)
        return lowest_point(liberties) if count_points(more) >= 2 else NONE

    def pattern_near(self, s: Board, point: int, draw: int) -> int:
        """One of the patterns around a point, uniformly at random; NONE if there is none."""
        found = self.none
        eyes = self.eyes(self.mine(s), self.theirs(s))
        for near in each_point(without(both(self.around(point), self.empty(s)), eyes)):
            if self.is_pattern(s, near) and self.is_legal(s, near) and not self.is_self_atari(s, near):
                found = either(found, only_point(near, found))
        count = count_points(found)
        return NONE if count == 0 else nth_point(found, draw_below(draw, count))

    def around(self, point: int) -> Wide:
        """The eight points around a point; it may include points off the board."""
        row = only_point(point, self.none)
        row = either(row, either(up_by(row, 1), down_by(row, 1)))
        return either(either(up_by(row, self.stride), down_by(row, self.stride)), row)

    @outlined
    def is_pattern(self, s: Board, point: int) -> bool:
        """Whether the surroundings of an empty point are one of the patterns."""
        first = point - self.stride - 1
        off = ~self.eight_around(self.board, first) & (1 << AROUND) - 1
        mine, theirs = self.eight_around(self.mine(s), first), self.eight_around(self.theirs(s), first)
        return bool(TABLE[mine | off | (theirs | off) << AROUND] != 0)

    def eight_around(self, points: Wide, first: int) -> int:
        """Which of the eight points around a point are in a set, as bits in reading order; the first is given."""
        word = int(np.int64(word_from(points, first) & self.window))
        middle = word >> self.stride
        return word & 7 | (middle & 1) << 3 | (middle & 4) << 2 | (word >> 2 * self.stride & 7) << 5

    # Move ordering.

    @outlined
    def order(self, s: Board, a: int) -> float:
        """Prefers captures, escapes, patterns and moves near the last one; avoids the edge, atari and own eyes."""
        if a == self.passing:
            return PASS
        mine, theirs, empty = self.mine(s), self.theirs(s), self.empty(s)
        stone = only_point(a, mine)
        around = beside(stone, self.stride)
        if has_point(self.eyes(mine, theirs), a):
            return FILLED_EYE
        guess = 0.0
        t = self.result(s, a)
        taken = count_points(theirs) - count_points(self.mine(t))
        if taken > 0:
            guess += CAPTURE if taken == 1 else SEVERAL * CAPTURE
        chain = flood(stone, self.theirs(t), self.stride)
        liberties = count_points(both(beside(chain, self.stride), self.empty(t)))
        saved = flood(both(around, mine), mine, self.stride)
        if liberties == 1:
            guess += SELF_ATARI
        elif overlap(saved, stone) or (
            not is_empty(saved) and count_points(both(beside(saved, self.stride), empty)) == 1
        ):
            guess += ESCAPE if count_points(saved) == 1 else SEVERAL * ESCAPE
        if self.is_pattern(s, a):
            guess += PATTERN
        return guess + self.nearness(s, a) + self.worth_in_the_open(s, a)

    def nearness(self, s: Board, point: int) -> float:
        """The weight of a point for being near the last move."""
        if not self.is_point(s.last):
            return 0.0
        reached = self.with_chains(s, only_point(s.last, s.black))
        for i in range(len(NEAR)):
            reached = self.with_chains(s, either(reached, both(beside(reached, self.stride), self.board)))
            if has_point(reached, point):
                return NEAR[i]
        return 0.0

    def with_chains(self, s: Board, points: Wide) -> Wide:
        """The points, and all chains with a stone on one of them."""
        black, white = flood(points, s.black, self.stride), flood(points, s.white, self.stride)
        return either(points, either(black, white))

    def worth_in_the_open(self, s: Board, point: int) -> float:
        """The weight of a point with no stone near it: less near the edge."""
        near = only_point(point, s.black)
        for _ in range(OPEN):
            near = either(near, beside(near, self.stride))
        if overlap(near, either(s.black, s.white)):
            return 0.0
        row, column = point // self.stride, point % self.stride
        line = min(row, column, self.size - 1 - row, self.size - 1 - column)
        return LINES[min(line, len(LINES) - 1)]

    # Evaluation.

    @outlined
    def evaluate(self, s: Board, p: int) -> float:
        """The margin if every empty point belonged to the colour that is nearest to it, up to a distance."""
        black, white, empty = s.black, s.white, self.empty(s)
        for _ in range(INFLUENCE):
            more_black, more_white = both(beside(black, self.stride), empty), both(beside(white, self.stride), empty)
            black, white = (
                either(black, without(more_black, more_white)),
                either(white, without(more_white, more_black)),
            )
            empty = without(empty, either(more_black, more_white))
        margin = float(count_points(black) - count_points(white) - self.komi)
        if not self.counts_points:
            margin = max(-1.0, min(1.0, 4 * margin / self.points))
        return margin if p == 0 else -margin

    # Symmetries.

    def key(self, s: Board) -> tuple[Wide, Wide, int, int, int]:
        """All but the last move, on which nothing depends."""
        return s.black, s.white, s.mover, s.ko, s.passes

    @outlined
    def canonical(self, s: Board) -> Board:
        """The least of the eight boards that turns and mirrors make."""
        least = s
        for image in range(1, 8):
            t = self.image(s, image)
            if t.black < least.black or (t.black == least.black and self.is_less(t, least)):
                least = t
        return least

    def is_less(self, s: Board, t: Board) -> bool:
        """Whether s comes before t, which has the same black stones."""
        return s.white < t.white or (s.white == t.white and s.ko < t.ko)

    def image(self, s: Board, image: int) -> Board:
        """The board turned or mirrored in one of eight ways."""
        return Board(
            self.turned(s.black, image),
            self.turned(s.white, image),
            s.mover,
            self.moved(s.ko, image),
            s.passes,
            self.moved(s.last, image),
        )

    def turned(self, points: Wide, image: int) -> Wide:
        """The points turned or mirrored."""
        turned = self.none
        for point in each_point(points):
            turned = either(turned, only_point(self.moved(point, image), turned))
        return turned

    def moved(self, point: int, image: int) -> int:
        """The image of a point: bits of the symmetry mirror the rows, mirror the columns, and exchange both."""
        if not self.is_point(point):
            return point
        row, column = point // self.stride, point % self.stride
        if image & 1:
            row = self.size - 1 - row
        if image & 2:
            column = self.size - 1 - column
        return column * self.stride + row if image & 4 else row * self.stride + column
