"""Reads the file of a game that was played, and lists its mistakes, one per line."""

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
from zermelo.play.sgf import read_sgf

REVIEWED = {"depth", "nodes", "seconds", "table", "threads", "others", "plain", "wait"}
"""The options of a review."""


SPECIAL = (".sgf", ".pdn")
"""The endings of files that hold played games and nothing else."""


class OfGameOrRecord(MethodVerb):
    """A verb whose GAME may be the file of a played game, which names its game and replaces the position."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the verb with the game that the file names."""
        text = ctx.params["game"]
        named = _game_in(text)
        if named is not None:
            if ctx.params["position"] is not None:
                raise click.UsageError(f"{quote(text)} is a game that was played: it cannot be followed by a position")
            ctx.params |= {"game": named, "position": text}
        return super().invoke(ctx)


def _game_in(path: str) -> str | None:
    """The name of the game in the file of a played game; None if it is not such a file."""
    if not is_file(path) or path.endswith(".py"):
        return None
    is_special = path.endswith(SPECIAL)
    try:
        named = game_named_in(_text_in(path))
    except ZermeloError as error:
        if is_special:
            raise click.UsageError(str(error)) from None
        return None
    if named is None and is_special:
        raise click.UsageError(f"there is no game in {quote(path)}")
    return named


def is_file(text: str) -> bool:
    """Whether the text names an existing file; False for a text that is not a valid path."""
    return os.path.isfile(text)


def record_in(path: str, game: Game) -> Record:
    """The game that was played, from its file."""
    text = _text_in(path)
    if path.endswith(SPECIAL[0]):
        found = read_sgf(text, game)
        for note in found.notes:
            tell(note)
        return found.record
    return read_record(text, game)


def _text_in(path: str) -> str:
    try:
        with Path(path).open(encoding="utf-8") as file:
            return file.read(2 * LONGEST)  # more than a record may have, so that parsing refuses it with the reason
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise LoadError(f"the file {quote(path)} cannot be read: {reason}") from None


def tell_mistakes(record: Record, options: dict[str, Any], *, every: bool, as_json: bool) -> None:
    """Judges the moves, and prints each mistake as soon as it is found; with `every`, every move."""
    odd = options.keys() - REVIEWED
    if odd:
        raise KindError(f"--{min(odd)} is not an option for a game that was played")
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
        shown = [j.to_json() for j in judged if every or j.mark]
        print_json({"game": str(record.game), "judged": len(judged), "moves": shown})
    else:
        click.echo(_sum(judged))


class _Screen:
    """A progress callback that forwards to the current one, so that none is active while a line is printed."""

    def __init__(self) -> None:
        self.watch: Watch = unwatched

    def __call__(self, progress: Progress) -> None:
        self.watch(progress)


def _row(j: Judgement) -> str:
    return f"{j.ply:>4}  {player_name(j.game, j.player)}  {j.mark.ljust(len(DOUBTFUL))}  {j}"


def _sum(judged: list[Judgement]) -> str:
    """The summary: "2 mistakes, 1 doubtful; 30 moves judged"."""
    mistakes, doubtful = (sum(j.mark == mark for j in judged) for mark in (MISTAKE, DOUBTFUL))
    some = [f"{mistakes or 'no'} mistake{'s' * (mistakes != 1)}", *([f"{doubtful} doubtful"] if doubtful else [])]
    return f"{', '.join(some)}; {len(judged)} move{'s' * (len(judged) != 1)} judged"
