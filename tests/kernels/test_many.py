"""The engine with many players, general sums and opponents who err gives what the textbook gives."""

from __future__ import annotations

from functools import cache
from math import nan
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

import zermelo
from random_trees import trees
from zermelo import CHANCE, Game, KindError, RuleError, Tree
from zermelo.core.limits import Limits
from zermelo.core.opponents import opponent as opponent_of
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.engine.opponent_models import OpponentModel
from zermelo.engine.search_threads import Switches
from zermelo.native.mixing import mix
from zermelo.textbook import BestReply, Expectimax, MaxN, Paranoid


class Place(NamedTuple):
    ply: int
    node: int
    seed: int
    sums: int  # 0: general sums, of few different numbers; 1: they add up to 6, and none is negative
    chance: int  # whether dice are rolled
    loops: int  # whether play may come back to where it was


class Party(Game):
    """A random game for some players: who moves at a node, and what it is worth to each, are left to a hash."""

    zero_sum = False
    scored = True

    def __init__(self, players: int = 3, width: int = 5, branches: int = 3, length: int = 7):
        self.players, self.width, self.branches, self.length = players, width, branches, length

    def noise(self, s: Place, salt: int, count: int) -> int:
        return (mix(mix(mix(mix(0, s.seed), s.ply), s.node), salt) >> 20) % count

    def initial(self):
        return Place(0, 0, 1, 0, 0, 0)

    def player(self, s):
        if s.chance and self.noise(s, 1, 4) == 0:
            return -1
        return self.noise(s, 2, self.players)

    def actions(self, s):
        for a in range(1 + self.noise(s, 3, self.branches)):
            yield a

    def probability(self, s, a):
        total, mine = 0, 0
        for b in range(1 + self.noise(s, 3, self.branches)):
            weight = self.noise(s, 10 + b, 5) + (b == 0)
            total += weight
            if b == a:
                mine = weight
        return mine / total

    def result(self, s, a):
        back = 1 if s.loops and s.ply > 1 and self.noise(s, 50 + a, 4) == 0 else -1
        return Place(s.ply - back, self.noise(s, 100 + a, self.width), s.seed, s.sums, s.chance, s.loops)

    def is_terminal(self, s):
        return s.ply >= self.length or (s.ply > 1 and self.noise(s, 4, 12) == 0)

    def utility(self, s, p):
        if s.sums == 0:
            return float(self.noise(s, 200 + p, 5))
        left = 6
        for q in range(self.players - 1):
            share = self.noise(s, 200 + q, left + 1)
            if q == p:
                return float(share)
            left -= share
        return float(left)

    def evaluate(self, s, p):
        return self.utility(s, p)

    def order(self, s, a):
        return float(self.noise(s, 300 + a, 3))

    def infinite_play(self, p):
        return 2.0


class Shared(Party):
    """The same, but it declares that utilities add up to 6 and are not negative: so it can be pruned."""

    zero_sum = True
    total = 6
    bounds = (0, 6)

    def initial(self):
        return Place(0, 0, 1, 1, 0, 0)


class Duel(Party):
    """The same as a two-player zero-sum game."""

    zero_sum = True
    bounds = (-4, 4)

    def __init__(self, players: int = 2):
        super().__init__(players)

    def utility(self, s, p):
        worth = float(self.noise(s, 200, 9)) - 4
        return worth if p == 0 else -worth

    def infinite_play(self, p):
        return 0.0


class Close(Duel):
    """Many actions and few utilities, so that many of them tie."""

    bounds = (-1, 1)

    def __init__(self, players: int = 2):
        super().__init__(players)
        self.branches = 5

    def utility(self, s, p):
        worth = float(self.noise(s, 200, 3)) - 1
        return worth if p == 0 else -worth


class Rough(Duel):
    """Its evaluations do not compare with utilities: a position may seem to be worth more than a win."""

    scored = False

    def evaluate(self, s, p):
        return 9 * self.utility(s, p)


class Mistaken(Shared):
    """Its utilities violate its declared bounds."""

    bounds = (1, 6)


KINDS = (Party, Shared, Mistaken)
ANY = (Switches(), Switches(table=False), Switches(order=False), Switches(table=False, order=False))
SEARCHES = {"maxn": MaxN, "paranoid": Paranoid, "bestreply": BestReply}


def within_reach(s: Place, switches: Switches) -> Place:
    """The value of a repeated state depends on the path, and the table does not know the path."""
    return s._replace(loops=0) if switches.table else s


def places(**fixed):
    return st.builds(
        Place,
        ply=st.just(0),
        node=st.just(0),
        seed=st.integers(0, 10**6),
        sums=st.integers(0, 1),
        chance=st.integers(0, 1),
        loops=st.integers(0, 1),
    ).map(lambda s: s._replace(**fixed))


@cache
def compiled(kind: type[Game], others: OpponentModel) -> Engine:
    engine = Engine(kind(), table=2**16, others=others)
    engine.compile()
    assert engine.why_plain is None
    return engine


def by_engine(game: Game, s: Place, depth: int | None, others: OpponentModel, switches=ANY[0], table=2**16, lines=1):
    engine = Engine(game, plain=True, table=table, others=others)
    return analysing.analyse(engine, s, Limits(depth=depth), switches=switches, lines=lines)


@given(st.sampled_from(KINDS), places(), st.integers(1, 6), st.sampled_from(ANY), st.sampled_from([1, 2**16]))
def test_maxn_is_the_textbooks_at_every_depth(kind, s, depth, switches, table):
    game = kind()
    s = within_reach(s._replace(sums=1) if kind is not Party else s, switches)
    found = by_engine(game, s, depth, OpponentModel(), switches, table)
    assert found.values == pytest.approx(MaxN(game, depth=depth).run(s), abs=1e-9)


@given(
    st.sampled_from(["paranoid", "bestreply"]),
    st.sampled_from(KINDS),
    places(),
    st.integers(1, 6),
    st.sampled_from(ANY),
    st.sampled_from([None, 0, 2]),
)
def test_what_the_agent_gets_is_the_textbooks(name, kind, s, depth, switches, agent):
    game = kind()
    s = within_reach(s._replace(sums=1) if kind is not Party else s, switches)
    found = by_engine(game, s, depth, OpponentModel.named(name, agent), switches)
    search = SEARCHES[name](game, depth=depth, agent=agent)
    expected = search.run(s)
    assert found.values[search.agent] == pytest.approx(expected[search.agent], abs=1e-9)


some_or_many = pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, 290), marks=pytest.mark.slow)], ids=str
)
"""Errors that depend on ties, or on earlier choices, are rare: the slow tests look for them in hundreds of games."""


@some_or_many
@pytest.mark.parametrize("kind", [Party, Shared])
@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_random_games_with_all_that_the_engine_has(kind, name, seeds):
    game = kind()
    for seed in seeds:
        s = Place(0, 0, seed, 1, seed % 2, 0)
        search = SEARCHES[name](game, depth=6)
        expected = search.run(s)
        found = by_engine(game, s, 6, OpponentModel.named(name))
        if name == "maxn":
            assert found.values == pytest.approx(expected, abs=1e-9), seed
        else:
            assert found.values[search.agent] == pytest.approx(expected[search.agent], abs=1e-9), seed


LEVELS = ("level=0", "level=0.1", "level=0.7", "level=0.9", "level=1")

ERRING = {
    text: OpponentModel.erring(opponent_of(text))
    for text in ("random", *LEVELS, "temperature=0.5", "depth=1", "depth=3")
}


@given(
    st.sampled_from([Duel, Close, Rough]),
    st.sampled_from(sorted(ERRING)),
    places(),
    st.integers(1, 6),
    st.sampled_from(ANY),
    st.sampled_from([None, 0, 1]),
)
def test_expectimax_is_the_textbooks(kind, opponent, s, depth, switches, agent):
    game, s = kind(), within_reach(s, switches)
    others = OpponentModel.erring(opponent_of(opponent), agent)
    found = by_engine(game, s, depth, others, switches)
    expected = Expectimax(game, depth=depth, opponent=opponent, agent=agent).run(s)
    assert found.value == pytest.approx(expected, abs=1e-9)


@some_or_many
@pytest.mark.parametrize("kind", [Duel, Close])
@pytest.mark.parametrize("opponent", ["random", "level=0.1", "level=0.7", "level=0.9", "depth=3"])
def test_random_duels(kind, opponent, seeds):
    game = kind()
    for seed in seeds:
        s = Place(0, 0, seed, 1, seed % 2, 0)
        expected = Expectimax(game, depth=5, opponent=opponent).run(s)
        assert by_engine(game, s, 5, ERRING[opponent]).value == pytest.approx(expected, abs=1e-9), seed


@given(trees(players=3, single=False, chance=True))
def test_on_trees_to_the_end_it_is_proved(t):
    game = Tree(t.text())
    if game.players == 3:
        found = by_engine(game, game.initial(), None, OpponentModel())
        assert found.values == pytest.approx(MaxN(game).run(game.initial()))
        assert found.proved


@given(places(loops=0), st.sampled_from(sorted(SEARCHES)))
def test_with_two_players_and_zero_sums_all_is_minimax(s, name):
    if name == "bestreply":
        return
    game = Duel()
    found = by_engine(game, s, 6, OpponentModel.named(name))
    minimax = analysing.analyse(Engine(game, plain=True), s, Limits(depth=6))
    assert found.value == pytest.approx(minimax.value, abs=1e-9)


@given(places(sums=1, loops=0), st.integers(1, 5), st.sampled_from(sorted(SEARCHES)))
def test_every_line_has_the_value_of_its_action(s, depth, name):
    game = Shared()
    mover = game.player(s)
    if mover == CHANCE:
        return
    found = by_engine(game, s, depth + 1, OpponentModel.named(name), lines=9)
    for line in found.lines:
        search = SEARCHES[name](game, depth=depth, **({} if name == "maxn" else {"agent": mover}))
        expected = search.run(game.result(s, line.actions[0]))
        assert line.values[mover] == pytest.approx(expected[mover], abs=1e-9)
    gains = [line.values[mover] for line in found.lines]
    assert gains == sorted(gains, reverse=True)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["maxn", "paranoid", "bestreply"])
def test_as_machine_code_it_reads_the_same_nodes(name):
    native = compiled(Shared, OpponentModel.named(name))
    for seed in range(30):
        s = Place(0, 0, seed, 1, seed % 2, seed // 2 % 2)
        native.forget()
        theirs = analysing.analyse(native, s, Limits(depth=6))
        ours = by_engine(native.game, s, 6, OpponentModel.named(name))
        assert (ours.values, ours.nodes, ours.line) == (theirs.values, theirs.nodes, theirs.line)


@pytest.mark.thorough
@pytest.mark.parametrize("opponent", ["random", "level=0", "level=0.7", "temperature=0.5", "depth=3"])
def test_fallible_opponents_are_the_same_as_machine_code(opponent):
    native = compiled(Duel, ERRING[opponent])
    for seed in range(30):
        s = Place(0, 0, seed, 1, seed % 2, seed // 2 % 2)
        native.forget()
        theirs = analysing.analyse(native, s, Limits(depth=5))
        ours = by_engine(native.game, s, 5, ERRING[opponent])
        assert (ours.nodes, ours.line) == (theirs.nodes, theirs.line)
        assert ours.values == pytest.approx(theirs.values)


@pytest.mark.thorough
def test_threads_that_share_a_table_agree():
    engine = Engine(Shared(), table=2**12, threads=2)
    engine.compile()
    for seed in range(30):
        s = Place(0, 0, seed, 1, 0, 0)
        found = analysing.analyse(engine, s, Limits(depth=6))
        assert found.values == MaxN(engine.game, depth=6).run(s)


def test_shallow_pruning_leaves_a_good_part_unread():
    bare = Switches(table=False)
    pruned = sum(by_engine(Shared(), Place(0, 0, seed, 1, 0, 0), 6, OpponentModel(), bare).nodes for seed in range(20))
    whole = sum(by_engine(Party(), Place(0, 0, seed, 1, 0, 0), 6, OpponentModel(), bare).nodes for seed in range(20))
    assert pruned < 0.9 * whole


def test_no_evaluation_is_worth_more_than_a_win():
    found = zermelo.analyse("connect4", level=0.5, depth=4, plain=True)
    assert -1 < found.value < 1
    s = zermelo.load("connect4").parse("112233")
    won = zermelo.analyse("connect4", s, level=0.5, depth=3, plain=True)
    assert won.value == 1
    assert won.shown_action == "4"


def test_ties_go_to_the_first_action_and_a_note_says_so():
    game = Tree("(<1 5 0> <1 0 5>)")
    found = by_engine(game, game.initial(), None, OpponentModel())
    assert found.values == (1, 5, 0)
    assert found.notes == ("each player maximises its own value; ties go to the first action",)


def test_a_search_by_best_reply_proves_nothing_but_ends():
    found = zermelo.analyse("twentyone:players=3,goal=8", others="bestreply", depth=100)
    assert not found.proved
    assert "estimate" in found.notes[0]


def test_values_that_are_not_numbers_are_named():
    class Broken(Party):
        def evaluate(self, s, p):
            return nan if p == 2 else 0.0

    with pytest.raises(RuleError, match=r"evaluate gave nan"):
        by_engine(Broken(), Place(0, 0, 3, 0, 0, 0), 2, OpponentModel())


@pytest.mark.parametrize(("asked", "said"), [({"others": "maxim"}, "maxn"), ({"agent": 3}, "3"), ({"agent": -1}, "-1")])
def test_unknown_rules_and_players_are_quoted(asked, said):
    with pytest.raises(KindError, match=said):
        zermelo.analyse("twentyone:players=3,goal=8", **asked)
