"""Cryptarithms such as SEND + MORE = MONEY: each letter stands for a different digit, so that the sum is correct."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from zermelo.core.errors import ParseError, quote
from zermelo.csp.constraints import Constraint, Value, Variable, all_different, linear
from zermelo.csp.problem import Problem

WORD = r"[A-Za-z]+"
SUM = rf"{WORD}(?:\s*[+-]\s*{WORD})*"
PATTERN = re.compile(rf"\s*{SUM}\s*=\s*{SUM}\s*")


def looks_like_cryptarithm(text: str) -> bool:
    """Whether the text is an equation between sums of words."""
    return PATTERN.fullmatch(text) is not None


class Cryptarithm(Problem):
    """No number begins with 0. Terms may be added and subtracted on both sides."""

    positional = "words"

    def __init__(self, words: str = "SEND+MORE=MONEY") -> None:
        if not looks_like_cryptarithm(words):
            raise ParseError(f"{quote(words)} is not a cryptarithm: write words, as in SEND + MORE = MONEY")
        self.words = re.sub(r"\s", "", words).upper()
        letters = dict.fromkeys(sign for sign in self.words if sign.isalpha())
        if len(letters) > 10:
            raise ParseError(
                f"the cryptarithm {quote(words)} has {len(letters)} letters ({''.join(letters)}), "
                "but there are only ten digits"
            )
        self._letters = list(letters)
        self._leading = {word[0] for word in re.findall(WORD, self.words) if len(word) > 1}

    def variables(self) -> Iterable[Variable]:
        """The letters."""
        return self._letters

    def domain(self, x: Variable) -> Iterable[Value]:
        """The digits, without 0 for a letter that begins a number."""
        return range(1 if x in self._leading else 0, 10)

    def constraints(self) -> Iterable[Constraint]:
        """All letters differ, and both sides are equal."""
        if len(self._letters) > 1:
            yield all_different(*self._letters)
        weights: dict[Variable, int] = dict.fromkeys(self._letters, 0)
        left, _, right = self.words.partition("=")
        for side, factor in ((left, 1), (right, -1)):
            for sign, word in re.findall(rf"([+-]?)({WORD})", side):
                for place, letter in enumerate(reversed(word)):
                    weights[letter] += (-factor if sign == "-" else factor) * 10**place
        yield linear(weights, "=", 0)

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The sum in words, and below it in digits as far as they are known."""
        digits = "".join(str(assignment.get(sign, sign)) for sign in self.words)
        return f"{_spaced(self.words)}\n{_spaced(digits)}"

    def __str__(self) -> str:
        return self.words.lower()


def _spaced(text: str) -> str:
    return re.sub(r"([+=-])", r" \1 ", text)
