"""The tuned constants of the search kernels, in one place.

They hold for all games. What they were set by is the search of connect four from the empty board (row `connect4` of
`benchmarks/run.py`) and the positions of the rows `kernel`, `threads` and `ffo`. Whoever changes one compares these
rows and the node counts of `benchmarks/signature.py`.
"""

from __future__ import annotations

SYMMETRIC, TALL = 16, 12
"""A state is replaced by its canonical one in the first SYMMETRIC plies, with at least TALL plies to come: elsewhere
that costs more than it saves."""

WORTH_KEEPING, WORTH_ORDERING = 2, 2
"""With how many plies to come the table is used, and actions are put in order."""

LONG, END_KEEPING, END_ORDERING = 14, 7, 10
"""The same for plays of at least LONG plies that are searched to the end: there most nodes are close to the end, and
the plies to come are an upper bound."""

WORTH_LOOKING = 9
"""With how many plies to come value bounds and the table are looked up for all successors first."""

SPLIT, SHARED = 6, 2
"""Threads avoid actions that another thread is searching in nodes with at least SPLIT plies to come, and SHARED times
as many as lie above the node: further down they would only disturb each other."""

REDUCED_FROM, REDUCED_DEPTH = 3, 3
"""From which action on, and from which depth on, a search is reduced by a ply."""

SORTED = 256
"""How many actions of a node are put in order: an insertion sort of ten thousand takes longer than their search."""

MOST_CREDIT = 2.0**20
"""What the history of an action stays below."""
