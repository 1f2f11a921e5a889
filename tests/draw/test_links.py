"""The dashed links between the nodes of an information set."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

import zermelo
from zermelo.core.trace import Node
from zermelo.draw import tree_svg, tree_tikz
from zermelo.draw.links import lane_counts, links_of


def node(name: str) -> Node:
    return Node(0, "", None, "max", 0, None, information_set=name)


@given(st.lists(st.tuples(st.sampled_from(["", "a", "b", "c"]), st.integers(0, 2)), max_size=14))
def test_links_join_every_set_and_never_overlap_in_a_lane(drawn):
    nodes, rows, x = [node(name) for name, _ in drawn], [row for _, row in drawn], [10.0 * i for i in range(len(drawn))]
    links = links_of(nodes, rows, x)
    for name in "abc":
        members = [i for i, each in enumerate(nodes) if each.information_set == name]
        joined = [link for link in links if nodes[link.start].information_set == name]
        assert len(joined) == max(0, len(members) - 1)
        assert {i for link in joined for i in link[:2]} == (set(members) if len(members) > 1 else set())
    for link in links:
        assert x[link.start] < x[link.end]
        between = [i for i in range(len(nodes)) if rows[i] == rows[link.start] and x[link.start] < x[i] < x[link.end]]
        if link.lane is None:
            assert rows[link.start] != rows[link.end] or not between
        else:
            assert between
            assert link.lane < lane_counts(links, rows)[rows[link.start]]
    for one in links:
        for other in links:
            if (
                one is not other
                and one.lane is not None
                and one.lane == other.lane
                and rows[one.start] == rows[other.start]
            ):
                assert x[one.end] <= x[other.start] or x[other.end] <= x[one.start]


@pytest.mark.parametrize(("game", "links"), [("tree:roads", 2), ("tree:pennies", 1), ("((3 12 8) (2 4 6))", 0)])
def test_a_picture_has_its_links_and_a_legend(game, links):
    root = zermelo.tree(game).root
    svg, tikz = tree_svg(root), tree_tikz(root)
    legend = links > 0
    assert len(re.findall(r'<path class="link"', svg)) == links + legend
    assert ("information set</text>" in svg) == legend
    assert len(re.findall(r"\\path\[information set\]", tikz)) == links + legend
