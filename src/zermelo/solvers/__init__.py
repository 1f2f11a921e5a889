"""Exact solvers: enumerate every reachable state and compute its value."""

from zermelo.solvers.solve import solve

__all__ = ["solve"]
