"""Knowledge for searching Battleship: an evaluation, and random worlds."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.game import put
from zermelo.games.battleship.rules import HALF, NONE, Cells, Ints, Rules, Sea, Seen, has
from zermelo.native.bits import count_bits, lowest_bit
from zermelo.native.draws import draw_below, next_draw


class Draft(NamedTuple):
    """A partial fleet: its ships, their cells, its weight, and the state of the random number generator."""

    ships: Ints
    taken: Cells
    weight: float
    seed: int


class Shots(NamedTuple):
    """What shots imply for the place of a ship.

    The cells that it cannot cover, the hits, where ships were sunk, and a cell that it has to cover, or NONE.
    """

    closed: Cells
    hits: Cells
    sunk: Ints
    covering: int


class Knowledge(Rules):
    """Knowledge for searches."""

    def evaluate(self, s: Sea, p: int) -> float:
        """The share of the other's fleet that was hit, minus that of the player's own fleet."""
        size = 0
        for length in self.fleet:
            size += length
        return (count(s.hits[p]) - count(s.hits[1 - p])) / (size + 1)

    def precedes(self, seen: Seen, later: Seen, p: int) -> bool:
        """Ships stay where they are, and shots are only added."""
        for i in range(self.fleet_size):
            if seen.ships[i] != NONE and seen.ships[i] != later.ships[i]:
                return False
            for q in range(2):
                if seen.sunk[q][i] != NONE and seen.sunk[q][i] != later.sunk[q][i]:
                    return False
        for q in range(2):
            for word in range(2):
                if seen.misses[q][word] & ~later.misses[q][word] or seen.hits[q][word] & ~later.hits[q][word]:
                    return False
        return True

    def world(self, seen: Seen, p: int, seed: int) -> tuple[Sea, float]:
        """A fleet of the other player that agrees with all shots, with its weight.

        The ships that are sunk come first, then those that cover the other hits, one by one, then the rest. Each step
        draws uniformly from what agrees with the shots. The weight corrects for that: it is the probability of the
        fleet if ships are placed at random in their order, divided by the probability of these draws.
        """
        draft = Draft(self.nowhere, (0, 0), 1.0, seed)
        if p == 0 and self.unplaced(seen.ships) < self.fleet_size:  # the other has not placed any ship yet
            return self._sea(seen, draft.ships, p), 1.0
        draft = self._with_rest(seen, p, draft, True)
        hit = self._uncovered(seen.hits[p], draft.taken)
        while hit != NONE and draft.weight > 0.0:
            draft = self._with_covering(seen, p, draft, hit)
            hit = self._uncovered(seen.hits[p], draft.taken)
        draft = self._with_rest(seen, p, draft, False)
        weight = draft.weight * self._prior(draft.ships) if draft.weight > 0.0 else 0.0
        return self._sea(seen, draft.ships, p), weight

    def _with_rest(self, seen: Seen, p: int, draft: Draft, only_sunk: bool) -> Draft:
        """The draft with each ship that it lacks, or with those that are sunk."""
        for i in range(self.fleet_size):
            if draft.weight > 0.0 and draft.ships[i] == NONE and (not only_sunk or seen.sunk[1 - p][i] != NONE):
                shots = self._shots(seen, p, draft.taken, NONE)
                choices = self._choices(shots, i)
                seed = next_draw(draft.seed)
                draft = self._with_ship(draft, i, self._choice(shots, i, draw_below(seed, choices)), choices, seed)
        return draft

    def _with_covering(self, seen: Seen, p: int, draft: Draft, hit: int) -> Draft:
        """The draft with a ship that covers the cell `hit`: any that it lacks, in any way."""
        shots = self._shots(seen, p, draft.taken, hit)
        choices = 0
        for i in range(self.fleet_size):
            if draft.ships[i] == NONE:
                choices += self._choices(shots, i)
        seed = next_draw(draft.seed)
        place = draw_below(seed, choices)
        for i in range(self.fleet_size):
            if draft.ships[i] != NONE:
                continue
            ways = self._choices(shots, i)
            if place < ways:
                return self._with_ship(draft, i, self._choice(shots, i, place), choices, seed)
            place -= ways
        return Draft(draft.ships, draft.taken, 0.0, seed)

    def _with_ship(self, draft: Draft, number: int, ship: int, choices: int, seed: int) -> Draft:
        """The draft with a ship that was one of some choices; with weight 0 if there were none."""
        if choices == 0:
            return Draft(draft.ships, draft.taken, 0.0, seed)
        taken = self.with_ship(draft.taken, number, ship)
        return Draft(put(draft.ships, number, ship), taken, draft.weight * choices, seed)

    def _sea(self, seen: Seen, ships: Ints, p: int) -> Sea:
        """The state with these ships of the other player."""
        both = (seen.ships, ships) if p == 0 else (ships, seen.ships)
        return Sea(both, seen.misses, seen.hits, seen.sunk, p)

    def _shots(self, seen: Seen, p: int, taken: Cells, covering: int) -> Shots:
        """What the shots of p imply for the place of a ship, if these cells are taken by others."""
        closed = (seen.misses[p][0] | taken[0], seen.misses[p][1] | taken[1])
        return Shots(closed, seen.hits[p], seen.sunk[1 - p], covering)

    def _agrees(self, shots: Shots, number: int, ship: int) -> bool:
        """Whether a ship may lie there, and covers the cell that it has to cover, if there is one."""
        if not self.fits(number, ship, shots.closed):
            return False
        if shots.covering != NONE and not has(self.cells_of(number, ship), shots.covering):
            return False
        sunk_at = shots.sunk[number]
        is_sunk = self.is_covered(number, ship, shots.hits)
        return is_sunk == (sunk_at != NONE) and (not is_sunk or has(self.cells_of(number, ship), sunk_at))

    def _choices(self, shots: Shots, number: int) -> int:
        """The number of ways in which a ship may lie."""
        choices = 0
        for ship in range(2 * self.cells):
            if self._agrees(shots, number, ship):
                choices += 1
        return choices

    def _choice(self, shots: Shots, number: int, place: int) -> int:
        """The way with this index."""
        for ship in range(2 * self.cells):
            if self._agrees(shots, number, ship):
                if place == 0:
                    return ship
                place -= 1
        return NONE

    def _uncovered(self, hits: Cells, taken: Cells) -> int:
        """The first cell that was hit and that no ship covers yet; NONE if there is none."""
        low, high = hits[0] & ~taken[0], hits[1] & ~taken[1]
        if low != 0:
            return lowest_bit(low)
        return HALF + lowest_bit(high) if high != 0 else NONE

    def _prior(self, ships: Ints) -> float:
        """The probability of a fleet whose ships are placed at random, in their order."""
        taken = (0, 0)
        probability = 1.0
        for i in range(self.fleet_size):
            ways = 0
            for ship in range(2 * self.cells):
                if self.fits(i, ship, taken):
                    ways += 1
            probability /= ways
            taken = self.with_ship(taken, i, ships[i])
        return probability


def count(cells: Cells) -> int:
    """The number of cells."""
    return count_bits(cells[0]) + count_bits(cells[1])
