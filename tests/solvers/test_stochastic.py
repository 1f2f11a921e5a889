"""Games of chance with loops: bounds that hold, values that others have found, and policies that get there."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from zermelo import Game, RuleError, analyse, load, solve
from zermelo.game import CHANCE, MAX, MIN
from zermelo.limits import Limits
from zermelo.solvers import solve as solve_states

NEAR = 1e-9


class Spot(NamedTuple):
    node: int


class Dice(Game):
    """A graph: who moves at each node, where that leads and how likely, what the terminal ones are worth."""

    def __init__(self, nodes: dict[int, tuple | float], forever: float = 0.0, players: int = 2) -> None:
        self.nodes, self.forever, self.players = nodes, forever, players

    def initial(self):
        return Spot(0)

    def player(self, s):
        return self.nodes[s.node][0]

    def actions(self, s):
        return range(len(self.nodes[s.node][1]))

    def result(self, s, a):
        return Spot(self.nodes[s.node][1][a])

    def probability(self, s, a):
        return self.nodes[s.node][2][a]

    def is_terminal(self, s):
        return not isinstance(self.nodes[s.node], tuple)

    def utility(self, s, p):
        return self.nodes[s.node] if p == 0 else -self.nodes[s.node]

    def infinite_play(self, p):
        return self.forever if p == 0 else -self.forever


def random_dice(seed: int, size: int, players: int = 2) -> Dice:
    """Any graph at all: loops of every kind, outcomes that never come, players who can stay for ever."""
    chance = Random(seed)
    nodes: dict[int, tuple | float] = {}
    for i in range(size):
        kind = chance.choice(["chance", "chance", "player", "player", "player", "end"]) if i else "player"
        if kind == "end":
            nodes[i] = chance.choice([-3.0, -1.0, -0.5, 0.0, 0.3, 1.0, 2.0])
            continue
        ways = [chance.randrange(size) for _ in range(chance.choice([1, 2, 2, 3]))]
        if kind == "chance":
            weights = [chance.choice([0, 1, 1, 2, 5]) for _ in ways]
            weights[0] = weights[0] or 1
            nodes[i] = (CHANCE, ways, [w / sum(weights) for w in weights])
        else:
            nodes[i] = (chance.randrange(players), ways, None)
    return Dice(nodes, chance.choice([-1.0, 0.0, 0.0, 0.5, 3.0]), players)


# The oracle: a chain of Markov for every pair of strategies.


def chain_values(game: Dice, choice: dict[int, int]) -> np.ndarray:
    """What each node is worth if players choose so: linear equations, where the end can be reached at all."""
    size = len(game.nodes)
    steps = np.zeros((size, size))
    for i, node in game.nodes.items():
        if isinstance(node, tuple):
            mover, ways, odds = node
            for a, j in enumerate(ways):
                steps[i, j] += odds[a] if mover == CHANCE else a == choice[i]
    ends = [not isinstance(game.nodes[i], tuple) for i in range(size)]
    reaching = np.array(ends)
    for _ in range(size):
        reaching |= (steps > 0) @ reaching
    values = np.array([game.nodes[i] if ends[i] else game.forever for i in range(size)], float)
    inner = [i for i in range(size) if reaching[i] and not ends[i]]
    others = [i for i in range(size) if i not in inner]
    known = steps[np.ix_(inner, others)] @ values[others]
    values[inner] = np.linalg.solve(np.eye(len(inner)) - steps[np.ix_(inner, inner)], known)
    return values


def strategies(game: Dice, player: int) -> list[dict[int, int]]:
    own = [i for i, node in game.nodes.items() if isinstance(node, tuple) and node[0] == player]
    return [dict(zip(own, chosen, strict=True)) for chosen in product(*(range(len(game.nodes[i][1])) for i in own))]


def brute_force(game: Dice) -> np.ndarray:
    """The best that MAX can be sure of, node by node; positional strategies are enough."""
    minimum = [
        np.min([chain_values(game, high | low) for low in strategies(game, MIN)], axis=0)
        for high in strategies(game, MAX)
    ]
    return np.max(minimum, axis=0)


def reached(game: Dice) -> set[int]:
    met, waiting = {0}, [0]
    while waiting:
        node = game.nodes[waiting.pop()]
        for j in node[1] if isinstance(node, tuple) else ():
            if j not in met:
                met.add(j)
                waiting.append(j)
    return met


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 8), st.sampled_from([1, 2, 2]))
def test_values_are_those_of_the_best_strategies(seed, size, players):
    game = random_dice(seed, size, players)
    solution, values = solve(game), brute_force(game)
    assert solution.proved
    for i in range(size):
        found = solution.value_of(Spot(i))
        assert (found is not None) == (i in reached(game))
        assert found is None or found == pytest.approx(values[i], abs=NEAR)


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 8))
def test_who_follows_the_policy_gets_the_value_against_everybody(seed, size):
    game = random_dice(seed, size)
    solution = solve(game)
    met = reached(game)
    for player, worst, sign in ((MAX, np.min, 1), (MIN, np.max, -1)):
        chosen = {
            i: solution.policy(Spot(i))[0] if i in met else 0 for i in strategies(game, player)[0]
        }
        against = [chain_values(game, chosen | other) for other in strategies(game, 1 - player)]
        found = worst(against, axis=0)
        assert all(sign * (found[i] - solution.value_of(Spot(i))) >= -NEAR for i in met)
