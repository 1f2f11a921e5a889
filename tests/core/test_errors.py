"""How errors quote the input."""

from __future__ import annotations

import pytest

from zermelo.core.errors import nearest, quote


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("a b\n c", "'a b c'"),
        ("", "''"),
        (None, "'None'"),
        ("é … ♟ 漢", "'é … ♟ 漢'"),
        ("\x1b[2J\0\ud800", r"'\x1b[2J\x00\ud800'"),
        ("x" * 100, f"'{'x' * 45} … {'x' * 10}'"),
    ],
)
def test_a_text_is_quoted_on_one_line_that_any_terminal_prints(text, quoted):
    assert quote(text) == quoted
    quote(text).encode()


def test_the_nearest_names():
    assert nearest("dept", ["depth", "nodes"]) == "did you mean depth?"
    assert nearest(3, ["depth", "nodes"]) == "expected one of depth, nodes"
