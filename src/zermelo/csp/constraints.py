"""Constraints: which combinations of values are allowed for the variables in a scope.

    differ("WA", "NT")                              two values that are not equal
    equal("A", "B")                                 two values that are equal
    all_different("S", "E", "N", "D")               no two values are equal; with offsets, no two of value + offset
    linear({"x": 2, "y": 1}, "<=", 7)               a weighted sum compared with a number, by =, <= or !=
    table(("x", "y"), [(1, 2), (2, 1)])             one of these tuples
    satisfies(("x", "y"), lambda x, y: x < y)       tuples for which a Python function returns True

A constraint has three methods. `holds` tests a full tuple. `consistent` tests whether a partial tuple can be completed;
it may return False only if no values of the other variables satisfy the constraint. `support` finds values of the
other variables that are compatible with a given value: arc consistency is built on it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from zermelo.core.errors import LoadError, RuleError, quote

Variable: TypeAlias = Hashable
Value: TypeAlias = Hashable
Domains: TypeAlias = Mapping[Variable, Sequence[Value]]
Assignment: TypeAlias = dict[Variable, Value]

MOST_TRIED = 100_000
"""The maximum number of partial tuples in a search for one support. Beyond it a value counts as supported: no value of
a solution is ever pruned, but arc consistency may be incomplete."""


class Constraint:
    """A constraint over a scope of variables. Subclasses define which tuples of values it allows."""

    relation = "goes with"
    """How a value of one variable of a binary constraint is related to a value of the other."""

    def __init__(self, scope: Iterable[Variable]) -> None:
        self.scope: tuple[Variable, ...] = tuple(scope)
        twice = next((x for i, x in enumerate(self.scope) if x in self.scope[:i]), None)
        if twice is not None:
            raise LoadError(f"the constraint {quote(self)} names {quote(twice)} twice")
        if not self.scope:
            raise LoadError(f"a constraint ({type(self).__name__}) has an empty scope")

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether these values, one for each variable of the scope, satisfy it."""
        raise NotImplementedError

    def consistent(self, partial: Mapping[Variable, Value], domains: Domains) -> bool:
        """Whether the values assigned so far may still be part of a tuple that holds; exact if all are assigned."""
        if all(x in partial for x in self.scope):
            return self.holds([partial[x] for x in self.scope])
        return True

    def support(self, x: Variable, v: Value, domains: Domains) -> tuple[Value, ...] | None:
        """Values of the domains, in the order of the scope, that hold with x = v; None if there are none."""
        others = sorted((y for y in self.scope if y != x), key=lambda y: len(domains[y]))
        partial: Assignment = {x: v}
        tried = 0

        def extend(i: int) -> bool:
            nonlocal tried
            tried += 1
            if tried > MOST_TRIED:
                return True
            if not self.consistent(partial, domains):
                return False
            if i == len(others):
                return True
            for w in domains[others[i]]:
                partial[others[i]] = w
                if extend(i + 1):
                    return True
                del partial[others[i]]
            return False

        if not extend(0):
            return None
        return tuple(partial.get(y, domains[y][0]) for y in self.scope)

    def pairs(self) -> list[Constraint] | None:
        """Equivalent binary constraints; None if there are none."""
        return [self] if len(self.scope) == 2 else None

    def __str__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.scope))})"

    def __repr__(self) -> str:
        return str(self)


class Differ(Constraint):
    """Two values are not equal."""

    relation = "differs from"

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether the two values differ."""
        return values[0] != values[1]

    def __str__(self) -> str:
        return f"{self.scope[0]} != {self.scope[1]}"


class Equal(Constraint):
    """Two values are equal."""

    relation = "equals"

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether the two values are equal."""
        return values[0] == values[1]

    def __str__(self) -> str:
        return f"{self.scope[0]} = {self.scope[1]}"


class AllDifferent(Constraint):
    """No two values are equal; with offsets, no two sums of a value and its variable's offset."""

    relation = "differs from"
    offsets: tuple[int, ...] | None = None

    def __init__(self, scope: Iterable[Variable], offsets: Sequence[int] | None = None) -> None:
        super().__init__(scope)
        if offsets is not None and len(offsets) != len(self.scope):
            raise LoadError(f"{quote(self)} has {len(self.scope)} variables and {len(offsets)} offsets")
        self.offsets = None if offsets is None or not any(offsets) else tuple(offsets)

    def shifted(self, place: int, v: Any) -> Any:
        """The value of the variable at this place of the scope, with its offset."""
        return v if self.offsets is None else v + self.offsets[place]

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether all values differ, after their offsets are added."""
        seen = [self.shifted(i, v) for i, v in enumerate(values)]
        return len(set(seen)) == len(seen)

    def consistent(self, partial: Mapping[Variable, Value], domains: Domains) -> bool:
        """Whether the assigned values differ."""
        seen = set()
        for i, x in enumerate(self.scope):
            if x in partial:
                shifted = self.shifted(i, partial[x])
                if shifted in seen:
                    return False
                seen.add(shifted)
        return True

    def support(self, x: Variable, v: Value, domains: Domains) -> tuple[Value, ...] | None:
        """A matching of the variables to different values, by augmenting paths."""
        owner: dict[Value, int] = {}
        own = self.scope.index(x)

        def augment(i: int, visited: set[Value]) -> bool:
            choices = [v] if i == own else domains[self.scope[i]]
            for w in choices:
                shifted = self.shifted(i, w)
                if shifted in visited:
                    continue
                visited.add(shifted)
                if shifted not in owner or augment(owner[shifted], visited):
                    owner[shifted] = i
                    return True
            return False

        if not all(augment(i, set()) for i in range(len(self.scope))):
            return None
        found: dict[int, Any] = {i: shifted for shifted, i in owner.items()}
        return tuple(found[i] if self.offsets is None else found[i] - self.offsets[i] for i in range(len(self.scope)))

    def pairs(self) -> list[Constraint]:
        """An inequality for each pair of variables."""
        made: list[Constraint] = []
        for j, y in enumerate(self.scope):
            for i, x in enumerate(self.scope[:j]):
                if self.offsets is None:
                    made.append(Differ((x, y)))
                else:
                    made.append(AllDifferent((x, y), (self.offsets[i], self.offsets[j])))
        return made

    def __str__(self) -> str:
        offsets = self.offsets or (0,) * len(self.scope)
        named = [f"{x}{o:+d}" if o else str(x) for x, o in zip(self.scope, offsets, strict=True)]
        return f"all_different({', '.join(named)})"


class Linear(Constraint):
    """A weighted sum of integers, compared with an integer."""

    COMPARISONS = ("=", "<=", "!=")

    def __init__(self, weights: Mapping[Variable, int], comparison: str, total: int) -> None:
        if comparison not in self.COMPARISONS:
            raise LoadError(f"{quote(comparison)} is not a comparison: write one of {', '.join(self.COMPARISONS)}")
        self.weights, self.comparison, self.total = dict(weights), comparison, total
        super().__init__(weights)

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether the weighted sum satisfies the comparison."""
        numbers: Sequence[Any] = values
        added = sum(w * v for w, v in zip(self.weights.values(), numbers, strict=True))
        return self._compares(added, added)

    def consistent(self, partial: Mapping[Variable, Value], domains: Domains) -> bool:
        """Whether some sum between the least and the greatest possible one satisfies the comparison."""
        low = high = 0
        for x, w in self.weights.items():
            if x in partial:
                ends = (w * partial[x],) * 2  # type: ignore[operator]
            else:
                values: Sequence[Any] = domains[x]
                ends = (w * min(values), w * max(values))
            low, high = low + min(ends), high + max(ends)
        return self._compares(low, high)

    def _compares(self, low: int, high: int) -> bool:
        """Whether some number from low to high satisfies the comparison."""
        if self.comparison == "=":
            return low <= self.total <= high
        if self.comparison == "<=":
            return low <= self.total
        return not low == high == self.total

    def __str__(self) -> str:
        terms = [f"{'-' if w < 0 else '+'} {'' if abs(w) == 1 else f'{abs(w)} '}{x}" for x, w in self.weights.items()]
        added = " ".join(terms)
        return f"{added.removeprefix('+ ')} {self.comparison} {self.total}"


class Table(Constraint):
    """The values are one of the listed tuples."""

    relation = "is listed with"

    def __init__(self, scope: Iterable[Variable], tuples: Iterable[Sequence[Value]], name: str = "") -> None:
        self.name = name
        self.tuples = [tuple(t) for t in tuples]
        super().__init__(scope)
        self._allowed = set(self.tuples)
        for t in self.tuples:
            if len(t) != len(self.scope):
                raise LoadError(f"{quote(self)} has {len(self.scope)} variables and the tuple {quote(t)}")

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether the tuple is listed."""
        return tuple(values) in self._allowed

    def support(self, x: Variable, v: Value, domains: Domains) -> tuple[Value, ...] | None:
        """The first tuple in the list whose values are all in the domains."""
        place = self.scope.index(x)
        left = [domains[y] for y in self.scope]
        for t in self.tuples:
            if t[place] == v and all(w in left[i] for i, w in enumerate(t) if i != place):
                return t
        return None

    def __str__(self) -> str:
        return self.name or f"({', '.join(map(str, self.scope))}) in a table of {len(self.tuples)}"


class Satisfies(Constraint):
    """A Python function of the values decides whether the constraint holds."""

    relation = "satisfies it with"

    def __init__(self, scope: Iterable[Variable], predicate: Callable[..., Any], name: str = "") -> None:
        self.predicate = predicate
        self.name = name or getattr(predicate, "__name__", "")
        super().__init__(scope)

    def holds(self, values: Sequence[Value]) -> bool:
        """The result of the function. Raises RuleError if the function fails, or does not return True or False."""
        try:
            said = self.predicate(*values)
        except Exception as error:
            raise RuleError(f"the predicate {self._place(values)} failed: {_where(error)}") from error
        if said is True or said is False:
            return said
        if type(said).__name__ in ("bool", "bool_"):  # NumPy's
            return bool(said)
        raise RuleError(
            f"the predicate {self._place(values)} returned {quote(repr(said))}, which is neither True nor False"
        )

    def _place(self, values: Sequence[Value]) -> str:
        code = getattr(self.predicate, "__code__", None)
        line = f" (line {code.co_firstlineno})" if code is not None else ""
        shown = ", ".join(f"{x}={v!r}" for x, v in zip(self.scope, values, strict=True))
        return f"{quote(self)}{line}, called with {shown},"

    def __str__(self) -> str:
        name = "predicate" if self.name in ("", "<lambda>") else self.name
        return f"{name}({', '.join(map(str, self.scope))})"


def _where(error: Exception) -> str:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    line = f"line {traceback.tb_lineno}: " if traceback is not None else ""
    return f"{line}{type(error).__name__}: {error}"


def differ(x: Variable, y: Variable) -> Constraint:
    """X and y take different values."""
    return Differ((x, y))


def equal(x: Variable, y: Variable) -> Constraint:
    """X and y take the same value."""
    return Equal((x, y))


def all_different(*scope: Variable, offsets: Sequence[int] | None = None) -> Constraint:
    """No two of these take the same value; with offsets, no two of the sums of value and offset are equal."""
    return AllDifferent(scope, offsets)


def linear(weights: Mapping[Variable, int], comparison: str, total: int) -> Constraint:
    """The sum of weight times value compares with the total by "=", "<=" or "!="."""
    return Linear(weights, comparison, total)


def table(scope: Sequence[Variable], tuples: Iterable[Sequence[Value]], name: str = "") -> Constraint:
    """The values are one of these tuples; `name` is the text that is shown for the constraint."""
    return Table(scope, tuples, name)


def satisfies(scope: Sequence[Variable], predicate: Callable[..., Any], name: str = "") -> Constraint:
    """The predicate, called with the values of the scope, returns True."""
    return Satisfies(scope, predicate, name)
