"""How a problem is drawn: as its constraint graph, as a board of cells, or as a board of squares.

A stage knows the layout, and draws the picture of any moment. A picture to be stepped through (`every`) contains all
that any step may show, with classes by which a script finds it: n3 is the figure of variable 3, v3-1 its value 1, s3-1
the stroke through that value, q3-1 the sign that shows that it was assigned, e5 edge 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import NamedTuple

from zermelo.core.errors import LimitError, quote
from zermelo.csp.constraints import Assignment, Constraint, Value, Variable
from zermelo.csp.drawing.placing import placed
from zermelo.csp.log import Step
from zermelo.csp.model import Model
from zermelo.draw.fonts import text_width
from zermelo.draw.scene import Caption, Ellipse, Group, Line, Outline, Path, Picture, Piece, Point

MARGIN, TITLE = 16.0, 30.0
LINE, LEAST_WIDTH = 17.0, 420.0
SPARE = 1.15
"""A factor for the width of texts: another font may be wider than the one that was measured."""

NODE_HEIGHT, UNIT = 46.0, 92.0
MOST_VALUES = 10
"""A node lists its values if it has at most this many; otherwise it shows how many are left."""

MOST_NODES = 200
CELL, SQUARE = 56.0, 34.0
MOST_ROWS = 40


class Tie(NamedTuple):
    """A constraint in pictures: its variables and its name."""

    scope: frozenset[Variable]
    name: str


NO_TIE = Tie(frozenset(), "")


def tied(step: Step | None) -> Tie:
    """The constraint that a step is about."""
    if step is None or step.arc is None:
        return NO_TIE
    return Tie(frozenset((step.arc[0], *step.arc[1])), step.constraint)


@dataclass(frozen=True)
class Moment:
    """The content of a picture: the domains, the assignment, the current arc, and a variable without values."""

    domains: Mapping[Variable, Iterable[Value]]
    assignment: Assignment = field(default_factory=dict)
    arc: Tie = NO_TIE
    at: Variable | None = None
    wiped: Variable | None = None


class Stage:
    """The base class of all stages."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.number = {x: i for i, x in enumerate(model.domains)}
        self.edges: list[Tie] = []
        """The meaning of each edge, in the order of their classes."""

    def picture(self, moment: Moment, *, title: str = "", says: str = "", every: bool = False) -> Picture:
        """The picture of a moment, with a title and a sentence above it."""
        wide, height = self.size()
        width = max(wide, text_width(title, 15, bold=True) * SPARE + 2 * MARGIN, LEAST_WIDTH if says else 0.0)
        lines = _wrapped(says, width - 2 * MARGIN)
        top = (TITLE if title else 0.0) + LINE * len(lines)
        heading = [Caption(title, width / 2, 22, 15, "title")] if title else []
        heading += [Caption(line, width / 2, TITLE + 12 + LINE * i, 12, "value") for i, line in enumerate(lines)]
        body = Group((width - wide) / 2, top, tuple(self.pieces(moment, every)))
        about = f"{self.model.problem}: {len(moment.assignment)} of {len(self.number)} variables have a value"
        return Picture(width, height + top, title, about, (*heading, body))

    def size(self) -> Point:
        """The width and height, without the title."""
        raise NotImplementedError

    def pieces(self, moment: Moment, every: bool) -> Iterable[Piece]:
        """The picture."""
        raise NotImplementedError

    def lit(self, tie: Tie) -> list[int]:
        """The edges of a constraint; if none has its name, all edges between the same variables."""
        same = [k for k, edge in enumerate(self.edges) if edge == tie]
        return same or [k for k, edge in enumerate(self.edges) if edge.scope == tie.scope]

    def kind_of(self, x: Variable, moment: Moment) -> str:
        """The style classes of a variable's figure: assigned, without values, current."""
        words = ["node", f"n{self.number[x]}"]
        if x in moment.assignment:
            words.append("max")
        if x == moment.wiped:
            words.append("unread")
        if x == moment.at:
            words.append("best")
        return " ".join(words)

    def mark(self, x: Variable, j: int, v: Value, middle: Point, size: float, *, left: bool) -> list[Piece]:
        """A value, pale if it was removed."""
        i = self.number[x]
        text = self.text(x, v)
        kind = f"value v{i}-{j}" if left else f"number v{i}-{j}"
        return [Caption(text, middle[0], middle[1] + 0.36 * size, size, kind)]

    def text(self, x: Variable, v: Value) -> str:
        """The text of a value."""
        return self.model.problem.show_value(x, v)

    def stroke(self, x: Variable, j: int, v: Value, middle: Point, size: float) -> Piece:
        """The stroke through a removed value."""
        half = text_width(self.text(x, v), size) / 2 + 2
        ends = ((middle[0] - half, middle[1] + 3), (middle[0] + half, middle[1] - 3))
        return Path((Line(ends),), f"mark s{self.number[x]}-{j}")


class GraphStage(Stage):
    """The constraint graph: a box for each variable with its domain, and a small square where more than two meet."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        if len(model.domains) > MOST_NODES:
            raise LimitError(
                f"{quote(model.problem)} has {len(model.domains)} variables: a graph is drawn with at most {MOST_NODES}"
            )
        widths = {x: self._width(x) for x in model.domains}
        unit = max(UNIT, 18 + max(widths.values()) * 0.8)
        at = placed(model)
        least = min(x for x, _ in at.values()), min(y for _, y in at.values())
        reach = max(widths.values()) / 2 + MARGIN
        self._half = {x: width / 2 for x, width in widths.items()}
        self._at = {
            x: (reach + (a - least[0]) * unit, MARGIN + NODE_HEIGHT / 2 + (b - least[1]) * UNIT)
            for x, (a, b) in at.items()
        }
        self._reach = reach
        self._joints: dict[int, Point] = {}
        self._lines: list[tuple[Point, Point]] = []
        for number, c in enumerate(model.constraints):
            self._add_edges(number, c)

    def _width(self, x: Variable) -> float:
        values = self.model.domains[x]
        shown = (
            [self.text(x, v) for v in values]
            if len(values) <= MOST_VALUES
            else [f"{len(values)} of {len(values)} left"]
        )
        row = sum(text_width(text, 11) + 9 for text in shown)
        return max(46.0, row + 8, text_width(str(x), 13, bold=True) + 14)

    def _add_edges(self, number: int, c: Constraint) -> None:
        tie = Tie(frozenset(c.scope), str(c))
        if len(c.scope) == 2:
            if not any(edge.scope == tie.scope for edge in self.edges):
                self.edges.append(tie)
                self._lines.append((self._at[c.scope[0]], self._at[c.scope[1]]))
        elif len(c.scope) > 2:
            ends = [self._at[x] for x in c.scope]
            middle = (sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
            while any(abs(middle[0] - x) + abs(middle[1] - y) < 14 for x, y in self._joints.values()):
                middle = (middle[0] + 14, middle[1] + 5)
            self._joints[number] = middle
            for end in ends:
                self.edges.append(tie)
                self._lines.append((middle, end))

    def size(self) -> Point:
        """The size that the nodes need."""
        right = max(x for x, _ in self._at.values()) + self._reach
        return right, max(y for _, y in self._at.values()) + NODE_HEIGHT / 2 + MARGIN

    def pieces(self, moment: Moment, every: bool) -> Iterable[Piece]:
        """Edges, joints, and the boxes on top of them."""
        lit = self.lit(moment.arc)
        for k, ends in enumerate(self._lines):
            best = " best" if k in lit else ""
            yield Path((Line(ends),), f"edge e{k}{best}")
        for number, middle in self._joints.items():
            about = str(self.model.constraints[number])
            yield Group(*middle, (Path((_box(6, 6),)),), "node opponent", about)
        for x in self.model.domains:
            yield from self._node(x, moment, every)

    def _node(self, x: Variable, moment: Moment, every: bool) -> Iterable[Piece]:
        at, half = self._at[x], self._half[x]
        values = self.model.domains[x]
        left = set(moment.domains[x])
        box = Path((_box(half, NODE_HEIGHT / 2),))
        yield Group(*at, (box,), self.kind_of(x, moment), f"{x}: {', '.join(map(str, sorted(map(str, left))))}")
        yield Caption(str(x), at[0], at[1] - 5, 13, "value inner")
        if len(values) > MOST_VALUES:
            chosen = moment.assignment.get(x)
            text = f"= {self.text(x, chosen)}" if x in moment.assignment else f"{len(left)} of {len(values)} left"
            yield Caption(text, at[0], at[1] + 15, 11, f"number c{self.number[x]}")
            return
        place = at[0] - sum(text_width(self.text(x, v), 11) + 9 for v in values) / 2
        for j, v in enumerate(values):
            width = text_width(self.text(x, v), 11) + 9
            middle = (place + width / 2, at[1] + 11)
            place += width
            yield from self.mark(x, j, v, middle, 11, left=v in left)
            if every or v not in left:
                yield self.stroke(x, j, v, middle, 11)


class CellStage(Stage):
    """A board of cells: pencil marks while a cell is open, and its value once it is assigned."""

    def __init__(self, model: Model, cells: Mapping[Variable, tuple[int, int]]) -> None:
        super().__init__(model)
        self._cells = cells
        self._rows = 1 + max(r for r, _ in cells.values())
        self._columns = 1 + max(c for _, c in cells.values())
        digits = getattr(model.problem, "digits", None)
        self._fixed: Mapping[tuple[int, int], str] = digits() if digits is not None else {}
        for r, c in self._fixed:
            self._rows, self._columns = max(self._rows, r + 1), max(self._columns, c + 1)
        self._box = int(getattr(model.problem, "box", 0))

    def size(self) -> Point:
        """The board and a margin."""
        return self._columns * CELL + 2 * MARGIN, self._rows * CELL + 2 * MARGIN

    def _middle(self, place: tuple[int, int]) -> Point:
        return MARGIN + (place[1] + 0.5) * CELL, MARGIN + (place[0] + 0.5) * CELL

    def pieces(self, moment: Moment, every: bool) -> Iterable[Piece]:
        """The cells, their fixed contents, and the lines of the boxes."""
        for place, sign in self._fixed.items():
            at = self._middle(place)
            yield Group(*at, (Path((_box(CELL / 2, CELL / 2),)),), "node chance" if sign.isdigit() else "node")
            yield Caption(sign if sign.isdigit() else "", at[0], at[1] + 8, 22, "value")
        for x in self.model.domains:
            yield from self._cell(x, moment, every)
        if self._box:
            low, high = MARGIN, MARGIN + self._rows * CELL
            for i in range(0, self._rows + 1, self._box):
                border = MARGIN + i * CELL
                yield Path((Line(((border, low), (border, high))),), "edge best")
                yield Path((Line(((low, border), (high, border))),), "edge best")

    def _cell(self, x: Variable, moment: Moment, every: bool) -> Iterable[Piece]:
        middle = self._middle(self._cells[x])
        values = self.model.domains[x]
        left = set(moment.domains[x])
        chosen = moment.assignment.get(x, next(iter(left)) if len(left) == 1 else None)
        is_set = x in moment.assignment or len(left) == 1
        yield Group(*middle, (Path((_box(CELL / 2, CELL / 2),)),), self.kind_of(x, moment), str(x))
        if every or is_set:
            kind = "value inner" if len(values) == 1 else "value"
            text = self.text(x, chosen) if is_set else ""
            yield Caption(text, middle[0], middle[1] + 8, 22, f"{kind} c{self.number[x]}")
        if len(values) == 1 or len(values) > 25 or (is_set and not every):
            return
        side = ceil(sqrt(len(values)))
        size = 12.0 if side <= 3 else 10.0 if side == 4 else 8.0
        for j, v in enumerate(values):
            at = (
                middle[0] + (j % side - (side - 1) / 2) * (CELL - 8) / side,
                middle[1] + (j // side - (side - 1) / 2) * (CELL - 8) / side,
            )
            if every or v in left:
                yield from self.mark(x, j, v, at, size, left=v in left)
            if every:
                yield self.stroke(x, j, v, at, size)


class SquareStage(Stage):
    """A chessboard: each variable is a row, each value a square in it, and a queen marks the assigned value."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        if len(model.domains) > MOST_ROWS:
            raise LimitError(f"{quote(model.problem)} has {len(model.domains)} rows: at most {MOST_ROWS} are drawn")
        self._columns = max(map(len, model.domains.values()))

    def size(self) -> Point:
        """The board and a margin."""
        return self._columns * SQUARE + 2 * MARGIN, len(self.number) * SQUARE + 2 * MARGIN

    def pieces(self, moment: Moment, every: bool) -> Iterable[Piece]:
        """The squares, strokes through removed values, and the queens."""
        for x, i in self.number.items():
            left = set(moment.domains[x])
            y = MARGIN + (i + 0.5) * SQUARE
            row = (Path((_box(self._columns * SQUARE / 2, SQUARE / 2),)),)
            yield Group(MARGIN + self._columns * SQUARE / 2, y, row, self.kind_of(x, moment), f"row {x}")
            for j, v in enumerate(self.model.domains[x]):
                middle = (MARGIN + (j + 0.5) * SQUARE, y)
                if (i + j) % 2:
                    yield Group(*middle, (Path((_box(SQUARE / 2, SQUARE / 2),)),), "node player")
                is_here = moment.assignment.get(x) == v and x in moment.assignment
                if every or (v not in left and not is_here):
                    yield _cross(middle, f"mark s{i}-{j}")
                if every or is_here:
                    yield Group(*middle, (Path(_QUEEN),), f"node opponent best q{i}-{j}", f"queen in {x}, {v}")


def _wrapped(text: str, width: float) -> list[str]:
    """The text in lines that are no wider than this."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, 12) * SPARE <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _box(across: float, down: float) -> Line:
    return Line(((-across, -down), (across, -down), (across, down), (-across, down)), closed=True)


def _cross(middle: Point, kind: str) -> Piece:
    x, y = middle
    return Path((Line(((x - 5, y - 5), (x + 5, y + 5))), Line(((x - 5, y + 5), (x + 5, y - 5)))), kind)


_QUEEN: Outline = (
    Line(((-9, 9), (-11, -7), (-5, 0), (0, -10), (5, 0), (11, -7), (9, 9)), closed=True),
    Ellipse(0, -11, 1.5, 1.5),
)


def stage_of(model: Model, view: str | None = None) -> Stage:
    """The stage of a problem: its board if it has one, unless its graph is requested."""
    if view != "graph":
        cells = model.problem.cells()
        if cells is not None:
            return CellStage(model, cells)
        if model.problem.squares():
            return SquareStage(model)
    return GraphStage(model)
