"""Opponents who err: their texts and their rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from zermelo import Tree
from zermelo.core.errors import ParseError
from zermelo.core.opponents import DEPTH, KINDS, LEVEL, RANDOM, TEMPERATURE, Level, Rule, Searcher, opponent, set_odds

GAINS = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=6)


def odds_of(kind: int, number: float, gains: list[float], *, shared: bool) -> list[float]:
    """The odds, computed in the middle of longer rows; nothing else in these may be read or written."""
    odds = [-1.0] * (len(gains) + 2)
    set_odds(Rule(kind, number, 0.0, shared), [9.0, *gains, 9.0], odds, 1, len(gains) + 1)
    assert odds[0] == odds[-1] == -1.0
    return odds[1:-1]


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_a_kind_is_its_text(kind):
    made = opponent(kind.example)
    assert type(made) is kind
    assert kind.example in (kind.name, f"{kind.name}={made.number:g}")


@pytest.mark.parametrize("text", ["", "level", "level=x", "random=1", "perfect=1", "policy=1", "0.7"])
def test_other_texts_are_quoted_and_refused(text):
    with pytest.raises(ParseError, match=r"level=0\.7, random, temperature=0\.5, depth=2 or perfect") as refusal:
        opponent(text)
    assert f"{text!r}" in str(refusal.value) or f'"{text}"' in str(refusal.value)


@given(GAINS, st.fractions(0, 1, max_denominator=10))
def test_a_level_is_shared_exactly(gains, level):
    best = max(gains)
    good, bad = gains.count(best), len(gains) - gains.count(best)
    expected = [Fraction(1, good) if not bad else level / good if gain == best else (1 - level) / bad for gain in gains]
    assert odds_of(LEVEL, float(level), gains, shared=True) == pytest.approx([float(p) for p in expected])


@given(GAINS, st.sampled_from([(RANDOM, 0.0), (LEVEL, 0.3), (LEVEL, 1.0), (TEMPERATURE, 0.5), (DEPTH, 2.0)]))
def test_odds_add_up_to_one_and_the_mean_does_not_depend_on_how_ties_are_shared(gains, rule):
    shared, unshared = (odds_of(*rule, gains, shared=shared) for shared in (True, False))
    assert sum(shared) == pytest.approx(1)
    assert sum(unshared) == pytest.approx(1)
    means = [sum(p * gain for p, gain in zip(odds, gains, strict=True)) for odds in (shared, unshared)]
    assert means[0] == pytest.approx(means[1])


def test_level_1_loses_no_digit_and_a_searcher_takes_the_first_of_the_best():
    game, gains = Tree("(1 2 3)"), [0.1, 0.1, 0.1]
    assert Level(1).mean(game, None, [0, 1, 2], gains, gains) == 0.1
    assert Searcher(2).odds(game, None, [0, 1, 2, 3], [1.0, 2.0, 2.0, 0.0]) == [0.0, 1.0, 0.0, 0.0]
