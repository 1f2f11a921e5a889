"""The commands of GTP that only Go has: handicaps, the status of stones, and games in SGF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.core.errors import quote
from zermelo.core.game import MAX, MIN
from zermelo.protocols.gtp_lines import Command, GtpError, read_count, some_words

if TYPE_CHECKING:
    from zermelo.protocols.gtp_server import GtpServer, Handler

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""The letters of the columns: I is left out."""

ORDER = "sw ne nw se w e s n"
"""Where the stones of a handicap go, in this order; an odd number from five on begins with the middle."""


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
        """Places Black's stones on an empty board, White passing between them."""
        if self._server.actions:
            raise GtpError("board not empty")
        if any(vertex.casefold() == "pass" for vertex in vertices):
            raise GtpError("syntax error: a pass is not a vertex of a handicap")
        self._server.add(self._server.moves([(MAX, vertex) for vertex in vertices]))

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
        (name,) = some_words(command, "FILE")
        limit = read_count(command.words[1]) - 1 if len(command.words) > 1 else None
        record = read_sgf(Path(name))
        self._server.change("cannot load file", size=record.size)
        self._server.change("cannot load file", komi=record.komi)
        self._server.begin()
        for move in record.moves[: None if limit is None else max(limit, 0) + record.handicap]:
            self._server.add(self._server.moves([move]))
        return "white" if self._server.game.player(self._server.state) == MIN else "black"

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


@dataclass(frozen=True)
class SgfRecord:
    """The main line of a game in SGF: each move is a player and a vertex; the first ones are Black's handicap."""

    size: int
    komi: float
    moves: list[tuple[int, str]]
    handicap: int


def read_sgf(path: Path) -> SgfRecord:
    """The main line of the game in a file. Raises GtpError."""
    try:
        from sgfmill import sgf  # noqa: PLC0415  # only this command needs it
    except ImportError:
        raise GtpError('cannot load file: SGF needs the extra "go": pip install "zermelo[go]"') from None
    try:
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        black, white, _ = game.get_root().get_setup_stones()
        size, komi = game.get_size(), game.get_komi()
        moves = [node.get_move() for node in game.get_main_sequence()]
    except (OSError, ValueError, KeyError) as error:
        raise GtpError(f"cannot load file: {quote(path)}: {error}") from None
    if white:
        raise GtpError(f"cannot load file: {quote(path)} begins with white stones on the board")
    placed = [(MAX, _vertex(point)) for point in sorted(black)]
    played = [(MAX if colour == "b" else MIN, _vertex(point)) for colour, point in moves if colour is not None]
    return SgfRecord(size, int(komi) if komi == int(komi) else komi, placed + played, len(placed))


def _vertex(point: tuple[int, int] | None) -> str:
    """A point of sgfmill, whose rows and columns are counted from 0 at the lower left corner."""
    return "pass" if point is None else f"{LETTERS[point[1]]}{point[0] + 1}"
