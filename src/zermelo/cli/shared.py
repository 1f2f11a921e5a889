"""What the verbs share: the game they are given, their options, how they end, and how they print."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any, TypeVar

import click

from zermelo.cli.logs import logged
from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, State
from zermelo.core.text import LONGEST
from zermelo.loading import load
from zermelo.soundness.diagnosis import diagnosing

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT, NOT_FOUND, INTERRUPTED = 2, 1, 130
"""Exit codes: the input is wrong; the answer is no, or was not found; Ctrl-C was pressed."""


_STDOUT = "zermelo.stdout"
"""Where a context keeps the standard output that only one object is written to."""


class Verb(click.Command):
    """A command whose errors are one message on standard error; `--debug` shows the traceback as well.

    What its function returns, if anything, is the exit code.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [
            click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object."),
            _kept("--seed", type=int, default=0, show_default=True, help="What chance and samples start from."),
            _kept("--verbose", "-v", count=True, help="Say what is decided, and with -vv every step."),
            _kept("--debug", is_flag=True, help="Show tracebacks."),
        ]

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the verb, and ends it with the exit code that its outcome has."""
        with _stdout_for_json(ctx) if ctx.params["as_json"] else nullcontext(), logged(ctx.meta["verbose"]):
            self._run(ctx)

    def _run(self, ctx: click.Context) -> None:
        try:
            if "game" not in ctx.params:
                ctx.exit(super().invoke(ctx) or 0)
            # Loaded here, and not while the words are parsed, so that errors end alike.
            game = ctx.params["game"] = load(_from_input(ctx.params["game"]))
            with diagnosing(game):
                code = super().invoke(ctx)
            ctx.exit(code or 0)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:  # of whatever kind, a person gets a line and not a traceback
            if ctx.meta["debug"]:
                raise
            foreseen = isinstance(error, ZermeloError)
            message = str(error) if foreseen else f"{type(error).__name__}: {error} (--debug shows where)"
            click.echo(f"zermelo: {message}", err=True)
            ctx.exit(BAD_INPUT if foreseen else NOT_FOUND)


@contextmanager
def _stdout_for_json(ctx: click.Context) -> Iterator[None]:
    """Keeps standard output for `print_json`: whatever rules print, in any thread, goes to standard error.

    That holds for machine code too, since Numba prints by Python's `sys.stdout`.
    """
    ctx.meta[_STDOUT] = sys.stdout
    with redirect_stdout(sys.stderr):
        yield


def _kept(name: str, *aliases: str, **attributes: Any) -> click.Option:
    """An option that every verb takes and few look at: it is kept aside, for `the_seed` and for `Verb`."""

    def keep(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
        ctx.meta[name.strip("-")] = value

    return click.Option([name, *aliases], expose_value=False, is_eager=True, callback=keep, **attributes)


def the_seed() -> int:
    """What --seed says."""
    return int(click.get_current_context().meta["seed"])


def game_argument(command: F) -> F:
    """GAME, which the verb gets loaded."""
    return click.argument("game")(command)


def position_argument(command: F) -> F:
    """POSITION, which is left as text: only its game can parse it."""
    return click.argument("position", required=False)(command)


def limit_options(command: F) -> F:
    """--depth, --nodes and --seconds."""
    for name, kind, text in (
        ("--seconds", float, "Stop after so many seconds."),
        ("--nodes", int, "Stop after so many nodes."),
        ("--depth", int, "Look so many plies ahead."),
    ):
        command = click.option(name, type=kind, help=text)(command)
    return command


def state_at(game: Game, position: str | None) -> State:
    """The state that the position shows, or the initial one."""
    return game.initial() if position is None else game.parse(_from_input(position))


def _from_input(text: str) -> str:
    """The text itself, or for "-" what stands on standard input."""
    if text != "-":
        return text
    return sys.stdin.read(2 * LONGEST) if sys.stdin is not None else ""


@contextmanager
def interruptible() -> Iterator[Event]:
    """An event that Ctrl-C sets, so that a search can end with what it has. A second Ctrl-C ends the program."""
    stop = Event()

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():  # a rule may loop for ever in a thread that nothing else can end
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(INTERRUPTED)
        stop.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def print_json(data: dict[str, Any]) -> None:
    """One object on standard output, which nothing else writes to."""
    stdout = click.get_current_context().meta[_STDOUT]
    click.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False), file=stdout)


def print_rows(rows: Sequence[tuple[str, str]]) -> None:
    """Names and what belongs to them, in two columns."""
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        click.echo(f"{click.style(name.ljust(width), bold=True)}  {text}")


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes the file whole or not at all; text as UTF-8."""
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
