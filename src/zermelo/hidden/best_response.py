"""Exact best responses, and from them how far a policy is from an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.hidden.policies import Policy, policy_of
from zermelo.hidden.tree_memory import tree_memory
from zermelo.kernels.regret import counterfactual_values, measure
from zermelo.kernels.regret_memory import RegretMemory

NOISE = 1e-14
"""Utilities smaller than this are rounding errors, and count as 0."""


@dataclass(frozen=True)
class Measured:
    """The expected utilities of a policy, and of each player's best response to the others."""

    values: tuple[float, ...]
    """The expected utility to each player if all follow the policy."""

    best: tuple[float, ...]
    """The expected utility to each player if only the others follow it, and this player answers best."""

    @property
    def nash_conv(self) -> float:
        """The sum of what the players could gain by answering best: 0 at an equilibrium, and only there."""
        gains = sum(b - v for b, v in zip(self.best, self.values, strict=True))
        return gains if gains > NOISE else 0.0

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players."""
        return self.nash_conv / len(self.values)

    @property
    def bounds(self) -> tuple[float, float]:
        """For two players and zero sum: bounds on the value to player 0, which both policies prove."""
        total = sum(self.values)
        return total - self.best[1], self.best[0]


def measured(m: RegretMemory) -> Measured:
    """The figures that the kernel `measure` has left in its memory."""
    return Measured(tuple(map(_without_noise, m.expected)), tuple(map(_without_noise, m.best)))


def _without_noise(value: float) -> float:
    return float(value) if abs(value) > NOISE else 0.0


def measure_policy(policy: Policy) -> Measured:
    """The expected utilities of a policy, and of best responses to it."""
    m = _memory_of(policy)
    measure(None, None, m)
    return measured(m)


def best_response(policy: Policy, p: int) -> Policy:
    """The policy in which player p answers the others best, with pure strategies, and the others do not change."""
    tree, m = policy.tree, _memory_of(policy)
    measure(None, None, m)
    for known in tree.sets:
        for sequence in known.sequences:
            m.reach[sequence] = m.reach[known.parent] * policy.probabilities[sequence]
    counterfactual_values(m, p)
    chosen = list(policy.probabilities)
    for number in reversed(tree.sets_of(p)):
        known = tree.sets[number]
        best = max(known.sequences, key=lambda sequence: m.value[sequence])
        m.value[known.parent] += m.value[best]
        for sequence in known.sequences:
            chosen[sequence] = 1.0 if sequence == best else 0.0
    return policy_of(tree, chosen)


def _memory_of(policy: Policy) -> RegretMemory:
    """A memory in which the policy is the average strategy."""
    m = tree_memory(policy.tree, native=False)
    m.total[:] = policy.probabilities
    return m
