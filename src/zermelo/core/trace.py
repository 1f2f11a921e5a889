"""A trace of a search: a reversible log of its steps as plain data, and the tree that it builds.

Every step contains the values before and after it, so a cursor can move through the log in both directions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from zermelo.core.game import Game, State
from zermelo.core.values import Ranked, Value, Vector, plain_number, show_value

Window: TypeAlias = tuple[Any, Any]
"""The window (alpha, beta)."""


class Enter(NamedTuple):
    """A node is entered. Nodes are numbered in the order of entering; the root is 0 and has parent -1.

    `place` is the index of the action in `actions(s)`: a search may visit actions in another order. Nodes of one role
    with the same `information_set` look the same to the player to move; it is empty if the node is alone in its set.
    """

    node: int
    parent: int
    action: str
    probability: float | None
    role: str
    ply: int
    state: State
    window: Window | None
    label: str = ""
    place: int = 0
    information_set: str = ""


class Improve(NamedTuple):
    """A child improves the value of its node; at a chance node it adds its outcome to the expected value."""

    node: int
    child: int
    before: Value | None
    after: Value
    best_before: int | None
    best_after: int | None
    window_before: Window | None
    window_after: Window | None


class Odds(NamedTuple):
    """The probabilities with which an opponent who errs takes its actions, as pairs of a child and its probability."""

    node: int
    odds: tuple[tuple[int, float], ...]


class Unread(NamedTuple):
    """A branch that a cut pruned; `value` is its utility if it ends in a terminal state.

    Pruned nodes are numbered from -1 downwards.
    """

    action: str
    probability: float | None
    role: str
    ply: int
    state: State
    value: Value | None
    branches: tuple[Unread, ...]
    label: str = ""
    place: int = 0
    node: int = -1


class Cut(NamedTuple):
    """The remaining actions of a node are pruned, because `value` `sign` `bound_name` `bound`: 4 ≥ beta 3."""

    node: int
    value: float | Ranked
    sign: str
    bound_name: str
    bound: float | Ranked
    unread: tuple[Unread, ...]

    @property
    def reason(self) -> str:
        """The inequality as text: "4 ≥ beta 3"."""
        return f"{show_value(self.value)} {self.sign} {self.bound_name} {show_value(self.bound)}"


class Leave(NamedTuple):
    """A node is left with its value; `why` is "terminal", "cutoff", "loop" or "done"."""

    node: int
    before: Value | None
    value: Value
    why: str


class Tally(NamedTuple):
    """The playouts through a node: their number N, and the sum Q of their utilities."""

    visits: int
    total: float | Vector

    @property
    def mean(self) -> float | Vector:
        """Q / N, for each player where the total is a vector."""
        if isinstance(self.total, tuple):
            return tuple(q / self.visits for q in self.total)
        return self.total / self.visits


class Score(NamedTuple):
    """Why a child is selected or not: its mean to the player who selects, and its exploration term."""

    child: int
    mean: float
    exploration: float

    @property
    def sum(self) -> float:
        """The sum of both, which is compared."""
        return self.mean + self.exploration


class Select(NamedTuple):
    """On the way down the tree, `child` is selected at `node`; without scores chance has drawn it."""

    node: int
    child: int
    scores: tuple[Score, ...]


class Simulate(NamedTuple):
    """A playout from `node`: random actions, and the value of the end; `ended` is false if it was cut off."""

    node: int
    actions: tuple[str, ...]
    value: float | Vector
    ended: bool


class Backup(NamedTuple):
    """A playout is counted at a node, which changes the exploration terms of the node's children.

    The terms are pairs of a child and its term.
    """

    node: int
    before: Tally | None
    after: Tally
    best_before: int | None
    best_after: int | None
    terms_before: tuple[tuple[int, float | None], ...]
    terms_after: tuple[tuple[int, float | None], ...]


Step: TypeAlias = Enter | Improve | Odds | Cut | Leave | Select | Simulate | Backup


@dataclass
class Node:
    """A node of the tree that a search has built so far; `number` is negative if a cut pruned the node."""

    number: int
    action: str
    probability: float | None
    role: str
    ply: int
    state: State
    window: Window | None = None
    value: Value | None = None
    why: str | None = None
    cut: str | None = None
    best: int | None = None
    label: str = ""
    place: int = 0
    tally: Tally | None = None
    exploration: float | None = None
    information_set: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def read(self) -> bool:
        """Whether the search has entered the node."""
        return self.number >= 0

    @property
    def from_left(self) -> list[Node]:
        """The children in the order of the game's actions, not in the order in which they were searched."""
        return sorted(self.children, key=lambda child: child.place)

    @property
    def best_child(self) -> Node | None:
        """The child from which the node's value comes."""
        return next((c for c in self.children if c.read and c.number == self.best), None)


class Pseudocode(NamedTuple):
    """The pseudocode of an algorithm, and the lines that correspond to each step.

    `lit` maps a role and a moment ("max cut"), or a moment alone ("cut"), to line numbers counted from 0.
    """

    lines: tuple[str, ...] = ()
    lit: Mapping[str, tuple[int, ...]] = {}

    def at(self, role: str, moment: str) -> tuple[int, ...]:
        """The line numbers for this moment at a node of this role; empty if no line corresponds."""
        return self.lit.get(f"{role} {moment}", self.lit.get(moment, ()))


@dataclass(frozen=True)
class Trace:
    """All the steps of one search of one game.

    `count_others` counts the nodes that other algorithms visit on the same tree.
    """

    game: Game
    algorithm: str
    steps: tuple[Step, ...]
    pseudocode: Pseudocode = field(default_factory=Pseudocode)
    count_others: Callable[[], Mapping[str, int | None]] = dict

    @cached_property
    def counts(self) -> Mapping[str, int | None]:
        """The number of nodes that each algorithm visits on this tree, this one first; None if too many to count."""
        return {self.algorithm: sum(isinstance(step, Enter) for step in self.steps), **self.count_others()}

    def tree(self) -> Node:
        """The tree after the last step."""
        cursor = Cursor(self)
        cursor.go(len(self.steps))
        assert cursor.root is not None
        return cursor.root

    def to_json(self) -> dict[str, Any]:
        """The log as plain data: each step is an object with its kind in `step`."""
        return {
            "game": str(self.game),
            "algorithm": self.algorithm,
            "steps": [self._plain(step) for step in self.steps],
        }

    def _plain(self, step: Step | Unread) -> dict[str, Any]:
        data = step._asdict()
        if "state" in data:
            data["state"] = self.game.show(data["state"])
        for name in ("unread", "branches"):
            if name in data:
                data[name] = [self._plain(u) for u in data[name]]
        if isinstance(step, Select):
            data["scores"] = [score._asdict() for score in step.scores]
        return {"step": type(step).__name__.lower()} | {k: plain_data(v) for k, v in data.items()}


class Cursor:
    """A position in a log, and the tree at that position. It moves in both directions."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.at = 0
        self.root: Node | None = None
        self._nodes: dict[int, Node] = {}

    def go(self, to: int) -> None:
        """Moves to the position just before step `to`, forwards or backwards."""
        while self.at < to:
            self.forward()
        while self.at > to:
            self.back()

    def forward(self) -> None:
        """Applies the next step."""
        step = self.trace.steps[self.at]
        self.at += 1
        node = self._nodes.get(step.node)
        if isinstance(step, Enter):
            self._add(step)
            return
        assert node is not None
        if isinstance(step, Improve):
            node.value, node.best, node.window = step.after, step.best_after, step.window_after
        elif isinstance(step, Odds):
            self._weigh(step, dict(step.odds))
        elif isinstance(step, Cut):
            node.cut = step.reason
            node.children.extend(_unread_node(u) for u in step.unread)
        elif isinstance(step, Leave):
            node.value, node.why = step.value, step.why
        elif isinstance(step, Backup):
            self._count(node, step.after, step.best_after, step.terms_after)

    def back(self) -> None:
        """Undoes the last step."""
        self.at -= 1
        step = self.trace.steps[self.at]
        node = self._nodes[step.node]
        if isinstance(step, Enter):
            self._remove(step)
        elif isinstance(step, Improve):
            node.value, node.best, node.window = step.before, step.best_before, step.window_before
        elif isinstance(step, Odds):
            self._weigh(step, {})
        elif isinstance(step, Cut):
            node.cut = None
            del node.children[len(node.children) - len(step.unread) :]
        elif isinstance(step, Leave):
            node.value, node.why = step.before, None
        elif isinstance(step, Backup):
            self._count(node, step.before, step.best_before, step.terms_before)

    def _weigh(self, step: Odds, odds: dict[int, float]) -> None:
        for child, _ in step.odds:
            self._nodes[child].probability = odds.get(child)

    def _count(
        self, node: Node, tally: Tally | None, best: int | None, terms: tuple[tuple[int, float | None], ...]
    ) -> None:
        node.tally, node.best = tally, best
        node.value = None if tally is None else tally.mean
        for child, term in terms:
            self._nodes[child].exploration = term

    def _add(self, step: Enter) -> None:
        node = Node(step.node, step.action, step.probability, step.role, step.ply, step.state, step.window)
        node.label, node.place, node.information_set = step.label, step.place, step.information_set
        self._nodes[step.node] = node
        if step.parent < 0:
            self.root = node
        else:
            self._nodes[step.parent].children.append(node)

    def _remove(self, step: Enter) -> None:
        del self._nodes[step.node]
        if step.parent < 0:
            self.root = None
        else:
            self._nodes[step.parent].children.pop()


def _unread_node(unread: Unread) -> Node:
    node = Node(
        unread.node, unread.action, unread.probability, unread.role, unread.ply, unread.state, value=unread.value
    )
    node.label, node.place = unread.label, unread.place
    node.children = [_unread_node(u) for u in unread.branches]
    return node


def plain_data(value: Any) -> Any:
    """The value as data that JSON can represent: infinities as text, a win or loss found as {"decided": utility}."""
    if isinstance(value, Ranked):
        if abs(value.tier) == 2:
            return "+inf" if value.tier > 0 else "-inf"
        return {"decided": plain_number(value.value)} if value.tier else plain_data(value.value)
    if isinstance(value, tuple):
        return [plain_data(v) for v in value]
    if isinstance(value, float) and value in (float("inf"), -float("inf")):
        return "+inf" if value > 0 else "-inf"
    return value if isinstance(value, (str, list, type(None))) else plain_number(value)
