"""How good EVAL is: how far it orders states as their exact values do, by itself and below a search.

EVAL only has to order states correctly. For every two states whose exact values differ, it either agrees with the exact
order, or ties, or reverses it. A search of depth d orders states by the values that it backs up from EVAL.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from os import PathLike
from random import Random
from typing import Any

from zermelo.core.errors import KindError, OptionError
from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.core.limits import Limits
from zermelo.core.options import known_options
from zermelo.core.results import Solution
from zermelo.core.rules import legal_actions
from zermelo.loading import load
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting
from zermelo.textbook.algorithms import make_search

EVERY = 5000
"""If a game has at most this many states in which a player moves, all of them are compared by default."""

SAMPLED = 200
"""The default number of states of a larger game that are compared."""

DEEPEST = 100
"""The greatest depth of a search that is compared."""

PROOF = 1_000_000
"""The maximum number of nodes to prove a sampled state's value; without a proof, the state is not compared."""

PLAYS_FOR_A_STATE = 20
"""The maximum number of random plays for each state of a sample: many of them may reach the same states."""


@dataclass(frozen=True)
class Ordering:
    """Of all pairs of states with different exact values: how a search of this depth orders them."""

    depth: int
    agreeing: int
    tied: int
    reversed: int

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return self.agreeing + self.tied + self.reversed


@dataclass(frozen=True)
class Misjudged:
    """A state that EVAL misjudges, with EVAL and the exact value, both to player 0."""

    state: State
    guess: float
    value: float


@dataclass(frozen=True)
class EvaluationQuality:
    """How far EVAL orders states as their exact values do, at each depth from 0; and the pair that it reverses most."""

    game: Game
    states: int
    is_sample: bool
    orderings: tuple[Ordering, ...]
    worst: tuple[Misjudged, Misjudged] | None
    """A state that looks good and is worse than the other, which looks bad."""

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        shown = [
            {"position": self.game.show(one.state), "evaluation": one.guess, "value": one.value}
            for one in self.worst or ()
        ]
        return {
            "game": str(self.game),
            "weights": dict(self.game.feature_weights),
            "states": self.states,
            "is_sample": self.is_sample,
            "orderings": [
                {"depth": o.depth, "agreeing": o.agreeing, "tied": o.tied, "reversed": o.reversed}
                for o in self.orderings
            ],
            "worst": shown,
        }


@known_options()
def compare_evaluation(
    game: Game | str | PathLike[str], *, states: int | None = None, depth: int = 0, seed: int = 0
) -> EvaluationQuality:
    """Compares EVAL with exact values, by itself and below searches of depth 1 to `depth`.

    All states of a small game are compared. Of a larger game, or if `states` is given, a sample from random plays is
    compared, without the states whose value is not proved quickly. Raises KindError if a value is not one number.
    """
    game = game if isinstance(game, Game) else load(game)
    if not game.kind.one_number or game.kind.hidden:
        raise KindError(f"the exact order of states is not defined for a game that is {game.kind}")
    if not 0 <= depth <= DEEPEST:
        raise OptionError(f"depth must be 0 to {DEEPEST}, not {depth}")
    if states is not None and states < 2:
        raise OptionError(f"states must be at least 2, not {states}")
    every = _every_state(game) if states is None else None
    chosen = list(_sample(game, states or SAMPLED, Random(seed))) if every is None else every
    values = _exact_values(game, chosen, whole=every is not None)
    compared = list(values)
    exact = [values[s] for s in compared]
    algorithm = Chooser(game).method(Question.TREE).name
    orderings = tuple(
        _ordering(plies, exact, [_backed_up(game, s, algorithm, plies) for s in compared]) for plies in range(depth + 1)
    )
    return EvaluationQuality(game, len(compared), every is None, orderings, _worst(game, values))


def _every_state(game: Game) -> list[State] | None:
    """All states in which a player moves; None if there are more than EVERY."""
    waiting, seen, found = [game.initial()], {game.initial()}, []
    while waiting:
        s = waiting.pop()
        if game.is_terminal(s):
            continue
        if game.player(s) != CHANCE:
            found.append(s)
        for a in legal_actions(game, s):
            t = game.result(s, a)
            if t not in seen:
                seen.add(t)
                waiting.append(t)
        if len(seen) > 4 * EVERY or len(found) > EVERY:
            return None
    return found


def _sample(game: Game, number: int, random: Random) -> Iterator[State]:
    """Yields different states, one from each random play, in which a player moves."""
    seen = set()
    for _ in range(PLAYS_FOR_A_STATE * number):
        play, s = [], game.initial()
        while not game.is_terminal(s):
            if game.player(s) != CHANCE:
                play.append(s)
            s = game.result(s, random.choice(legal_actions(game, s)))
        s = random.choice(play)
        if s not in seen:
            seen.add(s)
            yield s
        if len(seen) == number:
            return


def _exact_values(game: Game, states: list[State], *, whole: bool) -> dict[State, float]:
    """The exact value of each state to player 0, without those that could not be proved."""
    chooser = Chooser(game, Setting())
    if whole:
        solution = chooser.answer(Question.SOLVE, game.initial(), Limits())
        assert isinstance(solution, Solution)
        found = ((s, solution.value_of(s)) for s in states)
        return {s: value for s, value in found if value is not None}
    answers = ((s, chooser.answer(Question.SOLVE, s, Limits(nodes=PROOF))) for s in states)
    return {s: answer.value for s, answer in answers if answer.proved and answer.value is not None}


def _backed_up(game: Game, s: State, algorithm: str, depth: int) -> Any:
    """The value of s by a search of this depth, comparable with that of other states: a found win is above any EVAL."""
    return make_search(game, algorithm, depth=depth).run(s)


def _ordering(depth: int, exact: list[float], guesses: list[Any]) -> Ordering:
    """Counts the pairs by comparing the sorted guesses of each exact value with those of every greater one."""
    groups: dict[float, list[Any]] = {}
    for value, guess in zip(exact, guesses, strict=True):
        groups.setdefault(value, []).append(guess)
    agreeing = tied = reversed_ = 0
    for low, high in combinations(sorted(groups), 2):
        below = sorted(groups[low])
        for guess in groups[high]:
            left, right = bisect_left(below, guess), bisect_right(below, guess)
            agreeing, tied, reversed_ = agreeing + left, tied + right - left, reversed_ + len(below) - right
    return Ordering(depth, agreeing, tied, reversed_)


def _worst(game: Game, values: dict[State, float]) -> tuple[Misjudged, Misjudged] | None:
    """The pair of states that EVAL reverses by the greatest difference."""
    judged = sorted((Misjudged(s, float(game.evaluate(s, MAX)), v) for s, v in values.items()), key=lambda j: j.value)
    best, worst, greatest = None, 0.0, None
    for one in judged:  # in ascending order of value: `greatest` has a smaller value, or the same
        if greatest is not None and greatest.value < one.value and greatest.guess - one.guess > worst:
            best, worst = (greatest, one), greatest.guess - one.guess
        if greatest is None or one.guess > greatest.guess:
            greatest = one
    return best
