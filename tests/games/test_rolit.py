"""Rolit against a naive reading of the board, against Othello where it is the same, and brute force."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, images, openspiel, random_play, random_states, read_if_sound
from zermelo.games.rolit import Balls, Rolit
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

GAMES = [Rolit(), Rolit(2, 8), Rolit(4, 8), Rolit(3, 4), Rolit(4, 6), Rolit(2, 4)]

EIGHT_WAYS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


def rows_of(game: Rolit, s: Balls) -> list[str]:
    """The rows of the board, read from what people see."""
    return ["".join(row.split()[1:]) for row in game.show(s).splitlines()[1:-1]]


# The rules.


def naive_moves(rows: list[str], mine: str) -> dict[str, list[str]]:
    """The board after each move, by the square's name, played on the letters."""
    size = len(rows)
    inside = set(product(range(size), repeat=2))
    closing, beside = {}, {}
    for r, c in sorted(inside):
        if rows[r][c] != ".":
            continue
        turned = []
        for down, right in EIGHT_WAYS:
            run, at = [], (r + down, c + right)
            while at in inside and rows[at[0]][at[1]] not in (mine, "."):
                run.append(at)
                at = (at[0] + down, at[1] + right)
            if at in inside and rows[at[0]][at[1]] == mine:
                turned += run
        after = [list(row) for row in rows]
        for y, x in [*turned, (r, c)]:
            after[y][x] = mine
        board, name = ["".join(row) for row in after], f"{'abcdefgh'[c]}{r + 1}"
        if turned:
            closing[name] = board
        elif any((r + d, c + e) in inside and rows[r + d][c + e] != "." for d, e in EIGHT_WAYS):
            beside[name] = board
    return closing or beside


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_rules_are_those_of_the_board(game: Rolit) -> None:
    freely = 0
    for s in random_states(game, 5):
        rows, mine = rows_of(game, s), "RYGB"[s.mover]
        moves = naive_moves(rows, mine)
        assert game.is_terminal(s) == (not moves) == ("." not in "".join(rows))
        after = {game.show_action(s, a): game.result(s, a) for a in game.actions(s)}
        assert {name: rows_of(game, t) for name, t in after.items()} == moves
        assert {t.mover for t in after.values()} <= {(s.mover + 1) % game.players}
        freely += any("".join(board).count(mine) == "".join(rows).count(mine) + 1 for board in moves.values())
    assert freely > 0, "nobody was ever free to place a ball beside any other"


def test_with_two_colours_it_is_othello_as_openspiel_has_it() -> None:
    theirs, game, dice = openspiel("othello"), Rolit(2), random.Random(1)
    compared = 0
    for _ in range(20):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if actions != [64]:
                rows = board_of(state)
                s = game.parse(f"{'/'.join(rows)} {'RY'[state.current_player()]} to move")
                assert list(game.actions(s)) == actions
                a = dice.choice(actions)
                assert rows_of(game, game.result(s, a)) == board_of(state.child(a))
                compared += 1
                state.apply_action(a)
            else:
                state.apply_action(64)
    assert compared > 1000


def board_of(state: Any) -> list[str]:
    """A board of OpenSpiel's, its black discs as red balls and its white ones as yellow."""
    shown = [row for row in str(state).splitlines() if re.match(r"\d ", row)]
    return ["".join(row.split()[1:-1]).replace("x", "R").replace("o", "Y").replace("-", ".") for row in shown]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_gets_the_difference_from_each_other(game: Rolit) -> None:
    for seed in range(10):
        *_, (s, _) = random_play(game, seed)
        counts = ["".join(rows_of(game, s)).count(colour) for colour in "RYGB"[: game.players]]
        expected = [sum(mine - other for other in counts) for mine in counts]
        utilities = [game.utility(s, p) for p in range(game.players)]
        assert utilities == expected
        assert sum(utilities) == 0
        assert all(game.bounds[0] <= u <= game.bounds[1] for u in utilities)


def test_a_game_lasts_until_the_board_is_full() -> None:
    for game in GAMES:
        assert len(list(random_play(game, 1))) == game.size**2 - 4 + 1


# Values.


def test_max_n_is_brute_force_near_the_end() -> None:
    game = Rolit(3, 4)

    @cache
    def values(s: Balls) -> tuple[float, ...]:
        if game.is_terminal(s):
            return tuple(game.utility(s, p) for p in range(3))
        return max((values(game.result(s, a)) for a in game.actions(s)), key=lambda v: v[s.mover])

    for seed in range(6):
        s = [s for s, _ in random_play(game, seed)][-7]
        assert zermelo.analyse(game, s, algorithm="maxn").values[s.mover] == values(s)[s.mover]


def test_two_players_are_solved_as_minimax_says() -> None:
    game = Rolit(2, 4)

    def value(s: Balls) -> float:
        if game.is_terminal(s):
            return game.utility(s, 0)
        return (max, min)[s.mover](value(game.result(s, a)) for a in game.actions(s))

    for seed in range(3):
        s = [s for s, _ in random_play(game, seed)][-7]
        assert zermelo.solve(game, s).value == value(s)


# Knowledge and speed.


@pytest.mark.parametrize("game", [Rolit(), Rolit(4, 4)], ids=str)
def test_canonical_is_one_of_the_images_and_the_same_for_all(game: Rolit) -> None:
    for s in random_states(game, 1):
        turn = "RYGB"[s.mover]
        every = {game.parse(f"{'/'.join(rows)} {turn} to move") for rows in images(rows_of(game, s))}
        assert game.canonical(s) == min(every)
        assert {game.canonical(i) for i in every} == {game.canonical(s)}


def test_the_evaluation_is_a_lead_of_corners_edges_and_balls() -> None:
    for game in GAMES[:4]:
        for s in random_states(game, 1):
            rows = rows_of(game, s)
            size, full = game.size, 1 - "".join(rows).count(".") / game.size**2
            worths = []
            for colour in "RYGB"[: game.players]:
                squares = [(r, c) for r, c in product(range(size), repeat=2) if rows[r][c] == colour]
                ends = [(r in (0, size - 1)) + (c in (0, size - 1)) for r, c in squares]
                worths.append(full * len(squares) + sum(n > 0 for n in ends) + 6 * ends.count(2))
            for p, mine in enumerate(worths):
                lead = sum(mine - other for other in worths)
                assert game.evaluate(s, p) == pytest.approx(max(game.bounds[0], min(game.bounds[1], lead)))


def test_the_evaluation_beats_random_play() -> None:
    game, dice, won = Rolit(3, 6), random.Random(1), 0
    for number in range(12):
        s, clever = game.initial(), number % 3
        while not game.is_terminal(s):
            actions = list(game.actions(s))
            if s.mover == clever:
                after = {a: game.result(s, a) for a in actions}
                best = {
                    a: game.utility(t, clever) if game.is_terminal(t) else game.evaluate(t, clever)
                    for a, t in after.items()
                }
                a = max(best, key=lambda a: best[a])
            else:
                a = dice.choice(actions)
            s = game.result(s, a)
        won += game.utility(s, clever) == max(game.utility(s, p) for p in range(3))
    assert won >= 8


def test_corners_come_first_and_then_moves_that_turn_few() -> None:
    game = Rolit()
    for s in random_states(game, 3):
        order = sorted(game.actions(s), key=lambda a: -game.order(s, a))
        names = [game.show_action(s, a) for a in order]
        corners = [name in ("a1", "a8", "h1", "h8") for name in names]
        assert corners == sorted(corners, reverse=True)
        before = "".join(rows_of(game, s)).count("RYGB"[s.mover])
        turned = ["".join(rows_of(game, game.result(s, a))).count("RYGB"[s.mover]) - before for a in order]
        quiet = [n for n, corner in zip(turned, corners, strict=True) if not corner]
        assert quiet == sorted(quiet)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [Rolit(), Rolit(4, 4)], ids=str)
def test_the_game_is_sound_at_both_speeds(game: Rolit) -> None:
    report = zermelo.check(game, plays=1, seconds=None)
    assert report.ok, str(report)
    host = KernelHost(game)
    assert rules_differ(host, 20, 100, 1) is None
    assert host.speed == "native", host.why_plain


def test_numbers_stay_numbers_of_64_bits() -> None:
    """What is not an np.uint64 would become a signed number or a float in machine code."""
    for s in random_states(Rolit(), 2):
        for t in (s, Rolit().canonical(s)):
            assert [type(balls) for balls in t.balls] == [np.uint64] * 4
            assert type(t.mover) is int
        assert type(Rolit().is_terminal(s)) is bool


# For people.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_shown_positions_and_actions_parse_back(game: Rolit) -> None:
    for s, a in random_play(game, 1):
        shown, rows, turn = game.show(s), rows_of(game, s), "RYGB"[s.mover]
        for form in (
            shown,
            " ".join(shown.split()),
            f"{'/'.join(rows)} {turn}",
            f"{''.join(rows)}, {turn} to move".lower(),
        ):
            assert game.parse(form) == s
        assert a is None or game.parse_action(s, game.show_action(s, a).upper()) == a


def test_show() -> None:
    game = Rolit(3, 4)
    assert game.show(game.initial()) == "  a b c d\n1 . . . .\n2 . R Y .\n3 . B G .\n4 . . . .\nR to move"
    assert [game.show_action(game.initial(), a) for a in game.actions(game.initial())] == ["d2", "b4", "d4"]
    assert game.parse("..../.RY./.BG./....") == game.initial()
    assert game.label(game.initial()) == ".....RY..BG....."
    assert Rolit().label(Rolit().initial()) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 4 cells in each row and 4 rows"),
        ("..../.RY./.BG.", "expected 4 cells in each row and 4 rows, like '..../.RY./.BG./....'"),
        ("..../.RY./.BG./.....", "expected 4 cells"),
        ("..../.RY./.BX./....", "expected something like '..../.RY./.BG./....'"),
        ("..../.RY./.BG./.... B", "B is not one of 3 players"),
        ("..../.RY./.B../....", "the four squares in the middle are never empty"),
        ("..../.RY./.BG./.... X to move", "expected something like"),
        ("1..../2.RY./4.BG./3....", "expected something like"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Rolit(3, 4), text, f"'{text}'", why)


@settings(deadline=None)
@given(st.text() | st.text("rygb./ to mve\n", max_size=40) | st.text("rygb.", min_size=16, max_size=16))
@example("." * 5000)
@example("/ " * 5000)
@example(" " * 5000 + "r to move")
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Rolit(3, 4), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"players": 1}, "players must be a whole number from 2 to 4, not 1"),
        ({"players": 5}, "players must be a whole number from 2 to 4, not 5"),
        ({"size": 7}, "size must be 4, 6 or 8, not 7"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Rolit(**parameters)


def test_the_picture_has_every_ball_and_every_move() -> None:
    game = Rolit()
    root = ElementTree.fromstring(game.draw(game.initial()))
    radii = [c.get("r") for c in root.findall("{*}circle")]
    assert (radii.count("19.2"), radii.count("3")) == (4, 3)
    assert [t.text for t in root.findall("{*}text")][16:] == ["R", "Y", "B", "G", "R to move: R 1, Y 1, G 1"]
    assert re.findall('data-cell="(.*?)"', game.draw(game.initial())) == ["f4", "d6", "f6"]
    small = Rolit(2, 4)
    assert ">R wins: R 9, Y 7<" in small.draw(small.parse("RRRR/RRRR/RYYY/YYYY"))
    assert ">R and Y share the win: R 8, Y 8<" in small.draw(small.parse("RRRR/RRRR/YYYY/YYYY"))


def test_name_kind_and_declared_attributes() -> None:
    assert str(Rolit()) == "rolit"
    assert str(Rolit(4, 6)) == "rolit:players=4,size=6"
    assert str(zermelo.load("rolit:players=4").kind) == "deterministic, perfect information, 4 players, zero-sum"
