"""Tic-tac-toe against OpenSpiel, published counts, and a naive reading of the board."""

from __future__ import annotations

from collections import Counter
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings, strategies as st

from games_helpers import assert_refused, beside_openspiel, images, openspiel, random_states, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.tictactoe import Board, TicTacToe

SIZES = [(3, 3, 3), (4, 3, 3), (3, 5, 3), (4, 4, 4), (7, 6, 4), (2, 2, 2), (5, 5, 5), (7, 8, 5), (1, 4, 2), (15, 4, 3)]


def letters(game: TicTacToe, s: Board) -> list[str]:
    """The rows of the board, read from what people see."""
    return ["".join(row.split()[1:]) for row in game.show(s).splitlines()[1:]]


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_those_of_openspiel(size: tuple[int, int, int]) -> None:
    width, height, row = size
    theirs = openspiel(f"mnk(m={width},n={height},k={row})")
    game = TicTacToe(*size)
    for seed in range(300):
        for s, state in beside_openspiel(game, theirs, seed):
            assert "\n".join(letters(game, s)).lower() == str(state).strip()


def test_the_usual_game_is_openspiels_tic_tac_toe() -> None:
    theirs = openspiel("tic_tac_toe")
    game = TicTacToe()
    for seed in range(2000):
        assert list(beside_openspiel(game, theirs, seed))


@pytest.mark.thorough
def test_published_counts() -> None:
    game = TicTacToe()
    states: set[Board] = set()
    ends: Counter[float] = Counter()
    nodes = 0
    stack = [game.initial()]
    while stack:
        s = stack.pop()
        nodes += 1
        states.add(s)
        if game.is_terminal(s):
            ends[game.utility(s, MAX)] += 1
        else:
            stack += [game.result(s, a) for a in game.actions(s)]
    assert nodes == 549_946
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert ends.total() == 255_168
    assert len(states) == 5_478
    assert len({game.canonical(s) for s in states}) == 765


def test_parse_takes_the_positions_that_can_arise_and_no_others() -> None:
    game = TicTacToe()
    taken = 0
    for cells in product("XO.", repeat=9):
        try:
            game.parse("".join(cells))
        except ParseError:
            continue
        taken += 1
    assert taken == 5_478


@pytest.mark.parametrize("size", SIZES)
def test_canonical_is_one_of_the_images_and_the_same_for_all(size: tuple[int, int, int]) -> None:
    game = TicTacToe(*size)
    for s in random_states(game, 30):
        one = game.canonical(s)
        every = {game.parse("/".join(rows)) for rows in images(letters(game, s))}
        assert one in every
        assert {game.canonical(i) for i in every} == {one}


def naive_evaluation(game: TicTacToe, s: Board) -> int:
    """Every line of the board, written out cell by cell."""
    board = letters(game, s)
    total = 0
    for r, c in product(range(game.height), range(game.width)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(r + i * down, c + i * right) for i in range(game.row)]
            if all(0 <= y < game.height and 0 <= x < game.width for y, x in cells):
                line = "".join(board[y][x] for y, x in cells)
                total += naive_weight(game, line, "X", "O") - naive_weight(game, line, "O", "X")
    return total


def naive_weight(game: TicTacToe, line: str, mine: str, theirs: str) -> int:
    if theirs in line:
        return 0
    if game.evaluation == "open":
        return 1
    return 3 ** (line.count(mine) - 1) if mine in line else 0


@pytest.mark.parametrize("evaluation", ["lines", "open"])
@pytest.mark.parametrize("size", SIZES)
def test_evaluations_count_lines(size: tuple[int, int, int], evaluation: str) -> None:
    game = TicTacToe(*size, evaluation)
    for s in random_states(game, 10):
        if not game.is_terminal(s):
            assert game.evaluate(s, MAX) == naive_evaluation(game, s)
            assert game.evaluate(s, MIN) == -game.evaluate(s, MAX)


def test_evaluations_of_one_position() -> None:
    text = "O../.X./..."
    assert TicTacToe().evaluate(TicTacToe().parse(text), MAX) == 3 - 2
    assert TicTacToe(evaluation="open").evaluate(TicTacToe().parse(text), MAX) == 5 - 4


@pytest.mark.parametrize("evaluation", ["lines", "open"])
def test_depth_two_values_of_the_lectures(evaluation: str) -> None:
    game = TicTacToe(evaluation=evaluation)
    backed_up = {}
    for a in game.actions(game.initial()):
        s = game.result(game.initial(), a)
        backed_up[game.show_action(game.initial(), a)] = min(
            game.evaluate(game.result(s, reply), MAX) for reply in game.actions(s)
        )
    assert {v for a, v in backed_up.items() if a in ("a1", "c1", "a3", "c3")} == {-1}
    assert {v for a, v in backed_up.items() if a in ("b1", "a2", "c2", "b3")} == {-2}
    assert backed_up["b2"] == 1


@pytest.mark.parametrize("size", SIZES)
def test_shown_positions_and_actions_parse_back(size: tuple[int, int, int]) -> None:
    game = TicTacToe(*size)
    for s in random_states(game, 30):
        rows = letters(game, s)
        shown = game.show(s)
        forms = [shown, " ".join(shown.split()), "/".join(rows), "".join(rows).lower(), "\n".join(rows)]
        assert {game.parse(form) for form in forms} == {s}
        for a in game.actions(s):
            assert game.parse_action(s, game.show_action(s, a).upper()) == a


def test_show() -> None:
    game = TicTacToe()
    assert game.show(game.parse("X_O/-X-/...")) == "  a b c\n1 X . O\n2 . X .\n3 . . ."
    assert game.show_action(game.initial(), 0) == "a1"
    assert game.show_action(game.initial(), 5) == "c2"
    tall = TicTacToe(2, 10, 4)
    assert tall.show(tall.initial()).splitlines()[-1] == "10 . ."
    assert tall.show(tall.initial()).splitlines()[1] == " 1 . ."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 3 cells"),
        ("X.O", "expected 3 cells"),
        ("X.O/.X./..", "expected 3 cells"),
        ("X./O.X./...", "expected 3 cells"),
        ("X.O.X.....", "expected 3 cells"),
        ("X.O/.Z./...", "expected something like '.../.../...'"),
        ("a b d\n1 X . .\n2 . . .\n3 . . .", "expected something like"),
        ("a b c\n1 X . .\n3 . . .\n2 . . .", "expected something like"),
        ("XX./.../...", "X, who begins, has 2 and O 0"),
        ("O../.../...", "X, who begins, has 0 and O 1"),
        ("XXX/OOO/...", "play ended"),
        ("XXX/OO./..O", "play ended"),
        ("OOO/XX./XX.", "play ended"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(TicTacToe(), text, why, " ".join(text.split()))


def test_two_rows_that_no_one_move_could_make_are_refused() -> None:
    game = TicTacToe(5, 5, 3)
    with pytest.raises(ParseError, match="play ended"):
        game.parse("XXX../OO.O./XXX../O...O/.....")
    assert game.is_terminal(game.parse("XXXXX/OO.OO/...../...../....."))


@settings(deadline=None)
@given(st.text() | st.text("xo.-_/ \n123abc", max_size=40))
@example("1" * 5000)
@example("²/x")
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(TicTacToe(), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 26, not 0"),
        ({"width": 27, "height": 1}, "not 27"),
        ({"height": -1}, "height must be"),
        ({"width": 8, "height": 8}, "width 8 and height 8"),
        ({"row": 4}, "row must be a whole number from 1 to 3, not 4"),
        ({"row": 2.5}, "not 2.5"),
        ({"evaluation": "line"}, "evaluation 'line' is not known: did you mean lines?"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("?", r"\?")):
        TicTacToe(**parameters)  # type: ignore[arg-type]


def test_the_picture_has_every_stone_and_a_band_under_a_row() -> None:
    game = TicTacToe()
    parts = [e.tag.rpartition("}")[2] for e in ElementTree.fromstring(game.draw(game.parse("XO./OX./..X"))).iter()]
    assert Counter(parts) == {"svg": 1, "g": 1, "line": 4 + 2 * 3 + 1, "circle": 2}
    assert "<g" not in game.draw(game.initial())


def test_labels_are_short_or_left_out() -> None:
    assert TicTacToe().label(TicTacToe().parse("X.O.X....")) == "X.O/.X./..."
    assert TicTacToe(5, 5, 4).label(Board(0, 0, 0)) == ""


def test_name_kind_and_declared_attributes() -> None:
    assert str(TicTacToe()) == "tictactoe"
    assert str(TicTacToe(4, 4, 4, "open")) == "tictactoe:width=4,height=4,row=4,evaluation=open"
    assert TicTacToe.bounds == (-1, 1)
