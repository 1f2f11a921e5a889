"""Games with hidden information beside OpenSpiel's, random ones, and brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import prod
from typing import Any

import pytest

from zermelo.core.game import CHANCE, Game
from zermelo.core.views import View
from zermelo.hidden.game_tree import GameTree
from zermelo.hidden.policies import Policy, policy_of
from zermelo.native.mixing import mix

Pair = tuple[Any, Any]
"""Our state and OpenSpiel's."""

TURN_BASED = "turn_based_simultaneous_game(game={})"

THEIRS = {
    "kuhn": "kuhn_poker",
    "kuhn:players=3": "kuhn_poker(players=3)",
    "leduc": "leduc_poker",
    "liarsdice:sides=3": "liars_dice(dice_sides=3)",
    "liarsdice:sides=6": "liars_dice",
    "goofspiel:cards=3": TURN_BASED.format("goofspiel(num_cards=3)"),
    "goofspiel:cards=4": TURN_BASED.format("goofspiel(num_cards=4)"),
    "goofspiel:cards=4,prizes=descending": TURN_BASED.format("goofspiel(num_cards=4,points_order=descending)"),
    "goofspiel:cards=5,prizes=ascending": TURN_BASED.format("goofspiel(num_cards=5,points_order=ascending)"),
    "matrix": TURN_BASED.format("matrix_mp()"),
    "rps": TURN_BASED.format("matrix_rps()"),
}
"""OpenSpiel's games with the same rules."""


def theirs(name: str) -> Any:
    return pytest.importorskip("pyspiel").load_game(THEIRS[name])


def beside(game: Game, other: Any, seed: int) -> Iterator[tuple[Pair, list[tuple[Any, int]]]]:
    """The states of a random play, ours and OpenSpiel's, each with the actions of both in the same order."""
    dice = random.Random(seed)
    s, t = game.initial(), other.new_initial_state()
    while True:
        assert game.is_terminal(s) == t.is_terminal()
        if game.is_terminal(s):
            yield (s, t), []
            return
        assert game.player(s) == t.current_player()
        both = list(zip(game.actions(s), t.legal_actions(), strict=True))
        yield (s, t), both
        a, b = dice.choice(both)
        s = game.result(s, a)
        t.apply_action(b)


def assert_same_rules(
    name: str, game: Game, plays: int, number: Callable[[Any, Any], int], *, same_sets: bool = True
) -> None:
    """Actions, probabilities, utilities and information sets are those of OpenSpiel in random plays.

    With `same_sets` false, OpenSpiel's information sets may be unions of ours.
    """
    other = theirs(name)
    set_of: dict[Any, str] = {}
    view_of: dict[Any, Any] = {}
    for seed in range(plays):
        for (s, t), both in beside(game, other, seed):
            assert [number(s, a) for a, _ in both] == [b for _, b in both]
            if not both:
                assert [game.utility(s, p) for p in range(game.players)] == t.returns()
            elif game.player(s) == CHANCE:
                assert [game.probability(s, a) for a, _ in both] == pytest.approx([p for _, p in t.chance_outcomes()])
            else:
                view, text = View.of(game, s), t.information_state_string()
                assert set_of.setdefault(view, text) == text
                assert not same_sets or view_of.setdefault((view.player, text), view) == view
    assert len(set_of) > 1


def assert_texts_are_read(game: Game, plays: int) -> None:
    """Positions, views and actions that are shown are read again, on random plays."""
    for seed in range(plays):
        dice = random.Random(seed)
        s = game.initial()
        while True:
            assert game.parse(game.show(s)) == s
            for p in range(game.players):
                seen = game.observe(s, p)
                assert game.parse_view(p, game.show_view(p, seen)) == seen
            if game.is_terminal(s):
                break
            for a in game.actions(s):
                assert game.parse_action(s, game.show_action(s, a)) == a
            s = game.result(s, dice.choice(list(game.actions(s))))


def random_policy_of_both(name: str, tree: GameTree, seed: int) -> tuple[Policy, dict[str, list[tuple[int, float]]]]:
    """A random policy, ours and OpenSpiel's, with the same probabilities at the same information sets."""
    weights = [0.0] * tree.first_sequence[-1]
    table: dict[str, list[tuple[int, float]]] = {}
    stack = [(tree.game.initial(), theirs(name).new_initial_state())]
    while stack:
        s, t = stack.pop()
        if tree.game.is_terminal(s):
            continue
        actions, numbers = list(tree.game.actions(s)), t.legal_actions()
        if tree.game.player(s) != CHANCE:
            text = t.information_state_string()
            dice = random.Random(f"{seed} {text}")
            drawn = [dice.random() ** 3 if dice.random() < 0.8 else 0.0 for _ in actions]
            drawn = drawn if sum(drawn) else [1.0] * len(drawn)
            table[text] = [(n, w / sum(drawn)) for n, w in zip(numbers, drawn, strict=True)]
            for sequence, (_, p) in zip(
                tree.sets[tree.number_of[View.of(tree.game, s)]].sequences, table[text], strict=True
            ):
                weights[sequence] = p
        stack += [(tree.game.result(s, a), t.child(n)) for a, n in zip(actions, numbers, strict=True)]
    return policy_of(tree, weights), table


class RandomHidden(Game):
    """A random game: who moves, with how many actions, and who sees it, depends on the ply only; recall is perfect."""

    zero_sum = True

    def __init__(self, seed: int, plies: int = 4, players: int = 2) -> None:
        self.seed, self.plies, self.players = seed, plies, players

    def initial(self) -> tuple[int, ...]:
        return ()

    def _draw(self, *what: int) -> int:
        return mix(mix(1, self.seed), what) >> 7

    def player(self, s: tuple[int, ...]) -> int:
        return self._draw(len(s), 1) % (self.players + 1) - 1

    def actions(self, s: tuple[int, ...]) -> range:
        return range(1 + self._draw(len(s), 2) % 3)

    def probability(self, s: tuple[int, ...], a: int) -> float:
        shares = [1 + self._draw(len(s), b, 3) % 4 for b in self.actions(s)]
        return shares[a] / sum(shares)

    def result(self, s: tuple[int, ...], a: int) -> tuple[int, ...]:
        return (*s, a)

    def is_terminal(self, s: tuple[int, ...]) -> bool:
        return len(s) == self.plies

    def utility(self, s: tuple[int, ...], p: int) -> float:
        shares = [self._draw(*s, q, 4) % 7 - 3 for q in range(self.players)]
        if self.players == 2:
            return shares[0] if p == 0 else -shares[0]
        return shares[p]

    def observe(self, s: tuple[int, ...], p: int) -> tuple[int, ...]:
        return tuple(a if self.player(s[:i]) == p or self._draw(i, p, 5) % 2 else -1 for i, a in enumerate(s))


def value_of(policy: Policy, p: int) -> float:
    """The expected utility to p, by the rules alone."""
    game = policy.game
    strategy = cache(lambda view: dict(policy.at(view)))

    def below(s: Any) -> float:
        if game.is_terminal(s):
            return game.utility(s, p)
        if game.player(s) == CHANCE:
            return sum(game.probability(s, a) * below(game.result(s, a)) for a in game.actions(s))
        chosen = strategy(View.of(game, s))
        return sum(chosen[a] * below(game.result(s, a)) for a in game.actions(s) if chosen[a] > 0)

    return below(game.initial())


def best_pure_value(policy: Policy, p: int, most: int = 300) -> float | None:
    """The best that a pure strategy of p gets against the others, by trying all; None if there are too many."""
    tree = policy.tree
    sets = [tree.sets[number] for number in tree.sets_of(p)]
    if prod(len(known.actions) for known in sets) > most:
        return None
    best = None
    for choice in product(*(known.sequences for known in sets)):
        weights = list(policy.probabilities)
        for known, chosen in zip(sets, choice, strict=True):
            for sequence in known.sequences:
                weights[sequence] = float(sequence == chosen)
        value = value_of(policy_of(tree, weights), p)
        best = value if best is None else max(best, value)
    return best
