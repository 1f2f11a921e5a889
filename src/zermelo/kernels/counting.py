"""Counts plays of a given length and the states that they reach, and plays games at random."""

from __future__ import annotations

from zermelo.core.game import CHANCE, Game, State


def perft(game: Game, s: State, depth: int, ended: int) -> int:
    """The number of plays of `depth` plies from s; each play that ends sooner counts as `ended`."""
    if depth == 0:
        return 1
    if game.is_terminal(s):
        return ended
    leaves = 0
    if depth == 1:  # where the last action leads does not matter
        for _ in game.actions(s):
            leaves += 1
        return leaves
    for a in game.actions(s):
        leaves += perft(game, game.result(s, a), depth - 1, ended)
    return leaves


def next_random(seed: int) -> int:
    """The number after `seed` in Lehmer's sequence, from 1 to 2^31 - 2."""
    return seed * 48_271 % 2_147_483_647


def random_place(game: Game, s: State, seed: int) -> int:
    """The index in `actions(s)` of a random action: by its probability at a chance node, else uniformly."""
    draw = (seed - 1) / 2_147_483_646
    count = 0
    if game.player(s) == CHANCE:
        for a in game.actions(s):
            draw -= float(game.probability(s, a))
            if draw < 0:
                return count
            count += 1
        return count - 1
    for _ in game.actions(s):
        count += 1
    return min(int(draw * count), count - 1)


def result_at(game: Game, s: State, place: int) -> State:
    """The result of the action with index `place` in `actions(s)`."""
    for a in game.actions(s):
        if place == 0:
            return game.result(s, a)
        place -= 1
    return s


def random_plays(game: Game, s: State, plays: int, plies: int, seed: int) -> tuple[int, int, float]:
    """Plays `plays` games from s at random, each of at most `plies` plies.

    Returns the number of plies played, the number of plays that ended, and the sum of player 0's utilities in these.
    """
    played = ended = 0
    total = 0.0
    for _ in range(plays):
        t = s
        left = plies
        while left > 0 and not game.is_terminal(t):
            seed = next_random(seed)
            t = result_at(game, t, random_place(game, t, seed))
            played += 1
            left -= 1
        if game.is_terminal(t):
            ended += 1
            total += game.utility(t, 0)
    return played, ended, total


def states_by_depth(game: Game, s: State, depth: int) -> list[int]:
    """The number of distinct states that are first reached after 0, 1, ... `depth` plies."""
    met = {game.key(s)}
    level, counts = [s], [1]
    for _ in range(depth):
        following = []
        for t in level:
            for u in () if game.is_terminal(t) else (game.result(t, a) for a in game.actions(t)):
                if game.key(u) not in met:
                    met.add(game.key(u))
                    following.append(u)
        level = following
        counts.append(len(level))
    return counts
