"""The lines of GTP, the Go Text Protocol, version 2: commands, and answers to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite

from zermelo.core.errors import ZermeloError, quote
from zermelo.core.game import MAX, MIN

COLOURS = {"b": MAX, "black": MAX, "w": MIN, "white": MIN}
"""The players by their names in the protocol: player 0 is Black."""


class GtpError(ZermeloError):
    """A command that cannot be carried out. The message begins as the protocol says: "illegal move"."""


@dataclass(frozen=True)
class Command:
    """A command: its number, which may be missing, its name and its arguments."""

    number: str
    name: str
    words: tuple[str, ...]


def read_command(line: str) -> Command | None:
    """The command in a line; None for a line that is empty or only a comment."""
    # As the protocol says: tabs are spaces, other control characters are ignored, a comment ends the line.
    text = "".join(c for c in line.replace("\t", " ") if c.isprintable()).partition("#")[0]
    number, rest = re.fullmatch(r"\s*((?:[0-9]{1,10}(?=\s|$))?)(.*)", text).groups()  # type: ignore[union-attr]
    words = rest.split()
    if not words and not number:
        return None
    return Command(number, words[0] if words else "", tuple(words[1:]))


def some_words(command: Command, *names: str) -> tuple[str, ...]:
    """The arguments of a command that requires these. Further ones are ignored, as in the protocol. Raises GtpError."""
    if len(command.words) < len(names):
        raise GtpError(f"syntax error: write {' '.join([command.name, *names])}")
    return command.words[: len(names)]


def read_colour(word: str) -> int:
    """The player of a colour. Raises GtpError."""
    if word.casefold() not in COLOURS:
        raise GtpError(f"syntax error: {quote(word)} is not a colour; expected black or white")
    return COLOURS[word.casefold()]


def read_count(word: str) -> int:
    """A number of stones, or a size. Raises GtpError."""
    if not (word.isdecimal() and word.isascii() and len(word) < 10):
        raise GtpError(f"syntax error: {quote(word)} is not a whole number")
    return int(word)


def read_number(word: str) -> float:
    """A time or a komi. Raises GtpError."""
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise GtpError(f"syntax error: {quote(word)} is not a number")
    return int(number) if number.is_integer() and abs(number) < 2**53 else number  # beyond that floats have gaps


def read_seconds(word: str) -> float:
    """A time, which is not negative. Raises GtpError."""
    seconds = read_number(word)
    if seconds < 0:
        raise GtpError(f"syntax error: {quote(word)} is a negative time")
    return seconds


def score_text(margin: float) -> str:
    """A score as the protocol writes it: "B+3.5", "W+1", or 0 for a draw."""
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def answer(number: str, text: str) -> str:
    """An answer to the command with this number, with the empty line at its end.

    If the text begins with a line break, as a board does, it starts on the second line.
    """
    separator = "\n" if text.startswith("\n") else " "
    return f"={number}{separator}{_body(text)}".rstrip() + "\n"


def refusal(number: str, error: Exception) -> str:
    """The answer to a command that cannot be carried out, in one line."""
    return f"?{number} {' '.join(str(error).split())}\n"


def _body(text: str) -> str:
    """The text without empty lines, each of which would end the answer."""
    return "\n".join(line for line in text.splitlines() if line.strip())
