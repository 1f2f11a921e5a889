"""Boards as pictures: the games' own, and those that are made from text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from zermelo import games, load
from zermelo.core.game import Game
from zermelo.draw.board import board_svg, grid_in, text_svg

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ElementTree.Element:
    """The picture, after checking that it is self-contained, without scripts or styles."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("aria-label")
    x, y, width, height = map(float, root.get("viewBox").split())
    assert (x, y) == (0, 0)
    assert min(width, height) > 0
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {"svg", "g", "path", "rect", "circle", "text"}
    assert not [name for e in root.iter() for name in e.attrib if name == "style" or name.startswith("on")]
    return root


def texts(svg: str) -> list[str]:
    return [(e.text or "").replace("\u00a0", " ") for e in read(svg).iter(f"{SVG}text")]


def count(svg: str, kind: str) -> int:
    return len(list(read(svg).iter(f"{SVG}{kind}")))


def is_board(svg: str) -> bool:
    return count(svg, "g") == 1


class Bare(Game):
    """A game that has no picture of its own."""

    def __init__(self, text: str = ""):
        self.text = text

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        return [1]

    def result(self, s, a):
        return 1

    def is_terminal(self, s):
        return s == 1

    def utility(self, s, p):
        return 0

    def show(self, s):
        return self.text


def test_a_game_without_a_picture_gets_one_from_its_text():
    assert texts(board_svg(Bare("three sticks"), 0)) == ["three sticks"]
    assert is_board(board_svg(Bare("X.\n.O"), 0))


def test_a_games_own_picture_takes_precedence():
    game = load("connect4")
    assert board_svg(game, game.initial()) == game.draw(game.initial())


@pytest.mark.parametrize("text", ["X.O\n.X.\n...", "X . O\n. X .\n. . .", "\nX.O\n.X.\n...\n\n"])
def test_rows_of_signs_are_cells(text):
    svg = text_svg(text)
    assert texts(svg) == ["X", "O", "X"]
    assert count(svg, "circle") == 6
    assert svg.count("<path d=") == 8  # four lines each way
    assert svg.count("<path data-cell=") == 9  # the areas that can be clicked


def test_lines_around_a_board_are_kept():
    svg = text_svg("A game\nX.\n.O\nX to move")
    assert texts(svg) == ["A game", "X", "O", "X to move"]


@pytest.mark.parametrize(
    ("text", "names", "signs"),
    [
        ("  a b c\n1 X . .\n2 . . O", "abc12", "XO"),
        ("2 X . .\n1 . . O\n  a b c", "abc21", "XO"),
        ("X . .\n. . O\n1 2 3", "123", "XO"),
        ("1 2 3\nX . .\n. . O", "123", "XO"),
        ("1 X . .\n2 . . O", "12", "XO"),
    ],
)
def test_rows_and_columns_keep_their_names(text, names, signs):
    svg = text_svg(text)
    assert "".join(texts(svg)) == names + signs
    assert count(svg, "circle") == 4
    assert svg.count("<path d=") == 7


def test_walls_are_filled():
    assert count(text_svg("#.\n.#"), "rect") == 2


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("2 16 .\n. 128 4", ["2", "16", "128", "4"]),
        ("wK  . bN\n . wP  .", ["wK", "bN", "wP"]),
        ("bK --\n-- wK", ["bK", "wK"]),
    ],
)
def test_signs_of_several_characters_fit_into_cells(text, signs):
    assert texts(text_svg(text)) == signs


@pytest.mark.parametrize(
    "text",
    [
        "X",
        "X.O",
        "Count(said=1, mover=0)",
        "one two\nthree four",
        "ab\nc",
        "7 4\n3\n0 2",
        "",
        "a\nb\nc",
        "three\nseven",
        "it is\nmy go",
    ],
)
def test_other_texts_are_drawn_on_a_card(text):
    svg = text_svg(text)
    assert not is_board(svg)
    assert [t.strip() for t in texts(svg)] == text.split("\n")


def test_blanks_stay_where_they_are():
    svg = text_svg("here it is:\n    4  4 cells")
    assert texts(svg)[1] == "4  4 cells"
    first, second = read(svg).iter(f"{SVG}text")
    assert float(second.get("x")) - float(first.get("x")) == pytest.approx(4 * 8.4)


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '" onload="alert(1)', "]]>", "a & b", "\x00\x1b[31m", "&lt;"]
)
def test_nothing_in_a_text_is_taken_for_markup(text):
    for shown in (text, f"{text}\nXO\nOX", "\n".join([" ".join(text)] * 2)):
        read(text_svg(shown))


@given(st.text(max_size=80) | st.text(st.sampled_from("XO.# \n12ab"), max_size=60))
def test_any_text_is_a_picture(text):
    read(text_svg(text))


def test_long_texts_are_cut():
    svg = text_svg("\n".join(["xy" * 500 + " y"] * 1000))
    assert len(texts(svg)) == 60
    assert max(map(len, texts(svg))) == 120


@pytest.mark.parametrize(
    "name", [name for name in games.names() if name in ("tictactoe", "othello", "twentyone", "nim")]
)
def test_every_state_of_a_play_has_a_picture(name):
    game = load(name)
    s = game.initial()
    while not game.is_terminal(s):
        ElementTree.fromstring(board_svg(game, s))
        read(text_svg(game.show(s)))
        s = game.result(s, list(game.actions(s))[-1])
    ElementTree.fromstring(board_svg(game, s))


def test_the_grid_in_a_text_has_the_places_of_its_signs():
    text = "\n  a b c\n1 X . .\n2 . . O\nX to move"
    grid = grid_in(text)
    assert grid.rows == [["X", ".", "."], [".", ".", "O"]]
    for row, places in zip(grid.rows, grid.places, strict=True):
        assert [text[start:end] for start, end in places] == row
    assert grid_in("X.O\n.X.").places == [[(0, 1), (1, 2), (2, 3)], [(4, 5), (5, 6), (6, 7)]]
    assert grid_in("some words\non two lines") is None
