"""A digest of everything that machine code depends on, and of nothing else.

It covers the code of the rules and of the helpers that they reach, the constants and globals that they read, the
parameters, and the versions of Zermelo, Numba and Python. It does not cover file names, line numbers, comments and
methods that no kernel calls.
"""

from __future__ import annotations
import __future__

import ast
import copy
import dis
import hashlib
import inspect
import platform
import sys
import textwrap
import tokenize
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from zermelo.core.game import REQUIRED, RULES, Game

_LIBRARIES = {"math", "cmath", "operator", "numpy", "numba"}
"""Libraries that Numba supports itself: the digest covers their versions, so it need not cover their contents."""

IMPORTED = ("core/errors", "core/game")
"""The modules of other packages on which compilation depends."""

RUNNING = ("host",)
"""The modules of this package that only run machine code and do not affect compilation."""

MOST_CODES = 4096
"""The size of the cache of functions by their code: enough for dozens of games."""

VALUE_RULES = (*REQUIRED, "probability", "infinite_play", "observe", "position", "key", "canonical")
"""The methods that decide the values of states, and which states are the same."""

NUMBERING = ("stage", "rank", "unrank", "parts")
"""The methods that decide the numbers of positions in tables."""

DECLARED = ("players", "zero_sum", "total", "forbids_repetition")
"""The declared properties that do so too."""

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))


def digest_of(game: Game) -> str:
    """The digest of a game: its rules and parameters as this installation compiles them."""
    reader = _Reader()
    for package in ("numba", "llvmlite", "numpy", "zermelo"):
        reader.feed(package, _version(package))
    reader.feed(sys.version, platform.machine(), _own_source(), type(game).__module__, type(game).__qualname__)
    for name, function in rule_functions(type(game)).items():
        reader.feed(name)
        reader.function(function)
    for name, value in sorted(attributes(game).items()):
        reader.feed(name)
        reader.value(value)
    reader.value(type(game.initial()))
    return reader.hexdigest()


def table_digest(game: Game) -> str:
    """The digest of the rules and of how positions are numbered."""
    return rules_digest(game, (*VALUE_RULES, *NUMBERING))


def rules_digest(game: Game, rules: Iterable[str] = VALUE_RULES) -> str:
    """The digest of what decides the values of a game: for files of values, which outlive an installation.

    It covers the code of the rules, as source where there is some, and the parameters. It covers neither knowledge,
    such as `evaluate`, nor comments, docstrings and versions.
    """
    reader = _SourceReader()
    functions = rule_functions(type(game), rules)
    for name, function in functions.items():
        reader.feed(name)
        reader.function(function)
    read = set(DECLARED).union(*(names_in(function.__code__) for function in functions.values()))
    for name, value in sorted((attributes(game) | game.parameters).items()):
        if name in read or name in game.parameters:
            reader.feed(name)
            reader.value(value)
    reader.value(type(game.initial()))
    return reader.hexdigest()


def kernel_name(kernel: Callable[..., Any]) -> str:
    """The name of a kernel with a digest of its code and of everything that it reaches."""
    reader = _Reader()
    reader.value(kernel)
    return f"{kernel.__name__}-{reader.hexdigest()[:16]}"


def digest_of_lines(codes: Iterable[tuple[CodeType, bool]]) -> str:
    """The digest of the line numbers of codes, relative to their first lines, and of their flags, in any order."""
    parts = [
        (code.co_qualname, is_set, *(part.co_linetable.hex() for part in codes_in(code))) for code, is_set in codes
    ]
    return hashlib.sha256(repr(sorted(parts)).encode()).hexdigest()[:16]


def attributes(game: Game) -> dict[str, Any]:
    """The value of `self.x` for every x that is not a method, from the instance and from its classes."""
    found: dict[str, Any] = {}
    for cls in reversed(type(game).__mro__):
        if issubclass(cls, Game):
            found |= {n: v for n, v in vars(cls).items() if not n.startswith("_") and not _is_code(v)}
    return found | {"fair_share": game.fair_share, "weight_vector": game.weight_vector} | vars(game)


def rule_functions(cls: type[Game], rules: Iterable[str] = RULES) -> dict[str, FunctionType]:
    """The rules and all methods of the class that they reach through `self`, directly or indirectly."""
    found: dict[str, FunctionType] = {}
    waiting = list(rules)
    while waiting:
        name = waiting.pop()
        function = getattr(cls, name, None)
        if function is Game.probability:  # the default only raises an error
            continue
        if name not in found and isinstance(function, FunctionType):
            found[name] = function
            waiting += names_in(function.__code__)
    return dict(sorted(found.items()))


def _is_code(value: Any) -> bool:
    return isinstance(value, (FunctionType, property, classmethod, staticmethod))


def codes_in(code: CodeType) -> Iterable[CodeType]:
    """Yields the code itself and that of the lambdas and comprehensions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def names_in(code: CodeType) -> set[str]:
    """Every name that the code looks up, as a global or as an attribute of any object."""
    return {name for part in codes_in(code) for name in part.co_names}


def names_itself(function: FunctionType) -> bool:
    """Whether the function looks up its own name, which means that it may call itself."""
    return function.__name__ in names_in(function.__code__)


def globals_read(function: FunctionType) -> dict[str, Any]:
    """The globals that the function reads, with their values."""
    names = _globals_named(function.__code__)
    return {name: function.__globals__[name] for name in names if name in function.__globals__}


@lru_cache(MOST_CODES)
def _globals_named(code: CodeType) -> list[str]:
    """The names that the code looks up among globals; cached, because reading instructions is slow."""
    return sorted(
        {
            instruction.argval
            for part in codes_in(code)
            for instruction in dis.get_instructions(part)
            if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
        }
    )


_version = lru_cache(version)


@lru_cache
def _own_source() -> str:
    """A digest of the files of this package and of those that it imports: they decide how rules are compiled.

    Between two releases the version of Zermelo stays the same while its files change.
    """
    package = Path(__file__).parent
    own = [file for file in sorted(package.glob("*.py")) if file.stem not in RUNNING]
    files = [*own, *(package.parent / f"{name}.py" for name in IMPORTED)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class _Reader:
    """Feeds values of every kind to a hash, each in a unique encoding."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._met: dict[int, int] = {}
        self._kept: list[Any] = []  # keeps values alive, so that no id is used twice

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:32]

    def feed(self, *texts: str) -> None:
        for text in texts:
            data = text.encode("utf-8", "surrogatepass")
            self._hash.update(f"{len(data)}:".encode() + data)

    def value(self, value: Any) -> None:
        """Feeds any value. One that was met before is fed as its number, so that cyclic references end."""
        if isinstance(value, _PLAIN):
            self.feed(type(value).__name__, repr(value))
        elif isinstance(value, np.generic):
            self.feed("numpy", value.dtype.str, value.tobytes().hex())
        elif id(value) in self._met:
            self.feed("met", str(self._met[id(value)]))
        else:
            self._met[id(value)] = len(self._met)
            self._kept.append(value)
            self._larger(value)

    def _larger(self, value: Any) -> None:
        if isinstance(value, np.ndarray):
            self.feed("array", value.dtype.str, str(value.shape))
            self._hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, (tuple, list)):
            self.feed(type(value).__name__, str(len(value)))
            for part in value:
                self.value(part)
        elif isinstance(value, (dict, set, frozenset)):
            self._unordered(value)
        elif isinstance(value, FunctionType):
            self.feed("function")
            self.function(value)
        elif isinstance(value, CodeType):
            self.code(value)
        elif isinstance(value, ModuleType):
            self.feed("module", value.__name__)
        elif isinstance(value, type):
            self._class(value)
        else:
            self.feed("object", type(value).__module__, type(value).__qualname__, repr(value))

    def _unordered(self, value: Any) -> None:
        pairs = value.items() if isinstance(value, dict) else ((part, None) for part in value)
        self.feed(type(value).__name__)
        for key, part in sorted(pairs, key=lambda pair: repr(pair[0])):
            self.value(key)
            self.value(part)

    def _class(self, cls: type) -> None:
        self.feed("class", cls.__module__, cls.__qualname__, *getattr(cls, "_fields", ()))
        for name, kind in sorted(getattr(cls, "__annotations__", {}).items()):
            self.feed(name, str(kind))

    def function(self, function: FunctionType) -> None:
        """Feeds a function's code and defaults, its closure, and the globals that it reads."""
        self.code(function.__code__)
        self.value(function.__defaults__)
        self.value(function.__kwdefaults__)
        self.value(tuple(cell.cell_contents for cell in function.__closure__ or ()))
        attributes_named = names_in(function.__code__)
        for name, value in globals_read(function).items():
            self.feed(name)
            self.value(value)
            if isinstance(value, ModuleType):
                self._attributes(value, attributes_named, set())

    def _attributes(self, module: ModuleType, names: set[str], met: set[str]) -> None:
        """Feeds the values of these names in a module and in the modules that it imports, except for libraries."""
        met.add(module.__name__)
        if _root(module) in _LIBRARIES:
            return
        for name in sorted(names & vars(module).keys()):
            value = vars(module)[name]
            self.feed(name)
            self.value(value)
            if isinstance(value, ModuleType) and value.__name__ not in met:
                self._attributes(value, names, met)

    def code(self, code: CodeType) -> None:
        """Feeds the instructions and constants of the code, without its location."""
        self.feed("code", code.co_code.hex(), str(code.co_flags), str(code.co_argcount), str(code.co_kwonlyargcount))
        self.feed(*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars)
        self.feed(code.co_exceptiontable.hex())
        for constant in _without_docstring(code):
            self.value(constant)


class _SourceReader(_Reader):
    """Feeds code as its source: the instructions of the same source differ between versions of Python."""

    def code(self, code: CodeType) -> None:
        source = _plain_source(code)
        if source is None:
            super().code(code)
        else:
            self.feed("source", source)


@lru_cache(MOST_CODES)
def _plain_source(code: CodeType) -> str | None:
    """The source of the code without comments, docstring and line breaks that do not matter.

    None if it has none, or if its file was changed since it was loaded: then the source is not that of the code.
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, SyntaxError, TypeError, tokenize.TokenError):
        return None
    if not _is_source_of(tree, code):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def _is_source_of(tree: ast.Module, code: CodeType) -> bool:
    """Whether compiling the tree gives the code. It may not although it could: a closure compiles differently alone."""
    undecorated = copy.deepcopy(tree)
    for node in undecorated.body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
    flags = code.co_flags & __future__.annotations.compiler_flag
    compiled = compile(undecorated, code.co_filename, "exec", dont_inherit=True, flags=flags)
    return any(_instructions(part) == _instructions(code) for part in codes_in(compiled) if part is not compiled)


def _instructions(code: CodeType) -> tuple[Any, ...]:
    constants = [_instructions(part) if isinstance(part, CodeType) else repr(part) for part in _without_docstring(code)]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


def _without_docstring(code: CodeType) -> tuple[Any, ...]:
    """The constants of the code without the docstring, which is the first of them and does not affect the code."""
    constants = code.co_consts
    may_have_one = not code.co_name.startswith("<")  # a lambda or a comprehension has none
    return constants[1:] if may_have_one and constants and isinstance(constants[0], str) else constants


def is_library(module: ModuleType) -> bool:
    """Whether the module is passed to Numba unchanged, because Numba or Zermelo registers its functions."""
    return _root(module) in _LIBRARIES | {"zermelo"}


def _root(module: ModuleType) -> str:
    """The name of the top-level package to which a module belongs."""
    return module.__name__.partition(".")[0]
