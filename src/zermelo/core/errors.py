"""The exceptions that Zermelo raises.

    ZermeloError
    ├── TableError   a table on disk that cannot be read, written or used
    ├── LoadError    a game that cannot be loaded: unknown name, bad parameter, a file that does not import
    ├── ParseError   text that is not a position, an action or a tree
    ├── RuleError    a game whose own methods fail or contradict each other
    ├── KindError    an algorithm that does not fit this kind of game
    │   ├── InexactError   utilities that no float equals, for a method that computes in floats
    │   └── OptionError    an option that does not exist, or that the chosen method does not have
    └── LimitError   a limit that is not valid, or one that was reached before anything was found

Every message quotes the input it is about. The command line prints only the message and exits with code 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class ZermeloError(Exception):
    """The base of every error that Zermelo raises on purpose."""


class TableError(ZermeloError):
    """A table on disk is damaged, belongs to other rules, or cannot be read or written."""


class LoadError(ZermeloError, ValueError):
    """A game could not be loaded."""


class ParseError(ZermeloError, ValueError):
    """A text could not be parsed; `at` is the offset of the error, if there is a single one."""

    def __init__(self, message: str, text: str | None = None, at: int | None = None) -> None:
        super().__init__(message if text is None or at is None else f"{message}\n{caret(text, at)}")
        self.text, self.at = text, at


class RuleError(ZermeloError):
    """A game's own rules failed: the message names the method, the position and the line."""


class KindError(ZermeloError, ValueError):
    """An algorithm was asked to search a kind of game that it does not support."""


class InexactError(KindError):
    """A utility that no float equals was given to a method that computes in floats."""


class OptionError(KindError, TypeError):
    """An option does not exist, or the chosen method does not have it."""


class LimitError(ZermeloError, ValueError):
    """A limit is not valid, or was reached before anything was found."""


def quote(text: object, most: int = 60) -> str:
    """The text in quotation marks on one line; if it is longer than `most`, its middle is left out.

    Characters that are not printable, control characters among them, are written as escapes.
    """
    flat = " ".join(str(text).split())
    if len(flat) > most:
        flat = f"{flat[: most - 15]} … {flat[-10:]}"
    if not flat.isprintable():
        flat = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in flat)
    return f"'{flat}'"


def quote_path(path: object) -> str:
    """The path in quotation marks, as a whole unless it is extremely long."""
    return quote(path, 1000)


def caret(text: str, at: int, width: int = 72) -> str:
    """The line of the text that contains offset `at`, and below it a caret that points there."""
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
    """A hint for a word that is not among the names: the most similar names, or all names if none is similar."""
    known = sorted(names)
    near = get_close_matches(str(word).lower(), known, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"expected one of {', '.join(known)}"
