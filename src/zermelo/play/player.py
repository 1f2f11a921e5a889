"""A player by name: whoever chooses actions, and keeps what it has computed from move to move."""

from __future__ import annotations

from os import PathLike
from typing import Any

from zermelo.core.errors import OptionError, ParseError, nearest, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Limits
from zermelo.loading import load
from zermelo.methods.method import Question
from zermelo.methods.options import infos
from zermelo.methods.registry import method_named
from zermelo.play.computer import Computer

SECONDS = 1.0
"""How long a player thinks about a move if no limit is given."""

LIMITS = {"depth": int, "nodes": int, "seconds": float}

_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


class Player:
    """Chooses actions by one method, or by what suits the game; tables and solution are kept from move to move."""

    def __init__(self, computer: Computer) -> None:
        self.game = computer.game
        self._computer = computer

    def choose(self, state: State | str) -> Action:
        """The action that it takes in a state, which may be given as text."""
        return self._computer.choose(state).action


def player(game: Game | str | PathLike[str], how: str | None = None, **options: Any) -> Player:
    """A player of a game, by the method that suits it or as `how` says: "engine:seconds=2", "alphabeta:depth=4".

    Options are the limits of a move, `depth`, `nodes` and `seconds` (a second, if none is given), and those of the
    method; they may be given by name as well. Rules are compiled before the first move.
    """
    loaded = game if isinstance(game, Game) else load(game)
    name, said = _parsed(how)
    given = said | options
    limits = {limit: given.pop(limit) for limit in LIMITS if limit in given} or {"seconds": SECONDS}
    settings = {"wait": True, **given}
    return Player(Computer(loaded, Limits(**limits), loaded.initial(), method=name, **settings))


def _parsed(text: str | None) -> tuple[str | None, dict[str, Any]]:
    """The name of the method and its options. Raises ParseError, KindError or OptionError."""
    if text is None:
        return None, {}
    name, _, rest = text.partition(":")
    method = method_named(name)
    kinds = LIMITS | {info.name: info.type for info in infos(method, Question.PLAY)}
    options = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if option not in kinds:
            raise OptionError(f"{method.name} has no option {quote(option)}: {nearest(option, kinds)}")
        try:
            options[option] = _converted(kinds[option], value if equals else "true")
        except ValueError:
            raise ParseError(f"{quote(part)} in {quote(text)} is not {_WORDS[kinds[option]]}") from None
    return method.name, options


def _converted(kind: type, text: str) -> Any:
    if kind is not bool:
        return kind(text)
    if text not in ("true", "false"):
        raise ValueError
    return text == "true"
