"""EinStein würfelt nicht! against OpenSpiel, a naive player on a board of text, and exhaustive expectation."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, strategies as st

import zermelo
from games_helpers import assert_refused, openspiel, random_play, random_states, read_if_sound
from zermelo.core.errors import LoadError, ParseError
from zermelo.core.game import CHANCE, MAX, MIN
from zermelo.games.einstein import PLACING, EinStein, Stones
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

GAMES = [
    EinStein(),
    EinStein(3, 3),
    EinStein(2, 1),
    EinStein(4, 3, x_order="3,1,2", o_order="2,3,1"),
    EinStein(7, 10),
    EinStein(placing="players"),
    EinStein(4, 6, placing="chance"),
]

Cells = tuple[str, ...]
"""The cells of a board in reading order: "X1", "O6" or a dot."""


def cells(game: EinStein, s: Stones) -> Cells:
    """The board, read from what people see."""
    rows = game.show(s).splitlines()[1:-1]
    return tuple(cell for row in rows for cell in row.split()[1:])


# OpenSpiel: its white, player 1, moves first from the lower right, so we play O's part there as X.


def test_the_rules_are_those_of_openspiel() -> None:
    theirs = openspiel("einstein_wurfelt_nicht")
    game = EinStein(placing="chance")
    for seed in range(60):
        dice = random.Random(seed)
        s, state = game.initial(), theirs.new_initial_state()
        for _ in range(2):  # black and then white: any placing, and the same here, turned round
            state.apply_action(dice.randrange(720))
        s = game.parse(turned(str(state)) + ", X to roll")
        while not state.is_terminal():
            assert not game.is_terminal(s)
            if state.is_chance_node():
                assert game.player(s) == CHANCE
                outcomes = {a + 1: p for a, p in state.chance_outcomes()}
                assert {a: game.probability(s, a) for a in game.actions(s)} == pytest.approx(outcomes)
                die = dice.randint(1, 6)
                state.apply_action(die - 1)
                s = game.result(s, die)
                continue
            assert 1 - state.current_player() == game.player(s)
            ours = {cells(game, game.result(s, a)): a for a in game.actions(s)}
            children = {a: cells_there(state.child(a)) for a in state.legal_actions()}
            assert sorted(ours) == sorted(children.values())
            chosen = dice.choice(state.legal_actions())
            s = game.result(s, ours[children[chosen]])
            state.apply_action(chosen)
        assert game.is_terminal(s)
        assert [game.utility(s, p) for p in (MIN, MAX)] == state.returns()


def cells_there(state: Any) -> Cells:
    return tuple(turned(str(state)).replace("/", " ").split())


def turned(board: str) -> str:
    """OpenSpiel's board as ours, turned round, with its white as our X."""
    there = [cell.strip("_") or "." for cell in re.findall(r"\|(__|[bw][1-6])\|", board)]
    names = [cell.replace("w", "X").replace("b", "O") for cell in reversed(there)]
    return "/".join(" ".join(names[i : i + 5]) for i in range(0, 25, 5))


# A naive player.


def naive_moves(board: Cells, size: int, name: str, die: int) -> set[Cells]:
    """The boards after each possible move, by a literal reading of the rules."""
    left = sorted(int(cell[1:]) for cell in board if cell[0] == name)
    below, above = [n for n in left if n < die], [n for n in left if n > die]
    may = [die] if die in left else below[-1:] + above[:1]
    ahead = 1 if name == "X" else -1
    found = set()
    for n in may:
        at = board.index(f"{name}{n}")
        for down, right in ((ahead, 0), (0, ahead), (ahead, ahead)):
            row, column = at // size + down, at % size + right
            if 0 <= row < size and 0 <= column < size:
                after = list(board)
                after[at], after[row * size + column] = ".", f"{name}{n}"
                found.add(tuple(after))
    return found


def naive_winner(board: Cells) -> str | None:
    if board[-1][0] == "X" or not any(cell[0] == "O" for cell in board):
        return "X"
    return "O" if board[0][0] == "O" or not any(cell[0] == "X" for cell in board) else None


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_stones_move_as_in_a_naive_implementation(game: EinStein) -> None:
    for s in random_states(game, 12):
        if s.die == PLACING:
            continue
        board = cells(game, s)
        winner = naive_winner(board)
        assert game.is_terminal(s) == (winner is not None)
        if winner is not None:
            assert game.utility(s, "XO".index(winner)) == 1 == -game.utility(s, 1 - "XO".index(winner))
        elif s.die == 0:
            assert list(game.actions(s)) == list(range(1, game.stones + 1))
            assert sum(game.probability(s, a) for a in game.actions(s)) == pytest.approx(1)
        else:
            after = [cells(game, game.result(s, a)) for a in game.actions(s)]
            assert len(after) == len(set(after))
            assert set(after) == naive_moves(board, game.size, "XO"[s.mover], s.die)
            assert all(game.result(s, a)[2:] == (1 - s.mover, 0) for a in game.actions(s))


@cache
def naive_value(board: Cells, size: int, stones: int, name: str) -> Fraction:
    """X's expected utility if this player is to roll."""
    winner = naive_winner(board)
    if winner is not None:
        return Fraction(1 if winner == "X" else -1)
    best = max if name == "X" else min
    total = Fraction(0)
    for die in range(1, stones + 1):
        after = naive_moves(board, size, name, die)
        total += best(naive_value(b, size, stones, "O" if name == "X" else "X") for b in after)
    return total / stones


def assert_solved(game: EinStein, s: Stones) -> None:
    solution = zermelo.solve(game, s)
    assert solution.proved
    assert solution.value == pytest.approx(float(naive_value(cells(game, s), game.size, game.stones, "XO"[s.mover])))


@pytest.mark.thorough
def test_the_solver_finds_the_exact_value() -> None:
    for size in (2, 3, 4):
        assert_solved(EinStein(size, 1), EinStein(size, 1).initial())
    game = EinStein(3, 3)
    for seed in range(12):
        rolls = [s for s, _ in random_play(game, seed) if s.die == 0 and not game.is_terminal(s)]
        assert_solved(game, rolls[min(3, len(rolls) - 1)])


@pytest.mark.slow
def test_the_solver_finds_the_exact_value_of_the_board_of_three_by_three() -> None:
    assert_solved(EinStein(3, 3), EinStein(3, 3).initial())


def test_the_value_of_the_least_board_by_hand() -> None:
    """One stone each in opposite corners of 2 by 2: X steps into the far corner and captures."""
    assert zermelo.solve("einstein:size=2,stones=1").value == 1


# Placing.


def test_players_or_chance_place_the_stones_one_by_one() -> None:
    for placing in ("players", "chance"):
        game = EinStein(3, 3, placing=placing)
        for seed in range(20):
            states = [(s, a) for s, a in random_play(game, seed) if s.die == PLACING]
            assert [s.mover for s, _ in states] == [MAX] * 3 + [MIN] * 3
            assert [len(list(game.actions(s))) for s, _ in states] == [3, 2, 1] * 2
            for s, a in states:
                assert game.player(s) == (CHANCE if placing == "chance" else s.mover)
                assert game.probability(s, a or 0) == pytest.approx(1 / len(list(game.actions(s))))
                assert not game.is_terminal(s)
    placed = {
        cells(game, s)[:2] + cells(game, s)[3:4] for s in random_states(game, 60) if s.die == 0 and s.mover == MAX
    }
    assert {c for c in placed if len({*c, "."}) == 4 and all(x[0] == "X" for x in c)} >= {("X2", "X3", "X1")}


def test_stones_are_placed_in_the_given_order() -> None:
    game = zermelo.load("einstein:x_order=6,5,4,3,2,1,o_order=2,1,3,4,5,6")
    assert game.show(game.initial()).splitlines()[1:6] == [
        "1 X6 X5 X4  .  .",
        "2 X3 X2  .  .  .",
        "3 X1  .  .  . O6",
        "4  .  .  . O5 O4",
        "5  .  . O3 O1 O2",
    ]


# Knowledge.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluation_is_fair_and_mirrors_do_not_matter(game: EinStein) -> None:
    for s in random_states(game, 6):
        if not game.is_terminal(s):
            assert -1 < game.evaluate(s, MAX) == -game.evaluate(s, MIN) < 1
        t = game.canonical(s)
        assert game.canonical(t) == t
        mirror = Stones(game.mirrored(s.max_stones), game.mirrored(s.min_stones), s.mover, s.die)
        assert game.canonical(mirror) == t
        board = cells(game, s)
        assert cells(game, mirror) == tuple(cell for c in range(game.size) for cell in board[c :: game.size])
        assert game.is_terminal(mirror) == game.is_terminal(s)
        if not game.is_terminal(s) and game.player(s) != CHANCE:
            ours = sorted(game.canonical(game.result(s, a)) for a in game.actions(s))
            assert ours == sorted(game.canonical(game.result(mirror, a)) for a in game.actions(mirror))
            wins = [a for a in game.actions(s) if game.is_terminal(game.result(s, a))]
            assert not wins or max(game.actions(s), key=lambda a: game.order(s, a)) in wins


def test_a_stone_before_the_corner_is_worth_more() -> None:
    game = EinStein()
    near, far = (
        game.parse(f"{x} . . . ./. . . . ./. . . . ./. . . {y} ./. . O3 O2 O1, O to roll")
        for x, y in ((".", "X1"), ("X1", "."))
    )
    assert game.evaluate(near, MAX) > game.evaluate(far, MAX)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game",
    [
        EinStein(3, 3, placing="chance"),
        pytest.param(EinStein(placing="players"), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_both_speeds_agree(game: EinStein) -> None:
    host = KernelHost(game)
    assert rules_differ(host, 20, 80, 1) is None
    assert host.why_plain is None


# For people.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_shown_positions_and_actions_parse_back(game: EinStein) -> None:
    for s in random_states(game, 4):
        shown = game.show(s)
        assert game.parse(shown) == game.parse(shown.replace("\n", " / ").lower()) == s
        for a in [] if game.is_terminal(s) else game.actions(s):
            assert game.parse_action(s, game.show_action(s, a)) == a
        ElementTree.fromstring(game.draw(s))


def test_text_in_one_line_and_names_of_actions() -> None:
    game = EinStein(3, 3)
    s = game.parse("X1 X2 ./X3 . O3/. O2 O1, X to play 3")
    assert s == game.result(game.initial(), 3)
    assert [game.show_action(s, a) for a in game.actions(s)] == ["a2a3", "a2b2", "a2xb3"]
    assert game.parse_action(s, "A2-B3") == game.parse_action(s, "a2b3") == 8
    assert game.parse("X1 X2 ./X3 . O3/. O2 O1") == game.initial()
    assert game.show(game.result(s, 8)).splitlines()[-1] == "O to roll"
    assert (game.label(s), EinStein(2, 1).label(EinStein(2, 1).initial())) == ("", "X1./.O1")
    with pytest.raises(ParseError, match="'a1' is not an action here; expected one of a2a3, a2b2, a2xb3"):
        game.parse_action(s, "a1")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 3 rows of 3 cells"),
        ("X1 X2 ./X3 . O3/. O2", "expected 3 rows of 3 cells"),
        ("X1 X2 ./X3 Y O3/. O2 O1", "expected 3 rows of 3 cells"),
        ("X1 X2 . X3/. O3/. O2 O1", "expected 3 rows of 3 cells"),
        ("X1 X2 ./X3 X1 O3/. O2 O1", "X has a stone twice"),
        ("X1 X2 ./X3 . O3/. O2 O4", "numbered from 1 to 3"),
        ("X1 X2 ./X0 . O3/. O2 O1", "numbered from 1 to 3"),
        ("O1 X2 ./X3 . O3/. O2 X1", "only one player can have won"),
        (". . ./. . ./. . .", "only one player can have won"),
        ("X1 X2 ./X3 . O3/. O2 O1, X to play 4", "the die has 3 sides"),
        ("X1 . ./. . ./. . ., X to place 2", "stones cannot be placed like this"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(EinStein(3, 3), text, why, text)


@pytest.mark.parametrize(
    "text",
    [
        "X1 . ./. . ./. . ., X to place 3",
        ". . ./. X1 ./. . ., X to place 2",
        "X1 . ./. . ./. . ., O to place 1",
        "X1 X2 ./X3 . O1/. . ., X to place 4",
        "X1 X2 ./X3 . ./. . ., O to place 2",
    ],
)
def test_stones_that_cannot_be_placed_like_this_are_refused(text: str) -> None:
    assert_refused(EinStein(3, 3, placing="players"), text, "stones cannot be placed like this", text)


@given(st.text() | st.text("XO123 ./\nto rlpay", max_size=40))
@example("X1 X2 ./X3 . O3/. O2 O1, X to play 3")
def test_any_text_is_read_or_refused(text: str) -> None:
    read_if_sound(EinStein(3, 3), text)
    read_if_sound(EinStein(3, 3, placing="players"), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ("size=1", "size must be a whole number from 2 to 7"),
        ("size=8", "size must be a whole number from 2 to 7"),
        ("stones=4", "stones must be 1, 3, 6 or 10"),
        ("size=3", "stones 6 take 3 rows of a corner, too many for size 3"),
        ("placing=me", "placing must be fixed, players or chance, not 'me'"),
        ("x_order=1,2,3", "x_order must be 'usual' or have each number from 1 to 6 once"),
        ("x_order=1,2,3,4,5,a6", "x_order must be"),
        ("o_order=", "o_order must be"),
        ("placing=chance,o_order=1,2,3,4,5,6", "o_order is only valid with placing fixed"),
    ],
)
def test_bad_parameters_are_refused(parameters: str, why: str) -> None:
    with pytest.raises(LoadError, match=why):
        zermelo.load(f"einstein:{parameters}")


def test_it_is_sound() -> None:
    for text in ("einstein:size=3,stones=3", "einstein:size=3,stones=3,placing=players"):
        assert zermelo.check(text, plays=15).ok
