"""The SVG picture of a search tree."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from draw.hostile import folded_trees, hostile
from property_helpers import examples
from zermelo.core.trace import Node
from zermelo.draw import Design, fold, tree_svg
from zermelo.draw.fonts import text_width
from zermelo.draw.nodes import in_order

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg):
    return ElementTree.fromstring(svg)


def having(picture, *classes):
    return [e for e in picture.iter() if set(classes) <= set(e.get("class", "").split())]


def drawn_nodes(picture):
    """The nodes of the tree; those of the legend have no title."""
    return [e for e in having(picture, "node") if e.find(f"{SVG}title") is not None]


def texts(picture, *classes):
    return [e.text for e in having(picture, *classes) if e.tag == f"{SVG}text"]


def place(group):
    return tuple(map(float, re.findall(r"-?[\d.]+", group.get("transform"))))


def text_boxes(group):
    """Left, top, right and bottom of each text of a node, by its estimated width."""
    x, y = place(group)
    for text in group.iter(f"{SVG}text"):
        kinds = set(text.get("class").split())
        size, bold = float(text.get("font-size")), bool(kinds & {"inner", "cut", "best"})
        width = text_width(text.text or "", size, bold=bold)
        left = x + float(text.get("x", 0))
        if kinds & {"value", "number", "action", "probability", "below", "count"}:
            left -= width / 2
        elif "label" in kinds:
            left -= width
        baseline = y + float(text.get("y"))
        yield left, baseline - 0.7 * size, left + width, baseline


@given(folded_trees(), hostile)
@settings(deadline=None)
def test_any_tree_is_well_formed_and_has_a_figure_for_each_node(root, title):
    picture = parse(tree_svg(root, title=title))
    nodes = drawn_nodes(picture)
    assert len(nodes) == len(in_order(root)[0])
    assert all(len(node.findall(f"{SVG}path")) == 1 for node in nodes)


@pytest.mark.thorough
@given(folded_trees())
@examples(60)
def test_no_text_lies_over_another_and_none_is_clipped(root):
    picture = parse(tree_svg(root, legend=False))
    width, height = float(picture.get("width")), float(picture.get("height"))
    boxes = [box for node in drawn_nodes(picture) for box in text_boxes(node)]
    margin = 16
    for left, top, right, bottom in boxes:
        assert left >= -0.2
        assert right <= width - 2 * margin + 0.2
        assert top >= -0.2
        assert bottom <= height - 2 * margin + 0.2
    for a, b in combinations(boxes, 2):
        apart = a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2
        assert apart


@given(st.lists(st.sampled_from(["terminal", "max", "p1"]), min_size=2, max_size=8))
def test_children_stand_in_their_places_whatever_order_they_were_read_in(roles):
    size = len(roles)
    children = [Node(i, str(i), None, role, 1, None, value=i) for i, role in enumerate(roles, 1)]
    root = Node(0, "", None, "max", 0, None, value=1, best=1, children=children)
    for places in (range(size), range(size, 0, -1)):
        for child, child_place in zip(children, places, strict=True):
            child.place = child_place
        picture = parse(tree_svg(root))
        at = {e.find(f"{SVG}title").text.split(":")[0]: place(e)[0] for e in drawn_nodes(picture)[1:]}
        assert [int(name) for name in sorted(at, key=at.__getitem__)] == [c.number for c in root.from_left]


def test_example_1_says_what_was_found(example_1):
    picture = parse(tree_svg(example_1, title="Example 1"))
    assert texts(picture, "value") == ["3", "3", "3", "12", "8", "2", "2", "4", "6", "2", "14", "5", "2"]
    assert texts(picture, "window") == ["[3, +∞]", "[-∞, 3]", "[3, 2]", "[3, 2]", "[α, β]"]
    assert texts(picture, "cut") == ["2 ≤ alpha 3"]
    assert texts(picture, "title") == ["Example 1"]
    assert texts(picture, "word") == ["MAX", "MIN", "terminal", "window", "best line", "not read"]


def test_example_1_marks_what_was_not_read(example_1):
    picture = parse(tree_svg(example_1, legend=False))
    unread = [e for e in drawn_nodes(picture) if "unread" in e.get("class")]
    assert [e.find(f"{SVG}title").text for e in unread] == ["2: terminal 4 not read", "3: terminal 6 not read"]
    assert len(having(picture, "edge", "unread")) == len(having(picture, "mark")) == 2
    assert re.search(r"\.edge\.unread\{[^}]*stroke-dasharray", tree_svg(example_1))
    assert re.search(r"\.node\.unread>path\{[^}]*stroke-dasharray", tree_svg(example_1))


def test_the_cut_is_marked_where_it_was_made_and_not_below(cut_early):
    picture = parse(tree_svg(cut_early, legend=False))
    assert len(having(picture, "edge", "unread")) == 5
    assert len(having(picture, "mark")) == 1


def test_the_best_line_is_thick(example_1):
    picture = parse(tree_svg(example_1, legend=False))
    assert len(having(picture, "edge", "best")) == 2
    assert [e.find(f"{SVG}title").text.split(" ")[0] for e in having(picture, "node", "best")] == ["MAX", "1:", "1:"]


def test_a_line_ends_where_chance_decides(make):
    coin = make(1, "chance", 5, make(2, "terminal", 0), make(3, "terminal", 10))
    assert len(having(parse(tree_svg(make(0, "max", 5, coin, best=1), legend=False)), "edge", "best")) == 1


def test_every_role_has_an_outline_of_its_own(make):
    roles = ["max", "min", "chance", "opponent", "p0"]
    outlines = {
        drawn_nodes(parse(tree_svg(make(0, r, 1))))[0].find(f"{SVG}path").get("d") for r in [*roles, "terminal"]
    }
    assert len(outlines) == 6


def test_outlines_and_branches_go_from_point_to_point(make):
    picture = parse(tree_svg(make(0, "max", 1, make(1, "terminal", 1), make(2, "min", 1)), legend=False))
    outlines = [node.find(f"{SVG}path").get("d") for node in drawn_nodes(picture)]
    assert outlines == ["M0 0L23 38H-23Z", "M-11 0H11V22H-11Z", "M-10 0H10L0 17Z"]
    assert [edge.get("d") for edge in having(picture, "edge")] == ["M25 38L11 66.2", "M25 38L39 66.2"]


def test_players_have_their_number(make):
    picture = parse(tree_svg(make(0, "p2", (1, 2, 3), make(1, "p7", (1, 2, 3), why="cutoff")), legend=False))
    assert texts(picture, "number") == ["P2", "P7"]
    assert texts(picture, "value") == ["<1, 2, 3>", "≈ <1, 2, 3>"]


def test_estimates_and_loops_have_their_signs(make):
    leaves = make(1, "min", 4, why="cutoff"), make(2, "min", 0, why="loop")
    picture = parse(tree_svg(make(0, "max", 4, *leaves)))
    assert texts(picture, "value") == ["4", "≈ 4", "↻ 0", "≈", "↻"]
    assert texts(picture, "word") == ["MAX", "MIN", "estimate", "loop"]


def test_branches_have_names_and_probabilities(make):
    coin = make(0, "chance", 5, make(1, "terminal", 0, action="heads", probability=1 / 3), label="toss")
    picture = parse(tree_svg(coin, legend=False))
    assert texts(picture, "action") == ["heads"]
    assert texts(picture, "probability") == ["p = 0.333"]
    assert texts(picture, "label") == ["toss"]


def test_a_long_name_is_shortened_and_is_whole_in_the_title(make):
    name = "the bishop takes " * 5
    picture = parse(tree_svg(make(0, "max", 1, make(1, "terminal", 1, action=name))))
    assert texts(picture, "action") == ["the bishop takes the bi…"]
    assert drawn_nodes(picture)[1].find(f"{SVG}title").text == f"{name.strip()}: terminal 1"


def test_it_has_a_description_for_screen_readers(example_1):
    picture = parse(tree_svg(example_1, title="Pruning & <more>"))
    assert picture.get("role") == "img"
    assert picture.find(f"{SVG}title").text == "Pruning & <more>"
    assert picture.find(f"{SVG}desc").text == (
        "13 nodes, 2 of them not read. The root is MAX, its value 3. Best line: 1, 1."
    )


def test_a_fold_is_three_dots_and_a_number_of_nodes(make):
    leaves = [make(i, "terminal", 1, action=str(i)) for i in range(1, 1206)]
    picture = parse(tree_svg(fold(make(0, "max", 1, *leaves, best=1), 3)))
    assert texts(picture, "count") == ["+1,204", "nodes"]
    assert texts(picture, "word") == ["MAX", "terminal", "folded", "best line"]
    (dots, _in_the_legend) = having(picture, "folded")
    assert dots.find(f"{SVG}path").get("d").count("M") == 3
    assert dots.find(f"{SVG}title").text == "… +1,204 nodes"
    assert picture.find(f"{SVG}desc").text.startswith("2 of 1,206 nodes, 0 of them not read.")


def test_a_fold_of_what_was_not_read_is_marked_as_such(make):
    unread = [make(-1, "terminal", 1, action=str(i)) for i in range(9)]
    picture = parse(tree_svg(fold(make(0, "max", 1, *unread), 3), legend=False))
    assert len(having(picture, "folded", "unread")) == 1
    assert len(having(picture, "edge", "unread")) == len(having(picture, "mark")) == 2
    assert texts(picture, "count") == ["+8", "nodes"]


def test_light_and_dark_screens_have_the_same_rules(example_1):
    sheet = tree_svg(example_1, design=Design(theme="auto")).split("<style>")[1].split("</style>")[0]
    light, dark = sheet.split("@media (prefers-color-scheme:dark)")
    coloured = [rule for rule in light.split("}") if re.search(r"(fill|stroke|color):#", rule)]
    selectors = [re.findall(r"([^{}]+)\{", rules) for rules in ("}".join(coloured) + "}", dark[1:])]
    assert selectors[0] == selectors[1]


def test_the_legend_can_be_left_out(example_1):
    assert texts(parse(tree_svg(example_1, legend=False)), "word") == []


@pytest.mark.thorough
@pytest.mark.parametrize("breadth", [1, 3, 100])
def test_twenty_thousand_nodes(make, breadth):
    nodes = [make(0, "max", 0)]
    for i in range(1, 20_000):
        nodes.append(make(i, "min", i, action=f"a{i}"))
        nodes[(i - 1) // breadth].children.append(nodes[-1])
    assert tree_svg(nodes[0]).count('<g class="node min"') >= 19_999
