"""Pools that play the games of a match: in this process, in several processes of this machine, or on a cluster."""

from __future__ import annotations

import json
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from zermelo.core.errors import LoadError, ZermeloError, quote
from zermelo.matches.referee import Interrupted
from zermelo.matches.results import GameResult, read_line
from zermelo.matches.schedule import Pairing
from zermelo.matches.table import MatchTable, Setup
from zermelo.matches.worker import COMMAND, play_from_json
from zermelo.play.player import PlayerFault
from zermelo.protocols.program import Program

ATTEMPTS = 3
"""The number of attempts to play a game whose worker dies."""

CONNECTING = 10
"""The timeout for connecting to a scheduler, in seconds."""

FOREVER = 1e9
"""A timeout that never expires, in seconds: the referee limits the length of a game."""

POLL_SECONDS = 0.05
"""The seconds between two polls of the match's stop flag."""


class Pool(ABC):
    """Plays games and yields their results as they arrive, in any order."""

    @abstractmethod
    def play(self, pairings: Iterator[Pairing], stop: Event) -> Iterator[GameResult]:
        """The results of the games; it ends once `stop` is set."""

    @abstractmethod
    def close(self) -> None:
        """Ends all processes."""


class OwnProcess(Pool):
    """One table in this process."""

    def __init__(self, table: MatchTable) -> None:
        self._table = table

    def play(self, pairings: Iterator[Pairing], stop: Event) -> Iterator[GameResult]:
        """One game after another."""
        for pairing in pairings:
            if stop.is_set():
                return
            try:
                yield self._table.play(pairing, stop)
            except Interrupted:
                return

    def close(self) -> None:
        """Closes the players."""
        self._table.close()


class Processes(Pool):
    """Several processes of this machine, each with its own table."""

    def __init__(self, setup: Setup, jobs: int) -> None:
        self._setup = json.dumps(setup.for_worker())
        self._jobs = jobs
        self._programs: list[Program] = []
        self._lock = threading.Lock()
        self._results: SimpleQueue[GameResult | ZermeloError | None] = SimpleQueue()
        self._is_closed = False

    def play(self, pairings: Iterator[Pairing], stop: Event) -> Iterator[GameResult]:
        """A thread for each process sends it one game after another."""
        for _ in range(self._jobs):
            threading.Thread(target=self._feed, args=(pairings, stop), daemon=True).start()
        feeding = self._jobs
        while feeding and not stop.is_set():
            try:
                result = self._results.get(timeout=POLL_SECONDS)
            except Empty:
                continue
            if isinstance(result, ZermeloError):
                raise result
            if result is None:
                feeding -= 1
            else:
                yield result

    def close(self) -> None:
        """Ends the processes, even in the middle of a game."""
        with self._lock:
            self._is_closed = True
            programs, self._programs = self._programs, []
        for program in programs:
            program.close()

    def _feed(self, pairings: Iterator[Pairing], stop: Event) -> None:
        program: Program | None = None
        try:
            while not stop.is_set():
                with self._lock:
                    pairing = next(pairings, None)
                if pairing is None:
                    break
                for attempt in range(ATTEMPTS):
                    program = program or self._started()
                    try:
                        self._results.put(_ask(program, pairing))
                        break
                    except PlayerFault as fault:
                        program = None
                        if self._is_closed:
                            return
                        if attempt == ATTEMPTS - 1:
                            raise LoadError(f"the process that played game {pairing.number} died: {fault}") from None
        except ZermeloError as error:
            self._results.put(error)
        self._results.put(None)

    def _started(self) -> Program:
        program = Program([sys.executable, "-P", "-c", COMMAND], echo_errors=True)
        with self._lock:
            self._programs.append(program)
        program.send(self._setup)
        return program


def _ask(program: Program, pairing: Pairing) -> GameResult:
    """Has a worker play a game. Raises PlayerFault if the worker has died."""
    program.send(json.dumps(asdict(pairing)))
    return _result(json.loads(program.receive(time.perf_counter() + FOREVER)), pairing)


def _result(answer: dict[str, Any], pairing: Pairing) -> GameResult:
    if "error" in answer:
        raise ZermeloError(answer["error"])
    return read_line(answer["line"], f"game {pairing.number}")


class Cluster(Pool):
    """The workers of a Dask scheduler, each with its own table."""

    def __init__(self, setup: Setup, address: str) -> None:
        try:
            self._dask: Any = import_module("distributed")
        except ImportError:
            raise LoadError("a cluster needs Dask: pip install 'zermelo[cluster]'") from None
        self._setup = json.dumps(setup.for_worker())
        try:
            self._client = self._dask.Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise LoadError(f"there is no Dask scheduler at {quote(address)}: {error}") from None

    def play(self, pairings: Iterator[Pairing], stop: Event) -> Iterator[GameResult]:
        """Keeps two games per thread submitted."""
        with self._client.as_current():
            yield from self._play(pairings, stop)

    def _play(self, pairings: Iterator[Pairing], stop: Event) -> Iterator[GameResult]:
        width = 2 * max(1, sum(self._client.ncores().values()))
        running = {self._submit(pairing): pairing for pairing in islice(pairings, width)}
        finished = self._dask.as_completed(list(running))
        for future in finished:
            if stop.is_set():
                return
            yield _result(future.result(), running.pop(future))
            following = next(pairings, None)
            if following is not None:
                submitted = self._submit(following)
                running[submitted] = following
                finished.add(submitted)

    def close(self) -> None:
        """Disconnects from the cluster, and abandons the games that are still running there."""
        self._client.close()

    def _submit(self, pairing: Pairing) -> Any:
        return self._client.submit(play_from_json, self._setup, json.dumps(asdict(pairing)), pure=False)
