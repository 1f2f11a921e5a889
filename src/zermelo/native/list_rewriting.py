"""Rewrites lists that stand for tuples: `cells = list(s.cells)`, `cells[a] = 1`, `tuple(cells)` need no list.

The length of a tuple is part of its type, so Numba cannot make a tuple of a list. But most rules only copy a tuple into
a list, assign some elements, and make a tuple of it again. Such a variable can hold the tuple itself: an assignment to
an element then becomes `cells = with_item(cells, a, 1)`, and no list is allocated.

A variable is rewritten if a tuple in its place cannot be told from the list: it is bound to a copy before an element is
assigned, and the list never gets a second name that would see later assignments. Whether the copy is of a tuple is only
known when types are inferred. If it is not, the functions of `tuple_building` work on the list as the source says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from math import inf

from zermelo.native.syntax import call, load, store

CONSUMERS = {"all", "any", "len", "list", "max", "min", "sorted", "sum", "tuple"}
"""Built-in functions that read a list to the end and do not return it."""

_BINDINGS = ast.Assign | ast.AnnAssign
_LOOPS = ast.For | ast.While
_SCOPES = ast.FunctionDef | ast.Lambda | ast.AsyncFunctionDef | ast.ClassDef


def rewrite_lists(definition: ast.FunctionDef) -> None:
    """Rewrites the variables of a function that hold copies of tuples."""
    copies = _copies(definition)
    _Lists({name: depth for name, depth in copies.items() if _can_be_a_tuple(name, depth, definition)}).visit(
        definition
    )


def _stores(tree: ast.AST) -> Iterator[ast.AST]:
    return (node for node in ast.walk(tree) if isinstance(getattr(node, "ctx", None), ast.Store))


# Copies of tuples.


def _copied(value: ast.expr | None) -> tuple[int, ast.expr] | None:
    """The depth of a copy and what is copied: 1 for `list(t)`, 2 for a list of the rows of t as lists."""
    match value:
        case ast.Call(ast.Name("list"), [ast.Call(ast.Name("map"), [ast.Name("list"), copied], [])], []):
            return 2, copied
        case ast.Call(ast.Name("list"), [copied], []) if not isinstance(copied, (ast.Starred, ast.GeneratorExp)):
            return 1, copied
        case ast.List([ast.Starred(copied)]):
            return 1, copied
        case ast.ListComp(row, [ast.comprehension(ast.Name(name), copied, [])]):
            match _copied(row):
                case 1, ast.Name(other) if name == other:
                    return 2, copied
    return None


def _copies(definition: ast.FunctionDef) -> dict[str, int]:
    """The variables to which a copy is assigned, with its depth."""
    found = {}
    for node in ast.walk(definition):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
                if (copied := _copied(value)) is not None:
                    found[name] = copied[0]
    return found


# Uses of a variable.


def _can_be_a_tuple(name: str, depth: int, definition: ast.FunctionDef) -> bool:
    """Whether a variable that holds copies can hold the tuples themselves: no use of it would notice."""
    parents = {child: node for node in ast.walk(definition) for child in ast.iter_child_nodes(node)}
    uses = _Uses(name, depth, parents)
    names = [node for node in ast.walk(definition) if isinstance(node, ast.Name) and node.id == name]
    return uses.is_copied_before_changes() and all(map(uses.is_allowed, names))


class _Uses:
    """The uses of one variable; `parents` has the parent of every node of the function."""

    def __init__(self, name: str, depth: int, parents: dict[ast.AST, ast.AST]) -> None:
        self.name = name
        self.depth = depth
        self.parents = parents
        self.changes = [node for node in parents if self._is_change(node)]

    def _is_change(self, node: ast.AST) -> bool:
        """Whether the node is an element of the variable that is assigned."""
        is_element = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        return is_element and _base(node, self.depth) == self.name

    def _around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, innermost first."""
        while (node := self.parents.get(node)) is not None:  # type: ignore[assignment]
            yield node

    def is_allowed(self, name: ast.Name) -> bool:
        around = list(self._around(name))
        if any(isinstance(node, _SCOPES) for node in around[:-1]):
            return False
        if isinstance(name.ctx, ast.Store):
            return self._is_binding(around[0])
        node: ast.AST = name
        depth = self.depth
        while depth and isinstance(parent := self.parents[node], ast.Subscript) and parent.value is node:
            if isinstance(parent.slice, ast.Slice):  # a copy, if it is only read
                return isinstance(parent.ctx, ast.Load) and self._is_consumed(parent)
            node, depth = parent, depth - 1
        if depth == 0:
            return self._is_element(node)
        return isinstance(getattr(node, "ctx", None), ast.Load) and self._is_read_at_once(node, depth)

    def is_copied_before_changes(self) -> bool:
        """Whether the variable is bound to a copy, in the order of the source, before an element of it is assigned."""
        copies = [node for node in self.parents if isinstance(node, _BINDINGS) and self._is_copy(node)]
        return min(map(_place, copies)) < min(map(_place, self.changes), default=(inf, inf))

    def _is_copy(self, binding: ast.Assign | ast.AnnAssign) -> bool:
        """Whether a copy is assigned to the variable."""
        targets = binding.targets if isinstance(binding, ast.Assign) else [binding.target]
        copied = _copied(binding.value)
        is_ours = [target.id for target in targets if isinstance(target, ast.Name)] == [self.name]
        return len(targets) == 1 and is_ours and copied is not None and copied[0] == self.depth

    def _is_binding(self, parent: ast.AST) -> bool:
        """Whether the variable is bound to a copy of its depth, or to something that cannot be another name of a list.

        Another variable, or a part of one, cannot: if it holds such a list, it would not be rewritten itself. A call
        may return the list that it was given, and a loop may yield the rows of a list.
        """
        if isinstance(parent, ast.Tuple):
            parent = self.parents[parent]
        if not isinstance(parent, _BINDINGS):
            return False
        return self._is_copy(parent) or isinstance(parent.value, ast.Attribute | ast.Name | ast.Subscript)

    def _is_element(self, node: ast.AST) -> bool:
        """Whether an element is read, or assigned by a statement that can be rewritten."""
        if isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
            return True
        parent = self.parents[node]
        if isinstance(parent, ast.Tuple):
            parent = self.parents[parent]
        return isinstance(node.ctx, ast.Store) and isinstance(parent, (ast.Assign, ast.AugAssign))  # type: ignore[attr-defined]

    def _is_read_at_once(self, node: ast.AST, depth: int) -> bool:
        """Whether a list of this depth is read where it stands, and gets no second name."""
        parent = self.parents[node]
        match parent:
            case ast.Call(ast.Name(function)) if function in CONSUMERS:
                allowed = depth == 1 or function in ("len", "tuple")
            case ast.Call(ast.Name("map"), [ast.Name("tuple"), _], []):
                allowed = depth > 1
            case ast.Attribute(_, "count" | "index"):
                allowed = depth == 1
            case ast.Call() | ast.Starred():
                allowed = not self._may_change_after(node) or self._is_used_up(parent)
            case ast.Compare(left, ops):  # no list equals a tuple
                allowed = depth == 1 and node is not left and all(isinstance(op, (ast.In, ast.NotIn)) for op in ops)
            case ast.For():
                allowed = not self._changes_in(parent)
            case _:
                allowed = isinstance(parent, (ast.comprehension, ast.Return))
        return allowed

    def _is_consumed(self, node: ast.AST) -> bool:
        """Whether a copy of a part is read to its end, and nothing else."""
        match self.parents[node]:
            case ast.Call(ast.Name(function)):
                return function in CONSUMERS or function in ("enumerate", "reversed")
            case ast.For() | ast.comprehension():
                return True
        return False

    def _is_used_up(self, value: ast.AST) -> bool:
        """Whether a value is only compared, computed with or thrown away, so that it gets no name."""
        match parent := self.parents[value]:
            case ast.BoolOp() | ast.IfExp():
                return self._is_used_up(parent)
            case ast.Call(ast.Name(function)):
                return function in CONSUMERS
        return isinstance(parent, ast.AugAssign | ast.BinOp | ast.Compare | ast.Expr | ast.If | ast.UnaryOp | ast.While)

    def _changes_in(self, tree: ast.AST) -> bool:
        return any(tree in self._around(change) for change in self.changes)

    def _may_change_after(self, node: ast.AST) -> bool:
        """Whether an element may be assigned after the node, so that another name of the list would see it."""
        if any(_place(change) > _place(node) for change in self.changes):
            return True
        loops = [loop for loop in self._around(node) if isinstance(loop, _LOOPS)]
        return any(self._changes_in(loop) and not self._is_bound_in(loop) for loop in loops)

    def _is_bound_in(self, loop: ast.AST) -> bool:
        return any(isinstance(node, ast.Name) and node.id == self.name for node in _stores(loop))


def _place(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _base(node: ast.AST, depth: int) -> str | None:
    """The variable whose element a node is, after `depth` subscripts; None if it is no such element."""
    for _ in range(depth):
        if not isinstance(node, ast.Subscript):
            return None
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


# Rewriting lists.


class _Lists(ast.NodeTransformer):
    """Rewrites variables that hold copies of tuples; they are given with the depth of their copies."""

    def __init__(self, depths: Mapping[str, int]) -> None:
        self.depths = depths
        self.temporaries = 0

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self._copy_nothing(node)
        self.generic_visit(node)
        if not any(self._variable(part) for target in node.targets for part in _parts(target)):
            return node
        match node.targets:
            case [ast.Subscript() as element]:
                return [self._assigned(element, node.value)]
        value = self._temporary()
        statements: list[ast.stmt] = [ast.Assign([store(value)], node.value)]
        for target in node.targets:
            statements += self._each_assigned(target, value)
        return [ast.copy_location(statement, node) for statement in statements]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self._copy_nothing(node)
        return self.generic_visit(node)

    def _copy_nothing(self, node: ast.Assign | ast.AnnAssign) -> None:
        """Binds a variable to the tuple in place of its copy."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and target.id in self.depths and (copied := _copied(node.value)) is not None:
            depth, source = copied
            node.value = ast.copy_location(call((":list_of", ":lists_of")[depth - 1], source), source)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Subscript) or not self._variable(node.target):
            return node
        statements: list[ast.stmt] = []
        target = self._evaluated_once(node.target, statements)
        value = ast.BinOp(_loaded(target), node.op, node.value)
        statements.append(self._assigned(target, value))
        return [ast.copy_location(statement, node) for statement in statements]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Leaves out the conversion of a variable to a tuple."""
        match node:
            case ast.Call(ast.Name("tuple"), [ast.Name(name)], []) if self.depths.get(name) == 1:
                return _tuple_of(name, node)
            case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("map"), [ast.Name("tuple"), ast.Name(name)], [])], []):
                if self.depths.get(name) == 2:
                    return _tuple_of(name, node)
            case ast.Call(ast.Name("tuple"), [ast.GeneratorExp(row, [each]) | ast.ListComp(row, [each])], []):
                match row, each:
                    case (
                        ast.Call(ast.Name("tuple"), [ast.Name(inner)], []),
                        ast.comprehension(ast.Name(outer), ast.Name(name), []),
                    ) if inner == outer and self.depths.get(name) == 2:
                        return _tuple_of(name, node)
        return self.generic_visit(node)

    def _variable(self, node: ast.expr) -> str | None:
        """The variable of which an element is assigned."""
        return next((name for name, depth in self.depths.items() if _base(node, depth) == name), None)

    def _assigned(self, target: ast.Subscript, value: ast.expr) -> ast.stmt:
        """The assignment to an element, as an assignment to the variable."""
        value = call(":with_item", _loaded(target.value), target.slice, value)
        if isinstance(target.value, ast.Subscript):
            return self._assigned(target.value, value)
        assert isinstance(target.value, ast.Name)
        return ast.copy_location(ast.Assign([store(target.value.id)], value), target)

    def _each_assigned(self, target: ast.expr, value: str) -> Iterator[ast.stmt]:
        """Assigns the value of a variable to a target, to the parts of a tuple one after the other."""
        if isinstance(target, ast.Tuple):
            parts = [self._temporary() for _ in target.elts]
            yield ast.Assign([ast.Tuple([store(part) for part in parts], ast.Store())], load(value))
            for part, name in zip(target.elts, parts, strict=True):
                yield from self._each_assigned(part, name)
        elif isinstance(target, ast.Subscript) and self._variable(target):
            yield self._assigned(target, load(value))
        else:
            yield ast.Assign([target], load(value))

    def _evaluated_once(self, target: ast.Subscript, statements: list[ast.stmt]) -> ast.Subscript:
        """The target with its indices in variables; the statements that assign them are added to `statements`."""
        row = target.value
        if isinstance(row, ast.Subscript):
            row = self._evaluated_once(row, statements)
        index = self._temporary()
        statements.append(ast.Assign([store(index)], target.slice))
        return ast.copy_location(ast.Subscript(row, load(index), ast.Store()), target)

    def _temporary(self) -> str:
        self.temporaries += 1
        return f":part {self.temporaries}"


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _tuple_of(name: str, where: ast.AST) -> ast.AST:
    return ast.copy_location(call(":tuple_of", load(name)), where)


def _loaded(node: ast.expr) -> ast.expr:
    """The target of an assignment as an expression."""
    if isinstance(node, ast.Subscript):
        return ast.copy_location(ast.Subscript(_loaded(node.value), node.slice, ast.Load()), node)
    return node
