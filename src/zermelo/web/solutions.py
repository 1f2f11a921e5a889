"""The exact value of a position: each action with its value and distance, and the values of the play so far.

If all states can be enumerated, that gives the value of every position at once. Otherwise the engine proves positions
one by one within its time: first this one, then the successors, then the play so far, from its end backwards.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from threading import Event
from typing import Any

from zermelo.core.game import CHANCE, Action, State
from zermelo.core.limits import Limits
from zermelo.core.repetition import forbidden_positions, is_allowed
from zermelo.core.results import Solution, Worth
from zermelo.engine.engine import Watch
from zermelo.methods.chooser import PAGE_PROOF_SECONDS, PAGE_SECONDS, PAGE_STATES, Chooser
from zermelo.web.analyses import describe_value
from zermelo.web.positions import some_actions
from zermelo.web.thinking import Costs, ReportCosts
from zermelo.web.walks import Walk

Report = Callable[[dict[str, Any]], None]
"""Sends an answer to the tab."""

Play = tuple[State, ...]
"""A position, after the states on which its value depends: those before it, if the game forbids repetition."""

Known = Callable[[Play], Worth | None]
"""Returns the value of the last state of a play, or None if it is unknown."""


def worth_in(solution: Solution, play: Play) -> Worth | None:
    """The value of the last state of a play in the solution: None if it was not read."""
    s = play[-1]
    values = solution.values_of(s)
    if values is None or solution.table is None:
        return None
    is_draw = values[0] == solution.game.infinite_play(0)
    return Worth(values, True, None if is_draw else solution.table.distance(s))


class Solver:
    """Finds exact values in one game, and keeps them."""

    def __init__(self, chooser: Chooser) -> None:
        self.game = chooser.game
        self._chooser = chooser
        self._tables: dict[State, Solution] = {}
        self._proved: dict[Play, Worth] = {}

    def solve(self, walk: Walk, stop: Event, report: Report) -> None:
        """Reports the values of the walk's last state, of its actions and of the other states, whenever more are known.

        Every report tells how they were found, or what is being computed.
        """
        plays = self._plays(walk)
        notes: tuple[str, ...] = ()
        if self._chooser.why_not_enumerated is None:
            table = self._all_values(walk.start, plays, stop, report)
            if table.proved:
                return
            notes = table.notes
        why = self._chooser.why_no_proof_by_search
        if why is None:
            self._prove_all(plays, stop, report)
        else:
            reason = "; ".join([*notes, f"no search proves its value, since {why}"])
            report(self._known(plays, lambda _: None) | {"how": reason})

    def _plays(self, walk: Walk) -> list[Play]:
        """The positions of the walk, each with what its value depends on."""
        if not self.game.forbids_repetition:
            return [(s,) for s in walk.states]
        play = (*walk.past, walk.state)
        return [play[:length] for length in range(len(walk.before) + 1, len(play) + 1)]

    def _all_values(self, start: State, plays: list[Play], stop: Event, report: Report) -> Solution:
        """The solution by enumeration from the start, which is reported if it was found."""
        if start not in self._tables:
            doing = f"reading all states, for at most {PAGE_SECONDS:g} s …"
            report(self._known(plays, self._proved.get) | {"how": doing, "done": False})
        table = self._read_all(start, stop)
        if table.proved:
            how = f"all {table.states or 0:,} states were read"
            report(self._known(plays, partial(worth_in, table)) | {"how": how})
        return table

    def _prove_all(self, plays: list[Play], stop: Event, report: Report) -> None:
        """Reports the values that a search proves in its time."""
        deadline = time.perf_counter() + PAGE_PROOF_SECONDS
        wanted = self._wanted(plays)
        for number, play in enumerate(wanted):
            left = deadline - time.perf_counter()
            if left <= 0 or stop.is_set():
                break
            if play not in self._proved:
                known = self._known(plays, self._proved.get)
                doing = f"proving position {number + 1} of {len(wanted)} by search"
                report(known | {"how": f"{doing} …", "done": False})
                watch = Costs(self._chooser, _proof_reporter(report, known, doing))
                self._prove(play, left / min(2 + number, len(wanted) - number), stop, watch)
        proved = sum(play in self._proved for play in wanted)
        report(self._known(plays, self._proved.get) | {"how": f"{proved} of {len(wanted)} positions proved by search"})

    def _read_all(self, start: State, stop: Event) -> Solution:
        """The solution by enumeration from the state in which play began; it may be unproved."""
        if start not in self._tables:
            found = self._chooser.enumerated(start, Limits(None, PAGE_STATES, PAGE_SECONDS), stop)
            if stop.is_set():
                return found
            self._tables = {start: found}
        return self._tables[start]

    def _wanted(self, plays: list[Play]) -> list[Play]:
        """The positions whose values are to be proved: this one, its successors, and the previous ones."""
        *earlier, play = plays
        return [play, *(after for _, after in self._after(play)), *reversed(earlier)]

    def _after(self, play: Play) -> list[tuple[Action, Play]]:
        """The allowed actions in the last state of a play, each with the play after it."""
        game, s = self.game, play[-1]
        if game.is_terminal(s):
            return []
        forbidden = forbidden_positions(game, play)
        allowed = [a for a in some_actions(game, s) if is_allowed(game, s, a, forbidden)]
        before = play if game.forbids_repetition else ()
        return [(a, (*before, game.result(s, a))) for a in allowed]

    def _prove(self, play: Play, seconds: float, stop: Event, watch: Watch) -> None:
        *past, s = play
        solution = self._chooser.proved_by_search(s, max(seconds, 0.001), stop, watch, past=past)
        if solution.proved and solution.values is not None:
            self._proved[play] = Worth(solution.values, True, solution.distance)

    def _known(self, plays: list[Play], known: Known) -> dict[str, Any]:
        """The known values of the positions, and of the actions in the last one, as plain data."""
        return {
            "value": self._describe(known(plays[-1])),
            "actions": self._actions(plays[-1], known),
            "history": [self._describe(known(each)) for each in plays],
        }

    def _actions(self, play: Play, known: Known) -> list[dict[str, Any]]:
        """Every action with its value: known values first, the best of them first."""
        s = play[-1]
        found = [(a, known(after)) for a, after in self._after(play)]
        if not found:
            return []
        mover = self.game.player(s)
        best = max((w.values[mover] for _, w in found if w is not None), default=None) if mover != CHANCE else None
        all_known = all(w is not None for _, w in found)

        def place(pair: tuple[Action, Worth | None]) -> tuple[float, int]:
            worth = pair[1]
            if worth is None:
                return inf, 0
            return worth.preference(self.game, max(mover, 0))

        return [
            {
                "name": self.game.show_action(s, a),
                "optimal": all_known and worth is not None and worth.values[mover] == best,
                "worth": self._describe(None if worth is None else replace(worth, distance=_more(worth.distance))),
            }
            for a, worth in sorted(found, key=place)
        ]

    def _describe(self, worth: Worth | None) -> dict[str, Any] | None:
        return None if worth is None else describe_value(self.game, worth.values, True, worth.distance)


def _proof_reporter(report: Report, known: dict[str, Any], doing: str) -> ReportCosts:
    """Reports the costs of a proof that is running, with what is known so far."""

    def report_costs(nodes: int, seconds: float, speed: str) -> None:
        how = f"{doing}: {nodes:,} nodes in {seconds:.1f} s, {speed} …"
        report(known | {"how": how, "done": False})

    return report_costs


def _more(distance: int | None) -> int | None:
    """The distance before an action, from the distance after it."""
    return None if distance is None else distance + 1
