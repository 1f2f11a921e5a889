"""The kernel that plays whole games: every player takes the best action of a fixed-depth search, and chance is sampled.

The search is expectiminimax with alpha-beta and nothing else: no table, no move ordering, no path. As machine code a
move costs hardly more than the rules, and a whole play is one call.
"""

from __future__ import annotations

from math import inf

from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.kernels.chance import NEAR_ONE
from zermelo.kernels.counting import next_random, random_place, result_at
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, faulty
from zermelo.kernels.leaves import ended, guess_at
from zermelo.kernels.search_memory import SelfPlayMemory


def searched_plays(
    game: Game, s: State, m: SelfPlayMemory, plays: int, plies: int, depth: int, seed: int
) -> tuple[int, int, int, float]:
    """Plays `plays` games from s, each of at most `plies` plies, by players who search `depth` plies deep.

    Returns the number of plies, of plies that a player chose, and of plays that ended, and the sum of player 0's
    utilities in these. The indices in `actions(s)` of the actions of the last play stay in `m.played`.
    """
    played = moves = over = 0
    total = 0.0
    for _ in range(plays):
        t = s
        ply = 0
        while ply < plies and not game.is_terminal(t):
            m.ply_now = ply
            if game.player(t) == CHANCE:
                seed = next_random(seed)
                m.played[ply] = random_place(game, t, seed)
            else:
                value(game, t, m, depth, -inf, inf)
                if m.stopped:
                    return played, moves, over, total
                m.played[ply] = m.best
                moves += 1
            t = result_at(game, t, m.played[ply])
            ply += 1
            played += 1
        if game.is_terminal(t):
            over += 1
            total += game.utility(t, 0)
    return played, moves, over, total


def value(game: Game, s: State, m: SelfPlayMemory, depth: int, alpha: float, beta: float) -> float:
    """MAX's value of s, which is not terminal, if it lies within the window; else the nearer end of the window.

    The index in `actions(s)` of the first best action is left in `m.best`.
    """
    if m.control[0] != 0:
        m.stopped = True
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
        m.nodes += count
        return mean if -NEAR_ONE < total - 1.0 < NEAR_ONE else faulty(m, NO_CHANCE)
    if not 0 <= mover <= 1:
        return faulty(m, NO_PLAYER)
    for a in game.actions(s):
        t = game.result(s, a)
        goes_on = depth > 1 and not game.is_terminal(t)
        v = value(game, t, m, depth - 1, alpha, beta) if goes_on else leaf(game, t, m, depth)
        if mover == MAX:  # without branches below, because the processor would often mispredict which action is best
            best = count if v > alpha else best
            alpha = max(alpha, v)
        else:
            best = count if v < beta else best
            beta = min(beta, v)
        count += 1
        if alpha >= beta:
            break
    m.nodes += count
    m.best = best
    if count == 0:
        return faulty(m, NO_ACTIONS)
    return alpha if mover == MAX else beta


def leaf(game: Game, s: State, m: SelfPlayMemory, depth: int) -> float:
    """The value of s without a search. Of two wins the one with more depth left comes sooner, and ranks higher."""
    return ended(m, game.utility(s, 0), -depth) if game.is_terminal(s) else guess_at(game, s, m, MAX)
