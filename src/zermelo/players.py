"""Creates players from text, as on the command line, from a user's file, or from any object that chooses actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from os import PathLike
from typing import Any

from zermelo.core.errors import KindError, LoadError, OptionError, ParseError, nearest, quote
from zermelo.core.features import split_weights, with_weights
from zermelo.core.game import Game
from zermelo.core.limits import Limits
from zermelo.core.opponents import WITH_NUMBER, opponent as opponent_of
from zermelo.loading import load
from zermelo.methods.method import Method, Question
from zermelo.methods.options import OptionInfo, infos
from zermelo.methods.registry import ALIASES, method_named, methods
from zermelo.play.baselines import FirstPlayer, GreedyPlayer, RandomPlayer
from zermelo.play.bots import Bot, bot_in_file, is_bot
from zermelo.play.computer import Computer
from zermelo.play.erring import Erring
from zermelo.play.human import Human
from zermelo.play.player import NO_LIMITS, Player
from zermelo.play.policies import PolicyPlayer
from zermelo.play.solved import SolutionPlayer
from zermelo.protocols.gtp import GtpPlayer
from zermelo.protocols.hosting import HostedBot
from zermelo.protocols.nboard import NBoardPlayer
from zermelo.protocols.uci import UciPlayer
from zermelo.protocols.ugi import UgiPlayer
from zermelo.tables.book import Book

FALLBACK = Limits(seconds=1.0)
"""The limits of a move if none are given."""

SIMPLE: dict[str, Callable[[Game], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "first": FirstPlayer,
    "human": Human,
    "solution": SolutionPlayer,
}
"""Players that have no options."""

ERRING = (*WITH_NUMBER, "perfect")
"""The names with which the text of an erring opponent begins."""

POLICY = "policy="
"""The text of a player that follows a policy begins with this; the file follows."""

PROGRAMS: dict[str, Callable[[Game, str], Player]] = {
    "ugi": UgiPlayer,
    "uci": UciPlayer,
    "gtp": GtpPlayer,
    "nboard": NBoardPlayer,
}
"""External programs, by protocol."""

LIMITS = {"depth": int, "nodes": int, "seconds": float}

BOOK = "book"
"""The option with the file of an opening book."""

_FILE = re.compile(r"(?P<file>.*\.py)(?::(?P<name>[^:]*))?", re.DOTALL)
_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


def player(
    game: Game | str | PathLike[str],
    how: str | Player | Any = None,
    *,
    isolated: bool = False,
    **options: Any,
) -> Player:
    """A player of a game: `how` describes it; by default it uses the method that suits the game.

    `how` is a text, such as "engine:seconds=2", "alphabeta:depth=4", "level=0.7", "random", "bot.py:Bot",
    "policy=FILE" or "ugi:COMMAND"; or a Player, or any object with a method `choose(state)`, or a function from states
    to actions. Options are the limits of a move, `depth`, `nodes` and `seconds` (by default one second), `book` (an
    opening book, or its file), and those of the method; they may also be given as keyword arguments. The last option of
    a method's text may be the `weights` of its EVAL, as in "engine:depth=3,weights=mobility=1,corners=0". Rules are
    compiled before the first move. With `isolated`, a bot from a file runs in its own process, which can be killed.
    """
    loaded = game if isinstance(game, Game) else load(game)
    if how is None or isinstance(how, str):
        return _by_text(loaded, how, isolated, options)
    if options:
        raise OptionError(f"a player that is given as an object has no option {quote(min(options))}")
    if isinstance(how, Player):
        return how
    if not is_bot(how) or isinstance(how, type):
        raise LoadError(
            f"{quote(repr(how))} is not a player: it must be text, a callable, or have a method choose(state)"
        )
    return Bot(loaded, how)


def _by_text(game: Game, text: str | None, isolated: bool, options: dict[str, Any]) -> Player:
    """The player that the text names. Raises LoadError, ParseError, KindError or OptionError."""
    if text is None:
        return _computer(game, None, options)
    text = text.strip()
    name, _, rest = text.partition(":")
    own_file = _FILE.fullmatch(text)
    if name in PROGRAMS:
        _refuse(options, name)
        if not rest.strip():
            raise ParseError(f"{quote(text)} names no program: write {name}:COMMAND")
        return PROGRAMS[name](game, rest.strip())
    if own_file is not None:
        _refuse(options, own_file["file"])
        return (HostedBot if isolated else bot_in_file)(game, own_file["file"], own_file["name"] or "")
    follows_policy = text.startswith(POLICY)
    if name in SIMPLE or follows_policy:
        _refuse(options | ({} if follows_policy else dict.fromkeys(filter(None, [rest]))), name)
        return PolicyPlayer(game, text.removeprefix(POLICY)) if follows_policy else SIMPLE[name](game)
    if is_erring(text):
        return _erring(game, text, options)
    method = methods().get(ALIASES.get(name, name))
    if method is None:
        raise KindError(f"there is no player {quote(text)}: {nearest(name, _names())}")
    rest, weights = split_weights(rest)
    if weights is not None:
        game = with_weights(game, weights)
    return _computer(game, method.name, _options_in(text, rest, method) | options)


def method_in(text: str) -> tuple[str, Limits, dict[str, Any]]:
    """The method, the limits and the options in a text such as "mcts:threads=2,seconds=5". Raises an error as `player`.

    Without limits in the text they are NO_LIMITS.
    """
    name, _, rest = text.strip().partition(":")
    method = method_named(name)
    options = _options_in(text, rest, method)
    return method.name, _limits_in(options), options


def _limits_in(options: dict[str, Any]) -> Limits:
    """The limits of a move, taken out of the options."""
    limits = {limit: options.pop(limit) for limit in LIMITS if limit in options}
    return Limits(**limits) if limits else NO_LIMITS


def is_erring(text: str) -> bool:
    """Whether the text describes an erring opponent."""
    return re.split("[=,]", text.strip())[0] in ERRING


def _names() -> list[str]:
    """All names with which the text of a player may begin."""
    can_play = [method.name for method in methods().values() if Question.PLAY in method.questions]
    return [*can_play, *ALIASES, *SIMPLE, *ERRING, *PROGRAMS, POLICY.strip("=")]


def _refuse(options: dict[str, Any], name: str) -> None:
    if options:
        raise OptionError(f"{name} has no option {quote(min(options))}")


def _computer(game: Game, method: str | None, options: dict[str, Any]) -> Computer:
    limits = _limits_in(options)
    book = options.pop(BOOK, None)
    settings = {"wait": True, **options}
    made = Computer(
        game,
        limits,
        game.initial(),
        fallback=FALLBACK,
        method=method,
        book=book if book is None or isinstance(book, Book) else Book.open(book, game),
        **settings,
    )
    made.check_fit()
    return made


def _erring(game: Game, text: str, options: dict[str, Any]) -> Erring:
    """An erring opponent: "level=0.7", optionally followed by the limits of its search."""
    how, _, rest = text.partition(",")
    erring = opponent_of(how)
    return Erring(_computer(game, None, _options_in(text, rest, None) | options), erring)


def _options_in(text: str, rest: str, method: Method | None) -> dict[str, Any]:
    """The limits and the options of the method in the rest of the text."""
    known = {} if method is None else {info.name: info for info in infos(method, Question.PLAY)}
    kinds = LIMITS | {BOOK: str} | {name: info.type for name, info in known.items()}
    options = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if option not in kinds:
            whose = "it" if method is None else method.name
            raise OptionError(f"{whose} has no option {quote(option)}: {nearest(option, kinds)}")
        try:
            options[option] = _converted(kinds[option], known.get(option), value if equals else "true")
        except ValueError:
            raise ParseError(f"{quote(part)} in {quote(text)} is not {_WORDS[kinds[option]]}") from None
    return options


def _converted(kind: type, info: OptionInfo | None, text: str) -> Any:
    """The text converted to the type and unit of an option: a table is given in MiB."""
    if kind is not bool:
        return kind(text) if info is None or info.unit == 1 else int(float(text) * info.unit)
    if text not in ("true", "false"):
        raise ValueError
    return text == "true"
