"""Kalah as a picture."""

from __future__ import annotations

from zermelo.core.game import MAX
from zermelo.games.kalah.rules import Sides
from zermelo.games.kalah.text import Text
from zermelo.games.shared.svg import FIRST, SECOND, Point, clickable, panel, picture, words

SIZE = 52
"""The width of a pit and the space around it in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Sides) -> str:
        """The board as MAX sees it, and whose turn it is."""
        mine, theirs = self._numbers(s.max_side), self._numbers(s.min_side)
        xs = [SIZE * (i + 2) for i in range(self.pits)]
        end = SIZE * (self.pits + 2)
        ways = [] if self.is_terminal(s) else self.actions(s)
        own, y = (xs, 20 + 1.75 * SIZE) if s.mover == MAX else (xs[::-1], 20 + 0.65 * SIZE)
        return picture(
            SIZE * (self.pits + 3),
            3 * SIZE + 36,
            f"Kalah: {' '.join(self.show(s).split())}",
            [
                panel((4, 20), (SIZE * (self.pits + 3) - 8, 2.4 * SIZE), 16),
                _hollow((4, 20), (SIZE * (self.pits + 3) - 8, 2.4 * SIZE), 16),
                *(
                    shape
                    for x, n in zip(xs[::-1], theirs, strict=False)
                    for shape in _pit(x, 20 + 0.65 * SIZE, n, SECOND)
                ),
                *(shape for x, n in zip(xs, mine, strict=False) for shape in _pit(x, 20 + 1.75 * SIZE, n, FIRST)),
                *_store(SIZE * 0.85, theirs[-1], SECOND),
                *_store(end + SIZE * 0.15, mine[-1], FIRST),
                *(words((x, 14), str(i), size=12) for i, x in enumerate(xs[::-1], 1)),
                *(words((x, 2.4 * SIZE + 36), str(i), size=12) for i, x in enumerate(xs, 1)),
                words((SIZE * (self.pits + 3) / 2, 3 * SIZE + 28), self._says(s)),
                *(
                    clickable(str(a + 1), (own[a] - SIZE / 2, y - SIZE / 2), (SIZE, SIZE), (own[a], y + SIZE * 0.4))
                    for a in ways
                ),
            ],
        )


def _hollow(corner: Point, size: Point, radius: float, colour: str = "currentColor") -> str:
    """The outline of a rectangle with round corners."""
    return (
        f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}" '
        f'fill="none" stroke="{colour}" stroke-width="2"/>'
    )


def _pit(x: float, y: float, number: int, colour: str) -> list[str]:
    r = SIZE * 0.4
    return [_hollow((x - r, y - r), (2 * r, 2 * r), r, colour), words((x, y + 6), str(number), size=18)]


def _store(x: float, number: int, colour: str) -> list[str]:
    r, top = SIZE * 0.4, 20 + SIZE * 0.25
    return [
        _hollow((x - r, top), (2 * r, SIZE * 1.9), r, colour),
        words((x, top + SIZE * 0.95 + 6), str(number), size=18),
    ]
