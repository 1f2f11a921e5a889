"""Search trees as pictures, text and data. A tree comes from the log of a search: `trace.tree()` returns its root.

    tree_text(root)         plain text, for terminals and screen readers
    tree_svg(root)          a self-contained picture, for a slide, a paper or a page
    tree_html(trace)        a page that steps through the search
    tree_png(root)          the same picture as PNG; needs the package's extra "pictures"
    tree_pdf(root)          the same picture as PDF; needs the package's extra "pictures"
    tree_tikz(root)         the same picture as a LaTeX document
    tree_dot(root)          a graph for Graphviz
    tree_efg(root, game)    an extensive form for Gambit
    tree_json(root, game)   nested objects, for programs

    stepping(trace)         the contents of such a page as plain data
    tree_css()              the style sheet of the pictures, for a page that embeds them without it
    exercise_html(...)      a page of exercises
    blank(root)             the tree with its values hidden

    fold(root, most)        the tree with at most `most` nodes; the others are folded
    readable(root)          the tree itself, or a folded copy if it is too large to read
    fit(root, width, ...)   the tree folded until its picture is not wider than that
    format_of(path)         the format for a file name's ending
    design_for(game, ...)   theme, boards inside nodes, colours and scale, which the functions take as `design`

The functions that take the game as well need it for the states of the nodes.
"""

from zermelo.draw.blank import blank
from zermelo.draw.design import COLOURS, THEMES, Design, design_for
from zermelo.draw.dot import tree_dot
from zermelo.draw.fitting import fit
from zermelo.draw.folding import READABLE, WHOLE, fold, readable
from zermelo.draw.formats import FORMATS, Format, format_of
from zermelo.draw.gambit import tree_efg
from zermelo.draw.html import exercise_html, tree_html
from zermelo.draw.nested import tree_json
from zermelo.draw.nodes import Fold, shown_and_all
from zermelo.draw.printing import tree_pdf, tree_png
from zermelo.draw.stepping import stepping
from zermelo.draw.style import tree_css
from zermelo.draw.svg import tree_svg
from zermelo.draw.text import tree_text
from zermelo.draw.tikz import tree_tikz

__all__ = [
    "COLOURS",
    "FORMATS",
    "READABLE",
    "THEMES",
    "WHOLE",
    "Design",
    "Fold",
    "Format",
    "blank",
    "design_for",
    "exercise_html",
    "fit",
    "fold",
    "format_of",
    "readable",
    "shown_and_all",
    "stepping",
    "tree_css",
    "tree_dot",
    "tree_efg",
    "tree_html",
    "tree_json",
    "tree_pdf",
    "tree_png",
    "tree_svg",
    "tree_text",
    "tree_tikz",
]
