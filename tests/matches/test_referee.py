"""The referee: a player at fault loses, and the result says why."""

from __future__ import annotations

import math
from collections import Counter
from threading import Event
from types import SimpleNamespace

import pytest

import zermelo
from zermelo import Choice, Game, Player, RuleError
from zermelo.core.limits import Clock, Limits
from zermelo.core.repetition import states_along
from zermelo.matches.referee import Conditions, Interrupted, forfeited, play_game
from zermelo.play import PlayerFault

GAME = zermelo.load("tictactoe")


class Scripted(Player):
    """Moves by a function of the turn."""

    def __init__(self, decide, game=GAME):
        self.game = game
        self._decide = decide

    def decide(self, turn):
        return self._decide(turn)


FIRST = zermelo.player(GAME, "first")


def play(player, conditions=Conditions(), seat=0):  # noqa: B008  # it is frozen
    players = [player, FIRST] if seat == 0 else [FIRST, player]
    return play_game(GAME, players, conditions)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """The referee's clock, which moves when a player of the test says so."""
    clock = SimpleNamespace(now=100.0)
    clock.perf_counter = lambda: clock.now
    monkeypatch.setattr("zermelo.matches.referee.time", clock)
    monkeypatch.setattr(f"{__name__}.CLOCK", clock)
    return clock


CLOCK = None
"""The clock of the current test."""


def late(turn):
    CLOCK.now += 0.15
    return Choice(turn.legal[0])


def crashed(_turn):
    raise PlayerFault("died", "it is gone")


def test_rules_end_a_game():
    outcome = play(zermelo.player(GAME, "first"))
    assert outcome.why == "rules"
    assert outcome.utilities == (1, -1)
    assert outcome.names == ["a1", "b1", "c1", "a2", "b2", "c2", "a3"]
    assert outcome.fault is None
    assert outcome.seconds == [0.0] * 7


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("decide", "conditions", "why"),
    [
        (lambda _: Choice(17), Conditions(), "illegal"),
        (crashed, Conditions(), "died"),
        (late, Conditions(limits=Limits(seconds=0.05), margin=0.02), "time"),
        (late, Conditions(clock=Clock(0.2), margin=0.0), "time"),
    ],
)
def test_a_fault_loses_from_either_seat(decide, conditions, why, seat):
    outcome = play(Scripted(decide), conditions, seat)
    assert (outcome.why, outcome.fault) == (why, seat)
    assert outcome.utilities == ((-1, 1) if seat == 0 else (1, -1))
    assert outcome.message


def test_the_wait_for_a_compiler_is_not_counted(clock):
    def waiting(turn):
        clock.now += 0.1
        return Choice(turn.legal[0], waited=0.1)

    assert play(Scripted(waiting), Conditions(limits=Limits(seconds=0.05), margin=0.03)).why == "rules"


def test_clocks_run_and_are_passed_to_players(clock):
    seen = []

    def looking(turn):
        seen.append(turn.clocks)
        clock.now += 0.25
        return Choice(turn.legal[0])

    play(Scripted(looking), Conditions(clock=Clock(5, 0.125)))
    assert [clocks[0].seconds for clocks in seen] == [5, 4.875, 4.75, 4.625]
    assert [clocks[1].seconds for clocks in seen] == [5, 5.125, 5.25, 5.375]


def test_infinite_play_has_the_declared_utility():
    class Circle(Game):
        def initial(self):
            return 0

        def player(self, s):
            return s % 2

        def actions(self, s):
            return [1]

        def result(self, s, a):
            return (s + a) % 4

        def is_terminal(self, s):
            return False

        def utility(self, s, p):
            return 0

        def infinite_play(self, p):
            return (3, -3)[p]

    players = [zermelo.player(Circle(), "first") for _ in range(2)]
    outcome = play_game(Circle(), players, Conditions(longest=30))
    assert (outcome.why, len(outcome.actions), outcome.utilities) == ("endless", 30, (3, -3))


def test_where_infinite_play_is_a_draw_the_third_repetition_ends_a_game():
    game = zermelo.load("krk:size=4")
    to_and_fro = [zermelo.player(game, "first") for _ in range(2)]
    outcome = play_game(game, to_and_fro, Conditions())
    assert (outcome.why, outcome.utilities) == ("endless", (0, 0))
    states = states_along(game, game.initial(), outcome.actions)
    assert Counter(states)[states[-1]] == 3
    assert max(Counter(states[:-1]).values()) == 2


def test_a_proved_value_ends_a_game_only_if_asked():
    solution = zermelo.player(GAME, "solution")
    assert play(solution).why == "rules"
    outcome = play(solution, Conditions(adjudicate=True))
    assert outcome.why == "adjudicated"
    assert len(outcome.actions) == 1
    assert outcome.utilities == (0, 0)


def test_only_proofs_of_zermelo_count():
    line = zermelo.player(GAME, "solution").decide(zermelo.Turn(GAME.initial())).line

    def claims(turn):
        return Choice(turn.legal[0], line)

    assert play(Scripted(claims), Conditions(adjudicate=True)).why == "rules"


def test_an_opening_is_played_first_and_has_no_times():
    outcome = play_game(GAME, [FIRST, FIRST], Conditions(), opening=(4, 0))
    assert outcome.names[:2] == ["b2", "a1"]
    assert outcome.seconds[:2] == [None, None]


def test_chance_is_drawn_from_the_seed():
    game = zermelo.load("pig:goal=10")
    players = [zermelo.player(game, "first"), zermelo.player(game, "random")]
    same = [play_game(game, players, Conditions(), seed=3).actions for _ in range(2)]
    assert same[0] == same[1]
    assert any(play_game(game, players, Conditions(), seed=seed).actions != same[0] for seed in range(4, 9))


def test_stop_ends_a_game_without_a_result():
    stop = Event()

    def stopped(turn):
        if turn.actions:  # its second move
            stop.set()
        return Choice(turn.legal[0])

    with pytest.raises(Interrupted):
        play_game(GAME, [Scripted(stopped), FIRST], Conditions(), stop=stop)


def test_the_utilities_of_a_forfeited_game():
    assert forfeited(GAME, 0) == (-1, 1)
    assert forfeited(zermelo.load("nim:players=3"), 1)[1] < 0
    assert sum(forfeited(zermelo.load("nim:players=3"), 1)) == pytest.approx(0)
    pig = zermelo.load("pig")  # a draw is worth a half
    assert forfeited(pig, 1) == (1, 0)


def test_a_forfeited_game_has_finite_utilities_where_the_bounds_are_unknown():
    class Unbounded(type(GAME)):
        bounds = (-math.inf, math.inf)

    assert forfeited(Unbounded(), 0) == (-1, 1)


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_utilities_that_are_not_finite_are_an_error_of_the_rules(number):
    class Endless(type(GAME)):
        def utility(self, s, p):
            return number

        def infinite_play(self, p):
            return number

    players = [zermelo.player(Endless(), "first") for _ in range(2)]
    with pytest.raises(RuleError, match=f"Endless.utility gave .*{number}"):
        play_game(Endless(), players, Conditions())
    with pytest.raises(RuleError, match=f"Endless.infinite_play gave {number}"):
        play_game(Endless(), players, Conditions(longest=2))


def test_an_action_of_another_type_is_played_as_the_rules_list_it():
    outcome = play(Scripted(lambda turn: Choice(float(turn.legal[0]))))
    assert outcome.why == "rules"
    assert all(type(action) is int for action in outcome.actions)
