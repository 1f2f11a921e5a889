"""Positions of backgammon as other programs write them: the IDs of GNU Backgammon, and XGIDs.

GNU Backgammon's manual describes its IDs: "A technical description of the Position ID" and "of the Match ID". Its X is
player 1 there and MAX here. In an XGID, capitals are the player at the bottom: MAX.
"""

from __future__ import annotations

import base64
import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN
from zermelo.games.backgammon.position import Position, position_of
from zermelo.games.backgammon.rules import NOBODY

GNUBG_POINTS = 24
"""The only board that GNU Backgammon has."""

PLAYING = 1
"""The game state in a match ID: begun and not over."""

NO_CUBE = 3 << 4
"""The cube owner in a match ID: the cube is in the middle."""


def gnubg_id(position: Position) -> str:
    """The position ID, and behind a colon the match ID, which says whose turn it is and what was rolled.

    The opening roll cannot be distinguished from X's.
    """
    mover = MAX if position.mover == NOBODY else position.mover
    mine, theirs = (position.x, position.o) if mover == MAX else (position.o, position.x)
    bits = "".join("1" * n + "0" for side in (theirs, mine) for n in side[1:])
    on_roll = 1 if mover == MAX else 0
    high, low = position.dice or (0, 0)
    match = NO_CUBE | on_roll << 6 | PLAYING << 8 | on_roll << 11 | high << 15 | low << 18
    return f"{_letters(int(bits[::-1], 2), 10)}:{_letters(match, 9)}"


def read_gnubg_id(text: str, checkers: int) -> Position:
    """The position from such an ID; without a match ID, X is to roll. Raises ParseError."""
    ident, _, match_id = text.partition(":")
    mover, dice = _read_match_id(text, match_id) if match_id else (MAX, ())
    left = _number(text, ident)
    sides: list[list[int]] = [[], []]
    for side in sides:
        for _ in range(GNUBG_POINTS + 1):
            ones = (~left & left + 1).bit_length() - 1
            side.append(ones)
            left >>= ones + 1
    if left:
        raise _corrupt(text, "it encodes more than a position")
    theirs, mine = sides
    x, o = (mine, theirs) if mover == MAX else (theirs, mine)
    return position_of(text, x=x, o=o, checkers=checkers, mover=mover, dice=dice)


def _read_match_id(text: str, match_id: str) -> tuple[int, tuple[int, ...]]:
    """Whose turn it is, and the dice; the score and the cube are not part of a position here."""
    match = _number(text, match_id)
    mover = MAX if match >> 6 & 1 else MIN
    dice = tuple(sorted((match >> 15 & 7, match >> 18 & 7), reverse=True))
    if dice == (0, 0):
        return mover, ()
    if not all(1 <= die <= 6 for die in dice):
        raise _corrupt(text, f"its dice are {dice[0]} and {dice[1]}")
    return mover, dice


def xgid(position: Position) -> str:
    """The position as an XGID, on a board of any size; the opening roll looks like X's."""
    turn = -1 if position.mover == MIN else 1
    dice = "".join(map(str, position.dice)) or "00"
    return f"XGID={points_in_letters(position)}:0:0:{turn}:{dice}:0:0:0:0:10"


def points_in_letters(position: Position) -> str:
    """O's bar, X's points from 1 on, and X's bar: B for two checkers of X, b for two of O, a dash for none."""
    theirs = position.o[:0:-1]  # from O's bar down, as X counts
    return "".join(_letter(mine, other) for mine, other in zip((0, *position.x[1:]), (*theirs, 0), strict=True))


def read_xgid(text: str, checkers: int) -> Position:
    """The position from an XGID, or from the letters of its points alone: then X is to roll. Raises ParseError."""
    letters, *fields = text.removeprefix("XGID=").split(":")
    x = [ord(c) - ord("A") + 1 if c.isupper() else 0 for c in letters]
    o = [ord(c) - ord("a") + 1 if c.islower() else 0 for c in letters]
    if x[0] or o[-1]:
        raise _corrupt(text, "a player has checkers on the other's bar")
    mover, dice = _read_turn(text, fields) if fields else (MAX, ())
    return position_of(text, x=x[1:], o=o[-2::-1], checkers=checkers, mover=mover, dice=dice)


def _read_turn(text: str, fields: list[str]) -> tuple[int, tuple[int, ...]]:
    """Whose turn it is, and the dice; the cube and the score are not used."""
    if len(fields) < 4 or fields[2] not in ("1", "-1") or not re.fullmatch("00|[1-6][1-6]", fields[3]):
        raise _corrupt(text, "after the points come the cube, its owner, the turn (1 or -1) and the dice, such as 64")
    mover = MAX if fields[2] == "1" else MIN
    return mover, () if fields[3] == "00" else tuple(sorted(map(int, fields[3]), reverse=True))


def _letter(mine: int, theirs: int) -> str:
    return chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else "-"


def _letters(number: int, size: int) -> str:
    return base64.b64encode(number.to_bytes(size, "little")).decode().rstrip("=")


def _number(text: str, letters: str) -> int:
    padded = letters + "=" * (-len(letters) % 4)
    data = base64.b64decode(padded)
    if base64.b64encode(data).decode() != padded:  # unused bits have to be 0
        raise _corrupt(text, "its last character is not valid")
    return int.from_bytes(data, "little")


def _corrupt(text: str, why: str) -> ParseError:
    return ParseError(f"{quote(text)} is not a position: {why}")
