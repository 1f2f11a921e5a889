"""Matrix games: dominance, pure equilibria and support enumeration, in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

import zermelo
from zermelo.core.errors import KindError, LimitError
from zermelo.hidden.best_response import measure_policy
from zermelo.hidden.game_tree import kept_tree
from zermelo.hidden.matrix import MatrixGame
from zermelo.hidden.policies import policy_of
from zermelo.hidden.sequence_form import solve_by_program

PRISONERS, SEXES = "matrix:3,3|0,5;5,0|1,1", "matrix:2,1|0,0;0,0|1,2"


def table_of(name: str) -> MatrixGame:
    return MatrixGame.of(kept_tree(zermelo.load(name)))


def test_the_prisoners_dilemma_is_solved_by_dominance() -> None:
    table = table_of(PRISONERS)
    steps, left = table.eliminated()
    assert [(s.player, s.action, s.by) for s in steps] == [(0, "row1", "row2"), (1, "column1", "column2")]
    assert (left.rows, left.columns) == (("row2",), ("column2",))
    assert table.pure_equilibria() == [(1, 1)]
    (only,) = table.equilibria()
    assert only.is_pure
    assert only.values == (1, 1)


def test_the_battle_of_the_sexes_has_three_equilibria() -> None:
    table = table_of(SEXES)
    assert table.eliminated()[0] == []
    found = table.equilibria()
    assert [one.values for one in found] == [(2, 1), (1, 2), (Fraction(2, 3), Fraction(2, 3))]
    assert (found[2].row, found[2].column) == ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    assert not any(map(table.is_degenerate, found))


def test_elimination_goes_on_in_what_is_left() -> None:
    """Osborne and Rubinstein's kind of example: a column falls first, then a row, then a column."""
    steps, left = table_of("matrix:1,0|1,2|0,1;0,3|0,1|2,0").eliminated()
    assert [(s.player, s.action) for s in steps] == [(1, "column3"), (0, "row2"), (1, "column1")]
    assert (left.rows, left.columns) == (("row1",), ("column2",))


def test_a_saddle_point_is_a_pure_equilibrium() -> None:
    assert table_of("matrix:1,2;3,4").pure_equilibria() == [(1, 0)]
    assert table_of("rps").pure_equilibria() == []


def test_fractions_are_exact() -> None:
    (only,) = table_of("matrix:1/3,0;0,2/7").equilibria()
    assert only.values[0] == Fraction(2, 13)


numbers = st.integers(-4, 4)


@given(st.data(), st.integers(1, 4), st.integers(1, 4))
def test_what_is_found_are_equilibria_and_zero_sum_games_have_the_value_of_the_program(
    data: st.DataObject, height: int, width: int
) -> None:
    rows = [[data.draw(numbers) for _ in range(width)] for _ in range(height)]
    tree = kept_tree(zermelo.load("matrix:" + ";".join(",".join(map(str, row)) for row in rows)))
    value = measure_policy(solve_by_program(tree)).values[0]
    found = MatrixGame.of(tree).equilibria()
    for one in found:
        policy = policy_of(tree, [1.0, *map(float, one.row), 1.0, *map(float, one.column)])
        assert measure_policy(policy).nash_conv < 1e-12
        assert float(one.values[0]) == pytest.approx(value, abs=1e-9)


@given(st.data())
def test_games_of_two_by_two_that_are_not_degenerate_have_an_odd_number_of_equilibria(data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(-50, 50), min_size=8, max_size=8, unique=True))
    pairs = [f"{cells[i]},{cells[i + 1]}" for i in range(0, 8, 2)]
    tree = kept_tree(zermelo.load(f"matrix:{pairs[0]}|{pairs[1]};{pairs[2]}|{pairs[3]}"))
    table = MatrixGame.of(tree)
    found = table.equilibria()
    assert len(found) in (1, 3)
    assert len(table.pure_equilibria()) == sum(one.is_pure for one in found)
    for one in found:
        policy = policy_of(tree, [1.0, *map(float, one.row), 1.0, *map(float, one.column)])
        assert measure_policy(policy).nash_conv < 1e-9


def test_a_degenerate_game_is_recognised() -> None:
    table = table_of("matrix:1,1|1,1;0,0|0,0")
    assert any(map(table.is_degenerate, table.equilibria()))


def test_what_is_not_a_matrix_game_or_too_large_is_refused() -> None:
    with pytest.raises(KindError, match="'kuhn' is not a matrix game"):
        table_of("kuhn")
    rows = ";".join(",".join(str((i * j) % 7) for j in range(12)) for i in range(12))
    with pytest.raises(LimitError, match="a table of 12 × 12 has 2,704,155 pairs of supports"):
        table_of(f"matrix:{rows}").equilibria()
