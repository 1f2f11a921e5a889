"""The reuse of a tree by the next search: where the state that is searched now is in the tree of the last search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from zermelo.core.game import Game, State
from zermelo.core.rules import each_action
from zermelo.kernels.tree_memory import ROOT, MctsMemory

SEARCHED_STATES, SEARCHED_PLIES = 2_000, 3
"""A state is looked for among at most this many states of the tree, down to this ply."""


@dataclass(frozen=True)
class KeptTree:
    """What is known of a tree besides its memory: the state of its root, and the play before it."""

    game: Game
    root: State
    past: Sequence[State] = ()

    def find(self, s: State, past: Sequence[State], m: MctsMemory) -> int | None:
        """The expanded node of a state that follows the root; None if it is not found.

        If the game forbids repetition, it has to be on the same path: its children depend on that.
        """
        if self.game.forbids_repetition:
            node = self._on_path([*past, s], m)
        else:
            node = next((n for n, state in islice(self._below(m), SEARCHED_STATES) if state == s), None)
        return None if node is None or m.firsts[node] == 0 else node

    def _on_path(self, play: list[State], m: MctsMemory) -> int | None:
        """The node at the end of this play; None if the root or the tree is not on it."""
        known = len(self.past) + 1
        if play[:known] != [*self.past, self.root]:
            return None
        node = ROOT
        for before, after in pairwise(play[known - 1 :]):
            children = {state: child for child, state in self._children(m, node, before)}
            if after not in children:
                return None
            node = children[after]
        return node

    def _below(self, m: MctsMemory) -> Iterator[tuple[int, State]]:
        """The nodes of the tree with their states, breadth first."""
        level: list[tuple[int, State]] = [(ROOT, self.root)]
        for _ in range(SEARCHED_PLIES + 1):
            yield from level
            following: list[tuple[int, State]] = []
            for node, s in level:
                following += self._children(m, node, s)
                if len(following) > SEARCHED_STATES:
                    break
            level = following

    def _children(self, m: MctsMemory, node: int, s: State) -> list[tuple[int, State]]:
        """The visited children of a node, with their states."""
        first, count = int(m.firsts[node]), int(m.counts[node])
        actions = list(each_action(self.game, s)) if first else []
        return [
            (child, self.game.result(s, actions[int(m.places[child])]))
            for child in range(first, first + count)
            if m.visits[child] > 0
        ]
