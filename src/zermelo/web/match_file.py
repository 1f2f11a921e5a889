"""The result file of a match, which may still grow: its standings and its games."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from zermelo.core.errors import LoadError, quote
from zermelo.core.game import Game
from zermelo.loading import load
from zermelo.matches.results import GameResult, read_line, read_results
from zermelo.matches.standings import standings
from zermelo.web.walks import walk_from

MOST_GAMES = 500
"""At most this many games are listed in one answer; the page requests the rest."""


class MatchFile:
    """A result file, read as it grows. It may be used from several threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        results = read_results(path)
        if not results:
            raise LoadError(f"there are no games in {quote(path)} yet")
        self.game: Game = load(results[0].game)
        self._names: list[str] = results[0].match["players"]
        self._results: list[GameResult] = []
        self._offset = 0
        self._lock = Lock()

    def games(self) -> list[GameResult]:
        """All games that the file has so far."""
        with self._lock:
            with self.path.open("rb") as file:
                file.seek(self._offset)
                *lines, _unfinished = file.read().split(b"\n")
            for line in lines:
                self._offset += len(line) + 1
                if line.strip():
                    self._results.append(read_line(line.decode("utf-8", "replace"), str(self.path)))
            return list(self._results)

    def standing(self, since: int) -> dict[str, Any]:
        """The standings, and the games of the file from index `since` on."""
        games = self.games()
        found = standings(games, self._names, games[0].game).to_json()
        rows = [self._row(place, game) for place, game in enumerate(games)][since : since + MOST_GAMES]
        return {"standing": found, "file": self.path.name, "listed": rows, "next": since + len(rows)}

    def game_at(self, place: int) -> dict[str, Any]:
        """One game with all its moves. Raises LoadError."""
        games = self.games()
        if place >= len(games):
            raise LoadError(f"there is no game {place} in {quote(self.path.name)}: it has {len(games)}")
        game = games[place]
        states = walk_from(self.game).extended(game.actions).states
        return {
            **self._row(place, game),
            "moves": game.actions,
            "movers": [int(self.game.player(s)) for s in states[:-1]],
            "values": game.values,
            "times": game.seconds,
            "opening": game.opening,
            "message": game.message,
        }

    def _row(self, place: int, game: GameResult) -> dict[str, Any]:
        return {
            "place": place,
            "number": game.number,
            "players": game.players,
            "points": game.points,
            "utilities": game.utilities,
            "plies": len(game.actions),
            "why": game.why,
            "fault": game.fault,
        }
