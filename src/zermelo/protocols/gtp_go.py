"""The GTP commands that are specific to Go: handicaps, the status of stones, and SGF files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import ZermeloError, quote
from zermelo.core.game import MAX
from zermelo.play.record import Record
from zermelo.play.sgf import read_sgf
from zermelo.protocols.gtp_lines import Command, GtpError, read_count, some_words
from zermelo.protocols.gtp_play import Play

if TYPE_CHECKING:
    from zermelo.protocols.gtp_server import GtpServer, Handler

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""The letters of the columns: I is left out."""

ORDER = "sw ne nw se w e s n"
"""The points of handicap stones, in order of placement; an odd number from five on begins with the centre."""


class GoCommands:
    """The commands, for a server that plays Go."""

    def __init__(self, server: GtpServer) -> None:
        self._server = server

    @property
    def handlers(self) -> dict[str, Handler]:
        """The commands by name."""
        return {
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._fixed_handicap,
            "set_free_handicap": self._set_free_handicap,
            "final_status_list": self._final_status_list,
            "loadsgf": self._load_sgf,
        }

    def _fixed_handicap(self, command: Command) -> str:
        (number,) = some_words(command, "STONES")
        vertices = handicap(read_count(number), self._size)
        self._place(vertices)
        return " ".join(vertices)

    def _set_free_handicap(self, command: Command) -> str:
        if len(command.words) < 2:
            raise GtpError("invalid number of stones: a handicap has at least two")
        self._place(command.words)
        return ""

    def _place(self, vertices: Sequence[str]) -> None:
        """Places Black's stones on an empty board; then White is to move."""
        if self._server.now != Play(self._server.game, self._server.game.initial()):
            raise GtpError("board not empty")
        if any(vertex.casefold() == "pass" for vertex in vertices):
            raise GtpError("syntax error: a pass is not a vertex of a handicap")
        now = self._server.now
        for vertex in vertices:
            now = now.turned_to(MAX).after(vertex)
        self._server.add(now)

    def _final_status_list(self, command: Command) -> str:
        """All stones are alive: the score counts every stone that is on the board."""
        (status,) = some_words(command, "STATUS")
        if status not in ("alive", "dead", "seki"):
            raise GtpError(f"syntax error: {quote(status)} is not a status; expected alive, dead or seki")
        return "\n".join(self._stones()) if status == "alive" else ""

    def _stones(self) -> list[str]:
        """The vertices with a stone, read from the board as it is shown."""
        rows = [line.split() for line in self._server.game.show(self._server.state).splitlines()[1 : self._size + 1]]
        return [f"{LETTERS[i]}{row[0]}" for row in rows for i, letter in enumerate(row[1:]) if letter in "XO"]

    def _load_sgf(self, command: Command) -> str:
        """Loads the main line of a game, or only the moves before the one with a given number."""
        (name,) = some_words(command, "FILE")
        server = self._server
        rules = {name: server.game.parameters[name] for name in ("ko", "suicide", "scoring")}
        record = _record_in(Path(name), rules)
        line = record.line()
        last = len(line) if len(command.words) < 2 else read_count(command.words[1]) - 1
        loaded = record.game.parameters
        server.change("cannot load file", size=loaded["size"], komi=loaded["komi"])
        server.begin(record.start)
        for action in line[: max(last, 0)]:
            server.add(server.now.with_action(action))
        return "black" if server.game.player(server.state) == MAX else "white"

    @property
    def _size(self) -> int:
        return int(self._server.game.parameters["size"])


def handicap(stones: int, size: int) -> list[str]:
    """The vertices of a fixed handicap, as the protocol defines them. Raises GtpError."""
    most = 0 if size < 7 else 4 if size % 2 == 0 or size == 7 else 9
    if not 2 <= stones <= most:
        raise GtpError(f"invalid number of stones: {stones}; expected 2 to {most} on a board of this size")
    edge = 4 if size >= 13 else 3
    low, middle, high = edge, (size + 1) // 2, size + 1 - edge
    columns, rows = {"w": low, "e": high}, {"s": low, "n": high}
    places = ORDER.split()[: stones // 2 * 2 if stones > 4 else stones]
    chosen = [(columns.get(p[-1], middle), rows.get(p[0], middle)) for p in places]
    if stones > 4 and stones % 2:
        chosen.append((middle, middle))
    return [f"{LETTERS[column - 1]}{row}" for column, row in chosen]


def _record_in(path: Path, rules: Mapping[str, Any]) -> Record:
    """The game in a file, by these rules. Raises GtpError."""
    try:
        return read_sgf(path.read_text(encoding="utf-8", errors="replace"), rules=rules).record
    except (OSError, ZermeloError) as error:
        raise GtpError(f"cannot load file {quote(path)}: {error}") from None
