"""Who may join a class: the join code, the names, and the wait after wrong codes."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable

from zermelo.core.errors import ParseError, quote

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters of a join code: without I, L, O, 0 and 1, which are mistaken for one another."""

CODE_LENGTH = 6

FREE_TRIES = 5
"""After this many wrong codes, the next tries from the same address have to wait."""

LONGEST_WAIT = 60.0

MOST_COUNTED = 100
"""More wrong codes from one address are not counted: the wait is the longest one long before."""

ADDRESSES = 1_000
"""The maximum number of addresses with wrong codes that are remembered; the oldest are forgotten."""

LONGEST_NAME = 40

IN_NAMES = " .'-"
"""What a name may contain besides letters and digits."""


def new_code() -> str:
    """A random join code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def checked_name(text: str) -> str:
    """The name without superfluous blanks. Raises ParseError for a name that is not one."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ParseError("a name is needed")
    if len(name) > LONGEST_NAME:
        raise ParseError(f"the name {quote(name)} is longer than {LONGEST_NAME} characters")
    bad = next((sign for sign in name if not (sign.isalnum() or sign in IN_NAMES)), None)
    if bad is not None:
        raise ParseError(f"the name {quote(name)} contains {quote(bad)}: use letters, digits, blanks and . ' -")
    return name


class Gate:
    """Compares join codes. From an address with many wrong ones, tries have to wait longer and longer."""

    def __init__(self, code: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._code = code
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """The seconds that the next try from this address has to wait."""
        return max(0.0, self._wrong.get(address, (0, 0.0))[1] - self._clock())

    def admits(self, address: str, code: str) -> bool:
        """Whether the code is right. During a wait no code is: otherwise guessing would only need patience."""
        if self.wait(address) > 0:
            return False
        if secrets.compare_digest(code.strip().upper().encode(errors="replace"), self._code.encode()):
            self._wrong.pop(address, None)
            return True
        tries = min(self._wrong.pop(address, (0, 0.0))[0] + 1, MOST_COUNTED)
        wait = min(LONGEST_WAIT, 2.0 ** (tries - FREE_TRIES + 1)) if tries >= FREE_TRIES else 0.0
        self._wrong[address] = (tries, self._clock() + wait)
        while len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)
        return False
