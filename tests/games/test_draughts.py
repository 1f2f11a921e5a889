"""International draughts against published counts and a naive reading of the board; FEN and moves as text."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st

from games_helpers import assert_action_or_refused, assert_refused, read_if_sound
from zermelo.cli import main
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.draughts import Draughts, Pieces
from zermelo.games.draughts.captures import end_of, start_of, taken_of
from zermelo.games.shared.draughts.squares import bit_of, cell_of, number_of
from zermelo.play.pdn import read_pdn, write_pdn
from zermelo.play.record import record_of
from zermelo.tables.building import build_stages
from zermelo.tables.files import StageFile, stage_path
from zermelo.tables.verifying import verify

GAME = Draughts()

PERFT = [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423]
"""Published leaves at depth 1 to 9."""


def leaves(depth: int, *options: str) -> list[int]:
    done = CliRunner().invoke(main, ["perft", "draughts", "--depth", str(depth), "--json", *options])
    return list(json.loads(done.stdout)["leaves"])


@pytest.mark.thorough
def test_the_leaves_are_those_published() -> None:
    assert leaves(7) == PERFT[:7]
    assert leaves(4, "--plain") == PERFT[:4]


@pytest.mark.slow
def test_the_leaves_at_depth_9_are_those_published() -> None:
    assert leaves(9) == PERFT


# A naive reading of the rules: a board of 100 cells in a dictionary, and all captures by recursion.

Board = dict[tuple[int, int], str]
Move = tuple[tuple[int, int], tuple[int, int], frozenset[tuple[int, int]]]


def board(s: Pieces) -> Board:
    """The pieces by cell: b, w, B or W."""
    letters = "".join(GAME._rows(s))
    return {cell_of(bit_of(n, 5), 5): letter for n, letter in enumerate(letters, 1) if letter != "."}


def is_on_board(cell: tuple[int, int]) -> bool:
    return 0 <= cell[0] < 10 and 0 <= cell[1] < 10


Way = tuple[tuple[tuple[int, int], ...], frozenset[tuple[int, int]]]


def naive_captures(
    pieces: Board, at: tuple[int, int], me: str, taken: frozenset[tuple[int, int]] = frozenset(), removing: bool = False
) -> Iterator[Way]:
    """All captures of at least one piece: where it lands, and the captured cells; the mover is not on the board.

    With `removing`, by the wrong rule that a piece leaves the board as soon as it is jumped over.
    """
    for down in (-1, 1):
        for right in (-1, 1):
            cells = [(at[0] + i * down, at[1] + i * right) for i in range(1, 10)]
            line = [c for c in cells if is_on_board(c)]
            met = next((i for i, c in enumerate(line) if c in pieces), None)
            if met is None or (me.islower() and met > 0):
                continue
            over = line[met]
            if pieces[over].lower() == me.lower() or over in taken:
                continue
            left = {cell: letter for cell, letter in pieces.items() if not removing or cell != over}
            for landing in line[met + 1 :]:
                if landing in pieces:
                    break
                yield (landing,), taken | {over}
                for path, captured in naive_captures(left, landing, me, taken | {over}, removing):
                    yield (landing, *path), captured
                if me.islower():
                    break


def naive_ways(s: Pieces, removing: bool = False) -> set[Way]:
    """All cells that a piece visits, and the captured cells, of every legal capture."""
    pieces, ways = board(s), set()
    for at, me in pieces.items():
        if me.lower() == "wb"[s.mover]:
            others = {cell: letter for cell, letter in pieces.items() if cell != at}
            ways |= {((at, *path), taken) for path, taken in naive_captures(others, at, me, removing=removing)}
    most = max((len(taken) for _, taken in ways), default=0)
    return {way for way in ways if len(way[1]) == most}


def naive_moves(s: Pieces, removing: bool = False) -> set[Move]:
    """Start, end and captured cells of every legal move."""
    pieces, mover = board(s), "wb"[s.mover]
    quiet = set()
    for at, me in pieces.items():
        if me.lower() != mover:
            continue
        for down in (-1, 1) if me.isupper() else (-1,) if mover == "w" else (1,):
            for right in (-1, 1):
                for i in range(1, 10 if me.isupper() else 2):
                    cell = at[0] + i * down, at[1] + i * right
                    if not is_on_board(cell) or cell in pieces:
                        break
                    quiet.add((at, cell, frozenset()))
    return {(path[0], path[-1], taken) for path, taken in naive_ways(s, removing)} or quiet


def naive_number(cell: tuple[int, int]) -> int:
    """The number of a dark square."""
    return 5 * cell[0] + cell[1] // 2 + 1


def kings_among_men() -> Iterator[Pieces]:
    """Random positions of a white king among black men, where long captures are frequent."""
    dice = random.Random(11)
    for _ in range(1_500):
        king, *men = dice.sample(range(1, 51), dice.randint(6, 16))
        yield GAME.parse(f"W:WK{king}:B{','.join(str(n) for n in men if n <= 45)}")


def as_move(a: int) -> Move:
    taken = frozenset(cell_of(bit, 5) for bit in range(54) if taken_of(a) >> bit & 1)
    return cell_of(start_of(a), 5), cell_of(end_of(a), 5), taken


def assert_as_read_naively(s: Pieces) -> None:
    ours = [as_move(a) for a in GAME.actions(s)]
    assert len(set(ours)) == len(ours)
    assert set(ours) == naive_moves(s), GAME.fen(s)
    assert GAME.is_terminal(s) == (not ours)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_have_the_moves_of_the_naive_rules(seed: int) -> None:
    dice, s = random.Random(seed), GAME.initial()
    for _ in range(150):
        assert_as_read_naively(s)
        if GAME.is_terminal(s):
            break
        s = GAME.result(s, dice.choice(list(GAME.actions(s))))


@st.composite
def positions(draw: st.DrawFn) -> Pieces:
    """Any pieces anywhere, with many kings."""
    squares = draw(st.lists(st.integers(1, 50), unique=True, min_size=1, max_size=24))
    letters = [draw(st.sampled_from("bbbBwW")) for _ in squares]
    of = {
        kind: sum(1 << bit_of(n, 5) for n, c in zip(squares, letters, strict=True) if c in kind)
        for kind in ("bB", "wW", "BW")
    }
    far = (of["bB"] & GAME.bottom_row) | (of["wW"] & GAME.top_row)
    return Pieces(of["bB"], of["wW"], of["BW"] | far, draw(st.sampled_from((MAX, MIN))), 0)


@given(positions())
@settings(max_examples=200)
def test_any_position_has_the_moves_of_the_naive_rules(s: Pieces) -> None:
    assert_as_read_naively(s)
    for a in GAME.actions(s):
        assert GAME.parse_action(s, GAME.show_action(s, a)) == a


# Rules that random play rarely meets.


def after(fen: str, move: str) -> str:
    s = GAME.parse(fen)
    return GAME.fen(GAME.result(s, GAME.parse_action(s, move)))


def moves(fen: str) -> set[str]:
    s = GAME.parse(fen)
    return {GAME.show_action(s, a) for a in GAME.actions(s)}


def test_most_pieces_have_to_be_captured() -> None:
    assert moves("W:W33,36:B28,18,31") == {"33x13"}
    assert moves("W:W33,36:B28,31") == {"33x22", "36x27"}


def test_a_man_captures_backward() -> None:
    assert moves("W:W22:B28") == {"22x33"}


def test_a_man_that_passes_the_far_row_in_a_capture_is_not_crowned() -> None:
    assert moves("W:W12:B8,9") == {"12x14"}
    assert after("W:W12:B8,9", "12x3x14") == "B:W14:B"


def test_a_captured_piece_stands_in_the_way_until_the_capture_ends() -> None:
    told_apart = [s for s in kings_among_men() if naive_moves(s) != naive_moves(s, removing=True)]
    assert len(told_apart) >= 3
    for s in told_apart:
        assert_as_read_naively(s)


def test_a_king_flies_and_lands_anywhere_behind_the_piece() -> None:
    assert moves("W:WK46:B32") == {"46x28", "46x23", "46x19", "46x14", "46x10", "46x5"}


def test_a_circle_in_both_senses_is_one_action() -> None:
    s = GAME.parse("W:W38:B33,32,22,23")
    assert moves("W:W38:B33,32,22,23") == {"38x38"}
    (a,) = GAME.actions(s)
    paths = [[number_of(bit, 5) for bit in path] for path in GAME.paths_of(s, a)]
    assert sorted(paths) == [[38, 27, 18, 29, 38], [38, 29, 18, 27, 38]]
    assert GAME.parse_action(s, "38x29x18x27x38") == GAME.parse_action(s, "38x27x18x29x38") == a


def test_a_player_without_a_move_loses() -> None:
    s = GAME.parse("W:B1")
    assert GAME.is_terminal(s)
    assert [GAME.utility(s, p) for p in (MAX, MIN)] == [-1, 1]


def test_quiet_moves_end_the_game_if_they_are_limited() -> None:
    game = Draughts(quiet_moves=1)
    s = game.parse("W:WK46:BK6")
    for move in ("46-41", "6-1"):
        assert not game.is_terminal(s)
        s = game.result(s, game.parse_action(s, move))
        assert game.parse(game.show(s)) == s
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in (MAX, MIN)] == [0, 0]


# Knowledge.


def turned(s: Pieces) -> Pieces:
    """The position with the colours exchanged and the board turned round."""

    def bits(squares: int) -> int:
        return sum(1 << 53 - bit for bit in range(54) if squares >> bit & 1)

    return Pieces(bits(s.white), bits(s.black), bits(s.kings), 1 - s.mover, 0)


@given(positions())
def test_both_sides_are_treated_alike(s: Pieces) -> None:
    assert GAME.evaluate(turned(s), MIN) == GAME.evaluate(s, MAX) == -GAME.evaluate(s, MIN)
    assert len(list(GAME.actions(turned(s)))) == len(list(GAME.actions(s)))
    assert list(GAME.noisy(s)) == [a for a in GAME.actions(s) if taken_of(a)]


# Text.


def some_states() -> Iterator[Pieces]:
    dice, s = random.Random(1), GAME.initial()
    for _ in range(80):
        yield s
        if GAME.is_terminal(s):
            return
        s = GAME.result(s, dice.choice(list(GAME.actions(s))))


def test_text_is_read_as_it_is_written() -> None:
    for s in some_states():
        assert GAME.parse(GAME.show(s)) == GAME.parse(GAME.fen(s)) == s
        for a in GAME.actions(s):
            assert GAME.parse_action(s, GAME.show_action(s, a)) == a


def with_the_same_ends() -> Iterator[tuple[Pieces, str, set[Move]]]:
    """Random positions with captures that differ only in what they take, the ends as text, and these captures."""
    for s in kings_among_men():
        captures = {move for move in naive_moves(s) if move[2]}
        for start, end in {move[:2] for move in captures}:
            alike = {move for move in captures if move[:2] == (start, end)}
            if len(alike) > 1:
                yield s, f"{naive_number(start)}x{naive_number(end)}", alike


@pytest.mark.thorough
def test_captures_with_the_same_ends_are_named_by_all_squares() -> None:
    found = list(with_the_same_ends())
    assert len(found) >= 10
    for s, ends, alike in found:
        with pytest.raises(ParseError, match=f"'{ends}' is ambiguous here"):
            GAME.parse_action(s, ends)
        ways = {"x".join(str(naive_number(cell)) for cell in path): taken for path, taken in naive_ways(s)}
        named = [a for a in GAME.actions(s) if as_move(a) in alike]
        assert len(named) == len(alike)
        for a in named:
            assert ways[GAME.show_action(s, a)] == as_move(a)[2]
            assert GAME.parse_action(s, GAME.show_action(s, a)) == a


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("W:W51:B1", "there is no square 51"),
        ("W:W31:B1,31", "square 31 is given twice"),
        ("W:W3:B9", "the man on square 3 would have been crowned there"),
        ("W:W31:B48", "the man on square 48 would have been crowned there"),
        ("W:W30-50:B1", "White has 21 pieces, and at most 20 are possible"),
        ("W31:B1", "does not say whose turn it is"),
        ("W:W:B", "there are no pieces"),
        ("b.b.", "10 rows of 5 dark squares"),
    ],
)
def test_what_is_not_a_position_is_refused(text: str, part: str) -> None:
    assert_refused(GAME, text, text, part)


@given(st.text(alphabet="bwBWK:,-0123456789./ \n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_if_sound(GAME, text)
    assert_action_or_refused(GAME, text)


def test_the_picture_names_the_squares_that_can_be_touched() -> None:
    for s in some_states():
        root = ElementTree.fromstring(GAME.draw(s))
        touched = {shape.get("data-cell") for shape in root.iter() if shape.get("data-cell")}
        assert touched == {str(number_of(bit, 5)) for a in GAME.actions(s) for bit in GAME.squares_on_path(s, a)}


# PDN.


def test_games_in_pdn_are_read_as_they_are_written() -> None:
    states = list(some_states())
    actions = [next(a for a in GAME.actions(s) if GAME.result(s, a) == t) for s, t in pairwise(states)]
    record = record_of(GAME, GAME.initial(), actions)
    text = write_pdn(record)
    assert '[GameType "20"]' in text
    assert read_pdn(text)[0].record == record


def test_an_illegal_move_is_refused_with_its_position() -> None:
    with pytest.raises(ParseError, match=r"game 1, ply 2, in B:W28,31,33"):
        read_pdn('[GameType "20"] 1. 32-28 19-25 *')


def test_an_ambiguous_move_is_refused_with_its_position() -> None:
    s, ends, _ = next(with_the_same_ends())
    with pytest.raises(ParseError, match=f"game 1, ply 1, in {GAME.fen(s)}.*{ends}.*ambiguous"):
        read_pdn(f'[GameType "20"] [FEN "{GAME.fen(s)}"] 1. {ends} *')


# Numbers for tables.


def all_positions(pieces: int) -> set[Pieces]:
    """Every position with this many pieces, square by square: no man stands on the row where it would be crowned."""
    allowed = {"b": range(1, 46), "w": range(6, 51), "B": range(1, 51), "W": range(1, 51)}
    found = set()
    for squares in combinations(range(1, 51), pieces):
        for letters in product("bwBW", repeat=pieces):
            placed = list(zip(squares, letters, strict=True))
            if all(n in allowed[letter] for n, letter in placed):
                of = {kind: sum(1 << bit_of(n, 5) for n, c in placed if c in kind) for kind in ("bB", "wW", "BW")}
                found |= {Pieces(of["bB"], of["wW"], of["BW"], mover, 0) for mover in (MAX, MIN)}
    return found


@pytest.mark.parametrize("pieces", [1, 2])
def test_every_position_has_one_number(pieces: int) -> None:
    numbers = range(sum(size for _, size in GAME.parts(pieces)))
    numbered = [GAME.unrank(pieces, i) for i in numbers]
    assert len(set(numbered)) == len(numbers)
    assert set(numbered) == all_positions(pieces)


@given(pieces=st.integers(1, 8), place=st.floats(0, 1, exclude_max=True))
def test_every_number_is_that_of_its_position(pieces: int, place: float) -> None:
    number = int(place * sum(size for _, size in GAME.parts(pieces)))
    s = GAME.unrank(pieces, number)
    assert (GAME.stage(s), GAME.rank(s)) == (pieces, number)
    assert GAME.parse(GAME.fen(s)) == s  # a position that people can write down


def naive_results(pieces: int) -> dict[Pieces, int]:
    """The value to White of every position with at most this many pieces, by sweeps over the naive moves."""
    after = {}
    for s in set().union(*(all_positions(count) for count in range(1, pieces + 1))):
        actions = {as_move(a): a for a in GAME.actions(s)}
        after[s] = [GAME.result(s, actions[move]) for move in naive_moves(s)]
    values: dict[Pieces, int] = {}
    settled = -1
    while settled != len(values):
        settled = len(values)
        for s in after.keys() - values.keys():
            wins, loses = (1, -1) if s.mover == MAX else (-1, 1)
            found = [values.get(t) for t in after[s]]
            if wins in found:
                values[s] = wins
            elif all(value == loses for value in found):
                values[s] = loses
    return {s: values.get(s, 0) for s in after}


@pytest.mark.slow
def test_tables_have_the_values_of_the_naive_rules(tmp_path: Path) -> None:
    build_stages(GAME, tmp_path, 2)
    verify(GAME, tmp_path)
    results = naive_results(2)
    for stage in (1, 2):
        with StageFile.open(stage_path(tmp_path, stage)) as file:
            levels = file.levels(0, file.header.count).tolist()
            assert [file.header.levels[level] for level in levels] == [
                results[GAME.unrank(stage, i)] for i in range(file.header.count)
            ]


def test_captures_with_many_ways_are_found_once_and_soon() -> None:
    s = GAME.parse("W:WK13:B7,8,9,10,14,17,19,21,23,28,31,32,37,41,42")
    begin = time.process_time()
    actions = list(GAME.actions(s))
    assert len(set(actions)) == len(actions) == 39
    assert len({GAME.show_action(s, a) for a in actions}) == 39
    assert time.process_time() - begin < 5, "it took 40 s when each way was compared with all before it"
