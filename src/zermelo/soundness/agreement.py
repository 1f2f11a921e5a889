"""Do both speeds agree? Integers grow without end in Python and wrap in machine code; a check has to find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import isclose, isnan
from typing import Any

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.threads import ended_before, start_compiler
from zermelo.kernels.counting import next_random, random_place, result_at
from zermelo.native.host import KernelHost
from zermelo.native.layouts import Floats, Layout, row
from zermelo.native.mixing import WORD, mix, mix_by_value

GUESSES = 256
"""So many guesses are compared in a state, at most."""

SAME = 1e-9
"""Guesses that are as near as this, or as this part of themselves, are the same: speeds may differ in a last digit."""


class Guesses(Layout):
    """The numbers that `knowledge` compares."""

    guesses: Floats = row(f"{GUESSES}")


def fingerprint(game: Game, s: State, plies: int, seed: int) -> int:
    """A hash of everything the rules return in a random play of at most a given number of plies."""
    total = mix(0, plies)  # not 0 alone: a signed number that meets an unsigned one becomes a float
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
    """What else a search asks of the rules in a state, in one number; and each guess in a place of its own."""
    total = mix(0, 1)
    if game.is_terminal(s):
        return total
    total = mix_by_value(mix_by_value(total, game.key(s)), game.canonical(s))
    least, greatest = game.value_bounds(s)
    m.guesses[0], m.guesses[1] = least, greatest
    count = 2
    for p in range(game.players):
        if count < GUESSES:
            m.guesses[count] = game.evaluate(s, p)
            count += 1
    if game.player(s) != CHANCE:
        for a in game.candidates(s):
            total = mix_by_value(total, a)
            if count < GUESSES:
                m.guesses[count] = game.order(s, a)
                count += 1
        for a in game.noisy(s):
            total = mix_by_value(total, a)
    return mix(total, count)


@dataclass(frozen=True)
class Reached:
    """A state, and the actions of the play that leads to it."""

    state: State
    actions: tuple[Action, ...]


def rules_differ(
    host: KernelHost, plays: int, plies: int, seed: int, *, budget: Budget | None = None
) -> Reached | None:
    """Plays at both speeds; where they differ, the first such state of the shortest play that was found."""
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
    """Asks at both speeds what a search asks beside the rules, in the states of such plays; the first difference."""
    budget = budget or Budget(Limits())
    rules: Any = PlainRules(host.game, budget.check)
    first = host.game.initial()
    native, plain = (Guesses.make(is_native) for is_native in (True, False))
    if not _is_native(host, budget, knowledge, first, native):
        return None
    with suppress(OutOfBudget):
        for drawn in _seeds(plays, seed):
            for at in _played(rules, first, plies, drawn):
                same = _native(host, knowledge, at.state, native) == knowledge(rules, at.state, plain)
                if not same or not all(map(_is_same, native.guesses, plain.guesses)):
                    return at
    return None


def _is_native(host: KernelHost, budget: Budget, kernel: Callable[..., Any], *arguments: Any) -> bool:
    """Whether the kernel compiles, as far as is known when it is told to stop."""
    if budget.is_over:
        return False
    compiling = start_compiler(lambda: host.prepare(kernel, *arguments), host.game.name)
    with budget.waiting():
        if not ended_before(compiling, budget.stop):
            return False
    with suppress(Exception):  # that a rule raises is found when it is asked again
        compiling.answer()
    return host.is_native


def _seeds(plays: int, seed: int) -> Iterator[int]:
    """The seeds of a number of plays."""
    for play in range(plays):
        yield next_random(seed % 2_147_483_645 + 1 + play)


def _differs(host: KernelHost, rules: Any, s: State, plies: int, seed: int) -> bool:
    return _native(host, fingerprint, s, plies, seed) != fingerprint(rules, s, plies, seed)


def _native(host: KernelHost, kernel: Callable[..., Any], *arguments: Any) -> int | None:
    """What machine code says; nothing where it fails, by a number that it cannot hold or by one that has wrapped."""
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
