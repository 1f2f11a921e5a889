"""The extensive form of a game: its whole tree with utilities and information sets, before any search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.errors import LimitError, quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.people import view_label
from zermelo.core.results import Analysis, role_of
from zermelo.core.rules import each_action, utilities
from zermelo.core.trace import Enter, Leave, Step, Trace

NAME = "extensive"


class _Visit(NamedTuple):
    """A node of the tree: its state, its depth, and the branch that leads to it."""

    state: State
    ply: int
    parent: int = -1
    action: str = ""
    probability: float | None = None
    place: int = 0


def extensive_form(game: Game, s: State, budget: Budget) -> tuple[Analysis, Trace]:
    """The tree below s as a log that only enters nodes: no inner node has a value.

    Raises LimitError if the tree has more nodes than the budget allows. Below the budget's depth nothing is entered.
    """
    try:
        visits = list(_visits(game, s, budget))
    except OutOfBudget:
        raise LimitError(
            f"the tree of {quote(game)} was not complete after {budget.nodes:,} nodes: give a depth, or a higher limit"
        ) from None
    sets = _information_sets(game, visits)
    trace = Trace(game, NAME, tuple(_steps(game, visits, sets)))
    several = len(set(filter(None, sets)))
    notes = (f"information sets of several nodes: {several}",) if game.kind.hidden else ()
    return (
        Analysis(
            game=game,
            state=s,
            method=NAME,
            value=None,
            values=None,
            action=None,
            line=(),
            proved=False,
            depth=max(visit.ply for visit in visits),
            nodes=budget.nodes,
            seconds=budget.seconds,
            notes=notes,
        ),
        trace,
    )


def _visits(game: Game, s: State, budget: Budget) -> Iterator[_Visit]:
    """Every node in preorder."""
    waiting = [_Visit(s, 0)]
    while waiting:
        budget.spend()
        visit = waiting.pop()
        number = budget.nodes - 1
        yield visit
        if not game.is_terminal(visit.state) and (budget.depth is None or visit.ply < budget.depth):
            waiting.extend(reversed(list(_below(game, visit, number))))


def _below(game: Game, above: _Visit, number: int) -> Iterator[_Visit]:
    s = above.state
    is_chance = game.player(s) == CHANCE
    for place, a in enumerate(each_action(game, s)):
        probability = game.probability(s, a) if is_chance else None
        yield _Visit(game.result(s, a), above.ply + 1, number, game.show_action(s, a), probability, place)


def _information_sets(game: Game, visits: list[_Visit]) -> list[str]:
    """The name of each node's information set; empty where the player to move knows the node."""
    if not game.kind.hidden:
        return [""] * len(visits)
    keys = [_key(game, visit.state) for visit in visits]
    sizes = Counter(keys)
    names: dict[Any, str] = {}
    taken: set[tuple[int, str]] = set()
    for key, visit in zip(keys, visits, strict=True):
        if key is not None and sizes[key] > 1 and key not in names:
            names[key] = _unused(taken, key[0], view_label(game, visit.state, key[0]) or str(len(names) + 1))
    return [names.get(key, "") for key in keys]


def _key(game: Game, s: State) -> tuple[int, Any] | None:
    """The mover and what it has seen; None at chance nodes and terminal states."""
    if game.is_terminal(s) or (mover := game.player(s)) == CHANCE:
        return None
    return mover, game.observe(s, mover)


def _unused(taken: set[tuple[int, str]], player: int, wanted: str) -> str:
    """The wanted name, with a number if another set of the player has it."""
    name, count = wanted, 1
    while (player, name) in taken:
        count += 1
        name = f"{wanted} ({count})"
    taken.add((player, name))
    return name


def _steps(game: Game, visits: list[_Visit], sets: list[str]) -> Iterator[Step]:
    for number, (visit, information_set) in enumerate(zip(visits, sets, strict=True)):
        s = visit.state
        branch = (visit.parent, visit.action, visit.probability)
        yield Enter(number, *branch, role_of(game, s), visit.ply, s, None, game.label(s), visit.place, information_set)
        if game.is_terminal(s):
            ends = utilities(game, s)
            yield Leave(number, None, ends[0] if game.kind.one_number else ends, "terminal")
