"""What a state is worth without a search: utilities and evaluations as values."""

from __future__ import annotations

from math import inf, nan

from zermelo.core.game import Game, State
from zermelo.core.values import squeeze
from zermelo.kernels.faults import NO_GRAIN, NOT_A_NUMBER, faulty
from zermelo.kernels.scale import EDGE, holds, worth
from zermelo.kernels.search_memory import LeafMemory, SearchMemory


def evaluated(game: Game, s: State, m: SearchMemory, p: int = 0) -> float:
    """The evaluation of s for p; that the value rests on one is noted."""
    m.guessed = True
    return guess_at(game, s, m, p)


def guess_at(game: Game, s: State, m: LeafMemory, p: int) -> float:
    """The evaluation of s for p, which is never as good as a win or as bad as a loss."""
    guess = float(game.evaluate(s, p))
    if -EDGE <= guess <= EDGE:
        return guess
    if guess != guess:  # noqa: PLR0124  # not a number
        return faulty(m, NOT_A_NUMBER)
    return EDGE if guess > 0.0 else -EDGE


def in_scale(m: SearchMemory, guess: float) -> float:
    """An evaluation as a number that goes into a mean with utilities: within the game's bounds, if it has any."""
    return squeeze(guess, m.draw, m.worst_utility, m.best_utility) if m.best_utility < inf else guess


def ended(m: LeafMemory, utility: float, ply: int) -> float:
    """The value of a terminal state at that ply."""
    number = exact(utility)
    if not -inf < number < inf:
        return faulty(m, NOT_A_NUMBER)
    if not holds(number, m.draw, m.win_factor, m.ply_factor):
        return faulty(m, NO_GRAIN)
    return worth(number, ply, m.draw, m.win_factor, m.ply_factor)


def exact(utility: float) -> float:
    """The utility as a float, NaN where no float equals it: machine code gives NaN for such an integer too."""
    number = float(utility)
    return number if number == utility else nan
