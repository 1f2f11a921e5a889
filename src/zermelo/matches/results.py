"""The games of a match as lines of a file: each is a JSON object with everything about one game.

An interrupted match resumes with the same file. Games that were written are kept; a truncated last line is dropped, and
its game is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from zermelo.core.errors import LoadError, ParseError, quote

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows has no fcntl, and files are not locked there
    fcntl = None

FORMAT = 1
"""The version of the format: files of other versions are refused."""


@dataclass(frozen=True, kw_only=True)
class GameResult:
    """One game of a match."""

    game: str
    match: dict[str, Any]
    """The description of the match: its players, seed, limits and openings. It is the same in all games of a match."""

    number: int
    round: int
    players: list[str]
    """The names of the players by seat."""

    seats: list[int]
    """Their indices among the players of the match, by seat."""

    seed: int
    opening: int
    """The number of actions that belong to the opening."""

    actions: list[str]
    seconds: list[float | None]
    values: list[float | None]
    utilities: list[float]
    points: list[float] | None
    """The points of each seat in a game that is won, drawn or lost: 1, ½ or 0; None if only utilities count."""

    why: str
    fault: int | None
    message: str

    def line(self) -> str:
        """The game as a line of a file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, allow_nan=False)


_FIELDS = {
    "game": str,
    "match": dict,
    "number": int,
    "round": int,
    "players": list,
    "seats": list,
    "seed": int,
    "opening": int,
    "actions": list,
    "seconds": list,
    "values": list,
    "utilities": list,
    "points": (list, type(None)),
    "why": str,
    "fault": (int, type(None)),
    "message": str,
}


def read_line(line: str, where: str) -> GameResult:
    """The game on a line. Raises ParseError, which names the line and the error."""
    try:
        data = json.loads(line)
    except ValueError:
        raise ParseError(f"{where} is not the result of a game: {quote(line)}") from None
    if not isinstance(data, dict) or "format" not in data:
        raise ParseError(f"{where} is not the result of a game: {quote(line)}")
    if data.pop("format") != FORMAT:
        raise ParseError(f"{where} was written by another version of Zermelo, and cannot be read by this one")
    for name, kind in _FIELDS.items():
        if not isinstance(data.get(name), kind):  # type: ignore[arg-type]  # a type, or several
            raise ParseError(f"{where}: {quote(name)} is {quote(json.dumps(data.get(name)))}")
    odd = data.keys() - _FIELDS
    if odd:
        raise ParseError(f"{where}: a game has no {quote(min(odd))}")
    return GameResult(**data)


def read_results(path: Path | str) -> list[GameResult]:
    """The games in a file, without a truncated last line. Raises LoadError or ParseError."""
    return [game for game, _ in _read(Path(path))]


def _read(path: Path) -> list[tuple[GameResult, int]]:
    """The games in a file, each with the offset of the end of its line."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LoadError(f"the results {quote(path)} cannot be read: {error.strerror}") from None
    *lines, _cut_off = content.split(b"\n")
    found, end = [], 0
    for number, line in enumerate(lines, 1):
        end += len(line) + 1
        if line.strip():
            found.append((read_line(line.decode("utf-8", "replace"), f"{path}, line {number}"), end))
    return found


class ResultFile:
    """A file to which one process at a time adds games."""

    def __init__(self, path: Path, game: str, match: dict[str, Any]) -> None:
        self.path = path
        self._file = _opened(path)
        try:
            self.games = self._checked(game, match)
        except BaseException:
            self.close()
            raise

    def _checked(self, game: str, match: dict[str, Any]) -> list[GameResult]:
        """The games in the file, after checking that they belong to this match; removes a truncated last line."""
        read = _read(self.path)
        for found, _ in read:
            if found.game != game:
                raise ParseError(f"{quote(self.path)} has games of {quote(found.game)}, not of {quote(game)}")
            for name in sorted(match.keys() | found.match.keys()):
                was, now = (json.dumps(x.get(name), ensure_ascii=False) for x in (found.match, match))
                if was != now:
                    raise ParseError(
                        f"{quote(self.path)} has games of another match: its {name} {_is(name)} {quote(was)}, "
                        f"and here {_is(name)} {quote(now)}; use another file"
                    )
        os.ftruncate(self._file.fileno(), read[-1][1] if read else 0)
        return [found for found, _ in read]

    def add(self, result: GameResult) -> None:
        """Writes a game in one piece, or not at all."""
        end = os.fstat(self._file.fileno()).st_size
        try:
            _write_all(self._file.fileno(), f"{result.line()}\n".encode())
        except OSError as error:
            os.ftruncate(self._file.fileno(), end)  # a line of which only a part was written
            raise LoadError(f"{quote(self.path)} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Closes and unlocks the file."""
        with suppress(OSError):
            self._file.close()


def _write_all(file: int, content: bytes) -> None:
    """Writes all of the content. Raises OSError, when a part of it may have been written."""
    while content:
        content = content[os.write(file, content) :]


def _is(name: str) -> str:
    return "are" if name.endswith("s") else "is"


def _opened(path: Path) -> IO[bytes]:
    try:
        file = path.open("ab")
    except OSError as error:
        raise LoadError(f"{quote(path)} cannot be written: {error.strerror}") from None
    if fcntl is not None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise LoadError(f"{quote(path)} is being written by another match") from None
    return file


def in_order(results: Iterable[GameResult]) -> list[GameResult]:
    """The games by their numbers, each once."""
    return [game for _, game in sorted({result.number: result for result in results}.items())]
