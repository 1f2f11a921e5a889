"""Connect Four against OpenSpiel, published counts and values, and a naive reading of the board."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, beside_openspiel, openspiel, random_play, random_states, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.connect4 import Board, Connect4
from zermelo.games.connect4.text import PATIENCE

SIZES = [(7, 6), (4, 5), (6, 9), (12, 4), (3, 19), (1, 5), (5, 1)]


def letters(game: Connect4, s: Board) -> list[str]:
    """The rows of the board from the top, read from what people see."""
    return ["".join(row.split()) for row in game.show(s).splitlines()[:-1]]


@pytest.mark.parametrize(
    ("size", "games"), [((7, 6), 2500), ((4, 4), 200), ((5, 4), 200), ((9, 6), 100), ((6, 9), 100)]
)
def test_the_rules_are_those_of_openspiel(size: tuple[int, int], games: int) -> None:
    width, height = size
    theirs = openspiel(f"connect_four(columns={width},rows={height})")
    game = Connect4(*size)
    for seed in range(games):
        for s, state in beside_openspiel(game, theirs, seed):
            if state.is_terminal():
                assert "\n".join(letters(game, s)).lower() == str(state).strip()


# Every position of the board of 4 by 4.


@pytest.fixture(scope="module")
def values() -> dict[Board, int]:
    """The value to the mover of every position on 4 by 4, by plain minimax over all actions."""
    game = Connect4(4, 4)
    found: dict[Board, int] = {}

    def value(s: Board) -> int:
        if s not in found:
            if game.is_terminal(s):
                found[s] = int(game.utility(s, game.player(s)))
            else:
                found[s] = max(-value(game.result(s, a)) for a in game.actions(s))
        return found[s]

    value(game.initial())
    return found


def test_published_counts(values: dict[Board, int]) -> None:
    game = Connect4(4, 4)
    assert len(values) == 161_029
    assert len({game.key(s) for s in values}) == 161_029
    assert values[game.initial()] == 0


def test_candidates_hold_a_best_action(values: dict[Board, int]) -> None:
    game = Connect4(4, 4)
    for s, value in values.items():
        if not game.is_terminal(s):
            assert max(-values[game.result(s, a)] for a in game.candidates(s)) == value


def test_limits_hold(values: dict[Board, int]) -> None:
    game = Connect4(4, 4)
    tight = 0
    for s, value in values.items():
        low, high = game.value_bounds(s)
        assert low <= (value if game.player(s) == MAX else -value) <= high
        tight += low == high
    assert tight > 1000


def test_mirror_images_have_the_same_value(values: dict[Board, int]) -> None:
    game = Connect4(4, 4)
    for s, value in values.items():
        assert values[game.canonical(s)] == value
    assert len({game.canonical(s) for s in values}) < 0.51 * len(values)


@pytest.mark.thorough
def test_the_solver_finds_the_draw_too() -> None:
    assert zermelo.solve(Connect4(4, 4)).value == 0


def solved(game: Connect4, s: Board, seen: dict[int, int]) -> int:
    """The value to the mover, by a search with all of the game's knowledge."""
    if game.is_terminal(s):
        return int(game.utility(s, game.player(s)))
    key = game.key(game.canonical(s))
    if key not in seen:
        first = game.player(s) == MAX
        low, high = game.value_bounds(s)
        best = int(low if first else -high)
        for a in sorted(game.candidates(s), key=lambda a: -game.order(s, a)):
            if best == (high if first else -low):
                break
            best = max(best, -solved(game, game.result(s, a), seen))
        seen[key] = best
    return seen[key]


@pytest.mark.parametrize(
    ("moves", "value"),
    [  # from the end-game set of Pascal Pons
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
    ],
)
def test_published_values_of_endgames(moves: str, value: int) -> None:
    game = Connect4()
    assert solved(game, game.parse(moves), {}) == value


# Knowledge, against the letters.


def lines(game: Connect4) -> list[list[tuple[int, int]]]:
    """The squares of every line of four."""
    starts = product(range(game.height), range(game.width), ((0, 1), (1, 0), (1, 1), (1, -1)))
    every = ([(r + i * down, c + i * right) for i in range(4)] for r, c, (down, right) in starts)
    return [cells for cells in every if all(0 <= r < game.height and 0 <= c < game.width for r, c in cells)]


def naive_threats(game: Connect4, s: Board, letter: str) -> set[tuple[int, int]]:
    rows = letters(game, s)
    found = set()
    for cells in lines(game):
        held = [rows[r][c] for r, c in cells]
        if sorted(held) == sorted([letter] * 3 + ["."]):
            found.add(cells[held.index(".")])
    return found


def naive_promise(game: Connect4, s: Board, letter: str) -> int:
    rows, other = letters(game, s), "O" if letter == "X" else "X"
    room = [cells for cells in lines(game) if all(rows[r][c] != other for r, c in cells)]
    threats = naive_threats(game, s, letter)
    own = [r for r, _ in threats if (game.height - r) % 2 == (letter == "X")] if game.height % 2 == 0 else []
    return len(room) + 3 * len(threats) + 6 * len(own)


@pytest.mark.parametrize("size", SIZES)
def test_knowledge_reads_the_board_as_it_is(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    for s in random_states(game, 4):
        if game.is_terminal(s):
            continue
        for_x = naive_promise(game, s, "X") - naive_promise(game, s, "O")
        assert game.evaluate(s, MAX) == for_x
        assert game.evaluate(s, MIN) == -for_x


def test_forcing_moves_come_first_and_then_the_centre() -> None:
    game = Connect4()
    s = game.initial()
    assert max(game.actions(s), key=lambda a: game.order(s, a)) == 3
    s = game.parse("3344")  # X makes three in a row, open on both sides
    assert max(game.actions(s), key=lambda a: game.order(s, a)) in (1, 4)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(4, 4), (5, 4), (4, 5)])
def test_value_bounds_hold_the_value(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    solution = zermelo.solve(game, method="states")  # which asks no value bounds
    closed = 0
    for s in random_states(game, 150):
        if game.is_terminal(s):
            continue
        least, greatest = game.value_bounds(s)
        assert least <= solution.value_of(s) <= greatest
        closed += greatest - least < 2
    assert closed > 10


@pytest.mark.parametrize("size", SIZES)
def test_a_player_without_an_open_line_cannot_win(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    for s in random_states(game, 4):
        rows = letters(game, s)
        held = [{rows[r][c] for r, c in cells} for cells in lines(game)]
        least = -1 if any("X" not in h for h in held) else 0
        greatest = 1 if any("O" not in h for h in held) else 0
        if not game.is_terminal(s):
            assert min(game.value_bounds(s)) >= least
            assert max(game.value_bounds(s)) <= greatest


def wins_at_once(game: Connect4, s: Board) -> list[int]:
    """The actions that make four."""
    if game.is_terminal(s):
        return []
    return [a for a in game.actions(s) if game.utility(game.result(s, a), game.player(s)) == 1]


@pytest.mark.parametrize("size", SIZES)
def test_candidates_win_or_stop_a_win_or_allow_none(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    for s in random_states(game, 20):
        if game.is_terminal(s):
            continue
        candidates, wins = list(game.candidates(s)), wins_at_once(game, s)
        # The opponent's wins, if he were to move: it is as if the stones had changed owners.
        theirs = wins_at_once(game, Board(s.mine ^ s.taken, s.taken))
        safe = [a for a in game.actions(s) if not wins_at_once(game, game.result(s, a))]
        if wins:
            assert candidates == wins[:1]
        elif theirs:
            assert candidates == theirs[:1]
        else:
            assert candidates == (safe or list(game.actions(s))[:1])


@pytest.mark.parametrize(
    ("moves", "columns"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7]),
        ("414141", [4]),  # X wins
        ("41414", [4]),  # O must stop it
        ("44335", [2]),  # of two threats only one can be stopped
    ],
)
def test_candidates_of_some_positions(moves: str, columns: list[int]) -> None:
    game = Connect4()
    assert [a + 1 for a in game.candidates(game.parse(moves))] == columns


@pytest.mark.parametrize("size", SIZES)
def test_canonical_is_the_board_or_its_mirror_image(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    for s in random_states(game, 10):
        other = game.parse("/".join(row[::-1] for row in letters(game, s)))
        assert game.canonical(s) == game.canonical(other)
        assert game.canonical(s) in (s, other)


@pytest.mark.parametrize("size", SIZES)
def test_the_game_is_sound(size: tuple[int, int]) -> None:
    report = zermelo.check(Connect4(*size), plays=5, seconds=None)
    assert report.ok, str(report)


# For people.


@pytest.mark.parametrize("size", SIZES)
def test_shown_positions_and_actions_parse_back(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    for seed in range(8):
        played: list[str] = []
        for s, a in random_play(game, seed):
            rows, shown = letters(game, s), game.show(s)
            forms = [shown, " ".join(shown.split()), "/".join(rows), "".join(rows).lower().replace(".", "-")]
            assert {game.parse(form) for form in forms} == {s}
            assert game.parse(" ".join(played)) == game.parse(", ".join(played)) == s
            assert game.width > 9 or game.parse("".join(played)) == s
            assert all(game.parse_action(s, game.show_action(s, b)) == b for b in game.actions(s))
            played += [] if a is None else [game.show_action(s, a)]


def test_show() -> None:
    game = Connect4(5, 4)
    assert game.show(game.parse("33245")) == ". . . . .\n. . . . .\n. . O . .\n. X X O X\n1 2 3 4 5"
    wide = Connect4(11, 2)
    assert wide.show(wide.parse("11 10")) == (
        " .  .  .  .  .  .  .  .  .  .  .\n .  .  .  .  .  .  .  .  .  O  X\n 1  2  3  4  5  6  7  8  9 10 11"
    )
    assert game.show_action(game.initial(), 4) == "5"
    assert game.parse("") == game.initial()


EMPTY = "......./......./......./......./"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("448", "at move 3, 8, there is no such column among 1 to 7"),
        ("0", "at move 1, 0, there is no such column"),
        ("4444444", "at move 7, 4, the column is full"),
        ("41414141", "at move 8, 1, play is over"),
        ("44x", "expected the columns played, such as '17'"),
        ("X", "or 6 rows of 7 squares"),
        ("4²", "expected the columns played"),
        (f"{EMPTY}......./......", "6 rows of 7 squares"),
        (f"{EMPTY}......./....../.", "6 rows of 7 squares"),
        (f"{EMPTY}......./...Z...", "6 rows of 7 squares"),
        (f"{EMPTY}......./.......\n1 2 3 4 5 7 6", "6 rows of 7 squares"),
        (f"{EMPTY}......./X..X...", "X, who begins, has 2 and O 0"),
        (f"{EMPTY}......./O......", "X, who begins, has 0 and O 1"),
        (f"{EMPTY}X....../O......", "no legal play reaches it"),
        (f"{EMPTY}...X.../O......", "a stone in column 4 has nothing below it"),
        (f"{EMPTY}OOOO.../XXXX...", "no legal play reaches it"),
        (f"{EMPTY}OOOX.../XXXXO..", "no legal play reaches it"),
        (f"{EMPTY}OOOOX../XXX.X..", "a stone in column 4 has nothing below it"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Connect4(), text, why, " ".join(text.split())[:40])


def test_parse_takes_the_positions_that_can_arise_and_no_others() -> None:
    game = Connect4(4, 2)
    reached, stack = {game.initial()}, [game.initial()]
    while stack:
        s = stack.pop()
        after = set() if game.is_terminal(s) else {game.result(s, a) for a in game.actions(s)}
        stack += after - reached
        reached |= after
    read = set()
    for cells in product("XO.", repeat=8):
        try:
            read.add(game.parse("".join(cells)))
        except ParseError:
            continue
    assert read == reached


@settings(deadline=None)
@given(st.text() | st.text("1234567, \n", max_size=50) | st.text("xo.", min_size=42, max_size=42) | st.text("xo./-1"))
@example("1" * 5000)
@example("9" * 5000)
@example("." * 5000)
@example("/" * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Connect4(), text)


def test_parse_does_not_look_for_ever() -> None:
    """Many full columns: it would take long to decide whether play can reach the board."""
    game = Connect4(12, 4)
    columns = ["".join(c) for c in product("XO", repeat=4)][2:14]
    rows = ["".join(column[r] for column in columns) for r in range(4)]
    with suppress(ParseError):
        game.parse("/".join(rows))
    assert PATIENCE <= 100_000


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 31, not 0"),
        ({"height": -1}, "height must be a whole number from 1 to 19, not -1"),
        ({"width": 1, "height": 20}, "not 20"),
        ({"width": 8, "height": 7}, "width 8 and height 7 make a board too big for 63 bits"),
        ({"width": 7.0}, "not 7.0"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Connect4(**parameters)  # type: ignore[arg-type]


def test_the_picture_has_every_stone_and_a_band_under_a_four() -> None:
    game = Connect4()
    root = ElementTree.fromstring(game.draw(game.parse("4151617")))
    assert len(root.findall("{*}circle")) == 4 + 2 * 3
    assert len(root.findall("{*}line")) == 8 + 1 + 2 * 4
    assert [t.text for t in root.findall("{*}text")] == list("1234567")
    (band,) = root.findall("{*}g/{*}line")
    assert (band.get("x1"), band.get("x2")) == ("212", "392")
    assert "<g" not in game.draw(game.parse("415161"))


def test_labels_are_short_or_left_out() -> None:
    assert Connect4(4, 3).label(Connect4(4, 3).parse("23")) == "..../..../.XO."
    assert Connect4().label(Board(0, 0)) == ""


def test_name_kind_and_declared_attributes() -> None:
    assert str(Connect4()) == "connect4"
    assert str(Connect4(5, 4)) == "connect4:width=5,height=4"
    assert zermelo.load("connect4:width=5,height=4").parameters == {"width": 5, "height": 4}
    assert Connect4.bounds == (-1, 1)
