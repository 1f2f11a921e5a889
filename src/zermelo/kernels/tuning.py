"""The tuned constants of the searches, in one place. They apply to all games.

Those of alpha-beta were tuned on the search of connect four from the empty board (row `connect4` of
`benchmarks/run.py`) and the positions of the rows `kernel`, `threads` and `ffo`. After a change, compare these rows and
the node counts of `benchmarks/signature.py`. The others say which rows or tests show the effect of a change.
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
"""Threads avoid actions that another thread is searching, in nodes with at least SPLIT plies to come, and at least
SHARED times the ply of the node: deeper in the tree they would only disturb each other."""

REDUCED_FROM, REDUCED_DEPTH = 3, 3
"""The index of the first action, and the least depth, from which a search is reduced by a ply."""

SORTED = 256
"""The most actions of a node that are sorted: an insertion sort of ten thousand takes longer than their search."""

MOST_CREDIT = 2.0**20
"""The limit that the history of an action never reaches."""

ASPIRATION = 4
"""An aspiration window reaches this part of the last value to each side: the node counts of analyses show it."""

# Proofs: the rows `solve-connect4` and `solve-othello`.

FREE_NODES = 20_000
"""The number of nodes that may be spent on the other optimal actions and the distance, unless all are asked for."""

WARM_UP_DEPTH = 10
"""The depth of the iterative deepening before the search to the end: it leaves a move ordering in the table."""

PATIENCE_PART = 4
"""Proof-number search stays with a child until another one is better by this part: it saves going back and forth. The
nodes to solve some games are in docs/design.md."""

# Monte Carlo tree search: the rows `mcts-threads`, `mcts` and `go`.

STAY = 16
"""The number of consecutive playouts of a thread below one node, if there are other threads."""

ANCHOR_VISITS = 32
"""The minimum number of visits of that node. With fewer, threads meet less often, but a stay changes the node more."""

BLOCK, LEAST_BLOCKS = 1024, 16
"""How many numbers for new nodes a thread takes at once, if there are other threads; and how many such blocks a small
tree has for each thread, at least."""

EVEN_CREDIT = 10.0
"""The virtual playouts of a child with its parent's mean, in addition to the virtual wins by the game's `order`."""

EQUIVALENCE = 1e-4
"""How fast the weight of all-moves-as-first statistics falls with the playouts of both kinds: see `amaf.blended`."""
