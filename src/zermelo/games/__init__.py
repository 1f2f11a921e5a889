"""The games that come with Zermelo, one file a game.

A game's name on the command line is its module's name, if Python takes it for one. A new game is one new file: nothing
is registered anywhere. Modules whose names begin with an underscore hold what several games share.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from zermelo.errors import LoadError, nearest, quote
from zermelo.game import Game

MODULES = {"2048": "twenty48"}
"""The modules of games whose own names Python does not take for one."""


def names() -> list[str]:
    """The names of the games, in order; none of them is imported."""
    modules = {m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")}
    return sorted(modules - set(MODULES.values()) | set(MODULES))


def game_class(name: str) -> type[Game]:
    """The class of the game with this name. Raises LoadError."""
    if name not in names():
        raise LoadError(f"there is no game {quote(name)}; {nearest(name, names())}")
    module = import_module(f"{__name__}.{MODULES.get(name, name)}")
    classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    found = [c for c in classes if issubclass(c, Game)]
    if len(found) != 1:
        raise LoadError(f"the module of game {quote(name)} should hold one subclass of Game, not {len(found)}")
    return found[0]
