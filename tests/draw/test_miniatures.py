"""Boards inside nodes: taken from the game's own picture, without anything that could do harm, in every format."""

import math
import re
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo import games
from zermelo.core.errors import KindError, LimitError
from zermelo.draw import design_for, fit, tree_svg, tree_tikz
from zermelo.draw.miniatures import Boards, Shape, read_picture
from zermelo.draw.outlines import Matrix, outline, transform_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">
<script>alert(1)</script><style>* {fill: red}</style><foreignObject><p>x</p></foreignObject>
<a href="https://example.org"><rect width="5" height="5"/></a>
<rect width="10" height="10" onclick="alert(1)" style="fill:red" fill="url(https://example.org#a)" stroke="#00f"/>
<g opacity="0.5"><text font-size="40" x="3" y="4">a &lt; b</text><text font-size="2">tiny</text></g></svg>"""


def shape(tag, **attributes):
    return Shape(tag, {name.replace("_", "-"): str(value) for name, value in attributes.items()}, "", ())


def points(stretches):
    return [p for s in stretches for p in (s.start, *(c.end for c in s.curves))]


def flat(pairs):
    return [n for p in pairs for n in p]


def test_only_plain_shapes_are_taken_from_a_picture():
    board = read_picture(HOSTILE, 46)
    assert (board.width, board.height) == (100, 50)
    rect, group = board.shapes
    assert rect == Shape("rect", {"width": "10", "height": "10", "stroke": "#00f"}, "", ())
    assert [text.text for text in group.content] == ["a < b"]


@pytest.mark.parametrize("svg", ["", "<svg", "<p>no</p>", "<svg viewBox='0 0 0 5'/>", "<svg/>"])
def test_what_is_no_picture_is_no_board(svg):
    assert read_picture(svg, 46) is None


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "kalah", "pig", "nim"])
def test_the_boards_of_a_game_fit_into_their_height_and_every_node_has_one(name):
    game = zermelo.load(name)
    boards = Boards(game, 40)
    width, height = boards.size(boards.of(game.initial()))
    assert height <= 40 + 1e-9
    assert width <= 64 + 1e-9
    grown = zermelo.tree(game, depth=1)
    picture = ElementTree.fromstring(tree_svg(grown.root, design=design_for(game)))
    nodes = [g for g in picture.iter(f"{SVG}g") if re.match("node [a-z]+", g.get("class", "")) and g.find(f"{SVG}title") is not None]
    assert nodes
    assert all(len(node.findall(f"{SVG}svg")) == 1 for node in nodes)
    assert not grown.root.label or not any(grown.root.label == t.text for t in picture.iter(f"{SVG}text"))


def test_a_game_that_draws_nothing_keeps_its_labels():
    game = zermelo.load("twentyone:goal=5")
    grown = zermelo.tree(game)
    assert tree_svg(grown.root, design=design_for(game)) == tree_svg(grown.root)


@pytest.mark.parametrize("name", games.names())
def test_every_board_can_be_written_as_tikz(name):
    """Every shape of every game's picture becomes a path, or a text, with finite coordinates."""
    game = zermelo.load(name)
    board = Boards(game, 60).of(game.initial())
    for each in [] if board is None else board.shapes:
        for inner in [each, *each.content]:
            if inner.tag not in ("g", "text"):
                assert points(outline(inner)), inner
                assert all(math.isfinite(n) for p in points(outline(inner)) for n in p)


def test_tikz_has_a_path_for_each_cross_and_circle():
    game = zermelo.load("tictactoe")
    grown = zermelo.tree(game, "XO./.../...", depth=1)
    with_boards = tree_tikz(grown.root, design=design_for(game))
    drawn = [line for line in with_boards.splitlines() if line.startswith(r"\path[draw={rgb,255:red,0;green,114")]
    assert len(drawn) == 2 * (1 + 7 + 7)  # two strokes for each X: one in the root, two in each of the seven below
    assert "..controls" not in with_boards
    assert ".. controls" in with_boards


def test_arcs_become_curves_on_the_circle():
    half = outline(shape("path", d="M0 5A5 5 0 0 1 10 5"))
    assert flat(points(half)) == pytest.approx([0, 5, 5, 0, 10, 5], abs=1e-9)
    large = outline(shape("path", d="M10 5a5 5 0 1 1-5-5z"))
    assert all(math.hypot(x - 5, y - 5) == pytest.approx(5) for x, y in points(large))
    assert large[0].closed
    assert len(points(large)) == 4  # three quarters


def test_paths_relative_and_absolute_are_the_same():
    absolute = outline(shape("path", d="M1 2L4 2H6V5Q8 5 8 7T8 9C9 9 9 10 8 10S7 11 8 11Z"))
    relative = outline(shape("path", d="m1 2l3 0h2v3q2 0 2 2t0 2c1 0 1 1 0 1s-1 1 0 1z"))
    assert flat(points(absolute)) == pytest.approx(flat(points(relative)))
    controls = [flat(c.first for c in drawn[0].curves if c.first) for drawn in (absolute, relative)]
    assert controls[0] == pytest.approx(controls[1])


def test_a_round_rectangle_and_a_circle():
    assert points(outline(shape("rect", x=1, y=2, width=4, height=2)))[:3] == [(1, 2), (5, 2), (5, 4)]
    circle = points(outline(shape("circle", cx=1, cy=1, r=2)))
    assert all(math.hypot(x - 1, y - 1) == pytest.approx(2) for x, y in circle)


def test_transformations_are_applied_from_the_right():
    turned = transform_of(shape("path", transform="translate(10,20) rotate(90) scale(2)"))
    assert turned.at((1, 0)) == pytest.approx((10, 22))
    assert turned.size == pytest.approx(2)
    assert transform_of(shape("path", transform="rotate(180 5 5)")).at((0, 0)) == pytest.approx((10, 10))
    assert transform_of(shape("g")) == Matrix()


@pytest.mark.parametrize("height", [1, 5000, -3])
def test_boards_of_an_impossible_size_are_refused(height):
    with pytest.raises(LimitError, match="from 16 to 400"):
        design_for(zermelo.load("nim"), boards=height)


def test_bad_designs_are_refused():
    nim, three = zermelo.load("nim"), zermelo.load("nim:players=3")
    with pytest.raises(KindError, match="'blue'"):
        design_for(nim, theme="blue")
    with pytest.raises(KindError, match="'age'"):
        design_for(nim, colour="age")
    with pytest.raises(KindError, match="a value for each player"):
        design_for(three, colour="winner")
    for scale in (0, -1, 17, math.nan):
        with pytest.raises(LimitError, match="scale"):
            design_for(nim, scale=scale)


def test_a_tree_is_folded_until_it_fits_the_page():
    game = zermelo.load("connect4")
    root, design = zermelo.tree(game, depth=2).root, design_for(game)
    widths = []
    for page in (400, 900, 1600, 5000):
        fitted = tree_svg(fit(root, page, design), design=design, legend=False)
        widths.append(float(re.search(r'width="([\d.]+)"', fitted)[1]))
        assert widths[-1] <= page
    assert widths == sorted(widths)
    assert fit(root, 5000, design) is root


def test_colours_show_the_winner_in_the_picture_and_the_legend():
    grown = zermelo.tree("((1 -1) (0 1))", method="minimax")
    svg = grown.svg(colour="winner")
    kinds = re.findall(r'<g class="node (?:max|min|terminal) (\w+)', svg)
    assert kinds[:7] == ["even", "lost", "won", "lost", "even", "even", "won"]
    assert all(f">{word}</text>" in svg for word in ("MAX wins", "MIN wins", "draw"))
    assert "wins" not in grown.svg()


def test_an_estimate_has_no_winner():
    svg = zermelo.tree("tictactoe", depth=1).svg(colour="winner")
    assert not re.search(r'class="node (?:max|min) (?:won|lost|even)', svg)


def test_an_svg_is_light_unless_another_theme_is_asked_for():
    grown = zermelo.tree("(1 2)")
    assert "prefers-color-scheme" not in grown.svg()
    assert "fill:#ffffff" in grown.svg()
    assert "prefers-color-scheme:dark" in grown.svg(theme="auto")
    assert "fill:#14171a" in grown.svg(theme="dark")
    assert "prefers-color-scheme" not in grown.svg(theme="dark")
