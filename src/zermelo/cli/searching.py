"""The options of the verbs that run a textbook search, and the sign of life while it runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--algorithm",
        type=click.Choice(["minimax", "alphabeta", "expectiminimax", "expectimax", "maxn"]),
        help="The textbook algorithm; without it, the one that suits the game.",
    ),
    click.option("--from", "read_from", type=click.Choice(["left", "right", "best"]), help="Where to begin reading."),
    click.option("--symmetry", is_flag=True, default=None, help="Read symmetric actions once."),
    click.option("--fail", type=click.Choice(["soft", "hard"]), help="What alphabeta returns outside its window."),
    click.option("--window", type=float, nargs=2, help="The root's alpha and beta.", metavar="ALPHA BETA"),
    click.option("--level", type=float, help="How good expectimax takes the opponent to be: 0 random, 1 perfect."),
)


def search_options(command: F) -> F:
    """--algorithm and what the algorithms can be told."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def searching(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, as `zermelo.analyse` and `zermelo.tree` take them."""
    return {name: value for name, value in options.items() if value is not None}


@contextmanager
def thinking(quiet: bool = False) -> Iterator[None]:
    """A spinner on a terminal while something takes its time; elsewhere nothing."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # noqa: PLC0415  # it takes a while to import, and pipes never need it

    with Console(stderr=True).status("searching … (Ctrl-C for the best so far)"):
        yield
