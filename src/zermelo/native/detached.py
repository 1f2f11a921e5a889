"""Compiles in a process of its own, which outlives the one that asked for it: what it makes is kept for the next.

The other process imports the game's class anew, from its module or its file, so a class that was typed at a prompt or
stands in the script that is running cannot be given to it. A file in the store marks what is being compiled, so that no
two processes compile the same at once.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.core.game import Game
from zermelo.native.digest import digest_of, kernel_name
from zermelo.native.store import Shelf

LONGEST = 600.0
"""A mark that is older, in seconds, was left by a process that was killed."""

NICENESS = 10
"""The other process gives way to the searches that go on meanwhile."""

_COMMAND = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from zermelo.native.detached import main; main(sys.stdin.buffer)"
)

_children: list[subprocess.Popen[bytes]] = []
"""The processes that were started; they are kept, as Python complains of those that it forgets while they run."""


class Detached:
    """What is being compiled elsewhere, by a process that this one has started or by another's."""

    def __init__(self, mark: Path, child: subprocess.Popen[bytes] | None) -> None:
        self._mark = mark
        self._child = child

    def has_ended(self) -> bool:
        """Whether it has ended, with or without success."""
        if self._child is not None:
            return self._child.poll() is not None
        return not _is_fresh(self._mark)


def detach(game: Game, kernel: Callable[..., Any], compiles: Callable[..., None], *arguments: Any) -> Detached | None:
    """Has `compiles(game, *arguments)`, which compiles the kernel, run in another process.

    None where no other process can import the game, or nothing can be kept.
    """
    try:
        task = pickle.dumps((compiles, (game, *arguments)))
        source = Source.of(type(game))
    except Exception:  # of whatever kind: a game may hold what cannot be sent
        return None
    if source.module == "__main__" or not sys.executable:
        return None
    shelf = Shelf(digest_of(game), str(game), kernel_name(kernel))
    mark = (shelf.folder / f"{shelf.kernel}.compiling").absolute()
    try:
        if _is_fresh(mark):
            return Detached(mark, None)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.unlink(missing_ok=True)
        mark.open("x").close()
        child = _started(source, mark, task)
    except OSError:
        return None
    _children.append(child)
    return Detached(mark, child)


class Source(NamedTuple):
    """Where another process finds the class of a game: its module, the module's file, and the name it was loaded by."""

    module: str
    file: str | None
    cls: str
    name: str | None

    @classmethod
    def of(cls, game_class: type[Game]) -> Source:
        """Where this class is found."""
        module = sys.modules[game_class.__module__]
        named = game_class.name
        name = named if isinstance(named, str) else None
        return cls(module.__name__, getattr(module, "__file__", None), game_class.__qualname__, name)

    def restore(self) -> None:
        """Imports the module by its name, or from its file under that name, as `zermelo.load` does."""
        try:
            module = importlib.import_module(self.module)
        except ImportError:
            spec = importlib.util.spec_from_file_location(self.module, self.file) if self.file is not None else None
            if spec is None or spec.loader is None:
                raise
            sys.modules[self.module] = module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        if self.name is not None:
            setattr(attrgetter(self.cls)(module), "name", self.name)  # noqa: B010  # it is a property of Game


def _is_fresh(mark: Path) -> bool:
    """Whether somebody is at it."""
    try:
        return time.time() - mark.stat().st_mtime < LONGEST
    except OSError:
        return False


def _started(source: Source, mark: Path, task: bytes) -> subprocess.Popen[bytes]:
    apart: dict[str, Any] = {"start_new_session": True}  # so that no Ctrl-C in a terminal reaches it
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
    child = subprocess.Popen(
        [sys.executable, "-c", _COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **apart,
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(pickle.dumps(sys.path) + pickle.dumps((source, mark)) + task)
    return child


def main(given: Any) -> None:
    """What the other process does."""
    source, mark = pickle.load(given)
    mark.write_text(str(os.getpid()), encoding="ascii")
    try:
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        source.restore()
        compiles, arguments = pickle.load(given)
        compiles(*arguments)
    finally:
        mark.unlink(missing_ok=True)
