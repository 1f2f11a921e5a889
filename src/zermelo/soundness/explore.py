"""Explores a game for the check: breadth first from the start, which finds small failures first, then random plays."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Event

from zermelo.core.errors import LimitError
from zermelo.core.game import Game
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.repetition import forbidden_positions
from zermelo.core.snapshots import text_of
from zermelo.soundness import display_rules, rules
from zermelo.soundness.inspection import Context, Inspection, Problem, guard
from zermelo.soundness.position import Position
from zermelo.soundness.report import Finding, Report
from zermelo.soundness.value_rules import are_known, knowledge, known_values

BREADTH = 300
"""The number of states that are checked breadth first."""


def check(
    game: Game,
    *,
    plays: int = 200,
    seed: int = 0,
    seconds: float | None = 10.0,
    plies: int = 1000,
    stop: Event | None = None,
) -> Report:
    """Checks whether the game breaks a rule of the contract, and reports each with the smallest position found.

    It checks a few hundred states breadth first, then the states of `plays` random plays, each of at most `plies`
    plies. The same seed gives the same report, unless time runs out after `seconds`, which the report notes. Setting
    `stop` ends it earlier. A check without failures is not a proof that the rules are sound.
    """
    for name, value, least in (("plays", plays, 0), ("plies", plies, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise LimitError(f"{name}={value!r} is not valid: it must be a whole number of at least {least}")
    if seconds is not None and (not isinstance(seconds, (int, float)) or not seconds >= 0):
        raise LimitError(f"seconds={seconds!r} is not valid: it must be a number of at least 0")
    limits = Limits(seconds=None if seconds is None else max(seconds, 1e-9))  # Limits itself does not allow 0
    explorer = Explorer(game, seed, plies, Budget(limits, stop))
    explorer.run(plays)
    return explorer.report()


class Explorer:
    """A running check: visits positions, applies the rules to each, and keeps the problems that they find."""

    def __init__(self, game: Game, seed: int, plies: int, budget: Budget) -> None:
        self._game, self._seed, self._plies = game, seed, plies
        self._budget = budget
        self._states = self._plays = self._cut_off = 0
        self._is_over = self._seen_terminal = self._seen_chance = False
        self._found: dict[str, tuple[bool, Finding]] = {}

    def run(self, plays: int) -> None:
        """Runs the whole check."""
        start = self._start()
        if start is None:
            return
        try:
            self._inspect_nearest(start)
            for number in self._budget.each(range(plays)):
                self._play(start, Random(f"{self._seed}/{number}"))
                self._plays += 1
        except OutOfBudget:
            self._is_over = True
        self._apply_value_rules()
        self._add_notes()

    def report(self) -> Report:
        """The report on the problems found so far, smallest position first."""
        found = sorted(self._found.values(), key=lambda entry: (_size(entry[1]), entry[1].rule))
        return Report(
            game=self._game,
            failures=tuple(finding for note, finding in found if not note),
            notes=tuple(finding for note, finding in found if note),
            plays=self._plays,
            states=self._states,
            seconds=self._budget.seconds,
        )

    # Exploring the game.

    def _start(self) -> Position | None:
        """The initial position, or None if the declarations or the initial state are broken."""
        with self._guard("players") as problems:
            problems.extend(rules.declared(self._game))
        if problems:
            return None
        with self._guard("player_names") as problems:
            problems.extend(display_rules.named_players(self._game))
        with self._guard("infinite_play") as problems:
            problems.extend(rules.infinite_play(self._game))
        with self._guard("initial") as problems:
            self._context = Context(self._game, self._seed, self._budget.check)
            state = self._game.initial()
            problems.extend(rules.initial(state, self._game.initial()))
            return None if problems else self._context.position(state)
        return None

    def _inspect_nearest(self, start: Position) -> None:
        """Inspects the nearest positions, breadth first."""
        queue = deque([start])
        while queue and self._states < BREADTH:
            self._budget.check()
            position = queue.popleft()
            if not position.inspected:
                self._inspect(position)
                self._apply_play_rules(position.path)
                queue.extend(p for p in position.next if p.plies <= self._plies)

    def _play(self, start: Position, random: Random) -> None:
        """Makes a random play to the end or to the maximum number of plies."""
        play = [start]
        try:
            while True:
                self._budget.check()
                if not play[-1].inspected:
                    self._inspect(play[-1])
                if not play[-1].next:
                    break
                if len(play) > self._plies:
                    self._cut_off += 1
                    break
                allowed = self._allowed(play)
                if not allowed:
                    break
                play.append(random.choice(allowed))
        finally:
            self._apply_play_rules(play)

    def _allowed(self, play: list[Position]) -> list[Position]:
        """The positions that may come next: not an earlier one again, if the game forbids repetition."""
        game, last = self._game, play[-1]
        if not game.forbids_repetition:
            return last.next
        with self._guard("position"):
            forbidden = forbidden_positions(game, [p.state for p in play])
            here = game.position(last.state)
            allowed = [p for p in last.next if (to := game.position(p.state)) == here or to not in forbidden]
            if not allowed:
                message = "every action repeats an earlier position, which forbids_repetition does not allow"
                self._keep(Problem("repetition", message), last)
            return allowed
        return []

    # Problems.

    def _inspect(self, position: Position) -> None:
        """Applies every rule for a position of this kind."""
        position.inspected = True
        self._states += 1
        inspection = Inspection(self._context, position)
        try:
            self._apply_rules(inspection, position)
        finally:
            if position.text is None:
                position.text = text_of(position.state)
            self._seen_terminal |= position.terminal
            self._seen_chance |= position.chance
            for problem in inspection.problems:
                self._keep(problem, position)

    def _apply_rules(self, inspection: Inspection, position: Position) -> None:
        for rule in rules.FOR_EVERY_STATE:
            inspection.apply(rule)
        with inspection.guard():
            position.terminal = inspection.terminal
            for rule in rules.FOR_TERMINAL if inspection.terminal else rules.FOR_OPEN:
                inspection.apply(rule)
        inspection.apply(rules.functions)

    def _apply_play_rules(self, play: list[Position]) -> None:
        """Applies the rules for whole plays."""
        for rule in rules.FOR_PLAYS:
            for problem in rule(play):
                self._keep(problem, problem.at)

    def _apply_value_rules(self) -> None:
        """Applies the rules on values, if any knowledge of the game depends on them."""
        if self._context.overridden & {"candidates", "value_bounds", "key", "canonical"} and are_known(self._game):
            for problem in knowledge(known_values(self._context.positions), self._context.find):
                self._keep(problem, problem.at)

    def _add_notes(self) -> None:
        """Adds notes on the check as a whole."""
        if self._is_over and self._budget.was_stopped:
            self._note("stopped", f"stopped after {self._plays} plays")
        elif self._is_over:
            self._note("out-of-time", f"time ran out after {self._plays} plays: seconds=None lets the check go on")
        if self._cut_off:
            self._note("cut-off", f"{self._cut_off} of {self._plays} plays were longer than {self._plies} plies")
        if not self._seen_terminal:
            self._note("no-end", "no terminal state was reached")
        if self._context.kind.stochastic and not self._seen_chance:
            self._note("no-chance", "the game has probability(s, a), but chance never moved")

    def _note(self, rule: str, message: str) -> None:
        self._keep(Problem(rule, message, note=True), None)

    def _keep(self, problem: Problem, at: Position | None) -> None:
        """Keeps the problem, if it is the first or the smallest of its rule."""
        before = self._found.get(problem.rule)
        if before is not None and at is not None and before[1].plies < at.plies:
            return  # most problems are not smaller, and writing them out takes time
        text, actions = (None, ()) if at is None else (at.text, at.actions)
        finding = Finding(problem.rule, problem.message, text, actions, len(actions))
        if before is None or _size(finding) < _size(before[1]):
            self._found[problem.rule] = (problem.note, finding)

    @contextmanager
    def _guard(self, method: str) -> Iterator[list[Problem]]:
        """Keeps the errors raised before there is a position, and the problems added to the list."""
        problems: list[Problem] = []
        with guard(self._game, problems, lambda: method):
            yield problems
        for problem in problems:
            self._keep(problem, None)


def _size(finding: Finding) -> tuple[int, int, str]:
    """The size of a position: fewer plies from the start, then a shorter text, is smaller."""
    text = finding.position or ""
    return finding.plies, len(text), text
