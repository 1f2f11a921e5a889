"""Checked calls of any game's rules: actions, utilities and states, with errors that name the rule at fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.core.errors import ParseError, RuleError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.text import show_state
from zermelo.core.values import exact_number, is_finite, is_interval

MOST_ACTIONS = 1_000_000
"""The most actions that a state may have. The limit detects generators that never end."""

NEAR_ONE = 1e-9
"""The probabilities of the outcomes in a state add up to 1 within this."""


def state_of(game: Game, given: State | str, like: State | None = None) -> State:
    """The state for `given`: text is parsed by the game, anything else is taken as a state.

    If the states of the game are strings themselves, a string is taken as a state too. `like` is any state of the game,
    by default the initial one. Raises ParseError for text that is not a position and for values that the rules reject.
    """
    like = game.initial() if like is None else like
    if isinstance(given, str) and not isinstance(like, str):
        return game.parse(given)
    if type(given) is not type(like):
        _try_rules(game, given, like)
    return given


def _try_rules(game: Game, s: Any, like: State) -> None:
    """Raises ParseError if the rules fail for s, whose type is not that of the state `like`."""
    try:
        hash(game.key(s))
        if game.is_terminal(s):
            game.utility(s, 0)
        else:
            game.player(s)
            next(iter(game.actions(s)))
    except Exception as error:  # rules may raise anything for a value that is not a state
        expected = f"expected a state such as {quote(show_state(like))}, or its text"
        raise ParseError(f"{quote(repr(s))} is not a position of {quote(game)}: {expected}") from error


def each_action(game: Game, s: State) -> Iterator[Action]:
    """Yields the actions in s, which is not terminal. Raises RuleError for None, for no actions and for too many."""
    count = 0
    for count, a in enumerate(game.actions(s), 1):
        if a is None or count > MOST_ACTIONS:
            fault = "None" if a is None else f"more than {MOST_ACTIONS:,} actions"
            raise RuleError(f"{type(game).__name__}.actions yields {fault} in {quote(game.show(s))}")
        yield a
    if count == 0:
        raise RuleError(f"{quote(game.show(s))} is not terminal, but has no actions ({type(game).__name__}.actions)")


def utilities(game: Game, s: State) -> tuple[float, ...]:
    """The utility of the terminal state s to each player."""
    return tuple(exact_number(game.utility(s, p)) for p in range(game.players))


def infinite_utility(game: Game, p: int) -> Any:
    """The utility of infinite play to player p, exactly. Raises RuleError if it is not a finite number."""
    utility = exact_number(game.infinite_play(p))
    if not is_finite(utility):
        raise RuleError(f"{type(game).__name__}.infinite_play gave {utility!r}, which is not a finite number")
    return utility


def as_listed(action: Action, legal: Sequence[Action]) -> Action:
    """The legal action that equals this one: a player may give it in another type, as 1.0 for 1. Raises ValueError."""
    return legal[legal.index(action)]


def legal_actions(game: Game, s: State) -> list[Action]:
    """The actions in s as a list."""
    return list(each_action(game, s))


def chances(game: Game, s: State, outcomes: Sequence[Action]) -> list[float]:
    """The probabilities of the outcomes in s, where chance moves. Raises RuleError if they are no distribution."""
    found = [float(game.probability(s, a)) for a in outcomes]
    if not all(0 <= p <= 1 for p in found) or abs(sum(found) - 1) > NEAR_ONE:
        raise probability_error(game, s)
    return found


def probability_error(game: Game, s: State) -> RuleError:
    """The error for probabilities that are outside [0, 1] or do not add up to 1."""
    probabilities = [game.probability(s, a) for a in legal_actions(game, s)]
    wrong = next((p for p in probabilities if not 0 <= p <= 1), None)
    fault = f"add up to {sum(probabilities):.12g}, not to 1" if wrong is None else f"include {wrong!r}"
    return RuleError(f"{type(game).__name__}.probability: the probabilities in {quote(game.show(s))} {fault}")


def check_bounds(game: Game) -> None:
    """Raises RuleError unless the bounds are two numbers in ascending order."""
    if game.bounds is not None and not is_interval(game.bounds):
        expected = "expected the least utility and then the greatest"
        raise RuleError(f"{type(game).__name__}.bounds is {game.bounds!r}: {expected}")


def check_value_bounds(game: Game, s: State) -> None:
    """Raises RuleError unless the value bounds of s are two numbers in ascending order. Skips terminal states."""
    if has_own(game, "value_bounds") and not game.is_terminal(s) and not is_interval(given := game.value_bounds(s)):
        returned = f"{type(game).__name__}.value_bounds returned {given!r} in {quote(game.show(s))}"
        raise RuleError(f"{returned}: expected the least value and then the greatest")


def finite_bounds(game: Game) -> tuple[float, float] | None:
    """The bounds if both are finite, else None."""
    if game.bounds is None or not all(map(is_finite, game.bounds)):
        return None
    return game.bounds


def has_own(game: Game, name: str) -> bool:
    """Whether the game overrides this method of `Game`."""
    return getattr(type(game), name) is not getattr(Game, name)
