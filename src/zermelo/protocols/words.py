"""Names as words of a line: a name that contains spaces is written as a JSON string."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from zermelo.core.errors import ParseError, quote

_WORD = re.compile(r'\s*("(?:[^"\\]|\\.)*"(?=\s|$)|\S+)')


def write_words(names: Iterable[str]) -> str:
    """The names in one line, which `read_words` parses back."""
    return " ".join(name if _is_plain(name) else json.dumps(name) for name in names)


def read_words(line: str) -> list[str]:
    """The words of a line. Raises ParseError for a quotation that is not closed."""
    return [_read(word) for word in _WORD.findall(line)]


def _is_plain(name: str) -> bool:
    return name != "" and not name.startswith('"') and name.isprintable() and not re.search(r"\s", name)


def _read(word: str) -> str:
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise ParseError(f"{quote(word)} begins with a quotation mark, but is not a JSON string") from None
