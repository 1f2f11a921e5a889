"""A parsed tree, in any notation: the readers produce it, and the game is built from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.core.errors import ParseError, quote

DEEPEST = 500
"""The maximum depth of a tree: a search recurses as deep as the tree."""

LARGEST = 1e12
"""The greatest absolute value of a leaf: a search needs greater values for its infinities."""

ROLES = ("max", "min", "chance", *(f"p{i}" for i in range(8)))
"""The names of the players at a node: p0 is another name for MAX, p1 for MIN."""


@dataclass
class Written:
    """A node, with the action and the probability of its branch. A leaf has values; an inner node has children."""

    at: int | None = None
    action: str | None = None
    probability: float | None = None
    label: str | None = None
    role: str | None = None
    mark: str | None = None
    """What the player to move sees: nodes with the same mark are one information set."""

    values: tuple[float, ...] | None = None
    estimate: float | None = None
    children: list[Written] = field(default_factory=list, repr=False)  # a repr of nested nodes would recurse deeply

    @property
    def is_chance(self) -> bool:
        """Whether this is a chance node: it is marked as one, or its branches have probabilities."""
        return self.role == "chance" or any(c.probability is not None for c in self.children)


def check_written(root: Written, text: str) -> None:
    """Raises ParseError, if possible with a caret, for a tree that is not valid in any notation."""
    below = [(root, 0)]
    while below:
        node, depth = below.pop()
        if depth > DEEPEST:
            raise ParseError(f"the tree {quote(text)} is nested more than {DEEPEST} deep")
        _check_numbers(node, text)
        _check_chance(node, text)
        below.extend((child, depth + 1) for child in node.children)


def _check_numbers(node: Written, text: str) -> None:
    numbers = (*(node.values or ()), *(() if node.estimate is None else (node.estimate,)))
    for number in numbers:
        if not abs(number) <= LARGEST:  # true for NaN too
            raise ParseError(f"a leaf of {quote(number, 20)} is too large: at most {LARGEST:.0e}", text, node.at)


def _check_chance(node: Written, text: str) -> None:
    if not node.is_chance:
        return
    if node.role not in (None, "chance"):
        raise ParseError(f"there are probabilities under {node.role}: only chance nodes have them", text, node.at)
    given = [c.probability for c in node.children if c.probability is not None]
    if not given:
        for child in node.children:
            child.probability = 1 / len(node.children)
        return
    if len(given) < len(node.children):
        missing = next(c for c in node.children if c.probability is None)
        raise ParseError("some outcomes have a probability and this one has none", text, missing.at)
    for child in node.children:
        if not 0 <= (child.probability or 0) <= 1:
            raise ParseError(f"{child.probability} is not a probability", text, child.at)
    if abs(sum(given) - 1) > 1e-9:
        raise ParseError(
            f"the probabilities {', '.join(f'{p:g}' for p in given)} add up to {sum(given):g}, not to 1", text, node.at
        )
