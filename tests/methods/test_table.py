"""The method `table`: the answers of the solver, looked up; and searches whose leaves are in tables."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo
from table_helpers import states_of, write_ranks, write_states
from zermelo.core.errors import KindError, TableError
from zermelo.core.game import Game
from zermelo.core.limits import Budget, Limits
from zermelo.core.results import Solution
from zermelo.engine import deepening, proving
from zermelo.engine.engine import Engine
from zermelo.kernels.table_probing import ProbedTables
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question
from zermelo.play import Computer
from zermelo.tables.enumerating import build_states
from zermelo.tables.finding import use_tables
from zermelo.tables.loading import load_stages
from zermelo.tables.reading import TableSet

KRK = zermelo.load("krk:size=4")


@pytest.fixture
def solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Solution:
    """The solution of a small endgame, whose tables are in use."""
    monkeypatch.setenv("ZERMELO_TABLES", "")
    found = write_ranks(tmp_path, KRK)
    use_tables(tmp_path)
    return found


def test_a_position_of_a_table_is_answered_from_it(solution: Solution) -> None:
    for s in states_of(solution)[::97]:
        found = zermelo.analyse(KRK, s)
        assert (found.method, found.source, found.proved) == ("table", "table", True)
        assert (found.value, found.distance) == (solution.value_of(s), solution.table.distance(s))
        solved = zermelo.solve(KRK, s)
        assert (solved.method, solved.value, solved.distance) == ("table", found.value, found.distance)
        assert set(solved.actions) == set(solution.policy(s))
        assert "looked up in the tables" in found.notes[0]


def test_every_action_has_its_value_and_distance(solution: Solution) -> None:
    s = KRK.initial()
    found = Chooser(KRK).answer(Question.RANK, s, Limits())
    assert {line.action for line in found.lines} == set(KRK.actions(s))
    for line in found.lines:
        after = KRK.result(s, line.action)
        distance = solution.table.distance(after)
        assert line.proved
        assert line.value == solution.value_of(after)
        assert line.distance == (None if distance is None else distance + 1)
    assert found.lines[0].distance == solution.distance


def test_play_by_a_table_mates_in_time(solution: Solution) -> None:
    s, plies = KRK.initial(), 0
    computer = Computer(KRK, Limits(seconds=1), s)
    while not KRK.is_terminal(s):
        s, plies = KRK.result(s, computer.choose(s)), plies + 1
    assert plies == solution.distance
    assert KRK.utility(s, 0) == 1


def test_an_erring_opponent_is_not_answered_from_a_table(solution: Solution) -> None:
    assert zermelo.analyse(KRK, level=0.5, depth=2).method == "engine"


def test_without_tables_the_method_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    with pytest.raises(KindError, match="table cannot analyse 'krk:size=4': there is no table of it in"):
        zermelo.analyse(KRK, method="table")
    with pytest.raises(KindError, match="zero-sum"):
        zermelo.analyse("pig", method="table")


def test_a_position_that_no_table_has_is_refused(solution: Solution) -> None:
    reached = set(states_of(solution))
    s = next(t for i in range(KRK.parts(3)[0][1]) if (t := KRK.unrank(3, i)).heavy >= 0 and t not in reached)
    with pytest.raises(KindError, match="no table has the position"):
        zermelo.analyse(KRK, s, method="table")


def test_a_damaged_table_is_one_clear_message(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "stage-003.table"
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(TableError, match=r"stage-003.table' cannot be used: it has .* bytes, and should have"):
        zermelo.analyse(KRK, depth=1)


def test_a_table_without_distances_is_not_played_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its moves keeps the win, and none brings it nearer; but its values are proved."""
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    write_ranks(tmp_path, KRK, distances=False)
    assert zermelo.solve(KRK).method == "table"
    found = zermelo.analyse(KRK, depth=2)
    assert (found.method, found.value, found.proved) == ("engine", 1, True)
    assert any("looked up in the tables" in note for note in found.notes)


def probing_engine(game: Game, folder: Path, *, native: bool, stages: tuple[int, ...]) -> Engine:
    """An engine whose search has only these stages in memory."""
    tables = TableSet.open(game, folder)
    assert tables is not None
    tables.files = {stage: file for stage, file in tables.files.items() if stage in stages}
    engine = Engine(game, tables=load_stages(tables, 1 << 30), plain=not native)
    if native:
        engine.compile()
    return engine


@pytest.mark.thorough
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("distances", [True, False])
def test_a_search_with_tables_proves_what_the_solver_proves(tmp_path: Path, native: bool, distances: bool) -> None:
    solution = write_ranks(tmp_path, KRK, distances=distances)
    engine = probing_engine(KRK, tmp_path, native=native, stages=(2, 3))
    states = [s for s in states_of(solution) if not KRK.is_terminal(s)]
    for s in states[:: 11 if native else 61]:
        *_, found = deepening.deepen(engine, s, Budget(Limits(depth=2)))
        assert engine.hits > 0 or all(KRK.is_terminal(KRK.result(s, a)) for a in KRK.actions(s))
        assert found.proved
        assert found.value == solution.value_of(s)
        if distances:
            assert found.distance == solution.table.distance(s)
    assert engine.speed == ("native" if native else "plain")


@pytest.mark.parametrize("distances", [True, False])
def test_a_proof_with_tables_is_the_solution(tmp_path: Path, distances: bool) -> None:
    solution = write_ranks(tmp_path, KRK, distances=distances)
    engine = probing_engine(KRK, tmp_path, native=False, stages=(2, 3))
    for s in states_of(solution)[5::211]:
        if not KRK.is_terminal(s):
            found = proving.solve(engine, s, Budget(Limits(nodes=20_000)))
            assert found.proved
            assert found.value == solution.value_of(s)


def test_only_as_many_stages_are_loaded_as_there_is_room_for(tmp_path: Path) -> None:
    write_ranks(tmp_path, KRK)
    tables = TableSet.open(KRK, tmp_path)
    assert tables is not None
    some = load_stages(tables, 1_000)
    assert some is not None
    assert [stage for stage, place in enumerate(some.stage_places) if place >= 0] == [2]
    assert load_stages(tables, 10) is None


@pytest.mark.thorough
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("distances", [True, False])
def test_a_search_with_a_table_by_keys_proves_what_the_solver_proves(
    tmp_path: Path, native: bool, distances: bool
) -> None:
    game = zermelo.load("tictactoe")  # with three words in a key
    build_states(game, tmp_path, game.parse("x.. .o. ..."), distances=distances, plain=True)
    engine = Engine(game, tables=loaded(game, tmp_path, 1 << 20), plain=not native)
    if native:
        engine.compile()
    solution = zermelo.solve(game)
    for s in (game.initial(), game.parse("x.. ... ..."), game.parse("x.. .o. ...")):
        engine.forget()
        *_, found = deepening.deepen(engine, s, Budget(Limits()))
        assert engine.hits > 0
        assert found.proved
        assert found.value == solution.value_of(s)
    assert engine.speed == ("native" if native else "plain")


def test_a_table_by_keys_is_loaded_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    game = zermelo.load("leapfrog")
    write_states(tmp_path, game)
    assert loaded(game, tmp_path, 1 << 20) is not None
    assert loaded(game, tmp_path, 20) is None


def loaded(game: Game, folder: Path, most_bytes: int) -> ProbedTables | None:
    tables = TableSet.open(game, folder)
    assert tables is not None
    return load_stages(tables, most_bytes)
