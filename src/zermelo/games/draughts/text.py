"""International draughts as text: which squares a move visits. The rest is that of all draughts."""

from __future__ import annotations

from zermelo.core.game import Action
from zermelo.games.draughts.captures import ANY_DIRECTION, jump_on_way, ways_in
from zermelo.games.draughts.rules import Rules, end_of, start_of, taken_of
from zermelo.games.shared.draughts.rules import Pieces
from zermelo.games.shared.draughts.text import DraughtsText
from zermelo.native.bits import count_bits, highest_bit


class Text(DraughtsText, Rules):
    """Boards and moves, read and written."""

    player_names = ("White", "Black")

    def is_jump(self, a: Action) -> bool:
        """Whether the action captures."""
        return taken_of(a) != 0

    def show_action(self, s: Pieces, a: Action) -> str:
        """The first and the last square: "32-28", "19x30"; all squares, "26x37x48", if two captures have the same."""
        full = super().show_action(s, a)
        ends = (start_of(a), end_of(a))
        if not self.is_jump(a) or sum((start_of(b), end_of(b)) == ends for b in self.actions(s)) > 1:
            return full
        numbers = full.split("x")
        return f"{numbers[0]}x{numbers[-1]}"

    def paths_of(self, s: Pieces, a: Action) -> list[list[int]]:
        """All ways to capture the same pieces and end on the same square."""
        start = start_of(a)
        if not self.is_jump(a):
            return [[start, end_of(a)]]
        pieces = count_bits(taken_of(a))
        ways = range(ways_in(self.longest(s, start)))
        return [self._path(s, start, pieces, way) for way in ways if self.capture(s, start, pieces, way) == a]

    def _path(self, s: Pieces, start: int, pieces: int, way: int) -> list[int]:
        """The squares of one way."""
        at, theirs, empty = 1 << start, self.theirs(s), self.empty(s) | 1 << start
        flies, directions = s.kings >> start & 1 == 1, ANY_DIRECTION
        path = [start]
        for left in range(pieces, 0, -1):
            at, over, directions, way = jump_on_way(at, theirs, empty, flies, directions, left, way)
            theirs &= ~over
            path.append(highest_bit(at))
        return path
