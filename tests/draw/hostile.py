"""Random trees: names of arbitrary Unicode, and combinations of fields that no search produces."""

from hypothesis import strategies as st

from zermelo.core.trace import Node
from zermelo.draw import fold

ROLES = ["max", "min", "chance", "opponent", "terminal", "p0", "p7"]

hostile = st.text(st.characters(categories=["L", "M", "N", "P", "S", "Z", "C"]), max_size=40)
numbers = st.integers(-(10**9), 10**9) | st.floats(-1000, 1000)
values = st.none() | numbers | st.tuples(numbers, numbers, numbers)


@st.composite
def trees(draw, most=30):
    nodes = []
    for i in range(draw(st.integers(1, most))):
        node = Node(
            draw(st.sampled_from([i, i, -1])),
            draw(hostile),
            draw(st.none() | st.floats(0, 1)),
            draw(st.sampled_from(ROLES)),
            0,
            None,
            window=draw(st.none() | st.tuples(numbers, numbers)),
            value=draw(values),
            why=draw(st.sampled_from([None, "done", "cutoff", "loop", "terminal"])),
            cut=draw(st.none() | st.just("4 ≥ beta 3")),
            label=draw(hostile),
        )
        if nodes:
            draw(st.sampled_from([n for n in nodes if n.role != "terminal"] or nodes[:1])).children.append(node)
        nodes.append(node)
    nodes[0].best = draw(st.integers(0, most))
    return nodes[0]


def folded_trees():
    return st.builds(fold, trees(), st.integers(3, 40))
