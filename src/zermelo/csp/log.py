"""The log of an algorithm on a constraint satisfaction problem: plain data that can be replayed in both directions.

Every step has the values that are removed from domains (`removed`) or put back (`restored`) and the change of the
assignment, so a step can be undone without knowing the algorithm. `Replay` does that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zermelo.csp.constraints import AllDifferent, Assignment, Constraint, Value, Variable

Pairs = tuple[tuple[Variable, Value], ...]


MOST_NAMED = 6
"""A sentence names at most this many variables of one constraint."""


class Step(NamedTuple):
    """One step. `arc` is the variable that is revised and the others of the constraint it is revised against."""

    kind: str  # assign, move, revise, prune, wipeout, backtrack, restart, solution, part
    says: str
    lines: tuple[int, ...] = ()
    variable: Variable | None = None
    value: Value | None = None
    had: bool = False  # whether the variable had a value before
    was: Value | None = None  # and which
    arc: tuple[Variable, tuple[Variable, ...]] | None = None
    constraint: str = ""
    removed: Pairs = ()
    restored: Pairs = ()

    def to_json(self) -> dict[str, Any]:
        """The step as plain data for JSON."""
        data: dict[str, Any] = {"kind": self.kind, "says": self.says, "lines": list(self.lines)}
        if self.variable is not None:
            data["variable"], data["value"] = str(self.variable), plain(self.value)
        if self.arc is not None:
            data["arc"] = [str(self.arc[0]), [str(y) for y in self.arc[1]]]
            data["constraint"] = self.constraint
        for name, pairs in (("removed", self.removed), ("restored", self.restored)):
            if pairs:
                data[name] = [[str(x), plain(v)] for x, v in pairs]
        return data


def plain(value: Any) -> Any:
    """A value for JSON: numbers, strings and booleans as they are, everything else as a string."""
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    return value.item() if hasattr(value, "item") else str(value)


class Log:
    """The work of an algorithm: always counted, and recorded step by step if `keep` is true."""

    def __init__(self, *, keep: bool = False) -> None:
        self.keep = keep
        self.steps: list[Step] = []
        self.assignments = self.backtracks = self.revisions = self.restarts = 0

    def assign(self, x: Variable, v: Value, removed: Pairs, lines: tuple[int, ...]) -> None:
        """Records that x takes the value v, which removes the rest of its domain."""
        self.assignments += 1
        if self.keep:
            self.steps.append(Step("assign", f"Assign {x} = {v}.", lines, x, v, removed=removed))

    def move(self, x: Variable, v: Value, was: Value, says: str, lines: tuple[int, ...]) -> None:
        """Records that x changes its value in a local search."""
        self.assignments += 1
        if self.keep:
            self.steps.append(Step("move", says, lines, x, v, had=True, was=was))

    def revise(self, x: Variable, c: Constraint, lines: tuple[int, ...]) -> None:
        """Records that the values of x are checked against a constraint."""
        self.revisions += 1
        if self.keep:
            others = tuple(y for y in c.scope if y != x)
            says = f"Revise {x} against {_named(others)}: {c}." if others else f"Revise {x}: {c}."
            self.steps.append(Step("revise", says, lines, arc=(x, others), constraint=str(c)))

    def prune(self, x: Variable, v: Value, c: Constraint | None, lines: tuple[int, ...], why: str = "") -> None:
        """Records that a value of x is removed, because it has no support."""
        if self.keep:
            others = () if c is None else tuple(y for y in c.scope if y != x)
            arc = None if c is None else (x, others)
            says = f"{v} leaves {x}: {why or missing_support(x, v, c)}."
            self.steps.append(Step("prune", says, lines, x, v, arc=arc, constraint=str(c or ""), removed=((x, v),)))

    def wipeout(self, x: Variable, lines: tuple[int, ...]) -> None:
        """Records that the domain of x is empty."""
        if self.keep:
            self.steps.append(Step("wipeout", f"{x} has no value left.", lines, x))

    def backtrack(self, x: Variable, v: Value, restored: Pairs, lines: tuple[int, ...], *, failed: bool = True) -> None:
        """Records that the assignment x = v is undone, with all its consequences."""
        self.backtracks += failed
        if self.keep:
            why = "leads to no solution" if failed else "leads to no further solution"
            says = f"{x} = {v} {why}: it is undone."
            self.steps.append(Step("backtrack", says, lines, x, v, restored=restored))

    def restart(self, moves: Sequence[tuple[Variable, Value]], lines: tuple[int, ...], was: Assignment) -> None:
        """Records that a local search starts, or restarts, with these values."""
        self.restarts += 1
        if self.keep:
            says = "Begin with a random value for each variable." if not was else "No solution was found: begin again."
            self.steps.append(Step("restart", says, lines))
            for x, v in moves:
                self.steps.append(Step("move", f"{x} = {v} at random.", lines, x, v, had=x in was, was=was.get(x)))

    def solution(self, lines: tuple[int, ...], part: str = "") -> None:
        """Records a solution of the whole problem, or of the named part."""
        if self.keep and part:
            self.steps.append(Step("part", f"Every variable of {part} has a value.", lines))
        elif self.keep:
            self.steps.append(Step("solution", "Every variable has a value: a solution.", lines))

    def note(self, says: str, lines: tuple[int, ...] = (), restored: Pairs = ()) -> None:
        """Records a remark between two phases of the algorithm; it may restore values."""
        if self.keep:
            self.steps.append(Step("part", says, lines, restored=restored))


def missing_support(x: Variable, v: Value, c: Constraint | None) -> str:
    """The reason why a value of x is removed: the missing support."""
    if c is None:
        return "it is not allowed"
    others = [y for y in c.scope if y != x]
    if not others:
        return f"it violates {c}"
    if len(others) == 1 and (not isinstance(c, AllDifferent) or c.offsets is None):
        return f"{others[0]} has no value left that {c.relation} {v}"
    return f"no values left for {_named(others)} satisfy {c} with {x} = {v}"


def _named(variables: Sequence[Variable]) -> str:
    shown = [str(x) for x in variables[:MOST_NAMED]]
    rest = len(variables) - len(shown)
    if rest:
        return f"{', '.join(shown)} and {rest} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class Replay:
    """The domains and the assignment after any number of steps of a log."""

    def __init__(self, domains: Mapping[Variable, Sequence[Value]], steps: Sequence[Step]) -> None:
        self._initial = {x: tuple(values) for x, values in domains.items()}
        self._left = {x: set(values) for x, values in domains.items()}
        self.steps = steps
        self.at = 0
        self.assignment: Assignment = {}

    @property
    def domains(self) -> dict[Variable, tuple[Value, ...]]:
        """The remaining values of each variable, in the order of its domain."""
        return {x: tuple(v for v in values if v in self._left[x]) for x, values in self._initial.items()}

    def go_to(self, place: int) -> None:
        """Goes to the state after this many steps."""
        while self.at < place:
            self._forward(self.steps[self.at])
            self.at += 1
        while self.at > place:
            self.at -= 1
            self._back(self.steps[self.at])

    def _forward(self, step: Step) -> None:
        for x, v in step.removed:
            self._left[x].discard(v)
        for x, v in step.restored:
            self._left[x].add(v)
        if step.kind in ("assign", "move"):
            self.assignment[step.variable] = step.value
        elif step.kind == "backtrack":
            del self.assignment[step.variable]

    def _back(self, step: Step) -> None:
        for x, v in step.removed:
            self._left[x].add(v)
        for x, v in step.restored:
            self._left[x].discard(v)
        if step.kind in ("assign", "move"):
            if step.had:
                self.assignment[step.variable] = step.was
            else:
                del self.assignment[step.variable]
        elif step.kind == "backtrack":
            self.assignment[step.variable] = step.value
