"""Games for people: the names of the players, and states as one player may see them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import lru_cache

from zermelo.core.errors import RuleError
from zermelo.core.game import CHANCE, LONGEST_LABEL, Action, Game, State
from zermelo.core.rules import has_own
from zermelo.core.text import show_state

UNSEEN = "?"
"""The text that stands for an action that a player has not seen."""


def player_name(game: Game, p: int) -> str:
    """The name of a player outside of game trees, which say MAX and MIN: "X", "White", "player 2", "chance"."""
    if p == CHANCE:
        return game.chance_name
    names = game.player_names
    if len(names) != game.players:
        raise RuleError(f"{type(game).__name__}.player_names is {names!r}: expected {game.players} names")
    return names[p]


def seat_names(game: Game) -> tuple[str, ...]:
    """The names of the players at a board: "White" and "Black", or "First" and "Second" if the game does not name them.

    Without names, the players are called MAX and MIN in trees and in the terminal; at a board that would be jargon.
    """
    if has_own(game, "player_names") or not game.kind.one_number:
        return tuple(player_name(game, p) for p in range(game.players))
    return ("Player",) if game.players == 1 else ("First", "Second")


def seat_name(game: Game, p: int) -> str:
    """The name of a player at a board, or of chance."""
    return player_name(game, p) if p == CHANCE else seat_names(game)[p]


def summary(game: Game) -> str:
    """A summary of the game: the first line of its class's docstring, with numbers for parameters in backticks."""
    line = (inspect.getdoc(type(game)) or "").partition("\n")[0]
    return re.sub("`([^`]*)`", lambda found: _number_of(game, found[1]), line)


def _number_of(game: Game, name: str) -> str:
    """The parameter of this name, if it is a number; otherwise the name."""
    value = getattr(game, name, None)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else name


def shown(game: Game, s: State, viewer: int | None = None) -> str:
    """The state as text: all of it, or only what the player `viewer` may see.

    If the game has imperfect information and its `show` takes no viewer, a viewer sees the value of `observe`.
    """
    if viewer is None or not (takes_viewer(type(game), "show") or game.kind.hidden):
        return game.show(s)
    if takes_viewer(type(game), "show"):
        show: Callable[..., str] = game.show
        return show(s, viewer)
    return show_state(game.observe(s, viewer))


def drawn(game: Game, s: State, viewer: int | None = None) -> str | None:
    """The game's own picture of the state, or of what the player `viewer` may see; None if there is none."""
    if viewer is None or not (takes_viewer(type(game), "draw") or game.kind.hidden):
        return game.draw(s)
    if takes_viewer(type(game), "draw"):
        draw: Callable[..., str | None] = game.draw
        return draw(s, viewer)
    return None  # a picture of the whole state would reveal hidden information


def action_shown(game: Game, s: State, a: Action, viewer: int | None = None) -> str:
    """The action as text: its name, or what the player `viewer` may see of it.

    In a game of imperfect information a viewer is shown its own actions. Of the others' actions and of chance outcomes
    it is shown what `show_action(self, s, a, viewer=None)` gives, and UNSEEN if the game's method takes no viewer.
    """
    if viewer is None or not game.kind.hidden or game.player(s) == viewer:
        return game.show_action(s, a)
    if takes_viewer(type(game), "show_action"):
        show_action: Callable[..., str] = game.show_action
        return show_action(s, a, viewer)
    return UNSEEN


def view_label(game: Game, s: State, viewer: int) -> str:
    """A short text for what the player `viewer` sees in s; empty if there is no short one.

    It is the game's `label(self, s, viewer=None)` if that takes a viewer, and otherwise a short text of `shown`.
    """
    if takes_viewer(type(game), "label"):
        label: Callable[..., str] = game.label
        return label(s, viewer)
    text = shown(game, s, viewer)
    return text if len(text) <= LONGEST_LABEL and "\n" not in text else ""


@lru_cache(maxsize=256)
def takes_viewer(cls: type[Game], method: str) -> bool:
    """Whether the class's `show`, `draw`, `label` or `show_action` takes a viewer, as its last parameter."""
    return [*inspect.signature(getattr(cls, method)).parameters][2:][-1:] == ["viewer"]
