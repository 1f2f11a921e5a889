"""Trees to draw: the lectures' first example from its steps, and small ones by hand."""

from itertools import count
from math import inf

import pytest

from zermelo.core.trace import Cut, Enter, Improve, Leave, Node, Trace, Unread

EXAMPLE_1 = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class Log:
    """Alpha-beta over nested lists, written down step by step: MAX and MIN in turn."""

    def __init__(self, tree):
        self.steps, self.numbers = [], count()
        self.read(tree, -1, "", 0, (-inf, inf))

    def role(self, tree, ply):
        return ("max", "min")[ply % 2] if isinstance(tree, list) else "terminal"

    def read(self, tree, parent, action, ply, window):
        node, role = next(self.numbers), self.role(tree, ply)
        self.steps.append(Enter(node, parent, action, None, role, ply, None, window))
        value = tree if role == "terminal" else self.inner(tree, node, role, ply, window)
        self.steps.append(Leave(node, None, value, "terminal" if role == "terminal" else "done"))
        return node, value

    def inner(self, tree, node, role, ply, window):
        value, best, better = None, None, max if role == "max" else min
        for i, below in enumerate(tree, 1):
            child, found = self.read(below, node, str(i), ply + 1, window)
            if value is None or better(found, value) != value:
                old_value, old_best, old_window = value, best, window
                value, best = found, child
                window = (max(window[0], value), window[1]) if role == "max" else (window[0], min(window[1], value))
                self.steps.append(Improve(node, child, old_value, value, old_best, best, old_window, window))
            if window[0] >= window[1] and i < len(tree):
                sign, name, bound = ("≥", "beta", window[1]) if role == "max" else ("≤", "alpha", window[0])
                unread = tuple(self.unread(t, str(j), ply + 1) for j, t in enumerate(tree[i:], i + 1))
                self.steps.append(Cut(node, value, sign, name, bound, unread))
                break
        return value

    def unread(self, tree, action, ply):
        branches = [self.unread(t, str(i), ply + 1) for i, t in enumerate(tree, 1)] if isinstance(tree, list) else []
        value = None if branches else tree
        return Unread(action, None, self.role(tree, ply), ply, None, value, tuple(branches))


@pytest.fixture
def example_1():
    return Trace(None, "alphabeta", tuple(Log(EXAMPLE_1).steps)).tree()


@pytest.fixture
def cut_early():
    """A tree in which a whole subtree is left unread."""
    return Trace(None, "alphabeta", tuple(Log([[3, 4], [2, [[7, 8], 9]]]).steps)).tree()


@pytest.fixture
def make():
    """Makes a node: its number, role and value, then any other fields, then its children."""

    def make(number, role, value, *children, action="", **fields):
        node = Node(number, action, fields.pop("probability", None), role, 0, None, value=value, **fields)
        node.children = list(children)
        return node

    return make
