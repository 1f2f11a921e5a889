"""A log to be stepped through: everything that a page needs, as plain data.

`constraint_steps(answer)` returns the object that `mountConstraints(element, data, options)` of `assets/constraints.js`
takes:

    title        the problem
    algorithm    its name
    svg          the picture, without a style sheet; `stage.py` describes the classes of its parts
    values       for each variable the texts of its values
    pseudocode   its lines
    steps        a list. Each has
        kind         assign, move, revise, prune, wipeout, backtrack, restart, solution, part
        says         a sentence
        lines        the lines of the pseudocode that are highlighted
        removed      a list of [variable, value] by number: the values that are removed; likewise
        restored     the values that are restored
        set          [variable, value before, value after], -1 for none
        edges        the edges that are highlighted
        at           the current variable, or -1
        counts       assignments, backtracks and arcs revised so far
"""

from __future__ import annotations

from typing import Any

from zermelo.csp.answer import Answer
from zermelo.csp.drawing.stage import NO_TIE, Moment, Stage, Tie, stage_of, tied
from zermelo.csp.log import Pairs, Step
from zermelo.draw.svg import write_svg


def constraint_steps(answer: Answer, *, view: str | None = None) -> dict[str, Any]:
    """The run as plain data, which is described above."""
    model = answer.model
    assert answer.log is not None
    return {
        "title": str(answer.problem),
        "algorithm": answer.algorithm,
        "svg": write_svg(stage_of(model, view).picture(Moment(model.domains), every=True), styled=False),
        "values": [[model.problem.show_value(x, v) for v in values] for x, values in model.domains.items()],
        "pseudocode": list(answer.pseudocode),
        "steps": list(_Steps(stage_of(model, view)).of(answer.log.steps)),
    }


class _Steps:
    """Steps with numbers in place of names."""

    def __init__(self, stage: Stage) -> None:
        self._number = stage.number
        self._value = {x: {v: j for j, v in enumerate(values)} for x, values in stage.model.domains.items()}
        self._stage = stage
        self._edges: dict[Tie, list[int]] = {NO_TIE: []}

    def of(self, steps: list[Step]) -> list[dict[str, Any]]:
        counts = [0, 0, 0]
        made = []
        for step in steps:
            kinds = {"assign": 0, "move": 0, "backtrack": 1, "revise": 2}
            if step.kind in kinds:
                counts[kinds[step.kind]] += 1
            made.append(self._step(step) | {"counts": list(counts)})
        return made

    def _step(self, step: Step) -> dict[str, Any]:
        at = step.variable if step.variable is not None else step.arc[0] if step.arc else None
        tie = tied(step)
        if tie not in self._edges:
            self._edges[tie] = self._stage.lit(tie)
        return {
            "kind": step.kind,
            "says": step.says,
            "lines": list(step.lines),
            "removed": self._pairs(step.removed),
            "restored": self._pairs(step.restored),
            "set": self._change(step),
            "edges": self._edges[tie],
            "at": -1 if at is None else self._number[at],
        }

    def _pairs(self, pairs: Pairs) -> list[list[int]]:
        return [[self._number[x], self._value[x][v]] for x, v in pairs]

    def _change(self, step: Step) -> list[int] | None:
        if step.kind not in ("assign", "move", "backtrack"):
            return None
        x = step.variable
        value = self._value[x][step.value]
        if step.kind == "backtrack":
            return [self._number[x], value, -1]
        return [self._number[x], self._value[x][step.was] if step.had else -1, value]
