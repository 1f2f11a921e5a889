"""The engine on games whose answers are known: tic-tac-toe, nim, domineering, the game of 21, leapfrog."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

import zermelo
from zermelo import load


def by_search(name: str, position: str | None = None, **options):
    game = load(name)
    s = None if position is None else game.parse(position)
    found = zermelo.solve(game, s, method="search", plain=True, **options)
    assert found.proved
    return found


def test_tic_tac_toe_is_drawn_whatever_is_played_first():
    found = by_search("tictactoe")
    assert (found.value, len(found.actions)) == (0, 9)
    assert zermelo.analyse("tictactoe", depth=9, plain=True).value == 0


def test_every_tic_tac_toe_position_after_two_plies():
    game = load("tictactoe")
    for a in game.actions(game.initial()):
        s = game.result(game.initial(), a)
        exact = zermelo.solve(game, s, method="states")
        found = zermelo.solve(game, s, method="search", plain=True)
        assert (found.value, sorted(found.actions)) == (exact.value, sorted(exact.actions))


@pytest.mark.parametrize("misere", [True, False])
def test_nim_is_won_by_the_xor_of_its_piles(misere):
    for piles in combinations_with_replacement(range(5), 3):
        if not any(piles):
            continue
        found = by_search(f"nim:piles={','.join(map(str, piles))},misere={str(misere).lower()}")
        ones = misere and max(piles) == 1
        wins = (sum(piles) % 2 == 0) if ones else reduce(xor, piles) != 0
        assert found.value == (1 if wins else -1), piles
        exact = zermelo.solve(found.game, method="states")
        assert (found.distance, sorted(found.actions)) == (exact.distance, sorted(exact.actions))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("size", "vertical_first", "horizontal_first"),
    [((2, 2), 1, -1), ((3, 3), 1, -1), ((4, 4), 1, -1), ((4, 2), -1, -1), ((2, 4), 1, 1), ((5, 5), -1, 1)],
)
def test_domineering(size, vertical_first, horizontal_first):
    """By width and height: whoever begins wins on the small squares and loses on 5 by 5.

    On 4 by 2 Horizontal always wins, on 2 by 4 Vertical.
    """
    for first, value in ((0, vertical_first), (1, horizontal_first)):
        assert by_search(f"domineering:width={size[0]},height={size[1]},first={first}").value == value


@pytest.mark.parametrize("said", range(1, 21))
def test_the_game_of_21_is_lost_at_multiples_of_4(said):
    game = load("twentyone")
    s = game.initial()._replace(said=said)
    found = zermelo.solve(game, s, method="search", plain=True)
    assert found.value == (-1 if said % 4 == 0 else 1)


@pytest.mark.parametrize("cells", range(3, 10))
def test_leapfrog_is_won_on_an_even_number_of_cells(cells):
    assert by_search(f"leapfrog:cells={cells}").value == (1 if cells % 2 == 0 else -1)
