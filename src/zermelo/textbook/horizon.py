"""Minimax and alpha-beta: remedies for the horizon effect, and the lectures' "?" as the value of a loop.

A search of depth d values states d plies away by EVAL, whatever happens next. A *noisy* action, such as a capture, can
change that value by a lot. With quiescence the search continues there with noisy actions only, and either player may
stop: the EVAL of the state (*stand pat*) is the value of stopping. With extensions a forced action, the only one in
its state, does not count as a ply.

In a game that is only won or lost, a line that comes back to a state on its path may be left open: with `open_loops`
its value is "?", which is better than a loss and worse than a win. Other outcomes cannot be compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from zermelo.core.errors import KindError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.rules import each_action
from zermelo.core.trace import Window
from zermelo.core.values import Unknown, rank, show_value, unrank
from zermelo.textbook.search import ZeroSumSearch

QUIET_PLIES = 16
"""The maximum number of plies by which quiescence exceeds the depth limit."""


class HorizonSearch(ZeroSumSearch):
    """A depth-limited search of a zero-sum game, optionally with quiescence and extensions."""

    def __init__(
        self,
        game: Game,
        *,
        quiescence: bool = False,
        extensions: bool = False,
        open_loops: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(game, **options)
        self.open_loops = open_loops
        self.quiescence = quiescence
        self.extensions = extensions
        self._longest = 2 * (self.depth or 0)

    def visit(self, s: State, ply: int, action: Action | None = None, window: Window | None = None) -> Any:
        """As in every search; below a forced action it is one ply deeper, up to twice the depth."""
        if not (self.extensions and self.depth is not None and self.depth < self._longest and self._is_forced(s)):
            return super().visit(s, ply, action, window)
        self.depth += 1
        v = super().visit(s, ply, action, window)
        self.depth -= 1
        return v

    def leaf(self, s: State, ply: int) -> str | None:
        """As in every search; at the depth limit a state with noisy actions is no leaf if there is quiescence."""
        leaf = super().leaf(s, ply)
        return None if leaf == "cutoff" and self.quiescence and self._is_noisy(s, ply) else leaf

    def value_to(self, s: State, leaf: str, p: int) -> Any:
        """As in every search; the value of a loop may be "?", if the game is only won or lost."""
        v = super().value_to(s, leaf, p)
        if not self.open_loops:
            return v
        infinite = self.game.infinite_play(p)
        if leaf == "loop":
            return rank(Unknown(infinite), self.game.fair_share) if self.ranked else Unknown(infinite)
        if leaf == "terminal" and unrank(v) == infinite:
            raise KindError(
                f'the value of a loop cannot be "?" in {quote(self.game)}: minimax can only compare "?" with wins and '
                f"losses, and {quote(self.game.show(s))} is worth {show_value(v)}, as much as a loop"
            )
        return v

    def read(self, s: State, ply: int) -> Iterator[Action]:
        """The actions of s in reading order: beyond the depth limit, the noisy ones."""
        return iter(list(self.game.noisy(s))) if self.is_quiet(ply) else super().read(s, ply)

    def is_quiet(self, ply: int) -> bool:
        """Whether an inner node at this ply is part of the quiescence search."""
        return self.depth is not None and ply >= self.depth

    def stand_pat(self, s: State) -> Any:
        """The value of stopping the quiescence search in s."""
        return self.leaf_value(s, "cutoff")

    def _is_noisy(self, s: State, ply: int) -> bool:
        assert self.depth is not None
        return ply < self.depth + QUIET_PLIES and any(True for _ in self.game.noisy(s))

    def _is_forced(self, s: State) -> bool:
        return not self.game.is_terminal(s) and len(list(islice(each_action(self.game, s), 2))) == 1
