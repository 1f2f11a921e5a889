"""A tree with its values hidden."""

import re

from hypothesis import given

from draw.hostile import trees
from zermelo import tree
from zermelo.draw import FORMATS, blank, tree_text
from zermelo.draw.nodes import in_order

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"


def test_only_the_leaves_have_their_values():
    assert tree_text(blank(tree("((3 12) (2 4))").root)) == "\n".join(
        [
            "MAX ?",
            "├─ a1: MIN ?",
            "│  ├─ b1: terminal 3",
            "│  └─ b2: terminal 12",
            "└─ a2: MIN ?",
            "   ├─ b1: terminal 2",
            "   └─ b2: terminal 4",
        ]
    )


def test_no_format_reveals_what_is_not_read():
    grown = tree(EXAMPLE_1)
    for ending in (".txt", ".svg", ".tex", ".dot", ".json"):
        text = FORMATS[ending].write(blank(grown.root), grown.trace)
        assert "alpha 3" not in text
        assert "✂" not in text
        assert not re.search(r'class="[^"]*unread|unread figure]|style=dashed', text)
        assert '"read": false' not in text


@given(trees())
def test_blank_keeps_the_shape_and_does_not_modify_the_tree(root):
    before = tree_text(root)
    nodes, hidden = in_order(root)[0], in_order(blank(root))[0]
    assert [(n.action, n.label, n.role, n.probability) for n in nodes] == [
        (n.action, n.label, n.role, n.probability) for n in hidden
    ]
    assert all(n.read and n.window is None and n.cut is None and n.best is None for n in hidden)
    assert all((n.value is None) if n.children else (n.value == m.value) for n, m in zip(hidden, nodes, strict=True))
    assert tree_text(root) == before
