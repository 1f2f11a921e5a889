"""Describes each step of a search in one or two sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.core.trace import (
    Backup,
    Cut,
    Enter,
    Improve,
    Leave,
    Node,
    Odds,
    Score,
    Select,
    Simulate,
    Step,
    Tally,
    Trace,
    Unread,
    Window,
)
from zermelo.core.values import Value, show_value
from zermelo.draw.words import clean, player_of, say_action, say_role, shorten

LONGEST_NAME = 40
LONGEST_PLAY = 80
MOST_NAMED = 4
"""At most this many unread branches are named individually."""

OTHER = {"max": "MIN", "min": "MAX"}
"""By the role of a node that is cut: the player whose bound cuts it."""


@dataclass
class Visit:
    """A node that was entered, in its state after the steps so far."""

    enter: Enter
    cuts_before: int = 0
    value: Value | None = None
    window: Window | None = None
    best: int | None = None
    cut: bool = False
    tally: Tally | None = None
    exploration: float | None = None


class Narrator:
    """Reads a log once, from its start, and describes its steps; `visits` has every node entered so far."""

    def __init__(self, trace: Trace) -> None:
        self.steps = trace.steps
        self._samples = any(isinstance(step, Simulate) for step in trace.steps)
        self.visits: dict[int, Visit] = {}
        self.cuts = 0

    def take(self, at: int) -> None:
        """Processes step `at` of the log, which must be the next one."""
        step = self.steps[at]
        if isinstance(step, Enter):
            self.visits[step.node] = Visit(step, self.cuts, window=step.window)
            return
        visit = self.visits[step.node]
        if isinstance(step, Improve):
            visit.value, visit.window, visit.best = step.after, step.window_after, step.best_after
        elif isinstance(step, Cut):
            visit.cut = True
            self.cuts += 1
        elif isinstance(step, Leave):
            visit.value = step.value
        elif isinstance(step, Backup):
            visit.tally, visit.value, visit.best = step.after, step.after.mean, step.best_after
            for child, term in step.terms_after:
                self.visits[child].exploration = term

    def say(self, at: int) -> str:
        """Step `at`, which must be the last one taken, in one or two sentences."""
        step = self.steps[at]
        if isinstance(step, Enter):
            return self._enter(step)
        visit = self.visits[step.node]
        if isinstance(step, Improve):
            return self._improve(step, visit.enter)
        if isinstance(step, Odds):
            return self._odds(step)
        if isinstance(step, Cut):
            return self._cut(step, visit.enter)
        if isinstance(step, Leave):
            return self._leave(step, visit) + self._kept(visit.enter, self.steps[at + 1 : at + 2])
        return self._phase(step, visit.enter)

    def _phase(self, step: Select | Simulate | Backup, node: Enter) -> str:
        """One of the phases of a playout."""
        if isinstance(step, Select):
            return self._select(step, node)
        return _simulate(step, node) if isinstance(step, Simulate) else _back_up(step, node)

    @property
    def _given(self) -> Window:
        """The window that the root was given."""
        return self.visits[0].enter.window or (None, None)

    def _enter(self, step: Enter) -> str:
        where = "The search begins at the root" if step.parent < 0 else _name(step)
        if self._samples and step.parent >= 0:
            where = f"Expand: {where} is added to the tree"
            if step.role == "terminal":
                return f"{where}, and is terminal."
        mover = {"chance": "chance decides", "opponent": "the opponent moves"}.get(
            step.role, f"{say_role(step.role)} is to move"
        )
        return f"{where}: {mover}.{self._window(step)}"

    def _window(self, step: Enter) -> str:
        """The window of a node that is entered, and which player it comes from."""
        if step.window is None:
            return ""
        known = [
            f"{player} already has {show_value(bound)} elsewhere"
            for player, bound, given in zip(("MAX", "MIN"), step.window, self._given, strict=True)
            if bound != given
        ]
        alpha, beta = map(show_value, step.window)
        return f" The window is [{alpha}, {beta}]" + (f": {' and '.join(known)}." if known else ".")

    def _improve(self, step: Improve, node: Enter) -> str:
        after, child = show_value(step.after), self.visits[step.child]
        if step.best_after is None:
            weight = show_value(child.enter.probability, 3)
            return f"{weight} × {show_value(child.value)} is added: the sum so far is {after}."
        instead = f" in place of {show_value(step.before)}" if step.before is not None else ""
        said = f"{_mover(node.role)} now has {after}{instead}, through {_name(child.enter)}"
        return f"{said}{_narrowed(step)}."

    def _odds(self, step: Odds) -> str:
        likely = sorted(step.odds, key=lambda pair: -pair[1])
        named = [f"{_name(self.visits[child].enter)} with probability {show_value(p, 3)}" for child, p in likely]
        if len(named) > MOST_NAMED:
            named = [*named[: MOST_NAMED - 1], f"{len(named) - MOST_NAMED + 1:,} more, none of them more likely"]
        products = [f"{show_value(p, 3)} × {show_value(self.visits[child].value)}" for child, p in likely]
        sum_of = f" Its mean is {' + '.join(products)}." if len(products) <= MOST_NAMED else ""
        return f"The opponent takes {', '.join(named)}.{sum_of}"

    def _cut(self, step: Cut, node: Enter) -> str:
        here, there = say_role(node.role), OTHER.get(node.role, "the other")
        value, bound = show_value(step.value), show_value(step.bound)
        if step.bound == self._given[step.bound_name == "beta"]:
            elsewhere = f"and only values {'above' if step.sign == '≤' else 'below'} {bound} were asked for"
            reason = "no more has to be known of this node"
        else:
            elsewhere = f"and {there} has {bound} elsewhere"
            never = "will never come here" if step.value != step.bound else "gains nothing by coming here"
            reason = f"{there} {never}"
        return f"Cut, {step.reason}: {here} already has {value} here {elsewhere}; {reason}, so {_unread(step.unread)}."

    def _select(self, step: Select, node: Enter) -> str:
        child = _name(self.visits[step.child].enter)
        if not step.scores:
            return f"Chance draws {child}."
        ranked = sorted(step.scores, key=lambda score: (score.child != step.child, -score.sum))
        others = ", ".join(f"{_name(self.visits[s.child].enter)} {_sum(s)}" for s in ranked[1:MOST_NAMED])
        more = f" and {len(ranked) - MOST_NAMED:,} more below that" if len(ranked) > MOST_NAMED else ""
        instead = f", the highest; then {others}{more}" if others else ""
        return f"Select: {_mover(node.role)} takes {child}, {_sum(ranked[0])}{instead}."

    def _leave(self, step: Leave, visit: Visit) -> str:
        value, name = show_value(step.value), _name(visit.enter)
        if step.why == "terminal":
            return f"{name} is terminal: its utility is {value}."
        if step.why == "cutoff":
            return f"{name} is at the depth limit: EVAL gives {value}."
        if step.why == "loop":
            return f"{name} was already visited on this path: play repeats, which counts as {value}."
        if visit.enter.parent < 0:
            through = f", through {_name(self.visits[visit.best].enter)}" if visit.best is not None else ""
            return f"The root's value is {value}{through}; {len(self.visits):,} nodes were read."
        return f"{name} returns {value}{_bound(step, visit) if self.cuts > visit.cuts_before else ''}."

    def _kept(self, node: Enter, following: Sequence[Step]) -> str:
        """The parent's value, if the value of this node does not change it."""
        if node.parent < 0 or (following and isinstance(following[0], Improve)):
            return ""
        above = self.visits[node.parent]
        if above.enter.role in ("chance", "opponent"):
            return ""
        if above.value is None:  # fail-hard: nothing was within the window so far
            return f" That is no better for {_mover(above.enter.role)} than the window it has."
        return f" {_mover(above.enter.role)} keeps {show_value(above.value)}."


def _sum(score: Score) -> str:
    """Both terms of the rule: "Q/N 0.33 + 0.71 = 1.04"."""
    return f"Q/N {score.mean:.2f} + {score.exploration:.2f} = {score.sum:.2f}"


def _simulate(step: Simulate, node: Enter) -> str:
    value = show_value(step.value)
    if not step.actions:
        return f"No playout: {_name(node)} is terminal, with utility {value}."
    played = shorten(clean(", ".join(step.actions)), LONGEST_PLAY)
    end = "utility" if step.ended else "cut off, and counts as infinite play:"
    return f"Simulate: the playout {played} ends with {end} {value}."


def _back_up(step: Backup, node: Enter) -> str:
    tally = step.after
    where = "the root" if node.parent < 0 else _name(node)
    return (
        f"Back up: at {where} N becomes {tally.visits:,} and Q {show_value(tally.total)}, "
        f"so Q/N is {show_value(tally.mean)}."
    )


def _name(node: Enter | Unread) -> str:
    """The name of a node: the action that leads to it, and its label."""
    plain = Node(0, node.action, None, node.role, node.ply, None, label=node.label)
    return shorten(say_action(plain), LONGEST_NAME) or "The root"


def _mover(role: str) -> str:
    return f"Player {player_of(role)}" if player_of(role) is not None else say_role(role)


def _narrowed(step: Improve) -> str:
    """Which bound changed, and its new value."""
    if step.window_before is None or step.window_after is None:
        return ""
    pairs = zip(("alpha", "beta"), step.window_before, step.window_after, strict=True)
    moved = [f"{name} becomes {show_value(after)}" for name, before, after in pairs if before != after]
    return f"; {moved[0]}" if moved else "; the window stays as it is"


def _unread(branches: tuple[Unread, ...]) -> str:
    """The branches that a cut leaves unread: by their values if all are terminal, otherwise by their names."""
    ends = all(branch.role == "terminal" for branch in branches)
    names = [show_value(b.value) if ends else _name(b) for b in branches]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1:,} more"]
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    below = "" if ends else f", nor what is below {'it' if len(names) == 1 else 'them'}"
    return f"{clean(listed)} {'is' if len(names) == 1 else 'are'} not read{below}"


def _bound(step: Leave, visit: Visit) -> str:
    """Why the returned value may differ from the node's minimax value."""
    if visit.enter.window is None:
        return ""
    alpha, beta = visit.enter.window
    if step.before != step.value:
        return ", the end of its window: fail-hard returns nothing outside"
    if step.value <= alpha:
        return ": its value is at most that, and MAX need not know more"
    if step.value >= beta:
        return ": its value is at least that, and MIN need not know more"
    return ""
