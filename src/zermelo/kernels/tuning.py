"""The tuned constants of the search kernels, in one place.

They apply to all games. They were tuned on the search of connect four from the empty board (row `connect4` of
`benchmarks/run.py`) and the positions of the rows `kernel`, `threads` and `ffo`. After a change, compare these rows and
the node counts of `benchmarks/signature.py`.
"""

from __future__ import annotations

SYMMETRIC, TALL = 16, 12
"""A state is replaced by its canonical one in the first SYMMETRIC plies, with at least TALL plies to come: elsewhere
that costs more than it saves."""

WORTH_KEEPING, WORTH_ORDERING = 2, 2
"""The least number of plies to come with which the table is used, and with which actions are ordered."""

LONG, END_KEEPING, END_ORDERING = 14, 7, 6
"""The same for plays of at least LONG plies that are searched to the end: there most nodes are close to the end, and
the plies to come are an upper bound."""

WORTH_LOOKING = 9
"""The least number of plies to come with which value bounds and the table are first looked up for all successors."""

SPLIT, SHARED = 6, 2
"""Threads avoid actions that another thread is searching in nodes with at least SPLIT plies to come, and SHARED times
as many as lie above the node: further down they would only disturb each other."""

REDUCED_FROM, REDUCED_DEPTH = 3, 3
"""The index of the first action, and the least depth, from which a search is reduced by a ply."""

SORTED = 256
"""The most actions of a node that are sorted: an insertion sort of ten thousand takes longer than their search."""

MOST_CREDIT = 2.0**20
"""The limit that the history of an action never reaches."""
