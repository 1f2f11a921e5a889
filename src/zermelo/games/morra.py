"""Two-finger Morra: both show one or two fingers, and the sum decides who wins that many points.

one  two
one       2   -3
two      -3    4
"""

from __future__ import annotations

from zermelo.games.shared.normal_form import NormalForm

NAMES = ("one", "two")


class Morra(NormalForm):
    """Both show one or two fingers at the same time; an even sum goes to the even player, an odd one to the other."""

    title = "Two-finger Morra"
    player_names = ("Even", "Odd")

    def __init__(self) -> None:
        super().__init__("2,-3;-3,4", NAMES, NAMES)
