"""A search as the data that a page goes through step by step."""

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from random_trees import trees
from zermelo import ParseError, load, tree
from zermelo.core.trace import Cursor
from zermelo.draw import fold, shown_and_all, stepping, tree_css, tree_svg
from zermelo.draw.fonts import text_width
from zermelo.draw.nodes import Fold, in_order
from zermelo.draw.opening import fold_id, open_folds
from zermelo.draw.words import say_tally, say_value, say_window

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
EXAMPLE_5 = "min((-1 -7 4) (5) (3 -5))"
EXAMPLE_6 = "((9 -2) ((-1 -7 4) (5) (3 -5)))"
EXAMPLE_7 = "((10 10) (10 0))"
SVG = "{http://www.w3.org/2000/svg}"


def steps(game, **options):
    return stepping(tree(game, **options).trace)["steps"]


def cuts(game, **options):
    return [step["says"] for step in steps(game, **options) if step["kind"] == "cut"]


class Page:
    """The state of a page, by the rules in the docstring of `stepping`: the texts and styles of each node."""

    def __init__(self, data):
        self.nodes = data["nodes"]
        self.shown = [{"value": "", "window": "", "cut": "", "looks": "later"} for _ in self.nodes]
        self.best = [-1] * len(self.nodes)

    def apply(self, step):
        at = self.shown[step["node"]]
        if step["kind"] in ("enter", "leaf", "folded"):
            at["looks"] = "read"
        for part in ("value", "window"):
            if part in step:
                assert at[part] == step[part][0], step
                at[part] = step[part][1]
        if "best" in step:
            assert self.best[step["node"]] == step["best"][0]
            self.best[step["node"]] = step["best"][1]
        for node, before, after in step.get("beside", ()):
            assert self.shown[node]["window"] == before, step
            self.shown[node]["window"] = after
        at["cut"] = step.get("cut", at["cut"])
        for i in step.get("unread", ()):
            assert self.shown[i]["looks"] == "later"
            self.shown[i] |= {"looks": "unread", "value": self.nodes[i]["text"]}


def at_the_end(data):
    page = Page(data)
    for step in data["steps"]:
        page.apply(step)
    return page


# What is said.


def test_example_1_says_which_leaves_are_not_read_and_why():
    assert cuts(EXAMPLE_1) == [
        "Cut, 2 ≤ alpha 3: MIN already has 2 here and MAX has 3 elsewhere; MAX will never come here, "
        "so 4 and 6 are not read."
    ]


def test_example_1_from_its_first_sentence_to_its_last():
    said = [step["says"] for step in steps(EXAMPLE_1)]
    assert said[:6] == [
        "The search begins at the root: MAX is to move. The window is [-∞, +∞].",
        "a1: MIN is to move. The window is [-∞, +∞].",
        "b1 is terminal: its utility is 3.",
        "MIN now has 3, through b1; beta becomes 3.",
        "b2 is terminal: its utility is 12. MIN keeps 3.",
        "b3 is terminal: its utility is 8. MIN keeps 3.",
    ]
    assert "a2: MIN is to move. The window is [3, +∞]: MAX already has 3 elsewhere." in said
    assert "a2 returns 2: its value is at most that, and MAX need not know more. MAX keeps 3." in said
    assert "MIN now has 5 in place of 14, through b2; beta becomes 5." in said
    assert "a3 returns 2. MAX keeps 3." in said
    assert said[-1] == "The root's value is 3, through a1; 11 nodes were read."


@pytest.mark.parametrize(("fail", "returned"), [("soft", "a1 returns 4"), ("hard", "a1 returns 3")])
def test_example_5(fail, returned):
    found = steps(EXAMPLE_5, read_from="right", window=(-1_000_000, 1_000_000), fail=fail)
    (cut,) = [step["says"] for step in found if step["kind"] == "cut"]
    assert cut.startswith("Cut, 4 ≥ beta 3: MAX already has 4 here and MIN has 3 elsewhere; MIN will never come here, ")
    assert cut.endswith("so -7 and -1 are not read.")
    assert any(step["says"].startswith(returned) for step in found)
    assert found[-1]["says"].startswith("The root's value is 3, through a3;")


@pytest.mark.parametrize(
    ("fail", "returned"),
    [
        ("soft", "a1 returns -2: its value is at most that, and MAX need not know more. MAX keeps 3."),
        ("hard", "a1 returns 3, the end of its window: fail-hard returns nothing outside. MAX keeps 3."),
    ],
)
def test_example_6(fail, returned):
    found = steps(EXAMPLE_6, read_from="right", fail=fail)
    assert [s["says"] for s in found if s["kind"] == "cut"][-1] == (
        "Cut, -2 ≤ alpha 3: MIN already has -2 here and MAX has 3 elsewhere; MAX will never come here, "
        "so 9 is not read."
    )
    assert returned in [step["says"] for step in found]


def test_example_7_gains_nothing_by_coming_to_a_bound_that_looks_like_a_value():
    assert cuts(EXAMPLE_7) == [
        "Cut, 10 ≤ alpha 10: MIN already has 10 here and MAX has 10 elsewhere; MAX gains nothing by coming here, "
        "so 0 is not read."
    ]
    assert steps(EXAMPLE_7)[-1]["says"] == "The root's value is 10, through a1; 6 nodes were read."


def test_a_bound_that_was_given_is_not_said_to_be_had_elsewhere():
    (first, *_) = cuts(EXAMPLE_1, window=(5, 9))
    assert "and only values above 5 were asked for; no more has to be known of this node" in first
    assert "elsewhere" not in first


def test_whole_branches_that_are_left_are_named():
    (said,) = cuts("((3 4) (2 (7 8) (5 6)))")
    assert said.endswith("so b2 and b3 are not read, nor what is below them.")
    (said,) = cuts("((3 4) (2 11 12 13 14 15))")
    assert said.endswith("so 11, 12, 13 and 2 more are not read.")


def test_chance_adds_up():
    said = [step["says"] for step in steps("(a1: 10, a2: [0.3: 9, 0.7: 100])")]
    assert "0.3 × 9 is added: the sum so far is 2.7." in said
    assert "0.7 × 100 is added: the sum so far is 72.7." in said


def test_players_of_general_sums_have_numbers():
    said = [step["says"] for step in steps("((<1 2 6> <4 3 3>) (<6 1 2> <7 4 1>))")]
    assert "Player 1 now has <4, 3, 3> in place of <1, 2, 6>, through b2." in said


def test_depth_and_loops_are_said():
    assert any("EVAL gives 5" in step["says"] for step in steps("((3 12 8)~5 (2 4 6)~1)", depth=1))
    assert any("play repeats, which counts as 0" in step["says"] for step in steps("leapfrog"))


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectiminimax", "expectimax", "maxn"])
def test_every_algorithm_has_its_lines_lit(algorithm):
    data = stepping(tree("(a: (3 12), b: 4)", algorithm=algorithm).trace)
    lit = [(step["kind"], [data["pseudocode"][i].strip() for i in step["lines"]]) for step in data["steps"]]
    assert all(lines for _, lines in lit)
    assert all(lines[0].startswith("if TERMINAL(s)") for kind, lines in lit if kind == "leaf")


def test_the_lines_of_alphabeta():
    data = stepping(tree(EXAMPLE_1).trace)
    by_kind = {s["kind"] + str(s["node"]): [data["pseudocode"][i].strip() for i in s["lines"]] for s in data["steps"]}
    assert by_kind["enter0"] == ["v ← −∞"]
    assert by_kind["enter5"] == ["v ← +∞"]
    assert by_kind["improve0"] == ["v ← MAX(v, VALUE(RESULT(s, a), α, β))", "α ← MAX(α, v)"]
    assert by_kind["cut5"] == by_kind["leave5"] == ["if v ≤ α then return v"]
    assert by_kind["leave9"] == ["return v"]


# What is drawn.


@given(trees(), st.sampled_from(["minimax", "alphabeta", "maxn"]), st.sampled_from(["left", "right"]))
@examples(60)
def test_a_page_that_takes_every_step_shows_the_tree_of_the_log(t, algorithm, side):
    grown = tree(t.text(), algorithm=algorithm, read_from=side)
    page = at_the_end(stepping(grown.trace, root=grown.root))
    nodes, children = in_order(grown.root)
    places = {node.number: i for i, node in enumerate(nodes)}
    for i, node in enumerate(nodes):
        assert page.shown[i] == {
            "value": say_value(node),
            "window": say_window(node),
            "cut": node.cut or "",
            "looks": "read" if node.read else "unread",
        }
        assert page.best[i] == (-1 if node.best is None else places[node.best])
        assert [page.nodes[child]["parent"] for child in children[i]] == [i] * len(children[i])


@given(trees(), st.data())
@examples(60)
def test_on_the_way_it_shows_what_the_log_has_there(t, data):
    trace = tree(t.text(), algorithm="alphabeta").trace
    stepped = stepping(trace, root=trace.tree())
    upto = data.draw(st.integers(1, len(stepped["steps"])))
    page, cursor = Page(stepped), Cursor(trace)
    for step in stepped["steps"][:upto]:
        page.apply(step)
    cursor.go(stepped["steps"][upto - 1]["log"])
    reached = {node.number: node for node in in_order(cursor.root)[0]}
    for i, node in enumerate(in_order(trace.tree())[0]):
        now = reached.get(node.number)
        assert page.shown[i]["value"] == ("" if now is None else say_value(now))
        assert (page.shown[i]["looks"] == "later") == (now is None)


@given(trees(), st.integers(3, 12))
@examples(60)
def test_folded_or_not_the_same_is_counted_and_found(t, most):
    grown = tree(t.text(), algorithm="alphabeta")
    whole = stepping(grown.trace, root=grown.root)
    folded = stepping(grown.trace, root=fold(grown.root, most))
    assert folded["steps"][-1] | {"line": []} == whole["steps"][-1] | {"line": []}
    places = [step["log"] for step in folded["steps"]]
    assert places == sorted(set(places))
    shown = at_the_end(folded).shown
    assert all(s["looks"] != "later" for s in shown)


def test_a_fold_is_one_step():
    data = stepping(tree("nim:piles=3,4").trace)
    inside = [step for step in data["steps"] if step["kind"] == "folded"]
    assert re.fullmatch(r"\d+ nodes are read in the folded part, with \d+ cuts\.", inside[0]["says"])
    assert all(data["nodes"][step["node"]]["role"] == "folded" for step in inside)
    assert data["steps"][-1]["read"] == 378
    read = sum(int(re.match(r"[\d,]+", step["says"])[0]) for step in inside)
    assert read + sum(node["read"] and "fold" not in node for node in data["nodes"]) == 378


def test_there_is_room_for_every_text():
    data = stepping(tree(EXAMPLE_1).trace)
    picture = ElementTree.fromstring(data["svg"])
    drawn = [g for g in picture.iter(f"{SVG}g") if "node" in g.get("class", "").split()][: len(data["nodes"])]
    widest = {"value": {}, "window": {}}
    for step in data["steps"]:
        for part, most in widest.items():
            for text in step.get(part, ()):
                most[step["node"]] = max(most.get(step["node"], 0), text_width(text, 10))
    for part, most in widest.items():
        for node, width in most.items():
            (text,) = [e for e in drawn[node].iter(f"{SVG}text") if part in e.get("class").split()]
            assert text_width(text.text, 10) >= width - 1e-9


def test_the_picture_has_the_nodes_and_branches_in_order_and_no_style():
    data = stepping(tree(EXAMPLE_1).trace)
    picture = ElementTree.fromstring(data["svg"])
    titles = [g.find(f"{SVG}title") for g in picture.iter(f"{SVG}g") if "node" in g.get("class", "").split()]
    names = [title.text.split(":")[0] for title in titles if title is not None]
    assert names[1:] == [node["name"] for node in data["nodes"][1:]]
    assert "<style" not in data["svg"]
    assert "style=" not in data["svg"]
    assert tree_css("light") in tree_svg(tree(EXAMPLE_1).root)


def test_the_scale_is_in_order_and_the_line_is_on_it():
    data = stepping(tree(EXAMPLE_1).trace)
    assert data["scale"] == ["-∞", "2", "3", "5", "8", "12", "14", "+∞"]
    (cut,) = [step for step in data["steps"] if step["kind"] == "cut"]
    assert [data["scale"][i] for i in cut["line"]] == ["3", "2", "2"]


def test_wins_are_beyond_evaluations_on_the_scale():
    game = load("tictactoe")
    data = stepping(tree(game, game.parse("XX./OO./..."), depth=2).trace)
    assert data["scale"][0] == "-∞"
    assert data["scale"][-1] == "+∞"
    assert "win" in data["scale"]


@pytest.mark.parametrize("order", ["left", "right", "best"])
def test_the_order_of_reading(order):
    assert stepping(tree("((2 4 6) (14 5 2) (12 3 8))", read_from=order).trace)["order"] == order


def test_minimax_and_alphabeta_are_counted_side_by_side():
    assert stepping(tree(EXAMPLE_1).trace)["counts"] == [["alphabeta", 11], ["minimax", 13]]
    assert stepping(tree(EXAMPLE_1, algorithm="minimax").trace)["counts"] == [["minimax", 13], ["alphabeta", 11]]
    assert stepping(tree("[0.5: 1, 0.5: 2]").trace)["counts"] == [["expectiminimax", 3]]
    deep = stepping(tree("tictactoe", depth=2, symmetry=True, read_from="best").trace)
    assert deep["counts"] == [["alphabeta", 8], ["minimax", 16]]


def test_too_many_to_count(monkeypatch):
    monkeypatch.setattr("zermelo.textbook.counts.COUNTED", 12)
    assert stepping(tree(EXAMPLE_1).trace)["counts"] == [["alphabeta", 11], ["minimax", None]]


@pytest.mark.parametrize("game", [EXAMPLE_1, "leapfrog", "nim:piles=3,4", "(<1 2> <3 4>)", "[1/3: 1, 2/3: 2]"])
def test_it_is_plain_data(game):
    data = stepping(tree(game).trace)
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_which_trees_are_exercises():
    assert stepping(tree(EXAMPLE_1).trace)["practice"]
    assert not stepping(tree("nim:piles=3,4").trace)["practice"]
    stopped = tree("tictactoe", seconds=0.001, nodes=10**6)
    assert not stepping(stopped.trace, root=stopped.root)["practice"]
    assert not stepping(tree("((3 4) (2 (7 8)))", depth=2).trace)["practice"]  # a leaf without an evaluation


# Folds that are opened.


def test_a_fold_is_opened_by_its_id():
    trace = tree("nim:piles=3,4").trace
    before = stepping(trace)
    word = next(node["fold"] for node in before["nodes"] if "fold" in node)
    after = stepping(trace, opened=[word])
    assert len(after["nodes"]) > len(before["nodes"])
    assert word not in [node.get("fold") for node in after["nodes"]]
    assert at_the_end(after).shown[0] == at_the_end(before).shown[0]


@pytest.mark.thorough
def test_opening_all_shows_all():
    trace = tree("nim:piles=3,4").trace
    opened, data = [], stepping(trace)
    while words := [node["fold"] for node in data["nodes"] if "fold" in node]:
        opened += words
        data = stepping(trace, opened=opened)
    everything = stepping(trace, root=trace.tree())
    assert data == everything


@given(st.integers(3, 60), st.lists(st.integers(0, 10**6), max_size=6))
@examples(30)
def test_no_node_is_lost_or_shown_twice_by_opening(most, choices):
    whole = tree("nim:piles=3,4").root
    every = shown_and_all(whole)[1]
    folded = fold(whole, most)
    for choice in choices:
        nodes = in_order(folded)[0]
        words = [fold_id(node, child) for node in nodes for child in node.children if isinstance(child, Fold)]
        if not words:
            break
        folded = open_folds(folded, whole, [words[choice % len(words)]])
        numbers = [node.number for node in in_order(folded)[0] if not isinstance(node, Fold)]
        assert len(set(numbers)) == len(numbers)
        assert shown_and_all(folded)[1] == every


def test_unread_folds_are_opened_too():
    trace = tree("tictactoe", depth=3).trace
    words = [node["fold"] for node in stepping(trace)["nodes"] if "fold" in node]
    unread = next(word for word in words if word.endswith(":unread"))
    nodes = stepping(trace, opened=[unread])["nodes"]
    assert sum(not n["read"] for n in nodes) > sum(not n["read"] for n in stepping(trace)["nodes"])


@pytest.mark.parametrize("word", ["", "0", "0:", "99999:read", "x:read", "0:unread", "0:read\n"])
def test_an_unknown_fold_id_is_refused(word):
    with pytest.raises(ParseError, match="is not a fold of this tree"):
        stepping(tree(EXAMPLE_1).trace, opened=[word])


def test_every_node_has_a_number_of_its_own():
    nodes = in_order(tree("tictactoe", depth=3).root)[0]
    assert len({node.number for node in nodes}) == len(nodes)
    assert not any(isinstance(node, Fold) for node in nodes)


@pytest.mark.parametrize("game", ["tictactoe", "pig:goal=6", "twentyone:players=3", EXAMPLE_1])
def test_playouts_are_stepped_through_with_their_counts(game):
    grown = tree(game, method="uct", playouts=40, seed=3)
    data = stepping(grown.trace, root=grown.root)
    page = at_the_end(data)
    nodes, _ = in_order(grown.root)
    assert len(nodes) > 5
    for shown, node in zip(page.shown, nodes, strict=True):
        assert shown["value"] == say_value(node)
        assert shown["window"] == say_tally(node)
    assert {"select", "simulate", "backup"} <= {step["kind"] for step in data["steps"]}
    assert all(step["lines"] for step in data["steps"] if step["kind"] != "enter" or step["node"])


def test_a_playout_is_told_phase_by_phase():
    says = [step["says"] for step in steps("((3 9) (5 6))", method="uct", playouts=8, c=4, seed=2)]
    assert "Expand: a1 is added to the tree: MIN is to move." in says
    assert any(said.startswith("Select: MAX takes ") and " = " in said for said in says)
    assert any(said.startswith("Simulate: the playout b") for said in says)
    assert says[-1] == "Back up: at the root N becomes 8 and Q 46, so Q/N is 5.75."


def test_counts_are_drawn_in_the_picture():
    svg = tree_svg(tree("tictactoe", method="uct", playouts=40, seed=1).root)
    assert ">N 40<" in svg
    assert "exploration term" in svg
