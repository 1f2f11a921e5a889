"""Exercises in arc consistency from a seed: small problems with domains to be filled in by hand.

The same seed gives the same exercise on every machine and in every version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.csp.answer import Answer
from zermelo.csp.constraints import Value, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model, modelled
from zermelo.csp.notation import Written
from zermelo.csp.textbook.arc_consistency import all_arcs, make_consistent
from zermelo.csp.textbook.backtracking import Backtracking
from zermelo.csp.textbook.domains import Current
from zermelo.csp.textbook.run import PSEUDOCODE
from zermelo.native.draws import Draws

NAMES = "ABCDE"
VALUES = 4
SIGNS = ("!=", "<", "<", "=")
MOST_TRIES = 10_000
LEAST_PRUNED = 3

Domains = dict[Variable, tuple[Value, ...]]


@dataclass(frozen=True)
class ArcExercise:
    """A problem, and the key to three tasks on it: AC-3, forward checking, and the choice by remaining values."""

    seed: int
    number: int
    text: str
    consistent: Domains
    variable: Variable
    value: Value
    checked: Domains
    chosen: Variable
    run: Answer

    @property
    def model(self) -> Model:
        """The problem."""
        return self.run.model

    @property
    def tasks(self) -> list[str]:
        """The task."""
        return [
            "Run AC-3. Write down the remaining values of each domain.",
            f"Begin again, and assign {self.variable} = {self.value}. Write down the domains after forward checking.",
            "Which variable does the minimum-remaining-values heuristic choose next?",
        ]

    @property
    def answers(self) -> list[str]:
        """The key, task by task."""
        return [show_domains(self.consistent), show_domains(self.checked), str(self.chosen)]

    def to_json(self) -> dict[str, Any]:
        """The exercise with its key, as plain data for JSON."""
        return {
            "kind": "arcs",
            "seed": self.seed,
            "number": self.number,
            "problem": self.text,
            "tasks": self.tasks,
            "answers": self.answers,
        }


def show_domains(domains: Domains) -> str:
    """Domains in one line: "A {1 2}  B {3}"."""
    return "  ".join(f"{x} {{{' '.join(map(str, values))}}}" for x, values in domains.items())


def arc_exercise(seed: int = 0, number: int = 1) -> ArcExercise:
    """The exercise with this number for the seed. AC-3 and forward checking both remove values, but empty no domain."""
    draws = Draws(seed, number, 101)
    for _ in range(MOST_TRIES):
        made = _tried(seed, number, _text(draws), draws)
        if made is not None:
            return made
    raise LimitError(f"no exercise was found for seed {seed}")


def _text(draws: Draws) -> str:
    domains = []
    for name in NAMES:
        values = sorted(draws.different(2 + draws.below(VALUES - 1), VALUES))
        domains.append(f"{name} in {' '.join(str(v + 1) for v in values)}")
    constraints = []
    for i in range(1, len(NAMES)):
        for j in dict.fromkeys((draws.below(i), draws.below(i))):
            pair = (NAMES[i], NAMES[j]) if draws.below(2) else (NAMES[j], NAMES[i])
            constraints.append(f"{pair[0]} {SIGNS[draws.below(len(SIGNS))]} {pair[1]}")
    return "; ".join([*domains, *constraints])


def _tried(seed: int, number: int, text: str, draws: Draws) -> ArcExercise | None:
    """The exercise on this problem; None if it is too easy, AC-3 empties a domain, or an answer is ambiguous."""
    model = modelled(Written(text))
    log = Log(keep=True)
    current = Current(model.domains)
    if not make_consistent(model, current, all_arcs(model), log, lambda: None, offset=0):
        return None
    if _size(model.domains) - _size(current.domains) < LEAST_PRUNED or _size(current.domains) < len(NAMES) + 3:
        return None
    variable = NAMES[draws.below(len(NAMES))]
    value = model.domains[variable][draws.below(len(model.domains[variable]))]
    forward = Backtracking(model, Log(), lambda: None, inference="forward")
    forward.current.keep_only(variable, value)
    forward.current.assignment[variable] = value
    if not forward.infer(variable):
        return None
    checked = dict(forward.current.domains)
    others = sorted((len(values), str(x)) for x, values in checked.items() if x != variable)
    if others[0][0] == others[1][0] or _size(checked) > _size(model.domains) - len(model.domains[variable]):
        return None
    pseudocode = PSEUDOCODE["mac"][len(PSEUDOCODE["backtracking"]) :]
    run = Answer(model, "ac3", log=log, pseudocode=pseudocode)
    return ArcExercise(seed, number, text, dict(current.domains), variable, value, checked, others[0][1], run)


def _size(domains: Domains) -> int:
    return sum(map(len, domains.values()))
