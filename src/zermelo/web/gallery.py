"""The games that the page may name: those of Zermelo, typed trees, and the game given on the command line.

Paths, modules and classes that a browser names are never opened: every name is looked up here first.
"""

from __future__ import annotations

import inspect
import re
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from zermelo import games
from zermelo.core.blame import blaming_rules
from zermelo.core.errors import LoadError, ZermeloError, nearest, quote
from zermelo.core.features import show_weights
from zermelo.core.game import Game, State, show_parameter
from zermelo.core.people import summary
from zermelo.core.rules import legal_actions
from zermelo.draw.board import board_svg
from zermelo.loading import load, variant
from zermelo.trees import Tree, example, looks_like_tree
from zermelo.web.freeing import Freeing
from zermelo.web.match_file import MatchFile
from zermelo.web.own_file import OwnFile
from zermelo.web.tables import Tables

OWN = "own"
"""The page's name for the game given on the command line, if it does not come with Zermelo."""

_NUMBERS = r"(?:[A-Za-z0-9_,=+-]|(?<=\d)\.(?=\d))*"
_PARAMETERS = re.compile(rf"[a-z_]+=[A-Za-z0-9_,=+-]*|(?:[a-z_]+=[A-Za-z0-9_,=+-]*,)?weights={_NUMBERS}")
"""The parameters that may follow a game's name. Dots and slashes are excluded, so that no file can be named; only the
weights of EVAL, which come last, may be decimal numbers, and parameters whose default is one, such as komi."""

_PAYOFFS = re.compile(r"(?:payoffs=)?(?:[0-9,;|+ -]|(?<=\d)\.(?=\d))+")
"""The table of a matrix game: numbers only."""

_DECIMAL = re.compile(r"(?:^|(?<=,))([a-z_]+)=[+-]?\d+\.\d+(?=,|$)")

_OWN_PARAMETERS = re.compile(rf"[A-Za-z_]\w*={_NUMBERS}")
"""Parameters of the user's own game may also have capital letters and decimal numbers."""

ENCODING = "Encoding:"
"""A paragraph of a docstring that begins like this describes actions and states as numbers, for programmers."""

PICTURED = 9
"""The pictures of the gallery show a state after at most this many random plies."""


class Gallery:
    """The games of one server."""

    def __init__(self, own: Game | None = None, match: MatchFile | None = None, file: OwnFile | None = None) -> None:
        self.own = own
        self.file = file
        """The file of the user's own game, if it is in one."""

        self.match = match
        """The match to show, if a result file was given on the command line."""

        self.tables = Tables()
        """The games with hidden information that are being played."""

        self.freeing = Freeing()
        """Returns the memory of what no tab uses any more."""

        self.find = lru_cache(maxsize=64)(self._find)  # engines are bound to the game object

    def _find(self, text: str) -> Game:
        """The game that the text names. Raises LoadError, or ParseError for a malformed tree."""
        if self.own is not None and text in (OWN, str(self.own)):
            return self.own
        if looks_like_tree(text):
            return Tree(text)
        name, colon, parameters = text.partition(":")
        allowed = {OWN: _OWN_PARAMETERS, "matrix": _PAYOFFS}.get(name, _PARAMETERS)
        if colon and name in self.names and not allowed.fullmatch(_without_decimals(name, parameters)):
            raise LoadError(f"{quote(parameters)} are not parameters: write name=value,name=value")
        if name == OWN and self.own is not None:
            return variant(self.own, parameters)
        if name == "tree":
            return Tree(example(parameters))
        if name not in games.names():
            raise LoadError(f"there is no game {quote(name)} here: {nearest(name, self.names)}")
        return load(text)

    def reload(self) -> None:
        """Reloads the user's own game from its file. Raises LoadError; then the game stays as it was."""
        assert self.file is not None
        self.own = self.file.load()
        self.find.cache_clear()
        self.__dict__.pop("cards", None)

    def name_of(self, game: Game) -> str:
        """The page's name for a game of this server."""
        return OWN if game is self.own else str(game)

    @property
    def names(self) -> list[str]:
        """The names of all games except typed trees."""
        return [*([OWN] if self.own is not None else []), *games.names()]

    @cached_property
    def cards(self) -> list[dict[str, Any]]:
        """The gallery's data for each game, the user's own game first."""
        return [_card(name, self.find(name)) for name in self.names]


def _without_decimals(name: str, parameters: str) -> str:
    """The parameters, without the values that are decimal numbers if the default is one, too."""
    if name not in games.names():
        return parameters
    defaults = inspect.signature(games.game_class(name)).parameters
    fractional = {each.name for each in defaults.values() if isinstance(each.default, float)}
    return _DECIMAL.sub(lambda found: f"{found[1]}=" if found[1] in fractional else found[0], parameters)


def _card(name: str, game: Game) -> dict[str, Any]:
    return {
        "game": name,
        "title": game.title,
        "summary": summary(game),
        "kind": str(game.kind),
        "hidden": game.kind.hidden,
        "parameters": _parameters(game),
        **_looks(game),
    }


def _parameters(game: Game) -> list[list[str]]:
    """The parameters with their values as text; the weights of EVAL come last, as `load` reads them."""
    weights = [["weights", show_weights(game.feature_weights)]] if game.feature_weights else []
    return [*([n, show_parameter(v)] for n, v in game.parameters.items()), *weights]


def _looks(game: Game) -> dict[str, str | None]:
    """The game as a picture and as text. If its rules fail, the error instead, so that the other games still show."""
    try:
        with blaming_rules():
            s = _typical_state(game)
            return {"picture": board_svg(game, s), "text": game.show(s)}
    except ZermeloError as error:
        return {"picture": None, "text": str(error)}


def rules(game: Game) -> list[str]:
    """The rules as paragraphs: the docstring of the game's class without its notes for programmers, lines joined."""
    paragraphs = re.split(r"\n\s*\n", inspect.getdoc(type(game)) or "")
    return [" ".join(each.split()) for each in paragraphs if each.strip() and not each.startswith(ENCODING)]


def _typical_state(game: Game) -> State:
    """A state in the middle of a game, the same every time."""
    dice = Random(4)
    states = [game.initial()]
    while len(states) < 2 * PICTURED and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], dice.choice(legal_actions(game, states[-1]))))
    return states[(len(states) - 1) // 2]
