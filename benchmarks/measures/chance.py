"""Games with chance: how many nodes Star1 and Star2 save, and the speed of whole plays by expectimax."""

from __future__ import annotations

from random import Random

import twins
from figures import Figure, skipped
from searching import compiled
from timing import interleaved, processor_seconds, undisturbed_ratio

import zermelo
from zermelo.core.game import CHANCE, State
from zermelo.core.limits import Limits
from zermelo.core.rules import legal_actions
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.engine.search_threads import Switches
from zermelo.engine.selfplay import SelfPlayTotals, play_by_search, prepare
from zermelo.games.twenty48.knowledge import GOOD
from zermelo.kernels.chance import STAR1, STAR2
from zermelo.native.host import KernelHost

DEPTH = 3
"""A play, the dice, and the opponent's play; or a push, the new tile, and the next push."""

SEED, LONGEST = 1, 10_000
"""How 2048 is played: the seed of the new tiles, and the maximum number of plies."""


def backgammon(quick: bool) -> list[Figure]:
    """The factor by which pruning at chance nodes reduces the number of nodes of expectiminimax."""
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
    """The alpha-beta part is the same; only the treatment of chance nodes differs."""
    nodes = 0
    for s in states:
        engine.forget()
        engine.star = star
        nodes += analysing.analyse(engine, s, Limits(depth=DEPTH), switches=Switches(table=False)).nodes
    return nodes


def twenty48(quick: bool) -> list[Figure]:
    """The speed of whole plays of 2048, relative to the twin."""
    name = "2048, moves/s at depth 3 / C++ twin"
    if twins.compiler() is None:
        return [skipped(name, "there is no g++")]
    game = zermelo.load("2048")
    assert game.parameters["target"] == 2048, "the twin has no other target"
    host, plays = KernelHost(game), 2 if quick else 60
    prepare(host, game.initial())
    rows = " ".join(float(good).hex() for good in GOOD)

    def ours() -> SelfPlayTotals:
        return play_by_search(host, game.initial(), plays, plies=LONGEST, depth=DEPTH, seed=SEED)

    def twin() -> list[str]:
        return twins.run("twenty48", *map(str, (DEPTH, plays, SEED)), given=rows)[0]

    played, theirs = ours(), twin()
    same = [played.moves, played.nodes, played.total] == [float(number) for number in theirs[:3]]
    kernel, other = interleaved(
        1 if quick else 31,
        lambda: played.moves / processor_seconds(ours),
        lambda: played.moves / float(twin()[3]),
    )
    read = f"{played.moves:,} moves, {played.nodes:,} nodes, {played.total:.0f} of {plays} plays won"
    note = f"{max(kernel):,.0f} and {max(other):,.0f} moves/s in the best of {len(other)} rounds; {read}"
    if not same:
        note = f"NOT THE SAME PLAYS: the twin has {' '.join(theirs[:3])}; {note}"
    detail = {"kernel": kernel, "twin": other, "same": same}
    return [Figure(name, undisturbed_ratio(kernel, other), "×", at_least=0.8, note=note, detail=detail)]
