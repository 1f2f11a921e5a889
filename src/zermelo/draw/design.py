"""How a tree is drawn, whatever the format: its theme, its colours, the boards inside its nodes, its size."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.errors import KindError, LimitError, quote
from zermelo.core.game import Game
from zermelo.core.trace import Node
from zermelo.core.values import Ranked, unrank
from zermelo.draw.miniatures import BOARD, Boards

THEMES = ("light", "dark", "auto")
"""Light or dark colours, or those that the reader's system asks for (only SVG and HTML can ask)."""

COLOURS = ("role", "winner")
"""What the colour of a node shows: whose node it is, or who wins from there."""

PAGE, PAGE_COLUMNS = 1_600, 120
"""The width of a page in pixels, and of one of text in columns. By default nothing is drawn wider."""

SCALE, MOST_SCALE = 2.0, 16.0
"""Dots of a PNG for each pixel of the picture: two by default, so that it is sharp on paper too."""


@dataclass(frozen=True)
class Design:
    """How a tree is drawn."""

    theme: str = "light"
    boards: Boards | None = None
    """The boards inside nodes, if there are any."""

    fair: float | None = None
    """The value of a draw, if nodes are coloured by winner."""

    scale: float = SCALE

    @property
    def still_theme(self) -> str:
        """The theme of a picture that cannot ask which one the reader prefers."""
        return "light" if self.theme == "auto" else self.theme

    def winner(self, node: Node) -> str:
        """Who wins from a node, as a kind of figure; empty if nodes are coloured by role."""
        if self.fair is None or not node.read:
            return ""
        value = node.value
        is_open = node.why == "cutoff" or (isinstance(value, Ranked) and value.tier == 0)
        number = None if value is None or is_open else unrank(value)
        if number is None or isinstance(number, tuple):
            return "open"
        return "even" if number == self.fair else "won" if number > self.fair else "lost"


def design_for(
    game: Game,
    *,
    theme: str = "light",
    colour: str = "role",
    boards: float | None = BOARD,
    scale: float = SCALE,
) -> Design:
    """The design for trees of a game.

    `boards` is the height of the boards in pixels, or None for no boards; a game that does not draw its states has
    none either. Raises KindError and LimitError for invalid options.
    """
    if theme not in THEMES:
        raise KindError(f"the theme {quote(theme)} is not valid: it must be one of {', '.join(THEMES)}")
    if colour not in COLOURS:
        raise KindError(f"the colour {quote(colour)} is not valid: it must be one of {', '.join(COLOURS)}")
    if colour == "winner" and not game.kind.one_number:
        raise KindError(
            f"nodes of {quote(game)} have a value for each player: only one value can be coloured by winner"
        )
    if not 0 < scale <= MOST_SCALE:
        raise LimitError(f"a scale of {scale:g} is not valid: it must be above 0 and at most {MOST_SCALE:g}")
    fair = game.fair_share if colour == "winner" else None
    return Design(theme, None if boards is None else Boards(game, boards), fair, scale)
