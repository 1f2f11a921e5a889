"""The pseudocode beside the steps."""

import inspect

import pytest

from zermelo import tree
from zermelo.textbook import ALGORITHMS, make_search
from zermelo.trees import Tree

GAME = Tree("((3 12) (2 4))")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_algorithms_own_pseudocode_comes_first(name):
    lines = make_search(GAME, name).listing().lines
    own = inspect.cleandoc(ALGORITHMS[name].pseudocode).splitlines()
    for shown, written in zip(lines, own, strict=False):
        assert " ".join(written.split()).startswith(" ".join(shown.split()))
    assert len(lines) >= len(own)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_function_that_is_called_is_there(name):
    text = "\n".join(make_search(GAME, name).listing().lines)
    called = {
        word for word in ("MAX-VALUE", "MIN-VALUE", "CHANCE-VALUE", "OPPONENT-VALUE") if f"return {word}(" in text
    }
    assert all(f"function {word}(" in text for word in called)
    assert text.count("function VALUE(") == 1


@pytest.mark.parametrize("name", ALGORITHMS)
def test_highlighted_lines_belong_to_the_node(name):
    listing = make_search(GAME, name).listing()
    for moment, lines in listing.lit.items():
        role = moment.split()[0]
        heads = [
            next(listing.lines[j] for j in range(i, -1, -1) if listing.lines[j].startswith("function")) for i in lines
        ]
        own = f"{role.upper()}-VALUE"
        wanted = own if any(own in line for line in listing.lines if line.startswith("function")) else "VALUE"
        assert all(head.startswith(f"function {wanted}(") for head in heads), moment


def test_fail_soft_and_fail_hard_have_their_own_pseudocode():
    soft, hard = (make_search(GAME, "alphabeta", fail=fail).listing().lines for fail in ("soft", "hard"))
    changed = [(a.strip(), b.strip()) for a, b in zip(soft, hard, strict=True) if a != b]
    assert changed == [
        ("v ← −∞", "v ← α"),
        ("if v ≥ β then return v", "if v ≥ β then return β"),
        ("v ← +∞", "v ← β"),
        ("if v ≤ α then return v", "if v ≤ α then return α"),
    ]
    assert not any("fail-hard" in line for line in (*soft, *hard))


def test_a_step_without_a_line_highlights_nothing():
    pseudocode = tree("leapfrog").trace.pseudocode
    assert pseudocode.at("max", "loop") == ()
    assert pseudocode.at("max", "cut") == (11,)
    assert pseudocode.at("min", "terminal") == (1,)
