"""Counterfactual regret minimisation on a game tree in flat rows, and exact best responses.

An iteration updates the players one after another. For each of a player's sequences it computes the counterfactual
value, the sum over the leaves of the payoff times the probability that chance and the others play to there; and from
the last information set to the first, the value of a set is that of its actions by the current strategy. The regret
of an action is the sum of how much better it would have been, and the next strategy is proportional to the positive
regrets.

After iteration t positive regrets are multiplied by t^a / (t^a + 1), negative ones by t^b / (t^b + 1), and the sum of
the strategies by (t / (t + 1))^g (Brown and Sandholm, "Solving imperfect-information games via discounted regret
minimization", 2019). That includes the older variants:

    CFR     a = infinity, b = infinity,  g = 0     nothing is discounted
    CFR+    a = infinity, b = -infinity, g = 1     negative regrets become 0, and the average is linear
    DCFR    a = 1.5, b = 0, g = 2

The kernels call no rules, so they are compiled only once. They return the number of iterations so far.
"""

from __future__ import annotations

from typing import Any

from zermelo.kernels.regret_memory import RegretMemory

ALWAYS = 1e9
"""An exponent that stands for infinity."""


def minimise_regret(_game: Any, _s: Any, m: RegretMemory, iterations: int) -> int:
    """Runs iterations over the whole tree."""
    for _ in range(iterations):
        m.iteration += 1
        t = float(m.iteration)
        positive, negative = discount(t, m.positive_power), discount(t, m.negative_power)
        average = (t / (t + 1.0)) ** m.average_power
        for p in range(m.players):
            counterfactual_values(m, p)
            update_regrets(m, p, positive, negative)
            update_strategy(m, p, average)
    return m.iteration


def discount(t: float, power: float) -> float:
    """The factor t^power / (t^power + 1)."""
    if power >= ALWAYS:
        return 1.0
    if power <= -ALWAYS:
        return 0.0
    grown = float(t**power)
    return grown / (grown + 1.0)


def counterfactual_values(m: RegretMemory, p: int) -> None:
    """The value of each sequence of p at the leaves that no further action of p precedes."""
    for sequence in range(m.first_sequence[p], m.first_sequence[p + 1]):
        m.value[sequence] = 0.0
    if m.players == 2:
        other = 1 - p
        for at in range(0, 2 * m.leaves, 2):
            m.value[m.leaf_sequence[at + p]] += m.payoff[at + p] * m.reach[m.leaf_sequence[at + other]]
        return
    for leaf in range(m.leaves):
        at = leaf * m.players
        weighted = m.payoff[at + p]
        for q in range(m.players):
            if q != p:
                weighted *= m.reach[m.leaf_sequence[at + q]]
        m.value[m.leaf_sequence[at + p]] += weighted


def update_regrets(m: RegretMemory, p: int, positive: float, negative: float) -> None:
    """Adds the regrets of this iteration, from the last information set of p to the first, and discounts them."""
    first = m.first_set[p]
    for back in range(m.first_set[p + 1] - first):
        known = m.first_set[p + 1] - 1 - back
        begin, end = m.begin[known], m.begin[known] + m.actions[known]
        expected = 0.0
        for sequence in range(begin, end):
            expected += m.strategy[sequence] * m.value[sequence]
        m.value[m.parent[known]] += expected
        for sequence in range(begin, end):
            regret = m.regret[sequence] + m.value[sequence] - expected
            m.regret[sequence] = regret * (positive if regret > 0.0 else negative)


def update_strategy(m: RegretMemory, p: int, average: float) -> None:
    """The next strategy of p, proportional to the positive regrets, which is added to the average."""
    for known in range(m.first_set[p], m.first_set[p + 1]):
        match_regrets(m, known)
        reached = m.reach[m.parent[known]]
        for sequence in range(m.begin[known], m.begin[known] + m.actions[known]):
            m.reach[sequence] = reached * m.strategy[sequence]
            m.total[sequence] = (m.total[sequence] + m.reach[sequence]) * average


def match_regrets(m: RegretMemory, known: int) -> None:
    """Sets the strategy at an information set: proportional to the positive regrets, or uniform without one."""
    begin, count = m.begin[known], m.actions[known]
    whole = 0.0
    for sequence in range(begin, begin + count):
        whole += max(m.regret[sequence], 0.0)
    for sequence in range(begin, begin + count):
        m.strategy[sequence] = max(m.regret[sequence], 0.0) / whole if whole > 0.0 else 1.0 / count


def measure(_game: Any, _s: Any, m: RegretMemory) -> int:
    """Computes the average strategy, what it gets for each player, and what a best response to it gets."""
    for p in range(m.players):
        m.reach[m.first_sequence[p]] = 1.0
        for known in range(m.first_set[p], m.first_set[p + 1]):
            average_at(m, known)
    for p in range(m.players):
        counterfactual_values(m, p)
        m.expected[p] = expected_value(m, p)
        counterfactual_values(m, p)
        m.best[p] = best_response_value(m, p)
    for p in range(m.players):  # back to the current strategy
        for known in range(m.first_set[p], m.first_set[p + 1]):
            for sequence in range(m.begin[known], m.begin[known] + m.actions[known]):
                m.reach[sequence] = m.reach[m.parent[known]] * m.strategy[sequence]
    return m.iteration


def average_at(m: RegretMemory, known: int) -> None:
    """Sets the average strategy at an information set (uniform where it was never reached), and its reach."""
    begin, count = m.begin[known], m.actions[known]
    whole = 0.0
    for sequence in range(begin, begin + count):
        whole += m.total[sequence]
    for sequence in range(begin, begin + count):
        m.average[sequence] = m.total[sequence] / whole if whole > 0.0 else 1.0 / count
        m.reach[sequence] = m.reach[m.parent[known]] * m.average[sequence]


def expected_value(m: RegretMemory, p: int) -> float:
    """The value of the average strategies to p."""
    whole = 0.0
    for sequence in range(m.first_sequence[p], m.first_sequence[p + 1]):
        whole += m.value[sequence] * m.reach[sequence]
    return whole


def best_response_value(m: RegretMemory, p: int) -> float:
    """The greatest value that p can reach: backwards, the best action at each information set."""
    first = m.first_set[p]
    for back in range(m.first_set[p + 1] - first):
        known = m.first_set[p + 1] - 1 - back
        begin = m.begin[known]
        best = m.value[begin]
        for sequence in range(begin + 1, begin + m.actions[known]):
            best = max(best, m.value[sequence])
        m.value[m.parent[known]] += best
    return m.value[m.first_sequence[p]]
