"""The expected utilities of a policy at each information set: what each action there is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import prod

from zermelo.core.game import CHANCE
from zermelo.hidden.game_tree import TERMINAL
from zermelo.hidden.policies import Policy

ROUNDING = 1e-14
"""A mean that is smaller than this share of its summands is 0: only rounding has kept it from that."""


def mean_of(weights: Sequence[float], values: Sequence[float]) -> float:
    """The mean of values whose weights add up to 1."""
    products = [w * v for w, v in zip(weights, values, strict=True)]
    mean = sum(products)
    return 0.0 if abs(mean) <= ROUNDING * sum(map(abs, products)) else mean


class Evaluation:
    """The values of all nodes of the tree if everyone follows the policy, and how likely each node is."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._nodes = policy.tree.nodes
        self._probability = self._edge_probabilities()
        self._values = self._node_values()
        self._reach = self._reached()
        self._members: dict[int, list[int]] = defaultdict(list)
        for node, (player, place) in enumerate(zip(self._nodes.player, self._nodes.place, strict=True)):
            if player >= 0:
                self._members[place].append(node)

    def action_values(self, number: int) -> list[tuple[float, ...]]:
        """The expected utility to each player after each action at an information set.

        Its nodes count with the probability that chance and the others lead there; if they never do, equally.
        """
        members = self._members[number]
        mover = self._policy.tree.sets[number].view.player
        weights = [prod(r for p, r in enumerate(self._reach[node]) if p != mover) for node in members]
        if sum(weights) <= 0:
            weights = [1.0] * len(members)
        whole = sum(weights)
        weights = [w / whole for w in weights]
        found = []
        for place in range(len(self._policy.tree.sets[number].actions)):
            after = [self._values[self._nodes.child[self._nodes.first_child[node] + place]] for node in members]
            found.append(tuple(mean_of(weights, values) for values in zip(*after, strict=True)))
        return found

    def _edges(self, node: int) -> range:
        first = self._nodes.first_child[node]
        return range(first, first + self._nodes.children[node])

    def _edge_probabilities(self) -> list[float]:
        """The probability of each edge: that of chance, or the policy's."""
        found = list(self._nodes.chance)
        for node, player in enumerate(self._nodes.player):
            if player >= 0:
                first = self._policy.tree.sets[self._nodes.place[node]].first
                for place, edge in enumerate(self._edges(node)):
                    found[edge] = self._policy.probabilities[first + place]
        return found

    def _node_values(self) -> list[tuple[float, ...]]:
        """The expected utilities at each node; children come after their parents."""
        nodes, players = self._nodes, self._policy.game.players
        values: list[tuple[float, ...]] = [()] * len(nodes.player)
        for node in reversed(range(len(values))):
            if nodes.player[node] == TERMINAL:
                at = nodes.place[node] * players
                values[node] = tuple(nodes.utility[at : at + players])
            else:
                edges = self._edges(node)
                after = zip(*(values[nodes.child[edge]] for edge in edges), strict=True)
                values[node] = tuple(mean_of(self._probability[edges.start : edges.stop], each) for each in after)
        return values

    def _reached(self) -> list[tuple[float, ...]]:
        """For each node, how likely each player plays to there, and at the end the same for chance."""
        nodes, players = self._nodes, self._policy.game.players
        reach: list[tuple[float, ...]] = [(1.0,) * (players + 1)] * len(nodes.player)
        for node, player in enumerate(nodes.player):
            whose = players if player == CHANCE else player
            for edge in self._edges(node):
                here = reach[node]
                reach[nodes.child[edge]] = (*here[:whose], here[whose] * self._probability[edge], *here[whose + 1 :])
        return reach
