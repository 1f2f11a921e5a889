"""Views: what one player has seen, in place of the full state.

A view identifies the information set of its player: all full states (worlds) that agree with it have the same view, and
the same actions where that player is to move. As text it is `PLAYER: SEEN`, such as `0: Hand(cards=(3, 5), played=())`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import KindError, ParseError, quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.rules import state_of


@dataclass(frozen=True)
class View:
    """All that a player has seen: the value of `observe` for that player. Views are hashable, like observations."""

    player: int
    seen: Any

    @classmethod
    def of(cls, game: Game, s: State | View) -> View:
        """The mover's view of s; a view is returned as it is. Raises KindError if no player is to move."""
        if isinstance(s, View):
            return s
        if game.is_terminal(s):
            raise KindError("play is over here: there is no player to move, so there is no view")
        mover = int(game.player(s))
        if mover == CHANCE:
            raise KindError("chance moves here: a view is that of the player to move; give the view of a player")
        return cls(mover, game.observe(s, mover))

    def is_of(self, game: Game, s: State) -> bool:
        """Whether s is a world of this view: its player is to move, and has seen exactly this."""
        return not game.is_terminal(s) and game.player(s) == self.player and game.observe(s, self.player) == self.seen


def show_view(game: Game, view: View) -> str:
    """The view as text, which `parse_view` reads: "0: (3, 5)"."""
    return f"{view.player}: {game.show_view(view.player, view.seen)}"


def parse_view(game: Game, text: str) -> View:
    """The view that the text shows. Raises ParseError."""
    number, colon, seen = text.partition(":")
    try:
        player = int(number) if colon else -1
    except ValueError:
        player = -1
    if not 0 <= player < game.players:
        example = game.show_view(0, game.observe(game.initial(), 0))
        raise ParseError(
            f"{quote(text)} is not a view: expected the number of the player (0 to {game.players - 1}), a colon and "
            f"what the player has seen, like {quote(f'0: {example}')}"
        )
    return View(player, game.parse_view(player, seen.strip()))


def asked_about(game: Game, given: State | View | str | None) -> State | View:
    """What a question is about: a state, by default the initial one; if information is hidden, the mover's view.

    Text is a position, or a view if information is hidden. Raises ParseError, or KindError if there is no mover.
    """
    if given is None:
        return game.initial()
    if not game.kind.hidden:
        return state_of(game, given)
    return parse_view(game, given) if isinstance(given, str) else View.of(game, given)
