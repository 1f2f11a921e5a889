"""Matches, and the computer as a player."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from zermelo import ParseError, load
from zermelo.core.limits import Limits
from zermelo.play import Computer, Playing


def play_out(match: Playing, computer: Computer, side: int, seed: int) -> float:
    """The computer's utility when the other side plays at random."""
    chance = random.Random(seed)
    while not match.is_over:
        mine = match.mover == side
        match.play(computer.choose(match.state) if mine else chance.choice(list(match.game.actions(match.state))))
    return match.utilities[side]


@pytest.mark.parametrize("limits", [Limits(seconds=1), Limits(nodes=2_000), Limits(depth=6)])
@pytest.mark.parametrize("side", [0, 1])
def test_the_computer_does_not_lose_at_tic_tac_toe(limits, side):
    for seed in range(8):
        match = Playing(load("tictactoe"))
        assert play_out(match, Computer(match.game, limits, match.state), side, seed) >= 0


def test_the_computer_wins_a_won_game_in_which_play_could_repeat():
    for seed in range(10):
        match = Playing(load("leapfrog:cells=10"))
        assert play_out(match, Computer(match.game, Limits(seconds=60), match.state), 0, seed) == 1


def test_the_computer_plays_for_itself_among_three():
    for seed in range(5):
        match = Playing(load("twentyone:players=3,goal=9"))
        computer = Computer(match.game, Limits(seconds=60), match.state)
        weighed = computer.weigh(match.state)
        mover = match.mover
        assert [c.values[mover] for c in weighed] == sorted((c.values[mover] for c in weighed), reverse=True)
        assert play_out(match, computer, 0, seed) in (1, -2)


def test_weighing_is_exact_where_the_game_is_solved_and_an_estimate_elsewhere():
    game = load("nim:piles=3,4,5")
    exact = Computer(game, Limits(seconds=60), game.initial()).weigh(game.initial())
    assert all(c.proved for c in exact)
    assert [c.values[0] for c in exact][:2] == [1, -1]
    guessed = Computer(game, Limits(nodes=50), game.initial()).weigh(game.initial())
    assert not all(c.proved for c in guessed)


def test_chance_moves_by_the_seed():
    game = load("[0.5: (1 2), 0.5: (3 4)]")
    seen = {Playing(game, seed=seed).state for seed in range(20)}
    assert len(seen) == 2
    assert Playing(game, seed=7).state == Playing(game, seed=7).state
    assert len(Playing(game).past) == 1


def test_chance_draws_by_probabilities_of_any_type():
    class Coin(type(load("pig"))):
        def probability(self, s, a):
            return Decimal(1) / self.sides

    match = Playing(Coin(goal=10))
    match.play(next(iter(match.game.actions(match.state))))
    assert len(match.past) > 1


def test_an_action_is_played_as_the_rules_list_it():
    match = Playing(load("tictactoe"))
    match.play(4.0)
    assert (match.actions, repr(match.past[0][1])) == (["b2"], "4")


def test_undo_goes_back_to_the_players_last_choice():
    match = Playing(load("tictactoe"))
    assert not match.undo(0)
    start = match.state
    match.play(0)
    match.play(4)
    assert match.actions == ["a1", "b2"]
    assert match.undo(0)
    assert (match.state, match.past) == (start, [])


def test_only_legal_actions_can_be_played():
    match = Playing(load("tictactoe"), "XX./OO./...")
    for wrong in (0, 99, "c1", None, [2]):
        with pytest.raises(ParseError, match="is not an action here; expected one of c1, c2, a3, b3, c3"):
            match.play(wrong)
    match.play(2)
    with pytest.raises(ParseError, match="is not an action here; play is over"):
        match.play(5)
    assert match.actions == ["c1"]
