"""Properties of the textbook's algorithms on every tree."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

import zermelo
from random_trees import expectimax, expectiminimax, maxn, minimax, trees
from zermelo import Tree, analyse, solve, tree
from zermelo.textbook import AlphaBeta, Expectimax, Expectiminimax, MaxN, Minimax

SIDES = ("left", "right", "best")


@given(trees())
def test_minimax_is_brute_force(t):
    game = Tree(t.text())
    assert Minimax(game).run(game.initial()) == minimax(t)


@given(trees())
def test_18_alphabeta_gives_the_same_root_value_in_any_order(t):
    game = Tree(t.text())
    for side, fail in product(SIDES, ("soft", "hard")):
        assert AlphaBeta(game, read_from=side, fail=fail).run(game.initial()) == minimax(t)


@given(trees(), st.integers(-5, 5), st.integers(1, 5), st.sampled_from(SIDES))
def test_alphabeta_satisfies_its_inequalities_in_any_window(t, alpha, width, side):
    game, true, beta = Tree(t.text()), minimax(t), alpha + width
    for fail in ("soft", "hard"):
        v = AlphaBeta(game, window=(alpha, beta), fail=fail, read_from=side).run(game.initial())
        if alpha < v < beta:
            assert v == true
        elif v <= alpha:
            assert true <= v
        else:
            assert true >= v
        if fail == "hard" and t.branches:
            assert alpha <= v <= beta


@given(trees(), st.sampled_from(SIDES), st.sampled_from(["soft", "hard"]))
def test_the_action_returned_has_the_value(t, side, fail):
    found = analyse(Tree(t.text()), algorithm="alphabeta", read_from=side, fail=fail)
    assert found.proved
    assert minimax(t.branches[found.action]) == minimax(t)


@given(trees())
def test_the_line_leads_to_a_leaf_with_the_value(t):
    for algorithm in ("minimax", "alphabeta"):
        found = analyse(Tree(t.text()), algorithm=algorithm)
        end = t
        for a in found.line:
            end = end.branches[a]
        assert end.utilities == (found.value,)


@given(trees())
def test_among_equal_actions_the_first_one_read_is_taken(t):
    game, best = Tree(t.text()), [a for a, b in enumerate(t.branches) if minimax(b) == minimax(t)]
    for algorithm in ("minimax", "alphabeta", "maxn"):
        assert analyse(game, algorithm=algorithm).action == best[0]
        assert analyse(game, algorithm=algorithm, read_from="right").action == best[-1]


@given(trees(), st.integers(0, 2**32))
def test_16_max_never_gets_less_than_the_minimax_value(t, seed):
    """MIN plays any policy, including bad ones."""
    game, chance = Tree(t.text()), random.Random(seed)
    s = game.initial()
    while not game.is_terminal(s):
        if game.player(s) == zermelo.MAX:
            a = analyse(game, s, algorithm="alphabeta").action
        else:
            a = chance.choice(list(game.actions(s)))
        s = game.result(s, a)
    assert game.utility(s, zermelo.MAX) >= minimax(t)


@given(trees(chance=True))
def test_expectiminimax_is_brute_force(t):
    game = Tree(t.text())
    assert Expectiminimax(game).run(game.initial()) == pytest.approx(expectiminimax(t))


LEVELS = {"random": None, **{f"level={text}": Fraction(text) for text in ("0", "0.3", "0.5", "0.7", "1")}}


@given(trees(chance=True), st.sampled_from(sorted(LEVELS)), st.sampled_from([0, 1]))
def test_expectimax_is_brute_force(t, opponent, agent):
    """Ties are those of rational arithmetic, although expected values in floats are rounded."""
    game = Tree(t.text())
    found = Expectimax(game, opponent=opponent, agent=agent).run(game.initial())
    assert found == pytest.approx(float(expectimax(t, agent, LEVELS[opponent])), abs=1e-9)


@given(trees())
def test_expectimax_against_a_perfect_opponent_is_minimax(t):
    game = Tree(t.text())
    assert Expectimax(game, level=1).run(game.initial()) == minimax(t)


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(max(n, 2)), trees(max(n, 2), chance=True, single=False))))
def test_maxn_is_brute_force(players_and_tree):
    players, t = players_and_tree
    game = Tree(t.text())
    assert MaxN(game).run(game.initial()) == pytest.approx(maxn(t, players))


@given(trees())
def test_maxn_of_two_players_and_zero_sums_is_minimax(t):
    game = Tree(t.text())
    assert MaxN(game).run(game.initial())[0] == minimax(t)


@given(trees(chance=True))
def test_the_solver_agrees(t):
    solution = solve(t.text())
    assert solution.proved
    assert solution.value == pytest.approx(expectiminimax(t))
    best = [expectiminimax(b) for b in t.branches]
    if t.player >= 0:
        top = (max, min)[t.player](best)
        assert sorted(solution.actions) == [i for i, v in enumerate(best) if v == pytest.approx(top)]


@given(st.integers(2, 4).flatmap(lambda n: st.tuples(st.just(n), trees(n, chance=True, single=False))))
def test_the_solver_agrees_on_general_sums(players_and_tree):
    players, t = players_and_tree
    assert solve(t.text()).values == pytest.approx(maxn(t, players))


class Mirrored(Tree):
    """Leaves with the same utility are symmetric; therefore many actions are symmetric."""

    def canonical(self, s):
        own = self._nodes[s.node].written.values
        alike = [n for n, node in enumerate(self._nodes) if own and node.written.values == own]
        return s._replace(node=alike[0]) if alike else s


@given(trees(chance=True), st.sampled_from([0, 0.5, 1]))
def test_symmetry_changes_no_value(t, level):
    game = Mirrored(t.text())
    whole, merged = (Expectiminimax(game, symmetry=symmetry) for symmetry in (False, True))
    assert merged.run(game.initial()) == pytest.approx(whole.run(game.initial()))
    assert merged.budget.nodes <= whole.budget.nodes
    erring = [Expectimax(game, level=level, symmetry=symmetry).run(game.initial()) for symmetry in (False, True)]
    assert erring[0] == pytest.approx(erring[1])
    assert solve(game, symmetry=True).value == pytest.approx(solve(game, symmetry=False).value)


@given(trees(), st.integers(1, 6))
def test_a_depth_beyond_the_tree_changes_nothing(t, extra):
    game = Tree(t.text())
    whole = analyse(game, algorithm="minimax")
    limited = analyse(game, algorithm="minimax", depth=whole.depth + extra)
    assert (limited.value, limited.nodes, limited.proved) == (whole.value, whole.nodes, True)


@given(trees(), st.integers(1, 200))
def test_a_limit_in_nodes_is_kept_and_deepening_ends_in_the_proof(t, nodes):
    game = Tree(t.text())
    assert analyse(game, nodes=nodes).nodes <= nodes
    plenty = analyse(game, nodes=100_000)
    assert (plenty.value, plenty.proved) == (minimax(t), True)


@given(trees(), st.sampled_from(SIDES))
def test_read_and_unread_branches_of_alphabeta_form_the_whole_tree(t, side):
    def count(node):
        return 1 + sum(map(count, node.children))

    def size(twig):
        return 1 + sum(map(size, twig.branches))

    assert count(tree(t.text(), algorithm="alphabeta", read_from=side).root) == size(t)
