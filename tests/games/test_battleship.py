"""Battleship."""

from __future__ import annotations

from random import Random

import pytest

import zermelo
from worlds_helpers import agrees, random_state
from zermelo.core.errors import LoadError, ParseError
from zermelo.core.game import State
from zermelo.core.limits import Budget, Limits
from zermelo.core.rules import legal_actions
from zermelo.core.views import View, parse_view, show_view
from zermelo.games.battleship import Battleship
from zermelo.games.battleship.rules import has
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import Worlds, worlds_in

GAME = Battleship()
SMALL = Battleship(4, 3, (3, 2))


def all_fleets(s: State, p: int) -> Worlds:
    """Every fleet of the other player that agrees with the shots of p, written again from the rules alone."""
    found = []
    first = [ship for ship in range(24) if SMALL.fits(0, ship, (0, 0))]
    for one in first:
        second = [ship for ship in range(24) if SMALL.fits(1, ship, SMALL.cells_of(0, one))]
        for two in second:
            if agrees_with_shots(s, p, (one, two)):
                ships = (s.ships[0], (one, two)) if p == 0 else ((one, two), s.ships[1])
                found.append((s._replace(ships=ships), 1 / len(first) / len(second)))
    return worlds_in(View.of(SMALL, s), found, "brute force", exact=True)


def agrees_with_shots(s: State, p: int, fleet: tuple[int, int]) -> bool:
    cells = [{c for c in range(12) if has(SMALL.cells_of(i, ship), c)} for i, ship in enumerate(fleet)]
    hits = {c for c in range(12) if has(s.hits[p], c)}
    misses = {c for c in range(12) if has(s.misses[p], c)}
    told = all(
        (ship <= hits) == (at >= 0) and (at < 0 or at in ship) for ship, at in zip(cells, s.sunk[1 - p], strict=True)
    )
    return told and hits <= cells[0] | cells[1] and not misses & (cells[0] | cells[1])


@pytest.mark.parametrize(("plies", "seed"), [(4, 1), (8, 2), (12, 3), (14, 4), (18, 5)])
def test_sampled_fleets_agree_with_all_shots_and_have_the_right_odds(plies: int, seed: int) -> None:
    s = random_state(SMALL, plies, seed)
    view = View.of(SMALL, s)
    sampled = WorldSampler(SMALL, plain=True)._sample(view, 1_500, 1, Budget(Limits()))
    assert all(view.is_of(SMALL, t) for t in sampled.states)
    assert agrees(sampled, all_fleets(s, view.player))


def test_the_fleet_is_placed_without_overlaps_and_sunk_ship_by_ship() -> None:
    random = Random(1)
    s = GAME.initial()
    while GAME.unplaced(s.ships[s.mover]) < GAME.fleet_size:
        s = GAME.result(s, random.choice(legal_actions(GAME, s)))
    for p in range(2):
        low, high = GAME.occupied(s.ships[p])
        assert low.bit_count() + high.bit_count() == sum(GAME.fleet) == 17
    shots = 0
    while not GAME.is_terminal(s):
        s = GAME.result(s, random.choice(legal_actions(GAME, s)))
        shots += 1
    winner = 1 - s.mover
    assert GAME.utility(s, winner) == 1
    assert all(cell >= 0 for cell in s.sunk[1 - winner])
    assert 2 * 17 - 1 <= shots <= 200


def test_a_sinking_is_announced_at_the_last_cell() -> None:
    s = SMALL.parse("aaa./bb../..../aaa./bb../....")
    for shot in ("a2", "d1", "b2"):  # the first player's shots, and one of the second that misses
        s = SMALL.result(s, SMALL.parse_action(s, shot))
    assert SMALL.show(s, 0).splitlines()[7:] == ["1 . . . .", "2 x 2 . .", "3 . . . ."]
    assert s.sunk == ((-1, -1), (-1, 5))


def test_texts_are_read_as_they_are_shown() -> None:
    for seed in range(12):
        for game in (SMALL, GAME):
            s = random_state(game, 3 * seed, seed)
            assert game.parse(game.show(s)) == s
            view = View.of(game, s)
            assert parse_view(game, show_view(game, view)) == view


@pytest.mark.parametrize(
    "text", ["", "aaa./bb../....", "aa../bb../..../aaa./bb../....", "zzz./bb../..../aaa./bb../...."]
)
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        SMALL.parse(text)


@pytest.mark.parametrize(
    ("shots", "contradiction"),
    [
        ("-x-./.-../....", "no ship can cover the hit at b1"),
        ("xx1./..../....", None),
        ("x.1./..../....", "no place is left for ship 1, of length 3, although it was sunk at c1"),
        ("..-./----/..-.", "no place is left for ship 1, of length 3"),
    ],
)
def test_shots_that_contradict_each_other_are_named(shots: str, contradiction: str | None) -> None:
    text = f"0: aaa./bb../..../{shots}"
    if contradiction is None:
        assert parse_view(SMALL, text).seen.sunk == ((-1, -1), (2, -1))
        return
    with pytest.raises(ParseError, match=f"agrees with the view '0: aaa.*: {contradiction}$"):
        parse_view(SMALL, text)


@pytest.mark.parametrize("parameters", ["width=11", "fleet=11", "width=2,height=2,fleet=2,2,2", "width=0"])
def test_bad_parameters_are_refused(parameters: str) -> None:
    with pytest.raises(LoadError):
        zermelo.load(f"battleship:{parameters}")
