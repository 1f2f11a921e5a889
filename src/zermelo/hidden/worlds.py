"""Worlds: the full states that agree with all that a player has seen, with their probabilities.

Probabilities are those of chance, and of the players' assumed policies: uniform unless others are given. If worlds are
few, all of them are enumerated. Otherwise they are sampled: by the game's own method `world`, by constraint
satisfaction if the game offers a `world_problem`, or by replaying the game from its initial state.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from math import fsum
from random import Random
from typing import Any, NamedTuple, TypeAlias

from zermelo.core.errors import ZermeloError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.rules import chances, has_own, legal_actions
from zermelo.core.views import View, show_view

Policy: TypeAlias = Callable[[State, int], Sequence[float]]
"""The probabilities of the actions in a state, in their order, by the player to move there (the second argument)."""

FEW_NODES = 5_000
"""Worlds are enumerated if that takes at most this many nodes."""

LONGEST_PLAY = 4_000
"""A play that has not reached the view after this many plies is given up."""

NEAR_ONE = 1e-6


class NoWorldError(ZermeloError, ValueError):
    """No full state agrees with what a player has seen, or none was found."""


@dataclass(frozen=True)
class Worlds:
    """Worlds of a view with their probabilities, which add up to 1."""

    view: View
    states: tuple[State, ...]
    probabilities: tuple[float, ...]
    exact: bool
    """Whether these are all worlds with their exact probabilities; otherwise they are a sample."""

    how: str
    """The way they were found: "enumeration", "the game's own sampling", "constraint satisfaction", "replaying"."""

    by_chance: bool = False
    """Whether these are all worlds, and no probability depends on how the other players are assumed to have acted."""

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[tuple[State, float]]:
        return iter(zip(self.states, self.probabilities, strict=True))

    @property
    def some(self) -> State:
        """A world: the first of the most probable ones. It depends only on the view and the seed."""
        return self.states[max(range(len(self)), key=self.probabilities.__getitem__)]

    def drawn(self, count: int, seed: int) -> Worlds:
        """A sample of `count` worlds, drawn with replacement; the same worlds if there are not more than that."""
        if len(self) <= count:
            return self
        random = Random(seed)
        sums = list(accumulate(self.probabilities))
        chosen = [self.states[min(bisect(sums, random.random() * sums[-1]), len(sums) - 1)] for _ in range(count)]
        return Worlds(self.view, tuple(chosen), (1 / count,) * count, False, self.how)


def worlds_in(
    view: View, weighted: Sequence[tuple[State, float]], how: str, *, exact: bool = False, by_chance: bool = False
) -> Worlds:
    """Worlds with these weights."""
    total = fsum(weight for _, weight in weighted)
    probabilities = tuple(float(weight / total) for _, weight in weighted)
    return Worlds(view, tuple(s for s, _ in weighted), probabilities, exact, how, by_chance)


def enumerate_worlds(
    game: Game, view: View, *, policy: Policy | None = None, most: int | None = None, budget: Budget | None = None
) -> Worlds | None:
    """All worlds of the view with their exact probabilities; None if that takes more than `most` nodes.

    Raises NoWorldError if there is none.
    """
    walk = _Walk(game, view, policy, (budget or Budget(Limits())).part(nodes=most))
    try:
        walk.visit_all()
    except OutOfBudget:
        return None
    if not walk.found:
        raise NoWorldError(walk.contradiction())
    return worlds_in(view, list(walk.found.items()), "enumeration", exact=True, by_chance=walk.is_by_chance)


class _Way(NamedTuple):
    """A way to a state, from the initial one."""

    state: State
    probability: float
    own: tuple[Action, ...] = ()
    """The actions of the view's player."""

    is_assumed: bool = False
    """Whether another player has had a choice."""


@dataclass
class _Walk:
    """An enumeration from the initial state, along states that the view's player can have seen on the way."""

    game: Game
    view: View
    policy: Policy | None
    budget: Budget
    found: dict[State, float] = field(default_factory=dict)
    own: set[tuple[Action, ...]] = field(default_factory=set)
    """The actions of the view's player that lead to worlds: the same in each of them, with perfect recall."""
    is_assumed: bool = False
    """Whether another player has had a choice on the way to a world."""
    nearest: Any = None
    """The observation met so far that agrees with the view in most parts."""
    agreement: int = -1

    def visit_all(self) -> None:
        """Visits the states; equal states that are reached in several ways are one world."""
        waiting = [_Way(self.game.initial(), 1.0)]
        while waiting:
            way = waiting.pop()
            if self.game.is_terminal(way.state):
                continue
            if self._is_world(way.state):
                self.found[way.state] = self.found.get(way.state, 0.0) + way.probability
                self.own.add(way.own)
                self.is_assumed = self.is_assumed or way.is_assumed
            else:
                waiting.extend(reversed(list(self._after(way))))

    def _after(self, way: _Way) -> Iterator[_Way]:
        """The ways that are one action longer, to states that the player can have seen."""
        s, mover = way.state, self.game.player(way.state)
        shares = _shares(self.game, s, self.policy)
        is_assumed = way.is_assumed or (mover not in (CHANCE, self.view.player) and len(shares) > 1)
        for a, share in shares:
            self.budget.spend()
            t = self.game.result(s, a)
            if share > 0 and self._precedes(t):
                own = (*way.own, a) if mover == self.view.player else way.own
                yield _Way(t, way.probability * share, own, is_assumed)

    @property
    def is_by_chance(self) -> bool:
        """Whether the probabilities of the worlds depend on no assumption about the players."""
        return len(self.found) == 1 or (not self.is_assumed and len(self.own) == 1)

    def _is_world(self, s: State) -> bool:
        if self.game.player(s) != self.view.player:
            return False
        seen = self.game.observe(s, self.view.player)
        self._compare(seen)
        return bool(seen == self.view.seen)

    def _precedes(self, s: State) -> bool:
        seen = self.game.observe(s, self.view.player)
        return bool(self.game.precedes(seen, self.view.seen, self.view.player))

    def _compare(self, seen: Any) -> None:
        """Keeps the observation that agrees with the view in most parts, for the message if there is no world."""
        agreement = sum(one == other for one, other in zip(_parts(seen), _parts(self.view.seen), strict=False))
        if agreement > self.agreement:
            self.nearest, self.agreement = seen, agreement

    def contradiction(self) -> str:
        """Says which observations contradict each other."""
        shown = quote(show_view(self.game, self.view))
        if self.policy is not None:
            return f"by the assumed policy, no play of {quote(self.game)} leads to the view {shown}"
        message = f"no state of {quote(self.game)} agrees with the view {shown}"
        if self.nearest is None:
            return f"{message}: player {self.view.player} is never to move after seeing any of it"
        names = getattr(self.view.seen, "_fields", None)
        if names is None or has_own(self.game, "show_view"):
            return f"{message}: the nearest that can be seen is {quote(show_view(self.game, self._nearest_view()))}"
        wrong = [
            f"{name} is {given!r}, not {nearest!r}"
            for name, given, nearest in zip(names, self.view.seen, self.nearest, strict=True)
            if given != nearest
        ]
        return f"{message}: the nearest that can be seen differs in this: {'; '.join(wrong)}"

    def _nearest_view(self) -> View:
        return View(self.view.player, self.nearest)


def _parts(seen: Any) -> tuple[Any, ...]:
    return seen if isinstance(seen, tuple) else (seen,)


def _shares(game: Game, s: State, policy: Policy | None) -> list[tuple[Any, float]]:
    """The actions in s with their probabilities, by chance or by the policy of the mover."""
    actions = legal_actions(game, s)
    mover = game.player(s)
    if mover == CHANCE:
        shares = chances(game, s, actions)
    elif policy is None:
        shares = [1 / len(actions)] * len(actions)
    else:
        shares = [float(share) for share in policy(s, mover)]
        if len(shares) != len(actions) or abs(sum(shares) - 1) > NEAR_ONE or min(shares) < 0:
            raise ZermeloError(f"the policy gives {shares!r} for {len(actions)} actions in {quote(game.show(s))}")
    return list(zip(actions, shares, strict=True))


def replay_with_policy(
    game: Game, view: View, policy: Policy | None, *, count: int, attempts: int, seed: int, budget: Budget
) -> list[tuple[State, float]]:
    """Weighted worlds by replaying at the plain speed, with any policy; `kernels.worlds` has uniform ones."""
    found: list[tuple[State, float]] = []
    random = Random(seed)
    with suppress(OutOfBudget):
        for _ in range(attempts):
            if len(found) >= count:
                break
            world = _replay_once(game, view, policy, random, budget)
            if world is not None:
                found.append(world)
    return found


def _replay_once(
    game: Game, view: View, policy: Policy | None, random: Random, budget: Budget
) -> tuple[State, float] | None:
    s, weight = game.initial(), 1.0
    for _ in range(LONGEST_PLAY):
        budget.check()
        if game.is_terminal(s):
            return None
        if view.is_of(game, s):
            return s, weight
        following = [(game.result(s, a), share) for a, share in _shares(game, s, policy) if share > 0]
        allowed = [
            (t, share) for t, share in following if game.precedes(game.observe(t, view.player), view.seen, view.player)
        ]
        if not allowed:
            return None
        weight *= sum(share for _, share in allowed)
        s = random.choices([t for t, _ in allowed], [share for _, share in allowed])[0]
    return None


def has_sampler(game: Game) -> bool:
    """Whether the game has its own method to sample worlds."""
    return has_own(game, "world")
