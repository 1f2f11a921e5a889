"""Breakthrough against OpenSpiel, brute force on small boards, and a naive reading of the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import games_helpers
import zermelo
from games_helpers import assert_action_or_refused, assert_refused, beside_openspiel, openspiel, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.breakthrough import Breakthrough, Pawns

SIZES = [(8, 8), (5, 6), (6, 5), (3, 7), (2, 8), (4, 4), (2, 2), (8, 2), (3, 3), (7, 9)]
ODD_SIZES = [(26, 2), (2, 32), (12, 5)]


def random_play(game: Breakthrough, seed: int) -> Iterator[tuple[Pawns, int | None]]:
    """The states of one random game, each with the action that is taken there. Odd seeds capture when they can."""

    def captures(s: Pawns) -> list[int]:
        return [a for a in game.actions(s) if seed % 2 and int(s.white | s.black) >> game.target(s, a) & 1]

    return games_helpers.random_play(game, seed, captures)


def random_states(game: Breakthrough, games: int = 6) -> Iterator[Pawns]:
    return games_helpers.random_states(game, games, random_play)


def letters(game: Breakthrough, s: Pawns) -> list[str]:
    """The rows of the board from the top, read from what people see."""
    return ["".join(row.split()[1:]) for row in game.show(s).splitlines()[:-2]]


def number_in_openspiel(game: Breakthrough, s: Pawns, a: int) -> int:
    """OpenSpiel numbers the cells as we do, though it shows the first player's pawns, black to it, at the top."""
    cell, direction = divmod(a, 3)
    end = cell + direction - 1 + (game.width if s.mover == MAX else -game.width)
    captures = int(s.black if s.mover == MAX else s.white) >> end & 1
    return (cell * 6 + 3 * s.mover + direction) * 2 + captures


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_those_of_openspiel(size: tuple[int, int]) -> None:
    width, height = size
    theirs = openspiel(f"breakthrough(rows={height},columns={width})")
    game = Breakthrough(*size)
    number = partial(number_in_openspiel, game)
    positions = seed = captured_all = 0
    while positions < 7000 and seed < 2000:
        seed += 1
        for s, state in beside_openspiel(game, theirs, seed, play=random_play, number=number, in_order=False):
            positions += 1
            rows = [row.translate(str.maketrans("wb", "bw")) for row in letters(game, s)[::-1]]
            assert rows == [row[1:] for row in str(state).splitlines()[:-1]]
            assert game.initial() == s or [type(field) for field in s] == [np.uint64, np.uint64, int]
            captured_all += not s.white or not s.black
    assert captured_all or height == 2 or width * height > 50, "both ways of winning should be seen"


def test_winning_by_capturing_every_pawn() -> None:
    game = Breakthrough(3, 5)
    s = game.parse(".../.../.b./w../... white")
    s = game.result(s, game.parse_action(s, "a2xb3"))
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in (MAX, MIN)] == [1, -1]


# Knowledge.


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(3, 4), (2, 5), (4, 3), (2, 6), (3, 5)])
def test_a_best_action_is_among_the_candidates(size: tuple[int, int]) -> None:
    game = Breakthrough(*size)
    value: dict[Pawns, float] = {}

    def brute(s: Pawns) -> float:
        if s not in value:
            best = max if s.mover == MAX else min
            over = game.is_terminal(s)
            value[s] = game.utility(s, MAX) if over else best([brute(game.result(s, a)) for a in game.actions(s)])
        return value[s]

    brute(game.initial())
    narrowed = 0
    for s, best in value.items():
        assert value.get(game.canonical(s), best) == best
        if not game.is_terminal(s):
            actions, tried = list(game.actions(s)), list(game.candidates(s))
            assert set(tried) <= set(actions)
            assert best in [value[game.result(s, a)] for a in tried]
            narrowed += len(tried) < len(actions)
    assert narrowed > len(value) / 10


def test_candidates_win_at_once_or_stop_the_other() -> None:
    game = Breakthrough(4, 5)
    s = game.parse("..../.w../..../...b/w... white")
    assert names(game, s, game.candidates(s)) == ["b4a5", "b4b5", "b4c5"]
    s = game.parse("..b./..../w.../.b../w.w. white")
    assert names(game, s, game.candidates(s)) == ["a1xb2", "c1xb2"]
    s = game.parse("..b./..../w.../.b../.... white")
    assert names(game, s, game.candidates(s)) == names(game, s, game.actions(s))
    s = game.parse("b.../.w../..../..../..w. black")
    assert names(game, s, game.candidates(s)) == ["a5xb4"]


def names(game: Breakthrough, s: Pawns, actions: Iterator[int]) -> list[str]:
    return sorted(game.show_action(s, a) for a in actions)


@pytest.mark.parametrize("size", SIZES + ODD_SIZES)
def test_noisy_actions_capture_or_reach_the_far_row(size: tuple[int, int]) -> None:
    game = Breakthrough(*size)
    for s in random_states(game):
        if not game.is_terminal(s):
            far = game.height - 1 if s.mover == MAX else 0
            theirs = int(s.black if s.mover == MAX else s.white)
            ends = {a: game.target(s, a) for a in game.actions(s)}
            loud = [a for a, end in ends.items() if theirs >> end & 1 or end // game.width == far]
            assert sorted(game.noisy(s)) == sorted(loud)


def naive_evaluation(game: Breakthrough, s: Pawns) -> int:
    total = 0
    for i, row in enumerate(letters(game, s)):
        from_white, from_black = game.height - 1 - i, i
        total += row.count("w") * (game.height + from_white**2) - row.count("b") * (game.height + from_black**2)
    return total


@pytest.mark.parametrize("size", SIZES + ODD_SIZES)
def test_the_evaluation_counts_pawns_and_rows_and_the_order_what_is_gained(size: tuple[int, int]) -> None:
    game = Breakthrough(*size)
    for s in random_states(game, 3):
        assert game.evaluate(s, MAX) == naive_evaluation(game, s) == -game.evaluate(s, MIN)
        if not game.is_terminal(s):
            guesses = {a: game.order(s, a) for a in game.actions(s)}
            after = {a: game.result(s, a) for a in guesses}
            goal = game.height - 1 if s.mover == MAX else 0
            wins = {a for a in guesses if game.target(s, a) // game.width == goal}
            assert all(guesses[a] > guess for a in wins for b, guess in guesses.items() if b not in wins)
            for a in set(guesses) - wins:
                assert guesses[a] == game.evaluate(after[a], s.mover) - game.evaluate(s, s.mover)


@pytest.mark.parametrize("size", SIZES + ODD_SIZES)
def test_canonical_is_the_board_or_its_mirror_image(size: tuple[int, int]) -> None:
    game = Breakthrough(*size)
    for s in random_states(game):
        mirrored = "/".join(row[::-1] for row in letters(game, s)) + f" {('white', 'black')[s.mover]}"
        image = game.parse(mirrored)
        assert game.canonical(s) == min(s, image) == game.canonical(image)


# For people.


@pytest.mark.parametrize("size", SIZES + ODD_SIZES)
def test_shown_positions_and_actions_parse_back(size: tuple[int, int]) -> None:
    game = Breakthrough(*size)
    for s in random_states(game, 3):
        shown, rows = game.show(s), letters(game, s)
        turn = ("white", "black")[s.mover]
        forms = [shown, " ".join(shown.split()), f"{'/'.join(rows)}, {turn}", "\n".join(rows) + f"\n{turn} to move"]
        assert [game.parse(form) for form in forms] == [s] * len(forms)
        for a in game.actions(s):
            name = game.show_action(s, a)
            assert game.parse_action(s, name) == game.parse_action(s, name.upper()) == a


def test_show() -> None:
    game = Breakthrough(3, 4)
    s = game.parse("bbb/w../.../.ww, black")
    assert game.show(s) == "4 b b b\n3 w . .\n2 . . .\n1 . w w\n  a b c\nBlack to move"
    assert names(game, s, game.actions(s)) == ["a4b3", "b4b3", "b4c3", "b4xa3", "c4b3", "c4c3"]
    for text in ("b4xa3", "B4A3", "b4-a3", "b4a3*", " b4 x a3 "):
        assert game.show_action(s, game.parse_action(s, text)) == "b4xa3"
    assert game.parse("bbb/.../.../www") == game.initial()
    assert game.parse("bwb/.../.../.ww").mover == MIN, "White has won, so it was White's move"
    with pytest.raises(ParseError, match="'a4a3' is not an action here"):
        game.parse_action(s, "a4a3")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 3 cells"),
        ("bbb/.../www", "expected 3 cells"),
        ("bbb/.../.../ww", "expected 3 cells"),
        ("bbb/.../.../wwx", "expected something like 'bbb/.../.../www'"),
        ("bbb/.../.../www grey", "expected something like"),
        ("4 bbb 2 ... 3 ... 1 www", "expected something like"),
        ("bbb/.w./.../www", "White, who began with 3 pawns, has 4"),
        ("bbb/.b./.../www", "Black, who began with 3 pawns, has 4"),
        ("bwb/.../.../.ww, white", "play ended"),
        ("wwb/.../.../.w., black", "play ended"),
        ("bwb/.../.../.bw, black", "play ended"),
        (".../.../.../www, white", "play ended"),
        (".../.../.../...", "play ended"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Breakthrough(3, 4), text, why, " ".join(text.split()))


@settings(deadline=None)
@given(st.text() | st.text("wb./ \n1234abc,maxinhtelk", max_size=30) | st.text("wb.", min_size=12, max_size=12))
@example("1" * 5000)
@example("²/w")
@example("black" * 2000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    game = Breakthrough(3, 4)
    for form in (text, "/".join(text[i : i + 3] for i in range(0, len(text), 3))):
        s = read_if_sound(game, form)
        assert s is None or game.is_terminal(s) or list(game.actions(s))


@given(st.text() | st.text("abcx123-* ", max_size=6))
def test_parse_action_raises_nothing_but_parse_error(text: str) -> None:
    assert_action_or_refused(Breakthrough(3, 4), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"width": 1}, "width must be a whole number from 2 to 26, not 1"),
        ({"width": 27, "height": 2}, "width must .* not 27"),
        ({"height": 1}, "height must be a whole number from 2 to 32, not 1"),
        ({"height": "8"}, "height must be .* not '8'"),
        ({"width": 9, "height": 8}, "width 9 and height 8 .* it has 72 cells"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Breakthrough(**parameters)  # type: ignore[arg-type]


def test_the_picture_has_every_pawn() -> None:
    game = Breakthrough(3, 4)
    picture = ElementTree.fromstring(game.draw(game.parse("b.b/w../.../.ww, black")))
    assert [len(picture.findall(f"{{*}}{shape}")) for shape in ("circle", "rect", "line")] == [3, 2, 4 + 5]
    texts = [t.text for t in picture.findall("{*}text")]
    assert texts == [*"abc", *"1234", *"WWW", *"BB", "Black to move"]
    assert ">White wins<" in game.draw(game.parse("bwb/.../.../.ww"))
    assert ">Black wins<" in game.draw(game.parse("b.b/.../.../.bw white"))


def test_labels_are_short_or_left_out() -> None:
    assert Breakthrough(3, 4).label(Breakthrough(3, 4).initial()) == "bbb/.../.../www"
    assert Breakthrough().label(Breakthrough().initial()) == ""


@pytest.mark.parametrize("game", [Breakthrough(), Breakthrough(2, 2), Breakthrough(3, 5), Breakthrough(26, 2)], ids=str)
def test_the_game_is_sound(game: Breakthrough) -> None:
    report = zermelo.check(game, plays=2, seconds=None)
    assert report.ok, str(report)


def test_name_kind_and_declared_attributes() -> None:
    assert str(Breakthrough()) == "breakthrough"
    assert str(Breakthrough(5, 6)) == "breakthrough:width=5,height=6"
    assert Breakthrough.bounds == (-1, 1)
