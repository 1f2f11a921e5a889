"""Domineering against published outcomes, and a naive reading of the board."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_action_or_refused, assert_refused, random_states, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.domineering import Cells, Domineering

SIZES = [(5, 5), (3, 3), (4, 3), (2, 7), (1, 1), (1, 6), (6, 1), (7, 9), (8, 8), (26, 2), (2, 32), (1, 64)]


def letters(game: Domineering, s: Cells) -> list[str]:
    """The rows of the board, read from what people see."""
    return ["".join(row.split()[1:]) for row in game.show(s).splitlines()[1:-1]]


def naive_places(rows: list[str], p: int) -> list[tuple[int, int]]:
    """The upper or left cells of the dominoes of player p, row and column, in reading order."""
    down, right = ((1, 0), (0, 1))[p]
    free = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}
    return sorted((r, c) for r, c in free if (r + down, c + right) in free)


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_agree_with_a_naive_implementation(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    for s in random_states(game, 20):
        rows = letters(game, s)
        places = naive_places(rows, s.mover)
        assert [divmod(a, game.width) for a in game.actions(s)] == places
        assert game.is_terminal(s) == (not places)
        for a, (r, c) in zip(game.actions(s), places, strict=True):
            covered = [(r, c), (r + 1, c) if s.mover == MAX else (r, c + 1)]
            after = [["#" if (y, x) in covered else cell for x, cell in enumerate(row)] for y, row in enumerate(rows)]
            assert letters(game, game.result(s, a)) == ["".join(row) for row in after]
            assert game.result(s, a).mover == 1 - s.mover
            assert [type(field) for field in game.result(s, a)] == [np.uint64, int]


def test_a_player_who_cannot_move_loses() -> None:
    game = Domineering(3, 2)
    assert [game.utility(game.parse("#.#/.#. max"), p) for p in (MAX, MIN)] == [-1, 1]
    assert [game.utility(game.parse("#.#/.#. min"), p) for p in (MAX, MIN)] == [1, -1]
    assert Domineering(1, 1).is_terminal(Domineering(1, 1).initial())


# Who wins.


def mover_wins(game: Domineering, s: Cells, known: dict[Cells, bool]) -> bool:
    """Whether the mover wins, by a search with all of the game's knowledge."""
    if game.is_terminal(s):
        return False
    key = game.key(game.canonical(s))
    if key not in known:
        actions = sorted(game.candidates(s), key=lambda a: -game.order(s, a))
        known[key] = any(not mover_wins(game, game.result(s, a), known) for a in actions)
    return known[key]


def outcome(width: int, height: int) -> str:
    """V or H if that player wins whoever begins, 1 if the first player wins, 2 if the second does."""
    games = [Domineering(width, height, first) for first in (MAX, MIN)]
    vertical, horizontal = (mover_wins(game, game.initial(), {}) for game in games)
    return {(True, True): "1", (False, False): "2", (True, False): "V", (False, True): "H"}[vertical, horizontal]


@pytest.mark.parametrize(
    ("height", "outcomes"),
    [  # by width, from 1 on: Berlekamp (1988); Breuker, Uiterwijk and van den Herik (2000)
        (1, "2HHHHHHHHHHH"),
        (2, "V11HV11HV11H2"),
        (3, "V11HHHHH"),
        (4, "VVV1V1"),
        (5, "VHV"),
    ],
)
def test_published_outcomes(height: int, outcomes: str) -> None:
    assert "".join(outcome(width, height) for width in range(1, len(outcomes) + 1)) == outcomes


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "winner"), [(2, "1"), (3, "1"), (4, "1"), (5, "2"), (6, "1")])
def test_published_outcomes_of_square_boards(size: int, winner: str) -> None:
    assert outcome(size, size) == winner


@pytest.mark.parametrize("first", [MAX, MIN])
@pytest.mark.parametrize("size", [(4, 4), (3, 5), (5, 3), (2, 6)])
def test_what_the_game_knows_agrees_with_brute_force(size: tuple[int, int], first: int) -> None:
    game = Domineering(*size, first)
    value: dict[Cells, bool] = {}  # whether the mover wins

    def brute(s: Cells) -> bool:
        if s not in value:
            after = [brute(game.result(s, a)) for a in game.actions(s)]  # every one, so that all states are seen
            value[s] = not all(after)
        return value[s]

    brute(game.initial())
    for s, wins in value.items():
        if not game.is_terminal(s):
            tried = list(game.candidates(s))
            assert set(tried) <= set(game.actions(s))
            assert any(not value[game.result(s, a)] for a in tried) == wins
        for same in (game.canonical(s), game.key(s)):
            assert mover_wins(game, same, {}) == wins
        assert list(game.actions(game.key(s))) == list(game.actions(s))


def test_the_solver_agrees() -> None:
    for size, first, value in [((3, 3), MAX, 1), ((3, 3), MIN, -1), ((4, 2), MAX, -1), ((2, 4), MIN, 1)]:
        solution = zermelo.solve(Domineering(*size, first))
        assert solution.value == value


# Knowledge.


def test_moves_that_are_safe_may_decide_the_game() -> None:
    game = Domineering(5, 4)
    won = game.parse(".#.#./.#.#./.#.##/.#### vertical")  # two safe moves, and no room for Horizontal
    assert game.value_bounds(won) == (1, 1)
    lost = game.parse("...##/#####/.#.##/.#.## horizontal")
    assert game.value_bounds(lost) == (1, 1)
    assert game.value_bounds(game.initial()) == (-1, 1)


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (2, 5), (4, 4)])
def test_limits_hold_the_value(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    solution = zermelo.solve(game, method="states", symmetry=False)
    decided = 0
    for s in random_states(game, 60):
        if not game.is_terminal(s):
            least, greatest = game.value_bounds(s)
            assert least <= solution.value_of(s) <= greatest
            decided += least == greatest
    assert decided


def naive_evaluation(rows: list[str]) -> int:
    places = [naive_places(rows, p) for p in (MAX, MIN)]
    cells = [{(r, c) for r, c in places[MAX]} | {(r + 1, c) for r, c in places[MAX]}]
    cells += [{(r, c) for r, c in places[MIN]} | {(r, c + 1) for r, c in places[MIN]}]
    safe_upright = [(r, c) for r, c in places[MAX] if not {(r, c), (r + 1, c)} & cells[MIN]]
    safe_across = [(r, c) for r, c in places[MIN] if not {(r, c), (r, c + 1)} & cells[MAX]]
    return len(places[MAX]) + len(safe_upright) - len(places[MIN]) - len(safe_across)


@pytest.mark.parametrize("size", SIZES)
def test_the_evaluation_counts_moves_and_safe_moves(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    for s in random_states(game, 20):
        if not game.is_terminal(s):
            assert game.evaluate(s, MAX) == naive_evaluation(letters(game, s)) == -game.evaluate(s, MIN)
            for a in game.actions(s):
                assert game.order(s, a) == game.evaluate(game.result(s, a), s.mover)


@pytest.mark.parametrize("size", SIZES)
def test_room_is_half_of_each_run(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    for s in random_states(game, 20):
        rows = letters(game, s)
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        free = game.board & ~s.taken
        assert game.room(free, MAX) == half_runs(columns)
        assert game.room(free, MIN) == half_runs(rows)


def half_runs(rows: Iterable[str]) -> int:
    return sum(len(run) // 2 for row in rows for run in row.split("#"))


@pytest.mark.parametrize("size", SIZES)
def test_canonical_is_one_of_the_images_and_the_same_for_all(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    for s in random_states(game, 20):
        rows = letters(game, s)
        images = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
        states = {game.parse("/".join(image))._replace(mover=s.mover) for image in images}
        assert game.canonical(s) in states
        assert {game.canonical(image) for image in states} == {game.canonical(s)}


def test_the_key_covers_useless_cells() -> None:
    game = Domineering(3, 3)
    assert game.key(game.parse(".#./###/..#")) == game.parse("###/###/..#")


# For people.


@pytest.mark.parametrize("size", SIZES)
def test_shown_positions_and_actions_parse_back(size: tuple[int, int]) -> None:
    game = Domineering(*size, MIN)
    for s in random_states(game, 8):
        shown, rows = game.show(s), letters(game, s)
        turn = ("vertical", "horizontal")[s.mover]
        forms = [shown, " ".join(shown.split()), f"{'/'.join(rows)}, {turn}", "\n".join(rows) + f"\n{turn} to move"]
        assert {game.parse(form) for form in forms} == {s}
        for a in game.actions(s):
            name = game.show_action(s, a)
            assert {
                game.parse_action(s, text) for text in (name, name.replace("-", "").upper(), name[: name.find("-")])
            } == {a}


def test_show() -> None:
    game = Domineering(3, 2)
    s = game.result(game.initial(), 1)
    assert game.show(s) == "  a b c\n1 . # .\n2 . # .\nHorizontal to move"
    assert game.show_action(game.initial(), 1) == "b1-b2"
    assert game.show_action(game.parse("... ... min".replace(" ", "/", 1)), 4) == "b2-c2"
    assert game.parse(".../#.#") == Cells(np.uint64(0b101000), MAX)
    assert Domineering(3, 2, MIN).parse(".../#.#").mover == MIN
    with pytest.raises(ParseError, match="'b2' is not an action here"):
        game.parse_action(game.initial(), "b2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 3 cells"),
        ("...", "expected 3 cells"),
        (".../..", "expected 3 cells"),
        (".../.../...", "expected 3 cells"),
        (".../.z.", "expected something like '.../...'"),
        (".../... nobody", "expected something like"),
        (".../... max min", "expected something like"),
        ("a b d\n1 . . .\n2 . . .", "expected something like"),
        ("a b c\n2 . . .\n1 . . .", "expected something like"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Domineering(3, 2), text, why, " ".join(text.split()))


@settings(deadline=None)
@given(st.text() | st.text(".#/ \n12abc,maxintove", max_size=30))
@example("1" * 5000)
@example("²/#")
@example("min" * 2000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Domineering(3, 2), text)


@given(st.text() | st.text("abc123- ", max_size=6))
def test_parse_action_raises_nothing_but_parse_error(text: str) -> None:
    assert_action_or_refused(Domineering(), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 26, not 0"),
        ({"width": 27, "height": 1}, "width must .* not 27"),
        ({"height": -1}, "height must be .* not -1"),
        ({"height": 2.5}, "height must be .* not 2.5"),
        ({"width": 9, "height": 8}, "width 9 and height 8 .* it has 72 cells"),
        ({"first": 2}, "first must be a whole number from 0 to 1, not 2"),
        ({"first": True}, "first must be .* not True"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Domineering(**parameters)  # type: ignore[arg-type]


def test_the_picture_has_every_covered_cell() -> None:
    game = Domineering(4, 3)
    picture = ElementTree.fromstring(game.draw(game.parse("##../..../...#, min")))
    assert len(picture.findall("{*}rect")) == 3
    assert len(picture.findall("{*}line")) == 5 + 4
    assert [t.text for t in picture.findall("{*}text")] == [*"abcd", *"123", "Horizontal to move"]
    assert ">Horizontal wins<" in Domineering(2, 1).draw(Domineering(2, 1).initial())


def test_labels_are_short_or_left_out() -> None:
    assert Domineering(3, 3).label(Domineering(3, 3).parse("##./.../...")) == "##./.../..."
    assert Domineering().label(Domineering().initial()) == ""


@pytest.mark.parametrize("game", [Domineering(), Domineering(3, 4, 1), Domineering(8, 8), Domineering(1, 1)], ids=str)
def test_the_game_is_sound(game: Domineering) -> None:
    report = zermelo.check(game, plays=3, seconds=None)
    assert report.ok, str(report)


def test_name_kind_and_declared_attributes() -> None:
    assert str(Domineering()) == "domineering"
    assert str(Domineering(6, 4, 1)) == "domineering:width=6,height=4,first=1"
    assert Domineering.bounds == (-1, 1)
