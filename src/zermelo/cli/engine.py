"""`zermelo engine`: plays a game for another program, which sends commands on standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from zermelo.cli.opening_book import book_option, opened_book
from zermelo.cli.shared import Verb, game_argument, tables_option, the_seed
from zermelo.core.errors import KindError, quote
from zermelo.core.game import Game
from zermelo.play.computer import Computer
from zermelo.play.player import NO_LIMITS
from zermelo.players import FALLBACK, method_in
from zermelo.protocols.gtp_server import GtpServer
from zermelo.protocols.nboard_server import NBoardServer
from zermelo.protocols.server import Server, lines_of
from zermelo.protocols.ugi_server import UgiServer


@click.command(cls=Verb)
@game_argument
@tables_option
@click.option(
    "--protocol",
    type=click.Choice(["ugi", "gtp", "nboard"]),
    default="ugi",
    show_default=True,
    help="The protocol; gtp is that of Go programs, nboard is for Othello.",
)
@click.option(
    "--method",
    help="The search method, with its options and limits as in match: mcts:threads=2,seconds=5.  "
    "[default: one that suits the game]",
)
@book_option
def engine(game: Game, *, protocol: str, method: str | None, book: str | None, **_unused: Any) -> None:
    """Play GAME for another program, by a protocol on standard input and output.

    UGI is for every game, GTP for Go, Hex, gomoku and other games of two players, NBoard for Othello. The first search
    may run at the plain speed while rules are compiled.
    """
    seed = the_seed()
    opened_book(book, game)  # so that an error in it comes before the first command
    name, limits, own = (None, NO_LIMITS, {}) if method is None else method_in(method)

    def make(game: Game, options: dict[str, Any]) -> Computer:
        # It never waits for a compiler: another process compiles, so that `stop` is always answered immediately.
        made = Computer(
            game,
            limits,
            game.initial(),
            fallback=FALLBACK,
            method=name,
            book=opened_book(book, game),
            wait=False,
            **own | options,
        )
        made.begin(seed)
        made.check_fit()
        made.prepare()
        return made

    if game.kind.hidden:
        raise KindError(f"{quote(game)} hides information, and the protocols send whole positions")
    output = sys.__stdout__
    assert output is not None
    servers: dict[str, Callable[[], Server]] = {
        "ugi": lambda: UgiServer(game, lambda options: make(game, options), output, seed=seed),
        "gtp": lambda: GtpServer(game, lambda changed: make(changed, {}), output, seed=seed),
        "nboard": lambda: NBoardServer(game, make(game, {}), output),
    }
    servers[protocol]().run(lines_of(sys.stdin.buffer))
