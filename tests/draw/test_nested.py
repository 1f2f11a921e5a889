"""The tree as nested objects."""

import json
from pathlib import Path

from hypothesis import given, settings

import zermelo
from draw.hostile import folded_trees
from zermelo.draw import Fold, fold, tree_json
from zermelo.draw.nodes import in_order

GAME = zermelo.load("nim")
PAGE = Path(__file__).parents[2] / "docs" / "trees.md"


class Shown:
    """The part of a game that writing a tree without states needs."""

    def show(self, s):
        return str(s)


def objects(root):
    """Every object, each before its children."""
    found = [root]
    for node in found:
        found.extend(node.get("children", []))
    return found


@given(folded_trees())
@settings(deadline=None)
def test_any_tree_is_json_with_an_object_for_each_node(root):
    text = tree_json(root, Shown())
    found = objects(json.loads(text)["tree"])
    nodes = in_order(root)[0]
    assert sorted(node.action for node in nodes if not isinstance(node, Fold)) == sorted(
        node["action"] for node in found if "folded" not in node
    )
    assert sum(node.get("folded", 0) for node in found) == sum(getattr(node, "hidden", 0) for node in nodes)
    assert text.count("\n") == len(nodes) + 1


def test_a_node_says_what_the_search_found():
    game = zermelo.load("((3 12 8) (2 4 6))")
    data = json.loads(tree_json(zermelo.tree(game, read_from="right").root, game))
    assert data["game"] == str(game)
    root = data["tree"]
    second, first = root["children"]
    assert (root["role"], root["value"], root["window"], root["best"]) == ("max", 3, [3, "+inf"], False)
    assert (first["action"], first["place"], first["best"], first["cut"]) == ("a1", 0, True, None)
    assert (second["action"], second["place"], second["best"], second["state"]) == ("a2", 1, False, "a2")
    assert [leaf["why"] for leaf in first["children"]] == ["terminal"] * 3


def test_what_was_not_read_and_what_was_decided():
    game = zermelo.load("((3 12 8) (2 4 6) (14 5 2))")
    cut = json.loads(tree_json(zermelo.tree(game).root, game))["tree"]["children"][1]
    assert cut["cut"] == "2 ≤ alpha 3"
    assert [(leaf["read"], leaf["value"], leaf["why"]) for leaf in cut["children"]][1:] == [
        (False, 4, None),
        (False, 6, None),
    ]
    tictactoe = zermelo.load("tictactoe")
    won = zermelo.tree(tictactoe, tictactoe.parse("XX./OO./..."), depth=1)
    assert json.loads(tree_json(won.root, tictactoe))["tree"]["value"] == {"decided": 1}


def test_every_field_is_described():
    page = PAGE.read_text(encoding="utf-8")
    found = objects(json.loads(tree_json(fold(zermelo.tree(GAME).root, 9), GAME))["tree"])
    section = page.partition("## Files\n")[2].partition("\n## ")[0]
    assert {field for node in found for field in node if f"| `{field}` |" not in section} == set()


def test_a_very_deep_tree(make):
    root = node = make(0, "max", 1)
    for i in range(1, 5000):
        node.children = [make(i, "max", 1)]
        node = node.children[0]
    assert tree_json(root, Shown()).count('"children": [') == 5000
