"""Alpha-mu search (αμ): strategies that cannot decide by what is unseen, against opponents who see everything.

Averaging over deals lets the player choose a different continuation in each deal, although the player cannot tell them
apart: strategy fusion. Alpha-mu searches the player's next M decisions so that worlds with equal observations share
one decision. A strategy has a value in every world, so a node has no single value but a front: the vectors of values, a
number for each world, that no other vector dominates. After M decisions a world is searched as if everything were
seen. The opponents, who are assumed to see everything, reply best in each world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import fsum
from typing import Any, TypeAlias

from zermelo.core.game import CHANCE, Action, Game, State, legal_actions
from zermelo.core.limits import Budget
from zermelo.hidden.worlds import Worlds

Vector: TypeAlias = tuple[float, ...]
"""A value to the player for each of some states."""

Front: TypeAlias = list[Vector]

StateValues: TypeAlias = Callable[[Sequence[State], Budget], tuple[list[float], bool]]
"""Player 0's values of states with everything seen, and whether they are exact."""

MOST_VECTORS = 64
"""The most vectors that a front keeps: those with the best means. What is dropped can only lower the value."""


class AlphaMu:
    """One search for the player of a view, of `moves` decisions of that player.

    Afterwards `cut` says whether states were valued as if everything were seen, `exact` whether without an evaluation,
    `dropped` whether vectors were left out, and `opposed` whether an opponent has moved.
    """

    def __init__(self, game: Game, worlds: Worlds, moves: int, values: StateValues, budget: Budget) -> None:
        self.game, self.worlds, self.moves = game, worlds, moves
        self._player = worlds.view.player
        self._values = values
        self._budget = budget
        self.cut = self.dropped = self.opposed = False
        self.exact = True

    def actions(self) -> list[tuple[Action, float]]:
        """The actions with their expected values to the player, by the best strategy that begins with each."""
        found = []
        for a in legal_actions(self.game, self.worlds.some):
            front = self._front([self.game.result(s, a) for s in self.worlds.states], self.moves - 1)
            means = [fsum(p * v for p, v in zip(self.worlds.probabilities, vector, strict=True)) for vector in front]
            found.append((a, max(means)))
        return found

    def _front(self, states: list[State], moves: int) -> Front:
        """The front of the player's strategies, a value for each state."""
        groups: dict[Any, list[int]] = {}
        for place, s in enumerate(states):
            groups.setdefault(self._situation(s), []).append(place)
        fronts = [self._front_of(kind, [states[i] for i in places], moves) for (kind, _), places in groups.items()]
        order = [i for places in groups.values() for i in places]
        joined = [tuple(v for part in parts for v in part) for parts in self._combinations(fronts)]
        return [tuple(v for _, v in sorted(zip(order, vector, strict=True))) for vector in joined]

    def _situation(self, s: State) -> tuple[str, Any]:
        """What the player can tell states apart by: whether play is over, and otherwise what was seen."""
        self._budget.spend()
        if self.game.is_terminal(s):
            return "over", None
        return "own" if self.game.player(s) == self._player else "other", self.game.observe(s, self._player)

    def _front_of(self, kind: str, states: list[State], moves: int) -> Front:
        if kind == "over":
            return [tuple(float(self.game.utility(s, self._player)) for s in states)]
        return self._own_front(states, moves) if kind == "own" else self._other_front(states, moves)

    def _own_front(self, states: list[State], moves: int) -> Front:
        """One action for all states: the vectors of all actions."""
        if moves <= 0:
            return [self._open_values(states)]
        vectors = [
            vector
            for a in legal_actions(self.game, states[0])
            for vector in self._front([self.game.result(s, a) for s in states], moves - 1)
        ]
        return self._undominated(vectors)

    def _other_front(self, states: list[State], moves: int) -> Front:
        """Opponents take the reply that is worst for the player in each state; chance takes the mean."""
        following: list[State] = []
        ranges = []
        for s in states:
            actions = legal_actions(self.game, s)
            ranges.append((s, actions, len(following)))
            following += [self.game.result(s, a) for a in actions]
        vectors = []
        for vector in self._front(following, moves):
            backed_up = tuple(self._backed_up(s, actions, vector[at : at + len(actions)]) for s, actions, at in ranges)
            vectors.append(backed_up)
        return self._undominated(vectors)

    def _backed_up(self, s: State, actions: list[Action], values: Vector) -> float:
        if self.game.player(s) != CHANCE:
            self.opposed = True
            return min(values)
        return fsum(float(self.game.probability(s, a)) * v for a, v in zip(actions, values, strict=True))

    def _open_values(self, states: list[State]) -> Vector:
        """The values with everything seen."""
        self.cut = True
        values, exact = self._values(states, self._budget)
        self.exact = self.exact and exact
        total = self.game.kind.total
        return tuple(v if self._player == 0 else total - v for v in values)

    def _combinations(self, fronts: list[Front]) -> list[tuple[Vector, ...]]:
        """One vector of each front, in all ways; where there are too many, the fronts are shortened."""
        most = MOST_VECTORS
        while _size(fronts) > MOST_VECTORS * MOST_VECTORS:
            most = max(most // 2, 1)
            fronts = [self._best(front, most) for front in fronts]
        return list(product(*fronts))

    def _undominated(self, vectors: Front) -> Front:
        """The vectors that no other one dominates, each once."""
        kept: Front = []
        for vector in sorted(set(vectors), key=lambda v: (-sum(v), v)):
            if not any(all(a >= b for a, b in zip(other, vector, strict=True)) for other in kept):
                kept.append(vector)
        return self._best(kept, MOST_VECTORS)

    def _best(self, front: Front, most: int) -> Front:
        if len(front) <= most:
            return front
        self.dropped = True
        return sorted(front, key=lambda v: -sum(v))[:most]


def _size(fronts: list[Front]) -> int:
    size = 1
    for front in fronts:
        size *= len(front)
    return size
