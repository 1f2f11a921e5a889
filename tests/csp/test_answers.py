"""Published answers: what the problems that come with Zermelo have to give."""

import random
from math import comb

import pytest

from csp_helpers import Listed, as_set
from zermelo import csp
from zermelo.csp.constraints import satisfies, table
from zermelo.csp.model import modelled
from zermelo.csp.problems import names
from zermelo.csp.problems.minesweeper import Minesweeper
from zermelo.csp.queens_search import permutation_search


def count(text):
    answer = csp.solve(csp.load(text), solutions="count")
    assert answer.proved
    return answer.count


def test_australia():
    assert count("australia") == 18
    assert len(csp.solve(csp.load("australia"), solutions="all").solutions) == 18
    none = csp.solve(csp.load("australia:colours=2"))
    assert none.has_none
    assert len(none.core) == 3  # a triangle of neighbours
    assert ["T"] in modelled(csp.load("australia")).components


@pytest.mark.parametrize("algorithm", ["backtracking", "forward", "mac", "ac3", "cutset", "components", "fast"])
def test_every_complete_algorithm_finds_the_18_maps(algorithm):
    answer = csp.run("australia", algorithm, solutions="all")
    assert len(as_set(answer.solutions)) == len(answer.solutions) == 18
    assert csp.run("australia:colours=2", algorithm).has_none


def test_the_states_of_the_usa():
    model = modelled(csp.load("usa"))
    assert (len(model.variables), len(model.constraints)) == (48, 105)
    assert len(set(map(frozenset, (c.scope for c in model.constraints)))) == 105
    assert csp.solve(model).solution is not None
    assert csp.solve(csp.load("usa:colours=3")).has_none


@pytest.mark.thorough
@pytest.mark.parametrize(("n", "expected"), list(zip(range(4, 10), (2, 10, 4, 40, 92, 352), strict=True)))
def test_queens(n, expected):
    assert count(f"queens:n={n}") == expected


@pytest.mark.slow
@pytest.mark.parametrize(("n", "expected"), [(10, 724), (11, 2_680), (12, 14_200)])
def test_more_queens(n, expected):
    assert count(f"queens:n={n}") == expected


def test_send_more_money():
    answer = csp.solve(csp.load("send+more=money"), solutions="all")
    assert answer.count == 1
    assert csp.load("SEND + MORE = MONEY").show(answer.solution).endswith("9567 + 1085 = 10652")
    for algorithm in ("forward", "mac"):
        assert csp.run("send+more=money", algorithm, order="mrv").solution == answer.solution


def test_cryptarithms_with_differences_and_single_letters():
    assert csp.solve(csp.load("a-b=c"), solutions="count").count == sum(
        a - b == c and len({a, b, c}) == 3 for a in range(10) for b in range(10) for c in range(10)
    )


@pytest.mark.parametrize(("n", "expected"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_latin_squares(n, expected):
    assert count(f"latin:n={n}") == expected


@pytest.mark.slow
def test_latin_squares_of_order_5():
    assert count("latin:n=5") == 161_280


def test_magic_squares_of_order_3():
    assert count("magic:n=3") == 8
    assert csp.solve(csp.load("magic:n=2")).has_none


@pytest.mark.slow
def test_magic_squares_of_order_4():
    assert count("magic:n=4") == 7_040


def test_the_zebra():
    answer = csp.solve(csp.load("zebra"), solutions="all")
    assert answer.count == 1
    shown = csp.load("zebra").show(answer.solution)
    assert shown.endswith("The Japanese owns the zebra; the Norwegian drinks water.")


def test_eighty_booleans_part_by_part():
    problem = csp.load("eighty")
    assert [len(part) for part in modelled(problem).components] == [20] * 4
    answer = csp.run(problem, "components")
    assert modelled(problem).is_solution(answer.solution)
    assert answer.assignments <= 4 * 2**20
    facts = dict(problem.facts())
    assert "4·2^20 = 4,194,304" in facts["part by part"]
    assert f"2^80 = {2**80:,}" in facts["as a whole"]


def random_tree(n, d, seed):
    rng = random.Random(seed)
    constraints = []
    for i in range(1, n):
        allowed = [(v, w) for v in range(d) for w in range(d) if rng.random() < 0.7 or v == w]
        constraints.append(table((rng.randrange(i), i), allowed))
    return Listed({i: range(d) for i in range(n)}, constraints)


@pytest.mark.parametrize(("n", "d"), [(50, 20), (2_000, 4)])
def test_random_trees_are_solved_without_backtracking(n, d):
    model = modelled(random_tree(n, d, seed=n))
    answer = csp.run(model, "tree")
    assert model.is_solution(answer.solution)
    assert answer.backtracks == 0
    assert answer.revisions == n - 1
    assert answer.assignments == n


@pytest.mark.parametrize("n", [100, 1_000, 4_000])
def test_the_work_on_a_tree_is_linear_in_n_and_quadratic_in_d(n):
    d, asked = 5, 0

    def differs(a, b):
        nonlocal asked
        asked += 1
        return a != b

    rng = random.Random(n)
    tree = Listed({i: range(d) for i in range(n)}, [satisfies((rng.randrange(i), i), differs) for i in range(1, n)])
    assert csp.run(tree, "tree").solution is not None
    assert asked <= (n - 1) * (d * d + d)


@pytest.mark.slow
def test_a_tree_of_10_000_variables_with_20_values():
    model = modelled(random_tree(10_000, 20, seed=1))
    answer = csp.run(model, "tree")
    assert model.is_solution(answer.solution)
    assert (answer.backtracks, answer.revisions) == (0, 9_999)


SUDOKU_16 = "123456789ABCDEFG5678"


def test_sudoku():
    solved = csp.solve(csp.load("sudoku"), solutions=2)
    assert len(solved.solutions) == 1
    grid = csp.load("sudoku").grid
    assert all(sign in (".", str(v)) for sign, v in zip(grid, solved.solution.values(), strict=True))
    bars = "\n".join(grid[i : i + 9] for i in range(0, 81, 9))
    assert str(csp.load(f"sudoku:{bars}")) == str(csp.load("sudoku"))


def test_sudoku_16():
    answer = csp.solve(csp.load(f"sudoku:{SUDOKU_16:.<256}"))
    assert modelled(csp.load(f"sudoku:{'.' * 256}")).is_solution(answer.solution)


def test_a_sudoku_without_solution_is_an_answer():
    answer = csp.solve(csp.load("sudoku:12345678.........9" + "." * 63))
    assert answer.has_none
    assert answer.core


def test_minesweeper_agrees_with_enumeration():
    problem = Minesweeper(mines=8)
    model = modelled(problem)
    found = csp.solve(model, solutions="all").solutions
    far = len(problem._covered) - len(model.variables)
    weights = [comb(far, 8 - sum(s.values())) for s in found]
    odds = problem.probabilities()
    for x in model.variables:
        mined = sum(w for w, s in zip(weights, found, strict=True) if s[x])
        assert odds[x] * sum(weights) == mined
    assert sum(odds.values()) == 8
    assert dict(problem.facts())["safe"] == "r4c2, r4c5"


def test_exams_have_a_timetable():
    problem = csp.load("exams:exams=60,slots=9,seed=3")
    assert modelled(problem).is_solution(csp.solve(problem).solution)


@pytest.mark.parametrize("n", [1, 4, 8, 60])
def test_queens_by_permutations(n):
    columns = permutation_search(n, seed=2, plain=True)
    assert len(set(columns)) == len({i + c for i, c in enumerate(columns)}) == n
    assert len({i - c for i, c in enumerate(columns)}) == n


def test_queens_by_min_conflicts():
    answer = csp.run("queens:n=100", "minconflicts", seed=5)
    assert modelled(answer.problem).is_solution(answer.solution)
    assert csp.run("queens:n=100", "minconflicts", seed=5).solution == answer.solution


@pytest.mark.parametrize("name", names())
def test_every_problem_is_solved_and_shown_and_named(name):
    problem = csp.load(name)
    answer = csp.solve(problem)
    assert modelled(problem).is_solution(answer.solution)
    assert problem.show(answer.solution)
    assert str(csp.load(str(problem))) == str(problem)


@pytest.mark.parametrize("name", names())
def test_the_binary_form_has_the_same_first_solutions(name):
    if name in ("magic", "cryptarithm", "queens", "minesweeper"):
        pytest.skip("its sums have too many tuples, or it is checked below")
    form = csp.binary_form(csp.load(name))
    model = modelled(form)
    assert all(len(c.scope) <= 2 for c in model.constraints)
    original = modelled(form.original)
    solution = csp.solve(model).solution
    assert original.is_solution({x: solution[x] for x in original.variables})


def test_the_binary_form_of_sums_has_hidden_variables():
    form = csp.binary_form(csp.load("a b c in 1..3; a + b = c; all_different(a, b, c)"))
    hidden = [x for x in form.variables() if x not in "abc"]
    assert hidden == ["[a + b - c = 0]"]
    assert form.domain(hidden[0]) == [(1, 1, 2), (1, 2, 3), (2, 1, 3)]
    assert csp.solve(form, solutions="count").count == 2
