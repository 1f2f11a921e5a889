"""The legend under a tree: a symbol and a word for each element that occurs in it, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set as AbstractSet
from typing import NamedTuple

from zermelo.core.trace import Node
from zermelo.draw.figures import ROLES, kind_of, outline_of
from zermelo.draw.fonts import text_width
from zermelo.draw.nodes import FOLDED, information_sets
from zermelo.draw.scene import Caption, Group, Line, Path, Piece
from zermelo.draw.words import ESTIMATE, LOOP, player_of, say_role

SIZE = 11.0
ROW = 22.0
BETWEEN = 20.0
SIGN_GAP = 6.0
NARROWER = 10.0
BRANCH = 26.0


class LegendEntry(NamedTuple):
    """A symbol, drawn from x = 0 and around y = 0, and the word for it."""

    sign: tuple[Piece, ...]
    width: float
    word: str

    @property
    def whole(self) -> float:
        """The width of symbol and word together."""
        return self.width + SIGN_GAP + text_width(self.word, SIZE)


WINNERS = {"won": "MAX wins", "lost": "MIN wins", "even": "draw", "open": "not decided"}
"""The meaning of each kind of figure that shows the winner."""


def entries(every: Sequence[Node], has_line: bool, winners: AbstractSet[str] = frozenset()) -> list[LegendEntry]:
    """The entries of the legend for these nodes; `winners` are the kinds of their figures, if they show the winner."""
    roles = sorted({node.role for node in every}, key=lambda role: (_rank(role), role))
    whys = {node.why for node in every}
    by_winner = any(winners)
    found = [_figure(role, " open" if by_winner and role != FOLDED else "") for role in roles]
    found += [_swatch(kind, word) for kind, word in WINNERS.items() if kind in winners]
    if "cutoff" in whys:
        found.append(_text(ESTIMATE, "estimate", "value"))
    if "loop" in whys:
        found.append(_text(LOOP, "loop", "value"))
    if any(node.window is not None and node.children for node in every):
        found.append(_text("[α, β]", "window", "window"))
    if any(node.tally is not None for node in every):
        found.append(_text("N", "playouts", "window"))
    if any(node.exploration is not None for node in every):
        found.append(_text("+", "exploration term", "window"))
    if has_line:
        found.append(LegendEntry((_branch("edge best"),), BRANCH, "best line"))
    if information_sets(every):
        found.append(LegendEntry((_branch("link"),), BRANCH, "information set"))
    if not all(node.read for node in every):
        strokes = Path((Line(((9, 5), (13, -5))), Line(((13, 5), (17, -5)))), "mark")
        found.append(LegendEntry((_branch("edge unread"), strokes), BRANCH, "not read"))
    return found


def flow(found: list[LegendEntry], width: float) -> list[list[LegendEntry]]:
    """The entries in as few rows as this width allows, with rows of about the same width."""
    rows = _fill(found, width)
    while len(narrower := _fill(found, width - NARROWER)) == len(rows) > 1:
        rows, width = narrower, width - NARROWER
    return rows


def _fill(found: list[LegendEntry], width: float) -> list[list[LegendEntry]]:
    rows: list[list[LegendEntry]] = []
    for entry in found:
        if rows and row_width([*rows[-1], entry]) <= width:
            rows[-1].append(entry)
        else:
            rows.append([entry])
    return rows


def row_width(row: list[LegendEntry]) -> float:
    """The width of a row of entries."""
    return sum(entry.whole for entry in row) + BETWEEN * (len(row) - 1)


def draw_rows(rows: list[list[LegendEntry]], middle: float, top: float) -> Iterator[Group]:
    """The groups of the rows, each row centred."""
    for i, row in enumerate(rows):
        x = middle - row_width(row) / 2
        for entry in row:
            word = Caption(entry.word, entry.width + SIGN_GAP, 4, SIZE, "word")
            yield Group(x, top + ROW * (i + 0.5), (*entry.sign, word))
            x += entry.whole + BETWEEN


def _rank(role: str) -> int:
    return ROLES.index(role) if role in ROLES else len(ROLES) + (role == FOLDED)


def _branch(kind: str) -> Path:
    return Path((Line(((0, 0), (BRANCH, 0))),), kind)


def _swatch(kind: str, word: str) -> LegendEntry:
    return LegendEntry((Group(7, -7, (Path(outline_of("terminal", 7, 14)),), f"node {kind}"),), 14, word)


def _figure(role: str, more: str = "") -> LegendEntry:
    player = player_of(role)
    half = 8.0 if player is None else 12.0
    number = () if player is None else (Caption(f"P{player}", 0, 11.3, 9, "number"),)
    outline = Path(outline_of(role, half, 16))
    return LegendEntry((Group(half, -8, (outline, *number), f"node {kind_of(role)}{more}"),), 2 * half, say_role(role))


def _text(sign: str, word: str, kind: str) -> LegendEntry:
    size = SIZE if kind == "window" else 14.0
    width = text_width(sign, size)
    middle = width / 2 if kind == "value" else 0
    return LegendEntry((Caption(sign, middle, 4.5, size, kind),), width, word)
