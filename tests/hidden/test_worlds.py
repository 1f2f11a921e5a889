"""Worlds: enumerated with exact probabilities, and sampled in every way, against the enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from threading import Event
from typing import Any, NamedTuple

import pytest

import zermelo
from worlds_helpers import agrees, random_view
from zermelo.core.errors import ZermeloError
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.rules import legal_actions
from zermelo.core.views import View, parse_view
from zermelo.csp.constraints import Constraint, Variable, satisfies
from zermelo.csp.problem import Problem
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import NoWorldError, enumerate_worlds, worlds_in

SAMPLE = 3_000


class Draw(NamedTuple):
    cards: int
    said: int
    mover: int


class Seen(NamedTuple):
    parity: int
    said: int


class Parity(Game):
    """Of six numbers, drawn with unequal odds, player 0 sees the parity, and hears what player 1 says about it."""

    def initial(self) -> Draw:
        return Draw(-1, -1, CHANCE)

    def player(self, s: Draw) -> int:
        return s.mover

    def actions(self, s: Draw) -> Iterator[int]:
        yield from range(6) if s.mover == CHANCE else (range(3) if s.mover == 1 else range(2))

    def probability(self, s: Draw, a: int) -> float:
        return (1 + a) / 21

    def result(self, s: Draw, a: int) -> Draw:
        if s.mover == CHANCE:
            return Draw(a, -1, 1)
        return Draw(s.cards, a, 0) if s.mover == 1 else Draw(s.cards, s.said, -2)

    def is_terminal(self, s: Draw) -> bool:
        return s.mover == -2

    def utility(self, s: Draw, p: int) -> float:
        return 0

    def observe(self, s: Draw, p: int) -> Seen:
        return Seen(s.cards % 2 if s.cards >= 0 else -1, s.said)


class SameParity(Problem):
    """A number below six of this parity."""

    def __init__(self, parity: int) -> None:
        self.parity = parity

    def variables(self) -> list[str]:
        return ["number"]

    def domain(self, x: Variable) -> range:
        return range(6)

    def constraints(self) -> Iterator[Constraint]:
        yield satisfies(["number"], lambda number: number % 2 == self.parity)


class Offered(Parity):
    """The same game, with its worlds as a constraint satisfaction problem."""

    def world_problem(self, seen: Seen, p: int) -> Any:
        return SameParity(seen.parity), lambda solution: (
            Draw(solution["number"], seen.said, 0),
            1 + solution["number"],
        )


class Forgetful(Game):
    """After a heads the player acts twice, after a tails once, and does not know which action is the last."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, s: tuple[int, ...]) -> int:
        return 0 if s else CHANCE

    def actions(self, s: tuple[int, ...]) -> range:
        return range(2 if len(s) != 1 or s == (0,) else 1)

    def probability(self, s: tuple[int, ...], a: int) -> float:
        return 0.5

    def result(self, s: tuple[int, ...], a: int) -> tuple[int, ...]:
        return (*s, a)

    def is_terminal(self, s: tuple[int, ...]) -> bool:
        return len(s) == 2 + sum(s[:1])

    def utility(self, s: tuple[int, ...], p: int) -> float:
        return 0

    def observe(self, s: tuple[int, ...], p: int) -> str:
        return "late" if s[:1] == (0,) or len(s) == 2 else "early"


def honest(s: State, p: int) -> list[float]:
    return [1.0 if a == s.cards // 2 else 0.0 for a in range(3)] if p == 1 else [0.5, 0.5]


VIEW = View(0, Seen(1, 2))


def by_card(worlds: Any) -> dict[int, float]:
    return {s.cards: p for s, p in worlds}


def test_an_enumeration_has_the_probabilities_of_chance() -> None:
    worlds = enumerate_worlds(Parity(), VIEW)
    assert worlds is not None
    assert worlds.exact
    assert by_card(worlds) == pytest.approx({1: 2 / 12, 3: 4 / 12, 5: 6 / 12})


def test_policies_weigh_worlds() -> None:
    worlds = enumerate_worlds(Parity(), VIEW, policy=honest)
    assert worlds is not None
    assert by_card(worlds) == {5: 1.0}


@pytest.mark.parametrize(
    ("name", "view", "by_chance"),
    [
        ("kuhn", "0: J", True),
        ("kuhn", "1: J p", False),
        ("kuhn", "0: J pb", False),
        ("tree:roads", "0: @roads B @fork", True),
        ("tree:nonlocality", "0: @choice", False),
        ("rps", "0: - -", True),
    ],
)
def test_probabilities_depend_on_chance_alone_until_another_player_has_acted(
    name: str, view: str, by_chance: bool
) -> None:
    game = zermelo.load(name)
    worlds = enumerate_worlds(game, parse_view(game, view))
    assert worlds is not None
    assert worlds.by_chance is by_chance


def test_with_imperfect_recall_the_players_own_actions_are_assumed_too() -> None:
    """In one of two worlds the player has acted once, in the other twice, and does not remember it."""
    worlds = enumerate_worlds(Forgetful(), View(0, "late"))
    assert worlds is not None
    assert len(worlds) == 2
    assert not worlds.by_chance


def test_an_enumeration_that_takes_too_many_nodes_is_none() -> None:
    assert enumerate_worlds(Parity(), VIEW, most=5) is None


@pytest.mark.parametrize(
    ("seen", "wrong"),
    [(Seen(2, 1), "parity is 2"), (Seen(0, 7), "said is 7")],
)
def test_a_contradiction_says_which_observation(seen: Seen, wrong: str) -> None:
    with pytest.raises(NoWorldError, match=wrong) as error:
        WorldSampler(Parity(), plain=True).worlds(View(0, seen), 10)
    assert repr(seen.parity) in str(error.value)
    assert "0: Seen" in str(error.value)


@pytest.mark.parametrize(
    ("name", "view", "nearest"),
    [
        ("blindtictactoe", "0: a1! a2!", "0: -"),
        ("kuhn", "0: J b", "0: J"),
        ("tricks", "0: S4 S3 S2 S1 played H1", "0: S4 S3 S2 S1 played"),
    ],
)
def test_a_contradiction_in_a_view_with_a_text_of_its_own_shows_the_nearest_view(
    name: str, view: str, nearest: str
) -> None:
    game = zermelo.load(name)
    with pytest.raises(NoWorldError, match=f"the view '{view}': the nearest that can be seen is '{nearest}'$"):
        WorldSampler(game, plain=True).worlds(parse_view(game, view), 10)


def test_what_is_not_an_observation_is_refused() -> None:
    with pytest.raises(NoWorldError, match="expected something like"):
        WorldSampler(Parity(), plain=True).worlds(View(0, 3), 10)


def test_a_policy_that_is_no_distribution_is_refused() -> None:
    with pytest.raises(ZermeloError, match="the policy gives"):
        enumerate_worlds(Parity(), VIEW, policy=lambda s, p: [0.5])


def test_constraint_satisfaction_offers_weighted_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.hidden.sampling.FEW_NODES", 3)
    exact = enumerate_worlds(Parity(), VIEW)
    assert exact is not None
    worlds = WorldSampler(Offered(), plain=True).worlds(VIEW, SAMPLE, seed=1)
    assert worlds.how == "constraint satisfaction"
    assert agrees(worlds, exact)


@pytest.mark.parametrize("policy", [None, honest])
def test_replaying_at_the_plain_speed(policy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.hidden.sampling.FEW_NODES", 3)
    exact = enumerate_worlds(Parity(), VIEW, policy=policy)
    assert exact is not None
    worlds = WorldSampler(Parity(), plain=True, policy=policy).worlds(VIEW, SAMPLE, seed=1)
    assert worlds.how == "replaying"
    assert agrees(worlds, exact)


def test_the_test_of_samples_can_fail() -> None:
    exact = enumerate_worlds(Parity(), VIEW)
    assert exact is not None
    uniform = worlds_in(VIEW, [(s, 1.0) for s in exact.states] * 1_000, "mistake")
    assert not agrees(uniform, exact)


@pytest.mark.thorough
@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("name", "plies", "seed"),
    [
        ("tricks:suits=2,ranks=4,hand=3", 0, 1),
        ("tricks:suits=2,ranks=4,hand=3", 3, 2),
        ("tricks:suits=2,ranks=4,hand=3", 4, 3),
        ("blindtictactoe", 4, 1),
        ("blindtictactoe", 5, 2),
    ],
)
def test_samples_of_games_agree_with_the_enumeration(name: str, plies: int, seed: int, plain: bool) -> None:
    game = zermelo.load(name)
    view = random_view(game, plies, seed)
    exact = enumerate_worlds(game, view)
    assert exact is not None
    assert isclose(sum(exact.probabilities), 1)
    assert all(view.is_of(game, s) for s in exact.states)
    sampled = WorldSampler(game, plain=plain)._sample(view, SAMPLE, 7, Budget(Limits()))
    assert agrees(sampled, exact)


def test_worlds_depend_on_view_and_seed_alone() -> None:
    game = zermelo.load("tricks")
    view = random_view(game, 0, 1)
    sampler = WorldSampler(game, plain=True)
    assert sampler.worlds(view, 30, seed=3) == WorldSampler(game, plain=True).worlds(view, 30, seed=3)
    assert sampler.worlds(view, 30, seed=3) != sampler.worlds(view, 30, seed=4)


def test_both_speeds_draw_the_same_worlds() -> None:
    game = zermelo.load("tricks:suits=2,ranks=4,hand=3")
    view = random_view(game, 2, 5)
    budget = Budget(Limits())
    native = WorldSampler(game)
    native.host.compile()
    assert native.host.is_native
    assert native._sample(view, 50, 1, budget) == WorldSampler(game, plain=True)._sample(view, 50, 1, budget)


def test_every_world_of_a_small_game_is_found_by_brute_force() -> None:
    game = zermelo.load("blindtictactoe:retry=false")
    view = random_view(game, 3, 4)
    found = set()
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if game.is_terminal(s) or sum(s.counts) > 3:
            continue
        if view.is_of(game, s):
            found.add(s)
        waiting += [game.result(s, a) for a in legal_actions(game, s)]
    exact = enumerate_worlds(game, view)
    assert exact is not None
    assert set(exact.states) == found


@pytest.mark.parametrize("name", ["leduc", "blindtictactoe", "tricks", "battleship"])
def test_a_world_is_found_even_if_the_time_is_up(name: str) -> None:
    game = zermelo.load(name)
    spent = Budget(Limits(seconds=1e-9))
    view = random_view(game, 4, 1)
    worlds = WorldSampler(game, plain=True).worlds(view, 50, 0, spent)
    assert all(view.is_of(game, s) for s in worlds.states)
    stopped = Event()
    stopped.set()
    assert len(WorldSampler(game, plain=True).worlds(view, 50, 0, Budget(Limits(), stopped)))
