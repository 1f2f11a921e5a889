"""Random games with cycles whose positions have numbers: stages, parts, unused numbers, and any utilities.

Node n belongs to stage n // SPAN, and to part n % SPAN // HALF of it. Actions lead to the same part, to an earlier part
of the stage, or to a lower stage.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from random_graphs import draw
from zermelo import Game

SPAN, HALF = 14, 7
"""The nodes of a stage, and of a part."""


class Node(NamedTuple):
    number: int


class Ranked(Game):
    def __init__(self, seed: int = 1, stages: int = 3, utilities: int = 1, endless: int = 0) -> None:
        self.seed, self.stages, self.utilities, self.endless = seed, stages, utilities, endless

    def initial(self) -> Node:
        return Node(self.used(self.stages * SPAN - 1))

    def player(self, s: Node) -> int:
        return draw(self.seed, s.number, 1, 2)

    def actions(self, s: Node) -> range:
        return range(1 + draw(self.seed, s.number, 2, 4))

    def result(self, s: Node, a: int) -> Node:
        """Half of the actions stay within the part, and the others lead anywhere up to its end."""
        first = s.number // HALF * HALF if draw(self.seed, s.number, 20 + a, 2) else 0
        end = (s.number // HALF + 1) * HALF
        return Node(self.used(first + draw(self.seed, s.number, 10 + a, end - first)))

    def is_terminal(self, s: Node) -> bool:
        return draw(self.seed, s.number, 3, 5) == 0 or s.number == 0

    def utility(self, s: Node, p: int) -> float:
        value = draw(self.seed, s.number, 4, 2 * self.utilities + 1) - self.utilities
        return value if p == 0 else -value

    def infinite_play(self, p: int) -> float:
        return self.endless if p == 0 else -self.endless

    def used(self, number: int) -> int:
        """The number itself, or another of the same part if it is unused."""
        return number - 1 if self.is_unused(number) else number

    def is_unused(self, number: int) -> bool:
        return number % HALF > 0 and number % 5 == 0 and (number - 1) % 5 != 0

    def stage(self, s: Node) -> int:
        return s.number // SPAN

    def rank(self, s: Node) -> int:
        return s.number % SPAN

    def unrank(self, stage: int, i: int) -> Node:
        return Node(self.used(stage * SPAN + i))

    def parts(self, stage: int) -> tuple[tuple[str, int], ...]:
        return (("low", HALF), ("high", HALF)) if 0 <= stage < self.stages else ()

    def nodes(self) -> Iterator[Node]:
        return (Node(n) for n in range(self.stages * SPAN) if not self.is_unused(n))


class Colliding(Ranked):
    """Nodes 1 and 2 of each stage share a number."""

    def rank(self, s: Node) -> int:
        return 1 if s.number % SPAN == 2 else s.number % SPAN


class Growing(Ranked):
    """The stages are numbered in the wrong order."""

    def stage(self, s: Node) -> int:
        return self.stages - 1 - s.number // SPAN

    def unrank(self, stage: int, i: int) -> Node:
        return Node(self.used((self.stages - 1 - stage) * SPAN + i))


class LaterPart(Ranked):
    """The parts of a stage are in the wrong order."""

    def rank(self, s: Node) -> int:
        return (s.number + HALF) % SPAN

    def unrank(self, stage: int, i: int) -> Node:
        return Node(self.used(stage * SPAN + (i + HALF) % SPAN))


class Mortal(Ranked):
    """A game whose rules kill the worker process that asks them first, once for each file in a folder."""

    def parts_needed(self, stage: int, part: int) -> range:
        folder = os.environ.get("ZERMELO_TEST_DEATHS")
        if folder and "ZERMELO_TEST_PARENT" in os.environ and os.environ["ZERMELO_TEST_PARENT"] != str(os.getpid()):
            for file in Path(folder).iterdir():
                file.unlink(missing_ok=True)
                os._exit(9)
        return range(part)
