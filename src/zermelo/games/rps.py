"""Rock, paper, scissors: both choose at the same time.

rock  paper  scissors
rock        0    -1       1
paper       1     0      -1
scissors   -1     1       0
"""

from __future__ import annotations

from zermelo.games.shared.normal_form import NormalForm

NAMES = ("rock", "paper", "scissors")


class Rps(NormalForm):
    """Rock beats scissors, scissors beat paper, paper beats rock; both choose at the same time."""

    title = "Rock, paper, scissors"

    def __init__(self) -> None:
        super().__init__("0,-1,1;1,0,-1;-1,1,0", NAMES, NAMES)
