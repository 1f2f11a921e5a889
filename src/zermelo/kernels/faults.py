"""Faults: why a search cannot continue. Kernels do not raise; they record the fault, and the driver explains it."""

from __future__ import annotations

from zermelo.kernels.search_memory import LeafMemory

NO_FAULT, NO_ACTIONS, NO_PLAYER, NOT_A_NUMBER, NO_ROOM, NO_GRAIN, NO_END, NO_BOUNDS, NO_CHANCE, NO_VALUE_BOUNDS = range(
    10
)
"""What is wrong with the rules (no actions, no such player, not a number, broken probabilities, value bounds out of
order), or what the driver has to change: more room for actions, a coarser scale, no pruning by bounds, no proof."""


def faulty(m: LeafMemory, fault: int) -> float:
    """Records the fault and stops the search; the returned value is meaningless."""
    m.fault = fault
    m.stopped = True
    return 0.0
