"""Random trees for Hypothesis, and what they are worth by a few lines of brute force that know nothing of Zermelo."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from hypothesis import strategies as st


@dataclass
class Twig:
    """A tree: a leaf with utilities, or a player (-1: chance) with branches."""

    utilities: tuple[int, ...] = ()
    player: int = 0
    branches: list[Twig] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)

    def text(self) -> str:
        if not self.branches:
            one = len(self.utilities) == 1
            return str(self.utilities[0]) if one else f"<{' '.join(map(str, self.utilities))}>"
        if self.player >= 0:
            return f"p{self.player}({' '.join(b.text() for b in self.branches)})"
        total = sum(self.weights)
        return f"[{', '.join(f'{w}/{total}: {b.text()}' for w, b in zip(self.weights, self.branches, strict=True))}]"


def trees(players: int = 2, chance: bool = False, single: bool = True, leaves: int = 25) -> st.SearchStrategy[Twig]:
    """Uneven depth, many ties, anyone moving at any node, several times running too."""
    utility = st.integers(-4, 4)
    leaf = st.tuples(*[utility] * (1 if single else players)).map(lambda u: Twig(utilities=u))
    movers = st.integers(-1 if chance else 0, players - 1)

    def branch(below: st.SearchStrategy[Twig]) -> st.SearchStrategy[Twig]:
        return st.builds(
            lambda player, pairs: Twig((), player, [t for t, _ in pairs], [w for _, w in pairs]),
            movers,
            st.lists(st.tuples(below, st.integers(1, 5)), min_size=1, max_size=4),
        )

    return branch(st.recursive(leaf, branch, max_leaves=leaves))


def minimax(t: Twig) -> int:
    if not t.branches:
        return t.utilities[0]
    return (max, min)[t.player](minimax(b) for b in t.branches)


def mean(t: Twig, values: list[float]) -> float:
    """The mean, rounded as the searches round it: otherwise a tie for one could be a difference for the other."""
    total = sum(t.weights)
    return sum(w / total * v for w, v in zip(t.weights, values, strict=True))


def expectiminimax(t: Twig) -> float:
    if not t.branches:
        return t.utilities[0]
    values = [expectiminimax(b) for b in t.branches]
    return mean(t, values) if t.player < 0 else (max, min)[t.player](values)


def expectimax(t: Twig, agent: int, level: Fraction | None) -> Fraction:
    """In rational arithmetic, where ties are exact; without a level the opponent is random."""
    if not t.branches:
        return Fraction(t.utilities[0])
    values = [expectimax(b, agent, level) for b in t.branches]
    if t.player < 0:
        return sum(w * v for w, v in zip(t.weights, values, strict=True)) / Fraction(sum(t.weights))
    best = (max, min)[t.player](values)
    if t.player == agent:
        return best
    if level is None:
        return sum(values) / Fraction(len(values))
    others = [v for v in values if v != best]
    return level * best + (1 - level) * sum(others) / len(others) if others else best


def maxn(t: Twig, players: int) -> tuple[float, ...]:
    if not t.branches:
        return t.utilities
    values = [maxn(b, players) for b in t.branches]
    if t.player < 0:
        return tuple(mean(t, [v[p] for v in values]) for p in range(players))
    return max(values, key=lambda v: v[t.player])  # the first of equals
