"""Every algorithm of the lecture finds the solutions that brute force finds."""

from itertools import combinations, product

import pytest
from hypothesis import given, strategies as st

from csp_helpers import Listed, as_set, brute_force, problems
from property_helpers import examples
from zermelo.core.errors import KindError
from zermelo.core.limits import Budget, Limits
from zermelo.csp.constraints import differ, table
from zermelo.csp.log import Log, Replay
from zermelo.csp.model import modelled
from zermelo.csp.textbook.arc_consistency import all_arcs, make_consistent
from zermelo.csp.textbook.cutset import cutset
from zermelo.csp.textbook.domains import Current
from zermelo.csp.textbook.run import run_textbook
from zermelo.csp.textbook.trees import TreeSearch, rooted

COMPLETE = ("backtracking", "forward", "mac", "ac3", "cutset", "components")
ORDERS = [tuple(o) for n in range(4) for o in combinations(("mrv", "degree", "lcv"), n)]


def run(problem, algorithm, **options):
    return run_textbook(modelled(problem), algorithm, budget=Budget(Limits()), **options)


@examples(60)
@given(problems())
def test_all_algorithms_and_heuristics_find_what_brute_force_finds(problem):
    expected = brute_force(problem)
    for algorithm in COMPLETE:
        for order in ORDERS if algorithm != "cutset" else [()]:
            answer = run(problem, algorithm, wanted="all", order=order)
            assert len(answer.solutions) == len(expected), algorithm
            assert as_set(answer.solutions) == as_set(expected), algorithm
            assert answer.proved


@examples(100)
@given(problems(binary_only=True), st.randoms(use_true_random=False))
def test_ac3_reaches_the_naive_fixpoint_in_any_order(problem, random):
    model = modelled(problem)
    fixpoint = naive_fixpoint(model)
    for last in (False, True):
        arcs = all_arcs(model)
        random.shuffle(arcs)
        current = Current(model.domains)
        consistent = make_consistent(model, current, arcs, Log(), lambda: None, last=last)
        assert consistent == all(fixpoint.values())
        if consistent:
            assert {x: set(values) for x, values in current.domains.items()} == fixpoint


def naive_fixpoint(model):
    """Sweeps over all values of all domains until a sweep removes nothing."""
    domains = {x: set(values) for x, values in model.domains.items()}
    changed = True
    while changed:
        changed = False
        for c in model.constraints:
            for x in c.scope:
                for v in list(domains[x]):
                    options = [domains[y] if y != x else {v} for y in c.scope]
                    if not any(c.holds(values) for values in product(*options)):
                        domains[x].discard(v)
                        changed = True
    return domains


@st.composite
def forests(draw):
    count = draw(st.integers(1, 7))
    names = [f"x{i}" for i in range(count)]
    domains = {x: draw(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True)) for x in names}
    constraints = []
    for i in range(1, count):
        parent = draw(st.integers(-1, i - 1))
        if parent >= 0:
            tuples = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12)
            constraints.append(table((names[i], names[parent]), draw(tuples)))
    return Listed(domains, constraints)


@examples(150)
@given(forests())
def test_trees_are_solved_without_backtracking(problem):
    expected = brute_force(problem)
    answer = run(problem, "tree", wanted="all")
    assert as_set(answer.solutions) == as_set(expected)
    assert len(answer.solutions) == len(expected)
    assert answer.backtracks == 0
    model = modelled(problem)
    if expected:
        assert answer.revisions == len(model.domains) - len(model.components)


@examples(60)
@given(forests())
def test_after_the_backward_pass_every_arc_to_a_child_is_consistent(problem):
    model = modelled(problem)
    search = TreeSearch(model, Log(), lambda: None)
    if not search._remove_backward():
        return
    for c in model.constraints:
        child, parent = c.scope if search.parent.get(c.scope[0]) == c.scope[1] else reversed(c.scope)
        for v in search.current.domains[parent]:
            pairs = [(w, v) if c.scope[0] == child else (v, w) for w in search.current.domains[child]]
            assert any(c.holds(pair) for pair in pairs)


def test_a_cycle_is_refused_by_the_tree_algorithm():
    triangle = Listed(dict.fromkeys("abc", (0, 1)), [differ("a", "b"), differ("b", "c"), differ("c", "a")])
    with pytest.raises(KindError, match="cycle through"):
        run(triangle, "tree")
    assert len(cutset(modelled(triangle))) == 1


@examples(60)
@given(problems())
def test_without_the_cutset_the_graph_is_a_forest(problem):
    model = modelled(problem)
    chosen = set(cutset(model))
    left = {x: [y for y in ys if y not in chosen] for x, ys in model.neighbours.items() if x not in chosen}
    edges = sum(map(len, left.values())) // 2
    seen, trees = set(), 0
    for root in left:
        if root not in seen:
            trees += 1
            waiting = [root]
            seen.add(root)
            while waiting:
                for y in left[waiting.pop()]:
                    if y not in seen:
                        seen.add(y)
                        waiting.append(y)
    assert edges == len(left) - trees


@examples(60)
@given(problems(), st.integers(0, 5))
def test_min_conflicts_finds_a_solution_where_there_is_one(problem, seed):
    expected = as_set(brute_force(problem))
    budget = Budget(Limits(seconds=5.0 if expected else 0.05))
    answer = run_textbook(modelled(problem), "minconflicts", seed=seed, budget=budget)
    assert as_set(answer.solutions) <= expected
    assert bool(answer.solutions) == bool(expected)
    assert answer.proved == bool(expected)


@examples(60)
@given(problems(), st.sampled_from([*COMPLETE, "minconflicts"]))
def test_the_log_can_be_gone_through_in_both_directions(problem, algorithm):
    model = modelled(problem)
    wanted = 1 if algorithm == "minconflicts" else "all"
    answer = run_textbook(model, algorithm, wanted=wanted, keep=True, budget=Budget(Limits(seconds=0.05)))
    replay = Replay(model.domains, answer.log.steps)
    seen = [(replay.domains, dict(replay.assignment))]
    for place in range(1, len(answer.log.steps) + 1):
        replay.go_to(place)
        seen.append((replay.domains, dict(replay.assignment)))
        if answer.log.steps[place - 1].kind == "solution":
            assert model.is_solution(replay.assignment)
    for place in range(len(answer.log.steps), -1, -1):
        replay.go_to(place)
        assert (replay.domains, replay.assignment) == seen[place]


def test_a_prune_names_the_arc_and_the_missing_support():
    problem = Listed({"WA": ("blue",), "NT": ("blue", "red")}, [differ("WA", "NT")])
    answer = run(problem, "mac", keep=True)
    pruned = [step for step in answer.log.steps if step.kind == "prune"]
    assert [(s.variable, s.value, s.arc) for s in pruned] == [("NT", "blue", ("NT", ("WA",)))]
    assert pruned[0].says == "blue leaves NT: WA has no value left that differs from blue."


def test_rooted_orders_every_parent_before_its_children():
    path = Listed(dict.fromkeys("abcd", (0, 1)), [differ("b", "a"), differ("c", "b"), differ("d", "b")])
    order, parent = rooted(modelled(path))
    assert parent == {"b": "a", "c": "b", "d": "b"}
    assert all(order.index(p) < order.index(x) for x, p in parent.items())
