"""A player that is another program: what the clients of all protocols share."""

from __future__ import annotations

import math
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress

from zermelo.core.errors import LoadError, ParseError, quote
from zermelo.core.game import Action, Game, State
from zermelo.play.player import Choice, Player, PlayerFault, Turn
from zermelo.protocols.program import STARTING, Program

SILENCE = 120.0
"""How long a program may think about a move whose time is not limited, in seconds."""

MARGIN = 1.0
"""How long, beyond the time that it has, a program is waited for: whether that was too long, a referee decides."""

GLANCE = 0.02
"""How often it is looked whether the program has to be told to move, in seconds."""


class ProgramPlayer(Player):
    """Starts a program and asks it. One that has failed is ended, and started again for the next game.

    What it says about its moves is its own affair: only the action is checked.
    """

    def __init__(self, game: Game, command: str | list[str]) -> None:
        self.game = game
        self._command = command
        self._program: Program | None = None
        self._seed = 0
        try:
            self._running()
        except PlayerFault as fault:  # it is not there, ends at once, or does not speak the protocol
            self.close()
            raise LoadError(str(fault)) from None

    @abstractmethod
    def shake_hands(self, program: Program) -> None:
        """Says hello to a program that was just started, and waits until it is ready. Raises PlayerFault."""

    @abstractmethod
    def new_game(self, program: Program) -> None:
        """Tells it that another game begins."""

    @abstractmethod
    def ask(self, program: Program, turn: Turn, deadline: float) -> Choice:
        """Tells it the position and asks for a move. Raises PlayerFault."""

    farewell = "quit"
    """What tells the program to end."""

    echo_errors = False
    """Whether what the program writes to standard error is shown."""

    def begin(self, seed: int = 0) -> None:
        """Starts the program, if it does not run, and tells it of the new game. Raises PlayerFault."""
        self._seed = seed
        try:
            self.new_game(self._running())
        except PlayerFault:
            self._end_by_force()
            raise

    def decide(self, turn: Turn) -> Choice:
        """What the program plays."""
        try:
            if self._program is not None:
                self._program.check_alive()  # a program that has died since its last move has lost
            return self.ask(self._running(), turn, time.perf_counter() + self._time(turn) + MARGIN)
        except PlayerFault:
            self._end_by_force()
            raise

    def close(self) -> None:
        """Ends the program."""
        program, self._program = self._program, None
        if program is not None:
            program.close(self.farewell)

    def _running(self) -> Program:
        if self._program is None or not self._program.is_running:
            if self._program is not None:
                self._program.close()
            self._program = Program(self._command, echo_errors=self.echo_errors)
            self.shake_hands(self._program)
        return self._program

    def _end_by_force(self) -> None:
        """Ends a program that has failed: nothing that it says can be trusted to be an answer to the next question."""
        program, self._program = self._program, None
        if program is not None:
            with suppress(OSError):
                program.close()

    def _time(self, turn: Turn) -> float:
        """How long it may think."""
        limits = [turn.limits.seconds or math.inf]
        if turn.clocks is not None:
            limits.append(turn.clocks[self.game.player(turn.state)].seconds)
        return min(SILENCE, *limits) if min(limits) == math.inf else min(limits)

    # What clients need.

    def expect(self, program: Program, is_wanted: Callable[[str], bool], deadline: float | None = None) -> str:
        """The next line that is wanted; others are passed over."""
        by = time.perf_counter() + STARTING if deadline is None else deadline
        while not is_wanted(line := program.receive(by)):
            pass
        return line

    def answers(self, program: Program, turn: Turn, deadline: float, order: str) -> Iterator[str]:
        """The lines that the program writes until the deadline. If the turn is stopped, the order is sent, once."""
        stop = turn.stop
        while True:
            if stop is not None and stop.is_set():
                program.send(order)
                stop = None
            until = deadline if stop is None else min(deadline, time.perf_counter() + GLANCE)
            try:
                yield program.receive(until)
            except PlayerFault as fault:
                if fault.reason != "silent" or until == deadline:
                    raise

    def action(self, s: State, text: str) -> Action:
        """The action that the program names. Raises PlayerFault."""
        try:
            return self.game.parse_action(s, text)
        except ParseError:
            command = self._command if isinstance(self._command, str) else " ".join(self._command)
            shown = f"{quote(text)} is not an action in {quote(self.game.show(s))}"
            raise PlayerFault("illegal", f"{quote(command)}: {shown}") from None
