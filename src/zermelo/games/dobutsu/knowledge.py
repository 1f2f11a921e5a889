"""Knowledge for searching Dobutsu shogi: material, captures, and the mirror."""

from __future__ import annotations

from zermelo.games.dobutsu.rules import CELLS, DROPS, IN_HAND, LION, SKY, WIDTH, Animals, Rules

WORTH = (0, 10, 24, 26, 0, 32)
"""The values of the animals on the board: chick, elephant, giraffe, lion, hen."""

HAND = 4
"""The additional value of an animal in hand."""

ADVANCE = 3
"""The value of a row that the lion has advanced."""

CAPTURE = 100
"""The weight of a capture in `order`; that of a lion is ten times as much."""

LEFT, MIDDLE = 0x00F00F00F00F, 0x0F00F00F00F0
"""The cells of the columns a and b."""


class Knowledge(Rules):
    """Move ordering, evaluation, and symmetry."""

    def evaluate(self, s: Animals, p: int) -> float:
        """Material, and how far the lions have advanced: Forest's less Sky's."""
        guess = 0
        for cell in range(CELLS):
            animal = self.at(s, cell)
            row = cell // WIDTH
            if animal == LION:
                guess += ADVANCE * row
            elif animal == LION | SKY:
                guess -= ADVANCE * (3 - row)
            elif animal & SKY:
                guess -= WORTH[animal & ~SKY]
            else:
                guess += WORTH[animal]
        for animal in IN_HAND:
            guess += (WORTH[animal] + HAND) * (self.held(s, 0, animal) - self.held(s, 1, animal))
        return guess if p == 0 else -guess

    def order(self, s: Animals, a: int) -> float:
        """Prefers captures of what is worth most, then moves; drops come last."""
        if a >= DROPS:
            return 0
        taken = self.at(s, a % CELLS) & ~SKY
        if taken == LION:
            return 10 * CAPTURE
        return CAPTURE + WORTH[taken] if taken else 1

    def key(self, s: Animals) -> int:
        """The whole state in 61 bits."""
        return s.cells | s.hands << 48 | s.mover << 60

    def canonical(self, s: Animals) -> Animals:
        """The state or its mirror image, whichever has the smaller number."""
        mirrored = (s.cells & LEFT) << 8 | s.cells & MIDDLE | s.cells >> 8 & LEFT
        return Animals(min(s.cells, mirrored), s.hands, s.mover)
