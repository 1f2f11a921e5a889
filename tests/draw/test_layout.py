"""Laws of the tidy layout."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from zermelo.draw.layout import Gaps, Size, tidy

GAPS = Gaps(siblings=3, cousins=5)
NEAR = 1e-6


def random_tree(seed, nodes):
    """The children of each node, and their sizes. Seeds give more irregular trees than Hypothesis's own strategies."""
    draw = Random(seed)
    span = draw.choice([1, 2, 4, 12, nodes])
    children = [[] for _ in range(nodes)]
    for child in range(1, nodes):
        children[draw.randrange(max(0, child - span), child)].append(child)
    widest = draw.choice([1, 10, 60])
    return children, [Size(draw.uniform(0, widest), draw.uniform(0, widest)) for _ in children]


def trees(most=60):
    return st.builds(random_tree, st.integers(0, 2**32), st.integers(1, most))


def levels(children):
    """The nodes of each level from left to right, each with its parent."""
    level = [(0, None)]
    while level:
        yield level
        level = [(child, node) for node, _ in level for child in children[node]]


def mirror(children, sizes):
    return [c[::-1] for c in children], [Size(s.right, s.left) for s in sizes]


@given(trees())
def test_neighbours_on_a_level_keep_their_distance_and_order(tree):
    children, sizes = tree
    x = tidy(children, sizes, GAPS)
    for level in levels(children):
        for (a, mother), (b, other) in pairwise(level):
            room = (x[b] - sizes[b].left) - (x[a] + sizes[a].right)
            assert room >= (GAPS.siblings if mother == other else GAPS.cousins) - NEAR


@given(trees())
def test_parents_stand_in_the_middle_over_their_children(tree):
    children, sizes = tree
    x = tidy(children, sizes, GAPS)
    for node, below in enumerate(children):
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2, abs=NEAR)


@given(trees())
def test_the_leftmost_node_begins_at_zero(tree):
    children, sizes = tree
    x = tidy(children, sizes, GAPS)
    assert min(a - s.left for a, s in zip(x, sizes, strict=True)) == pytest.approx(0, abs=NEAR)


@given(trees())
def test_the_mirrored_tree_has_the_mirrored_layout(tree):
    children, sizes = tree
    x, y = tidy(children, sizes, GAPS), tidy(*mirror(children, sizes), GAPS)
    whole = max(a + s.right for a, s in zip(x, sizes, strict=True))
    assert [whole - a for a in x] == pytest.approx(y, abs=NEAR)


def outline(top, children, sizes, x):
    """The left and the right end of a subtree on each of its levels."""
    level = [top]
    while level:
        yield min(x[n] - sizes[n].left for n in level), max(x[n] + sizes[n].right for n in level)
        level = [c for n in level for c in children[n]]


@given(trees())
def test_the_last_subtree_touches_one_before_it(tree):
    """So the layout is as narrow as possible; the mirrored law implies the same for the first subtree."""
    children, sizes = tree
    x = tidy(children, sizes, GAPS)
    for below in children:
        last = [*outline(below[-1], children, sizes, x)] if below else []
        gaps = [GAPS.siblings] + [GAPS.cousins] * len(last)
        spare = [
            right[0] - left[1] - gap
            for child in below[:-1]
            for left, right, gap in zip(outline(child, children, sizes, x), last, gaps, strict=False)
        ]
        assert min(spare, default=0) == pytest.approx(0, abs=NEAR)


@given(trees(most=20), trees(most=20))
def test_equal_subtrees_get_equal_layouts(twin, between):
    children, sizes = [[]], [Size(1, 1)]
    starts = []
    for below, its_sizes in (twin, between, twin):
        starts.append(len(children))
        children[0].append(len(children))
        children += [[starts[-1] + c for c in nodes] for nodes in below]
        sizes += its_sizes
    x = tidy(children, sizes, GAPS)
    first, second = ([x[i] - x[start] for i in range(start, start + len(twin[0]))] for start in (starts[0], starts[2]))
    assert first == pytest.approx(second, abs=NEAR)


def test_leaves_stand_as_near_as_the_gap_allows():
    x = tidy([[1, 2, 3], [], [], []], [Size(1, 1), Size(2, 4), Size(1, 1), Size(5, 6)], Gaps(3, 9))
    assert x == pytest.approx([(2 + 19) / 2, 2, 2 + 4 + 3 + 1, 10 + 1 + 3 + 5])


def test_small_subtrees_between_large_ones_are_spread_evenly():
    wide = [Size(20, 20)]
    children = [[1, 2, 3, 4], [5], [], [], [6], [], []]
    x = tidy(children, [Size(1, 1)] * 5 + wide * 2, Gaps(1, 1))
    assert [b - a for a, b in pairwise(x[1:5])] == pytest.approx([41 / 3] * 3)


def test_a_subtree_slips_under_a_shallow_neighbour():
    children = [[1, 2], [], [3, 4], [], []]
    x = tidy(children, [Size(5, 5)] * 5, GAPS)
    assert x[3] < x[1] + 10


def test_a_very_deep_tree():
    depth = 20_000
    assert tidy([*([i + 1] for i in range(depth)), []], [Size(1, 1)] * (depth + 1), GAPS) == [1] * (depth + 1)


def test_a_very_deep_tree_with_a_leaf_at_every_node():
    """If every outline were followed to its end, this would take minutes."""
    depth = 20_000
    children = [below for i in range(depth) for below in ([2 * i + 1, 2 * i + 2], [])] + [[]]
    x = tidy(children, [Size(1, 1)] * len(children), GAPS)
    assert x[2] - x[1] == pytest.approx(5)


def test_a_very_wide_tree():
    x = tidy([[*range(1, 20_001)], *([[]] * 20_000)], [Size(1, 1)] * 20_001, GAPS)
    assert [b - a for a, b in pairwise(x[1:])] == pytest.approx([5] * 19_999)
