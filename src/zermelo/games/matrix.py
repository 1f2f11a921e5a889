"""Any two-player game in normal form, from a table of numbers.

column1  column2
row1       1       -1
row2      -1        1
"""

from __future__ import annotations

from zermelo.games.shared.normal_form import NormalForm


class Matrix(NormalForm):
    """A table of payoffs: one player chooses a row and the other a column, at the same time.

    `payoffs` has rows separated by semicolons. With one number in each cell, "1,-1;-1,1", it is a zero-sum game, and
    the number is what player 0 gets; with two numbers, "3,3|0,5;5,0|1,1", both get theirs. The default is matching
    pennies.
    """

    def __init__(self, payoffs: str = "1,-1;-1,1") -> None:
        super().__init__(payoffs)
        self.payoffs = payoffs
