"""Paranoid and best-reply search."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import zermelo
from random_trees import Twig, mean, minimax, trees
from zermelo import Tree
from zermelo.textbook import BestReply, MaxN, Paranoid


def paranoid(t: Twig, agent: int) -> tuple[float, ...]:
    """A direct computation; ties go to the first action."""
    if not t.branches:
        return t.utilities
    values = [paranoid(b, agent) for b in t.branches]
    if t.player < 0:
        return tuple(mean(t, [v[p] for v in values]) for p in range(len(values[0])))
    return (max if t.player == agent else min)(values, key=lambda v: v[agent])


def best_reply(t: Twig, agent: int, chosen: bool = False) -> tuple[float, ...]:
    """A direct computation: an opponent may choose if none has chosen yet; otherwise it takes its first branch."""
    if not t.branches:
        return t.utilities
    if t.player < 0:
        values = [best_reply(b, agent, chosen) for b in t.branches]
        return tuple(mean(t, [v[p] for v in values]) for p in range(len(values[0])))
    if t.player == agent:
        return max((best_reply(b, agent) for b in t.branches), key=lambda v: v[agent])
    if chosen:
        return best_reply(t.branches[0], agent, True)
    values = [best_reply(b, agent, i > 0) for i, b in enumerate(t.branches)]
    return min(values, key=lambda v: v[agent])


@given(trees(players=3, single=False, chance=True), st.integers(0, 2))
def test_paranoid_is_brute_force(t, agent):
    game = Tree(t.text())
    if game.players == 3:
        assert Paranoid(game, agent=agent).run(game.initial()) == pytest.approx(paranoid(t, agent))


@given(trees(players=3, single=False, chance=True), st.integers(0, 2))
def test_best_reply_is_brute_force(t, agent):
    game = Tree(t.text())
    if game.players == 3:
        assert BestReply(game, agent=agent).run(game.initial()) == pytest.approx(best_reply(t, agent))


@given(trees())
def test_in_two_player_zero_sum_games_they_equal_minimax(t):
    game = Tree(t.text())
    for kind in (Paranoid, MaxN):
        assert kind(game).run(game.initial())[0] == minimax(t)


@given(trees(players=3, single=False))
def test_the_agent_gets_no_more_by_paranoid_than_by_best_reply(t):
    game = Tree(t.text())
    agent = t.player
    if agent < game.players:
        assert Paranoid(game).run(game.initial())[agent] <= BestReply(game).run(game.initial())[agent]


def test_an_estimate_is_not_proved():
    sure, guess = (zermelo.analyse("twentyone:players=3,goal=6", algorithm=a) for a in ("paranoid", "bestreply"))
    assert sure.proved
    assert not guess.proved
    assert "against it" in sure.notes[0]
    assert "estimate" in guess.notes[0]


def test_the_agent_is_a_player():
    with pytest.raises(zermelo.KindError, match="3"):
        zermelo.analyse("twentyone:players=3", algorithm="paranoid", agent=3)
