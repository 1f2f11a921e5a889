"""Connect Four: the rows of the lectures' page, and late positions compared with independent brute force."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo import load

ROWS = [((4, 4), 0), ((5, 4), 0), ((4, 5), 0), ((6, 4), -1), ((5, 5), 0)]
LARGER = [((4, 6), 0), ((7, 4), 0), ((5, 6), 0), ((6, 5), 0), ((8, 4), -1), ((7, 5), 0)]


def name(size: tuple[int, int]) -> str:
    return f"connect4:width={size[0]},height={size[1]}"


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "value"), ROWS[:3])
def test_small_boards(size, value):
    found = zermelo.solve(name(size), method="search", plain=True)
    assert (found.value, found.proved) == (value, True)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("size", "value"), ROWS)
def test_small_boards_as_machine_code(size, value, threads):
    found = zermelo.solve(name(size), method="search", threads=threads)
    assert (found.value, found.proved) == (value, True)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value"), LARGER)
def test_larger_boards(size, value):
    found = zermelo.solve(name(size), method="search", threads=2)
    assert (found.value, found.proved) == (value, True)


def test_a_published_position():
    game = load("connect4")
    found = zermelo.solve(game, game.parse("45461667"), method="search")
    assert (found.value, found.proved) == (1, True)


WIDTH, HEIGHT = 7, 6


def has_four(columns: tuple[str, ...], stone: str) -> bool:
    """Whether the stone is four in a row anywhere, by testing every square and every direction."""
    at = {(c, r): s for c, column in enumerate(columns) for r, s in enumerate(column)}
    return any(
        all(at.get((c + i * dc, r + i * dr)) == stone for i in range(4))
        for c, r in at
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def naive(columns: tuple[str, ...], mover: str, known: dict) -> int:
    """The position's value to the mover, by brute force."""
    other = "O" if mover == "X" else "X"
    if has_four(columns, other):
        return -1
    if columns not in known:
        known[columns] = max(
            (
                -naive((*columns[:c], columns[c] + mover, *columns[c + 1 :]), other, known)
                for c in range(WIDTH)
                if len(columns[c]) < HEIGHT
            ),
            default=0,
        )
    return known[columns]


def late(seed: int, stones: int):
    """A position after this many random moves without a win, or None."""
    chance = random.Random(seed)
    columns, played = ("",) * WIDTH, ""
    for ply in range(stones):
        c = chance.choice([c for c in range(WIDTH) if len(columns[c]) < HEIGHT])
        columns = (*columns[:c], columns[c] + "XO"[ply % 2], *columns[c + 1 :])
        played += str(c + 1)
        if has_four(columns, "XO"[ply % 2]):
            return None
    return columns, played


@pytest.mark.thorough
def test_late_positions_have_the_values_of_brute_force():
    game = load("connect4")
    values = []
    for seed in range(2_000):
        position = late(seed, 32)
        if position is None or len(values) >= 12:
            continue
        columns, played = position
        value = naive(columns, "X", {})
        found = zermelo.solve(game, game.parse(played), method="search", plain=True)
        assert (found.value, found.proved) == (value, True), played
        looked = zermelo.analyse(game, game.parse(played), depth=12, plain=True)
        assert (looked.value, looked.proved) == (value, True), played
        optimal = [
            c
            for c in range(WIDTH)
            if len(columns[c]) < HEIGHT
            and -naive((*columns[:c], columns[c] + "X", *columns[c + 1 :]), "O", {}) == value
        ]
        assert sorted(found.actions) == optimal, played
        values.append(value)
    assert len(set(values)) == 3  # won, drawn and lost
