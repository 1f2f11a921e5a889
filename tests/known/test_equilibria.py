"""Published values of games with hidden information, by the command line's own path."""

from __future__ import annotations

from fractions import Fraction

import pytest

import zermelo


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn", -1 / 18),
        ("leduc", -0.085606424078),
        ("liarsdice:sides=3", 1 / 9),
        ("liarsdice:sides=4", 1 / 16),
        ("rps", 0),
        ("matrix:1,-1;-1,1", 0),
        ("morra", -1 / 12),
    ],
)
def test_the_value_by_the_linear_program(name: str, value: float) -> None:
    solution = zermelo.solve(name)
    assert solution.proved
    assert solution.method == "lp"
    assert solution.value == pytest.approx(value, abs=1e-9)
    assert solution.exploitability == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "value"), [(5, Fraction(8, 1000)), (6, Fraction(-7, 258))])
def test_liars_dice_with_more_sides(sides: int, value: Fraction) -> None:
    solution = zermelo.solve(f"liarsdice:sides={sides}", method="lp")
    assert solution.value == pytest.approx(float(value), abs=1e-9)
    assert solution.exploitability == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        ("rps", {"rock": 1 / 3, "paper": 1 / 3, "scissors": 1 / 3}),
        ("matrix:1,-1;-1,1", {"row1": 1 / 2, "row2": 1 / 2}),
        ("morra", {"one": 7 / 12, "two": 5 / 12}),
    ],
)
def test_the_mixed_strategies_of_small_tables(name: str, strategy: dict[str, float]) -> None:
    policy = zermelo.solve(name).to_json()["policy"]
    assert policy["0: - -"] == pytest.approx(strategy)
    assert list(policy["1: - -"].values()) == pytest.approx(list(strategy.values()))


def test_cfr_plus_on_kuhn_has_the_value_to_a_millionth() -> None:
    solution = zermelo.solve("kuhn", method="cfr+", iterations=20_000)
    assert solution.value == pytest.approx(-1 / 18, abs=1e-6)
    assert solution.bounds is not None
    assert solution.bounds[0] <= -1 / 18 <= solution.bounds[1]


@pytest.mark.parametrize(("name", "nash_conv"), [("kuhn", 11 / 12), ("leduc", 4.7472222)])
def test_uniform_play_is_exploited(name: str, nash_conv: float) -> None:
    figures = zermelo.exploit(name, "uniform")
    assert figures.nash_conv == pytest.approx(nash_conv, abs=1e-7)
    assert figures.exploitability == pytest.approx(nash_conv / 2, abs=1e-7)
