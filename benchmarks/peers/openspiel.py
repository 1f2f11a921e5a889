"""OpenSpiel's alpha-beta on its connect four, which is in C++: the search in Python, and the search in C++."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel
import twins
from open_spiel.python.algorithms import minimax

GAME = pyspiel.load_game("connect_four")


def _position(moves: str) -> Any:
    state = GAME.new_initial_state()
    for move in moves:
        state.apply_action(int(move) - 1)
    return state


def _search(moves: str, depth: int, evaluate: Callable[[Any], float]) -> None:
    minimax.alpha_beta_search(GAME, _position(moves), value_function=evaluate, maximum_depth=depth)


def search(moves: str, depth: int) -> None:
    """Searches the position after the moves in Python, without counting."""
    _search(moves, depth, lambda _: 0.0)


@cache
def nodes(moves: str, depth: int) -> int:
    """The number of nodes of such a search, including the root."""
    return _counts(moves, depth)[0]


@cache
def _counts(moves: str, depth: int) -> tuple[int, int]:
    """The number of nodes, and how many of them were evaluated."""
    read = leaves = 0
    alpha_beta = minimax._alpha_beta

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal read
        read += 1
        return alpha_beta(*arguments, **named)

    def evaluate(_: Any) -> float:
        nonlocal leaves
        leaves += 1
        return 0.0

    minimax._alpha_beta = counting
    try:
        _search(moves, depth, evaluate)
    finally:
        minimax._alpha_beta = alpha_beta
    return read, leaves


def native_search(moves: str, depth: int) -> int:
    """Searches the position after the moves in C++, and counts the states that are evaluated."""
    actions = [int(move) - 1 for move in moves]
    leaves = ctypes.c_long()
    _native()((ctypes.c_int * len(actions))(*actions), len(actions), depth, ctypes.byref(leaves))
    return leaves.value


def is_the_same_search(moves: str, depth: int) -> bool:
    """Whether the searches in C++ and in Python evaluate the same number of states, and so read the same nodes."""
    return native_search(moves, depth) == _counts(moves, depth)[1]


@cache
def _native() -> Any:
    ctypes.CDLL(pyspiel.__file__, mode=ctypes.RTLD_GLOBAL)  # contains the search that the few lines of C++ call
    here, there = Path(__file__), Path(minimax.__file__).parents[2]
    folders = (there.parent, there, there / "abseil-cpp", there / "json" / "include")
    library = twins.built(
        here.with_suffix(".cpp"), "-shared", "-fPIC", *(word for folder in folders for word in ("-I", str(folder)))
    )
    alpha_beta = ctypes.CDLL(str(library)).alpha_beta
    alpha_beta.restype = ctypes.c_double
    return alpha_beta
