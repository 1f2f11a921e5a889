"""The root of a search, as one thread sees it: its actions, each searched by the kernel.

Values are the mover's here: the greater the better.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import inf
from typing import Any, Self

from zermelo.core.errors import InexactError, LimitError, RuleError, quote
from zermelo.core.game import (
    CHANCE,
    MAX,
    MIN,
    MOST_ACTIONS,
    Action,
    Game,
    State,
    check_value_bounds,
    each_action,
    probability_error,
    utilities,
)
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.values import Vector, is_finite, is_float
from zermelo.engine.opponent_models import Others
from zermelo.kernels import alphabeta, chance, faults, many
from zermelo.kernels.path import TURNED
from zermelo.kernels.scale import EDGE, FAR, PLY, WIN, holds, utility_in, worth
from zermelo.kernels.search_memory import LINE, SearchMemory
from zermelo.native.host import KernelHost
from zermelo.native.memory import next_float, slot_words

UNLIMITED = 1 << 20
"""A depth that no play reaches."""

NOWHERE = -1
"""The place of no action: chance moves."""

FOLLOWED = 10_000
"""How many states are looked at, at most, to find the one of a quiescence search in which a rule is broken."""


class NoEnd(Exception):
    """Play goes on beyond all plies that a search can follow."""


class NoRoom(Exception):
    """There are more actions on the path than the memory has room for."""


class NoBounds(Exception):
    """A value lies outside the game's bounds, which were taken on trust to prune chance nodes."""


class NoDistances(Exception):
    """A utility has more digits than go together with distances."""


@dataclass(frozen=True)
class Scale:
    """How one game's utilities become values: see `zermelo.kernels.scale`."""

    draw: float
    win: float
    ply: float

    @classmethod
    def of(cls, game: Game) -> Scale:
        """The finest scale that holds infinite play; a utility may still turn out to have too many digits for it."""
        scored = game.scored or game.players == 1 or game.kind.stochastic  # means need numbers, not ranks
        scale = cls(float(game.fair_share), 0.0 if scored else WIN, 0.0 if scored else PLY)
        forever = endless_utility(game, 0)
        while not holds(forever, scale.draw, scale.win, scale.ply):
            scale = scale.coarser
        return scale

    @property
    def coarser(self) -> Scale:
        """The scale for utilities with too many digits for this one: without distances, or else without wins."""
        return Scale(self.draw, self.win if self.ply else 0.0, 0.0)

    def worth(self, utility: float, plies: int) -> float:
        """The value of a utility so many plies away."""
        return worth(float(utility), plies, self.draw, self.win, self.ply)

    def utility_in(self, v: float) -> tuple[float, int | None]:
        """The utility that a value stands for, and how many plies away it is."""
        return utility_in(v, self.draw, self.win, self.ply)

    def is_decided(self, v: float) -> bool:
        """Whether a value is a win or a loss, of a game that has them."""
        return self.win != 0.0 and not -EDGE <= v <= EDGE

    @property
    def endless(self) -> int:
        """The plies that stand for play without end."""
        return 2 * FAR


@dataclass(frozen=True)
class Found:
    """What was found of one action at the root. The line has the places of further actions, by their candidates.

    Where values are vectors it has one, which may be no more than a bound.
    """

    place: int
    value: float
    guessed: bool
    line: tuple[int, ...] = ()
    vector: Vector = ()
    exact: bool = True


def endless_utility(game: Game, p: int) -> float:
    """What infinite play is worth to player p. Raises RuleError or InexactError for what is not a finite float."""
    forever = game.infinite_play(p)
    if not is_finite(forever):
        raise RuleError(f"{type(game).__name__}.infinite_play gave {forever!r}, which is not a finite number")
    if not is_float(forever):
        raise inexact(f"{type(game).__name__}.infinite_play gave {forever!r}")
    return float(forever)


def inexact(said: str) -> InexactError:
    """The error for a number that a search in floats would have to round."""
    return InexactError(
        f"{said}, and no float equals it: this search computes in floats, and would round it. "
        "The method 'states' of solve and the textbook's algorithms take it as it is"
    )


class Root:
    """A state to be searched by one thread, with its own memory."""

    has_windows = True
    is_exact = True

    def __init__(self, host: KernelHost, s: State, memory: SearchMemory, scale: Scale) -> None:
        self.host = host
        self.state = s
        self.memory = memory
        self.scale = scale
        self.game = host.game
        self.rules = PlainRules(self.game, look_at(memory))
        self.actions: list[Action] = list(self.rules.watched(each_action(self.game, s)))
        self.kernels = kernels_for(self.game)
        self.chooses = self.game.player(s) != CHANCE
        self.sign = -1 if self.game.player(s) == MIN else 1
        check_value_bounds(self.game, s)
        self.order = sorted(range(len(self.actions)), key=lambda i: -self.rules.order(s, self.actions[i]))
        self._best: list[Found] = []
        self._rest: list[Found] = []

    def for_thread(self, memory: SearchMemory) -> Self:
        """The same root for another thread, with a memory of its own."""
        root = copy(self)
        root.memory = memory
        root.rules = PlainRules(root.game, look_at(memory))
        return root

    @property
    def tried(self) -> list[Found]:
        """What a search that was broken off has found, best first."""
        return self._best + self._rest

    @property
    def nodes(self) -> int:
        """How many nodes this thread has read."""
        return int(self.memory.nodes)

    def search(self, depth: int, lines: int, floor: float = -inf, ceiling: float = inf) -> list[Found]:
        """Searches every action to the depth; the best so many have their values, the others bounds.

        They come best first. One that reaches the ceiling ends the search: its value is a lower bound.
        """
        best: list[Found] = []
        rest: list[Found] = []
        self._best, self._rest = best, rest
        # If the values of several actions are wanted, one that leads back here is worth what may follow then.
        rootless = lines > 1
        for place in self.order:
            if len(best) < lines:
                found = self.child(place, depth, floor, ceiling, rootless=rootless)
            else:
                least = max(floor, best[-1].value)
                found = self.child(place, depth, least, next_float(least), rootless=rootless)
                if found.value <= least:
                    rest.append(found)
                    continue
                found = self.child(place, depth, least, ceiling, rootless=rootless)
            insort(best, found, key=lambda f: -f.value)
            rest += best[lines:]
            del best[lines:]
            if found.value >= ceiling:
                break
        first = {f.place for f in best}
        self.order = [f.place for f in best] + [p for p in self.order if p not in first]
        return best + rest

    def values_of(self, found: Found) -> Vector:
        """The value of an action to each player."""
        return values_of(self.game, self.scale.utility_in(self.sign * found.value)[0])

    def distance_of(self, found: Found) -> int | None:
        """How many plies away the end is to which an action leads, where that is counted."""
        return self.scale.utility_in(self.sign * found.value)[1]

    def whole(self, depth: int) -> Found:
        """The mean of the outcomes, where chance moves at the root."""
        self._best, self._rest = [], []
        found = [self.child(place, depth, -inf, inf) for place in range(len(self.actions))]
        odds = [float(self.rules.probability(self.state, a)) for a in self.actions]
        if not all(0 <= p <= 1 for p in odds) or abs(sum(odds) - 1) > chance.NEAR_ONE:
            raise probability_error(self.game, self.state)
        value = sum(p * f.value for p, f in zip(odds, found, strict=True))
        return Found(NOWHERE, value, any(f.guessed for f in found))

    def exceeds(self, g: float, depth: int = UNLIMITED) -> tuple[bool, list[Found]]:
        """Whether the value is above g, and what was found of the actions that had to be searched."""
        tried = []
        for place in self.order:
            tried.append(self.child(place, depth, g, next_float(g)))
            if tried[-1].value > g:
                self.order = [place, *(other for other in self.order if other != place)]
                return True, tried
        return False, tried

    def glance(self, budget: Budget) -> list[Found]:
        """What actions lead to, by utility or evaluation: for a search that found nothing at all. At least one."""
        found = [self._seen(self.order[0])]
        with suppress(OutOfBudget):
            found += [self._seen(place) for place in budget.each(self.order[1:])]
        return sorted(found, key=lambda f: (-f.value, f.place))

    def _seen(self, place: int) -> Found:
        """What an action leads to, without a search."""
        s = self.game.result(self.state, self.actions[place])
        over = self.game.is_terminal(s)
        value = self.scale.worth(self.game.utility(s, MAX), 1) if over else float(self.game.evaluate(s, MAX))
        return Found(place, self.sign * value, guessed=not over)

    def child(self, place: int, depth: int, floor: float, ceiling: float, *, rootless: bool = False) -> Found:
        """The value of one action within a window; `rootless`, as if play had begun with what it leads to."""
        alpha, beta = (floor, ceiling) if self.sign > 0 else (-ceiling, -floor)
        value = self._run(place, depth, alpha, beta, rootless)
        return Found(place, self.sign * value, bool(self.memory.guessed), self._line())

    def _run(self, place: int, depth: int, alpha: float, beta: float, rootless: bool) -> float:
        """What the kernel says of an action."""
        m = self.memory
        m.since = int(rootless)
        try:
            if self.host.is_native or place == NOWHERE:
                run = partial(self.host.run, self.kernels.child_value, self.state, m, place)
            else:
                run = partial(self.host.run, self.kernels.value_after, self.state, m, self.actions[place], place)
            said = run(depth, alpha, beta, rules=self.rules)
        except Exception as error:  # whatever a rule has raised
            if self.host.is_native:
                self._replay()  # as ordinary Python, whose error tells the method and the position
            elif isinstance(error, OverflowError):  # an integer beyond all floats
                self._raise_number(self.state_now())
            raise
        if m.stopped:
            self._raise_fault()
        return float(said)

    def _line(self) -> tuple[int, ...]:
        """The line that the kernel has found after the action at the root."""
        m = self.memory
        return tuple(int(m.line[LINE + i]) for i in range(m.lengths[1]))

    def line_of(self, found: Found, budget: Budget) -> tuple[Action, ...]:
        """The actions of a line, as far as the budget goes; the first at least."""
        if found.place == NOWHERE:
            return ()
        actions = [self.actions[found.place]]
        s = self.state
        with suppress(OutOfBudget):
            for place in budget.each(found.line):
                s = self.game.result(s, actions[-1])
                actions.append(next(islice(self._read(s), place, None)))
        return tuple(actions)

    def state_now(self) -> State:
        """The state that the kernel was in when it stopped."""
        m, s = self.memory, self.state
        for ply in range(m.ply_now):
            turned, place = divmod(int(m.trail[ply]), TURNED)
            s = self.game.canonical(s) if turned else s
            actions = self.actions if ply == 0 else self._read(s)
            s = self.game.result(s, next(islice(actions, place, None)))
        return s

    def _read(self, s: State) -> Iterable[Action]:
        """What the kernel reads of a state."""
        return self.game.actions(s) if self.game.player(s) == CHANCE else self.game.candidates(s)

    def _replay(self) -> None:
        """Asks the rules all that the kernel asks, of the state that it was in and of those that follow."""
        s = self.state_now()
        self._ask_all(s)
        if not self.game.is_terminal(s):
            for a in self.game.actions(s):
                self._ask_all(self.game.result(s, a))

    def _ask_all(self, s: State) -> None:
        game = self.game
        if game.is_terminal(s):
            utilities(game, s)
            return
        for question in (game.player, game.value_bounds, game.key, game.canonical):
            question(s)
        for p in range(game.players):
            game.evaluate(s, p)
        if game.player(s) == CHANCE:
            for a in game.actions(s):
                game.probability(s, a)
        for a in (*game.candidates(s), *game.noisy(s)):
            game.order(s, a)
            game.result(s, a)

    def _raise_fault(self) -> None:
        m = self.memory
        fault, m.fault = m.fault, faults.NO_FAULT
        if fault == faults.NO_FAULT:
            raise OutOfBudget
        if fault == faults.NO_GRAIN:
            raise NoDistances
        if fault == faults.NO_END:
            raise NoEnd
        if fault == faults.NO_BOUNDS:
            raise NoBounds
        s = self.state_now()
        name, shown = type(self.game).__name__, quote(self.game.show(s))
        if fault == faults.NO_ROOM:
            deque(each_action(self.game, s), 0)  # which says so, if they do not end
            if len(self.memory.actions) > MOST_ACTIONS * slot_words(self.actions[0]):
                raise LimitError(f"the plays through {shown} have too many actions to be held at once")
            raise NoRoom
        if fault == faults.NO_ACTIONS:
            deque(each_action(self.game, s), 0)  # which says so, if there are none at all
            raise RuleError(f"{name}.candidates gave no action in {shown}")
        if fault == faults.NO_CHANCE:
            raise probability_error(self.game, s)
        if fault == faults.NO_PLAYER:
            raise RuleError(f"{name}.player gave {self.game.player(s)!r} in {shown}")
        if fault == faults.NO_VALUE_BOUNDS:
            after = () if self.game.is_terminal(s) else (self.game.result(s, a) for a in self.game.actions(s))
            for t in (s, *after):
                check_value_bounds(self.game, t)
        for t in islice(self._followed(s, self.memory.quiet_plies), FOLLOWED):
            self._raise_number(t)
        raise RuleError(f"{name} gave a utility or an evaluation that is not a number in a state after {shown}")

    def _followed(self, s: State, quiet: int) -> Iterator[State]:
        """The state, and what a quiescence search of at most so many plies reaches from it."""
        yield s
        if quiet > 0 and not self.game.is_terminal(s):
            for a in self.game.noisy(s):
                yield from self._followed(self.game.result(s, a), quiet - 1)

    def _raise_number(self, s: State) -> None:
        """Raises the error for a utility or an evaluation of s that a search cannot compute with, if there is one."""
        method = "utility" if self.game.is_terminal(s) else "evaluate"
        for p in range(self.game.players):
            number = getattr(self.game, method)(s, p)
            said = f"{type(self.game).__name__}.{method} gave {number!r} in {quote(self.game.show(s))}"
            if not is_finite(number):
                raise RuleError(said)
            if method == "utility" and not is_float(number):
                raise inexact(said)


def look_at(memory: SearchMemory) -> Callable[[], None]:
    """What raises OutOfBudget if the thread with this memory is to end: kernels themselves look but once a node."""
    control = memory.control

    def look() -> None:
        if control[0] != 0 or memory.most_nodes == 0:
            raise OutOfBudget

    return look


def values_of(game: Game, value: float) -> Vector:
    """The value to each player, from player 0's."""
    return (value,) if game.players == 1 else (value, game.kind.total - value)


def kernels_for(game: Game, others: Others | None = None) -> Any:
    """The module whose kernels search a game."""
    if others is not None:
        return many
    return chance if game.kind.stochastic else alphabeta


def kernel_for(game: Game, others: Others | None = None) -> Callable[..., float]:
    """The kernel that searches a game."""
    kernel: Callable[..., float] = kernels_for(game, others).child_value
    return kernel
