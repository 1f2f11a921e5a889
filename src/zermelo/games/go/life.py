"""Unconditional life: chains that cannot be captured even if their owner always passes (Benson 1976).

A region is a connected set of points without a stone of the owner. It is vital to a chain if all of its empty points
are liberties of the chain. Chains are unconditionally alive if each of them has two vital regions whose surrounding
stones all belong to such chains.
"""

from __future__ import annotations

from zermelo.games.go.rules import Board, Rules
from zermelo.native.outlining import outlined
from zermelo.native.wide import (
    Wide,
    beside,
    both,
    count_points,
    either,
    flood,
    is_empty,
    lowest_point,
    only_point,
    overlap,
    without,
)


class Life(Rules):
    """The stones and points that neither player can lose any more."""

    def value_bounds(self, s: Board) -> tuple[float, float]:
        """The margin if only the points that are certain for one player count for it, and all others for the other.

        Unconditionally alive stones stay, and so do one-point eyes, if their owner only passes, which is always legal.
        Then the other, who cannot remove a stone, has to pass in the end too: the game ends. With suicide and simple ko
        together it may never end, so nothing is certain.
        """
        if self.suicide and not self.forbids_repetition:
            return -self.most, self.most
        black, white = count_points(self.secured(s, 0)), count_points(self.secured(s, 1))
        low, high = 2 * black - self.points - self.komi, self.points - 2 * white - self.komi
        if self.counts_points:
            return low, high
        return 1.0 if low > 0 else 0.0 if low == 0 else -1.0, -1.0 if high < 0 else 0.0 if high == 0 else 1.0

    @outlined
    def secured(self, s: Board, p: int) -> Wide:
        """The points that a player has for certain: stones that are alive, and points that only they surround."""
        stones = s.black if p == 0 else s.white
        alive = self.unconditionally_alive(stones, self.empty(s))
        if is_empty(alive):
            return alive
        eyes = without(self.empty(s), beside(without(self.board, alive), self.stride))
        return either(alive, eyes)

    def unconditionally_alive(self, stones: Wide, empty: Wide) -> Wide:
        """Those of one colour's stones that cannot be captured even if their owner always passes."""
        alive = stones
        while not is_empty(alive):
            regions = self.small_regions(stones, alive, empty)
            if count_points(regions) < 2:
                return self.none
            kept = self.with_two_eyes(alive, regions, empty)
            if kept == alive:
                break
            alive = kept
        return alive

    def small_regions(self, stones: Wide, alive: Wide, empty: Wide) -> Wide:
        """The points of the regions that may be vital: no empty point is away from stones, no other chain touches."""
        rest = without(self.board, stones)
        open_points = without(empty, beside(stones, self.stride))
        touched = beside(without(stones, alive), self.stride)
        return without(rest, flood(either(open_points, touched), rest, self.stride))

    def with_two_eyes(self, alive: Wide, regions: Wide, empty: Wide) -> Wide:
        """Those of the chains to which at least two of the regions are vital."""
        kept = self.none
        left = alive
        while not is_empty(left):
            chain = flood(only_point(lowest_point(left), left), alive, self.stride)
            left = without(left, chain)
            if self.vital_regions(chain, regions, empty) >= 2:
                kept = either(kept, chain)
        return kept

    def vital_regions(self, chain: Wide, regions: Wide, empty: Wide) -> int:
        """The number of regions that are vital to the chain, counted up to two."""
        beside_chain = beside(chain, self.stride)
        left = both(regions, beside_chain)
        count = 0
        while count < 2 and not is_empty(left):
            region = flood(only_point(lowest_point(left), left), regions, self.stride)
            left = without(left, region)
            if overlap(region, empty) and is_empty(without(both(region, empty), beside_chain)):
                count += 1
        return count
