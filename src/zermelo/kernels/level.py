"""The node of an opponent of a given level: bounds on its value while its actions are read.

With probability `level` the opponent takes a best action, and the others share the rest. All values here are the
agent's, so the opponent's best is the least of them. If m is the least of n values, k of them tie with it, and A is the
mean of the others, then the node is worth level · m + (1 − level) · A; or m, where all tie.

This does not always rise with the value of an action: one that falls until it ties with the least is no longer among
the others, and their mean may rise. So a bound on an action bounds the node in these ways only:

- `lowest` takes one value for the least, and the mean of all n − 1 others. As ties only take the least of them out of
  that mean, the node is worth no less; and this does rise with every value, so a lower bound on an action can stand for
  its value.
- `highest` takes what ties so far out of the mean, and the greatest value for all that is unread: nothing unread makes
  the node worth more. All that was read has to be exact.
- `highest_with` is for an action with an upper bound. It may tie with the least or not, and the greater result counts.

No value is less than `worst` or greater than `best`. A node with one action has to be given level 1.
"""

from __future__ import annotations

from math import inf
from typing import TypeAlias

Read: TypeAlias = tuple[int, int, float, int, float, float]
"""How many actions there are, and how many of them are unread; of the others the least value, how many tie with it, the
sum of these, and the sum of the rest. Before anything is read the least is `best`, and nothing ties with it."""


def read_one(read: Read, value: float, slack: float) -> Read:
    """What was read, and one value more; values that differ by at most `slack` tie.

    Of ties in a chain some may count that are too far from the least. With more ties `highest` is still a bound.
    """
    count, unread, least, ties, tied, others = read
    if value < least - slack:
        return count, unread - 1, value, 1, value, others + tied
    if value <= least + slack:
        return count, unread - 1, min(value, least), ties + 1, tied + value, others
    return count, unread - 1, least, ties, tied, others + value


def lowest(level: float, read: Read, worst: float) -> float:
    """What the node is worth at least."""
    count, unread, least, _, tied, others = read
    return _without_ties(level, count, worst if unread > 0 else least, tied + others + unread * worst)


def highest(level: float, read: Read, best: float) -> float:
    """What the node is worth at most."""
    count, unread, least, ties, _, others = read
    return _with_ties(level, count, least, ties, others + unread * best)


def highest_with(level: float, read: Read, best: float, value: float, slack: float) -> float:
    """What the node is worth at most if the next action is worth at most `value`."""
    count, unread, least, ties, tied, others = read
    rest = others + (unread - 1) * best
    if value < least - slack:
        return _with_ties(level, count, value, 1, tied + rest)
    return max(_with_ties(level, count, least, ties + 1, rest), _with_ties(level, count, least, ties, rest + value))


def floor_for(level: float, read: Read, best: float, alpha: float, slack: float) -> float:
    """If the next action is worth less than this, the node is worth at most alpha: `highest_with`, solved for value."""
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
    """If the next action is worth more than this, the node is worth at least beta: `lowest`, solved for the value."""
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
    """The value if all is known and nothing ties."""
    return level * least + (1.0 - level) * (total - least) / (count - 1) if count > 1 else least


def _with_ties(level: float, count: int, least: float, ties: int, others: float) -> float:
    """The value of the node once the values of all actions are known, of which `ties` are best."""
    return level * least + (1.0 - level) * others / (count - ties) if count > ties else least
