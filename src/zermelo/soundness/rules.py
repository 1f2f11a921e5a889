"""The rules that a sound game keeps.

Each is a function that takes the inspection of one position (or one play) and yields the problems that it finds.
Whether a method's result is valid at all is checked in `inspection`, where the method is called. To add a rule, write
it and add it to the list for the positions that it applies to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from zermelo.core.errors import quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.snapshots import has_equality, hash_of, same
from zermelo.core.values import exact_number, is_finite, is_float, is_interval
from zermelo.native.draws import first_draw, random_word
from zermelo.soundness.display_rules import cells, drawn, named, names, shown, viewed, viewed_actions
from zermelo.soundness.information_rules import information_sets, recall
from zermelo.soundness.inspection import Inspection, InvalidAnswer, Problem
from zermelo.soundness.numbering_rules import descending, numbered
from zermelo.soundness.position import Position, brief
from zermelo.soundness.value_rules import is_at_most

Rule: TypeAlias = Callable[[Inspection], Iterator[Problem]]

SLACK = 1e-9
"""The tolerance for sums of floats, which are not exact."""

PLAYOUT_ACTIONS = 8
"""The number of random numbers with which `playout_action` is called in a state."""

MOST_PLAYERS = 1000
"""The maximum number of players: a greater number is considered a mistake."""


# The game's declarations.


def declared(game: Game) -> Iterator[Problem]:
    """The declarations are valid: otherwise nothing else can be checked."""
    if not (isinstance(game.players, int) and 1 <= game.players <= MOST_PLAYERS):
        yield Problem("declared", f"players is {brief(game.players)}, not a number from 1 to {MOST_PLAYERS}")
    if not (game.zero_sum is None or isinstance(game.zero_sum, bool)):
        yield Problem("declared", f"zero_sum is {brief(game.zero_sum)}, neither True nor False nor None")
    if not _is_finite(game.total):
        yield Problem("declared", f"total is {brief(game.total)}, not a finite number")
    if game.bounds is not None and not is_interval(game.bounds):
        yield Problem("declared", f"bounds is {brief(game.bounds)}, not the least and the greatest utility")
    if not (isinstance(game.title, str) and game.title.strip()):
        yield Problem("declared", f"title is {brief(game.title)}, not a name for the game")


def infinite_play(game: Game) -> Iterator[Problem]:
    """The utilities of infinite play are finite and add up to the total."""
    values = [game.infinite_play(p) for p in range(game.players)]
    _must_be_finite("infinite-play", "infinite_play", values)
    yield from _sums("infinite-play", "the utilities of infinite play", values, game)


def initial(state: State, again: State) -> Iterator[Problem]:
    """Play always begins in the same state."""
    if state is None:
        yield Problem("wrong-type", "initial gives None, not a state")
    elif not same(state, again):
        yield Problem("nondeterministic", _differs("initial", state, again))


# Every state.


def hashable(inspection: Inspection) -> Iterator[Problem]:
    """States are hashable, and equal ones have equal hashes."""
    inspection.detect_change("the state changes while other states are inspected")
    if hash_of(inspection.position.state) is None:
        yield Problem("unhashable-state", f"the state {brief(inspection.position.state)} is not hashable")
    elif inspection.position.hash_differs:
        yield Problem("unequal-hash", "a copy of the state is equal to it, but has another hash")


def keyed(inspection: Inspection) -> Iterator[Problem]:
    """States with equal keys agree in is_terminal, player and the number of actions."""
    if not inspection.overrides("key"):
        return
    key = inspection.ask("key")
    if hash_of(key) is None:
        raise InvalidAnswer("unhashable-key", f"the key {brief(key)} is not hashable")
    facts = (True, None, 0) if inspection.terminal else (False, inspection.player, len(inspection.actions))
    known, at = inspection.context.first(("key", key), facts, inspection.position)
    for name, one, other in zip(("is_terminal", "player", "the number of actions"), facts, known, strict=True):
        if one != other:
            yield Problem("key", f"{name} gives {one}, and {other} in {_place(at)}, which has the same key")
            return
    inspection.position.counted_as.append(("key", at.state))


def canonical(inspection: Inspection) -> Iterator[Problem]:
    """The canonical state is its own canonical state, and agrees in is_terminal, player and utility."""
    if not inspection.overrides("canonical"):
        return
    stands = inspection.ask("canonical")
    name = brief(stands)
    again = inspection.ask_of("canonical", stands)
    if not same(again, stands):
        yield Problem("canonical", f"canonical gives {name}, but for that state {brief(again)}")
    elif not same(inspection.ask_of("is_terminal", stands), inspection.terminal):
        yield Problem("canonical", f"canonical gives {name}, for which is_terminal differs")
    elif not inspection.terminal:
        if not same(inspection.ask_of("player", stands), inspection.player):
            yield Problem("canonical", f"canonical gives {name}, where another player moves")
    elif any(not same(inspection.ask_of("utility", stands, p), u) for p, u in enumerate(inspection.utilities)):
        yield Problem("canonical", f"canonical gives {name}, which has another utility")
    inspection.position.counted_as.append(("canonical", stands))


# Terminal states.


def utilities(inspection: Inspection) -> Iterator[Problem]:
    """Utilities are finite numbers within the bounds, and in zero-sum games they add up to the total."""
    values = inspection.utilities
    _must_be_finite("utility", "utility", values)
    inspection.position.utility = exact_number(values[0])
    low, high = inspection.game.bounds or (-math.inf, math.inf)
    for p, u in enumerate(values):
        if not low <= u <= high:
            yield Problem("utility-bounds", f"the utility of player {p} is {u}, outside the bounds {low} to {high}")
            break
    rounded = next((u for u in values if not is_float(u)), None)
    if rounded is not None:
        why = "the engine, which computes in floats, rejects it; 'solve --method states' and the textbook accept it"
        yield Problem("inexact-utility", f"utility gives {brief(rounded)}, which no float equals: {why}", note=True)
    yield from _sums("utility-sum", "the utilities", values, inspection.game)


# States that are not terminal.


def actions(inspection: Inspection) -> Iterator[Problem]:
    """Actions are hashable, and none occurs twice."""
    if len(inspection.action_set) == len(inspection.actions):
        return
    seen = set()
    for a in inspection.actions:
        if a in seen:
            yield Problem("repeated-action", f"the action {brief(a)} is given twice")
            return
        seen.add(a)


def chance(inspection: Inspection) -> Iterator[Problem]:
    """Probabilities lie between 0 and 1, and add up to 1."""
    inspection.position.player = inspection.player
    inspection.position.chance = inspection.player == CHANCE
    if not inspection.position.chance:
        return
    for a, p in zip(inspection.actions, inspection.probabilities, strict=True):
        if not _is_finite(p) or not -SLACK <= p <= 1 + SLACK:
            yield Problem("probability", f"the probability of {brief(a)} is {brief(p)}, not from 0 to 1")
            return
    total = math.fsum(inspection.probabilities)
    if not math.isclose(total, 1, abs_tol=SLACK):
        yield Problem("probability-sum", f"the probabilities add up to {total}, not to 1")


def results(inspection: Inspection) -> Iterator[Problem]:
    """Every action leads to a state."""
    position = inspection.position
    for a, name in inspection.sample_actions():
        with inspection.guard():  # one at a time: the other actions may be sound
            state = inspection.ask("result", a)
            if state is None:
                yield Problem("wrong-type", f"result gives None for the action {quote(name)}, not a state")
                continue
            after = inspection.context.position(state, position, name)
            position.next.append(after)
            if position.candidates is not None and a in position.candidates:
                position.candidates_next.append(after)
    position.all_next_known = len(position.next) == len(inspection.actions)


# Knowledge.


def subsets(inspection: Inspection) -> Iterator[Problem]:
    """Candidates and noisy actions are actions of the state, and there is at least one candidate."""
    if inspection.player == CHANCE:
        return
    for method in ("candidates", "noisy"):
        if not inspection.overrides(method):
            continue
        given = inspection.ask(method)
        others = [a for a in given if a not in inspection.action_set]
        if others:
            yield Problem(method, f"{method} gives {brief(others[0])}, which is not among the actions")
        elif not given and method == "candidates":
            yield Problem(method, "candidates gives no action, but it must include a best one")
        elif method == "candidates":
            inspection.position.candidates = frozenset(given)


def playout_weight(inspection: Inspection) -> Iterator[Problem]:
    """The weight of every action in playouts is a finite number that is not negative."""
    if inspection.overrides("playout_weight") and inspection.player != CHANCE:
        for a in inspection.actions:
            given = inspection.ask("playout_weight", a)
            if not (_is_finite(given) and given >= 0):
                wrong = f"playout_weight returns {brief(given)} for {brief(a)}, not a finite number from 0 up"
                yield Problem("playout_weight", wrong)
                return


def playout_action(inspection: Inspection) -> Iterator[Problem]:
    """The action of a playout is an action of the state, whatever the random number."""
    if inspection.overrides("playout_action") and inspection.player != CHANCE:
        for number in range(PLAYOUT_ACTIONS):
            given = inspection.ask("playout_action", random_word(first_draw(number)))
            if given not in inspection.action_set:
                wrong = f"playout_action returns {brief(given)}, which is not among the actions"
                yield Problem("playout_action", wrong)
                return


def order(inspection: Inspection) -> Iterator[Problem]:
    """The ordering guess of an action is a finite number."""
    if inspection.overrides("order") and inspection.player != CHANCE:
        for a in inspection.actions:
            guess = inspection.ask("order", a)
            if not _is_finite(guess):
                yield Problem("order", f"order gives {brief(guess)} for {brief(a)}, not a finite number")
                return


def features(inspection: Inspection) -> Iterator[Problem]:
    """There are as many features as weights, all finite, and the game is one that they can describe."""
    game = inspection.game
    if not inspection.overrides("features"):
        return
    if not game.kind.one_number:
        yield Problem("features", f"features are for one player or for two-player zero-sum games, not {game.kind}")
        return
    found, names = inspection.ask("features"), list(game.feature_weights)
    if not isinstance(found, tuple) or len(found) != len(names):
        wanted = f"a tuple of {len(names)}, one for each of feature_weights ({', '.join(names)})"
        yield Problem("features", f"features gives {brief(found)}, not {wanted}")
        return
    for name, number in zip(names, found, strict=True):
        if not _is_finite(number):
            yield Problem("features", f"the feature {quote(name)} is {brief(number)}, not a finite number")
            return


def evaluate(inspection: Inspection) -> Iterator[Problem]:
    """An evaluation is a finite number, and should lie within the bounds."""
    if not inspection.overrides("evaluate"):
        return
    guesses = [inspection.ask("evaluate", p) for p in inspection.context.players]
    _must_be_finite("evaluate", "evaluate", guesses)
    if inspection.game.bounds is None:
        return
    low, high = inspection.game.bounds
    for p, guess in enumerate(guesses):
        if not low <= guess <= high:
            outside = f"{guess} to player {p}, outside the bounds {low} to {high}"
            yield Problem("evaluation-bounds", f"evaluate gives {outside}", note=True)
            return


def value_bounds(inspection: Inspection) -> Iterator[Problem]:
    """Value bounds are two numbers in order; `within_value_bounds` tests whether they hold."""
    if inspection.overrides("value_bounds"):
        answer = inspection.ask("value_bounds")
        if is_interval(answer):
            inspection.position.value_bounds = exact_number(answer[0]), exact_number(answer[1])
        else:
            yield Problem("value_bounds", f"value_bounds gives {brief(answer)}, not the least and the greatest utility")


# The last rule for every state.


def functions(inspection: Inspection) -> Iterator[Problem]:
    """Every method returns the same result when it is called again, after all other calls."""
    if inspection.changed:
        return
    for method, arguments, answer in inspection.asked:
        again = inspection.answer(method, *arguments)
        if not same(again, answer):
            yield Problem("nondeterministic", _differs(method, answer, again))
            return


# Whole plays.


def within_value_bounds(play: Sequence[Position]) -> Iterator[Problem]:
    """The value bounds of a state contain each utility that one player can force, because the others had no choice."""
    utility = play[-1].utility
    if utility is None:
        return
    ends = f"play that ends in {_place(play[-1])}, with utility {utility} for player 0, can be forced from here"
    choosers: set[int | None] = set()  # the players who had a choice between the position and the end
    for position in reversed(play):
        if len(position.next) > 1:
            choosers.add(position.player)
        low, high = position.value_bounds or (-math.inf, math.inf)
        too_good = not is_at_most(utility, high) and choosers <= {0}
        too_bad = not is_at_most(low, utility) and 0 not in choosers and len(choosers) <= 1
        if too_good or too_bad:
            yield Problem("value_bounds", f"value_bounds gives {low} to {high}, but {ends}", at=position)
            return


def repeats(play: Sequence[Position]) -> Iterator[Problem]:
    """Notes a state that repeats within a play."""
    met: dict[int, int] = {}
    for ply, position in enumerate(play):
        before = met.setdefault(id(position), ply)
        if before < ply:
            said = f"a play can return to this state, after {ply - before} plies"
            yield Problem("repetition", said, note=True, at=position)
            return


FOR_EVERY_STATE: tuple[Rule, ...] = (hashable, shown, drawn, viewed, keyed, canonical, numbered)
FOR_TERMINAL: tuple[Rule, ...] = (utilities,)
FOR_OPEN: tuple[Rule, ...] = (
    actions,
    chance,
    names,
    named,
    cells,
    information_sets,
    recall,
    viewed_actions,
    subsets,
    order,
    playout_weight,
    playout_action,
    features,
    evaluate,
    value_bounds,
    descending,
    results,  # last, so that `functions` repeats the calls after the game has seen other states
)
FOR_PLAYS: tuple[Callable[[Sequence[Position]], Iterator[Problem]], ...] = (within_value_bounds, repeats)


def _must_be_finite(rule: str, method: str, values: Sequence[Any]) -> None:
    for p, value in enumerate(values):
        if not _is_finite(value):
            raise InvalidAnswer(rule, f"{method} gives {brief(value)} to player {p}, which is not a finite number")


def _sums(rule: str, what: str, values: Sequence[float], game: Game) -> Iterator[Problem]:
    total = sum(map(exact_number, values))
    if game.kind.zero_sum and not math.isclose(total, game.total, rel_tol=SLACK, abs_tol=SLACK):
        yield Problem(rule, f"{what} add up to {total}, not to {game.total} (zero_sum = False says that they need not)")


def _is_finite(value: Any) -> bool:
    try:
        return is_finite(value)
    except (TypeError, ValueError):  # it is no number
        return False


def _differs(method: str, answer: Any, again: Any) -> str:
    hint = "" if has_equality(answer) else f" (the class {type(answer).__name__} has no __eq__)"
    return f"{method} gives {brief(answer)}, but when called again {brief(again)}{hint}"


def _place(position: Position) -> str:
    return quote(position.text)
