"""The problems that come with Zermelo, one file each. A new file needs no registration.

The name of the file is the name of the problem. Files that begin with an underscore contain shared code.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from zermelo.core.errors import LoadError
from zermelo.csp.problem import Problem


def names() -> list[str]:
    """The names of the problems, in order; none of them is imported."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))


def problem_class(name: str) -> type[Problem]:
    """The class of the problem with this name."""
    module = import_module(f"{__name__}.{name}")
    classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    found = [c for c in classes if issubclass(c, Problem)]
    if len(found) != 1:
        raise LoadError(f"the module of problem '{name}' should hold one subclass of Problem, not {len(found)}")
    return found[0]
