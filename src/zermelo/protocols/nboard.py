"""The client of NBoard, the protocol of Othello programs (Edax, NTest): a program as a player."""

from __future__ import annotations

import re

from zermelo.core.game import Game
from zermelo.core.results import Line
from zermelo.play.player import Choice, Turn
from zermelo.protocols.ggf import read_move, refuse_other_games, write_game
from zermelo.protocols.program import Program
from zermelo.protocols.program_player import ProgramPlayer

VERSION = 2
DEPTH = 12
"""The search depth if none is given: the protocol has no time limit for a move."""


class NBoardPlayer(ProgramPlayer):
    """A program that speaks NBoard. The protocol has no node limits; time limits are sent as a clock."""

    def __init__(self, game: Game, command: str | list[str]) -> None:
        refuse_other_games(game)
        self._pings = 0
        super().__init__(game, command)

    def shake_hands(self, program: Program) -> None:
        """`nboard 2`, and a ping that it must answer."""
        program.send(f"nboard {VERSION}")
        self._ping(program)

    def new_game(self, program: Program) -> None:
        """Does nothing: every request contains the whole game."""

    def ask(self, program: Program, turn: Turn, deadline: float) -> Choice:
        """`set game` and `go`, up to the line that begins with "==="."""
        start, actions = (turn.state, ()) if turn.start is None else (turn.start, turn.actions)
        clock = None if turn.clocks is None else turn.clocks[self.game.player(turn.state)]
        program.send(f"set depth {turn.limits.depth or DEPTH}")
        program.send(f"set game {write_game(self.game, start, actions, clock)}")
        self._ping(program)  # it has finished the previous commands
        program.send("go")
        lines = self.answers(program, turn, deadline, f"ping {self._pings}")
        said = next(line[3:].strip() for line in lines if line.startswith("==="))
        action = self.action(turn.state, read_move(said))
        return Choice(action, self._line(turn, action, said))

    def _ping(self, program: Program) -> None:
        self._pings += 1
        program.send(f"ping {self._pings}")
        self.expect(program, lambda line: line.split() == ["pong", str(self._pings)])

    def _line(self, turn: Turn, action: object, said: str) -> Line | None:
        """The program's evaluation of the move in discs, if it gives one."""
        words = re.split(r"[/\s]+", said)
        try:
            value = float(words[1])
        except (IndexError, ValueError):
            return None
        values = (value, -value) if self.game.player(turn.state) == 0 else (-value, value)
        return Line(values=values, actions=(action,), proved=False)
