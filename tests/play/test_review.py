"""The review of a game, checked by brute force and on obvious cases."""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf
from statistics import pstdev
from threading import Event

import pytest
from hypothesis import given, strategies as st

from random_trees import Twig, expectiminimax, maxn, minimax, trees
from zermelo import LimitError, analyse, load
from zermelo.core.game import Game
from zermelo.core.results import Line
from zermelo.core.views import View
from zermelo.play import Record, judge, read_record, record_of, review
from zermelo.play.review import evaluation_deviation, judge_choice
from zermelo.solvers import solve


def random_record(game: Game, seed: int) -> Record:
    dice, s, actions = random.Random(seed), game.initial(), []
    while not game.is_terminal(s):
        actions.append(dice.choice(list(game.actions(s))))
        s = game.result(s, actions[-1])
    return record_of(game, game.initial(), actions)


def along(twig: Twig, record: Record) -> list[Twig]:
    """The part of the tree that hangs from each state of the record."""
    parts = [twig]
    for a in record.line():
        parts.append(parts[-1].branches[a])
    return parts


@given(trees(), st.integers(0, 1000))
def test_costs_are_those_of_minimax(twig, seed):
    record = random_record(load(twig.text()), seed)
    parts = along(twig, record)
    judged = list(review(record))
    assert [j.ply for j in judged] == list(range(1, len(parts)))
    for j, part, after in zip(judged, parts, parts[1:], strict=False):
        sign = 1 - 2 * part.player
        assert (j.player, j.proved) == (part.player, True)
        assert (j.value, j.best_value) == (sign * minimax(after), sign * minimax(part))
        assert j.cost == sign * (minimax(part) - minimax(after)) >= 0
        assert j.mark == ("mistake" if j.cost else "")
        assert (j.better is None) == (j.cost == 0)
        assert j.better is None or minimax(part.branches[j.better]) == minimax(part)


@given(trees(chance=True), st.integers(0, 1000))
def test_chance_outcomes_are_skipped_and_costs_are_expected_values(twig, seed):
    record = random_record(load(twig.text()), seed)
    parts = along(twig, record)
    judged = {j.ply: j for j in review(record)}
    assert set(judged) == {ply for ply, part in enumerate(parts[:-1], 1) if part.player >= 0}
    for ply, j in judged.items():
        sign, part, after = 1 - 2 * j.player, parts[ply - 1], parts[ply]
        assert j.value == pytest.approx(sign * expectiminimax(after))
        assert j.cost == pytest.approx(sign * (expectiminimax(part) - expectiminimax(after)), abs=1e-8)


@given(trees(players=3, single=False), st.integers(0, 1000))
def test_among_three_the_movers_own_value_counts(twig, seed):
    record = random_record(load(twig.text()), seed)
    parts = along(twig, record)
    for j, part, after in zip(review(record), parts, parts[1:], strict=False):
        assert j.played.values == maxn(after, 3)
        assert j.cost == maxn(part, 3)[part.player] - maxn(after, 3)[part.player]


def outcome(game: Game, s, p: int) -> float:
    """The value of s for p, by brute force."""
    if game.is_terminal(s):
        return game.utility(s, p)
    best = max if game.player(s) == p else min
    return best(outcome(game, game.result(s, a), p) for a in game.actions(s))


@pytest.mark.parametrize("limits", [{"seconds": 60}, {"depth": 9}, {"nodes": 100_000}])
@pytest.mark.parametrize("seed", range(3))
def test_the_engine_and_the_solver_judge_alike(limits, seed):
    game = load("tictactoe")
    record = random_record(game, seed)
    later = Record(game, record.states()[2], record.moves[0].replies[0].replies)
    judged = list(review(later, plain=True, table=2**20, **limits))
    assert judged
    for j in judged:
        assert j.proved
        assert j.value == outcome(game, game.result(j.state, j.action), j.player)
        assert j.best_value == outcome(game, j.state, j.player)
        assert j.mark == ("mistake" if j.value < j.best_value else "")


def test_the_text_has_the_cost_and_the_better_move():
    record = read_record("a1 b1 c3 b2 b3 a3 c2 a2", load("tictactoe"))
    judged = list(review(record))
    assert [j.mark for j in judged] == ["", "mistake", "mistake", "", "", "", "mistake", "mistake"]
    assert str(judged[0]) == "a1 draws"
    assert str(judged[1]).startswith("b1 loses; ")
    assert str(judged[1]).endswith(" draws")
    assert str(judged[7]) == "a2 loses; c1 wins"
    assert [j.cost for j in judged] == [0, 1, 1, 0, 0, 0, 1, 2]
    three = next(review(read_record("1", load("twentyone:players=3"))))
    assert str(three) == "+1 is worth -2; +3 is worth 1: it costs 3"


def test_an_action_without_a_playout_has_the_value_of_the_position_after_it():
    game = load("hex:size=5")
    before = analyse(game, method="mcts", playouts=3, plain=True)
    unvisited = before.lines[-1]
    assert unvisited.visits == 0
    after = analyse(game, game.result(before.state, unvisited.action), method="mcts", playouts=20, plain=True)
    assert after.value != unvisited.value
    assert judge(before, after, unvisited.action).played.values == after.values


def test_a_slower_win_is_not_a_mistake():
    game = load("tictactoe")
    s = game.parse(".../..X/OOX")  # c1 wins at once, and others win later
    wins = [a for a in game.actions(s) if outcome(game, game.result(s, a), 0) == 1]
    slow = [a for a in wins if not game.is_terminal(game.result(s, a))]
    for a in slow:
        j = next(review(record_of(game, s, [a])))
        assert (j.mark, j.cost, j.better) == ("", 0, None)
    assert slow


def analysis(value: float, proved: bool, action=0, name="connect4", **changes):
    """An analysis of the empty board that found this."""
    found = analyse(load(name), depth=1, plain=True, table=2**16)
    return replace(found, value=value, values=(value, -value), proved=proved, action=action, lines=(), **changes)


@pytest.mark.parametrize(
    ("best", "played", "mark", "cost"),
    [
        ((1, True), (0, True), "mistake", 1),
        ((1, True), (-1, True), "mistake", 2),
        ((0, True), (-1, True), "mistake", 1),
        ((1, True), (50, False), "mistake", None),  # a win was let go, however good it looks
        ((50, False), (-1, True), "mistake", None),
        ((-50, False), (-1, True), "mistake", None),  # it looked bad, and now it is lost
        ((-1, True), (50, False), "", 0),  # what was thought the best is lost: the better was played
        ((50, False), (1, True), "", 0),
        ((1, True), (1, True), "", 0),
        ((-1, True), (-1, True), "", 0),
        ((50, False), (0, True), "doubtful", 50),
        ((50, False), (-50, False), "doubtful", 100),
        ((1.001, False), (1, False), "", pytest.approx(0.001)),
        ((3, False), (4, False), "", 0),
    ],
)
def test_wins_and_losses_rank_beyond_estimates(best, played, mark, cost):
    before, after = analysis(*best), analysis(*played)
    j = judge(before, after, 3, ply=5)
    assert (j.ply, j.mark, j.cost, j.proved) == (5, mark, cost, j.played.proved and j.best.proved)
    assert (j.better is None) == (cost == 0)
    assert j.cost is None or j.cost >= 0
    assert j.best_value >= j.value or cost is None
    assert str(j)


def test_scored_games_compare_utilities_with_estimates():
    before, after = analysis(2, True, name="othello:size=4"), analysis(50, False, name="othello:size=4")
    assert judge(before, after, 3).mark == ""
    j = judge(before, analysis(1, True, name="othello:size=4"), 3)
    assert (j.mark, j.cost) == ("mistake", 1)


def test_the_second_player_is_judged_by_his_own_value():
    game = load("connect4")
    s = game.parse("4")
    before = replace(analysis(-5, False), state=s)
    assert judge(before, analysis(40, False), 3).cost == 45
    assert judge(before, analysis(-40, False), 3).cost == 0


def test_an_action_of_the_lines_needs_no_search_of_its_own():
    game = load("tictactoe")
    s = game.parse("XX./OO./...")
    found = analyse(game, s, lines=3, plain=True, table=2**16)
    for line in found.lines:
        j = judge(found, None, line.actions[0])
        assert j.value == line.value
    missing = next(a for a in game.actions(s) if a not in [line.actions[0] for line in found.lines])
    with pytest.raises(LimitError, match="no value was found for"):
        judge(found, None, missing)


def test_proved_values_take_precedence_over_estimates():
    before = analysis(5, False)
    proved = analysis(-1, True)
    assert judge(before, proved, 0).played.proved
    assert judge(before, proved, 0).better is None  # nothing better is known


def test_without_a_value_there_is_no_judgement():
    nothing = replace(analysis(0, False), value=None, values=None, action=None)
    with pytest.raises(LimitError, match="no value was found"):
        judge(nothing, analysis(0, False), 3)
    with pytest.raises(LimitError, match="no value was found"):
        judge(analysis(0, False), nothing, 3)


def test_the_deviation_is_that_of_evaluations_two_plies_later():
    game = load("connect4:width=4,height=4")
    s = game.initial()
    values = [game.evaluate(game.result(game.result(s, a), b), 0) for a in range(4) for b in range(4)]
    assert evaluation_deviation(game, s) == pytest.approx(pstdev(values))
    assert evaluation_deviation(game, s) > 0
    assert evaluation_deviation(load("(1 2)"), load("(1 2)").initial()) == 0


def test_stop_ends_a_review():
    stop = Event()
    found = review(read_record("4444", load("connect4")), nodes=200, plain=True, table=2**16, stop=stop)
    assert next(found).ply == 1
    stop.set()
    assert list(found) == []


def test_a_blunder_is_found_though_it_is_not_solved():
    record = read_record("4 1 4 1 4 2", load("connect4"))  # O does not stop the four
    judged = list(review(record, nodes=3_000, plain=True, table=2**20))
    assert judged[-1].mark == "mistake"
    assert judged[-1].shown_better == "4"
    assert "loses" in str(judged[-1])


def test_plain_data_has_it_all():
    data = next(review(read_record("1", load("twentyone")))).to_json()
    assert data["ply"] == 1
    assert set(data) >= {"player", "position", "action", "value", "best_value", "better", "cost", "proved", "mark"}
    assert data["cost"] < inf


def test_a_review_has_the_time_of_all_its_moves_to_solve_the_game(monkeypatch):
    given = []

    def note(game, s, budget, **options):
        given.append(round(budget.remaining(), -1))  # a busy machine takes a moment to come here
        return solve(game, s, budget, **options)

    monkeypatch.setattr("zermelo.solvers.solve", note)
    assert all(j.proved for j in review(read_record("a1 b2 c3 a3", load("tictactoe")), seconds=40))
    assert given == [80]


# Hidden information.


@pytest.mark.parametrize(
    ("name", "seed"), [("kuhn", 0), ("kuhn", 1), ("kuhn", 2), ("rps", 0), ("matrix", 1), ("morra", 3)]
)
def test_with_hidden_information_a_move_is_judged_by_what_its_player_had_seen(name, seed):
    game = load(name)
    record = random_record(game, seed)
    played = list(zip(record.states(), record.line(), strict=False))
    judged = {j.ply: j for j in review(record, seconds=60)}
    assert set(judged) == {ply for ply, (s, _) in enumerate(played, 1) if game.player(s) >= 0}
    for ply, j in judged.items():
        s, a = played[ply - 1]
        found = analyse(game, View.of(game, s), lines=10)
        values = {line.action: line.values[j.player] for line in found.lines}
        assert (j.value, j.best_value) == pytest.approx((values[a], max(values.values())), abs=1e-9)
        assert (j.better is None) == (values[a] == pytest.approx(max(values.values()), abs=1e-9))


def test_a_review_is_the_same_in_all_worlds_that_the_player_cannot_tell_apart():
    """MAX bets with a J in Kuhn poker, whatever MIN holds."""
    texts = {str(next(review(read_record(f"game: kuhn\n\nJ {card} bet bet"), seconds=60))) for card in "QK"}
    assert len(texts) == 1


def test_folding_the_best_card_is_found():
    (_, folded) = review(read_record("game: kuhn\n\nJ K bet pass"), seconds=60)
    assert (folded.mark, folded.shown_better, folded.value, folded.best_value) == ("doubtful", "bet", -1, 2)


def test_a_difference_within_the_standard_error_is_noise():
    game = load("tricks")
    s = random_record(game, 1).states()[2]
    one, other = list(game.actions(s))[:2]
    lines = [Line(values=(v, -v), proved=False, error=0.1, actions=(a,)) for a, v in ((one, 0.5), (other, 0.4))]
    assert judge_choice(game, s, other, lines).mark == ""
    sure = [replace(line, error=0.01) for line in lines]
    assert judge_choice(game, s, other, sure).mark == "doubtful"
    with pytest.raises(LimitError, match="no value was found"):
        judge_choice(game, s, other, lines[:1])
