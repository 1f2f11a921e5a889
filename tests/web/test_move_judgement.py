"""Judges a played move by the live analyses."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

import zermelo
from zermelo.core.game import Game, State
from zermelo.core.results import Analysis, Line
from zermelo.play.record import record_of
from zermelo.play.review import evaluation_deviation, review
from zermelo.web.analyses import Standing
from zermelo.web.move_judgement import KEPT, Memory
from zermelo.web.thinking import Thinker


def standing(game: Game, s: State, *lines: Line, depth: int = 4) -> Standing:
    best = lines[0]
    return Standing(
        Analysis(
            game=game,
            state=s,
            method="engine",
            value=best.value,
            values=best.values,
            action=best.action,
            line=best.actions,
            lines=lines,
            proved=best.proved,
            depth=depth,
            nodes=1,
            seconds=0.1,
        )
    )


def weighed(action: object, value: float, *, proved: bool = False) -> Line:
    return Line(values=(value, -value), proved=proved, actions=(action,))


def test_it_agrees_with_the_review() -> None:
    """The same game, looked at as it is played and reviewed when it is over."""
    game = zermelo.load("tictactoe")
    s, actions, states = game.initial(), [], [game.initial()]
    thinker = Thinker(game)
    told = []
    for name in ("b2", "b1", "a1", "c3", "a2", "a3", "c2"):
        thinker.analyse(s, 10, Event(), lambda _: None, lambda *_: None)
        actions.append(game.parse_action(s, name))
        s = game.result(s, actions[-1])
        states.append(s)
        told.append(thinker.memory.judge_last(states, actions))
    reviewed = list(review(record_of(game, game.initial(), actions), seconds=5))
    assert [(j.ply, j.mark, j.played, j.best) for j in told] == [(j.ply, j.mark, j.played, j.best) for j in reviewed]
    assert [j.mark for j in told].count("mistake") >= 1


@pytest.mark.parametrize(("more", "mark"), [(1.01, "doubtful"), (0.99, "")])
def test_an_estimate_is_doubtful_beyond_the_threshold(more: float, mark: str) -> None:
    game = zermelo.load("othello")
    s = game.initial()
    best, worse = list(game.actions(s))[:2]
    memory = Memory()
    memory.keep(standing(game, s, weighed(best, more * evaluation_deviation(game, s)), weighed(worse, 0)))
    judged = memory.judge_last([s, game.result(s, worse)], [worse])
    assert judged is not None
    assert judged.mark == mark
    assert judged.better == best


def test_a_proof_after_the_move_counts_for_more_than_the_estimate_before_it() -> None:
    game = zermelo.load("connect4")
    s = game.initial()
    after = game.result(s, 0)
    memory = Memory()
    memory.keep(standing(game, s, weighed(3, 0.5), weighed(0, 0.5)))
    assert memory.judge_last([s, after], [0]).mark == ""
    memory.keep(standing(game, after, weighed(3, -1, proved=True)))
    assert memory.judge_last([s, after], [0]).mark == "mistake"


def test_a_deeper_analysis_is_not_forgotten_for_one_that_begins_again() -> None:
    game = zermelo.load("connect4")
    s = game.initial()
    memory = Memory()
    memory.keep(standing(game, s, weighed(3, 9), weighed(0, 1), depth=9))
    memory.keep(standing(game, s, weighed(0, 5), weighed(3, 4), depth=1))
    assert memory.judge_last([s, game.result(s, 0)], [0]).better == 3


def test_without_an_analysis_there_is_no_judgement() -> None:
    game = zermelo.load("connect4")
    s = game.initial()
    memory = Memory()
    assert memory.judge_last([s], []) is None
    assert memory.judge_last([s, game.result(s, 0)], [0]) is None
    memory.keep(standing(game, s, weighed(3, 9)))
    assert memory.judge_last([s, game.result(s, 0)], [0]) is None


def test_the_memory_is_bounded() -> None:
    game = zermelo.load("nim:piles=500")
    memory = Memory()
    s = game.initial()
    first = s
    for _ in range(KEPT + 1):
        memory.keep(standing(game, s, weighed(0, 1, proved=True)))
        s = game.result(s, 0)
    assert memory.judge_last([first, game.result(first, 0)], [0]) is None
    assert memory.judge_last([game.result(first, 0), game.result(game.result(first, 0), 0)], [0]) is not None


def test_an_action_without_playouts_is_neither_judged_nor_the_best() -> None:
    game = zermelo.load("othello")
    s = game.initial()
    visited, unvisited, solved = list(game.actions(s))[:3]
    memory = Memory()
    lines = (replace(weighed(visited, -3), visits=5), replace(weighed(unvisited, 0), visits=0), weighed(solved, -9))
    memory.keep(standing(game, game.result(s, solved), weighed(0, -9, proved=True)))
    kept = memory.keep(standing(game, s, *lines))
    assert [line.action for line in kept.lines] == [visited, solved, unvisited]
    assert memory.judge_last([s, game.result(s, unvisited)], [unvisited]) is None
    judged = memory.judge_last([s, game.result(s, solved)], [solved])
    assert judged is not None
    assert judged.better == visited


def test_without_new_proofs_the_order_of_the_method_stands() -> None:
    """By few playouts an action may seem better than the one that Monte Carlo tree search prefers."""
    game = zermelo.load("othello")
    s = game.initial()
    preferred, lucky = list(game.actions(s))[:2]
    lines = replace(weighed(preferred, 2), visits=90), replace(weighed(lucky, 20), visits=1)
    assert Memory().keep(standing(game, s, *lines)).lines == lines
