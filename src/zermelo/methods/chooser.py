"""Chooses the methods that answer a question.

All thresholds between methods are here. A method says in `refusal` which games it does not fit; only the chooser acts
on that. A question is planned as stages: methods that run one after another, each with a part of the shared budget,
until an answer settles the question or the budget is spent.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from math import inf
from threading import Event
from typing import Any

from zermelo.core.errors import InexactError, KindError, LimitError, OptionError, ZermeloError, nearest, quote
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.results import Analysis, Answer, Solution
from zermelo.core.rules import MOST_ACTIONS, has_own
from zermelo.engine.engine import Progress, Watch, unwatched
from zermelo.engine.memory import physical_memory
from zermelo.hidden.game_tree import MOST_NODES, kept_tree
from zermelo.hidden.matrix import is_matrix
from zermelo.methods.book import book_answer
from zermelo.methods.engine import EngineSession
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import filled, known_names, meaningful, names_of
from zermelo.methods.probing import tree_size
from zermelo.methods.registry import method_named, methods
from zermelo.methods.states import StatesSession
from zermelo.methods.table import TableSession
from zermelo.native.host import is_short
from zermelo.native.thresholds import PLAIN_SECONDS
from zermelo.tables.book import Book

log = logging.getLogger(__name__)

PREFERRED = {
    Question.ANALYSE: ("engine", "alphabeta", "expectiminimax", "maxn"),
    Question.RANK: ("engine",),
    Question.PLAY: ("engine", "alphabeta", "expectiminimax", "maxn"),
    Question.SOLVE: ("states", "engine"),
    Question.TREE: ("alphabeta", "expectiminimax", "maxn", "extensive"),
}
"""The methods that are tried first if none is named."""

EXACT = {
    Question.ANALYSE: ("alphabeta", "expectiminimax", "maxn"),
    Question.RANK: ("states",),
    Question.PLAY: ("alphabeta", "expectiminimax", "maxn"),
    Question.SOLVE: ("states",),
}
"""The methods that compute with the game's own numbers, for utilities that a float cannot represent exactly."""

WHOLE_TREE = ("lp", "cfr+")
"""The methods that are tried first where information is hidden and the tree of the game is small enough for them."""

BY_WORLDS = ("ismcts", "pimc")
"""Those that are tried first where it is not."""

PROGRAM_SEQUENCES = 20_000
"""The most sequences of a game tree for a linear program; beyond, regret minimisation is quicker."""

SMALL_TREE, TREE_SECONDS = 60_000, 5.0
"""To play and to analyse, a game is solved whole if its tree has at most this many nodes and is built in this time."""

KNOWLEDGE = ("evaluate", "order", "candidates", "value_bounds")
"""Methods of a game, one of which alpha-beta needs to be the stronger method; with chance it has to be the first."""

LARGE_TREE = 10.0
"""A game without knowledge whose plays are more than 10 to this power is searched by playouts. A smaller one alpha-beta
searches to the end, or nearly. The matches behind these two are in docs/algorithms.md."""

FIRST_SECONDS = 0.05
"""To rank actions, a method that has no depth first searches for this long, so that something can be shown."""

FEW_STATES, FEW_SECONDS = 5_000, 2.0
"""To rank actions, at most this many states are enumerated, for at most this long, in case the game is that small."""

SOLVABLE, SOLVING = 50_000, 0.5
"""Before its first move a player tries to solve the game: with at most this many states, in this part of its time."""

SMALL_GAME = 6_000
"""A game with at most this many states is solved by enumeration before anything else is tried."""

FIRST_TURN, GROWTH = 500_000, 6
"""Enumeration and proofs by search take turns, because it is unknown in advance which is fastest: the states or nodes
of the first turn, and the factor by which turns grow."""

PROOF_NUMBERS_PART = 4
"""Proof-number search has a fourth of the nodes of a turn: in three games a node took it two to seven times as long as
the engine, so its turns take about as long as the others."""

PAGE_STATES, PAGE_SECONDS = 60_000, 4.0
"""For the page, all states are enumerated if they are at most this many, within this time."""

PAGE_PROOF_SECONDS = 20.0
"""Otherwise its positions are proved one by one by search, all of them within this time."""

NOTEBOOK_STATES = 20_000
"""The most states of a game that is enumerated for a board in a notebook."""

MOST_STATES, BYTES_PER_STATE = 40_000_000, 250
"""The default maximum number of states, and the approximate memory of each; together they may take at most a quarter of
the machine's memory."""


@dataclass(frozen=True)
class Stage:
    """A method, and the part of the budget that it may use."""

    method: str
    seconds: float = inf
    nodes: int | None = None
    depth: int | None = None


class Chooser:
    """Answers questions about one game, and keeps the sessions of the methods it has used.

    `options` are options of methods: one that no method has, or that a named method does not have, raises OptionError.
    `defaults` apply only to the methods that have them. Where a player is to move, the book is asked first.
    """

    def __init__(
        self,
        game: Game,
        setting: Setting | None = None,
        options: Mapping[str, Any] | None = None,
        defaults: Mapping[str, Any] | None = None,
        book: Book | None = None,
    ) -> None:
        self.game = game
        self.book = book
        self.setting = setting or Setting()
        self.options = dict(options or {})
        self._defaults = dict(defaults or {})
        self._sessions: dict[str, Session] = {}
        self._has_tried_to_solve = False
        self._plays_by_worlds = False  # whether information is hidden and the tree was too large to be solved whole
        self._searching = "engine"  # the method that searches, or searched last
        self._is_large: bool | None = None  # whether the tree is large, once it was measured
        self._is_proved = False  # whether an earlier stage of the current question has proved the value
        self._gave_up: set[str] = set()  # the methods whose stage of the current question has ended without a proof

    def session(self, name: str) -> Session:
        """The session of a method, opened at the first call; options that the method does not have are left out."""
        method = method_named(name)
        if method.name not in self._sessions:
            own = {field.name for field in fields(method.Options)}
            suited = dict(self.game.preferred_options.get(method.name, {}))
            options = {name: value for name, value in (suited | self._defaults | self.options).items() if name in own}
            self._sessions[method.name] = method.open(self.game, method.Options(**options), self.setting)
        return self._sessions[method.name]

    def forget(self, seed: int = 0) -> None:
        """From now on answers depend on the seed, and not on the questions before; what is exact may be kept."""
        self.setting = replace(self.setting, seed=seed)
        self._sessions = {name: session for name, session in self._sessions.items() if session.forget(seed)}

    # Answers.

    def answer(self, question: Question, s: State, limits: Limits | Budget, **options: Any) -> Answer:
        """The last and best of the answers."""
        *_, last = self.answers(question, s, limits, **options)
        return last

    def answers(
        self,
        question: Question,
        s: State,
        limits: Limits | Budget,
        *,
        method: str | None = None,
        lines: int | None = None,
        past: Sequence[State] = (),
        stop: Event | None = None,
        watch: Watch = unwatched,
    ) -> Iterator[Answer]:
        """Answers to a question about s, each better than the one before: by the named method, or as planned.

        `past` is the play before s, if it is known: its states matter if the game forbids repetition. All stages share
        one budget; the nodes and seconds of an answer are those of the whole call so far.
        """
        budget = Budget.of(limits, stop)
        self.refuse_unknown(question)
        named = None if method is None else self.method(question, method)
        if question is Question.PLAY and (known := self._book_answer(s, past, budget)) is not None:
            log.info("%s: answered by %s", self.game, _summary(known))
            yield known
            return
        by = "as the chooser plans" if named is None else f"by {named.name}, as asked"
        log.info("%s: %s, %s, within %s", self.game, question.value, by, budget)
        stages = iter([Stage(named.name)] if named else self.plan(question, s, budget))
        wanted = (MOST_ACTIONS if question is Question.RANK else 1) if lines is None else lines
        best: Answer | None = None
        spent = 0
        self._is_proved, self._gave_up = False, set()
        while (stage := next(stages, None)) is not None:
            part = budget.part(stage.seconds, _least(stage.nodes, _nodes_left(budget, spent)), stage.depth)
            ask = Ask(question, s, part, wanted, past, _watch_all(watch, budget, spent))
            nodes = 0
            log.info("%s: stage %s, with %s", self.game, stage.method, part)
            try:
                session = self.session(stage.method)
                if session.host is not None:
                    self._searching = stage.method
                for answer in session.answers(ask):
                    nodes = answer.nodes
                    log.debug("%s: value %s by %s", self.game, answer.value, _summary(answer))
                    if best is None or rank_of(answer) >= rank_of(best):
                        best = replace(answer, **_costs(budget, spent + nodes))
                        self._is_proved = best.proved
                        yield best
                    if isinstance(answer, Solution) and answer.ended and not answer.proved:
                        self._gave_up.add(stage.method)
            except InexactError as error:
                if named is not None:
                    raise
                log.info("%s: %s cannot answer exactly: %s", self.game, stage.method, error)
                stages = iter([Stage(self._choose(question, EXACT[question]).name)])
                wanted = wanted if question is Question.RANK else 1  # the textbook finds one line
            spent += nodes
            if best is not None and (_is_settled(best, question) or budget.is_over or _nodes_left(budget, spent) == 0):
                break
        assert best is not None, "a session gives at least one answer"
        log.info("%s: answered by %s", self.game, _summary(best))
        if best.nodes != spent:
            yield replace(best, **_costs(budget, spent))

    def _book_answer(self, s: State, past: Sequence[State], budget: Budget) -> Analysis | None:
        """The move of the book, unless it is only an estimate and a table has the proof; None without a move."""
        known = None if self.book is None else book_answer(self.book, s, past, self.setting.seed, budget)
        return known if known is not None and (known.proved or not self._table_has(s, Question.PLAY)) else None

    @property
    def speed(self) -> str:
        """The current speed of the method that searches, or plain if it has not been used."""
        session = self._sessions.get(self._searching)
        return "plain" if session is None or session.host is None else session.host.speed

    @property
    def is_compiling(self) -> bool:
        """Whether machine code of the method that searches is being compiled or loaded."""
        session = self._sessions.get(self._searching)
        return session is not None and session.host is not None and session.host.is_preparing

    def enumerated(self, s: State, limits: Limits, stop: Event | None = None) -> Solution:
        """The values of all states that can be reached from s; not proved if that takes more than the limits."""
        return self._solved_by("states", s, limits, stop=stop)

    def proved_by_search(
        self, s: State, seconds: float, stop: Event, watch: Watch, *, past: Sequence[State] = ()
    ) -> Solution:
        """The value of s alone, after the play before it, by search; not proved if that takes more time."""
        return self._solved_by("engine", s, Limits(seconds=seconds), stop=stop, watch=watch, past=past)

    @property
    def why_not_enumerated(self) -> str | None:
        """Why the states of this game cannot be enumerated; None if they can, given the time."""
        return method_named("states").refusal(self.game, Question.SOLVE)

    @property
    def why_no_proof_by_search(self) -> str | None:
        """Why no search proves the values of this game; None if one can."""
        return method_named("engine").refusal(self.game, Question.SOLVE)

    def _solved_by(self, method: str, s: State, limits: Limits, **conditions: Any) -> Solution:
        solution = self.answer(Question.SOLVE, s, limits, method=method, **conditions)
        assert isinstance(solution, Solution)
        return solution

    def await_code(self) -> None:
        """Waits for the machine code of the method that searches, if it is being compiled or loaded."""
        session = self._sessions.get(self._searching)
        if session is not None and session.host is not None and session.host.is_preparing:
            session.host.compile()

    def knows(self, s: State) -> bool:
        """Whether the value of s is known from an enumeration, without a search."""
        states = self._sessions.get("states")
        return isinstance(states, StatesSession) and states.knows(s)

    def try_solving(self, s: State, budget: Budget) -> bool:
        """Tries once to enumerate all states from s, for perfect play; returns whether the value of s is known."""
        if not self._has_tried_to_solve and self._can_enumerate(Question.SOLVE):
            self._has_tried_to_solve = True
            ask = Ask(Question.SOLVE, s, budget.part(nodes=SOLVABLE))
            for _ in self.session("states").answers(ask):
                pass
        return self.knows(s)

    def prepare(self, s: State, budget: Budget, *, compiling: bool, method: str | None = None) -> None:
        """Prepares the first move from s, by the named method or the one that is chosen.

        Starts loading its machine code if it is stored. Otherwise, if `compiling` is true and the budget is large
        enough for a compilation to pay, tries to solve the game as the first move would, and then starts compiling.
        """
        if self.setting.plain:
            return
        try:
            self._searching = method_named(method).name if method else self._playing_method(s, budget)
            host = self.session(self._searching).host
        except ZermeloError:  # the move itself will raise it
            return
        if host is None:
            return
        compile_pays = compiling and budget.depth is None and not is_short(budget)
        solving = budget.part(SOLVING * budget.remaining())
        if host.has_code():
            host.begin()
        elif compile_pays:
            is_solved = method is None and budget.most_nodes is None and self.try_solving(s, solving)
            if not is_solved and not budget.was_stopped:
                host.begin()

    # The choice of methods.

    def check_options(self) -> None:
        """Raises the error for invalid options of the engine, even if the engine will not be used."""
        if self._fits("engine", Question.PLAY):
            with suppress(InexactError):  # the game's numbers are not floats: another method will be used
                self.session("engine")

    def refuse_unknown(self, question: Question) -> None:
        """Raises OptionError for an option that no method has for this question; it may be a limit, misspelt."""
        known = known_names(question, methods())
        limits = {field.name for field in fields(Limits)}
        for name in self.options:
            if name not in known:
                raise OptionError(f"there is no option {quote(name)}: {nearest(name, known | limits)}")

    def method(self, question: Question, name: str | None = None) -> Method:
        """The method of that name, or the preferred one. Raises KindError or OptionError if it does not fit."""
        if name is None:
            return self._choose(question, PREFERRED[question])
        method = method_named(name)
        if question not in method.questions:
            raise KindError(f"{method.name} cannot {question.words} a game: {_who_can(question)} can")
        why = method.refusal(self.game, question)
        if why is not None:
            raise KindError(f"{method.name} cannot {question.words} {quote(self.game)}: {why}")
        filled(method, question, self.options, methods())
        return method

    def refuse_depth(self, name: str | None, depth: int | None) -> None:
        """Raises OptionError for a depth that is given to a named method which has none."""
        if name is not None and depth is not None and not method_named(name).has_depth:
            raise OptionError(f"{name} has no depth, so {depth} cannot limit it: give playouts, nodes or seconds")

    def _choose(self, question: Question, preferred: Iterable[str], *, needs_depth: bool = False) -> Method:
        """The first method that fits the game and has all the given options. Raises KindError or OptionError."""
        wished = self.game.preferred_method
        first = () if wished is None or question is Question.SOLVE else (method_named(wished).name,)
        names = [*first, *preferred, *(name for name in sorted(methods()) if name not in PREFERRED[question])]
        refusals: list[str] = []
        without_options = None
        for method in map(method_named, names):
            if question not in method.questions:
                continue
            why = method.refusal(self.game, question)
            if why is None and needs_depth and not method.has_depth:
                why = "it has no depth"
            if why is not None:
                refusals.append(f"{method.name}: {why}")
                log.debug("%s: not %s, because %s", self.game, method.name, why)
            elif self.options.keys() <= names_of(method, question):
                log.info("%s: %s is chosen to %s it", self.game, method.name, question.words)
                return method
            else:
                log.debug("%s: not %s, because it does not have all the given options", self.game, method.name)
                without_options = without_options or method
        if without_options is not None:
            filled(without_options, question, self.options, methods())
        raise KindError(f"no method can {question.words} {quote(self.game)} ({'; '.join(dict.fromkeys(refusals))})")

    def plan(self, question: Question, s: State, budget: Budget) -> Iterator[Stage]:
        """The stages that answer a question about s if no method is named."""
        if self.game.kind.hidden and question is not Question.TREE:
            yield Stage(self._choose(question, self._preferred_for_hidden(question, budget)).name)
        elif question is not Question.TREE and self._table_has(s, question):
            yield Stage("table")
        elif question in (Question.PLAY, Question.RANK) and self._can_enumerate(question) and self.knows(s):
            yield Stage("states")
        elif question is Question.RANK:
            yield from self._plan_ranking(budget)
        elif question is Question.PLAY:
            yield from self._plan_playing(s, budget)
        elif question is Question.SOLVE:
            yield from self._plan_solving(budget)
        elif question is Question.ANALYSE:
            yield Stage(self._search_method(question, s, budget))
        else:
            yield Stage(self._choose(question, PREFERRED[question]).name)

    def _preferred_for_hidden(self, question: Question, budget: Budget) -> list[str]:
        """The methods to try first where information is hidden: by the size of the game's tree."""
        solving = question is Question.SOLVE
        by_worlds = [name for name in (*BY_WORLDS, *WHOLE_TREE) if name in methods()]
        if not solving and (self.game.preferred_method is not None or self._plays_by_worlds):
            return by_worlds
        most, seconds = (budget.most_nodes or MOST_NODES, inf) if solving else (SMALL_TREE, TREE_SECONDS)
        try:
            tree = kept_tree(self.game, budget.part(seconds), most)
        except (KindError, LimitError, OutOfBudget) as error:
            log.info("%s: not solved whole: %s", self.game, error or "time is up")
            self._plays_by_worlds = True
            return by_worlds
        is_small = tree.first_sequence[-1] <= PROGRAM_SEQUENCES
        preferred = list(WHOLE_TREE if is_small else reversed(WHOLE_TREE))
        if is_matrix(tree) and not self.game.kind.zero_sum:
            preferred.insert(0, "supports")
        return [name for name in preferred if name in methods()]

    def _playing_method(self, s: State, budget: Budget) -> str:
        """The method that searches for a move in s."""
        if self.game.kind.hidden:
            return self._choose(Question.PLAY, self._preferred_for_hidden(Question.PLAY, budget)).name
        return self._search_method(Question.PLAY, s, budget)

    def _search_method(self, question: Question, s: State, budget: Budget) -> str:
        """The method that searches for an action in s, by the knowledge of the game and the size of its tree."""
        needs_depth = _needs_depth(budget)
        why_not_playouts = self._why_not_playouts(s, budget, needs_depth)
        if why_not_playouts is None:
            log.info("%s: playouts are preferred: it lacks knowledge for alpha-beta and its tree is large", self.game)
            preferred = ("mcts", *PREFERRED[question])
        else:
            log.info("%s: playouts are not preferred: %s", self.game, why_not_playouts)
            preferred = PREFERRED[question]
        self._searching = self._choose(question, preferred, needs_depth=needs_depth).name
        return self._searching

    def _why_not_playouts(self, s: State, budget: Budget, needs_depth: bool) -> str | None:
        """The reason why playouts are not the first choice to search s; None if they are."""
        if needs_depth:
            return "a depth was asked for"
        kind = self.game.kind
        if kind.players != 2 or not kind.one_number:
            return "it does not have two players who share one value"
        known = [name for name in (KNOWLEDGE[:1] if kind.stochastic else KNOWLEDGE) if has_own(self.game, name)]
        if known:
            return f"alpha-beta can use its {known[0]}"
        if not self._has_large_tree(s, budget):
            return "its tree is small"
        return None

    def _has_large_tree(self, s: State, budget: Budget) -> bool:
        """Whether there are too many plays for alpha-beta, measured once by random plays from s."""
        if self._is_large is None:
            self._is_large = tree_size(self.game, s, budget) > LARGE_TREE
        return self._is_large

    def _plan_ranking(self, budget: Budget) -> Iterator[Stage]:
        """A short search, then the exact values if there are few states, then deeper and deeper searches."""
        method = self._choose(Question.RANK, PREFERRED[Question.RANK], needs_depth=_needs_depth(budget))
        name = method.name
        only_time = budget.depth is None and budget.most_nodes is None
        if only_time and name != "states" and self._can_enumerate(Question.RANK):
            yield Stage(name, depth=1) if method.has_depth else Stage(name, seconds=FIRST_SECONDS)
            yield Stage("states", nodes=FEW_STATES, seconds=FEW_SECONDS)
        yield Stage(name)

    def _plan_playing(self, s: State, budget: Budget) -> Iterator[Stage]:
        """Perfect play if all states can be enumerated in a part of the first move's time; otherwise a search."""
        only_time = budget.depth is None and budget.most_nodes is None
        if only_time and self.try_solving(s, budget.part(SOLVING * budget.remaining())):
            yield Stage("states")
        yield Stage(self._search_method(Question.PLAY, s, budget))

    def _plan_solving(self, budget: Budget) -> Iterator[Stage]:
        """Enumeration for a small game; otherwise enumeration and proofs by search in turns, as far as they fit it."""
        most = budget.most_nodes or int(min(MOST_STATES, (physical_memory() or inf) / 4 / BYTES_PER_STATE))
        if not self._fits("states", Question.SOLVE):
            yield Stage(self._choose(Question.SOLVE, ("engine",)).name)
            return
        if budget.depth is not None or not self._fits("engine", Question.SOLVE):
            yield Stage(self._choose(Question.SOLVE, ("states",)).name, nodes=most)
            return
        yield Stage("states", nodes=min(SMALL_GAME, most))
        if not self._engine_has_code():  # compiling it takes several times as long as compiling the enumeration
            yield Stage("engine", seconds=PLAIN_SECONDS)
            if self._is_proved:  # only other optimal actions and the distance are missing
                yield Stage("engine")
            yield Stage("states", nodes=min(FIRST_TURN, most))
        turn = FIRST_TURN
        while turn < most:
            yield from self._turn_of("engine", turn)
            yield Stage("states", nodes=turn)
            if turn > FIRST_TURN:  # by now, compiling it takes less time than the turns before
                yield from self._turn_of("pn", turn // PROOF_NUMBERS_PART)
            turn *= GROWTH
        yield Stage("states", nodes=most)
        while self._can_go_on("pn"):
            yield from self._turn_of("engine", turn)
            yield from self._turn_of("pn", turn // PROOF_NUMBERS_PART)
            turn *= GROWTH
        yield from self._turn_of("engine")

    def _turn_of(self, name: str, nodes: int | None = None) -> Iterator[Stage]:
        """A turn of a search, unless there is no use in it."""
        if self._can_go_on(name):
            yield Stage(name, nodes=nodes)

    def _can_go_on(self, name: str) -> bool:
        """Whether a search may still find what is missing."""
        is_of_use = name != "pn" or self._proof_numbers_help
        return is_of_use and name not in self._gave_up and self._fits(name, Question.SOLVE)

    @property
    def _proof_numbers_help(self) -> bool:
        """Whether proof-number search is worth a turn: it finds one action only, and scores one question at a time."""
        return not (self._is_proved or self.options.get("all_actions") or self.game.scored)

    def _fits(self, name: str, question: Question) -> bool:
        return method_named(name).refusal(self.game, question) is None

    def _can_enumerate(self, question: Question) -> bool:
        """Whether enumeration answers the same question: it does not if the opponent errs, for instance."""
        return self._fits("states", question) and not self.options.keys() & meaningful(method_named("engine"))

    def _table_has(self, s: State, question: Question) -> bool:
        """Whether a table on disk answers the question; if an action is wanted, only a table that leads to the end."""
        if not self._fits("table", question) or self.options.keys() & meaningful(method_named("engine")):
            return False
        session = self.session("table")
        assert isinstance(session, TableSession)
        return session.can_play(s) if question in (Question.ANALYSE, Question.PLAY) else session.knows(s)

    def _engine_has_code(self) -> bool:
        """Whether no compilation is needed. Also true if the engine cannot compute with the game's numbers at all."""
        try:
            session = self.session("engine")
        except InexactError:
            return True
        return isinstance(session, EngineSession) and session.engine.host.has_code()


def _who_can(question: Question) -> str:
    return ", ".join(sorted(method.name for method in methods().values() if question in method.questions))


def _summary(answer: Answer) -> str:
    """The method, whether the value is proved, and the cost, on one line."""
    certainty = "proved" if answer.proved else "estimated"
    costs = f"{answer.nodes:,} nodes, {answer.seconds:.3f} s, {answer.speed}"
    return f"{answer.method}, {certainty}, depth {answer.depth}, {costs}"


def _least(one: int | None, other: int | None) -> int | None:
    return min((n for n in (one, other) if n is not None), default=None)


def _nodes_left(budget: Budget, spent: int) -> int | None:
    return None if budget.most_nodes is None else max(0, budget.most_nodes - spent)


def _needs_depth(budget: Budget) -> bool:
    """Whether only a method that has a depth keeps within the budget."""
    return budget.depth is not None and budget.most_playouts is None


def _costs(budget: Budget, nodes: int) -> dict[str, Any]:
    return {"nodes": nodes, "seconds": budget.seconds, "compile_seconds": budget.compile_seconds}


def _watch_all(watch: Watch, budget: Budget, spent: int) -> Watch:
    """A callback that adds the costs of earlier stages to the progress before it calls `watch`."""

    def watch_all(progress: Progress) -> None:
        progress.nodes, progress.seconds = progress.nodes + spent, budget.seconds
        watch(progress)

    return watch if watch is unwatched else watch_all


def rank_of(answer: Answer) -> tuple[int, ...]:
    """The rank of an answer: of two answers to one question, the one with the greater rank is better.

    A method that has given up is no better than one that was stopped.
    """
    if isinstance(answer, Solution):
        has_value = answer.value is not None
        return has_value, answer.proved, has_value and answer.ended
    assert isinstance(answer, Analysis)
    progress = answer.depth if answer.visits is None else answer.visits
    return answer.value is not None, answer.proved, _are_proved(answer), progress


def _are_proved(analysis: Analysis) -> bool:
    return bool(analysis.lines) and all(line.proved for line in analysis.lines)


def _is_settled(answer: Answer, question: Question) -> bool:
    """Whether no further search could change the answer."""
    if isinstance(answer, Solution):
        return answer.proved and answer.ended
    assert isinstance(answer, Analysis)
    return _are_proved(answer) if question is Question.RANK else answer.proved
