"""The built-in games. A small game is a file, a large one is a folder.

In the folder of a game, read `rules.py` first: the states, the parameters and the six methods of the rules. Beside it
are `knowledge.py` (which makes a search stronger), `text.py` (reading and writing) and `picture.py` (drawing);
`__init__.py` combines them.

The name of the file or folder is the name of the game, unless it is not a valid module name. A new game is found
without registration. `shared/` is not a game: it holds code that several games use.

Another package offers a game through the entry point group "zermelo.games": the entry's name is the name of the game,
and it points to the class, as in `chopsticks = "mygames.chopsticks:Chopsticks"`.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module, metadata
from types import ModuleType

from zermelo.core.errors import LoadError, nearest, quote
from zermelo.core.game import Game

MODULES = {"2048": "twenty48"}
"""The modules of games whose names are not valid module names."""

SHARED = "shared"
"""The folder that is not a game."""

GROUP = "zermelo.games"
"""The entry point group of games in other packages."""


def names() -> list[str]:
    """The names of the games, in order; none of them is imported."""
    return sorted({*_own(), *_elsewhere()})


@cache
def _own() -> frozenset[str]:
    modules = {m.name for m in pkgutil.iter_modules(__path__)} - {SHARED}
    return frozenset(modules - set(MODULES.values()) | set(MODULES))


@cache
def _elsewhere() -> dict[str, metadata.EntryPoint]:
    """The games of other packages by name; a built-in game takes precedence."""
    return {entry.name: entry for entry in metadata.entry_points(group=GROUP) if entry.name not in _own()}


def game_class(name: str) -> type[Game]:
    """The class of the game with this name. Raises LoadError."""
    if name in _own():
        return _class_in(import_module(f"{__name__}.{MODULES.get(name, name)}"), name)
    if name in _elsewhere():
        return _class_at(_elsewhere()[name])
    raise LoadError(f"there is no game {quote(name)}; {nearest(name, names())}")


def _class_in(module: ModuleType, name: str) -> type[Game]:
    classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    found = [c for c in classes if issubclass(c, Game)]
    if len(found) != 1:
        raise LoadError(f"the module of game {quote(name)} should hold one subclass of Game, not {len(found)}")
    return found[0]


def _class_at(entry: metadata.EntryPoint) -> type[Game]:
    """The class that another package offers, under the name of its entry point."""
    try:
        found = entry.load()
    except Exception as error:  # the other package may raise anything on import
        raise LoadError(f"the game {quote(entry.name)} cannot be loaded from {quote(entry.value)}: {error}") from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise LoadError(f"the entry point {quote(entry.value)} of game {quote(entry.name)} is not a subclass of Game")
    if found.name is Game.name:  # so that load(str(game)) loads it again
        setattr(found, "name", entry.name)  # noqa: B010  # it is a property of Game
    return found
