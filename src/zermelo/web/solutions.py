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
from zermelo.core.results import Solution, Worth
from zermelo.engine.engine import Watch
from zermelo.methods.chooser import PAGE_PROOF_SECONDS, PAGE_SECONDS, PAGE_STATES, Chooser
from zermelo.web.analyses import describe_value
from zermelo.web.positions import some_actions
from zermelo.web.thinking import Costs, ReportCosts


def worth_in(solution: Solution, s: State) -> Worth | None:
    """The value of a state in the solution: None if it was not read."""
    values = solution.values_of(s)
    if values is None or solution.table is None:
        return None
    is_draw = values[0] == solution.game.infinite_play(0)
    return Worth(values, True, None if is_draw else solution.table.distance(s))


Report = Callable[[dict[str, Any]], None]
"""Sends an answer to the tab."""

Known = Callable[[State], Worth | None]
"""Returns the value of a position, or None if it is unknown."""


class Solver:
    """Finds exact values in one game, and keeps them."""

    def __init__(self, chooser: Chooser) -> None:
        self.game = chooser.game
        self._chooser = chooser
        self._tables: dict[State, Solution] = {}
        self._proved: dict[State, Worth] = {}

    def solve(self, states: list[State], stop: Event, report: Report) -> None:
        """Reports the values of the last state, of its actions and of the other states, whenever more are known.

        Every report tells how they were found, or what is being computed.
        """
        if states[0] not in self._tables:
            doing = f"reading all states, for at most {PAGE_SECONDS:g} s …"
            report(self._known(states, self._proved.get) | {"how": doing, "done": False})
        table = self._read_all(states[0], stop)
        if table.proved:
            count = table.states or 0
            report(self._known(states, partial(worth_in, table)) | {"how": f"all {count:,} states were read"})
            return
        why = self._chooser.why_no_proof_by_search
        if why is not None:
            reason = "; ".join([*table.notes, f"no search proves its value, since {why}"])
            report(self._known(states, lambda _: None) | {"how": reason})
            return
        deadline = time.perf_counter() + PAGE_PROOF_SECONDS
        wanted = self._wanted(states)
        for number, s in enumerate(wanted):
            left = deadline - time.perf_counter()
            if left <= 0 or stop.is_set():
                break
            if s not in self._proved:
                known = self._known(states, self._proved.get)
                doing = f"proving position {number + 1} of {len(wanted)} by search"
                report(known | {"how": f"{doing} …", "done": False})
                watch = Costs(self._chooser, _proof_reporter(report, known, doing))
                self._prove(s, left / min(2 + number, len(wanted) - number), stop, watch)
        proved = sum(s in self._proved for s in wanted)
        report(self._known(states, self._proved.get) | {"how": f"{proved} of {len(wanted)} positions proved by search"})

    def _read_all(self, start: State, stop: Event) -> Solution:
        """The solution by enumeration from the state in which play began; it may be unproved."""
        if start not in self._tables:
            found = self._chooser.enumerated(start, Limits(None, PAGE_STATES, PAGE_SECONDS), stop)
            if stop.is_set():
                return found
            self._tables = {start: found}
        return self._tables[start]

    def _wanted(self, states: list[State]) -> list[State]:
        """The positions whose values are to be proved: this one, its successors, and the previous ones."""
        s = states[-1]
        after = [] if self.game.is_terminal(s) else [self.game.result(s, a) for a in some_actions(self.game, s)]
        return [s, *after, *reversed(states[:-1])]

    def _prove(self, s: State, seconds: float, stop: Event, watch: Watch) -> None:
        solution = self._chooser.proved_by_search(s, max(seconds, 0.001), stop, watch)
        if solution.proved and solution.values is not None:
            self._proved[s] = Worth(solution.values, True, solution.distance)

    def _known(self, states: list[State], known: Known) -> dict[str, Any]:
        """The known values of the states, and of the actions in the last state, as plain data."""
        s = states[-1]
        worth = known(s)
        actions = [] if self.game.is_terminal(s) else self._actions(s, known)
        return {
            "value": self._describe(worth),
            "actions": actions,
            "history": [self._describe(known(each)) for each in states],
        }

    def _actions(self, s: State, known: Known) -> list[dict[str, Any]]:
        """Every action with its value: known values first, the best of them first."""
        mover = self.game.player(s)
        found = [(a, known(self.game.result(s, a))) for a in some_actions(self.game, s)]
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
