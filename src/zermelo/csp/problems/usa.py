"""The 48 contiguous states of the USA: neighbours get different colours. Four are enough, three are not."""

from __future__ import annotations

from collections.abc import Mapping

from zermelo.csp.constraints import Value, Variable
from zermelo.csp.problems._maps import Colouring, painted

TILES = """\
.. .. .. .. .. .. .. .. .. .. ME
.. .. .. .. .. .. .. .. .. VT NH
WA ID MT ND MN .. WI MI .. NY MA
OR NV WY SD IA IL IN OH PA NJ CT RI
CA UT CO NE MO KY WV VA MD DE
.. AZ NM KS AR TN NC SC
.. .. .. OK LA MS AL GA
.. .. .. TX .. .. .. .. FL"""
"""The positions of the states, one square each: approximately those on a map."""

SIDE = 44


class USA(Colouring):
    """105 common borders; states that meet in a point only, at the Four Corners, are not neighbours."""

    borders = {  # noqa: RUF012
        **{"AL": "FL GA MS TN", "AZ": "CA NM NV UT", "AR": "LA MO MS OK TN TX", "CA": "NV OR"},
        **{"CO": "KS NE NM OK UT WY", "CT": "MA NY RI", "DE": "MD NJ PA", "FL": "GA", "GA": "NC SC TN"},
        **{"ID": "MT NV OR UT WA WY", "IL": "IN IA KY MO WI", "IN": "KY MI OH", "IA": "MN MO NE SD WI"},
        **{"KS": "MO NE OK", "KY": "MO OH TN VA WV", "LA": "MS TX", "ME": "NH", "MD": "PA VA WV", "MA": "NH NY RI VT"},
        **{"MI": "OH WI", "MN": "ND SD WI", "MS": "TN", "MO": "NE OK TN", "MT": "ND SD WY", "NE": "SD WY"},
        **{"NV": "OR UT", "NH": "VT", "NJ": "NY PA", "NM": "OK TX", "NY": "PA VT", "NC": "SC TN VA", "ND": "SD"},
        **{"OH": "PA WV", "OK": "TX", "OR": "WA", "PA": "WV", "RI": "", "SC": "", "SD": "WY", "TN": "VA", "TX": ""},
        **{"UT": "WY", "VT": "", "VA": "WV", "WA": "", "WV": "", "WI": "", "WY": ""},
    }

    def __init__(self, colours: int = 4) -> None:
        super().__init__(colours)

    def layout(self) -> Mapping[Variable, tuple[float, float]]:
        """The centres of the squares, with enough space between them for the domains."""
        return {state: (1.15 * x, y) for state, (x, y) in _tiles().items()}

    def draw(self, assignment: Mapping[Variable, Value]) -> str:
        """A square in its colour for each state."""
        regions, names = {}, {}
        for state, (x, y) in _tiles().items():
            left, top = 4 + SIDE * x, 4 + SIDE * y
            regions[state] = [(left, top), (left + 40, top), (left + 40, top + 40), (left, top + 40)]
            names[state] = (left + 20, top + 25)
        return painted((12 * SIDE + 6, 8 * SIDE + 6), regions, names, assignment, "The 48 contiguous states as squares")


def _tiles() -> dict[str, tuple[int, int]]:
    rows = [line.split() for line in TILES.splitlines()]
    return {state: (x, y) for y, row in enumerate(rows) for x, state in enumerate(row) if state != ".."}
