"""The search tree in plain text."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from draw.hostile import hostile
from zermelo.core.trace import Node
from zermelo.draw import fold, tree_text
from zermelo.draw.words import columns

EXAMPLE_1 = """\
MAX 3  [3, +∞]
├─ 1: MIN 3  [-∞, 3]  ◀ best
│  ├─ 1: terminal 3  ◀ best
│  ├─ 2: terminal 12
│  └─ 3: terminal 8
├─ 2: MIN 2  [3, 2]  cut: 2 ≤ alpha 3
│  ├─ 1: terminal 2
│  ├─ ✂ 2: terminal 4  not read
│  └─ ✂ 3: terminal 6  not read
└─ 3: MIN 2  [3, 2]
   ├─ 1: terminal 14
   ├─ 2: terminal 5
   └─ 3: terminal 2"""


def test_example_1(example_1):
    assert tree_text(example_1) == EXAMPLE_1


def test_a_subtree_that_was_not_read(cut_early):
    assert tree_text(cut_early).splitlines()[-6:] == [
        "   ├─ 1: terminal 2",
        "   └─ ✂ 2: MAX ?  not read",
        "      ├─ ✂ 1: MIN ?  not read",
        "      │  ├─ ✂ 1: terminal 7  not read",
        "      │  └─ ✂ 2: terminal 8  not read",
        "      └─ ✂ 2: terminal 9  not read",
    ]


def test_chance_and_labels(make):
    coin = make(1, "chance", 4.5, make(2, "terminal", 9, probability=0.5), action="toss", label="C")
    coin.children.append(make(3, "opponent", 0, action="tails", probability=0.5, label="D", why="cutoff"))
    assert tree_text(make(0, "max", 4.5, coin, best=1, label="A")).splitlines() == [
        "A: MAX 4.5",
        "└─ toss → C: chance 4.5  ◀ best",
        "   ├─ (p = 0.5): terminal 9",
        "   └─ tails (p = 0.5) → D: opponent ≈ 0  estimate",
    ]


def test_players_and_loops(make):
    assert tree_text(make(0, "p0", (1, 2), make(1, "p1", (0, 0), action="on", why="loop"))).splitlines() == [
        "player 0 <1, 2>",
        "└─ on: player 1 ↻ <0, 0>  loop",
    ]


def test_what_is_folded_has_a_line_of_its_own(make):
    read = [make(i, "terminal", 1, action=str(i)) for i in range(1, 1206)]
    unread = [make(-1, "terminal", 1, action=str(i)) for i in range(2)]
    root = fold(make(0, "max", 1, *read, *unread, best=1), 4)
    assert tree_text(root).splitlines() == [
        "MAX 1",
        "├─ 1: terminal 1  ◀ best",
        "├─ … +1,204 nodes",
        "└─ ✂ … +2 nodes  not read",
    ]
    assert tree_text(root, width=14).splitlines()[3] == "└─ ✂ … +2 nod…"


def test_a_long_name_gives_way_to_what_was_found(make):
    root = make(0, "max", 1, make(1, "terminal", 1, action="the bishop takes the knight on f6", why="terminal"), best=1)
    assert tree_text(root, width=40).splitlines()[1] == "└─ the bishop takes…: terminal 1  ◀ best"


@given(st.lists(st.tuples(hostile, hostile), max_size=6), st.integers(1, 100))
def test_a_line_for_each_node_none_too_long_and_no_control_characters(names, width):
    root = Node(0, "", None, "max", 0, None)
    root.children = [Node(-1, action, None, "min", 1, None, label=label) for action, label in names]
    for text in (tree_text(root), tree_text(root, width=width)):
        assert len(text.splitlines()) == 1 + len(names)
        assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in text.replace("\n", ""))
    assert all(columns(line) <= width for line in tree_text(root, width=width).splitlines())


@pytest.mark.parametrize("width", [None, 60, 10])
def test_a_line_a_thousand_plies_long(make, width):
    root = node = make(0, "max", 1)
    for i in range(1, 1001):
        node.children = [make(i, "max", 1, action="on")]
        node = node.children[0]
    lines = tree_text(root, width=width).splitlines()
    assert len(lines) == 1001
    assert max(map(len, lines)) < 200
    assert lines[-1].startswith("1000 …")
