"""Judges a move by the live analyses: its value, and which move would have been better.

The analysis of the position before a move evaluates every action in it, including the one that was played. If that is
only an estimate, the value of the position after the move may be proved. The marks and their thresholds are those of
`play.review`.
"""

from __future__ import annotations

from zermelo.core.game import CHANCE, Action, State, utilities
from zermelo.core.results import Worth
from zermelo.play.review import Judgement, compare, surest
from zermelo.web.analyses import Standing

KEPT = 200
"""The number of positions whose latest analysis is remembered."""


class Memory:
    """The latest analyses, by position."""

    def __init__(self) -> None:
        self._standings: dict[State, Standing] = {}

    def keep(self, standing: Standing) -> None:
        """Remembers an analysis, unless a deeper one is known. Drops the oldest if there are too many."""
        known = self._standings.pop(standing.state, standing)
        self._standings[standing.state] = max(standing, known, key=lambda each: (each.is_settled, each.analysis.depth))
        if len(self._standings) > KEPT:
            del self._standings[next(iter(self._standings))]

    def judge_last(self, states: list[State], actions: list[Action]) -> Judgement | None:
        """The judgement of the last of the actions, which led through the states; None if its value is unknown."""
        before = self._standings.get(states[-2]) if actions else None
        if before is None or before.game.player(before.state) == CHANCE:
            return None
        played = [Worth(line.values, line.proved) for line in before.lines if line.action == actions[-1]]
        played += self._after(before, states[-1])
        if not played:
            return None
        best = before.lines[0]
        return compare(
            before.game,
            before.state,
            actions[-1],
            played=surest(played),
            best_action=best.action,
            best=Worth(best.values, best.proved),
            ply=len(actions),
        )

    def _after(self, before: Standing, s: State) -> list[Worth]:
        """The value of s, the position after the move, from its own analysis; an empty list if it is unknown."""
        game, after = before.game, self._standings.get(s)
        if game.is_terminal(s):
            return [Worth(utilities(game, s), True)]
        return (
            []
            if after is None or after.analysis.values is None
            else [Worth(after.analysis.values, after.analysis.proved)]
        )
