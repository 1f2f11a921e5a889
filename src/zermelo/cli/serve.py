"""`zermelo serve`: the page, in a browser on this machine."""

from __future__ import annotations

import os
import sys
import webbrowser
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any
from urllib.parse import quote as quoted

import click

from zermelo import games
from zermelo.cli.shared import Verb, print_json, tables_option
from zermelo.core.classes import OWN_FILE
from zermelo.core.errors import LoadError, OptionError
from zermelo.core.game import Game
from zermelo.loading import load
from zermelo.trees import Tree

RESULTS = ".jsonl"
"""The extension of result files."""


@click.command(cls=Verb)
@click.argument("named", metavar="[GAME]", required=False)
@tables_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port; 0 for any free one.  [default: 1913, or any if it is in use]",
)
@click.option("--no-browser", is_flag=True, help="Print the link without opening a browser.")
@click.option("--share", is_flag=True, help="Let a class follow in the local network, with a join code.")
@click.option(
    "--share-port", type=click.IntRange(0, 65535), help="The port for the class.  [default: 1914, or any if in use]"
)
@click.option("--share-address", metavar="ADDRESS", help="Share at this address only.  [default: all addresses]")
def serve(
    *,
    named: str | None,
    port: int | None,
    no_browser: bool,
    share: bool,
    share_port: int | None,
    share_address: str | None,
    as_json: bool,
) -> None:
    """Open the page: play, analyse and solve games and step through trees in a browser.

    The page opens with GAME; a game in a file of your own is added to its list, and reloaded when the file changes.
    The result file of a match, written by `zermelo match -o FILE.jsonl`, is shown during the match or after it. Only
    this machine can reach the page, and only with the printed link. Ctrl-C ends it.

    With --share, other machines in the local network can follow: they see the board or the tree that you look at, and
    can answer exercises, but nothing else. They join at the printed address with the printed code.
    """
    server = _server()
    match = _match_in(named) if named is not None and named.endswith(RESULTS) else None
    game = match.game if match is not None else None if named is None else load(named)
    own = None if game is None or _is_known(game, str(game) if match is not None else named or "") else game
    if not share and (share_port is not None or share_address is not None):
        raise OptionError("--share-port and --share-address are for a page that is shared: add --share")
    listening = server.bound_socket(port)
    sharing = _sharing(share_address, share_port) if share else None

    def ready(link: str) -> None:
        address = link + ("#/match" if match is not None else _place(game, "own" if own is not None else named or ""))
        if as_json:
            shared = {} if sharing is None else sharing.to_json()
            joining = {f"share_{name}": value for name, value in shared.items()}
            print_json({"link": address, "port": listening.getsockname()[1], **joining})
        else:
            click.echo("\n".join([address, *([] if sharing is None else [sharing.words()]), "Ctrl-C ends it."]))
        sys.stdout.flush()
        if not no_browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        server.serve(own, listening, ready, match, file=_file_of(own, named), sharing=sharing)
    except KeyboardInterrupt:  # the normal way to end it
        click.echo("", err=True)
        _exit_at_once()


def _exit_at_once() -> None:
    """Ends the process without waiting for its threads: a compiler that runs in one of them cannot be interrupted."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _match_in(path: str) -> Any:
    from zermelo.web.match_file import MatchFile  # noqa: PLC0415  # most pages show no match

    return MatchFile(Path(path))


def _sharing(address: str | None, port: int | None) -> Any:
    from zermelo.web.class_server import EVERYWHERE, PORT, Sharing  # noqa: PLC0415  # it needs the extra "web"

    return Sharing(_server().bound_socket(port, address or EVERYWHERE, PORT))


def _file_of(own: Game | None, named: str | None) -> Any:
    """The file of the own game, which the page watches."""
    if own is None or named is None or OWN_FILE.fullmatch(named) is None:
        return None
    from zermelo.web.own_file import OwnFile  # noqa: PLC0415  # a part of the page, like the server

    return OwnFile(named)


def _server() -> ModuleType:
    try:
        return import_module("zermelo.web.server")
    except ImportError as error:
        raise LoadError(f"the page needs {error.name}: pip install 'zermelo[web]'") from None


def _is_known(game: Game, named: str) -> bool:
    """Whether the page can load the game by the text that names it."""
    return isinstance(game, Tree) or named.partition(":")[0] in games.names()


def _place(game: Game | None, name: str) -> str:
    """The fragment of the link: the view that the page opens with."""
    if game is None:
        return ""
    if isinstance(game, Tree):
        return f"#/tree?game={quoted(str(game))}"
    return f"#/board?game={quoted(name, safe=':=,')}"
