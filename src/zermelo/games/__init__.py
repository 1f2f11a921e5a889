"""The games that come with Zermelo. A small one is a file, a large one is a folder.

In the folder of a game, `rules.py` is what to read first: the states, the parameters and the six methods of the rules.
Beside it are `knowledge.py` (what makes a search stronger), `text.py` (reading and writing) and `picture.py` (drawing);
`__init__.py` puts them together.

The name of the file or folder is the name of the game, unless Python does not take it for a module's. A new game is
found without being registered anywhere. `shared/` is no game: it holds what several games use.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from zermelo.core.errors import LoadError, nearest, quote
from zermelo.core.game import Game

MODULES = {"2048": "twenty48"}
"""The modules of games whose own names Python does not take for a module's."""

SHARED = "shared"
"""The folder that is no game."""


def names() -> list[str]:
    """The names of the games, in order; none of them is imported."""
    modules = {m.name for m in pkgutil.iter_modules(__path__)} - {SHARED}
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
