"""Trees in text and in JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from random_trees import trees
from zermelo import MAX, MIN, ParseError, Tree, analyse, solve, tree
from zermelo.trees import Spot, looks_like_tree

ROOT = Spot(0)


def shape(game, s=ROOT):
    """The tree as nested lists: the player, then each branch as [action, probability, subtree]."""
    if game.is_terminal(s):
        return [game.utility(s, p) for p in range(game.players)]
    mover = game.player(s)
    branches = []
    for a in game.actions(s):
        p = game.probability(s, a) if mover < 0 else None
        branches.append([game.show_action(s, a), p, shape(game, game.result(s, a))])
    return [mover, *branches]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((3 12) 4)", [0, ["a1", None, [1, ["b1", None, [3, -3]], ["b2", None, [12, -12]]]], ["a2", None, [4, -4]]]),
        ("min(1 2)", [1, ["a1", None, [1, -1]], ["a2", None, [2, -2]]]),
        ("(stay: 10, go: [0.3: 9, 0.7: 100])",
         [0, ["stay", None, [10, -10]], ["go", None, [-1, ["b1", 0.3, [9, -9]], ["b2", 0.7, [100, -100]]]]]),
        ("[1/4 rain: 1, 3/4 sun: 2]", [-1, ["rain", 0.25, [1, -1]], ["sun", 0.75, [2, -2]]]),
        ("chance(1 2)", [-1, ["a1", 0.5, [1, -1]], ["a2", 0.5, [2, -2]]]),
        ("(<1 2 3> <4 5 6>)", [0, ["a1", None, [1, 2, 3]], ["a2", None, [4, 5, 6]]]),
        ("p2(<1 2 3> <4 5 6>)", [2, ["a1", None, [1, 2, 3]], ["a2", None, [4, 5, 6]]]),
        ("[[1, 2], 3]", [0, ["a1", None, [1, ["b1", None, [1, -1]], ["b2", None, [2, -2]]]], ["a2", None, [3, -3]]]),
        ("MAX(MAX(1), 2.5)", [0, ["a1", None, [0, ["b1", None, [1, -1]]]], ["a2", None, [2.5, -2.5]]]),
        ('("go left": −1, 2e1)', [0, ["go left", None, [-1, 1]], ["a2", None, [20, -20]]]),
    ],
)  # fmt: skip
def test_the_game_has_the_written_tree(text, expected):
    assert shape(Tree(text)) == expected


def test_players_alternate_and_chance_nodes_do_not_count():
    game = Tree("([0.5: (1 2), 0.5: (3 4)] 5)")
    below_chance = game.result(game.result(game.initial(), 0), 0)
    assert game.player(below_chance) == MIN
    three = Tree("((<1 1 1> (<2 2 2> <3 3 3>)) <4 4 4>)")
    assert three.player(three.parse("a1 b2")) == 2


def test_the_root_may_be_min():
    assert Tree("((1 2) 3)", root="min").player(Spot(0)) == MIN
    assert Tree("((1 2) 3)").player(Spot(0)) == MAX
    with pytest.raises(ParseError, match="'chance'"):
        Tree("(1 2)", root="chance")


def test_labels_and_paths_are_positions():
    game = Tree("A=(B=(3 12) C=(2 x=4) (1 7))")
    for text in ("A", "root", "B", "a1", "C", "a3", "a2 b2", "x"):
        assert game.parse(game.show(game.parse(text))) == game.parse(text)
    assert game.parse("x") == game.parse("a2 b2")
    assert game.label(game.parse("a1")) == "B"
    assert solve(game, game.parse("C")).value == 2
    with pytest.raises(ParseError, match="'a9'"):
        game.parse("a9")


def test_estimates_are_evaluations_at_the_depth_limit():
    game = Tree("((3 12 8)~5 (2 4 6)~7)")
    s = game.parse("a2")
    assert (game.evaluate(s, MAX), game.evaluate(s, MIN)) == (7, -7)


@given(trees(chance=True))
def test_json_objects_give_the_same_tree(t):
    def as_json(twig):
        if not twig.branches:
            return {"value": twig.utilities[0]}
        node = {"player": twig.player, "children": [as_json(b) for b in twig.branches]}
        if twig.player < 0:
            total = sum(twig.weights)
            node |= {"player": "chance", "probabilities": [w / total for w in twig.weights]}
        return node

    assert shape(Tree(json.dumps(as_json(t)))) == shape(Tree(t.text()))


def test_json_has_names_and_labels():
    game = Tree(
        '{"player": "min", "label": "A", "actions": ["x", "y"], "children": [1, {"values": [2]}], "estimate": 4}'
    )
    assert game.player(Spot(0)) == MIN
    assert [game.show_action(Spot(0), a) for a in game.actions(Spot(0))] == ["x", "y"]
    assert (game.label(Spot(0)), game.evaluate(Spot(0), 0)) == ("A", 4)


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("((3 12 8) (2 4 6", r"expected '\)', but the text ends", 16),
        ("(3 4]", r"expected '\)'", 4),
        ("(3 4) 5", "the text goes on", 6),
        ("()", "expected a number", 1),
        ("(3 $ 4)", r"'\$' is not part", 3),
        ("(3 x 4)", "'x' stands alone", 3),
        ("foo(3 4)", "'foo' is not a player", 0),
        ("[0.3: 9, 0.6: 100]", "add up to 0.9", 0),
        ("[0.3: 9, 8]", "this one has none", 9),
        ("[1.5: 3, -0.5: 4]", "1.5 is not a probability", 1),
        ("max(0.5: 9, 0.5: 8)", "only chance", 0),
        ("[1/0: 3, 1: 4]", "divides by zero", 1),
        ("(a: 3, a: 4)", "two actions", 7),
        ("(<1 2> 3)", "more numbers than others", 7),
        ("(1e400 2)", "too large", 1),
        ("(<1> 2)", "2 to 8 players", 1),
        ('{"children": [1, }', "not JSON", 17),
    ],
)
def test_a_malformed_tree_raises_an_error_with_its_place(text, message, at):
    with pytest.raises(ParseError, match=message) as caught:
        Tree(text)
    assert caught.value.at == at
    *_, line, caret = str(caught.value).splitlines()
    assert line.strip() == text
    assert caret.index("^") == 2 + at


@pytest.mark.parametrize(
    "text",
    [
        '{"children": []}',
        '{"child": [1]}',
        '{"children": [1, "two"]}',
        '{"children": [1, true]}',
        '{"player": "maximum", "children": [1]}',
        '{"player": 9, "children": [1]}',
        '{"actions": ["a"], "children": [1, 2]}',
        '{"values": []}',
        '{"value": 1, "children": [2]}',
        '{"label": 7, "value": 1}',
        '{"value": NaN}',
        "p5(3 4)",
    ],
)
def test_an_invalid_tree_is_refused(text):
    with pytest.raises(ParseError):
        Tree(text)


@pytest.mark.parametrize("bracket", ["(", "[", '{"children": ['])
def test_deep_and_long_texts_are_refused(bracket):
    close = {"(": ")", "[": "]", '{"children": [': "]}"}[bracket]
    with pytest.raises(ParseError, match="nested more than 500 deep"):
        Tree(bracket * 10_000 + "1" + close * 10_000)
    with pytest.raises(ParseError):
        Tree(bracket * 10_000)
    with pytest.raises(ParseError, match="characters"):
        Tree(bracket + "1 " * 500_000 + close)


def test_a_tree_as_deep_as_allowed_is_solved_searched_and_drawn():
    text = "(" * 500 + "7" + ")" * 500
    assert solve(text).value == 7
    assert analyse(text, algorithm="alphabeta").nodes == 501
    grown = tree(text)
    assert "7" in grown.text()
    assert grown.svg().startswith("<svg")
    assert len(grown.to_json()["trace"]) == 501 + 501 + 500


@given(st.text(alphabet='()[]<>{}:=~,. "-+/0123456789abmaxinchep_', max_size=40))
def test_nonsense_is_a_parse_error_or_a_tree(text):
    try:
        game = Tree(text)
    except ParseError:
        return
    assert list(game.actions(Spot(0))) or game.is_terminal(Spot(0))


def test_json_of_any_permitted_depth_and_hostile_numbers():
    assert Tree('{"children":[' * 400 + "1" + "]}" * 400).kind.players == 2
    for number in ("1" + "0" * 400, "1" + "0" * 5_000, "1e999"):
        with pytest.raises(ParseError):
            Tree('{"children": [1, ' + number + "]}")


@pytest.mark.thorough
def test_a_wide_tree_is_read_quickly_and_a_brace_in_a_name_is_not_json():
    assert len(Tree(f"({'1 ' * 100_000})")._nodes) == 100_001
    assert Tree('("a{b": 3, 4)').show_action(ROOT, 0) == "a{b"


def test_the_text_of_a_tree_loads_it_again():
    assert str(Tree("((1 2)\n 3)", root="min")) == "min((1 2) 3)"
    assert str(Tree("((1 2)\n 3)")) == "((1 2) 3)"


def test_looks_like_tree():
    assert all(map(looks_like_tree, ["(1)", " [1]", "max(1)", "A=(1)", "A=min(1)", '{"value": 1}']))
    assert not any(map(looks_like_tree, ["nim", "file.py:Class", "nim:piles=3,4", "", "maxi"]))
