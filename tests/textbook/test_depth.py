"""Depth limits, evaluations, and proved values."""

from __future__ import annotations

from fractions import Fraction
from threading import Event
from typing import NamedTuple

import numpy as np
import pytest

from zermelo import Game, KindError, LimitError, RuleError, analyse, load, solve, tree
from zermelo.core.values import HIGHEST, LOWEST, Ranked, rank, show_value, unrank


class Steps(NamedTuple):
    count: int
    mover: int


class Boastful(Game):
    """A win has utility 1 and every evaluation is 50: the win must be preferred."""

    bounds = (-1, 1)

    def initial(self):
        return Steps(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return (1, 2)

    def result(self, s, a):
        return Steps(s.count + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.count >= 6

    def utility(self, s, p):
        return -1 if s.mover == p else 1

    def evaluate(self, s, p):
        return 50 if p == 0 else -50


class Unbounded(Boastful):
    bounds = None


class Endless(Boastful):
    def is_terminal(self, s):
        return False


def test_a_win_ranks_beyond_every_evaluation():
    game = Boastful()
    found = analyse(game, Steps(4, 0), depth=1)
    assert (found.action, found.value, found.proved) == (2, 1, True)
    lost = analyse(game, Steps(3, 0), depth=2)
    assert (lost.value, lost.proved) == (-1, True)


def test_without_bounds_a_win_found_below_a_cutoff_is_not_proved_to_be_the_greatest():
    found = analyse(Unbounded(), Steps(4, 0), depth=1)
    assert (found.action, found.value, found.proved) == (2, 1, False)


def test_an_evaluation_is_an_estimate():
    found = analyse(Boastful(), depth=2)
    assert (found.value, found.proved, found.depth) == (50, False, 2)


def test_a_win_ranks_beyond_unbounded_evaluations():
    class Unmeasured(Boastful):
        def evaluate(self, s, p):
            return 1e300 if p == 0 else -1e300

    found = analyse(Unmeasured(), Steps(4, 0), depth=1)
    assert (found.action, found.value) == (2, 1)


@pytest.mark.parametrize("evaluation", [-float("inf"), -1e300, -5, 0, 7.5, 1e300, float("inf")])
def test_evaluations_stay_between_losses_and_wins(evaluation):
    assert LOWEST < rank(-1, 0) < Ranked(0, evaluation) < rank(1, 0) < HIGHEST


@pytest.mark.parametrize("utility", [-6e14, -1, -0.3, 0, 1 / 3, 0.5, 1, 12, 6e14])
def test_unrank_inverts_rank(utility):
    assert unrank(rank(utility, 0)) == utility


@pytest.mark.parametrize("size", [0.3, 1 / 3, 1e-9, 6e14, 1e200])
@pytest.mark.parametrize("limits", [{"depth": 9}, {"nodes": 10_000}, {"algorithm": "minimax"}])
def test_utilities_of_any_size_come_back_as_they_are(size, limits):
    class Sized(Boastful):
        bounds = (-size, size)

        def utility(self, s, p):
            return -size if s.mover == p else size

    found = analyse(Sized(), **limits)
    assert (found.value, found.proved) == (solve(Sized()).value, True)
    assert abs(found.value) == size


def test_infinite_evaluations_are_allowed_and_nan_is_an_error():
    class Certain(Boastful):
        def evaluate(self, s, p):
            return float("-inf")

    assert analyse(Certain(), depth=2).value == float("-inf")
    assert analyse(Certain(), depth=2).action == 1

    class Lost(Boastful):
        def evaluate(self, s, p):
            return float("nan")

    with pytest.raises(RuleError, match="evaluate gave nan"):
        analyse(Lost(), depth=2)


def test_one_players_scores_are_compared_with_evaluations():
    class Climb(Boastful):
        players = 1

        def player(self, s):
            return 0

        def utility(self, s, p):
            return 2

        def evaluate(self, s, p):
            return 6

    assert analyse(Climb(), Steps(4, 0), depth=1).value == 6


def test_a_win_below_the_greatest_utility_is_not_proved_at_a_cutoff():
    class Greater(Boastful):
        bounds = (-2, 2)

    found = analyse(Greater(), Steps(4, 0), depth=1)
    assert (found.action, found.value, found.proved) == (2, 1, False)


def test_a_window_and_a_depth_go_together():
    game = load("tictactoe")
    state = game.parse("XX./OO./...")
    for fail in ("soft", "hard"):
        for window in ((-1_000_000, 1_000_000), (-1, 2)):
            found = analyse(game, state, algorithm="alphabeta", depth=3, window=window, fail=fail)
            assert (found.value, found.proved, found.notes) == (1, True, ())


@pytest.mark.thorough
def test_deepening_gives_the_last_depth_that_was_completed():
    game = load("tictactoe:width=4,height=4,row=3")
    for nodes in (100, 1_000, 3_000):
        found = analyse(game, nodes=nodes)
        whole = analyse(game, depth=found.depth)
        assert (found.action, found.value, found.line) == (whole.action, whole.value, whole.line)


def test_values_are_written_for_people():
    values = (3, 7.0, 23 / 3, -1.1, float("inf"), rank(1, 0), rank(-12, 0), Ranked(0, 2.5), LOWEST, (1, 2.5), None)
    shown = [show_value(v) for v in (*values, Fraction(1, 4), np.float64(0.5), 12345.678, 1e300)]
    assert shown == ["3", "7", "7.667", "-1.1", "+∞", "win", "loss -12", "2.5", "-∞", "<1, 2.5>", "?",
                     "0.25", "0.5", "12345.7", "1e+300"]  # fmt: skip


@pytest.mark.parametrize(
    "limit",
    [
        {"depth": 0},
        {"nodes": 0},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"depth": "3"},
        {"depth": 2.5},
        {"nodes": True},
    ],
)
def test_invalid_limits_are_refused(limit):
    with pytest.raises(LimitError, match=rf"^{next(iter(limit))} has to be a (whole )?number above zero, not "):
        analyse("nim", **limit)


def test_a_stopped_search_returns_an_action():
    stop = Event()
    stop.set()
    found = analyse(Endless(), algorithm="minimax", depth=30, stop=stop)
    assert found.action in (1, 2)
    assert not found.proved
    assert "stopped" in found.notes[0]


def test_a_search_stopped_later_returns_its_best_action():
    class Late(Event):
        def __init__(self):
            super().__init__()
            self.asked = 0

        def is_set(self):
            self.asked += 1
            return self.asked > 100

    found = analyse("tictactoe", algorithm="alphabeta", stop=Late())
    assert found.action is not None
    assert not found.proved


def test_play_that_never_ends_is_an_error_and_not_a_crash():
    with pytest.raises(LimitError, match="more than 16,666 plies"):
        analyse(Endless(), algorithm="minimax")
    with pytest.raises(LimitError, match="not complete after 1,000 nodes"):
        tree(Endless(), nodes=1_000)


def test_deepening_stops_in_time():
    found = analyse(Endless(), seconds=0.2)
    assert found.seconds < 30
    assert found.depth >= 1
    assert analyse(Endless(), nodes=5_000).depth >= 3


def test_same_limits_same_answer():
    first, second = (analyse(load("tictactoe:width=4,height=4,row=4"), nodes=5_000) for _ in range(2))
    assert (first.action, first.value, first.nodes, first.depth) == (
        second.action,
        second.value,
        second.nodes,
        second.depth,
    )


@pytest.mark.parametrize(
    ("game", "algorithm", "message"),
    [
        ("(10 [0.3: 9, 0.7: 100])", "minimax", "chance"),
        ("(10 [0.3: 9, 0.7: 100])", "alphabeta", "expectiminimax"),
        ("twentyone:players=3", "alphabeta", "3 players"),
        ("(<1 2> <3 4>)", "minimax", "zero-sum"),
        ("nim", "minmax", "minimax"),
    ],
)
def test_an_algorithm_that_does_not_fit_is_refused(game, algorithm, message):
    with pytest.raises(KindError, match=message):
        analyse(game, algorithm=algorithm)


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "minimax", "window": (0, 1)},
        {"algorithm": "alphabeta", "window": (1, 1)},
        {"algorithm": "alphabeta", "fail": "often"},
        {"algorithm": "alphabeta", "read_from": "above"},
        {"algorithm": "minimax", "read_from": "best"},
        {"algorithm": "expectimax", "level": 1.5},
        {"algorithm": "expectimax", "level": float("nan")},
        {"algorithm": "expectimax", "agent": 5},
        {"algorithm": "expectimax", "agent": "x"},
        {"algorithm": "alphabeta", "window": (1,)},
        {"algorithm": "alphabeta", "budget": None},
    ],
)
def test_invalid_options_are_refused(options):
    with pytest.raises(KindError):
        analyse("nim", **options)


def test_a_value_outside_the_window_is_a_bound():
    below = analyse("((3 12 8) (2 4 6) (14 5 2))", algorithm="alphabeta", window=(5, 9))
    assert (below.action, below.proved) == (None, False)
    assert "at most" in below.notes[0]
    above = analyse("((3 12 8) (2 4 6) (14 5 2))", algorithm="alphabeta", window=(-9, 2))
    assert (above.shown_action, above.proved) == ("a1", False)
    assert "at least" in above.notes[0]


def test_a_value_against_an_erring_opponent_gives_no_verdict():
    found = analyse("nim", algorithm="expectimax", opponent="random")
    assert found.value == pytest.approx(1 / 3)
    assert found.notes == ("against a random opponent",)


def test_best_first_keeps_to_the_limits():
    found = analyse("tictactoe:width=4,height=4,row=4", algorithm="alphabeta", read_from="best", seconds=0.3)
    assert found.seconds < 30


def test_constant_sum_games_are_searched_like_zero_sum_games():
    class Points(Boastful):
        total, bounds = 1, (0, 1)

        def utility(self, s, p):
            return 0 if s.mover == p else 1

    found = analyse(Points(), algorithm="alphabeta")
    assert found.values in ((1, 0), (0, 1))
    assert Points().kind.zero_sum
    assert str(Points().kind).endswith("constant-sum")
    assert Points().infinite_play(0) == 0.5


def test_proved_is_a_bool_whatever_the_type_of_the_bounds():
    game = load("tictactoe")
    game.bounds = (np.float64(-1), np.float64(1))
    found = analyse(game, game.parse("XX./OO./..."), algorithm="alphabeta", depth=3)
    assert found.proved is True
