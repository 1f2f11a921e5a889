"""The methods that play by worlds: pimc, alphamu, ismcts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

import zermelo
from worlds_helpers import random_state, random_view
from zermelo.core.errors import KindError, LimitError
from zermelo.core.game import CHANCE, Game
from zermelo.core.limits import Limits
from zermelo.core.results import Analysis, Answer
from zermelo.core.rules import legal_actions
from zermelo.core.views import View, show_view
from zermelo.draw.answer_tables import answer_rows
from zermelo.hidden.game_tree import game_tree
from zermelo.hidden.policies import uniform_policy
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import NoWorldError, enumerate_worlds
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting

METHODS = ("pimc", "alphamu", "ismcts")
ROADS = zermelo.load("tree:roads")


def values(analysis: Analysis) -> dict[str, float]:
    return {analysis.game.show_action(analysis.state, line.action): line.value for line in analysis.lines}


# The roads: strategy fusion.


def test_averaging_values_the_fork_as_if_the_way_were_known() -> None:
    found = zermelo.analyse(ROADS, "0: @roads", method="pimc")
    assert found.shown_action == "B"
    assert values(found) == {"A": 10, "B": 100}
    assert not found.proved
    assert found.worlds == 2
    assert found.error == 0
    assert any("optimal in all 2 deals" in note and "only if no later decision" in note for note in found.notes)


def test_alphamu_finds_the_true_value_of_the_fork() -> None:
    found = zermelo.analyse(ROADS, "0: @roads", method="alphamu")
    assert found.shown_action == "A"
    assert values(found) == {"A": 10, "B": -450}
    assert found.proved


@pytest.mark.parametrize("method", ["pimc", "alphamu"])
def test_nothing_is_proved_about_a_view_that_another_players_strategy_leads_to(method: str) -> None:
    """MIN goes on only in the world in which R is right; both methods take both worlds to be possible."""
    found = zermelo.analyse("tree:nonlocality", "0: @choice", method=method)
    assert (found.shown_action, found.value, found.proved) == ("L", 1, False)
    assert "the worlds are weighted as if the other players had acted at random" in found.notes
    right = zermelo.analyse("tree:nonlocality", "0: @choice", method="lp")
    assert (right.shown_action, right.value) == ("R", 1)


def test_the_linear_program_takes_the_safe_road() -> None:
    found = zermelo.solve(ROADS, method="lp")
    assert found.value == pytest.approx(10, abs=1e-9)
    assert found.to_json()["policy"]["0: @roads"]["A"] == pytest.approx(1, abs=1e-9)


def test_one_decision_of_alphamu_is_averaging() -> None:
    assert values(zermelo.analyse(ROADS, "0: @roads", method="alphamu", moves=1)) == {"A": 10, "B": 100}


@pytest.mark.parametrize("observers", ["single", "multiple"])
@pytest.mark.parametrize("seed", range(3))
def test_ismcts_takes_the_safe_road(observers: str, seed: int) -> None:
    found = zermelo.analyse(ROADS, "0: @roads", method="ismcts", playouts=2_000, observers=observers, seed=seed)
    assert found.shown_action == "A"
    assert found.value == 10
    assert found.visits == 2_000
    assert values(found)["B"] < 0


# Optimal in every deal, and proved only where no later decision depends on the deal.


class Chosen(NamedTuple):
    deal: int
    first: int
    second: int


class OneDecision(Game):
    """A hidden deal, and one decision of MAX: 1 is better than 0 in both deals."""

    scored = True

    def initial(self) -> Chosen:
        return Chosen(-1, -1, -1)

    def player(self, s: Chosen) -> int:
        return CHANCE if s.deal < 0 else 0

    def actions(self, s: Chosen) -> Iterator[int]:
        yield 0
        yield 1

    def probability(self, s: Chosen, a: int) -> float:
        return 0.5

    def result(self, s: Chosen, a: int) -> Chosen:
        return Chosen(a, -1, -1) if s.deal < 0 else Chosen(s.deal, a, -1)

    def is_terminal(self, s: Chosen) -> bool:
        return s.first >= 0

    def utility(self, s: Chosen, p: int) -> float:
        return (s.first * (1 + s.deal)) * (1 if p == 0 else -1)

    def observe(self, s: Chosen, p: int) -> Chosen:
        return Chosen(-1, s.first, s.second)


def test_an_action_that_is_optimal_in_every_deal_is_proved_if_no_decision_follows() -> None:
    found = zermelo.analyse(OneDecision(), View(0, Chosen(-1, -1, -1)), method="pimc")
    assert found.proved
    assert found.action == 1
    assert found.value == 1.5
    assert "1 is proved optimal: it is optimal in all 2 deals" in found.notes


def test_the_mean_of_one_sampled_deal_has_no_standard_error() -> None:
    found = zermelo.analyse("kuhn", "0: K", method="pimc", worlds=1, plain=True)
    assert found.worlds == 1
    assert found.error is None
    assert zermelo.analyse("kuhn", "0: K", method="pimc", plain=True).error == 0


def test_a_search_that_depends_on_an_evaluation_proves_nothing() -> None:
    game = zermelo.load("tricks:suits=2,ranks=3,hand=2")
    found = zermelo.analyse(game, random_view(game, 0, 2), method="pimc", depth=1)
    assert not found.proved
    assert not found.notes


# Against brute force.


def open_value(game: Game, s: Any) -> float:
    """Player 0's minimax value with perfect information."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    below = [open_value(game, game.result(s, a)) for a in legal_actions(game, s)]
    return max(below) if game.player(s) == 0 else min(below)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(("plies", "seed"), [(0, 1), (1, 2), (2, 3)])
def test_averaging_is_the_mean_of_minimax_values(plies: int, seed: int, plain: bool) -> None:
    game = zermelo.load("tricks:suits=2,ranks=4,hand=3")
    view = random_view(game, plies, seed)
    worlds = enumerate_worlds(game, view)
    assert worlds is not None
    found = zermelo.analyse(game, view, method="pimc", plain=plain)
    for line in found.lines:
        mean = sum(p * open_value(game, game.result(s, line.action)) for s, p in worlds)
        assert line.value == pytest.approx(mean)
        assert line.visits == len(worlds)
    sign = 1 if view.player == 0 else -1
    assert sign * found.value == max(sign * line.value for line in found.lines)


@given(st.lists(st.integers(-9, 9), min_size=16, max_size=16))
def test_alphamu_is_brute_force_over_all_strategies(numbers: list[int]) -> None:
    """MAX moves twice without seeing which of four worlds it is in; MIN, who sees it, moves in between."""

    def leaf(world: int, one: int, reply: int, two: int) -> int:
        return numbers[(world * 8 + one * 4 + reply * 2 + two) % 16] + world

    def world_text(w: int) -> str:
        parts = []
        for one in range(2):
            replies = ", ".join(
                f"r{r}: max@then{one}{r}(x: {leaf(w, one, r, 0)}, y: {leaf(w, one, r, 1)})" for r in range(2)
            )
            parts.append(f"a{one}: min@m{w}{one}({replies})")
        return f"1/4 w{w}: max@first({', '.join(parts)})"

    game = zermelo.load(f"[{', '.join(world_text(w) for w in range(4))}]")
    found = zermelo.analyse(game, "0: @first", method="alphamu", plain=True)
    best = max(
        sum(min(leaf(w, one, r, later[r]) for r in range(2)) for w in range(4)) / 4
        for one in range(2)
        for later in product(range(2), repeat=2)
    )
    assert found.value == pytest.approx(best)


@pytest.mark.thorough
def test_both_speeds_give_the_same_simulations() -> None:
    game = zermelo.load("blindtictactoe")
    view = random_view(game, 3, 1)
    native, plain = (
        zermelo.analyse(game, view, method="ismcts", playouts=6_000, seed=5, plain=plain) for plain in (False, True)
    )
    assert native.speed == "native"
    assert plain.speed == "plain"
    assert replace(native, speed="plain", seconds=0, compile_seconds=0, notes=()) == replace(
        plain, seconds=0, compile_seconds=0, notes=()
    )


@pytest.mark.thorough
def test_threads_share_the_work() -> None:
    game = zermelo.load("tricks:suits=2,ranks=4,hand=3")
    view = random_view(game, 0, 1)
    one, two = (zermelo.analyse(game, view, method="pimc", threads=n) for n in (1, 2))
    assert values(one) == values(two)
    found = zermelo.analyse(game, view, method="ismcts", threads=2, playouts=1_001)
    assert found.visits == 1_001


def test_limits_hold() -> None:
    game = zermelo.load("tricks")
    view = random_view(game, 0, 1)
    found = zermelo.analyse(game, view, method="ismcts", nodes=1_000, plain=True)
    assert 900 < found.nodes < 1_100
    chooser = Chooser(game, Setting(plain=True))
    limited = chooser.answer(Question.PLAY, view, Limits(depth=2, nodes=10, playouts=30), method="ismcts")
    assert isinstance(limited, Analysis)
    assert (limited.visits, limited.worlds) == (30, 30)
    assert zermelo.analyse(game, view, method="pimc", worlds=7, plain=True, depth=2).worlds == 7
    assert zermelo.analyse(game, view, method="pimc", nodes=10, plain=True).action in legal_actions(game, _world(view))
    assert zermelo.analyse(game, view, method="alphamu", nodes=3, plain=True).value is None


def _world(view: View) -> Any:
    worlds = enumerate_worlds(zermelo.load("tricks"), view)
    assert worlds is not None
    return worlds.some


# Nothing unseen leaks.


HIDDEN = [
    ("tricks:suits=2,ranks=4,hand=3", 0, 1),
    ("blindtictactoe", 4, 3),
    ("battleship:width=4,height=3,fleet=3,2", 7, 2),
]
"""Games, each with the plies and the seed of a random position."""


def alike(game: Game, plies: int, seed: int) -> list[Any]:
    """States that their mover cannot tell apart: that of a random position, and two other worlds."""
    s = random_state(game, plies, seed)
    others = [t for t in WorldSampler(game, plain=True).worlds(View.of(game, s), 20, seed=3).states if t != s]
    return [s, others[0], others[-1]]


def bytes_of(found: Answer) -> tuple[str, ...]:
    """All that is sent of an answer."""
    found = replace(found, seconds=0.0, compile_seconds=0.0)
    return json.dumps(found.to_json()), str(answer_rows(found)), found.board, str(found._repr_mimebundle_())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "plies", "seed"), HIDDEN)
def test_worlds_that_cannot_be_told_apart_have_the_same_answer(name: str, plies: int, seed: int, method: str) -> None:
    game = zermelo.load(name)
    worlds = alike(game, plies, seed)
    view = View.of(game, worlds[0])
    limits: dict[str, Any] = {"playouts": 200} if method == "ismcts" else {"depth": 1, "worlds": 5}
    answers = [
        zermelo.analyse(game, t, method=method, plain=True, seed=1, **limits)
        for t in (*worlds, view, show_view(game, view))
    ]
    assert len({bytes_of(found) for found in answers}) == 1
    assert len({found.state for found in answers}) == 1


@pytest.mark.parametrize("question", [Question.PLAY, Question.RANK])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "plies", "seed"), HIDDEN)
def test_a_player_who_is_given_the_state_uses_only_its_view(
    name: str, plies: int, seed: int, method: str, question: Question
) -> None:
    """Moves, hints and reviews are questions about the full state."""
    game = zermelo.load(name)
    options = {"playouts": 200} if method == "ismcts" else {"worlds": 5}
    answers = [
        Chooser(game, Setting(plain=True, seed=1), options).answer(question, t, Limits(depth=1), method=method)
        for t in alike(game, plies, seed)
    ]
    assert len({bytes_of(found) for found in answers}) == 1
    assert len({found.state for found in answers}) == 1


# Bad input.


@pytest.mark.parametrize("method", METHODS)
def test_perfect_information_is_refused(method: str) -> None:
    with pytest.raises(KindError, match="perfect information"):
        zermelo.analyse("tictactoe", method=method)


@pytest.mark.parametrize("method", METHODS)
def test_a_number_of_worlds_has_to_be_above_zero(method: str) -> None:
    with pytest.raises(LimitError, match="worlds has to be"):
        zermelo.analyse(ROADS, "0: @roads", method=method, worlds=0)


@pytest.mark.parametrize("method", METHODS)
def test_chance_has_no_view(method: str) -> None:
    with pytest.raises(KindError, match="chance moves here"):
        zermelo.analyse("tricks", method=method)


def test_by_default_a_game_is_played_as_it_prefers() -> None:
    game = zermelo.load("battleship:width=4,height=3,fleet=3,2")
    assert zermelo.analyse(game, random_view(game, 6, 1), seconds=0.3, plain=True).method == "pimc"


@pytest.mark.thorough
def test_a_time_limit_ends_machine_code() -> None:
    """The flag that stops a kernel is read in its loop, and not once before it."""
    found = zermelo.analyse("kuhn", "0: K", method="ismcts", seconds=1.0)
    assert found.speed == "native"
    assert found.visits is not None


# Other engines for the worlds, and other policies for the players.


@pytest.mark.parametrize("engine", ["engine", "states", "expectiminimax", "mcts"])
def test_every_engine_gives_the_means_of_alpha_beta_if_it_reads_to_the_end(engine: str) -> None:
    game = zermelo.load("tricks:suits=2,ranks=3,hand=2")
    view = random_view(game, 0, 2)
    expected = zermelo.analyse(game, view, method="pimc", plain=True)
    found = zermelo.analyse(game, view, method="pimc", engine=engine, plain=True, seconds=60)
    assert found.worlds == expected.worlds
    assert values(found) == pytest.approx(values(expected))


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("minimax", "'minimax' cannot search a world of 'tricks:suits=2,ranks=3,hand=2': it has chance"),
        ("pimc", "'pimc' cannot search a world of .* there is only one deal"),
        ("lp", "'lp' cannot search a world of"),
        ("alphabat", "there is no method 'alphabat': did you mean alphabeta"),
    ],
)
def test_an_engine_that_cannot_search_a_world_is_refused(engine: str, message: str) -> None:
    game = zermelo.load("tricks:suits=2,ranks=3,hand=2")
    with pytest.raises(KindError, match=message):
        zermelo.analyse(game, random_view(game, 0, 2), method="pimc", engine=engine)


@pytest.fixture
def honest(tmp_path: Path) -> Path:
    """A policy for Kuhn poker: everybody bets with the king and with nothing else."""
    tree = game_tree(zermelo.load("kuhn"))
    text = json.loads(uniform_policy(tree).text())
    text["policy"] = {
        view: {"bet": float("K" in view), "pass": float("K" not in view)} for view, _ in text["policy"].items()
    }
    file = tmp_path / "honest.json"
    file.write_text(json.dumps(text))
    return file


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
def test_the_assumed_policy_weights_the_worlds(method: str, honest: Path) -> None:
    assert zermelo.analyse("kuhn", "1: Q b", method=method).worlds == 2
    found = zermelo.analyse("kuhn", "1: Q b", method=method, assumed_policy=str(honest))
    assert found.worlds == 1  # only a king bets
    assert found.shown_action == "pass"
    assert values(found)["pass"] == 1


def test_a_view_that_the_assumed_policy_never_reaches_is_refused(honest: Path) -> None:
    with pytest.raises(NoWorldError, match="by the assumed policy, no play of 'kuhn' leads to the view '1: K b'"):
        zermelo.analyse("kuhn", "1: K b", method="pimc", assumed_policy=str(honest))


def test_threads_of_alphamu_change_nothing() -> None:
    game = zermelo.load("tricks:suits=2,ranks=3,hand=2")
    view = random_view(game, 0, 2)
    one, two = (zermelo.analyse(game, view, method="alphamu", threads=n) for n in (1, 2))
    assert values(one) == values(two)
    assert one.nodes == two.nodes
