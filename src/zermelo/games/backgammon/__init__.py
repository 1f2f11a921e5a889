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

rules.py        the states, the dice, and what a play does: begin here
plays.py        which plays a roll allows, each position that they lead to once
checkers.py     the checkers of a player as two numbers
start.py        where the checkers begin
knowledge.py    the race, points that are held, and blots
text.py         boards, rolls and plays, read and written
position.py     what is read and written: how many checkers stand where
diagram.py      a position as a board in letters
ids.py          a position as other programs write it
notation.py     plays as people write them
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.backgammon.knowledge import Knowledge
from zermelo.games.backgammon.picture import Picture
from zermelo.games.backgammon.rules import NOBODY, Board

__all__ = ["NOBODY", "Backgammon", "Board"]


class Backgammon(Knowledge, Picture):
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
