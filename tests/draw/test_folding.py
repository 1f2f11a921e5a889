"""Large trees, folded to their most important nodes."""

import copy
from math import inf
from random import Random

import pytest
from hypothesis import given, strategies as st

from zermelo.core.trace import Node
from zermelo.draw import READABLE, WHOLE, Fold, fold, readable, shown_and_all, tree_text
from zermelo.draw.nodes import best_line, in_order


def random_tree(seed, nodes):
    """A tree with some unread branches, below which nothing is read; each inner node that was read has a best child."""
    draw = Random(seed)
    span = draw.choice([1, 3, 10, nodes])
    every = [Node(0, "", None, "max", 0, None, value=0)]
    for i in range(1, nodes):
        parent = every[draw.randrange(max(0, i - span), i)]
        number = i if parent.read and draw.random() < 0.8 else -1
        node = Node(number, f"a{i}", None, "min", parent.ply + 1, None, value=i, place=len(parent.children))
        parent.children.append(node)
        every.append(node)
    for node in every:
        draw.shuffle(node.children)
        node.best = next((child.number for child in node.children if child.read), None)
    return every[0]


def trees(most=120):
    return st.builds(random_tree, st.integers(0, 2**32), st.integers(1, most))


def parents(root):
    nodes, children = in_order(root)
    return {nodes[c].action: node.action for node, below in zip(nodes, children, strict=True) for c in below}


def shown(root):
    return [node for node in in_order(root)[0] if not isinstance(node, Fold)]


def folds(root):
    return [node for node in in_order(root)[0] if isinstance(node, Fold)]


@given(trees(), st.integers(3, 150))
def test_folding_respects_the_limit_and_counts_every_node(root, most):
    folded = fold(root, most)
    assert len(in_order(folded)[0]) <= most
    assert shown_and_all(folded) == (len(shown(folded)), len(shown(root)))


@given(trees(), st.integers(1, 150))
def test_what_is_shown_is_as_it_was(root, most):
    before = copy.deepcopy(root)
    folded = fold(root, most)
    above = parents(root)
    whole = {node.action: node for node in shown(root)}
    for node in shown(folded):
        was = whole[node.action]
        assert (node.number, node.value, node.best, node.place) == (was.number, was.value, was.best, was.place)
        kept = [child.action for child in node.children if not isinstance(child, Fold)]
        assert kept == [child.action for child in was.children if child.action in set(kept)]
    for child, parent in parents(folded).items():
        assert child == "" or above[child] == parent
    assert root == before


@given(trees(), st.integers(3, 150))
def test_a_fold_hides_several_nodes_and_is_the_only_one_of_its_kind_below_its_parent(root, most):
    folded = fold(root, most)
    assert all(node.hidden > 1 for node in folds(folded))
    for node in shown(folded):
        kinds = [child.read for child in node.children if isinstance(child, Fold)]
        assert len(kinds) == len(set(kinds))


@given(trees(), st.integers(3, 60), st.integers(3, 60))
def test_a_folded_tree_can_be_folded_again(root, first, second):
    assert shown_and_all(fold(fold(root, first), second))[1] == len(shown(root))


@given(trees())
def test_a_tree_that_is_small_enough_is_returned_unchanged(root):
    assert fold(root, len(shown(root))) is root
    assert fold(root, inf) is root


@given(trees(), st.integers(3, 150))
def test_more_room_shows_more(root, most):
    smaller, larger = ({n.action for n in shown(fold(root, m))} for m in (most, 4 * most))
    assert len(smaller) <= len(larger)


def bushy(make, depth, breadth, number=None, action=""):
    """A tree in which everything was read, and the last child is always the best."""
    number = iter(range(10**6)) if number is None else number
    own = next(number)
    children = [bushy(make, depth - 1, breadth, number, f"{action}{c}") for c in "abcdefghi"[: breadth if depth else 0]]
    for place, child in enumerate(children):
        child.place = place
    best = children[-1].number if children else None
    return make(own, "max" if depth else "terminal", 1, *children, action=action, best=best)


def test_the_best_line_comes_first_then_the_roots_children(make):
    root = bushy(make, 5, 3)
    line = [node.action for node in best_line(root)]
    with_line = fold(root, 19)
    assert [node.action for node in best_line(with_line)] == line
    assert [child.action for child in with_line.children] == ["a", "b", "c"]
    assert {node.action for node in shown(with_line)} == {*line, "a", "b", "ac", "bc"}
    nearer = {node.action for node in shown(fold(root, 33))}
    assert {"acc", "bcc", "ca", "cb", "cca", "ccb"} <= nearer
    assert not {"aa", "ab", "ba", "bb"} & nearer


def test_a_long_line_leaves_room_for_the_roots_children(make):
    root = node = make(0, "max", 1, best=1)
    for i in range(1, 200):
        node.children = [make(i, "max", 1, action="on", best=i + 1)]
        node = node.children[0]
    root.children += [make(1000 + i, "terminal", i, action=f"a{i}") for i in range(6)]
    folded = fold(root, 40)
    assert [child.action for child in folded.children] == ["on", "a0", "a1", "a2", "a3", "a4", "a5"]
    assert len(best_line(folded)) == 40 - 6
    assert isinstance(best_line(folded)[-1], Fold)


def test_a_cut_shows_what_caused_it_and_one_branch_of_what_it_left(make):
    read = [make(2, "terminal", 9, action="high"), make(3, "terminal", 2, action="low")]
    unread = [make(-1, "terminal", i, action=f"u{i}") for i in range(5)]
    cut = make(1, "min", 2, *read, *unread, action="cut", cut="2 ≤ alpha 3", best=3)
    rest = make(9, "min", 3, *(make(10 + i, "terminal", 3, action=f"t{i}") for i in range(9)), action="fine", best=10)
    lines = tree_text(fold(make(0, "max", 3, rest, cut, best=9), 9)).splitlines()
    assert lines[-5:] == [
        "└─ cut: MIN 2  cut: 2 ≤ alpha 3",
        "   ├─ high: terminal 9",
        "   ├─ low: terminal 2",
        "   ├─ ✂ u0: terminal 0  not read",
        "   └─ ✂ … +4 nodes  not read",
    ]


def test_a_fold_stands_where_the_first_of_its_nodes_stood(make):
    leaf = make(9, "terminal", 1)
    rest = [make(i, "max", 1, leaf, copy.copy(leaf), action=f"m{i}", place=place) for i, place in ((2, 1), (5, 3))]
    first, best = make(1, "terminal", 1, action="first", place=0), make(4, "terminal", 1, action="best", place=2)
    folded = fold(make(0, "max", 1, first, rest[1], best, rest[0], best=4), 4)
    assert [child.action for child in folded.children] == ["first", "", "best"]
    assert [child.action for child in folded.from_left] == ["first", "", "best"]
    assert tree_text(folded).splitlines()[2] == "├─ … +6 nodes"


def test_a_line_that_does_not_fit_leads_into_the_fold(make):
    root = bushy(make, 3, 3)
    assert tree_text(fold(root, 1)).splitlines() == ["MAX 1", "└─ … +39 nodes  ◀ best"]


@pytest.mark.parametrize(("nodes", "most"), [(WHOLE, WHOLE), (WHOLE + 1, READABLE)])
def test_trees_that_can_be_read_are_left_alone(make, nodes, most):
    root = make(0, "max", 1, *(make(i, "terminal", i) for i in range(1, nodes)))
    assert len(in_order(readable(root))[0]) == most


def test_thousands_of_plies(make):
    root = node = make(0, "max", 1)
    for i in range(1, 20_000):
        node.children = [make(i, "max", 1, best=i + 1)]
        node = node.children[0]
    assert shown_and_all(fold(root, 50)) == (49, 20_000)
