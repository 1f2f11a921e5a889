"""The root of a Monte Carlo tree search: noise, temperature, and when a choice on a clock is decided."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from zermelo import OptionError, analyse, load
from zermelo.core.limits import Budget, Clock, Limits
from zermelo.engine.mcts import MonteCarlo
from zermelo.engine.mcts_answers import ranked_children
from zermelo.engine.mcts_root import add_noise, drawn_child, is_close, nothing_can_change
from zermelo.engine.mcts_settings import MctsSettings
from zermelo.kernels.tree_memory import ROOT, MctsMemory
from zermelo.play import Computer
from zermelo.play.player import Turn


def root(*children):
    """A memory whose root has children with these visits, means and mean squares."""
    m = MctsMemory.make(
        False,
        nodes=10,
        width=1,
        words=1,
        amaf=0,
        gains=0,
        credits=0,
        players=2,
        room=1,
        plies=1,
        remembered=1,
        position_words=1,
    )
    m.width = 1
    m.firsts[ROOT], m.counts[ROOT], m.movers[ROOT] = 1, len(children), 0
    for child, (visits, mean, square) in enumerate(children, 1):
        m.visits[child], m.totals[child], m.squares[child] = visits, visits * mean, visits * square
        m.priors[child] = 1 / len(children)
    return m


@pytest.mark.parametrize(
    ("visits", "more", "decided"),
    [((100, 40), 59, True), ((100, 40), 60, False), ((40, 100, 99), 2, False), ((5,), 1e9, True), ((0, 0), 0, False)],
)
def test_a_choice_is_decided_when_the_second_cannot_catch_up(visits, more, decided):
    assert nothing_can_change(root(*((n, 0, 1) for n in visits)), more) == decided


@pytest.mark.parametrize(
    ("children", "close"),
    [
        ([(100, 0.5, 1), (60, 0.1, 1)], True),  # many visits
        ([(1000, 0.5, 1), (100, 0.4, 1)], True),  # within the error of 0.1
        ([(1000, 0.5, 1), (100, 0.1, 1)], False),
        ([(100, 0.5, 1)], False),
        ([(100, 0.5, 1), (1, 0.5, 1)], False),
    ],
)
def test_a_choice_is_close_by_visits_or_by_means(children, close):
    assert is_close(root(*children)) == close


def test_of_actions_with_the_same_visits_the_one_with_the_best_mean_is_first():
    m = root((1, -0.9, 1), (1, 0.7, 1), (2, -0.1, 1), (0, 0, 0))
    for child in range(10):
        m.lows[child], m.highs[child], m.places[child] = -1.0, 1.0, child
    assert [child - m.firsts[ROOT] for child in ranked_children(m, None)] == [2, 1, 0, 3]


def test_the_reserve_of_a_clock_is_for_one_move_and_is_used_once():
    clock = Clock(60)
    assert (clock.share, clock.reserve) == (2, 2)
    assert Clock(1, 5).share + Clock(1, 5).reserve <= 0.5
    budget = Budget(Limits(seconds=1000), reserve=1000)
    part = budget.part()
    part.use_reserve()
    part.use_reserve()
    assert 1000 < part.remaining() <= 2000
    assert 1000 < budget.remaining() <= 2000
    assert (budget.reserve, part.reserve) == (0, 0)
    assert Budget(Limits(seconds=1)).reserve is None


def test_a_player_with_a_clock_has_a_reserve_within_the_limit_of_the_turn():
    game = load("connect4")
    s = game.initial()
    assert Computer(game, Limits(seconds=3), s).budget().reserve is None
    assert Computer(game, Limits(), s, clock=Clock(60)).budget().reserve == 2
    assert Computer(game, Limits(seconds=3), s, clock=Clock(60)).budget().reserve == 1
    turn = Turn(s, limits=Limits(seconds=1), clocks=(Clock(60), Clock(90)))
    assert Computer(game, Limits(), s).budget(None, turn).reserve == 0


def test_a_forced_move_takes_none_of_the_clock():
    """With one action there is nothing to choose: an hour is left of an hour."""
    search = MonteCarlo(load("nim:piles=1"), MctsSettings(proofs=False), plain=True)
    s = search.game.initial()
    *_, found = search.answers(s, Budget(Limits(seconds=1000), reserve=1000))
    assert found.seconds < 500
    assert found.action == next(iter(search.game.actions(s)))


def test_noise_is_a_share_of_the_priors():
    m, again = root(*[(0, 0, 0)] * 4), root(*[(0, 0, 0)] * 4)
    add_noise(m, 0.25, None, Random(3))
    priors = [m.priors[child] for child in range(1, 5)]
    assert sum(priors) == pytest.approx(1)
    assert all(prior >= 0.75 / 4 for prior in priors)
    assert len(set(priors)) == 4
    add_noise(again, 0.25, None, Random(3))
    assert priors == [again.priors[child] for child in range(1, 5)]


@pytest.mark.thorough
def test_noise_spreads_with_its_parameter():
    """The variance of a part of a Dirichlet distribution over k actions is (k - 1) / (k^2 (k alpha + 1))."""
    for alpha in (0.1, 10.0):
        random, parts = Random(5), []
        for _ in range(4_000):
            m = root(*[(0, 0, 0)] * 4)
            add_noise(m, 1.0, alpha, random)
            parts.append(m.priors[1])
        variance = sum((part - 0.25) ** 2 for part in parts) / len(parts)
        assert variance == pytest.approx(3 / (16 * (4 * alpha + 1)), rel=0.1)


def test_noise_is_added_once_for_each_root():
    game = load("tictactoe")
    search = MonteCarlo(game, MctsSettings(selection="puct", noise=0.5), seed=2, plain=True)

    def priors(s):
        m = search._threads_for(s).main
        return [m.priors[child] for child in range(m.firsts[ROOT], m.firsts[ROOT] + m.counts[ROOT])]

    s = game.initial()
    first = priors(s)
    assert max(first) > 1 / 9
    assert priors(s) == first
    *_, found = search.answers(s, Budget(Limits()), playouts=200)
    later = priors(game.result(s, found.action))
    assert sum(later) == pytest.approx(1)
    assert max(later) > 1 / 8


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_actions_are_drawn_in_proportion_to_a_power_of_their_visits(temperature):
    visits = (80, 20, 5, 0)
    m = root(*((n, 0, 1) for n in visits))
    count = 6_000
    drawn = Counter(drawn_child(m, 7, temperature, seed) for seed in range(count))
    powers = [n ** (1 / temperature) for n in visits]
    for child, power in enumerate(powers, 1):
        expected = power / sum(powers)
        assert drawn[child] / count == pytest.approx(expected, abs=5 * (expected * (1 - expected) / count) ** 0.5)


def test_the_drawn_action_is_the_answer_and_follows_from_the_seed():
    options = {"method": "mcts", "playouts": 300, "temperature": 5, "plain": True, "proofs": False}
    found = [analyse("connect4", seed=seed, **options) for seed in range(12)]
    assert len({analysis.action for analysis in found}) > 2
    assert all(analysis.action == analysis.lines[0].action for analysis in found)
    assert all(analysis.value == analysis.lines[0].values[0] for analysis in found)
    assert analyse("connect4", seed=3, **options).action == found[3].action


def test_a_proved_action_is_played_at_any_temperature():
    for seed in range(5):
        found = analyse("tictactoe", "XX./OO./...", method="mcts", playouts=2_000, temperature=1000, seed=seed)
        assert found.proved
        assert found.shown_action == "c1"


@pytest.mark.parametrize("options", [{"noise": 0.25}, {"noise": 2}, {"dirichlet": 0}, {"temperature": -1}])
def test_bad_options_are_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        analyse("connect4", method="mcts", **options)
