"""Quiescence and extensions, against an independent implementation and on positions where they matter."""

from __future__ import annotations

from random import Random

import pytest

import zermelo
from zermelo import MAX

BAIT = "B:W18,19,24,27,28:B3,4,10,11,20"
EXCHANGE = "B:W25,27,29,31,32:B1,3,4,5,11,19,20,28"


def quiescent(game, s, depth):
    """Minimax with quiescence as its definition says, without windows; for games whose noisy actions end soon."""
    if game.is_terminal(s):
        return (game.utility(s, 0) > 0) - (game.utility(s, 0) < 0), 0
    best = max if game.player(s) == MAX else min
    if depth > 0:
        return best(quiescent(game, game.result(s, a), depth - 1) for a in game.actions(s))
    return best([(0, game.evaluate(s, 0)), *(quiescent(game, game.result(s, a), 0) for a in game.noisy(s))])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_quiescence_is_what_it_is_defined_to_be(seed: int, algorithm: str) -> None:
    game, random = zermelo.load("breakthrough:width=4,height=5"), Random(seed)
    s = game.initial()
    for _ in range(8):
        t = game.result(s, random.choice(list(game.actions(s))))
        s = s if game.is_terminal(t) else t
    tier, guess = quiescent(game, s, 2)
    found = zermelo.analyse(game, s, algorithm=algorithm, depth=2, quiescence=True)
    assert found.value == (guess if tier == 0 else tier)


def test_quiescence_and_fail_hard_agree_at_the_root() -> None:
    game = zermelo.load("checkers")
    options = {"algorithm": "alphabeta", "depth": 2, "quiescence": True}
    soft, hard = (zermelo.analyse(game, BAIT, fail=fail, **options) for fail in ("soft", "hard"))
    assert (soft.value, soft.action) == (hard.value, hard.action)
    best = zermelo.analyse(game, BAIT, read_from="best", **options)
    assert best.value == soft.value
    assert best.nodes <= soft.nodes


def test_one_ply_takes_the_bait_and_quiescence_does_not() -> None:
    def action(depth: int, **options: bool) -> str | None:
        return zermelo.analyse("checkers", BAIT, algorithm="alphabeta", depth=depth, **options).shown_action

    assert action(1) == "10-14"
    assert action(3) == action(1, quiescence=True) == "3-7"


def test_extensions_follow_forced_replies() -> None:
    short = zermelo.analyse("checkers", EXCHANGE, algorithm="alphabeta", depth=2)
    longer = zermelo.analyse("checkers", EXCHANGE, algorithm="alphabeta", depth=2, extensions=True)
    assert (short.shown_action, short.depth) == ("11-15", 2)
    assert longer.shown_action == "19-24"
    assert 2 < longer.depth <= 4


def test_a_forced_line_is_extended_to_twice_the_depth() -> None:
    chain = "(1: (2: (3: (4: (5: (6: (7 8)))))))".replace("1:", "a:").replace("2:", "b:")
    for name, letter in zip("3456", "cdef", strict=True):
        chain = chain.replace(f"{name}:", f"{letter}:")
    assert zermelo.analyse(chain, algorithm="minimax", depth=2).depth == 2
    assert zermelo.analyse(chain, algorithm="minimax", depth=2, extensions=True).depth == 4


def test_a_value_that_rests_on_quiescence_is_not_proved() -> None:
    assert not zermelo.analyse("checkers", BAIT, algorithm="minimax", depth=1, quiescence=True).proved


def test_without_noisy_actions_quiescence_changes_nothing() -> None:
    plain, quiet = (
        zermelo.analyse("tictactoe", algorithm="alphabeta", depth=3, quiescence=quiescence)
        for quiescence in (False, True)
    )
    assert (plain.value, plain.nodes) == (quiet.value, quiet.nodes)
