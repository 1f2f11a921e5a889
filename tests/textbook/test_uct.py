"""UCT as it is taught, against a naive version that shares only the random numbers, and the log of its steps."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from random_trees import trees
from zermelo import LimitError, OptionError, Tree, analyse, load, tree
from zermelo.core.limits import Limits
from zermelo.core.trace import Backup, Cursor, Enter, Select, Simulate
from zermelo.native.draws import draw_below, draw_fraction, first_draw, next_draw
from zermelo.textbook.uct import search


class Naive:
    """UCT with dictionaries by history: N and Q of every sequence of actions, and nothing else."""

    def __init__(self, game, s, c, seed):
        self.game, self.start, self.c = game, s, c
        self.draw = first_draw(seed)
        self.N = {(): 0}
        self.Q = {(): [0.0] * game.players}

    def random_action(self, s):
        self.draw = next_draw(self.draw)
        actions = list(self.game.actions(s))
        if self.game.player(s) >= 0:
            return actions[draw_below(self.draw, len(actions))]
        left = draw_fraction(self.draw)
        for a in actions:
            left -= float(self.game.probability(s, a))
            if left < 0:
                return a
        return actions[-1]

    def ucb(self, history, a, p):
        n = self.N[*history, a]
        return self.Q[*history, a][p] / n + self.c * sqrt(2 * log(self.N[history]) / n)

    def playout(self):
        game, s, history = self.game, self.start, ()
        while not game.is_terminal(s):
            p = game.player(s)
            new = [a for a in game.actions(s) if (*history, a) not in self.N]
            if p < 0:
                a = self.random_action(s)
            else:
                a = new[0] if new else max(game.actions(s), key=lambda a: self.ucb(history, a, p))
            history, s = (*history, a), game.result(s, a)
            if history not in self.N:
                self.N[history], self.Q[history] = 0, [0.0] * game.players
                break
        while not game.is_terminal(s):
            s = game.result(s, self.random_action(s))
        for i in range(len(history) + 1):
            self.N[history[:i]] += 1
            for p in range(game.players):
                self.Q[history[:i]][p] += game.utility(s, p)


def grown(uct):
    """N and Q of every node by its history."""
    waiting = [((), uct.root)]
    while waiting:
        history, node = waiting.pop()
        yield history, node.visits, node.total
        waiting += [((*history, a), child) for a, child in node.children.items()]


def compare(game, playouts, c, seed):
    naive = Naive(game, game.initial(), c, seed)
    for _ in range(playouts):
        naive.playout()
    _, uct = search(game, game.initial(), Limits(), playouts=playouts, c=c, seed=seed)
    assert {history: (n, list(q)) for history, n, q in grown(uct)} == {
        history: (naive.N[history], naive.Q[history]) for history in naive.N
    }


@pytest.mark.parametrize("name", ["tictactoe", "nim:piles=2,2", "pig:goal=10", "rolit:size=4,players=3", "kalah"])
def test_visits_and_totals_are_those_of_the_naive_version(name):
    compare(load(name), 150, 0.7, 3)


@given(trees(chance=True), st.integers(0, 99), st.sampled_from([0.0, 0.5, 1.0, 4.0]))
@examples(40)
def test_on_random_trees_too(twig, seed, c):
    compare(Tree(twig.text()), 40, c, seed)


def test_the_selected_child_has_the_highest_score():
    trace = tree("tictactoe", method="uct", playouts=60, seed=2).trace
    selections = [step for step in trace.steps if isinstance(step, Select)]
    assert selections
    for step in selections:
        assert max(score.sum for score in step.scores) == next(
            score.sum for score in step.scores if score.child == step.child
        )


def test_the_log_goes_forwards_and_back():
    grown_tree = tree("pig:goal=5", method="uct", playouts=30, seed=2)
    trace = grown_tree.trace
    cursor = Cursor(trace)
    for to in (len(trace.steps), len(trace.steps) // 2, 0, 7, len(trace.steps)):
        cursor.go(to)
    assert cursor.root == grown_tree.root
    cursor.go(0)
    assert cursor.root is None


def test_every_playout_is_simulated_and_backed_up_to_the_root():
    trace = tree("nim:piles=1,2", method="uct", playouts=25).trace
    assert sum(isinstance(step, Simulate) for step in trace.steps) == 25
    assert sum(isinstance(step, Backup) and step.node == 0 for step in trace.steps) == 25
    assert trace.tree().tally.visits == 25
    assert sum(isinstance(step, Enter) for step in trace.steps) <= 26


def test_exploration_terms_in_the_tree_are_those_of_the_rule():
    root = tree("tictactoe", method="uct", playouts=50, c=0.3).root
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for child in node.children:
            assert child.exploration == 0.3 * sqrt(2 * log(node.tally.visits) / child.tally.visits)
        waiting += node.children


def test_without_exploration_it_stays_with_what_looked_best():
    """The lecture's quiz: the first term exploits, the second explores."""
    shares = []
    for c in (0.0, 0.5, 2.0, 50.0):
        found = analyse("tictactoe", method="uct", playouts=400, c=c, seed=4)
        shares.append(max(line.visits for line in found.lines) / found.visits)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    assert shares[-1] < 0.13  # all but the same for each of nine actions


@pytest.mark.parametrize(("options", "error"), [({"playouts": 0}, LimitError), ({"c": -1.0}, OptionError)])
def test_bad_options_are_refused(options, error):
    with pytest.raises(error, match=r"0|-1"):
        analyse("tictactoe", method="uct", **options)


def test_a_tree_to_be_drawn_has_a_hundred_playouts_unless_told():
    assert tree("tictactoe", method="uct").analysis.visits == 100


@pytest.mark.parametrize("nodes", [1, 2, 10])
def test_each_playout_costs_a_node(nodes):
    assert analyse("tictactoe", method="uct", nodes=nodes).visits == nodes


def test_a_depth_is_refused_for_a_tree_too():
    with pytest.raises(OptionError, match="uct has no depth, so 1 cannot limit it"):
        tree("tictactoe", method="uct", depth=1)


def test_uct_plays_go_and_honours_superko() -> None:
    game = load("go:size=2")
    found, uct = search(game, game.initial(), Limits(), playouts=60, seed=1)
    assert found.visits == 60
    waiting = [(uct.root, frozenset[Any]())]
    while waiting:
        node, above = waiting.pop()
        position = game.position(node.state)
        assert position not in above or node.state.passes  # only a pass leaves the position as it was
        waiting += [(child, above | {position}) for child in node.children.values()]
    moves = "A2 B2 A1 B1 A2 A1"  # A2 would bring back an earlier position
    drawn = tree(game, moves, method="uct", playouts=12)
    assert "A2" not in {game.show_action(drawn.analysis.state, line.action) for line in drawn.analysis.lines}
    assert analyse("go:size=3", method="uct", playouts=5).visits == 5


def test_of_equal_visits_the_best_is_the_better_for_the_mover() -> None:
    game = Tree("(3 1)", "min")
    drawn = tree(game, method="uct", playouts=2)
    assert [line.visits for line in drawn.analysis.lines] == [1, 1]
    assert drawn.root.best_child is drawn.root.children[1]
    assert drawn.analysis.value == 1
