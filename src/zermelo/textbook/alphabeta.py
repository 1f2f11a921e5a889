"""Alpha-beta pruning, fail-soft and fail-hard."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from zermelo.core.errors import KindError
from zermelo.core.game import MAX, MIN, Action, Game, State
from zermelo.core.trace import Pseudocode, Window
from zermelo.core.values import is_interval, rank
from zermelo.textbook.horizon import HorizonSearch
from zermelo.textbook.listing import listing
from zermelo.textbook.minimax import Minimax


class AlphaBeta(HorizonSearch):
    """Minimax that does not read branches that cannot change the root's value.

    For a window (alpha, beta), the returned value v and the minimax value m satisfy: alpha < v < beta implies m = v;
    v ≤ alpha implies m ≤ v; v ≥ beta implies m ≥ v. Fail-hard keeps v inside the window; fail-soft returns the value
    that was found. An action improves a node only if it is better than those before it, so the root's action is one
    whose own value was established.
    """

    name = "alphabeta"
    pseudocode = """
    function VALUE(s, α, β)
        if TERMINAL(s) then return UTILITY(s, MAX)
        if CUTOFF(s, depth) then return EVAL(s, MAX)
        if PLAYER(s) = MAX then return MAX-VALUE(s, α, β)
        if PLAYER(s) = MIN then return MIN-VALUE(s, α, β)

    function MAX-VALUE(s, α, β)
        v ← −∞                                             (fail-hard: v ← α)
        for each a in ACTIONS(s) do
            v ← MAX(v, VALUE(RESULT(s, a), α, β))
            α ← MAX(α, v)
            if v ≥ β then return v                         (fail-hard: return β)
        return v

    function MIN-VALUE(s, α, β)
        v ← +∞                                             (fail-hard: v ← β)
        for each a in ACTIONS(s) do
            v ← MIN(v, VALUE(RESULT(s, a), α, β))
            β ← MIN(β, v)
            if v ≤ α then return v                         (fail-hard: return α)
        return v
    """
    lit = HorizonSearch.lit | {
        "max enter": ("MAX-VALUE: v ←",),
        "max improve": ("MAX-VALUE: v ← MAX", "MAX-VALUE: α ←"),
        "max cut": ("MAX-VALUE: if v ≥ β",),
        "max leave": ("MAX-VALUE: return v",),
        "min enter": ("MIN-VALUE: v ←",),
        "min improve": ("MIN-VALUE: v ← MIN", "MIN-VALUE: β ←"),
        "min cut": ("MIN-VALUE: if v ≤ α",),
        "min leave": ("MIN-VALUE: return v",),
    }

    def __init__(
        self, game: Game, *, fail: str = "soft", window: tuple[float, float] = (-inf, inf), **options: Any
    ) -> None:
        super().__init__(game, **options)
        if fail not in ("soft", "hard"):
            raise KindError(f"the option fail='{fail}' is not valid: it must be 'soft' or 'hard'")
        if not is_interval(window) or window[0] == window[1]:
            raise KindError(f"the window {window!r} is not valid: it must be an alpha and a greater beta")
        self.hard = fail == "hard"
        self.window: Window = (self._bound(window[0]), self._bound(window[1]))
        self._known: dict[Any, Any] = {}

    def _bound(self, end: float) -> Any:
        """An end of the window, given as a utility, converted to the values that this search compares."""
        if end in (-inf, inf):
            return self.minus_infinity if end < 0 else self.plus_infinity
        return rank(end, self.game.fair_share) if self.ranked else end

    def visit(self, s: State, ply: int, action: Action | None = None, window: Window | None = None) -> Any:
        """As in every search; the root gets the window given to the constructor."""
        return super().visit(s, ply, action, window or self.window)

    def value(self, s: State, ply: int, window: Window | None) -> Any:
        """The value of an inner node, or a bound on it outside the window."""
        alpha, beta = window or self.window
        player = self.game.player(s)
        if player == MAX:
            return self.max_value(s, ply, alpha, beta)
        if player == MIN:
            return self.min_value(s, ply, alpha, beta)
        raise self.invalid_answer("player", s, player)

    def max_value(self, s: State, ply: int, alpha: Any, beta: Any) -> Any:
        """The greatest value among the actions; stops once it is at least beta."""
        v = alpha if self.hard else self.minus_infinity
        actions = self.read(s, ply)
        if self.is_quiet(ply):
            v = max(v, self.stand_pat(s))
            alpha = max(alpha, v)
            if v >= beta:
                self.cut(ply, (v, "≥", "beta", beta), actions)
                return beta if self.hard else v
        for a in actions:
            w = self.visit(self.result(s, a), ply + 1, a, (alpha, beta))
            if w > v:
                v = w
                alpha = max(alpha, v)
                self.improve(ply, a, v, (alpha, beta))
            if v >= beta:
                self.cut(ply, (v, "≥", "beta", beta), actions)
                return beta if self.hard else v
        return v

    def min_value(self, s: State, ply: int, alpha: Any, beta: Any) -> Any:
        """The least value among the actions; stops once it is at most alpha."""
        v = beta if self.hard else self.plus_infinity
        actions = self.read(s, ply)
        if self.is_quiet(ply):
            v = min(v, self.stand_pat(s))
            beta = min(beta, v)
            if v <= alpha:
                self.cut(ply, (v, "≤", "alpha", alpha), actions)
                return alpha if self.hard else v
        for a in actions:
            w = self.visit(self.result(s, a), ply + 1, a, (alpha, beta))
            if w < v:
                v = w
                beta = min(beta, v)
                self.improve(ply, a, v, (alpha, beta))
            if v <= alpha:
                self.cut(ply, (v, "≤", "alpha", alpha), actions)
                return alpha if self.hard else v
        return v

    def cut(self, ply: int, inequality: tuple[Any, str, str, Any], unread: Iterator[Action]) -> None:
        """Records a cut, with the unread actions."""
        if self.recorder:
            self.recorder.cut(self, ply, inequality, unread)

    def listing(self) -> Pseudocode:
        """The pseudocode shown beside the steps, fail-soft or fail-hard."""
        return listing(type(self), hard=self.hard)

    def best_first(self, s: State, ply: int, actions: list[Action]) -> list[Action]:
        """The actions, best for the mover first, by their minimax values to this search's depth."""
        rest = None if self.depth is None else self.depth - ply - 1
        options = {
            "depth": rest,
            "symmetry": self.symmetry,
            "quiescence": self.quiescence,
            "extensions": self.extensions,
            "open_loops": self.open_loops,
            "budget": self.budget.part(),
        }

        def value(a: Action) -> Any:
            return _MemoizedMinimax(self._known, self.game, **options).run(self.result(s, a))

        return sorted(actions, key=value, reverse=self.game.player(s) == MAX)


class _MemoizedMinimax(Minimax):
    """Minimax that reads each state once per remaining depth, so that sorting actions costs no more than a search."""

    def __init__(self, known: dict[Any, Any], game: Game, **options: Any) -> None:
        super().__init__(game, **options)
        self._known = known

    def visit(self, s: State, ply: int, action: Action | None = None, window: Window | None = None) -> Any:
        """As in minimax, unless the value is known. A value that depends on a repetition holds only on this path."""
        key = (self.game.key(s), None if self.depth is None else self.depth - ply)
        if key not in self._known:
            loops = self.loops
            v = super().visit(s, ply, action, window)
            if self.loops > loops:
                return v
            self._known[key] = v
        return self._known[key]

    def improve(self, ply: int, action: Action, v: Any, window: Window | None = None) -> None:
        """Does nothing: only values are needed, no line."""
