"""Solves a game: enumerates all reachable states, then computes their values backwards from the terminal states."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event

from zermelo.core.errors import KindError
from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.results import Solution
from zermelo.core.rules import check_bounds, check_value_bounds
from zermelo.solvers.solution_table import Answers, Bounds, Values
from zermelo.solvers.state_space import Enumeration, StateSpace, TooMany

NAME = "states"
"""The name of the method."""

TOLERANCE = 1e-10
"""The maximum error of a proved value in games with chance and cycles, relative to the greatest absolute utility."""


def solve(
    game: Game,
    s: State,
    limits: Limits | Budget,
    *,
    symmetry: bool = True,
    stop: Event | None = None,
    tolerance: float = TOLERANCE,
    plain: bool = False,
    notice: Callable[[str], None] = lambda _: None,
    wait: bool = True,
) -> Solution:
    """The exact value of s, or a solution that is not proved, with the reason in its notes.

    In games with chance and cycles, a value is proved if its error is at most the tolerance. A large game runs as
    machine code, unless `plain` is true; when that is compiled, `notice` is called with a message. With `wait` false
    the solver continues at the plain speed while another process compiles. A budget may be passed instead of limits if
    other stages share it.
    """
    if game.kind.hidden:
        raise KindError(f"{game} has imperfect information, and this solver sees the whole state")
    check_bounds(game)
    check_value_bounds(game, s)
    budget = Budget.of(limits, stop)
    kind = game.kind
    # With general sums, ties are broken by the order of actions, which symmetric states need not share.
    options = {"symmetry": symmetry and kind.one_number, "depth": budget.depth}
    enumeration = Enumeration(game, s, plain=plain, notice=notice, wait=wait, **options)
    unsolved = partial(_unsolved, game, s, budget, enumeration)
    try:
        space = enumeration.run(budget)
    except TooMany:
        return unsolved(f"{budget.nodes:,} states were enumerated within the limit, and there are more")
    except OutOfBudget:
        return unsolved(f"{budget.nodes:,} states were enumerated {_until(budget)}, and there may be more")
    why_plain = enumeration.why_plain
    notes = () if why_plain is None else (f"at the plain speed: {why_plain}",)
    try:
        if kind.one_number and kind.stochastic:
            return _by_bounds(space, s, budget, notes, tolerance)
        if kind.one_number:
            space.attract(budget)
        elif not space.induce(budget):
            return unsolved("play can repeat, and only zero-sum games of one or two players are solved with cycles")
        return _by_values(space, s, budget, notes)
    except OutOfBudget:
        return unsolved(f"all {budget.nodes:,} states were enumerated, but not solved {_until(budget)}")


def _until(budget: Budget) -> str:
    """The reason why the solver ended, as the end of a sentence."""
    return "before it was stopped" if budget.was_stopped else "within the limit"


def _by_values(space: StateSpace, s: State, budget: Budget, notes: tuple[str, ...]) -> Solution:
    """The solution with exact values."""
    table = Values(space)
    return _solved(s, table, budget, distance=table.distance(s), notes=notes, speed=space.speed)


def _by_bounds(space: StateSpace, s: State, budget: Budget, notes: tuple[str, ...], tolerance: float) -> Solution:
    """The solution with bounds on the value, which is proved if they are within the tolerance."""
    allowed = space.tolerance(tolerance)
    space.iterate(allowed, budget)
    table = Bounds(space)
    error = table.error(s)
    return _solved(s, table, budget, error=error or None, proved=error <= allowed, notes=notes, speed=space.speed)


def _solved(
    s: State,
    table: Answers,
    budget: Budget,
    *,
    distance: int | None = None,
    error: float | None = None,
    proved: bool = True,
    notes: tuple[str, ...] = (),
    speed: str = "plain",
) -> Solution:
    values = table.values_of(s)
    assert values is not None, "the state itself is the first to be enumerated"
    closing = budget.closing()
    best = table.try_best(s, closing)
    line, end = table.follow(s, best, closing)
    return Solution(
        game=table.game,
        state=s,
        method=NAME,
        value=values[MAX],
        values=values,
        action=line[0] if line else None,
        actions=tuple(best or ()),
        line=line,
        proved=proved,
        depth=len(line),
        distance=distance,
        nodes=budget.nodes,
        states=budget.nodes,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=speed,
        error=error,
        notes=(*notes, *_unfinished(table.game, best, end)),
        table=table,
    )


def _unsolved(game: Game, s: State, budget: Budget, enumeration: Enumeration, why: str) -> Solution:
    return Solution(
        game=game,
        state=s,
        method=NAME,
        value=None,
        values=None,
        action=None,
        actions=(),
        line=(),
        proved=False,
        depth=0,
        distance=None,
        nodes=budget.nodes,
        states=budget.nodes,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=enumeration.host.speed,
        notes=(f"not solved: {why}",),
        ended=False,
        table=None,
    )


def _unfinished(game: Game, best: list[Action] | None, end: State | None) -> tuple[str, ...]:
    """A note if best play never ends, or if time ran out before it was followed to its end."""
    if best is None:
        return ("stopped before every optimal action and the line were found",)
    if end is None:
        return ("stopped before the line was followed to its end",)
    return () if game.is_terminal(end) or game.player(end) == CHANCE else ("best play repeats without end",)
