"""Searches of games that forbid repetition, against a naive search that carries the whole play along."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from random_graphs import draw
from zermelo import Game, analyse, solve
from zermelo.core.errors import KindError
from zermelo.core.limits import Budget, Limits
from zermelo.core.repetition import legal_after
from zermelo.engine.engine import Engine
from zermelo.engine.mcts import MonteCarlo
from zermelo.engine.mcts_settings import MctsSettings
from zermelo.engine.proving import solve as prove

EXIT = 9
"""The action that ends the game, which is always allowed."""


class Place(NamedTuple):
    seed: int
    node: int
    mover: int
    over: int


class Walk(Game):
    """Walk over a graph of eight nodes, each of which may be entered once; or leave, for the utility of the node."""

    forbids_repetition = True
    bounds = (-3, 3)

    def initial(self) -> Place:
        return Place(1, 0, 0, 0)

    def player(self, s: Place) -> int:
        return s.mover

    def actions(self, s: Place) -> Iterator[int]:
        for i in range(1 + draw(s.seed, s.node, 2, 3)):
            yield i
        yield EXIT

    def result(self, s: Place, a: int) -> Place:
        if a == EXIT:
            return Place(s.seed, s.node, 1 - s.mover, 1)
        return Place(s.seed, (s.node + 1 + draw(s.seed, s.node, 10 + a, 7)) % 8, 1 - s.mover, 0)

    def is_terminal(self, s: Place) -> bool:
        return s.over == 1

    def utility(self, s: Place, p: int) -> float:
        worth = draw(s.seed, s.node, 5 + s.mover, 7) - 3
        return worth if p == 0 else -worth

    def position(self, s: Place) -> int:
        return s.node


def naive_value(game: Game, states: list[Any]) -> float:
    s = states[-1]
    if game.is_terminal(s):
        return game.utility(s, 0)
    seen = [game.position(t) for t in states]
    allowed = []
    for a in game.actions(s):
        t = game.result(s, a)
        if game.position(t) == game.position(s) or game.position(t) not in seen:
            allowed.append(t)
    best = max if game.player(s) == 0 else min
    return best(naive_value(game, [*states, t]) for t in allowed)


def starts(count: int) -> Iterator[list[Place]]:
    """Plays of a few plies, each of another game."""
    for seed in range(1, count + 1):
        states = [Place(seed, 0, 0, 0)]
        for ply in range(seed % 4):
            moves = [a for a in legal_after(Walk(), states) if a != EXIT]
            if moves:
                states.append(Walk().result(states[-1], moves[draw(seed, ply, 3, len(moves))]))
        yield states


def test_proofs_know_the_path_and_the_play_before() -> None:
    game = Walk()
    engine = Engine(game, plain=True)
    differ = 0
    for states in starts(150):
        engine.past = states[:-1]
        solution = prove(engine, states[-1], Limits(), all_actions=True)
        value = naive_value(game, states)
        assert (solution.value, solution.proved) == (value, True)
        assert all(naive_value(game, [*states, game.result(states[-1], a)]) == value for a in solution.actions)
        assert set(solution.actions) <= set(legal_after(game, states))
        differ += value != naive_value(game, states[-1:])
    assert differ > 5, "the play before has to matter in some of the games"


def test_proofs_of_monte_carlo_tree_search_know_the_path_and_the_play_before() -> None:
    game = Walk()
    for states in starts(40):
        search = MonteCarlo(game, MctsSettings(), plain=True)
        search.past = states[:-1]
        *_, answer = search.answers(states[-1], Budget(Limits()), playouts=3_000)
        assert {line.action for line in answer.lines} == set(legal_after(game, states))
        assert answer.proved
        assert answer.value == naive_value(game, states)


def test_a_tree_is_kept_only_along_the_play() -> None:
    game = Walk()
    states = next(play for play in starts(100) if len(legal_after(game, play)) > 2)
    search = MonteCarlo(game, MctsSettings(proofs=False), plain=True)
    for playouts in (400, 500, 600):
        search.past = states[:-1]
        *_, answer = search.answers(states[-1], Budget(Limits()), playouts=playouts)
        assert {line.action for line in answer.lines} == set(legal_after(game, states))
        moves = [a for a in legal_after(game, states) if a != EXIT]
        if not moves:
            break
        states = [*states, game.result(states[-1], moves[0])]
    search.past = ()
    *_, answer = search.answers(states[-1], Budget(Limits()), playouts=50)
    assert {line.action for line in answer.lines} == set(legal_after(game, states[-1:]))


@pytest.mark.thorough
def test_both_speeds_read_the_same_nodes() -> None:
    game = Walk()
    plain, native = Engine(game, plain=True), Engine(game)
    native.compile()
    for states in starts(25):
        found = []
        for engine in (plain, native):
            engine.forget()
            engine.past = states[:-1]
            found.append(prove(engine, states[-1], Limits(), all_actions=True))
        assert found[0].value == found[1].value == naive_value(game, states)
        assert found[0].nodes == found[1].nodes
    assert native.speed == "native"


def test_lines_of_an_analysis_repeat_nothing() -> None:
    game = Walk()
    for seed in range(1, 30):
        found = analyse(game, Place(seed, 0, 0, 0), plain=True, depth=5, method="engine")
        states = [found.state]
        for a in found.line:
            assert a in legal_after(game, states)
            states.append(game.result(states[-1], a))
        assert all(before.node != after.node or after.over for before, after in pairwise(states))


@pytest.mark.parametrize("method", ["states", "alphabeta"])
def test_methods_that_take_a_state_alone_refuse(method: str) -> None:
    asked = partial(solve, Walk()) if method == "states" else partial(analyse, Walk(), depth=2)
    with pytest.raises(KindError, match="forbids repetition"):
        asked(method=method, plain=True)
