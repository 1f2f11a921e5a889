"""Checkers against published counts, OpenSpiel and a naive reading of the board; FEN, PDN and moves as text."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st

import zermelo
from games_helpers import assert_action_or_refused, assert_refused, openspiel, random_play, random_states, read_if_sound
from zermelo.cli import main
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.checkers import Checkers, Pieces
from zermelo.games.shared.draughts.squares import cell_of

GAME = Checkers()

PERFT = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564]
"""Leaves at depth 1 to 10 (Bik, "Computing deep perft and divide numbers for checkers", ICGA Journal 2012)."""


def leaves(depth: int, *options: str) -> list[int]:
    done = CliRunner().invoke(main, ["perft", "checkers", "--depth", str(depth), "--json", *options])
    return list(json.loads(done.stdout)["leaves"])


@pytest.mark.thorough
def test_the_leaves_are_those_published() -> None:
    assert leaves(8) == PERFT[:8]
    assert leaves(5, "--plain") == PERFT[:5]


@pytest.mark.slow
def test_the_leaves_at_depth_10_are_those_published() -> None:
    assert leaves(10) == PERFT


# OpenSpiel: its first player begins at the bottom, and each jump is a move of its own.


def board(s: Pieces) -> list[list[str]]:
    """The board of 64 squares as OpenSpiel writes it."""
    rows = [["."] * 8 for _ in range(8)]
    for number, letter in enumerate("".join(GAME._rows(s))):
        row, column = cell_of(number + number // 8, 4)
        rows[7 - row][7 - column] = {"b": "o", "B": "8", "w": "+", "W": "*", ".": "."}[letter]
    return rows


def board_there(state) -> list[list[str]]:
    return [list(line[1:]) for line in str(state).splitlines()[:8]]


def turns_there(state) -> Iterator:
    """The states after each whole turn of the mover."""
    for a in state.legal_actions():
        after = state.child(a)
        if not after.is_terminal() and after.current_player() == state.current_player():
            yield from turns_there(after)
        else:
            yield after


def as_text(rows: list[list[str]]) -> str:
    return "\n".join(map("".join, rows))


@pytest.mark.parametrize("seed", range(12))
def test_the_rules_are_those_of_openspiel(seed: int) -> None:
    """Until 40 moves without a capture, after which OpenSpiel's game is drawn."""
    there = openspiel("checkers").new_initial_state()
    dice, s = random.Random(seed), GAME.initial()
    while not there.is_terminal():
        assert not GAME.is_terminal(s)
        assert GAME.player(s) == there.current_player()
        turns = {as_text(board_there(t)): t for t in turns_there(there)}
        ours = {as_text(board(GAME.result(s, a))): a for a in GAME.actions(s)}
        assert ours.keys() == turns.keys()
        chosen = dice.choice(sorted(ours))
        s, there = GAME.result(s, ours[chosen]), turns[chosen]
    if GAME.is_terminal(s):
        assert [GAME.utility(s, p) for p in (MAX, MIN)] == there.returns()
    else:
        assert there.returns() == [0, 0]


# Rules that random play rarely meets.


def after(fen: str, move: str) -> str:
    s = GAME.parse(fen)
    return GAME.fen(GAME.result(s, GAME.parse_action(s, move)))


def moves(fen: str) -> list[str]:
    s = GAME.parse(fen)
    return [GAME.show_action(s, a) for a in GAME.actions(s)]


def test_a_man_that_is_crowned_ends_its_turn() -> None:
    assert moves("W:W11:B7,6,15") == ["11x2"]  # from 2 a king could take the man on 6 too
    assert after("W:W11:B7,6,15", "11x2") == "B:WK2:B6,15"


def test_a_king_may_jump_in_a_circle_and_end_where_it_began() -> None:
    circle = moves("W:WK22:B17,18,9,10,K32")
    assert sorted(circle) == ["22x13x6x15x22", "22x15x6x13x22"]
    assert after("W:WK22:B17,18,9,10,K32", circle[0]) == "B:WK22:BK32"


def test_jumping_is_forced_and_goes_on_as_long_as_it_can() -> None:
    assert moves("B:W18,26:B14,1") == ["14x23x30"]


def test_a_player_without_a_move_loses() -> None:
    blocked = GAME.parse("B:W5,6,9,10:B1")
    assert GAME.is_terminal(blocked)
    assert [GAME.utility(blocked, p) for p in (MAX, MIN)] == [-1, 1]
    captured = GAME.parse("W:B1")
    assert [GAME.utility(captured, p) for p in (MAX, MIN)] == [1, -1]


def test_quiet_moves_end_the_game_if_they_are_limited() -> None:
    game = Checkers(quiet_moves=2)
    s = game.parse("B:WK32:BK1,9")
    for move, quiet in (("1-5", 1), ("32-28", 2), ("9-13", 0), ("28-32", 1), ("5-1", 2), ("32-28", 3)):
        s = game.result(s, game.parse_action(s, move))
        assert s.quiet == quiet
        assert game.parse(game.show(s)) == s
        assert not game.is_terminal(s)
    s = game.result(s, game.parse_action(s, "1-5"))
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in (MAX, MIN)] == [0, 0]


def test_two_kings_beat_one_in_the_corner_that_is_not_double() -> None:
    answer = zermelo.solve(GAME, "B:WK4:BK10,K11", method="states")
    assert (answer.value, answer.proved) == (1, True)


# Knowledge.


def test_quiescence_follows_the_jumps_alone() -> None:
    for s in random_states(GAME, 5):
        jumps = [a for a in GAME.actions(s) if "x" in GAME.show_action(s, a)]
        assert list(GAME.noisy(s)) == jumps


def test_the_evaluation_is_zero_where_play_begins_and_changes_sign_with_the_player() -> None:
    assert GAME.evaluate(GAME.initial(), MAX) == 0
    for s in random_states(GAME, 5):
        assert GAME.evaluate(s, MAX) == -GAME.evaluate(s, MIN)


def turned(s: Pieces) -> Pieces:
    """The position with the colours exchanged and the board turned round."""

    def bits(squares: int) -> int:
        return sum(1 << 34 - bit for bit in range(35) if squares >> bit & 1)

    return Pieces(bits(s.white), bits(s.black), bits(s.kings), 1 - s.mover, 0)


def test_both_sides_are_evaluated_alike() -> None:
    for s in random_states(GAME, 10):
        assert GAME.evaluate(turned(s), MIN) == GAME.evaluate(s, MAX)
        assert len(list(GAME.actions(turned(s)))) == len(list(GAME.actions(s)))


# Text.


def test_text_is_read_as_it_is_written() -> None:
    for s in random_states(GAME, 10):
        assert GAME.parse(GAME.show(s)) == s
        assert GAME.parse(GAME.fen(s)) == s
        for a in [] if GAME.is_terminal(s) else GAME.actions(s):
            assert GAME.parse_action(s, GAME.show_action(s, a)) == a


def test_a_piece_goes_from_cell_to_cell() -> None:
    for s, a in random_play(GAME, 3):
        if a is not None:
            cells = GAME.action_cells(s, a)
            assert len(cells) == len(GAME.squares_on_path(s, a))
            distances = {(abs(r - q), abs(c - d)) for (r, c), (q, d) in pairwise(cells)}
            assert distances in ({(1, 1)}, {(2, 2)})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("B:W33:B1", "there is no square 33"),
        ("B:W0:B1", "there is no square 0"),
        ("B:W21:B1,21", "square 21 is given twice"),
        ("B:W1:B9", "the man on square 1 would have been crowned there"),
        ("B:W21:B30", "the man on square 30 would have been crowned there"),
        ("B:W20-32:B1", "White has 13 pieces"),
        ("B:W21,22x:B1", "is not a position"),
        ("W21:B1", "does not say whose turn it is"),
        ("B:W:B", "there are no pieces"),
        ("b.b.", "8 rows of 4 dark squares"),
    ],
)
def test_what_is_not_a_position_is_refused(text: str, part: str) -> None:
    assert_refused(GAME, text, text, part)


@given(st.text(alphabet="bwBWK:,-0123456789./ \n", max_size=60))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_if_sound(GAME, text)
    assert_action_or_refused(GAME, text)


def test_squares_in_between_may_be_left_out_unless_that_is_ambiguous() -> None:
    s = GAME.parse("W:W31:B26,18,10,27,19")
    assert GAME.show_action(s, GAME.parse_action(s, "31x22x15x6")) == "31x22x15x6"
    s = GAME.parse("W:WK22:B17,18,9,10,K32")
    with pytest.raises(ParseError, match="ambiguous"):
        GAME.parse_action(s, "22x22")


def test_the_picture_is_well_formed_and_names_the_squares_that_can_be_touched() -> None:
    for s in random_states(GAME, 3):
        root = ElementTree.fromstring(GAME.draw(s))
        touched = {shape.get("data-cell") for shape in root.iter() if shape.get("data-cell")}
        expected = {number for a in GAME.actions(s) for number in GAME.show_action(s, a).replace("x", "-").split("-")}
        assert touched == expected


# Numbers for tables.

PLACEMENTS = (120, 6_972, 261_224, 7_092_774, 148_688_232)
"""Schaeffer and others: the number of ways to place exactly 1 to 5 pieces."""


@pytest.mark.parametrize(("pieces", "count"), list(enumerate(PLACEMENTS, 1)))
def test_the_sizes_of_stages_are_the_published_counts(pieces, count):
    assert sum(size for _, size in GAME.parts(pieces)) == 2 * count


def test_stages_up_to_eight_pieces_have_the_published_counts():
    sizes = [sum(size for _, size in GAME.parts(pieces)) for pieces in range(1, 9)]
    assert sizes[-1] == 2 * 406_309_208_481
    assert sum(sizes) == 2 * 443_748_401_247


@given(pieces=st.integers(1, 8), place=st.floats(0, 1, exclude_max=True))
def test_every_number_is_that_of_its_position(pieces, place):
    number = int(place * sum(size for _, size in GAME.parts(pieces)))
    s = GAME.unrank(pieces, number)
    assert (GAME.stage(s), GAME.rank(s)) == (pieces, number)
    assert GAME.parse(GAME.fen(s)) == s  # a position that people can write down


def test_two_pieces_have_as_many_numbers_as_positions():
    numbers = range(sum(size for _, size in GAME.parts(2)))
    assert len({GAME.unrank(2, i) for i in numbers}) == len(numbers)


def test_numbers_never_change():
    """Tables on disk depend on them: the same positions had these numbers when the first tables were written."""
    seen = hashlib.sha256()
    for pieces in range(1, 9):
        parts = GAME.parts(pieces)
        seen.update(repr(parts).encode())
        total = sum(size for _, size in parts)
        for number in (total * k // 200 for k in range(200)):
            seen.update(repr((number, tuple(map(int, GAME.unrank(pieces, number))))).encode())
    assert seen.hexdigest() == "f21d3bafe9104e00b18160fb5ec2a7403dce559f23f3585d2a0d731fbe456c9e"
