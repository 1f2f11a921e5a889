"""Loads games: by name, with parameters; from a user's Python file; or from a tree written as text.

load("connect4")   load("nim:piles=3,4,5")   load("path/to/file.py:Class")   load("((3 12 8) (2 4 6) (14 5 2))")
load("openspiel:breakthrough(rows=6,columns=6)")
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo import games
from zermelo.adapters import openspiel_game
from zermelo.core.errors import LoadError, ZermeloError, nearest, quote
from zermelo.core.game import REQUIRED, Game
from zermelo.core.options import known_options
from zermelo.core.text import LONGEST
from zermelo.trees import Tree, looks_like_tree

_FILE = re.compile(r"(?P<file>.*\.py)(?::(?P<name>[^:=]*))?(?::(?P<parameters>.*))?", re.DOTALL)
_YES, _NO = ("true", "yes", "1"), ("false", "no", "0")
_TREE_FILES = (".txt", ".json", ".tree")
_OPENSPIEL = "openspiel:"


@known_options()
def load(text: str | os.PathLike[str]) -> Game:
    """The game with this name, in this file, or written as this tree. Raises LoadError, or ParseError for a tree."""
    text = _as_text(text).strip()
    if looks_like_tree(text):
        return Tree(text)
    if text.endswith(_TREE_FILES):
        return Tree(_read_tree_file(Path(text)))
    if text.startswith(_OPENSPIEL):
        return openspiel_game(text.removeprefix(_OPENSPIEL))
    own_file = _FILE.fullmatch(text)
    if own_file is not None:
        game_class = _class_in_file(Path(own_file["file"]), own_file["name"] or "")
        if game_class.name is Game.name:  # so that load(str(game)) loads it again
            setattr(game_class, "name", f"{own_file['file']}:{game_class.__name__}")  # noqa: B010  # it is a property of Game
        return _make(game_class, own_file["parameters"] or "")
    name, _, parameters = text.partition(":")
    if name not in games.names():
        if os.path.exists(text):  # Path.exists raises for some texts
            raise LoadError(f"{quote(text)} is not a game file: its name must end in .py, {', '.join(_TREE_FILES)}")
        raise LoadError(f"there is no game {quote(name)}: {nearest(name, games.names())}")
    return _make(games.game_class(name), parameters)


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
        raise LoadError(f"the tree {quote(path)} cannot be read: {_reason(error)}") from None


def _class_in_file(path: Path, name: str) -> type[Game]:
    module = import_file(path)
    found = {
        n: c
        for n, c in vars(module).items()
        if isinstance(c, type) and issubclass(c, Game) and c.__module__ == module.__name__
    }
    if name in found:
        return found[name]
    if not found:
        raise LoadError(f"{quote(path)} has no class that is a zermelo.Game")
    if name:
        raise LoadError(f"{quote(path)} has no game {quote(name)}: {nearest(name, found)}")
    if len(found) > 1:
        raise LoadError(f"{quote(path)} has several games: name one, as in {path}:{next(iter(found))}")
    return next(iter(found.values()))


def import_file(path: Path) -> ModuleType:
    """Imports the file as a new module with a unique name; modules in its folder can be imported from it."""
    try:
        path = path.resolve(strict=True)
    except (OSError, ValueError) as error:
        raise LoadError(f"there is no file {quote(path)}: {_reason(error)}") from None
    mark = hashlib.sha256(str(path).encode()).hexdigest()[:8]
    name = f"{re.sub(r'[^0-9a-zA-Z_]', '_', path.stem)}_{mark}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise LoadError(f"{quote(path)} cannot be imported: {_where(error, str(path))}") from error
    return module


def _make(game_class: type[Game], parameters: str) -> Game:
    missing = [m for m in REQUIRED if m in getattr(game_class, "__abstractmethods__", ())]
    if missing:
        raise LoadError(f"{game_class.__name__} is not a game yet: it has no {' and no '.join(missing)}")
    arguments = _arguments(game_class, parameters)
    try:
        return game_class(**arguments)
    except ZermeloError:
        raise
    except Exception as error:
        shown = ", ".join(f"{n}={v!r}" for n, v in arguments.items())
        if isinstance(error, ValueError):
            raise LoadError(f"{game_class.__name__}({shown}): {error}") from error
        where = _where(error, inspect.getfile(game_class))
        raise LoadError(f"{game_class.__name__}.__init__({shown}) failed: {where}") from error


def _arguments(game_class: type[Game], text: str) -> dict[str, Any]:
    """The parameters in the text, each converted to the type that `__init__` expects."""
    known = {} if game_class.__init__ is object.__init__ else inspect.signature(game_class, eval_str=True).parameters
    arguments: dict[str, Any] = {}
    for name, value in _pairs(text):
        if name in arguments:
            raise LoadError(f"{game_class.__name__}: {quote(name)} is given twice")
        if name not in known:
            hint = nearest(name, known) if known else "it has none"
            raise LoadError(f"{game_class.__name__} has no parameter {quote(name)}: {hint}")
        arguments[name] = _convert(value, known[name], game_class)
    needed = [
        n for n, p in known.items() if p.default is p.empty and n not in arguments and p.kind is not p.VAR_KEYWORD
    ]
    if needed:
        raise LoadError(f"{game_class.__name__} needs {', '.join(needed)}: write {game_class.__name__}:{needed[0]}=...")
    return arguments


def _pairs(text: str) -> list[tuple[str, str]]:
    """The pairs in `piles=3,4,5,misere=no`: a piece without a "=" belongs to the parameter before it."""
    pairs: list[tuple[str, str]] = []
    for piece in text.split(",") if text.strip() else []:
        name, equals, value = piece.partition("=")
        if equals:
            pairs.append((name.strip(), value.strip()))
        elif pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]},{piece.strip()}")
        else:
            raise LoadError(f"{quote(text)} is not a list of parameters: write name=value, separated by commas")
    return pairs


def _convert(text: str, parameter: inspect.Parameter, game_class: type[Game]) -> Any:
    """The text converted to the parameter's type: the type of its default, or else its annotation."""
    default = parameter.default
    if isinstance(default, (bool, int, float, str)):
        wanted: Any = type(default)
    elif isinstance(default, tuple):
        wanted = tuple
    else:
        wanted = parameter.annotation
    try:
        return _read(text, wanted, default)
    except ValueError:
        name = "a list of numbers" if wanted is tuple else getattr(wanted, "__name__", str(wanted))
        kind = {"int": "a whole number", "float": "a number", "bool": "yes or no"}.get(name, name)
        raise LoadError(f"{game_class.__name__}: {parameter.name}={quote(text)} is not {kind}") from None


def _read(text: str, wanted: Any, default: Any) -> Any:
    if wanted is bool:
        if text.lower() not in _YES + _NO:
            raise ValueError
        return text.lower() in _YES
    if wanted in (int, float, str):
        return wanted(text)
    if wanted is tuple or getattr(wanted, "__origin__", None) is tuple:
        part = type(default[0]) if isinstance(default, tuple) and default else int
        return tuple(part(piece) for piece in text.split(","))
    return _guess(text)


def _guess(text: str) -> Any:
    """The value of a parameter without a type: a number or a tuple of numbers if the text is one, else the text."""
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    pieces = [_guess(piece) for piece in text.split(",")] if "," in text else [text]
    return tuple(pieces) if all(isinstance(p, (int, float)) for p in pieces) else text


def _where(error: BaseException, file: str) -> str:
    """The error, with the last line of the file in its traceback."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f"line {error.lineno}: {error.msg}"
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return f"{f'line {lines[-1]}: ' if lines else ''}{_reason(error)}"


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    return f"{type(error).__name__}: {error}"
