"""Combines result files of several matches, and PGN files, of which only names and results are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from zermelo.core.errors import LoadError, ParseError, quote
from zermelo.matches.results import GameResult, read_results
from zermelo.matches.standings import Standings, standings

PGN_RESULTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}
"""The points of White and Black for each result in PGN; "*" is an unfinished game."""

_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')


def ratings(paths: Sequence[str | Path], anchor: str | None = None) -> Standings:
    """The standings of the players of all these result files and PGN files. Raises LoadError or ParseError."""
    files = [_results_in(Path(path)) for path in paths]
    games = [result for results in files for result in results]
    if not games:
        raise LoadError(f"there are no results in {', '.join(quote(path) for path in paths)}")
    other = next((result.game for result in games if result.game != games[0].game), None)
    if other is not None:
        raise ParseError(f"these are results of different games, {quote(games[0].game)} and {quote(other)}")
    names = list(dict.fromkeys(name for results in files for name in _names_in(results)))
    return standings(_numbered(files, names), names, games[0].game, anchor=anchor)


def _names_in(results: list[GameResult]) -> Iterator[str]:
    """The players of a file in the order of the match, so that the first player stays the first."""
    for result in results:
        yield from result.match.get("players", result.players)


def _numbered(files: list[list[GameResult]], names: list[str]) -> Iterator[GameResult]:
    """The games, with numbers, rounds and seats renumbered across all files."""
    numbers = count()
    rounds: dict[tuple[int, int], int] = {}
    for file, results in enumerate(files):
        for result in results:
            turn = rounds.setdefault((file, result.round), len(rounds))
            seats = [names.index(name) for name in result.players]
            yield replace(result, number=next(numbers), round=turn, seats=seats)


def _results_in(path: Path) -> list[GameResult]:
    return read_pgn(path) if path.suffix.casefold() == ".pgn" else read_results(path)


def read_pgn(path: Path) -> list[GameResult]:
    """The finished games in a PGN file."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise LoadError(f"the games {quote(path)} cannot be read: {error.strerror}") from None
    found: list[GameResult] = []
    for tags in _tags_of_games(text):
        points = PGN_RESULTS.get(tags.get("Result", "*"))
        if points is None:
            continue
        if "White" not in tags or "Black" not in tags:
            raise ParseError(f"{path}: a game with the result {quote(tags['Result'])} does not name its players")
        found.append(_result(len(found), tags, points))
    return found


def _tags_of_games(text: str) -> Iterator[dict[str, str]]:
    """The tags of each game: a game begins where tags follow moves."""
    tags: dict[str, str] = {}
    in_moves = False
    for line in text.splitlines():
        tag = _TAG.match(line)
        if tag is not None:
            if in_moves:
                yield tags
                tags, in_moves = {}, False
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            in_moves = bool(tags)
    if tags:
        yield tags


def _result(number: int, tags: dict[str, str], points: tuple[float, float]) -> GameResult:
    return GameResult(
        game=tags.get("Variant", "PGN"),
        match={},
        number=number,
        round=number,
        players=[tags["White"], tags["Black"]],
        seats=[0, 1],
        seed=0,
        opening=0,
        actions=[],
        seconds=[],
        values=[],
        utilities=[2 * p - 1 for p in points],
        points=list(points),
        why=tags.get("Termination", "rules"),
        fault=None,
        message="",
    )
