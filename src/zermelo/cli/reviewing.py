"""The file of a game that was played, and its mistakes, a line each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from zermelo.cli.methods import MethodVerb
from zermelo.cli.progress import tell, thinking
from zermelo.cli.shared import interruptible, print_json
from zermelo.core.errors import KindError, LoadError, ZermeloError, quote
from zermelo.core.game import Game
from zermelo.core.people import player_name
from zermelo.core.text import LONGEST
from zermelo.engine.engine import Progress, Watch, unwatched
from zermelo.play import Judgement, Record, game_named_in, read_record, review
from zermelo.play.review import DOUBTFUL, MISTAKE

REVIEWED = {"depth", "nodes", "seconds", "table", "threads", "others", "plain", "wait"}
"""What a review can be told."""


class OfGameOrRecord(MethodVerb):
    """A verb whose GAME may be the file of a played game, which names its game and stands in a position's place."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the verb with the game that the file names."""
        text = ctx.params["game"]
        named = _game_in(text)
        if named is not None:
            if ctx.params["position"] is not None:
                raise click.UsageError(f"{quote(text)} is a game that was played, and takes no position")
            ctx.params |= {"game": named, "position": text}
        return super().invoke(ctx)


def _game_in(path: str) -> str | None:
    """What the file of a played game calls its game; None if it is no such file."""
    if not is_file(path) or path.endswith(".py"):
        return None
    try:
        return game_named_in(_text_in(path))
    except ZermeloError:
        return None


def is_file(text: str) -> bool:
    """Whether the text names a file; one that no file system would take does not."""
    return os.path.isfile(text)


def record_in(path: str, game: Game) -> Record:
    """The game that was played, from its file."""
    return read_record(_text_in(path), game)


def _text_in(path: str) -> str:
    try:
        with Path(path).open(encoding="utf-8") as file:
            return file.read(2 * LONGEST)  # more than is read of a record: it is refused, with the reason
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise LoadError(f"the file {quote(path)} cannot be read: {reason}") from None


def tell_mistakes(record: Record, options: dict[str, Any], *, every: bool, as_json: bool) -> None:
    """Judges the moves, and tells each mistake as soon as it is found; with `every`, every move."""
    odd = options.keys() - REVIEWED
    if odd:
        raise KindError(f"--{min(odd)} is not for a game that was played")
    screen, judged = _Screen(), []
    with interruptible() as stop:
        moves = review(record, stop=stop, watch=screen, notice=tell, **options)
        while True:
            with thinking(as_json) as screen.watch:
                j = next(moves, None)
            if j is None:
                break
            judged.append(j)
            if (every or j.mark) and not as_json:
                click.echo(_row(j))
    if as_json:
        told = [j.to_json() for j in judged if every or j.mark]
        print_json({"game": str(record.game), "judged": len(judged), "moves": told})
    else:
        click.echo(_sum(judged))


class _Screen:
    """A watch that others look through by turns, and nobody while a line is printed."""

    def __init__(self) -> None:
        self.watch: Watch = unwatched

    def __call__(self, progress: Progress) -> None:
        self.watch(progress)


def _row(j: Judgement) -> str:
    return f"{j.ply:>4}  {player_name(j.game, j.player)}  {j.mark.ljust(len(DOUBTFUL))}  {j}"


def _sum(judged: list[Judgement]) -> str:
    """How many there were: "2 mistakes, 1 doubtful; 30 moves judged"."""
    mistakes, doubtful = (sum(j.mark == mark for j in judged) for mark in (MISTAKE, DOUBTFUL))
    some = [f"{mistakes or 'no'} mistake{'s' * (mistakes != 1)}", *([f"{doubtful} doubtful"] if doubtful else [])]
    return f"{', '.join(some)}; {len(judged)} move{'s' * (len(judged) != 1)} judged"
