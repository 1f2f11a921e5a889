"""A game tree as an extensive-form game in the file format of Gambit, a program that finds equilibria."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

from zermelo.core.errors import KindError, quote
from zermelo.core.game import CHANCE, Game
from zermelo.core.people import player_name
from zermelo.core.trace import Node
from zermelo.core.values import plain_number
from zermelo.draw.nodes import Fold, in_order
from zermelo.draw.words import clean

LARGEST_DENOMINATOR = 1_000
"""The largest denominator of a probability that is taken for a fraction."""

NEAR = Fraction(1, 10**12)
"""The largest difference between a probability and the fraction that it is taken for."""

ENDS = {
    "cutoff": "the search stopped at {}, which has an estimate and no utility: give no depth",
    "loop": "play returns to {}, so it could continue forever",
}
"""The reasons why a leaf of the tree may not be a terminal state of the game."""


def tree_efg(root: Node, game: Game) -> str:
    """The game tree as Gambit reads it: the players' moves, chance outcomes with probabilities, and utilities.

    An extensive form is the whole game, so the tree must contain every action of every state, down to terminal
    states, whether the search read it or not. Raises KindError if something is missing. Values, windows and cuts
    belong to a search and are left out. In a game of imperfect information, nodes at which the player to move has seen
    the same are one information set. A label that several nodes share is left out, because Gambit identifies nodes by
    their labels.
    """
    nodes, children = in_order(root)
    labels = Counter(node.label for node in nodes)
    numbers = _Numbers(game)
    lines = []
    for node, below in zip(nodes, children, strict=True):
        name = _text(node.label if labels[node.label] == 1 else "")
        lines.append(_line(name, node, [nodes[child] for child in below], game, numbers))
    return "\n".join([f"EFG 2 R {_text(str(game))} {{ {' '.join(_players(game))} }}", '""', "", *lines, ""])


def _players(game: Game) -> list[str]:
    return [_text(player_name(game, p)) for p in range(game.players)]


class _Numbers:
    """The numbers of outcomes and of information sets, each counted from 1 in the order of writing."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._outcomes = 0
        self._sets: dict[int, dict[Any, int]] = {}

    def outcome(self) -> int:
        """The number of the next outcome."""
        self._outcomes += 1
        return self._outcomes

    def information_set(self, node: Node, player: int) -> int:
        """The number of the node's information set among those of its player."""
        is_hidden = self._game.kind.hidden and player != CHANCE
        own = self._sets.setdefault(player, {})
        return own.setdefault(self._game.observe(node.state, player) if is_hidden else id(node), len(own) + 1)


def _line(name: str, node: Node, below: list[Node], game: Game, numbers: _Numbers) -> str:
    """The line of a node."""
    _refuse(node, below, game)
    s = node.state
    if game.is_terminal(s):
        payoffs = ", ".join(_number(game.utility(s, p)) for p in range(game.players))
        return f't {name} {numbers.outcome()} "" {{ {payoffs} }}'
    player = game.player(s)
    number = numbers.information_set(node, player)
    if player == CHANCE:
        likely = _fractions([child.probability or 0 for child in below])
        outcomes = " ".join(f"{_text(child.action)} {p}" for child, p in zip(below, likely, strict=True))
        return f'c {name} {number} "" {{ {outcomes} }} 0'
    actions = " ".join(_text(child.action) for child in below)
    return f"p {name} {player + 1} {number} {_text(node.information_set)} {{ {actions} }} 0"


def _refuse(node: Node, below: list[Node], game: Game) -> None:
    """Raises KindError for a node below which a part of the game is missing."""
    if any(isinstance(child, Fold) for child in below):
        fault = "part of it is folded"
    elif node.why in ENDS:
        fault = ENDS[node.why].format(quote(game.show(node.state)))
    elif not game.is_terminal(node.state) and len(below) < sum(1 for _ in game.actions(node.state)):
        shown = quote(game.show(node.state))
        fault = f"some actions of {shown} are not in it: use minimax without symmetries, which reads all of them"
    else:
        return
    raise KindError(f"an extensive form must be the whole game, and this tree is not: {fault}")


def _fractions(probabilities: list[float]) -> list[Fraction]:
    """The probabilities as fractions with the sum 1, as Gambit requires: simple fractions where they fit."""
    exact = [Fraction(plain_number(p)) for p in probabilities]
    meant = [p.limit_denominator(LARGEST_DENOMINATOR) for p in exact]
    if sum(meant) == 1 and all(abs(a - b) <= NEAR for a, b in zip(exact, meant, strict=True)):
        return meant
    return [p / sum(exact) for p in exact]


def _number(utility: float) -> str:
    """A utility without an exponent."""
    number = plain_number(utility)
    return str(number) if isinstance(number, int) else f"{Decimal(repr(number)):f}"


def _text(text: str) -> str:
    """The text as a quoted string. Gambit cannot escape a backslash at its end."""
    safe = clean(text).replace("\\", "/").replace('"', '\\"')
    return f'"{safe}"'
