"""Gomoku against OpenSpiel, and against a reading of the board that knows nothing but lines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import games_helpers
import zermelo
from games_helpers import assert_action_or_refused, assert_refused, beside_openspiel, openspiel, read_if_sound
from zermelo.core.game import MAX, MIN
from zermelo.games.gomoku import Gomoku, Stones

GAMES = [Gomoku(), Gomoku(standard=True), Gomoku(5), Gomoku(7), Gomoku(7, standard=True), Gomoku(19)]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def random_play(game: Gomoku, seed: int) -> Iterator[tuple[Stones, int | None]]:
    """One random game: odd seeds place stones near others, so that rows form, and rarely make five early."""
    dice = random.Random(seed)

    def preferred(s: Stones) -> list[int]:
        if seed % 2 == 0 or s == game.initial():
            return []
        return [game.playout_action(s, np.uint64(dice.getrandbits(64)))] if dice.random() < 0.8 else []

    return games_helpers.random_play(game, seed, preferred)


def letters(game: Gomoku, s: Stones) -> list[str]:
    """The rows of the board from the top, from what people see, the last stone as any other."""
    return ["".join(row.split()[1:]).lower() for row in game.show(s).splitlines()[: game.size]]


def lengths(rows: list[str], stone: str) -> list[int]:
    """The lengths of all maximal rows of these stones, in every direction, with those of one stone."""
    size, found = len(rows), []
    for dr, dc in DIRECTIONS:
        for r in range(size):
            for c in range(size):
                if rows[r][c] == stone and at(rows, r - dr, c - dc) != stone:
                    length = 1
                    while at(rows, r + length * dr, c + length * dc) == stone:
                        length += 1
                    found.append(length)
    return found


def at(rows: list[str], r: int, c: int) -> str:
    return rows[r][c] if 0 <= r < len(rows) and 0 <= c < len(rows) else ""


def wins(rows: list[str], stone: str, *, standard: bool) -> bool:
    return any(n == 5 or (n > 5 and not standard) for n in lengths(rows, stone))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_play_is_over_with_a_row_or_a_full_board(game: Gomoku) -> None:
    ends = set()
    for seed in range(200 // game.size):
        *_, (s, _) = random_play(game, seed)
        states = [t for t, _ in random_play(game, seed)]
        for t in (*states[-12:], s):
            rows = letters(game, t)
            won = [wins(rows, stone, standard=game.standard) for stone in "xo"]
            assert game.is_terminal(t) == (any(won) or "." not in "".join(rows))
            if game.is_terminal(t):
                assert not all(won)
                assert [game.utility(t, p) for p in (MAX, MIN)] == [won[0] - won[1], won[1] - won[0]]
        ends.add(game.utility(s, MAX))
    assert {1, -1} <= ends


def test_the_rules_are_those_of_openspiel() -> None:
    """OpenSpiel's game is freestyle; it numbers the points from another corner."""
    game = Gomoku(9)
    theirs = openspiel("mnk(m=9,n=9,k=5)")

    def number(_: Stones, a: int) -> int:
        row, column = divmod(a, game.stride)
        return row * 9 + column

    for seed in range(20):
        for _ in beside_openspiel(game, theirs, seed, play=random_play, number=number):
            pass


def test_six_in_a_row_win_only_in_freestyle() -> None:
    overline = "....... ....... ....... xxx.xx. ....... ooo.o.. .......".replace(" ", "/")
    for standard in (False, True):
        game = Gomoku(7, standard=standard)
        s = game.parse(f"{overline}, black")
        after = game.result(s, game.parse_action(s, "d4"))
        assert game.is_terminal(after) is not standard
        block = game.result(s, game.parse_action(s, "g7"))
        blocked = {game.show_action(block, a) for a in game.candidates(block)}
        assert blocked == {"d2"}, "White makes five, exactly"
    game = Gomoku(7, standard=True)
    assert len(list(game.candidates(game.parse(f"{overline}, black")))) == 1, "it has to block, for six do not win"


# Knowledge.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_candidates_make_five_or_prevent_it(game: Gomoku) -> None:
    dice, kinds = random.Random(7), set()
    for seed in range(1, 60 // game.size, 2):
        for s, _ in random_play(game, seed):
            forced = not game.is_terminal(s) and len(list(game.candidates(s))) < 4
            if game.is_terminal(s) or dice.random() < (0.2 if forced else 0.9):
                continue
            other = s._replace(mover=1 - s.mover)
            free = set(game.actions(s))
            mine, theirs = ({a for a in free if game.result(t, a).won} for t in (s, other))
            assert set(game.candidates(s)) == (mine or theirs or free)
            assert game.playout_action(s, np.uint64(dice.getrandbits(64))) in (mine or theirs or free)
            if not game.standard and game.size < 10:  # the lines that `order` counts do not tell five from six
                assert max(free, key=lambda a: game.order(s, a)) in (mine or theirs or free)
            kinds.add("win" if mine else "block" if theirs else "any")
    assert kinds == {"win", "block", "any"}


@pytest.mark.thorough
def test_playouts_stay_near_other_stones() -> None:
    game, dice = Gomoku(), random.Random(3)
    s = game.parse("h8")
    drawn = {game.show_action(s, game.playout_action(s, np.uint64(dice.getrandbits(64)))) for _ in range(300)}
    assert drawn == {"g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"}
    drawn = {game.playout_action(game.initial(), np.uint64(dice.getrandbits(64))) for _ in range(3000)}
    assert drawn == set(game.actions(game.initial()))


@pytest.mark.thorough
@pytest.mark.parametrize("game", [Gomoku(), Gomoku(6)], ids=str)
def test_the_evaluation_counts_open_lines(game: Gomoku) -> None:
    weights = (0, 1, 4, 16, 64)

    def open_lines(rows: list[str], stone: str) -> int:
        total = 0
        for dr, dc in DIRECTIONS:
            for r in range(game.size):
                for c in range(game.size):
                    line = [at(rows, r + i * dr, c + i * dc) for i in range(5)]
                    if set(line) <= {stone, "."}:
                        total += weights[line.count(stone)]
        return total

    for seed in range(4):
        for s, a in random_play(game, seed):
            rows = letters(game, s)
            if a is not None:
                assert game.evaluate(s, MAX) == open_lines(rows, "x") - open_lines(rows, "o") == -game.evaluate(s, MIN)


def test_an_open_four_is_better_than_a_closed_one() -> None:
    game = Gomoku()
    s = game.parse("f8 e8 g8 a1 h8 a15")  # White has closed one end of three in a row
    t = game.parse("f8 o1 g8 a1 h8 a15")  # both ends are open
    assert game.order(t, game.parse_action(t, "i8")) > game.order(s, game.parse_action(s, "i8"))


@pytest.mark.parametrize("moves", ["h8 a1 i8 a2 j8 a3 k8 a4", "h8 a1 i8 a2 j8 a3 h2 a4 h3"])
def test_monte_carlo_wins_or_blocks_at_once(moves: str) -> None:
    game = Gomoku(15)
    s = game.parse(moves)
    found = zermelo.analyse(game, s, method="mcts", playouts=400, seed=1, plain=True)
    assert found.action in list(game.candidates(s))


# For people.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_shown_positions_and_actions_parse_back(game: Gomoku) -> None:
    moves: list[str] = []
    for s, a in random_play(game, 1):
        shown = game.show(s)
        assert game.parse(shown) == game.parse(" ".join(shown.split())) == s
        assert a is not None or game.parse(" ".join(moves)) == s
        if a is not None:
            name = game.show_action(s, a)
            assert game.parse_action(s, name) == game.parse_action(s, f" {name.upper()} ") == a
            moves.append(name)


def test_show() -> None:
    game = Gomoku(5)
    s = game.parse("a1 c3")
    assert game.show(s) == (
        "5 . . . . .\n4 . . . . .\n3 . . O . .\n2 . . . . .\n1 x . . . .\n  a b c d e\nBlack to move"
    )
    assert game.label(s) == "c3"
    assert game.label(game.initial()) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x..../.....", "expected 5 cells in each row and 5 rows"),
        ("z..../...../...../...../.....", "expected something like"),
        ("xxxxx/...../...../...../....., black", "Black, who is to move, has already won"),
        ("xxxxx/...../X..../...../....., white", "play ended before a3"),
        ("X..../...../...../...../....., black", "only the last stone is a capital letter"),
        ("XX.../...../...../...../....., white", "only the last stone is a capital letter"),
        ("a1 a1", "at move 2, a1: 'a1' is not an action here"),
        ("f1 a1", "expected something like"),
        ("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5", "at move 10, b5: play is over"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Gomoku(5), text, why)


@settings(deadline=None)
@given(st.text() | st.text("xoXO./ \n12345abcde,blackwhite", max_size=40) | st.text("xo.", min_size=25, max_size=25))
@example("1" * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    game = Gomoku(5)
    for form in (text, "/".join(text[i : i + 5] for i in range(0, len(text), 5))):
        s = read_if_sound(game, form)
        assert s is None or game.is_terminal(s) or list(game.actions(s))


@given(st.text() | st.text("abcde12345 ", max_size=4))
def test_parse_action_raises_nothing_but_parse_error(text: str) -> None:
    assert_action_or_refused(Gomoku(5), text)


@pytest.mark.parametrize("size", [4, 20, "15", True])
def test_bad_sizes_are_refused(size: object) -> None:
    with pytest.raises(ValueError, match="size must be a whole number from 5 to 19"):
        Gomoku(size)  # type: ignore[arg-type]


@pytest.mark.parametrize("standard", [1, None, "no"])
def test_a_standard_that_is_neither_true_nor_false_is_refused(standard: object) -> None:
    with pytest.raises(ValueError, match="standard must be True or False"):
        Gomoku(standard=standard)  # type: ignore[arg-type]


def test_the_picture_has_every_stone() -> None:
    game = Gomoku(5)
    picture = ElementTree.fromstring(game.draw(game.parse("a1 c3 b2")))
    pieces = sorted(shape.get("data-piece") for shape in picture.iter() if shape.get("data-piece"))
    assert pieces == ["Black@0", "Black@7", "White@14"]
    assert len(picture.findall("{*}line")) == 10
    assert [t.text for t in picture.findall("{*}text")] == [*"abcde", *"12345", "White to move"]
    assert len([shape for shape in picture.iter() if shape.get("data-cell")]) == 22
    assert ">Black wins<" in game.draw(game.parse("a1 b1 a2 b2 a3 b3 a4 b4 a5"))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game", [Gomoku(6), Gomoku(6, standard=True), pytest.param(Gomoku(), marks=pytest.mark.slow)], ids=str
)
def test_the_game_is_sound(game: Gomoku) -> None:
    report = zermelo.check(game, plays=2, seconds=None)
    assert report.ok, str(report)


def test_name_and_declared_attributes() -> None:
    assert str(Gomoku()) == "gomoku"
    assert str(Gomoku(9, standard=True)) == "gomoku:size=9,standard=true"
    assert Gomoku.preferred_method == "mcts"
