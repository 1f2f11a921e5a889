"""Analysis by the engine: proved means proved, limits are kept, and both speeds read the same nodes."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

import zermelo
from property_helpers import examples
from random_graphs import Graph, Scored, Shares, Spot, engine, spots
from zermelo import Game, LimitError, load, solvers
from zermelo.core.limits import Limits
from zermelo.engine import deepening as analysing, proving
from zermelo.engine.engine import Engine
from zermelo.engine.search_threads import Switches

KIB, MIB = 2**10, 2**20
SWITCHES = [Switches(*five) for five in product((True, False), repeat=5)]
CAREFUL = [switches for switches in SWITCHES if not (switches.reductions or switches.extensions)]
BARE = Switches(table=False, value_bounds=False, order=False, reductions=False, extensions=False)
ways = pytest.mark.parametrize(("table", "threads", "plain"), list(product((KIB, 256 * MIB), (1, 2), (True, False))))


def exactly(game: Game, s: Spot):
    return solvers.solve(game, s, Limits(), symmetry=False)


def look(kind, endless, table, threads, plain, s, limits, **options):
    searcher = engine(kind, endless, table, threads, plain, bool(s.digits))
    searcher.forget()
    return analysing.analyse(searcher, s, limits, **options)


def check_value(kind, endless, found) -> None:
    game, s = kind(endless), found.state
    exact = exactly(game, s)
    if found.proved:
        assert found.value == exact.value
        if endless == 0 and found.action is not None:
            assert found.action in exact.actions
    for a in found.line:
        assert a in list(game.actions(s))
        s = game.result(s, a)


# What is proved.


@pytest.mark.thorough
@ways
@pytest.mark.parametrize("kind", [Graph, Scored])
@examples(80)
@given(s=spots(), switches=st.sampled_from(SWITCHES), depth=st.integers(1, 30), nodes=st.integers(1, 20_000))
def test_proved_values_are_exact_with_any_switches(kind, table, threads, plain, s, switches, depth, nodes):
    check_value(kind, 0, look(kind, 0, table, threads, plain, s, Limits(depth, nodes), switches=switches))


@pytest.mark.slow
@ways
@pytest.mark.parametrize(("kind", "endless"), [(Graph, 0), (Graph, 1), (Graph, -1), (Scored, 0), (Shares, 0)])
@settings(max_examples=2_000)
@given(s=spots(), switches=st.sampled_from(SWITCHES), depth=st.integers(1, 30), nodes=st.integers(1, 20_000))
def test_proved_values_are_exact_on_thousands_of_games(kind, endless, table, threads, plain, s, switches, depth, nodes):
    found = look(kind, endless, table, threads, plain, s, Limits(depth, nodes), switches=switches)
    check_value(kind, endless, found)


@pytest.mark.thorough
@pytest.mark.parametrize("endless", [0, 1, -1])
@pytest.mark.parametrize("kind", [Graph, Shares])
@examples(150)
@given(s=spots(), switches=st.sampled_from(SWITCHES), depth=st.integers(1, 30), nodes=st.integers(1, 3_000))
def test_proved_values_are_exact_for_any_value_of_infinite_play(kind, endless, s, switches, depth, nodes):
    check_value(kind, endless, look(kind, endless, KIB, 1, True, s, Limits(depth, nodes), switches=switches))


@pytest.mark.parametrize("kind", [Graph, Scored, Shares])
@examples(150)
@given(s=spots(most=25, loops=False), switches=st.sampled_from(CAREFUL), table=st.sampled_from([KIB, MIB]))
def test_a_search_to_the_end_of_the_game_is_proved(kind, s, switches, table):
    s = s if switches.table else s._replace(size=min(s.size, 12))
    found = look(kind, 0, table, 1, True, s, Limits(depth=30), switches=switches)
    assert found.proved
    assert found.value == exactly(kind(), s).value


@examples(300)
@given(s=spots(), switches=st.sampled_from(SWITCHES))
def test_the_distance_equals_that_of_the_solution(s, switches):
    s = s._replace(digits=0)
    found = look(Graph, 0, MIB, 1, True, s, Limits(depth=40, nodes=5_000), switches=switches)
    if found.proved and found.distance is not None:
        assert found.distance == exactly(Graph(), s).distance


def test_a_search_that_has_not_read_every_action_is_not_proved():
    for nodes in range(1, 8):
        for text, value in (("(-1 1)", 1), ("(0 1)", 1), ("(min(-1 -2) 0 3)", 3), ("min(1 0 -1)", -1)):
            found = zermelo.analyse(text, nodes=nodes, plain=True)
            assert found.nodes <= nodes
            assert not found.proved or found.value == value


# Several lines.


@examples(150)
@given(s=spots(most=20, loops=False), lines=st.integers(2, 4), switches=st.sampled_from(CAREFUL))
def test_lines_are_the_best_actions_with_their_values(s, lines, switches):
    s = s if switches.table else s._replace(size=min(s.size, 12))
    game = Graph()
    if game.is_terminal(s):
        return
    found = look(Graph, 0, MIB, 1, True, s, Limits(depth=30), lines=lines, switches=switches)
    sign = 1 if game.player(s) == 0 else -1
    worth = {a: exactly(game, game.result(s, a)).value for a in game.actions(s)}
    assert len(found.lines) == min(lines, len(worth))
    assert all(line.proved for line in found.lines)
    assert [line.value for line in found.lines] == sorted(worth.values(), key=lambda v: -sign * v)[:lines]
    assert all(worth[line.actions[0]] == line.value for line in found.lines)
    assert len({line.actions[0] for line in found.lines}) == len(found.lines)


@examples(150)
@given(s=spots(most=20), lines=st.integers(2, 4), nodes=st.integers(1, 3_000))
def test_proved_lines_are_exact_in_games_with_cycles(s, lines, nodes):
    game = Graph()
    found = look(Graph, 0, MIB, 1, True, s, Limits(depth=40, nodes=nodes), lines=lines)
    for line in found.lines:
        if line.proved:
            assert line.value == exactly(game, game.result(s, line.actions[0])).value


class Node(NamedTuple):
    n: int


class GoBack(Game):
    """MAX may win at once, or move to a state from which MIN can only go back: that is a later win."""

    def initial(self):
        return Node(0)

    def player(self, s):
        return s.n

    def actions(self, s):
        return range(2 - s.n)

    def result(self, s, a):
        return Node(0 if s.n == 1 else 2 - a)

    def is_terminal(self, s):
        return s.n == 2

    def utility(self, s, p):
        return 1 if p == 0 else -1


def test_a_line_back_to_the_root_has_the_value_of_the_root():
    found = zermelo.analyse(GoBack(), depth=10, lines=2, plain=True)
    assert found.value == 1
    assert [line.value for line in found.lines if line.proved] in ([1], [1, 1])


@pytest.mark.parametrize("lines", [0, -1, 10**9, True, 1.5])
def test_an_invalid_number_of_lines_is_refused(lines):
    with pytest.raises(LimitError, match="lines"):
        zermelo.analyse("nim", lines=lines)


# Depth.


@pytest.mark.parametrize("kind", [Graph, Scored])
@examples(200)
@given(s=spots(most=14, loops=False, knowing=False), depth=st.integers(1, 8), order=st.booleans())
def test_the_value_at_a_depth_is_the_textbooks(kind, s, depth, order):
    found = look(kind, 0, KIB, 1, True, s, Limits(depth), switches=replace(BARE, order=order))
    assert found.value == zermelo.analyse(kind(), s, algorithm="alphabeta", depth=depth).value


# Both speeds.


def assert_same(game: Game, s, depth: int, table: int = 16 * KIB, engines=None):
    plain, native = engines or (Engine(game, table=table, plain=True), Engine(game, table=table))
    native.compile()
    assert (plain.speed, native.speed) == ("plain", "native")
    for searcher in (plain, native):
        searcher.forget()
    one, two = (analysing.analyse(searcher, s, Limits(depth), lines=2) for searcher in (plain, native))
    assert (one.nodes, one.value, one.line, one.lines, one.depth) == (
        two.nodes,
        two.value,
        two.line,
        two.lines,
        two.depth,
    )
    return one


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "position", "depth"),
    [
        ("connect4:width=5,height=4", None, 9),
        pytest.param("tictactoe", None, 7, marks=pytest.mark.slow),
        pytest.param("kalah", None, 8, marks=pytest.mark.slow),
        pytest.param("othello:size=4", None, 10, marks=pytest.mark.slow),
        pytest.param("breakthrough:width=4,height=5", None, 5, marks=pytest.mark.slow),
    ],
)
def test_both_speeds_read_the_same_nodes(name, position, depth):
    game = load(name)
    assert assert_same(game, game.initial(), depth).nodes > 1_000


@examples(150)
@given(s=spots(), depth=st.integers(1, 12))
@pytest.mark.thorough
def test_both_speeds_read_the_same_nodes_of_random_games(s, depth):
    pair = tuple(engine(Graph, 0, KIB, 1, plain, bool(s.digits)) for plain in (True, False))
    assert_same(Graph(), s, depth, engines=pair)


@pytest.mark.parametrize("plain", [True, False])
@examples(50)
@given(s=spots(), nodes=st.integers(1, 3_000))
@pytest.mark.thorough
def test_the_same_limits_give_the_same_answer(plain, s, nodes):
    kept = engine(Graph, 0, KIB, 1, plain, bool(s.digits))
    kept.forget()
    answers = [analysing.analyse(kept, s, Limits(nodes=nodes))]
    if plain:  # what is new has learnt nothing
        answers.append(analysing.analyse(Engine(Graph(), table=KIB, plain=True), s, Limits(nodes=nodes)))
    else:
        kept.forget()
        answers.append(analysing.analyse(kept, s, Limits(nodes=nodes)))
    one, two = answers
    assert (one.value, one.line, one.nodes, one.proved) == (two.value, two.line, two.nodes, two.proved)


# Limits.


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ask", ["analyse", "solve"])
@examples(60)
@given(s=spots(), nodes=st.integers(1, 2_000))
def test_nodes_are_never_exceeded(ask, threads, s, nodes):
    searcher = engine(Graph, 0, KIB, threads, True, bool(s.digits))
    searcher.forget()
    run = analysing.analyse if ask == "analyse" else proving.solve
    assert run(searcher, s, Limits(nodes=nodes)).nodes <= nodes


class Wide(NamedTuple):
    n: int
    mover: int


class Forever(Game):
    """Ten actions in every state, no repetition, and no terminal state."""

    def initial(self):
        return Wide(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for a in range(10):
            yield a

    def result(self, s, a):
        return Wide((s.n * 10 + a + 1) % 1_000_000_007, 1 - s.mover)

    def is_terminal(self, s):
        return s.n < 0

    def utility(self, s, p):
        return 0

    def evaluate(self, s, p):
        guess = s.n % 101 - 50
        return guess if p == 0 else -guess


class Noisy(Forever):
    """The same game, in which all actions are noisy."""

    def noisy(self, s):
        for a in range(10):
            yield a


def in_time(seconds: float, run):
    """The result of a search, with a timeout: a search that hangs must not hang the tests."""
    answers, stop = [], threading.Event()
    thread = threading.Thread(target=lambda: answers.append(run(stop)), daemon=True)
    thread.start()
    thread.join(seconds)
    stop.set()
    assert answers, f"it goes on for more than {seconds} s"
    return answers[0]


@pytest.mark.parametrize("ask", [zermelo.analyse, zermelo.solve])
def test_the_time_limit_holds_in_an_infinite_game(ask):
    began = time.perf_counter()
    options = {"method": "search"} if ask is zermelo.solve else {}
    found = ask(Forever(), seconds=0.3, plain=True, **options)
    assert time.perf_counter() - began < 20
    assert not found.proved


@pytest.mark.parametrize("ask", [zermelo.analyse, zermelo.solve])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_stop_event_ends_the_search_at_once(ask, threads):
    stop = threading.Event()
    told = []
    threading.Timer(0.3, lambda: (told.append(time.perf_counter()), stop.set())).start()
    options = {"method": "search"} if ask is zermelo.solve else {"seconds": 60}
    found = ask(Forever(), stop=stop, plain=True, threads=threads, **options)
    assert time.perf_counter() - told[0] < 20
    assert not found.proved


def test_a_search_stopped_before_it_starts_still_returns_an_action():
    stop = threading.Event()
    stop.set()
    found = zermelo.analyse("connect4", stop=stop)  # machine code would solve tic-tac-toe before it polls the event
    assert found.action is not None
    assert not found.proved


class OneWay(Forever):
    """One action in every state, and no terminal state."""

    def actions(self, s):
        yield 0

    def result(self, s, a):
        return Wide(s.n + 1, 1 - s.mover)


def test_a_game_of_too_many_plies_is_reported_as_not_solved():
    found = proving.solve(Engine(OneWay(), plain=True), OneWay().initial(), Limits(seconds=60))
    assert not found.proved
    assert "4,000 plies" in found.notes[0]


@pytest.mark.slow
def test_a_depth_limit_above_the_maximum_is_allowed():
    found = in_time(100, lambda stop: zermelo.analyse(OneWay(), depth=10**9, stop=stop))
    assert not found.proved


@pytest.mark.parametrize("limit", [{"nodes": 500}, {"seconds": 0.5}])
def test_limits_hold_where_every_action_is_noisy(limit):
    found = in_time(10, lambda stop: zermelo.analyse(Noisy(), plain=True, stop=stop, **limit))
    assert not found.proved
    if "nodes" in limit:
        assert found.nodes <= 500


def test_a_distant_win_is_found():
    found = zermelo.analyse("tictactoe", load("tictactoe").parse("XX./OO./..."), plain=True)
    assert (found.value, found.proved, found.distance) == (1, True, 1)


@pytest.mark.parametrize(("name", "value", "plies"), [("twentyone", 1, 10), ("nim:piles=2,3", 1, 4)])
def test_a_proved_line_reaches_the_end(name, value, plies):
    found = zermelo.analyse(name, plain=True)
    assert (found.value, found.proved, found.distance) == (value, True, plies)
    assert found.distance == zermelo.solve(name, method="states").distance
    assert len(found.line) == plies


@pytest.mark.thorough
def test_a_number_beyond_64_bits_is_searched_at_the_plain_speed():
    searcher = Engine(Graph(), table=KIB)
    searcher.compile()
    assert searcher.speed == "native"
    s = Spot(seed=2**70 + 5, size=12, loops=0, utilities=2, node=0)
    found = analysing.analyse(searcher, s, Limits(depth=12))
    assert (found.value, found.proved, found.speed) == (exactly(Graph(), s).value, True, "plain")
    assert "does not fit" in found.notes[0]


@pytest.mark.thorough
def test_a_solution_is_exact_after_an_analysis_with_the_same_table():
    for position in ("44", "4436", "443625"):
        game = zermelo.load("connect4:width=5,height=4")
        s = game.parse(position.replace("6", "1"))
        fresh = proving.solve(Engine(game, plain=True), s, Limits(nodes=50_000))
        used = Engine(game, plain=True)
        analysing.analyse(used, s, Limits(depth=8))
        again = proving.solve(used, s, Limits(nodes=50_000))
        assert (again.value, again.distance) == (fresh.value, fresh.distance)
