"""Solving by proof-number search: questions of the form "does MAX get more than g?", until the value is known.

Infinite play is worth v to MAX. First MAX attacks with the goal to get more than v. If that is proved, the goal is
raised to the value that the proof guarantees, until a question is disproved. If it is disproved at once, MIN attacks in
the same way; if both are, the value is v.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from zermelo.core.errors import KindError, RuleError, quote
from zermelo.core.game import MAX, MIN, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.results import Solution
from zermelo.core.rules import check_bounds, check_value_bounds, legal_actions
from zermelo.core.threads import clock
from zermelo.core.values import Vector
from zermelo.engine.deepening import as_number
from zermelo.engine.engine import NO_LIMIT, ROOM, Progress, Watch, proof_refusal, unwatched
from zermelo.engine.memory import PLIES, check_size
from zermelo.engine.root_search import endless_utility, inexact, values_of
from zermelo.kernels.faults import NO_END, NO_FAULT, NO_ROOM, NOT_A_NUMBER
from zermelo.kernels.proof_memory import BUCKET, INFINITE, ProofMemory
from zermelo.kernels.proof_numbers import prove
from zermelo.native.host import KernelHost, Leaves, NoRoom, Program, seconds_to_wait
from zermelo.native.memory import slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

NAME = "pn"
"""The name of the method."""

TABLE = 128 * 2**20
"""The default size of the table in bytes."""


def refusal(game: Game) -> str | None:
    """Why proof-number search cannot solve the game, or None if it can."""
    if game.forbids_repetition:
        return "it forbids repetition, so values depend on the play before"
    return "it has one player" if game.players == 1 else proof_refusal(game)


class _TooDeep(Exception):
    """Play goes on for more plies than the path can hold."""


def compile_proofs(game: Game) -> None:
    """Compiles the search of a game and stores the machine code."""
    ProofSearch(game).host.compile()


class ProofSearch:
    """Solves states of one game.

    A proof that a limit has stopped is kept, and goes on if the same state is asked for next. Nothing else is kept but
    machine code.
    """

    def __init__(
        self,
        game: Game,
        *,
        table: int = TABLE,
        plain: bool = False,
        wait: bool = True,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        why = refusal(game)
        if why is not None:
            raise KindError(f"proof-number search cannot solve this game: {why}")
        check_bounds(game)
        self.game = game
        self.asked_plain = plain
        self.nodes = 0
        self._table = check_size(table)
        self._room = ROOM
        self._unfinished: _Proof | None = None
        program = Program(prove, self._compile_with, compile_proofs)
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)

    def __reduce__(self) -> tuple[Callable[[Game], ProofSearch], tuple[Game]]:
        """A copy, pickled or not, is a new search: memory belongs to a process."""
        return partial(ProofSearch, table=self._table, plain=self.asked_plain), (self.game,)

    def forget(self) -> None:
        """Forgets the unfinished proof."""
        self._unfinished = None

    def solve(self, s: State, limits: Limits | Budget, *, watch: Watch = unwatched) -> Solution:
        """The value of s and an optimal action, if they are found within the limits."""
        if self.game.is_terminal(s):
            return _solution(self, s, _Proof.of_terminal(self.game, s), Budget.of(limits))
        check_value_bounds(self.game, s)
        budget = Budget.of(limits)
        *_, job = self.host.stream(
            lambda part, leaves: self._stream(s, part, leaves, watch),
            budget,
            lambda: self.nodes == budget.most_nodes,
            self._enlarge,
        )
        return _solution(self, s, job, budget)

    def _stream(self, s: State, budget: Budget, leaves: Leaves, watch: Watch) -> Iterator[_Proof]:
        """Begins a proof at the current speed, or goes on with it."""
        job = self._take_proof(s)
        for _ in self._run(job, budget, leaves, watch):
            yield job
        self._unfinished = None if job.done else job
        yield job

    def _take_proof(self, s: State) -> _Proof:
        """The unfinished proof of s, or a new one. It is removed from here, so that none goes on after a failure."""
        job, self._unfinished = self._unfinished, None
        if job is None or job.state != s or job.is_native != self.host.is_native:
            return _Proof(self, s)
        job.control[0] = 0
        return job

    def _enlarge(self) -> None:
        """Makes room for the actions of a state that has more than there was room for."""
        self._room *= 8

    def _run(self, job: _Proof, budget: Budget, leaves: Leaves, watch: Watch) -> Iterator[None]:
        """Runs a proof in a separate thread while this one watches the clock."""
        began = clock()
        progress = Progress(self.game, job.state)

        def wait() -> float:
            self.nodes = job.nodes
            progress.nodes, progress.seconds, progress.doing = job.nodes, clock() - began, job.doing
            watch(progress)
            return seconds_to_wait(budget, leaves)

        with suppress(OutOfBudget):  # raised before the job began
            yield from self.host.while_running(lambda: job.run(budget), job, wait)
        self.nodes = job.nodes

    def new_memory(self, s: State, native: bool) -> ProofMemory:
        """The memory of a proof, before its first question."""
        m = ProofMemory.make(native, slots=0, words=slot_words(self.game.key(s)), plies=PLIES, room=self._room)
        m.frame_room, m.most_plies, m.players, m.most_nodes = self._room, PLIES, self.game.players, NO_LIMIT
        return m

    def with_question(self, m: ProofMemory, s: State, attacker: int, goal: float) -> ProofMemory:
        """The memory for a question about s. Its table is empty: what is proved depends on the goal."""
        words = slot_words(self.game.key(s))
        buckets = max(1, self._table // (8 * BUCKET * words))
        m = m.with_rows(table=m.new_row("table", slots=buckets * BUCKET, words=words))
        m.buckets, m.least_above = buckets, inf
        m.attacker, m.sign, m.goal = attacker, 1.0 if attacker == MAX else -1.0, goal
        return m

    def _compile_with(self, machine: NativeGame) -> None:
        """Compiles or loads the kernel by running a search with a node limit of 0."""
        s = self.game.initial()
        m = self.new_memory(s, native=True)
        m.most_nodes = 0
        machine.run(prove, s, m, 0, 0, INFINITE, INFINITE)


class _Proof:
    """The questions about one state, one after another. After a stop, between or within them, it can go on."""

    def __init__(self, search: ProofSearch, s: State) -> None:
        self._search, self.state = search, s
        self._memory = search.new_memory(s, search.host.is_native)
        self.control = self._memory.control
        self._question: tuple[int, float] | None = None
        """The attacker and the goal of the last question."""
        self._answers: dict[tuple[int, float], float | None] = {}
        """The answers so far: what the attacker can be sure of, or None if that is not more than the goal."""
        self._earlier = 0
        """The nodes of earlier runs."""
        self.value: float | None = None
        self.best: int | None = None
        """The place of an optimal action, if one is known."""
        self.doing = ""
        self.done = self.too_deep = False

    @classmethod
    def of_terminal(cls, game: Game, s: State) -> _Proof:
        """The proof for a state in which play is over."""
        job = cls.__new__(cls)
        job.value, job.best, job.done, job.too_deep = game.utility(s, MAX), None, True, False
        return job

    @property
    def is_native(self) -> bool:
        """Whether its memory is for machine code."""
        return self._memory.is_native

    @property
    def nodes(self) -> int:
        """The nodes of the current run."""
        return int(self._memory.nodes) - self._earlier

    def run(self, budget: Budget) -> None:
        """Finds the value, or goes on to find it, unless it is stopped or play goes too deep."""
        m = self._memory
        self._earlier = int(m.nodes)
        m.stopped, m.fault = False, NO_FAULT
        m.most_nodes = NO_LIMIT if budget.most_nodes is None else self._earlier + budget.most_nodes
        try:
            self._find_value()
            self.done = True
        except OutOfBudget:
            pass
        except _TooDeep:
            self.done = self.too_deep = True

    def _find_value(self) -> None:
        """Asks what MAX can get, and if that is no more than infinite play is worth, what MIN can.

        Where no more can be had than was proved, the last question is left out: for the mover by the bounds on the
        value, for the other player only by the bounds on all utilities. In his case the proof holds for every action of
        the mover, and only a disproof tells which of them is optimal.
        """
        game, s = self._search.game, self.state
        endless = endless_utility(game, MAX)
        for attacker, sign in ((MAX, 1.0), (MIN, -1.0)):
            least, greatest = game.value_bounds(s) if attacker == game.player(s) else game.bounds or (-inf, inf)
            limit = greatest if attacker == MAX else -least
            known = sign * endless
            while known < limit and (more := self._more_than(attacker, known)) is not None:
                known = more
            if known != sign * endless or attacker == MIN:
                self.value = sign * known
                return

    def _more_than(self, attacker: int, goal: float) -> float | None:
        """What the attacker can be sure of, if that is more than the goal; otherwise None."""
        question = attacker, goal
        if question not in self._answers:
            self._answers[question] = self._search_for(question)
        return self._answers[question]

    def _search_for(self, question: tuple[int, float]) -> float | None:
        """The answer to a question; keeps the action of the mover that decides it."""
        search, s, (attacker, goal) = self._search, self.state, question
        self.doing = f"does {search.game.player_names[attacker]} get more than {goal if attacker == MAX else -goal:g}?"
        if question != self._question:
            self._question, self._memory = question, search.with_question(self._memory, s, attacker, goal)
        m = self._memory
        search.host.explained(
            lambda: search.host.run(prove, s, m, 0, 0, INFINITE, INFINITE), lambda: self._replay(attacker, goal)
        )
        if m.stopped:
            self._explain(m)
        is_proved = m.pn == 0
        if is_proved == (search.game.player(s) == attacker):
            self.best = int(m.best)
        return float(m.least_above) if is_proved else None

    def _replay(self, attacker: int, goal: float) -> None:
        """Repeats a question at the plain speed, for the error of a rule that raised one in machine code."""
        m = self._search.new_memory(self.state, native=False)
        m = self._search.with_question(m, self.state, attacker, goal)
        prove(self._search.game, self.state, m, 0, 0, INFINITE, INFINITE)

    def _explain(self, m: ProofMemory) -> None:
        """Raises the exception for a search that has stopped."""
        if m.fault == NO_FAULT:
            raise OutOfBudget
        if m.fault == NO_ROOM:
            raise NoRoom
        if m.fault == NO_END:
            raise _TooDeep
        name = type(self._search.game).__name__
        if m.fault == NOT_A_NUMBER:
            raise inexact(f"{name}.utility gave a number that is not a finite float")
        where = f"a state that is {int(m.ply_now)} plies from {quote(self._search.game.show(self.state))}"
        raise RuleError(f"{name}: {where} has no actions, or a player that does not exist")


class _ProvedAnswers:
    """The answers of a solution about other states: each is searched when it is asked for."""

    def __init__(self, search: ProofSearch) -> None:
        self._search = search

    def _solve(self, s: State) -> Solution:
        return self._search.solve(s, Limits())

    def values_of(self, s: State) -> Vector | None:
        """The value of s to each player."""
        return self._solve(s).values

    def distance(self, s: State) -> int | None:
        """Distances are not found."""
        return None

    def policy(self, s: State) -> tuple[Action, ...]:
        """An optimal action in s."""
        return self._solve(s).actions

    def line(self, s: State, budget: Budget | None = None) -> tuple[Action, ...]:
        """An optimal action in s."""
        return self._solve(s).line


def _solution(search: ProofSearch, s: State, job: _Proof, budget: Budget) -> Solution:
    game = search.game
    value = None if job.value is None else as_number(job.value)
    best: tuple[Action, ...] = ()
    if value is not None and not game.is_terminal(s):
        best = (legal_actions(game, s)[job.best or 0],)  # without a deciding action, all lead to the least value
    notes = (
        () if search.host.why_plain is None or search.asked_plain else (f"at the plain speed: {search.host.why_plain}",)
    )
    return Solution(
        game=game,
        state=s,
        method=NAME,
        value=value,
        values=None if value is None else values_of(game, value),
        action=best[0] if best else None,
        actions=best,
        line=best,
        proved=value is not None,
        depth=len(best),
        distance=None,
        nodes=search.nodes,
        states=None,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=search.host.speed,
        notes=(*notes, *_notes_on_missing(job, budget)),
        ended=job.done,
        table=None if value is None else _ProvedAnswers(search),
    )


def _notes_on_missing(job: _Proof, budget: Budget) -> tuple[str, ...]:
    """Notes on what was not found, and why."""
    if job.value is not None:
        return ("there may be further optimal actions: proof-number search finds one",)
    if job.too_deep:
        return (f"not solved: play goes on for more than {PLIES:,} plies, which only the method 'states' solves",)
    return (f"not solved {'before it was stopped' if budget.was_stopped else 'within the limit'}",)
