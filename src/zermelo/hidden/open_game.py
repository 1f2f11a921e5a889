"""The perfect-information version of a game: the same rules, but every player sees the whole state."""

from __future__ import annotations

from copy import copy
from functools import cache

from zermelo.core.game import Game


def open_game(game: Game) -> Game:
    """The game with perfect information, for methods that search one world."""
    opened = copy(game)
    opened.__class__ = _open_class(type(game))
    return opened


@cache
def _open_class(cls: type[Game]) -> type[Game]:
    # The names are those of the class itself, which error messages quote.
    own = {"observe": Game.observe, "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    return type(cls.__name__, (cls,), {**own, "__doc__": cls.__doc__})
