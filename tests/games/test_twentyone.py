"""Twenty-one: the lectures' answers, and any number of players."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import example, given, settings, strategies as st

from games_helpers import assert_refused, count_nodes, read_if_sound
from zermelo.core.game import MAX, MIN
from zermelo.games.twentyone import Count, TwentyOne


def winning_additions(game: TwentyOne, s: Count) -> list[int]:
    """The additions that win for the mover of a game of two."""

    @cache
    def mover_wins(said: int) -> bool:
        return said >= game.goal or any(not mover_wins(said + a) for a in range(1, game.most + 1))

    return [a for a in game.actions(s) if not mover_wins(game.result(s, a).said)]


def test_the_game_of_five() -> None:
    game = TwentyOne(goal=5)
    assert count_nodes(game, game.initial()) == 25
    assert winning_additions(game, game.initial()) == [3]


def test_the_game_of_twenty_one() -> None:
    game = TwentyOne()
    assert winning_additions(game, game.initial()) == [3]
    assert [n for n in range(1, 21) if not winning_additions(game, Count(n, MAX))] == [4, 8, 12, 16, 20]


@pytest.mark.parametrize("players", range(2, 9))
def test_players_take_turns_and_the_one_who_says_the_goal_pays_the_others(players: int) -> None:
    game = TwentyOne(goal=9, most=2, players=players)
    for seed in range(50):
        dice = random.Random(seed)
        s, turns = game.initial(), 0
        while not game.is_terminal(s):
            assert game.player(s) == turns % players
            s, turns = game.result(s, dice.choice(list(game.actions(s)))), turns + 1
            assert game.parse(game.show(s)) == s
        loser = (turns - 1) % players
        assert [game.utility(s, p) for p in range(players)] == [
            -(players - 1) if p == loser else 1 for p in range(players)
        ]
    assert game.kind.zero_sum
    assert game.bounds == (-(players - 1), 1)


def test_forms_that_are_read() -> None:
    game = TwentyOne()
    assert game.show(game.initial()) == "said 1, MAX to move"
    assert game.parse("4") == game.parse("said 4") == game.parse(" 4 max") == Count(4, MAX)
    assert game.parse("SAID 4, min TO MOVE") == game.parse("4 min") == game.parse("4, player 1") == Count(4, MIN)
    assert game.label(Count(4, MIN)) == "4"
    three = TwentyOne(players=3)
    assert three.show(Count(4, 2)) == "said 4, player 2 to move"
    assert three.parse("4, player 2") == Count(4, 2)
    s = game.initial()
    assert [game.show_action(s, a) for a in game.actions(s)] == ["+1", "+2", "+3"]
    assert game.parse_action(s, "+3") == game.parse_action(s, " 3 ") == 3


@pytest.mark.parametrize(
    "text", ["", "said", "0", "24", "four", "4 you", "4, player 2", "4 5", "-4", "said 4 to move x"]
)
def test_invalid_input_is_refused(text: str) -> None:
    assert_refused(TwentyOne(), text, f"'{text}'")


@settings(deadline=None)
@given(st.text() | st.text("0123said, minmaxtovepl\n", max_size=20))
@example("9" * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(TwentyOne(players=3), text)


@pytest.mark.parametrize(("name", "value"), [("goal", 1), ("most", 0), ("players", 1), ("players", 9), ("goal", "x")])
def test_bad_parameters_are_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a whole number .*, not {value!r}"):
        TwentyOne(**{name: value})


def test_name_kind_and_declared_attributes() -> None:
    assert str(TwentyOne(goal=5, players=3)) == "twentyone:goal=5,players=3"
    assert str(TwentyOne().kind) == "deterministic, perfect information, 2 players, zero-sum"
