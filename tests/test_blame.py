"""When rules fail: the method, the position and the line are named."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from zermelo import Game, RuleError, analyse, solve, tree
from zermelo.blame import blaming_rules


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


def test_chance_without_probabilities_says_what_to_write():
    class Dice(Sound):
        def player(self, s):
            return -1

    with pytest.raises(RuleError, match="has no probability"):
        solve(Dice())


def test_errors_elsewhere_pass_unchanged():
    with pytest.raises(AttributeError), blaming_rules():
        None.nothing  # noqa: B018
