"""Leapfrog: the lectures' answer by a small retrograde analysis of its own, and the text forms."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings, strategies as st

from games_helpers import assert_refused, read_if_sound
from zermelo.core.game import MAX, MIN
from zermelo.games.leapfrog import Leapfrog, Tokens


def reachable(game: Leapfrog) -> dict[Tokens, list[Tokens]]:
    """Every state that can arise, with those that follow it."""
    after: dict[Tokens, list[Tokens]] = {}
    stack = [game.initial()]
    while stack:
        s = stack.pop()
        if s not in after:
            after[s] = [] if game.is_terminal(s) else [game.result(s, a) for a in game.actions(s)]
            stack += after[s]
    return after


def retrograde(game: Leapfrog) -> dict[Tokens, float]:
    """The value of every state: wins and losses spread backwards until nothing changes, and the rest is drawn."""
    after = reachable(game)
    value = {s: game.utility(s, MAX) for s in after if game.is_terminal(s)}
    changed = True
    while changed:
        changed = False
        for s, children in after.items():
            win = 1 if game.player(s) == MAX else -1
            found = [value.get(c) for c in children]
            if s not in value and (win in found or all(v == -win for v in found)):
                value[s] = win if win in found else -win
                changed = True
    return {s: value.get(s, 0) for s in after}


@pytest.mark.parametrize("cells", range(3, 13))
def test_a_wins_on_an_even_number_of_cells(cells: int) -> None:
    game = Leapfrog(cells)
    assert retrograde(game)[game.initial()] == (1 if cells % 2 == 0 else -1)


def test_moves_step_either_way_or_jump() -> None:
    game = Leapfrog(5)
    moves = {
        "A...B": ["2"],
        "A...B b": ["4"],
        ".A..B": ["1", "3"],
        ".AB..": ["1", "4"],
        ".AB.. b": ["1", "4"],
        "AB...": ["3"],
        "...AB": ["3"],
        "...AB b": ["3"],
        ".BA..": ["1", "4"],
    }
    for text, cells in moves.items():
        s = game.parse(text)
        assert [game.show_action(s, a) for a in game.actions(s)] == cells, text
        assert [game.show_action(s, game.parse_action(s, cell)) for cell in cells] == cells


@pytest.mark.parametrize("cells", [3, 4, 7])
def test_there_is_always_a_move_and_shown_positions_parse_back(cells: int) -> None:
    game = Leapfrog(cells)
    for s, children in reachable(game).items():
        assert bool(children) != game.is_terminal(s)
        assert game.parse(game.show(s)) == s
        assert s.a != s.b
        if game.is_terminal(s):
            winner = MAX if s.a == cells - 1 else MIN
            assert game.utility(s, winner) == 1
            assert game.utility(s, 1 - winner) == -1


def test_play_can_go_round() -> None:
    game = Leapfrog(5)
    s = game.initial()
    for cell in ("2", "4", "1", "5"):
        s = game.result(s, game.parse_action(s, cell))
    assert s == game.initial()
    assert game.infinite_play(MAX) == 0


def test_forms_that_are_read() -> None:
    game = Leapfrog()
    assert game.show(game.initial()) == "A..B, A to move"
    assert game.parse("a--b") == game.parse("A..B max") == game.parse("A..B,A") == game.initial()
    assert game.parse("A..B b") == game.parse("A..B, B to move") == game.parse("A__B min") == Tokens(0, 3, MIN)
    assert game.parse(".B.A") == Tokens(3, 1, MIN), "A has just won, so it would be B's turn"
    assert game.parse("B.A.") == Tokens(2, 0, MAX)


@pytest.mark.parametrize(
    "text", ["", "A..", "A...B", "AB", "A.AB", "....", "A..B c", "A..B to move", "A.B.x", "B..A", ".B.A a", "B.A. b"]
)
def test_invalid_input_is_refused(text: str) -> None:
    assert_refused(Leapfrog(), text, f"'{text}'")


@settings(deadline=None)
@given(st.text() | st.text("AB., abto\n", max_size=12))
@example("." * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Leapfrog(), text)


@pytest.mark.parametrize("cells", [2, -1, 10**9, 4.0, True])
def test_bad_sizes_are_refused(cells: int) -> None:
    with pytest.raises(ValueError, match=f"cells must be a whole number from 3 to 10,000, not {cells}"):
        Leapfrog(cells)


def test_labels_are_short_or_left_out() -> None:
    assert Leapfrog().label(Leapfrog().initial()) == "A..B"
    assert Leapfrog(17).label(Leapfrog(17).initial()) == ""


def test_the_picture_has_both_tokens() -> None:
    game = Leapfrog(5)
    root = ElementTree.fromstring(game.draw(game.parse(".AB.. b")))
    assert len(root.findall("{*}circle")) == 2
    assert [t.text for t in root.findall("{*}text")] == ["1", "2", "3", "4", "5", "A", "B", "B to move"]
    assert ">A wins<" in game.draw(game.parse("..B.A"))
    assert ">B wins<" in game.draw(game.parse("B.A.."))
