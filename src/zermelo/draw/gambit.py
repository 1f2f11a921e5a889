"""A game tree as an extensive form, in the format of Gambit, which finds equilibria."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction

from zermelo.core.errors import KindError, quote
from zermelo.core.game import CHANCE, Game
from zermelo.core.people import player_name
from zermelo.core.trace import Node
from zermelo.core.values import plain_number
from zermelo.draw.nodes import Fold, in_order
from zermelo.draw.words import clean

LARGEST_DENOMINATOR = 1_000
"""Of a probability that somebody would write as a fraction."""

NEAR = Fraction(1, 10**12)
"""How far a probability may be from the fraction that it is taken for."""

ENDS = {
    "cutoff": "the search stopped at {}, which has an estimate and no utility: give no depth",
    "loop": "play comes back to {}, and could go on for ever",
}
"""Why a tree ends where the game does not."""


def tree_efg(root: Node, game: Game) -> str:
    """The game tree as Gambit reads it: who moves where, what chance brings, and what each player gets in the end.

    An extensive form is the whole of a game, so every action of every state has to be in the tree, down to terminal
    states, though it need not have been read. Raises KindError where something is missing. Values, windows and cuts
    belong to a search and are left out. Every node is an information set of its own. A label that several nodes have is
    left out too, for Gambit knows nodes by their labels.
    """
    nodes, children = in_order(root)
    labels = Counter(node.label for node in nodes)
    numbers: Counter[int] = Counter()
    lines = []
    for node, below in zip(nodes, children, strict=True):
        name = _text(node.label if labels[node.label] == 1 else "")
        lines.append(_line(name, node, [nodes[child] for child in below], game, numbers))
    return "\n".join([f"EFG 2 R {_text(str(game))} {{ {' '.join(_players(game))} }}", '""', "", *lines, ""])


def _players(game: Game) -> list[str]:
    return [_text(player_name(game, p)) for p in range(game.players)]


def _line(name: str, node: Node, below: list[Node], game: Game, numbers: Counter[int]) -> str:
    """The line of a node; `numbers` says how many nodes each player has had so far, and how many ends there were."""
    _refuse(node, below, game)
    s = node.state
    if game.is_terminal(s):
        numbers[game.players] += 1
        payoffs = ", ".join(_number(game.utility(s, p)) for p in range(game.players))
        return f't {name} {numbers[game.players]} "" {{ {payoffs} }}'
    player = game.player(s)
    numbers[player] += 1
    if player == CHANCE:
        likely = _fractions([child.probability or 0 for child in below])
        outcomes = " ".join(f"{_text(child.action)} {p}" for child, p in zip(below, likely, strict=True))
        return f'c {name} {numbers[player]} "" {{ {outcomes} }} 0'
    actions = " ".join(_text(child.action) for child in below)
    return f'p {name} {player + 1} {numbers[player]} "" {{ {actions} }} 0'


def _refuse(node: Node, below: list[Node], game: Game) -> None:
    """Raises KindError for a node below which something of the game is missing."""
    if any(isinstance(child, Fold) for child in below):
        fault = "part of it is folded"
    elif node.why in ENDS:
        fault = ENDS[node.why].format(quote(game.show(node.state)))
    elif not game.is_terminal(node.state) and len(below) < sum(1 for _ in game.actions(node.state)):
        shown = quote(game.show(node.state))
        fault = f"some actions of {shown} are not in it: let minimax read them all, symmetric ones too"
    else:
        return
    raise KindError(f"this tree is not the whole game, as an extensive form has to be: {fault}")


def _fractions(probabilities: list[float]) -> list[Fraction]:
    """The probabilities as fractions whose sum is 1, which Gambit asks for: as they were meant, if that can be seen."""
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
    """The text in quotation marks. Gambit has no way to write a backslash at its end."""
    safe = clean(text).replace("\\", "/").replace('"', '\\"')
    return f'"{safe}"'
