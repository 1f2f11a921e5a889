"""Loads games: by name, with parameters; from a user's Python file; or from a tree written as text.

load("connect4")   load("nim:piles=3,4,5")   load("path/to/file.py:Class")   load("((3 12 8) (2 4 6) (14 5 2))")
load("othello:weights=corners=20,mobility=1")
load("openspiel:breakthrough(rows=6,columns=6)")   load("game.efg")   load("tree:roads")
"""

from __future__ import annotations

import inspect
import os
import re
from pathlib import Path

from zermelo import games
from zermelo.adapters import openspiel_game
from zermelo.core.classes import OWN_FILE, Kind, class_in_file, made, reason
from zermelo.core.errors import LoadError, nearest, quote, quote_path
from zermelo.core.features import split_weights, with_weights
from zermelo.core.game import REQUIRED, Game, show_parameter
from zermelo.core.options import known_options
from zermelo.core.text import LONGEST
from zermelo.trees import Tree, example, looks_like_efg, looks_like_tree

_GAME = Kind(Game, "game", REQUIRED)  # type: ignore[type-abstract]
_TREE_FILES = (".txt", ".json", ".tree", ".efg")
_EXAMPLE_TREE = "tree:"
_OPENSPIEL = "openspiel:"


@known_options()
def load(text: str | os.PathLike[str]) -> Game:
    """The game with this name, in this file, or written as this tree. Raises LoadError, or ParseError for a tree."""
    text = _as_text(text).strip()
    if looks_like_tree(text) or looks_like_efg(text):
        return Tree(text)
    if text.startswith(_EXAMPLE_TREE):
        return Tree(example(text.removeprefix(_EXAMPLE_TREE)))
    if text.endswith(_TREE_FILES):
        return Tree(_read_tree_file(Path(text)))
    if text.startswith(_OPENSPIEL):
        return openspiel_game(text.removeprefix(_OPENSPIEL))
    own_file = OWN_FILE.fullmatch(text)
    if own_file is not None:
        game_class = class_in_file(_GAME, Path(own_file["file"]), own_file["name"] or "")
        if game_class.name is Game.name:  # so that load(str(game)) loads it again
            setattr(game_class, "name", f"{own_file['file']}:{game_class.__name__}")  # noqa: B010  # it is a property of Game
        return _made(game_class, own_file["parameters"] or "")
    name, _, parameters = text.partition(":")
    if name not in games.names():
        if os.path.exists(text):  # Path.exists raises for some texts
            raise LoadError(f"{quote(text)} is not a game file: its name must end in .py, {', '.join(_TREE_FILES)}")
        raise LoadError(f"there is no game {quote(name)}: {nearest(name, games.names())}")
    return _made(games.game_class(name), parameters)


def load_named_in(file: str | os.PathLike[str], text: str) -> Game:
    """The game that a data file names, such as a table. Raises LoadError if the text names a Python file.

    The data file may come from a stranger, and loading a game from a Python file executes it.
    """
    if OWN_FILE.fullmatch(text.strip()):
        raise LoadError(
            f"{quote_path(file)} names the Python file {quote_path(text)}, which is not executed: "
            "give the game with --game"
        )
    return load(text)


def _made(game_class: type[Game], parameters: str) -> Game:
    """A game of this class with the parameters in the text; if it has features, also with the weights in the text."""
    if game_class.features is Game.features:
        return made(_GAME, game_class, parameters)
    own, weights = split_weights(parameters)
    game = made(_GAME, game_class, own)
    return game if weights is None else with_weights(game, weights)


def variant(game: Game, parameters: str) -> Game:
    """The same game with other parameters, such as "goal=5"; those that are not given stay as they are."""
    given = set(re.findall(r"(\w+)=", parameters))
    defaults = inspect.signature(type(game)).parameters
    kept = {n: v for n, v in game.parameters.items() if n not in given and repr(v) != repr(defaults[n].default)}
    written = [f"{n}={show_parameter(v)}" for n, v in kept.items()]
    return _made(type(game), ",".join([*written, *([parameters] if parameters else [])]))


def _as_text(named: object) -> str:
    """The text or path as a string. Raises LoadError for anything else."""
    text = os.fspath(named) if isinstance(named, os.PathLike) else named
    if isinstance(named, type) and issubclass(named, Game):
        raise LoadError(f"{named.__name__} is a class: pass an instance, {named.__name__}(...)")
    if not isinstance(text, str):
        raise LoadError(f"{quote(repr(named))} is neither the name of a game nor the path of a file")
    return text


def _read_tree_file(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(2 * LONGEST)  # more than the reader accepts, so that its error explains the limit
    except (OSError, ValueError) as error:
        raise LoadError(f"the tree {quote(path)} cannot be read: {reason(error)}") from None
