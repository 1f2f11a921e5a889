"""Records the steps of a textbook search as a `Trace`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.core.game import CHANCE, Action, State
from zermelo.core.trace import Cut, Enter, Improve, Leave, Odds, Step, Trace, Unread, Window
from zermelo.core.values import Value

if TYPE_CHECKING:
    from zermelo.textbook.search import Search


DEEPEST_UNREAD = 50
"""The number of plies of unread branches that are recorded below a cut: no picture shows more."""


WIDEST = 500
"""The number of actions of a node that are numbered: no picture shows the order of more."""


class Recorder:
    """Keeps the log of one search, including the branches that its cuts left unread.

    `room` limits the number of cut branches, and separately the number of nodes below them: with a common limit, the
    deep subtrees below the first cuts would leave no room for later cuts.
    """

    def __init__(self, room: int = 20_000) -> None:
        self.steps: list[Step] = []
        self.room = self.room_below = room
        self._entered = self._passed_over = 0
        self._left = -1
        self._open: list[_Open] = []

    def trace(self, search: Search) -> Trace:
        """The complete log."""
        return Trace(search.game, search.name, tuple(self.steps), search.listing())

    def enter(self, search: Search, s: State, ply: int, action: Action | None, window: Window | None) -> None:
        """Records that the search enters s, by `action` from the current node."""
        parent = self._open[-1] if self._open else None
        name, probability, place = ("", None, 0) if parent is None else _branch(search, parent, action)
        self.steps.append(
            Enter(
                self._entered,
                -1 if parent is None else parent.number,
                name,
                probability,
                search.role(s),
                ply,
                s,
                window,
                search.game.label(s),
                place,
            )
        )
        self._open.append(_Open(self._entered, s, window))
        self._entered += 1

    def improve(self, v: Value, window: Window | None) -> None:
        """Records a better value of the current node, through the child that was just left."""
        self._change(v, self._left, window)

    def accumulate(self, v: Value) -> None:
        """Records that one more outcome was added to the sum of the current node."""
        self._change(v, None, None)

    def weigh(self, odds: list[float]) -> None:
        """Records the probabilities with which an opponent takes the actions of the current node, in reading order."""
        node = self._open[-1]
        self.steps.append(Odds(node.number, tuple(zip(node.children, odds, strict=True))))

    def cut(self, search: Search, ply: int, inequality: tuple[Any, str, str, Any], unread: Iterator[Action]) -> None:
        """Records a cut of the current node, with a reason such as (4, "≥", "beta", 3), if any action was left."""
        node = self._open[-1]
        some = islice(unread, max(self.room, 1))
        branches = tuple(self._unread(search, node, a, ply + 1, DEEPEST_UNREAD) for a in some)
        self.room -= len(branches)
        if branches:
            self.steps.append(Cut(node.number, *inequality, branches))

    def leave(self, v: Value, leaf: str | None) -> None:
        """Records that the current node gets its value and is left."""
        node = self._open.pop()
        self.steps.append(Leave(node.number, node.value, v, leaf or "done"))
        if self._open:
            self._open[-1].children.append(node.number)
        self._left = node.number

    def _change(self, v: Value, best: int | None, window: Window | None) -> None:
        node = self._open[-1]
        self.steps.append(Improve(node.number, self._left, node.value, v, node.best, best, node.window, window))
        node.value, node.best, node.window = v, best, window

    def _unread(self, search: Search, node: _Open, a: Action, ply: int, deeper: int) -> Unread:
        """The subtree of an unread branch, to the depth of the search and while there is room."""
        search.budget.check()
        self._passed_over += 1
        number = -self._passed_over
        child = search.result(node.state, a)
        role = search.role(child)
        value = search.leaf_value(child, "terminal") if role == "terminal" else None
        at_end = role == "terminal" or deeper == 0 or (search.depth is not None and ply >= search.depth)
        further: Iterator[Action] = iter(()) if at_end else islice(search.read(child, ply), max(self.room_below, 0))
        below = _Open(number, child, None)
        branches: list[Unread] = []
        for b in further:
            if self.room_below <= 0:
                break
            self.room_below -= 1
            branches.append(self._unread(search, below, b, ply + 1, deeper - 1))
        name, probability, place = _branch(search, node, a)
        label = search.game.label(child)
        return Unread(name, probability, role, ply, child, value, tuple(branches), label, place, number)


class _Open:
    """A node that was entered and not yet left, or one whose unread branches are recorded."""

    def __init__(self, number: int, state: State, window: Window | None) -> None:
        self.number, self.state, self.window = number, state, window
        self.value: Value | None = None
        self.best: int | None = None
        self.places: dict[Any, int] = {}
        self.children: list[int] = []


def _branch(search: Search, node: _Open, a: Action) -> tuple[str, float | None, int]:
    """The action's name, its probability, and its index among the node's actions."""
    game, s = search.game, node.state
    if not node.places:
        node.places = dict(zip(game.actions(s), range(WIDEST), strict=False))
    probability = game.probability(s, a) if game.player(s) == CHANCE else None
    return game.show_action(s, a), probability, node.places.get(a, WIDEST)
