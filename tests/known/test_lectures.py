"""The lectures' worked examples, by their numbers in the table."""

from __future__ import annotations

import math
from itertools import product

import pytest

import zermelo
from zermelo import Game, analyse, load, solve, tree
from zermelo.core.trace import Node
from zermelo.core.values import Ranked, unrank
from zermelo.textbook import AlphaBeta, Minimax

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
EXAMPLE_5 = "min((-1 -7 4) (5) (3 -5))"
EXAMPLE_6 = "((6 9 -2) ((-1 -7 4) (5) (3 -5)))"
HIGHEST_EVALUATION = Ranked(0, math.inf)
WIDE = (-1_000_000, 1_000_000)


def nodes(root: Node) -> list[Node]:
    return [root, *(below for child in root.children for below in nodes(child))]


def unread_leaves(grown: zermelo.SearchTree) -> list[float]:
    return [n.value for n in nodes(grown.root) if not n.read and n.role == "terminal"]


def leaves_read(grown: zermelo.SearchTree) -> list[float]:
    return [n.value for n in nodes(grown.root) if n.read and n.role == "terminal"]


def depth_one_values(game: Game, depth: int) -> dict[str, float]:
    grown = tree(game, algorithm="minimax", depth=depth)
    return {child.action: unrank(child.value) for child in grown.root.children}


def test_1_the_textbooks_tree():
    found = analyse(EXAMPLE_1, algorithm="minimax")
    assert (found.value, found.shown_action, found.proved) == (3, "a1", True)
    grown = tree(EXAMPLE_1, algorithm="alphabeta")
    assert (grown.analysis.value, grown.analysis.shown_action) == (3, "a1")
    assert unread_leaves(grown) == [4, 6]


def test_1_with_uniform_chance_in_place_of_min():
    grown = tree(EXAMPLE_1, algorithm="expectimax", opponent="random")
    assert [child.value for child in grown.root.children] == pytest.approx([23 / 3, 4, 7])
    assert grown.analysis.value == pytest.approx(23 / 3)
    assert grown.analysis.shown_action == "a1"
    chance = analyse("(chance(3 12 8) chance(2 4 6) chance(14 5 2))", algorithm="expectiminimax")
    assert (chance.value, chance.shown_action) == (pytest.approx(23 / 3), "a1")


def test_2_the_leaves_in_their_best_order():
    grown = tree("((3 8 12) (2 4 6) (2 5 14))", algorithm="alphabeta")
    assert [sum(n.read for n in child.children) for child in grown.root.children] == [3, 1, 1]
    assert len(leaves_read(tree(EXAMPLE_1, algorithm="alphabeta", read_from="best"))) == 3 + 1 + 1


def test_3_one_move_with_three_outcomes():
    assert analyse("([0.1: 10, 0.5: -5, 0.4: 1])").value == pytest.approx(-1.1)


def test_4_expectation_against_the_worst_case():
    likely = analyse("(10 [0.3: 9, 0.7: 100])", algorithm="expectiminimax")
    assert (likely.value, likely.shown_action) == (pytest.approx(72.7), "a2")
    worst = analyse("(10 (9 100))", algorithm="minimax")
    assert (worst.value, worst.shown_action) == (10, "a1")


@pytest.mark.parametrize("algorithm", ["expectimax", "engine"])
@pytest.mark.parametrize(
    ("level", "action", "value"),
    [(0.3, "a2", 72.7), (1, "a1", 10), (0, "a2", 100), (90 / 91 - 1e-6, "a2", 10), (90 / 91 + 1e-6, "a1", 10)],
)
def test_4b_the_level_is_the_probability_of_the_best_action(algorithm, level, action, value):
    found = analyse("(a1: 10, a2: (9 100))", algorithm=algorithm, level=level)
    assert (found.value, found.shown_action) == (pytest.approx(value, abs=1e-3), action)


@pytest.mark.parametrize(("fail", "returned"), [("soft", 4), ("hard", 3)])
def test_5_a_cut_from_right_to_left(fail, returned):
    grown = tree(EXAMPLE_5, algorithm="alphabeta", read_from="right", window=WIDE, fail=fail)
    assert grown.analysis.value == 3
    assert sorted(unread_leaves(grown)) == [-7, -1]
    (cut,) = [n for n in nodes(grown.root) if n.cut]
    assert (cut.cut, cut.value) == ("4 ≥ beta 3", returned)


@pytest.mark.parametrize(("fail", "returned"), [("soft", -2), ("hard", 3)])
def test_6_a_child_of_the_root_that_stops_at_once(fail, returned):
    grown = tree(EXAMPLE_6, algorithm="alphabeta", read_from="right", window=WIDE, fail=fail)
    assert (grown.analysis.value, grown.analysis.shown_action) == (3, "a2")
    (stopped,) = [n for n in grown.root.children if n.action == "a1"]
    assert (stopped.cut, stopped.value) == ("-2 ≤ alpha 3", returned)
    assert [n.value for n in stopped.children if n.read] == [-2]


def test_7_a_bound_that_equals_the_value_is_not_a_best_action():
    grown = tree("((10 10) (10 0))", algorithm="alphabeta")
    first, second = grown.root.children
    assert (grown.analysis.value, grown.analysis.shown_action) == (10, "a1")
    assert (first.value, second.value) == (10, 10)
    assert unread_leaves(grown) == [0]
    assert solve("((10 10) (10 0))").shown_actions == ("a1",)


def test_8_two_piles_of_two():
    assert solve("nim").value == -1
    assert analyse("nim", algorithm="minimax").nodes == 33
    assert analyse("nim", algorithm="minimax", symmetry=True).nodes == 15


def test_9_tic_tac_toe_whole():
    found = analyse("tictactoe", algorithm="minimax")
    assert (found.value, found.nodes, found.proved) == (0, 549_946, True)
    assert analyse("tictactoe", algorithm="alphabeta", fail="soft").nodes == 18_297
    assert (solve("tictactoe").value, solve("tictactoe").states) == (0, 765)
    assert solve("tictactoe", symmetry=False).states == 5_478
    assert 3**9 == 19_683
    assert math.factorial(9) == 362_880


def test_9_the_games_of_tic_tac_toe():
    game = load("tictactoe")
    results = {1: 0, -1: 0, 0: 0}

    def finish(state):
        if game.is_terminal(state):
            results[game.utility(state, 0)] += 1
        else:
            for a in game.actions(state):
                finish(game.result(state, a))

    finish(game.initial())
    assert results == {1: 131_184, -1: 77_904, 0: 46_080}
    assert sum(results.values()) == 255_168


@pytest.mark.parametrize("evaluation", ["lines", "open"])
def test_10_and_11_tic_tac_toe_to_depth_two(evaluation):
    game = load(f"tictactoe:evaluation={evaluation}")
    expected = dict.fromkeys(("a1", "c1", "a3", "c3"), -1) | dict.fromkeys(("b1", "a2", "c2", "b3"), -2) | {"b2": 1}
    assert depth_one_values(game, 2) == expected
    assert (analyse(game, depth=2).value, analyse(game, depth=2).shown_action) == (1, "b2")


def test_10_symmetric_positions_as_one():
    whole = tree("tictactoe", algorithm="minimax", depth=2, symmetry=True)
    assert sum(n.ply == 2 for n in nodes(whole.root)) == 12
    best = tree("tictactoe", algorithm="alphabeta", depth=2, symmetry=True, read_from="best")
    assert sum(n.ply == 2 and n.read for n in nodes(best.root)) == 4


def test_11_won_positions_count_as_infinite():
    game = load("tictactoe:evaluation=open")
    state = game.parse("XX./OO./...")
    grown = tree(game, state, algorithm="minimax", depth=1)
    won = next(child for child in grown.root.children if child.action == "c1")
    assert won.value > HIGHEST_EVALUATION > max(child.value for child in grown.root.children if child is not won)
    assert (grown.analysis.value, grown.analysis.shown_action, grown.analysis.proved) == (1, "c1", True)


def test_12_the_evaluation_misleads():
    game = load("tictactoe")
    solution = solve(game, symmetry=False, plain=True)
    states = [s for s in solution.table.space.m.states.values() if not game.is_terminal(s)]
    by_value = {v: [s for s in states if solution.value_of(s) == v] for v in (-1, 0, 1)}
    flattered = max(by_value[-1], key=lambda s: game.evaluate(s, 0))
    maligned = min(by_value[1], key=lambda s: game.evaluate(s, 0))
    assert game.evaluate(flattered, 0) > game.evaluate(maligned, 0)
    assert game.player(flattered) == 1  # it is O's turn, which EVAL does not know
    assert game.player(maligned) == 0


def test_13_the_game_of_five():
    assert (solve("twentyone:goal=5").value, solve("twentyone:goal=5").shown_actions) == (1, ("+3",))
    assert analyse("twentyone:goal=5", algorithm="minimax").nodes == 25
    assert analyse("twentyone:goal=5", algorithm="alphabeta", read_from="best").nodes == 15


def test_14_the_game_of_twenty_one():
    game = load("twentyone")
    solution = solve(game)
    assert (solution.value, solution.shown_actions) == (1, ("+3",))
    lost = [n for n in range(1, 21) if solve(game, game.parse(f"said {n}, MAX to move")).value == -1]
    assert lost == [4, 8, 12, 16, 20]
    assert solve("twentyone:players=3").proved


@pytest.mark.parametrize("cells", range(3, 31))
def test_15_leapfrog(cells):
    assert solve(f"leapfrog:cells={cells}").value == (1 if cells % 2 == 0 else -1)
    if cells <= 6:
        assert analyse(f"leapfrog:cells={cells}", algorithm="minimax").value == (1 if cells % 2 == 0 else -1)


def test_15_leapfrog_on_four_cells():
    assert solve("leapfrog:cells=4").value == 1
    assert solve("leapfrog:cells=60").value == 1


@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (4, 3), (5, 2), (1, 4), (3, 5)])
def test_17_knuth_and_moore(branching, depth):
    leaves = iter(hash((branching, depth, i)) % 1_000 for i in range(branching**depth))

    def grow(below: int) -> str:
        return str(next(leaves)) if below == 0 else f"({' '.join(grow(below - 1) for _ in range(branching))})"

    grown = tree(grow(depth), algorithm="alphabeta", read_from="best", nodes=100_000)
    expected = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    assert len(leaves_read(grown)) == expected


def test_19_a_transposition_table_for_chess():
    entries = 4 * 10**9 // 24
    assert 160_000_000 < entries < 170_000_000
    assert 16 * 10**6 * 180 == 2_880_000_000
    operations_per_node = 3.2e9 / 16e6
    assert operations_per_node / 20 == 10


def test_20_a_min_node_below_the_root():
    found = analyse("(2 (2 -4 3))", algorithm="minimax")
    grown = tree("(2 (2 -4 3))", algorithm="minimax")
    assert (found.value, found.shown_action) == (2, "a1")
    assert [child.value for child in grown.root.children] == [2, -4]


def naive_action(game: Game, state):
    """The action whose successor has the best EVAL, without a search."""
    mover = game.player(state)

    def promise(a):
        after = game.result(state, a)
        return game.utility(after, mover) if game.is_terminal(after) else game.evaluate(after, mover)

    return max(game.actions(state), key=promise)


def test_21_the_naive_strategy_loses_to_two_plies():
    game = load("tictactoe")
    state = game.initial()
    while not game.is_terminal(state):
        naive = game.player(state) == 1
        state = game.result(state, naive_action(game, state) if naive else analyse(game, state, depth=2).action)
    assert game.utility(state, 0) == 1


def test_23_independent_components():
    assert sum(2**20 for _ in range(4)) == 4 * 2**20
    assert 2**80 // (4 * 2**20) == 2**58


def test_every_textbook_order_gives_the_same_value():
    for text, side in product((EXAMPLE_1, EXAMPLE_5, EXAMPLE_6), ("left", "right", "best")):
        game = load(text)
        for fail in ("soft", "hard"):
            assert AlphaBeta(game, read_from=side, fail=fail).run(game.initial()) == Minimax(game).run(game.initial())
