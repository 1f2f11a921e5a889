"""Search trees as pictures, as text and as data. What is drawn comes from a log: `trace.tree()` gives the root.

    tree_text(root)         plain text, for terminals and screen readers
    tree_svg(root)          a self-contained picture, for a slide, a paper or a page
    tree_png(root)          the same picture as PNG; it needs the package's extra "pictures", as the next
    tree_pdf(root)          the same picture as PDF
    tree_tikz(root)         the same picture as a LaTeX document
    tree_dot(root)          a graph for Graphviz
    tree_efg(root, game)    an extensive form for Gambit
    tree_json(root, game)   nested objects, for programs

    fold(root, most)        the tree with at most so many nodes, the rest of it folded
    readable(root)          the tree itself, or folded if there is too much of it to be read
    format_of(path)         the format that a file's name asks for

What takes the game as well needs it for the states of the nodes.
"""

from zermelo.draw.dot import tree_dot
from zermelo.draw.folding import READABLE, WHOLE, fold, readable
from zermelo.draw.formats import FORMATS, Format, format_of
from zermelo.draw.gambit import tree_efg
from zermelo.draw.nested import tree_json
from zermelo.draw.nodes import Fold, shown_and_all
from zermelo.draw.printing import tree_pdf, tree_png
from zermelo.draw.svg import tree_svg
from zermelo.draw.text import tree_text
from zermelo.draw.tikz import tree_tikz

__all__ = [
    "FORMATS",
    "READABLE",
    "WHOLE",
    "Fold",
    "Format",
    "fold",
    "format_of",
    "readable",
    "shown_and_all",
    "tree_dot",
    "tree_efg",
    "tree_json",
    "tree_pdf",
    "tree_png",
    "tree_svg",
    "tree_text",
    "tree_tikz",
]
