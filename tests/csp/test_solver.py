"""The fast search agrees with brute force, and with itself at the other speed."""

import pytest
from hypothesis import given

from csp_helpers import Listed, as_set, brute_force, problems
from property_helpers import examples
from zermelo.core.errors import LimitError
from zermelo.core.limits import Budget, Limits
from zermelo.csp import encoding
from zermelo.csp.constraints import all_different, differ, linear, satisfies
from zermelo.csp.model import modelled
from zermelo.csp.search import FastSearch, load_native
from zermelo.csp.solver import solve


@examples(200)
@given(problems())
def test_all_solutions_are_those_of_brute_force(problem):
    expected = brute_force(problem)
    answer = solve(problem, solutions="all", plain=True)
    assert len(answer.solutions) == answer.count == len(expected)
    assert as_set(answer.solutions) == as_set(expected)
    assert answer.proved
    one = solve(problem, plain=True)
    assert one.proved
    assert bool(one.solutions) == bool(expected)
    assert as_set(one.solutions) <= as_set(expected)


@examples(100)
@given(problems())
def test_the_count_is_that_of_brute_force_by_elimination_and_by_search(problem):
    expected = len(brute_force(problem))
    assert solve(problem, solutions="count", plain=True).count == expected
    search = FastSearch(modelled(problem), buffer=0, plain=True)
    list(search.found(Budget(Limits())))
    assert search.memory.solutions == expected


@examples(60)
@given(problems())
def test_the_core_of_a_problem_without_solution_has_none_and_needs_each_constraint(problem):
    if brute_force(problem):
        return
    core = list(solve(problem, plain=True).core)
    assert not brute_force(Listed(problem._domains, core))
    for left_out in range(len(core)):
        assert brute_force(Listed(problem._domains, core[:left_out] + core[left_out + 1 :]))


@pytest.mark.thorough
@examples(40)
@given(problems())
def test_both_speeds_do_the_same_steps(problem):
    load_native()
    counts = []
    for plain in (True, False):
        search = FastSearch(modelled(problem), buffer=3, plain=plain)
        found = list(search.found(Budget(Limits())))
        assert search.speed == ("plain" if plain else "native")
        counts.append((found, {f.name: getattr(search.memory, f.name) for f in search.memory.fields if f.row is None}))
    assert counts[0] == counts[1]


@pytest.mark.thorough
def test_a_search_goes_on_as_machine_code_in_the_same_memory():
    rows = range(8)
    queens = Listed(
        dict.fromkeys(rows, rows),
        [all_different(*rows, offsets=[k * i for i in rows]) for k in (-1, 0, 1)],
    )
    search = FastSearch(modelled(queens), buffer=1, plain=True)
    found = search.found(Budget(Limits()))
    first = [next(found) for _ in range(30)]
    search.go_native()
    assert len(as_set([*first, *found])) == 92


def test_domains_wider_than_a_word():
    wide = range(0, 300, 2)
    problem = Listed(
        {"a": wide, "b": wide, "c": range(150)},
        [linear({"a": 1, "b": 1}, "=", 10), differ("a", "b"), linear({"c": 2, "a": -1, "b": 1}, "=", 250)],
    )
    found = as_set(solve(problem, solutions="all", plain=True).solutions)
    assert found == as_set(
        {"a": a, "b": 10 - a, "c": (250 + a - 10 + a) // 2} for a in range(0, 11, 2) if a != 5 and a < 300
    )


def test_a_predicate_on_too_many_tuples_is_checked_late(monkeypatch):
    monkeypatch.setattr(encoding, "MOST_TUPLES", 10)
    problem = Listed(dict.fromkeys("abc", range(4)), [satisfies("abc", lambda a, b, c: a + b == c, "adds")])
    answer = solve(problem, solutions="all", plain=True)
    assert as_set(answer.solutions) == as_set(brute_force(problem))
    assert any("adds" in note for note in answer.notes)


def test_counting_goes_beyond_what_can_be_listed():
    chain = Listed(dict.fromkeys(range(200), "rgb"), [differ(i, i + 1) for i in range(199)])
    assert solve(chain, solutions="count").count == 3 * 2**199


def test_time_is_kept():
    rows = range(40)
    crowded = Listed(dict.fromkeys(rows, range(39)), [differ(i, j) for i in rows for j in range(i)])
    answer = solve(crowded, seconds=0.2, plain=True)
    assert not answer.proved
    assert answer.solutions == []
    assert answer.notes == ["stopped before the end"]


@pytest.mark.parametrize("bad", [0, -1, "some", "1.5"])
def test_a_bad_number_of_solutions_is_refused(bad):
    with pytest.raises(LimitError, match="from 1, 'all' or 'count'"):
        solve(Listed({"a": (1,)}, []), solutions=bad)
