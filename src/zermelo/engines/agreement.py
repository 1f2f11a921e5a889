"""Do both speeds agree? Integers grow without end in Python and wrap in machine code; a check has to find it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose, isnan

from zermelo.engines.counting import next_random, random_place, result_at
from zermelo.engines.speeds import Runner
from zermelo.game import CHANCE, Action, Game, State
from zermelo.mixing import mix

SAME = 1e-9
"""Sums of guesses that are as near as this, or as this part of themselves, are the same."""


def fingerprint(game: Game, s: State, plies: int, seed: int) -> int:
    """A random play of at most so many plies, and all that the rules say on its way, in one number."""
    total = mix(0, plies)  # not 0 alone: a signed number that meets an unsigned one becomes a float
    left = plies
    while True:
        total = mix(total, s)
        over = game.is_terminal(s)
        total = mix(total, over)
        if over:
            for p in range(game.players):
                total = mix(total, float(game.utility(s, p)))
            return total
        player = game.player(s)
        total = mix(total, player)
        for a in game.actions(s):
            total = mix(total, a)
            if player == CHANCE:
                total = mix(total, float(game.probability(s, a)))
        if player != CHANCE:
            for a in game.candidates(s):
                total = mix(total, a)
        least, greatest = game.limits(s)
        total = mix(mix(total, float(least)), float(greatest))
        total = mix(mix(total, game.key(s)), game.canonical(s))
        if left == 0:
            return total
        left -= 1
        seed = next_random(seed)
        s = result_at(game, s, random_place(game, s, seed))


def guesses(game: Game, s: State, plies: int, seed: int) -> float:
    """The same play, and what the rules guess on its way, in one sum: a last digit may differ from speed to speed."""
    total = 0.0
    left = plies
    while not game.is_terminal(s):
        for p in range(game.players):
            total += (p + 1) * float(game.evaluate(s, p))  # not alike for all, whose guesses may add up to nothing
        if game.player(s) != CHANCE:
            for a in game.candidates(s):
                total += game.order(s, a)
            for a in game.noisy(s):
                total += 1.0 + game.order(s, a)
        if left == 0:
            return total
        left -= 1
        seed = next_random(seed)
        s = result_at(game, s, random_place(game, s, seed))
    return total


@dataclass(frozen=True)
class Disagreement:
    """The first state of a play in which the two speeds differ, and the actions that lead to it."""

    state: State
    actions: tuple[Action, ...]


def disagreement(runner: Runner, plays: int, plies: int, seed: int) -> Disagreement | None:
    """Plays at both speeds; the shortest way to a difference that was found, or None."""
    game, start = runner.game, runner.game.initial()
    runner.prepare(fingerprint, start, 0, 1)
    runner.prepare(guesses, start, 0, 1)
    if runner.speed == "plain":
        return None
    found = None
    for play in range(plays):
        first = next_random(seed % 2_147_483_645 + 1 + play)
        if _differs(runner, start, plies, first):
            plies = next(n for n in range(plies + 1) if _differs(runner, start, n, first))
            found = _replay(game, start, plies, first)
    return found


def _differs(runner: Runner, s: State, plies: int, seed: int) -> bool:
    native = int(runner.run(fingerprint, s, plies, seed)) & 0xFFFF_FFFF_FFFF_FFFF
    if native != fingerprint(runner.game, s, plies, seed):
        return True
    guess, guess_in_python = runner.run(guesses, s, plies, seed), guesses(runner.game, s, plies, seed)
    both_undefined = isnan(guess) and isnan(guess_in_python)  # a win and a loss beyond all bounds
    return not (both_undefined or isclose(guess, guess_in_python, rel_tol=SAME, abs_tol=SAME))


def _replay(game: Game, s: State, plies: int, seed: int) -> Disagreement:
    actions = []
    for _ in range(plies):
        if game.is_terminal(s):
            break
        seed = next_random(seed)
        a = list(game.actions(s))[random_place(game, s, seed)]
        actions.append(a)
        s = game.result(s, a)
    return Disagreement(s, tuple(actions))
