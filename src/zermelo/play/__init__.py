"""Playing: a match between people and the computer, and the computer's side of it."""

from zermelo.play.computer import Choice, Computer
from zermelo.play.match import Match

__all__ = ["Choice", "Computer", "Match"]
