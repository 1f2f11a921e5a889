"""The node of an opponent of a given level: bounds on its value while its actions are searched.

With probability `level` the opponent takes a best action; the other actions share the remaining probability. All values
here are the agent's, so the opponent's best is the least of them. If m is the least of n values, and A is the mean of
those that do not tie with m, then the value of the node is level · m + (1 − level) · A; or m, if all tie.

The value is not monotonic in the value of an action: if that falls until it ties with m, it is no longer part of A, and
A may rise. So a bound on an action bounds the node only in these ways:

- `lowest` counts one value as the least, and the mean of all n − 1 others as A. Ties would only remove the least values
  from that mean, so this is a lower bound. It is monotonic in every value, so a lower bound on an action can replace
  its value.
- `highest` removes the ties found so far from the mean, and assumes the greatest value for all unread actions: no
  unread action can make the node's value greater. The values that were read have to be exact.
- `highest_with` is for an action with an upper bound. It may tie with the least or not: the greater result counts.

No value is less than `worst` or greater than `best`. The level of a node with one action has to be 1.
"""

from __future__ import annotations

from math import inf
from typing import TypeAlias

Read: TypeAlias = tuple[int, int, float, int, float, float]
"""The number of actions, and of unread ones; of the values read, the least, the number that tie with it, the sum of
those, and the sum of the others. Before any value is read, the least is `best` and nothing ties with it."""


def read_one(read: Read, value: float, slack: float) -> Read:
    """Adds a value to those that were read; values that differ by at most `slack` tie.

    In a chain of ties, values too far from the least may be counted as ties. With more ties `highest` is still a bound.
    """
    count, unread, least, ties, tied, others = read
    if value < least - slack:
        return count, unread - 1, value, 1, value, others + tied
    if value <= least + slack:
        return count, unread - 1, min(value, least), ties + 1, tied + value, others
    return count, unread - 1, least, ties, tied, others + value


def lowest(level: float, read: Read, worst: float) -> float:
    """A lower bound on the value of the node."""
    count, unread, least, _, tied, others = read
    return _without_ties(level, count, worst if unread > 0 else least, tied + others + unread * worst)


def highest(level: float, read: Read, best: float) -> float:
    """An upper bound on the value of the node."""
    count, unread, least, ties, _, others = read
    return _with_ties(level, count, least, ties, others + unread * best)


def highest_with(level: float, read: Read, best: float, value: float, slack: float) -> float:
    """An upper bound on the value of the node if the value of the next action is at most `value`."""
    count, unread, least, ties, tied, others = read
    rest = others + (unread - 1) * best
    if value < least - slack:
        return _with_ties(level, count, value, 1, tied + rest)
    return max(_with_ties(level, count, least, ties + 1, rest), _with_ties(level, count, least, ties, rest + value))


def floor_for(level: float, read: Read, best: float, alpha: float, slack: float) -> float:
    """If the next action's value is less than this, the node's is at most alpha: `highest_with` solved for `value`."""
    count, unread, least, ties, tied, others = read
    rest = others + (unread - 1) * best
    if _with_ties(level, count, least, ties + 1, rest) <= alpha:
        share = (1.0 - level) / (count - ties)
        return (alpha - _with_ties(level, count, least, ties, rest)) / share if share > 0.0 else inf
    without = _with_ties(level, count, 0.0, 1, tied + rest)
    if level > 0.0:
        return min((alpha - without) / level, least - slack)
    return least - slack if without <= alpha else -inf


def roof_for(level: float, read: Read, worst: float, beta: float) -> float:
    """If the next action's value is greater than this, the node's is at least beta: `lowest` solved for the value."""
    count, unread, least, _, tied, others = read
    total = tied + others + (unread - 1) * worst
    share = (1.0 - level) / (count - 1) if count > 1 else 0.0
    if unread > 1:
        return (beta - _without_ties(level, count, worst, total)) / share if share > 0.0 else inf
    if_least = _without_ties(level, count, least, total + least)
    if if_least >= beta:
        return least - (if_least - beta) / level if level > 0.0 else -inf
    return least + (beta - if_least) / share if share > 0.0 else inf


def _without_ties(level: float, count: int, least: float, total: float) -> float:
    """The value of the node once the values of all actions are known, if none ties with the least."""
    return level * least + (1.0 - level) * (total - least) / (count - 1) if count > 1 else least


def _with_ties(level: float, count: int, least: float, ties: int, others: float) -> float:
    """The value of the node once the values of all actions are known; `ties` of them are best."""
    return level * least + (1.0 - level) * others / (count - ties) if count > ties else least
