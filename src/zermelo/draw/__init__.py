"""Search trees as pictures (SVG) and as text. What is drawn comes from a log: `trace.tree()` gives the root.

tree_svg(root)      a self-contained picture, for a slide, a paper or a page
tree_text(root)     the same in plain text, for terminals and screen readers
"""

from zermelo.draw.svg import tree_svg
from zermelo.draw.text import tree_text

__all__ = ["tree_svg", "tree_text"]
