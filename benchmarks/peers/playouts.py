"""Random plays of OpenSpiel's games, which are in C++: played from C++, and played from Python."""

from __future__ import annotations

import ctypes
import random
from functools import cache
from pathlib import Path
from typing import Any

import open_spiel
import pyspiel
import twins


def from_cpp(name: str, plays: int, seed: int) -> int:
    """Plays this many random games. Returns the number of plies."""
    plies = ctypes.c_long()
    _native()(name.encode(), plays, seed, ctypes.byref(plies))
    return plies.value


def from_python(name: str, plays: int, seed: int) -> int:
    """The same, with the loop in Python. Assumes that all outcomes of chance are equally likely, as in backgammon."""
    game, drawn, plies = pyspiel.load_game(name), random.Random(seed), 0
    for _ in range(plays):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(drawn.choice(state.legal_actions()))
            plies += 1
    return plies


@cache
def _native() -> Any:
    ctypes.CDLL(pyspiel.__file__, mode=ctypes.RTLD_GLOBAL)
    there = Path(open_spiel.__path__[0])
    folders = (there.parent, there, there / "abseil-cpp", there / "json" / "include")
    includes = [word for folder in folders for word in ("-I", str(folder))]
    library = twins.built(Path(__file__).with_suffix(".cpp"), "-shared", "-fPIC", *includes)
    random_plays = ctypes.CDLL(str(library)).random_plays
    random_plays.restype = ctypes.c_double
    return random_plays
