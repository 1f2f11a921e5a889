"""The log of a search: complete, plain data, and reversible."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, strategies as st

from random_trees import trees
from zermelo import LimitError, Tree, load, tree
from zermelo.core.trace import Cursor, Cut, Enter, Improve, Leave

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
ALGORITHMS = st.sampled_from(["minimax", "alphabeta", "expectiminimax", "expectimax", "maxn"])


def test_the_steps_of_alphabeta_on_a_tree():
    steps = tree("((3 5) (2 4))", algorithm="alphabeta").trace.steps
    words = [type(step).__name__ for step in steps]
    assert words == [
        *("Enter", "Enter", "Enter", "Leave", "Improve", "Enter", "Leave", "Leave", "Improve"),
        *("Enter", "Enter", "Leave", "Improve", "Cut", "Leave", "Leave"),
    ]
    cut = next(step for step in steps if isinstance(step, Cut))
    assert cut.reason == "2 ≤ alpha 3"
    assert [(u.action, u.value) for u in cut.unread] == [("b2", 4)]


def test_windows_are_those_of_the_textbook():
    steps = tree(EXAMPLE_1, algorithm="alphabeta").trace.steps
    inf = float("inf")
    assert [s.window for s in steps if isinstance(s, Enter) and s.ply == 1] == [(-inf, inf), (3, inf), (3, inf)]
    narrowed = [(s.window_before, s.window_after) for s in steps if isinstance(s, Improve) and s.node == 0]
    assert narrowed == [((-inf, inf), (3, inf))]


@given(trees(chance=True), ALGORITHMS)
def test_every_node_is_entered_and_left_once(t, algorithm):
    if algorithm in ("minimax", "alphabeta"):
        t.player, t.branches = 0, [b for b in t.branches if not b.branches] or t.branches[:0]
        if not t.branches:
            return
    steps = tree(t.text(), algorithm=algorithm).trace.steps
    entered = [s.node for s in steps if isinstance(s, Enter)]
    assert entered == list(range(len(entered)))
    assert sorted(s.node for s in steps if isinstance(s, Leave)) == entered


@pytest.mark.thorough
@given(trees(), st.sampled_from(["minimax", "alphabeta", "maxn"]), st.sampled_from(["left", "right"]), st.data())
def test_a_cursor_goes_forwards_and_back(t, algorithm, side, data):
    trace = tree(t.text(), algorithm=algorithm, read_from=side).trace
    cursor = Cursor(trace)
    pictures = [copy.deepcopy(cursor.root)]
    for _ in trace.steps:
        cursor.forward()
        pictures.append(copy.deepcopy(cursor.root))
    for place in reversed(range(len(trace.steps))):
        cursor.back()
        assert cursor.root == pictures[place]
    for _ in range(5):
        place = data.draw(st.integers(0, len(trace.steps)))
        cursor.go(place)
        assert cursor.root == pictures[place]


def test_the_log_is_plain_data():
    grown = tree(EXAMPLE_1, algorithm="alphabeta")
    data = json.loads(json.dumps(grown.to_json(), allow_nan=False))
    assert data["value"] == 3
    assert data["trace"][0] == {
        "step": "enter",
        "node": 0,
        "parent": -1,
        "action": "",
        "probability": None,
        "role": "max",
        "ply": 0,
        "state": "root",
        "window": ["-inf", "+inf"],
        "label": "",
        "place": 0,
        "information_set": "",
    }
    assert [s["unread"][0]["action"] for s in data["trace"] if s["step"] == "cut"] == ["b2"]


def test_the_log_distinguishes_wins_from_evaluations():
    game = load("tictactoe")
    data = tree(game, game.parse("XX./OO./..."), depth=1).to_json()
    assert data["trace"][-1]["value"] == {"decided": 1}
    assert data["value"] == 1


class Chain(Tree):
    """A tree whose unread branch is very long."""

    def is_terminal(self, s):
        return s.node in (2, 3) or s.node > 3_000

    def player(self, s):
        return 0 if s.node in (0, 4) else 1

    def actions(self, s):
        return range(2 if s.node in (0, 1, 4) else 1)

    def result(self, s, a):
        if s.node < 2:
            return s._replace(node=(1, 4)[a] if s.node == 0 else (2, 3)[a])
        return s._replace(node=5 + a if s.node == 4 else s.node + 2)

    def utility(self, s, p):
        return 0 if s.node in (2, 3) else 1

    def show_action(self, s, a):
        return str(a)

    def show(self, s):
        return str(s.node)

    def label(self, s):
        return ""


def test_a_long_unread_branch_is_cut_short():
    grown = tree(Chain("((1 2) 3)"), algorithm="alphabeta", read_from="right", window=(-1, 1))
    assert grown.text()
    assert json.dumps(grown.to_json())


def test_many_actions_are_refused_at_once():
    with pytest.raises(LimitError, match="not complete after 3,000"):
        tree("nim:piles=100000", nodes=3_000)


def test_a_stopped_tree_has_the_nodes_read_so_far():
    grown = tree("tictactoe", algorithm="alphabeta", seconds=0.02, nodes=10**6)
    assert not grown.analysis.proved
    assert "stopped" in grown.analysis.notes[0]
    assert "?" in grown.text()
    assert grown.svg()


def test_action_indices_are_the_games_in_any_reading_order():
    grown = tree(EXAMPLE_1, algorithm="alphabeta", read_from="right")
    assert [c.action for c in grown.root.children] == ["a3", "a2", "a1"]
    assert [c.action for c in grown.root.from_left] == ["a1", "a2", "a3"]


def test_unread_branches_respect_the_depth():
    grown = tree(load("tictactoe"), algorithm="alphabeta", depth=2)
    assert max(n.ply for child in grown.root.children for n in child.children) == 2


def test_unread_branches_are_numbered_downwards_each_with_its_own_number():
    (cut,) = [s for s in tree("((3 4) (2 (7 8) 5))", algorithm="alphabeta").trace.steps if isinstance(s, Cut)]
    numbers = [u.node for branch in cut.unread for u in (branch, *branch.branches)]
    assert numbers == [-1, -2, -3, -4]


def test_counts_are_those_of_searches_with_the_same_options():
    for options in (
        {},
        {"read_from": "right"},
        {"read_from": "best"},
        {"depth": 1},
        {"window": (5, 9)},
        {"fail": "hard"},
    ):
        grown = tree(EXAMPLE_1, algorithm="minimax", **{k: v for k, v in options.items() if k in ("depth",)})
        read = tree(EXAMPLE_1, algorithm="alphabeta", **options).trace.counts
        assert read["minimax"] == grown.analysis.nodes
        assert read["alphabeta"] == tree(EXAMPLE_1, algorithm="alphabeta", **options).analysis.nodes
    tree_read_so = "((2 4 6) (14 5 2) (12 3 8))"
    counts = {side: tree(tree_read_so, algorithm="minimax", read_from=side).trace.counts for side in ("left", "right")}
    found = {side: tree(tree_read_so, algorithm="alphabeta", read_from=side).analysis.nodes for side in counts}
    assert {side: count["alphabeta"] for side, count in counts.items()} == found
    assert found["left"] != found["right"]
    symmetric = tree("nim", algorithm="minimax", symmetry=True).trace.counts
    assert symmetric == {"minimax": 15, "alphabeta": tree("nim", symmetry=True).analysis.nodes}


def test_counting_gives_up_in_time(monkeypatch):
    monkeypatch.setattr("zermelo.textbook.counts.SECONDS", 60)
    quick = tree("tictactoe", depth=2).trace
    assert quick.counts["minimax"] == 82
    monkeypatch.setattr("zermelo.textbook.counts.SECONDS", 0.2)
    slow = tree("tictactoe:width=5,height=5,row=5", seconds=0.1, nodes=10**7).trace
    assert slow.counts["minimax"] is None
