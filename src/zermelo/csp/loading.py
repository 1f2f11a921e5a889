"""Problems by name, from a user's own file, or as text.

load("australia")   load("queens:n=8")   load("send+more=money")   load("mymap.py:Islands:colours=4")
load("A B in 1 2 3; A != B")   load("islands.csp")
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from zermelo.core.classes import OWN_FILE, Kind, class_in_file, made, reason
from zermelo.core.errors import LoadError, nearest, quote
from zermelo.core.text import LONGEST
from zermelo.csp import problems
from zermelo.csp.notation import Written
from zermelo.csp.problem import REQUIRED, Problem
from zermelo.csp.problems.cryptarithm import Cryptarithm, looks_like_cryptarithm

_PROBLEM = Kind(Problem, "problem", REQUIRED)  # type: ignore[type-abstract]
_TEXT_FILES = (".csp", ".txt")
_STATEMENT = re.compile(r"\s(in)\s|[;\n]")


def load(text: str | os.PathLike[str]) -> Problem:
    """The problem that the text names or states, or that the named file contains. Raises LoadError or ParseError."""
    text = os.fspath(text).strip()
    own_file = OWN_FILE.fullmatch(text)
    if own_file is not None:
        own = class_in_file(_PROBLEM, Path(own_file["file"]), own_file["name"] or "")
        return made(_PROBLEM, own, own_file["parameters"] or "")
    if text.endswith(_TEXT_FILES) and not _STATEMENT.search(text) and text.partition(":")[0] not in problems.names():
        return Written(_read(Path(text)))
    name, _, grid = text.partition(":")
    if name == "sudoku" and grid.endswith(".txt"):
        text = f"{name}:{_read(Path(grid))}"
    return load_text(text)


def load_text(text: str) -> Problem:
    """The problem that the text names or states; no file is read. Raises LoadError or ParseError."""
    if looks_like_cryptarithm(text):
        return Cryptarithm(text)
    name, _, parameters = text.partition(":")
    if name in problems.names():
        return _by_name(name, parameters)
    if _STATEMENT.search(text):
        return Written(text)
    raise LoadError(
        f"there is no problem {quote(name)}: {nearest(name, problems.names())}; "
        "or state one, as in 'A B in 1 2 3; A != B'"
    )


def _by_name(name: str, parameters: str) -> Problem:
    own = problems.problem_class(name)
    positional = getattr(own, "positional", None)
    if positional and parameters and not re.match(rf"\s*({'|'.join(_parameters(own))})\s*=", parameters):
        grid, _, rest = parameters.partition(",")
        parameters = f"{positional}={grid}" + (f",{rest}" if rest else "")
    return made(_PROBLEM, own, parameters)


def _parameters(own: type[Problem]) -> list[str]:
    return [name for name in own.__init__.__code__.co_varnames if name != "self"]


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(2 * LONGEST)
    except (OSError, ValueError) as error:
        raise LoadError(f"the problem {quote(path)} cannot be read: {reason(error)}") from None
