"""Kernels that run at both speeds: as ordinary Python, or with a game's rules as one piece of machine code."""
