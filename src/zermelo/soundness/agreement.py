"""Compares the rules at both speeds: integers are unbounded in Python but wrap around in machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import isclose, isnan
from typing import Any

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.rules import has_own
from zermelo.core.threads import ended_before, start_compiler
from zermelo.kernels.counting import next_random, random_place, result_at
from zermelo.native.draws import first_draw, random_word
from zermelo.native.host import KernelHost
from zermelo.native.layouts import Floats, Layout, row
from zermelo.native.mixing import WORD, mix, mix_by_value

MOST_GUESSES = 256
"""The maximum number of guesses compared in a state."""

SAME = 1e-9
"""The relative and absolute tolerance for guesses: the two speeds may round the last digit differently."""


class Guesses(Layout):
    """The numbers that `knowledge` writes: bounds, evaluations and ordering guesses."""

    guesses: Floats = row(f"{MOST_GUESSES}")


def fingerprint(game: Game, s: State, plies: int, seed: int) -> int:
    """A hash of everything the rules return in a random play of at most `plies` plies."""
    total = mix(0, plies)  # not 0 alone: Numba turns a signed number mixed with an unsigned one into a float
    left = plies
    while True:
        total = mix_by_value(total, s)
        over = game.is_terminal(s)
        total = mix(total, over)
        if over:
            for p in range(game.players):
                total = mix(total, float(game.utility(s, p)))
            return total
        player = game.player(s)
        total = mix(total, player)
        for a in game.actions(s):
            total = mix_by_value(total, a)
            if player == CHANCE:
                total = mix(total, float(game.probability(s, a)))
        if left == 0:
            return total
        left -= 1
        seed = next_random(seed)
        s = result_at(game, s, random_place(game, s, seed))


def knowledge(game: Game, s: State, m: Guesses) -> int:
    """A hash of the other methods that a search calls in a state; the numbers that may be rounded go into `m`."""
    total = mix(0, 1)
    if game.is_terminal(s):
        return total
    total = mix_by_value(mix_by_value(total, game.key(s)), game.canonical(s))
    least, greatest = game.value_bounds(s)
    m.guesses[0], m.guesses[1] = least, greatest
    count = 2
    for p in range(game.players):
        if count < MOST_GUESSES:
            m.guesses[count] = game.evaluate(s, p)
            count += 1
    if game.player(s) != CHANCE:
        for a in game.candidates(s):
            total = mix_by_value(total, a)
            if count < MOST_GUESSES:
                m.guesses[count] = game.order(s, a)
                count += 1
        for a in game.noisy(s):
            total = mix_by_value(total, a)
    return mix(total, count)


def playout_policy(game: Game, s: State, _m: Guesses) -> int:
    """A hash of the actions that playouts take in a state."""
    total = mix(0, 2)
    if not game.is_terminal(s) and game.player(s) != CHANCE:
        for seed in range(16):
            total = mix_by_value(total, game.playout_action(s, random_word(first_draw(seed))))
    return total


@dataclass(frozen=True)
class Reached:
    """A state, and the actions of the play that leads to it."""

    state: State
    actions: tuple[Action, ...]


def rules_differ(
    host: KernelHost, plays: int, plies: int, seed: int, *, budget: Budget | None = None
) -> Reached | None:
    """Runs random plays at both speeds; returns the first differing state of the shortest such play, or None."""
    budget = budget or Budget(Limits())
    rules: Any = PlainRules(host.game, budget.check)
    first = host.game.initial()
    if not _is_native(host, budget, fingerprint, first, 0, 1):
        return None
    found = None
    with suppress(OutOfBudget):
        for drawn in _seeds(plays, seed):
            if _differs(host, rules, first, plies, drawn):
                shortest = next(n for n in range(plies + 1) if _differs(host, rules, first, n, drawn))
                found, plies = list(_played(rules, first, shortest, drawn))[-1], shortest
    return found


def knowledge_differs(
    host: KernelHost, plays: int, plies: int, seed: int, *, budget: Budget | None = None
) -> Reached | None:
    """Compares the other methods that a search calls, in the states of random plays; returns the first difference."""
    budget = budget or Budget(Limits())
    rules: Any = PlainRules(host.game, budget.check)
    first = host.game.initial()
    native, plain = (Guesses.make(is_native) for is_native in (True, False))
    kernels = (knowledge, playout_policy) if has_own(host.game, "playout_action") else (knowledge,)
    if not all(_is_native(host, budget, kernel, first, native) for kernel in kernels):
        return None
    with suppress(OutOfBudget):
        for drawn in _seeds(plays, seed):
            for at in _played(rules, first, plies, drawn):
                same = all(_native(host, ask, at.state, native) == ask(rules, at.state, plain) for ask in kernels)
                if not same or not all(map(_is_same, native.guesses, plain.guesses)):
                    return at
    return None


def _is_native(host: KernelHost, budget: Budget, kernel: Callable[..., Any], *arguments: Any) -> bool:
    """Whether the kernel compiles; false if the budget is over or the check is stopped before that is known."""
    if budget.is_over:
        return False
    compiling = start_compiler(lambda: host.prepare(kernel, *arguments), host.game.name)
    with budget.waiting():
        if not ended_before(compiling, budget.stop):
            return False
    with suppress(Exception):  # a rule that raises is found when it is called again
        compiling.answer()
    return host.is_native


def _seeds(plays: int, seed: int) -> Iterator[int]:
    """One seed for each play."""
    for play in range(plays):
        yield next_random(seed % 2_147_483_645 + 1 + play)


def _differs(host: KernelHost, rules: Any, s: State, plies: int, seed: int) -> bool:
    return _native(host, fingerprint, s, plies, seed) != fingerprint(rules, s, plies, seed)


def _native(host: KernelHost, kernel: Callable[..., Any], *arguments: Any) -> int | None:
    """The result of machine code, or None if it fails: a number may not fit in 64 bits, or may have wrapped around."""
    try:
        return int(host.run(kernel, *arguments)) & WORD
    except Exception:  # whatever a rule raises
        return None


def _is_same(guess: float, other: float) -> bool:
    return isclose(guess, other, rel_tol=SAME, abs_tol=SAME) or (isnan(guess) and isnan(other))


def _played(game: Any, s: State, plies: int, seed: int) -> Iterator[Reached]:
    """The states of a play, each with the actions that lead to it."""
    actions: tuple[Action, ...] = ()
    yield Reached(s, actions)
    for _ in range(plies):
        if game.is_terminal(s):
            return
        seed = next_random(seed)
        a = list(game.actions(s))[random_place(game, s, seed)]
        s, actions = game.result(s, a), (*actions, a)
        yield Reached(s, actions)
