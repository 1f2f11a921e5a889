"""The tree of a game with its information sets: counts, order, and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

import zermelo
from hidden_helpers import RandomHidden, theirs
from zermelo.core.errors import KindError, LimitError, RuleError
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.hidden.game_tree import TERMINAL, game_tree, kept_tree


@pytest.mark.parametrize(("name", "sets"), [("kuhn", 12), ("kuhn:players=3", 48), ("leduc", 936), ("rps", 2)])
def test_the_tree_has_as_many_histories_and_information_sets_as_in_openspiel(name: str, sets: int) -> None:
    tree = game_tree(zermelo.load(name))
    texts, count, stack = set(), 0, [theirs(name).new_initial_state()]
    while stack:
        t = stack.pop()
        count += 1
        if not t.is_terminal():
            stack += [t.child(a) for a in t.legal_actions()]
            if not t.is_chance_node():
                texts.add(t.information_state_string())
    assert (tree.size, len(tree.sets)) == (count, len(texts))
    assert len(tree.sets) == sets


@given(st.integers(0, 10**6), st.integers(2, 3))
def test_sets_and_sequences_are_ordered_by_player_and_by_play(seed: int, players: int) -> None:
    tree = game_tree(RandomHidden(seed, players=players))
    for p in range(players):
        end = tree.first_sequence[p]
        for number in tree.sets_of(p):
            known = tree.sets[number]
            assert known.view.player == p
            assert tree.first_sequence[p] <= known.parent <= end < known.first
            end = known.first + len(known.actions) - 1
        assert end + 1 == tree.first_sequence[p + 1]


@given(st.integers(0, 10**6))
def test_the_payoffs_are_the_leaves(seed: int) -> None:
    """If all actions have the same weight as sequences, the payoffs add up to the utilities times chance."""
    game = RandomHidden(seed)
    tree = game_tree(game)

    def total(s: Any, chance: float) -> float:
        if game.is_terminal(s):
            return chance * game.utility(s, 0)
        is_chance = game.player(s) == zermelo.CHANCE
        return sum(
            total(game.result(s, a), chance * (game.probability(s, a) if is_chance else 1)) for a in game.actions(s)
        )

    assert sum(payoffs[0] for payoffs in tree.payoffs.values()) == pytest.approx(total((), 1.0))
    assert tree.nodes.player.count(TERMINAL) >= len(tree.payoffs)


class Forgetful(RandomHidden):
    """Nobody remembers anything but the number of plies."""

    def player(self, s: tuple[int, ...]) -> int:
        return 0

    def actions(self, s: tuple[int, ...]) -> range:
        return range(2)

    def observe(self, s: tuple[int, ...], p: int) -> tuple[int, ...]:
        return (len(s),)


class Telling(Forgetful):
    """The actions depend on what the player has not seen."""

    def player(self, s: tuple[int, ...]) -> int:
        return zermelo.CHANCE if not s else 0

    def actions(self, s: tuple[int, ...]) -> range:
        return range(2 + sum(s))


def test_a_player_who_forgets_is_refused() -> None:
    with pytest.raises(
        KindError, match=r"MAX forgets what it did or knew: the view '0: .[0-9],.' is reached by different"
    ):
        game_tree(Forgetful(1))


def test_actions_that_depend_on_something_unseen_are_refused() -> None:
    with pytest.raises(RuleError, match=r"MAX cannot tell '.0, 0, 0.' from '.0, 0, 1.', but their actions differ"):
        game_tree(Telling(1))


class Loaded(RandomHidden):
    """Chance moves first, and its probabilities do not add up to 1."""

    def player(self, s: tuple[int, ...]) -> int:
        return zermelo.CHANCE if not s else 0

    def actions(self, s: tuple[int, ...]) -> range:
        return range(2)

    def probability(self, s: tuple[int, ...], a: int) -> float:
        return 0.4


def test_probabilities_that_do_not_add_up_to_one_are_refused() -> None:
    with pytest.raises(RuleError, match=r"Loaded.probability: the probabilities in '\(\)' add up to 0.8, not to 1"):
        game_tree(Loaded(1))


def test_perfect_information_is_refused() -> None:
    with pytest.raises(KindError, match="'tictactoe' has no tree with information sets: it has perfect information"):
        game_tree(zermelo.load("tictactoe"))


def test_a_tree_that_is_too_large_is_refused_and_a_budget_is_kept() -> None:
    with pytest.raises(LimitError, match="the tree of 'leduc' has more than 1,000 nodes"):
        game_tree(zermelo.load("leduc"), most_nodes=1_000)
    with pytest.raises(OutOfBudget):
        game_tree(zermelo.load("liarsdice"), Budget(Limits(seconds=1e-6)))


def test_a_tree_is_kept_for_its_game() -> None:
    game = zermelo.load("kuhn")
    assert kept_tree(game) is kept_tree(game)
    with pytest.raises(LimitError, match="the tree of 'kuhn' has more than 10 nodes"):
        kept_tree(game, most_nodes=10)
    assert kept_tree(game) is not kept_tree(zermelo.load("kuhn"))
