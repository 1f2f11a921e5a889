"""Games with chance: how many nodes Star1 and Star2 leave unread, and how long exact values take."""

from __future__ import annotations

from random import Random

from figures import Figure
from searching import compiled

from zermelo.engines import analysing
from zermelo.engines.crew import Switches
from zermelo.engines.engine import Engine
from zermelo.engines.star import STAR1, STAR2
from zermelo.game import CHANCE, State, legal_actions
from zermelo.limits import Limits

DEPTH = 3
"""A play, the dice, and the other's play."""


def backgammon(quick: bool) -> list[Figure]:
    """How many times fewer nodes are read than by expectiminimax that prunes nothing at chance nodes."""
    engine = compiled("backgammon")
    states = _positions(engine, 3 if quick else 40)
    plain, star1, star2 = (_nodes(engine, states, star) for star in (0, STAR1, STAR2))
    read = f"{plain:,} nodes without, {star1:,} with Star1, {star2:,} with Star2"
    note = f"{read}; depth {DEPTH}, {len(states)} positions"
    return [
        Figure("backgammon, nodes: expectiminimax / Star2", plain / star2, "×", at_least=2, note=note),
        Figure("backgammon, nodes: expectiminimax / Star1", plain / star1, "×"),
    ]


def _positions(engine: Engine, count: int) -> list[State]:
    """States after a roll, from random plays."""
    game, dice, found = engine.game, Random(3), []
    while len(found) < count:
        s = game.initial()
        for _ in range(dice.randrange(5, 60)):
            if not game.is_terminal(s):
                s = game.result(s, dice.choice(legal_actions(game, s)))
        if not game.is_terminal(s) and game.player(s) != CHANCE:
            found.append(s)
    return found


def _nodes(engine: Engine, states: list[State], star: int) -> int:
    """All of alpha-beta is the same: only what is done at chance nodes differs."""
    nodes = 0
    for s in states:
        engine.forget()
        engine.star = star
        nodes += analysing.analyse(engine, s, Limits(depth=DEPTH), switches=Switches(table=False)).nodes
    return nodes
