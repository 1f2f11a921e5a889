"""The computer as a player: exact if all states can be enumerated quickly, otherwise by search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from random import Random
from threading import Event
from typing import Any

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, Clock, Limits
from zermelo.core.results import Analysis, Line
from zermelo.core.rules import state_of
from zermelo.core.threads import Task, ended_before, start
from zermelo.engine.engine import Watch, unwatched
from zermelo.engine.opponent_models import OpponentModel
from zermelo.hidden.worlds import NoWorldError
from zermelo.methods.chooser import Chooser, rank_of
from zermelo.methods.method import Question, Setting, ignore
from zermelo.play.player import NO_LIMITS, Choice, Player, Turn, legal_in, play_before
from zermelo.tables.book import Book


class Computer(Player):
    """Chooses actions and gives their values, within a limit for each move, or with a clock for the game.

    If only the time is limited, it first tries to solve the game in half of the time of its first move, and then plays
    perfectly. Otherwise it searches, at the plain speed while the rules are being compiled. It waits for stored machine
    code to be loaded; this takes about a second, which counts neither towards a limit nor towards the clock. Tables and
    the solution are kept from move to move. A book is consulted before any search. Without its own limits it uses those
    of the turn, or `fallback` if the turn has none. It may be given a chooser that is shared with others, with its
    sessions, options and book.
    """

    def __init__(
        self,
        game: Game,
        limits: Limits,
        start: State | str,
        *,
        clock: Clock | None = None,
        fallback: Limits = NO_LIMITS,
        method: str | None = None,
        chooser: Chooser | None = None,
        book: Book | None = None,
        plain: bool = False,
        wait: bool = False,
        notice: Callable[[str], None] = ignore,
        **options: Any,
    ) -> None:
        self.game = game
        self.limits = limits
        self.clock = clock
        self._fallback = fallback
        self._method = method
        self._start = state_of(game, start)
        self._chooser = chooser or Chooser(game, Setting(plain, wait, notice), options, book=book)
        self._chooser.refuse_unknown(Question.PLAY)
        if method is None:
            self._chooser.check_options()
        self._random = Random(0)
        self._preparing: Task | None = None
        self._closed = Event()

    def against(self, others: OpponentModel) -> Computer:
        """A computer with the same limits whose values are those of play in which the others do this."""
        setting, options = self._chooser.setting, self._chooser.options | {"others": others}
        return Computer(
            self.game,
            self.limits,
            self._start,
            clock=self.clock,
            fallback=self._fallback,
            plain=setting.plain,
            wait=setting.wait,
            notice=setting.notice,
            **options,
        )

    @property
    def has_book(self) -> bool:
        """Whether it has an opening book."""
        return self._chooser.book is not None

    def use_book(self, book: Book) -> None:
        """From now on the book is asked before anything is searched."""
        self._chooser.book = book

    def check_fit(self) -> None:
        """Raises KindError or OptionError if its method, or every method, cannot play this game."""
        self._chooser.method(Question.PLAY, self._method)
        self._chooser.refuse_depth(self._method, self.limits.depth)

    def prepare(self, *, compiling: bool = True) -> None:
        """Starts the preparation for the first move in the background: see `Chooser.prepare`."""
        budget = self.budget(self._closed)
        self._preparing = start(
            lambda: self._chooser.prepare(self._start, budget, compiling=compiling, method=self._method)
        )

    def get_ready(self) -> None:
        """Waits for the machine code that `prepare` compiles or loads."""
        self._await_preparation(Budget(NO_LIMITS))
        self._chooser.await_code()

    def close(self) -> None:
        """Ends its use: compilations that `prepare` has not started yet are skipped."""
        self._closed.set()

    def begin(self, seed: int = 0) -> None:
        """Empties its tables. A solution is kept, because it is exact."""
        self._random.seed(seed)
        self._chooser.forget(seed)

    def budget(self, stop: Event | None = None, turn: Turn | None = None) -> Budget:
        """The budget of the next move, or of this turn."""
        limits, clock, most = self.limits, self.clock, inf
        if turn is not None:
            clock = turn.clocks[self.game.player(turn.state)] if turn.clocks is not None else clock
            limits = turn.limits if limits == NO_LIMITS else limits
            most = turn.limits.seconds or inf  # the time limit of the turn applies whatever the player's own limits are
        if limits == NO_LIMITS and clock is None:
            limits = self._fallback
        seconds = min(limits.seconds or inf, most)
        reserve = None
        if clock is not None:
            reserve = max(0.0, min(clock.reserve, seconds - clock.share))
            seconds = min(seconds, clock.share)
        return Budget(replace(limits, seconds=None if seconds == inf else seconds), stop, reserve)

    def decide(self, turn: Turn) -> Choice:
        """The action it takes, with its value and line. Its own clock, if it has one, runs.

        If information is hidden and no world of the mover's view was found, it is a random action without a value.
        """
        s, budget = self._state(turn.state), self.budget(turn.stop, turn)
        self._await_preparation(budget)
        past = play_before(self.game, turn)
        try:
            for answer in self._chooser.answers(
                Question.PLAY, s, budget, method=self._method, past=past, watch=turn.watch
            ):
                assert isinstance(answer, Analysis)
                analysis = answer
                turn.hear(analysis)
        except NoWorldError:  # its message has what the mover has seen, and others must not read that
            return Choice(self._random.choice(legal_in(self.game, turn)))
        line = analysis.best
        if line is None and analysis.action is None:
            line = self.weigh(s, budget=budget, past=past)[0]
        if self.clock is not None:
            self.clock = self.clock.after(budget.seconds)
        action = analysis.action if line is None else line.action
        return Choice(
            action,
            line,
            analysis.depth,
            analysis.nodes,
            budget.compile_seconds,
            analysis.source,
            analysis.strategy,
        )

    def analyse(
        self,
        s: State | str,
        *,
        depth: int | None = None,
        past: Sequence[State] = (),
        stop: Event | None = None,
        watch: Watch = unwatched,
    ) -> Analysis:
        """The analysis of s: exact if the game is solved, otherwise by a search of at most `depth` plies, if given.

        `past` is the play before s, if it is known.
        """
        budget = self.budget(stop)
        if depth is not None:
            budget.depth = min(depth, budget.depth or depth)
        return self._analyse(self._state(s), budget, past, watch)

    def consider(
        self, s: State | str, most: int, stop: Event | None = None, *, past: Sequence[State] = ()
    ) -> Iterator[list[Line]]:
        """Yields the best actions in s with their values, at most `most`, each time the search has got further."""
        budget = self.budget(stop)
        self._await_preparation(budget)
        shown: tuple[int, ...] = ()
        for found in self._chooser.answers(
            Question.PLAY, self._state(s), budget, method=self._method, lines=most, past=past
        ):
            if isinstance(found, Analysis) and found.lines and rank_of(found) > shown:
                shown = rank_of(found)
                yield list(found.lines[:most])

    def weigh(
        self,
        s: State | str,
        stop: Event | None = None,
        *,
        budget: Budget | None = None,
        past: Sequence[State] = (),
    ) -> list[Line]:
        """The actions in s with their values, the best for the mover first; without enough time, some are missing.

        A budget is shared with other searches of the caller, and has its own stop event.
        """
        s = self._state(s)
        budget = budget or self.budget(stop)
        self._await_preparation(budget)
        found = self._chooser.answer(Question.RANK, s, budget, past=past)
        assert isinstance(found, Analysis)
        return list(found.lines)

    def try_solving(self, budget: Budget) -> None:
        """Tries to solve the game, once, if only the time is limited and no opponent errs."""
        if self.limits.depth is None and self.limits.nodes is None:
            self._chooser.try_solving(self._start, budget)

    def _analyse(self, s: State, budget: Budget, past: Sequence[State], watch: Watch) -> Analysis:
        self._await_preparation(budget)
        found = self._chooser.answer(Question.PLAY, s, budget, method=self._method, past=past, watch=watch)
        assert isinstance(found, Analysis)
        return found

    def _await_preparation(self, budget: Budget) -> None:
        if self._preparing is not None:
            ended_before(self._preparing, budget.stop)

    def _state(self, s: State | str) -> State:
        return state_of(self.game, s, like=self._start)
