"""The shapes of SVG as lines and Bézier curves: for formats that have no such shapes, or no such transformations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import NamedTuple, TypeAlias

from zermelo.draw.miniatures import Shape

Pair: TypeAlias = tuple[float, float]

ROUND = 4 * (sqrt(2) - 1) / 3
"""The distance of the control points of a quarter of a circle from its ends, for radius 1."""

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_CALL = re.compile(r"(\w+)\s*\(([^)]*)\)")


class Curve(NamedTuple):
    """A Bézier curve to `end`; a straight line where both control points are None."""

    end: Pair
    first: Pair | None = None
    second: Pair | None = None


class Stretch(NamedTuple):
    """Curves that are drawn without lifting the pen."""

    start: Pair
    curves: tuple[Curve, ...]
    closed: bool


class Matrix(NamedTuple):
    """An affine map: (x, y) goes to (a x + c y + e, b x + d y + f)."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def at(self, p: Pair) -> Pair:
        """The image of a point."""
        return self.a * p[0] + self.c * p[1] + self.e, self.b * p[0] + self.d * p[1] + self.f

    def after(self, m: Matrix) -> Matrix:
        """The map that applies m first, then this one."""
        (a, b), (c, d) = ((self.a * x + self.c * y, self.b * x + self.d * y) for x, y in ((m.a, m.b), (m.c, m.d)))
        return Matrix(a, b, c, d, *self.at((m.e, m.f)))

    @property
    def size(self) -> float:
        """The factor by which lines become longer, on average over the directions."""
        return sqrt(abs(self.a * self.d - self.b * self.c))


def transform_of(shape: Shape) -> Matrix:
    """The map of a shape's `transform`."""
    whole = Matrix()
    for name, text in _CALL.findall(shape.attributes.get("transform", "")):
        whole = whole.after(_map(name, [float(n) for n in _TOKEN.findall(text)]))
    return whole


def _map(name: str, n: list[float]) -> Matrix:
    if name == "translate":
        return Matrix(e=n[0], f=n[1] if len(n) > 1 else 0)
    if name == "scale":
        return Matrix(a=n[0], d=n[-1])
    if name == "rotate":
        c, s = cos(radians(n[0])), sin(radians(n[0]))
        turn = Matrix(c, s, -s, c)
        return Matrix(e=n[1], f=n[2]).after(turn).after(Matrix(e=-n[1], f=-n[2])) if len(n) > 2 else turn
    if name == "skewX":
        return Matrix(c=tan(radians(n[0])))
    if name == "skewY":
        return Matrix(b=tan(radians(n[0])))
    return Matrix(*n) if name == "matrix" and len(n) == 6 else Matrix()


def outline(shape: Shape) -> list[Stretch]:
    """The outline of a shape in its own coordinates; empty for groups and texts."""
    number = shape.number
    if shape.tag == "path":
        return list(_Pen(_TOKEN.findall(shape.attributes.get("d", ""))).stretches())
    if shape.tag == "line":
        return [Stretch((number("x1"), number("y1")), (Curve((number("x2"), number("y2"))),), False)]
    if shape.tag in ("polygon", "polyline"):
        n = [float(t) for t in _TOKEN.findall(shape.attributes.get("points", ""))]
        corners = list(zip(n[::2], n[1::2], strict=False))
        return [Stretch(corners[0], tuple(map(Curve, corners[1:])), shape.tag == "polygon")] if corners else []
    if shape.tag == "rect":
        rx, ry = number("rx", number("ry")), number("ry", number("rx"))
        return [_rectangle((number("x"), number("y")), (number("width"), number("height")), (rx, ry))]
    if shape.tag in ("circle", "ellipse"):
        rx, ry = (number("r"),) * 2 if shape.tag == "circle" else (number("rx"), number("ry"))
        return [_rectangle((number("cx") - rx, number("cy") - ry), (2 * rx, 2 * ry), (rx, ry))]
    return []


def _rectangle(corner: Pair, size: Pair, radii: Pair) -> Stretch:
    """A rectangle with round corners; one that is all corners is an ellipse."""
    (x, y), (width, height) = corner, size
    rx, ry = min(radii[0], width / 2), min(radii[1], height / 2)
    right, bottom, kx, ky = x + width, y + height, rx * (1 - ROUND), ry * (1 - ROUND)
    sides = [
        ((right - rx, y), (right - kx, y), (right, y + ky), (right, y + ry)),
        ((right, bottom - ry), (right, bottom - ky), (right - kx, bottom), (right - rx, bottom)),
        ((x + rx, bottom), (x + kx, bottom), (x, bottom - ky), (x, bottom - ry)),
        ((x, y + ry), (x, y + ky), (x + kx, y), (x + rx, y)),
    ]
    curves = [c for line, first, second, end in sides for c in (Curve(line), Curve(end, first, second))]
    return Stretch((x + rx, y), tuple(curves if rx and ry else (Curve(line) for line, *_ in sides)), True)


class _Pen:
    """Follows the commands of a path."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens[::-1]
        self.start = self.at = (0.0, 0.0)
        self.curves: list[Curve] = []
        self.control: tuple[str, Pair] | None = None
        """The family of the last command, cubic or quadratic, and its last control point."""

    def stretches(self) -> Iterator[Stretch]:
        command = "M"
        while self.tokens:
            if self.tokens[-1].isalpha():
                command = self.tokens.pop()
            if command in "MmZz":
                if self.curves:
                    yield Stretch(self.start, tuple(self.curves), command in "Zz")
                self.curves, self.control = [], None
                self.at = self.start = self.start if command in "Zz" else self._point(command)
                command = {"M": "L", "m": "l"}.get(command, command)
                if command in "Zz" and self.tokens and not self.tokens[-1].isalpha():
                    return  # not a path
            else:
                self._draw(command)
        if self.curves:
            yield Stretch(self.start, tuple(self.curves), False)

    def _draw(self, command: str) -> None:
        kind = command.upper()
        control = None
        if kind in "HV":
            along, (x, y) = self._number(), (0.0, 0.0) if command.isupper() else self.at
            self._to(Curve((x + along, self.at[1]) if kind == "H" else (self.at[0], y + along)))
        elif kind in "CS":
            first = self._point(command) if kind == "C" else self._mirrored("C")
            second, end = self._point(command), self._point(command)
            control = ("C", second)
            self._to(Curve(end, first, second))
        elif kind in "QT":
            middle = self._point(command) if kind == "Q" else self._mirrored("Q")
            end = self._point(command)
            control = ("Q", middle)
            self._to(Curve(end, _between(self.at, middle), _between(end, middle)))
        elif kind == "A":
            radii = self._number(), self._number()
            turn, large, sweep = self._number(), self._number() != 0, self._number() != 0
            for curve in _arc((self.at, self._point(command)), radii, radians(turn), large, sweep):
                self._to(curve)
        else:
            self._to(Curve(self._point(command)))
        self.control = control

    def _to(self, curve: Curve) -> None:
        self.curves.append(curve)
        self.at = curve.end

    def _mirrored(self, family: str) -> Pair:
        if self.control is None or self.control[0] != family:
            return self.at
        x, y = self.control[1]
        return 2 * self.at[0] - x, 2 * self.at[1] - y

    def _number(self) -> float:
        token = self.tokens.pop() if self.tokens else "0"
        return 0.0 if token.isalpha() else float(token)

    def _point(self, command: str) -> Pair:
        x, y = self._number(), self._number()
        return (x, y) if command.isupper() else (self.at[0] + x, self.at[1] + y)


def _between(end: Pair, middle: Pair) -> Pair:
    """A control point of the cubic curve that equals a quadratic one."""
    return end[0] + 2 / 3 * (middle[0] - end[0]), end[1] + 2 / 3 * (middle[1] - end[1])


def _arc(ends: tuple[Pair, Pair], radii: Pair, turn: float, large: bool, sweep: bool) -> Iterator[Curve]:
    """An elliptical arc as curves of at most a quarter each, by the formulas in the appendix of the SVG standard."""
    start, end = ends
    rx, ry = abs(radii[0]), abs(radii[1])
    if not rx or not ry or start == end:
        yield Curve(end)
        return
    c, s = cos(turn), sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = (c * dx + s * dy) / rx, (c * dy - s * dx) / ry  # half of the chord, in a circle of radius 1
    length = hypot(x, y)
    if length > 1:
        rx, ry, x, y = rx * length, ry * length, x / length, y / length
        length = 1.0
    off = sqrt(max(0.0, 1 / length**2 - 1)) * (1 if large != sweep else -1)
    middle = (off * y, -off * x)  # the centre, in the same circle
    ring = Matrix(c * rx, s * rx, -s * ry, c * ry, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    first, last = atan2(y - middle[1], x - middle[0]), atan2(-y - middle[1], -x - middle[0])
    whole = (last - first) % (2 * pi) if sweep else -((first - last) % (2 * pi))
    parts = max(1, ceil(abs(whole) / (pi / 2) - 1e-9))
    step = whole / parts
    reach = 4 / 3 * tan(step / 4)
    for i in range(parts):
        a, b = first + i * step, first + (i + 1) * step
        controls = [
            (cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
            (cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
            (cos(b), sin(b)),
        ]
        one, two, three = (ring.at((p[0] + middle[0], p[1] + middle[1])) for p in controls)
        yield Curve(end if i == parts - 1 else three, one, two)
