"""A user's own player: an object with `choose(state)`, or a plain function, from Python or from a file."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.core.classes import import_file
from zermelo.core.errors import LoadError, nearest, quote
from zermelo.core.game import Action, Game
from zermelo.core.people import shown
from zermelo.core.rules import as_listed
from zermelo.core.snapshots import Snapshot, is_immutable
from zermelo.core.views import View
from zermelo.play.player import Choice, Player, PlayerFault, Turn, legal_in
from zermelo.play.record import Record, record_of
from zermelo.play.viewing import PartialRecord, partial_record


def _record(game: Game, turn: Turn) -> Record | PartialRecord:
    """The game so far; with imperfect information, as the player to move has seen it."""
    start = turn.state if turn.start is None else turn.start
    record = record_of(game, start, turn.actions)
    if not game.kind.hidden:
        return record
    return partial_record(
        game, list(zip(record.states(), record.line(), strict=False)), turn.state, game.player(turn.state)
    )


ASKED: dict[str, Callable[[Game, Turn], Any]] = {
    "game": lambda game, _turn: game,
    "clock": lambda game, turn: None if turn.clocks is None else turn.clocks[game.player(turn.state)],
    "limits": lambda _game, turn: turn.limits,
    "record": _record,
    "view": lambda game, turn: game.observe(turn.state, game.player(turn.state)),
    "actions": lambda game, turn: list(legal_in(game, turn)),
}
"""The optional parameters of `choose` besides the state, by name."""


class Bot(Player):
    """Wraps a user's object or function. Exceptions and illegal actions become a PlayerFault.

    In a game of imperfect information it is given the View of the player to move in place of the state.
    """

    def __init__(self, game: Game, bot: Any) -> None:
        self.game = game
        self._bot = bot
        choose = getattr(bot, "choose", bot)
        self._asked = _asked(choose)
        self._choose: Callable[..., Action] = choose

    def begin(self, seed: int = 0) -> None:
        """Calls the bot's `begin(seed)`, if it has one."""
        if callable(getattr(self._bot, "begin", None)):
            self._guarded(lambda: self._bot.begin(seed))

    def close(self) -> None:
        """Calls the bot's `close()`, if it has one."""
        if callable(getattr(self._bot, "close", None)):
            self._guarded(self._bot.close)

    def decide(self, turn: Turn) -> Choice:
        """The bot's choice."""
        game = self.game
        s = View.of(game, turn.state) if game.kind.hidden else turn.state
        given = {name: ASKED[name](game, turn) for name in self._asked}
        before = None if is_immutable(s) else Snapshot(s)
        action = self._guarded(lambda: self._choose(s, **given))
        if before is not None and before.has_changed():
            raise PlayerFault("illegal", "it changed the state that it was given: a state must never change")
        try:
            return Choice(as_listed(action, legal_in(game, turn)))
        except Exception:  # it is not among them, or cannot be compared: an array has no single truth value
            seen = shown(game, turn.state, game.player(turn.state))
            raise PlayerFault("illegal", f"{quote(repr(action))} is not an action in {quote(seen)}") from None

    def _guarded(self, work: Callable[[], Any]) -> Any:
        """Runs the user's code; any exception becomes a PlayerFault, so that it ends nothing else."""
        try:
            return work()
        except (KeyboardInterrupt, PlayerFault):
            raise
        except BaseException as error:  # including SystemExit: a bot must not end the match
            raise PlayerFault("error", f"it raised {type(error).__name__}: {error}{_line(error)}") from error


def _line(error: BaseException) -> str:
    """The line of the user's file in which the error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


def _asked(choose: Callable[..., Action]) -> tuple[str, ...]:
    """The names of the parameters of `choose` besides the state. Raises LoadError for an unknown parameter."""
    try:
        parameters = list(inspect.signature(choose).parameters.values())
    except (TypeError, ValueError):  # a builtin without a signature
        return ()
    further = [p for p in parameters[1:] if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for p in further:
        if p.name not in ASKED and p.default is p.empty:
            raise LoadError(
                f"choose has a parameter {quote(p.name)}: it may take the state and then {', '.join(ASKED)}, by name"
            )
    if not parameters:
        raise LoadError("choose takes no parameters: it must take the state")
    return tuple(p.name for p in further if p.name in ASKED)


def is_bot(thing: object) -> bool:
    """Whether it can choose actions: an object with `choose`, or a callable."""
    return callable(getattr(thing, "choose", None)) or callable(thing)


def bot_in_file(game: Game, path: str, name: str) -> Bot:
    """The bot of that name in a file: a class (which is instantiated), an object or a function. Raises LoadError."""
    module = import_file(Path(path))
    own = {
        n: thing
        for n, thing in vars(module).items()
        if not n.startswith("_") and is_bot(thing) and getattr(thing, "__module__", module.__name__) == module.__name__
    }
    if not name:
        raise LoadError(f"name the player in {quote(path)}, as in {path}:{next(iter(own), 'choose')}")
    if name not in own:
        raise LoadError(f"{quote(path)} has no player {quote(name)}: {nearest(name, own) if own else 'it has none'}")
    found = own[name]
    return Bot(game, _made(game, found, name) if isinstance(found, type) else found)


def _made(game: Game, bot: type, name: str) -> Any:
    """An instance of the class; its `__init__` may take the game."""
    if not callable(getattr(bot, "choose", None)):
        raise LoadError(f"the class {quote(name)} has no method choose(self, state)")
    takes_game = len(inspect.signature(bot).parameters) > 0
    try:
        return bot(game) if takes_game else bot()
    except Exception as error:
        raise LoadError(f"{name}() failed: {type(error).__name__}: {error}{_line(error)}") from error
