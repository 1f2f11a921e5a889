"""Nodes with very many actions: their order, their memory and their value."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

import zermelo
from demanding_games import Wide, WideForThree
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing, engine as engines
from zermelo.engine.engine import Engine
from zermelo.kernels.ordering import put_in_order
from zermelo.kernels.tuning import SORTED

ROWS = ("actions", "ranks", "ties", "places")


def ordered(ranks: list[tuple[float, float]]) -> list[int]:
    """The indices of actions with these ranks and ties, in search order."""
    m = SimpleNamespace(**{name: [0.0] * len(ranks) for name in ROWS})
    for place, (rank, tie) in enumerate(ranks):
        put_in_order(m, 0, place, place, rank, tie)
    return m.places


@pytest.mark.parametrize("count", [1, 2, 50, SORTED])
def test_all_actions_of_a_node_are_sorted(count):
    random = Random(count)
    ranks = [(random.randrange(5), random.randrange(3)) for _ in range(count)]
    assert ordered(ranks) == sorted(range(count), key=lambda place: (-ranks[place][0], -ranks[place][1], place))


@pytest.mark.parametrize("count", [SORTED + 1, 2 * SORTED, 5_000])
def test_very_many_actions_are_partly_sorted_and_none_is_lost(count):
    random = Random(count)
    ranks = [(random.random(), 0.0) for _ in range(count)]
    found = ordered(ranks)
    best = sorted(range(count), key=lambda place: -ranks[place][0])
    assert found[:SORTED] == best[:SORTED]
    assert sorted(found) == list(range(count))


@pytest.mark.thorough
@pytest.mark.parametrize("game", [Wide(count=600, spots=90), WideForThree(count=600, spots=90)])
@pytest.mark.parametrize("depth", [1, 2])
def test_the_value_is_that_of_the_textbook(game, depth):
    algorithm = "minimax" if game.players == 2 else "maxn"
    plain = zermelo.analyse(game, depth=depth, plain=True)
    assert plain.depth == depth
    assert plain.values == pytest.approx(zermelo.analyse(game, depth=depth, algorithm=algorithm).values)


def test_a_search_that_needs_more_memory_continues_where_it_was(monkeypatch):
    """The results of lower depths are kept, and all nodes are counted."""
    monkeypatch.setattr(engines, "ROOM", 250)  # enough for one ply, and not for two
    began = []
    run = analysing._Deepening.run

    def noting(job, crew, progress):
        began.append(job.reached.depth)
        run(job, crew, progress)

    monkeypatch.setattr(analysing._Deepening, "run", noting)
    game = Wide(count=200, spots=90)
    engine = Engine(game, plain=True)
    found = analysing.analyse(engine, game.initial(), Limits(depth=3, nodes=20_000))
    assert began[0] == 0
    assert began[1] > 0
    assert found.nodes <= 20_000
    assert found.nodes > 200
