"""Players who err, and players who wait for it."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo
from zermelo.limits import Limits
from zermelo.play import Computer, Erring, TrapSetter
from zermelo.textbook.opponents import opponent

GAME = zermelo.load("tictactoe")
FORK = GAME.parse("X../.O./..X")  # O, to move, draws by an edge and loses by a corner


def computer(s=FORK, game=GAME):
    return Computer(game, Limits(seconds=5), s, plain=True)


def taken(how: str, plays: int = 2_000) -> Counter[str]:
    player = Erring(computer(), opponent(how), seed=1)
    return Counter(GAME.show_action(FORK, player.choose(FORK).action) for _ in range(plays))


def test_a_level_is_the_chance_of_the_best_and_its_share_of_the_rest():
    found = taken("level=0.4")
    assert len(found) == 6
    assert max(found.values()) / 2_000 == pytest.approx(0.4 + 0.6 / 6, abs=0.03)
    assert min(found.values()) / 2_000 == pytest.approx(0.1, abs=0.03)


def test_a_perfect_one_never_loses_and_a_cold_one_hardly_ever():
    edges = {"b1", "a2", "c2", "b3"}
    assert set(taken("perfect", 20)) <= edges
    assert set(taken("temperature=0.01", 200)) == edges
    assert set(taken("random", 300)) > edges


def test_the_same_seed_errs_in_the_same_way():
    one, other = (Erring(computer(), opponent("random"), seed=5) for _ in range(2))
    assert [one.choose(FORK).action for _ in range(20)] == [other.choose(FORK).action for _ in range(20)]


def test_a_trap_is_a_best_action_that_is_most_often_answered_wrongly():
    game = zermelo.Tree("((0 0 0) (0 5 5) (-1 9 9) (0 5 0))")  # MAX: the third is worse, however tempting
    traps = TrapSetter(computer(game.initial(), game), opponent("random"))
    assert traps.choose(game.initial()).action == 1
    assert {t.choice.action: t.chance for t in traps.traps(game.initial())} == pytest.approx({0: 0, 1: 2 / 3, 3: 1 / 3})


def test_nobody_falls_into_a_trap_who_never_errs():
    game = zermelo.Tree("((0 0 0) (0 5 5))")
    traps = TrapSetter(computer(game.initial(), game), opponent("perfect"))
    assert all(t.chance == 0 for t in traps.traps(game.initial()))
    assert traps.choose(game.initial()).action == 0


def test_traps_are_for_two():
    game = (
        zermelo.load("nim:players=3")
        if "players" in zermelo.load("nim").parameters
        else zermelo.load("twentyone:players=3")
    )
    with pytest.raises(zermelo.KindError, match="two players"):
        TrapSetter(computer(game.initial(), game), opponent("random"))
