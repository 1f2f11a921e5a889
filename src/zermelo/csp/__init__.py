"""Constraint satisfaction problems: stated in plain Python, solved by the lectures' algorithms or by a fast solver.

from zermelo import csp

csp.solve(csp.load("australia")).solution             # {'WA': 'blue', 'NT': 'green', ...}
csp.solve(csp.load("queens:n=12"), solutions="count").count
csp.run("australia", "mac", order="mrv,degree")       # an algorithm of the lecture, with its log
csp.sample(csp.load("australia"), 5, seed=1)          # solutions drawn uniformly
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.csp.answer import Answer as Answer
    from zermelo.csp.binary import binary_form as binary_form
    from zermelo.csp.constraints import (
        Constraint as Constraint,
        all_different as all_different,
        differ as differ,
        equal as equal,
        linear as linear,
        satisfies as satisfies,
        table as table,
    )
    from zermelo.csp.loading import load as load
    from zermelo.csp.problem import Problem as Problem
    from zermelo.csp.running import run as run
    from zermelo.csp.sampling import Sample as Sample, sample as sample
    from zermelo.csp.solver import solve as solve

_HOMES = {
    "answer": ("Answer",),
    "binary": ("binary_form",),
    "constraints": ("Constraint", "all_different", "differ", "equal", "linear", "satisfies", "table"),
    "loading": ("load",),
    "problem": ("Problem",),
    "running": ("run",),
    "sampling": ("Sample", "sample"),
    "solver": ("solve",),
}
"""Where each public name lives; a module is imported when one of its names is used."""

__all__ = [name for names in _HOMES.values() for name in names]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"zermelo.csp.{home}"), name)
    raise AttributeError(f"module 'zermelo.csp' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
