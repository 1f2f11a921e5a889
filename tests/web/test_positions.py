"""Positions as data for the page."""

from __future__ import annotations

from random import Random

import pytest

import zermelo
from zermelo.core.game import Game, State
from zermelo.web.positions import describe_text


def position(game: Game, plies: int) -> State:
    """The position after a few random plies, or at the end of the game."""
    s, dice = game.initial(), Random(plies)
    for _ in range(plies):
        if game.is_terminal(s):
            break
        s = game.result(s, dice.choice(list(game.actions(s))))
    return s


@pytest.mark.parametrize("name", ["backgammon", "pacman", "pig", "twentyone"])
@pytest.mark.parametrize("plies", [0, 3, 6])
def test_the_editor_has_no_board_if_the_text_is_not_one(name: str, plies: int) -> None:
    game = zermelo.load(name)
    s = position(game, plies)
    told = describe_text(game, s)
    assert (told["grid"], told["pieces"]) == (None, [])
    assert told["text"] == game.show(s)


@pytest.mark.parametrize(
    ("name", "rows", "columns", "pieces"),
    [
        ("tictactoe", 3, 3, [".", "O", "X"]),
        ("connect4", 6, 7, [".", "O", "X"]),
        ("checkers", 8, 4, [".", "B", "W", "b", "w"]),
        ("hex", 11, 11, [".", "B", "R", "b", "r"]),
        ("2048", 4, 4, [".", *(str(2**power) for power in range(1, 12))]),
        ("einstein:size=3,stones=1", 3, 3, [".", "O1", "X1"]),
        ("nim:piles=3,4,5", 1, 3, ["0", "1", "2", "3", "4", "5"]),
        ("leapfrog:cells=6", 1, 6, [".", "A", "B"]),
        ("morris", 3, 3, [".", "O", "X"]),
    ],
)
@pytest.mark.parametrize("plies", [0, 3])
def test_the_editor_has_a_board_whose_cells_are_in_the_text(
    name: str, rows: int, columns: int, pieces: list[str], plies: int
) -> None:
    game = zermelo.load(name)
    told = describe_text(game, position(game, plies))
    grid = told["grid"]
    assert [len(row) for row in grid["rows"]] == [columns] * rows
    assert grid["columns"] == [[*range(columns)]] * rows
    for row, places in zip(grid["rows"], grid["places"], strict=True):
        assert [told["text"][start:end] for start, end in places] == row
    assert told["pieces"] == pieces


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("kalah:pits=3,seeds=1", [[1, 2, 3], [0, 4], [1, 2, 3]]),
        ("morris:men=6", [[0, 2, 4], [1, 2, 3], [0, 1, 3, 4], [1, 2, 3], [0, 2, 4]]),
    ],
)
def test_cells_of_other_boards_are_where_the_text_has_them(name: str, columns: list[list[int]]) -> None:
    game = zermelo.load(name)
    told = describe_text(game, game.initial())
    assert told["grid"]["columns"] == columns


def test_a_sign_that_is_changed_in_its_place_makes_another_position() -> None:
    game = zermelo.load("morris:men=6")
    text = game.show(game.initial()).replace("12 men", "10 men")
    (corner, _), (middle, _) = game.board_places(text)[0][0], game.board_places(text)[2][1]
    for at, sign in ((corner, "X"), (middle, "O")):
        text = text[:at] + sign + text[at + 1 :]
    assert game.show(game.parse(text)) == text


@pytest.mark.parametrize(
    ("name", "pieces"), [("checkers", "BWbw"), ("draughts", "BWbw"), ("dobutsu", "CEGHLceghl"), ("krk", "KRk")]
)
def test_the_editor_offers_every_piece_also_promoted_ones(name: str, pieces: str) -> None:
    game = zermelo.load(name)
    assert describe_text(game, game.initial())["pieces"] == [".", *pieces]
