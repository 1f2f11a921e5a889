"""Hex 11 by 11, what Zermelo knows of it against plain UCT, with the same time for a move.

    python benchmarks/hex_match.py [--games 100] [--seconds 0.2] [--playouts N] [-o FILE]

Both players run the same kernel at the native speed. The first has bridges in its playouts, and the options that Hex
prefers: GRAVE and `order`. The second has the rules alone: UCB1, and playouts in which all cells are equally likely.
With `-o` an interrupted match is resumed. On a machine that is busy, `--playouts` makes the result independent of the
time that each of the two gets.
"""

from __future__ import annotations

import argparse

import zermelo
from zermelo import Game
from zermelo.cli.standing import print_standings
from zermelo.games.hex import Hex
from zermelo.games.hex.text import Text
from zermelo.play import Computer
from zermelo.play.player import NO_LIMITS

PATIENCE = 60.0
"""Seconds by which a move may exceed its time: another process on this machine should not decide a game."""


class RulesOfHex(Text):
    """Hex without knowledge; `Text` is needed to write the moves down."""

    name = "hex"


class Named(Computer):
    """Monte Carlo tree search with a name that says what it knows: a file of other players is not resumed."""

    def __init__(self, game: Game, name: str, playouts: int | None) -> None:
        limit = {} if playouts is None else {"playouts": playouts}
        super().__init__(game, NO_LIMITS, game.initial(), method="mcts", wait=True, **limit)
        self.name = name if playouts is None else f"{name}:playouts={playouts}"


def main() -> None:
    """Plays the match and prints the standings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2, help="the time for a move")
    parser.add_argument("--playouts", type=int, help="the number of playouts for a move, in place of the time")
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--output", "-o", metavar="FILE", help="write every game to a file; resume from it")
    given = parser.parse_args()
    game, rules = Hex(given.size), RulesOfHex(given.size)
    players = [Named(game, "knowledge", given.playouts), Named(rules, "plain UCT", given.playouts)]
    found = zermelo.match(
        game,
        players,
        games=given.games,
        seconds=given.seconds if given.playouts is None else None,
        margin=PATIENCE,
        file=given.output,
    )
    print_standings(found)


if __name__ == "__main__":
    main()
