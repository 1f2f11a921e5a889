"""Threads that need the same machine code at the same time share it: the page opens several searches of one game."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from zermelo import load
from zermelo.native import binding, compiling, native
from zermelo.native.overloads import Overloads

THREADS = 4


def in_threads(work: Any) -> list[Any]:
    """What each of several threads gets that begin at the same time."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(lambda _: work(), range(THREADS)))


def slowed(function: Any, calls: list[Any]) -> Any:
    """The function, so slow that all threads are inside it unless something keeps them out."""

    def slow(*arguments: Any) -> Any:
        calls.append(arguments)
        time.sleep(0.05)
        return function(*arguments)

    return slow


def test_a_game_is_bound_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(binding, "_BOUND", {})
    monkeypatch.setattr(binding, "Binding", slowed(binding.Binding, calls))
    found = in_threads(lambda: binding.bind(load("nim:piles=2,1,7")))
    assert len(calls) == 1
    assert len(set(map(id, found))) == 1


def test_a_kernel_is_compiled_once_and_not_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("nim:piles=2,1,6")
    calls: list[Any] = []
    loads: list[Any] = []
    monkeypatch.setattr(compiling.NativeGame, "_compiled", slowed(compiling.NativeGame._compiled, calls))
    load_overload = Overloads.load_overload
    monkeypatch.setattr(Overloads, "load_overload", lambda *given: loads.append(given) or load_overload(*given))
    assert in_threads(lambda: native(game).run(sum_of_piles, game.initial(), 1)) == [10] * THREADS
    assert native(game).run(sum_of_piles, game.initial(), 2) == 11
    assert len(calls) == len(loads) == 1


def sum_of_piles(game: Any, s: Any, more: int) -> int:
    total = more
    for pile in s.piles:
        total += pile
    return total
