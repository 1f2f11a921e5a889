"""The styles of a picture's pieces: one table for every output format.

Colours are based on the palette of Okabe and Ito, which colour-blind readers can distinguish, and no meaning depends on
colour alone.
"""

from __future__ import annotations

from typing import NamedTuple

EDGE, BEST_EDGE, UNREAD_EDGE, MARK, LINK = 1.2, 3.6, 1.1, 1.8, 1.6
"""Line widths of branches, of the strokes across a branch that was cut, and of links between nodes."""

FIGURE, BEST_FIGURE = 1.4, 2.6
"""Line widths of the outlines of figures."""

EDGE_DASHES, FIGURE_DASHES = (4.0, 3.0), (3.0, 2.5)
"""The lengths of a dash and of the gap after it, for parts that were not read."""

LINK_DASHES = (6.0, 4.0)
"""As above, for the links between the nodes of an information set."""


class Look(NamedTuple):
    """The style of a kind of text: which part of it is at its position, the name of its colour, and its font style."""

    anchor: str = ""
    ink: str = ""
    bold: bool = False
    italic: bool = False


TEXTS = {
    "title": Look("middle", bold=True),
    "value": Look("middle"),
    "inner": Look(bold=True),
    "number": Look("middle", "quiet"),
    "action": Look("middle"),
    "best": Look(bold=True),
    "probability": Look("middle", "quiet", italic=True),
    "label": Look("end", "quiet"),
    "below": Look("middle"),
    "window": Look(ink="quiet"),
    "cut": Look(ink="cut", bold=True),
    "set": Look(ink="link"),
    "word": Look(ink="quiet"),
    "count": Look("middle", "quiet"),
}
"""Styles by the words of a text's kind. A kind of several words combines their styles; later words take precedence."""


class Palette(NamedTuple):
    """Colours as six hexadecimal digits: inks by name, and the fill and outline of each kind of figure.

    Of several kinds that a figure has, a later one takes precedence. The kinds from "won" to "open" say who wins, from
    the point of view of MAX; "open" is not decided.
    """

    inks: dict[str, str]
    figures: dict[str, tuple[str, str]]


LIGHT = Palette(
    {
        "ground": "ffffff",
        "text": "1b1b1b",
        "quiet": "4d4d4d",
        "cut": "a84300",
        "branch": "767676",
        "link": "5b3fa0",
        "unread": "d55e00",
        "unread text": "8f3f00",
    },
    {
        "node": ("ffffff", "555555"),
        "max": ("d3e8f5", "0072b2"),
        "min": ("f6dfec", "a5517f"),
        "chance": ("d2efe5", "007a59"),
        "opponent": ("fbedc6", "976a00"),
        "player": ("e3f2fc", "2a7fb8"),
        "won": ("a9d3ee", "00598c"),
        "lost": ("efb4d3", "8a2f62"),
        "even": ("e4e4e4", "555555"),
        "open": ("ffffff", "767676"),
        "unread": ("fdf0e6", "d55e00"),
    },
)
DARK = Palette(
    {
        "ground": "14171a",
        "text": "f0f0f0",
        "quiet": "c0c0c0",
        "cut": "ff9d5c",
        "branch": "8c8c8c",
        "link": "bfa8ff",
        "unread": "ff8a3d",
        "unread text": "ff9d5c",
    },
    {
        "node": ("22262a", "aaaaaa"),
        "max": ("0b3a57", "56b4e9"),
        "min": ("4b2139", "e39fc6"),
        "chance": ("0c4434", "3fc79b"),
        "opponent": ("4a3600", "e8b93e"),
        "player": ("12344a", "7cc4ee"),
        "won": ("0d5684", "8fd0f5"),
        "lost": ("78295a", "f3bfdc"),
        "even": ("44494e", "c4c4c4"),
        "open": ("14171a", "8c8c8c"),
        "unread": ("33200f", "ff8a3d"),
    },
)
