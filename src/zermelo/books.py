"""Opening books in files: grown by searches, or from the games of records."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from threading import Event
from typing import NamedTuple

from zermelo.core.errors import KindError, LimitError, LoadError, ParseError, ZermeloError, quote
from zermelo.core.game import MAX, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.options import known_options
from zermelo.core.results import Analysis, Line
from zermelo.core.rules import state_of
from zermelo.loading import load
from zermelo.matches.results import read_line
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting, ignore
from zermelo.play.pdn import read_pdn
from zermelo.play.record import read_record
from zermelo.play.sgf import read_sgf
from zermelo.play.steps import action_named
from zermelo.tables.book import Book, BookEntry, Contents
from zermelo.tables.book_building import Grower

NODES = 1_000_000
"""The nodes of a run if it has no limit."""

EACH = 20_000
"""The nodes of the search of one position."""

SAVING = 60.0
"""The seconds between two saves of a book while it grows."""

PLIES = 40
"""The maximum number of plies of each game that are imported."""

MOST_BYTES = 1 << 28
"""The largest file of records that is read."""

PathText = str | PathLike[str]


@dataclass(frozen=True)
class Growth:
    """The result of a run that builds a book."""

    book: Book
    contents: Contents
    added: int
    """The number of new positions."""

    nodes: int
    """The nodes of all searches of this run."""

    seconds: float
    root: BookEntry
    """The entry of the position from which the book grew."""

    complete: bool
    """Whether there is nothing left to search."""


@known_options()
def build_book(
    game: Game | str | PathLike[str],
    file: PathText,
    state: State | str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    each: int = EACH,
    plain: bool = False,
    wait: bool = True,
    notice: Callable[[str], None] = ignore,
    seed: int = 0,
    stop: Event | None = None,
) -> Growth:
    """Grows the book in a file from a state, and saves it; a file that does not exist is created.

    All searches together read at most `nodes` nodes and take at most `seconds`; without a limit a million nodes. Each
    position is searched with `each` nodes. The book is also saved once a minute, and when `stop` is set.
    """
    game = game if isinstance(game, Game) else load(game)
    if nodes is None and seconds is None:
        nodes = NODES
    Limits(nodes=each)  # refuses a number that is not valid
    budget = Budget(Limits(nodes=nodes, seconds=seconds), stop)
    path = Path(file)
    book = _book_in(path, game)
    before = len(book)
    search = _Search(Chooser(game, Setting(plain, wait, notice, seed)), each, budget)
    grower = Grower(book, game.initial() if state is None else state_of(game, state), search.rank)
    book.save(path)  # so that an error in writing comes before the work
    saved = time.monotonic()
    try:
        while not (grower.is_complete or search.is_over):
            grower.grow()
            if time.monotonic() - saved > SAVING:
                book.save(path)
                saved = time.monotonic()
    except _Unfinished:
        pass
    book.save(path)
    return Growth(
        book, book.contents(), len(book) - before, search.nodes, budget.seconds, grower.root, grower.is_complete
    )


class _Unfinished(Exception):
    """The budget ended in the middle of a search, the result of which is not used."""


class _Search:
    """Searches positions for a book, all within one budget."""

    def __init__(self, chooser: Chooser, each: int, budget: Budget) -> None:
        self._chooser, self._each, self._budget = chooser, each, budget
        self.nodes = 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left of the budget."""
        return self._budget.is_over or self._left == 0

    @property
    def _left(self) -> int | None:
        most = self._budget.most_nodes
        return None if most is None else max(0, most - self.nodes)

    def rank(self, s: State) -> Sequence[Line]:
        """The value of every action in s. Raises _Unfinished if time is up before it is found."""
        each = self._each if self._left is None else min(self._each, self._left)
        found = self._ranking(s, self._budget.part(nodes=each))
        actions = list(self._chooser.game.actions(s))
        if len(found) < len(actions) and not self._budget.is_over:
            found = self._ranking(s, self._budget.part(depth=1))
        if self._budget.is_over or len(found) < len(actions):
            raise _Unfinished
        return found

    def _ranking(self, s: State, budget: Budget) -> Sequence[Line]:
        answer = self._chooser.answer(Question.RANK, s, budget)
        assert isinstance(answer, Analysis)
        self.nodes += answer.nodes
        return answer.lines


def _book_in(path: Path, game: Game) -> Book:
    """The book in a file, or an empty one if there is no file."""
    return Book.open(path, game) if path.exists() else Book(game)


# Records.


class PlayedGame(NamedTuple):
    """A game in a record: its states from the start on, and its utility to player 0, if it is known."""

    states: Sequence[State]
    utility: float | None


@dataclass(frozen=True)
class Import:
    """The result of an import into a book."""

    book: Book
    contents: Contents
    added: int
    """The number of new positions."""

    games: int
    left_out: int
    """The number of games that have no result, and were left out."""


@known_options()
def import_games(
    game: Game | str | PathLike[str],
    records: PathText | Iterable[PathText],
    file: PathText,
    *,
    plies: int = PLIES,
) -> Import:
    """Adds the games of records to the book in a file, which is created if it does not exist.

    A record is a file: PDN, SGF, a record as `play --save` writes it, or the games of a match. Of each game the first
    `plies` plies count, and its result: that of the final position or the one that is written. Games without a result
    are left out. If one of the records cannot be read, nothing is imported.
    """
    game = game if isinstance(game, Game) else load(game)
    if not isinstance(plies, int) or plies < 1:
        raise LimitError(f"{quote(plies)} plies is not valid: it must be a whole number above zero")
    path = Path(file)
    book = _book_in(path, game)
    before = len(book)
    names = [records] if isinstance(records, (str, PathLike)) else list(records)
    counted = left_out = 0
    for name in names:
        for played in _games_in(Path(name), game):
            if played.utility is None:
                left_out += 1
                continue
            counted += 1
            book.add_game(played.states[: plies + 1], played.utility)
    book.save(path)
    return Import(book, book.contents(), len(book) - before, counted, left_out)


def _games_in(path: Path, game: Game) -> list[PlayedGame]:
    """The games in a file. Raises LoadError or ParseError, which name the file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # the size of a device or a pipe is not known before
        if len(data) > MOST_BYTES:
            raise LoadError(f"the record {quote(path)} is too large: it has more than {MOST_BYTES:,} bytes")
        text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        raise LoadError(f"the record {quote(path)} cannot be read: {error.strerror}") from None
    try:
        return list(_played(path, text, game))
    except ZermeloError as error:
        raise ParseError(f"{path}: {error}") from error


def _played(path: Path, text: str, game: Game) -> Iterator[PlayedGame]:
    """The games in the text of a record: by the name of the file, or else by how the text begins."""
    beginning = text.lstrip()
    if path.suffix.lower() == ".pdn":
        for one in read_pdn(text, game):
            yield _ended(game, one.record.states(), one.result)
    elif path.suffix.lower() == ".sgf":
        found = read_sgf(text, game)
        yield _ended(game, found.record.states(), _sgf_utility(game, found.result))
    elif beginning.startswith("{") and '"format"' in beginning.partition("\n")[0]:
        for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
            yield _match_game(game, line, f"line {number}")
    else:
        yield _ended(game, read_record(text, game).states(), None)


def _ended(game: Game, states: Sequence[State], written: float | None) -> PlayedGame:
    """A game with its result: that of the final position if play is over there, or else the one that is written."""
    is_over = game.is_terminal(states[-1])
    return PlayedGame(states, float(game.utility(states[-1], MAX)) if is_over else written)


def _sgf_utility(game: Game, result: str) -> float | None:
    """The utility to Black of a result such as B+3.5, W+R or 0; None if it says nothing."""
    winner, _, margin = result.strip().upper().partition("+")
    if winner in ("0", "DRAW", "JIGO"):
        return 0.0
    if winner not in ("B", "W"):
        return None
    points = 1.0
    if getattr(game, "counts_points", False):
        try:
            points = float(margin)
        except ValueError:  # by resignation or on time: nobody has counted
            return None
    return points if winner == "B" else -points


def _match_game(game: Game, line: str, where: str) -> PlayedGame:
    """A game of a match, which begins in the initial state."""
    found = read_line(line, where)
    if found.game != str(game):
        raise ParseError(f"{where}: the game is of {quote(found.game)}, not of {quote(game)}")
    if found.fault is not None:
        return PlayedGame([game.initial()], None)  # a crash says nothing about the opening
    states = [game.initial()]
    for ply, name in enumerate(found.actions, 1):
        if not isinstance(name, str):
            raise ParseError(f"{where}, ply {ply}: {quote(name)} is not the name of an action")
        states.append(game.result(states[-1], action_named(game, states, name, ply)))
    if not found.utilities or not isinstance(found.utilities[MAX], (int, float)):
        raise KindError(f"{where}: the game has no utilities")
    return PlayedGame(states, float(found.utilities[MAX]))
