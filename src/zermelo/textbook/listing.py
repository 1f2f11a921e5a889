"""The complete pseudocode of an algorithm, as shown beside its steps, with the lines that each step highlights."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import ClassVar, Protocol

from zermelo.core.trace import Pseudocode

_HEAD = re.compile(r"function ([\w-]+)")
_IF_HARD = re.compile(r"\s*\(fail-hard: (?P<instead>(?P<word>\S+).*)\)$")
_WIDE_GAP = re.compile(r"(?<=\S)\s{3,}")


class Taught(Protocol):
    """An algorithm with its pseudocode."""

    pseudocode: ClassVar[str]
    lit: ClassVar[dict[str, tuple[str, ...]]]


def listing(search: type[Taught], *, hard: bool = False) -> Pseudocode:
    """The algorithm's pseudocode, fail-soft or fail-hard, followed by the inherited functions that it refers to."""
    blocks = _blocks(search.pseudocode)
    known = set(map(_name, blocks))
    for base in search.__mro__[1:]:
        more = [block for block in _blocks(getattr(base, "pseudocode", "")) if _name(block) not in known]
        blocks += [block for block in more if _name(block)]
        known |= set(map(_name, more))
    lines = [_variant(line, hard) for block in blocks for line in [*block, ""]][:-1]
    lit = {moment: _find(lines, places) for moment, places in search.lit.items()}
    return Pseudocode(tuple(lines), lit)


def _blocks(pseudocode: str) -> list[list[str]]:
    """The blocks of the pseudocode, which blank lines separate."""
    return [part.splitlines() for part in inspect.cleandoc(pseudocode).split("\n\n") if part]


def _name(block: list[str]) -> str:
    """The name of the function that a block defines; empty for a remark."""
    head = _HEAD.match(block[0])
    return head[1] if head else ""


def _variant(line: str, hard: bool) -> str:
    """The line in its fail-soft or fail-hard variant."""
    remark = _IF_HARD.search(line)
    if remark is None:
        return _WIDE_GAP.sub("   ", line)
    soft = line[: remark.start()]
    return soft[: soft.rindex(remark["word"])] + remark["instead"] if hard else soft


def _find(lines: list[str], places: Iterable[str]) -> tuple[int, ...]:
    """The numbers of the lines with these beginnings, each given after its function: "MAX-VALUE: return v"."""
    return tuple(_find_one(lines, *place.split(": ")) for place in places)


def _find_one(lines: list[str], function: str, start: str) -> int:
    first = next(i for i, line in enumerate(lines) if line.startswith(f"function {function}("))
    return next(i for i, line in enumerate(lines) if i > first and line.strip().startswith(start))
