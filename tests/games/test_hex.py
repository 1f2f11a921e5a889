"""Hex against OpenSpiel, and small boards against a solver that knows nothing but neighbours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import (
    assert_action_or_refused,
    assert_refused,
    beside_openspiel,
    openspiel,
    random_play,
    random_states,
    read_if_sound,
)
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.hex import SWAP, Hex, Stones

Cells = frozenset[tuple[int, int]]


# A solver of its own: cells are (row, column), and nothing is shared with the rules.


def neighbours(cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
    r, c = cell
    yield from ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1), (r + 1, c - 1))


def connects(cells: Cells, size: int, axis: int) -> bool:
    """Whether the cells connect the two edges: axis 0 from the first row to the last, 1 from column to column."""
    reached = {cell for cell in cells if cell[axis] == 0}
    fresh = list(reached)
    while fresh:
        for cell in neighbours(fresh.pop()):
            if cell in cells and cell not in reached:
                reached.add(cell)
                fresh.append(cell)
    return any(cell[axis] == size - 1 for cell in reached)


def winning_openings(size: int) -> list[str]:
    """The first moves by which the first player wins, by brute force; sets of cells are bits."""
    board = [(r, c) for r in range(size) for c in range(size)]
    bit = {cell: 1 << i for i, cell in enumerate(board)}
    near = [sum(bit.get(beside, 0) for beside in neighbours(cell)) for cell in board]
    edges = [[sum(bit[cell] for cell in board if cell[axis] == end) for end in (0, size - 1)] for axis in (0, 1)]

    @cache
    def joins_edges(stones: int, axis: int) -> bool:
        first, last = edges[axis]
        reached = fresh = stones & first
        while fresh:
            lowest = fresh & -fresh
            found = near[lowest.bit_length() - 1] & stones & ~reached
            reached, fresh = reached | found, fresh ^ lowest | found
        return reached & last != 0

    @cache
    def mover_wins(mine: int, theirs: int, axis: int) -> bool:
        if joins_edges(theirs, 1 - axis):
            return False
        free = [b for b in bit.values() if not (mine | theirs) & b]
        return any(not mover_wins(theirs, mine | b, 1 - axis) for b in free)

    return [f"{'abcde'[c]}{r + 1}" for r, c in board if not mover_wins(0, bit[r, c], 1)]


KNOWN = {
    2: "a2 b1",
    3: "a2 a3 b2 c1 c2",
    4: "a4 b3 c2 d1",
}
"""The winning first moves."""


def openings_that_win(game: Hex, **limits: object) -> list[str]:
    """The first moves that the engine proves to win."""
    s, wins = game.initial(), []
    for a in game.actions(s):
        found = zermelo.analyse(game, game.result(s, a), method="engine", **limits)
        assert found.proved
        if found.value == 1:
            wins.append(game.show_action(s, a))
    return sorted(wins)


@pytest.mark.parametrize("size", [2, 3])
def test_the_winning_first_moves_are_those_of_brute_force(size: int) -> None:
    assert openings_that_win(Hex(size), plain=True) == sorted(winning_openings(size)) == KNOWN[size].split()


@pytest.mark.thorough
def test_the_winning_first_moves_of_four_by_four_are_the_short_diagonal() -> None:
    assert openings_that_win(Hex(4)) == KNOWN[4].split()


@pytest.mark.thorough
def test_the_winning_first_moves_of_four_by_four_by_brute_force() -> None:
    assert sorted(winning_openings(4)) == KNOWN[4].split()


def test_monte_carlo_proves_the_first_player_to_win() -> None:
    found = zermelo.analyse(Hex(3), method="mcts", playouts=20_000, seed=1, plain=True)
    assert found.proved
    assert found.value == 1


# The rules.


def number_in_openspiel(game: Hex, a: int) -> int:
    """OpenSpiel numbers the cells in reading order, without a rim, and the swap after the cells."""
    row, column = divmod(a, game.stride)
    return game.size**2 if a == SWAP else (row - 1) * game.size + column - 1


@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 40), (5, 30), (11, 4), (14, 2)])
def test_the_rules_are_those_of_openspiel(size: int, games: int) -> None:
    game = Hex(size)
    theirs = openspiel(f"hex(board_size={size})")
    for seed in range(games):
        for s, state in beside_openspiel(game, theirs, seed, number=lambda _, a: number_in_openspiel(game, a)):
            letters = str(state).lower().replace("x", "r").replace("o", "b").split()
            if not game.is_terminal(s):  # OpenSpiel then shows chains with other letters
                assert "".join(letters) == "".join(rows(game, s))


def rows(game: Hex, s: Stones) -> list[str]:
    """The rows of the board from what people see, the last stone as any other."""
    return ["".join(row.split()[1:]).lower() for row in game.show(s).splitlines()[1:-1]]


def cells_of(game: Hex, s: Stones, letter: str) -> Cells:
    return frozenset((r, c) for r, row in enumerate(rows(game, s)) for c, found in enumerate(row) if found == letter)


@pytest.mark.parametrize("size", [2, 3, 4, 7, 11, 14])
def test_play_is_over_when_just_one_player_is_connected(size: int) -> None:
    game = Hex(size)
    for s in random_states(game, 30 // size):
        red = connects(cells_of(game, s, "r"), size, 0)
        blue = connects(cells_of(game, s, "b"), size, 1)
        assert game.is_terminal(s) == (red or blue)
        if red or blue:
            assert not (red and blue)
            assert [game.utility(s, p) for p in (MAX, MIN)] == ([1, -1] if red else [-1, 1])


def test_every_full_board_has_one_winner() -> None:
    game = Hex(3)
    board = [(r, c) for r in range(3) for c in range(3)]
    for reds in combinations(board, 5):
        letters = ["".join("r" if (r, c) in reds else "b" for c in range(3)) for r in range(3)]
        readable = [mover for mover in ("red", "blue") if read_if_sound(game, f"{'/'.join(letters)}, {mover}")]
        assert len(readable) == 1, "one of the players has won, and the other is to move"


def test_the_swap_mirrors_the_stone_and_gives_it_to_blue() -> None:
    game = Hex(5, swap=True)
    assert SWAP not in game.actions(game.initial())
    s = game.parse("c1")
    assert game.show_action(s, SWAP) == "swap"
    assert SWAP in game.actions(s)
    assert game.parse("c1 swap") == game.result(s, SWAP) == game.parse("...../...../B..../...../....., red")
    for moves in ("c1 d1", "c1 swap", "c1 swap d4"):
        assert SWAP not in game.actions(game.parse(moves))
    assert SWAP not in Hex(5).actions(Hex(5).parse("c1"))


def test_the_swap_is_that_of_openspiel() -> None:
    game = Hex(4, swap=True)
    for a in game.actions(game.initial()):
        state = openspiel("hex(board_size=4,swap=True)").new_initial_state()
        state.apply_action(number_in_openspiel(game, a))
        s = game.result(game.initial(), a)
        assert sorted(number_in_openspiel(game, b) for b in game.actions(s)) == state.legal_actions()
        state.apply_action(16)
        after = game.result(s, SWAP)
        shown = str(state).lower().translate(str.maketrans("yzpq", "oooo"))
        assert {i for i, c in enumerate("".join(shown.split())) if c != "."} == {
            i for i, c in enumerate("".join(rows(game, after))) if c == "b"
        }
        assert game.player(after) == state.current_player() == MAX


# Knowledge.


def owner(game: Hex, s: Stones, cell: tuple[int, int]) -> int | None:
    """Whose a cell is, the edges beyond the board included; their corners are nobody's."""
    r, c = cell
    inside = range(game.size)
    if r in inside and c in inside:
        return {"r": MAX, "b": MIN}.get(rows(game, s)[r][c])
    return MAX if c in inside else MIN if r in inside else None


def saving(game: Hex, s: Stones) -> set[str]:
    """The cells that save a bridge of the mover into which the last stone was placed, by neighbours alone."""
    last = (s.last // game.stride - 1, s.last % game.stride - 1)
    found = set()
    for cell in neighbours(last):
        ends = set(neighbours(cell)) & set(neighbours(last))
        is_free = all(0 <= i < game.size for i in cell) and owner(game, s, cell) is None
        if is_free and all(owner(game, s, end) == s.mover for end in ends):
            found.add(f"{'abcdefghijklmn'[cell[1]]}{cell[0] + 1}")
    return found


@pytest.mark.parametrize("size", [2, 3, 5, 11])
def test_playouts_save_bridges(size: int) -> None:
    game, dice = Hex(size), random.Random(size)
    saved = set()
    for s in random_states(game, 40 // size):
        if game.is_terminal(s) or s == game.initial():
            continue
        must = saving(game, s)
        drawn = {game.show_action(s, game.playout_action(s, np.uint64(dice.getrandbits(64)))) for _ in range(8)}
        free = {game.show_action(s, a) for a in game.actions(s)}
        assert drawn <= (must or free)
        saved |= must
        if must and size < 8:
            best = max(game.actions(s), key=lambda a: game.order(s, a))
            assert game.show_action(s, best) in must
    assert saved


def test_playouts_take_every_cell() -> None:
    game, dice = Hex(3), random.Random(1)
    drawn = [game.playout_action(game.initial(), np.uint64(dice.getrandbits(64))) for _ in range(900)]
    counts = [drawn.count(a) for a in game.actions(game.initial())]
    assert sum(counts) == 900
    assert 60 < min(counts) <= max(counts) < 140


def test_a_bridge_is_better_than_a_cell_far_away() -> None:
    game = Hex(7)
    s = game.parse("d4 g1")
    guesses = {game.show_action(s, a): game.order(s, a) for a in game.actions(s)}
    assert guesses["c6"] > guesses["a7"]
    assert guesses["e2"] > guesses["a1"]


# For people.


@pytest.mark.parametrize("game", [Hex(2), Hex(5), Hex(11), Hex(14), Hex(4, swap=True)], ids=str)
def test_shown_positions_and_actions_parse_back(game: Hex) -> None:
    for seed in range(2):
        moves: list[str] = []
        for s, a in random_play(game, seed):
            shown = game.show(s)
            assert game.parse(shown) == game.parse(" ".join(shown.split())) == s
            assert a is not None or game.parse(" ".join(moves)) == s
            for b in [] if a is None else game.actions(s):
                name = game.show_action(s, b)
                assert game.parse_action(s, name) == game.parse_action(s, f" {name.upper()} ") == b
            moves += [] if a is None else [game.show_action(s, a)]


def test_show() -> None:
    game = Hex(4)
    s = game.parse("b2 c3")
    assert game.show(s) == "  a b c d\n1 . . . .\n 2 . r . .\n  3 . . B .\n   4 . . . .\nRed to move"
    assert game.parse("..../.r../..b./....").last == 0, "nothing says which stone was the last"
    assert game.parse("..../.r../..../....").mover == MIN
    with pytest.raises(ParseError, match="'b2' is not an action here"):
        game.parse_action(s, "b2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r../b..", "expected 3 cells in each row and 3 rows"),
        ("r../b../..x", "expected something like '.../.../...'"),
        ("r../r../r.., red", "Red, who is to move, has already won"),
        ("bbb/rr./..., blue", "Blue, who is to move, has already won"),
        ("R../b../..., red", "only the last stone is a capital letter"),
        ("RR./b../..., blue", "only the last stone is a capital letter"),
        ("a1 a1", "at move 2, a1: 'a1' is not an action here"),
        ("a4", "at move 1, a4: 'a4' is not an action here"),
        ("a1 b1 a2 b2 a3 b3", "at move 6, b3: play is over"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Hex(3), text, why)


@settings(deadline=None)
@given(st.text() | st.text("rbRB./ \n123abc,maxinhtelduw", max_size=30) | st.text("rb.", min_size=9, max_size=9))
@example("1" * 5000)
@example("a1" * 2000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    game = Hex(3)
    for form in (text, "/".join(text[i : i + 3] for i in range(0, len(text), 3))):
        s = read_if_sound(game, form)
        assert s is None or game.is_terminal(s) or list(game.actions(s))


@given(st.text() | st.text("abc123swp- ", max_size=6))
def test_parse_action_raises_nothing_but_parse_error(text: str) -> None:
    assert_action_or_refused(Hex(3), text)


@pytest.mark.parametrize("size", [1, 15, "11", True])
def test_bad_sizes_are_refused(size: object) -> None:
    with pytest.raises(ValueError, match="size must be a whole number from 2 to 14"):
        Hex(size)  # type: ignore[arg-type]


@pytest.mark.parametrize("swap", [1, None, "no"])
def test_a_swap_that_is_neither_true_nor_false_is_refused(swap: object) -> None:
    with pytest.raises(ValueError, match="swap must be True or False"):
        Hex(swap=swap)  # type: ignore[arg-type]


def test_the_picture_has_every_cell_and_stone() -> None:
    game = Hex(3, swap=True)
    picture = ElementTree.fromstring(game.draw(game.parse("b2 c3 a1")))
    pieces = [shape.get("data-piece") for shape in picture.iter() if shape.get("data-piece")]
    assert sorted(pieces) == ["Blue@18", "Red@12", "Red@6"]
    texts = [t.text for t in picture.findall("{*}text")]
    assert texts == [*"abc", *"123", "Blue to move"]
    clicked = {shape.get("data-cell") for shape in picture.iter()} - {None}
    assert clicked == {"b1", "c1", "a2", "c2", "a3", "b3"}
    assert 'data-cell="swap"' in game.draw(game.parse("b2"))
    assert ">Red wins<" in game.draw(game.parse("a1 b1 a2 b2 a3"))


@pytest.mark.parametrize(
    "game", [Hex(2), Hex(5), Hex(4, swap=True), pytest.param(Hex(14), marks=pytest.mark.slow)], ids=str
)
def test_the_game_is_sound(game: Hex) -> None:
    report = zermelo.check(game, plays=2, seconds=None)
    assert report.ok, str(report)


def test_name_and_declared_attributes() -> None:
    assert str(Hex()) == "hex"
    assert str(Hex(9, swap=True)) == "hex:size=9,swap=true"
    assert Hex.preferred_method == "mcts"
