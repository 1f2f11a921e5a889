"""Games with chance and cycles: bounds that hold, published values, and policies that reach them."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from random import Random
from threading import Event
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from random_trees import expectiminimax, trees
from zermelo import Game, RuleError, load, solve
from zermelo.core.game import CHANCE, MAX, MIN
from zermelo.core.limits import Budget, Limits
from zermelo.kernels import enumeration
from zermelo.native import native
from zermelo.solvers import solve as solve_states, state_space as spaces
from zermelo.solvers.state_space import StateSpace

NEAR = 1e-9


class Spot(NamedTuple):
    node: int


class Dice(Game):
    """A graph: the player, successors and probabilities of each node, and the utilities of terminal nodes."""

    def __init__(self, nodes: dict[int, tuple | float], forever: float = 0.0, players: int = 2) -> None:
        self.nodes, self.forever, self.players = nodes, forever, players

    def initial(self):
        return Spot(0)

    def player(self, s):
        return self.nodes[s.node][0]

    def actions(self, s):
        return range(len(self.nodes[s.node][1]))

    def result(self, s, a):
        return Spot(self.nodes[s.node][1][a])

    def probability(self, s, a):
        return self.nodes[s.node][2][a]

    def is_terminal(self, s):
        return not isinstance(self.nodes[s.node], tuple)

    def utility(self, s, p):
        return self.nodes[s.node] if p == 0 else -self.nodes[s.node]

    def infinite_play(self, p):
        return self.forever if p == 0 else -self.forever


def random_dice(seed: int, size: int, players: int = 2) -> Dice:
    """Any graph: cycles of every kind, outcomes of probability zero, players who can stay without end."""
    chance = Random(seed)
    nodes: dict[int, tuple | float] = {}
    for i in range(size):
        kind = chance.choice(["chance", "chance", "player", "player", "player", "end"]) if i else "player"
        if kind == "end":
            nodes[i] = chance.choice([-3.0, -1.0, -0.5, 0.0, 0.3, 1.0, 2.0])
            continue
        ways = [chance.randrange(size) for _ in range(chance.choice([1, 2, 2, 3]))]
        if kind == "chance":
            weights = [chance.choice([0, 1, 1, 2, 5]) for _ in ways]
            weights[0] = weights[0] or 1
            nodes[i] = (CHANCE, ways, [w / sum(weights) for w in weights])
        else:
            nodes[i] = (chance.randrange(players), ways, None)
    return Dice(nodes, chance.choice([-1.0, 0.0, 0.0, 0.5, 3.0]), players)


# The oracle: a chain of Markov for every pair of strategies.


def chain_values(game: Dice, choice: dict[int, int]) -> np.ndarray:
    """The value of each node under fixed strategies: linear equations, where an end can be reached."""
    size = len(game.nodes)
    steps = np.zeros((size, size))
    for i, node in game.nodes.items():
        if isinstance(node, tuple):
            mover, ways, odds = node
            for a, j in enumerate(ways):
                steps[i, j] += odds[a] if mover == CHANCE else a == choice[i]
    ends = [not isinstance(game.nodes[i], tuple) for i in range(size)]
    reaching = np.array(ends)
    for _ in range(size):
        reaching |= (steps > 0) @ reaching
    values = np.array([game.nodes[i] if ends[i] else game.forever for i in range(size)], float)
    inner = [i for i in range(size) if reaching[i] and not ends[i]]
    others = [i for i in range(size) if i not in inner]
    known = steps[np.ix_(inner, others)] @ values[others]
    values[inner] = np.linalg.solve(np.eye(len(inner)) - steps[np.ix_(inner, inner)], known)
    return values


def strategies(game: Dice, player: int) -> list[dict[int, int]]:
    own = [i for i, node in game.nodes.items() if isinstance(node, tuple) and node[0] == player]
    return [dict(zip(own, chosen, strict=True)) for chosen in product(*(range(len(game.nodes[i][1])) for i in own))]


def brute_force(game: Dice) -> np.ndarray:
    """The value that MAX can guarantee at each node; positional strategies are enough."""
    minimum = [
        np.min([chain_values(game, high | low) for low in strategies(game, MIN)], axis=0)
        for high in strategies(game, MAX)
    ]
    return np.max(minimum, axis=0)


def reached(game: Dice) -> set[int]:
    met, waiting = {0}, [0]
    while waiting:
        node = game.nodes[waiting.pop()]
        for j in node[1] if isinstance(node, tuple) else ():
            if j not in met:
                met.add(j)
                waiting.append(j)
    return met


@examples(250)
@given(st.integers(0, 10**9), st.integers(2, 8), st.sampled_from([1, 2, 2]))
def test_values_are_those_of_the_best_strategies(seed, size, players):
    game = random_dice(seed, size, players)
    solution, values = solve(game), brute_force(game)
    assert solution.proved
    for i in range(size):
        found = solution.value_of(Spot(i))
        assert (found is not None) == (i in reached(game))
        assert found is None or found == pytest.approx(values[i], abs=NEAR)


@examples(250)
@given(st.integers(0, 10**9), st.integers(2, 8))
def test_the_policy_guarantees_the_value_against_every_strategy(seed, size):
    game = random_dice(seed, size)
    solution = solve(game)
    met = reached(game)
    for player, worst, sign in ((MAX, np.min, 1), (MIN, np.max, -1)):
        chosen = {i: solution.policy(Spot(i))[0] if i in met else 0 for i in strategies(game, player)[0]}
        against = [chain_values(game, chosen | other) for other in strategies(game, 1 - player)]
        found = worst(against, axis=0)
        assert all(sign * (found[i] - solution.value_of(Spot(i))) >= -NEAR for i in met)


# One thing at a time: loops of every kind.


def value(nodes: dict[int, tuple | float], forever: float = 0.0) -> float | None:
    solution = solve(Dice(nodes, forever))
    assert solution.proved
    return solution.value


def toss(*ways: int) -> tuple:
    return (CHANCE, ways, [1 / len(ways)] * len(ways))


def test_a_coin_that_is_tossed_until_it_wins():
    assert value({0: toss(0, 1), 1: 1.0}) == pytest.approx(1, abs=NEAR)
    assert value({0: toss(0, 1, 2), 1: 1.0, 2: -1.0}) == pytest.approx(0, abs=NEAR)


@pytest.mark.parametrize(("forever", "wanted"), [(0.0, 0.0), (2.0, 2.0), (-1.0, -0.5)])
def test_max_stays_in_a_cycle_if_leaving_is_worse(forever, wanted):
    assert value({0: (MAX, [1, 2], None), 1: (MAX, [0, 2], None), 2: -0.5}, forever) == pytest.approx(wanted, abs=NEAR)


@pytest.mark.parametrize(("forever", "wanted"), [(0.0, 0.0), (2.0, 0.5), (-1.0, -1.0)])
def test_min_stays_in_a_cycle_if_leaving_is_worse(forever, wanted):
    assert value({0: (MIN, [1, 2], None), 1: (MIN, [0, 2], None), 2: 0.5}, forever) == pytest.approx(wanted, abs=NEAR)


def test_min_stays_in_a_cycle_that_chance_can_leave():
    nodes = {0: (MIN, [1, 3], None), 1: toss(0, 2), 2: 1.0, 3: 0.7}
    assert value(nodes) == pytest.approx(0.7, abs=NEAR)
    assert value(nodes | {3: toss(0, 0)}) == pytest.approx(0, abs=NEAR)


def test_a_cycle_without_exit_has_the_value_of_infinite_play():
    assert value({0: toss(1, 1), 1: toss(0, 1)}, 0.25) == 0.25
    assert value({0: (MAX, [0], None)}, -3.0) == -3.0


def test_an_outcome_of_probability_zero_makes_no_cycle():
    solution = solve(Dice({0: (CHANCE, [0, 1, 2], [0.0, 0.5, 0.5]), 1: 1.0, 2: 0.0}))
    assert (solution.value, solution.error, solution.states) == (0.5, None, 3)


def test_a_chain_of_components_in_which_a_player_can_stay():
    """The upper bound of each component depends on the next: bounds have to be lowered in all of them."""
    nodes: dict[int, tuple | float] = {100: -0.25}
    for i in range(0, 40, 2):
        nodes[i] = (MAX, [i + 1, i + 2], None)
        nodes[i + 1] = (MIN, [i, i], None)
    nodes[40] = toss(0, 100)
    assert value(nodes, -1.0) == pytest.approx(-0.25, abs=NEAR)
    assert value(nodes, 0.0) == pytest.approx(0, abs=NEAR)


def test_the_winner_eventually_leaves_a_cycle():
    game = Dice({0: (MAX, [0, 1, 2], None), 1: (MAX, [0, 2], None), 2: toss(3, 0), 3: 1.0})
    solution = solve(game)
    assert solution.value == pytest.approx(1, abs=NEAR)
    assert set(solution.actions) == {0, 1, 2}  # each of them is worth as much, but one leads round for ever
    assert solution.action == 2
    past_min = Dice({0: (MAX, [0, 1], None), 1: (MIN, [2], None), 2: toss(3, 0), 3: 1.0})
    assert solve(past_min).action == 1


def chain_of_dice(seed: int, size: int) -> Dice:
    """Chance nodes that lead forwards, sometimes a little back, and sometimes nowhere."""
    chance = Random(seed)
    nodes: dict[int, tuple | float] = {size: 1.0}
    for i in range(size):
        back = max(0, i - chance.choice([-1, -1, 0, 0, 1, 2]))
        ways = [min(size, i + 2), i + 1, back]
        nodes[i] = (CHANCE, chance.sample(ways, 3), [0.5, 0.25, 0.25])
    return Dice(nodes)


def most_loops_on_a_way(game: Dice) -> int:
    """The greatest number of cyclic components on a path, computed from reachability."""
    ways = {i: set(node[1]) if isinstance(node, tuple) else set() for i, node in game.nodes.items()}
    reached: dict[int, set[int]] = {}
    for i, after in ways.items():
        found, new = set(), after
        while new:
            found |= new
            new = {k for j in new for k in ways[j]} - found
        reached[i] = found

    def most_from(i: int) -> int:
        beyond = [most_from(j) for j in reached[i] if i not in reached[j]]
        return int(i in reached[i]) + max(beyond, default=0)

    return most_from(0)


def test_the_tolerance_is_divided_by_the_longest_chain_of_components():
    counts = set()
    for seed in range(40):
        game, budget = chain_of_dice(seed, 9), Budget(Limits(), None)
        space = StateSpace(game, game.initial(), symmetry=True, depth=None)
        space.enumerate(math.inf, budget)
        space.iterate(1e-6, budget)
        counts.add(space.m.longest_chain)
        assert space.m.longest_chain == most_loops_on_a_way(game)
    assert counts >= {1, 2, 3, 4}


# Answers that others have found.


def test_piglet():
    solution = solve("pig:goal=2,sides=2")
    assert solution.value == pytest.approx(4 / 7, abs=1e-10)
    assert solution.proved
    assert abs(solution.value - 4 / 7) < solution.error < 1e-10
    assert solution.to_json()["error"] == solution.error == float(f"{solution.error:.1g}")  # rounded up already


def test_the_bounds_hold_to_the_last_digit():
    """Piglet's equations have fractions for solutions: both bounds are on their own side of 4/7."""
    game = load("pig:goal=2,sides=2")
    for tolerance in (1e-3, 1e-6, 1e-10, 1e-15):
        solution = solve_states(game, game.initial(), Limits(), tolerance=tolerance)
        m = solution.table.space.m
        assert Fraction(m.lower[0]) < Fraction(4, 7) < Fraction(m.upper[0])
        assert m.worth[0] - m.lower[0] < max(2 * tolerance, 1e-13)
        assert solution.proved == (tolerance > 1e-15)


@pytest.mark.parametrize(("target", "wanted"), [(16, 0.96251), (32, 0.0828873)])
def test_2048_on_four_cells(target, wanted):
    solution = solve(f"2048:width=2,height=2,target={target}")
    assert solution.value == pytest.approx(wanted, abs=5e-6 if target == 16 else 5e-8)
    assert solution.error is None  # nothing goes round, so nothing is left open


@pytest.mark.slow
def test_pig_to_100():
    """Neller and Presser, "Optimal Play of the Dice Game Pig", 2004: 53.06 % for who begins."""
    solution = solve("pig", nodes=3_000_000)
    assert solution.value == pytest.approx(0.5305927253, abs=1e-10)
    assert (solution.proved, solution.speed, solution.states) == (True, "native", 2_040_192)
    turns = [load("pig").parse(f"0 to 0, {turn} in this turn") for turn in (20, 21)]
    assert [solution.policy(s)[0] for s in turns] == [0, 1]  # roll at 20, hold at 21


@given(trees(chance=True))
def test_without_cycles_the_values_equal_expectiminimax_exactly(tree):
    solution = solve(tree.text())
    assert (solution.value, solution.error, solution.proved) == (expectiminimax(tree), None, True)


# Two speeds.


@pytest.fixture
def at_once(monkeypatch):
    """Runs everything as machine code, from the first state on."""
    monkeypatch.setattr(spaces, "FEW_STATES", 1)
    monkeypatch.setattr(spaces, "SOME_STATES", 1)


@pytest.mark.thorough
def test_both_speeds_give_the_same_bounds(at_once, monkeypatch):
    monkeypatch.setitem(spaces.ROOM_AT_FIRST, True, 50)  # so that it has to be enlarged several times
    game, notices = load("pig:goal=12,sides=4"), []
    fast, slow = (solve_states(game, game.initial(), Limits(), plain=p, notice=notices.append) for p in (False, True))
    assert (fast.speed, slow.speed, notices[0]) == ("native", "plain", "compiling pig, once …")
    assert (fast.value, fast.actions, fast.error, fast.states) == (slow.value, slow.actions, slow.error, slow.states)
    for i in range(slow.states):
        s = slow.table.space.m.states[i]
        assert (fast.value_of(s), fast.policy(s)) == (slow.value_of(s), slow.policy(s))
    assert fast.value_of(game.initial()._replace(first=99)) is None


class Mixed(NamedTuple):
    stones: np.uint64
    share: float
    pair: tuple[int, np.uint64]
    on: bool


class Lopsided(Game):
    """A state with every number type, all of which must be restored from memory exactly."""

    players = 1

    def initial(self):
        return Mixed(np.uint64(2**63), 0.1, (-7, np.uint64(1)), True)

    def player(self, s):
        return CHANCE

    def actions(self, s):
        for a in range(2):
            yield a

    def probability(self, s, a):
        return s.share if a == 0 else 1 - s.share

    def result(self, s, a):
        if a == 0:
            return Mixed(s.stones, s.share, (s.pair[0], s.pair[1]), True)
        return Mixed(s.stones >> np.uint64(1), s.share * 1.5, (s.pair[0] - 1, s.pair[1] << np.uint64(63)), not s.on)

    def is_terminal(self, s):
        return s.share > 1

    def utility(self, s, p):
        return s.pair[0] + 0.5 * (s.stones == 2**57) + 0.25 * s.on + 0.125 * (s.pair[1] > 0)


@pytest.mark.thorough
def test_states_with_every_number_type_are_restored_exactly(at_once):
    game = Lopsided()
    slow, fast = (StateSpace(game, game.initial(), m, symmetry=True, depth=None) for m in (None, native(game)))
    slow.enumerate(math.inf, Budget(Limits()))
    fast.enumerate(math.inf, Budget(Limits()))
    assert fast.states == slow.states > 5
    assert list(fast.m.worth[: fast.states]) == slow.m.worth[: slow.states]
    assert [fast.number(slow.m.states[i]) for i in range(slow.states)] == list(range(slow.states))


def test_rules_that_do_not_compile_run_at_the_plain_speed_with_a_reason(at_once):
    solution = solve(Dice({0: toss(0, 1), 1: 1.0}))
    assert (solution.proved, solution.speed) == (True, "plain")
    assert solution.notes[0].startswith("at the plain speed: ")


def test_states_with_equal_hashes_are_distinguished(monkeypatch):
    wanted = solve("pig:goal=4")
    monkeypatch.setattr(enumeration, "quick_hash", lambda key: 7 << 40)
    found = solve("pig:goal=4")
    assert (found.value, found.error, found.states) == (wanted.value, wanted.error, wanted.states)


# Limits, and rules that are broken.


def test_limits_are_kept():
    too_many = solve("pig:goal=10", nodes=100)
    assert (too_many.value, too_many.proved, too_many.states) == (None, False, 100)
    assert too_many.notes == ("not solved: 100 states were enumerated within the limit, and there are more",)
    assert solve("pig:goal=10", nodes=2412).proved
    assert not solve("pig:goal=10", nodes=2411).proved
    assert not solve("pig:goal=60", seconds=0.05).proved
    stop = Event()
    stop.set()
    assert "before it was stopped" in solve("pig:goal=30", stop=stop).notes[0]


def test_a_depth_is_a_limit_too():
    ring = Dice({0: toss(1, 3), 1: toss(2, 3), 2: toss(0, 3), 3: 1.0})
    assert all(solve(ring, depth=depth).proved for depth in (3, 4, 5))
    assert not solve(ring, depth=2).proved


@pytest.mark.parametrize(
    ("odds", "fault"),
    [
        ([0.5, 0.4], "add up to 0.9, not to 1"),
        ([1.5, -0.5], "include 1.5"),
        ([-0.5, 1.5], "include -0.5"),
        ([float("nan"), 0.5], "include nan"),
        ([0.0, 0.0], "add up to 0, not to 1"),
    ],
)
def test_invalid_probabilities_are_a_rule_error(odds, fault):
    game = Dice({0: toss(1, 2), 1: 1.0, 2: (CHANCE, [0, 1], odds)})
    message = rf"Dice\.probability: the probabilities in '(node=2|Spot\(node=2\))' {fault}"
    with pytest.raises(RuleError, match=message):
        solve(game)


@pytest.mark.parametrize(
    ("node", "fault"),
    [
        (float("inf"), "Dice.utility gave inf in"),
        ((2, [0], None), "Dice.player gave 2 in"),
        ((MAX, [], None), "has no actions"),
    ],
)
def test_invalid_results_of_rules_are_a_rule_error(node, fault):
    with pytest.raises(RuleError, match=fault):
        solve(Dice({0: toss(1, 2), 1: 1.0, 2: node}))


class Biased(type(load("pig"))):
    """Pig with a die whose probabilities add up to less than 1 late in the game."""

    def probability(self, s, a):
        return 1 / self.sides if s.first < 5 else 0.3


@pytest.mark.thorough
def test_broken_rules_are_named_at_the_native_speed_too(at_once):
    fault = r"Biased.probability: the probabilities in '7 to 4, .* add up to 1.2, not to 1"
    with pytest.raises(RuleError, match=fault):
        solve(Biased(goal=8, sides=4))


def test_probabilities_that_nearly_add_up_to_1_widen_the_bounds():
    solution = solve(Dice({0: (CHANCE, [0, 1, 2], [0.8, 0.1, 0.1 - 5e-10]), 1: 1.0, 2: -1.0}))
    assert solution.value == pytest.approx(0, abs=1e-8)
    assert not solution.proved


@pytest.mark.parametrize("loops", [False, True])
def test_a_value_near_the_largest_float_is_finite(loops):
    game = Dice({0: toss(1, 2), 1: 1.5e308, 2: (MAX, [0, 1] if loops else [1], None)})
    solution = solve(game)
    assert solution.proved
    assert solution.value == pytest.approx(1.5e308)
    assert solution.value_of(Spot(1)) == 1.5e308
