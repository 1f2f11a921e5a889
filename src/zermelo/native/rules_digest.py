"""A digest of what the values of positions depend on: the rules, and how positions are numbered.

Tables on disk outlive installations, so unlike the digest of machine code it does not cover versions, nor knowledge
such as evaluations. A function is digested by its source text without comments, docstrings and layout, which is the
same for every version of Python; or by its bytecode, if its text is not available or is not what is running.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import CodeType
from typing import Any

from zermelo.core.game import REQUIRED, Game
from zermelo.native.digest import Reader, attributes, names_in, rule_functions

VALUE_RULES = (*REQUIRED, "probability", "infinite_play", "key", "canonical", "stage", "rank", "unrank", "parts")
"""The methods that decide the values of positions, and their numbers."""

VALUE_ATTRIBUTES = {"players", "zero_sum", "total", "forbids_repetition"}
"""The attributes that decide them, besides those that the methods read."""


def rules_digest(game: Game) -> str:
    """The digest of a game's rules and parameters: two games with the same digest have the same tables."""
    functions = rule_functions(type(game), VALUE_RULES)
    read = VALUE_ATTRIBUTES.union(*(names_in(function.__code__) for function in functions.values()))
    reader = _SourceReader()
    for name, function in functions.items():
        reader.feed(name)
        reader.function(function)
    for name, value in sorted(attributes(game).items()):
        if name in read:
            reader.feed(name)
            reader.value(value)
    reader.value(type(game.initial()))
    return reader.hexdigest()


class _SourceReader(Reader):
    """Feeds functions as their source text."""

    def code(self, code: CodeType) -> None:
        text = _source(code)
        if text is None:
            super().code(code)
        else:
            self.feed("source", text)


def _source(code: CodeType) -> str | None:
    """The text of a function in a normal form; None if there is none, or another code runs than the text says."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    defined = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(defined, ast.FunctionDef):
        return None
    defined.decorator_list = []
    compiled = compile(tree, code.co_filename, "exec", dont_inherit=True, flags=code.co_flags & _FUTURE)
    found = next((part for part in compiled.co_consts if isinstance(part, CodeType)), None)
    if found is None or _signature(found) != _signature(code):
        return None
    return ast.unparse(_without_notes(defined))


_FUTURE = 0x1FE0000
"""The flags of a code that `from __future__ import` sets."""


def _signature(code: CodeType) -> tuple[Any, ...]:
    """What two codes of the same text have in common."""
    constants = tuple(_signature(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


def _without_notes(defined: ast.FunctionDef) -> ast.FunctionDef:
    """The function without docstrings and annotations."""
    for part in ast.walk(defined):
        if isinstance(part, ast.FunctionDef):
            part.returns = None
            if isinstance(part.body[0], ast.Expr) and isinstance(part.body[0].value, ast.Constant):
                part.body = part.body[1:] or [ast.Pass()]
        elif isinstance(part, ast.arg):
            part.annotation = None
    return defined
