"""Solving: the fields of a solution, and of one that is not proved."""

from __future__ import annotations

from threading import Event

import pytest

from zermelo import KindError, RuleError, Tree, analyse, load, solve
from zermelo.core.game import Game


def test_every_optimal_action_the_quickest_win_first():
    solution = solve("nim:piles=3,4,5")
    assert (solution.value, solution.shown_action, solution.shown_actions) == (1, "2 from pile 1", ("2 from pile 1",))
    assert solution.distance == len(solution.line)
    game = load("tictactoe")
    quick = solve(game, game.parse("XX./OO./..."))
    assert (quick.distance, quick.shown_action, quick.shown_actions[0]) == (1, "c1", "c1")
    lost = solve(game, game.parse("XX./XO./..O"))
    assert (lost.value, lost.distance, len(lost.actions), lost.shown_action in ("c1", "a3")) == (1, 2, 4, True)


def test_a_terminal_state_has_a_value_and_no_action():
    game = load("tictactoe")
    solution = solve(game, game.parse("XXX/OO./..."))
    assert (solution.value, solution.action, solution.actions, solution.line) == (1, None, (), ())


def test_a_limit_that_is_too_small_is_reported():
    solution = solve("tictactoe", nodes=100, method="states")
    assert (solution.value, solution.action, solution.proved) == (None, None, False)
    assert solution.notes == ("not solved: 100 states were enumerated within the limit, and there are more",)
    assert solution.value_of(load("tictactoe").initial()) is None
    assert solution.policy(load("tictactoe").initial()) == ()
    assert solve("tictactoe:width=4,height=4,row=4", seconds=0.05).proved is False


def test_a_depth_is_a_limit_too():
    assert solve("tictactoe", depth=9).proved
    assert not solve("tictactoe", depth=8).proved
    assert solve("nim", depth=4).proved


def test_symmetry_is_not_used_for_general_sums():
    class Twins(Tree):
        def canonical(self, s):
            return s._replace(node=4) if s.node == 1 else s

    game = Twins("((<5 1> <1 1>) (<1 1> <5 1>))")
    solution = solve(game)
    assert solution.values == analyse(game, algorithm="maxn").values


def test_a_solver_can_be_stopped():
    stop = Event()
    stop.set()
    assert not solve("tictactoe", stop=stop).proved


def test_the_policy_and_values_of_every_state():
    game = load("twentyone")
    solution = solve(game)
    assert solution.value_of(game.parse("said 20, MIN to move")) == 1
    assert solution.policy(game.parse("said 17, MAX to move")) == (3,)
    assert solution.value_of(game.initial()._replace(said=400)) is None


def test_chance_and_general_sums_are_solved_without_cycles():
    assert solve("([0.1: 10, 0.5: -5, 0.4: 1])").value == pytest.approx(-1.1)
    assert solve("((<1 2 6> <4 3 3>) (<6 1 2> <7 4 1>))").values == (7, 4, 1)


def test_expected_values_that_differ_only_by_rounding_tie():
    solution = solve("(0.3 [0.1: 1, 0.2: 1, 0.7: 0] [0.3: 1, 0.7: 0])")
    assert solution.shown_actions == ("a1", "a2", "a3")


def test_one_player_is_enough():
    class Climb(Game):
        players = 1

        def initial(self):
            return 0

        def player(self, s):
            return 0

        def actions(self, s):
            return (1, 2, 3 - 2 * s if s else 3)

        def result(self, s, a):
            return max(0, s + a)

        def is_terminal(self, s):
            return s >= 7

        def utility(self, s, p):
            return s

    assert solve(Climb()).value == 8
    assert solve(Climb()).values == (8,)


def test_imperfect_information_is_refused():
    with pytest.raises(KindError, match="imperfect information"):
        solve("kuhn", method="states")


def test_json_has_the_documented_fields():
    data = solve("nim").to_json()
    assert {"game", "value", "action", "proved", "nodes", "seconds", "speed"} <= set(data)
    assert (data["game"], data["value"], data["values"], data["proved"]) == ("nim", -1, [-1, 1], True)
    assert data["speed"] in ("plain", "native")
    assert solve("twentyone:players=3").to_json()["values"] == [1, 1, -2]


class Prizes(Game):
    """MAX takes one of two prizes; the second comes a ply later."""

    def __init__(self, prize: float, other: float) -> None:
        self.prize, self.other = prize, other

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        return (1, 2) if s == 0 else (3,)

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s in (1, 3)

    def utility(self, s, p):
        prize = self.prize if s == 1 else self.other
        return prize if p == 0 else -prize


@pytest.mark.parametrize(
    ("prize", "other"), [(10**13, 10**13 + 1), (1e-300, 2e-300), (0.5, 0.5 + 1e-12), (2**60, 2**60 + 1)]
)
def test_values_without_chance_are_compared_exactly(prize, other):
    solution = solve(Prizes(prize, other), method="states")
    assert (solution.value, solution.actions) == (other, (2,))


@pytest.mark.parametrize("forever", [float("nan"), float("inf")])
def test_infinite_play_that_is_no_finite_number_is_a_rule_error(forever):
    class Circling(type(load("twentyone"))):
        def infinite_play(self, p):
            return forever

    with pytest.raises(RuleError, match=f"infinite_play gave {forever}, which is not a finite number"):
        solve(Circling(), method="states", plain=True)
