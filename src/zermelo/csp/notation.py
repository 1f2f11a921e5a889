"""Problems as text: statements separated by semicolons or line breaks; # begins a comment.

WA NT SA Q in red green blue        variables and their domain; 1..9 are the numbers from 1 to 9
WA != NT;  A = B;  A < B;  A <= B   two variables, or a variable and a value
2 A + B - C <= 7                    sums of whole numbers, with = != <= >= < >
all_different(A, B, C)
(A B) in (1 2) (2 1) (3 3)          one of these tuples
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from zermelo.core.errors import ParseError, nearest, quote
from zermelo.core.text import refuse_long
from zermelo.csp.constraints import (
    Constraint,
    Value,
    Variable,
    all_different,
    differ,
    equal,
    linear,
    satisfies,
    table,
)
from zermelo.csp.problem import Problem

NAME = r"[^\W\d]\w*"
_DOMAIN = re.compile(rf"(?P<names>{NAME}(?:[\s,]+{NAME})*)\s+in\s+(?P<values>.+)", re.DOTALL)
_TABLE = re.compile(r"\((?P<names>[^()]*)\)\s*in\s*(?P<tuples>(?:\([^()]*\)\s*,?\s*)+)")
_ALL = re.compile(r"all_different\s*\((?P<names>[^()]*)\)")
_COMPARISON = re.compile(r"(?P<left>.+?)(?P<sign>!=|<=|>=|==|=|<|>)(?P<right>.+)", re.DOTALL)
_TERM = re.compile(rf"\s*(?P<sign>[+-]?)\s*(?:(?P<factor>\d+)\s*\*?\s*)?(?P<name>{NAME})?")
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")


class Written(Problem):
    """A problem that was written as text."""

    def __init__(self, text: str) -> None:
        refuse_long(text)
        self.text = text
        self._domains: dict[str, list[Value]] = {}
        self._constraints: list[Constraint] = []
        statements = list(_statements(text))
        rest = [(at, s) for at, s in statements if not self._read_domain(at, s)]
        for at, statement in rest:
            self._constraints.append(self._read_constraint(at, statement))
        if not self._domains:
            raise ParseError(f"{quote(text)} has no variables: write names and their domain, as in A B in 1 2 3")

    def variables(self) -> Iterable[Variable]:
        """The variables in the order of the text."""
        return self._domains

    def domain(self, x: Variable) -> Iterable[Value]:
        """The values listed for x, in the order of the text."""
        return self._domains[str(x)]

    def constraints(self) -> Iterable[Constraint]:
        """The constraints in the order of the text."""
        return self._constraints

    @property
    def name(self) -> str:
        """The beginning of the text."""
        return quote(self.text, 40)

    def __str__(self) -> str:
        return self.text

    def _fail(self, at: int, message: str) -> ParseError:
        return ParseError(message, self.text, at)

    def _read_domain(self, at: int, statement: str) -> bool:
        found = _DOMAIN.fullmatch(statement)
        if found is None:
            return False
        values = _values(found["values"])
        if not values:
            raise self._fail(at, f"the domain in {quote(statement)} is empty")
        for name in re.split(r"[\s,]+", found["names"].strip()):
            if name in self._domains:
                raise self._fail(at, f"the variable {quote(name)} has two domains")
            self._domains[name] = values
        return True

    def _read_constraint(self, at: int, statement: str) -> Constraint:
        if found := _ALL.fullmatch(statement):
            return all_different(*self._names(at, found["names"]))
        if found := _TABLE.fullmatch(statement):
            tuples = [_values(inner) for inner in re.findall(r"\(([^()]*)\)", found["tuples"])]
            return table(self._names(at, found["names"]), tuples)
        found = _COMPARISON.fullmatch(statement)
        if found is None:
            raise self._fail(
                at, f"{quote(statement)} is not a statement: write a domain (A B in 1 2 3), or compare (A != B)"
            )
        sign = {"==": "="}.get(found["sign"], found["sign"])
        return self._compared(at, found["left"].strip(), sign, found["right"].strip())

    def _names(self, at: int, text: str) -> list[str]:
        return [self._known(at, name) for name in re.split(r"[\s,]+", text.strip()) if name]

    def _known(self, at: int, name: str) -> str:
        if name not in self._domains:
            raise self._fail(
                at, f"{quote(name)} is not a variable: {nearest(name, self._domains) if self._domains else ''}"
            )
        return name

    def _compared(self, at: int, left: str, sign: str, right: str) -> Constraint:
        """Two variables, a variable and a value, or sums."""
        if left in self._domains and right in self._domains and sign in ("=", "!="):
            return differ(left, right) if sign == "!=" else equal(left, right)
        if left in self._domains and sign in ("=", "!=") and right in map(str, self._domains[left]):
            wanted = _values(right)[0]
            return satisfies((left,), lambda v: (v == wanted) == (sign == "="), f"{left} {sign} {right}")
        weights, constant = self._sum(at, left)
        others, other_constant = self._sum(at, right)
        for x, w in others.items():
            weights[x] = weights.get(x, 0) - w
        total = other_constant - constant
        if not weights:
            raise self._fail(at, f"{quote(f'{left} {sign} {right}')} names no variable")
        if sign in (">", ">="):
            weights, total = {x: -w for x, w in weights.items()}, -total
        if sign in ("<", ">"):
            total -= 1
        return linear(weights, sign if sign in ("=", "!=") else "<=", total)

    def _sum(self, at: int, text: str) -> tuple[dict[Any, int], int]:
        weights: dict[Any, int] = {}
        constant = place = 0
        while place < len(text):
            term = _TERM.match(text, place)
            if (
                term is None
                or term.end() == place
                or not (term["factor"] or term["name"])
                or (place and not term["sign"])
            ):
                raise self._fail(at, f"{quote(text)} is neither a variable nor a sum of variables and integers")
            factor = int(term["factor"] or 1) * (-1 if term["sign"] == "-" else 1)
            if term["name"]:
                name = self._known(at, term["name"])
                weights[name] = weights.get(name, 0) + factor
            else:
                constant += factor
            place = term.end()
            while place < len(text) and text[place].isspace():
                place += 1
        return weights, constant


def _statements(text: str) -> Iterable[tuple[int, str]]:
    """The statements, each with its offset in the text."""
    place = 0
    for piece in re.split(r"([;\n])", text):
        statement = piece.split("#")[0]
        stripped = statement.strip()
        if stripped and stripped != ";":
            yield place + len(statement) - len(statement.lstrip()), stripped
        place += len(piece)


def _values(text: str) -> list[Value]:
    """The values in a list: numbers, ranges of numbers, words."""
    values: list[Value] = []
    for piece in re.split(r"[\s,]+", re.sub(r"\s*\.\.\s*", "..", text).strip(" {}")):
        span = _RANGE.fullmatch(piece)
        if span is not None:
            values += range(int(span[1]), int(span[2]) + 1)
        elif piece:
            values.append(int(piece) if re.fullmatch(r"-?\d+", piece) else piece)
    return values
