"""The picture of a zero-sum game with two rows (or two columns): a line for each answer, and their envelope.

The player with two actions chooses the probability of the second. Against it each answer of the other is a line; the
other takes the best answer, so the value is the highest point of the lower envelope (for two columns, the lowest point
of the upper one).
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, TOP = 420.0, 260.0, 60.0, 30.0
"""The size of the diagram, and the space beside it and above it."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
"""The colours of the lines, which colour-blind people can distinguish; lines are also named."""

CLASS = "zermelo-envelope"

STYLE = f"<style>.{CLASS}{{color:#1b1b1b}}@media (prefers-color-scheme:dark){{.{CLASS}{{color:#e6e6e6}}}}</style>"
"""Lines and letters are dark on a light page and light on a dark one."""


def envelope_svg(
    ends: Sequence[tuple[float, float]], names: Sequence[str], mixed: tuple[str, str], lowest: bool
) -> str:
    """The picture: `ends` are the values of each answer at probability 0 and 1 of the action `mixed[1]`.

    With `lowest` the other takes the lowest line, otherwise the highest.
    """
    low, high = min(min(end) for end in ends), max(max(end) for end in ends)
    low, high = (low - 1, high + 1) if low == high else (low, high)

    def at(p: float, value: float) -> tuple[float, float]:
        return LEFT + WIDTH * p, TOP + HEIGHT * (high - value) / (high - low)

    pick = min if lowest else max
    bends = sorted({0.0, 1.0, *_crossings(ends)})
    envelope = [(p, pick(a + (b - a) * p for a, b in ends)) for p in bends]
    best_p, best = (max if lowest else min)(envelope, key=lambda point: point[1])
    shapes = [
        _line(at(0, low), at(0, high), "currentColor", 1),
        _line(at(1, low), at(1, high), "currentColor", 1),
        _text((LEFT, TOP + HEIGHT + 22), mixed[0], "currentColor"),
        _text((LEFT + WIDTH, TOP + HEIGHT + 22), mixed[1], "currentColor"),
        *_ticks(low, high, at),
    ]
    for number, ((a, b), name) in enumerate(zip(ends, names, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        end = at(1, b)
        shapes += [_line(at(0, a), end, colour, 2), _text((end[0] + 8, end[1] + 4), name, colour, "start")]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(p, value) for p, value in envelope))
    x, y = at(best_p, best)
    shapes += [
        f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="5" stroke-opacity="0.3"/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="currentColor"/>',
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x:.1f}" y2="{TOP + HEIGHT:.1f}" stroke="currentColor" '
        'stroke-dasharray="4 4"/>',
        _text((x, TOP - 10), f"value {best:.4g} at {mixed[1]} {best_p:.4g}", "currentColor"),
    ]
    label = f"value {best:.4g} where {mixed[1]} has probability {best_p:.4g}"
    width, height = LEFT + WIDTH + 110, TOP + HEIGHT + 40
    head = f'<svg class="{CLASS}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img"'
    return "\n".join([f'{head} aria-label="{escape(label)}">', STYLE, *shapes, "</svg>"])


def _crossings(ends: Sequence[tuple[float, float]]) -> list[float]:
    """The probabilities at which two lines cross."""
    found = []
    for i, (a, b) in enumerate(ends):
        for c, d in ends[:i]:
            slope = (b - a) - (d - c)
            if slope and 0 < (c - a) / slope < 1:
                found.append((c - a) / slope)
    return found


def _ticks(low: float, high: float, at: object) -> list[str]:
    assert callable(at)
    return [
        _text((at(0, value)[0] - 8, at(0, value)[1] + 4), f"{value:.4g}", "currentColor", "end")
        for value in (low, (low + high) / 2, high)
    ]


def _line(start: tuple[float, float], end: tuple[float, float], colour: str, width: float) -> str:
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" stroke="{colour}" '
        f'stroke-width="{width:g}"/>'
    )


def _text(at: tuple[float, float], text: str, colour: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" fill="{colour}" font-family="sans-serif" font-size="13" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
