"""Whole plays at once: every player takes the action that a search to some depth thinks best, and chance draws.

The search is expectiminimax with alpha-beta, and nothing else: no table, no order, no path. As machine code a move
costs hardly more than the rules do, and a play never leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.engines.common import (
    DRAW,
    FAULT,
    NO_ACTIONS,
    NO_CHANCE,
    NO_FAULT,
    NO_GRAIN,
    NO_PLAYER,
    NODES,
    NOT_A_NUMBER,
    PLY_FACTOR,
    PLY_NOW,
    STOPPED,
    WIN_FACTOR,
    ended,
    faulty,
    guess_at,
)
from zermelo.engines.counting import next_random, random_place, result_at
from zermelo.engines.root import Scale
from zermelo.engines.speeds import FellBack, Runner
from zermelo.engines.star import NEAR_ONE
from zermelo.errors import KindError, LimitError, RuleError, quote
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.memory import INTEGERS, NUMBERS, Memory, Row
from zermelo.threads import GLANCE, attend

MOST_DEPTH = 100
"""Nobody looks further ahead."""

FAULTS = {
    NO_ACTIONS: "actions gave none",
    NO_PLAYER: "player gave nobody who plays",
    NO_CHANCE: "probability gave what does not add up to 1",
    NOT_A_NUMBER: "utility or evaluate gave what is no number",
}
"""What is wrong with the rules, in words."""


@dataclass(frozen=True)
class Played:
    """What some plays came to."""

    plies: int
    moves: int  # plies that a player has chosen
    nodes: int  # that were read to choose them
    ended: int  # plays
    total: float  # of player 0's utilities in these


def prepare(runner: Runner, s: State) -> None:
    """Compiles the kernel, or finds that it does not compile."""
    runner.prepare(searched_plays, s, new_memory(1, Scale.of(runner.game), native=True), 0, 1, 1, 1)


def play_by_search(runner: Runner, s: State, plays: int, *, plies: int, depth: int, seed: int) -> Played:
    """Plays so many games from s, each of at most `plies` plies, by players who look `depth` plies ahead."""
    check(runner.game, depth)
    scale = Scale.of(runner.game)
    while True:
        m = new_memory(plies, scale, native=runner.speed == "native")
        try:
            moved, moves, over, total = _attend(runner, s, m, plays, plies, depth, seed)
        except FellBack:
            continue
        if m.counts[FAULT] == NO_FAULT:
            return Played(moved, moves, int(m.counts[NODES]), over, total)
        if m.counts[FAULT] != NO_GRAIN:
            raise _broken_rule(runner.game, s, m)
        scale = scale.coarser


def check(game: Game, depth: int) -> None:
    """Raises an error if players cannot search the game, or not to that depth."""
    if game.kind.hidden:
        raise KindError(f"{game} hides information, and players who search see the whole state")
    if not game.kind.one_number:
        raise KindError(f"{game} is not zero-sum between two players, and players who search take it to be")
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= MOST_DEPTH:
        raise LimitError(f"a search of depth {depth!r} makes no sense: it has to be a number from 1 to {MOST_DEPTH}")


def new_memory(plies: int, scale: Scale, *, native: bool) -> Memory:
    """What the kernel needs for plays of up to so many plies."""
    rows = {
        "control": Row(INTEGERS, 1),
        "counts": Row(INTEGERS, 9),
        "numbers": Row(NUMBERS, 6),
        "best": Row(INTEGERS, 1),
        "played": Row(INTEGERS, plies),
    }
    m = Memory({name: row.made(native) for name, row in rows.items()})
    m.numbers[DRAW], m.numbers[WIN_FACTOR], m.numbers[PLY_FACTOR] = scale.draw, scale.win, scale.ply
    return m


def _attend(runner: Runner, s: State, m: Memory, *arguments: int) -> tuple[int, int, int, float]:
    """Runs the kernel in a thread of its own, so that it can be stopped."""

    def stop() -> None:
        m.control[0] = 1

    return attend(lambda: _run(runner, s, m, *arguments), stop, lambda: GLANCE)


def _run(runner: Runner, s: State, m: Memory, *arguments: int) -> tuple[int, int, int, float]:
    """The kernel's answer. If a rule raises as machine code, it is asked again as ordinary Python, which says where."""
    try:
        found: tuple[int, int, int, float] = runner.run(searched_plays, s, m, *arguments)
    except FellBack:
        raise
    except Exception:  # whatever a rule has raised
        if runner.speed == "native":
            plainly = new_memory(1, Scale.of(runner.game), native=False)
            searched_plays(runner.game, _reached(runner.game, s, m), plainly, 1, 1, *arguments[2:])
        raise
    return found


def _reached(game: Game, s: State, m: Memory) -> State:
    """The state that the last play has come to."""
    for ply in range(m.counts[PLY_NOW]):
        s = result_at(game, s, int(m.played[ply]))
    return s


def _broken_rule(game: Game, s: State, m: Memory) -> RuleError:
    wrong = FAULTS[int(m.counts[FAULT])]
    return RuleError(f"{type(game).__name__}.{wrong}, in {quote(game.show(_reached(game, s, m)))} or soon after it")


# The kernel.


def searched_plays(
    game: Game, s: State, m: Any, plays: int, plies: int, depth: int, seed: int
) -> tuple[int, int, int, float]:
    """Plays so many games from s, each of at most `plies` plies, by players who look `depth` plies ahead.

    Gives the plies, those that a player has chosen, the plays that ended, and the sum of player 0's utilities in these.
    Where the actions of the last play stand in `actions(s)` stays in `m.played`.
    """
    played = moves = over = 0
    total = 0.0
    for _ in range(plays):
        t = s
        ply = 0
        while ply < plies and not game.is_terminal(t):
            m.counts[PLY_NOW] = ply
            if game.player(t) == CHANCE:
                seed = next_random(seed)
                m.played[ply] = random_place(game, t, seed)
            else:
                value(game, t, m, depth, -inf, inf)
                if m.counts[STOPPED] != 0:
                    return played, moves, over, total
                m.played[ply] = m.best[0]
                moves += 1
            t = result_at(game, t, m.played[ply])
            ply += 1
            played += 1
        if game.is_terminal(t):
            over += 1
            total += game.utility(t, 0)
    return played, moves, over, total


def value(game: Game, s: State, m: Any, depth: int, alpha: float, beta: float) -> float:
    """MAX's value of s, where play is not over, if it is within the window; or else the end that it lies beyond.

    Where the first of the best actions stands in `actions(s)` is left in `m.best`.
    """
    if m.control[0] != 0:
        m.counts[STOPPED] = 1
        return 0.0
    mover = game.player(s)
    best = count = 0
    if mover == CHANCE:
        mean = total = 0.0
        for a in game.actions(s):
            t = game.result(s, a)
            goes_on = depth > 1 and not game.is_terminal(t)
            v = value(game, t, m, depth - 1, -inf, inf) if goes_on else leaf(game, t, m, depth)
            p = game.probability(s, a)
            mean += p * v
            total += p
            count += 1
        m.counts[NODES] += count
        return mean if -NEAR_ONE < total - 1.0 < NEAR_ONE else faulty(m, NO_CHANCE)
    if not 0 <= mover <= 1:
        return faulty(m, NO_PLAYER)
    for a in game.actions(s):
        t = game.result(s, a)
        goes_on = depth > 1 and not game.is_terminal(t)
        v = value(game, t, m, depth - 1, alpha, beta) if goes_on else leaf(game, t, m, depth)
        if mover == MAX:  # written so that the processor has nothing to predict: which is best is hard to foresee
            best = count if v > alpha else best
            alpha = max(alpha, v)
        else:
            best = count if v < beta else best
            beta = min(beta, v)
        count += 1
        if alpha >= beta:
            break
    m.counts[NODES] += count
    m.best[0] = best
    if count == 0:
        return faulty(m, NO_ACTIONS)
    return alpha if mover == MAX else beta


def leaf(game: Game, s: State, m: Any, depth: int) -> float:
    """What s is worth without a search. Of two wins the one with more depth left is sooner, and counts more."""
    return ended(m, game.utility(s, 0), -depth) if game.is_terminal(s) else guess_at(game, s, m, MAX)
