"""Small boards inside nodes as TikZ: paths and texts with their own colours, in pixels of the picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from zermelo.draw.looks import Palette
from zermelo.draw.miniatures import Shape
from zermelo.draw.outlines import Curve, Matrix, Stretch, outline, transform_of
from zermelo.draw.scene import Board

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
CAPS = {"round": "round", "square": "rect"}
NAMED = {"black": "000000", "white": "ffffff", "red": "ff0000", "green": "008000", "blue": "0000ff", "gray": "808080"}
"""The named colours that occur in pictures of boards; any other one is drawn as text is."""

Write = Callable[[str], str]


class _Paint(NamedTuple):
    """The properties that a shape inherits from the groups around it."""

    place: Matrix
    attributes: dict[str, str]
    opacity: float = 1.0

    def inside(self, shape: Shape) -> _Paint:
        """The same for a shape."""
        opacity = self.opacity * min(shape.number("opacity", 1), 1)
        inherited = {**self.attributes, **{k: v for k, v in shape.attributes.items() if k != "opacity"}}
        return _Paint(self.place.after(transform_of(shape)), inherited, opacity)


class BoardWriter:
    """Writes boards. `palette` has the colour of lines and letters, `typeset` makes text safe for TeX.

    `unit` is the length of a pixel in big points.
    """

    def __init__(self, palette: Palette, typeset: Write, unit: float) -> None:
        self._ink, self._typeset, self._unit = palette.inks["text"], typeset, unit

    def lines(self, board: Board, x: float, y: float) -> Iterator[str]:
        """The commands for a board, whose group is at (x, y)."""
        own = board.picture
        scale = board.width / own.width
        place = Matrix(scale, 0, 0, scale, x + board.x - scale * own.x, y + board.y - scale * own.y)
        for shape in own.shapes:
            yield from self._shape(shape, _Paint(place, {}))

    def _shape(self, shape: Shape, around: _Paint) -> Iterator[str]:
        paint = around.inside(shape)
        if shape.tag == "g":
            for inner in shape.content:
                yield from self._shape(inner, paint)
        elif shape.tag in ("text", "tspan"):
            text = shape.text + "".join(part.text for part in shape.content)
            yield from self._text(Shape("text", paint.attributes, text, ()), paint)
        else:
            options = self._path_options(Shape(shape.tag, paint.attributes, "", ()), paint)
            strokes = " ".join(_stroke(stretch, paint.place) for stretch in outline(shape))
            if options and strokes:
                yield f"\\path[{', '.join(options)}] {strokes};"

    def _path_options(self, shape: Shape, paint: _Paint) -> list[str]:
        given = shape.attributes
        options = []
        if given.get("fill", "black") != "none" and shape.tag != "line":
            options.append(f"fill={self._colour(given.get('fill', 'black'))}")
            options += self._opacity("fill", shape, paint)
            options += ["even odd rule"] if given.get("fill-rule") == "evenodd" else []
        if given.get("stroke", "none") != "none":
            width = shape.number("stroke-width", 1) * paint.place.size
            options += [f"draw={self._colour(given['stroke'])}", f"line width={self._bp(width)}"]
            options += self._opacity("draw", shape, paint)
            cap, join = given.get("stroke-linecap"), given.get("stroke-linejoin")
            options += [f"line cap={CAPS[cap]}"] if cap in CAPS else []
            options += ["line join=round"] if join == "round" else []
            options += self._dashes(given.get("stroke-dasharray", ""), paint)
        return options

    def _dashes(self, text: str, paint: _Paint) -> list[str]:
        lengths = [self._bp(float(n) * paint.place.size) for n in re.findall(r"\d+\.?\d*", text)]
        if not lengths:
            return []
        pairs = zip(lengths[::2], lengths[1::2] or lengths, strict=False)
        return ["dash pattern=" + " ".join(f"on {on} off {off}" for on, off in pairs)]

    def _opacity(self, what: str, shape: Shape, paint: _Paint) -> list[str]:
        name = "fill-opacity" if what == "fill" else "stroke-opacity"
        opacity = paint.opacity * shape.number(name, 1)
        return [] if opacity >= 1 else [f"{what} opacity={max(opacity, 0):.3g}"]

    def _text(self, shape: Shape, paint: _Paint) -> Iterator[str]:
        if not shape.text:
            return
        given = shape.attributes
        size = shape.number("font-size", 16) * paint.place.size * self._unit
        options = [
            f"anchor={ANCHORS.get(given.get('text-anchor', ''), ANCHORS['start'])}",
            f"text={self._colour(given.get('fill', 'black'))}",
            f"font=\\fontsize{{{size:.3g}bp}}{{{size:.3g}bp}}\\selectfont"
            + (r"\bfseries" if given.get("font-weight") in ("bold", "bolder", "600", "700", "800") else ""),
            *(o.replace("fill", "text") for o in self._opacity("fill", shape, paint)),
        ]
        at = _at(paint.place.at((shape.number("x"), shape.number("y"))))
        yield f"\\node[{', '.join(options)}] at {at} {{{self._typeset(shape.text)}}};"

    def _colour(self, text: str) -> str:
        """The colour for xcolor, without a definition: "{rgb,255:red,0;green,114;blue,178}"."""
        digits = NAMED.get(text.lower(), text.removeprefix("#"))
        if re.fullmatch(r"[0-9a-fA-F]{3}", digits):
            digits = "".join(2 * digit for digit in digits)
        if not re.fullmatch(r"[0-9a-fA-F]{6}", digits):
            digits = self._ink
        red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
        return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"

    def _bp(self, pixels: float) -> str:
        return f"{pixels * self._unit:.3g}bp"


def _stroke(stretch: Stretch, place: Matrix) -> str:
    steps = "".join(_step(curve, place) for curve in stretch.curves)
    return f"{_at(place.at(stretch.start))}{steps}{' -- cycle' if stretch.closed else ''}"


def _step(curve: Curve, place: Matrix) -> str:
    end = _at(place.at(curve.end))
    if curve.first is None or curve.second is None:
        return f" -- {end}"
    return f" .. controls {_at(place.at(curve.first))} and {_at(place.at(curve.second))} .. {end}"


def _at(p: tuple[float, float]) -> str:
    return f"({p[0]:z.2f},{p[1]:z.2f})"
