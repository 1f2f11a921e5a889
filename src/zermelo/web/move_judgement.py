"""What the live analysis says of a move: what it is worth, and what would have been better.

The analysis of the position before a move weighs every action in it, and so the one that was played. Where that is only
estimated, the position after the move may be proved. The marks and their thresholds are those of `play.review`.
"""

from __future__ import annotations

from zermelo.core.game import CHANCE, Action, State, utilities
from zermelo.core.results import Worth
from zermelo.play.review import Judgement, compare, surest
from zermelo.web.analyses import Standing

KEPT = 200
"""How many positions are remembered, each with its latest analysis."""


class Memory:
    """The latest analyses, by position."""

    def __init__(self) -> None:
        self._standings: dict[State, Standing] = {}

    def keep(self, standing: Standing) -> None:
        """Remembers an analysis, unless a deeper one is known; the oldest goes where there are too many."""
        known = self._standings.pop(standing.state, standing)
        self._standings[standing.state] = max(standing, known, key=lambda each: (each.is_settled, each.analysis.depth))
        if len(self._standings) > KEPT:
            del self._standings[next(iter(self._standings))]

    def judge_last(self, states: list[State], actions: list[Action]) -> Judgement | None:
        """What is known of the last of the actions, which have led through the states; None where that is nothing."""
        before = self._standings.get(states[-2]) if actions else None
        if before is None or before.game.player(before.state) == CHANCE:
            return None
        played = [Worth(line.values, line.proved) for line in before.lines if line.action == actions[-1]]
        played += self._worth(before, states[-1])
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

    def _worth(self, before: Standing, s: State) -> list[Worth]:
        """What is known of the position after a move by itself."""
        game, after = before.game, self._standings.get(s)
        if game.is_terminal(s):
            return [Worth(utilities(game, s), True)]
        return (
            []
            if after is None or after.analysis.values is None
            else [Worth(after.analysis.values, after.analysis.proved)]
        )
