"""Monte Carlo tree search: its tree against the textbook's, its proofs against exact values, both speeds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import log
from unittest.mock import ANY

import numpy as np
import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from random_graphs import Graph, Scored, Shares, Spot, draw, spots
from random_trees import expectiminimax, minimax, trees
from zermelo import KindError, LimitError, OptionError, RuleError, Tree, analyse, load, solve
from zermelo.core.game import CHANCE, Game
from zermelo.core.limits import Budget, Limits
from zermelo.engine.mcts import MonteCarlo, next_answer_after
from zermelo.engine.mcts_answers import analysis_of
from zermelo.engine.mcts_settings import MctsSettings
from zermelo.kernels.gains import gain_of
from zermelo.kernels.mcts import drop_anchor, grow, grow_once, lift_anchor, start_tree
from zermelo.kernels.selection import score_of
from zermelo.kernels.tree_memory import ROOT, TreeMemory
from zermelo.solvers import solve as enumerate_states
from zermelo.textbook.uct import search

FAITHFUL = MctsSettings(proofs=False)
"""The lecture's rule and nothing else; with utilities from -1 to 1 the default constant is the lecture's c = 1."""

VARIANTS = [
    MctsSettings(),
    MctsSettings(selection="tuned", decisive=True),
    MctsSettings(selection="puct", first_play=0.2),
    MctsSettings(bias=0.5, widening=1.0, implicit=0.3, cutoff=3),
    MctsSettings(grave=0),
    MctsSettings(selection="puct", noise=0.5),
    MctsSettings(grave=20, selection="puct", tree=60_000),
    MctsSettings(grave=5, credit=2.0, expand_after=3, tree=60_000),
]

THREADED = [MctsSettings(threads=4), MctsSettings(threads=3, grave=5, tree=40_000)]

RECYCLING = MctsSettings(tree=40_000)
"""So small that 400 playouts fill it."""


def answer(searcher, s, playouts):
    *_, last = searcher.answers(s, Budget(Limits()), playouts=playouts)
    return last


def nodes_of(searcher, s):
    """N and player 0's Q of every visited node, by its history of places."""
    m = searcher.memory
    found, waiting = {}, [((), ROOT)]
    while waiting:
        history, node = waiting.pop()
        found[history] = int(m.visits[node]), float(m.totals[node * m.width])
        first = int(m.firsts[node])
        for child in range(first, first + int(m.counts[node])):
            if m.visits[child]:
                waiting.append(((*history, int(m.places[child])), child))
    return found


def holds_its_actions(searcher, s):
    """Whether every node below the root, whose state is s, holds the action of its place."""
    game, m, waiting = searcher.game, searcher.memory, [(ROOT, s)]
    while waiting:
        node, s = waiting.pop()
        for child in range(m.firsts[node], m.firsts[node] + m.counts[node]):
            a = list(game.actions(s))[m.places[child]]
            if m.actions[child] != a:
                return False
            waiting.append((child, game.result(s, a)))
    return True


def taught(game, playouts, seed):
    _, uct = search(game, game.initial(), Limits(), playouts=playouts, seed=seed)
    found, waiting = {}, [((), uct.root)]
    while waiting:
        history, node = waiting.pop()
        found[history] = node.visits, node.total[0]
        if node.children:
            places = list(game.actions(node.state))
            waiting += [((*history, places.index(a)), child) for a, child in node.children.items()]
    return found


@pytest.mark.parametrize("name", ["tictactoe", "twentyone", "breakthrough:width=4,height=5"])
def test_without_extras_it_grows_the_textbooks_tree(name):
    game = load(name)
    searcher = MonteCarlo(game, FAITHFUL, seed=5, plain=True)
    answer(searcher, game.initial(), 300)
    assert nodes_of(searcher, game.initial()) == taught(game, 300, 5)


@pytest.mark.thorough
@pytest.mark.parametrize("settings", [FAITHFUL, *VARIANTS, RECYCLING])
def test_both_speeds_grow_the_same_tree(settings):
    trees_grown = []
    game = load("connect4")
    s = game.initial()
    for plain in (True, False):
        searcher = MonteCarlo(game, settings, seed=9, plain=plain)
        searcher.host.compile()
        assert searcher.host.is_native != plain
        answer(searcher, s, 400)
        trees_grown.append(nodes_of(searcher, s))
    assert trees_grown[0] == trees_grown[1]
    assert len(trees_grown[0]) > 30


@cache
def searcher_of(kind, endless, settings):
    """One for each way to search: as machine code for one kind of game, since compiling takes long."""
    made = MonteCarlo(kind(endless), settings, seed=1, plain=kind is not Graph or endless != 0)
    made.host.compile()
    return made


@pytest.mark.thorough
@given(spots(), st.sampled_from([Graph, Scored, Shares]), st.sampled_from(VARIANTS + THREADED), st.integers(-1, 1))
@examples(150)
def test_what_is_proved_is_what_solve_finds(spot, kind, variant, endless):
    searcher = searcher_of(kind, endless, variant)
    searcher.forget()
    found = answer(searcher, spot, 150 if searcher.host.is_native else 30)
    exact = enumerate_states(kind(endless), spot, Limits(), plain=True)
    assert exact.proved
    if found.proved:
        assert found.value == pytest.approx(exact.value, abs=1e-12)
        assert found.action is None or found.action in exact.actions
    for line in found.lines:
        low, high = line.bounds or line.values[:1] * 2
        if line.proved or line.bounds:
            value = exact.value_of(searcher.game.result(spot, line.action))
            assert low - 1e-12 <= value <= high + 1e-12


@given(spots(most=15, loops=False))
@pytest.mark.thorough
@examples(40)
def test_small_games_without_loops_are_proved(spot):
    searcher = searcher_of(Graph, 0, MctsSettings())
    searcher.forget()
    assert answer(searcher, spot, 20_000).proved


@given(trees(chance=True), st.integers(0, 9))
@examples(40)
def test_typed_trees_with_chance_are_proved_or_estimated(twig, seed):
    found = analyse(Tree(twig.text()), method="mcts", playouts=500, seed=seed, plain=True)
    if found.proved:
        assert found.value == pytest.approx(expectiminimax(twig))


@given(trees())
@examples(30)
def test_many_playouts_prove_a_small_tree(twig):
    found = analyse(Tree(twig.text()), method="mcts", playouts=20_000, plain=True)
    assert found.proved
    assert found.value == minimax(twig)


@pytest.mark.thorough
def test_tictactoe_is_proved_a_draw():
    found = analyse("tictactoe", method="mcts", playouts=200_000, seed=1)
    assert found.proved
    assert found.value == 0
    assert found.error == 0
    assert found.visits < 200_000


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(5))
def test_means_alone_converge_to_the_value(seed):
    """X has taken a corner: only the centre saves O from a loss, and then the game is drawn."""
    found = analyse("tictactoe", "X../.../...", method="mcts", playouts=50_000, seed=seed, proofs=False)
    assert found.shown_action == "b2"
    assert found.value == pytest.approx(0, abs=0.1)
    assert not found.proved


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=6), st.integers(1, 2_000), st.floats(0.1, 2))
@examples(60)
def test_a_worse_action_is_tried_no_more_often_than_ucb_allows(utilities, playouts, c):
    """With utilities that are certain, a child is only selected while its exploration term makes up for its gap."""
    game = Tree(f"({' '.join(map(str, utilities))})")
    found = analyse(game, method="mcts", playouts=playouts, c=c, proofs=False, plain=True)
    span = (max(utilities) - min(utilities)) or 1
    for line in found.lines:
        gap = max(utilities) - game.utility(game.result(game.initial(), line.action), 0)
        if gap > 0:
            assert line.visits <= 1 + 2 * (c * span / gap) ** 2 * log(playouts)


@pytest.mark.slow
@given(trees())
@examples(25)
def test_without_proofs_the_action_converges_to_an_optimal_one(twig):
    game = Tree(twig.text())
    found = analyse(game, method="mcts", playouts=5_000, proofs=False, plain=True)
    if not game.is_terminal(game.initial()):
        assert found.action in solve(game).actions


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_connect_four_on_a_small_board_converges(seed):
    game = load("connect4:width=5,height=4")
    found = analyse(game, method="mcts", playouts=400_000, seed=seed)
    assert found.action in solve(game).actions
    assert found.value == pytest.approx(0, abs=0.3)


@cache
def connect4(threads, **options):
    """A search of Connect Four as machine code, in several threads."""
    searcher = MonteCarlo(load("connect4"), MctsSettings(threads=threads, **options), seed=1)
    searcher.host.compile()
    assert searcher.host.is_native
    return searcher


def children_of(m, node):
    """The children of a node."""
    return range(m.firsts[node], m.firsts[node] + m.counts[node])


def tree_of(m):
    """The nodes of the tree."""
    nodes = [ROOT]
    for node in nodes:
        nodes += children_of(m, node)
    return nodes


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"grave": 10}, {"tree": 200_000}, {"gumbel": 4}])
def test_threads_count_every_playout_once(options):
    searcher = connect4(4, **options)
    game = searcher.game
    searcher.forget()
    found = answer(searcher, game.initial(), 20_000)
    assert found.visits == 20_000
    assert sum(line.visits for line in found.lines) == 20_000
    m = searcher.memory
    assert not any(m.pending[node] for node in tree_of(m))
    for node in tree_of(m):
        children = children_of(m, node)
        as_leaf = m.visits[node] - sum(m.visits[child] for child in children)
        assert as_leaf >= 0
        assert abs(m.totals[node] - sum(m.totals[child] for child in children)) <= as_leaf
        assert m.squares[node] <= m.visits[node]


@pytest.mark.thorough
def test_threads_share_a_limit_of_nodes():
    searcher = connect4(4)
    searcher.forget()
    *_, found = searcher.answers(searcher.game.initial(), Budget(Limits(nodes=50_000)))
    assert 50_000 <= found.nodes < 51_000


def staying(game, **options):
    """The memory of a search in one thread with the settings of a search in two threads."""
    searcher = MonteCarlo(game, MctsSettings(**options), seed=3, plain=True)
    threads = searcher._threads_for(game.initial())
    threads.begin(1 << 60)
    m = threads.main
    m.threads, m.stay, m.anchor_visits = 2, 8, 4
    start_tree(game, game.initial(), m)
    return m


@pytest.mark.parametrize("name", ["tictactoe", "go:size=2", "pig"])
def test_playouts_below_an_anchor_are_counted_above_it(name):
    game = load(name)
    m = staying(game)
    assert grow(game, game.initial(), m, 500) == 500 == m.visits[ROOT]
    assert not any(m.pending[node] for node in tree_of(m))
    for node in tree_of(m):
        children = children_of(m, node)
        as_leaf = m.visits[node] - sum(m.visits[child] for child in children)
        assert as_leaf >= 0
        if as_leaf == 0:
            assert m.totals[node] == pytest.approx(sum(m.totals[child] for child in children))
            assert m.squares[node] == pytest.approx(sum(m.squares[child] for child in children))


def test_an_anchor_is_deep_but_never_below_a_chance_node():
    deepest = {}
    for name in ("pig", "tictactoe"):
        game = load(name)
        m, deepest[name] = staying(game, proofs=False), 0
        for _ in range(300):
            grow_once(game, game.initial(), m)
            drop_anchor(game, game.initial(), m)
            assert all(m.movers[m.path[ply]] != CHANCE for ply in range(m.anchor_ply))
            assert m.anchor_ply == 0 or m.visits[m.path[m.anchor_ply]] >= m.anchor_visits
            deepest[name] = max(deepest[name], m.anchor_ply)
            lift_anchor(m)
    assert deepest == {"pig": 1, "tictactoe": ANY}
    assert deepest["tictactoe"] > 1


@pytest.mark.thorough
def test_no_position_comes_back_below_an_anchor():
    game = load("go:size=2,ko=positional")
    m = staying(game, proofs=False)
    grow(game, game.initial(), m, 2_000)
    assert m.count == m.past
    plays = [(ROOT, [game.initial()])]
    longest = 0
    for node, play in plays:
        longest = max(longest, len(play))
        for child in children_of(m, node):
            s = game.result(play[-1], m.actions[child])
            assert s.passes or game.position(s) not in map(game.position, play)
            plays.append((child, [*play, s]))
    assert longest > 6


@pytest.mark.parametrize("threads", [0, 257, 1.5])
def test_a_number_of_threads_that_is_not_possible_is_refused(threads):
    with pytest.raises(LimitError, match=str(threads)):
        analyse("connect4", method="mcts", threads=threads)


class Gamble(Game):
    """MAX takes 1 for certain, or 10 with a probability of 0.4 and else -1: the mean is greater, but wins are fewer."""

    bounds = (-10, 10)

    def initial(self):
        return 0

    def player(self, s):
        return CHANCE if s == 2 else 0

    def actions(self, s):
        return (3, 4) if s == 2 else (1, 2)

    def result(self, s, a):
        return a

    def probability(self, s, a):
        return 0.4 if a == 3 else 0.6

    def is_terminal(self, s):
        return s in (1, 3, 4)

    def utility(self, s, p):
        return {1: 1, 3: 10, 4: -1}[s] * (1 if p == 0 else -1)


@pytest.mark.parametrize("options", [{}, {"grave": 10}, {"tree": 700}])
def test_selection_goes_by_who_wins_or_by_how_much(options):
    def search_with(winning):
        settings = MctsSettings(winning=winning, c=0.1, proofs=False, **options)
        return answer(MonteCarlo(Gamble(), settings, plain=True), 0, 2_000)

    assert search_with(0.0).action == 2
    found = search_with(1.0)
    assert (found.action, found.value, found.lines[0].mean) == (1, 1, 1)  # what is reported are utilities


def test_a_gain_is_a_blend_of_the_utility_and_of_winning():
    game = Gamble()
    m = MonteCarlo(game, MctsSettings(winning=0.75), plain=True)._threads_for(0).main
    assert [gain_of(m, u) for u in (10, 1, 0, -1, -10)] == [10, 7.75, 0, -7.75, -10]


def test_winning_needs_bounds():
    with pytest.raises(KindError, match="bounds"):
        MonteCarlo(type("Unbounded", (Gamble,), {"bounds": None})(), MctsSettings(winning=0.5), plain=True)


class Ordered(type(load("tictactoe"))):
    """Rates the actions by their number, from -4 to 4."""

    def order(self, s, a):
        return float(a - 4)


def test_the_order_counts_as_won_or_lost_playouts():
    game = Ordered()
    m = (
        MonteCarlo(game, MctsSettings(credit=3.0, first_play=0.0, c=0.0, proofs=False), plain=True)
        ._threads_for(game.initial())
        .main
    )
    by_action = {m.actions[child]: child for child in range(m.firsts[ROOT], m.firsts[ROOT] + m.counts[ROOT])}
    assert {a: m.credits[child] for a, child in by_action.items()} == {a: 3.0 * (a - 4) for a in range(9)}
    m.visits[ROOT], m.totals[ROOT] = 40, 8.0  # a mean of 0.2
    child = by_action[6]
    assert score_of(m, ROOT, child, 0, 0.0, -1) == pytest.approx((10 * 0.2 + 6) / 16)
    assert score_of(m, ROOT, by_action[2], 0, 0.0, -1) == pytest.approx((10 * 0.2 - 6) / 16)
    m.visits[child], m.totals[child] = 4, -4.0
    assert score_of(m, ROOT, child, 0, 0.0, -1) == pytest.approx((10 * 0.2 + 6 - 4) / 20)


@pytest.mark.parametrize("visits", [1, 5])
def test_a_node_is_expanded_after_a_number_of_visits(visits):
    game = load("tictactoe")
    searcher = MonteCarlo(game, MctsSettings(expand_after=visits, proofs=False), plain=True)
    answer(searcher, game.initial(), 600)
    m = searcher.memory
    nodes = [node for node in range(1, m.free[0]) if m.visits[node] > 0]
    assert all(m.visits[node] > visits for node in nodes if m.firsts[node] > 0)
    assert {m.visits[node] for node in nodes if m.firsts[node] == 0} == set(range(1, visits + 1))


class Stop(Game):
    """The first player loses by one point if it stops; if it goes on, the second decides."""

    players = 2
    bounds = (-10, 10)
    scored = True

    def initial(self):
        return 0

    def player(self, s):
        return 0 if s == 0 else 1

    def actions(self, s):
        return (1, 2) if s == 0 else (3, 4)

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s in (1, 3, 4)

    def utility(self, s, p):
        return {1: -1, 3: 1, 4: -10}[s] * (1 if p == 0 else -1)


@pytest.mark.parametrize(("winning", "chosen"), [(0.0, 1), (0.9, 2)])
def test_a_known_loss_is_not_taken_where_there_is_a_chance_to_win(winning, chosen):
    game = Stop()
    searcher = MonteCarlo(game, MctsSettings(winning=winning), plain=True)
    m = searcher._threads_for(0).main
    stop, go_on = m.firsts[ROOT], m.firsts[ROOT] + 1
    assert (m.lows[stop], m.highs[stop]) == (-1, -1)
    assert m.lows[go_on] < m.highs[go_on]
    m.visits[go_on], m.totals[go_on] = 10, 5 * 1 + 5 * -10
    m.gains[go_on if winning else 0] = 5 * gain_of(m, 1) + 5 * gain_of(m, -10)
    assert analysis_of(searcher, 0, m, Budget(Limits())).action == chosen


class Logged(type(load("tictactoe"))):
    """Notes the actions that are taken; without proofs `result` is called for these alone."""

    taken = ()

    def result(self, s, a):
        Logged.taken += ((self.player(s), a),)
        return super().result(s, a)


def test_all_moves_as_first_are_those_of_the_plays():
    game = Logged()
    searcher = MonteCarlo(game, MctsSettings(grave=10, proofs=False), seed=4, plain=True)
    s = game.initial()
    threads = searcher._threads_for(s)
    threads.begin(1 << 60)
    m, visits, totals = threads.main, Counter(), Counter()
    for _ in range(400):
        Logged.taken = ()
        grow_once(game, s, m)
        for ply, node in enumerate(m.path[: m.ply_now]):
            mover = Logged.taken[ply][0]
            for child in range(m.firsts[node], m.firsts[node] + m.counts[node]):
                if (mover, m.actions[child]) in Logged.taken[ply:]:
                    visits[child] += 1
                    totals[child] += m.outcome[0] if mover == 0 else -m.outcome[0]
    assert max(visits.values()) > 100
    for child in range(1, m.free[0]):
        assert (m.amaf_visits[child], m.amaf_totals[child]) == (visits[child], totals[child])


def test_the_same_seed_gives_the_same_answer_twice():
    first, again, other = (analyse("connect4", method="mcts", playouts=2_000, seed=seed) for seed in (6, 6, 7))
    assert [line.visits for line in first.lines] == [line.visits for line in again.lines]
    assert first.value == again.value
    assert [line.visits for line in first.lines] != [line.visits for line in other.lines]


def test_every_action_at_the_root_has_its_statistics():
    data = analyse("connect4", method="mcts", playouts=700, plain=True).to_json()
    assert len(data["lines"]) == 7
    assert sum(line["visits"] for line in data["lines"]) == data["visits"] == 700
    for line in data["lines"]:
        assert {"visits", "mean", "error", "proved", "bounds"} <= line.keys()


@pytest.mark.thorough
def test_a_tree_that_is_full_is_recycled():
    game = load("connect4")
    searcher = MonteCarlo(game, MctsSettings(tree=200_000), plain=True)
    found = answer(searcher, game.initial(), 6_000)
    assert found.visits == 6_000
    assert searcher.memory.free[0] <= searcher.memory.most_tree_nodes < 6_000


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("connect4", {}),
        ("connect4", {"grave": 10, "threads": 2}),
        ("go:size=9", {"grave": 50, "credit": 1.0, "winning": 0.9}),
        ("nim:players=3", {}),
    ],
)
def test_a_tree_takes_the_bytes_that_were_asked_for(name, options):
    size = 8 * 2**20
    game = load(name)
    m = MonteCarlo(game, MctsSettings(tree=size, **options))._new_threads(game.initial(), True, size).main
    taken = sum(
        rows.nbytes for rows in (getattr(m, field.name) for field in TreeMemory.fields if field.row is not None)
    )
    assert 0.99 * size < taken < size + 1_000  # besides the nodes there are a few numbers


@pytest.mark.parametrize(
    ("size", "why"), [(0, "a tree of 0 bytes is not valid"), (10**18, "a tree of .* MiB does not fit")]
)
def test_a_tree_of_an_impossible_size_is_refused(size, why):
    with pytest.raises(LimitError, match=why):
        MctsSettings(tree=size)


def test_a_tree_without_room_for_the_first_actions_is_refused():
    with pytest.raises(LimitError, match="a tree of 100 bytes"):
        analyse("connect4", method="mcts", tree=100, plain=True)


def test_the_tree_is_kept_from_move_to_move():
    """All that was known below the new root is kept, number by number, and nothing else is."""
    game = load("tictactoe")  # whose states differ in how many actions they have
    searcher = MonteCarlo(game, FAITHFUL, seed=2, plain=True)
    line = answer(searcher, game.initial(), 2_000).line[:2]
    before, s, history = nodes_of(searcher, game.initial()), game.initial(), ()
    for a in line:
        history, s = (*history, list(game.actions(s)).index(a)), game.result(s, a)
    known = {h[2:]: numbers for h, numbers in before.items() if h[:2] == history}
    assert len(known) > 10
    searcher._threads_for(s)
    assert nodes_of(searcher, s) == known
    assert holds_its_actions(searcher, s)
    assert answer(searcher, s, 10).visits == known[()][0] + 10


def test_recycling_keeps_what_was_visited_often():
    game = load("tictactoe")  # whose states differ in how many actions they have
    searcher = MonteCarlo(game, FAITHFUL, seed=2, plain=True)
    answer(searcher, game.initial(), 1_000)
    before, m = nodes_of(searcher, game.initial()), searcher.memory
    searcher._recycle(game.initial(), m)
    after = nodes_of(searcher, game.initial())
    assert m.free[0] < len(before)
    assert after.items() < before.items()
    assert holds_its_actions(searcher, game.initial())
    least = min(before[h[:-1]][0] for h in after if h)
    assert {h for h in before if not h or before[h[:-1]][0] > least} <= after.keys()


@pytest.mark.parametrize("actions", [2, 4, 16])
def test_gumbel_shares_the_playouts_by_halving(actions):
    found = analyse("connect4", method="mcts", playouts=64, gumbel=actions, seed=1, plain=True)
    visited = sorted((line.visits for line in found.lines if line.visits), reverse=True)
    assert sum(visited) == 64
    assert len(visited) == min(actions, 7)


def test_many_players_have_a_value_each():
    found = analyse("rolit:size=4,players=3", method="mcts", playouts=200, plain=True)
    assert len(found.values) == 3
    assert not found.proved


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"playouts": 0}, LimitError),
        ({"c": -0.5}, OptionError),
        ({"selection": "ucb2"}, OptionError),
        ({"implicit": 1.5}, OptionError),
        ({"cutoff": 0}, LimitError),
    ],
)
def test_bad_options_are_refused_with_what_was_given(options, error):
    with pytest.raises(error, match=str(next(iter(options.values())))):
        analyse("connect4", method="mcts", **options)


def test_a_game_that_chooses_its_playouts_itself_takes_no_policy_beside_it():
    with pytest.raises(KindError, match=r"decisive.*playout_action"):
        analyse(Chosen(), method="mcts", decisive=True)


def test_an_option_for_which_the_game_has_nothing_is_refused():
    with pytest.raises(KindError, match="evaluate"):
        analyse("twentyone", method="mcts", cutoff=5)


class Heavy(Graph):
    """Playouts only ever take the last action."""

    def playout_weight(self, s, a):
        return 1.0 if a == 3 * draw(s.seed, s.node, 2, 4) else 0.0


class Chosen(Graph):
    """The game chooses the actions of playouts itself: the first or the last."""

    def playout_action(self, s, random):
        return 3 * draw(s.seed, s.node, 2, 4) if random & np.uint64(1) else 0


class Broken(Graph):
    """A rule that fails deep in a playout, or returns an invalid value."""

    def utility(self, s, p):
        return float("nan")


class Raising(Graph):
    def way(self, s, a):
        if s.node > 5:
            raise ValueError("no way on")
        return s.node + 1

    def ends(self, s, node):
        return node == s.size - 1


def test_playouts_follow_the_weights_of_the_game():
    """If only one action has a weight, all playouts from a leaf are the same, so the leaf's mean is their utility."""
    game, s = Heavy(), Spot(12, 60, 0, 3, 0)
    t = game.result(s, 0)
    while not game.is_terminal(t):
        t = game.result(t, list(game.actions(t))[-1])
    found = analyse(game, s, method="mcts", playouts=1, proofs=False, plain=True)
    assert found.lines[0].mean == game.utility(t, 0)


@pytest.mark.thorough
def test_the_playouts_of_a_game_are_the_same_at_both_speeds():
    game, s = Chosen(), Spot(12, 60, 0, 3, 0)
    native = MonteCarlo(game, MctsSettings(proofs=False), seed=3)
    native.host.compile()
    assert native.host.is_native, native.host.why_plain
    plain = MonteCarlo(game, MctsSettings(proofs=False), seed=3, plain=True)
    assert answer(native, s, 300).lines == answer(plain, s, 300).lines


def test_playouts_take_the_actions_that_the_game_chooses():
    """A playout from the first child of the root ends where the first and the last actions lead, and nowhere else."""
    game, s = Chosen(), Spot(12, 60, 0, 3, 0)
    ends, level = set(), {game.result(s, 0)}
    while level:
        ends |= {game.utility(t, 0) for t in level if game.is_terminal(t)}
        inner = [(t, list(game.actions(t))) for t in level if not game.is_terminal(t)]
        level = {game.result(t, a) for t, actions in inner for a in (actions[0], actions[-1])}
    for seed in range(20):
        found = analyse(game, s, method="mcts", playouts=1, proofs=False, plain=True, seed=seed)
        assert found.lines[0].mean in ends


@pytest.mark.parametrize("plain", [True, False])
def test_a_broken_rule_is_named(plain):
    with pytest.raises(RuleError, match=r"Broken.*utility"):
        analyse(Broken(), Spot(5, 40, 0, 2, 0), method="mcts", playouts=100_000, plain=plain)


def test_a_rule_that_raises_is_named():
    with pytest.raises(RuleError, match=r"Raising.* raised ValueError: no way on"):
        analyse(Raising(), Spot(5, 200, 0, 2, 0), method="mcts", playouts=1_000, plain=True)


@pytest.mark.slow
def test_a_rule_that_raises_as_machine_code_is_asked_again_plainly():
    searcher = MonteCarlo(Raising())
    searcher.host.compile()
    assert searcher.host.is_native, searcher.host.why_plain
    with pytest.raises(ValueError, match="no way on"):
        answer(searcher, Spot(5, 200, 0, 2, 0), 1_000)


def test_the_time_limit_holds_and_the_answer_is_there():
    found = analyse("connect4", method="mcts", seconds=0.2, plain=True)
    assert found.action is not None
    assert found.visits > 0
    assert sum(line.visits for line in found.lines) == found.visits


def test_nodes_limit_the_search():
    found = analyse("connect4", method="mcts", nodes=3_000, plain=True)
    assert 3_000 <= found.nodes < 3_100


def test_chance_at_the_root_gives_the_mean_of_the_outcomes():
    found = analyse(Tree("[1/4: 8, 3/4: (4 0)]"), method="mcts", playouts=200, plain=True)
    assert found.proved
    assert found.value == 5
    assert found.action is None


def test_endless_play_is_cut_and_counts_as_infinite_play():
    found = analyse("leapfrog", method="mcts", playouts=50, seed=1, plain=True)
    assert found.visits <= 50


def test_the_winner_of_sequential_halving_is_played() -> None:
    game, met = Tree("(0 1 0 1)"), 0
    for seed in range(20):
        found = analyse(game, method="mcts", playouts=8, gumbel=2, proofs=False, seed=seed, plain=True)
        tried = {line.action: line.value for line in found.lines if line.visits}
        assert len(tried) == 2
        assert found.value == max(tried.values())
        met += set(tried.values()) == {0, 1}
    assert met > 5


class Later(Graph):
    """A graph whose order prefers later actions."""

    def order(self, s: Spot, a: int) -> float:
        return 100.0 * a


def test_sequential_halving_samples_by_the_order() -> None:
    game = Later()
    s = next(s for s in (game.initial()._replace(seed=seed) for seed in range(50)) if len(list(game.actions(s))) > 2)
    last = max(game.actions(s))
    picked = Counter(
        analyse(game, s, method="mcts", playouts=4, gumbel=1, proofs=False, seed=seed, plain=True).action
        for seed in range(60)
    )
    assert picked[last] > 24  # its share is 0.6, and would be 0.25 without an order


def test_gumbel_without_playouts_is_noted() -> None:
    found = analyse("tictactoe", method="mcts", gumbel=4, seconds=0.05, plain=True)
    assert "without a number of playouts, gumbel has no effect" in found.notes


def test_a_long_search_answers_about_every_second() -> None:
    times = [0.25]
    while times[-1] < 30:
        times.append(next_answer_after(times[-1]))
    assert max(after - before for before, after in pairwise(times)) <= 1.0
    assert len(times) < 40
