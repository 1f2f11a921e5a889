"""Nim against OpenSpiel, the lectures' counts, and Bouton's theorem."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, beside_openspiel, count_nodes, openspiel, random_play, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.nim import Nim, Piles
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

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
def test_the_winner_is_that_of_boutons_theorem(misere: bool) -> None:
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


# More players.


@pytest.mark.parametrize("misere", [True, False])
def test_many_players_take_by_turns_and_pay_each_other(misere: bool) -> None:
    for players in range(2, 9):
        game = Nim((3, 4), misere, players)
        for seed in range(20):
            turns = [(s, a) for s, a in random_play(game, seed)]
            assert [s.mover for s, _ in turns] == [i % players for i in range(len(turns))]
            end, last = turns[-1][0], (len(turns) - 2) % players
            utilities = [game.utility(end, p) for p in range(players)]
            assert sum(utilities) == 0
            assert utilities[last] == (1 - players if misere else players - 1)
            assert {u for p, u in enumerate(utilities) if p != last} == {1 if misere else -1}
            assert all(game.bounds[0] <= u <= game.bounds[1] for u in utilities)


def who_takes_the_last(piles: tuple[int, ...], players: int, misere: bool) -> set[int]:
    """The players who may take the last stick under best play, counted from the player to move.

    A player may choose any of several equally good actions. So an outcome that is bad for the player to move is
    possible only if every action may lead to a bad one.
    """
    if not any(piles):
        return {players - 1}
    after = [
        {(p + 1) % players for p in who_takes_the_last((*piles[:i], left, *piles[i + 1 :]), players, misere)}
        for i, pile in enumerate(piles)
        for left in range(pile)
    ]
    bad = {0} if misere else set(range(1, players))
    ends = set().union(*after)
    return ends if all(way & bad for way in after) else ends - bad


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("piles", [(1,), (2,), (3,), (1, 2), (2, 2), (1, 1, 2), (3, 3)])
def test_three_players_reach_an_outcome_of_best_replies(piles: tuple[int, ...], misere: bool) -> None:
    solution = zermelo.solve(Nim(piles, misere, 3))
    assert solution.proved
    last = [p for p, value in enumerate(solution.values) if value == (-2 if misere else 2)]
    assert set(last) <= who_takes_the_last(piles, 3, misere)
    assert len(last) == 1


def test_three_players_with_one_pile() -> None:
    """Normal play: the first player takes all sticks. Misère: it leaves one to the next player, if it can."""
    for sticks in range(1, 6):
        assert zermelo.solve(Nim((sticks,), misere=False, players=3)).values == (2, -1, -1)
    assert zermelo.solve(Nim((1,), players=3)).values == (-2, 1, 1)
    for sticks in range(2, 6):
        assert zermelo.solve(Nim((sticks,), players=3)).values[0] == 1


def test_many_players_are_shown_read_and_drawn() -> None:
    game = Nim((3, 4), players=3)
    assert game.show(game.initial()) == "3 4, player 0 to move"
    assert game.parse("3 4, player 2 to move") == game.parse("3 4 player 2") == Piles((3, 4), 2)
    assert_refused(game, "3 4, player 3 to move", "'3 4, player 3 to move'")
    for s, _ in random_play(game, 1):
        assert game.parse(game.show(s)) == s
    assert ">player 1 loses<" in game.draw(Piles((0, 0), 2))
    assert ">player 2 wins<" in Nim((3, 4), misere=False, players=3).draw(Piles((0, 0), 0))
    assert ">Second wins<" in Nim().draw(Piles((0, 0), 1))


@pytest.mark.thorough
def test_many_players_at_both_speeds() -> None:
    game = Nim((3, 4, 5), players=3)
    report = zermelo.check(game, plays=5, seconds=None)
    assert report.ok, str(report)
    host = KernelHost(game)
    assert rules_differ(host, 20, 100, 1) is None
    assert host.speed == "native", host.why_plain


@pytest.mark.parametrize("players", [1, 9, 2.0, True])
def test_bad_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"players must be a whole number from 2 to 8, not {players!r}"):
        Nim(players=players)


def test_canonical_sorts_the_piles() -> None:
    game = Nim((3, 3, 3, 3))
    for piles in product(range(4), repeat=4):
        assert game.canonical(Piles(piles, MIN)) == Piles(tuple(sorted(piles)), MIN)


@pytest.mark.parametrize(("piles", "misere"), STARTS)
def test_shown_positions_and_actions_parse_back(piles: tuple[int, ...], misere: bool) -> None:
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
def test_invalid_input_is_refused(text: str) -> None:
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
    assert [t.text for t in root.findall("{*}text")] == ["1", "2", "and 10 more", "First to move"]
    assert ">Second wins<" in game.draw(Piles((0, 0), MIN))
    assert ">Second wins<" in Nim((3, 40), misere=False).draw(Piles((0, 0), MAX))


def test_labels_are_short_or_left_out() -> None:
    assert Nim().label(Piles((2, 1), MIN)) == "2 1"
    assert Nim((1,) * 9).label(Piles((1,) * 9, MAX)) == ""


def test_name_kind_and_declared_attributes() -> None:
    assert str(Nim()) == "nim"
    assert str(Nim((3, 4, 5), misere=False)) == "nim:piles=3,4,5,misere=false"
    three = zermelo.load("nim:players=3,piles=3,4")
    assert str(three.kind) == "deterministic, perfect information, 3 players, zero-sum"
