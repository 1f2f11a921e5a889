"""The answer of an algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.csp.constraints import Assignment, Constraint
from zermelo.csp.log import Log, plain
from zermelo.csp.model import Model
from zermelo.csp.problem import Problem


@dataclass
class Answer:
    """Solutions, or their number, and the costs of finding them.

    `count` is the number of solutions, if it was requested. `proved` is true if the requested number of solutions was
    found, or if there are certainly no others than those found or counted. `core` is a small set of conflicting
    constraints, if there is no solution.
    """

    model: Model
    algorithm: str
    solutions: list[Assignment] = field(default_factory=list)
    count: int | None = None
    proved: bool = False
    assignments: int = 0
    backtracks: int = 0
    revisions: int = 0
    seconds: float = 0.0
    speed: str = "plain"
    core: Sequence[Constraint] = ()
    notes: list[str] = field(default_factory=list)
    log: Log | None = None
    pseudocode: Sequence[str] = ()

    @property
    def problem(self) -> Problem:
        """The problem that was solved."""
        return self.model.problem

    @property
    def solution(self) -> Assignment | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    @property
    def has_none(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self.proved and not self.solutions and not self.count

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""
        data: dict[str, Any] = {
            "problem": str(self.problem),
            "algorithm": self.algorithm,
            "solutions": [{str(x): plain(v) for x, v in s.items()} for s in self.solutions],
            "proved": self.proved,
            "assignments": self.assignments,
            "backtracks": self.backtracks,
            "revisions": self.revisions,
            "seconds": self.seconds,
            "speed": self.speed,
            "notes": self.notes,
        }
        if self.count is not None:
            data["count"] = self.count
        if self.core:
            data["core"] = [str(c) for c in self.core]
        return data
