"""OpenSpiel in both directions: its own tests, its algorithms, and its answers are the oracle."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest

import zermelo
from zermelo import KindError, LimitError, LoadError, ParseError, adapters
from zermelo.core.repetition import legal_after

pyspiel = pytest.importorskip("pyspiel")
cfr, exploitability, mcts, minimax = (
    pytest.importorskip(f"open_spiel.python.algorithms.{name}") for name in ("cfr", "exploitability", "mcts", "minimax")
)

GAMES = (
    *("tictactoe", "nim:piles=1,2,3", "pig:goal=8", "nim:players=3", "connect4:width=4,height=4"),
    *("examples/pennies.py", "examples/dice.py", "rolit:players=3,size=4", "kalah:pits=2,seeds=2"),
)


@pytest.mark.parametrize("text", GAMES)
def test_a_zermelo_game_passes_openspiels_own_test(text):
    game = adapters.openspiel(zermelo.load(text))
    pyspiel.random_sim_test(game, 3, True, False)


@pytest.mark.parametrize("text", GAMES)
def test_it_plays_by_the_same_rules(text):
    ours = zermelo.load(text)
    theirs = adapters.openspiel(ours)
    random = Random(4)
    for _ in range(5):
        s, state = ours.initial(), theirs.new_initial_state()
        while not ours.is_terminal(s):
            actions = list(ours.actions(s))
            assert [ours.show_action(s, a) for a in actions] == [
                state.action_to_string(state.current_player(), i) for i in state.legal_actions()
            ]
            if ours.player(s) == zermelo.CHANCE:
                assert state.is_chance_node()
                assert dict(state.chance_outcomes()) == pytest.approx(
                    {i: ours.probability(s, a) for i, a in enumerate(actions)}
                )
            else:
                assert state.current_player() == ours.player(s)
            i = random.randrange(len(actions))
            before = state.clone()
            state.apply_action(i)
            assert str(before) == ours.show(s)  # a clone is another state
            s = ours.result(s, actions[i])
        assert state.is_terminal()
        assert state.returns() == [float(ours.utility(s, p)) for p in range(ours.players)]


def test_its_mcts_plays_a_zermelo_game():
    game = adapters.openspiel(zermelo.load("tictactoe"))
    state = game.new_initial_state()
    for name in ("a1", "b2", "b1", "c3"):  # X wins at once
        names = [state.action_to_string(0, i) for i in state.legal_actions()]
        state.apply_action(names.index(name))
    evaluator = mcts.RandomRolloutEvaluator(2, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 300, evaluator, random_state=np.random.RandomState(1))
    assert state.action_to_string(0, bot.step(state)) == "c1"


def test_its_cfr_solves_a_game_of_imperfect_information():
    game = adapters.openspiel(zermelo.load("examples/pennies.py"))
    solver = cfr.CFRSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.05


def test_its_alpha_beta_agrees_with_ours():
    ours = zermelo.load("nim:piles=1,2,3,misere=no")
    value, _ = minimax.alpha_beta_search(adapters.openspiel(ours))
    assert value == zermelo.solve(ours).value


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("tic_tac_toe", marks=pytest.mark.slow),  # docs/other-libraries.md solves it too
        "nim(pile_sizes=2;3)",
        "pig(winscore=6,horizon=6)",
        "y(board_size=3)",
    ],
)
def test_an_openspiel_game_has_openspiels_value(text):
    game = zermelo.load(f"openspiel:{text}")
    theirs = pyspiel.load_game(text)
    if game.kind.stochastic:
        state = theirs.new_initial_state()
        value, _ = minimax.expectiminimax(state, 100, lambda s: 0, 0)
        assert zermelo.solve(game).value == pytest.approx(value)
    else:
        assert zermelo.solve(game).value == minimax.alpha_beta_search(theirs)[0]


def test_hidden_games_are_seen_through_their_information_states():
    game = zermelo.load("openspiel:kuhn_poker")
    assert str(game.kind) == "stochastic, imperfect information, 2 players, zero-sum"
    s = game.initial()
    dealt = [game.result(game.result(s, a), b) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert game.observe(dealt[0], 0) == game.observe(dealt[1], 0) != game.observe(dealt[2], 0)
    with pytest.raises(KindError, match="imperfect"):
        zermelo.solve(game, method="states")
    assert zermelo.solve(game, method="lp").value == pytest.approx(-1 / 18)
    found = zermelo.match(game, ["random", "first"], games=4)
    assert len(found.results) == 4


def test_simultaneous_moves_become_turns():
    game = zermelo.load("openspiel:matrix_rps")
    assert game.kind.hidden
    assert {game.player(s) for s in (game.initial(), game.result(game.initial(), 0))} == {0, 1}


def test_states_are_values():
    game = zermelo.load("openspiel:tic_tac_toe")
    s = game.parse("4 0")
    assert s == game.result(game.result(game.initial(), 4), 0)
    assert hash(s) == hash(game.parse("4,0"))
    assert pickle.loads(pickle.dumps(s)) == s
    assert copy.deepcopy(s) is s
    assert game.parse_action(s, game.show_action(s, 8)) == 8
    assert str(zermelo.load(str(game))) == str(game)
    with pytest.raises(ParseError, match="'44' is not an action here"):
        game.parse("44")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tick_tack_toe", "OpenSpiel has no game 'tick_tack_toe': did you mean tic_tac_toe"),
        ("breakthrough(rows=zz)", "OpenSpiel cannot load"),
        ("mfg_crowd_modelling", "mean-field"),
        ("", "OpenSpiel has no game ''"),
    ],
)
def test_games_unknown_to_openspiel_are_refused(text, message):
    with pytest.raises(LoadError, match=message):
        zermelo.load(f"openspiel:{text}")


def test_more_actions_than_declared_are_refused():
    game = adapters.openspiel(zermelo.load("tictactoe"), most_actions=5)
    with pytest.raises(LimitError, match="has 9 actions, and 5 were declared: set most_actions"):
        game.new_initial_state()._legal_actions(0)


@pytest.mark.parametrize("text", ["tic_tac_toe", "kuhn_poker", "nim(pile_sizes=2;3)"])
def test_the_rules_of_openspiel_are_sound(text):
    assert zermelo.check(zermelo.load(f"openspiel:{text}")).ok


def test_an_action_that_repeats_a_position_is_not_legal():
    ours = zermelo.load("go:size=2")
    theirs, random = adapters.openspiel(ours), Random(3)
    for _ in range(20):
        state, play = theirs.new_initial_state(), [ours.initial()]
        while not state.is_terminal() and len(play) < 60:
            assert len(state.legal_actions()) == len(legal_after(ours, play))
            state = state.clone()
            state.apply_action(random.choice(state.legal_actions()))
            play.append(state._state)
