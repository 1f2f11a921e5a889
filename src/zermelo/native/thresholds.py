"""When machine code pays off: every threshold between the plain and the native speed, in one place."""

from __future__ import annotations

PLAIN_SECONDS = 0.2
"""A search that ends within this time at the plain speed is not compiled."""

PLAIN_NODES = 5_000
"""A search of at most this many nodes is not compiled either."""

GAIN = 10
"""The least factor by which machine code is quicker: a search is restarted as machine code if it then gets further."""

LOADING_SECONDS = 0.3
"""The time to import Numba and load machine code that is compiled once for all games: work that ends sooner at the
plain speed needs neither."""

FEW_STATES, SOME_STATES = 2_000, 50_000
"""Up to this many states are enumerated at the plain speed: the first if machine code is stored, the second if it has
to be compiled."""

FEW_WORLDS = 400
"""Up to this many worlds are sampled at the plain speed, unless machine code is stored."""

FEW_QUEENS = 2_000
"""Up to this many queens are placed at the plain speed, which is done before machine code is loaded."""
