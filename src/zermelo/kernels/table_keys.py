"""Reads what a table by enumeration stores besides the values: the key of each state and the player to move."""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.kernels.space_memory import SpaceMemory
from zermelo.native.layouts import Layout, Slots, row
from zermelo.native.memory import load, store


class KeyMemory(Layout):
    """The keys of all states, in the order in which the states were met."""

    keys: Slots = row("states", words="words")


def read_keys(game: Game, s: State, m: SpaceMemory, k: KeyMemory, first: int, last: int) -> int:
    """Stores the keys of the states from number `first` up to, but not including, `last`."""
    for i in range(first, last):
        store(k.keys, i, game.key(load(m.states, i, s)))
    return 0


def read_movers(game: Game, s: State, m: SpaceMemory, first: int, last: int) -> int:
    """Stores the player to move in these states, also in terminal ones."""
    for i in range(first, last):
        m.movers[i] = game.player(load(m.states, i, s))
    return 0
