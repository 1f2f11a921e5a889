"""Games of chance, with loops or without: all states that can be reached, with their values and a bound on the error.

Few states are read at the plain speed, at which nothing has to be compiled; where there are more, as machine code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from zermelo.errors import RuleError, quote
from zermelo.game import CHANCE, MAX, Game, State, broken_odds, has_own
from zermelo.limits import Budget, OutOfBudget
from zermelo.memory import slot_words
from zermelo.solvers import components, iteration, reading
from zermelo.solvers.reading import (
    BRANCH_ROOM,
    DONE,
    FAULTY,
    FULL,
    MET,
    NO_DEPTH,
    PAUSED,
    PLIES_LEFT,
    READ,
    ROOM,
    SYMMETRY,
    WAITING,
)

FEW, SOME = 2_000, 50_000
"""Up to so many states the plain speed is as good: the first where machine code is kept from another time, the second
where it would have to be compiled."""

STEPS = {True: 1_000_000, False: 10_000}
"""How many steps a kernel makes, as machine code or plainly, before the clock is looked at."""

ROOM_AT_FIRST = {True: 1 << 22, False: FEW}
"""For how many states there is room to begin with, as machine code or plainly: arrays only take what is written."""

BRANCHES_A_STATE = 4
"""For so many branches of each state there is room to begin with."""

Kernel = Callable[..., int]


class TooMany(Exception):
    """There are more states than were to be read."""


class Reader:
    """Runs the kernels for one game at one speed, and keeps what they have found in one memory."""

    def __init__(self, game: Game, s: State, machine: Any = None, *, symmetry: bool, depth: int | None) -> None:
        self.game, self._start, self._machine = game, s, machine
        self.native = machine is not None
        self._words = slot_words(s) - 1 if self.native else 1
        self._room = ROOM_AT_FIRST[self.native]
        self.m = reading.new_memory(self._room, BRANCHES_A_STATE * self._room, self._words, self.native)
        self.m.counts[PLIES_LEFT] = NO_DEPTH if depth is None else depth
        self.m.counts[SYMMETRY] = int(symmetry and has_own(game, "canonical"))

    @property
    def states(self) -> int:
        """How many states were met."""
        return int(self.m.counts[MET])

    def read(self, most: float, budget: Budget) -> None:
        """Reads all states. Raises TooMany where there are more than `most`, OutOfBudget where they lie too deep."""
        while True:
            self.m.counts[ROOM] = int(min(self._room, most))
            said = self._go_on(reading.read_states, budget)
            budget.nodes = self.states
            if said == DONE:
                return
            if said == FAULTY:
                raise self._broken_rule()
            if said != FULL:
                raise OutOfBudget
            if self.states >= most:
                raise TooMany
            self._make_room()

    def find_components(self, budget: Budget) -> int:
        """Puts states in order; gives the most components with loops on one way."""
        self.m = components.with_components(self.m, self.native)
        self._go_on(components.find_components, budget)
        return int(self.m.tour[components.LONGEST])

    def find_bounds(self, tolerance: float, longest: int, budget: Budget) -> None:
        """Values all states."""
        self.m = iteration.with_bounds(self.m, self._forever(), tolerance, longest, self.native)
        self._go_on(iteration.value_components, budget)

    def number(self, s: State) -> int | None:
        """The number of a state, or None if it was not met."""
        found = self._run(reading.find_state, s, self.m)
        return None if found < 0 else int(found)

    def tolerance(self, part: float) -> float:
        """A tolerance that is part of the greatest utility, if that is more than 1."""
        return part * max(1.0, float(self.m.extent[reading.GREATEST]), abs(self._forever()))

    def _forever(self) -> float:
        return float(self.game.infinite_play(MAX))

    def _go_on(self, kernel: Kernel, budget: Budget) -> int:
        """Runs a kernel until it is done, or has something to say."""
        clock = budget.aside()
        while True:
            said = self._run(kernel, self._start, self.m, STEPS[self.native])
            if said != PAUSED:
                return int(said)
            clock.spend()

    def _run(self, kernel: Kernel, s: State, *arguments: Any) -> Any:
        return self._machine.run(kernel, s, *arguments) if self.native else kernel(self.game, s, *arguments)

    def _make_room(self) -> None:
        """More of what there is too little of: slots, places for states, or for branches."""
        if reading.is_crowded(self.m):
            self.m = reading.with_slots(self.m, self.native)
            self._run(reading.fill_slots, self._start, self.m)
            return
        branches = int(self.m.counts[BRANCH_ROOM])
        if self.states >= self._room:
            self._room *= 4
            branches = max(branches, BRANCHES_A_STATE * self._room)
        else:
            branches *= 4
        self.m = reading.with_room(self.m, self._room, branches, self._words, self.native)

    def _broken_rule(self) -> RuleError:
        """What is wrong with the rules in the state that was to be read; only the plain speed can show it."""
        game, m = self.game, self.m
        if self.native:
            return RuleError(f"{type(game).__name__} breaks a rule of games")
        by_level = m.counts[PLIES_LEFT] != NO_DEPTH
        s = m.states[m.counts[READ] if by_level else m.waiting[m.counts[WAITING] - 1]]
        name, shown = type(game).__name__, quote(game.show(s))
        if game.is_terminal(s):
            return RuleError(f"{name}.utility gave {game.utility(s, MAX)!r} in {shown}")
        mover = game.player(s)
        if mover != CHANCE and mover not in range(game.players):
            return RuleError(f"{name}.player gave {mover!r} in {shown}")
        return broken_odds(game, s)


def read_game(
    game: Game, s: State, most: float, budget: Budget, *, plain: bool, told: Callable[[str], None], **how: Any
) -> tuple[Reader, str | None]:
    """A reader that has read all states, and why it is not as quick as it could be, where it is not.

    Raises TooMany where there are more than `most`, and OutOfBudget where the time is up.
    """
    reader, why_plain = Reader(game, s, **how), None
    if not plain and "zermelo.native" in sys.modules:  # what is kept is at hand: few states take no longer with it
        fast, why_plain = _read_natively(game, s, most, budget, None, **how)
        if fast is not None:
            return fast, None
    for enough in (FEW, SOME):
        try:
            reader.read(min(enough, most), budget)
        except TooMany:
            if enough >= most:
                raise
        else:
            return reader, None
        if plain or why_plain is not None:
            continue
        fast, why_plain = _read_natively(game, s, most, budget, told if enough == SOME else None, **how)
        if fast is not None:
            return fast, None
    reader.read(most, budget)
    return reader, why_plain


def _read_natively(
    game: Game, s: State, most: float, budget: Budget, told: Callable[[str], None] | None, **how: Any
) -> tuple[Reader | None, str | None]:
    """A reader of machine code, or why there is none; neither, where it had to be compiled and nobody can be told."""
    from zermelo.native import native  # noqa: PLC0415  # Numba takes half a second to import

    try:
        machine = native(game)
        if not machine.is_stored(reading.read_states):
            if told is None:
                return None, None
            told(f"compiling {game.name}, once …")
        fast = Reader(game, s, machine, **how)
        fast.read(most, budget)
    except (TooMany, OutOfBudget):
        raise
    except Exception as error:  # whatever it is: run plainly, the same rules either do better or say what is wrong
        return None, str(error)
    return fast, None
