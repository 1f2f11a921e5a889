"""Information sets in typed trees: the notation, what a player sees, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from zermelo import ParseError, Tree, load
from zermelo.core.people import shown, view_label
from zermelo.core.views import View, parse_view, show_view
from zermelo.trees import EXAMPLES, Spot, looks_like_tree

ROADS = "tree:roads"


def at(game, *actions):
    s = game.initial()
    for name in actions:
        s = game.result(s, game.parse_action(s, name))
    return s


def test_nodes_with_the_same_mark_look_the_same():
    game = load(ROADS)
    assert game.kind.hidden
    left, right = (at(game, deal, "B") for deal in ("gold-left", "gold-right"))
    assert left != right
    assert game.observe(left, 0) == game.observe(right, 0) == ("@roads", "B", "@fork")
    assert shown(game, left, 0) == shown(game, right, 0) == "@roads B @fork"
    assert view_label(game, left, 0) == "fork"


def test_a_player_sees_only_at_its_own_turns_and_everything_at_the_end():
    game = load(ROADS)
    fork = at(game, "gold-left", "B")
    assert game.observe(fork, 1) == ()
    end = at(game, "gold-left", "B", "left")
    assert game.observe(end, 1) == ("gold-left B left",)
    assert game.observe(end, 0) == ("@roads", "B", "@fork", "left", "gold-left B left")


def test_a_node_without_a_mark_is_known_to_its_player():
    game = load("tree:nonlocality")
    assert game.observe(at(game, "w1"), 1) == ("w1",)
    assert game.observe(at(game, "w2"), 1) == ("w2",)
    assert game.observe(at(game, "w1", "go"), 0) == game.observe(at(game, "w2", "go"), 0) == ("@choice",)


def test_marks_of_different_players_are_different_sets():
    game = Tree("[0.5: max@x(a: min@x(1 2), b: 3), 0.5: max@x(a: min@x(4 5), b: 6)]")
    assert game.observe(game.parse("a1"), 0) == game.observe(game.parse("a2"), 0) == ("@x",)
    assert game.observe(game.parse("a1 a"), 1) == game.observe(game.parse("a2 a"), 1) == ("@x",)
    assert game.observe(game.parse("a1 a"), 0) == ("@x", "a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(@x(1 2) @x(3 4 5))", "have different actions: b1, b2 at 'a1', b1, b2, b3 here"),
        ("(@x(l: 1, r: 2) @x(l: 3, m: 4))", "have different actions"),
        ("(@x(max@y(1 2) 3) @x(max@y(1 2) 3))", "player at @y can tell these nodes apart"),
        ("(a: min@x(max@y(1 2) 3), b: min@x(max@y(1 2) 3))", "remembers"),
        ("max@x(max@x(1 2) 3)", "can tell these nodes apart"),
        ("[0.5: max(max@f(1 2) 3), 0.5: max(max@f(1 2) 3)]", "can tell these nodes apart"),
        ("(chance@x(1 2) 3)", "marks chance"),
        ("(@x 3)", "expected an opening bracket after @x"),
        ("(@(1 2) 3)", "expected a name after @"),
    ],
)
def test_refused(text, message):
    with pytest.raises(ParseError, match=message.replace("(", "\\(")):
        Tree(text)


def test_a_mark_on_one_node_alone_hides_nothing():
    game = Tree("(@x(1 2) @y(3 4))")
    assert not game.kind.hidden
    assert game.observe(Spot(1), 1) == Spot(1)


def test_default_names_agree_within_a_set_of_nodes_of_different_depths():
    game = Tree("[0.5: min@x(1 2), 0.5: [0.5: min@x(3 4), 0.5: 7]]")
    first, second = game.parse("a1"), game.parse("a2 b1")
    assert [game.show_action(s, 1) for s in (first, second)] == ["b2", "b2"]


@pytest.mark.parametrize("name", [*EXAMPLES])
def test_examples_load_and_load_again_from_their_text(name):
    game = load(f"tree:{name}")
    assert looks_like_tree(str(game))
    assert str(load(str(game))) == str(game)


def test_an_unknown_example_gives_the_nearest_name():
    with pytest.raises(ValueError, match=r"there is no tree 'road': did you mean .*roads"):
        load("tree:road")


def test_marks_in_json():
    text = """{"children": [
      {"information_set": "x", "children": [1, -1]},
      {"information_set": "x", "children": [-1, 1]}]}"""
    game = Tree(text)
    assert game.kind.hidden
    assert game.observe(game.parse("a1"), 1) == game.observe(game.parse("a2"), 1) == ("@x",)


def test_views_are_texts():
    game = load(ROADS)
    view = View.of(game, at(game, "gold-right", "B"))
    assert show_view(game, view) == "0: @roads B @fork"
    assert parse_view(game, "0:  @roads  B @fork") == view
    with pytest.raises(ParseError, match="did you mean @roads"):
        parse_view(game, "0: @roads A")


@given(st.integers(2, 4), st.integers(2, 4), st.data())
def test_simultaneous_moves_are_one_set_of_the_second_player(rows, columns, data):
    table = [[data.draw(st.integers(-9, 9)) for _ in range(columns)] for _ in range(rows)]
    game = Tree("(" + " ".join(f"@m({' '.join(map(str, row))})" for row in table) + ")")
    seconds = [game.result(game.initial(), a) for a in game.actions(game.initial())]
    assert len({View.of(game, s) for s in seconds}) == 1
    assert [[game.utility(game.result(s, b), 0) for b in game.actions(s)] for s in seconds] == table
