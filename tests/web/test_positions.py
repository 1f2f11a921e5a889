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


@pytest.mark.parametrize("name", ["backgammon", "pacman", "nim", "kalah"])
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
    ],
)
@pytest.mark.parametrize("plies", [0, 3])
def test_the_editor_has_a_board_whose_cells_are_in_the_text(
    name: str, rows: int, columns: int, pieces: list[str], plies: int
) -> None:
    game = zermelo.load(name)
    told = describe_text(game, position(game, plies))
    lines, grid = told["text"].split("\n"), told["grid"]
    assert [len(row) for row in grid["rows"]] == [columns] * rows
    for row, places in zip(grid["rows"], grid["places"], strict=True):
        assert [lines[line][at : at + len(sign)] for sign, (line, at) in zip(row, places, strict=True)] == row
    assert told["pieces"] == pieces


@pytest.mark.parametrize(
    ("name", "pieces"), [("checkers", "BWbw"), ("draughts", "BWbw"), ("dobutsu", "CEGHLceghl"), ("krk", "KRk")]
)
def test_the_editor_offers_every_piece_also_promoted_ones(name: str, pieces: str) -> None:
    game = zermelo.load(name)
    assert describe_text(game, game.initial())["pieces"] == [".", *pieces]
