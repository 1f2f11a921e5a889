"""Where the check looks: breadth first from the start, so that small failures are found first, then in random plays."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Event

from zermelo.core.errors import LimitError
from zermelo.core.game import Game
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.snapshots import text_of
from zermelo.soundness import for_people, rules
from zermelo.soundness.look import Context, Look, Problem, guard
from zermelo.soundness.position import Position
from zermelo.soundness.report import Finding, Report

BREADTH = 300
"""So many states are looked at breadth first."""


def check(
    game: Game,
    *,
    plays: int = 200,
    seed: int = 0,
    seconds: float | None = 10.0,
    plies: int = 1000,
    stop: Event | None = None,
) -> Report:
    """Looks for rules that the game breaks, and reports each with the smallest position in which it was seen.

    A few hundred states are looked at breadth first, then those of so many random `plays`, each of at most `plies`
    plies. The same seed gives the same report, unless time runs out: after so many `seconds`, which the report notes.
    An event that is set stops it sooner. That no rule is seen to be broken is a good sign, not a proof.
    """
    for name, value, least in (("plays", plays, 0), ("plies", plies, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise LimitError(f"a limit of {value!r} {name} makes no sense: it has to be a whole number from {least} on")
    if seconds is not None and (not isinstance(seconds, (int, float)) or not seconds >= 0):
        raise LimitError(f"a limit of {seconds!r} seconds makes no sense: it has to be a number that is not below zero")
    limits = Limits(seconds=None if seconds is None else max(seconds, 1e-9))  # none at all is allowed too
    explorer = Explorer(game, seed, plies, Budget(limits, stop))
    explorer.run(plays)
    return explorer.report()


class Explorer:
    """One check under way: it goes from position to position, has the rules look at each, and keeps what they find."""

    def __init__(self, game: Game, seed: int, plies: int, budget: Budget) -> None:
        self._game, self._seed, self._plies = game, seed, plies
        self._budget = budget
        self._states = self._plays = self._cut_off = 0
        self._is_over = self._seen_the_end = self._seen_chance = False
        self._found: dict[str, tuple[bool, Finding]] = {}

    def run(self, plays: int) -> None:
        """The whole check."""
        start = self._start()
        if start is None:
            return
        try:
            self._look_around(start)
            for number in self._budget.each(range(plays)):
                self._play(start, Random(f"{self._seed}/{number}"))
                self._plays += 1
        except OutOfBudget:
            self._is_over = True
        self._sum_up()

    def report(self) -> Report:
        """What was found so far, the smallest first."""
        found = sorted(self._found.values(), key=lambda entry: (_size(entry[1]), entry[1].rule))
        return Report(
            game=self._game,
            failures=tuple(finding for note, finding in found if not note),
            notes=tuple(finding for note, finding in found if note),
            plays=self._plays,
            states=self._states,
            seconds=self._budget.seconds,
        )

    # Going through the game.

    def _start(self) -> Position | None:
        """The initial position, where there is one."""
        with self._guard("players") as problems:
            problems.extend(rules.declared(self._game))
        if problems:
            return None
        with self._guard("player_names") as problems:
            problems.extend(for_people.named_players(self._game))
        with self._guard("infinite_play") as problems:
            problems.extend(rules.infinite_play(self._game))
        with self._guard("initial") as problems:
            self._context = Context(self._game, self._seed, self._budget.check)
            state = self._game.initial()
            problems.extend(rules.initial(state, self._game.initial()))
            return None if problems else self._context.position(state)
        return None

    def _look_around(self, start: Position) -> None:
        """Looks at the nearest positions."""
        queue = deque([start])
        while queue and self._states < BREADTH:
            self._budget.check()
            position = queue.popleft()
            if not position.looked_at:
                self._look_at(position)
                self._follow(position.path)
                queue.extend(p for p in position.next if p.plies <= self._plies)

    def _play(self, start: Position, random: Random) -> None:
        """Plays at random to the end, or until the play is too long."""
        play = [start]
        try:
            while True:
                self._budget.check()
                if not play[-1].looked_at:
                    self._look_at(play[-1])
                if not play[-1].next:
                    break
                if len(play) > self._plies:
                    self._cut_off += 1
                    break
                play.append(random.choice(play[-1].next))
        finally:
            self._follow(play)

    # What is found.

    def _look_at(self, position: Position) -> None:
        """Has every rule for this position look at it."""
        position.looked_at = True
        self._states += 1
        look = Look(self._context, position)
        try:
            self._follow_rules(look, position)
        finally:
            if position.text is None:
                position.text = text_of(position.state)
            self._seen_the_end |= position.terminal
            self._seen_chance |= position.chance
            for problem in look.problems:
                self._keep(problem, position)

    def _follow_rules(self, look: Look, position: Position) -> None:
        for rule in rules.FOR_EVERY_STATE:
            look.follow(rule)
        with look.guard():
            position.terminal = look.terminal
            for rule in rules.FOR_TERMINAL if look.terminal else rules.FOR_OPEN:
                look.follow(rule)
        look.follow(rules.functions)

    def _follow(self, play: list[Position]) -> None:
        """Has the rules for plays look at one."""
        for rule in rules.FOR_PLAYS:
            for problem in rule(play):
                self._keep(problem, problem.at)

    def _sum_up(self) -> None:
        """Notes on the check as a whole."""
        if self._is_over and self._budget.was_stopped:
            self._note("stopped", f"stopped after {self._plays} plays")
        elif self._is_over:
            self._note("out-of-time", f"time ran out after {self._plays} plays: seconds=None lets the check go on")
        if self._cut_off:
            self._note("cut-off", f"{self._cut_off} of {self._plays} plays were longer than {self._plies} plies")
        if not self._seen_the_end:
            self._note("no-end", "no terminal state was reached")
        if self._context.kind.stochastic and not self._seen_chance:
            self._note("no-chance", "the game has probability(s, a), but chance never moved")

    def _note(self, rule: str, message: str) -> None:
        self._keep(Problem(rule, message, note=True), None)

    def _keep(self, problem: Problem, at: Position | None) -> None:
        """Keeps the problem, if it is the first or the smallest of its rule."""
        before = self._found.get(problem.rule)
        if before is not None and at is not None and before[1].plies < at.plies:
            return  # most are not smaller: no need to write them out
        text, actions = (None, ()) if at is None else (at.text, at.actions)
        finding = Finding(problem.rule, problem.message, text, actions, len(actions))
        if before is None or _size(finding) < _size(before[1]):
            self._found[problem.rule] = (problem.note, finding)

    @contextmanager
    def _guard(self, method: str) -> Iterator[list[Problem]]:
        """Keeps what goes wrong before there is a position, and the problems that are put on the list."""
        problems: list[Problem] = []
        with guard(self._game, problems, lambda: method):
            yield problems
        for problem in problems:
            self._keep(problem, None)


def _size(finding: Finding) -> tuple[int, int, str]:
    """Small positions are near the start, and short."""
    text = finding.position or ""
    return finding.plies, len(text), text
