"""Othello: the rows of the lectures' page, and endgames compared with independent brute force."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo
from zermelo import load

FFO = Path(__file__).parents[2] / "benchmarks" / "ffo.txt"

STEPS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


@pytest.mark.parametrize("options", [{"plain": True}, pytest.param({"threads": 2}, marks=pytest.mark.slow)])
def test_4_by_4_is_won_by_8_for_the_second(options):
    found = zermelo.solve("othello:size=4", method="search", **options)
    assert (found.value, found.proved) == (-8, True)
    assert zermelo.analyse("othello:size=4", depth=14, **options).value == -8


def turned(board: dict, mover: str, square: tuple[int, int]) -> list[tuple[int, int]]:
    """The discs that a new one turns over."""
    found = []
    for dr, dc in STEPS:
        run, (r, c) = [], (square[0] + dr, square[1] + dc)
        while board.get((r, c), ".") not in (".", mover):
            run.append((r, c))
            r, c = r + dr, c + dc
        if board.get((r, c)) == mover:
            found += run
    return found


def moves(board: dict, mover: str) -> dict:
    tried = {square: turned(board, mover, square) for square, disc in board.items() if disc == "."}
    return {square: discs for square, discs in tried.items() if discs}


def naive(board: dict, mover: str, alpha: int = -100, beta: int = 100) -> int:
    """The mover's discs less the other's at the end of best play."""
    other = "O" if mover == "X" else "X"
    found = moves(board, mover)
    if not found:
        if moves(board, other):
            return -naive(board, other, -beta, -alpha)
        discs = list(board.values())
        return discs.count(mover) - discs.count(other)
    best = -100
    for square, discs in found.items():
        best = max(best, -naive(board | {square: mover} | dict.fromkeys(discs, mover), other, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def endgame(size: int, seed: int, empty: int):
    """A position of random play with this many empty squares, or None if play ended before."""
    game, chance = load(f"othello:size={size}"), random.Random(seed)
    s = game.initial()
    while not game.is_terminal(s):
        board = squares(game, s, size)
        if list(board.values()).count(".") == empty:
            return game, s, board
        s = game.result(s, chance.choice(list(game.actions(s))))
    return None


def squares(game, s, size: int) -> dict:
    """The board square by square, from its text."""
    rows = [line.split()[1:] for line in game.show(s).splitlines()[1 : size + 1]]
    return {(r, c): rows[r][c].upper() for r in range(size) for c in range(size)}


@pytest.mark.parametrize(("size", "empty", "count"), [(8, 7, 5), (6, 8, 6)])
def test_endgames_have_the_values_of_brute_force(size, empty, count):
    values = []
    for seed in range(50):
        position = endgame(size, seed, empty)
        if position is None or len(values) >= count:
            continue
        game, s, board = position
        sign = 1 if game.player(s) == 0 else -1
        value = sign * naive(board, "XO"[game.player(s)])
        found = zermelo.solve(game, s, method="search", plain=True)
        assert (found.value, found.proved) == (value, True)
        assert zermelo.analyse(game, s, depth=30, plain=True).value == value
        values.append(value)
    assert len(values) == count


@pytest.mark.slow
def test_the_ffo_endgame_positions_have_the_published_values():
    game = load("othello:empty_to_winner=true")
    lines = [line.split(";") for line in FFO.read_text().splitlines() if not line.startswith("%")]
    assert len(lines) == 19
    for board, score in lines:
        s = game.parse(board)
        found = zermelo.solve(game, s, method="search", value_only=True)
        assert (found.value, found.proved) == (int(score) if game.player(s) == 0 else -int(score), True), board


@pytest.mark.parametrize(("winner_takes", "value"), [("false", 13), ("true", 64)])
def test_squares_that_stay_empty_may_be_the_winners(winner_takes, value):
    game = load(f"othello:empty_to_winner={winner_takes}")
    s = game.parse("e6f4e3f6g5d6e7f5c5")
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in (0, 1)] == [value, -value]


@pytest.mark.slow
def test_endgames_of_ten_empty_squares_as_machine_code():
    for seed in range(20):
        position = endgame(8, seed, 10)
        if position is not None:
            game, s, board = position
            sign = 1 if game.player(s) == 0 else -1
            for threads in (1, 2):
                found = zermelo.solve(game, s, method="search", threads=threads)
                assert (found.value, found.proved) == (sign * naive(board, "XO"[game.player(s)]), True)
