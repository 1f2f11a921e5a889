"""Answers as plain data and as text: fields that the method does not fill in are left out."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from math import inf

import pytest

import zermelo
from zermelo.core.results import Analysis, Line
from zermelo.core.values import show_value
from zermelo.draw.answer_tables import answer_rows

RARE = {"error", "bounds", "visits", "strategy", "worlds", "source"}


def answer(**found):
    game = zermelo.load("tictactoe")
    costs = {"nodes": 9, "seconds": 0.5, "depth": 2, "proved": False}
    return Analysis(
        game=game,
        state=game.initial(),
        method="mine",
        value=0.25,
        values=(0.25, -0.25),
        action=4,
        line=(4, 0),
        **costs,
        **found,
    )


FULL = {
    "error": 0.01,
    "bounds": (0, inf),
    "visits": 1200,
    "strategy": ((4, 0.75), (0, 0.25)),
    "worlds": 40,
    "source": "table",
}


def test_json_has_the_fields_that_are_known():
    data = json.loads(json.dumps(answer(**FULL).to_json(), allow_nan=False))
    assert data["strategy"] == [{"action": "b2", "probability": 0.75}, {"action": "a1", "probability": 0.25}]
    assert data["bounds"] == [0, None]
    assert (data["error"], data["visits"], data["worlds"], data["source"]) == (0.01, 1200, 40, "table")
    assert data["method"] == "mine"


def test_json_leaves_out_unknown_fields():
    assert not RARE & set(answer().to_json())


def test_a_visit_count_of_zero_is_known():
    assert answer(visits=0).to_json()["visits"] == 0


def test_a_line_has_its_own_visits_error_bounds_and_probability():
    known = Line(values=(0, 0), proved=False, actions=(4,), bounds=(-1, 0), visits=7, error=0.5, probability=0.2)
    bare = Line(values=(0, 0), proved=False, actions=(0,))
    first, second = answer(lines=(known, bare)).to_json()["lines"]
    assert {name: first[name] for name in ("bounds", "visits", "error", "probability")} == {
        "bounds": [-1, 0],
        "visits": 7,
        "error": 0.5,
        "probability": 0.2,
    }
    assert set(second) == {"value", "line", "proved", "distance"}


def test_the_text_has_the_same_facts():
    rows = dict(answer_rows(answer(**FULL)))
    assert rows["strategy"] == f"b2  0.750  {'█' * 18}"
    assert rows[""] == f"a1  0.250  {'█' * 6}"
    assert (rows["bounds"], rows["visits"], rows["worlds"], rows["source"]) == ("0 to +∞", "1,200", "40", "table")
    assert not {"bounds", "visits", "strategy", "worlds", "source"} & set(dict(answer_rows(answer())))


@pytest.mark.parametrize("method", ["engine", "minimax", "alphabeta"])
def test_the_method_of_an_answer_is_a_name_that_can_be_asked_for(method):
    found = zermelo.analyse("tictactoe", "XO./.../...", method=method, depth=2)
    assert found.method == method
    assert zermelo.analyse("tictactoe", "XO./.../...", method=found.method, depth=2).value == found.value


@pytest.mark.parametrize(
    ("game", "method"),
    [("nim:piles=1,2", "states"), ("pig:goal=2", "states"), ("nim:piles=1,2", "engine"), ("nim:piles=1,2", "pn")],
)
def test_a_solution_that_is_pickled_still_knows_every_state(game, method):
    solution = zermelo.solve(game, method=method, plain=True)
    copied = pickle.loads(pickle.dumps(solution))
    assert (copied.value, copied.actions) == (solution.value, solution.actions)
    after = solution.game.result(solution.state, solution.action)
    assert copied.value_of(after) == solution.value_of(after) is not None
    assert copied.policy(after) == solution.policy(after)


def test_json_and_text_have_a_value_that_exceeds_every_float():
    found = replace(answer(), value=10**400, values=(10**400, -(10**400)))
    assert json.loads(json.dumps(found.to_json()))["values"] == [10**400, -(10**400)]
    assert (show_value(10**400), show_value(-(10**400))) == ("1.000e+400", "-1.000e+400")
