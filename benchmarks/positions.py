"""The positions that are searched: a fixed set, not selected by their answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zermelo.core.game import Game, State
from zermelo.kernels.counting import next_random, random_place, result_at

OPENINGS = ("", "444", "44444", "4536", "3254", "7152")
"""Connect four, to be analysed: moves by their columns."""

MIDDLES = ("4453167512", "3254112166", "3642756176227637", "2252576253462244", "4521472535")
"""Connect four, to be solved."""

EARLY = ("4453", "4521", "2252", "32541")
"""Connect four, to be solved in seconds: long enough for several threads to pay off."""


def random_endgames(game: Game, empties: int, count: int) -> list[State]:
    """Nonterminal Othello boards with this many empty squares, reached by random plays."""
    return _random_states(game, [lambda s: _empty(s) == empties] * count)


def othello_positions(game: Game, count: int) -> list[State]:
    """Boards with 8 to 18 empty squares, cyclically."""
    return _random_states(game, [lambda s, empties=8 + i % 11: _empty(s) == empties for i in range(count)])


def connect4_positions(game: Game, count: int) -> list[State]:
    """Positions after 10 to 33 plies, cyclically."""
    return _random_states(game, [lambda s, plies=10 + i % 24: s.taken.bit_count() == plies for i in range(count)])


def _random_states(game: Game, wanted: list[Callable[[State], bool]]) -> list[State]:
    """For each condition, the first nonterminal state of random plays that meets it; always the same states."""
    found: list[State] = []
    seed = 1
    while len(found) < len(wanted):
        s = game.initial()
        while not game.is_terminal(s) and not wanted[len(found)](s):
            seed = next_random(seed)
            s = result_at(game, s, random_place(game, s, seed))
        if not game.is_terminal(s):
            found.append(s)
    return found


def _empty(s: State) -> int:
    return 64 - (int(s.mine) | int(s.theirs)).bit_count()


def published_endgames(first: int, last: int) -> list[tuple[str, int]]:
    """Othello boards by their numbers, with the value to the player to move; `ffo.txt` names the source."""
    lines = Path(__file__).with_name("ffo.txt").read_text(encoding="utf-8").splitlines()
    boards = (line.split(";") for line in lines if not line.startswith("%"))
    return [(board, int(score)) for board, score in boards][first - 1 : last]
