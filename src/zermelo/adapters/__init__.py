"""Games of other libraries as Zermelo games, and Zermelo games for other libraries.

`zermelo.load("openspiel:breakthrough(rows=6,columns=6)")` wraps a game of OpenSpiel. `openspiel` and `pettingzoo` below
convert in the other direction. Each library is imported when it is first needed, and is an extra of the same name.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from zermelo.core.errors import LoadError
from zermelo.core.game import Game

__all__ = ["openspiel", "openspiel_game", "pettingzoo"]


def openspiel(game: Game, *, most_actions: int | None = None, utilities: tuple[float, float] | None = None) -> Any:
    """The game as a `pyspiel.Game`, for OpenSpiel's algorithms.

    An action is its index in `actions(s)`. OpenSpiel must know in advance how many actions a state may have, and the
    bounds of the utilities: they are taken from the arguments, otherwise from the game's `bounds` and random plays.
    """
    return _adapter("to_openspiel", "openspiel").pyspiel_game(game, most_actions, utilities)


def pettingzoo(game: Game, *, most_actions: int | None = None, longest: int = 10_000) -> Any:
    """The game as a PettingZoo AEC environment with action masks; chance is drawn from the seed of `reset`.

    An action is its index in `actions(s)`. After `longest` plies an episode is truncated.
    """
    return _adapter("to_pettingzoo", "pettingzoo").environment(game, most_actions, longest)


def openspiel_game(text: str) -> Game:
    """The game that OpenSpiel loads by this text, as a Zermelo game. Raises LoadError."""
    found = _adapter("from_openspiel", "openspiel").wrapped(text)
    assert isinstance(found, Game)
    return found


def _adapter(module: str, extra: str) -> ModuleType:
    try:
        return import_module(f"zermelo.adapters.{module}")
    except ImportError as error:
        raise LoadError(f"this needs {error.name}: pip install 'zermelo[{extra}]'") from None
