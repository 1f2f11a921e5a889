"""Makes parts of syntax trees."""

from __future__ import annotations

import ast


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call of the function of this name."""
    return ast.Call(load(function), list(arguments), [])


def load(name: str) -> ast.Name:
    """The name, where it is read."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """The name, where it is assigned."""
    return ast.Name(name, ast.Store())
