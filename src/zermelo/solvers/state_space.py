"""The state space of a game: all states that can be reached from one, numbered, and what is computed of them.

A small space is enumerated at the plain speed, for which nothing has to be compiled; a larger one as machine code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.core.errors import RuleError, quote
from zermelo.core.game import (
    CHANCE,
    MAX,
    Action,
    Game,
    State,
    each_action,
    has_own,
    legal_actions,
    probability_error,
    utilities,
)
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.threads import STOP_POLL_SECONDS, run_in_thread
from zermelo.kernels import components, enumeration, induction, retrograde, value_iteration
from zermelo.kernels.enumeration import DONE, FAULTY, FULL, NO_DEPTH, PAUSED
from zermelo.native.host import Kernel, KernelHost, Program, ignore
from zermelo.native.memory import slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

FEW, SOME = 2_000, 50_000
"""Up to this many states the plain speed is as good: the first where machine code is stored, the second where it would
have to be compiled."""

STEPS = {True: 200_000, False: 10_000}
"""How much work a kernel does, natively and plainly, before the clock is looked at."""

ROOM_AT_FIRST = {True: 1 << 22, False: FEW}
"""The number of states there is room for at first: the pages of an array only take memory once they are written."""

BRANCHES_PER_STATE = 4
"""The number of branches for each state there is room for at first."""

_SOURCES = (retrograde.count_sources, retrograde.add_up_sources, retrograde.fill_sources)
"""The kernels that find for each state those that lead to it."""


class TooMany(Exception):
    """There are more states than were to be enumerated."""


class _Unit(NamedTuple):
    number: int


_UNIT = _Unit(0)


class _NoGame(Game):
    """Stands for any game in kernels that ask no rules: so their machine code is compiled once for all games."""

    def initial(self) -> _Unit:
        return _UNIT

    def player(self, s: State) -> int:
        return 0

    def actions(self, s: State) -> range:
        return range(1)

    def result(self, s: State, a: Action) -> State:
        return s

    def is_terminal(self, s: State) -> bool:
        return True

    def utility(self, s: State, p: int) -> int:
        return 0


class _Look(list[int]):
    """A row of memory that looks at the budget whenever it is read: what ends a kernel at the plain speed."""

    def __init__(self, budget: Budget) -> None:
        super().__init__([0])
        self._look = budget.check

    def __getitem__(self, _place: Any) -> Any:
        self._look()
        return 0


class StateSpace:
    """All states of one game at one speed, in one memory."""

    def __init__(
        self, game: Game, start: State, machine: NativeGame | None = None, *, symmetry: bool, depth: int | None
    ) -> None:
        self.game, self._start, self._machine = game, start, machine
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
        """How many states have been met."""
        return int(self.m.met)

    def number(self, s: State) -> int | None:
        """The number of a state, or None if it was not met."""
        found = self._run(enumeration.find_state, s, self.m)
        return None if found < 0 else int(found)

    def branches(self, s: State, budget: Budget) -> list[tuple[Action, int]]:
        """The actions of a state that was met, each with the number of the state it leads to. Raises OutOfBudget."""
        actions = list(budget.each(each_action(self.game, s)))
        if self._is_itself:
            number = self._known_number(s)
            return list(zip(actions, map(int, self.m.after[self.m.firsts[number] : self.m.lasts[number]]), strict=True))
        return [(a, self._known_number(self._plain.result(s, a))) for a in budget.each(actions)]

    @cached_property
    def _is_itself(self) -> bool:
        """Whether every state that was met stands for itself alone, so that its branches are those of its actions."""
        return not self.m.use_symmetry and not has_own(self.game, "key") and not self.game.kind.stochastic

    def _known_number(self, s: State) -> int:
        number = self.number(s)
        assert number is not None, "every successor of a state that was met was met too"
        return number

    def compile(self) -> None:
        """Compiles or loads, for a space that is not enumerated, all that another one of the same game will run."""
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
            self._graph.compile(components.find_components, _UNIT, m, 0)
            m = value_iteration.with_bounds(m, float(self.infinite_play), 0.0, 0)
            kernels = (value_iteration.value_components,)
        else:
            m, _ = retrograde.with_ranks(m, self.infinite_play, nothing)
            kernels = (*_SOURCES, retrograde.begin_hunt, retrograde.count_branches, retrograde.attract)
        for kernel in kernels:
            self._graph.compile(kernel, _UNIT, m, 0)
        rules.compile(enumeration.find_state, self._start, m)

    def enumerate(self, most: float, budget: Budget) -> None:
        """Enumerates all states. Raises TooMany if there are more than `most`, OutOfBudget where a limit is reached."""
        self._plain = PlainRules(self.game, budget.check)
        while True:
            self.m.state_room = int(min(self._room, most))
            try:
                said = self._go_on(enumeration.enumerate_states, budget)
            finally:
                budget.nodes = self.states
            if said == DONE:
                break
            if said == FAULTY:
                raise self._broken_rule()
            if said != FULL:
                raise OutOfBudget
            if self.states >= most:
                raise TooMany
            self._make_room(budget)
        self._plain = PlainRules(self.game)

    def attract(self, budget: Budget) -> None:
        """Computes ranks and distances by retrograde analysis: for one or two players, zero sums and no chance."""
        self.m, self.levels = retrograde.with_ranks(self.m, self.infinite_play, budget)
        for kernel in _SOURCES:
            self._on_graph(kernel, budget)
        for hunter in retrograde.HUNTERS:
            self._run_graph(retrograde.begin_hunt, self.m, hunter)
            self._on_graph(retrograde.count_branches, budget)
            self._on_graph(retrograde.attract, budget)

    def induce(self, budget: Budget) -> bool:
        """Computes each player's value by backward induction; false where play can go round."""
        self.m = induction.with_cursor(components.with_components(self.m))
        self._on_graph(components.find_components, budget)
        return self._on_graph(induction.induce, budget) == DONE

    def iterate(self, tolerance: float, budget: Budget) -> None:
        """Computes lower and upper bounds by value iteration, for one number and chance."""
        self.m = m = components.with_components(self.m)
        self._on_graph(components.find_components, budget)
        self.m = m = value_iteration.with_bounds(m, float(self.infinite_play), tolerance, m.longest_chain)
        if not self.native:
            m.control = _Look(budget)  # a row that raises OutOfBudget when it is read
            self._on_graph(value_iteration.value_components, budget)
            return

        def halt() -> None:
            m.control[0] = 1

        run = partial(self._on_graph, value_iteration.value_components, budget)
        run_in_thread(run, halt, lambda: min(budget.remaining(), STOP_POLL_SECONDS))

    def tolerance(self, part: float) -> float:
        """A tolerance that is part of the greatest utility in size."""
        return part * max(float(self.m.greatest_utility), abs(float(self.infinite_play)))

    @property
    def infinite_play(self) -> Any:
        """What infinite play is worth to MAX."""
        return self.game.infinite_play(MAX)

    def _new_memory(self, branches: int) -> Any:
        kind = self.game.kind
        width = 1 if kind.one_number else kind.players
        return enumeration.new_memory(
            self._room, branches, self._words, self.native, width=width, chance=kind.stochastic
        )

    def _on_graph(self, kernel: Kernel, budget: Budget) -> int:
        """Runs a kernel that asks no rules until it is done, or has something to say."""
        while True:
            said = self._run_graph(kernel, self.m, STEPS[self.native])
            budget.check()  # even if it is done: it may have been told to stop, and then it means nothing
            if said != PAUSED:
                return int(said)

    def _run_graph(self, kernel: Kernel, *arguments: Any) -> Any:
        return self._graph.run(kernel, _UNIT, *arguments) if self.native else kernel(None, None, *arguments)

    @cached_property
    def _graph(self) -> Any:
        """The machine code of kernels that ask no rules."""
        from zermelo.native import native  # noqa: PLC0415  # Numba takes half a second to import

        return native(_NoGame())

    def _go_on(self, kernel: Kernel, budget: Budget) -> int:
        """Runs a kernel that asks the rules until it is done, or has something to say."""
        while True:
            said = self._run(kernel, self._start, self.m, STEPS[self.native])
            if said != PAUSED:
                return int(said)
            budget.check()

    def _run(self, kernel: Kernel, s: State, *arguments: Any) -> Any:
        if self._machine is not None:
            return self._machine.run(kernel, s, *arguments)
        return kernel(self._plain, s, *arguments)

    def _make_room(self, budget: Budget) -> None:
        """Enlarges what is full: the slots, the rows of states, or those of branches."""
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
            branches *= 4
        self.m = enumeration.with_room(self.m, self._new_memory(branches), budget)

    def _broken_rule(self) -> RuleError:
        """What is wrong with the rules in the state that was being expanded; only the plain speed can show it."""
        game, m = self.game, self.m
        if self.native:
            return RuleError(f"{type(game).__name__} breaks a rule of games")
        breadth_first = m.plies_left != NO_DEPTH
        s = m.states[m.expanded if breadth_first else m.waiting[m.waiting_count - 1]]
        name, shown = type(game).__name__, quote(game.show(s))
        if game.is_terminal(s):
            gave = game.utility(s, MAX) if game.kind.one_number else utilities(game, s)
            return RuleError(f"{name}.utility gave {gave} in {shown}")
        mover = game.player(s)
        if mover != CHANCE and mover not in range(game.players):
            return RuleError(f"{name}.player gave {mover!r} in {shown}")
        legal_actions(game, s)  # which raises, if there are none or they do not end
        return probability_error(game, s)


class Enumeration:
    """How the state space of a game is found: plainly at first, and if it is large as machine code.

    Machine code is loaded if it is stored, or else compiled; with `wait` false another process compiles while the plain
    speed goes on.
    """

    def __init__(
        self, game: Game, s: State, *, plain: bool, notice: Callable[[str], None], wait: bool, **how: Any
    ) -> None:
        self._game, self._start, self._how = game, s, how
        program = Program(enumeration.enumerate_states, self._compile_with, compile_space)
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)
        self._asked_plain = plain

    @property
    def why_plain(self) -> str | None:
        """Why there is no machine code, where that was tried."""
        return None if self._asked_plain else self.host.why_plain

    def run(self, budget: Budget) -> StateSpace:
        """The whole state space.

        Raises TooMany where there are more states than the budget has nodes, and OutOfBudget where the time is up.
        """
        most = inf if budget.most_nodes is None else budget.most_nodes
        space = StateSpace(self._game, self._start, **self._how)
        if "zermelo.native.compiling" in sys.modules:  # Numba is loaded: few states take no longer
            self._begin(compiles=False)
        enough: float = inf if self._asked_plain else FEW
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
            self._begin(compiles=enough >= SOME)
            enough = SOME if enough < SOME else 2 * enough if self.host.is_preparing else inf

    def _begin(self, *, compiles: bool) -> None:
        """Begins to load machine code, if it is stored; else to compile it, if it is to be."""
        if not self.host.is_decided and (compiles or self.host.has_code()):
            self.host.begin()

    def _compile_with(self, machine: NativeGame) -> None:
        StateSpace(self._game, self._start, machine, **self._how).compile()

    def _run_natively(self, most: float, budget: Budget) -> StateSpace | None:
        """The whole state space as machine code; None if that is not ready, or not possible."""
        host = self.host
        if not host.is_preparing or not (host.waits or host.is_ready):
            return None
        if not host.await_code(budget):
            raise OutOfBudget
        try:
            host.adopt()
            if not host.is_native:
                return None
            space = StateSpace(self._game, self._start, host.machine, **self._how)
            space.enumerate(most, budget)
        except TooMany:
            raise
        except Exception as error:  # whatever it is: run plainly, the same rules either do better or say what is wrong
            host.stay_plain(error)
            return None
        return space


def compile_space(game: Game) -> None:
    """Compiles what enumerates and solves the state space of a game, and stores it."""
    Enumeration(game, game.initial(), plain=False, notice=ignore, wait=True, symmetry=True, depth=None).host.compile()
