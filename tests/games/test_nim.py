"""Nim against OpenSpiel, the lectures' counts, and Bouton's theorem."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings, strategies as st

from games_helpers import assert_refused, beside_openspiel, count_nodes, openspiel, random_play, read_if_sound
from zermelo.errors import ParseError
from zermelo.game import MAX, MIN
from zermelo.games.nim import Nim, Piles

STARTS = [((2, 2), True), ((3, 4, 5), True), ((3, 4, 5), False), ((1,), True), ((7, 0, 2, 5), False), ((6, 6), False)]


def taken(game: Nim, a: int) -> tuple[int, int]:
    """The pile of an action, from 0, and the number of sticks."""
    return a // game.largest, a % game.largest + 1


@pytest.mark.parametrize(("piles", "misere"), STARTS)
def test_the_rules_are_those_of_openspiel(piles: tuple[int, ...], misere: bool) -> None:
    theirs = openspiel("nim", {"pile_sizes": ";".join(map(str, piles)), "is_misere": misere})
    game = Nim(piles, misere)

    def number(_: Piles, a: int) -> int:
        """OpenSpiel numbers its actions by the sticks taken, and then by the pile."""
        pile, sticks = taken(game, a)
        return (sticks - 1) * len(piles) + pile

    for seed in range(700):
        assert list(beside_openspiel(game, theirs, seed, number=number, in_order=False))


def test_actions_go_by_pile_and_then_by_number() -> None:
    game = Nim((1, 3))
    s = game.initial()
    assert [taken(game, a) for a in game.actions(s)] == [(0, 1), (1, 1), (1, 2), (1, 3)]
    assert [game.show_action(s, a) for a in game.actions(s)][-1] == "3 from pile 2"
    assert [game.parse_action(s, text) for text in ("2 From Pile 2", "2:2", " 2 : 2 ")] == [4, 4, 4]
    with pytest.raises(ParseError, match="'2 from pile 1' is not an action"):
        game.parse_action(s, "1:2")


def test_the_lectures_tree_of_ii_nim() -> None:
    game = Nim()
    assert count_nodes(game, game.initial(), merged=False) == 33
    assert count_nodes(game, game.initial(), merged=True) == 15


@pytest.mark.parametrize("misere", [True, False])
def test_who_wins_is_what_bouton_proved(misere: bool) -> None:
    game = Nim((4, 4, 4), misere)

    @cache
    def value(s: Piles) -> float:
        if game.is_terminal(s):
            return game.utility(s, MAX)
        best = max if s.mover == MAX else min
        return best(value(game.result(s, a)) for a in game.actions(s))

    for piles in product(range(5), repeat=3):
        balanced = reduce(xor, piles) == 0
        mover_loses = balanced != (misere and max(piles) <= 1)
        assert value(Piles(piles, MAX)) == (-1 if mover_loses else 1)
        assert value(Piles(piles, MIN)) == -value(Piles(piles, MAX))


def test_canonical_sorts_the_piles() -> None:
    game = Nim((3, 3, 3, 3))
    for piles in product(range(4), repeat=4):
        assert game.canonical(Piles(piles, MIN)) == Piles(tuple(sorted(piles)), MIN)


@pytest.mark.parametrize(("piles", "misere"), STARTS)
def test_what_is_shown_can_be_read(piles: tuple[int, ...], misere: bool) -> None:
    game = Nim(piles, misere)
    for seed in range(50):
        for s, _ in random_play(game, seed):
            assert game.parse(game.show(s)) == s
            for a in game.actions(s):
                assert game.parse_action(s, game.show_action(s, a)) == a


def test_forms_that_are_read() -> None:
    game = Nim((3, 4, 5))
    assert game.show(game.initial()) == "3 4 5, MAX to move"
    assert game.parse("3 4 5") == game.parse("3,4,5") == game.parse(" 3  4 5 max ") == Piles((3, 4, 5), MAX)
    assert game.parse("3 4 5 min") == game.parse("3 4 5, MIN to move") == Piles((3, 4, 5), MIN)
    assert game.parse("5 5 0").piles == (5, 5, 0), "no start leads here, but the actions can be told apart"


@pytest.mark.parametrize(
    "text",
    ["", "3 4", "3 4 5 6", "3 4 6", "3 4 -1", "3 4 5 mix", "3 4 5 to", "3 4 5 min min", "min", "3 4 5x", "3 4 ٥"],
)
def test_nonsense_is_refused(text: str) -> None:
    assert_refused(Nim((3, 4, 5)), text, f"'{text}'")


@settings(deadline=None)
@given(st.text() | st.text("0123, minmaxto\n", max_size=20))
@example("9" * 5000 + " 1")
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Nim(), text)


@pytest.mark.parametrize("piles", [(), (0, 0), (-1, 2), (2, 1.5), (True, 2), (10**10,)])
def test_bad_piles_are_refused(piles: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="piles must"):
        Nim(piles)


def test_the_picture_has_every_stick() -> None:
    game = Nim((3, 40))
    root = ElementTree.fromstring(game.draw(game.initial()))
    assert len(root.findall("{*}line")) == 3 + 30
    assert [t.text for t in root.findall("{*}text")] == ["1", "2", "and 10 more", "MAX to move"]
    assert ">MIN wins<" in game.draw(Piles((0, 0), MIN))
    assert ">MIN wins<" in Nim((3, 40), misere=False).draw(Piles((0, 0), MAX))


def test_labels_are_short_or_left_out() -> None:
    assert Nim().label(Piles((2, 1), MIN)) == "2 1"
    assert Nim((1,) * 9).label(Piles((1,) * 9, MAX)) == ""


def test_what_the_game_says_of_itself() -> None:
    assert str(Nim()) == "nim"
    assert str(Nim((3, 4, 5), misere=False)) == "nim:piles=3,4,5,misere=false"
