"""`zermelo table build` and `zermelo table verify`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from zermelo.cli.progress import tell
from zermelo.cli.shared import INTERRUPTED, Verb, game_argument, interruptible, print_json, state_at, text_of
from zermelo.core.errors import LimitError, TableError, quote, quote_path
from zermelo.core.game import Game
from zermelo.core.limits import OutOfBudget
from zermelo.core.rules import has_own
from zermelo.loading import load, load_named_in
from zermelo.tables import building, enumerating, verifying
from zermelo.tables.files import StageFile
from zermelo.tables.finding import folder_for, tables_folder
from zermelo.tables.header import Summary
from zermelo.tables.reading import table_files

UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}
"""The units in which memory is given."""

Line = Callable[[str], None]


def _bytes(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | None:
    """The bytes that a text such as "4G" or "500M" means."""
    if text is None:
        return None
    number, unit = text.casefold().rstrip("ib"), ""
    if number and number[-1] in UNITS:
        number, unit = number[:-1], number[-1]
    try:
        amount = int(float(number) * UNITS[unit])
    except (ValueError, OverflowError):
        amount = 0
    if amount <= 0:
        raise click.BadParameter(f"{quote(text)} is not an amount of memory, such as 500M or 4G")
    return amount


@click.command(cls=Verb)
@game_argument
@click.option("--stages", type=click.IntRange(min=0), help="Build all stages up to this one, such as 4 pieces.")
@click.option(
    "-o",
    "given",
    type=click.Path(path_type=Path),
    help="The folder; by default that of GAME in the user's data folder.",
)
@click.option("--wdl", is_flag=True, help="Store values without distances, which takes less room.")
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="Threads in each process.")
@click.option("--memory", metavar="BYTES", callback=_bytes, help="The most memory of a process, such as 500M or 4G.")
@click.option("--processes", type=click.IntRange(min=1), help="Build parts in this many processes at once.")
@click.option("--cluster", metavar="ADDRESS", help="Build parts with the workers of this Dask scheduler.")
@click.option("--from", "position", metavar="POSITION", help="By enumeration: the states that this one leads to.")
@click.option("--symmetry/--no-symmetry", default=True, help="By enumeration: of symmetric states, store one.")
@click.option("--plain", is_flag=True, help="Run the rules as ordinary Python.")
def build(game: Game, given: Path | None, *, as_json: bool, wdl: bool, position: str | None, **more: Any) -> int:
    """Build the tables of GAME in a folder: the exact value and the distance to the end of every position.

    Without -o they are built where tables are looked for, so that they are used from then on.
    A game that numbers its positions is built stage by stage, up to --stages; for any other, all states that can
    be reached from its start are enumerated. An interrupted build resumes; one that takes only seconds starts again.
    Rules that depend on the play before a position are not taken into account.
    """
    folder = folder_for(game, tables_folder()) if given is None else given
    if given is None:
        tell(f"building in {folder}")
    with interruptible() as stop:

        def check() -> None:
            if stop.is_set():
                raise OutOfBudget

        options = {"distances": not wdl, "memory": more["memory"], "plain": more["plain"], "notice": tell}
        try:
            if has_own(game, "rank") and position is None:
                with _progress_line() as line, _workers(more) as workers:
                    building.build_stages(
                        game,
                        folder,
                        more["stages"],
                        threads=more["threads"],
                        workers=workers,
                        progress=lambda at: line(_shown(at.stage, at.done, at.total, at.part)),
                        check=check,
                        **options,
                    )
            else:
                _refuse_stages(game, more)
                start = state_at(game, position)
                with _progress_line() as line:
                    enumerating.build_states(
                        game,
                        folder,
                        start,
                        symmetry=more["symmetry"],
                        threads=more["threads"],
                        progress=lambda what, count: line(f"{count:,} states {what}"),
                        stop=stop,
                        **options,
                    )
        except OutOfBudget:
            tell(f"stopped; the same command continues from what is finished in {folder}")
            return INTERRUPTED
    _print_made(folder, as_json)
    return 0


@click.command(cls=Verb)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", "text", metavar="GAME", help="The game, if it is in a file of your own.")
@click.option(
    "--from",
    "position",
    metavar="POSITION",
    help="The position from which states were enumerated, if the table does not have it.",
)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="The number of threads.")
@click.option("--memory", metavar="BYTES", callback=_bytes, help="By enumeration: the most memory, such as 500M or 4G.")
@click.option(
    "--scratch",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="By enumeration: where the table is built again, by default the system's folder for temporary files.",
)
@click.option("--plain", is_flag=True, help="Run the rules as ordinary Python.")
def verify(folder: Path, text: str | None, position: str | None, *, as_json: bool, **options: Any) -> int:
    """Prove the tables in FOLDER again from the rules alone: every position against its successors.

    A table without distances is solved again and compared, and one by enumeration is built again. A damaged or wrong
    table is reported with exit code 2.
    """
    files = table_files(folder)
    if not files:
        raise TableError(f"there is no table in the folder {quote_path(folder)}")
    with StageFile.open(files[0]) as first:
        game = load_named_in(first.path, first.header.game) if text is None else load(text_of(text))
    with interruptible() as stop, _progress_line() as line:

        def check() -> None:
            if stop.is_set():
                raise OutOfBudget

        try:
            proved = verifying.verify(
                game,
                folder,
                start=None if position is None else state_at(game, position),
                notice=tell,
                progress=lambda stage, done, total: line(_shown(stage, done, total, "")),
                check=check,
                **options,
            )
        except OutOfBudget:
            return INTERRUPTED
    if as_json:
        listed = [{"file": path.name, "entries": count} for path, count in proved.files]
        print_json({"folder": str(folder), "game": str(game), "proved": True, "files": listed})
    else:
        for path, count in proved.files:
            click.echo(f"{path.name}: {count:,} entries proved")
    return 0


def _refuse_stages(game: Game, more: dict[str, Any]) -> None:
    """Raises LimitError for options that apply only to tables by rank."""
    for name in ("stages", "processes", "cluster"):
        if more[name] is not None:
            why = "its states are enumerated, not ranked (Game.rank)"
            raise LimitError(f"--{name} {more[name]} does not apply to {quote(game)}: {why}")


@contextmanager
def _workers(more: dict[str, Any]) -> Iterator[building.Workers | None]:
    """A factory of the executors that were asked for; None if parts are built in this process."""
    if more["cluster"] is not None:
        from zermelo.tables.clusters import cluster  # noqa: PLC0415  # Dask is an extra

        with cluster(more["cluster"]) as workers:
            yield workers
    else:
        yield None if more["processes"] is None else partial(_processes, more["processes"])


def _processes(count: int) -> Executor:
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


@contextmanager
def _progress_line() -> Iterator[Line]:
    """A line on a terminal that each text replaces; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415  # it takes a while to import, and pipes never need it
    from rich.markup import escape  # noqa: PLC0415  # as above

    with Console(stderr=True).status("…") as status:
        yield lambda text: status.update(escape(text))


def _shown(stage: int, done: int, total: int, part: str) -> str:
    return " · ".join([f"stage {stage}", f"{done:,} of {total:,} positions", *([part] if part else [])])


def _print_made(folder: Path, as_json: bool) -> None:
    """Prints what the folder has now."""
    made = []
    for path in table_files(folder):
        with StageFile.open(path) as file:
            positions = sum(file.header.summaries, Summary()).positions
            made.append({"file": path.name, "positions": positions, "bytes": file.size})
    if as_json:
        print_json({"folder": str(folder), "files": made})
    else:
        for each in made:
            click.echo(f"{each['file']}: {each['positions']:,} positions, {each['bytes']:,} bytes")
