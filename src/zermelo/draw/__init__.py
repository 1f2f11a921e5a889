"""Search trees as pictures, as text and as data. What is drawn comes from a log: `trace.tree()` gives the root.

    tree_text(root)         plain text, for terminals and screen readers
    tree_svg(root)          a self-contained picture, for a slide, a paper or a page
    tree_html(trace)        a page that goes through the search step by step
    tree_png(root)          the same picture as PNG; it needs the package's extra "pictures", as the next
    tree_pdf(root)          the same picture as PDF
    tree_tikz(root)         the same picture as a LaTeX document
    tree_dot(root)          a graph for Graphviz
    tree_efg(root, game)    an extensive form for Gambit
    tree_json(root, game)   nested objects, for programs

    stepping(trace)         what such a page is made of, as plain data
    tree_css()              the style sheet of the pictures, for a page that has them without it
    exercise_html(...)      a page of exercises
    blank(root)             the tree with its values hidden

    fold(root, most)        the tree with at most so many nodes, the rest of it folded
    readable(root)          the tree itself, or folded if there is too much of it to be read
    format_of(path)         the format that a file's name asks for

What takes the game as well needs it for the states of the nodes.
"""

from zermelo.draw.blank import blank
from zermelo.draw.dot import tree_dot
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
    "FORMATS",
    "READABLE",
    "WHOLE",
    "Fold",
    "Format",
    "blank",
    "exercise_html",
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
