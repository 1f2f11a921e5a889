"""Games with hidden information on the page: the server keeps them, and shows each seat what that player may see.

A seat is held by whoever knows its key. The key is the only way to a player's view, so two people can play at one table
from two machines, or at one screen that they pass on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from threading import Event, Lock
from typing import Any, NamedTuple

from zermelo.core.errors import ParseError, ZermeloError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.people import seat_name, shown
from zermelo.core.values import plain_number
from zermelo.draw.board import board_svg
from zermelo.play.playing import Playing
from zermelo.play.record import Record
from zermelo.play.viewing import PartialRecord, partial_record, seen_moves
from zermelo.web.positions import outcome, some_actions

MOST_TABLES = 100
"""The server keeps this many games; the oldest is dropped for a new one."""

Choose = Callable[[State, Event], Action]
"""The computer's choice in a state."""


class Table:
    """One game in progress. Players in `computers` are played by the computer, and each of the others has a key."""

    def __init__(self, game: Game, start: State, computers: Iterable[int] = (), level: int = 5) -> None:
        self.game, self.level = game, level
        self.computers = frozenset(computers)
        self.keys = {secrets.token_urlsafe(12): p for p in range(game.players) if p not in self.computers}
        self._playing = Playing(game, start, secrets.randbits(64))
        self._changing = Lock()

    @property
    def state(self) -> State:
        """The whole state: never sent to a seat before play is over."""
        return self._playing.state

    @property
    def mover(self) -> int | None:
        """The player to move; None if play is over."""
        return None if self._playing.is_over else int(self._playing.mover)

    def act(self, player: int, name: str) -> None:
        """Plays the named action of this player. Raises ZermeloError if it is not that player's turn."""
        with self._changing:
            self.require_turn(player)
            self._playing.play(self.game.parse_action(self.state, name))

    def let_computers_move(self, choose: Choose, stop: Event) -> None:
        """Plays the computers' moves up to the next person's turn.

        If the tab that waits for them is closed, its search is stopped and the move is left to the next tab.
        """
        with self._changing:
            while self.mover in self.computers and not stop.is_set():
                action = choose(self.state, stop)
                if stop.is_set():
                    return
                self._playing.play(action)

    def require_turn(self, player: int) -> None:
        """Raises ZermeloError unless this player is to move."""
        if self.mover != player:
            raise ZermeloError(f"it is not the turn of {seat_name(self.game, player)}")

    def view(self, player: int) -> dict[str, Any]:
        """All that a seat is sent: what its player may see, and everything once play is over."""
        game, s, past, mover = self.game, self.state, self._playing.past, self.mover
        over = mover is None
        viewer = None if over else player
        return {
            "you": player,
            "text": shown(game, s, viewer),
            "picture": board_svg(game, s, viewer),
            "player": mover,
            "turn": outcome(game, s) if mover is None else f"{seat_name(game, mover)} to move",
            "over": over,
            "utilities": [plain_number(u) for u in self._playing.utilities or ()] if over else None,
            "actions": [game.show_action(s, a) for a in some_actions(game, s)] if mover == player else [],
            "log": [[seat_name(game, seen.player), seen.text] for seen in seen_moves(game, past, s, viewer)],
            "thinking": mover in self.computers,
        }

    def record(self, player: int) -> Record | PartialRecord:
        """The record of the game: of one that is still running, only what the player may see."""
        if self.mover is None:
            return self._playing.record
        return partial_record(self.game, self._playing.past, self.state, player)


class Seat(NamedTuple):
    """A player at a table."""

    table: Table
    player: int


class Tables:
    """All games that the server keeps, by the keys of their seats."""

    def __init__(self) -> None:
        self._tables: list[Table] = []
        self._lock = Lock()

    def open(self, table: Table) -> None:
        """Adds a table, and drops the oldest if there are too many."""
        with self._lock:
            self._tables = [*self._tables[-MOST_TABLES + 1 :], table]

    def seat(self, key: str) -> Seat:
        """The seat with this key. Raises ParseError if there is none."""
        for table in self._tables:
            for known, player in table.keys.items():
                if secrets.compare_digest(known.encode(), key.encode()):
                    return Seat(table, player)
        raise ParseError(f"there is no seat with the key {quote(key)}: its game was dropped, or the server restarted")
