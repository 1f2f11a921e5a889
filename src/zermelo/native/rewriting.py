"""Functions with their source changed, for what Numba does not take as it stands though it means nothing new to it."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import linecache
import textwrap
import tokenize
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from types import CodeType, FunctionType
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from zermelo.native.digest import codes_in
from zermelo.native.pipelines import INLINED
from zermelo.native.states import caster, fault_in


class Unreadable(Exception):
    """A function whose source cannot be had, or that is more than a plain function of a module or a class."""


Change = Callable[[ast.FunctionDef], list[ast.FunctionDef]]
"""Changes a definition, and gives those of helpers that it then needs."""


def changed(function: FunctionType, *changes: Change) -> list[FunctionType]:
    """The function with its definition changed, and the helpers; lines keep their numbers. Raises Unreadable."""
    tree, definition = _parsed(function)
    for change in changes:
        tree.body += change(definition)
    again, *helpers = (FunctionType(code, function.__globals__, code.co_name) for code in _codes(tree, function))
    again.__defaults__, again.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    again.__qualname__ = function.__qualname__
    for made in (again, *helpers):
        made.__module__ = function.__module__
    return [again, *helpers]


def _parsed(function: FunctionType) -> tuple[ast.Module, ast.FunctionDef]:
    """The source of a function, and its definition there; a file may have been written anew since it was loaded."""
    try:
        lines, first = inspect.getsourcelines(function.__code__)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError, TypeError, tokenize.TokenError) as error:
        raise Unreadable("its source cannot be read") from error
    definition = tree.body[0]
    if len(tree.body) != 1 or not isinstance(definition, ast.FunctionDef) or function.__closure__:
        raise Unreadable("it is not a plain function of a module")
    _strip(definition)
    ast.increment_lineno(tree, first - 1)
    if not _is_as_loaded(function):
        raise Unreadable("its source has changed since")
    return tree, definition


def _strip(definition: ast.FunctionDef) -> None:
    """Takes away what is not the body's, and may have code of its own: the function made anew gets it from the old."""
    definition.decorator_list, definition.returns = [], None
    parameters = definition.args
    rest = [parameter for parameter in (parameters.vararg, parameters.kwarg) if parameter is not None]
    for parameter in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs, *rest):
        parameter.annotation = None
    parameters.defaults = [ast.Constant(None) for _ in parameters.defaults]
    parameters.kw_defaults = [default and ast.Constant(None) for default in parameters.kw_defaults]
    if hasattr(definition, "type_params"):
        definition.type_params = []


def _codes(tree: ast.Module, function: FunctionType) -> list[CodeType]:
    """What is defined in the tree, compiled."""
    module = compile(ast.fix_missing_locations(tree), function.__code__.co_filename, "exec", dont_inherit=True)
    return [part for part in module.co_consts if isinstance(part, CodeType)]


def _is_as_loaded(function: FunctionType) -> bool:
    """Whether the file, as it is now, has the function that was loaded from it."""
    loaded = function.__code__
    text = "".join(linecache.getlines(loaded.co_filename, function.__globals__))
    place = loaded.co_name, loaded.co_firstlineno
    return any(_is_same(code, loaded) for code in _codes_of(text) if (code.co_name, code.co_firstlineno) == place)


@lru_cache
def _codes_of(text: str) -> list[CodeType]:
    """All that a file has, compiled; several functions of one file are asked for in turn."""
    try:
        return list(codes_in(compile(text, "", "exec", dont_inherit=True)))
    except SyntaxError:
        return []


def _is_same(a: object, b: object) -> bool:
    """Whether two codes do the same, wherever they stand; or whether two constants are the same."""
    if not (isinstance(a, CodeType) and isinstance(b, CodeType)):
        return type(a) is type(b) and a == b
    alike = (a.co_code, a.co_names, len(a.co_consts)) == (b.co_code, b.co_names, len(b.co_consts))
    return alike and all(map(_is_same, a.co_consts, b.co_consts))


def in_plain_words(function: FunctionType) -> list[FunctionType]:
    """The function in words that Numba takes, and the helpers that it then needs.

    A `yield from` becomes a loop, `t._replace(...)` becomes a call of `replaced`, and any, all, sum, min and max of a
    generator become calls of helpers that have the loop. If its source cannot be changed it stays as it is, and Numba
    says what it does not take.
    """
    code = function.__code__
    yields_from = any(step.opname == "GET_YIELD_FROM_ITER" for step in dis.get_instructions(code))
    has_generator = any(part.co_name == "<genexpr>" for part in codes_in(code))
    if not (yields_from or has_generator or any("_replace" in part.co_names for part in codes_in(code))):
        return [function]
    try:
        return changed(function, plain_words(function))
    except Unreadable:
        return [function]


def plain_words(function: FunctionType) -> Change:
    """The change that `in_plain_words` makes."""
    return _PlainWords(function).change


class _PlainWords(ast.NodeTransformer):
    """Changes a function, but not what is defined within it."""

    def __init__(self, function: FunctionType) -> None:
        code = function.__code__
        self.variables = {*code.co_varnames, *code.co_cellvars}
        self.globals = function.__globals__
        self.loops = 0
        self.helpers: list[ast.FunctionDef] = []

    def change(self, definition: ast.FunctionDef) -> list[ast.FunctionDef]:
        """Changes the function; gives the helpers."""
        self.variables |= _targets(definition)  # what one generator goes through, another within it may read
        self.generic_visit(definition)
        return self.helpers

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Each loop has a variable of its own: they may yield different things."""
        self.generic_visit(node)
        if not isinstance(node.value, ast.YieldFrom):
            return node
        self.loops += 1
        name = f":yielded {self.loops}"
        each = ast.Expr(ast.Yield(ast.Name(name, ast.Load())))
        return ast.copy_location(ast.For(ast.Name(name, ast.Store()), node.value.value, [each], []), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name("self"), "_replace")):
                return node  # a method of the game's own
            case ast.Call(ast.Attribute(t, "_replace"), [], keywords) if all(k.arg for k in keywords):
                fields = ast.Constant(" ".join(str(k.arg) for k in keywords))
                values = ast.Tuple([k.value for k in keywords], ast.Load())
                return ast.copy_location(ast.Call(ast.Name(":replaced", ast.Load()), [t, fields, values], []), node)
            case ast.Call(ast.Name(kind), [ast.GeneratorExp() as generator], []) if self._can_help(kind, generator):
                return self._helped(kind, generator)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def _can_help(self, kind: str, generator: ast.GeneratorExp) -> bool:
        """Whether the loop may stand elsewhere: nothing is assigned in it, and no name means two things there."""
        if kind not in _HELPERS or kind in self.variables or self.globals.get(kind, _BUILT_IN[kind]) != _BUILT_IN[kind]:
            return False
        inner = _targets(generator) - {name.id for part in generator.generators for name in _names(part.target)}
        assigns = any(isinstance(node, ast.NamedExpr) for node in ast.walk(generator))
        around = set().union(*map(_outside, ast.iter_child_nodes(generator)))
        return not assigns and not inner & around

    def _read_by(self, generator: ast.GeneratorExp) -> set[str]:
        """The variables that a generator reads, but for what it and those within it go through."""
        return {name.id for name in _names(generator)} & self.variables - _targets(generator)

    def _helped(self, kind: str, generator: ast.GeneratorExp) -> ast.Call:
        """A call of a new helper, which is given every variable that the generator reads."""
        read = sorted(self._read_by(generator))
        name = f":{kind} {next(_NUMBERS)}"
        begin, each, end = (_located(source, generator) for source in _HELPERS[kind])
        body = [_Element(generator.elt).visit(statement) for statement in each]
        for part in reversed(generator.generators):
            for test in reversed(part.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(part.target, part.iter, body, [])]
        parameters = ast.arguments([], [ast.arg(variable) for variable in read], None, [], [], None, [])
        helper = ast.FunctionDef(name, parameters, [*begin, *body, *end], [])
        self.helpers.append(ast.copy_location(helper, generator))
        arguments: list[ast.expr] = [ast.Name(variable, ast.Load()) for variable in read]
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), arguments, []), generator)


_NUMBERS = count()
"""So that no two helpers have one name. No name of theirs is one that could be written in Python."""

_CHOOSE = """
_value = _element
if not _found:
    _best = _value  # Numba wants to see this before it sees the name read
_found = True
if _value {better} _best:
    _best = _value
"""
_CHOSEN = """
if not _found:
    raise ValueError("there is nothing to choose from")
return _best
"""
_HELPERS = {
    "any": ("", "if _element: return True", "return False"),
    "all": ("", "if not _element: return False", "return True"),
    "sum": ("_total = 0", "_total += _element", "return _total"),
    "max": ("_found = False", _CHOOSE.format(better=">"), _CHOSEN),
    "min": ("_found = False", _CHOOSE.format(better="<"), _CHOSEN),
}
"""What such a helper does first, with each element, and in the end."""

_BUILT_IN = {kind: getattr(builtins, kind) for kind in _HELPERS}


def _names(tree: ast.AST) -> list[ast.Name]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Name)]


def _targets(tree: ast.AST) -> set[str]:
    """Everything that generators and comprehensions in the tree go through."""
    parts = (node for node in ast.walk(tree) if isinstance(node, ast.comprehension))
    return {name.id for part in parts for name in _names(part.target)}


def _outside(tree: ast.AST) -> set[str]:
    """The names that are read outside of generators and comprehensions, or before these begin."""
    if isinstance(tree, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
        return _outside(tree.generators[0].iter)
    own = {tree.id} if isinstance(tree, ast.Name) else set()
    return own.union(*map(_outside, ast.iter_child_nodes(tree)))


def reserved(source: str) -> list[ast.stmt]:
    """Statements in which the names that begin with an underscore are such as nobody can have written: `:left`."""
    statements = ast.parse(source).body
    for statement in statements:
        for name in _names(statement):
            name.id = name.id.replace("_", ":", 1) if name.id.startswith("_") else name.id
    return statements


def _located(source: str, where: ast.AST) -> list[ast.stmt]:
    """Statements that count as written there."""
    statements = reserved(source)
    for statement in statements:
        for node in ast.walk(statement):
            ast.copy_location(node, where)
    return statements


class _Element(ast.NodeTransformer):
    """Puts what a generator gives in the place of its name."""

    def __init__(self, element: ast.expr) -> None:
        self.element = element

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.element if node.id == ":element" else node


def replaced(t: Any, fields: str, values: tuple[Any, ...]) -> Any:
    """The named tuple with these fields changed."""
    return t._replace(**dict(zip(fields.split(), values, strict=True)))


@overload(replaced, strict=False, jit_options=INLINED, prefer_literal=True)
def _replaced(t: Any, fields: Any, values: Any) -> Any:
    if not isinstance(t, types.BaseNamedTuple) or not isinstance(fields, types.StringLiteral):
        return None
    names = fields.literal_value.split()
    kinds = dict(zip(t.fields, t.types, strict=True))
    if not set(names) <= set(kinds):
        return None
    for fault in map(fault_in, values.types, (kinds[name] for name in names), names):
        if fault is not None:
            raise TypingError(fault)
    parts = (f"values[{names.index(field)}]" if field in names else f"t.{field}" for field in t.fields)
    namespace: dict[str, Any] = {"cast": caster(t)}
    exec(f"def function(t, fields, values):\n    return cast(({', '.join(parts)},))\n", namespace)
    return namespace["function"]


WORDS = {":replaced": replaced}
"""What a function in plain words may call."""
