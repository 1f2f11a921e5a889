"""A player that is an external program: the base of the clients of all protocols."""

from __future__ import annotations

import math
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress

from zermelo.core.errors import KindError, LoadError, ParseError, quote
from zermelo.core.game import Action, Game, State
from zermelo.play.player import Choice, Player, PlayerFault, Turn
from zermelo.protocols.program import STARTING, Program

SILENCE = 120.0
"""The longest time for a move without a time limit, in seconds."""

MARGIN = 1.0
"""The seconds that a program is waited for after its time; the referee decides whether it was too late."""

POLL_SECONDS = 0.02
"""The seconds between two polls of the stop flag."""


class ProgramPlayer(Player):
    """Starts a program and asks it for moves. A program that has failed is killed, and restarted for the next game.

    Its evaluations are taken as they are: only the action is checked.
    """

    def __init__(self, game: Game, command: str | list[str]) -> None:
        if game.kind.hidden and self.is_shown_everything:
            raise KindError(
                f"{quote(game)} has imperfect information, and a program is sent the whole position: "
                "only players inside Zermelo can play it"
            )
        self.game = game
        self._command = command
        self._program: Program | None = None
        self._seed = 0
        try:
            self._running()
        except PlayerFault as fault:  # it exits immediately, or does not speak the protocol
            self._end_by_force()
            raise LoadError(str(fault)) from None
        except BaseException:  # such as a bot that cannot be loaded, or Ctrl-C
            self._end_by_force()
            raise

    @abstractmethod
    def shake_hands(self, program: Program) -> None:
        """Greets a program that was just started, and waits until it is ready. Raises PlayerFault."""

    @abstractmethod
    def new_game(self, program: Program) -> None:
        """Announces a new game to the program."""

    @abstractmethod
    def ask(self, program: Program, turn: Turn, deadline: float) -> Choice:
        """Sends the position and asks for a move. Raises PlayerFault."""

    farewell = "quit"
    """The command that ends the program."""

    is_shown_everything = True
    """Whether the program sees the whole position: then it cannot play where information is hidden."""

    echo_errors = False
    """Whether the program's standard error is shown."""

    def begin(self, seed: int = 0) -> None:
        """Starts the program, if it is not running, and announces the new game. Raises PlayerFault."""
        self._seed = seed
        try:
            self.new_game(self._running())
        except PlayerFault:
            self._end_by_force()
            raise

    def decide(self, turn: Turn) -> Choice:
        """The program's move."""
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
        """Kills a program that has failed: its later output could be mistaken for an answer to the next request."""
        program, self._program = self._program, None
        if program is not None:
            with suppress(OSError):
                program.close()

    def _time(self, turn: Turn) -> float:
        """The time limit of the turn in seconds."""
        limits = [turn.limits.seconds or math.inf]
        if turn.clocks is not None:
            limits.append(turn.clocks[self.game.player(turn.state)].seconds)
        return min(SILENCE, *limits) if min(limits) == math.inf else min(limits)

    # Helpers for clients.

    def expect(self, program: Program, is_wanted: Callable[[str], bool], deadline: float | None = None) -> str:
        """The next line for which `is_wanted` is true; others are skipped."""
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
            until = deadline if stop is None else min(deadline, time.perf_counter() + POLL_SECONDS)
            try:
                yield program.receive(until)
            except PlayerFault as fault:
                if fault.reason != "silent" or until == deadline:
                    raise

    def action(self, s: State, text: str) -> Action:
        """The action in the program's answer. Raises PlayerFault."""
        try:
            return self.game.parse_action(s, text)
        except ParseError:
            command = self._command if isinstance(self._command, str) else " ".join(self._command)
            shown = f"{quote(text)} is not an action in {quote(self.game.show(s))}"
            raise PlayerFault("illegal", f"{quote(command)}: {shown}") from None
