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
    """Solves states of one game. Nothing but machine code is kept from state to state."""

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
        program = Program(prove, self._compile_with, compile_proofs)
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)

    def __reduce__(self) -> tuple[Callable[[Game], ProofSearch], tuple[Game]]:
        """A copy, pickled or not, is a new search: memory belongs to a process."""
        return partial(ProofSearch, table=self._table, plain=self.asked_plain), (self.game,)

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
        """Runs a proof at the current speed."""
        job = _Proof(self, s, budget)
        for _ in self._run(job, budget, leaves, watch):
            yield job
        yield job

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
            yield from self.host.while_running(job.run, job, wait)
        self.nodes = job.nodes

    def new_memory(self, s: State, attacker: int, goal: float, native: bool) -> ProofMemory:
        """The memory for one question, with an empty table: what is proved depends on the goal."""
        words = slot_words(self.game.key(s))
        buckets = max(1, self._table // (8 * BUCKET * words))
        m = ProofMemory.make(native, slots=buckets * BUCKET, words=words, plies=PLIES, room=self._room)
        m.buckets, m.frame_room, m.most_plies, m.players = buckets, self._room, PLIES, self.game.players
        m.attacker, m.sign, m.goal = attacker, 1.0 if attacker == MAX else -1.0, goal
        m.least_above, m.most_nodes = inf, NO_LIMIT
        return m

    def _compile_with(self, machine: NativeGame) -> None:
        """Compiles or loads the kernel by running a search with a node limit of 0."""
        s = self.game.initial()
        table, self._table = self._table, 1
        m = self.new_memory(s, MAX, 0.0, native=True)
        self._table = table
        m.most_nodes = 0
        machine.run(prove, s, m, 0, 0, INFINITE, INFINITE)


class _Proof:
    """The questions about one state, one after another; it can be stopped between and within them."""

    def __init__(self, search: ProofSearch, s: State, budget: Budget) -> None:
        self._search, self.state, self._budget = search, s, budget
        self.control = [0]
        self.value: float | None = None
        self.best: int | None = None
        """The place of an optimal action, if one is known."""
        self.doing = ""
        self.done = self.too_deep = False
        self._before = 0
        self._memory: ProofMemory | None = None

    @classmethod
    def of_terminal(cls, game: Game, s: State) -> _Proof:
        """The proof for a state in which play is over."""
        job = cls.__new__(cls)
        job.value, job.best, job.done, job.too_deep = game.utility(s, MAX), None, True, False
        return job

    @property
    def nodes(self) -> int:
        """The nodes of all questions so far."""
        return self._before + (0 if self._memory is None else int(self._memory.nodes))

    def run(self) -> None:
        """Finds the value, unless it is stopped or play goes too deep."""
        try:
            self._find_value()
            self.done = True
        except OutOfBudget:
            pass
        except _TooDeep:
            self.done = self.too_deep = True

    def _find_value(self) -> None:
        game = self._search.game
        endless = endless_utility(game, MAX)
        least, greatest = game.value_bounds(self.state)
        for attacker, sign, limit in ((MAX, 1.0, greatest), (MIN, -1.0, -least)):
            known = sign * endless
            while known < limit and self._gets_more(attacker, known):
                assert self._memory is not None
                known = float(self._memory.least_above)
            if known != sign * endless or attacker == MIN:
                self.value = sign * known
                return

    def _gets_more(self, attacker: int, goal: float) -> bool:
        """Whether the attacker gets more than the goal; keeps the action of the mover that decides it."""
        search, s = self._search, self.state
        self.doing = f"does {search.game.player_names[attacker]} get more than {goal if attacker == MAX else -goal:g}?"
        self._before = self.nodes
        m = self._memory = search.new_memory(s, attacker, goal, search.host.is_native)
        if self._budget.most_nodes is not None:
            m.most_nodes = max(0, self._budget.most_nodes - self._before)
        if self.control[0]:
            raise OutOfBudget
        self.control = m.control
        search.host.explained(
            lambda: search.host.run(prove, s, m, 0, 0, INFINITE, INFINITE), lambda: self._replay(attacker, goal)
        )
        if m.stopped:
            self._explain(m)
        is_proved = m.pn == 0
        if is_proved == (search.game.player(s) == attacker):
            self.best = int(m.best)
        return is_proved

    def _replay(self, attacker: int, goal: float) -> None:
        """Repeats a question at the plain speed, for the error of a rule that raised one in machine code."""
        m = self._search.new_memory(self.state, attacker, goal, native=False)
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
