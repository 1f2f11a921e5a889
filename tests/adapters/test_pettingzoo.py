"""PettingZoo environments: PettingZoo's own tests, and the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import zermelo
from zermelo import adapters
from zermelo.core.repetition import legal_after

testing = pytest.importorskip("pettingzoo.test")

GAMES = (
    "tictactoe",
    "pig:goal=20",
    "nim:players=3",
    "connect4",
    "examples/pennies.py",
    "othello",
    "2048:width=2,height=2",
)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("text", GAMES)
def test_it_passes_pettingzoos_own_tests(text):
    game = zermelo.load(text)
    testing.api_test(adapters.pettingzoo(game), num_cycles=100)
    testing.seed_test(lambda: adapters.pettingzoo(game), num_cycles=50)


@pytest.mark.parametrize("text", GAMES)
def test_masks_are_the_legal_actions_and_rewards_the_utilities(text):
    game = zermelo.load(text)
    env, random = adapters.pettingzoo(game), Random(1)
    for seed in range(3):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, ended, cut, _ = env.last()
            total[agent] += reward
            if ended or cut:
                env.step(None)
                continue
            s = env._state
            assert agent == f"player_{game.player(s)}"
            legal = list(game.actions(s))
            assert np.flatnonzero(seen["action_mask"]).tolist() == list(range(len(legal)))
            env.step(random.randrange(len(legal)))
        assert game.is_terminal(env._state)
        assert total == {f"player_{p}": float(game.utility(env._state, p)) for p in range(game.players)}


def test_a_player_does_not_see_what_is_hidden():
    env = adapters.pettingzoo(zermelo.load("examples/pennies.py"))
    seen = []
    for first in (0, 1):
        env.reset(seed=0)
        env.step(first)
        seen.append(env.observe("player_1")["observation"])
    assert (seen[0] == seen[1]).all()


def test_illegal_actions_are_refused():
    env = adapters.pettingzoo(zermelo.load("tictactoe"))
    env.reset()
    with pytest.raises(ValueError, match="12 is not among the 9 legal actions of player_0"):
        env.step(12)


def test_a_long_episode_is_cut():
    env = adapters.pettingzoo(zermelo.load("tictactoe"), longest=3)
    env.reset()
    for _ in range(3):
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_an_action_that_repeats_a_position_is_not_offered():
    game = zermelo.load("go:size=2")
    env, random = adapters.pettingzoo(game), Random(3)
    for seed in range(20):
        env.reset(seed=seed)
        play = [game.initial()]
        for _ in range(60):
            allowed = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            if not allowed:  # play is over
                break
            assert len(allowed) == len(legal_after(game, play))
            env.step(random.choice(allowed))
            play.append(env._state)
