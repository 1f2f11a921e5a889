"""What the servers of all protocols share: lines come in and go out while a player thinks in the background."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from threading import Event, Lock
from typing import TextIO

from zermelo.core.errors import ZermeloError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.threads import Task, start
from zermelo.play.player import Player, PlayerFault


class Server(ABC):
    """Answers one line after another. No answer waits for a search: that runs in a thread of its own."""

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
        """Who thinks."""

    @property
    @abstractmethod
    def will_end(self) -> bool:
        """Whether the search that goes on will end by itself."""

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Obeys a line; false for the one that ends it all."""

    def run(self, lines: Iterable[str]) -> None:
        """Obeys line after line. What is wrong with a line is said, and changes nothing."""
        try:
            for line in lines:
                try:
                    goes_on = hear_safely(self, line.strip())
                except ZermeloError as error:
                    self.complain(error)
                    continue
                if not goes_on:
                    return
            if self._search is not None and self.will_end:  # the input has ended, and the answer is still wanted
                self._search[0].ended.wait()
        finally:
            self.stop(wait=True)
            self.player.close()

    def say(self, line: str) -> None:
        """Writes a line, whole and at once. A copy of this process that a bot has forked off ends here."""
        if os.getpid() != self._process:
            os._exit(1)
        with self._writing:
            self._output.write(f"{line}\n")
            self._output.flush()

    @abstractmethod
    def complain(self, error: ZermeloError) -> None:
        """Says what was wrong with a line, or with a search."""

    def think(self, work: Callable[[Event], None]) -> None:
        """Begins a search as soon as the one before has ended, which is told to."""
        self.stop()
        before, stop = self._search, Event()

        def run() -> None:
            if before is not None:
                before[0].ended.wait()
            self._guarded(work, stop)

        self._search = (start(run, daemon=True), stop)

    @property
    def is_thinking(self) -> bool:
        """Whether a search goes on."""
        return self._search is not None and not self._search[0].ended.is_set()

    def stop(self, *, wait: bool = False) -> None:
        """Tells the search to end, if there is one; and waits until it has."""
        if self._search is not None:
            task, stop = self._search
            stop.set()
            if wait:
                task.ended.wait()

    def follow(self, begin: State, names: Iterable[str]) -> None:
        """Goes to the state that these actions lead to. Raises ParseError, and then stays where it is."""
        s, actions = begin, []
        for name in names:
            actions.append(self.game.parse_action(s, name))
            s = self.game.result(s, actions[-1])
        self.start, self.actions, self.state = begin, actions, s

    def _guarded(self, work: Callable[[Event], None], stop: Event) -> None:
        try:
            work(stop)
        except ZermeloError as error:
            self.complain(error)
        except Exception as error:  # whatever rules raise, the conversation goes on
            self.complain(PlayerFault("error", f"{type(error).__name__}: {quote(error)}"))


def hear_safely(server: Server, line: str) -> bool:
    """Obeys a line; errors in rules become errors with a message."""
    try:
        return server.hear(line)
    except (ZermeloError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise PlayerFault("error", f"{type(error).__name__}: {quote(error)}") from error
