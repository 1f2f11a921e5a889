"""The server of NBoard, the protocol of Othello programs and boards: Zermelo as the program."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TextIO

from zermelo.core.errors import ParseError, ZermeloError, quote
from zermelo.core.game import Game
from zermelo.core.limits import Limits
from zermelo.core.results import Analysis, Line, show_line
from zermelo.play.computer import Computer
from zermelo.play.player import Turn
from zermelo.protocols.ggf import read_game, read_move, refuse_other_games, write_move
from zermelo.protocols.server import Server

LONGEST = 10.0
"""The longest time for a move in seconds: a search to the depth that NBoard sets may take much longer."""


class NBoardServer(Server):
    """Speaks NBoard, version 2. Unknown commands are ignored, as the protocol requires."""

    def __init__(self, game: Game, computer: Computer, output: TextIO) -> None:
        refuse_other_games(game)
        super().__init__(game, output)
        self._computer = computer
        self._depth: int | None = None
        self._is_moving = False
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": self._hello,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": lambda _: self.say("learned"),
        }

    @property
    def player(self) -> Computer:
        """The computer that searches."""
        return self._computer

    @property
    def will_end(self) -> bool:
        """True for a move, which takes at most `LONGEST`; hints end with their depth or never."""
        return self._is_moving

    def hear(self, line: str) -> bool:
        """Executes a command. Every command except `learn` stops the search."""
        name, _, rest = line.partition(" ")
        if name in ("quit", "exit"):
            return False
        command = self._commands.get(name)
        if command is not None:
            self.stop(wait=True)
            command(rest.strip())
        return True

    def complain(self, error: ZermeloError) -> None:
        """Sends the error as `status`, whose text the board shows."""
        self.say(f"status {' '.join(str(error).split())}")

    # Commands.

    def _hello(self, version: str) -> None:
        if version != "2":
            raise ParseError(f"NBoard version {quote(version)} is not supported: the version must be 2")
        self.say("set myname Zermelo")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "depth":
            if not value.isdecimal() or int(value) == 0:
                raise ParseError(f"set depth {quote(value)}: the depth must be a whole number above zero")
            self._depth = int(value)
        elif name == "game":
            start, actions = read_game(self.game, value)
            self.follow(start, ())
            for a in actions:
                self._play(a)

    def _move(self, rest: str) -> None:
        self._play(self.game.parse_action(self.state, read_move(rest)))

    def _play(self, action: int) -> None:
        self.actions.append(action)
        self.state = self.game.result(self.state, action)

    def _ping(self, number: str) -> None:
        self.say(f"pong {number}")

    def _go(self, _rest: str) -> None:
        self._refuse_end()
        self._is_moving = True
        self.think(self._decide)

    def _hint(self, rest: str) -> None:
        self._refuse_end()
        if not rest.isdecimal() or int(rest) == 0:
            raise ParseError(f"hint {quote(rest)}: the number of moves must be a whole number above zero")
        self._is_moving = False
        self.think(lambda stop: self._consider(int(rest), stop))

    def _refuse_end(self) -> None:
        if self.game.is_terminal(self.state):
            raise ParseError("the game is over")

    # The search.

    def _decide(self, stop: Event) -> None:
        self.say("status Zermelo is thinking")
        heard: list[Analysis] = []
        limits = Limits(depth=self._depth, seconds=LONGEST)
        choice = self._computer.decide(
            Turn(self.state, self.start, tuple(self.actions), limits=limits, stop=stop, hear=heard.append)
        )
        if stop.is_set():  # another command came: the move is not wanted any more
            return
        assert choice.line is not None, "the computer gives a value for its actions"
        last = heard[-1]
        self.say(f"nodestats {last.nodes} {last.seconds:.2f}")
        name = write_move(self.game.show_action(self.state, choice.action))
        self.say(f"=== {name}/{self._worth(choice.line):.2f}/{last.seconds:.2f}")
        self.say("status Zermelo is waiting")

    def _consider(self, most: int, stop: Event) -> None:
        self.say("status Zermelo is analysing")
        for depth, lines in enumerate(self._computer.consider(self.state, most, stop), 1):
            for line in lines:
                moves = "".join(map(write_move, show_line(self.game, self.state, line.actions)))
                if not stop.is_set():
                    self.say(f"search {moves} {self._worth(line):.2f} 0 {depth}")
        if not stop.is_set():
            self.say("status Zermelo is waiting")

    def _worth(self, line: Line) -> float:
        """The value for the mover, in discs."""
        return float(line.values[self.game.player(self.state)])
