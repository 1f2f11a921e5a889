"""Errors in the rules of a game: which method failed or never returned, in which position and on which line."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from zermelo.core.errors import RuleError, ZermeloError, quote
from zermelo.core.game import Game

_PACKAGE = Path(inspect.getfile(Game)).parent


@contextmanager
def blaming_rules() -> Iterator[None]:
    """Converts an exception that a game's method raised into a RuleError that names the method, position and line.

    Exceptions raised elsewhere, and every ZermeloError, pass through unchanged.
    """
    try:
        yield
    except ZermeloError:
        raise
    except (Exception, SystemExit) as error:
        found = _rule_in(traceback.walk_tb(error.__traceback__))
        if found is None:
            raise
        raise RuleError(_describe(*found, f"raised {type(error).__name__}: {error}")) from error


def running_rule() -> str | None:
    """Which method of a game is running now, in any thread, in which position and on which line; None if none is."""
    for innermost in sys._current_frames().values():
        found = _rule_in(reversed(list(traceback.walk_stack(innermost))))
        if found is not None:
            return _describe(*found, "was running")
    return None


def _rule_in(stack: Iterable[tuple[FrameType, int]]) -> tuple[FrameType, traceback.FrameSummary] | None:
    """The outermost frame that runs a method of a game, and the innermost line of the same file."""
    frames = list(stack)
    for i, (frame, _) in enumerate(frames):
        file = frame.f_code.co_filename
        if isinstance(frame.f_locals.get("self"), Game) and _holds_rules(file):
            lines = [line for f, line in frames[i:] if f.f_code.co_filename == file]
            return frame, traceback.FrameSummary(file, lines[-1], frame.f_code.co_name)
    return None


def _holds_rules(file: str) -> bool:
    """Whether the file is a user's or a built-in game's. The defaults of `Game` itself are never at fault."""
    path = Path(file)
    return _PACKAGE not in path.parents or _PACKAGE / "games" in path.parents


def _describe(frame: FrameType, where: traceback.FrameSummary, what: str) -> str:
    game, code = frame.f_locals["self"], frame.f_code
    arguments = [frame.f_locals.get(name) for name in code.co_varnames[1 : code.co_argcount]]
    position = f" in {quote(shown(game, arguments[0]))}" if arguments else ""
    takes_action = code.co_name in ("result", "probability", "show_action") and len(arguments) > 1
    action = f" with action {arguments[1]!r}" if takes_action else ""
    line = f": {where.line}" if where.line else ""
    return (
        f"{type(game).__name__}.{code.co_name} {what}{position}{action}\n  {where.filename}, line {where.lineno}{line}"
    )


def shown(game: Game, state: object) -> str:
    """The state as the game shows it, or its `repr` if the game's `show` fails."""
    if isinstance(state, str):  # text that could not be parsed
        return state
    try:
        return game.show(state)
    except Exception:  # the rules are broken already; a second failure must not hide the first
        return object.__repr__(state) if not isinstance(state, tuple) else repr(state)
