"""The progress of a search on a terminal, and what it has to say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zermelo.core.results import show_line
from zermelo.core.values import show_value
from zermelo.engine.engine import Progress, Watch, unwatched


def tell(message: str) -> None:
    """What takes time, said on standard error; while a search shows how it stands, above that."""
    sys.stderr.write(f"{message}\n")  # which rich redirects then, and click.echo goes around
    sys.stderr.flush()


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
    """Values, each with its line, on a terminal: each call takes the place of the last, which stays. Elsewhere None."""
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
    """A line on how a search stands."""
    rate = progress.nodes / progress.seconds if progress.seconds else 0
    value = [] if progress.value is None else [f"value {show_value(progress.value)}"]
    cost = [f"{progress.nodes:,} nodes", f"{rate:,.0f}/s", f"{progress.seconds:.0f} s"]
    line = [" ".join(show_line(progress.game, progress.state, progress.line[:8]))]
    return " · ".join([progress.doing or "searching", *value, *cost, *line])
