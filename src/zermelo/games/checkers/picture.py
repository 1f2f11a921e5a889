"""Checkers as a picture."""

from __future__ import annotations

from zermelo.games.checkers.text import Text
from zermelo.games.shared.draughts.picture import DraughtsPicture


class Picture(DraughtsPicture, Text):
    """The board drawn."""
