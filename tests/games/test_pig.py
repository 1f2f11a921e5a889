"""Pig against OpenSpiel, the equations of Neller and Presser, and the values that they have published."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, openspiel, random_play, random_states, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import CHANCE, MAX, MIN
from zermelo.games.pig import HOLD, ROLL, Pig, Points
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

SMALL = [(2, 2), (5, 2), (1, 6), (7, 3), (10, 6), (13, 4)]


# The rules.


@pytest.mark.parametrize(
    ("goal", "sides", "more"), [(100, 6, {}), (20, 6, {}), (30, 10, {}), (5, 2, {"piglet": True, "diceoutcomes": 2})]
)
def test_the_rules_are_those_of_openspiel(goal: int, sides: int, more: dict[str, Any]) -> None:
    theirs = openspiel("pig", {"winscore": goal, "diceoutcomes": sides, "horizon": 100_000, **more})
    game = Pig(goal, sides)
    for seed in range(60):
        state = theirs.new_initial_state()
        for s, a in random_play(game, seed):
            assert game.is_terminal(s) == state.is_terminal()
            if a is None:
                assert [2 * game.utility(s, p) - 1 for p in (MAX, MIN)] == state.returns()
                continue
            assert game.player(s) == state.current_player()
            if game.player(s) == CHANCE:
                chances = {b - 1: game.probability(s, b) for b in game.actions(s)}
                assert chances == pytest.approx(dict(state.chance_outcomes()))
                state.apply_action(a - 1)
            else:  # there one may hold nothing, or roll with enough in hand: neither is of any use
                assert set(game.actions(s)) <= set(state.legal_actions())
                shown = f"Scores: {s.first} {s.second}, Turn total: {s.turn}\n"
                assert str(state).startswith(shown)
                state.apply_action(a)


def test_a_turn_begins_with_a_roll_and_enough_is_held() -> None:
    game = Pig(20)
    actions = {
        text: list(game.actions(game.parse(text))) for text in ("3 to 4", "3 to 4, 2", "18 to 4, 2", "4 to 18, 2")
    }
    assert list(actions.values()) == [[ROLL], [ROLL, HOLD], [HOLD], [ROLL, HOLD]]


def test_a_one_loses_the_turn_and_a_hold_keeps_it() -> None:
    game = Pig()
    assert game.result(Points(10, 20, 7, MAX, 1), 1) == Points(10, 20, 0, MIN, 0)
    assert game.result(Points(10, 20, 7, MIN, 1), 6) == Points(10, 20, 13, MIN, 0)
    assert game.result(Points(10, 20, 7, MAX, 0), HOLD) == Points(17, 20, 0, MIN, 0)
    assert game.result(Points(10, 20, 7, MIN, 0), HOLD) == Points(10, 27, 0, MAX, 0)


# Values.


def equations(goal: int, faces: list[int], tolerance: float = 1e-12) -> np.ndarray:
    """The mover's probability of winning with i points, and k in this turn, against j: [i, j, k], by their equations.

    The mover rolls or holds, whichever is better; `faces` are the points of those faces that do not lose.
    """
    chance = np.zeros((goal, goal, goal + max(faces)))
    share = 1 / (len(faces) + 1)
    enough = np.add.outer(np.arange(goal), np.arange(goal + max(faces)))[:, None, :] >= goal
    while True:
        chance[np.broadcast_to(enough, chance.shape)] = 1
        start = chance[:, :, 0].T  # [i, j]: the other's chance at the beginning of a turn
        roll = np.empty_like(chance)
        for k in range(goal):
            roll[:, :, k] = share * (1 - start + sum(chance[:, :, k + n] for n in faces))
        hold = np.zeros_like(chance)
        for k in range(goal):
            hold[: goal - k, :, k] = 1 - start[k:, :] if k else 0
        better = np.where(enough, 1, np.maximum(roll, hold))
        if np.max(np.abs((better - chance)[:, :, :goal])) < tolerance:
            return better
        chance[:, :, :goal] = better[:, :, :goal]


def swept(game: Pig, s: Points, goal: int, most: int, tolerance: float) -> float:
    """A kernel: MAX's probability of winning at the start, by sweeps over the game's states, highest points first."""
    value = np.zeros((goal, goal, most, 2))
    for points in range(2 * goal - 2, -1, -1):
        for first in range(min(points, goal - 1), (points + 1) // 2 - 1, -1):
            change = 1.0
            while points - first < goal and change > tolerance:
                change = 0.0
                for side in range(4):  # these points and the same exchanged, with each to move: they lead to each other
                    i, j = (first, points - first) if side < 2 else (points - first, first)
                    mover = side % 2
                    for turn in range(most - 1, -1, -1):
                        if turn + (i if mover == 0 else j) >= most:  # more than a roll can bring
                            continue
                        t = Points(i, j, turn, mover, 0)
                        best = -1.0
                        for a in game.actions(t):
                            worth = 0.0
                            u = game.result(t, a)
                            if u.rolling == 1:
                                for face in game.actions(u):
                                    v = game.result(u, face)
                                    worth += game.probability(u, face) * value[v.first, v.second, v.turn, v.mover]
                            elif game.is_terminal(u):
                                worth = game.utility(u, 0)
                            else:
                                worth = value[u.first, u.second, u.turn, u.mover]
                            for_mover = worth if mover == 0 else 1 - worth
                            best = max(best, for_mover)
                        now = best if mover == 0 else 1 - best
                        change = max(change, abs(now - value[i, j, turn, mover]))
                        value[i, j, turn, mover] = now
    return value[0, 0, 0, 0]


def value_at_the_start(game: Pig, tolerance: float = 1e-13) -> float:
    host = KernelHost(game)
    most = game.goal + game.face_points(game.sides)
    host.prepare(swept, game.initial(), game.goal, most, 1.0)
    assert host.speed == "native", host.why_plain
    return float(host.run(swept, game.initial(), game.goal, most, tolerance))


@pytest.mark.parametrize(("goal", "sides"), SMALL)
def test_small_goals_have_the_value_of_the_equations(goal: int, sides: int) -> None:
    faces = list(range(2, sides + 1)) if sides > 2 else [1]
    start = equations(goal, faces)[0, 0, 0]
    game = Pig(goal, sides)
    most = goal + game.face_points(sides)
    assert swept(game, game.initial(), goal, most, 1e-13) == pytest.approx(start, abs=1e-10)


def test_piglet_is_four_sevenths() -> None:
    game = Pig(2, 2)
    assert swept(game, game.initial(), 2, 3, 1e-15) == pytest.approx(float(Fraction(4, 7)), abs=1e-12)


@pytest.mark.thorough
def test_pig_to_a_hundred() -> None:
    """0.5305927253 is theirs; the equations give it, and so do the rules, swept as machine code."""
    assert value_at_the_start(Pig()) == pytest.approx(0.5305927253, abs=1e-9)


@pytest.mark.slow
def test_the_equations_of_pig_to_a_hundred() -> None:
    assert equations(100, [2, 3, 4, 5, 6])[0, 0, 0] == pytest.approx(0.5305927253, abs=1e-9)


# Knowledge and speed.


def test_the_evaluation_is_a_chance_that_grows_with_the_lead() -> None:
    game = Pig()
    for s in random_states(game, 20):
        guess = game.evaluate(s, MAX)
        assert 0 <= guess <= 1
        assert game.evaluate(s, MIN) == pytest.approx(1 - guess)
        assert game.evaluate(s._replace(first=s.first + 9), MAX) > guess or guess == 1
        mirrored = Points(s.second, s.first, s.turn, 1 - s.mover, s.rolling)
        assert game.evaluate(mirrored, MIN) == pytest.approx(guess)


def test_the_evaluation_is_near_the_truth() -> None:
    game, chance = Pig(40), equations(40, [2, 3, 4, 5, 6])
    dice = random.Random(1)
    errors = []
    for _ in range(500):
        i, j = dice.randrange(40), dice.randrange(40)
        k = dice.randrange(40 - i)
        errors.append(abs(game.evaluate(Points(i, j, k, MAX, 0), MAX) - chance[i, j, k]))
    assert np.mean(errors) < 0.12


@pytest.mark.parametrize(("goal", "sides"), [(100, 6), (2, 2)])
def test_the_game_is_sound_at_both_speeds(goal: int, sides: int) -> None:
    game = Pig(goal, sides)
    report = zermelo.check(game, plays=5, seconds=None)
    assert report.ok, str(report)
    host = KernelHost(game)
    assert rules_differ(host, 20, 200, 1) is None
    assert host.speed == "native", host.why_plain


# For people.


def test_shown_positions_and_actions_parse_back() -> None:
    game = Pig(30)
    for s in random_states(game, 60):
        assert game.parse(game.show(s)) == s
        if not game.is_terminal(s):
            for a in game.actions(s):
                assert game.parse_action(s, game.show_action(s, a).upper()) == a


def test_forms_that_are_read() -> None:
    game = Pig()
    assert game.show(game.initial()) == "0 to 0, 0 in this turn, MAX to move"
    assert game.parse("31 to 45") == game.parse("31-45") == game.parse(" 31 : 45, max") == Points(31, 45, 0, MAX, 0)
    assert game.parse("31 to 45, 12, min rolls") == Points(31, 45, 12, MIN, 1)
    assert game.parse("31 to 45, 12 in this turn, MIN to move") == Points(31, 45, 12, MIN, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected something like '31 to 45, 12 in this turn, MAX to move'"),
        ("31", "expected something like"),
        ("31 to x", "expected something like"),
        ("31 to 45, max min", "expected something like"),
        ("31 to 45, 12 13 max", "expected something like"),
        ("106 to 0", "a player can have at most 105 points, not 106"),
        ("99 to 0, 7", "a player can have at most 105 points, not 106"),
        ("100 to 100", "play ends when one player holds 100"),
        ("100 to 1, 5, min", "play is over"),
        ("100 to 1, min rolls", "play is over"),
        ("95 to 1, 5, max rolls", "MAX has enough points, and must hold"),
        ("٣ to 1", "expected something like"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Pig(), text, f"'{text}'", why)


def test_actions_that_there_are_not() -> None:
    game = Pig()
    with pytest.raises(ParseError, match="'hold' is not an action here; expected one of roll"):
        game.parse_action(game.initial(), "hold")


@settings(deadline=None)
@given(st.text() | st.text("0123456789to ,maxinrls", max_size=24))
@example("9" * 5000 + " to 1")
@example("1 to 1, 1 in this turn" + " " * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Pig(), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"goal": 0}, "goal must be a whole number from 1"),
        ({"goal": 1.5}, "goal must be a whole number"),
        ({"sides": 1}, "sides must be a whole number from 2 to 1,000, not 1"),
        ({"sides": True}, "sides must be a whole number"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Pig(**parameters)


def test_the_picture_shows_how_far_they_have_come() -> None:
    game = Pig()
    root = ElementTree.fromstring(game.draw(game.parse("50 to 25, 12 in this turn, MIN rolls")))
    lengths = [float(e.get("x2", 0)) - float(e.get("x1", 0)) for e in root.findall("{*}line")]
    assert lengths == pytest.approx([320, 160, 320, 80, 38.4, 0])
    assert [t.text for t in root.findall("{*}text")] == ["First", "50", "Second", "25", "+12", "100", "Second rolls"]
    for text, names in {"50 to 25, 12": ["roll", "hold"], "0 to 0": ["roll"], "0 to 0, max rolls": []}.items():
        assert re.findall('data-cell="(.*?)"', game.draw(game.parse(text))) == names
    assert ">First wins<" in game.draw(game.parse("101 to 25, min"))


def test_name_kind_and_declared_attributes() -> None:
    assert str(Pig()) == "pig"
    assert str(Pig(2, 2)) == "pig:goal=2,sides=2"
    assert str(zermelo.load("pig:goal=50").kind) == "stochastic, perfect information, 2 players, constant-sum"
    assert Pig().label(Points(31, 45, 12, MAX, 0)) == "31:45+12"
    assert Pig().label(Points(31, 45, 0, MAX, 0)) == "31:45"
