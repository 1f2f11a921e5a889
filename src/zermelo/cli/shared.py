"""Shared by the verbs: loading the game, common options, exit codes, and printing."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from zermelo import games
from zermelo.cli.logs import logged
from zermelo.core.blame import running_rule
from zermelo.core.errors import TableError, ZermeloError, quote, quote_path
from zermelo.core.features import with_weights
from zermelo.core.game import Game, State
from zermelo.core.text import LONGEST
from zermelo.loading import load
from zermelo.soundness.diagnosis import diagnosing

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT, NOT_FOUND, INTERRUPTED = 2, 1, 130
"""Exit codes: the input is invalid; the answer is negative or was not found; Ctrl-C was pressed."""


TABLES = "tables"
"""The key under which a context stores the folder of --tables."""

SYNONYMS = {
    **dict.fromkeys(("time", "timeout", "movetime", "secs", "limit"), "--seconds"),
    **dict.fromkeys(("ply", "plies"), "--depth"),
    **dict.fromkeys(("color", "colors", "colours"), "--colour"),
    **dict.fromkeys(("out", "file"), "--output"),
    "algo": "--method",
    "hash": "--table",
}
"""Names that other programs have for options."""

_STDOUT = "zermelo.stdout"
"""The key under which a context stores the standard output that is reserved for the JSON object."""


class Verb(click.Command):
    """A command that prints errors as one message on standard error; with `--debug`, also the traceback.

    The return value of its function, if it is not None, is the exit code.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [
            click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object."),
            _kept("--seed", type=int, default=0, show_default=True, help="The seed of all random numbers."),
            _kept("--verbose", "-v", count=True, help="Log decisions; -vv logs every step."),
            _kept("--debug", is_flag=True, help="Show tracebacks."),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As in every command; an option under another program's name gets the name that it has here."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            here = SYNONYMS.get(error.option_name.lstrip("-"))
            if here is not None and any(here in param.opts for param in self.get_params(ctx)):
                raise click.UsageError(f"No such option '{error.option_name}'. Did you mean '{here}'?", ctx) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the verb, and exits with the code of its result."""
        with (
            _stdout_for_json(ctx) if ctx.params["as_json"] else nullcontext(),
            logged(ctx.meta["verbose"]),
            _environment_kept(),
        ):
            self._run(ctx)

    def _run(self, ctx: click.Context) -> None:
        try:
            if "game" not in ctx.params:
                _use_tables(ctx)
                ctx.exit(super().invoke(ctx) or 0)
            # Loaded here, not while the arguments are parsed, so that errors are handled in the same way.
            game = load(text_of(ctx.params["game"]))
            weights = ctx.params.pop("weights", None)
            game = ctx.params["game"] = game if weights is None else with_weights(game, weights)
            _use_tables(ctx, game)
            with diagnosing(game):
                code = super().invoke(ctx)
            ctx.exit(code or 0)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:  # for any error, the user gets one line and no traceback
            if ctx.meta["debug"]:
                raise
            foreseen = isinstance(error, ZermeloError)
            message = str(error) if foreseen else f"{type(error).__name__}: {error} (--debug shows where)"
            click.echo(f"zermelo: {message}", err=True)
            ctx.exit(BAD_INPUT if foreseen else NOT_FOUND)


@contextmanager
def _stdout_for_json(ctx: click.Context) -> Iterator[None]:
    """Reserves standard output for `print_json`: output of rules, in any thread, goes to standard error.

    This includes machine code, because Numba prints through Python's `sys.stdout`.
    """
    ctx.meta[_STDOUT] = sys.stdout
    with redirect_stdout(sys.stderr):
        yield


def _kept(name: str, *aliases: str, **attributes: Any) -> click.Option:
    """An option of every verb that is stored in the context, for `the_seed` and `Verb`, and not passed to the verb."""

    def keep(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
        ctx.meta[name.strip("-")] = value

    return click.Option([name, *aliases], expose_value=False, is_eager=True, callback=keep, **attributes)


@contextmanager
def _environment_kept() -> Iterator[None]:
    """Restores the environment at the end, for programs that run several verbs."""
    before = dict(os.environ)
    try:
        yield
    finally:
        if os.environ != before:
            os.environ.clear()
            os.environ.update(before)


def _use_tables(ctx: click.Context, game: Game | None = None) -> None:
    """Uses the tables in the folder of --tables, if it was given. Raises TableError if it has none of the game."""
    folder = ctx.meta.get(TABLES)
    if folder is None:
        return
    from zermelo.tables.finding import tables_of, use_tables  # noqa: PLC0415  # most calls name no tables

    use_tables(folder)
    if game is not None and tables_of(game) is None:
        raise TableError(f"there is no table of {quote(game)} in the folder {quote_path(folder)}")


def tables_option(command: F) -> F:
    """--tables: where tables are looked for, also by players in other processes."""

    def keep(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
        ctx.meta[TABLES] = value

    text = "The folder of tables on disk.  [default: in the user's data folder]"
    return click.option("--tables", metavar="FOLDER", expose_value=False, callback=keep, help=text)(command)


def the_seed() -> int:
    """The value of --seed."""
    return int(click.get_current_context().meta["seed"])


def game_argument(command: F) -> F:
    """GAME, which is passed to the verb as a loaded game. A shell completes the names of games, and files."""
    return click.argument("game", shell_complete=_complete_game)(command)


def _complete_game(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    names = [name for name in games.names() if name.startswith(typed)]
    return [*map(CompletionItem, names)] or [CompletionItem(typed, type="file")]


def position_argument(command: F) -> F:
    """POSITION, which is passed as text, because only its game can parse it."""
    return click.argument("position", required=False)(command)


def limit_options(command: F) -> F:
    """--depth, --nodes and --seconds."""
    for name, kind, text in (
        ("--seconds", float, "Stop after this many seconds."),
        ("--nodes", int, "Stop after this many nodes."),
        ("--depth", int, "Search this many plies deep."),
    ):
        command = click.option(name, type=kind, help=text)(command)
    return command


def weights_option(command: F) -> F:
    """--weights, which `Verb` applies to the game: the verb itself does not receive it."""
    text = "The weights of features in EVAL, as in material=9,mobility=1."
    return click.option("--weights", metavar="FEATURE=NUMBER,...", help=text)(command)


def state_at(game: Game, position: str | None) -> State:
    """The state that the position describes, or the initial state if it is None."""
    return game.initial() if position is None else game.parse(text_of(position))


def text_of(text: str) -> str:
    """The text itself, or for "-" the text on standard input."""
    if text != "-":
        return text
    return sys.stdin.read(2 * LONGEST) if sys.stdin is not None else ""


@contextmanager
def interruptible() -> Iterator[Event]:
    """An event that Ctrl-C sets, so that a search can end with its best result.

    A second Ctrl-C ends the program, and names the rule that was running: perhaps it never returns.
    """
    stop = Event()

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():  # a rule may loop forever, in a thread that cannot be stopped otherwise
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # naming the rule calls `show`, which may not return either
            with suppress(Exception):
                _name_running_rule()
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(INTERRUPTED)
        stop.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _name_running_rule() -> None:
    rule = running_rule()
    if rule is not None:
        click.echo(f"zermelo: {rule}", err=True)


def print_json(data: dict[str, Any]) -> None:
    """Prints one object on standard output, which is reserved for it."""
    stdout = click.get_current_context().meta[_STDOUT]
    click.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False), file=stdout)


def print_rows(rows: Sequence[tuple[str, str]]) -> None:
    """Prints names and texts in two columns."""
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        click.echo(f"{click.style(name.ljust(width), bold=True)}  {text}")


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes the file atomically; text as UTF-8."""
    name = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except OSError as error:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        raise ZermeloError(f"'{path}' cannot be written: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
