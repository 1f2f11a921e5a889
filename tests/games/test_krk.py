"""King and rook or queen against king: published counts and distances, and brute force on a small board."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from typing import Any
from xml.etree import ElementTree

import pytest

import zermelo
from games_helpers import assert_refused, random_states
from zermelo.core.game import MAX, MIN
from zermelo.games.krk import KRK, Pieces

GAME = KRK()


def placements(game: KRK, mover: int) -> list[Pieces]:
    """All legal placements of the three pieces with this player to move."""
    states = (Pieces(*squares, mover) for squares in permutations(range(game.size**2), 3))
    apart = (s for s in states if not game.are_adjacent(s.king, s.lone))
    return [s for s in apart if mover == MIN or not game.is_attacked(s, s.lone)]


def won_in(table: Any, s: Pieces) -> int | None:
    """The plies in which White wins from s, or None. Positions that play cannot reach follow from the next ones."""
    game, values = table.game, table.values_of(s)
    if values is not None:
        return table.distance(s) if values[0] == 1 else None
    after = [won_in(table, game.result(s, a)) for a in game.actions(s)]
    wins = [plies for plies in after if plies is not None]
    if not wins or (s.mover == MIN and None in after):
        return None
    return 1 + (min(wins) if s.mover == MAX else max(wins))


def counted(game: KRK) -> dict[str, int]:
    """The positions by mover and value, and the longest distances."""
    table = zermelo.solve(game, method="states").table
    found: Counter[str] = Counter()
    for mover in (MAX, MIN):
        plies = [won_in(table, s) for s in placements(game, mover)]
        found[f"drawn {mover}"] = plies.count(None)
        found[f"won {mover}"] = len(plies) - plies.count(None)
        found[f"longest {mover}"] = max(n for n in plies if n is not None)
    return dict(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "white", "lost", "drawn", "longest"),
    [("rook", 175_168, 201_700, 22_244, 32), ("queen", 144_508, 200_896, 23_048, 20)],
)
def test_the_counts_are_those_published(piece: str, white: int, lost: int, drawn: int, longest: int) -> None:
    expected = {"won 0": white, "drawn 0": 0, "longest 0": longest - 1}
    assert counted(KRK(piece)) == expected | {"won 1": lost, "drawn 1": drawn, "longest 1": longest}


@pytest.mark.parametrize("piece", ["rook", "queen"])
def test_a_small_board_agrees_with_brute_force(piece: str) -> None:
    game = KRK(piece, size=4)
    states = placements(game, MAX) + placements(game, MIN)
    distance = {s: 0 for s in states if game.is_terminal(s) and game.utility(s, MAX) == 1}
    plies = 0
    while plies in distance.values():  # all wins in this many plies are known: find those in one more
        plies += 1
        found = []
        for s in set(states) - distance.keys():
            if not game.is_terminal(s):
                after = [distance.get(game.result(s, a), -1) for a in game.actions(s)]
                if plies - 1 in after if s.mover == MAX else -1 not in after:
                    found.append(s)
        distance |= dict.fromkeys(found, plies)
    table = zermelo.solve(game, method="states").table
    for s in states:
        if table.values_of(s) is not None:
            assert (table.values_of(s)[0] == 1) == (s in distance)
            assert s not in distance or table.distance(s) == distance[s]


def test_stalemate_and_capture_are_drawn() -> None:
    stalemate = GAME.parse("......../......../......../......../......../..K...../.R....../k......., black")
    assert GAME.is_terminal(stalemate)
    assert GAME.utility(stalemate, MAX) == 0
    s = GAME.parse("......../......../......../......../.....K../......../.R....../k......., black")
    s = GAME.result(s, GAME.parse_action(s, "kxb2"))
    assert GAME.is_terminal(s)
    assert [GAME.utility(s, p) for p in (MAX, MIN)] == [0, 0]


def test_mate_is_won() -> None:
    mate = GAME.parse("k......R/......../.K....../......../......../......../......../........, black")
    assert GAME.is_terminal(mate)
    assert [GAME.utility(mate, p) for p in (MAX, MIN)] == [1, -1]


def test_text_is_read_as_it_is_written() -> None:
    for game in (GAME, KRK("queen"), KRK(size=5)):
        for s in islice(random_states(game, 1), 60):  # random play may go on for long
            if s.heavy >= 0:
                assert game.parse(game.show(s)) == s
            ElementTree.fromstring(game.draw(s))
            for a in [] if game.is_terminal(s) else game.actions(s):
                assert game.parse_action(s, game.show_action(s, a)) == a
                assert len(game.action_cells(s, a)) == 2


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Kk../R.../..../....", "stand next to each other"),
        ("K.../..../..../....", "it needs one k, not 0"),
        ("K.k./..../..../R.R.", "more than one R"),
        ("K.../R.k./..../....", "in check"),
        ("K.../..k./..../...., black", "play was over"),
        ("K.../..k./..../.Q..", "expected something like"),
    ],
)
def test_what_is_not_a_position_is_refused(text: str, part: str) -> None:
    assert_refused(KRK(size=4), text, text, part)


@pytest.mark.parametrize("parameters", ["piece=bishop", "size=3", "size=9"])
def test_bad_parameters_are_refused(parameters: str) -> None:
    with pytest.raises(zermelo.ZermeloError):
        zermelo.load(f"krk:{parameters}")


@pytest.mark.parametrize("size", range(4, 9))
@pytest.mark.parametrize("piece", ["rook", "queen"])
def test_play_begins_in_a_legal_position(piece, size):
    game = KRK(piece, size)
    assert game.parse(game.show(game.initial())) == game.initial()
