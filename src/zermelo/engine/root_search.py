"""The search of a root by one thread: the kernel searches each action of the root.

Values in this module are the mover's: the greater, the better.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import inf
from typing import Any, Self

from zermelo.core.errors import InexactError, LimitError, RuleError, quote
from zermelo.core.game import CHANCE, MAX, MIN, Action, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.plain_rules import PlainRules
from zermelo.core.rules import (
    MOST_ACTIONS,
    check_value_bounds,
    each_action,
    infinite_utility,
    probability_error,
    utilities,
)
from zermelo.core.values import Vector, is_finite, is_float
from zermelo.engine.history import allowed_places, remember_play
from zermelo.engine.opponent_models import OpponentModel
from zermelo.kernels import alphabeta, chance, faults, many
from zermelo.kernels.path import TURNED
from zermelo.kernels.scale import EDGE, FAR, PLY, WIN, holds, utility_in, worth
from zermelo.kernels.search_memory import LINE, SearchMemory
from zermelo.native.host import KernelHost
from zermelo.native.memory import next_float, slot_words

UNLIMITED = 1 << 20
"""A depth limit that no play reaches."""

NOWHERE = -1
"""The index that stands for no action: the result is that of the root itself."""

FOLLOWED = 10_000
"""The maximum number of states checked to find the one in a quiescence search where a rule fails."""


class DepthExceeded(Exception):
    """The search reached the maximum number of plies."""


class ActionStackFull(Exception):
    """The actions on the path do not fit in the thread's memory."""


class TableFull(Exception):
    """As many nodes were read as the table has slots, and a larger table is allowed."""


class BoundsViolated(Exception):
    """A value lies outside the game's declared bounds, which the search used to prune chance nodes."""


class PrecisionExceeded(Exception):
    """A utility has too many digits to be stored together with a distance."""


@dataclass(frozen=True)
class Scale:
    """How a game's utilities are converted to values: see `zermelo.kernels.scale`."""

    draw: float
    win: float
    ply: float

    @classmethod
    def of(cls, game: Game) -> Scale:
        """The finest scale that represents infinite play exactly; other utilities may still have too many digits."""
        scored = game.scored or game.players == 1 or game.kind.stochastic  # expected values need utilities, not ranks
        scale = cls(float(game.fair_share), 0.0 if scored else WIN, 0.0 if scored else PLY)
        forever = endless_utility(game, 0)
        while not holds(forever, scale.draw, scale.win, scale.ply):
            scale = scale.coarser
        return scale

    @property
    def coarser(self) -> Scale:
        """The next coarser scale, for utilities with too many digits: first without distances, then without wins."""
        return Scale(self.draw, self.win if self.ply else 0.0, 0.0)

    def value_of(self, utility: float, plies: int) -> float:
        """The value of a utility that is `plies` plies away."""
        return worth(float(utility), plies, self.draw, self.win, self.ply)

    def utility_in(self, v: float) -> tuple[float, int | None]:
        """The utility that a value represents, and its distance in plies."""
        return utility_in(v, self.draw, self.win, self.ply)

    def is_decided(self, v: float) -> bool:
        """Whether a value is a win or a loss; always false for a scored game."""
        return self.win != 0.0 and not -EDGE <= v <= EDGE

    @property
    def endless(self) -> int:
        """The distance that represents infinite play."""
        return 2 * FAR


@dataclass(frozen=True)
class RootAction:
    """The search result of one action at the root. `line` holds the indices of the following actions.

    `guessed` says whether an evaluation took part in the value. In a search of vectors, `vector` is the value to each
    player, and `exact` is false if it is only a bound.
    """

    place: int
    value: float
    guessed: bool
    line: tuple[int, ...] = ()
    vector: Vector = ()
    exact: bool = True


def endless_utility(game: Game, p: int) -> float:
    """The utility of infinite play to player p. Raises RuleError or InexactError if it is not a finite float."""
    forever = infinite_utility(game, p)
    if not is_float(forever):
        raise inexact(f"{type(game).__name__}.infinite_play gave {game.infinite_play(p)!r}")
    return float(forever)


def inexact(message: str) -> InexactError:
    """The error for a number that a search in floats would have to round."""
    return InexactError(
        f"{message}, and no float equals it: this search computes in floats and would round it. "
        "The method 'states' of solve and the textbook's algorithms use it unchanged"
    )


class RootSearch:
    """Searches the actions of one state in one thread, with its own memory."""

    has_windows = True
    is_exact = True

    def __init__(
        self, host: KernelHost, s: State, memory: SearchMemory, scale: Scale, past: Sequence[State] = ()
    ) -> None:
        self.host = host
        self.state = s
        self.past = past
        self.memory = memory
        self.scale = scale
        self.game = host.game
        self.rules = PlainRules(self.game, stop_check(memory))
        self.actions: list[Action] = list(self.rules.watched(each_action(self.game, s)))
        self.kernels = kernels_for(self.game)
        self.chooses = self.game.player(s) != CHANCE
        self.sign = -1 if self.game.player(s) == MIN else 1
        check_value_bounds(self.game, s)
        allowed = allowed_places(self.game, past, s, self.actions)
        self.order = sorted(allowed, key=lambda i: -self.rules.order(s, self.actions[i]))
        remember_play(host, past, s, memory)
        self._best: list[RootAction] = []
        self._rest: list[RootAction] = []

    def for_thread(self, memory: SearchMemory) -> Self:
        """The same root for another thread, with a memory of its own."""
        root = copy(self)
        root.memory = memory
        root.rules = PlainRules(root.game, stop_check(memory))
        remember_play(root.host, root.past, root.state, memory)
        return root

    @property
    def tried(self) -> list[RootAction]:
        """The results of an interrupted search, best first."""
        return self._best + self._rest

    @property
    def nodes(self) -> int:
        """The number of nodes that this thread has read."""
        return int(self.memory.nodes)

    def search(self, depth: int, lines: int, floor: float = -inf, ceiling: float = inf) -> list[RootAction]:
        """Searches every action to the depth: the best `lines` actions get values, the others bounds.

        They are returned best first. An action that reaches the ceiling ends the search; its value is a lower bound.
        """
        best: list[RootAction] = []
        rest: list[RootAction] = []
        self._best, self._rest = best, rest
        # With several lines, an action that leads back to the root is not cut off as a repetition: play continues.
        ignore_root = lines > 1
        for place in self.order:
            if len(best) < lines:
                found = self.child(place, depth, floor, ceiling, ignore_root=ignore_root)
            else:
                least = max(floor, best[-1].value)
                found = self.child(place, depth, least, next_float(least), ignore_root=ignore_root)
                if found.value <= least:
                    rest.append(found)
                    continue
                found = self.child(place, depth, least, ceiling, ignore_root=ignore_root)
            insort(best, found, key=lambda f: -f.value)
            rest += best[lines:]
            del best[lines:]
            if found.value >= ceiling:
                break
        first = {f.place for f in best}
        self.order = [f.place for f in best] + [p for p in self.order if p not in first]
        return best + rest

    def values_of(self, found: RootAction) -> Vector:
        """The value of an action to each player."""
        return values_of(self.game, self.scale.utility_in(self.sign * found.value)[0])

    def distance_of(self, found: RootAction) -> int | None:
        """The plies to the end after an action, or None if the scale has no distances."""
        return self.scale.utility_in(self.sign * found.value)[1]

    def root_value(self, depth: int) -> RootAction:
        """The expected value of a root that is a chance node."""
        self._best, self._rest = [], []
        found = [self.child(place, depth, -inf, inf) for place in range(len(self.actions))]
        odds = [float(self.rules.probability(self.state, a)) for a in self.actions]
        if not all(0 <= p <= 1 for p in odds) or abs(sum(odds) - 1) > chance.NEAR_ONE:
            raise probability_error(self.game, self.state)
        value = sum(p * f.value for p, f in zip(odds, found, strict=True))
        return RootAction(NOWHERE, value, any(f.guessed for f in found))

    def exceeds(self, g: float, depth: int = UNLIMITED) -> tuple[bool, list[RootAction]]:
        """Whether the value of the root is above g, and the results of the actions searched to decide it."""
        tried = []
        for place in self.order:
            tried.append(self.child(place, depth, g, next_float(g)))
            if tried[-1].value > g:
                self.order = [place, *(other for other in self.order if other != place)]
                return True, tried
        return False, tried

    def evaluate_actions(self, budget: Budget) -> list[RootAction]:
        """At least one action, valued by utility or evaluation only: for a search that was stopped at once."""
        found = [self._evaluated(self.order[0])]
        with suppress(OutOfBudget):
            found += [self._evaluated(place) for place in budget.each(self.order[1:])]
        return sorted(found, key=lambda f: (-f.value, f.place))

    def _evaluated(self, place: int) -> RootAction:
        """The utility or evaluation of an action's successor, without a search."""
        s = self.game.result(self.state, self.actions[place])
        over = self.game.is_terminal(s)
        value = self.scale.value_of(self.game.utility(s, MAX), 1) if over else float(self.game.evaluate(s, MAX))
        return RootAction(place, self.sign * value, guessed=not over)

    def child(self, place: int, depth: int, floor: float, ceiling: float, *, ignore_root: bool = False) -> RootAction:
        """The result of one action within a window; with `ignore_root`, as if play had begun after that action."""
        alpha, beta = (floor, ceiling) if self.sign > 0 else (-ceiling, -floor)
        value = self._run(place, depth, alpha, beta, ignore_root)
        return RootAction(place, self.sign * value, bool(self.memory.guessed), self._line())

    def _run(self, place: int, depth: int, alpha: float, beta: float, ignore_root: bool) -> float:
        """Runs the kernel on one action and returns its result."""
        m = self.memory
        m.since = int(ignore_root)
        try:
            if self.host.is_native or place == NOWHERE:
                run = partial(self.host.run, self.kernels.child_value, self.state, m, place)
            else:
                run = partial(self.host.run, self.kernels.value_after, self.state, m, self.actions[place], place)
            found = run(depth, alpha, beta, rules=self.rules)
        except Exception as error:  # whatever a rule has raised
            if self.host.is_native:
                self._replay()  # in plain Python, whose error names the method and the position
            elif isinstance(error, OverflowError):  # an integer too large for a float
                self._raise_number(self.state_now())
            raise
        if m.stopped:
            self._raise_fault()
        return float(found)

    def _line(self) -> tuple[int, ...]:
        """The line that the kernel found after the root's action, as indices of actions."""
        m = self.memory
        return tuple(int(m.line[LINE + i]) for i in range(m.lengths[1]))

    def line_of(self, found: RootAction, budget: Budget) -> tuple[Action, ...]:
        """The actions of a line: at least the first, and further ones while the budget lasts."""
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
        """The actions that the kernel searches in a state."""
        return self.game.actions(s) if self.game.player(s) == CHANCE else self.game.candidates(s)

    def _replay(self) -> None:
        """Calls every rule that the kernel uses, for the state in which it stopped and for all successors."""
        s = self.state_now()
        self._call_rules(s)
        if not self.game.is_terminal(s):
            for a in self.game.actions(s):
                self._call_rules(self.game.result(s, a))

    def _call_rules(self, s: State) -> None:
        game = self.game
        if game.is_terminal(s):
            utilities(game, s)
            return
        for rule in (game.player, game.value_bounds, game.key, game.canonical):
            rule(s)
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
            raise TableFull if m.control[0] == 0 and m.nodes >= m.grow_at else OutOfBudget
        if fault == faults.NO_GRAIN:
            raise PrecisionExceeded
        if fault == faults.NO_END:
            raise DepthExceeded
        if fault == faults.NO_BOUNDS:
            raise BoundsViolated
        s = self.state_now()
        name, shown = type(self.game).__name__, quote(self.game.show(s))
        if fault == faults.NO_ROOM:
            deque(each_action(self.game, s), 0)  # raises if there is no end of them
            if len(self.memory.actions) > MOST_ACTIONS * slot_words(self.actions[0]):
                raise LimitError(f"the path to {shown} has too many actions to be stored at once")
            raise ActionStackFull
        if fault == faults.NO_ACTIONS:
            deque(each_action(self.game, s), 0)  # raises if there are no actions at all
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
        """The state, and every state that a quiescence search of at most `quiet` plies reaches from it."""
        yield s
        if quiet > 0 and not self.game.is_terminal(s):
            for a in self.game.noisy(s):
                yield from self._followed(self.game.result(s, a), quiet - 1)

    def _raise_number(self, s: State) -> None:
        """Raises RuleError or InexactError if a utility or an evaluation of s is not a number that a search can use."""
        method = "utility" if self.game.is_terminal(s) else "evaluate"
        for p in range(self.game.players):
            number = getattr(self.game, method)(s, p)
            message = f"{type(self.game).__name__}.{method} gave {number!r} in {quote(self.game.show(s))}"
            if not is_finite(number):
                raise RuleError(message)
            if method == "utility" and not is_float(number):
                raise inexact(message)


def stop_check(memory: SearchMemory) -> Callable[[], None]:
    """A function that raises OutOfBudget once the thread of this memory has to stop.

    Plain rules call it more often than kernels do, which check only once per node.
    """
    control = memory.control

    def check() -> None:
        if control[0] != 0 or memory.most_nodes == 0:
            raise OutOfBudget

    return check


def values_of(game: Game, value: float) -> Vector:
    """The value to each player, from player 0's."""
    return (value,) if game.players == 1 else (value, game.kind.total - value)


def kernels_for(game: Game, others: OpponentModel | None = None) -> Any:
    """The module whose kernels search a game."""
    if others is not None:
        return many
    return chance if game.kind.stochastic else alphabeta


def kernel_for(game: Game, others: OpponentModel | None = None) -> Callable[..., float]:
    """The kernel that searches a game."""
    kernel: Callable[..., float] = kernels_for(game, others).child_value
    return kernel
