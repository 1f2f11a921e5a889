"""Numbers for the positions with few pieces, for tables on disk.

A stage is a number of pieces, and a part is a material class: how many men and kings each side has. An action that
takes a piece leads to a lower stage, and one that crowns a man to a class with fewer men, which is an earlier part.

Within a class the positions with player 0 to move come first. The pieces are placed in this order: white men on White's
back row, other white men, black men, black kings, white kings. Each group is one of the combinations of the squares
that are left for it, and the combinations are numbered in colexicographic order. So every number is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Any

import numpy as np

from zermelo.games.shared.draughts.rules import DraughtsRules, Pieces
from zermelo.games.shared.draughts.squares import count_of
from zermelo.native.bits import count_bits, each_bit, highest_bit

MOST_RANKED = 8
"""The greatest number of pieces for which positions have numbers."""

IN_ROW = (4, 5)
"""The numbers of dark squares in a row of the boards whose positions have numbers."""

CHOOSE = np.array([[comb(n, k) for k in range(MOST_RANKED + 1)] for n in range(count_of(IN_ROW[-1]) + 1)])
"""The number of ways to choose k of n squares."""


def middle_count(in_row: int) -> int:
    """The number of squares where men of both sides may stand: all but the first row and the last."""
    return count_of(in_row) - 2 * in_row


def men_placements(white: int, black: int, on_back_row: int, in_row: int) -> int:
    """The number of ways to place the men, `on_back_row` of the white ones on White's back row."""
    if on_back_row > white:
        return 0
    elsewhere = white - on_back_row
    middle = middle_count(in_row)
    of_white = CHOOSE[in_row, on_back_row] * CHOOSE[middle, elsewhere]
    return int(of_white * CHOOSE[middle + in_row - elsewhere, black])


def placements(white_men: int, black_men: int, black_kings: int, white_kings: int, in_row: int) -> int:
    """The number of ways to place the pieces of a class."""
    men = sum(men_placements(white_men, black_men, i, in_row) for i in range(in_row + 1))
    free = count_of(in_row) - white_men - black_men
    return men * comb(free, black_kings) * comb(free - black_kings, white_kings)


def material_classes(pieces: int) -> list[tuple[int, int, int, int]]:
    """The classes with this many pieces, those with few men first: white men, black men, black and white kings."""
    each = range(pieces + 1)
    classes = [counts for counts in product(each, each, each, each) if sum(counts) == pieces]
    return sorted(classes, key=lambda counts: (counts[0] + counts[1], counts))


CLASSES = [material_classes(pieces) if pieces else [] for pieces in range(MOST_RANKED + 1)]
"""The material classes of each stage, in the order of its parts."""


def _tables() -> tuple[Any, Any, Any]:
    """The counts of each class by stage and part; by board, the first number of each part, and that by the counts."""
    longest, boards = max(map(len, CLASSES)), len(IN_ROW)
    counts = np.zeros((MOST_RANKED + 1, longest, 4), np.int64)
    firsts = np.full((boards, MOST_RANKED + 1, longest + 1), np.iinfo(np.int64).max)
    by_counts = np.zeros((boards, *(MOST_RANKED + 1,) * 4), np.int64)
    for (board, in_row), (stage, classes) in product(enumerate(IN_ROW), enumerate(CLASSES)):
        first = 0
        for part, material in enumerate(classes):
            counts[stage, part], firsts[board, stage, part], by_counts[board, *material] = material, first, first
            first += 2 * placements(*material, in_row)
        firsts[board, stage, len(classes)] = first
    return counts, firsts, by_counts


COUNTS, FIRSTS, FIRST_OF_CLASS = _tables()


class Numbering(DraughtsRules):
    """The numbers of positions with at most `MOST_RANKED` pieces.

    Only in games without a limit of quiet moves: with one, the value of a position depends on the play before it.
    """

    def stage(self, s: Pieces) -> int:
        """The number of pieces."""
        return count_bits(s.black | s.white)

    def rank(self, s: Pieces) -> int:
        """The number of the position in its stage; −1 if it has too many pieces or quiet moves are limited."""
        if self.quiet_plies or self.stage(s) > MOST_RANKED:
            return -1
        white_men, black_men = s.white & ~s.kings, s.black & ~s.kings
        white_kings, black_kings = s.white & s.kings, s.black & s.kings
        white, black = count_bits(white_men), count_bits(black_men)
        number, ways = self.rank_men(white_men, black_men), self.all_men_placements(white, black)
        free = self.all_squares & ~(white_men | black_men)
        for kings, squares in ((black_kings, free), (white_kings, free & ~black_kings)):
            choices = CHOOSE[count_bits(squares), count_bits(kings)]
            number, ways = number * choices + self.rank_subset(kings, squares), ways * choices
        first = FIRST_OF_CLASS[self.in_row - IN_ROW[0], white, black, count_bits(black_kings), count_bits(white_kings)]
        return int(first + number) + int(ways * s.mover)

    def unrank(self, stage: int, i: int) -> Pieces:
        """The position with number i in a stage."""
        part = self.part_of(stage, i)
        white, black = int(COUNTS[stage, part, 0]), int(COUNTS[stage, part, 1])
        black_kings, white_kings = int(COUNTS[stage, part, 2]), int(COUNTS[stage, part, 3])
        free = count_of(self.in_row) - white - black
        of_white_kings = int(CHOOSE[free - black_kings, white_kings])
        of_kings = int(CHOOSE[free, black_kings]) * of_white_kings
        each = self.all_men_placements(white, black) * of_kings
        i -= int(FIRSTS[self.in_row - IN_ROW[0], stage, part])
        mover, i = i // each, i % each
        white_men, black_men = self.unrank_men(i // of_kings, white, black)
        squares = self.all_squares & ~(white_men | black_men)
        first = self.unrank_subset(i % of_kings // of_white_kings, black_kings, squares)
        second = self.unrank_subset(i % of_white_kings, white_kings, squares & ~first)
        return Pieces(black_men | first, white_men | second, first | second, mover, 0)

    def parts(self, stage: int) -> tuple[tuple[str, int], ...]:
        """The material classes of a stage."""
        if self.quiet_plies or not 0 < stage <= MOST_RANKED:
            return ()
        return tuple((self._name(*material), 2 * placements(*material, self.in_row)) for material in CLASSES[stage])

    def parts_needed(self, stage: int, part: int) -> Iterator[int]:
        """The classes in which one man of either side is a king."""
        white, black, black_kings, white_kings = CLASSES[stage][part]
        if black:
            yield CLASSES[stage].index((white, black - 1, black_kings + 1, white_kings))
        if white:
            yield CLASSES[stage].index((white - 1, black, black_kings, white_kings + 1))

    # Combinations of squares.

    def all_men_placements(self, white: int, black: int) -> int:
        """The number of ways to place the men."""
        ways = 0
        for on_back_row in range(self.in_row + 1):
            ways += men_placements(white, black, on_back_row, self.in_row)
        return ways

    def rank_men(self, white_men: int, black_men: int) -> int:
        """The number of the placement of the men."""
        white, black = count_bits(white_men), count_bits(black_men)
        behind = white_men & self.bottom_row
        on_back_row = count_bits(behind)
        number = 0
        for fewer in range(on_back_row):
            number += men_placements(white, black, fewer, self.in_row)
        squares = self.all_squares & ~self.bottom_row & ~white_men
        middle = self.all_squares & ~self.bottom_row & ~self.top_row
        of_middle = CHOOSE[middle_count(self.in_row), white - on_back_row]
        white_number = self.rank_subset(behind, self.bottom_row) * of_middle
        white_number += self.rank_subset(white_men & middle, middle)
        return int(number + white_number * CHOOSE[count_bits(squares), black] + self.rank_subset(black_men, squares))

    def unrank_men(self, i: int, white: int, black: int) -> tuple[int, int]:
        """The white and the black men of placement i."""
        on_back_row = 0
        while i >= men_placements(white, black, on_back_row, self.in_row):
            i -= men_placements(white, black, on_back_row, self.in_row)
            on_back_row += 1
        elsewhere = white - on_back_row
        count, middle = middle_count(self.in_row), self.all_squares & ~self.bottom_row & ~self.top_row
        of_black, of_middle = int(CHOOSE[count + self.in_row - elsewhere, black]), int(CHOOSE[count, elsewhere])
        white_men = self.unrank_subset(i // of_black // of_middle, on_back_row, self.bottom_row)
        white_men |= self.unrank_subset(i // of_black % of_middle, elsewhere, middle)
        squares = self.all_squares & ~self.bottom_row & ~white_men
        return white_men, self.unrank_subset(i % of_black, black, squares)

    def rank_subset(self, chosen: int, squares: int) -> int:
        """The number of the chosen squares among all combinations of that size."""
        number = 0
        for count, bit in enumerate(each_bit(chosen), 1):
            number += int(CHOOSE[count_bits(squares & ((1 << bit) - 1)), count])
        return number

    def unrank_subset(self, i: int, count: int, squares: int) -> int:
        """The combination of `count` squares with number i."""
        chosen = 0
        while count > 0:
            bit = highest_bit(squares)
            squares &= ~(1 << bit)
            ways = int(CHOOSE[count_bits(squares), count])
            if i >= ways:
                i -= ways
                count -= 1
                chosen |= 1 << bit
        return chosen

    def part_of(self, stage: int, i: int) -> int:
        """The part that has number i."""
        low, high = 0, FIRSTS.shape[2]
        while high - low > 1:
            middle = (low + high) // 2
            if FIRSTS[self.in_row - IN_ROW[0], stage, middle] <= i:
                low = middle
            else:
                high = middle
        return low

    def _name(self, white_men: int, black_men: int, black_kings: int, white_kings: int) -> str:
        """The name of a class: "1 king, 1 man v 2 kings", the pieces of player 0 first."""
        sides = [_side(black_kings, black_men), _side(white_kings, white_men)]
        return " v ".join(sides if self.black_player == 0 else reversed(sides))


def _side(kings: int, men: int) -> str:
    named = [f"{kings} king{'s' * (kings != 1)}"] if kings else []
    named += [f"{men} {'man' if men == 1 else 'men'}"] if men else []
    return ", ".join(named) or "nothing"
