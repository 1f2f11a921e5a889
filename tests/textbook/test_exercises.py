"""Exercises generated from a seed."""

import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from zermelo import KindError, LimitError, analyse, load
from zermelo.core.trace import Cut
from zermelo.textbook.exercises import DEPTHS, EXPLORATION, KINDS, MOST_LEAVES, WIDEST, exercise

SHAPES = [
    (kind, depth, branching)
    for kind, (least, most) in DEPTHS.items()
    if kind != "mcts"  # whose key is a playout, not a value
    for depth in range(least, most + 1)
    for branching in range(2, WIDEST + 1)
    if branching**depth <= MOST_LEAVES
]


def values(game, s):
    """The value of every node, by brute force that shares no code with the algorithms."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    below = [values(game, game.result(s, a)) for a in game.actions(s)]
    if game.player(s) < 0:
        return sum(game.probability(s, a) * v for a, v in zip(game.actions(s), below, strict=True))
    return (max, min)[game.player(s)](below)


def height(game, s):
    return 0 if game.is_terminal(s) else 1 + max(height(game, game.result(s, a)) for a in game.actions(s))


def leaves(game, s):
    return (
        [game.utility(s, 0)]
        if game.is_terminal(s)
        else [leaf for a in game.actions(s) for leaf in leaves(game, game.result(s, a))]
    )


def pruned(game, s, alpha, beta):
    """The leaves that alpha-beta reads, by a direct transcription of its definition."""
    if game.is_terminal(s):
        return [s], game.utility(s, 0)
    read, best = [], None
    for a in game.actions(s):
        below, v = pruned(game, game.result(s, a), alpha, beta)
        read += below
        if game.player(s) == 0:
            best = v if best is None else max(best, v)
            alpha = max(alpha, best)
        else:
            best = v if best is None else min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return read, best


def test_a_seed_always_gives_the_same_exercise():
    assert str(exercise("alphabeta", 7).game) == "(((2 6) (15 11)) ((13 1) (9 4)))"
    assert str(exercise("minimax", 0).game) == "(((8 1) (10 9)) ((15 11) (7 3)))"
    assert str(exercise("minimax", -3, 2, depth=2, branching=3).game) == "((6 8 12) (5 2 16) (13 3 0))"
    assert str(exercise("expectimax", 3).game) == (
        "max([3/4: max(1 5), 1/4: max(2 3)] [1/4: max(6 7), 3/4: max(13 10)])"
    )
    uneven = exercise("alphabeta", 7, depth=4, branching=3, uneven=True)
    assert str(uneven.game) == "(9 (((4 17 14) (20 35)) ((11 22 15) (3 16 34) (0 13 6)) (31 21 (5 29))))"


@given(st.sampled_from(SHAPES), st.integers(-(10**12), 10**12), st.integers(1, 50), st.booleans())
@examples(150)
def test_the_solution_is_correct_and_unique(shape, seed, number, uneven):
    kind, depth, branching = shape
    e = exercise(kind, seed, number, depth=depth, branching=branching, uneven=uneven)
    game, root = e.game, e.game.initial()
    assert e.analysis.value == pytest.approx(values(game, root))
    best = game.result(root, e.analysis.action)
    assert values(game, best) == pytest.approx(e.analysis.value)
    others = [values(game, game.result(root, a)) for a in game.actions(root) if a != e.analysis.action]
    assert all(v < e.analysis.value - 1e-9 for v in others)
    found = leaves(game, root)
    assert len(set(found)) == len(found)
    assert height(game, root) == depth
    if kind == "alphabeta":
        read, _ = pruned(game, root, float("-inf"), float("inf"))
        assert len(read) < len(found)
        left = [leaf for path in e.unread for leaf in leaves(game, game.parse(path))]
        assert sorted(left + [game.utility(s, 0) for s in read]) == sorted(found)


@pytest.mark.parametrize("kind", KINDS)
def test_shapes_are_what_was_asked_for(kind):
    even = exercise(kind, 1, depth=3, branching=3)
    assert len(leaves(even.game, even.game.initial())) == 27
    assert even.analysis.depth == 3
    sizes = {
        len(leaves(e.game, e.game.initial())) for e in (exercise(kind, s, depth=3, uneven=True) for s in range(20))
    }
    assert len(sizes) > 2


def test_no_player_has_tied_actions():
    def ties(game, s):
        below = [game.result(s, a) for a in game.actions(s)] if not game.is_terminal(s) else []
        values_below = [round(values(game, t), 9) for t in below]
        here = bool(below) and game.player(s) >= 0 and len(set(values_below)) < len(below)
        return here or any(ties(game, t) for t in below)

    games = [exercise("expectimax", seed, branching=3, depth=2).game for seed in range(200)]
    assert not any(ties(game, game.initial()) for game in games)


def test_seeds_and_numbers_give_different_ones():
    assert len({str(exercise("alphabeta", s, n).game) for s in range(20) for n in range(1, 6)}) == 100


def test_the_answer_is_not_always_in_the_same_place():
    firsts = [exercise("alphabeta", s, branching=3, depth=2).analysis.shown_action for s in range(60)]
    assert {"a1", "a2", "a3"} == set(firsts)
    assert max(firsts.count(a) for a in set(firsts)) < 40


def test_the_solution_lists_the_branches_that_alphabeta_does_not_read():
    e = exercise("alphabeta", 7)
    assert e.unread == ("a1 b2 c2",)
    assert any(isinstance(step, Cut) for step in e.trace.steps)
    assert e.trace.algorithm == "alphabeta"
    assert exercise("expectimax", 3).trace.algorithm == "expectiminimax"


def test_the_printed_tree_parses_to_the_same_tree():
    for kind, algorithm in KINDS.items():
        e = exercise(kind, 5)
        if kind == "mcts":
            how = {"playouts": e.analysis.visits, "c": EXPLORATION, "seed": 5}
            assert analyse(load(str(e.game)), method=algorithm, **how).value == e.analysis.value
            continue
        assert analyse(load(str(e.game)), algorithm=algorithm).value == e.analysis.value


@pytest.mark.parametrize(
    ("kind", "shape", "message"),
    [
        ("minmax", {}, "minimax"),
        ("alphabeta", {"depth": 1}, "a depth of 1 is not valid for exercises in alphabeta"),
        ("alphabeta", {"depth": 7}, "from 2 to 6"),
        ("expectimax", {"depth": 6}, "from 2 to 5"),
        ("minimax", {"depth": 0}, "from 1 to 6"),
        ("minimax", {"branching": 1}, "a branching of 1"),
        ("minimax", {"branching": 6}, "a branching of 6"),
        ("minimax", {"depth": 5, "branching": 3}, "243 leaves"),
    ],
)
def test_invalid_exercises_are_refused(kind, shape, message):
    with pytest.raises((KindError, LimitError), match=message):
        exercise(kind, **shape)
