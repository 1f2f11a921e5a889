"""Knowledge for searching EinStein: how far the stones are from their goal, and symmetry."""

from __future__ import annotations

from zermelo.games.einstein.rules import PLACING, Rules, Stones


class Knowledge(Rules):
    """Move ordering, evaluation, and symmetry."""

    scored = True

    def evaluate(self, s: Stones, p: int) -> float:
        """The mean difference between O's and X's distances to their goals, over the numbers of the die."""
        if s.die == PLACING:
            return 0
        lead = self.way(s.min_stones, 1) - self.way(s.max_stones, 0) + (0.5 if s.mover == 0 else -0.5)
        for_max = lead / (1 + abs(lead))
        return for_max if p == 0 else -for_max

    def way(self, stones: int, p: int) -> float:
        """The mean distance of the nearest movable stone to its goal, over the numbers of the die."""
        total = 0
        for die in range(1, self.stones + 1):
            nearest = self.size
            for stone in range(self.stones):
                if self.may_move(stones, stone, die):
                    cell = self.cell(stones, stone) if p == 0 else self.last_cell - self.cell(stones, stone)
                    nearest = min(nearest, self.size - 1 - min(cell // self.size, cell % self.size))
            total += nearest
        return total / self.stones

    def order(self, s: Stones, a: int) -> float:
        """The evaluation for the mover after the move, wins first. Chance moves have no order."""
        if s.die <= 0:
            return 0
        after = self.result(s, a)
        return 2.0 if self.is_terminal(after) else self.evaluate(after, s.mover)

    def canonical(self, s: Stones) -> Stones:
        """The lesser of the board and its mirror image, rows and columns exchanged."""
        x, o = self.mirrored(s.max_stones), self.mirrored(s.min_stones)
        if x < s.max_stones or (x == s.max_stones and o < s.min_stones):
            return Stones(x, o, s.mover, s.die)
        return s

    def mirrored(self, stones: int) -> int:
        """The stones with rows and columns exchanged."""
        out = 0
        for stone in range(self.stones):
            cell = self.cell(stones, stone)
            if cell >= 0:
                out = self.put(out, stone, cell % self.size * self.size + cell // self.size)
        return out
