"""What can go wrong, as one small tree of exceptions.

    ZermeloError
    ├── LoadError    a game that cannot be had: unknown name, bad parameter, a file that does not import
    ├── ParseError   text that is not a position, an action or a tree
    ├── RuleError    a game whose own methods fail or contradict each other
    ├── KindError    an algorithm that does not fit this kind of game
    │   ├── InexactError   utilities that no float equals, for a method that computes in floats
    │   └── OptionError    an option that does not exist, or that the chosen method does not have
    └── LimitError   a limit that makes no sense, or one that was reached with nothing to show

Every message quotes the input it is about. The command line prints the message alone and exits with 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class ZermeloError(Exception):
    """The base of every error that Zermelo raises on purpose."""


class LoadError(ZermeloError, ValueError):
    """A game could not be loaded."""


class ParseError(ZermeloError, ValueError):
    """A text is not what it should be; `at` says where, if one place is to blame."""

    def __init__(self, message: str, text: str | None = None, at: int | None = None) -> None:
        super().__init__(message if text is None or at is None else f"{message}\n{caret(text, at)}")
        self.text, self.at = text, at


class RuleError(ZermeloError):
    """A game's own rules failed: the message names the method, the position and the line."""


class KindError(ZermeloError, ValueError):
    """An algorithm was asked to search a kind of game that it is not made for."""


class InexactError(KindError):
    """A utility that no float equals was given to a method that computes in floats."""


class OptionError(KindError, TypeError):
    """An option does not exist, or the chosen method does not have it."""


class LimitError(ZermeloError, ValueError):
    """A limit that makes no sense, or one that was reached before there was anything to show."""


def quote(text: object, most: int = 60) -> str:
    """The text in quotation marks on one line, with its middle left out where it is long.

    What no terminal would print, or would obey, is written as Python writes it.
    """
    flat = " ".join(str(text).split())
    if len(flat) > most:
        flat = f"{flat[: most - 15]} … {flat[-10:]}"
    if not flat.isprintable():
        flat = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in flat)
    return f"'{flat}'"


def caret(text: str, at: int, width: int = 72) -> str:
    """The line of the text that holds position `at`, and below it a caret that points there."""
    at = min(at, len(text))
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    column = at - start
    first = max(0, column - width // 2)
    before = "…" if first else ""
    after = "…" if len(line) > first + width else ""
    shown = line[first : first + width].replace("\t", " ")
    return f"  {before}{shown}{after}\n  {' ' * (len(before) + column - first)}^"


def nearest(word: object, names: Iterable[str]) -> str:
    """A hint for a word that is not among the names: the nearest of them, or all where none is near."""
    known = sorted(names)
    near = get_close_matches(str(word).lower(), known, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there is {', '.join(known)}"
