"""Properties of games with cycles: random graphs, compared with a naive fixpoint iteration."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from zermelo import Game, analyse, solve


class Place(NamedTuple):
    node: int


class Graph(Game):
    """A random graph of states: some terminal, the others with one to three successors, possibly backwards."""

    def __init__(self, seed: int, size: int = 6, forever: int = 0):
        self.forever = forever
        chance = random.Random(seed)
        self.movers = [chance.randrange(2) for _ in range(size)]
        self.ends = {n: chance.randint(-2, 2) for n in range(size) if chance.random() < 0.35}
        self.ways = [chance.sample(range(size), chance.randint(1, min(3, size))) for _ in range(size)]

    def initial(self):
        return Place(0)

    def player(self, s):
        return self.movers[s.node]

    def actions(self, s):
        return range(len(self.ways[s.node]))

    def result(self, s, a):
        return Place(self.ways[s.node][a])

    def is_terminal(self, s):
        return s.node in self.ends

    def utility(self, s, p):
        return self.ends[s.node] if p == 0 else -self.ends[s.node]

    def infinite_play(self, p):
        return self.forever if p == 0 else -self.forever


def can_force(game: Graph, hunter: int, good) -> set[int]:
    """The nodes from which the hunter can force a good end, by repeated sweeps until nothing changes."""
    won = {n for n, u in game.ends.items() if good(u)}
    while True:
        more = {
            n
            for n in range(len(game.movers))
            if n not in game.ends and (any if game.movers[n] == hunter else all)(way in won for way in game.ways[n])
        }
        if more <= won:
            return won
        won |= more


def naive_value(game: Graph, node: int) -> int:
    if node in game.ends:
        return game.ends[node]
    for v in (2, 1, 0, -1):
        if v > game.forever and node in can_force(game, 0, lambda u, v=v: u >= v):
            return v
    for v in (-2, -1, 0, 1):
        if v < game.forever and node in can_force(game, 1, lambda u, v=v: u <= v):
            return v
    return game.forever


seeds, forevers = st.integers(0, 10**9), st.sampled_from([0, 0, 1, -1, 2, -2])


@examples(150)
@given(seeds, st.integers(1, 12), forevers)
def test_retrograde_analysis_is_the_fixpoint(seed, size, forever):
    game = Graph(seed, size, forever)
    for node in range(size):
        solution = solve(game, Place(node))
        assert solution.value == naive_value(game, node)
        if node not in game.ends:
            expected = [a for a, way in enumerate(game.ways[node]) if naive_value(game, way) == solution.value]
            assert sorted(solution.actions) == expected


@examples(200)
@given(seeds, st.integers(1, 6), forevers)
def test_the_textbook_is_exact_in_games_with_cycles(seed, size, forever):
    game = Graph(seed, size, forever)
    for algorithm in ("minimax", "alphabeta", "expectiminimax"):
        found = analyse(game, algorithm=algorithm)
        assert found.proved
        assert found.value == naive_value(game, 0)


@examples(200)
@given(seeds, st.integers(1, 12))
def test_the_winner_ends_the_game_within_the_distance(seed, size):
    """The winner follows the policy, the loser plays anything: play ends within the distance, with the value."""
    game, chance = Graph(seed, size), random.Random(seed)
    solution = solve(game)
    if solution.value == 0:
        return
    winner = 0 if solution.value > 0 else 1
    s, plies = game.initial(), 0
    while not game.is_terminal(s):
        mine = game.player(s) == winner
        s = game.result(s, solution.policy(s)[0] if mine else chance.randrange(len(game.ways[s.node])))
        plies += 1
    assert game.utility(s, winner) >= abs(solution.value)
    if game.utility(s, winner) == abs(solution.value):
        assert plies <= solution.distance


@given(seeds, st.integers(1, 12))
def test_best_play_takes_the_distance(seed, size):
    game = Graph(seed, size)
    solution = solve(game)
    if solution.value != 0:
        assert len(solution.line) == solution.distance


class Round(Graph):
    """The same graph with general sums: a repetition proves nothing."""

    zero_sum = False


def test_a_loop_with_general_sums_is_not_proved():
    game = Round(seed=0, size=2)
    game.movers, game.ends, game.ways = [0, 1], {}, [[1], [0]]
    found = analyse(game, algorithm="maxn")
    assert not found.proved
    assert any("play can repeat a state" in note for note in found.notes)
    solution = solve(game)
    assert not solution.proved
    assert solution.value is None
    assert "play can repeat" in solution.notes[0]


def test_infinite_play_is_an_answer():
    game = Graph(seed=0, size=2)
    game.movers, game.ends, game.ways = [0, 1], {}, [[1], [0]]
    solution = solve(game)
    assert (solution.value, solution.proved, solution.distance) == (0, True, None)
    assert solution.notes == ("best play repeats without end",)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectimax", "maxn"])
def test_no_search_hangs_on_a_loop(algorithm):
    game = Graph(seed=0, size=2)
    game.movers, game.ends, game.ways = [0, 1], {}, [[1, 0], [0, 1]]
    assert analyse(game, algorithm=algorithm).value == 0
