"""A game as people meet it: the players by name, and a state as one of them may see it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache

from zermelo.core.errors import RuleError
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.text import show_state


def player_name(game: Game, p: int) -> str:
    """What a player is called outside of game trees, where it is MAX or MIN: "X", "White", "player 2", "chance"."""
    if p == CHANCE:
        return "chance"
    names = game.player_names
    if len(names) != game.players:
        raise RuleError(f"{type(game).__name__}.player_names is {names!r}: {game.players} names are needed")
    return names[p]


def shown(game: Game, s: State, viewer: int | None = None) -> str:
    """The state as text; for a viewer, who is a player, only what that player may see.

    Without a viewer it is all of the state. If the game hides information and its `show` takes no viewer, a viewer sees
    what `observe` gives.
    """
    if viewer is None or not (takes_viewer(type(game), "show") or game.kind.hidden):
        return game.show(s)
    if takes_viewer(type(game), "show"):
        show: Callable[..., str] = game.show
        return show(s, viewer)
    return show_state(game.observe(s, viewer))


def drawn(game: Game, s: State, viewer: int | None = None) -> str | None:
    """The game's own picture of the state, for a viewer only of what that player may see; None if there is none."""
    if viewer is None or not (takes_viewer(type(game), "draw") or game.kind.hidden):
        return game.draw(s)
    if takes_viewer(type(game), "draw"):
        draw: Callable[..., str | None] = game.draw
        return draw(s, viewer)
    return None  # a picture of the whole state would show what is hidden


@lru_cache(maxsize=256)
def takes_viewer(cls: type[Game], method: str) -> bool:
    """Whether the class's `show` or `draw` takes a viewer: its third parameter, after self and the state."""
    return [*inspect.signature(getattr(cls, method)).parameters][2:3] == ["viewer"]
