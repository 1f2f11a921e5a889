"""The games that may be named on the page: those that come with Zermelo, typed trees, and the one of the command line.

No path, module or class that a browser names is ever opened: every name is looked up here first.
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
from zermelo.core.game import Game, State, legal_actions, show_parameter
from zermelo.draw.board import board_svg
from zermelo.loading import load
from zermelo.trees import Tree, looks_like_tree
from zermelo.web.match_file import MatchFile

OWN = "own"
"""What the page calls the game that was named on the command line, if it is none of ours."""

_PARAMETERS = re.compile(r"[a-z_]+=[A-Za-z0-9_,=+-]*")
"""What may stand behind a game's name. It has no dot and no slash, which every name of a file needs."""

PICTURED = 9
"""How many plies into a random play the pictures of the gallery are, at most."""


class Gallery:
    """The games of one server."""

    def __init__(self, own: Game | None = None, match: MatchFile | None = None) -> None:
        self.own = own
        self.match = match
        """The match that is looked at, if a result file was named on the command line."""

        self.find = lru_cache(maxsize=64)(self._find)  # the same text gives the same game: engines are kept by it

    def _find(self, text: str) -> Game:
        """The game that the text names. Raises LoadError, or ParseError for a tree that is malformed."""
        if self.own is not None and text in (OWN, str(self.own)):
            return self.own
        if looks_like_tree(text):
            return Tree(text)
        name, colon, parameters = text.partition(":")
        if name not in games.names():
            raise LoadError(f"there is no game {quote(name)} here: {nearest(name, self.names)}")
        if colon and not _PARAMETERS.fullmatch(parameters):
            raise LoadError(f"{quote(parameters)} are not parameters: write name=value, with a comma between two")
        return load(text)

    def name_of(self, game: Game) -> str:
        """What the page calls a game of this server."""
        return OWN if game is self.own else str(game)

    @property
    def names(self) -> list[str]:
        """What can be named, trees aside."""
        return [*([OWN] if self.own is not None else []), *games.names()]

    @cached_property
    def cards(self) -> list[dict[str, Any]]:
        """What the gallery shows of each game, the person's own first."""
        return [_card(name, self.find(name)) for name in self.names]


def _card(name: str, game: Game) -> dict[str, Any]:
    return {
        "game": name,
        "title": game.title,
        "summary": summary(game),
        "kind": str(game.kind),
        "parameters": [] if name == OWN else [[n, show_parameter(v)] for n, v in game.parameters.items()],
        **_looks(game),
    }


def _looks(game: Game) -> dict[str, str | None]:
    """The game in a picture and as text; if its rules fail, what is wrong with them: the others are there still."""
    try:
        with blaming_rules():
            s = _typical_state(game)
            return {"picture": board_svg(game, s), "text": game.show(s)}
    except ZermeloError as error:
        return {"picture": None, "text": str(error)}


def summary(game: Game) -> str:
    """The first line of what the class says about itself."""
    return (inspect.getdoc(type(game)) or "").partition("\n")[0].replace("`", "")


def _typical_state(game: Game) -> State:
    """A state in the midst of play, the same every time."""
    dice = Random(4)
    states = [game.initial()]
    while len(states) < 2 * PICTURED and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], dice.choice(legal_actions(game, states[-1]))))
    return states[(len(states) - 1) // 2]
