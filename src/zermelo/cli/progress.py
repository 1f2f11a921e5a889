"""The progress of a search on a terminal, and its messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zermelo.core.results import show_line
from zermelo.core.values import show_value
from zermelo.engine.engine import Progress, Watch, unwatched


def tell(message: str) -> None:
    """Writes a message to standard error, above the progress line if there is one."""
    sys.stderr.write(f"{message}\n")  # rich redirects sys.stderr for its progress line; click.echo would bypass that
    sys.stderr.flush()


@contextmanager
def thinking(quiet: bool = False) -> Iterator[Watch]:
    """A progress line on a terminal while a search runs; nothing if standard error is not a terminal."""
    if quiet or not sys.stderr.isatty():
        yield unwatched
        return
    from rich.console import Console  # noqa: PLC0415  # it takes a while to import, and pipes never need it
    from rich.markup import escape  # noqa: PLC0415  # as above

    with Console(stderr=True).status("searching … (Ctrl-C for the best so far)") as status:
        yield lambda progress: status.update(escape(_standing(progress)))


@contextmanager
def lines_shown(err: bool = False) -> Iterator[Callable[[list[tuple[str, str]]], None] | None]:
    """A function that shows values with their lines on a terminal, replacing the previous ones; otherwise None."""
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty():
        yield None
        return
    from rich.console import Console, Group  # noqa: PLC0415  # as above
    from rich.live import Live  # noqa: PLC0415  # as above
    from rich.text import Text  # noqa: PLC0415  # as above

    def shown(rows: list[tuple[str, str]]) -> Group:
        width = max((len(value) for value, _ in rows), default=0)
        texts = [f"{value.ljust(width)}  {line}" for value, line in rows]
        return Group(*(Text(text, no_wrap=True, overflow="ellipsis") for text in texts))

    with Live(shown([]), console=Console(file=stream), auto_refresh=False) as live:
        yield lambda rows: live.update(shown(rows), refresh=True)


def _standing(progress: Progress) -> str:
    """The progress of a search as one line."""
    rate = progress.nodes / progress.seconds if progress.seconds else 0
    value = [] if progress.value is None else [f"value {show_value(progress.value)}"]
    nodes = [f"{progress.nodes:,} nodes", f"{rate:,.0f}/s"] if progress.nodes else []
    line = " ".join(show_line(progress.game, progress.state, progress.line[:8]))
    parts = [progress.doing or "searching", *value, *nodes, f"{progress.seconds:.0f} s", line]
    return " · ".join(part for part in parts if part)
