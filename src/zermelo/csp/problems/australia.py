"""Australia: colour its states and territories so that neighbours differ."""

from __future__ import annotations

from collections.abc import Mapping

from zermelo.csp.constraints import Value, Variable
from zermelo.csp.problems._maps import Colouring, painted

REGIONS = {
    "WA": [(20, 90), (60, 55), (95, 25), (125, 15), (130, 60), (130, 190), (70, 215), (40, 210), (25, 150)],
    "NT": [(125, 15), (145, 8), (180, 12), (185, 35), (195, 40), (195, 120), (130, 120), (130, 60)],
    "SA": [(130, 120), (210, 120), (210, 225), (185, 195), (170, 185), (130, 190)],
    "Q": [(195, 40), (215, 50), (225, 5), (245, 45), (275, 90), (295, 140), (210, 145), (210, 120), (195, 120)],
    "NSW": [(210, 145), (295, 140), (290, 175), (275, 205), (250, 195), (225, 185), (210, 182)],
    "V": [(210, 182), (225, 185), (250, 195), (275, 205), (245, 222), (225, 220), (210, 215)],
    "T": [(228, 240), (252, 240), (248, 262), (236, 264)],
}
"""The regions as polygons: a sketch."""


class Australia(Colouring):
    """Seven regions; Tasmania is an island, and so a component of its own."""

    borders = {"WA": "NT SA", "NT": "SA Q", "SA": "Q NSW V", "Q": "NSW", "NSW": "V", "V": "", "T": ""}  # noqa: RUF012

    def draw(self, assignment: Mapping[Variable, Value]) -> str:
        """The map in its colours."""
        names = {
            **{"WA": (75, 130), "NT": (162, 75), "SA": (170, 158), "Q": (242, 105), "NSW": (250, 168)},
            **{"V": (236, 207), "T": (240, 256)},
        }
        return painted((310, 275), REGIONS, names, assignment, "Map of Australia")

    def layout(self) -> Mapping[Variable, tuple[float, float]]:
        """The approximate positions of the regions."""
        return {
            **{"WA": (0, 1), "NT": (1.3, 0.2), "SA": (1.5, 1.5), "Q": (2.8, 0.4), "NSW": (3.2, 1.6)},
            **{"V": (2.5, 2.5), "T": (3.5, 3.2)},
        }
