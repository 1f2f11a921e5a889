"""The cells that an action touches are those of the board that it changes: read from how the board is shown."""

from __future__ import annotations

import random
import re

import pytest

from zermelo import games, load
from zermelo.core.game import CHANCE

EXACT = ["tictactoe", "tictactoe:width=5,height=4,row=4", "connect4", "connect4:width=5,height=4", "domineering"]
EXACT += ["domineering:width=4,height=6", "breakthrough", "breakthrough:width=5,height=7"]
"""Games whose actions change just these cells."""

BOARDLESS = {"tricks", "pig", "twentyone", "goofspiel", "kuhn", "leduc", "liarsdice", "matrix", "morra", "rps"}


def grid(text):
    """The cells of a board as it is shown, without the letters and numbers at its edges."""
    rows = [re.sub(r"^\s*[0-9]+ ", "", line).split() for line in text.split("\n")]
    size = max(len(row) for row in rows)
    return [row for row in rows if len(row) == size and not {"a", "1"} & {row[0]}]


def plays(game, number=6, most=40):
    """States and actions of random plays."""
    for seed in range(number):
        dice, s = random.Random(seed), game.initial()
        for _ in range(most):
            if game.is_terminal(s):
                break
            a = dice.choice(list(game.actions(s)))
            yield s, a
            s = game.result(s, a)


def changed(before, after):
    return {(r, c) for r, row in enumerate(before) for c, cell in enumerate(row) if after[r][c] != cell}


@pytest.mark.parametrize("text", EXACT)
def test_the_cells_are_those_that_change(text):
    game = load(text)
    for s, a in plays(game):
        before, after = grid(game.show(s)), grid(game.show(game.result(s, a)))
        assert set(game.action_cells(s, a)) == changed(before, after)


@pytest.mark.parametrize(
    "text", ["othello", "othello:size=6", "othello:size=4", "rolit", "rolit:size=6", "hex:size=5", "gomoku:size=7"]
)
def test_the_cell_is_the_one_that_was_empty(text):
    game = load(text)
    for s, a in plays(game):
        before, after = grid(game.show(s)), grid(game.show(game.result(s, a)))
        filled = {(r, c) for r, c in changed(before, after) if before[r][c] == "."}
        assert set(game.action_cells(s, a)) == filled


def test_moves_go_from_a_piece_of_ones_own():
    game = load("breakthrough")
    for s, a in plays(game):
        (row, column), _ = game.action_cells(s, a)
        assert grid(game.show(s))[row][column] == "wb"[s.mover]


def test_leapfrog_goes_from_cell_to_cell():
    game = load("leapfrog:cells=9")
    for s, a in plays(game):
        (_, start), (_, end) = game.action_cells(s, a)
        rows = [game.show(state).partition(",")[0] for state in (s, game.result(s, a))]
        assert rows[0][start] == rows[1][end] == "AB"[s.mover]


def test_einstein_goes_from_cell_to_cell():
    game = load("einstein")
    for s, a in plays(game):
        cells = game.action_cells(s, a)
        if game.player(s) == CHANCE:
            assert cells == ()
        else:
            (r, c), (to_r, to_c) = cells
            stone = f"{'XO'[s.mover]}{a // 3 + 1}"
            assert grid(game.show(s))[r][c] == grid(game.show(game.result(s, a)))[to_r][to_c] == stone


def test_nim_takes_the_last_sticks_of_a_pile():
    game = load("nim:piles=3,4,5")
    s = game.initial()
    assert game.action_cells(s, game.parse_action(s, "2 from pile 3")) == ((2, 3), (2, 4))


def test_kalah_sows_from_the_side_of_the_mover():
    game = load("kalah")
    s = game.initial()
    assert game.action_cells(s, 0) == ((1, 0),)
    assert game.action_cells(s._replace(mover=1), 0) == ((0, 5),)


def test_2048_names_the_cell_of_a_new_tile_only():
    game = load("2048")
    for s, a in plays(game, 2):
        cells = game.action_cells(s, a)
        if game.player(s) != CHANCE:
            assert cells == ()
            continue
        before, after = ([row.split() for row in game.show(state).split("\n")[:4]] for state in (s, game.result(s, a)))
        assert set(cells) == changed(before, after)


def test_backgammon_names_the_points():
    game = load("backgammon")
    s = game.result(game.initial(), 3 << 3 | 1)  # X has rolled 3 and 1
    a = game.parse_action(s, "8/5 6/5")
    assert set(game.action_cells(s, a)) == {(1, 4), (1, 6), (1, 7)}  # points 8, 6 and 5, counted from the right
    s = game.result(game.initial(), 1 << 3 | 3)  # O has
    a = game.parse_action(s, "8/5 6/5")
    assert set(game.action_cells(s, a)) == {(0, 4), (0, 6), (0, 7)}


def test_pacman_goes_to_the_next_square():
    game = load("pacman:ghosts=minimax")
    for s, a in plays(game, 2):
        cells = game.action_cells(s, a)
        rows = game.show(s).split("\n")
        assert rows[cells[0][0]][cells[0][1]] in ("P" if s.turn == 0 else "P123456789")
        assert all(rows[r][c] != "%" for r, c in cells)
        assert len(cells) == 1 or sum(abs(x - y) for x, y in zip(*cells, strict=True)) == 1


@pytest.mark.parametrize("name", sorted(set(games.names()) - BOARDLESS))
def test_all_board_games_know_their_cells(name):
    game = load(name)
    assert any(game.action_cells(s, a) for s, a in plays(game, 1))
