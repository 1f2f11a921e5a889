"""The state space of a game: all states that can be reached from one, numbered, with their values.

A small space is enumerated at the plain speed, which needs no compiler; a larger one as machine code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import RuleError, quote
from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.rules import each_action, has_own, infinite_utility, legal_actions, probability_error, utilities
from zermelo.core.threads import STOP_POLL_SECONDS, run_in_thread
from zermelo.kernels import components, enumeration, induction, retrograde, value_iteration
from zermelo.kernels.enumeration import DONE, FAULTY, FULL, NO_DEPTH, PAUSED
from zermelo.native.host import Kernel, KernelHost, Program, ignore
from zermelo.native.memory import slot_words
from zermelo.native.no_rules import UNIT, ruleless
from zermelo.native.thresholds import FEW_STATES, SOME_STATES

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

STEPS = {True: 200_000, False: 10_000}
"""The number of steps that a kernel runs between checks of the budget, at the native and at the plain speed."""

ROOM_AT_FIRST = {True: 1 << 22, False: FEW_STATES}
"""The initial capacity in states, native and plain. An array's pages take memory only once they are written."""

BRANCHES_PER_STATE = 4
"""The initial capacity in branches, for each state."""

_SOURCES = (retrograde.count_sources, retrograde.add_up_sources, retrograde.fill_sources)
"""The kernels that find the predecessors of each state."""


class TooMany(Exception):
    """There are more states, or more branches, than the given maximum."""


class _BudgetCheckingRow(list[int]):
    """A row of memory that checks the budget whenever it is read, which stops a kernel at the plain speed."""

    def __init__(self, budget: Budget) -> None:
        super().__init__([0])
        self._look = budget.check

    def __getitem__(self, _place: Any) -> Any:
        self._look()
        return 0


class StateSpace:
    """All states of one game at one speed, in one memory."""

    def __init__(
        self,
        game: Game,
        start: State,
        machine: NativeGame | None = None,
        *,
        symmetry: bool,
        depth: int | None,
        most_branches: float = inf,
    ) -> None:
        self.game, self._start, self._machine = game, start, machine
        self._most_branches = most_branches
        self._plain = PlainRules(game)
        self.native = machine is not None
        self.levels: list[Any] = []  # the utilities in ascending order, after retrograde analysis
        self._words = slot_words(start) - 1 if self.native else 1
        self._room = ROOM_AT_FIRST[self.native]
        self.m = self._new_memory(BRANCHES_PER_STATE * self._room)
        self.m.plies_left = NO_DEPTH if depth is None else depth
        self.m.use_symmetry = symmetry and has_own(game, "canonical")

    @property
    def speed(self) -> str:
        """Native or plain."""
        return "native" if self.native else "plain"

    @property
    def states(self) -> int:
        """The number of states enumerated so far."""
        return int(self.m.met)

    def number(self, s: State) -> int | None:
        """The number of a state, or None if it was not enumerated."""
        found = self._run(enumeration.find_state, s, self.m)
        return None if found < 0 else int(found)

    def branches(self, s: State, budget: Budget) -> list[tuple[Action, int]]:
        """The actions of an enumerated state, each with the number of its successor. Raises OutOfBudget."""
        actions = list(budget.each(each_action(self.game, s)))
        if self._is_itself:
            number = self._known_number(s)
            return list(zip(actions, map(int, self.m.after[self.m.firsts[number] : self.m.lasts[number]]), strict=True))
        return [(a, self._known_number(self._plain.result(s, a))) for a in budget.each(actions)]

    @cached_property
    def _is_itself(self) -> bool:
        """Whether no two states share a number, so that the stored branches correspond to the state's actions."""
        return not self.m.use_symmetry and not has_own(self.game, "key") and not self.game.kind.stochastic

    def _known_number(self, s: State) -> int:
        number = self.number(s)
        assert number is not None, "every successor of an enumerated state is enumerated"
        return number

    def compile(self) -> None:
        """Compiles or loads every kernel for this game; this space itself is not enumerated."""
        rules, m = self._machine, self.m
        assert rules is not None
        rules.compile(enumeration.enumerate_states, self._start, m, 0)
        rules.compile(enumeration.fill_slots, self._start, m, 0, 0)
        kind, nothing = self.game.kind, Budget(Limits())
        if not kind.one_number:
            m = induction.with_cursor(components.with_components(m))
            kernels: tuple[Kernel, ...] = (components.find_components, induction.induce)
        elif kind.stochastic:
            m = components.with_components(m)
            self._graph.compile(components.find_components, UNIT, m, 0)
            m = value_iteration.with_bounds(m, float(self.infinite_play), 0.0, 0)
            kernels = (value_iteration.value_components,)
        else:
            m, _ = retrograde.with_ranks(m, self.infinite_play, nothing)
            kernels = (*_SOURCES, retrograde.begin_hunt, retrograde.count_branches, retrograde.attract)
        for kernel in kernels:
            self._graph.compile(kernel, UNIT, m, 0)
        rules.compile(enumeration.find_state, self._start, m)

    def enumerate(self, most: float, budget: Budget) -> None:
        """Enumerates all states. Raises OutOfBudget, and TooMany if there are more than `most` or too many branches."""
        self._plain = PlainRules(self.game, budget.check)
        while True:
            self.m.state_room = int(min(self._room, most))
            try:
                status = self._run_on_rules(enumeration.enumerate_states, budget)
            finally:
                budget.nodes = self.states
            if status == DONE:
                break
            if status == FAULTY:
                raise self._broken_rule()
            if status != FULL:
                raise OutOfBudget
            if self.states >= most:
                raise TooMany
            self._make_room(budget)
        self._plain = PlainRules(self.game)

    def attract(self, budget: Budget) -> None:
        """Computes ranks and distances by retrograde analysis, for zero-sum games without chance."""
        self.m, self.levels = retrograde.with_ranks(self.m, self.infinite_play, budget)
        for kernel in _SOURCES:
            self._on_graph(kernel, budget)
        for hunter in retrograde.HUNTERS:
            self._run_graph(retrograde.begin_hunt, self.m, hunter)
            self._on_graph(retrograde.count_branches, budget)
            self._on_graph(retrograde.attract, budget)

    def induce(self, budget: Budget) -> bool:
        """Computes each player's value by backward induction; returns false if the states have a cycle."""
        self.m = induction.with_cursor(components.with_components(self.m))
        self._on_graph(components.find_components, budget)
        return self._on_graph(induction.induce, budget) == DONE

    def iterate(self, tolerance: float, budget: Budget) -> None:
        """Computes lower and upper bounds by value iteration, for zero-sum games with chance."""
        self.m = m = components.with_components(self.m)
        self._on_graph(components.find_components, budget)
        self.m = m = value_iteration.with_bounds(m, float(self.infinite_play), tolerance, m.longest_chain)
        if not self.native:
            m.control = _BudgetCheckingRow(budget)  # a row that raises OutOfBudget when it is read
            self._on_graph(value_iteration.value_components, budget)
            return

        def halt() -> None:
            m.control[0] = 1

        run = partial(self._on_graph, value_iteration.value_components, budget)
        run_in_thread(run, halt, lambda: min(budget.remaining(), STOP_POLL_SECONDS))

    def tolerance(self, part: float) -> float:
        """The absolute tolerance: the given part of the greatest absolute utility."""
        return part * max(float(self.m.greatest_utility), abs(float(self.infinite_play)))

    @property
    def infinite_play(self) -> Any:
        """The utility of infinite play to MAX. Raises RuleError if it is not a finite number."""
        return infinite_utility(self.game, MAX)

    def _new_memory(self, branches: int) -> Any:
        kind = self.game.kind
        width = 1 if kind.one_number else kind.players
        return enumeration.new_memory(
            self._room, branches, self._words, self.native, width=width, chance=kind.stochastic
        )

    def _on_graph(self, kernel: Kernel, budget: Budget) -> int:
        """Runs a kernel that calls no rules until it returns a status other than PAUSED."""
        while True:
            status = self._run_graph(kernel, self.m, STEPS[self.native])
            budget.check()  # even if it is done: a kernel that was stopped returns an invalid status
            if status != PAUSED:
                return int(status)

    def _run_graph(self, kernel: Kernel, *arguments: Any) -> Any:
        return self._graph.run(kernel, UNIT, *arguments) if self.native else kernel(None, None, *arguments)

    @property
    def _graph(self) -> Any:
        """The machine code of the kernels that call no rules."""
        return ruleless()

    def _run_on_rules(self, kernel: Kernel, budget: Budget) -> int:
        """Runs a kernel that calls the rules until it returns a status other than PAUSED."""
        while True:
            status = self._run(kernel, self._start, self.m, STEPS[self.native])
            if status != PAUSED:
                return int(status)
            budget.check()

    def run(self, kernel: Kernel, *arguments: Any) -> Any:
        """Runs another kernel that calls the rules, at the same speed."""
        return self._run(kernel, self._start, *arguments)

    def _run(self, kernel: Kernel, s: State, *arguments: Any) -> Any:
        if self._machine is not None:
            return self._machine.run(kernel, s, *arguments)
        return kernel(self._plain, s, *arguments)

    def _make_room(self, budget: Budget) -> None:
        """Enlarges whichever is full: the hash table's slots, the rows of states or the rows of branches.

        Raises TooMany if there may be no more branches.
        """
        if enumeration.is_crowded(self.m):
            self.m = enumeration.with_slots(self.m)
            for first in budget.each(range(0, self.states, STEPS[self.native])):
                last = min(first + STEPS[self.native], self.states)
                self._run(enumeration.fill_slots, self._start, self.m, first, last)
            return
        branches = self.m.branch_room
        if self.states >= self._room:
            self._room *= 4
            branches = max(branches, BRANCHES_PER_STATE * self._room)
        else:
            if branches >= self._most_branches:
                raise TooMany
            branches = int(min(4 * branches, self._most_branches))
        self.m = enumeration.with_room(self.m, self._new_memory(branches), budget)

    def _broken_rule(self) -> RuleError:
        """The error for broken rules in the state that was being expanded; only the plain speed can name the rule."""
        game, m = self.game, self.m
        if self.native:
            return RuleError(f"{type(game).__name__} breaks the contract of games")
        breadth_first = m.plies_left != NO_DEPTH
        s = m.states[m.expanded if breadth_first else m.waiting[m.waiting_count - 1]]
        name, shown = type(game).__name__, quote(game.show(s))
        if game.is_terminal(s):
            gave = game.utility(s, MAX) if game.kind.one_number else utilities(game, s)
            return RuleError(f"{name}.utility gave {gave} in {shown}")
        mover = game.player(s)
        if mover != CHANCE and mover not in range(game.players):
            return RuleError(f"{name}.player gave {mover!r} in {shown}")
        legal_actions(game, s)  # raises if there are none or no end of them
        return probability_error(game, s)


class Enumeration:
    """Enumerates the state space of a game: first at the plain speed, and if it is large, as machine code.

    Stored machine code is loaded; otherwise it is compiled. With `wait` false another process compiles, and enumeration
    continues at the plain speed meanwhile.
    """

    def __init__(
        self, game: Game, s: State, *, plain: bool, notice: Callable[[str], None], wait: bool, **options: Any
    ) -> None:
        self._game, self._start, self._options = game, s, options
        program = Program(enumeration.enumerate_states, self._compile_with, compile_space)
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)
        self._asked_plain = plain

    @property
    def why_plain(self) -> str | None:
        """Why the native speed is not available, if it was tried."""
        return None if self._asked_plain else self.host.why_plain

    def run(self, budget: Budget) -> StateSpace:
        """The whole state space.

        Raises TooMany if there are more states than the budget has nodes, and OutOfBudget if time runs out.
        """
        most = inf if budget.most_nodes is None else budget.most_nodes
        space = StateSpace(self._game, self._start, **self._options)
        if "zermelo.native.compiling" in sys.modules:  # Numba is loaded, so machine code pays even for few states
            self.host.begin_if(pays=False)
        enough: float = inf if self._asked_plain else FEW_STATES
        while True:
            fast = self._run_natively(most, budget)
            if fast is not None:
                return fast
            try:
                space.enumerate(min(enough, most), budget)
            except TooMany:
                if enough >= most:
                    raise
            else:
                return space
            self.host.begin_if(pays=enough >= SOME_STATES)
            enough = SOME_STATES if enough < SOME_STATES else 2 * enough if self.host.is_preparing else inf

    def _compile_with(self, machine: NativeGame) -> None:
        StateSpace(self._game, self._start, machine, **self._options).compile()

    def _run_natively(self, most: float, budget: Budget) -> StateSpace | None:
        """The whole state space, enumerated by machine code; None if that is not ready or not possible."""
        host = self.host
        if not host.is_preparing or not (host.waits or host.is_ready):
            return None
        if not host.await_code(budget):
            raise OutOfBudget
        try:
            host.adopt()
            if not host.is_native:
                return None
            space = StateSpace(self._game, self._start, host.machine, **self._options)
            space.enumerate(most, budget)
        except TooMany:
            raise
        except Exception as error:  # whatever a rule raised: at the plain speed it succeeds or names the failing rule
            host.stay_plain(error)
            return None
        return space


def compile_space(game: Game) -> None:
    """Compiles the kernels that enumerate and solve a game's state space, and stores the machine code."""
    Enumeration(game, game.initial(), plain=False, notice=ignore, wait=True, symmetry=True, depth=None).host.compile()
