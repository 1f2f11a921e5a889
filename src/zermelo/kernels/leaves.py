"""The values of leaves: utilities and evaluations on the scale of values."""

from __future__ import annotations

import sys
from math import inf, nan

from zermelo.core.game import Game, State
from zermelo.core.values import squeeze
from zermelo.kernels.faults import NO_GRAIN, NOT_A_NUMBER, faulty
from zermelo.kernels.scale import EDGE, holds, worth
from zermelo.kernels.search_memory import LeafMemory, SearchMemory

LARGEST = sys.float_info.max


def evaluated(game: Game, s: State, m: SearchMemory, p: int = 0) -> float:
    """The evaluation of s for p; records in `m.guessed` that the value depends on an evaluation."""
    m.guessed = True
    return guess_at(game, s, m, p)


def guess_at(game: Game, s: State, m: LeafMemory, p: int) -> float:
    """The evaluation of s for p, clipped so that it ranks below every win and above every loss."""
    guess = float(game.evaluate(s, p))
    if -EDGE <= guess <= EDGE:
        return guess
    if guess != guess:  # noqa: PLR0124  # not a number
        return faulty(m, NOT_A_NUMBER)
    return EDGE if guess > 0.0 else -EDGE


def in_scale(m: SearchMemory, guess: float) -> float:
    """An evaluation as a number that can be averaged with utilities: within the game's bounds, if it has any."""
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
    """The utility as a float; NaN if no float equals it, as in machine code."""
    if not -LARGEST <= utility <= LARGEST:  # an integer may be too large to be converted
        return nan
    number = float(utility)
    return number if number == utility else nan
