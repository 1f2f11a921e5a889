"""Judges a move by the live analyses: its value, and which move would have been better.

The analysis of the position before a move evaluates every action in it, including the one that was played. If that is
only an estimate, the value of the position after the move may be proved. The marks and their thresholds are those of
`play.review`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.results import Line, Worth
from zermelo.core.rules import utilities
from zermelo.play.review import Judgement, compare, ranked, surest
from zermelo.web.analyses import Standing

KEPT = 200
"""The number of positions whose latest analysis is remembered."""


class Memory:
    """The latest analyses, by position."""

    def __init__(self) -> None:
        self._standings: dict[State, Standing] = {}

    def keep(self, standing: Standing) -> Standing:
        """Remembers an analysis, unless a deeper one is known, and returns it with all that is proved.

        Values against opponents who err, and values that depend on the play so far, are not mixed with others.
        """
        if standing.analysis.against_errors or standing.game.forbids_repetition:
            return standing
        standing = self._with_proofs(standing)
        known = self._standings.pop(standing.state, standing)
        self._standings[standing.state] = max(standing, known, key=lambda each: (each.is_settled, each.analysis.depth))
        if len(self._standings) > KEPT:
            del self._standings[next(iter(self._standings))]
        return standing

    def _with_proofs(self, standing: Standing) -> Standing:
        """The analysis with proved values of earlier analyses and of later positions in place of estimates."""
        game, s, found = standing.game, standing.state, standing.analysis
        known = self._standings.get(s)
        earlier = {} if known is None else {line.action: line for line in known.lines if line.proved}
        proved = {state: each for state, each in self._standings.items() if each.analysis.proved}
        lines = [
            line if line.proved else earlier.get(line.action) or self._proved_later(line, s, game, proved)
            for line in standing.lines
        ]
        mover = game.player(s)
        if mover != CHANCE and lines != list(standing.lines):  # else the method's own order stands
            lines.sort(key=lambda line: (line.is_evaluated, ranked(game, mover, line)), reverse=True)  # a stable sort
        if known is not None and known.analysis.proved and not found.proved:
            found = replace(known.analysis, nodes=found.nodes, seconds=found.seconds, speed=found.speed)
        elif not found.proved and mover != CHANCE and lines and all(line.proved for line in lines) and found.lines:
            best = lines[0]
            found = replace(found, value=best.value, values=best.values, proved=True, distance=best.distance)
        return replace(standing, analysis=replace(found, lines=tuple(lines)) if found.lines else found)

    @staticmethod
    def _proved_later(line: Line, s: State, game: Game, proved: Mapping[State, Standing]) -> Line:
        """The line with the value of the position after its first action, if that is proved."""
        after = proved.get(game.result(s, line.action)) if proved else None  # `result` is slow for hundreds of lines
        if after is None or after.analysis.values is None:
            return line
        distance = None if after.analysis.distance is None else after.analysis.distance + 1
        actions = (line.action, *after.analysis.line)
        return Line(values=after.analysis.values, proved=True, distance=distance, actions=actions)

    def judge_last(self, states: list[State], actions: list[Action]) -> Judgement | None:
        """The judgement of the last of the actions, which led through the states; None if its value is unknown."""
        before = self._standings.get(states[-2]) if actions else None
        if before is None or before.game.player(before.state) == CHANCE:
            return None
        played = [Worth(line.values, line.proved) for line in before.evaluated if line.action == actions[-1]]
        played += self._after(before, states[-1])
        if not played or not before.evaluated:
            return None
        best = before.evaluated[0]
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
