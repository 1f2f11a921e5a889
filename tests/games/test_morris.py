"""Morris: boards, mills and captures against a naive reading, and the published values."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

import zermelo
from games_helpers import assert_action_or_refused, assert_refused, random_states, read_if_sound
from zermelo.core.game import MAX, MIN
from zermelo.games.morris import Men, Morris

GAMES = [Morris(), Morris(6), Morris(9), Morris(6, flying=True)]


@pytest.mark.parametrize(("men", "points", "mills", "steps"), [(3, 9, 8, 16), (6, 16, 8, 20), (9, 24, 16, 32)])
def test_the_boards_have_their_points_mills_and_steps(men: int, points: int, mills: int, steps: int) -> None:
    game = Morris(men)
    assert len(game.layout.points) == points
    assert len(game.mills) == mills
    assert sum(mask.bit_count() for mask in game.next_to) == 2 * steps


def naive_actions(game: Morris, s: Men) -> set[str]:
    """The moves by name, read from the letters of the board."""
    xo = game._letters(s)
    mine, theirs = ("XO", "OX")[s.mover]
    lines = game.layout.mills
    empty = [i for i, c in enumerate(xo) if c == "."]
    if s.to_place:
        pairs = [(None, to) for to in empty]
    else:
        near = {(a, b) for road in game.layout.roads for a, b in pairwise(road)}
        near |= {(b, a) for a, b in near}
        men = [i for i, c in enumerate(xo) if c == mine]
        flies = game.flies and len(men) == 3
        pairs = [(start, to) for start in men for to in empty if flies or (start, to) in near]
    found = set()
    for start, to in pairs:
        after = ["." if i == start else mine if i == to else c for i, c in enumerate(xo)]
        name = game._name(to) if start is None else f"{game._name(start)}-{game._name(to)}"
        closes = any(to in line and all(after[i] == mine for i in line) for line in lines)
        if not closes or game.men == 3:
            found.add(name)
            continue
        safe = {i for line in lines if all(xo[i] == theirs for i in line) for i in line}
        targets = [i for i, c in enumerate(xo) if c == theirs]
        free = [i for i in targets if i not in safe] or targets
        found |= {f"{name}x{game._name(i)}" for i in free}
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_actions_are_those_of_a_naive_reading(game: Morris) -> None:
    captures = 0
    for s in random_states(game, 12):
        if not game.is_terminal(s):
            names = [game.show_action(s, a) for a in game.actions(s)]
            assert set(names) == naive_actions(game, s)
            assert len(set(names)) == len(names)
            captures += any("x" in name for name in names)
    assert captures or game.men == 3


def test_three_mens_morris_is_won_by_who_begins() -> None:
    answer = zermelo.solve("morris")
    assert (answer.value, answer.proved, answer.shown_action) == (1, True, "b2")


def test_a_player_without_a_move_loses() -> None:
    game = Morris(6)  # X stands in the corners, and O on all points beside them
    s = game.parse("XOX...O..O...XO. X to move")
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in (MAX, MIN)] == [-1, 1]


def test_fewer_than_three_men_lose() -> None:
    game = Morris(6)
    s = game.parse("XX.OOO.......... X to move")
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in (MAX, MIN)] == [-1, 1]


def test_nine_men_fly_by_default_and_six_do_not() -> None:
    assert [game.flies for game in GAMES] == [False, False, True, True]
    assert str(Morris(9)) == "morris:men=9"


@pytest.mark.slow
def test_six_mens_morris_is_a_draw() -> None:
    answer = zermelo.solve("morris:men=6", nodes=100_000_000)
    assert (answer.value, answer.proved) == (0, True)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_text_is_read_as_it_is_written(game: Morris) -> None:
    for s in random_states(game, 6):
        assert game.parse(game.show(s)) == s
        ElementTree.fromstring(game.draw(s))
        for a in [] if game.is_terminal(s) else game.actions(s):
            assert game.parse_action(s, game.show_action(s, a)) == a


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("........ X to move", "expected something like"),
        ("......... X to move, 5 men to place", "X cannot be to move with 5 men to place"),
        ("......... X to move, 8 men to place", "X cannot be to move with 8 men to place"),
        ("XXXX.OOO. X to move", "at most 3 men"),
        ("XXX.OO..O X to move", "X has a mill"),
        ("X....O..O X to move", "O has fewer than 3 men"),
        ("Q........ X to move", "expected something like"),
    ],
)
def test_what_is_not_a_position_is_refused(text: str, part: str) -> None:
    assert_refused(Morris(), text, text, part)


@given(st.text(alphabet="XOxo./ ,tomveplacn0123456789\n", max_size=60))
@settings(max_examples=150)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_if_sound(Morris(), text)
    assert_action_or_refused(Morris(), text)


@pytest.mark.parametrize("parameters", ["men=4", "men=true", "men=x", "flying=3"])
def test_bad_parameters_are_refused(parameters: str) -> None:
    with pytest.raises(zermelo.ZermeloError):
        zermelo.load(f"morris:{parameters}")
