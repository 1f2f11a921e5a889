"""The soundness check: every rule has a game that breaks it and nothing else; sound games break none."""

from __future__ import annotations

import itertools
import json
import math
import random
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from zermelo.core.errors import LimitError, ParseError, RuleError
from zermelo.core.game import CHANCE, Game
from zermelo.soundness import Finding, Report, check, inspection


class At(NamedTuple):
    n: int
    mover: int


class Walk(Game):
    """Go one step or two; the player who reaches 5 wins. A sound game, from which the broken ones derive."""

    bounds = (-1, 1)

    def initial(self):
        return At(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return (1, 2)

    def result(self, s, a):
        return At(s.n + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.n >= 5

    def utility(self, s, p):
        return -1 if s.mover == p else 1


class Coin(Walk):
    """At 2 a coin is tossed."""

    def player(self, s):
        return CHANCE if s.n == 2 else s.mover

    def probability(self, s, a):
        return 0.5


class Hand(NamedTuple):
    """The cards dealt in Kuhn's poker, and the actions since."""

    cards: tuple[int, ...]
    said: str


class Kuhn(Game):
    """Three cards, one each; pass or bet."""

    bounds = (-2, 2)

    def initial(self):
        return Hand((), "")

    def player(self, s):
        return CHANCE if len(s.cards) < 2 else len(s.said) % 2

    def actions(self, s):
        return [c for c in range(3) if c not in s.cards] if len(s.cards) < 2 else "pb"

    def probability(self, s, a):
        return 1 / (3 - len(s.cards))

    def result(self, s, a):
        return Hand((*s.cards, a), s.said) if len(s.cards) < 2 else Hand(s.cards, s.said + a)

    def is_terminal(self, s):
        return s.said in ("pp", "pbp", "pbb", "bp", "bb")

    def utility(self, s, p):
        if s.said[-2:] == "bp":
            winner, stake = len(s.said) % 2, 1
        else:
            winner, stake = int(s.cards[1] > s.cards[0]), 1 + s.said.count("b") // 2
        return stake if winner == p else -stake

    def observe(self, s, p):
        return (s.cards[p : p + 1], s.said)

    def show(self, s):
        return f"{''.join(map(str, s.cards))}/{s.said}"

    def parse(self, text):
        cards, _, said = text.partition("/")
        return Hand(tuple(map(int, cards)), said)


# Sound games.


class SameTime(Game):
    """Rock, paper, scissors: the second player does not see the first player's move."""

    def initial(self):
        return ()

    def player(self, s):
        return len(s)

    def actions(self, s):
        return ("rock", "paper", "scissors")

    def result(self, s, a):
        return (*s, a)

    def is_terminal(self, s):
        return len(s) == 2

    def utility(self, s, p):
        one, other = (self.actions(s).index(a) for a in s)
        return (0, 1, -1)[(one - other) % 3] * (1, -1)[p]

    def observe(self, s, p):
        return s[p : p + 1]


class Three(Walk):
    """Three players with general sums."""

    players = 3
    bounds = (0, 3)

    def result(self, s, a):
        return At(s.n + a, (s.mover + 1) % 3)

    def utility(self, s, p):
        return Fraction(3, 1 + (p - s.mover) % 3)


class Ring(Walk):
    """Four cells in a ring with one exit: play can repeat."""

    def actions(self, s):
        return (1, -1)

    def result(self, s, a):
        return At(4 if s.n == 3 and a == 1 else (s.n + a) % 4, 1 - s.mover)

    def is_terminal(self, s):
        return s.n == 4


@dataclass(frozen=True)
class Pile:
    left: int
    mover: int
    path: frozenset[str] = frozenset()


class Piles(Game):
    """States of a class, actions of text, knowledge of every kind."""

    bounds = (-1, 1)

    def initial(self):
        return Pile(6, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield from ("one", "two")[: s.left]

    def result(self, s, a):
        return Pile(s.left - (1 if a == "one" else 2), 1 - s.mover, s.path | {a})

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, p):
        return np.float64(-1 if s.mover == p else 1)

    def evaluate(self, s, p):
        return 0.5 if s.mover == p else -0.5

    def order(self, s, a):
        return np.int64(len(a))

    def noisy(self, s):
        return (a for a in self.actions(s) if a == "two")

    def candidates(self, s):
        winning = {1: ["one"], 2: ["two"]}.get(s.left % 3)
        return winning or list(self.actions(s))

    def value_bounds(self, s):
        return (-1, 1)

    def key(self, s):
        return (s.left, s.mover)

    def canonical(self, s):
        return Pile(s.left, s.mover)

    def show(self, s):
        return f"{s.left} {s.mover} {','.join(sorted(s.path))}"

    def parse(self, text):
        left, mover, path = text.split(" ")
        return Pile(int(left), int(mover), frozenset(path.split(",")) - {""})

    def draw(self, s):
        return "<svg/>"


class Node:
    """A state compared by identity: no two are equal, and each leads to its own successors."""

    def __init__(self, *children, worth=0):
        self.children, self.worth = children, worth


class Nodes(Game):
    root = Node(Node(worth=1), Node(Node(worth=-1), Node(worth=2)))

    def initial(self):
        return self.root

    def player(self, s):
        return 0

    def actions(self, s):
        return range(len(s.children))

    def result(self, s, a):
        return s.children[a]

    def is_terminal(self, s):
        return not s.children

    def utility(self, s, p):
        return s.worth * (1, -1)[p]


class ChessLike(Walk):
    """Utilities that add up to 1, and infinite play with them."""

    total = 1
    bounds = (0, 1)

    def utility(self, s, p):
        return 0.1 + 0.2 if s.mover == p else 0.7


class Impossible(Coin):
    """An outcome of probability 0 needs no successor."""

    def actions(self, s):
        return (1, 2, 3) if s.n == 2 else (1, 2)

    def probability(self, s, a):
        return (0, 0.5, 0.5, 0)[a]

    def result(self, s, a):
        if a == 3:
            raise ValueError("this never happens")
        return super().result(s, a)


class Sure(Coin):
    """A coin that always falls on the same side."""

    def probability(self, s, a):
        return (0, 1, 0)[a]


SOUND = {
    Walk: set(),
    Coin: set(),
    Kuhn: set(),
    SameTime: {"whose-turn"},
    Three: set(),
    Ring: {"repetition"},
    Piles: set(),
    Nodes: {"no-parse"},
    ChessLike: set(),
    Impossible: set(),
    Sure: set(),
}


@pytest.mark.parametrize("game", SOUND)
def test_sound_games_have_no_failures(game):
    report = check(game())
    assert report.failures == ()
    assert report.ok
    assert {note.rule for note in report.notes} == SOUND[game]


# Broken games. Each says which rule it breaks, and where first: the position and the actions that lead there.

BROKEN = []


def broken(rule, position, *actions, note=False):
    def register(game):
        BROKEN.append(pytest.param(game, rule, position, actions, note, id=f"{rule}-{game.__name__}"))
        return game

    return register


START, ONE, TWO = "At(n=0, mover=0)", "At(n=1, mover=1)", "At(n=2, mover=1)"
THREE = "At(n=3, mover=0)"


class Board:
    """A state that can change."""

    def __init__(self, n, mover):
        self.n, self.mover = n, mover

    def __eq__(self, other):
        return (self.n, self.mover) == (other.n, other.mover)

    def __hash__(self):
        return hash((self.n, self.mover))

    def __repr__(self):
        return f"Board({self.n}, {self.mover})"


class OnBoards(Walk):
    def initial(self):
        return Board(0, 0)

    def result(self, s, a):
        return Board(s.n + a, 1 - s.mover)

    def parse(self, text):
        return Board(*map(int, text[6:-1].split(", ")))


def test_games_on_objects_are_sound():
    assert check(OnBoards()).failures == ()


@broken("state-changes", "Board(1, 1)", "1")
class ResultInPlace(OnBoards):
    def result(self, s, a):
        if s.n != 1:
            return super().result(s, a)
        s.n, s.mover = s.n + a, 1 - s.mover
        return s


@broken("state-changes", "Board(0, 0)")
class EvaluateInPlace(OnBoards):
    def evaluate(self, s, p):
        s.n += 1
        return 0


@broken("state-changes", "Board(5, 1)", "1", "2", "2")
class UtilityInPlace(OnBoards):
    def utility(self, s, p):
        value = super().utility(s, p)
        s.n += 1
        return value


class Bare:
    """A state whose class has no __eq__, and which can change."""

    def __init__(self, n):
        self.n = n


@broken("state-changes", None, "0")
class BareInPlace(Nodes):
    root = Node(Node(Node(worth=1)), Node(worth=2))

    def is_terminal(self, s):
        if s.children and len(s.children) == 1:
            s.worth += 1
        return super().is_terminal(s)


@broken("state-changes", "Board(1, 1)", "1")
class SharedState(OnBoards):
    """Every state after the first is the same object."""

    def __init__(self):
        self.shared = Board(0, 0)

    def result(self, s, a):
        if s.n > 0:
            return Board(s.n + a, 1 - s.mover)
        self.shared.n, self.shared.mover = a, 1
        return self.shared


class ListState(list):
    n = property(lambda self: self[0])
    mover = property(lambda self: self[1])


@broken("unhashable-state", "[0, 0]")
class Lists(Walk):
    def initial(self):
        return ListState([0, 0])

    def result(self, s, a):
        return ListState([s.n + a, 1 - s.mover])

    def parse(self, text):
        return ListState(json.loads(text))


class OddHash(Board):
    def __hash__(self):
        return id(self)


@broken("unequal-hash", "Board(0, 0)")
class OddHashes(OnBoards):
    def initial(self):
        return OddHash(0, 0)

    def result(self, s, a):
        return OddHash(s.n + a, 1 - s.mover)


@broken("nondeterministic", ONE, "1")
class Fickle(Walk):
    def actions(self, s):
        self.turn = not getattr(self, "turn", False)
        return (1, 2) if self.turn or s.n != 1 else (2, 1)


@broken("nondeterministic", START)
class Remembers(Walk):
    """A beginner's mistake: the state is stored in the game."""

    last = 0

    def result(self, s, a):
        self.last = s.n + a
        return super().result(s, a)

    def evaluate(self, s, p):
        return self.last / 10


@broken("nondeterministic", None)
class NoEquality(OnBoards):
    def initial(self):
        return Bare(0)


@broken("repeated-action", TWO, "2")
class Repeats(Walk):
    def actions(self, s):
        return (1, 2, 2) if s.n == 2 else (1, 2)


@broken("unhashable-action", ONE, "1")
class ListActions(Walk):
    def actions(self, s):
        return ([1], [2]) if s.n == 1 else (1, 2)

    def result(self, s, a):
        return super().result(s, a[0] if isinstance(a, list) else a)


@broken("endless-actions", ONE, "1")
class Endless(Walk):
    def actions(self, s):
        return itertools.count() if s.n == 1 else (1, 2)


@broken("endless-actions", ONE, "1")
class EndlessCandidates(Walk):
    def candidates(self, s):
        return itertools.cycle((1, 2)) if s.n == 1 else (1, 2)


@broken("dead-end", THREE, "1", "2")
class DeadEnd(Walk):
    def actions(self, s):
        return () if s.n == 3 and s.mover == 0 else (1, 2)


@broken("player", ONE, "1")
class ThirdPlayer(Walk):
    def player(self, s):
        return 2 if s.n == 1 else s.mover


@broken("player", ONE, "1")
class NamedPlayer(Walk):
    def player(self, s):
        return "MAX" if s.n == 1 else s.mover


@broken("player", ONE, "1")
class NobodyMoves(Walk):
    players = 1
    zero_sum = False

    def player(self, s):
        return None if s.n == 1 else 0


@broken("no-probability", TWO, "2")
class NoProbability(Walk):
    def player(self, s):
        return CHANCE if s.n == 2 else s.mover


@broken("probability-sum", TWO, "2")
class LoadedCoin(Coin):
    def probability(self, s, a):
        return 0.4


@broken("probability", TWO, "2")
class NegativeCoin(Coin):
    def probability(self, s, a):
        return (0, -0.5, 1.5)[a]


@broken("probability", TWO, "2")
class NanCoin(Coin):
    def probability(self, s, a):
        return math.nan


@broken("probability", TWO, "2")
class NoCoin(Coin):
    def probability(self, s, a):
        return None


@broken("utility-bounds", "At(n=5, mover=1)", "1", "2", "2")
class OutOfBounds(Walk):
    def utility(self, s, p):
        return super().utility(s, p) * (2 if s.n == 5 else 1)


@broken("utility-sum", "At(n=5, mover=1)", "1", "2", "2")
class BothWin(Walk):
    def utility(self, s, p):
        return 1


@broken("utility-sum", "At(n=5, mover=1)", "1", "2", "2")
class ThreeLose(Three):
    zero_sum = True
    bounds = None

    def result(self, s, a):
        return At(s.n + a, 1 - s.mover)


@broken("utility", "At(n=5, mover=1)", "1", "2", "2")
class NanUtility(Walk):
    bounds = None

    def utility(self, s, p):
        return math.nan


@broken("utility", "At(n=5, mover=1)", "1", "2", "2")
class NoUtility(Walk):
    def utility(self, s, p):
        return None


@broken("utility", "At(n=5, mover=1)", "1", "2", "2")
class InfiniteUtility(Walk):
    bounds = None

    def utility(self, s, p):
        return math.inf if p else -math.inf


@broken("infinite-play", None)
class InfiniteWin(Walk):
    def infinite_play(self, p):
        return 1


@broken("infinite-play", None)
class InfiniteNothing(Walk):
    def infinite_play(self, p):
        return None


@broken("declared", None)
class NoPlayers(Walk):
    players = 0


@broken("declared", None)
class TextPlayers(Walk):
    players = "two"


@broken("declared", None)
class BackwardBounds(Walk):
    bounds = (1, -1)


@broken("declared", None)
class OneBound(Walk):
    bounds = 1


@broken("declared", None)
class PerhapsZeroSum(Walk):
    zero_sum = "perhaps"


@broken("declared", None)
class NanTotal(Walk):
    total = math.nan


@broken("show-parse", ONE, "1")
class Forgets(Walk):
    def parse(self, text):
        s = super().parse(text)
        return At(s.n, 0) if s.n == 1 else s


@broken("show-parse", "1 1", "1")
class Unreadable(Walk):
    def show(self, s):
        return f"{s.n} {s.mover}"

    def parse(self, text):
        if text == "1 1":
            raise ParseError("what?")
        return At(*map(int, text.split()))


@broken("no-parse", "0", note=True)
class ShowsOnly(Walk):
    def show(self, s):
        return str(s.n)


@broken("show-parse", "At(n=1, mover=0)", "1")
class ShowsAnother(Walk):
    """Shows the mover wrongly, so that the default parse reads another state."""

    def show(self, s):
        return f"At(n={s.n}, mover=0)"


@broken("show-parse-action", ONE, "1")
class MisreadAction(Walk):
    def parse_action(self, s, text):
        return 2 if s.n == 1 else int(text)


@broken("show-parse-action", ONE, "1")
class UnreadableAction(Walk):
    def parse_action(self, s, text):
        if s.n == 1:
            raise ParseError(text)
        return int(text)


@broken("duplicate-action-names", ONE, "1")
class Alike(Walk):
    def show_action(self, s, a):
        return "go" if s.n == 1 else str(a)


@broken("information-set", "1/", "1")
class CardTells(Kuhn):
    """Player 0 does not see the first card, but has other actions after a 1."""

    def player(self, s):
        return 0 if len(s.cards) < 2 else len(s.said) % 2

    def probability(self, s, a):
        raise AssertionError

    def actions(self, s):
        return (0, 2) if s.cards == (1,) else (0, 1, 2) if len(s.cards) < 2 else "pb"

    def observe(self, s, p):
        return "nothing" if len(s.cards) == 1 else (s.cards, s.said)


@broken("information-set", "1/", "1")
class OrderTells(CardTells):
    """As above, but only the order of the actions depends on the card."""

    def actions(self, s):
        return (2, 1, 0) if s.cards == (1,) else (0, 1, 2) if len(s.cards) < 2 else "pb"


@broken("information-set", "1/", "1")
class NameTells(CardTells):
    """As above, but only the name of an action depends on the card."""

    def actions(self, s):
        return (0, 1, 2) if len(s.cards) < 2 else "pb"

    def show_action(self, s, a):
        return f"{a}!" if s.cards == (1,) else str(a)


@broken("unhashable-observation", "/")
class ListsSeen(Kuhn):
    def observe(self, s, p):
        return [*s.cards[p : p + 1], s.said]


@broken("viewer", TWO, "2")
class LeaksText(Walk):
    """The observation contains only the player to move, but `show` also shows the number."""

    def observe(self, s, p):
        return s.mover

    def show(self, s, viewer=None):
        return super().show(s)


@broken("action-cells", ONE, "1")
class NumberedCells(Walk):
    def action_cells(self, s, a):
        return (a,) if s.n == 1 else ((0, a),)


@broken("action-cells", ONE, "1")
class CellsOffTheBoard(Walk):
    def action_cells(self, s, a):
        return ((0, -a),) if s.n == 1 else ()


@broken("candidates", ONE, "1")
class OtherCandidates(Walk):
    def candidates(self, s):
        return (3,) if s.n == 1 else (1, 2)


@broken("candidates", ONE, "1")
class NoCandidates(Walk):
    def candidates(self, s):
        return () if s.n == 1 else (1, 2)


@broken("candidates", START)
class LosingCandidates(Walk):
    """From 0, only two steps win."""

    def candidates(self, s):
        return (1,) if s.n == 0 else (1, 2)


@broken("value_bounds", START)
class ExcludedValue(Walk):
    """Both players have choices, so no single play shows that player 0 can win."""

    def value_bounds(self, s):
        return (-1, 0) if s.n == 0 else (-1, 1)


@broken("key", TWO, "2")
class ForgetfulKey(Walk):
    """In 1 and in 2 nobody can end the game at once, but the player to move wins only in 1."""

    def key(self, s):
        return (1 if s.n == 2 else s.n, s.mover)


@broken("noisy", ONE, "1")
class OtherNoise(Walk):
    def noisy(self, s):
        yield 3 if s.n == 1 else 1


@broken("value_bounds", THREE, "1", "2")
class TightValueBounds(Walk):
    """Player 0 can win, but the value bounds exclude a win."""

    def value_bounds(self, s):
        return (-1, 0) if s.n == 3 and s.mover == 0 else (-1, 1)


@broken("value_bounds", ONE, "1")
class OneLimit(Walk):
    def value_bounds(self, s):
        return 1 if s.n == 1 else (-1, 1)


@broken("value_bounds", ONE, "1")
class NanValueBounds(Walk):
    def value_bounds(self, s):
        return (math.nan, math.nan) if s.n == 1 else (-1, 1)


@broken("canonical", START)
class NeverSettles(Walk):
    def canonical(self, s):
        return At(s.n, 1 - s.mover) if s.n == 0 else s


@broken("canonical", ONE, "1")
class OtherMover(Walk):
    def canonical(self, s):
        return At(s.n, 0) if s.n == 1 else s


@broken("canonical", "At(n=5, mover=1)", "1", "2", "2")
class OtherUtility(Walk):
    def canonical(self, s):
        return At(s.n, 0) if s.n == 5 else s


@broken("canonical", "At(n=4, mover=0)", "2", "2")
class OtherEnd(Walk):
    def canonical(self, s):
        return At(5, s.mover) if s.n == 4 else s


@broken("unhashable-key", START)
class ListKey(Walk):
    def key(self, s):
        return list(s)


@broken("key", "At(n=2, mover=0)", "1", "1")
class KeyOfMovers(Walk):
    def key(self, s):
        return 3 if s.n in (2, 3) else s


@broken("key", "At(n=5, mover=1)", "1", "2", "2")
class KeyOfEnds(Walk):
    def key(self, s):
        return "four" if s.n in (4, 5) and s.mover == 1 else s


@broken("key", THREE, "1", "2")
class KeyOfActions(Walk):
    def actions(self, s):
        return (1,) if s.n == 3 and s.mover == 0 else (1, 2)

    def key(self, s):
        return s.mover if s.n < 4 else s


@broken("evaluate", ONE, "1")
class NanEvaluation(Walk):
    def evaluate(self, s, p):
        return math.nan if s.n == 1 else 0


@broken("evaluate", ONE, "1")
class TextEvaluation(Walk):
    def evaluate(self, s, p):
        return "good" if s.n == 1 else 0


@broken("playout_weight", ONE, "1")
class NegativeWeight(Walk):
    def playout_weight(self, s, a):
        return -1 if s.n == 1 else 1


@broken("playout_action", ONE, "1")
class PlaysElsewhere(Walk):
    def playout_action(self, s, random):
        return 17 if s.n == 1 else super().playout_action(s, random)


@broken("order", ONE, "1")
class NoOrder(Walk):
    def order(self, s, a):
        return None if s.n == 1 else 0


@broken("wrong-type", ONE, "1")
class NoAnswer(Walk):
    def is_terminal(self, s):
        return None if s.n == 1 else s.n >= 5


@broken("wrong-type", ONE, "1")
class NoActions(Walk):
    def actions(self, s):
        return None if s.n == 1 else (1, 2)


@broken("wrong-type", ONE, "1")
class NoResult(Walk):
    def result(self, s, a):
        return None if (s.n, a) == (1, 1) else super().result(s, a)


@broken("wrong-type", None)
class NoInitial(Walk):
    def initial(self):
        return None


@broken("wrong-type", START)
class ShowsNumber(Walk):
    def show(self, s):
        return 1 if s.n == 0 else super().show(s)

    def parse(self, text):
        return super().parse(text)


@broken("wrong-type", ONE, "1")
class NumberAction(Walk):
    def show_action(self, s, a):
        return a if s.n == 1 else str(a)

    def parse_action(self, s, text):
        return int(text)


@broken("wrong-type", ONE, "1")
class NumberPicture(Walk):
    def draw(self, s):
        return 7 if s.n == 1 else None


def raises(method, position, *actions, when=lambda *arguments: True):
    """A game in which one method raises; `when` is called with the arguments."""

    def fail(self, *arguments):
        if when(*arguments):
            raise ZeroDivisionError("no such luck")
        return getattr(super(game, self), method)(*arguments)

    game = type(f"Raises{method.title()}", (Coin if method == "probability" else Walk,), {method: fail})
    broken("raises", position, *actions)(game)


raises("initial", None)
raises("infinite_play", None)
for name in (
    "player",
    "actions",
    "is_terminal",
    "show",
    "key",
    "canonical",
    "value_bounds",
    "candidates",
    "noisy",
    "draw",
):
    raises(name, ONE, "1", when=lambda s: s.n == 1)
for name in (
    "result",
    "observe",
    "evaluate",
    "order",
    "playout_weight",
    "playout_action",
    "show_action",
    "parse_action",
):
    raises(name, ONE, "1", when=lambda s, x: s.n == 1)
raises("parse", ONE, "1", when=lambda text: text == ONE)
raises("utility", "At(n=5, mover=1)", "1", "2", "2", when=lambda s, p: True)
raises("probability", TWO, "2", when=lambda s, a: True)


@broken("repetition", START, note=True)
class Round(Ring):
    pass


@broken("evaluation-bounds", ONE, "1", note=True)
class Enthusiast(Walk):
    def evaluate(self, s, p):
        return 7 if s.n == 1 else 0


@broken("no-parse", "{1}", "1", note=True)
class NoText(Game):
    """States that the default can show but not read, after the first."""

    def initial(self):
        return ""

    def player(self, s):
        return 0

    def actions(self, s):
        return (1, 2)

    def result(self, s, a):
        return Odd({a})

    def is_terminal(self, s):
        return s != ""

    def utility(self, s, p):
        return 0


class Odd(frozenset):
    def __repr__(self):
        return str(set(self))


@broken("no-chance", None, note=True)
class NeverChance(Walk):
    def probability(self, s, a):
        return 0.5


@broken("whose-turn", ONE, "1", note=True)
class Blind(Walk):
    def observe(self, s, p):
        return "start" if s.n < 2 and p == 1 else s


@broken("imperfect-recall", "(1, 2)", "2", note=True)
class ForgetsItsMoves(Game):
    """One player takes 1 or 2 twice, and sees only how often it has moved."""

    players = 1

    def initial(self):
        return (0, 0)

    def player(self, s):
        return 0

    def actions(self, s):
        return (1, 2)

    def result(self, s, a):
        return (s[0] + 1, s[1] + a)

    def is_terminal(self, s):
        return s[0] == 2

    def utility(self, s, p):
        return s[1]

    def observe(self, s, p):
        return s[0]


@pytest.mark.parametrize(("game", "rule", "position", "actions", "note"), BROKEN)
def test_a_broken_rule_is_reported_alone_where_it_is_first_broken(game, rule, position, actions, note):
    report = check(game())
    found = report.notes if note else report.failures
    assert [finding.rule for finding in found] == [rule]
    assert found[0].actions == actions
    assert found[0].plies == len(actions)
    if position is not None:
        assert found[0].position == position
    assert report.ok == note


# Plays.


class Long(Walk):
    def is_terminal(self, s):
        return s.n >= 100


class Forever(Walk):
    def is_terminal(self, s):
        return False


class Slow(Long):
    def player(self, s):
        time.sleep(0.01)
        return s.mover


class Wide(Long):
    """More actions than the check tries in one state."""

    def actions(self, s):
        return range(1, 1001) if s.n == 0 else (1, 2)


def rules_noted(report):
    return {note.rule for note in report.notes}


def test_long_plays_are_cut_off_and_that_is_noted():
    report = check(Long(), plays=7, plies=20)
    assert rules_noted(report) == {"cut-off", "no-end"}
    assert next(n for n in report.notes if n.rule == "cut-off").message.startswith("7 of 7 plays")
    assert rules_noted(check(Long(), plays=7, plies=100)) == set()


def test_no_position_beyond_the_plies_is_inspected():
    assert check(Walk(), plies=1).states == 3  # At(0, 0), At(1, 1), At(2, 1)


def test_a_game_without_end_is_noted():
    assert rules_noted(check(Forever(), plays=2, plies=50)) == {"cut-off", "no-end"}


def test_time_runs_out():
    report = check(Slow(), seconds=0.2)
    assert "out-of-time" in rules_noted(report)
    assert report.plays < 200


def test_plays_are_counted():
    report = check(Walk(), plays=3)
    assert report.plays == 3
    assert report.states == 12  # 0 to 4 and both ends, for one mover or both
    assert check(Walk(), plays=0).plays == 0


class DeepFailure(Long):
    """Broken far from the start, where only random plays reach."""

    def actions(self, s):
        return range(1, 4)

    def result(self, s, a):
        return At(7 * s.n + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.n > 7**9

    def evaluate(self, s, p):
        return math.nan if s.n > 7**7 else 0


def test_random_plays_find_distant_failures():
    assert check(DeepFailure(), plays=0).ok
    (finding,) = check(DeepFailure(), plays=5).failures
    assert finding.rule == "evaluate"
    assert finding.plies == len(finding.actions) == 8


def test_the_nearest_positions_are_inspected_without_plays():
    (finding,) = check(TightValueBounds(), plays=0).failures
    assert finding.rule == "value_bounds"


def test_the_actions_lead_to_the_position():
    (finding,) = check(DeepFailure()).failures
    game = DeepFailure()
    s = game.initial()
    for name in finding.actions:
        s = game.result(s, game.parse_action(s, name))
    assert game.show(s) == finding.position


class OneIn(DeepFailure):
    def evaluate(self, s, p):
        return math.nan if s.n % 5 == 1 and s.n > 7**5 else 0


@pytest.mark.parametrize("game", [Walk, Kuhn, Ring, OneIn, DeepFailure, Wide])
def test_same_seed_same_report(game):
    def facts(seed):
        data = check(game(), plays=20, seed=seed).to_json()
        return {name: data[name] for name in data if name != "seconds"}

    assert facts(3) == facts(3)


def test_another_seed_plays_other_games():
    assert len({check(DeepFailure(), plays=1, seed=seed).failures[0].actions for seed in range(5)}) > 1


def test_one_finding_per_rule():
    found = check(OneIn()).failures
    assert len(found) == 1


def test_several_rules_are_all_reported_the_smallest_first():
    class Several(Walk):
        def utility(self, s, p):
            return 5

        def evaluate(self, s, p):
            return math.nan if s.n == 1 else 0

    assert [f.rule for f in check(Several()).failures] == ["evaluate", "utility-bounds", "utility-sum"]


def test_a_failure_in_one_action_does_not_hide_the_others():
    class Half(Walk):
        def result(self, s, a):
            if a == 1:
                raise ValueError(a)
            return super().result(s, a)

        def evaluate(self, s, p):
            return math.nan if s.n == 2 else 0

    assert {f.rule for f in check(Half()).failures} == {"raises", "evaluate"}


# Hostile games: nothing they do ends the check.


class Thing:
    """A state all of whose special methods fail."""

    def __init__(self, failing):
        self.failing = failing

    def _fail(self, name, answer):
        if name in self.failing:
            raise ValueError(name)
        return answer

    def __hash__(self):
        return self._fail("hash", 1)

    def __eq__(self, other):
        return self._fail("eq", self is other)

    def __repr__(self):
        return self._fail("repr", "Thing")

    def __deepcopy__(self, memo):
        return self._fail("copy", self)


class Things(Game):
    def __init__(self, failing):
        self.things = [Thing(failing), Thing(failing), Thing(failing)]

    def initial(self):
        return self.things[0]

    def player(self, s):
        return 0

    def actions(self, s):
        return (1, 2)

    def result(self, s, a):
        return self.things[a]

    def is_terminal(self, s):
        return s is not self.things[0]

    def utility(self, s, p):
        return 0


@pytest.mark.parametrize(
    "failing", [c for n in range(5) for c in itertools.combinations(("hash", "eq", "repr", "copy"), n)]
)
def test_states_that_fail_are_survived(failing):
    report = check(Things(failing))
    assert str(report)
    assert json.dumps(report.to_json())
    assert report.ok == ({"hash", "eq", "repr"}.isdisjoint(failing))


ODD = [
    None,
    "x",
    math.nan,
    -7,
    [],
    {},
    object(),
    NotImplemented,
    np.zeros(3),
    10**400,
    1j,
    lambda: 0,
    (),
    ((),),
    Thing(("hash", "eq", "repr", "copy")),
]
METHODS = [
    "initial",
    "player",
    "actions",
    "result",
    "is_terminal",
    "utility",
    "probability",
    "observe",
    "infinite_play",
    "evaluate",
    "order",
    "noisy",
    "candidates",
    "value_bounds",
    "key",
    "canonical",
    "show",
    "parse",
    "show_action",
    "parse_action",
    "draw",
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_odd_answers_are_survived(method, odd):
    game = type("Odd", (Coin,), {method: lambda self, *arguments: odd})()
    report = check(game, plays=10, plies=20)
    assert str(report)
    assert json.dumps(report.to_json())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("error", [RuleError, ParseError, RecursionError, SystemExit, MemoryError, StopIteration])
def test_odd_errors_are_survived(method, error):
    def fail(self, *arguments):
        raise error("on purpose")

    report = check(type("Odd", (Coin,), {method: fail})(), plays=10)
    assert not report.ok


@pytest.mark.parametrize("name", ["players", "total", "bounds", "zero_sum"])
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_odd_declarations_are_survived(name, odd):
    assert str(check(type("Odd", (Walk,), {name: odd})(), plays=10))


def test_a_declaration_that_raises_is_survived():
    class Odd(Walk):
        @property
        def bounds(self):
            raise ValueError("no bounds")

    (finding,) = check(Odd()).failures
    assert finding.rule == "raises"


def test_an_error_without_a_message_is_survived():
    class Mute(Exception):
        def __str__(self):
            raise ValueError

    class Odd(Walk):
        def player(self, s):
            raise Mute

    assert [f.rule for f in check(Odd()).failures] == ["raises"]


def test_random_rules_are_survived():
    dice = random.Random(1)

    class Dice(Walk):
        def actions(self, s):
            return dice.sample(range(1, 9), dice.randrange(9))

    assert "nondeterministic" in {f.rule for f in check(Dice(), plays=20).failures}


def test_a_keyboard_interrupt_is_not_caught():
    class Stopped(Walk):
        def player(self, s):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(Stopped())


def test_an_infinite_generator_is_read_only_up_to_the_maximum(monkeypatch):
    read = []
    monkeypatch.setattr(inspection, "MOST", 10)

    class Counts(Walk):
        def actions(self, s):
            for n in itertools.count(1):
                read.append(n)
                yield n

    (finding,) = check(Counts()).failures
    assert finding.rule == "endless-actions"
    assert max(read) == 11


# The report.


def test_a_method_that_raises_is_named_with_its_line():
    class Raises(Walk):
        def result(self, s, a):
            return At(s.n + a, 1 - s.mover) if s.n != 1 else 1 // 0

    (finding,) = check(Raises()).failures
    assert "Raises.result raised ZeroDivisionError" in finding.message
    assert "with action 1" in finding.message
    assert "test_soundness.py, line " in finding.message


def test_messages_say_what_is_wrong():
    for game, words in (
        (ResultInPlace, "result changes the state"),
        (Fickle, "actions gives [1, 2], but when called again [2, 1]"),
        (NoEquality, "the class Bare has no __eq__"),
        (Repeats, "the action 2 is given twice"),
        (OtherMover, "where another player moves"),
        (LoadedCoin, "add up to 0.8, not to 1"),
        (OutOfBounds, "the utility of player 0 is 2, outside the bounds -1 to 1"),
        (BothWin, "the utilities add up to 2, not to 0"),
        (CardTells, "player 0 cannot tell this from '0/', but 1 is an action only there"),
        (TightValueBounds, "value_bounds gives -1 to 0, but play that ends in 'At(n=5, mover=1)'"),
        (KeyOfActions, "the number of actions gives 1, and 2 in 'At(n=0, mover=0)'"),
    ):
        (finding,) = check(game()).failures
        assert words in finding.message


def test_the_report_as_text():
    finding = Finding("dead-end", "there is no way", "a\nb", ("left", "right"), 2)
    start = Finding("player", "who?", "a", (), 0)
    whole = Finding("no-end", "it never ends", None, (), 0)
    report = Report(Walk(), (finding, start), (whole,), 5, 6, 0.25)
    assert str(report) == (
        "walk: 2 rules broken, in 5 plays and 6 states (0.2 s)\n\n"
        "failure: dead-end: there is no way\n  position:\n    a\n    b\n  reached by: left, right\n\n"
        "failure: player: who?\n  position: a\n  reached by: it is the initial state\n\n"
        "note: no-end: it never ends"
    )
    assert str(Report(Walk(), (), (), 5, 6, 0.25)) == "walk: sound, in 5 plays and 6 states (0.2 s)"
    long = Finding("player", "who?", "a", tuple(map(str, range(100))), 100)
    assert "11, … (76 more) …, 88" in str(long)


def test_the_report_as_data():
    data = check(DeadEnd()).to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["game"] == "deadend"
    assert data["ok"] is False
    assert data["failures"] == [
        {
            "rule": "dead-end",
            "message": "there are no actions in a state that is not terminal",
            "position": THREE,
            "actions": ["1", "2"],
            "plies": 2,
        }
    ]
    assert data["notes"] == []
    assert set(data) == {"game", "ok", "failures", "notes", "plays", "states", "seconds"}


@pytest.mark.parametrize("limit", [{"plays": -1}, {"plies": 0}, {"seconds": -1}, {"seconds": math.nan}])
def test_invalid_limits(limit):
    with pytest.raises(LimitError, match=next(iter(limit))):
        check(Walk(), **limit)


def test_states_with_many_actions_are_checked_quickly():
    started = time.process_time()
    assert check(Wide(), plays=5).ok
    assert time.process_time() - started < 5


@pytest.mark.parametrize("names", [("A",), ("A", "A"), ("A", ""), ["A", "B"], "AB", None, ("A", 2)], ids=repr)
def test_player_names_that_are_not_one_for_each_player(names):
    class Misnamed(Walk):
        player_names = names

    assert [failure.rule for failure in check(Misnamed(), plays=0).failures] == ["player-names"]


@pytest.mark.parametrize("title", ["", " ", None, 5])
def test_invalid_titles(title):
    class Untitled(Walk):
        pass

    Untitled.title = title
    assert [failure.rule for failure in check(Untitled(), plays=0).failures] == ["declared"]
