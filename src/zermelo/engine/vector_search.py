"""The root of a search whose values are vectors: max^n compares the mover's component, other models the agent's."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from math import inf

from zermelo.core.game import Action, State
from zermelo.core.values import Vector
from zermelo.engine.opponent_models import OpponentModel
from zermelo.engine.root_search import NOWHERE, RootAction, RootSearch, Scale, kernels_for
from zermelo.kernels import many
from zermelo.kernels.search_memory import SearchMemory
from zermelo.kernels.transpositions import EXACT
from zermelo.native.host import KernelHost

PLAIN_NUMBERS = Scale(0.0, 0.0, 0.0)
"""The scale in which values are utilities, unchanged."""


class VectorRootSearch(RootSearch):
    """A search of a state by one thread, with vectors as values; the greater, the better for the mover."""

    has_windows = False

    def __init__(self, host: KernelHost, s: State, memory: SearchMemory, others: OpponentModel, agent: int) -> None:
        super().__init__(host, s, memory, PLAIN_NUMBERS)
        who = self.game.player(s)
        self.kernels = kernels_for(self.game, others)
        self.chooses = others.chooses(self.game, s, agent)
        self.is_exact = others.is_exact
        self.sign = -1 if who != agent and others.rule != many.MAXN else 1
        self._is_maxn = others.rule == many.MAXN
        self._index = who if self._is_maxn else agent
        self._usual = self.order[0] if others.rule == many.BEST_REPLY and who != agent else None

    def search(self, depth: int, lines: int, floor: float = -inf, ceiling: float = inf) -> list[RootAction]:
        """Searches every action to the depth, and returns them best first; ties keep the order of the actions."""
        found: list[RootAction] = []
        self._best, self._rest = found, []
        for place in self.order:
            window = self._window(found[0], place) if lines == 1 and found else (floor, ceiling)
            child = self.child(place, depth, *window, ignore_root=lines > 1)
            insort(found, child, key=lambda f: (not f.exact, -f.value, f.place))
        self.order = [f.place for f in found]
        return list(found)

    def _window(self, best: RootAction, place: int) -> tuple[float, float]:
        """The window of an action, given the best action so far."""
        if self._is_maxn:
            return -inf, many.most_for_others(self.memory, best.value, place < best.place)
        return best.value, inf

    def child(self, place: int, depth: int, floor: float, ceiling: float, *, ignore_root: bool = False) -> RootAction:
        """The search result of one action."""
        self.memory.has_replied = self._usual not in (None, place)
        alpha, beta = (floor, ceiling) if self.sign > 0 else (-ceiling, -floor)
        return self._found(place, self._run(place, depth, alpha, beta, ignore_root), self.game.players)

    def root_value(self, depth: int) -> RootAction:
        """The value of a root at which no player chooses a best action."""
        self._best, self._rest = [], []
        self.memory.has_replied = False
        return self._found(NOWHERE, self._run(NOWHERE, depth, -inf, inf, ignore_root=False), 0)

    def _found(self, place: int, known: float, start: int) -> RootAction:
        m = self.memory
        vector = tuple(float(m.vectors[start + p]) for p in range(self.game.players))
        value = self.sign * vector[max(self._index, 0)]
        return RootAction(place, value, bool(m.guessed), self._line(), vector, known == EXACT)

    def values_of(self, found: RootAction) -> Vector:
        """The value of an action to each player."""
        return found.vector

    def _evaluated(self, place: int) -> RootAction:
        """The utilities or evaluations of an action's successor, without a search."""
        s = self.game.result(self.state, self.actions[place])
        over = self.game.is_terminal(s)
        vector = tuple((self.game.utility if over else self.game.evaluate)(s, p) for p in range(self.game.players))
        return RootAction(place, self.sign * vector[max(self._index, 0)], not over, (), vector)

    def _read(self, s: State) -> Iterable[Action]:
        """The actions that the kernel searches: all, since candidates for one player need not suit another."""
        return self.game.actions(s)
