"""Estimates of who will own each cell of the board in the end, averaged while the page shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Event
from typing import Any

from zermelo.core.game import Cell, Game, State
from zermelo.draw.board import board_svg
from zermelo.web.touching import areas_by_cell

ESTIMATES = 40
"""The number of estimates that are averaged."""


def estimate_ownership(game: Game, s: State, stop: Event, report: Callable[[dict[str, Any]], None]) -> None:
    """Reports the mean of more and more estimates, by area of the picture, until it is stopped.

    If two seeds in a row give the same estimate, it does not depend on the seed, and no more are made.
    """
    areas = areas_by_cell(game, board_svg(game, s))
    sums: Counter[Cell] = Counter()
    last = None
    for seed in range(ESTIMATES):
        found = dict(game.ownership(s, seed))
        if stop.is_set():
            return
        sums.update(found)
        done = found == last or seed == ESTIMATES - 1
        means = {areas[cell]: round(total / (seed + 1), 2) for cell, total in sums.items() if cell in areas}
        report({"areas": means, "done": done})
        if done:
            return
        last = found
