"""Knowledge for searching Kalah: what a move brings into the store, and what the stores decide."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.kalah.rules import Rules, Sides


class Knowledge(Rules):
    """Move ordering, evaluation, and what the stores decide."""

    def evaluate(self, s: Sides, p: int) -> float:
        """The seeds in MAX's store less those in MIN's."""
        lead = self.inside(s.max_side, self.pits) - self.inside(s.min_side, self.pits)
        return lead if p == 0 else -lead

    def order(self, s: Sides, a: int) -> float:
        """The seeds that the move brings into the store; plus the seeds of a whole lap if it wins another turn."""
        again = self.lap if self.result(s, a).mover == s.mover else 0
        return self.gain(s, a) + again

    def noisy(self, s: Sides) -> Iterator[int]:
        """The moves that bring more than one seed into the store: captures, and laps that pass it twice."""
        for a in self.actions(s):
            if self.gain(s, a) > 1:
                yield a

    def gain(self, s: Sides, a: int) -> int:
        """The seeds that action a brings into the mover's store."""
        t = self.result(s, a)
        if s.mover == 0:
            return self.inside(t.max_side, self.pits) - self.inside(s.max_side, self.pits)
        return self.inside(t.min_side, self.pits) - self.inside(s.min_side, self.pits)

    def value_bounds(self, s: Sides) -> tuple[float, float]:
        """Seeds never leave a store: with half of all seeds in it a player cannot lose, with more than half wins."""
        least = 2 * self.inside(s.max_side, self.pits) - self.all_seeds
        greatest = self.all_seeds - 2 * self.inside(s.min_side, self.pits)
        if not self.scored:
            return min(1, max(-1, least)), min(1, max(-1, greatest))
        return least, greatest
