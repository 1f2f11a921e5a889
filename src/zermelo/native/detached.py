"""Compiles in a separate process, which outlives the process that started it; its machine code is stored for later.

The other process imports the game's class from its module or its file, so it cannot compile a class that was typed at a
prompt or is defined in the script that is running. A file in the store marks each compilation in progress, so that no
two processes compile the same code at the same time.
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

STALE_SECONDS = 600.0
"""The age, in seconds, from which a mark is taken to be left by a process that was killed."""

NICENESS = 10
"""The niceness of the other process, which should not slow down running searches."""

_COMMAND = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from zermelo.native.detached import main; main(sys.stdin.buffer)"
)

_children: list[subprocess.Popen[bytes]] = []
"""The processes that were started, referenced here because Python warns if it collects one that is still running."""


class Detached:
    """A compilation in another process, which this process or another has started."""

    def __init__(self, mark: Path, child: subprocess.Popen[bytes] | None) -> None:
        self._mark = mark
        self._child = child

    def has_ended(self) -> bool:
        """Whether the compilation has ended, with or without success."""
        if self._child is not None:
            return self._child.poll() is not None
        return not _is_fresh(self._mark)


def detach(game: Game, kernel: Callable[..., Any], compiles: Callable[..., None], *arguments: Any) -> Detached | None:
    """Starts another process that calls `compiles(game, *arguments)`, which compiles the kernel.

    Returns None if no other process can import the game, or if the store cannot be written.
    """
    try:
        task = pickle.dumps((compiles, (game, *arguments)))
        source = Source.of(type(game))
    except Exception:  # a game may have attributes that cannot be pickled
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
    except OSError:
        return None
    try:
        child = _started(source, mark, task)
    except OSError:
        mark.unlink(missing_ok=True)  # or other processes would wait for nothing
        return None
    _children.append(child)
    return Detached(mark, child)


class Source(NamedTuple):
    """The location of a game's class for another process: the module, its file, the class and the name of the game."""

    module: str
    file: str | None
    cls: str
    name: str | None

    @classmethod
    def of(cls, game_class: type[Game]) -> Source:
        """The source of this class."""
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
    """Whether the mark exists and is recent, which means that a process is compiling."""
    try:
        return time.time() - mark.stat().st_mtime < STALE_SECONDS
    except OSError:
        return False


def _started(source: Source, mark: Path, task: bytes) -> subprocess.Popen[bytes]:
    detached: dict[str, Any] = {"start_new_session": True}  # so that Ctrl-C in a terminal does not reach it
    if sys.platform == "win32":
        detached = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
    child = subprocess.Popen(
        [sys.executable, "-c", _COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **detached,
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(pickle.dumps(sys.path) + pickle.dumps((source, mark)) + task)
    return child


def main(given: Any) -> None:
    """The main function of the other process."""
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
