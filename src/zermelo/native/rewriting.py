"""Rewrites the source of functions: replaces constructs that Numba does not support with equivalents that it does."""

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
from zermelo.native.list_rewriting import rewrite_lists
from zermelo.native.pipelines import INLINED
from zermelo.native.states import caster, fault_in
from zermelo.native.tuple_building import BUILDERS
from zermelo.native.tuple_rewriting import BUILT_IN, looped_tuple, rewrite_tuples


class Unreadable(Exception):
    """The source of a function cannot be read, or it is not a plain function of a module or a class."""


Change = Callable[[ast.FunctionDef], list[ast.FunctionDef]]
"""Changes a definition in place, and returns the definitions of the helpers that it then calls."""


def changed(function: FunctionType, *changes: Change) -> list[FunctionType]:
    """The function with its definition changed, and its helpers. Line numbers are preserved. Raises Unreadable."""
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
    """The syntax tree of a function's source, and the definition in it. Raises Unreadable, also if the file changed."""
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
        raise Unreadable("its source has changed since it was loaded")
    return tree, definition


def _strip(definition: ast.FunctionDef) -> None:
    """Removes decorators, annotations and defaults, which may contain code; the defaults are copied afterwards."""
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
    """The compiled code of the functions that the tree defines."""
    module = compile(ast.fix_missing_locations(tree), function.__code__.co_filename, "exec", dont_inherit=True)
    return [part for part in module.co_consts if isinstance(part, CodeType)]


def _is_as_loaded(function: FunctionType) -> bool:
    """Whether the file still contains the function as it was loaded from it."""
    loaded = function.__code__
    text = "".join(linecache.getlines(loaded.co_filename, function.__globals__))
    place = loaded.co_name, loaded.co_firstlineno
    return any(_is_same(code, loaded) for code in _codes_of(text) if (code.co_name, code.co_firstlineno) == place)


@lru_cache
def _codes_of(text: str) -> list[CodeType]:
    """All code in a file; cached, because several functions of one file are looked up in a row."""
    try:
        return list(codes_in(compile(text, "", "exec", dont_inherit=True)))
    except SyntaxError:
        return []


def _is_same(a: object, b: object) -> bool:
    """Whether two code objects are equal apart from their locations; or whether two constants are equal."""
    if not (isinstance(a, CodeType) and isinstance(b, CodeType)):
        return type(a) is type(b) and a == b
    is_same_code = (a.co_code, a.co_names, len(a.co_consts)) == (b.co_code, b.co_names, len(b.co_consts))
    return is_same_code and all(map(_is_same, a.co_consts, b.co_consts))


def simplified(function: FunctionType) -> list[FunctionType]:
    """The function rewritten in constructs that Numba supports, and the helpers that it then calls.

    A `yield from` becomes a loop, `t._replace(...)` becomes a call of `replaced`, and any, all, sum, min and max of a
    generator become calls of helpers that contain the loop. Tuples that are built from lists, generators or slices are
    built from tuples of the same length. If the source cannot be changed, the function is returned unchanged, and Numba
    reports the construct that it does not support.
    """
    code = function.__code__
    operations = {step.opname for step in dis.get_instructions(code)}
    has_generator = any(part.co_name == "<genexpr>" for part in codes_in(code))
    names = {name for part in codes_in(code) for name in part.co_names}
    if not (operations & _REWRITTEN_OPERATIONS or has_generator or names & _REWRITTEN_NAMES):
        return [function]
    try:
        return changed(function, simplification(function))
    except Unreadable:
        return [function]


_REWRITTEN_OPERATIONS = {"GET_YIELD_FROM_ITER", "BUILD_SLICE", "BINARY_SLICE"}
_REWRITTEN_NAMES = {"_replace", "all", "any", "list", "reversed", "tuple"}
"""What the source of a function that `simplified` changes compiles to, apart from generators."""


def simplification(function: FunctionType) -> Change:
    """The change that `simplified` makes, to be combined with others."""
    return _Simplifier(function).change


class _Simplifier(ast.NodeTransformer):
    """Changes a function, but not the functions defined in it."""

    def __init__(self, function: FunctionType) -> None:
        code = function.__code__
        self.variables = {*code.co_varnames, *code.co_cellvars}
        self.globals = function.__globals__
        self.loops = 0
        self.helpers: list[ast.FunctionDef] = []

    def change(self, definition: ast.FunctionDef) -> list[ast.FunctionDef]:
        """Changes the definition; returns the definitions of the helpers."""
        if all(map(self._is_builtin, BUILT_IN)):
            rewrite_lists(definition)
            rewrite_tuples(definition)
        self.variables |= _targets(definition)  # a nested generator may read the loop variables of the outer one
        self.generic_visit(definition)
        return self.helpers

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Replaces `yield from` with a loop. Each loop has its own variable, because their types may differ."""
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
                return node  # a method that the game defines
            case ast.Call(ast.Attribute(t, "_replace"), [], keywords) if all(k.arg for k in keywords):
                fields = ast.Constant(" ".join(str(k.arg) for k in keywords))
                values = ast.Tuple([k.value for k in keywords], ast.Load())
                return ast.copy_location(ast.Call(ast.Name(":replaced", ast.Load()), [t, fields, values], []), node)
            case ast.Call(ast.Name(kind), [ast.GeneratorExp() as generator], []) if self._can_extract(kind, generator):
                if kind != "tuple":
                    return self._extracted(kind, generator)
                over, loop = looped_tuple(generator)
                return node if loop is None else self._extracted(kind, loop, over)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def _is_builtin(self, name: str) -> bool:
        """Whether a name means the built-in function."""
        built_in = getattr(builtins, name)
        return name not in self.variables and self.globals.get(name, built_in) is built_in

    def _can_extract(self, kind: str, generator: ast.GeneratorExp) -> bool:
        """Whether the loop can be moved to a helper: it assigns nothing, and no name has two meanings in it."""
        if kind not in _HELPERS or not self._is_builtin(kind):
            return False
        inner = _targets(generator) - {name.id for part in generator.generators for name in _names(part.target)}
        assigns = any(isinstance(node, ast.NamedExpr) for node in ast.walk(generator))
        around = set().union(*map(_outside, ast.iter_child_nodes(generator)))
        return not assigns and not inner & around

    def _read_by(self, *trees: ast.AST) -> set[str]:
        """The variables that generators read, without their own loop variables and those of nested generators."""
        return {name.id for tree in trees for name in _names(tree)} & self.variables - set().union(
            *map(_targets, trees)
        )

    def _extracted(self, kind: str, generator: ast.GeneratorExp, over: ast.expr | None = None) -> ast.Call:
        """A call of a new helper that contains the loop; its arguments are the variables that the generator reads.

        The helper finds `over` in the variable `:over`.
        """
        read = sorted(self._read_by(generator) if over is None else self._read_by(generator, over))
        name = f":{kind} {next(_NUMBERS)}"
        begin, each, end = (_located(source, generator) for source in _HELPERS[kind])
        if over is not None:
            begin.insert(0, ast.copy_location(ast.Assign([ast.Name(":over", ast.Store())], over), generator))
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
"""Numbers for unique names of helpers. Names with a colon cannot be written in Python, so they never collide."""

_CHOOSE = """
_value = _element
if not _found:
    _best = _value  # Numba has to see an assignment before the name is read
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
    "tuple": ("_made = _model_of(_over); _i = 0", "_made = _with_item(_made, _i, _element); _i += 1", "return _made"),
}
"""What a helper does first, with each element, and at the end."""


def _names(tree: ast.AST) -> list[ast.Name]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Name)]


def _targets(tree: ast.AST) -> set[str]:
    """The loop variables of all generators and comprehensions in the tree."""
    parts = (node for node in ast.walk(tree) if isinstance(node, ast.comprehension))
    return {name.id for part in parts for name in _names(part.target)}


def _outside(tree: ast.AST) -> set[str]:
    """The names that are read outside of generators and comprehensions, or in their outermost iterables."""
    if isinstance(tree, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
        return _outside(tree.generators[0].iter)
    own = {tree.id} if isinstance(tree, ast.Name) else set()
    return own.union(*map(_outside, ast.iter_child_nodes(tree)))


def reserved(source: str) -> list[ast.stmt]:
    """The statements with a colon for the first underscore of a name, as in `:left`: Python code has no such names."""
    statements = ast.parse(source).body
    for statement in statements:
        for name in _names(statement):
            name.id = name.id.replace("_", ":", 1) if name.id.startswith("_") else name.id
    return statements


def _located(source: str, where: ast.AST) -> list[ast.stmt]:
    """The statements, with the source location of the node `where`."""
    statements = reserved(source)
    for statement in statements:
        for node in ast.walk(statement):
            ast.copy_location(node, where)
    return statements


class _Element(ast.NodeTransformer):
    """Replaces the name `:element` with the expression of a generator."""

    def __init__(self, element: ast.expr) -> None:
        self.element = element

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.element if node.id == ":element" else node


def replaced(t: Any, fields: str, values: tuple[Any, ...]) -> Any:
    """The named tuple with these fields, separated by spaces, replaced by the values."""
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


REWRITTEN_CALLS = {":replaced": replaced, **BUILDERS}
"""The functions that a simplified function may call, by reserved names."""
