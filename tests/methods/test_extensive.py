"""The extensive form: the whole tree with information sets, without a search."""

from __future__ import annotations

import pytest

import zermelo
from zermelo import LimitError


def sets_of(root):
    """The nodes of each information set of several nodes."""
    found, waiting = {}, [root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if node.information_set:
            found.setdefault((node.role, node.information_set), []).append(node)
    return found


def test_it_is_chosen_for_a_game_of_imperfect_information():
    grown = zermelo.tree("tree:roads")
    assert (grown.analysis.method, grown.analysis.value, grown.analysis.proved) == ("extensive", None, False)
    assert {name: len(nodes) for (_, name), nodes in sets_of(grown.root).items()} == {"roads": 2, "fork": 2}
    assert "MAX ?  @fork" in grown.text()


def test_nodes_of_a_set_have_the_same_view_and_others_do_not():
    grown = zermelo.tree("openspiel:kuhn_poker")
    game = grown.trace.game
    found = sets_of(grown.root)
    views = [
        {(game.player(n.state), game.observe(n.state, game.player(n.state))) for n in nodes} for nodes in found.values()
    ]
    assert all(len(each) == 1 for each in views)
    assert len(set.union(*views)) == len(found) == 12


def test_perfect_information_has_no_sets_and_the_same_tree_as_minimax():
    plain, searched = (zermelo.tree("((3 12) (2 4 6))", method=name) for name in ("extensive", "minimax"))
    assert sets_of(plain.root) == {}
    assert plain.analysis.nodes == searched.analysis.nodes == 8
    assert [leaf.value for leaf in plain.root.children[1].children] == [2, 4, 6]


def test_a_tree_that_is_too_large_is_refused():
    with pytest.raises(LimitError, match="not complete after 100 nodes"):
        zermelo.tree("tictactoe", method="extensive", nodes=100)


def test_a_depth_limits_it():
    assert zermelo.tree("tictactoe", method="extensive", depth=1).analysis.nodes == 10
