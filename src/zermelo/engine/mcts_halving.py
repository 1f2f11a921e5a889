"""Sequential halving at the root of a Monte Carlo tree search, for small numbers of playouts.

Some actions get the same number of playouts each, the better half of them remains, and so on. Which actions take part
is sampled without replacement (the Gumbel trick), by the game's `order` if it has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from zermelo.core.game import Game, State
from zermelo.engine.mcts_answers import child_values
from zermelo.kernels.score_bounds import is_proved
from zermelo.kernels.tree_memory import ROOT, MctsMemory
from zermelo.native.draws import draw_fraction, first_draw, next_draw

MORE_VISITS, VISITS_PER_UNIT = 50, 10
"""A value, relative to the range of utilities, weighs as much as a unit of the samples for every VISITS_PER_UNIT visits
of the child with the most visits, to which MORE_VISITS are added."""


class SequentialHalving:
    """Shares playouts among the children of the root of a tree. A child is given by its index."""

    def __init__(self, game: Game, s: State, m: MctsMemory, seed: int) -> None:
        self._game, self._state, self._memory = game, s, m
        self._samples = _gumbel_samples(m, seed)
        self.winner: int | None = None
        """The child that leads; None before the first round has ended."""

    def shares(self, playouts: int, most: int) -> Iterator[tuple[int, int]]:
        """Yields each child whose turn it is and its number of playouts, which the caller runs; `most` take part."""
        m, samples = self._memory, self._samples
        left = sorted(range(len(samples)), key=lambda child: -samples[child])[:most]
        rounds = max(1, (len(left) - 1).bit_length())
        for number in range(rounds):
            share = playouts // (rounds - number)
            for i, child in enumerate(left):
                yield child, share // len(left) + (i < share % len(left))
            playouts -= share
            self._sort(left)
            self.winner = left[0]
            left = left[: (len(left) + 1) // 2]
            if m.control[0] != 0 or is_proved(m, ROOT):
                return

    def _sort(self, left: list[int]) -> None:
        """Sorts the children, the best first: by their samples and their values, which count more after more visits."""
        m, samples = self._memory, self._samples
        first = int(m.firsts[ROOT])
        values = child_values(self._game, self._state, m)
        weight = (MORE_VISITS + max(int(m.visits[first + child]) for child in left)) / VISITS_PER_UNIT
        left.sort(key=lambda child: -(samples[child] + weight * values[child]))


def _gumbel_samples(m: MctsMemory, seed: int) -> list[float]:
    """For each child of the root the logarithm of its prior plus Gumbel noise: the greatest are a sample by priors."""
    draws = first_draw(seed + 1)
    samples = []
    for child in range(int(m.firsts[ROOT]), int(m.firsts[ROOT]) + int(m.counts[ROOT])):
        draws = next_draw(draws)
        noise = -log(-log(max(draw_fraction(draws), 1e-300)))
        samples.append(noise + log(m.priors[child]))
    return samples
