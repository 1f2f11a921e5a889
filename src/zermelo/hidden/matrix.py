"""Matrix games as the textbook has them: dominance, pure equilibria, and all equilibria by enumerating supports.

All numbers are fractions, so that every statement is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from zermelo.core.errors import KindError, LimitError, quote
from zermelo.core.game import MAX, MIN, Game
from zermelo.core.limits import Budget
from zermelo.core.people import player_name
from zermelo.hidden.game_tree import GameTree

LARGEST_DENOMINATOR = 10**6
"""A utility that is a float is taken as the nearest fraction with at most this denominator."""

MOST_PAIRS = 300_000
"""The most pairs of supports that are tried."""

Mixed = tuple[Fraction, ...]
"""A probability for each row or column."""

Table = tuple[tuple[Fraction, ...], ...]
"""A number for each row and column."""


@dataclass(frozen=True)
class Equilibrium:
    """A mixed strategy of each player, and what both get."""

    row: Mixed
    column: Mixed
    values: tuple[Fraction, Fraction]

    @property
    def is_pure(self) -> bool:
        """Whether both players take one action for certain."""
        return max(self.row) == max(self.column) == 1


@dataclass(frozen=True)
class Elimination:
    """A step of iterated elimination: this action of this player is strictly dominated by another."""

    player: int
    action: str
    by: str


@dataclass(frozen=True)
class MatrixGame:
    """A game in which two players choose once, neither seeing the other's choice."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    first: Table
    """The utilities of player 0."""

    second: Table
    """The utilities of player 1."""

    @classmethod
    def of(cls, tree: GameTree) -> MatrixGame:
        """The matrix of a game tree. Raises KindError if it is not that of a matrix game."""
        game = tree.game
        if not is_matrix(tree):
            raise KindError(f"{quote(game)} is not a matrix game, in which two players choose once at the same time")
        sets = [tree.sets[0], tree.sets[1]]
        names = [tuple(game.show_action(known.state, a) for a in known.actions) for known in sets]
        tables = [
            tuple(
                tuple(_fraction(tree.payoffs.get((row, column), (0.0, 0.0))[p]) for column in sets[MIN].sequences)
                for row in sets[MAX].sequences
            )
            for p in (MAX, MIN)
        ]
        return cls(names[MAX], names[MIN], tables[MAX], tables[MIN])

    def restricted(self, rows: Sequence[int], columns: Sequence[int]) -> MatrixGame:
        """The game with only these rows and columns."""

        def part(table: Table) -> Table:
            return tuple(tuple(table[i][j] for j in columns) for i in rows)

        names = tuple(self.rows[i] for i in rows), tuple(self.columns[j] for j in columns)
        return MatrixGame(*names, part(self.first), part(self.second))

    def eliminated(self) -> tuple[list[Elimination], MatrixGame]:
        """Iterated elimination of actions that another action strictly dominates: the steps, and the game that is left.

        The order does not change what is left.
        """
        steps: list[Elimination] = []
        game = self
        while (found := game._dominated()) is not None:
            player, action, by = found
            names = game.rows if player == MAX else game.columns
            steps.append(Elimination(player, names[action], names[by]))
            rows = [i for i in range(len(game.rows)) if player != MAX or i != action]
            columns = [j for j in range(len(game.columns)) if player != MIN or j != action]
            game = game.restricted(rows, columns)
        return steps, game

    def _dominated(self) -> tuple[int, int, int] | None:
        """A player, a strictly dominated action of that player, and an action that dominates it."""
        columns_of_second = list(zip(*self.second, strict=True))
        for player, options in ((MAX, list(self.first)), (MIN, columns_of_second)):
            for action, worse in enumerate(options):
                for by, better in enumerate(options):
                    if all(b > w for b, w in zip(better, worse, strict=True)):
                        return player, action, by
        return None

    def pure_equilibria(self) -> list[tuple[int, int]]:
        """The cells in which neither player gains by another choice; in a zero-sum game, its saddle points."""
        return [
            (i, j)
            for i in range(len(self.rows))
            for j in range(len(self.columns))
            if self.first[i][j] == max(row[j] for row in self.first) and self.second[i][j] == max(self.second[i])
        ]

    def equilibria(self, budget: Budget | None = None) -> list[Equilibrium]:
        """All equilibria in which both players mix equally many actions: in a game that is not degenerate, all.

        Raises LimitError if there are too many supports, and OutOfBudget.
        """
        height, width = len(self.rows), len(self.columns)
        pairs = sum(comb(height, size) * comb(width, size) for size in range(1, min(height, width) + 1))
        if pairs > MOST_PAIRS:
            raise LimitError(
                f"a table of {height} × {width} has {pairs:,} pairs of supports: at most {MOST_PAIRS:,} are tried"
            )
        found: list[Equilibrium] = []
        for rows, columns in _supports(height, width):
            if budget is not None:
                budget.check()
            equilibrium = self._on_supports(rows, columns)
            if equilibrium is not None:
                found.append(equilibrium)
        return found

    def is_degenerate(self, found: Equilibrium) -> bool:
        """Whether more actions are best answers than are mixed: then there may be infinitely many equilibria."""
        rows, columns = self._answers(found.row, found.column)
        mixed = [sum(p > 0 for p in strategy) for strategy in (found.row, found.column)]
        return rows.count(max(rows)) > mixed[1] or columns.count(max(columns)) > mixed[0]

    def _answers(self, row: Mixed, column: Mixed) -> tuple[list[Fraction], list[Fraction]]:
        """The expected utility of each row against the mixed columns, and of each column against the mixed rows."""
        of_rows = [sum((p * u for p, u in zip(column, line, strict=True)), Fraction(0)) for line in self.first]
        of_columns = [
            sum((p * line[j] for p, line in zip(row, self.second, strict=True)), Fraction(0))
            for j in range(len(self.columns))
        ]
        return of_rows, of_columns

    def _on_supports(self, rows: Sequence[int], columns: Sequence[int]) -> Equilibrium | None:
        """The equilibrium in which exactly these rows and columns are mixed, if there is a single one."""
        column = _indifferent([[self.first[i][j] for j in columns] for i in rows])
        row = _indifferent([[self.second[i][j] for i in rows] for j in columns])
        if row is None or column is None:
            return None
        x, y = _spread(row, rows, len(self.rows)), _spread(column, columns, len(self.columns))
        of_rows, of_columns = self._answers(x, y)
        values = of_rows[rows[0]], of_columns[columns[0]]
        if max(of_rows) > values[0] or max(of_columns) > values[1]:
            return None
        return Equilibrium(x, y, values)


def equilibrium_text(game: Game, table: MatrixGame, found: Equilibrium) -> str:
    """The strategies of both players, and what they get."""
    row = _mixed_text(found.row, table.rows)
    column = _mixed_text(found.column, table.columns)
    zero_sum = game.kind.zero_sum and not game.total
    values = str(found.values[0]) if zero_sum else f"{found.values[0]}, {found.values[1]}"
    return f"{player_name(game, MAX)}: {row}; {player_name(game, MIN)}: {column}; value {values}"


def _mixed_text(strategy: Mixed, names: tuple[str, ...]) -> str:
    return ", ".join(f"{name} {p}" if p < 1 else name for name, p in zip(names, strategy, strict=True) if p)


def is_matrix(tree: GameTree) -> bool:
    """Whether the tree is that of a matrix game: two players with one information set each."""
    return tree.game.players == 2 and tree.first_set == (0, 1, 2)


def _fraction(value: float) -> Fraction:
    return Fraction(value).limit_denominator(LARGEST_DENOMINATOR)


def _supports(height: int, width: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs of equally many rows and columns, the small ones first."""
    for size in range(1, min(height, width) + 1):
        for rows in combinations(range(height), size):
            for columns in combinations(range(width), size):
                yield rows, columns


def _spread(mixed: Mixed, places: Sequence[int], length: int) -> Mixed:
    """The probabilities at their places, and 0 elsewhere."""
    whole = [Fraction(0)] * length
    for place, probability in zip(places, mixed, strict=True):
        whole[place] = probability
    return tuple(whole)


def _indifferent(payoffs: list[list[Fraction]]) -> Mixed | None:
    """Positive weights of the columns, adding up to 1, that make all rows worth the same; None if not exactly one."""
    size = len(payoffs)
    system = [[*line, Fraction(-1), Fraction(0)] for line in payoffs]  # the last unknown is what all rows are worth
    system.append([*([Fraction(1)] * size), Fraction(0), Fraction(1)])
    solution = _solved(system)
    if solution is None or any(weight <= 0 for weight in solution[:size]):
        return None
    return tuple(solution[:size])


def _solved(system: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of a square system of linear equations, by elimination; None if it is not unique."""
    size = len(system)
    for column in range(size):
        pivot = next((row for row in range(column, size) if system[row][column] != 0), None)
        if pivot is None:
            return None
        system[column], system[pivot] = system[pivot], system[column]
        scale = system[column][column]
        system[column] = [number / scale for number in system[column]]
        for row in range(size):
            factor = system[row][column]
            if row != column and factor != 0:
                system[row] = [a - factor * b for a, b in zip(system[row], system[column], strict=True)]
    return [line[-1] for line in system]
