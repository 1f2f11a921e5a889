"""The recursion limit is process-wide: a search that ends does not lower it for another."""

from __future__ import annotations

import sys
import threading

from zermelo.core.recursion import FRAMES, deep_recursion


def test_the_limit_stays_until_the_last_search_has_ended():
    before = sys.getrecursionlimit()
    inside, leave = threading.Event(), threading.Event()

    def search() -> None:
        with deep_recursion():
            inside.set()
            leave.wait()

    other = threading.Thread(target=search)
    other.start()
    inside.wait()
    with deep_recursion():
        pass
    assert sys.getrecursionlimit() >= FRAMES  # the other thread is still searching
    leave.set()
    other.join()
    assert sys.getrecursionlimit() == before


def test_a_limit_that_other_code_has_changed_meanwhile_stays():
    before = sys.getrecursionlimit()
    try:
        with deep_recursion():
            sys.setrecursionlimit(FRAMES + 1)
        assert sys.getrecursionlimit() == FRAMES + 1
    finally:
        sys.setrecursionlimit(before)
