"""Matrix games, rock-paper-scissors and Morra: tables from text, beside OpenSpiel."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

import zermelo
from games_helpers import assert_refused, read_if_sound
from hidden_helpers import assert_same_rules, assert_texts_are_read
from zermelo.core.errors import ParseError
from zermelo.games.matrix import Matrix
from zermelo.games.morra import Morra
from zermelo.games.rps import Rps


@pytest.mark.parametrize("name", ["matrix", "rps"])
def test_the_rules_are_those_of_openspiel(name: str) -> None:
    assert_same_rules(name, zermelo.load(name), 30, lambda _, a: a)


@pytest.mark.parametrize("game", [Matrix(), Rps(), Morra(), Matrix("3,3|0,5|1,1;5,0|1,1|2,2")])
def test_what_is_shown_is_read_again(game: Matrix) -> None:
    assert_texts_are_read(game, 20)


@pytest.mark.parametrize(
    ("text", "shape", "zero_sum", "total"),
    [
        ("matrix:1,-1;-1,1", (2, 2), True, 0),
        ('matrix:"1,-1;-1,1"', (2, 2), True, 0),
        ("matrix:payoffs=1,-1;-1,1", (2, 2), True, 0),
        ("matrix: 1/2, -0.5, 3 ; 1, 2, 3", (2, 3), True, 0),
        ("matrix:3,3|0,5;5,0|1,1", (2, 2), False, 0),
        ("matrix:1,0|0,1;0,1|1,0", (2, 2), True, 1),
    ],
)
def test_tables_are_read(text: str, shape: tuple[int, int], zero_sum: bool, total: float) -> None:
    game = zermelo.load(text)
    assert isinstance(game, Matrix)
    assert ((game.rows, game.columns), game.zero_sum, game.total) == (shape, zero_sum, total)
    again = zermelo.load(str(game))
    assert isinstance(again, Matrix)
    assert (again.first == game.first).all()


def test_the_cells_are_what_both_get() -> None:
    game = Matrix("3,3|0,5;5,0|1,1")
    s = game.parse("row1 column2")
    assert [game.utility(s, p) for p in (0, 1)] == [0, 5]
    assert re.findall(">([0-9], [0-9])<", game.draw(s)) == ["3, 3", "0, 5", "5, 0", "1, 1"]
    assert Matrix("1/3,0").payoff(0, 0) == (1 / 3, -1 / 3)


def test_a_choice_is_not_seen_before_it_is_answered() -> None:
    game = Rps()
    rock, paper = game.parse("rock -"), game.parse("paper -")
    assert [game.show(rock, p) for p in (None, 0, 1)] == ["rock -", "rock -", "- -"]
    assert game.observe(rock, 1) == game.observe(paper, 1)
    assert [game.show_action(game.initial(), 0, p) for p in (None, 0, 1)] == ["rock", "rock", "a row"]
    assert game.show_action(rock, 1, 0) == "paper"
    assert game.draw(rock, 1) == game.draw(paper, 1) != game.draw(rock, 0)
    assert game.show(game.parse("rock paper"), 1) == "rock paper"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1,x", "'x' in '1,x' is not a number"),
        ("1,2;3", "its rows have 2 and 1 cells"),
        ("1,2|3", "'3' is not a pair of numbers"),
        ("1/0", "'1/0' in '1/0' is not a number"),
        ("1e400", "'1e400' in '1e400' is not a number"),
        ("1,,2", "'' in '1,,2' is not a number"),
        (";".join("1" * 101), "at most 100 rows"),
    ],
)
def test_invalid_tables_are_refused(text: str, why: str) -> None:
    with pytest.raises(ParseError) as caught:
        zermelo.load(f"matrix:{text}")
    assert why in str(caught.value)


@pytest.mark.parametrize("text", ["", "rock", "rock stone", "- rock", "rock paper scissors"])
def test_invalid_positions_are_refused(text: str) -> None:
    assert_refused(Rps(), text, f"'{text}' is not a position")


@given(st.text())
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Rps(), text)


def test_names() -> None:
    assert str(Matrix()) == "matrix"
    assert Morra().player_names == ("Even", "Odd")
    assert str(Rps().kind) == "deterministic, imperfect information, 2 players, zero-sum"
    assert str(Matrix("3,3|0,5;5,0|1,1").kind) == "deterministic, imperfect information, 2 players, general-sum"
