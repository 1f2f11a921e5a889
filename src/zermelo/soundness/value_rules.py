"""Rules on values: a position's value is known exactly where the check has seen all play from there to the end."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from zermelo.core.errors import quote
from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.soundness.inspection import Problem
from zermelo.soundness.position import Position

SLACK = 1e-9
"""The tolerance for values that are floats."""

LARGE = 2.0**53
"""From here on values are compared exactly: floats are whole numbers, and integers need not be floats."""


def are_known(game: Game) -> bool:
    """Whether a value of this game is one number that follows from the values of the next states alone."""
    kind = game.kind
    return kind.one_number and not (kind.stochastic or kind.hidden or game.forbids_repetition)


def known_values(positions: Iterable[Position]) -> dict[Position, float]:
    """The value to player 0 of each position from which all play was seen, and ends."""
    values: dict[Position, float] = {}
    before: defaultdict[Position, list[Position]] = defaultdict(list)
    missing: dict[Position, int] = {}
    for position in positions:
        if position.terminal and position.utility is not None:
            values[position] = position.utility
        elif position.all_next_known and position.player not in (None, CHANCE):
            missing[position] = len(position.next)
            for after in position.next:
                before[after].append(position)
    ready = list(values)
    while ready:
        for position in before[ready.pop()]:
            missing[position] -= 1
            if not missing[position]:
                values[position] = _best(position, position.next, values)
                ready.append(position)
    return values


def knowledge(values: Mapping[Position, float], find: Callable[[State], Position | None]) -> Iterator[Problem]:
    """Candidates hold a best action, value bounds hold the value, and states that count as one have one value.

    `find` returns the position of a state, if the check has reached it.
    """
    for position, value in values.items():
        if position.candidates_next:
            best = _best(position, position.candidates_next, values)
            if _differ(best, value):
                wrong = f"the best of the candidates leads to {best} for player 0, but the value is {value}"
                yield Problem("candidates", wrong, at=position)
        low, high = position.value_bounds or (-math.inf, math.inf)
        if not (is_at_most(low, value) and is_at_most(value, high)):
            yield Problem("value_bounds", f"value_bounds gives {low} to {high}, but the value is {value}", at=position)
        for rule, state in position.counted_as:
            same = find(state)
            if same is not None and same in values and _differ(values[same], value):
                wrong = (
                    f"the value is {value}, but {values[same]} in {quote(same.text)}, which counts as the same state"
                )
                yield Problem(rule, wrong, at=position)


def is_at_most(one: float, other: float) -> bool:
    """Whether one number is at most the other, or is more by a rounding error; large integers are compared exactly."""
    return one <= other or (max(abs(one), abs(other)) < LARGE and one <= other + SLACK)


def _differ(one: float, other: float) -> bool:
    if max(abs(one), abs(other)) < LARGE:
        return not math.isclose(one, other, rel_tol=SLACK, abs_tol=SLACK)
    return one != other


def _best(position: Position, choices: Sequence[Position], values: Mapping[Position, float]) -> float:
    return (max if position.player == MAX else min)(values[after] for after in choices)
