"""Every format that is text, and the lectures' trees as pictures, as they were when a person approved them."""

import re

import pytest

from draw.golden import FOLDER, LECTURES, written

TOLD = r"<desc>(\d+) nodes, (\d+) of them not read.*its value ([-\d.]*\d)\.(?: Best line: ([^,.]+))?"
ANSWERS = {
    "1-minimax": (13, 0, "3", "a1"),
    "1-alphabeta": (13, 2, "3", "a1"),
    "1-chance": (13, 0, "7.667", "a1"),
    "2-best-order": (13, 9 - (3 + 1 + 1), "3", "a1"),
    "3-expected-utility": (4, 0, "-1.1", ""),
    "4-chance": (5, 0, "72.7", "a2"),
    "4-minimax": (5, 0, "10", "a1"),
    "5-fail-soft": (10, 2, "3", "a3"),
    "5-fail-hard": (10, 2, "3", "a3"),
    "6-fail-soft": (14, 2 + 1, "3", "a2"),
    "6-fail-hard": (14, 2 + 1, "3", "a2"),
    "7-alphabeta": (7, 1, "10", "a1"),
    "7-minimax": (7, 0, "10", "a1"),
    "8-nim": (33, 0, "-1", None),
    "8-nim-symmetry": (15, 0, "-1", None),
    "10-minimax": (1 + 3 + 12, 0, "1", "b2"),
    "10-alphabeta": (1 + 3 + 12, 12 - 4, "1", "b2"),
    "11-open-lines": (1 + 3 + 12, 0, "1", "b2"),
    "13-minimax": (25, 0, "1", "+3"),
    "13-alphabeta": (25, 25 - 15, "1", "+3"),
    "15-leapfrog": (None, 0, "1", None),
    "20-minimax": (6, 0, "2", "a2"),
}
"""What the lectures say of their trees: nodes, those not read, value and action; None where they say nothing."""


@pytest.fixture(scope="module")
def now():
    return written()


def test_there_is_a_file_for_each(now):
    assert {path.name for path in FOLDER.iterdir()} == set(now)


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_a_file_is_what_is_written_now(now, path):
    assert now[path.name] == path.read_text(encoding="utf-8"), "look at it, and then: python tests/draw/golden.py"


@pytest.mark.parametrize("name", LECTURES)
def test_a_picture_tells_the_lectures_answer(name):
    svg = (FOLDER / f"lecture-{name}.svg").read_text(encoding="utf-8")
    told = re.search(
        r"<desc>(\d+) nodes, (\d+) of them not read.*its value ([-\d.]*\d)\.(?: Best line: ([^,.]+))?", svg
    )
    nodes, unread, value, action = ANSWERS[name]
    found = int(told[1]), int(told[2]), told[3], told[4] or ""
    wanted = (found[0] if nodes is None else nodes, unread, value, found[3] if action is None else action)
    assert found == wanted
