"""Exact answers: every state that can be reached, each with its value."""

from zermelo.solvers.solve import solve

__all__ = ["solve"]
