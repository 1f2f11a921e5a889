"""The client of GTP, the Go Text Protocol, version 2: a program as a player of any two-player board game."""

from __future__ import annotations

import time
from collections.abc import Sequence

from zermelo.core.errors import KindError, quote
from zermelo.core.game import Action, Game
from zermelo.play.player import Choice, PlayerFault, Turn
from zermelo.protocols.program import STARTING, Program
from zermelo.protocols.program_player import ProgramPlayer

COLOURS = ("b", "w")
"""The names of players 0 and 1: Black begins."""


class GtpPlayer(ProgramPlayer):
    """A program that speaks GTP. Vertices are the actions as the game shows them.

    The program keeps the board: it is sent only new moves. Play must begin in the game's initial state.
    """

    def __init__(self, game: Game, command: str | list[str]) -> None:
        if game.players != 2:
            raise KindError(f"GTP is for games of two players, not for {quote(game)}")
        self._played: list[Action] = []
        super().__init__(game, command)

    def shake_hands(self, program: Program) -> None:
        """Asks for the program's name; any answer is accepted."""
        self._command_of(program, "name")
        self._clear(program)

    def new_game(self, program: Program) -> None:
        """Sends `clear_board`."""
        self._clear(program)

    def ask(self, program: Program, turn: Turn, deadline: float) -> Choice:
        """Sends `play` for each new move, then `genmove`."""
        start = self.game.initial()
        if (turn.state if turn.start is None else turn.start) != start:
            raise PlayerFault("error", "GTP has no positions: play must begin in the game's initial state")
        self._catch_up(program, turn.actions)
        mover = COLOURS[self.game.player(turn.state)]
        if turn.clocks is not None:
            left = turn.clocks[self.game.player(turn.state)].seconds
            self._command_of(program, f"time_left {mover} {int(left)} 0", required=False)
        elif turn.limits.seconds is not None:
            self._command_of(program, f"time_settings 0 {max(1, int(turn.limits.seconds))} 1", required=False)
        said = self._command_of(program, f"genmove {mover}", deadline)
        if said.casefold() == "resign":
            raise PlayerFault("resigned", "it resigned")
        action = self.action(turn.state, said)
        self._played.append(action)  # genmove plays it
        return Choice(action)

    def _catch_up(self, program: Program, actions: Sequence[Action]) -> None:
        seen = len(self._played)
        if list(actions[:seen]) != self._played:
            self._clear(program)
            seen = 0
        s = self.game.initial()
        for ply, a in enumerate(actions):
            if ply >= seen:
                name = self.game.show_action(s, a)
                self._command_of(program, f"play {COLOURS[self.game.player(s)]} {name}")
                self._played.append(a)
            s = self.game.result(s, a)

    def _clear(self, program: Program) -> None:
        size = getattr(self.game, "size", None)
        if isinstance(size, int):
            self._command_of(program, f"boardsize {size}")
        self._command_of(program, "clear_board")
        self._played = []

    def _command_of(
        self, program: Program, command: str, deadline: float | None = None, *, required: bool = True
    ) -> str:
        """The program's answer to a command. Raises PlayerFault if it refuses a required command."""
        program.send(command)
        by = time.perf_counter() + STARTING if deadline is None else deadline
        first = self.expect(program, lambda line: line[:1] in ("=", "?"), by)
        while self.expect(program, lambda _: True, by).strip():  # an answer ends with an empty line
            pass
        if first.startswith("?") and required:
            raise PlayerFault("error", f"it answered {quote(command)} with {quote(first)}")
        return first[1:].strip()
