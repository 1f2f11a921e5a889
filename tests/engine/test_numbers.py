"""Numbers that floats cannot represent, and reversed bounds: the engine is exact, or raises an error."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from zermelo import Game, RuleError, analyse, check, solve
from zermelo.core.errors import InexactError
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing, proving
from zermelo.engine.engine import Engine

speeds = pytest.mark.parametrize("plain", [True, False], ids=["plain", "native"])


class Place(NamedTuple):
    node: int


class Circle(Game):
    """Play alternates between 0 and 1 without end, unless MIN ends it from 1."""

    def __init__(self, forever: float = 0.0) -> None:
        self.forever = forever

    def initial(self) -> Place:
        return Place(0)

    def player(self, s: Place) -> int:
        return s.node

    def actions(self, s: Place) -> Any:
        for a in range(s.node + 1):
            yield a

    def result(self, s: Place, a: int) -> Place:
        return Place(2) if a == 1 else Place(1 - s.node)

    def is_terminal(self, s: Place) -> bool:
        return s.node == 2

    def utility(self, s: Place, p: int) -> float:
        return 1.0 if p == 0 else self.total - 1.0

    def infinite_play(self, p: int) -> float:
        return self.forever if p == 0 else self.total - self.forever


class SharedCircle(Circle):
    total = 0.1


@speeds
@pytest.mark.parametrize("kind", [Circle, SharedCircle])
@pytest.mark.parametrize("forever", [0.01, 0.3, -0.7])
def test_infinite_play_has_the_value_that_the_game_declares(kind, forever, plain):
    game = kind(forever)
    found = proving.solve(Engine(game, plain=plain), game.initial(), Limits())
    assert (found.value, found.proved) == (forever, True)
    seen = analysing.analyse(Engine(game, plain=plain), game.initial(), Limits(depth=8))
    assert (seen.value, seen.proved) == (forever, True)


def test_infinite_play_that_is_not_a_number_is_refused():
    with pytest.raises(RuleError, match=r"Circle.infinite_play gave nan"):
        Engine(Circle(float("nan")))


class Pick(Game):
    """MAX takes one of the prizes."""

    def __init__(self, *prizes: Any) -> None:
        self.prizes = prizes

    def initial(self) -> Place:
        return Place(-1)

    def player(self, s: Place) -> int:
        return 0

    def actions(self, s: Place) -> Any:
        for a in range(len(self.prizes)):
            yield a

    def result(self, s: Place, a: int) -> Place:
        return Place(a)

    def is_terminal(self, s: Place) -> bool:
        return s.node >= 0

    def utility(self, s: Place, p: int) -> Any:
        return self.prizes[s.node] if p == 0 else -self.prizes[s.node]


class Reversed(Pick):
    bounds = (1, -1)


class ReversedValueBounds(Pick):
    def value_bounds(self, s: Place) -> tuple[float, float]:
        return 1, -1


class ReversedBelow(Pick):
    """Two plies deep, so that the kernel reads the reversed value bounds."""

    def result(self, s: Place, a: int) -> Place:
        return Place(a if s.node == -2 else -2)

    def value_bounds(self, s: Place) -> tuple[float, float]:
        return (1, -1) if s.node == -2 else (-1, 1)


@pytest.mark.parametrize("ask", [analyse, solve, lambda game: analyse(game, algorithm="alphabeta")])
def test_reversed_bounds_are_refused(ask):
    with pytest.raises(RuleError, match=r"Reversed.bounds is \(1, -1\)"):
        ask(Reversed(-1, 1))


@speeds
@pytest.mark.parametrize("kind", [ReversedValueBounds, ReversedBelow])
def test_reversed_value_bounds_are_refused(kind, plain):
    with pytest.raises(RuleError, match=r"value_bounds returned \(1(\.0)?, -1(\.0)?\) in"):
        proving.solve(Engine(kind(-1, 1), plain=plain), Place(-1), Limits())


NOT_FLOATS = [2**60 + 1, 2**53 + 1, -(2**53) - 1, 2**63 - 1, Fraction(1, 3), Decimal("0.1"), 10**400]


@pytest.mark.parametrize("prize", NOT_FLOATS)
def test_a_utility_that_no_float_equals_is_refused_by_the_engine(prize):
    game = Pick(0, prize)
    with pytest.raises(InexactError, match=r"Pick.utility gave .*no float equals it"):
        proving.solve(Engine(game, plain=True), game.initial(), Limits())


@pytest.mark.parametrize("prize", NOT_FLOATS)
def test_proof_number_search_refuses_it_too(prize):
    with pytest.raises(InexactError, match=r"Pick.utility gave .*no float equals it"):
        solve(Pick(0, prize), method="pn", plain=True)


@pytest.mark.parametrize("prize", NOT_FLOATS)
def test_a_utility_that_no_float_equals_is_sound_and_exact_elsewhere(prize):
    game = Pick(0, prize)
    assert check(game).ok
    assert solve(game, method="states", plain=True).value == max(0, prize)
    for method in ("minimax", "alphabeta", "maxn"):
        assert analyse(game, method=method).value == max(0, prize)


class Prizes(NamedTuple):
    node: int
    prize: int
    less: int


class Large(Pick):
    """The prizes are 64-bit integers in the state, so that one compilation serves all of them."""

    def initial(self) -> Prizes:
        return Prizes(-1, 0, 0)

    def actions(self, s: Prizes) -> Any:
        for a in range(2):
            yield a

    def result(self, s: Prizes, a: int) -> Prizes:
        return Prizes(a, s.prize, s.less)

    def utility(self, s: Prizes, p: int) -> int:
        prize = s.prize - s.node * s.less
        return prize if p == 0 else -prize


@pytest.mark.thorough
@pytest.mark.parametrize(("prize", "less"), [(2**60 + 1, 1), (2**53 + 1, 0), (-(2**53) - 1, 0), (2**63 - 1, 0)])
def test_machine_code_does_not_round_a_utility(prize, less):
    engine = Engine(Large())
    engine.compile()
    assert engine.speed == "native"
    with pytest.raises(InexactError, match=rf"Large.utility gave {prize}"):
        proving.solve(engine, Prizes(-1, prize, less), Limits())


@pytest.mark.thorough
@speeds
@pytest.mark.parametrize("prize", [2**53, 2**60, -(2**62), -(2**63) + 1024])
def test_a_large_utility_that_is_a_float_is_exact(prize, plain):
    engine = Engine(Large(), plain=plain)
    engine.compile()
    assert proving.solve(engine, Prizes(-1, prize, 0), Limits()).value == prize


@pytest.mark.parametrize(
    "prizes", [(2**60, 2**60 + 1), (Fraction(1, 3), Fraction(1, 2)), (Decimal("0.1"), Decimal("0.2"))]
)
def test_other_methods_answer_if_the_engine_refuses(prizes):
    game = Pick(*prizes)
    assert solve(game).value == analyse(game).value == prizes[1]
    assert solve(game).proved
    assert analyse(game).proved


@pytest.mark.parametrize("number", [Decimal, np.array, np.float32, np.int64])
def test_any_number_type_that_converts_exactly_to_float_is_accepted(number):
    game = Pick(number(0), number(2), number(1))
    found = proving.solve(Engine(game, plain=True), game.initial(), Limits())
    assert (found.value, found.actions) == (2, (1,))


def test_check_notes_a_utility_that_would_be_rounded():
    notes = check(Pick(0, 2**60 + 1)).notes
    assert any("1152921504606846977" in note.message and "no float equals" in note.message for note in notes)


class Bounded(Pick):
    """The same, with all knowledge that the check compares with values."""

    def key(self, s: Place) -> int:
        return s.node

    def candidates(self, s: Place) -> Any:
        return self.actions(s)

    def value_bounds(self, s: Place) -> tuple[Any, Any]:
        prize = self.utility(Place(1), 0)
        return min(0, prize), max(0, prize)


@pytest.mark.parametrize("prize", [*NOT_FLOATS, -(10**400)])
def test_knowledge_is_compared_with_values_of_any_size(prize):
    assert check(Bounded(0, prize)).ok
