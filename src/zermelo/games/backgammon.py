"""Backgammon: race your checkers home and off the board, by the dice, and send the other's back where they stand alone.

+13-14-15-16-17-18------19-20-21-22-23-24-+     O moves from 24 to 1 as well,
| X           O    |   | O              X |     but counts the other way round:
| X           O    |   | O              X |     its home is above, on the right
| X           O    |   | O                |
| X                |   | O                |
| X                |   | O                |
|                  |BAR|                  |
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X                |
| O           X    |   | X              O |
| O           X    |   | X              O |     X moves from 24 to 1;
+12-11-10--9--8--7-------6--5--4--3--2--1-+     its home is below, on the right
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import count_bits, lowest_bit
from zermelo.errors import ParseError, quote
from zermelo.game import CHANCE, Game
from zermelo.games._backgammon_ids import (
    GNUBG_POINTS,
    gnubg_id,
    points_in_letters,
    read_gnubg_id,
    read_xgid,
    xgid,
)
from zermelo.games._backgammon_position import NOBODY, Position
from zermelo.games._backgammon_svg import board_svg
from zermelo.games._backgammon_text import Half, board_text, play_text, read_board, read_play
from zermelo.games._checkers import (
    Checkers,
    added,
    count,
    highest,
    made,
    occupied,
    on_point,
    packed,
    pips,
    taken,
    turned_round,
)
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole

STANDARD = (6,) * 5 + (8,) * 3 + (13,) * 5 + (24,) * 2
"""Where the fifteen checkers stand on the board of 24 points."""

USUAL = "usual"
"""How the checkers stand if nothing else is said."""

SCORINGS = ("winloss_scoring", "enable_gammons", "full_scoring")
"""What a win may be worth: always 1; 2 for a gammon; and 3 for a backgammon."""

LOW_FIRST = 32
"""What the first point of an action has added if the lower of two numbers is played first."""

POINT, BLOCK, PRIME, WAITING, NEAR, FAR = 6, 2, 3, 1, 0.25, 0.07
"""What counts in the evaluation, in pips: a point held at home, one held before it, a point of a prime beyond two; for
each point held at home a checker on the other's bar; and, of what it may lose, the share that a blot costs if one die
can hit it, or two together. They were found by comparing the plays that they choose with GNU Backgammon's."""


class Board(NamedTuple):
    """The checkers of X, who is MAX, and of O; whose turn it is, or NOBODY's; the dice, `higher * 8 + lower`, or 0."""

    max_low: int
    max_high: int
    min_low: int
    min_high: int
    mover: int
    roll: int


class View(NamedTuple):
    """What the mover sees: the own checkers, the points not shut by the other, those where one can be hit, the dice."""

    mine: Checkers
    free: int
    blots: int
    roll: int


class Backgammon(Game):
    """Race your checkers home and off the board by the dice, and hit those that stand alone. X is player 0.

    All the rules but the doubling cube: both numbers are played if they can be, or else the higher; of a double as many
    of the four as can be; checkers on the bar enter first; a number that is too high bears off from the last point that
    is occupied. The opening roll decides who begins, with both dice; without `opening`, X begins with an ordinary roll.

    `points` are a multiple of 4, up to 24; a quarter of them is the home. `start` has the point of each checker, as its
    owner counts, and is the same for both players: "24,23,22" is hypergammon. The usual one has fifteen checkers on 24
    points, and on a smaller board one on each point of the other's home. `sides` are those of a die.
    `scoring_type` says what a win is worth: "winloss_scoring" (always 1), "enable_gammons" (2 if the other has borne
    off nothing) or "full_scoring" (3 if a checker of the other is then in the winner's home, or on the bar).

    An action at a chance node is what the dice show, `8 * higher + lower`; in the opening `8 * X's + O's`. An action of
    a player is a play of the whole roll: the points from which checkers go, one after another, six bits each, 32 added
    to the first one if the lower number is played first. Two plays that come to the same position are one action.
    """

    scored = True

    def __init__(
        self,
        points: int = 24,
        start: str = USUAL,
        sides: int = 6,
        scoring_type: str = "winloss_scoring",
        opening: bool = True,
    ) -> None:
        _check(points, sides, scoring_type, opening)
        self.points, self.start, self.sides, self.opening = points, start, sides, opening
        self.scoring_type = scoring_type
        self.home, self.bar = points // 4, points + 1
        stand = _standing(points, start)
        self.checkers = len(stand)
        self.low, self.high = packed([stand.count(i) for i in range(self.bar + 1)])
        self.board = (1 << self.bar) - 2
        dice = [(i, j) for i in range(1, sides + 1) for j in range(1, sides + 1)]
        self.all_rolls = sum(1 << (i << 3 | j) for i, j in dice if i >= j)
        self.opening_rolls = sum(1 << (i << 3 | j) for i, j in dice if i != j)
        self.most = 1 + SCORINGS.index(scoring_type)
        self.bounds = (-self.most, self.most)

    # The rules.

    def initial(self) -> Board:
        """All checkers where they start, and the dice to be rolled."""
        return Board(self.low, self.high, self.low, self.high, NOBODY if self.opening else 0, 0)

    def player(self, s: Board) -> int:
        """Chance until the dice are rolled, then who plays them."""
        return CHANCE if s.roll == 0 else s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """What the dice may show; or the plays of the dice, each position that they can come to once.

        These are loops within loops, and not generators within generators, for those are ten times slower as machine
        code. A set that has the number 0 alone stands for a pass.
        """
        v = self.look(s)
        length = 1 if s.roll == 0 else self.length(v)
        firsts = self.rolls(s) if s.roll == 0 else self.firsts(v, length)
        while firsts:
            p = lowest_bit(firsts)
            firsts &= firsts - 1
            if length == 1:
                yield p
                continue
            seconds = self.seconds(v, p)
            while seconds:
                q = lowest_bit(seconds)
                seconds &= seconds - 1
                if length == 2:
                    yield p | q << 6
                    continue
                thirds = self.thirds(v, p, q)
                while thirds:
                    r = lowest_bit(thirds)
                    thirds &= thirds - 1
                    if length == 3:
                        yield p | q << 6 | r << 12
                        continue
                    fourths = self.fourths(v, p, q, r)
                    while fourths:
                        yield p | q << 6 | r << 12 | lowest_bit(fourths) << 18
                        fourths &= fourths - 1

    def probability(self, s: Board, a: int) -> float:
        """One in 36, twice that for two different numbers; in the opening, where there are no doubles, one in 30."""
        if s.mover == NOBODY:
            return 1 / (self.sides * (self.sides - 1))
        return (1 if a >> 3 == a & 7 else 2) / (self.sides * self.sides)

    def result(self, s: Board, a: int) -> Board:
        """The dice rolled, or the checkers moved and hit and the dice handed over."""
        if s.roll == 0:
            return self.rolled(s, a)
        mine, theirs = self.mine(s), self.theirs(s)
        die, other = s.roll >> 3, s.roll & 7
        if a & LOW_FIRST:
            die, other = other, die
        starts = a & ~LOW_FIRST
        while starts:
            point = starts & 31
            mine = self.gone(mine, point, die)
            opposite = self.bar - point + die
            if point > die and on_point(theirs, opposite) == 1:
                theirs = added(taken(theirs, opposite), self.bar)
            starts >>= 6
            die = other
        if s.mover == 0:
            return Board(mine[0], mine[1], theirs[0], theirs[1], 1, 0)
        return Board(theirs[0], theirs[1], mine[0], mine[1], 0, 0)

    def is_terminal(self, s: Board) -> bool:
        """Whether a player has borne off every checker."""
        return (s.max_low | s.max_high) == 0 or (s.min_low | s.min_high) == 0

    def utility(self, s: Board, p: int) -> float:
        """What the win is worth to the winner, and less than nothing to the other."""
        won = (s.max_low | s.max_high) == 0
        loser = (s.min_low, s.min_high) if won else (s.max_low, s.max_high)
        worth = 1
        if count(loser) == self.checkers:
            worth = 3 if occupied(loser) >> self.points - self.home + 1 else 2
        worth = min(worth, self.most)
        return worth if won == (p == 0) else -worth

    # The dice.

    def rolls(self, s: Board) -> int:
        """What the dice may show, as a set."""
        return self.opening_rolls if s.mover == NOBODY else self.all_rolls

    def rolled(self, s: Board, a: int) -> Board:
        """The dice on the board, and who plays them."""
        mover, roll = s.mover, a
        if s.mover == NOBODY:
            first, second = a >> 3, a & 7
            mover, roll = 0 if first > second else 1, max(first, second) << 3 | min(first, second)
        return Board(s.max_low, s.max_high, s.min_low, s.min_high, mover, roll)

    # What the mover sees.

    def mine(self, s: Board) -> Checkers:
        """The mover's checkers."""
        return (s.max_low, s.max_high) if s.mover == 0 else (s.min_low, s.min_high)

    def theirs(self, s: Board) -> Checkers:
        """The checkers of the other."""
        return (s.min_low, s.min_high) if s.mover == 0 else (s.max_low, s.max_high)

    def look(self, s: Board) -> View:
        """What the mover has to know of the board."""
        theirs = self.theirs(s)
        shut = self.facing(made(theirs))
        return View(self.mine(s), self.board & ~shut, self.board & self.facing(occupied(theirs)) & ~shut, s.roll)

    def facing(self, points: int) -> int:
        """The points of one player as the other counts them; the bar becomes 0."""
        return turned_round(points) >> 31 - self.bar

    def sources(self, v: View, here: int, die: int) -> int:
        """The points from which a checker can go so far, if there are checkers here."""
        going = here & v.free << die
        if here >> self.bar:
            return going & 1 << self.bar
        if here >> self.home + 1 == 0:
            going |= here & 1 << die
            if here and here >> die == 0:
                going |= highest(here)
        return going

    def after(self, v: View, point: int, die: int) -> int:
        """The points that are occupied when a checker has gone."""
        here = occupied(v.mine) & (~(1 << point) | made(v.mine))
        return here | 1 << point - die if point > die else here

    def gone(self, checkers: Checkers, point: int, die: int) -> Checkers:
        """The checkers when one of them has gone."""
        checkers = taken(checkers, point)
        return added(checkers, point - die) if point > die else checkers

    # Plays, number by number. The higher die is `big`, the lower `small`.

    def length(self, v: View) -> int:
        """How many numbers have to be played: as many as can be, but at least 1, for a pass is played too."""
        big, small = v.roll >> 3, v.roll & 7
        if big == small:
            return self.length_of_double(v)
        return 2 if self.leads_on(v, big, small) or self.leads_on(v, small, big) else 1

    def leads_on(self, v: View, die: int, other: int) -> bool:
        """Whether both numbers can be played in this order."""
        firsts = self.sources(v, occupied(v.mine), die)
        while firsts:
            if self.sources(v, self.after(v, lowest_bit(firsts), die), other):
                return True
            firsts &= firsts - 1
        return False

    def length_of_double(self, v: View) -> int:
        """The same for a double: whichever way it is played, it comes to the same length."""
        length, checkers = 0, v.mine
        points = self.sources(v, occupied(checkers), v.roll & 7)
        while length < 4 and points:
            length += 1
            checkers = self.gone(checkers, lowest_bit(points), v.roll & 7)
            points = self.sources(v, occupied(checkers), v.roll & 7)
        return max(length, 1)

    def firsts(self, v: View, length: int) -> int:
        """The points from which a play may begin; with the lower number first, 32 higher."""
        big, small = v.roll >> 3, v.roll & 7
        by_big, by_small = self.sources(v, occupied(v.mine), big), self.sources(v, occupied(v.mine), small)
        if by_big | by_small == 0:
            return 1
        if big == small or (length == 1 and by_big):
            return by_big
        if length == 2 and self.is_open(v):
            # The order matters only to one checker that plays both numbers, and only if the other way round differs.
            by_small &= v.free << big + small & ~(occupied(v.mine) << small) & ~self.free_ways(v)
        return by_big | by_small << 32

    def seconds(self, v: View, first: int) -> int:
        """The points from which a play may go on; without those that come to the same as another play."""
        big, small = v.roll >> 3, v.roll & 7
        if big == small:
            return self.no_higher(v, self.gone(v.mine, first, big), first)
        p = first & 31
        if first != p:
            return 1 << p - small if self.is_open(v) else self.new_with_small_first(v, p)
        points = self.sources(v, self.after(v, p, big), small)
        # The checker on `small` points before comes to where p was: had it played both numbers, it would be the same.
        same = 1 << p + small
        if self.is_open(v):
            return points & ~(same & self.free_ways(v))
        return points & ~same if self.has_free_way(v, p + small) else points

    def thirds(self, v: View, p: int, q: int) -> int:
        """The points from which a double may go on that went from p and q."""
        die = v.roll & 7
        return self.no_higher(v, self.gone(self.gone(v.mine, p, die), q, die), q)

    def fourths(self, v: View, p: int, q: int, r: int) -> int:
        """The points from which a double may end that went from p, q and r."""
        die = v.roll & 7
        return self.no_higher(v, self.gone(self.gone(self.gone(v.mine, p, die), q, die), r, die), r)

    def no_higher(self, v: View, checkers: Checkers, point: int) -> int:
        """The points from which a double goes on. The highest come first, so that each play is found once."""
        return self.sources(v, occupied(checkers), v.roll & 7) & (2 << point) - 1

    def is_open(self, v: View) -> bool:
        """Whether nobody is on the bar and nobody will bear off: then numbers can be played in any order."""
        here = occupied(v.mine)
        outside = here >> self.home + 1
        two_outside = outside & outside - 1 != 0 or made(v.mine) >> self.home + 1 != 0
        return here >> self.bar == 0 and two_outside

    def free_ways(self, v: View) -> int:
        """On an open board, from where a checker can play the higher number, and hits nobody halfway either way."""
        big, small = v.roll >> 3, v.roll & 7
        return self.sources(v, occupied(v.mine), big) & ~(v.blots << big | v.blots << small)

    def has_free_way(self, v: View, point: int) -> bool:
        """Whether a checker can play the higher number and then the lower, and hits nobody halfway either way."""
        big, small = v.roll >> 3, v.roll & 7
        if point <= big or (v.blots >> point - big | v.blots >> point - small) & 1:
            return False
        return self.can_follow(v, point, point - big)

    def new_with_small_first(self, v: View, q: int) -> int:
        """The points for the higher number, after the lower was played from q, that come to something new."""
        big, small = v.roll >> 3, v.roll & 7
        new = points = self.sources(v, self.after(v, q, small), big)
        while points:
            p = lowest_bit(points)
            points &= points - 1
            both_off = p <= small and q <= small
            if (
                self.can_follow(v, p, q)
                or (p + small == q and self.has_free_way(v, q))
                or (both_off and self.can_follow(v, q, p))
            ):
                new &= ~(1 << p)
        return new

    def can_follow(self, v: View, p: int, q: int) -> bool:
        """Whether the higher number can be played from p, and then the lower one from q."""
        big, small = v.roll >> 3, v.roll & 7
        if self.sources(v, occupied(v.mine), big) >> p & 1 == 0:
            return False
        return self.sources(v, self.after(v, p, big), small) >> q & 1 == 1

    # Knowledge.

    def evaluate(self, s: Board, p: int) -> float:
        """The race, and as long as the players can still meet, who holds better points and risks less."""
        x, o = (s.max_low, s.max_high), (s.min_low, s.min_high)
        x_pips, o_pips = pips(x), pips(o)
        to_roll = 0 if s.mover == NOBODY else 1 - 2 * s.mover
        lead = o_pips - x_pips + to_roll * self.sides / 2
        scale = 2 + (x_pips + o_pips) / 28
        if self.meet(x, o):
            lead += self.standing(x, o) - self.standing(o, x)
            scale *= 2
        lead /= scale
        for_max = lead / (1 + abs(lead))
        return for_max if p == 0 else -for_max

    def meet(self, mine: Checkers, theirs: Checkers) -> bool:
        """Whether a checker still has to pass one of the other's."""
        facing = self.facing(occupied(theirs))
        return facing != 0 and occupied(mine) >> lowest_bit(facing) != 0

    def standing(self, mine: Checkers, theirs: Checkers) -> float:
        """What a player's points are worth, in pips: made ones at home and before it, a prime; less blots in reach."""
        held = made(mine)
        blots = occupied(mine) & ~held & self.board
        facing = self.facing(occupied(theirs))
        near = blots & in_reach(facing, 1, self.sides)
        far = blots & ~near & in_reach(facing, self.sides + 1, 2 * self.sides - 1)
        at_home = count_bits(held & (2 << self.home) - 1)
        before = count_bits(held >> self.home + 1 & (1 << self.home) - 1)
        prime, run = 0, held & self.board
        while run:
            prime += 1
            run &= run >> 1
        worth = POINT * at_home + BLOCK * before + PRIME * max(0, prime - 2)
        worth += WAITING * on_point(theirs, self.bar) * at_home
        return worth - NEAR * self.may_lose(near) - FAR * self.may_lose(far)

    def may_lose(self, blots: int) -> int:
        """How many pips it costs if all these are hit."""
        return self.bar * count_bits(blots) - pips((blots, 0))

    def order(self, s: Board, a: int) -> float:
        """How the position looks to the mover after the play; rolls are all alike."""
        if s.roll == 0:
            return 0
        after = self.result(s, a)
        return 2.0 if self.is_terminal(after) else self.evaluate(after, s.mover)

    def limits(self, s: Board) -> tuple[float, float]:
        """Who has borne off a checker cannot lose more than 1."""
        least = -self.most if count((s.max_low, s.max_high)) == self.checkers else -1
        greatest = self.most if count((s.min_low, s.min_high)) == self.checkers else 1
        return least, greatest

    # For people.

    def show(self, s: Board) -> str:
        """The board as X sees it, its points numbered for the player whose turn it is, and what is to be done."""
        return board_text(self._position(s))

    def parse(self, text: str) -> Board:
        """The state from what `show` gives, from an XGID, or from an ID of GNU Backgammon.

        That ID is a position ID, and perhaps a match ID behind a colon; of an XGID, the points alone are enough. Where
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
        fitting = [a for a in hits if hits[a] == min(hits.values())]  # what is not said to hit should not
        return fitting[0] if len(fitting) == 1 else int(super().parse_action(s, text))

    def label(self, s: Board) -> str:
        """The points as in an XGID where they are few, else the position ID of GNU Backgammon."""
        position = self._position(s)
        return if_short(points_in_letters(position)) or (
            gnubg_id(position).partition(":")[0] if self.points == GNUBG_POINTS else ""
        )

    def draw(self, s: Board) -> str:
        """The board as X sees it, with the dice, and what is to be done."""
        return board_svg(self._position(s))

    def _position(self, s: Board) -> Position:
        x, o = self._numbers((s.max_low, s.max_high)), self._numbers((s.min_low, s.min_high))
        return Position(x, o, s.mover, (s.roll >> 3, s.roll & 7) if s.roll else ())

    def _numbers(self, checkers: Checkers) -> tuple[int, ...]:
        """How many checkers are off, on each point and on the bar."""
        return (self.checkers - count(checkers), *(on_point(checkers, i) for i in range(1, self.bar + 1)))

    def _state(self, text: str, position: Position) -> Board:
        if any(die > self.sides for die in position.dice):
            raise ParseError(f"{quote(text)} is not a position: the dice have {self.sides} sides")
        if position.mover == NOBODY and not self.opening:
            raise ParseError(f"{quote(text)} is not a position: here X begins, without an opening roll")
        roll = position.dice[0] << 3 | position.dice[1] if position.dice else 0
        return Board(*packed([0, *position.x[1:]]), *packed([0, *position.o[1:]]), position.mover, roll)

    def _halves(self, s: Board, a: int) -> list[Half]:
        """What the checkers do one after another."""
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


def in_reach(points: int, nearest: int, farthest: int) -> int:
    """All that lies so far ahead of the points."""
    reach = 0
    for distance in range(nearest, farthest + 1):
        reach |= points << distance
    return reach


def _standing(points: int, start: str) -> list[int]:
    """The points of a player's checkers, from the text that says where they stand."""
    if start == USUAL:
        return list(STANDARD if points == GNUBG_POINTS else range(points - points // 4 + 1, points + 1))
    told = re.fullmatch(r"\s*[0-9]{1,9}(?:[\s,]+[0-9]{1,9}){0,14}\s*", str(start))
    if told is None:
        raise ValueError(
            f"start must be {USUAL!r} or the points of at most 15 checkers, like '24,23,22', not {start!r}"
        )
    stand = [int(point) for point in re.findall("[0-9]+", told[0])]
    for point in stand:
        check_whole("a point in start", point, 1, points)
    shared = [point for point in stand if points + 1 - point in stand]
    if shared:
        raise ValueError(
            f"start has both players on one point, for {shared[0]} is {points + 1 - shared[0]} to the other"
        )
    return stand


def _check(points: int, sides: int, scoring_type: str, opening: bool) -> None:
    check_whole("points", points, 4, 24)
    if points % 4:
        raise ValueError(f"points must be a multiple of 4, for a quarter of them is the home, not {points!r}")
    check_whole("sides", sides, 2, 6)
    if scoring_type not in SCORINGS:
        raise ValueError(f"scoring_type must be {', '.join(SCORINGS[:-1])} or {SCORINGS[-1]}, not {scoring_type!r}")
    if not isinstance(opening, bool):
        raise ValueError(f"opening must be True or False, not {opening!r}")
