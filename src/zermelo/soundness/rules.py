"""The rules that a sound game keeps.

Each is a function that looks at one position (or at one play) and yields the problems that it sees. What a method may
answer at all is checked where it is asked, in `look`. To add a rule, write it and put it on the list of the positions
that it is for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from zermelo.core.errors import quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.snapshots import has_equality, hash_of, same
from zermelo.core.values import exact_number, is_float, is_interval
from zermelo.soundness.for_people import cells, drawn, named, names, shown, viewed
from zermelo.soundness.look import Look, Problem, Wrong
from zermelo.soundness.position import Position, brief

Rule: TypeAlias = Callable[[Look], Iterator[Problem]]

SLACK = 1e-9
"""Sums of floats are not exact."""

CROWD = 1000
"""More players than that are a mistake."""


# What a game declares of itself.


def declared(game: Game) -> Iterator[Problem]:
    """The declarations make sense: without them nothing else can be checked."""
    if not (isinstance(game.players, int) and 1 <= game.players <= CROWD):
        yield Problem("declared", f"players is {brief(game.players)}, not a number from 1 to {CROWD}")
    if not (game.zero_sum is None or isinstance(game.zero_sum, bool)):
        yield Problem("declared", f"zero_sum is {brief(game.zero_sum)}, neither True nor False nor None")
    if not _is_finite(game.total):
        yield Problem("declared", f"total is {brief(game.total)}, not a finite number")
    if game.bounds is not None and not is_interval(game.bounds):
        yield Problem("declared", f"bounds is {brief(game.bounds)}, not the least and the greatest utility")
    if not (isinstance(game.title, str) and game.title.strip()):
        yield Problem("declared", f"title is {brief(game.title)}, not a name for the game")


def infinite_play(game: Game) -> Iterator[Problem]:
    """Play that never ends has a utility too."""
    values = [game.infinite_play(p) for p in range(game.players)]
    _must_be_finite("infinite-play", "infinite_play", values)
    yield from _sums("infinite-play", "the utilities of infinite play", values, game)


def initial(state: State, again: State) -> Iterator[Problem]:
    """Play always begins in the same state."""
    if state is None:
        yield Problem("wrong-type", "initial gives None, not a state")
    elif not same(state, again):
        yield Problem("two-answers", _differs("initial", state, again))


# Every state.


def hashable(look: Look) -> Iterator[Problem]:
    """States are hashable, and equal ones have equal hashes."""
    look.watch("the state changes while others are looked at")
    if hash_of(look.position.state) is None:
        yield Problem("unhashable-state", f"the state {brief(look.position.state)} is not hashable")
    elif look.position.hash_differs:
        yield Problem("unequal-hash", "a copy of the state is equal to it, but has another hash")


def keyed(look: Look) -> Iterator[Problem]:
    """Equal keys, equal futures: so far as one ply can tell."""
    if not look.writes("key"):
        return
    key = look.ask("key")
    if hash_of(key) is None:
        raise Wrong("unhashable-key", f"the key {brief(key)} is not hashable")
    facts = (True, None, 0) if look.terminal else (False, look.player, len(look.actions))
    known, at = look.context.first(("key", key), facts, look.position)
    for name, one, other in zip(("is_terminal", "player", "the number of actions"), facts, known, strict=True):
        if one != other:
            yield Problem("key", f"{name} gives {one}, and {other} in {_place(at)}, which has the same key")
            return


def canonical(look: Look) -> Iterator[Problem]:
    """The state that stands for a symmetry class stands for itself, and is worth the same."""
    if not look.writes("canonical"):
        return
    stands = look.ask("canonical")
    name = brief(stands)
    again = look.ask_of("canonical", stands)
    if not same(again, stands):
        yield Problem("canonical", f"canonical gives {name}, and of that {brief(again)}")
    elif not same(look.ask_of("is_terminal", stands), look.terminal):
        yield Problem("canonical", f"canonical gives {name}, for which is_terminal differs")
    elif not look.terminal:
        if not same(look.ask_of("player", stands), look.player):
            yield Problem("canonical", f"canonical gives {name}, where another player moves")
    elif any(not same(look.ask_of("utility", stands, p), u) for p, u in enumerate(look.utilities)):
        yield Problem("canonical", f"canonical gives {name}, which has another utility")


# Terminal states.


def utilities(look: Look) -> Iterator[Problem]:
    """Utilities are finite numbers within the bounds, and add up where they should."""
    values = look.utilities
    _must_be_finite("utility", "utility", values)
    look.position.utility = exact_number(values[0])
    low, high = look.game.bounds or (-math.inf, math.inf)
    for p, u in enumerate(values):
        if not low <= u <= high:
            yield Problem("utility-bounds", f"the utility of player {p} is {u}, outside the bounds {low} to {high}")
            break
    rounded = next((u for u in values if not is_float(u)), None)
    if rounded is not None:
        why = "the engine, which computes in floats, refuses it; 'solve --method states' and the textbook do not"
        yield Problem("inexact-utility", f"utility gives {brief(rounded)}, which no float equals: {why}", note=True)
    yield from _sums("utility-sum", "the utilities", values, look.game)


# States in which play goes on.


def actions(look: Look) -> Iterator[Problem]:
    """Actions are hashable, and none repeats."""
    if len(look.action_set) == len(look.actions):
        return
    seen = set()
    for a in look.actions:
        if a in seen:
            yield Problem("repeated-action", f"the action {brief(a)} is given twice")
            return
        seen.add(a)


def chance(look: Look) -> Iterator[Problem]:
    """Probabilities lie between 0 and 1, and add up to 1."""
    look.position.player = look.player
    look.position.chance = look.player == CHANCE
    if not look.position.chance:
        return
    for a, p in zip(look.actions, look.probabilities, strict=True):
        if not _is_finite(p) or not -SLACK <= p <= 1 + SLACK:
            yield Problem("probability", f"the probability of {brief(a)} is {brief(p)}, not from 0 to 1")
            return
    total = math.fsum(look.probabilities)
    if not math.isclose(total, 1, abs_tol=SLACK):
        yield Problem("probability-sum", f"the probabilities add up to {total}, not to 1")


def results(look: Look) -> Iterator[Problem]:
    """Every action leads to a state."""
    for a, name in look.some():
        with look.guard():  # the other actions may be sound
            state = look.ask("result", a)
            if state is None:
                yield Problem("wrong-type", f"result gives None for the action {quote(name)}, not a state")
            else:
                look.position.next.append(look.context.position(state, look.position, name))


def information_sets(look: Look) -> Iterator[Problem]:
    """A player who cannot tell states apart has the same actions in them."""
    if not look.context.kind.hidden:
        return
    seen = [look.ask("observe", p) for p in look.context.players]
    for p, sight in enumerate(seen):
        if hash_of(sight) is None:
            raise Wrong("unhashable-observation", f"what player {p} sees, {brief(sight)}, is not hashable")
    if look.player == CHANCE:
        return
    here, name = look.action_set, ("actions", look.player, seen[look.player])
    there, at = look.context.first(name, here, look.position)
    if here != there:
        lone = min(here ^ there, key=brief)
        differ = f"{brief(lone)} is an action only {'here' if lone in here else 'there'}"
        yield Problem("information-set", f"player {look.player} cannot tell this from {_place(at)}, but {differ}")
    for p, sight in enumerate(seen):
        mover, at = look.context.first(("mover", p, sight), look.player, look.position)
        if mover != look.player and p in (mover, look.player):
            alike = f"player {p} cannot tell this from {_place(at)}, and is to move in only one of them"
            yield Problem("whose-turn", f"{alike} (as it should be if they move at the same time)", note=True)
            return


# Knowledge.


def subsets(look: Look) -> Iterator[Problem]:
    """Candidates and noisy actions are actions; there is a candidate."""
    if look.player == CHANCE:
        return
    for method in ("candidates", "noisy"):
        if not look.writes(method):
            continue
        given = look.ask(method)
        others = [a for a in given if a not in look.action_set]
        if others:
            yield Problem(method, f"{method} gives {brief(others[0])}, which is not among the actions")
        elif not given and method == "candidates":
            yield Problem(method, "candidates gives no action, so none that is best")


def weight(look: Look) -> Iterator[Problem]:
    """The weight of every action in playouts is a finite number that is not negative."""
    if look.writes("weight") and look.player != CHANCE:
        for a in look.actions:
            given = look.ask("weight", a)
            if not (_is_finite(given) and given >= 0):
                yield Problem("weight", f"weight gives {brief(given)} for {brief(a)}, not a finite number from 0 up")
                return


def order(look: Look) -> Iterator[Problem]:
    """The guess at an action is a finite number."""
    if look.writes("order") and look.player != CHANCE:
        for a in look.actions:
            guess = look.ask("order", a)
            if not _is_finite(guess):
                yield Problem("order", f"order gives {brief(guess)} for {brief(a)}, no finite number")
                return


def evaluate(look: Look) -> Iterator[Problem]:
    """The guess at a state is a finite number, and had better lie within the bounds."""
    if not look.writes("evaluate"):
        return
    guesses = [look.ask("evaluate", p) for p in look.context.players]
    _must_be_finite("evaluate", "evaluate", guesses)
    if look.game.bounds is None:
        return
    low, high = look.game.bounds
    for p, guess in enumerate(guesses):
        if not low <= guess <= high:
            outside = f"{guess} to player {p}, outside the bounds {low} to {high}"
            yield Problem("evaluation-bounds", f"evaluate gives {outside}", note=True)
            return


def value_bounds(look: Look) -> Iterator[Problem]:
    """Value bounds are two numbers; whether they hold is seen where play ends."""
    if look.writes("value_bounds"):
        answer = look.ask("value_bounds")
        if is_interval(answer):
            look.position.value_bounds = exact_number(answer[0]), exact_number(answer[1])
        else:
            yield Problem("value_bounds", f"value_bounds gives {brief(answer)}, not the least and the greatest utility")


# The last rule for every state.


def functions(look: Look) -> Iterator[Problem]:
    """Whatever was asked is answered alike when it is asked again, after all the other questions."""
    if look.changed:
        return
    for method, arguments, answer in look.asked:
        again = look.answer(method, *arguments)
        if not same(again, answer):
            yield Problem("two-answers", _differs(method, answer, again))
            return


# Whole plays.


def within_value_bounds(play: Sequence[Position]) -> Iterator[Problem]:
    """The value bounds of a state contain what one player can force from there: where the others had no choice."""
    utility = play[-1].utility
    if utility is None:
        return
    ends = f"play that ends in {_place(play[-1])}, with utility {utility} for player 0, can be forced from here"
    choosers: set[int | None] = set()  # who had a choice between the position and the end
    for position in reversed(play):
        if len(position.next) > 1:
            choosers.add(position.player)
        low, high = position.value_bounds or (-math.inf, math.inf)
        too_good = utility > high + SLACK and choosers <= {0}
        too_bad = utility < low - SLACK and 0 not in choosers and len(choosers) <= 1
        if too_good or too_bad:
            yield Problem("value_bounds", f"value_bounds gives {low} to {high}, but {ends}", at=position)
            return


def goes_round(play: Sequence[Position]) -> Iterator[Problem]:
    """Whether a state repeats within a play."""
    met: dict[int, int] = {}
    for ply, position in enumerate(play):
        before = met.setdefault(id(position), ply)
        if before < ply:
            yield Problem("goes-round", f"play can come back here, after {ply - before} plies", note=True, at=position)
            return


FOR_EVERY_STATE: tuple[Rule, ...] = (hashable, shown, drawn, viewed, keyed, canonical)
FOR_TERMINAL: tuple[Rule, ...] = (utilities,)
FOR_OPEN: tuple[Rule, ...] = (
    actions,
    chance,
    names,
    named,
    cells,
    information_sets,
    subsets,
    order,
    weight,
    evaluate,
    value_bounds,
    results,  # after the others, so that `functions` asks them again when the game has seen other states
)
FOR_PLAYS: tuple[Callable[[Sequence[Position]], Iterator[Problem]], ...] = (within_value_bounds, goes_round)


def _must_be_finite(rule: str, method: str, values: Sequence[Any]) -> None:
    for p, value in enumerate(values):
        if not _is_finite(value):
            raise Wrong(rule, f"{method} gives {brief(value)} to player {p}, which is no finite number")


def _sums(rule: str, what: str, values: Sequence[float], game: Game) -> Iterator[Problem]:
    total = math.fsum(values)
    if game.kind.zero_sum and not math.isclose(total, game.total, rel_tol=SLACK, abs_tol=SLACK):
        yield Problem(rule, f"{what} add up to {total}, not to {game.total} (zero_sum = False says that they need not)")


def _is_finite(value: Any) -> bool:
    try:
        return math.isfinite(value)
    except (TypeError, ValueError, OverflowError):
        return False


def _differs(method: str, answer: Any, again: Any) -> str:
    hint = "" if has_equality(answer) else f" (the class {type(answer).__name__} has no __eq__)"
    return f"{method} gives {brief(answer)}, and asked again {brief(again)}{hint}"


def _place(position: Position) -> str:
    return quote(position.text)
