"""EVAL as a weighted sum: weights as text, the sum itself, and what is refused."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

import zermelo
from property_helpers import examples
from zermelo import Game, KindError, ParseError, load, with_weights
from zermelo.core.features import read_weights, show_weights, split_weights
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import knowledge_differs

WEIGHTS = st.floats(-100, 100).map(lambda x: round(x, 3))


class Heaps(NamedTuple):
    mine: int
    theirs: int
    mover: int


class TakeTurns(Game):
    """Add to your own heap until the heaps have eight; a game with features and no `evaluate`."""

    feature_weights = MappingProxyType({"lead": 2, "turn": 0.5})

    def initial(self):
        return Heaps(0, 0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, 4)

    def result(self, s, a):
        return Heaps(s.mine + a, s.theirs, 1) if s.mover == 0 else Heaps(s.mine, s.theirs + a, 0)

    def is_terminal(self, s):
        return s.mine + s.theirs >= 8

    def utility(self, s, p):
        return (s.mine > s.theirs) - (s.theirs > s.mine) if p == 0 else (s.theirs > s.mine) - (s.mine > s.theirs)

    def features(self, s):
        return s.mine - s.theirs, 1 if s.mover == 0 else -1


class Constant(TakeTurns):
    """The same for points that add up to 1."""

    total = 1


class Own(TakeTurns):
    """Its own evaluation is kept."""

    def evaluate(self, s, p):
        return 7


def lecture_eval(board: str) -> int:
    """3·X2 + X1 − 3·O2 − O1, counted from the text of a board of 3 by 3."""
    lines = [board[i * 3 : i * 3 + 3] for i in range(3)] + [board[i::3] for i in range(3)] + [board[::4], board[2:8:2]]
    value = 0
    for me, other, sign in (("X", "O", 1), ("O", "X", -1)):
        for line in lines:
            if other not in line:
                value += sign * {0: 0, 1: 1, 2: 3}[line.count(me)]
    return value


def test_features_make_the_evaluation() -> None:
    s = Heaps(5, 2, 1)
    assert (TakeTurns().evaluate(s, 0), TakeTurns().evaluate(s, 1)) == (5.5, -5.5)
    assert (Constant().evaluate(s, 0), Constant().evaluate(s, 1)) == (5.5, -4.5)
    assert Own().evaluate(s, 0) == 7


@pytest.mark.parametrize("text", ["XX./.O./...", "X.O/.X./...", "..O/XO./.X.", "XX./.XO/XOO"])
@pytest.mark.parametrize("swap", [False, True])
def test_the_evaluation_of_tic_tac_toe_is_that_of_the_lectures(text: str, swap: bool) -> None:
    game = load("tictactoe")
    s = game.parse(text)
    if swap:
        s = s._replace(xs=s.os, os=s.xs)
    board = game._cells(s)
    assert game.evaluate(s, 0) == lecture_eval(board) == -game.evaluate(s, 1)


def test_open_lines_are_other_weights() -> None:
    lines, opened = load("tictactoe"), load("tictactoe:evaluation=open")
    s = lines.parse("XX./.O./...")
    same = with_weights(lines, {"x2": 1, "x1": 1, "o2": -1, "o1": -1})
    assert same.evaluate(s, 0) == opened.evaluate(s, 0) != lines.evaluate(s, 0)


@examples(40)
@given(st.lists(WEIGHTS, min_size=3, max_size=3), st.lists(st.integers(0, 6), max_size=12))
def test_the_sum_is_the_sum(weights: list[float], columns: list[int]) -> None:
    game = with_weights(load("connect4"), dict(zip(("lines", "threats", "lasting"), weights, strict=True)))
    s = game.initial()
    for column in columns:
        if not game.is_terminal(s) and column in game.actions(s):
            s = game.result(s, column)
    expected = sum(w * f for w, f in zip(weights, game.features(s), strict=True))
    assert game.evaluate(s, 0) == pytest.approx(expected)
    assert game.evaluate(s, 1) == pytest.approx(-expected)


def test_machine_code_uses_the_weights() -> None:
    game = with_weights(TakeTurns(), "lead=-2.5,turn=0.25")
    host = KernelHost(game)
    assert knowledge_differs(host, plays=4, plies=20, seed=1) is None  # it compares evaluations too
    assert host.speed == "native"
    assert game.evaluate(Heaps(1, 0, 0), 0) == -2.25


def test_weights_are_part_of_the_name() -> None:
    game = with_weights(load("othello:size=6"), "corners=20,discs=0.5")
    assert str(game) == "othello:size=6,weights=corners=20,discs=0.5"
    again = load(str(game))
    assert (
        again.feature_weights == game.feature_weights == {"mobility": 1, "corners": 20, "late_discs": 1, "discs": 0.5}
    )
    assert str(with_weights(again, {"discs": 1})) == "othello:size=6,weights=corners=20,discs=1"


def test_the_original_keeps_its_weights() -> None:
    game = load("connect4")
    assert with_weights(game, "lines=5").feature_weights["lines"] == 5
    assert (game.feature_weights["lines"], str(game)) == (1, "connect4")


@examples(40)
@given(st.dictionaries(st.sampled_from(["a", "b2", "late_discs"]), WEIGHTS, min_size=1))
def test_text_and_weights_agree(weights: dict[str, float]) -> None:
    assert read_weights(show_weights(weights)) == weights
    assert split_weights(f"size=6,weights={show_weights(weights)}") == ("size=6", show_weights(weights))
    assert split_weights(f"weights={show_weights(weights)}") == ("", show_weights(weights))
    assert split_weights("piles=3,4") == ("piles=3,4", None)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("mobility=much", "'much' in 'mobility=much' is not a number"),
        ("mobility", "'mobility' in 'mobility' is not a weight"),
        ("=1", "'=1' in '=1' is not a weight"),
        ("corner=1", "no feature 'corner': did you mean corners?"),
        ("discs=1,discs=2", "'discs' is given twice"),
        ("discs=nan", "'nan' of 'discs' is not a finite number"),
        ("discs=1e999", "'inf' of 'discs' is not a finite number"),
    ],
)
def test_bad_weights_are_quoted(text: str, quoted: str) -> None:
    with pytest.raises(ParseError) as error:
        with_weights(load("othello"), text)
    assert quoted in str(error.value)


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(KindError, match="'nim' has no weights"):
        with_weights(load("nim"), "piles=1")


def test_a_player_may_have_its_own_weights() -> None:
    player = zermelo.player("othello:size=4", "engine:depth=2,weights=corners=0,mobility=2")
    assert player.game.feature_weights["mobility"] == 2  # type: ignore[attr-defined]
    with pytest.raises(ParseError, match="'x' in 'corners=x' is not a number"):
        zermelo.player("othello", "engine:depth=2,weights=corners=x")


class TooFew(TakeTurns):
    """Has two weights and one feature."""

    def features(self, s):
        return (1,)


class Three(TakeTurns):
    """Features do not describe three players."""

    players = 3


def test_check_reports_features_that_do_not_fit() -> None:
    assert zermelo.check(TakeTurns(), plays=5).ok
    few, three = (zermelo.check(game, plays=5) for game in (TooFew(), Three()))
    assert any("a tuple of 2, one for each of feature_weights (lead, turn)" in f.message for f in few.failures)
    assert not three.ok
