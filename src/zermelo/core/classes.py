"""Classes by the text that names them: from a person's own file, made with the parameters that the text gives.

path/to/file.py:Class:name=value,other=1,2,3
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from zermelo.core.errors import LoadError, ZermeloError, nearest, quote

T = TypeVar("T")

OWN_FILE = re.compile(r"(?P<file>.*\.py)(?::(?P<name>[^:=]*))?(?::(?P<parameters>.*))?", re.DOTALL)
"""A file, a class in it, and parameters."""

_YES, _NO = ("true", "yes", "1"), ("false", "no", "0")


@dataclass(frozen=True)
class Kind(Generic[T]):
    """The kind of class to load: its base class, the word for it, and the methods that it must have."""

    base: type[T]
    noun: str
    required: tuple[str, ...]


def class_in_file(kind: Kind[T], path: Path, name: str) -> type[T]:
    """The class of this name in a person's own file; without a name, the only one. Raises LoadError."""
    module = import_file(path)
    found = {
        n: c
        for n, c in vars(module).items()
        if isinstance(c, type) and issubclass(c, kind.base) and c.__module__ == module.__name__
    }
    if name in found:
        return found[name]
    if not found:
        raise LoadError(f"{quote(path)} has no class that is a {_public_name(kind.base)}")
    if name:
        raise LoadError(f"{quote(path)} has no {kind.noun} {quote(name)}: {nearest(name, found)}")
    if len(found) > 1:
        raise LoadError(f"{quote(path)} has several {kind.noun}s: name one, as in {path}:{next(iter(found))}")
    return next(iter(found.values()))


def import_file(path: Path) -> ModuleType:
    """Runs the file again, as a module that no other file shares, with its own folder to import from."""
    try:
        path = path.resolve(strict=True)
    except (OSError, ValueError) as error:
        raise LoadError(f"there is no file {quote(path)}: {reason(error)}") from None
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


def _public_name(base: type) -> str:
    """The name by which people import it: zermelo.Game, zermelo.csp.Problem."""
    home = base.__module__.removeprefix("zermelo.").partition(".")[0]
    return f"zermelo.{base.__name__}" if home == "core" else f"zermelo.{home}.{base.__name__}"


def made(kind: Kind[T], own: type[T], parameters: str) -> T:
    """An object of the class with the parameters in the text. Raises LoadError."""
    missing = [m for m in kind.required if m in getattr(own, "__abstractmethods__", ())]
    if missing:
        raise LoadError(f"{own.__name__} is not a {kind.noun} yet: it has no {' and no '.join(missing)}")
    arguments = _arguments(own, parameters)
    try:
        return own(**arguments)
    except ZermeloError:
        raise
    except Exception as error:
        shown = ", ".join(f"{n}={v!r}" for n, v in arguments.items())
        if isinstance(error, ValueError):
            raise LoadError(f"{own.__name__}({shown}): {error}") from error
        where = _where(error, inspect.getfile(own))
        raise LoadError(f"{own.__name__}.__init__({shown}) failed: {where}") from error


def _arguments(own: type[Any], text: str) -> dict[str, Any]:
    """The parameters in the text, each in the type that `__init__` has for it."""
    known = _parameters(own)
    arguments: dict[str, Any] = {}
    for name, value in _pairs(_with_name(text, known)):
        if name in arguments:
            raise LoadError(f"{own.__name__}: {quote(name)} is given twice")
        if name not in known:
            hint = nearest(name, known) if known else "it has none"
            raise LoadError(f"{own.__name__} has no parameter {quote(name)}: {hint}")
        arguments[name] = _convert(value, known[name], own)
    needed = [
        n for n, p in known.items() if p.default is p.empty and n not in arguments and p.kind is not p.VAR_KEYWORD
    ]
    if needed:
        raise LoadError(f"{own.__name__} needs {', '.join(needed)}: write {own.__name__}:{needed[0]}=...")
    return arguments


def _parameters(own: type[Any]) -> Mapping[str, inspect.Parameter]:
    """The parameters of `__init__`; annotations remain text if a name in them exists only for a type checker."""
    if own.__init__ is object.__init__:
        return {}
    try:
        return inspect.signature(own, eval_str=True).parameters
    except Exception:  # an annotation may be any expression
        return inspect.signature(own).parameters


def _with_name(text: str, known: Mapping[str, inspect.Parameter]) -> str:
    """The text with the parameter's name before it where that may be left out: if the only parameter is a text."""
    only = next(iter(known.values())) if len(known) == 1 else None
    if only is None or not isinstance(only.default, str) or not text.strip() or text.startswith(f"{only.name}="):
        return text
    return f"{only.name}={text}"


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


def _convert(text: str, parameter: inspect.Parameter, own: type[Any]) -> Any:
    """The text as the parameter's type: what its default is, or else what its annotation says."""
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
        raise LoadError(f"{own.__name__}: {parameter.name}={quote(text)} is not {kind}") from None


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
    """The error, and the last line of the file that had a part in it."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f"line {error.lineno}: {error.msg}"
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return f"{f'line {lines[-1]}: ' if lines else ''}{reason(error)}"


def reason(error: BaseException) -> str:
    """An error in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    return f"{type(error).__name__}: {error}"
