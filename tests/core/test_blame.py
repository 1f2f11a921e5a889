"""Errors in rules: the message names the method, the position and the line."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from zermelo import Game, LimitError, RuleError, analyse, solve, tree
from zermelo.core.blame import blaming_rules


class Count(NamedTuple):
    said: int
    mover: int


class Sound(Game):
    def initial(self):
        return Count(1, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield from (1, 2)

    def result(self, s, a):
        return Count(s.said + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.said >= 5

    def utility(self, s, p):
        return 1 if s.mover == p else -1


def helper(s):
    return 1 // (3 - s.said)


class FailsInHelper(Sound):
    def is_terminal(self, s):
        return s.said >= 5 or helper(s) > 9


class FailsInActions(Sound):
    def actions(self, s):
        yield 1
        if s.said == 3:
            raise KeyError("lost")


class FailsInResult(Sound):
    def result(self, s, a):
        return Count(s.said + [1][a - 1], 1 - s.mover)


class FailsInInitial(Sound):
    def initial(self):
        return Count()


class FailsInShow(FailsInResult):
    def show(self, s):
        raise ValueError("no picture")


class DeadEnd(Sound):
    def actions(self, s):
        return [] if s.said == 3 else [1]


@pytest.mark.parametrize("ask", [analyse, solve, tree])
@pytest.mark.parametrize(
    ("game", "words"),
    [
        (FailsInHelper(), ["FailsInHelper.is_terminal", "ZeroDivisionError", "Count(said=3", "1 // (3 - s.said)"]),
        (FailsInActions(), ["FailsInActions.actions", "KeyError", "said=3", "raise KeyError"]),
        (FailsInResult(), ["FailsInResult.result", "IndexError", "Count(said=", "with action 2"]),
        (FailsInInitial(), ["FailsInInitial.initial", "TypeError"]),
        (FailsInShow(), ["FailsInShow", "Error", "Count(said="]),
        (DeadEnd(), ["said=3", "not terminal, but has no actions"]),
    ],
)
def test_the_failure_is_named(ask, game, words):
    with pytest.raises(RuleError) as caught:
        ask(game)
    for word in words:
        assert word in str(caught.value)
    if type(game) is not DeadEnd:
        assert f"{__file__}, line " in str(caught.value)


class Mutable(Sound):
    def initial(self):
        return [1, 0]

    def player(self, s):
        return s[1]

    def result(self, s, a):
        return [s[0] + a, 1 - s[1]]

    def is_terminal(self, s):
        return s[0] >= 5

    def utility(self, s, p):
        return 1 if s[1] == p else -1


class ForgotTheState(Sound):
    def actions(self):
        return (1, 2)


class NoActions(Sound):
    def actions(self, s):
        return None


class NoUtility(Sound):
    def utility(self, s, p):
        return None


class NaN(Sound):
    def utility(self, s, p):
        return float("nan")


class NoPlayer(Sound):
    def player(self, s):
        return None


class Named(Sound):
    def player(self, s):
        return "MAX"


class ThreeOfTwo(Sound):
    def player(self, s):
        return s.said % 3


class ChanceUnsaid(Sound):
    def player(self, s):
        return -1


class Static(Sound):
    @staticmethod
    def result(s, a):
        return (1, 2)[s.said + 6]


class NotSelf(Sound):
    def result(this, s, a):  # noqa: N805
        return (1, 2)[s.said + 6]


class Exits(Sound):
    def result(self, s, a):
        raise SystemExit(3)


class ShowsNumbers(Sound):
    def show(self, s):
        return 7


class Endless(Sound):
    def actions(self, s):
        n = 1
        while True:
            yield n
            n += 1


class NoneIsAnAction(Sound):
    def actions(self, s):
        return (None, 1)


@pytest.mark.parametrize("ask", [lambda g: analyse(g, algorithm="minimax"), solve, lambda g: tree(g, algorithm="maxn")])
@pytest.mark.parametrize(
    ("game", "word"),
    [
        (Mutable, "hash"),
        (ForgotTheState, "actions"),
        (NoActions, "actions"),
        (NoUtility, "utility"),
        (NaN, "utility"),
        (NoPlayer, "player"),
        (Named, "player"),
        (ThreeOfTwo, "player"),
        (ChanceUnsaid, "chance|CHANCE|player|probability"),
        (Static, "result"),
        (NotSelf, "result"),
        (Exits, "result raised SystemExit"),
        (NoneIsAnAction, "None"),
    ],
)
def test_beginners_mistakes_are_named(ask, game, word):
    with pytest.raises(RuleError, match=word):
        ask(game())


@pytest.mark.thorough
def test_an_infinite_generator_of_actions_is_an_error():
    for ask in (lambda game: solve(game, plain=True), lambda game: analyse(game, algorithm="minimax")):
        with pytest.raises(RuleError, match="more than 1,000,000"):
            ask(Endless())
    with pytest.raises(LimitError):
        tree(Endless(), algorithm="maxn")


def test_chance_without_probabilities_says_what_to_define():
    class Dice(Sound):
        def player(self, s):
            return -1

    with pytest.raises(RuleError, match="has no probability"):
        solve(Dice())


def test_errors_elsewhere_pass_unchanged():
    with pytest.raises(AttributeError), blaming_rules():
        None.nothing  # noqa: B018
