"""Erring players, and players that set traps for them."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo
from zermelo.core.limits import Budget, Limits
from zermelo.play import Computer, Erring, TrapSetter
from zermelo.play.erring import Model
from zermelo.textbook.opponents import opponent

GAME = zermelo.load("tictactoe")
FORK = GAME.parse("X../.O./..X")  # O, to move, draws by an edge and loses by a corner


def computer(s=FORK, game=GAME):
    return Computer(game, Limits(seconds=60), s, plain=True)


def taken(how: str, plays: int = 2_000) -> Counter[str]:
    player = Erring(computer(), opponent(how), seed=1)
    return Counter(GAME.show_action(FORK, player.choose(FORK)) for _ in range(plays))


EDGES, CORNERS = {"b1", "a2", "c2", "b3"}, {"c1", "a3"}


def test_the_best_share_the_level_and_the_others_the_rest():
    found = taken("level=0.4")
    assert {name: count / 2_000 for name, count in found.items()} == pytest.approx(
        dict.fromkeys(EDGES, 0.1) | dict.fromkeys(CORNERS, 0.3), abs=0.03
    )


def test_an_opponent_who_errs_later_values_its_actions_equally():
    """At level 0 it loses after an edge as well, so all six are equally good."""
    assert set(taken("level=0", 200)) == EDGES | CORNERS


def test_a_random_opponent_takes_each_action_equally_often():
    found = taken("random", 3_000)
    assert {name: count / 3_000 for name, count in found.items()} == pytest.approx(
        dict.fromkeys(EDGES | CORNERS, 1 / 6), abs=0.03
    )


@pytest.mark.parametrize("how", ["level=0.3", "level=0.8", "temperature=2", "random", "depth=1"])
def test_the_mean_result_is_the_value_of_expectimax(how):
    """An opponent who will err again values its actions differently from minimax."""
    game = zermelo.Tree("(p1(0 p1(-3 -3 -4) [0.5: -1, 0.5: 1] p1(-9 p0(9 2) 9)) p1(2 p0(1 p1(0 5))))")
    model = Model(computer(game.initial(), game), opponent(how))

    def mean(s):
        if game.is_terminal(s):
            return game.utility(s, 0)
        after = {a: mean(game.result(s, a)) for a in game.actions(s)}
        if game.player(s) == 0:
            return max(after.values())
        if game.player(s) == 1:
            return sum(p * after[choice.action] for choice, p in model.odds(s, Budget(Limits())))
        return sum(game.probability(s, a) * v for a, v in after.items())

    expected = zermelo.analyse(game, algorithm="expectimax", opponent=how, agent=0).value
    assert mean(game.initial()) == pytest.approx(expected)


def test_a_perfect_opponent_never_loses_and_one_of_low_temperature_rarely():
    assert set(taken("perfect", 20)) <= EDGES
    assert set(taken("temperature=0.01", 200)) == EDGES


def test_the_same_seed_errs_in_the_same_way():
    one, other = (Erring(computer(), opponent("random"), seed=5) for _ in range(2))
    assert [one.choose(FORK) for _ in range(20)] == [other.choose(FORK) for _ in range(20)]


def test_a_trap_is_a_best_action_that_is_most_often_answered_wrongly():
    game = zermelo.Tree("((0 0 0) (0 5 5) (-1 9 9) (0 5 0))")  # MAX: the third is worse, however tempting
    traps = TrapSetter(computer(game.initial(), game), opponent("random"))
    assert traps.choose(game.initial()) == 1
    assert {t.choice.action: t.chance for t in traps.traps(game.initial())} == pytest.approx({0: 0, 1: 2 / 3, 3: 1 / 3})


def test_an_opponent_of_a_level_errs_as_often_wherever_it_can():
    game = zermelo.Tree("((0 0 0) (0 5 5) (0 5 0))")
    traps = TrapSetter(computer(game.initial(), game), opponent("level=0.7")).traps(game.initial())
    assert {t.choice.action: t.chance for t in traps} == pytest.approx({0: 0, 1: 0.3, 2: 0.3})


def test_an_opponent_who_never_errs_falls_into_no_trap():
    game = zermelo.Tree("((0 0 0) (0 5 5))")
    traps = TrapSetter(computer(game.initial(), game), opponent("perfect"))
    assert all(t.chance == 0 for t in traps.traps(game.initial()))
    assert traps.choose(game.initial()) == 0


def test_traps_are_for_two_players():
    game = (
        zermelo.load("nim:players=3")
        if "players" in zermelo.load("nim").parameters
        else zermelo.load("twentyone:players=3")
    )
    with pytest.raises(zermelo.KindError, match="traps are for two-player zero-sum games"):
        TrapSetter(computer(game.initial(), game), opponent("random"))
