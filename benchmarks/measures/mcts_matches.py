"""Monte Carlo tree search with proofs against alpha-beta, in equal time: what the rule of the chooser follows."""

from __future__ import annotations

from random import Random

from figures import Figure

import zermelo
from zermelo import Game
from zermelo.core.limits import Limits
from zermelo.core.rules import legal_actions
from zermelo.games.connect4 import Connect4
from zermelo.matches.referee import Conditions, play_game
from zermelo.methods.chooser import KNOWLEDGE
from zermelo.play import Computer

SECONDS = 0.1
"""The time of a move."""

OPENING = 4
"""How many plies of a game are drawn at random; each opening is played twice, with sides changed."""

RulesOnly = type("RulesOnly", (Connect4,), {name: getattr(Game, name) for name in KNOWLEDGE})
"""Connect four without its knowledge: the rules as a user writes them first."""


def measure(quick: bool) -> list[Figure]:
    """The score of Monte Carlo tree search, with the knowledge of connect four and with its rules only."""
    pairs = 1 if quick else 12
    return [
        _match("connect four, mcts / alpha-beta in equal time, score", zermelo.load("connect4"), pairs),
        _match("the same, rules only", RulesOnly(), pairs),
    ]


def _match(title: str, game: Game, pairs: int) -> Figure:
    limits = Limits(seconds=SECONDS)
    players = [Computer(game, limits, game.initial(), method=name, wait=True) for name in ("mcts", "engine")]
    scores = []
    for pair in range(pairs):
        opening = _opening(game, Random(pair))
        for seat in (0, 1):
            seated = players if seat == 0 else players[::-1]
            outcome = play_game(game, seated, Conditions(limits, margin=60), opening=opening, seed=pair)
            won = outcome.utilities[seat] - game.fair_share
            scores.append(1.0 if won > 0 else 0.0 if won < 0 else 0.5)
    note = f"{len(scores)} games, {SECONDS:g} s a move, {OPENING} random plies first"
    return Figure(title, sum(scores) / len(scores), "", note=note, detail={"scores": scores})


def _opening(game: Game, random: Random) -> list[int]:
    """Some random actions after which the game is not over."""
    while True:
        s, actions = game.initial(), []
        while len(actions) < OPENING and not game.is_terminal(s):
            actions.append(random.choice(legal_actions(game, s)))
            s = game.result(s, actions[-1])
        if not game.is_terminal(s):
            return actions
