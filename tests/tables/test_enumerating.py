"""Tables by enumeration: every state that can be reached, with the values of the solver."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import zermelo
from property_helpers import examples
from random_graphs import Graph, Spot, spots
from zermelo.core.errors import KindError, LimitError, TableError
from zermelo.core.game import Game, State
from zermelo.core.limits import Limits
from zermelo.solvers.solve import solve
from zermelo.tables import enumerating
from zermelo.tables.enumerating import build_states
from zermelo.tables.files import StageFile
from zermelo.tables.reading import TableSet


def reached(game: Game, start: State) -> list[State]:
    """All states that can be reached, by plain Python."""
    met, waiting = {start}, [start]
    while waiting:
        s = waiting.pop()
        for t in [] if game.is_terminal(s) else [game.result(s, a) for a in game.actions(s)]:
            if t not in met:
                met.add(t)
                waiting.append(t)
    return list(met)


def agrees(game: Game, start: State, folder: Path) -> None:
    """Asserts that the tables have the value and the distance of every state, and no other state."""
    table = solve(game, start, Limits(), plain=True).table
    tables = TableSet.open(game, folder)
    assert tables is not None
    states = reached(game, start)
    for s in states:
        found = tables.probe(s)
        assert found is not None
        assert found.value == table.values_of(s)[0]
        if found.value != game.infinite_play(0):
            assert found.distance == table.distance(s)
    with StageFile.open(folder / "states.table") as file:
        assert file.header.count == len({game.key(game.canonical(s)) for s in states})


@given(start=spots(most=30))
@examples(120)
def test_random_games_have_the_values_of_the_solver(start: Spot, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("tables")
    build_states(Graph(), folder, start, plain=True)
    agrees(Graph(), start, folder)


@pytest.mark.parametrize("text", ["leapfrog", "leapfrog:cells=7", "nim:piles=3,4,5", "tictactoe"])
def test_small_games_have_the_values_of_the_solver(text: str, tmp_path: Path) -> None:
    game = zermelo.load(text)
    build_states(game, tmp_path)
    agrees(game, game.initial(), tmp_path)


@pytest.mark.slow
def test_connect_four_has_161_029_positions_on_4_by_4(tmp_path: Path) -> None:
    game = zermelo.load("connect4:width=4,height=4")
    path = build_states(game, tmp_path, symmetry=False)
    with StageFile.open(path) as file:
        assert file.header.count == 161_029
    tables = TableSet.open(game, tmp_path)
    assert tables is not None
    found = tables.probe(game.initial())
    assert found is not None
    assert found.value == 0


def test_tic_tac_toe_has_5478_positions_and_765_up_to_symmetry(tmp_path: Path) -> None:
    for symmetry, count in ((False, 5_478), (True, 765)):
        path = build_states(zermelo.load("tictactoe"), tmp_path, symmetry=symmetry)
        with StageFile.open(path) as file:
            assert file.header.count == count


@pytest.mark.slow
def test_connect_four_has_3_945_711_positions_on_5_by_4(tmp_path: Path) -> None:
    path = build_states(zermelo.load("connect4:width=5,height=4"), tmp_path, symmetry=False)
    with StageFile.open(path) as file:
        assert file.header.count == 3_945_711


def test_chance_and_hidden_information_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KindError, match="it has chance"):
        build_states(zermelo.load("pig"), tmp_path)
    with pytest.raises(KindError, match="imperfect information"):
        build_states(zermelo.load("kuhn"), tmp_path)


def test_what_does_not_fit_into_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumerating, "LEAST_SPARE", 2**14)
    with pytest.raises(LimitError, match="more states than fit into memory"):
        build_states(zermelo.load("tictactoe"), tmp_path, memory=2**28 + 2**14, plain=True)
    assert not list(tmp_path.iterdir())


def test_a_table_of_another_game_is_not_overwritten(tmp_path: Path) -> None:
    path = build_states(zermelo.load("nim:piles=1,2"), tmp_path, plain=True)
    before = path.read_bytes()
    with pytest.raises(TableError, match="is of 'nim:piles=1,2' by other rules: remove it first"):
        build_states(zermelo.load("nim:piles=1,3"), tmp_path, plain=True)
    assert path.read_bytes() == before
    build_states(zermelo.load("nim:piles=1,2"), tmp_path, plain=True)  # the same game is built again


def test_a_table_from_another_position_is_not_overwritten(tmp_path: Path) -> None:
    game = zermelo.load("tictactoe")
    path = build_states(game, tmp_path, plain=True)
    before = path.read_bytes()
    with pytest.raises(TableError, match="remove it first, or build in another folder"):
        build_states(game, tmp_path, game.parse("XO./.X./..O"), plain=True)
    assert path.read_bytes() == before
