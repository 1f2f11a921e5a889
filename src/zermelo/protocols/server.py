"""The base of the servers of all protocols: it handles lines while a player searches in the background."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from threading import Event, Lock
from typing import BinaryIO, TextIO

from zermelo.core.errors import ZermeloError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.repetition import refuse_repetition
from zermelo.core.threads import Task, start
from zermelo.play.player import Player, PlayerFault

LONGEST_LINE = 2**20
"""The most bytes of a line that are kept."""


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream as text: bytes that are not UTF-8 are replaced, the rest of a very long line is dropped."""
    while line := stream.readline(LONGEST_LINE):
        yield line.decode("utf-8", errors="replace")
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)


class Server(ABC):
    """Handles one line after another. No answer waits for a search, which runs in its own thread."""

    def __init__(self, game: Game, output: TextIO) -> None:
        self.game = game
        self.start: State = game.initial()
        self.actions: list[Action] = []
        self.state: State = self.start
        self._output = output
        self._writing = Lock()
        self._process = os.getpid()
        self._search: tuple[Task, Event] | None = None

    @property
    @abstractmethod
    def player(self) -> Player:
        """The player that searches."""

    @property
    @abstractmethod
    def will_end(self) -> bool:
        """Whether the current search will end by itself."""

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Handles a line; returns False for the one that ends the session."""

    def run(self, lines: Iterable[str]) -> None:
        """Handles all lines. An invalid line gets an error message and changes nothing."""
        try:
            for line in lines:
                try:
                    goes_on = hear_safely(self, line.strip())
                except ZermeloError as error:
                    self.complain(error)
                    continue
                if not goes_on:
                    return
            if self._search is not None and self.will_end:  # the input has ended, but the answer is still wanted
                self._search[0].ended.wait()
        finally:
            self.stop(wait=True)
            self.close()

    def close(self) -> None:
        """Releases what the player has begun."""
        self.player.close()

    def say(self, line: str) -> None:
        """Writes a whole line and flushes it. A fork of this process, made by a bot, exits here."""
        if os.getpid() != self._process:
            os._exit(1)
        with self._writing:
            self._output.write(f"{line}\n")
            self._output.flush()

    @abstractmethod
    def complain(self, error: ZermeloError) -> None:
        """Reports an error of a line or of a search."""

    def think(self, work: Callable[[Event], None]) -> None:
        """Stops the current search, and starts this one as soon as it has ended."""
        self.stop()
        before, stop = self._search, Event()

        def run() -> None:
            if before is not None:
                before[0].ended.wait()
            self._guarded(work, stop)

        self._search = (start(run, daemon=True), stop)

    @property
    def is_thinking(self) -> bool:
        """Whether a search is running."""
        return self._search is not None and not self._search[0].ended.is_set()

    def stop(self, *, wait: bool = False) -> None:
        """Asks the search to stop, if there is one; with `wait`, waits until it has ended."""
        if self._search is not None:
            task, stop = self._search
            stop.set()
            if wait:
                task.ended.wait()

    def follow(self, begin: State, names: Iterable[str]) -> None:
        """Sets the state to the one after these actions. On an error, raises ParseError and changes nothing."""
        states, actions = [begin], []
        for name in names:
            actions.append(self.game.parse_action(states[-1], name))
            refuse_repetition(self.game, states, actions[-1])
            states.append(self.game.result(states[-1], actions[-1]))
        self.start, self.actions, self.state = begin, actions, states[-1]

    def _guarded(self, work: Callable[[Event], None], stop: Event) -> None:
        try:
            work(stop)
        except ZermeloError as error:
            self.complain(error)
        except Exception as error:  # the session survives any error of the rules
            self.complain(PlayerFault("error", f"{type(error).__name__}: {quote(error)}"))


def hear_safely(server: Server, line: str) -> bool:
    """Handles a line; errors in rules become errors with a message."""
    try:
        return server.hear(line)
    except (ZermeloError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise PlayerFault("error", f"{type(error).__name__}: {quote(error)}") from error
