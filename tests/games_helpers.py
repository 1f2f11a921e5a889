"""What the tests of several games share: random plays, OpenSpiel beside them, and text that is read or refused."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN, Game

Plays = Callable[[Any, int], Iterator[tuple[Any, int | None]]]
"""The states of one game played from a seed, each with the action that is taken there, and None at the end."""


def random_play(
    game: Game, seed: int, preferred: Callable[[Any], list[int]] = lambda _: []
) -> Iterator[tuple[Any, int | None]]:
    """The states of one random game, each with the action that is taken there: a preferred one, if there is any."""
    dice = random.Random(seed)
    s = game.initial()
    while not game.is_terminal(s):
        a = dice.choice(preferred(s) or list(game.actions(s)))
        yield s, a
        s = game.result(s, a)
    yield s, None


def random_states(game: Game, games: int, play: Plays = random_play) -> Iterator[Any]:
    """The states of a number of random games."""
    for seed in range(games):
        for s, _ in play(game, seed):
            yield s


def count_nodes(game: Game, s: Any, merged: bool = False) -> int:
    """The nodes of the whole tree from here; with `merged`, children that are the same by symmetry count as one."""
    if game.is_terminal(s):
        return 1
    children = [game.result(s, a) for a in game.actions(s)]
    if merged:
        children = list({game.canonical(c) for c in children})
    return 1 + sum(count_nodes(game, c, merged) for c in children)


def images(rows: list[str]) -> Iterator[list[str]]:
    """All the symmetric images of a board, by the letters: eight if it is square, four if not."""
    for flipped in (rows, rows[::-1]):
        for mirrored in (flipped, [r[::-1] for r in flipped]):
            yield mirrored
            if len(rows) == len(rows[0]):
                yield ["".join(column) for column in zip(*mirrored, strict=True)]


# OpenSpiel.


def openspiel(*name: Any) -> Any:
    """A game of OpenSpiel; the test is skipped where OpenSpiel is not installed."""
    return pytest.importorskip("pyspiel").load_game(*name)


def beside_openspiel(
    game: Game,
    theirs: Any,
    seed: int,
    *,
    play: Plays = random_play,
    number: Callable[[Any, int], int] = lambda _, a: a,
    in_order: bool = True,
    result: Callable[[float], float] = lambda utility: utility,
) -> Iterator[tuple[Any, Any]]:
    """The states of one random game, each with OpenSpiel's, after asserting that the rules agree so far.

    `number` converts an action to OpenSpiel's, `result` a utility. `in_order` says whether OpenSpiel lists actions in
    our order. Run the generator to its end: it compares and applies an action only when it is resumed.
    """
    state = theirs.new_initial_state()
    for s, a in play(game, seed):
        assert game.is_terminal(s) == state.is_terminal()
        yield s, state
        if a is None:
            assert [result(game.utility(s, p)) for p in (MAX, MIN)] == state.returns()
        else:
            assert game.player(s) == state.current_player()
            numbers = [number(s, b) for b in game.actions(s)]
            assert (numbers if in_order else sorted(numbers)) == state.legal_actions()
            state.apply_action(number(s, a))


# Text.


def assert_refused(game: Game, text: str, *parts: str) -> None:
    """The text is not a position, and the message says all of this."""
    with pytest.raises(ParseError) as caught:
        game.parse(text)
    for part in parts:
        assert part in str(caught.value)


def read_if_sound(game: Game, text: str) -> Any:
    """The state that the text stands for, which can be shown and read again; None if it is refused with ParseError."""
    try:
        s = game.parse(text)
    except ParseError:
        return None
    assert game.parse(game.show(s)) == s
    return s


def assert_action_or_refused(game: Game, text: str) -> None:
    """The text is an action where play begins, or is refused with ParseError."""
    try:
        a = game.parse_action(game.initial(), text)
    except ParseError:
        return
    assert a in list(game.actions(game.initial()))
