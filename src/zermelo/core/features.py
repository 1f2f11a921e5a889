"""EVAL as a weighted sum: the weights of a game's features, read from text, checked and set.

    with_weights(game, "material=9,mobility=1")      with_weights(game, {"material": 9})

A game lists its features in `feature_weights`, each with its default weight, and counts them in `features(s)`.
Features that are not mentioned keep their weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from zermelo.core.errors import KindError, ParseError, nearest, quote
from zermelo.core.game import Game
from zermelo.core.values import is_finite

PARAMETER = "weights="
"""The last parameter in the text of a game or a player: everything after it is a list of weights."""


def with_weights(game: Game, weights: Mapping[str, float] | str) -> Game:
    """The same game with other weights in EVAL. Raises KindError if it has no features, ParseError for bad weights."""
    if not game.feature_weights:
        raise KindError(f"{quote(game)} has no weights: its evaluation is not a weighted sum of features")
    given = read_weights(weights) if isinstance(weights, str) else dict(weights)
    for name, weight in given.items():
        if name not in game.feature_weights:
            raise ParseError(f"{quote(game)} has no feature {quote(name)}: {nearest(name, game.feature_weights)}")
        if not isinstance(weight, (int, float)) or not is_finite(weight):
            raise ParseError(f"the weight {quote(weight)} of {quote(name)} is not a finite number")
    changed = copy(game)
    changed.feature_weights = dict(game.feature_weights) | given
    changed._given_weights = show_weights(read_weights(game._given_weights) | given)
    return changed


def read_weights(text: str) -> dict[str, float]:
    """The weights in "material=9,mobility=1". Raises ParseError."""
    weights: dict[str, float] = {}
    for piece in filter(None, text.split(",")):
        name, equals, number = (part.strip() for part in piece.partition("="))
        if not equals or not name:
            raise ParseError(
                f"{quote(piece)} in {quote(text)} is not a weight: write feature=number, with commas between"
            )
        if name in weights:
            raise ParseError(f"the weight of {quote(name)} is given twice in {quote(text)}")
        try:
            weights[name] = float(number)
        except ValueError:
            raise ParseError(f"{quote(number)} in {quote(text)} is not a number") from None
    return weights


def show_weights(weights: Mapping[str, float]) -> str:
    """The weights as text: "material=9,mobility=1"."""
    return ",".join(f"{name}={int(w) if w == int(w) else w!r}" for name, w in weights.items())


def split_weights(text: str) -> tuple[str, str | None]:
    """The parameters in the text without the weights, which come last, and the weights; None if there are none."""
    if text.startswith(PARAMETER):
        return "", text.removeprefix(PARAMETER)
    parameters, comma, weights = text.partition(f",{PARAMETER}")
    return (parameters, weights) if comma else (text, None)
