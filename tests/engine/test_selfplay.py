"""Self-play by search: both speeds play the same, and every action is optimal by the textbook."""

from __future__ import annotations

from math import nan
from typing import NamedTuple

import pytest

import zermelo
from zermelo import CHANCE, Game
from zermelo.engine import selfplay
from zermelo.engine.root_search import Scale
from zermelo.engine.selfplay import SelfPlayTotals, new_memory, play_by_search
from zermelo.kernels.counting import next_random, result_at
from zermelo.native.host import KernelHost
from zermelo.native.mixing import mix
from zermelo.textbook import Expectiminimax

GAMES = [
    "2048:width=3,height=2,target=32",
    pytest.param("2048:width=2,height=2,target=16,spawner=adversary", marks=pytest.mark.slow),
    "pig:goal=12",
    "tictactoe",
]


def played(
    game: Game, *, plain: bool, plays: int = 3, depth: int = 3, seed: int = 7, plies: int = 200
) -> SelfPlayTotals:
    host = KernelHost(game, plain=plain)
    selfplay.prepare(host, game.initial())
    assert plain or host.why_plain is None
    return play_by_search(host, game.initial(), plays, plies=plies, depth=depth, seed=seed)


def one_play(game: Game, depth: int, seed: int, s=None, plies: int = 200) -> list:
    """The states of one play at the plain speed, each with its action."""
    m = new_memory(plies, Scale.of(game), native=False)
    s = game.initial() if s is None else s
    count, *_ = selfplay.searched_plays(game, s, m, 1, plies, depth, seed)
    steps = []
    for place in m.played[:count]:
        steps.append((s, list(game.actions(s))[place]))
        s = result_at(game, s, place)
    return steps


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_both_speeds_play_the_same(name):
    game = zermelo.load(name)
    ours = played(game, plain=False)
    assert ours == played(game, plain=True)
    assert ours.moves <= ours.plies
    assert ours.ended == 3


def values_of_actions(game: Game, s, depth: int) -> dict:
    """The value to the mover of each action, by the textbook."""
    sign = -1 if game.player(s) == 1 else 1
    found = {}
    for a in game.actions(s):
        t = game.result(s, a)
        if game.is_terminal(t):
            found[a] = sign * game.utility(t, 0)
        else:
            found[a] = sign * (Expectiminimax(game, depth=depth - 1).run(t) if depth > 1 else game.evaluate(t, 0))
    return found


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", ["2048:width=3,height=2,target=16", "pig:goal=10", "tictactoe", "2048:target=0"])
def test_every_action_is_optimal_by_the_textbook(name, depth):
    game, chosen = zermelo.load(name), 0
    for seed in (1, 2):
        for s, a in one_play(game, depth, seed, plies=24):
            if game.player(s) != CHANCE:
                values = values_of_actions(game, s, depth)
                assert values[a] == pytest.approx(max(values.values()), abs=1e-9)
                chosen += len(set(values.values())) > 1
    assert chosen > 3


class Place(NamedTuple):
    ply: int
    node: int
    seed: int


class Dicey(Game):
    """A random game: a hash decides the player and the successors of a node. All expected values are exact."""

    scored = True

    def noise(self, s: Place, salt: int, count: int) -> int:
        return (mix(mix(mix(mix(0, s.seed), s.ply), s.node), salt) >> 20) % count

    def initial(self):
        return Place(0, 0, 1)

    def player(self, s):
        return self.noise(s, 1, 3) - 1

    def actions(self, s):
        for a in range(1 << self.noise(s, 2, 3)):
            yield a

    def probability(self, s, a):
        return 1 / (1 << self.noise(s, 2, 3))

    def result(self, s, a):
        return Place(s.ply + 1, self.noise(s, 100 + a, 50), s.seed)

    def is_terminal(self, s):
        return s.ply >= 9 or (s.ply > 1 and self.noise(s, 3, 12) == 0)

    def utility(self, s, p):
        worth = (self.noise(s, 4, 17) - 8) / 8
        return worth if p == 0 else -worth

    def evaluate(self, s, p):
        return self.utility(s, p)


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_ties_go_to_the_first_action(depth):
    game, ties = Dicey(), 0
    for seed in range(60):
        for s, a in one_play(game, depth, 1 + seed, Place(0, 0, seed)):
            if game.player(s) != CHANCE:
                values = values_of_actions(game, s, depth)
                best = [b for b, v in values.items() if v == max(values.values())]
                assert a == best[0]
                ties += len(best) > 1
    assert ties > 5


def test_utilities_are_added_up_over_all_plays():
    game = Dicey()
    found = play_by_search(KernelHost(game, plain=True), game.initial(), 5, plies=99, depth=2, seed=3)
    seed, total, plies = 3, 0.0, 0
    for _ in range(5):
        steps = one_play(game, 2, seed)
        for s, _ in steps:
            seed = next_random(seed) if game.player(s) == CHANCE else seed
        total += game.utility(game.result(*steps[-1]), 0)
        plies += len(steps)
    assert (found.plies, found.total, found.ended) == (plies, total, 5)


class Count(NamedTuple):
    said: int
    mover: int


class Ladder(Game):
    """Add 1 or 3; the player who reaches the goal wins. Evaluations are far greater numbers than a win."""

    def __init__(self, goal: int = 7, won: float = 1):
        self.goal, self.won = goal, won

    def initial(self):
        return Count(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for a in (1, 3):
            yield a

    def result(self, s, a):
        return Count(s.said + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.said >= self.goal

    def utility(self, s, p):
        return -self.won if s.mover == p else self.won

    def evaluate(self, s, p):
        return 1000.0


@pytest.mark.parametrize("won", [1, 1 / 3])
def test_a_win_ranks_beyond_every_evaluation_however_fine_it_is(won):
    game = Ladder(4, won)
    found = play_by_search(KernelHost(game, plain=True), Count(1, 0), 1, plies=9, depth=1, seed=1)
    assert (found.plies, found.total) == (1, won)


def test_the_sooner_win_is_taken():
    class Choice(Ladder):
        """As it is, but one may also wait: then the other has to add 1."""

        def actions(self, s):
            return (0, 3) if s.said % 2 else (1,)

        def result(self, s, a):
            return Count(s.said + (a or 1), 1 - s.mover)

    assert [a for _, a in one_play(Choice(4), 3, 1, Count(1, 0))] == [3]


def test_a_play_ends_at_the_maximum_number_of_plies():
    found = played(zermelo.load("nim:piles=9,9"), plain=True, plays=2, plies=1)
    assert (found.plies, found.moves, found.ended, found.total) == (2, 2, 0, 0)


def test_self_play_can_be_stopped():
    game = zermelo.load("2048")
    m = new_memory(99, Scale.of(game), native=False)
    m.control[0] = 1
    assert selfplay.searched_plays(game, game.initial(), m, 1, 99, 3, 1)[1] == 0


class Nothing(Dicey):
    def player(self, s):
        return 0

    def actions(self, s):
        return range(0) if s.ply == 3 else range(2)


class Nobody(Dicey):
    def player(self, s):
        return 7 if s.ply == 3 else 0


class Odd(Dicey):
    def player(self, s):
        return CHANCE if s.ply == 3 else 0

    def probability(self, s, a):
        return 0.4


class Numberless(Dicey):
    def evaluate(self, s, p):
        return nan if s.ply == 3 else 0.0


class Endless(Dicey):
    def utility(self, s, p):
        return float("inf")


@pytest.mark.parametrize(
    ("kind", "method"),
    [
        (Nothing, "Nothing.actions"),
        (Nobody, "Nobody.player"),
        (Odd, "Odd.probability"),
        (Numberless, "Numberless.utility or evaluate"),
        (Endless, "Endless.utility or evaluate"),
    ],
)
def test_rules_that_are_broken_are_named_with_the_position(kind, method):
    said = rf"{method} gave .*, in 'Place\(ply=\d, node=\d+, seed=5\)' or a state below it"
    with pytest.raises(zermelo.RuleError, match=said):
        play_by_search(KernelHost(kind(), plain=True), Place(0, 0, 5), 1, plies=99, depth=3, seed=1)


class Raising(Ladder):
    def result(self, s, a):
        return Count(s.said + a + 0 // (4 - s.said), 1 - s.mover)


def test_a_rule_that_raises_as_machine_code_raises_where_it_is_written():
    game = Raising(99)
    host = KernelHost(game)
    selfplay.prepare(host, game.initial())
    assert host.why_plain is None
    with pytest.raises(ZeroDivisionError) as caught:
        play_by_search(host, game.initial(), 1, plies=99, depth=2, seed=1)
    assert caught.traceback[-1].name == "result"


@pytest.mark.parametrize("depth", [0, -1, 101, 2.5, True])
def test_an_invalid_depth_is_refused(depth):
    with pytest.raises(zermelo.LimitError, match=f"depth {depth}"):
        play_by_search(KernelHost(Dicey(), plain=True), Place(0, 0, 1), 1, plies=9, depth=depth, seed=1)


def test_games_of_more_players_are_refused():
    with pytest.raises(zermelo.KindError, match="rolit is not a two-player zero-sum game"):
        selfplay.check(zermelo.load("rolit"), 2)


def test_imperfect_information_is_refused():
    class Hidden(Ladder):
        def observe(self, s, p):
            return s.mover

    with pytest.raises(zermelo.KindError, match="has imperfect information"):
        selfplay.check(Hidden(), 2)
