"""Backgammon: race your checkers home and off the board by the dice, and hit single checkers of the opponent.

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

rules.py        the states, the dice, and the effect of a play: begin here
plays.py        the legal plays of a roll, one for each resulting position
checkers.py     the checkers of a player as two numbers
start.py        where the checkers begin
knowledge.py    the race, points that are held, and blots
text.py         boards, rolls and plays, read and written
position.py     what is read and written: the number of checkers on each point
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

    All the rules except the doubling cube: both numbers must be played if possible, otherwise the higher one; of a
    double, as many of the four as possible; checkers on the bar enter first; a number that is too high bears off from
    the highest occupied point. The opening roll decides who begins, with both dice; without `opening`, X begins with an
    ordinary roll.

    `points` is a multiple of 4, at most 24; a quarter of them is the home board. `start` lists the point of each
    checker, numbered from its owner's view, and is the same for both players: "24,23,22" is hypergammon. "usual" means
    fifteen checkers on 24 points, and on a smaller board one on each point of the opponent's home board. `sides` is the
    number of sides of a die. `scoring_type` sets the utility of a win: "winloss_scoring" (always 1), "enable_gammons"
    (2 if the loser has borne off no checker) or "full_scoring" (and 3 if the loser also has a checker in the winner's
    home board or on the bar).

    Encoding: an action at a chance node is a roll, `8 * higher + lower`; in the opening `8 * X's + O's`. An action of a
    player is a play of the whole roll: the points from which checkers move, in order, six bits each, with 32 added to
    the first one if the lower number is played first. Two plays that lead to the same position are one action.
    """
