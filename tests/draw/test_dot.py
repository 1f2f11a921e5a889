"""The tree as a graph for Graphviz. Where Graphviz is installed, it reads it as well."""

import json
import re
import shutil
import subprocess

import pytest
from hypothesis import given, settings

from draw.hostile import folded_trees
from zermelo.draw import fold, tree_dot
from zermelo.draw.nodes import in_order

STRING = r'"(?:[^"\\\n]|\\.)*"'
LINE = re.compile(rf"  (n\d+(?: -> n\d+)?) \[(\w+={STRING}(?:, \w+={STRING})*)\]")


def graph(dot):
    """The attributes of each node and of each branch, by "n0" and "n0 -> n1"."""
    first, *lines, last = dot.removesuffix("\n").split("\n")
    assert (first, last) == ("digraph tree {", "}")
    found = {}
    for line in lines[3:]:
        name, attributes = LINE.fullmatch(line).groups()
        found[name] = dict(re.findall(rf"(\w+)=({STRING})", attributes))
    return found


def values(found, attribute):
    return [json.loads(a[attribute]) if attribute in a else None for a in found.values()]


@given(folded_trees())
@settings(deadline=None)
def test_any_tree_is_a_graph_with_a_node_and_a_branch_for_each(root):
    found = graph(tree_dot(root))
    nodes, children = in_order(root)
    branches = [f"n{i} -> n{j}" for i, below in enumerate(children) for j in below]
    assert list(found) == [*(f"n{i}" for i in range(len(nodes))), *branches]


def test_example_1_says_what_was_found(example_1):
    found = graph(tree_dot(example_1))
    assert values(found, "label")[:6] == ["3", "3", "3", "12", "8", "2"]
    assert json.loads(found["n0"]["xlabel"]) == "[3, +∞]"
    assert json.loads(found["n0 -> n5"]["label"]) == " 2 \n [3, 2] \n 2 ≤ alpha 3 "
    assert json.loads(found["n5"]["tooltip"]) == "2: MIN 2  [3, 2]  cut: 2 ≤ alpha 3"


def test_what_was_not_read_is_dashed_and_the_best_line_is_thick(example_1):
    found = graph(tree_dot(example_1))
    dashed = [name for name, a in found.items() if "dashed" in a.get("style", "")]
    assert dashed == ["n7", "n8", "n5 -> n7", "n5 -> n8"]
    assert json.loads(found["n5 -> n7"]["label"]) == " ✂ 2 "
    assert [name for name, a in found.items() if "penwidth" in a] == ["n0", "n1", "n2", "n0 -> n1", "n1 -> n2"]


def test_every_role_has_a_shape_of_its_own(make):
    roles = ["max", "min", "chance", "opponent", "p1", "terminal"]
    found = graph(tree_dot(make(0, "other", 1, *(make(i, role, 1) for i, role in enumerate(roles, 1)))))
    assert len(set(values(found, "shape")[:7])) == 7
    assert json.loads(found["n5"]["label"]) == "P1\n1"


def test_folds_and_probabilities(make):
    outcomes = [make(i, "terminal", 1, action="heads", probability=0.25) for i in range(1, 5)]
    found = graph(tree_dot(fold(make(0, "chance", 1, *outcomes), 3)))
    assert json.loads(found["n2"]["label"]) == "⋮\n+3\nnodes"
    assert json.loads(found["n0 -> n1"]["label"]) == " heads \n p = 0.25 "


def test_what_graphviz_would_take_for_something_else_is_escaped(make):
    found = graph(tree_dot(make(0, "max", 1, make(1, "terminal", 1, action='a "b" \\n'))))
    assert found["n0 -> n1"]["label"] == '" a \\"b\\" \\\\n "'


@pytest.mark.skipif(shutil.which("dot") is None, reason="there is no Graphviz here")
def test_graphviz_reads_it(make):
    named = make(1, "terminal", 1, action='"quoted" \\ and \\n', label="{<|>}")
    drawn = subprocess.run(
        ["dot", "-Tplain"], input=tree_dot(make(0, "max", 1, named)), capture_output=True, text=True, check=True
    )
    assert drawn.stderr == ""
    assert drawn.stdout.count("\nnode ") == 2
