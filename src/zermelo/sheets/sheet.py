"""Sheets of tasks for a class: the same kinds of tasks for everybody, with other trees in each variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from zermelo.core.errors import KindError, LimitError
from zermelo.csp.exercises import arc_exercise
from zermelo.sheets.arc_tasks import arc_task
from zermelo.sheets.choice_tasks import KIND as IDEAS, choice_tasks
from zermelo.sheets.task import LETTERS, Task, show_points
from zermelo.sheets.tree_tasks import tree_task
from zermelo.textbook.exercises import GIVEN_KINDS, KINDS as TREE_KINDS, exercise, tree_exercise
from zermelo.trees import Tree

ARCS = "arcs"

KINDS = (*TREE_KINDS, ARCS, IDEAS)
"""Everything that can be practised."""

MOST_TASKS = 100
"""The largest number of tasks of one kind on a sheet."""

MOST_VARIANTS = len(LETTERS)


@dataclass(frozen=True)
class Sheet:
    """The tasks of one variant; `variant` is a letter, or empty if there is only one."""

    variant: str
    tasks: tuple[Task, ...]

    @property
    def points(self) -> str:
        """The points of all tasks."""
        return show_points(sum((task.points for task in self.tasks), Fraction(0)))

    @property
    def columns(self) -> list[str]:
        """The names of the answers in a table, task by task: 1a, 1b, 2 ..."""
        return [task.column(number, i) for number, task in enumerate(self.tasks, 1) for i, _ in enumerate(task.fields)]


def make_sheets(
    kinds: Sequence[str] = ("alphabeta",),
    *,
    seed: int = 0,
    count: int = 1,
    variants: int = 1,
    trees: Sequence[Tree] = (),
    points: int | None = None,
    **shape: Any,
) -> list[Sheet]:
    """A sheet for each variant, with `count` tasks of each kind. The first variant does not depend on their number.

    With `trees`, the tasks on trees use these in every variant, instead of trees from the seed. `points` is the number
    for each task, shared among its answers; by default each kind of answer has its own. `shape` is passed on to the
    generator of trees.
    """
    if not 1 <= count <= MOST_TASKS:
        raise LimitError(f"{count} tasks cannot be made: the number must be from 1 to {MOST_TASKS}")
    if not 1 <= variants <= MOST_VARIANTS:
        raise LimitError(f"{variants} variants cannot be made: the number must be from 1 to {MOST_VARIANTS}")
    if trees and not set(kinds) & set(GIVEN_KINDS):
        raise KindError(f"no task uses the trees: the kinds of tasks on given trees are {', '.join(GIVEN_KINDS)}")
    sheets = []
    for variant in range(variants):
        tasks = [
            t for kind in dict.fromkeys(kinds) for t in _tasks(kind, seed, count, variant, trees=trees, shape=shape)
        ]
        sheets.append(Sheet(LETTERS[variant] if variants > 1 else "", tuple(_weighed(task, points) for task in tasks)))
    return sheets


def _tasks(
    kind: str, seed: int, count: int, variant: int, *, trees: Sequence[Tree], shape: Mapping[str, Any]
) -> list[Task]:
    numbers = range(variant * count + 1, (variant + 1) * count + 1)
    if kind == IDEAS:
        return choice_tasks(seed, count, variant)
    if kind == ARCS:
        return [arc_task(arc_exercise(seed, number)) for number in numbers]
    if trees and kind in GIVEN_KINDS:
        return [tree_task(tree_exercise(kind, tree, number)) for number, tree in enumerate(trees, 1)]
    return [tree_task(exercise(kind, seed, number, **shape)) for number in numbers]


def _weighed(task: Task, points: int | None) -> Task:
    """The task with this number of points, shared among its answers as before."""
    if points is None:
        return task
    share = Fraction(points) / task.points
    return replace(task, fields=tuple(replace(field, points=field.points * share) for field in task.fields))
