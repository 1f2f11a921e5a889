"""Alpha-beta with a transposition table: the same value with a table of any size, and counts that add up."""

import pytest
from hypothesis import given, strategies as st

import zermelo
from property_helpers import examples
from zermelo.core.errors import LimitError
from zermelo.core.limits import Budget, Limits
from zermelo.textbook.transpositions import compare_tables

SIZES = st.lists(st.one_of(st.none(), st.integers(0, 50)), min_size=1, max_size=3)


def compared(game, sizes, depth=9, state=None):
    game = zermelo.load(game)
    return list(compare_tables(game, state or game.initial(), depth, sizes, Budget(Limits())))


@examples(40)
@given(piles=st.lists(st.integers(0, 3), min_size=1, max_size=2).filter(any), sizes=SIZES, depth=st.integers(1, 7))
def test_no_table_changes_the_value(piles, sizes, depth):
    game = f"nim:piles={','.join(map(str, piles))}"
    plain = zermelo.analyse(game, method="alphabeta", depth=depth)
    for use in compared(game, sizes, depth):
        assert use.value == plain.value
        assert use.nodes <= plain.nodes
        table = use.table
        assert table.cuts <= table.hits <= table.look_ups
        assert table.used + table.replacements <= table.stores
        assert table.slots is None or table.used <= table.slots


def test_tic_tac_toe_by_alpha_beta_reads_18297_nodes_and_fewer_with_a_larger_table():
    none, small, large, whole = compared("tictactoe", [0, 100, 1000, None])
    assert none.nodes == 18_297
    assert none.table.hits == none.table.stores == 0
    assert none.nodes > small.nodes > large.nodes > whole.nodes
    assert whole.table.replacements == 0 < large.table.replacements < small.table.replacements


@pytest.mark.parametrize("sizes", [[None], [7]])
def test_a_game_with_loops_has_the_value_of_alpha_beta(sizes):
    for depth in range(1, 7):
        plain = zermelo.analyse("leapfrog", method="alphabeta", depth=depth)
        assert compared("leapfrog", sizes, depth)[0].value == plain.value


def test_too_little_time_is_an_error():
    game = zermelo.load("connect4")
    with pytest.raises(LimitError, match="to depth 30"):
        list(compare_tables(game, game.initial(), 30, [0], Budget(Limits(seconds=0.01))))
