"""Alpha-mu search at both speeds, against its definition: random games with hidden information, and cut-offs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

import zermelo
from alphamu_helpers import alphamu_values
from property_helpers import examples
from worlds_helpers import random_state
from zermelo.core.game import CHANCE, Game
from zermelo.core.limits import Budget, Limits
from zermelo.core.rules import legal_actions
from zermelo.core.views import View
from zermelo.hidden import alphamu
from zermelo.hidden.alphamu import AlphaMuSearch, MoreMoves
from zermelo.hidden.worlds import Worlds, enumerate_worlds


class Play(NamedTuple):
    seed: int
    """What determines the rules, so that one machine code serves for all of them."""
    ply: int
    actions: int
    """The actions so far: a number below 4 for each ply."""


def drawn(seed: int, one: int, two: int, three: int) -> int:
    """A number that looks random."""
    mixed = (seed * 7_919 + one * 104_729 + two * 1_299_709 + three * 15_485_863 + 12_345) % 2_147_483_647
    for _ in range(3):
        mixed = (mixed * 48_271 + one + 31 * two + 57 * three) % 2_147_483_647
    return mixed // 64


class Seeded(Game):
    """A random game: who moves, with how many actions, and who sees it, depends on the ply; utilities on the play."""

    scored = True
    bounds = (-2, 2)
    plies = 6

    def initial(self) -> Play:
        return Play(0, 0, 0)

    def player(self, s: Play) -> int:
        return drawn(s.seed, s.ply, 1, 0) % 5 // 2 - 1 if s.ply > 0 else CHANCE

    def actions(self, s: Play) -> Iterator[int]:
        yield from range(3 if s.ply == 0 else 1 + drawn(s.seed, s.ply, 2, 0) % 3)

    def probability(self, s: Play, a: int) -> float:
        total = 0
        for b in self.actions(s):
            total += 1 + drawn(s.seed, s.ply, 3, b) % 4
        return (1 + drawn(s.seed, s.ply, 3, a) % 4) / total

    def result(self, s: Play, a: int) -> Play:
        return Play(s.seed, s.ply + 1, s.actions + (a + 1) * 4**s.ply)

    def is_terminal(self, s: Play) -> bool:
        return s.ply == self.plies or (s.ply > 3 and drawn(s.seed, s.ply, 6, s.actions) % 6 == 0)

    def utility(self, s: Play, p: int) -> int:
        utility = drawn(s.seed, s.ply, 4, s.actions) % 5 - 2
        return utility if p == 0 else -utility

    def observe(self, s: Play, p: int) -> Play:
        seen = 0
        for ply in range(s.ply):
            is_own = ply > 0 and drawn(s.seed, ply, 1, 0) % 5 // 2 - 1 == p
            if is_own or (ply > 0 and drawn(s.seed, ply, 5, p) % 3 == 0):
                seen += (s.actions // 4**ply % 4) * 4**ply
        return Play(s.seed, s.ply, seen)


class FromSeed(Seeded):
    """The rules of one seed from the beginning, for what enumerates worlds: at the plain speed only."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def initial(self) -> Play:
        return Play(self.seed, 0, 0)


def worlds_of(seed: int) -> Worlds:
    """The worlds of the first player to move in a random game."""
    game = FromSeed(seed)
    worlds = enumerate_worlds(game, View.of(game, random_state(game, 0, seed)))
    assert worlds is not None
    return worlds


def values_of(search: AlphaMuSearch, worlds: Worlds, moves: int) -> tuple[list[float], MoreMoves]:
    *_, last = search.deepen(worlds, moves, Budget(Limits()))
    assert last.best is not None
    return last.best.values, last


@pytest.fixture(scope="module")
def native() -> AlphaMuSearch:
    search = AlphaMuSearch(Seeded())
    search.host.compile()
    assert search.host.speed == "native"
    return search


def has_mover(seed: int) -> bool:
    """Whether somebody moves before the game may be over."""
    return any(Seeded().player(Play(seed, ply, 0)) != CHANCE for ply in range(1, 4))


SEEDS = st.integers(1, 100_000).filter(has_mover)


@examples(400)
@given(seed=SEEDS, moves=st.integers(1, 4))
@pytest.mark.thorough
def test_both_speeds_give_the_values_of_the_definition(seed: int, moves: int, native: AlphaMuSearch) -> None:
    worlds = worlds_of(seed)
    plain = AlphaMuSearch(Seeded(), plain=True)
    expected = list(alphamu_values(Seeded(), worlds, moves).values())
    (slow, slow_job), (quick, quick_job) = values_of(plain, worlds, moves), values_of(native, worlds, moves)
    assert slow == pytest.approx(expected)
    assert quick == slow
    assert quick_job == slow_job


@pytest.mark.parametrize("seed", [95, 184, 419, 1002])
def test_there_is_no_early_cut_above_chance(seed: int) -> None:
    """In these games a part of a mean is below the front that was found before, and the whole mean is not."""
    worlds = worlds_of(seed)
    expected = list(alphamu_values(Seeded(), worlds, 3).values())
    assert values_of(AlphaMuSearch(Seeded(), plain=True), worlds, 3)[0] == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.parametrize("moves", [1, 2, 3, 4])
def test_ten_thousand_games_have_the_values_of_the_definition(moves: int, native: AlphaMuSearch) -> None:
    for seed in filter(has_mover, range(2_500 * moves, 2_500 * (moves + 1))):
        worlds = worlds_of(seed)
        expected = list(alphamu_values(Seeded(), worlds, moves).values())
        assert values_of(native, worlds, moves)[0] == pytest.approx(expected), seed


def test_a_front_that_is_too_large_is_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped = 0
    for seed in filter(has_mover, range(1, 120)):
        worlds = worlds_of(seed)
        exact = list(alphamu_values(Seeded(), worlds, 3).values())
        with monkeypatch.context() as patched:
            patched.setattr(alphamu, "MOST_VECTORS", 1)
            found, job = values_of(AlphaMuSearch(Seeded(), plain=True), worlds, 3)
        assert job.best is not None
        dropped += job.best.dropped
        assert all(v <= w + 1e-9 for v, w in zip(found, exact, strict=True))
        assert job.best.dropped or found == pytest.approx(exact)
    assert dropped > 5


@pytest.mark.thorough
@pytest.mark.parametrize("plain", [True, False])
def test_the_memory_grows_until_the_search_fits(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game, worlds = Seeded(), worlds_of(3)
    expected, _ = values_of(AlphaMuSearch(game, plain=True), worlds, 3)
    monkeypatch.setattr(alphamu, "STATES", 2)
    monkeypatch.setattr(alphamu, "NUMBERS", 2)
    search = AlphaMuSearch(game, plain=plain)
    if not plain:
        search.host.compile()
    assert values_of(search, worlds, 3)[0] == expected
    monkeypatch.setattr(alphamu, "MOST_STATES", 2)
    *_, last = AlphaMuSearch(game, plain=True).deepen(worlds, 3, Budget(Limits()))
    assert last.best is None
    assert last.done


@pytest.mark.thorough
def test_threads_do_not_change_an_answer(native: AlphaMuSearch) -> None:
    threaded = AlphaMuSearch(Seeded(), threads=3)
    threaded.host.compile()
    for seed in filter(has_mover, range(1, 60)):
        worlds = worlds_of(seed)
        (one, job), (three, other) = values_of(native, worlds, 3), values_of(threaded, worlds, 3)
        assert one == three
        assert job.nodes == other.nodes


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_tricks_have_the_values_of_the_definition(moves: int) -> None:
    game = zermelo.load("tricks:suits=2,ranks=3,hand=2")
    worlds = enumerate_worlds(game, View.of(game, random_state(game, 0, 2)))
    assert worlds is not None
    found, _ = values_of(AlphaMuSearch(game, plain=True), worlds, moves)
    assert dict(zip(legal_actions(game, worlds.some), found, strict=True)) == pytest.approx(
        alphamu_values(game, worlds, moves)
    )
