"""A user's own player: an object with `choose(state)`, or a plain function, from Python or from a file."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.core.classes import import_file
from zermelo.core.errors import LoadError, nearest, quote
from zermelo.core.game import Action, Game
from zermelo.core.snapshots import Snapshot, is_immutable
from zermelo.play.player import Choice, Player, PlayerFault, Turn, legal_in
from zermelo.play.record import record_of

ASKED: dict[str, Callable[[Game, Turn], Any]] = {
    "game": lambda game, _turn: game,
    "clock": lambda game, turn: None if turn.clocks is None else turn.clocks[game.player(turn.state)],
    "limits": lambda _game, turn: turn.limits,
    "record": lambda game, turn: record_of(game, turn.state if turn.start is None else turn.start, turn.actions),
    "view": lambda game, turn: game.observe(turn.state, game.player(turn.state)),
}
"""What `choose` may take besides the state, by the names of its parameters."""


class Bot(Player):
    """Asks a user's object or function. What it raises, and what is not an action, becomes a PlayerFault."""

    def __init__(self, game: Game, bot: Any) -> None:
        self.game = game
        self._bot = bot
        choose = getattr(bot, "choose", bot)
        self._asked = _asked(choose)
        self._choose: Callable[..., Action] = choose

    def begin(self, seed: int = 0) -> None:
        """Passes it on to a bot that has a `begin(seed)` of its own."""
        if callable(getattr(self._bot, "begin", None)):
            self._guarded(lambda: self._bot.begin(seed))

    def close(self) -> None:
        """Passes it on to a bot that has a `close()` of its own."""
        if callable(getattr(self._bot, "close", None)):
            self._guarded(self._bot.close)

    def decide(self, turn: Turn) -> Choice:
        """What the bot chooses."""
        game, s = self.game, turn.state
        given = {name: ASKED[name](game, turn) for name in self._asked}
        before = None if is_immutable(s) else Snapshot(s)
        action = self._guarded(lambda: self._choose(s, **given))
        if before is not None and before.has_changed():
            raise PlayerFault("illegal", "it changed the state that it was given: a state must never change")
        if not _is_among(action, legal_in(game, turn)):
            raise PlayerFault("illegal", f"{quote(repr(action))} is not an action in {quote(game.show(s))}")
        return Choice(action)

    def _guarded(self, work: Callable[[], Any]) -> Any:
        """Does what a user wrote; whatever it raises is a fault of the player, and ends nothing else."""
        try:
            return work()
        except (KeyboardInterrupt, PlayerFault):
            raise
        except BaseException as error:  # SystemExit among them: a bot must not end the match
            raise PlayerFault("error", f"it raised {type(error).__name__}: {error}{_line(error)}") from error


def _is_among(action: Action, legal: Any) -> bool:
    try:
        return bool(action in legal)
    except Exception:  # of an array, for instance, there is no one truth
        return False


def _line(error: BaseException) -> str:
    """Where in the user's file it was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


def _asked(choose: Callable[..., Action]) -> tuple[str, ...]:
    """The names of what `choose` takes besides the state. Raises LoadError for any other."""
    try:
        parameters = list(inspect.signature(choose).parameters.values())
    except (TypeError, ValueError):  # of a builtin
        return ()
    further = [p for p in parameters[1:] if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for p in further:
        if p.name not in ASKED and p.default is p.empty:
            raise LoadError(
                f"choose has a parameter {quote(p.name)}: it may take the state and then {', '.join(ASKED)}, by name"
            )
    if not parameters:
        raise LoadError("choose takes no parameters: it has to take the state")
    return tuple(p.name for p in further if p.name in ASKED)


def is_bot(thing: object) -> bool:
    """Whether it can be asked for an action: an object with `choose`, or something that can be called."""
    return callable(getattr(thing, "choose", None)) or callable(thing)


def bot_in_file(game: Game, path: str, name: str) -> Bot:
    """The bot of that name in a file: a class, of which one is made, an object or a function. Raises LoadError."""
    module = import_file(Path(path))
    own = {
        n: thing
        for n, thing in vars(module).items()
        if not n.startswith("_") and is_bot(thing) and getattr(thing, "__module__", module.__name__) == module.__name__
    }
    if not name:
        raise LoadError(f"say which player of {quote(path)} is meant, as in {path}:{next(iter(own), 'choose')}")
    if name not in own:
        raise LoadError(f"{quote(path)} has no player {quote(name)}: {nearest(name, own) if own else 'it has none'}")
    found = own[name]
    return Bot(game, _made(game, found, name) if isinstance(found, type) else found)


def _made(game: Game, bot: type, name: str) -> Any:
    """An object of the class; its `__init__` may take the game."""
    if not callable(getattr(bot, "choose", None)):
        raise LoadError(f"the class {quote(name)} has no method choose(self, state)")
    takes_game = len(inspect.signature(bot).parameters) > 0
    try:
        return bot(game) if takes_game else bot()
    except Exception as error:
        raise LoadError(f"{name}() failed: {type(error).__name__}: {error}{_line(error)}") from error
