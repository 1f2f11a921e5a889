"""The options of the verbs that search, and the sign of life while they do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from zermelo.engines.engine import Progress, Watch, unwatched
from zermelo.engines.others import RULES
from zermelo.errors import LimitError
from zermelo.results import show_line
from zermelo.values import show_value

F = TypeVar("F", bound=Callable[..., Any])

ALGORITHMS = ("minimax", "alphabeta", "expectiminimax", "expectimax", "maxn", "paranoid", "bestreply")
"""The textbook's."""

_OPTIONS = (
    click.option("--from", "read_from", type=click.Choice(["left", "right", "best"]), help="Where to begin reading."),
    click.option("--symmetry", is_flag=True, default=None, help="Read symmetric actions once."),
    click.option("--fail", type=click.Choice(["soft", "hard"]), help="What alphabeta returns outside its window."),
    click.option("--window", type=float, nargs=2, help="The root's alpha and beta.", metavar="ALPHA BETA"),
    click.option("--level", type=float, help="How good the opponent is taken to be: 0 random, 1 perfect."),
    click.option("--opponent", metavar="HOW", help="How it errs, in place of a level: temperature=0.5, depth=2 ..."),
)


def search_options(command: F) -> F:
    """--algorithm, a textbook one, and what the algorithms can be told."""
    return _with_algorithms(command, ALGORITHMS, "The textbook algorithm; without it, the one that suits the game.")


def analysis_options(command: F) -> F:
    """--algorithm, a textbook one or the engine, and what the algorithms can be told."""
    names = ("engine", *ALGORITHMS)
    command = others_option(command)
    return _with_algorithms(command, names, "The engine or a textbook algorithm; without it, what suits the game.")


def others_option(command: F) -> F:
    """--others: what the engine takes other players to do."""
    return click.option(
        "--others", type=click.Choice(sorted(RULES)), help="What the engine takes other players to do."
    )(command)


def _with_algorithms(command: F, names: tuple[str, ...], text: str) -> F:
    for option in reversed((click.option("--algorithm", type=click.Choice(names), help=text), *_OPTIONS)):
        command = option(command)
    return command


def searching(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, as `zermelo.analyse` and `zermelo.tree` take them."""
    return {name: value for name, value in options.items() if value is not None}


def engine_options(command: F) -> F:
    """--threads, --table and --plain."""
    for option in (
        click.option("--plain", is_flag=True, help="Run the rules as ordinary Python, not as machine code."),
        click.option(
            "--table", type=float, metavar="MIB", help="The size of the engine's table in MiB.  [default: 256]"
        ),
        click.option("--threads", type=int, help="How many threads the engine uses.  [default: 1]"),
    ):
        command = option(command)
    return command


def engine_settings(options: dict[str, Any]) -> dict[str, Any]:
    """Takes what `engine_options` gave out of the options, as the engine takes it; nothing that was not given."""
    threads, table, plain = options.pop("threads"), options.pop("table"), options.pop("plain")
    if table is not None and not 0 < table < 2**40:
        raise LimitError(f"a table of {table:g} MiB makes no sense: it has to be a number above zero")
    given = {"threads": threads, "table": None if table is None else max(1, int(table * 2**20)), "plain": plain or None}
    return {name: value for name, value in given.items() if value is not None}


def tell(message: str) -> None:
    """What takes time, said on standard error."""
    click.echo(message, err=True)


@contextmanager
def thinking(quiet: bool = False) -> Iterator[Watch]:
    """How a search stands, on one line of a terminal while it goes on; elsewhere nothing."""
    if quiet or not sys.stderr.isatty():
        yield unwatched
        return
    from rich.console import Console  # noqa: PLC0415  # it takes a while to import, and pipes never need it
    from rich.markup import escape  # noqa: PLC0415  # nor this

    with Console(stderr=True).status("searching … (Ctrl-C for the best so far)") as status:
        yield lambda progress: status.update(escape(_standing(progress)))


@contextmanager
def lines_shown(err: bool = False) -> Iterator[Callable[[list[tuple[str, str]]], None] | None]:
    """A table of values and lines on a terminal: each call makes a new one, and the last stays. Elsewhere None."""
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  # as above
    from rich.live import Live  # noqa: PLC0415  # as above
    from rich.table import Table  # noqa: PLC0415  # as above
    from rich.text import Text  # noqa: PLC0415  # as above

    def table(rows: list[tuple[str, str]]) -> Table:
        made = Table("value", "line", box=None, pad_edge=False, show_header=False)
        made.columns[1].no_wrap = True
        for row in rows:
            made.add_row(*map(Text, row))
        return made

    with Live(table([]), console=Console(file=stream), auto_refresh=False) as live:
        yield lambda rows: live.update(table(rows), refresh=True)


def _standing(progress: Progress) -> str:
    """A line on how a search stands."""
    rate = progress.nodes / progress.seconds if progress.seconds else 0
    value = [] if progress.value is None else [f"value {show_value(progress.value)}"]
    cost = [f"{progress.nodes:,} nodes", f"{rate:,.0f}/s", f"{progress.seconds:.0f} s"]
    line = [" ".join(show_line(progress.game, progress.state, progress.line[:8]))]
    return " · ".join([progress.doing or "searching", *value, *cost, *line])
