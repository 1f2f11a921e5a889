"""Othello against OpenSpiel, published counts and values, and a naive reading of the board."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import floor
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, beside_openspiel, images, openspiel, random_play, random_states, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.othello import PASS, Board, Othello

SIZES = [4, 6, 8]

EIGHT_WAYS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


def letters(game: Othello, s: Board) -> list[str]:
    """The rows of the board, read from what people see."""
    return ["".join(row.split()[1:]) for row in game.show(s).splitlines()[1:-1]]


def test_the_rules_are_those_of_openspiel() -> None:
    theirs = openspiel("othello")
    game = Othello()
    for seed in range(850):
        for s, state in beside_openspiel(game, theirs, seed, result=np.sign):
            if state.is_terminal():
                shown = ["".join(row.split()[1:-1]) for row in str(state).splitlines()[2:-1]]
                assert letters(game, s) == [row.replace("-", ".").upper() for row in shown]


def naive_turned(rows: list[str], r: int, c: int, mine: str) -> list[tuple[int, int]]:
    """The squares of the discs that a disc of mine placed here turns over."""
    found = []
    size = len(rows)
    for down, right in EIGHT_WAYS:
        run = []
        y, x = r + down, c + right
        while 0 <= y < size and 0 <= x < size and rows[y][x] not in (mine, "."):
            run.append((y, x))
            y, x = y + down, x + right
        if 0 <= y < size and 0 <= x < size and rows[y][x] == mine:
            found += run
    return found if rows[r][c] == "." else []


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_those_of_the_board(size: int) -> None:
    game = Othello(size)
    for s in random_states(game, 4):
        rows, mine = letters(game, s), "XO"[s.mover]
        moves = {}
        for r, c in product(range(size), repeat=2):
            turned = naive_turned(rows, r, c, mine)
            if turned:
                board = [list(row) for row in rows]
                for y, x in [*turned, (r, c)]:
                    board[y][x] = mine
                moves[f"{'abcdefgh'[c]}{r + 1}"] = ["".join(row) for row in board]
        if game.is_terminal(s):
            assert not moves
            xs, os = (sum(row.count(disc) for row in rows) for disc in "XO")
            assert (game.utility(s, MAX), game.utility(s, MIN)) == (xs - os, os - xs)
            continue
        after = {game.show_action(s, a): game.result(s, a) for a in game.actions(s)}
        assert {name: letters(game, t) for name, t in after.items()} == (moves or {"pass": rows})
        assert {t.mover for t in after.values()} == {1 - s.mover}


def perft(game: Othello, s: Board, depth: int) -> int:
    """The number of plays of a given length, including those that end sooner."""
    if depth == 0 or game.is_terminal(s):
        return 1
    return sum(perft(game, game.result(s, a), depth - 1) for a in game.actions(s))


def test_published_counts() -> None:
    game = Othello()
    assert [perft(game, game.initial(), depth) for depth in range(7)] == [1, 4, 12, 56, 244, 1_396, 8_200]


@pytest.mark.slow
def test_published_counts_deeper() -> None:
    game = Othello()
    assert [perft(game, game.initial(), depth) for depth in (7, 8)] == [55_092, 390_216]


def test_the_second_player_wins_on_the_smallest_board_by_eight() -> None:
    game = Othello(4)

    @cache
    def value(s: Board) -> float:
        if game.is_terminal(s):
            return game.utility(s, MAX)
        best = max if s.mover == MAX else min
        return best(value(game.canonical(game.result(s, a))) for a in game.actions(s))

    assert value(game.initial()) == -8


def test_the_solver_says_so_too() -> None:
    assert zermelo.solve(Othello(4)).value == -8


def test_numbers_stay_numbers_of_64_bits() -> None:
    """What is not an np.uint64 would become a signed number or a float in machine code."""
    game = Othello()
    for s in random_states(game, 3):
        assert [type(field) for field in s] == [np.uint64, np.uint64, int, np.uint64]
        assert [type(field) for field in game.canonical(s)] == [np.uint64, np.uint64, int, np.uint64]
        assert type(game.is_terminal(s)) is bool
        assert all(type(a) is int for a in game.actions(s))
        assert type(game.evaluate(s, MAX)) is float
        assert type(game.utility(s, MAX)) is int


# Knowledge.


@pytest.mark.parametrize("size", SIZES)
def test_canonical_is_one_of_the_images_and_the_same_for_all(size: int) -> None:
    game = Othello(size)
    for s in random_states(game, 3):
        every = {game.parse(f"{''.join(rows)} {'XO'[s.mover]}") for rows in images(letters(game, s))}
        assert game.canonical(s) in every
        assert {game.canonical(i) for i in every} == {game.canonical(s)}


def corners(rows: list[str], disc: str) -> int:
    return [rows[r][c] for r in (0, -1) for c in (0, -1)].count(disc)


@pytest.mark.parametrize("size", SIZES)
def test_evaluation_weighs_moves_corners_and_discs(size: int) -> None:
    game = Othello(size)
    for s in random_states(game, 4):
        if game.is_terminal(s):
            continue
        rows, mine, other = letters(game, s), "XO"[s.mover], "OX"[s.mover]
        cells = "".join(rows)
        squares = list(product(range(size), repeat=2))
        moves = [sum(bool(naive_turned(rows, *at, disc)) for at in squares) for disc in (mine, other)]
        guess = moves[0] - moves[1] + 8 * (corners(rows, mine) - corners(rows, other))
        late = 1 - 4 * cells.count(".") / size**2
        guess += floor(late * (cells.count(mine) - cells.count(other))) if late > 0 else 0
        assert game.evaluate(s, s.mover) == max(-(size**2), min(size**2, guess))
        assert game.evaluate(s, 1 - s.mover) == -game.evaluate(s, s.mover)


def test_evaluation_keeps_within_the_bounds() -> None:
    game = Othello(4)
    s = game.parse("X..X .XO. .OX. X..X X")
    assert (game.evaluate(s, MAX), game.evaluate(s, MIN)) == (16, -16)
    s = game.parse("X..X .XO. .OX. X..X O")
    assert (game.evaluate(s, MAX), game.evaluate(s, MIN)) == (16, -16)


@pytest.mark.parametrize("size", SIZES)
def test_order_leaves_few_moves_now_and_later_and_likes_odd_quarters_and_corners(size: int) -> None:
    game, half = Othello(size), size // 2
    cells = list(product(range(size), repeat=2))
    corner_cells = set(product((0, size - 1), repeat=2))
    names = {name: cell for cell in cells if (name := f"{'abcdefgh'[cell[1]]}{cell[0] + 1}")}
    for s in random_states(game, 3):
        if game.is_terminal(s) or PASS in game.actions(s):
            continue
        mine, before = "XO"[game.player(s)], letters(game, s)
        for a in game.actions(s):
            t = game.result(s, a)
            rows, (row, column) = letters(game, t), names[game.show_action(s, a)]
            replies = [] if t.moves == 0 else [names[game.show_action(t, b)] for b in game.actions(t)]
            later = [
                (r, c)
                for r, c in cells
                if rows[r][c] == "."
                and any(rows[y][x] == mine for y, x in cells if abs(y - r) <= 1 and abs(x - c) <= 1)
            ]
            quarter = [before[r][c] for r, c in cells if (r < half, c < half) == (row < half, column < half)]
            guess = -4 * (len(replies) + len(corner_cells & set(replies))) - len(later)
            guess += 2 * (quarter.count(".") % 2) + 8 * ((row, column) in corner_cells)
            assert game.order(s, a) == guess


@pytest.mark.parametrize("size", SIZES)
def test_the_game_is_sound(size: int) -> None:
    report = zermelo.check(Othello(size), plays=3, seconds=None)
    assert report.ok, str(report)


# For people.


@pytest.mark.parametrize("size", SIZES)
def test_shown_positions_and_actions_parse_back(size: int) -> None:
    game = Othello(size)
    for seed in range(6):
        played: list[str] = []
        for s, a in random_play(game, seed):
            rows, shown, turn = "".join(letters(game, s)), game.show(s), "XO"[s.mover]
            forms = [
                shown,
                " ".join(shown.split()),
                f"{rows} {turn}",
                f"{rows.replace('X', '*').replace('.', '-')} {turn.replace('X', '*')};",
                f"{'/'.join(letters(game, s)).lower()}, {('black', 'white')[s.mover]} to play",
                " ".join(played),
            ]
            assert {game.parse(form) for form in forms} == {s}
            # A pass may be left out, unless it was the last move.
            assert played[-1:] == ["pass"] or game.parse("".join(m for m in played if m != "pass")) == s
            assert a is None or game.parse_action(s, game.show_action(s, a).upper()) == a
            played += [] if a is None else [game.show_action(s, a)]


def test_show() -> None:
    game = Othello(4)
    assert game.show(game.parse("A2")) == "  a b c d\n1 . . . .\n2 X X X .\n3 . X O .\n4 . . . .\nO to move"
    assert Othello().show_action(Othello().initial(), 37) == "f5"
    assert Othello().show_action(Othello().initial(), PASS) == "pass"
    assert game.show_action(game.initial(), 18) == "a1"
    assert Othello().parse("") == Othello().initial()


def test_boards_of_the_ffo_test_are_read() -> None:
    """The fortieth: X is to move, 20 squares are empty, and a2 is known to be the best of its moves."""
    game = Othello()
    s = game.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    assert s.mover == MAX
    assert int(s.mine | s.theirs).bit_count() == 64 - 20
    assert "a2" in [game.show_action(s, a) for a in game.actions(s)]


START = "." * 27 + "OX......XO" + "." * 27


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("f5f5", "at move 2, f5, O has no such move"),
        ("a1", "at move 1, a1, X has no such move"),
        ("pass", "at move 1, pass, X has no such move"),
        ("i9", "expected moves, such as 'd3'"),
        ("f5 f", "expected moves"),
        ("²", "expected moves"),
        ("X", "or 8 rows of 8 squares"),
        (START, "and whose turn it is, X or O"),
        (f"{START} to move", "and whose turn it is, X or O"),
        (f"{START} Z", "and whose turn it is, X or O"),
        (f"{START[1:]} X", "or 8 rows"),
        (f"{START[:9]}/{START[9:]} X", "or 8 rows"),
        (f"{'.' * 64} X", "the four squares in the middle are never empty"),
        (f"{START.replace('OX', 'O.')} X", "the four squares in the middle are never empty"),
        (Othello().show(Othello().initial()).replace("3", "4", 1), "or 8 rows"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Othello(), text, why, " ".join(text.split())[:40])


def test_moves_after_the_end_are_refused() -> None:
    game, text = Othello(), "e6f4e3f6g5d6e7f5c5"  # the shortest play: O has nothing left
    assert game.is_terminal(game.parse(text))
    assert game.utility(game.parse(text), MAX) == 13
    with pytest.raises(ParseError, match="at move 10, a1, play is over"):
        game.parse(text + "a1")
    with pytest.raises(ParseError, match="play is over"):
        game.parse(text + "pass")


@settings(deadline=None)
@given(
    st.text()
    | st.text("abcdefgh12345678 pas", max_size=20)
    | st.text("xo.", min_size=16, max_size=16).map(lambda cells: f"{cells} x")
    | st.text("xo.*-/1234 \nabcd")
)
@example("1" * 5000)
@example("f5" * 5000)
@example("." * 5000)
@example("/ " * 5000)
@example("." * 16 + "x " * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Othello(4), text)


@pytest.mark.parametrize("size", [0, 2, 5, 10, -8, "8", 8.5, True])
def test_bad_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"size must be 4, 6 or 8, not {size!r}"):
        Othello(size)


def test_the_picture_has_every_disc_and_every_move() -> None:
    game = Othello()
    root = ElementTree.fromstring(game.draw(game.parse("f5")))
    kinds = [(c.get("fill"), c.get("r")) for c in root.findall("{*}circle")]
    assert [len([k for k in kinds if k[0] == fill]) for fill in ("#0072B2", "none", "currentColor")] == [4, 1, 3]
    assert [t.text for t in root.findall("{*}text")] == [*"abcdefgh12345678", "O to move"]
    assert ">X wins, 13 to 0<" in game.draw(game.parse("e6f4e3f6g5d6e7f5c5"))


def test_labels_are_short_or_left_out() -> None:
    assert Othello(4).label(Othello(4).initial()) == ".....OX..XO....."
    assert Othello().label(Othello().initial()) == ""


def test_name_kind_and_declared_attributes() -> None:
    assert str(Othello()) == "othello"
    assert str(Othello(6)) == "othello:size=6"
    assert zermelo.load("othello:size=6").bounds == (-36, 36)
    assert Othello.scored


def searched_value(game: Othello, s: Board) -> float:
    """X's value by minimax, without any knowledge."""
    if game.is_terminal(s):
        return game.utility(s, MAX)
    values = [searched_value(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if game.player(s) == MAX else min(values)


@pytest.mark.parametrize("empty_to_winner", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_value_bounds_of_the_last_moves_are_the_value(size: int, empty_to_winner: bool) -> None:
    game = Othello(size, empty_to_winner)
    late = [s for s in random_states(game, 40) if size * size - (int(s.mine) | int(s.theirs)).bit_count() <= 3]
    exact = [s for s in late if game.value_bounds(s) != game.bounds]
    assert len(exact) >= 60
    for s in exact:
        assert game.value_bounds(s) == (searched_value(game, s),) * 2


@pytest.mark.parametrize("size", SIZES)
def test_states_differ_in_their_keys(size: int) -> None:
    game = Othello(size)
    states = set(random_states(game, 20))
    states |= {game.board_of(s.theirs, s.mine, s.mover) for s in states}
    states |= {game.board_of(s.mine, s.theirs, 1 - s.mover) for s in states}
    assert len({game.key(s) for s in states}) == len(states)


def test_the_line_of_a_solution_goes_to_the_end() -> None:
    game = Othello()
    late = [s for s in random_states(game, 3) if (int(s.mine) | int(s.theirs)).bit_count() == 58]
    assert late
    for s in late:
        solution = zermelo.solve(game, s, method="engine", plain=True)
        for a in solution.line:
            s = game.result(s, a)  # noqa: PLW2901
        assert game.is_terminal(s)
        assert game.utility(s, MAX) == solution.value
