"""The rules for the numbers of positions: they are one to one, and stages and parts never grow along a play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.game import State
from zermelo.core.snapshots import same
from zermelo.soundness.inspection import Inspection, InvalidAnswer, Problem
from zermelo.soundness.position import brief


class _Place(NamedTuple):
    """The stage of a position, its part and its number; part and number are None in a stage without numbers."""

    stage: int
    part: int | None
    number: int | None


def numbered(inspection: Inspection) -> Iterator[Problem]:
    """`unrank` gives the state for its number, and no other state has the same number."""
    if not inspection.overrides("rank"):
        return
    s = _representative(inspection, inspection.position.state)
    place = _place(inspection, s)
    if place.number is None:
        return
    again = inspection.ask_of("unrank", place.stage, place.number)
    at = f"number {place.number} of stage {place.stage}"
    if not same(inspection.ask_of("key", again), inspection.ask_of("key", s)):
        yield Problem("rank", f"two states share {at}: {brief(s)}, and {brief(again)}, which unrank returns")


def descending(inspection: Inspection) -> Iterator[Problem]:
    """No action leads to a higher stage, or to a later part of the same stage."""
    if not inspection.overrides("rank"):
        return
    here = _place(inspection, _representative(inspection, inspection.position.state))
    for a, name in inspection.sample_actions():
        there = _place(inspection, _representative(inspection, inspection.ask("result", a)))
        if there.stage > here.stage:
            yield Problem("stage", f"stage grows from {here.stage} to {there.stage} with the action {brief(name)}")
            return
        if there.stage == here.stage and here.part is not None and there.part is not None and there.part > here.part:
            parts = f"from part {here.part} to the later part {there.part} of stage {here.stage}"
            yield Problem("parts", f"the action {brief(name)} leads {parts}")
            return


def _representative(inspection: Inspection, s: State) -> State:
    return inspection.ask_of("canonical", s) if inspection.overrides("canonical") else s


def _place(inspection: Inspection, s: State) -> _Place:
    """Where the numbers have a state. Raises InvalidAnswer."""
    stage = inspection.ask_of("stage", s)
    if not _is_count(stage):
        raise InvalidAnswer("stage", f"stage gives {brief(stage)}, not a whole number of at least 0")
    sizes = _sizes(inspection, stage)
    if not sizes:
        return _Place(stage, None, None)
    number = inspection.ask_of("rank", s)
    if not _is_count(number) or number >= sum(sizes):
        expected = f"not a number below {sum(sizes)}, the size of stage {stage}"
        raise InvalidAnswer("rank", f"rank gives {brief(number)}, {expected}")
    part, rest = 0, number
    while rest >= sizes[part]:
        rest, part = rest - sizes[part], part + 1
    return _Place(stage, part, number)


def _sizes(inspection: Inspection, stage: int) -> list[int]:
    """The sizes of the parts of a stage. Raises InvalidAnswer."""
    parts = inspection.ask_of("parts", stage)
    try:
        sizes = [size for _, size in parts]
    except (TypeError, ValueError):
        sizes = [-1]
    if not all(map(_is_count, sizes)):
        raise InvalidAnswer("parts", f"parts gives {brief(parts)} for stage {stage}, not pairs of a name and a size")
    return sizes


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
