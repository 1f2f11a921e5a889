"""Backgammon as text: boards, IDs, rolls and plays."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, Cell
from zermelo.games.backgammon.checkers import Checkers, count, on_point, packed
from zermelo.games.backgammon.diagram import board_text, read_board
from zermelo.games.backgammon.ids import (
    GNUBG_POINTS,
    gnubg_id,
    points_in_letters,
    read_gnubg_id,
    read_xgid,
    xgid,
)
from zermelo.games.backgammon.notation import Half, play_text, point_name, read_play
from zermelo.games.backgammon.plays import LOW_FIRST
from zermelo.games.backgammon.position import NAMES, Position
from zermelo.games.backgammon.rules import NOBODY, Board, Rules
from zermelo.games.shared.labels import if_short


class Text(Rules):
    """Boards, IDs, rolls and plays, read and written."""

    player_names = NAMES
    chance_name = "dice"

    def show(self, s: Board) -> str:
        """The board as X sees it, its points numbered for the player whose turn it is, and what is to be done."""
        return board_text(self._position(s))

    def parse(self, text: str) -> Board:
        """The state from the output of `show`, from an XGID, or from an ID of GNU Backgammon.

        The ID is a position ID, which a match ID may follow behind a colon; of an XGID, the points are enough. If
        nothing says whose turn it is, X is to roll.
        """
        word = text.strip()
        if self.points == GNUBG_POINTS and re.fullmatch("[A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?", word):
            read = read_gnubg_id(word, self.checkers)
        elif re.fullmatch(f"(XGID=)?[A-Oa-o-]{{{self.points + 2}}}(:.*)?", word):
            read = read_xgid(word, self.checkers)
        elif "|" in word:
            read = read_board(text, self.points, self.checkers)
        else:
            raise ParseError(f"{quote(text)} is not a position: expected a board as it is shown, {self._examples()}")
        return self._state(text, read)

    def gnubg_id(self, s: Board) -> str:
        """The state as GNU Backgammon writes it, "4HPwATDgc/ABMA:cAkAAAAAAAAA", for the board of 24 points."""
        if self.points != GNUBG_POINTS:
            raise ParseError(
                f"{quote(self)} has no IDs of GNU Backgammon: they are for boards of {GNUBG_POINTS} points"
            )
        return gnubg_id(self._position(s))

    def xgid(self, s: Board) -> str:
        """The state as an XGID."""
        return xgid(self._position(s))

    def show_action(self, s: Board, a: int) -> str:
        """The play in the usual notation, "24/18 13/11", or what the dice show, "6-4"; in the opening "X 6, O 4"."""
        if s.roll:
            return play_text(self._halves(s, a), self.bar)
        return f"X {a >> 3}, O {a & 7}" if s.mover == NOBODY else f"{a >> 3}-{a & 7}"

    def parse_action(self, s: Board, text: str) -> int:
        """The play from the usual notation, in any order and with or without stars, or the dice from "64"."""
        if s.roll == 0:
            dice = re.fullmatch(r"\s*x?\s*([1-6])[\s,-]*o?\s*([1-6])\s*", text.casefold())
            numbers = [int(die) for die in dice.groups()] if dice else [0, 0]
            first, second = numbers if s.mover == NOBODY else sorted(numbers, reverse=True)
            return (
                first << 3 | second
                if self.rolls(s) >> (first << 3 | second) & 1
                else int(super().parse_action(s, text))
            )
        wanted = read_play(text, self.bar)
        plays = {a: self._halves(s, a) for a in self.actions(s)} if wanted is not None else {}
        hits = {a: sum(half.hits for half in halves) for a, halves in plays.items() if wanted and wanted.fits(halves)}
        fitting = [a for a in hits if hits[a] == min(hits.values())]  # without a star, prefer a play that does not hit
        return fitting[0] if len(fitting) == 1 else int(super().parse_action(s, text))

    def label(self, s: Board) -> str:
        """The points as in an XGID, if they are few; else the position ID of GNU Backgammon."""
        position = self._position(s)
        return if_short(points_in_letters(position)) or (
            gnubg_id(position).partition(":")[0] if self.points == GNUBG_POINTS else ""
        )

    def action_cells(self, s: Board, a: int) -> tuple[Cell, ...]:
        """The points between which checkers move, on a board of two rows as X sees it; the bar is not among them."""
        if s.roll == 0:
            return ()
        points = [p for half in self._halves(s, a) for p in (half.start, half.end) if 1 <= p <= self.points]
        return tuple(dict.fromkeys(self._cell(p if s.mover == MAX else self.bar - p) for p in points))

    def action_ways(self, s: Board, a: int) -> Iterator[tuple[tuple[str, ...], ...]]:
        """The half-moves, in any order; one checker that moves twice may also use the other number first."""
        if s.roll == 0:
            return
        halves = self._halves(s, a)
        yield self._areas([(half.start, half.end) for half in halves])
        if len(halves) == 2 and halves[0].end == halves[1].start and halves[1].end > 0 and not halves[0].hits:
            start, middle, end = halves[0].start, halves[0].start - halves[1].start + halves[1].end, halves[1].end
            view = self.look(s)
            if middle != halves[0].end and int(view.free) >> middle & 1 and not int(view.blots) >> middle & 1:
                yield self._areas([(start, middle), (middle, end)])

    def _areas(self, steps: list[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
        """Half-moves, from where to where, as areas of the picture."""
        return tuple((point_name(start, self.bar), point_name(end, self.bar)) for start, end in steps)

    def _cell(self, point: int) -> Cell:
        """Where X's point lies: the upper row counts up to the right, the lower one to the left."""
        half = self.points // 2
        return (0, point - half - 1) if point > half else (1, half - point)

    def _position(self, s: Board) -> Position:
        x, o = self._numbers((s.max_low, s.max_high)), self._numbers((s.min_low, s.min_high))
        return Position(x, o, s.mover, (s.roll >> 3, s.roll & 7) if s.roll else ())

    def _numbers(self, checkers: Checkers) -> tuple[int, ...]:
        """The numbers of checkers borne off, on each point and on the bar."""
        return (self.checkers - count(checkers), *(on_point(checkers, i) for i in range(1, self.bar + 1)))

    def _state(self, text: str, position: Position) -> Board:
        """The state of the position, if this game has such dice and such an opening. Raises ParseError."""
        if any(die > self.sides for die in position.dice):
            raise ParseError(f"{quote(text)} is not a position: the dice have {self.sides} sides")
        if position.mover == NOBODY and not self.opening:
            raise ParseError(f"{quote(text)} is not a position: here X begins, without an opening roll")
        roll = position.dice[0] << 3 | position.dice[1] if position.dice else 0
        return Board(*packed([0, *position.x[1:]]), *packed([0, *position.o[1:]]), position.mover, roll)

    def _halves(self, s: Board, a: int) -> list[Half]:
        """The half-moves of the play, in order."""
        die, other = s.roll >> 3, s.roll & 7
        if a & LOW_FIRST:
            die, other = other, die
        blots, halves = int(self.look(s).blots), []
        for i in range(4):
            start = a >> 6 * i & 31
            if start:
                end = max(0, start - die)
                halves.append(Half(start, end, blots >> end & 1 == 1))
                blots &= ~(1 << end)
                die = other
        return halves

    def _examples(self) -> str:
        start = self._position(self.initial())
        examples = [quote(xgid(start).removesuffix(":0:0:0:0:10"))]
        if self.points == GNUBG_POINTS:
            examples.append(quote(gnubg_id(start)))
        return " or ".join(examples)
