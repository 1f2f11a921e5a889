"""Rewrites how rules read slices and build tuples: from slices, comprehensions and sorted tuples.

Numba knows no slices of tuples with variable bounds, and makes tuples only of parts that it can count. Here a slice is
read by a generator, and a new tuple is made of one that has the same length, element by element. Whether there is such
a tuple is only known when types are inferred: then the functions of `tuple_building` refuse anything else.
"""

from __future__ import annotations

import ast

from zermelo.native.syntax import call, load, store

BUILT_IN = (
    "all",
    "any",
    "enumerate",
    "len",
    "list",
    "map",
    "max",
    "min",
    "range",
    "reversed",
    "sorted",
    "sum",
    "tuple",
)
"""The names that have to mean the built-in functions in a function that is rewritten."""

LONGEST_RANGE = 200
"""The most elements of a tuple that is made of a range: long tuples compile slowly."""


def rewrite_tuples(definition: ast.FunctionDef) -> None:
    """Rewrites `t[:i] + (v,) + t[i + 1 :]`, `tuple(sorted(t))` and `tuple([... for x in t])`.

    A loop over `t[i:j]` or `reversed(t)` becomes a loop over a generator.
    """
    _Tuples().visit(definition)


def looped_tuple(generator: ast.GeneratorExp) -> tuple[ast.expr, ast.GeneratorExp | None]:
    """The tuple over which a generator loops, and the generator with `:over` in its place.

    The second is None if the generator may not yield one element for each of the tuple's.
    """
    loop, *others = generator.generators
    over = load(":over")
    match loop.iter:
        case ast.Call(ast.Name("enumerate"), [source, *start], []):
            again: ast.expr = ast.Call(load("enumerate"), [over, *start], [])
        case ast.Call(ast.Name("range"), [ast.Call(ast.Name("len"), [source], [])], []):
            again = ast.Call(load("range"), [ast.Call(load("len"), [over], [])], [])
        case ast.Call(ast.Name("range"), [ast.Constant(int() as length)], []) if 0 < length <= LONGEST_RANGE:
            source, again = ast.Tuple([ast.Constant(0)] * length, ast.Load()), loop.iter
        case source:
            again = over
    if others or loop.ifs:
        return source, None
    made = ast.GeneratorExp(generator.elt, [ast.comprehension(loop.target, again, [], 0)])
    return source, ast.copy_location(made, generator)


class _Tuples(ast.NodeTransformer):
    """Rewrites sums of slices of one tuple, tuples of sorted tuples and list comprehensions, and loops over slices."""

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = _elements(node.iter) or node.iter
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _elements(node.iter) or node.iter
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.BinOp(
                ast.BinOp(
                    ast.Subscript(t, ast.Slice(None, ast.expr() as i, None)),
                    ast.Add(),
                    ast.Tuple([v]),
                ),
                ast.Add(),
                ast.Subscript(same, ast.Slice(ast.BinOp(j, ast.Add(), ast.Constant(1)), None, None)),
            ) if _are_equal(t, same) and _are_equal(i, j) and not isinstance(v, ast.Starred):
                return ast.copy_location(call(":with_part", t, i, v), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("sorted"), [source], options)], []):
                match options:
                    case []:
                        return ast.copy_location(call(":sorted_tuple", _as_tuple(source), ast.Constant(False)), node)
                    case [ast.keyword("reverse", ast.Constant(bool()) as descending)]:
                        return ast.copy_location(call(":sorted_tuple", _as_tuple(source), descending), node)
            case ast.Call(ast.Name("tuple"), [ast.ListComp() as made], []):
                return _as_tuple(made)
            case ast.Call(ast.Name("enumerate"), [part, *start], []):
                node.args = [_elements(part) or part, *start]
            case ast.Call(ast.Name("max" | "min" | "sum"), [part], []) if elements := _elements(part):
                node.args = [_each_of(elements, node)]
            case ast.Call(ast.Name("all" | "any"), [part], []) if not isinstance(part, ast.GeneratorExp):
                node.args = [_each_of(_elements(part) or part, node)]
        return node


def _each_of(elements: ast.expr, where: ast.AST) -> ast.expr:
    """A generator expression that yields the elements."""
    loop = ast.comprehension(store(":each"), elements, [], 0)
    return ast.copy_location(ast.GeneratorExp(load(":each"), [loop]), where)


def _elements(node: ast.expr) -> ast.expr | None:
    """A generator of the elements of `reversed(t)` or of a slice with variable bounds; None for anything else."""
    match node:
        case ast.Call(ast.Name("reversed"), [t], []):
            return ast.copy_location(call(":backwards", t), node)
        case ast.Subscript(t, ast.Slice(first, last, step)):
            bounds = [ast.Constant(None) if bound is None else bound for bound in (first, last, step)]
            if not all(isinstance(bound, ast.Constant) for bound in bounds):
                return ast.copy_location(call(":elements_of", t, *bounds), node)
    return None


def _as_tuple(source: ast.expr) -> ast.expr:
    """The tuple of a comprehension, written with a generator; any other expression unchanged."""
    if not isinstance(source, (ast.ListComp, ast.GeneratorExp)):
        return source
    generator = ast.copy_location(ast.GeneratorExp(source.elt, source.generators), source)
    return ast.copy_location(call("tuple", generator), source)


def _are_equal(a: ast.expr, b: ast.expr) -> bool:
    return ast.dump(a) == ast.dump(b)
