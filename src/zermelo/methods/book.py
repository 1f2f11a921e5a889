"""A move from an opening book, as the answer to a question."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.repetition import legal_after
from zermelo.core.results import Analysis
from zermelo.tables.book import Book

NAME = "book"
"""The method and the source of answers from a book."""


def book_answer(book: Book, s: State, past: Sequence[State], seed: int, budget: Budget) -> Analysis | None:
    """The best book move in s, with its value and the expected line; None if the book has no move."""
    game = book.game
    allowed = legal_after(game, [*past, s]) if game.forbids_repetition and not game.is_terminal(s) else None
    move = book.choose(s, seed, allowed)
    if move is None:
        return None
    is_proved = move.entry.proved
    line = (move.action, *_line(book, game.result(s, move.action), seed))
    known = is_proved and move.entry.distance is not None and move.value != game.fair_share
    return Analysis(
        game=game,
        state=s,
        method=NAME,
        source=NAME,
        value=move.value,
        values=_values(game, move.value),
        action=move.action,
        line=line,
        proved=is_proved,
        depth=len(line),
        nodes=0,
        seconds=budget.seconds,
        distance=(move.entry.distance or 0) + 1 if known else None,
        visits=move.entry.games or None,
        notes=("from the opening book",),
    )


def _values(game: Game, value: float) -> tuple[float, ...]:
    return (value,) if game.players == 1 else (value, game.kind.total - value)


def _line(book: Book, s: State, seed: int) -> list[object]:
    """The moves that the book expects from s on, up to its end or the first repeated position."""
    line: list[object] = []
    met = {book.key(s)}
    while (move := book.choose(s, seed)) is not None:
        s = book.game.result(s, move.action)
        line.append(move.action)
        if book.key(s) in met:
            break
        met.add(book.key(s))
    return line
