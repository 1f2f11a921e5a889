"""--book, for the verbs that play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from zermelo.core.game import Game
from zermelo.tables.book import Book

F = TypeVar("F", bound=Callable[..., Any])


def book_option(command: F) -> F:
    """--book: the file of an opening book."""
    return click.option("--book", metavar="FILE", help="An opening book: see zermelo book.")(command)


def opened_book(path: str | None, game: Game) -> Book | None:
    """The book in the file that --book names, if it was given. Raises TableError."""
    return None if path is None else Book.open(path, game)
