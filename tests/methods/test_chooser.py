"""The chooser: answers are streamed within one budget, and enumeration and proofs by search take turns."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice
from threading import Event
from typing import ClassVar, NamedTuple

import pytest

import zermelo
from random_graphs import Graph, Spot
from zermelo import Game, KindError, OptionError, RuleError, analyse, load, player, solve
from zermelo.core.limits import Budget, Limits
from zermelo.engine.engine import Engine
from zermelo.games.tictactoe import TicTacToe
from zermelo.methods import chooser
from zermelo.methods.chooser import KNOWLEDGE, Chooser, rank_of
from zermelo.methods.method import Question, Setting
from zermelo.methods.probing import tree_size
from zermelo.methods.registry import methods

PLAIN = Setting(plain=True)

NODES = Limits(nodes=100)


def test_answers_are_one_for_each_depth_and_the_last_is_the_answer():
    game = load("connect4")
    answers = list(Chooser(game, PLAIN).answers(Question.ANALYSE, game.initial(), Limits(depth=5)))
    assert [answer.depth for answer in answers] == [1, 2, 3, 4, 5, 5]  # at last with all that it has cost
    assert answers[-1].value == zermelo.analyse(game, depth=5, plain=True).value


def test_closing_the_iterator_ends_the_search():
    game = load("connect4")
    answers = Chooser(game, PLAIN).answers(Question.ANALYSE, game.initial(), Limits(seconds=60))
    began = time.perf_counter()
    assert next(answers).depth == 1
    answers.close()
    assert time.perf_counter() - began < 30


def test_a_ranking_has_every_action_and_is_exact_where_there_are_few_states():
    game = load("tictactoe")
    answers = list(Chooser(game, PLAIN).answers(Question.RANK, game.parse("X../.O./..."), Limits(seconds=20)))
    assert {len(answer.lines) for answer in answers} == {7}
    assert not answers[0].proved
    assert (answers[-1].method, all(line.proved for line in answers[-1].lines)) == ("states", True)


def test_an_enumeration_answers_later_questions_without_a_search():
    game = load("tictactoe")
    asked = Chooser(game, PLAIN)
    first = asked.answer(Question.PLAY, game.initial(), Limits(seconds=20))
    again = asked.answer(Question.PLAY, game.result(game.initial(), 4), Limits(seconds=20))
    assert (first.method, again.method, again.proved, again.nodes) == ("states", "states", True, 0)


def test_an_enumeration_does_not_answer_for_an_opponent_who_errs():
    game = load("nim")
    asked = Chooser(game, PLAIN, {"others": "maxn"})
    assert asked.answer(Question.PLAY, game.initial(), Limits(seconds=5)).method == "engine"


@pytest.fixture
def short_turns(monkeypatch):
    """Turns of `solve` that are so short that each is interrupted repeatedly, in games of a few dozen states."""

    def shorten(first_turn):
        monkeypatch.setattr(chooser, "SMALL_GAME", 2)
        monkeypatch.setattr(chooser, "FIRST_TURN", first_turn)
        monkeypatch.setattr(chooser, "GROWTH", 2)
        monkeypatch.setattr(Chooser, "_engine_has_code", lambda _: True)  # else it begins with a search by time

    return shorten


def test_methods_take_turns_and_agree(short_turns):
    """In games with loops, each of the three methods is the first to solve some, always with the same values."""
    short_turns(4)
    solved_by = set()
    for seed in range(30):
        s = Spot(seed, 40, 1, 2, 0)
        wanted = solve(Graph(), s, method="states", plain=True)
        found = solve(Graph(), s, plain=True)
        assert (found.value, found.proved) == (wanted.value, True)
        assert found.action in wanted.actions
        solved_by.add(found.method)
    assert solved_by == {"states", "engine", "pn"}


NARROW_WIN = """
4 g l .
3 . . C
2 . L e
1 E h .
  a b c
in hand: g
Forest to move"""
"""A position of Dobutsu shogi that Sky wins. Repetitions make it too deep for alpha-beta, and too many states can be
reached to enumerate them quickly; proof-number search reads 238 nodes."""


def test_a_narrow_win_is_found_by_proof_numbers_within_their_turns(short_turns):
    short_turns(100)
    game = load("dobutsu")
    s = game.parse(NARROW_WIN)
    turns = 2 + 2 * (100 + 200 + 400 + 800) + (200 + 400 + 800) // 4
    for method in ("engine", "states"):
        assert not solve(game, s, method=method, nodes=turns, plain=True).proved
    found = solve(game, s, nodes=turns, plain=True)
    assert (found.method, found.value, found.proved) == ("pn", -1, True)


@pytest.mark.thorough
def test_a_narrow_win_is_solved_in_the_second_turn():
    game = load("dobutsu")
    found = solve(game, game.parse(NARROW_WIN), nodes=7_000_000)
    assert (found.method, found.value, found.proved) == ("pn", -1, True)


def test_proof_numbers_do_not_answer_if_every_action_is_asked_for(short_turns):
    short_turns(100)
    game = load("dobutsu")
    assert not solve(game, game.parse(NARROW_WIN), nodes=5_000, plain=True, all_actions=True).proved


class Count(NamedTuple):
    number: int


class LongCount(Game):
    """Count to 100,000, which is deeper than a search goes."""

    def initial(self):
        return Count(0)

    def player(self, s):
        return s.number % 2

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return Count(s.number + 1)

    def is_terminal(self, s):
        return s.number == 100_000

    def utility(self, s, p):
        return 1 - 2 * p


def test_an_unsolved_game_is_explained_by_the_method_that_the_limit_has_stopped(short_turns):
    """Not by the engine, which has given up before."""
    short_turns(5_000)
    found = solve(LongCount(), nodes=30_000, plain=True)
    assert (found.method, found.proved) == ("states", False)
    assert "states were enumerated within the limit, and there are more" in found.notes[0]


def planned(game, is_proved=False):
    """The methods that take turns to solve a game."""
    asked = Chooser(game, PLAIN)
    names = set()
    for stage in islice(asked.plan(Question.SOLVE, game.initial(), Budget(Limits())), 20):
        names.add(stage.method)
        asked._is_proved = is_proved
    return names


def test_proof_numbers_take_no_turns_once_the_value_is_proved():
    """They would find fewer actions than the method that has proved it."""
    assert planned(load("dobutsu")) == {"states", "engine", "pn"}
    assert planned(load("dobutsu"), is_proved=True) == {"states", "engine"}


def test_proof_numbers_take_no_turns_for_scores():
    assert planned(load("othello")) == {"states", "engine"}


def test_machine_code_that_is_loaded_is_used_from_the_first_node_on():
    game = load("connect4")
    s = game.parse("4546166711")
    Engine(game).compile()
    found = solve(game, s)
    assert (found.method, found.speed, found.proved) == ("engine", "native", True)
    assert found.value == solve(game, s, method="engine", all_actions=True).value


@pytest.mark.parametrize("nodes", [1, 2_000, 6_000])
def test_machine_code_that_is_loaded_is_used_for_short_searches_too(nodes):
    game = load("connect4")
    Engine(game).compile()
    assert analyse(game, nodes=nodes).speed == "native"
    assert analyse(game, nodes=nodes, plain=True).speed == "plain"


def test_one_budget_of_nodes_is_shared_by_all_stages():
    found = solve("connect4", nodes=20_000, plain=True)
    assert not found.proved
    assert found.nodes <= 20_000


def test_a_stop_ends_all_stages():
    stop = Event()
    stop.set()
    began = time.perf_counter()
    assert not solve("connect4", stop=stop, plain=True).proved
    assert time.perf_counter() - began < 30


class Hidden(Graph):
    """A game of imperfect information."""

    def observe(self, s: Spot, p: int) -> int:
        return p


@pytest.mark.parametrize(
    ("question", "why"),
    [(Question.TREE, "extensive only draws trees"), (Question.SOLVE, "forgets what it did or knew")],
)
def test_imperfect_information_is_refused_with_the_reason(question, why):
    game: Game = Hidden()
    with pytest.raises(KindError, match=why):
        next(iter(Chooser(game).answers(question, game.initial(), Budget(Limits(seconds=60)))))


def test_every_method_has_a_summary():
    for method in methods().values():
        assert method.summary
        assert method.questions


# Players.


def test_a_player_keeps_its_solution_from_move_to_move():
    game = load("tictactoe")
    player = zermelo.player(game, plain=True)
    s = game.initial()
    while not game.is_terminal(s):
        s = game.result(s, player.choose(s))
    assert game.utility(s, 0) == 0
    began = time.process_time()
    for _ in range(100):
        player.choose(game.initial())
    assert time.process_time() - began < 20  # it is solved: each takes a few thousandths of a second


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("engin:depth=2", "there is no player 'engin:depth=2': did you mean engine"),
        ("engine:dept=2", "engine has no option 'dept': did you mean depth"),
        ("engine:depth=two", "'depth=two' in 'engine:depth=two' is not a whole number"),
        ("alphabeta:threads=2", "alphabeta has no option 'threads'"),
    ],
)
def test_an_unknown_player_is_refused(how, message):
    with pytest.raises(zermelo.ZermeloError, match=message):
        zermelo.player("tictactoe", how)


def test_a_player_by_a_textbook_method():
    game = load("tictactoe")
    assert zermelo.player(game, "alphabeta:depth=2,read_from=left").choose("X../.O./...") in range(9)


class Wishing(TicTacToe):
    """A game that states a preference."""

    preferred_method = "mcts"


def test_a_game_may_prefer_a_method():
    assert Chooser(Wishing()).method(Question.PLAY).name == "mcts"
    assert Chooser(Wishing()).method(Question.ANALYSE).name == "mcts"
    assert Chooser(load("tictactoe")).method(Question.ANALYSE).name == "engine"


class Tuned(Wishing):
    """A game that states options, too."""

    preferred_options: ClassVar = {"mcts": {"c": 0.2, "playouts": 30}, "engine": {"depth": 1}}


def test_a_game_may_prefer_options_of_a_method_unless_others_are_given():
    def settings(**options):
        return Chooser(Tuned(), Setting(plain=True), options).session("mcts").search.settings

    assert settings().c == 0.2
    assert settings(c=0.7).c == 0.7
    assert analyse(Tuned(), plain=True).visits == 30
    assert analyse(Tuned(), plain=True, playouts=40).visits == 40


def rules_only(name, *kept):
    """A game without its knowledge, but for the methods that are kept."""
    cls = type(load(name))
    without = {method: getattr(Game, method) for method in KNOWLEDGE if method not in kept}
    if "evaluate" in without:
        without["features"] = Game.features  # of which `evaluate` would be the weighted sum
    return type("RulesOnly", (cls,), without)()


def searches(game, question=Question.PLAY, limits=NODES, **options):
    """The method that searches first."""
    chooser = Chooser(game, Setting(plain=True), options)
    return next(chooser.plan(question, game.initial(), Budget(limits))).method


@pytest.mark.parametrize("question", [Question.PLAY, Question.ANALYSE])
def test_a_large_game_without_knowledge_is_searched_by_playouts(question):
    assert searches(rules_only("connect4"), question) == "mcts"
    assert searches(load("connect4"), question) == "engine"


@pytest.mark.parametrize("kept", KNOWLEDGE)
def test_any_knowledge_makes_alpha_beta_the_choice(kept):
    assert searches(rules_only("connect4", kept)) == "engine"


def test_with_chance_it_takes_an_evaluation():
    assert searches(rules_only("einstein", "order")) == "mcts"
    assert searches(rules_only("einstein", "evaluate")) == "engine"


def test_small_trees_depths_and_options_are_for_alpha_beta():
    assert searches(rules_only("tictactoe")) == "engine"
    assert searches(rules_only("connect4"), limits=Limits(depth=3)) == "engine"
    assert searches(rules_only("connect4"), table=2**20) == "engine"
    assert searches(rules_only("connect4"), playouts=10) == "mcts"
    assert searches(load("twentyone:players=3")) == "engine"


def test_rules_that_fail_while_a_game_is_measured_are_reported_by_the_search():
    class Failing(type(rules_only("connect4"))):
        def result(self, s, a):
            raise ValueError("no result")

    assert tree_size(Failing(), Failing().initial(), Budget(Limits())) < 1
    with pytest.raises(RuleError, match="no result"):
        analyse(Failing(), nodes=100, plain=True)


def test_the_size_of_a_tree_is_the_number_of_its_plays():
    """In every play of nim with one stick a pile there are 4, 3, 2 and 1 actions: 24 plays."""
    game = load("nim:piles=1,1,1,1")
    assert 10 ** tree_size(game, game.initial(), Budget(Limits())) == pytest.approx(24)


def test_a_method_that_is_named_wins_over_the_preference():
    assert analyse(Wishing(), method="engine", depth=2).method == "engine"
    assert analyse(Wishing(), nodes=500, plain=True).method == "mcts"


def test_a_preference_for_no_method_is_refused_with_the_nearest_name():
    class Mistaken(TicTacToe):
        preferred_method = "mtcs"

    with pytest.raises(KindError, match="mtcs"):
        analyse(Mistaken(), depth=1)


def test_a_depth_is_never_given_to_a_method_that_has_none() -> None:
    found = analyse("go:size=3", depth=1, plain=True)
    assert (found.method, found.depth) == ("engine", 1)
    for method in ("mcts", "uct"):
        with pytest.raises(OptionError, match=f"{method} has no depth, so 3 cannot limit it"):
            analyse("hex:size=3", method=method, depth=3, plain=True)
    with pytest.raises(OptionError, match="mcts has no depth"):
        player("hex:size=3", "mcts:depth=3")


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["mcts", None])
def test_the_speed_is_that_of_the_method_that_searches(method: str | None) -> None:
    game = load("hex:size=4")
    asked = Chooser(game, options={"playouts": 20_000})
    found = asked.answer(Question.RANK, game.initial(), Limits(), method=method)
    assert (found.method, found.speed, asked.speed) == ("mcts", "native", "native")


def test_more_playouts_make_a_better_answer_at_any_depth() -> None:
    game = load("hex:size=4")
    few, many = (
        Chooser(game, PLAIN, {"playouts": n}).answer(Question.PLAY, game.initial(), Limits(), method="mcts")
        for n in (20, 40)
    )
    assert rank_of(replace(many, depth=1)) > rank_of(replace(few, depth=9))
