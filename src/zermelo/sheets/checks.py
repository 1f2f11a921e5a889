"""Whether a written answer is right: lenient about how it is written, strict about what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from zermelo.sheets.task import Check

ROUNDED = 0.05
"""The maximum deviation of an answer from a fractional value: values may be rounded to one decimal."""

LONGEST_NUMBER = 40

NOTHING = frozenset({"", "-", "–", "none", "no", "0", "∅"})
"""The ways to say that there is nothing to list."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:\s*/\s*\d+)?")
_DOMAIN = re.compile(r"([A-Za-z]\w*)\s*[:=]?\s*\{?([\d\s,]*)\}?")


def number_is(right: float) -> Check:
    """Accepts the number as 2, 2.67, 2,67, 8/3 or −4."""
    tolerance = 1e-9 if float(right).is_integer() else ROUNDED

    def check(text: str) -> bool:
        found = read_number(text)
        return found is not None and abs(found - right) <= tolerance

    return check


def read_number(text: str) -> float | None:
    """The number in a text; None if it is anything else."""
    plain = text.strip().replace("−", "-")
    if len(plain) > LONGEST_NUMBER or not _NUMBER.fullmatch(plain):
        return None
    whole, _, divisor = plain.replace(",", ".").replace(" ", "").partition("/")
    if divisor and int(divisor) == 0:
        return None
    return float(Fraction(whole.rstrip(".")) / int(divisor or 1))


def word_is(*right: str) -> Check:
    """Accepts one of the words, in capitals or not, with or without punctuation around it."""
    known = {_plain(word) for word in right}
    return lambda text: _plain(text) in known


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:()[]").casefold()


def branches_are(right: Iterable[str]) -> Check:
    """Accepts the branches in any order, separated by commas or semicolons: "a1 b2, a2 b1 c2"."""
    expected = {_plain(branch) for branch in right}

    def check(text: str) -> bool:
        if _plain(text) in NOTHING:
            return not expected
        return {_plain(branch) for branch in re.split(r"[,;\n]", text) if branch.strip()} == expected

    return check


def domains_are(right: Mapping[str, Iterable[object]]) -> Check:
    """Accepts domains as "A {1 2} B {3}", with or without braces and commas."""
    expected = {name.casefold(): frozenset(map(str, values)) for name, values in right.items()}

    def check(text: str) -> bool:
        found = {name.casefold(): frozenset(values.replace(",", " ").split()) for name, values in _DOMAIN.findall(text)}
        return found == expected

    return check
