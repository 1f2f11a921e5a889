"""Equilibria as methods: what is chosen, what is answered, what is refused, and that nothing unseen is used."""

from __future__ import annotations

from collections import Counter
from threading import Event
from typing import Any

import pytest

import zermelo
from zermelo.core.errors import KindError, LimitError, OptionError, ParseError
from zermelo.core.limits import Limits
from zermelo.core.results import Analysis, Solution
from zermelo.core.views import View, parse_view
from zermelo.engine.engine import Progress
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting

SECOND = Limits(seconds=60)


def chosen(name: str, **options: Any) -> str:
    return zermelo.solve(name, **options).method


def test_the_chooser_takes_the_program_for_small_trees_and_regret_where_it_does_not_fit() -> None:
    assert chosen("kuhn") == "lp"
    assert chosen("kuhn:players=3") == "cfr+"
    assert chosen("matrix:3,3|0,5;5,0|1,1") == "supports"
    assert chosen("kuhn", exploitability=0.05) == "cfr+"
    assert chosen("kuhn", iterations=5, sampling="outcome") == "mccfr"


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "mccfr"])
def test_regret_minimisation_stops_at_the_bound_and_says_so(method: str) -> None:
    found = zermelo.solve("kuhn", method=method, exploitability=0.05)
    assert found.ended
    assert not found.proved
    assert found.exploitability is not None
    assert found.exploitability <= 0.05
    assert found.nash_conv == pytest.approx(2 * found.exploitability)
    assert found.bounds is not None
    assert found.bounds[0] <= -1 / 18 <= found.bounds[1]
    assert any("iterations of " + method in note for note in found.notes)


def test_progress_shows_the_bound_so_far() -> None:
    seen: list[str] = []
    zermelo.solve("kuhn", method="cfr+", iterations=100, watch=lambda progress: seen.append(progress.doing))
    assert seen[0].startswith("cfr+: exploitability 0.")
    assert seen[-1].endswith("after 100 iterations")


def test_a_stop_ends_it_with_the_best_so_far() -> None:
    stop = Event()

    def watch(progress: Progress) -> None:
        stop.set()

    found = zermelo.solve("kuhn", method="cfr+", exploitability=1e-12, watch=watch, stop=stop)
    assert not found.ended
    assert found.value is not None
    assert "stopped before the bound was reached" in found.notes


def test_without_time_for_the_tree_there_is_no_value() -> None:
    found = zermelo.solve("liarsdice", method="cfr+", seconds=0.01)
    assert (found.value, found.proved, found.ended) == (None, False, False)
    assert found.notes == ("stopped while the tree of the game was built",)


def test_more_players_are_said_to_have_no_guarantee() -> None:
    found = zermelo.solve("kuhn:players=3", iterations=20)
    assert "nothing guarantees" in found.notes[0]
    assert found.bounds is None
    assert not found.proved


def test_json_has_the_names_that_others_rely_on() -> None:
    data = zermelo.solve("kuhn").to_json()
    assert data["value"] == pytest.approx(-1 / 18)
    assert data["values"] == pytest.approx([-1 / 18, 1 / 18])
    assert data["exploitability"] == pytest.approx(0)
    assert data["nash_conv"] == pytest.approx(0)
    assert data["method"] == "lp"
    assert len(data["policy"]) == 12
    assert data["policy"]["0: K pb"] == pytest.approx({"pass": 0, "bet": 1})


@pytest.mark.parametrize(
    ("name", "options", "error", "why"),
    [
        ("tictactoe", {"method": "lp"}, KindError, "lp cannot solve 'tictactoe': it has perfect information"),
        ("kuhn:players=3", {"method": "lp"}, KindError, "lp cannot solve 'kuhn:players=3': a linear program gives"),
        ("kuhn", {"method": "supports"}, KindError, "'kuhn' is not a matrix game"),
        ("kuhn", {"method": "lp", "iterations": 5}, OptionError, "lp has no option 'iterations'"),
        ("kuhn", {"method": "cfr+", "iterations": 0}, LimitError, "iterations has to be a whole number above zero"),
        ("leduc", {"method": "lp", "nodes": 100}, LimitError, "the tree of 'leduc' has more than 100 nodes"),
        ("kuhn", {"state": "JQ pb"}, KindError, "an equilibrium of 'kuhn' is one of the whole game"),
    ],
)
def test_questions_that_have_no_answer(name: str, options: dict[str, Any], error: type[Exception], why: str) -> None:
    with pytest.raises(error) as caught:
        zermelo.solve(name, options.pop("state", None), **options)
    assert why in str(caught.value)


# At a view.


def test_a_view_has_the_mixed_strategy() -> None:
    found = zermelo.analyse("kuhn", "1: J p", lines=2)
    assert found.view == parse_view(found.game, "1: J p")
    assert dict(found.strategy) == pytest.approx({0: 2 / 3, 1: 1 / 3})
    assert [line.probability for line in found.lines] == pytest.approx([2 / 3, 1 / 3])
    assert found.lines[0].value == pytest.approx(found.lines[1].value)  # it mixes only what is equally good
    assert found.to_json()["position"] == "1: J p"


def test_the_initial_state_of_a_card_game_has_the_value_of_the_game() -> None:
    found = zermelo.analyse("kuhn")
    assert found.value == pytest.approx(-1 / 18)
    assert found.action is None
    assert found.proved


def test_views_that_are_none() -> None:
    for text, why in (("0: K p", "is not an information set"), ("2: K", "is not a view"), ("JQ", "is not a view")):
        with pytest.raises(ParseError, match=why):
            zermelo.analyse("kuhn", text)


def test_a_player_draws_from_the_strategy_with_the_seed() -> None:
    game = zermelo.load("rps")
    played = []
    for seed in (1, 1, 2):
        chooser = Chooser(game, Setting(seed=seed))
        answers = [chooser.answer(Question.PLAY, game.initial(), SECOND) for _ in range(60)]
        played.append([answer.action for answer in answers])
    assert played[0] == played[1] != played[2]
    assert min(Counter(played[0]).values()) > 5
    assert len(Counter(played[0])) == 3


def test_after_forgetting_play_depends_on_the_new_seed_only() -> None:
    game = zermelo.load("rps")
    chooser = Chooser(game)
    rows = []
    for _ in range(2):
        chooser.forget(7)
        rows.append([chooser.answer(Question.PLAY, game.initial(), SECOND).action for _ in range(20)])
    assert rows[0] == rows[1]


@pytest.mark.parametrize("question", [Question.ANALYSE, Question.PLAY, Question.RANK])
def test_answers_depend_on_nothing_unseen(question: Question) -> None:
    """The bytes of the answers for two worlds that the mover cannot distinguish are the same."""
    game = zermelo.load("leduc")
    worlds = [game.parse(text) for text in ("Ks Jh cr", "Ks Qs cr", "Ks Kh cr")]
    answers, states = [], set()
    for s in worlds:
        found = Chooser(game, Setting(seed=4)).answer(question, s, SECOND)
        assert isinstance(found, Analysis)
        states.add(found.state)
        answers.append(found.to_json() | {"seconds": 0, "compile_seconds": 0, "speed": ""})
    assert answers[0] == answers[1] == answers[2]
    assert "Jh" not in str(answers[0])
    assert len(states) == 1


def test_ranked_actions_are_ordered_by_their_values() -> None:
    game = zermelo.load("leduc")
    found = Chooser(game).answer(Question.RANK, parse_view(game, "1: Ks r"), SECOND)
    assert isinstance(found, Analysis)
    values = [line.values[1] for line in found.lines]
    assert len(values) == 3
    assert values == sorted(values, reverse=True)


def test_a_solution_is_found_once() -> None:
    game = zermelo.load("kuhn")
    chooser = Chooser(game)
    first = chooser.answer(Question.SOLVE, game.initial(), SECOND)
    again = chooser.answer(Question.SOLVE, game.initial(), SECOND)
    assert isinstance(first, Solution)
    assert isinstance(again, Solution)
    assert first.profile is again.profile
    assert isinstance(View.of(game, game.parse("JQ")), View)
