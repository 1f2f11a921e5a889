"""`zermelo.solve` with the default method, for positions of unknown difficulty.

Every position is solved in a separate call, as from a script. Rules are compiled before the measurement, which counts
processor seconds.
"""

from __future__ import annotations

from collections import Counter

from figures import Figure
from positions import connect4_positions, othello_positions
from pursuit import Pursuit
from searching import compiled
from timing import processor_seconds

import zermelo
from zermelo.core.game import Game, State
from zermelo.core.results import Solution
from zermelo.solvers.state_space import compile_space


def connect4(quick: bool) -> list[Figure]:
    """Positions of connect four after 10 to 33 plies."""
    game = zermelo.load("connect4")
    states = connect4_positions(game, 24 if quick else 320)
    return [_asked(f"{len(states)} positions of connect four", game, states, at_most=30)]


def othello(quick: bool) -> list[Figure]:
    """Boards of othello with 8 to 18 empty squares."""
    game = zermelo.load("othello")
    states = othello_positions(game, 6 if quick else 86)
    return [_asked(f"{len(states)} boards of othello", game, states, at_most=30)]


def loops(_quick: bool) -> list[Figure]:
    """A user's game, drawn by infinite play."""
    game = Pursuit()
    return [_asked("a pursuit without end", game, [game.initial()], at_most=5)]


def _asked(name: str, game: Game, states: list[State], at_most: float) -> Figure:
    compiled(game)
    compile_space(game)
    found: list[Solution] = []
    seconds = processor_seconds(lambda: found.extend(zermelo.solve(game, s) for s in states))
    assert all(solution.proved for solution in found)
    methods = ", ".join(f"{count} by {method}" for method, count in Counter(s.method for s in found).items())
    nodes = sum(solution.nodes for solution in found)
    values = sum(solution.value or 0 for solution in found)
    note = f"{nodes:,} nodes; {methods}"
    detail = {"nodes": nodes, "sum_of_values": values, "each": [s.seconds for s in found]}
    return Figure(f"solve, no method named: {name}", seconds, "s", at_most=at_most, note=note, detail=detail)
