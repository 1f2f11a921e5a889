"""The state space of a game: all states that can be reached from one, numbered, and what is computed of them.

A small space is enumerated at the plain speed, for which nothing has to be compiled; a larger one as machine code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import RuleError, quote
from zermelo.core.game import (
    CHANCE,
    MAX,
    Action,
    Game,
    State,
    broken_odds,
    each_action,
    has_own,
    legal_actions,
    utilities,
)
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.threads import WATCH, Task, attend, ended_before, start_compiler
from zermelo.kernels import components, enumeration, induction, retrograde, value_iteration
from zermelo.kernels.enumeration import (
    BRANCH_ROOM,
    DONE,
    EXPANDED,
    FAULTY,
    FULL,
    MET,
    NO_DEPTH,
    PAUSED,
    PLIES_LEFT,
    ROOM,
    SYMMETRY,
    WAITING,
)
from zermelo.native.memory import slot_words
from zermelo.native.no_rules import UNIT, ruleless

if TYPE_CHECKING:
    from zermelo.native.detached import Detached

FEW, SOME = 2_000, 50_000
"""Up to this many states the plain speed is as good: the first where machine code is stored, the second where it would
have to be compiled."""

STEPS = {True: 200_000, False: 10_000}
"""How much work a kernel does, natively and plainly, before the clock is looked at."""

ROOM_AT_FIRST = {True: 1 << 22, False: FEW}
"""The number of states there is room for at first: the pages of an array only take memory once they are written."""

BRANCHES_PER_STATE = 4
"""The number of branches for each state there is room for at first."""

Kernel = Callable[..., int]

_SOURCES = (retrograde.count_sources, retrograde.add_up_sources, retrograde.fill_sources)
"""The kernels that find for each state those that lead to it."""


class TooMany(Exception):
    """There are more states than were to be enumerated."""


class _Look:
    """A row of memory that looks at the budget whenever it is read: what ends a kernel at the plain speed."""

    def __init__(self, budget: Budget) -> None:
        self._look = budget.look

    def __getitem__(self, _place: int) -> int:
        self._look()
        return 0


class StateSpace:
    """All states of one game at one speed, in one memory."""

    def __init__(self, game: Game, start: State, machine: Any = None, *, symmetry: bool, depth: int | None) -> None:
        self.game, self._start, self._machine = game, start, machine
        self._plain = PlainRules(game)
        self.native = machine is not None
        self.levels: list[Any] = []  # the utilities in ascending order, after retrograde analysis
        self._words = slot_words(start) - 1 if self.native else 1
        self._room = ROOM_AT_FIRST[self.native]
        self.m = self._new_memory(BRANCHES_PER_STATE * self._room)
        self.m.counts[PLIES_LEFT] = NO_DEPTH if depth is None else depth
        self.m.counts[SYMMETRY] = int(symmetry and has_own(game, "canonical"))

    @property
    def speed(self) -> str:
        """Native or plain."""
        return "native" if self.native else "plain"

    @property
    def states(self) -> int:
        """How many states have been met."""
        return int(self.m.counts[MET])

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
        return bool(self.m.counts[SYMMETRY] == 0) and not has_own(self.game, "key") and not self.game.kind.stochastic

    def _known_number(self, s: State) -> int:
        number = self.number(s)
        assert number is not None, "every successor of a state that was met was met too"
        return number

    def compile(self) -> None:
        """Compiles or loads, for a space that is not enumerated, all that another one of the same game will run."""
        rules, m = self._machine, self.m
        rules.compile(enumeration.enumerate_states, self._start, m, 0)
        rules.compile(enumeration.fill_slots, self._start, m, 0, 0)
        kind, nothing = self.game.kind, Budget(Limits())
        if not kind.one_number:
            m = induction.with_cursor(components.with_components(m, self.native), self.native)
            kernels: tuple[Kernel, ...] = (components.find_components, induction.induce)
        elif kind.stochastic:
            m = components.with_components(m, self.native)
            self._graph.compile(components.find_components, UNIT, m, 0)
            m = value_iteration.with_bounds(m, float(self.infinite_play), 0.0, 0)
            kernels = (value_iteration.value_components,)
        else:
            m, _ = retrograde.with_ranks(m, self.infinite_play, self.native, nothing)
            kernels = (*_SOURCES, retrograde.begin_hunt, retrograde.count_branches, retrograde.attract)
        for kernel in kernels:
            self._graph.compile(kernel, UNIT, m, 0)
        rules.compile(enumeration.find_state, self._start, m)

    def enumerate(self, most: float, budget: Budget) -> None:
        """Enumerates all states. Raises TooMany if there are more than `most`, OutOfBudget where a limit is reached."""
        self._plain = PlainRules(self.game, budget.look)
        while True:
            self.m.counts[ROOM] = int(min(self._room, most))
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
        self.m, self.levels = retrograde.with_ranks(self.m, self.infinite_play, self.native, budget)
        for kernel in _SOURCES:
            self._on_graph(kernel, budget)
        for hunter in retrograde.HUNTERS:
            self._run_graph(retrograde.begin_hunt, self.m, hunter)
            self._on_graph(retrograde.count_branches, budget)
            self._on_graph(retrograde.attract, budget)

    def induce(self, budget: Budget) -> bool:
        """Computes each player's value by backward induction; false where play can go round."""
        self.m = induction.with_cursor(components.with_components(self.m, self.native), self.native)
        self._on_graph(components.find_components, budget)
        return self._on_graph(induction.induce, budget) == DONE

    def iterate(self, tolerance: float, budget: Budget) -> None:
        """Computes lower and upper bounds by value iteration, for one number and chance."""
        self.m = components.with_components(self.m, self.native)
        self._on_graph(components.find_components, budget)
        longest = int(self.m.tour[components.LONGEST])
        control = None if self.native else _Look(budget)
        self.m = value_iteration.with_bounds(self.m, float(self.infinite_play), tolerance, longest, control)
        if not self.native:
            self._on_graph(value_iteration.value_components, budget)
            return

        def halt() -> None:
            self.m.control[0] = 1

        run = partial(self._on_graph, value_iteration.value_components, budget)
        attend(run, halt, lambda: min(budget.remaining(), WATCH))

    def tolerance(self, part: float) -> float:
        """A tolerance that is part of the greatest utility in size."""
        return part * max(float(self.m.extent[enumeration.GREATEST]), abs(float(self.infinite_play)))

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
            budget.look()  # even if it is done: it may have been told to stop, and then it means nothing
            if said != PAUSED:
                return int(said)

    def _run_graph(self, kernel: Kernel, *arguments: Any) -> Any:
        return self._graph.run(kernel, UNIT, *arguments) if self.native else kernel(None, None, *arguments)

    @property
    def _graph(self) -> Any:
        """The machine code of kernels that ask no rules."""
        return ruleless()

    def _go_on(self, kernel: Kernel, budget: Budget) -> int:
        """Runs a kernel that asks the rules until it is done, or has something to say."""
        while True:
            said = self._run(kernel, self._start, self.m, STEPS[self.native])
            if said != PAUSED:
                return int(said)
            budget.look()

    def _run(self, kernel: Kernel, s: State, *arguments: Any) -> Any:
        return self._machine.run(kernel, s, *arguments) if self.native else kernel(self._plain, s, *arguments)

    def _make_room(self, budget: Budget) -> None:
        """Enlarges what is full: the slots, the rows of states, or those of branches."""
        if enumeration.is_crowded(self.m):
            self.m = enumeration.with_slots(self.m, self.native)
            for first in budget.each(range(0, self.states, STEPS[self.native])):
                last = min(first + STEPS[self.native], self.states)
                self._run(enumeration.fill_slots, self._start, self.m, first, last)
            return
        branches = int(self.m.counts[BRANCH_ROOM])
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
        breadth_first = m.counts[PLIES_LEFT] != NO_DEPTH
        s = m.states[m.counts[EXPANDED] if breadth_first else m.waiting[m.counts[WAITING] - 1]]
        name, shown = type(game).__name__, quote(game.show(s))
        if game.is_terminal(s):
            gave = game.utility(s, MAX) if game.kind.one_number else utilities(game, s)
            return RuleError(f"{name}.utility gave {gave} in {shown}")
        mover = game.player(s)
        if mover != CHANCE and mover not in range(game.players):
            return RuleError(f"{name}.player gave {mover!r} in {shown}")
        legal_actions(game, s)  # which raises, if there are none or they do not end
        return broken_odds(game, s)


class Enumeration:
    """How the state space of a game is found: plainly at first, and if it is large as machine code.

    That is loaded if it is stored, or else compiled; with `wait` false it is prepared elsewhere while the plain speed
    goes on. `why_plain` says why there is none, where that was tried.
    """

    def __init__(
        self, game: Game, s: State, *, plain: bool, told: Callable[[str], None], wait: bool, **how: Any
    ) -> None:
        self._game, self._start, self._told, self._waits, self._how = game, s, told, wait, how
        self._is_plain = plain
        self._task: Task | None = None
        self._detached: Detached | None = None
        self.why_plain: str | None = None
        self.speed = "plain"

    def run(self, budget: Budget) -> StateSpace:
        """The whole state space.

        Raises TooMany where there are more states than the budget has nodes, and OutOfBudget where the time is up.
        """
        most = inf if budget.most_nodes is None else budget.most_nodes
        space = StateSpace(self._game, self._start, **self._how)
        if self._is_plain:
            space.enumerate(most, budget)
            return space
        if "zermelo.native.compiling" in sys.modules:  # Numba is loaded: few states take no longer
            self._begin(compiles=False)
        enough: float = FEW
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
            enough = SOME if enough < SOME else 2 * enough if self._is_awaited else inf

    @property
    def _is_awaited(self) -> bool:
        """Whether there may be machine code later."""
        return self._task is not None or self._detached is not None

    def _begin(self, *, compiles: bool) -> None:
        """Begins to load machine code, if it is stored; else to compile it, if it is to be."""
        if self._is_awaited or self.why_plain is not None:
            return
        from zermelo.native import has_code  # noqa: PLC0415  # what it takes to look is not needed at the plain speed
        from zermelo.native.detached import detach  # noqa: PLC0415  # nor this

        is_stored = has_code(self._game, enumeration.enumerate_states)
        if not is_stored and not compiles:
            return
        if not is_stored and not self._waits:
            self._detached = detach(self._game, enumeration.enumerate_states, compile_space)
        if self._detached is None:
            self._task = start_compiler(self._compiled, self._game.name)
        else:
            self._told(f"compiling {self._game.name}, once …")

    def _compiled(self) -> StateSpace:
        """A space whose kernels are compiled, or loaded."""
        return _native_space(self._game, self._start, self._told, **self._how)

    def _run_natively(self, most: float, budget: Budget) -> StateSpace | None:
        """The whole state space as machine code; None if that is not ready, or not possible."""
        if self._detached is not None and self._detached.has_ended():
            self._detached, self._task = None, start_compiler(self._compiled, self._game.name)
        if self._task is None or (not self._waits and not self._task.ended.is_set()):
            return None
        with budget.waiting():
            is_ready = ended_before(self._task, budget.stop)
        if not is_ready:
            raise OutOfBudget
        task, self._task = self._task, None
        try:
            space: StateSpace = task.answer()
            self.speed = "native"
            space.enumerate(most, budget)
        except TooMany:
            raise
        except Exception as error:  # whatever it is: run plainly, the same rules either do better or say what is wrong
            self.why_plain = str(error)
            self.speed = "plain"
            return None
        return space


def _native_space(game: Game, s: State, told: Callable[[str], None], **how: Any) -> StateSpace:
    """A space, not yet enumerated, with all that it runs compiled or loaded."""
    from zermelo.native import native  # noqa: PLC0415  # Numba takes half a second to import

    machine = native(game)
    if not machine.is_stored(enumeration.enumerate_states):
        told(f"compiling {game.name}, once …")
    space = StateSpace(game, s, machine, **how)
    space.compile()
    return space


def compile_space(game: Game) -> None:
    """Compiles what enumerates and solves the state space of a game, and stores it."""
    _native_space(game, game.initial(), lambda _: None, symmetry=True, depth=None)
