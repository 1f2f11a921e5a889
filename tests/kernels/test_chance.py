"""The engine with chance gives what expectiminimax gives, whatever it prunes."""

from __future__ import annotations

import re
from math import nan
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

import zermelo
from random_trees import expectiminimax, trees
from zermelo import CHANCE, Game, Tree, load
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.engine.sampling import analyse_samples
from zermelo.engine.search_threads import Switches
from zermelo.kernels.chance import STAR1, STAR2
from zermelo.native.mixing import mix
from zermelo.textbook import Expectiminimax


class Place(NamedTuple):
    ply: int
    node: int
    seed: int


class Dicey(Game):
    """A random game: at every ply a few nodes, reached from many others; who moves at a node is left to a hash."""

    bounds = (-1, 1)
    scored = True

    def __init__(self, seed: int = 0, width: int = 6, branches: int = 3, length: int = 8):
        self.seed, self.width, self.branches, self.length = seed, width, branches, length

    def noise(self, s: Place, salt: int, count: int) -> int:
        return (mix(mix(mix(mix(0, s.seed), s.ply), s.node), salt) >> 20) % count

    def initial(self):
        return Place(0, 0, self.seed)

    def player(self, s):
        return self.noise(s, 1, 3) - 1

    def actions(self, s):
        for a in range(1 + self.noise(s, 2, self.branches)):
            yield a

    def probability(self, s, a):
        total, mine = 0, 0
        for b in range(1 + self.noise(s, 2, self.branches)):
            weight = 1 + self.noise(s, 10 + b, 5)
            total += weight
            if b == a:
                mine = weight
        return mine / total

    def result(self, s, a):
        return Place(s.ply + 1, self.noise(s, 100 + a, self.width), s.seed)

    def is_terminal(self, s):
        return s.ply >= self.length or (s.ply > 1 and self.noise(s, 3, 12) == 0)

    def utility(self, s, p):
        worth = (self.noise(s, 4, 201) - 100) / 100
        return worth if p == 0 else -worth

    def evaluate(self, s, p):
        return self.utility(s, p)


class Boundless(Dicey):
    """The same, but it declares no bounds of utilities."""

    bounds = None


class Mistaken(Dicey):
    """The same, but evaluations violate its declared bounds."""

    bounds = (-0.5, 0.5)


ANY = Switches(), Switches(table=False), Switches(order=False), Switches(table=False, order=False)


def by_engine(
    game: Game, depth: int | None = None, s=None, *, switches: Switches = ANY[0], engine: Engine | None = None
):
    engine = engine or Engine(game, plain=True, table=2**16)
    engine.forget()
    return analysing.analyse(engine, game.initial() if s is None else s, Limits(depth=depth), switches=switches)


def begun(seed: int) -> Place:
    """Where the game with this seed begins: games that differ in a parameter would each be compiled."""
    return Place(0, 0, seed)


@given(trees(chance=True))
def test_on_trees_it_is_brute_force_and_proved(t):
    game = Tree(t.text())
    for switches in ANY:
        found = by_engine(game, switches=switches)
        assert found.value == pytest.approx(expectiminimax(t), abs=1e-9)
        assert found.proved


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from(ANY), st.sampled_from([Dicey, Boundless, Mistaken]))
def test_at_every_depth_it_is_the_textbooks_value(seed, depth, switches, kind):
    game, s = kind(), begun(seed)
    found = by_engine(game, depth, s, switches=switches)
    assert found.value == pytest.approx(Expectiminimax(game, depth=depth).run(s), abs=1e-9)


@pytest.mark.thorough
def test_as_machine_code_it_reads_the_same_nodes():
    game = Dicey()
    plain, native = Engine(game, plain=True, table=2**16), Engine(game, table=2**16)
    native.compile()
    assert native.why_plain is None
    for seed in range(40):
        ours, theirs = (by_engine(game, 6, begun(seed), engine=engine) for engine in (plain, native))
        assert (ours.value, ours.nodes, ours.line) == (theirs.value, theirs.nodes, theirs.line)


class Node(NamedTuple):
    ply: int
    path: int
    score: int


class Regular(Game):
    """MAX, chance, MIN and chance move in this order; every branch adds a number to the score, which is the utility."""

    scored = True
    bounds = (-1, 1)

    def __init__(self, branches: int = 5, length: int = 5, most: int = 100):
        self.branches, self.length, self.most = branches, length, most

    def initial(self):
        return Node(0, 1, 0)

    def player(self, s):
        return (0, CHANCE, 1, CHANCE)[s.ply % 4]

    def actions(self, s):
        for a in range(self.branches):
            yield a

    def probability(self, s, a):
        return 1 / self.branches

    def added(self, s, a):
        return (mix(mix(0, s.path), a) >> 20) % (2 * self.most + 1) - self.most

    def result(self, s, a):
        return Node(s.ply + 1, s.path * 2 * self.branches + a + 1, s.score + self.added(s, a))

    def is_terminal(self, s):
        return s.ply >= self.length

    def utility(self, s, p):
        worth = s.score / (self.most * self.length)
        return worth if p == 0 else -worth

    def order(self, s, a):
        return self.added(s, a) * (0 if s.ply % 2 else 1 if s.ply % 4 == 0 else -1)


def test_windows_prune_a_fifth_and_probing_half_as_ballard_found():
    nodes = {star: sum(_nodes(Node(0, path, 0), star) for path in (1, 2)) for star in (0, STAR1, STAR2)}
    assert nodes[STAR1] < 0.85 * nodes[0]
    assert nodes[STAR2] < 0.5 * nodes[0]


def _nodes(s: Node, star: int) -> int:
    engine = Engine(Regular(), plain=True)
    engine.star = star
    return by_engine(engine.game, 5, s, engine=engine, switches=Switches(table=False)).nodes


class Bent(Dicey):
    """Its probabilities are wrong: their sum, or one of them."""

    def __init__(self, odds: float = 0.5):
        super().__init__()
        self.odds = odds

    def player(self, s):
        return CHANCE if s.ply == 1 else 0

    def probability(self, s, a):
        return self.odds


@pytest.mark.parametrize(
    ("odds", "quoted"), [(0.7, "add up to"), (-0.5, "include -0.5"), (nan, "include nan"), (1.5, "include 1.5")]
)
def test_invalid_probabilities_are_refused_and_quoted(odds, quoted):
    game = Bent(odds)
    s = next(s for s in map(begun, range(100)) if not game.is_terminal(game.result(s, 0)))
    with pytest.raises(zermelo.RuleError, match=quoted):
        by_engine(game, 4, s)


def test_the_value_of_a_chance_root_is_the_mean_and_it_has_no_action():
    found = zermelo.analyse("[1/4: 8, 3/4: (0 4)]", algorithm="engine")
    assert (found.value, found.action, found.line, found.proved) == (5, None, (), True)


class Lottery(Game):
    """Two tickets: each draws one of a thousand numbers, three times; the value is the mean of their squares."""

    players = 1
    bounds = (0, 3)

    def initial(self):
        return (0, -1, 0.0)

    def player(self, s):
        return CHANCE if s[1] >= 0 else 0

    def actions(self, s):
        return range(1000) if s[1] >= 0 else range(2)

    def probability(self, s, a):
        return 1 / 1000

    def result(self, s, a):
        drawn, ticket, sum_so_far = s
        if ticket < 0:
            return (0, a, 0.0)
        return (drawn + 1, ticket, sum_so_far + (a / 999) ** (2 + ticket))

    def is_terminal(self, s):
        return s[0] == 3

    def utility(self, s, p):
        return s[2]


@pytest.mark.thorough
def test_a_mean_over_samples_is_near_the_mean_and_says_how_near():
    found = zermelo.analyse(Lottery(), depth=4, samples=8, plain=True)
    mean = 3 * sum((a / 999) ** 2 for a in range(1000)) / 1000
    assert found.action == 0
    assert not found.proved
    assert 0 < found.error < 0.05
    assert abs(found.value - mean) < 5 * found.error


@pytest.mark.thorough
def test_samples_depend_on_the_seed_and_on_nothing_else():
    one, same, other = (zermelo.analyse(Lottery(), depth=4, samples=5, plain=True, seed=seed) for seed in (1, 1, 2))
    assert (one.value, one.nodes) == (same.value, same.nodes)
    assert one.value != other.value


def test_samples_of_all_outcomes_are_exact():
    for seed in range(20):
        game = Dicey(seed)
        exact = Expectiminimax(game, depth=5).run(game.initial())
        assert zermelo.analyse(game, depth=5, samples=4, plain=True).value == pytest.approx(exact)


@pytest.mark.parametrize("samples", [0, -1, 1.5, True, 10**9])
def test_invalid_numbers_of_samples_are_refused(samples):
    with pytest.raises(zermelo.LimitError, match=re.escape(repr(samples))):
        zermelo.analyse(Lottery(), depth=3, samples=samples)


def test_without_chance_there_is_nothing_to_sample():
    with pytest.raises(zermelo.KindError, match="needs a game with chance"):
        zermelo.analyse("nim", depth=3, samples=5)


def test_after_an_error_of_the_rules_the_engine_reads_all_outcomes_again(monkeypatch):
    class Failing(type(load("pig"))):
        def evaluate(self, s, p):
            return 1 / 0

    game = Failing(goal=10)
    s, engine = game.initial(), Engine(game, plain=True)
    with pytest.raises(ZeroDivisionError):
        analyse_samples(engine, s, Limits(nodes=1_000), 1)
    monkeypatch.setattr(Failing, "evaluate", lambda *_: 0.5)
    found, right = (analysing.analyse(e, s, Limits(depth=4)) for e in (engine, Engine(game, plain=True)))
    assert (found.value, found.nodes) == (right.value, right.nodes)


@pytest.mark.parametrize("nodes", [1, 5, 9])
def test_samples_read_no_more_nodes_than_the_limit(nodes):
    assert zermelo.analyse("pig:goal=10", samples=2, nodes=nodes, plain=True).nodes == nodes
