"""The options of a picture: its theme, boards, colours, scale and width."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from zermelo.core.errors import KindError, LimitError, quote
from zermelo.core.game import Game
from zermelo.draw import COLOURS, THEMES, Design, design_for
from zermelo.draw.design import PAGE, PAGE_COLUMNS, SCALE
from zermelo.draw.miniatures import BOARD

F = TypeVar("F", bound=Callable[..., Any])


class Drawing(NamedTuple):
    """The options of a picture as they were given; None for those that were not."""

    theme: str | None
    dark: bool
    boards: float | None
    colour: str
    scale: float | None
    width: float | None

    def design(self, game: Game, output: Path | None) -> Design:
        """The design of a picture of this game in this file. Raises ZermeloError for options that do not fit."""
        ending = "" if output is None else output.suffix.lower()
        if self.dark and self.theme not in (None, "dark"):
            raise KindError(f"--dark and --theme {self.theme} contradict each other")
        if self.scale is not None and ending != ".png":
            raise KindError("--scale is for PNG files: other pictures have no dots")
        usual = "auto" if ending == ".html" else "light"  # a page is read on a screen, a picture anywhere
        return design_for(
            game,
            theme="dark" if self.dark else self.theme or usual,
            colour=self.colour,
            boards=BOARD if self.boards is None else self.boards or None,
            scale=SCALE if self.scale is None else self.scale,
        )


def number_or(word: str, meaning: float) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """A callback that reads a whole number above zero, or the word, which means this number."""

    def read(_ctx: click.Context, _param: click.Parameter, text: str | None) -> float | None:
        if text is None or text == word:
            return None if text is None else meaning
        if not text.isdecimal() or len(text) > 9 or int(text) == 0:
            raise click.BadParameter(f"{quote(text)} is neither a number above zero nor '{word}'")
        return float(text)

    return read


def drawing_options(command: F) -> F:
    """--theme, --dark, --boards, --colour, --scale and --width."""
    for option in (
        click.option("--width", metavar="N|all", callback=number_or("all", math.inf), help=_WIDTH),
        click.option("--scale", type=float, help=f"The number of dots per pixel of a PNG.  [default: {SCALE:g}]"),
        click.option("--colour", type=click.Choice(COLOURS), default="role", help=_COLOUR),
        click.option("--boards", metavar="N|none", callback=number_or("none", 0), help=_BOARDS),
        click.option("--dark", is_flag=True, help="The same as --theme dark."),
        click.option("--theme", type=click.Choice(THEMES), help=_THEME),
    ):
        command = option(command)
    return command


_WIDTH = f"Fold the tree to fit into N pixels, or N columns of text.  [default: {PAGE} pixels, {PAGE_COLUMNS} columns]"
_COLOUR = "What the colour of a node shows: whose node it is, or who wins.  [default: role]"
_BOARDS = f"The height of the boards inside nodes in pixels, if the game draws them.  [default: {BOARD:g}]"
_THEME = "The colours; auto asks the reader's system (SVG, HTML).  [default: light; auto in HTML]"


def text_width(given: float | None, terminal: int | None) -> int | None:
    """The columns of a tree as text: as given, as the terminal has, or those of a page. None for no limit."""
    if given is not None:
        if given < LEAST_COLUMNS:
            raise LimitError(f"--width {given:g} is too narrow for text: at least {LEAST_COLUMNS} columns are needed")
        return None if given == math.inf else int(given)
    return PAGE_COLUMNS if terminal is None else max(terminal, LEAST_COLUMNS)


LEAST_COLUMNS = 40
