"""The requests of the WebSocket and their answers."""

from __future__ import annotations

import json
import time
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import zermelo
from games_helpers import random_play
from timing_helpers import wait_until
from zermelo import games
from zermelo.web.analyses import badge, gauge, short_value, usual_size, value_in_words
from zermelo.web.gallery import Gallery

LONG = "twentyone:players=3,goal=1000000"


def test_every_game_has_a_card_with_a_picture(client: Any) -> None:
    answer = client.ask("games")
    assert [card["game"] for card in answer["games"]] == ["own", *games.names()]
    for card in answer["games"]:
        assert ElementTree.fromstring(card["picture"]).tag.endswith("svg")
        assert card["text"]
        assert card["summary"]
        assert "player" in card["kind"]
    assert len(answer["levels"]) == 8


def test_a_position_has_its_legal_actions(client: Any) -> None:
    answer = client.ask("position", game="tictactoe", moves=["a1", "B2"])
    assert answer["actions"] == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert (answer["player"], answer["turn"], answer["over"]) == (0, "X to move", False)
    assert answer["moves"] == ["a1", "b2"]
    assert 'data-cell="c3"' in answer["picture"]
    assert 'data-cell="a1"' not in answer["picture"]


def test_a_position_may_begin_elsewhere(client: Any) -> None:
    answer = client.ask("position", game="tictactoe", start="XX./OO./...", moves=["c1"])
    assert (answer["over"], answer["turn"], answer["utilities"]) == (True, "X wins", [1, -1])
    assert answer["actions"] == []
    assert "data-cell" not in answer["picture"]


def test_chance_outcomes_have_their_probabilities(client: Any) -> None:
    answer = client.ask("position", game="own", moves=["roll"])
    assert answer["player"] == -1
    assert answer["chances"] == pytest.approx([1 / 6] * 6)
    assert client.ask("choose", game="own", moves=["roll"])["action"] in answer["actions"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"game": "tictactoo"}, "'tictactoo'"),
        ({"game": "nim", "start": "many"}, "'many' is not a position"),
        ({"game": "tictactoe", "start": "XXX/XXX/XXX"}, "is not a position"),
        ({"game": "tictactoe", "moves": ["a1", "a1"]}, "ply 2: 'a1' is not an action here"),
        ({"game": "tictactoe", "start": "XXX/OO./...", "moves": ["c2"]}, "'c2', ply 1: play was already over"),
        ({"game": "nim:piles=0"}, "piles"),
        ({"game": "nim:heaps=3"}, "'heaps'"),
        ({"game": "((1 2)"}, "((1 2)"),
        ({"game": "nim:piles=1000000"}, "too many"),
    ],
)
def test_an_invalid_position_gets_an_error(client: Any, fields: dict[str, Any], said: str) -> None:
    for kind in ("position", "analyse", "choose", "solve", "tree", "review"):
        answer = client.ask(kind, **fields)
        if fields["game"] == "nim:piles=1000000" and kind in ("solve", "tree", "review"):
            continue
        assert answer["type"] == "error"
        assert said in answer["message"]


@pytest.mark.parametrize("kind", ["analyse", "choose"])
def test_a_search_in_a_terminal_state_is_refused(client: Any, kind: str) -> None:
    answer = client.ask(kind, game="tictactoe", start="XXX/OO./...")
    assert answer["type"] == "error"
    assert "play is over" in answer["message"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "an object with a type"),
        ('{"type": 3}', "an object with a type"),
        ('{"type": "solv", "id": 1}', "did you mean solve or stop?"),
        ('{"type": "__init__", "id": 1}', "no message of type"),
        ('{"type": "stop"}', "needs a field 'id'"),
        ('{"type": "stop", "id": true}', "'id' should be a whole number"),
        ('{"type": "stop", "id": -1}', "'id' should be a whole number"),
        ('{"type": "stop", "id": 1, "more": 1}', "has no field 'more'"),
        ('{"type": "position", "id": 1}', "needs a field 'game'"),
        ('{"type": "position", "id": 1, "game": 3}', "'game' should be a text"),
        ('{"type": "position", "id": 1, "game": "nim", "moves": "a1"}', "'moves' should be a list"),
        ('{"type": "position", "id": 1, "game": "nim", "moves": [1]}', "'moves' should be a list"),
        (json.dumps({"type": "position", "id": 1, "game": "nim", "moves": ["1"] * 1001}), "'moves' should be"),
        (json.dumps({"type": "position", "id": 1, "game": "n" * 30_000}), "'game' should be a text of at most"),
        (
            '{"type": "analyse", "id": 1, "game": "nim", "seconds": 61}',
            "'seconds' should be a whole number from 1 to 60",
        ),
        ('{"type": "analyse", "id": 1, "game": "nim", "seconds": 1.5}', "'seconds' should be"),
        ('{"type": "choose", "id": 1, "game": "nim", "level": 9}', "'level' should be"),
        ('{"type": "tree", "id": 1, "game": "nim", "method": "os"}', "there is no method 'os'"),
        ('{"type": "write", "id": 1, "game": "nim", "moves": [[0, "a"]]}', "each after an earlier one"),
        ('{"type": "write", "id": 1, "game": "nim", "moves": [[-1, "a"], [1, "b"]]}', "each after an earlier one"),
        ('{"type": "write", "id": 1, "game": "nim", "moves": [[-1]]}', "each after an earlier one"),
    ],
)
def test_an_invalid_message_gets_an_error_and_the_session_continues(client: Any, text: str, said: str) -> None:
    client.socket.send(text)
    answer = client.hear()
    assert (answer["type"], answer["id"]) == ("error", 1 if '"id": 1' in text else None)
    assert said in answer["message"]
    assert client.ask("stop") == {"type": "stop", "id": 1}


def test_an_analysis_streams_and_ends_with_the_exact_values(client: Any) -> None:
    answers = list(client.hear_all(client.send("analyse", game="tictactoe", moves=["a1", "b1"])))
    standings = [a for a in answers if a["type"] == "analyse"]
    assert [a["depth"] for a in standings] == sorted(a["depth"] for a in standings)
    assert standings[0]["depth"] == 1
    assert not standings[0]["done"]
    last = standings[-1]
    solution = zermelo.solve("tictactoe")
    game = solution.game
    s = game.parse("XO./.../...")
    assert last["done"]
    for name, worth in last["actions"].items():
        assert worth["proved"]
        assert worth["value"] == solution.value_of(game.result(s, game.parse_action(s, name)))
    assert set(last["actions"]) == {game.show_action(s, a) for a in game.actions(s)}
    assert (last["value"], last["proved"], last["short"][0], last["gauge"]) == (1, True, "X in 5", 1.0)
    assert len(last["lines"]) == 5
    for line in last["lines"]:  # each of its moves can be played
        assert client.ask("position", game="tictactoe", moves=["a1", "b1", *line["moves"]])["type"] == "position"


def test_games_with_chance_are_analysed_too(client: Any) -> None:
    *_, last = client.hear_all(client.send("analyse", game="own", seconds=5))
    assert last["proved"]
    assert last["value"] == pytest.approx(zermelo.solve(client_game()).value)
    *_, rolled = client.hear_all(client.send("analyse", game="own", moves=["roll"], seconds=5))
    assert rolled["value"] == pytest.approx(last["actions"]["roll"]["value"])
    assert rolled["gauge"] == pytest.approx((1 + rolled["value"]) / 2)


def client_game() -> Any:
    """The game of the command line, loaded here."""
    return zermelo.load(str(Path(__file__).parents[2] / "examples" / "dice.py"))


def test_several_players_have_a_value_each_and_no_gauge(client: Any) -> None:
    *_, last = client.hear_all(client.send("analyse", game="twentyone:players=3,goal=6", seconds=5))
    assert last["values"] == list(zermelo.solve("twentyone:players=3,goal=6").values)
    assert last["gauge"] is None
    assert all(name in last["short"][0] for name in ("player 0", "player 1", "player 2"))


def test_a_new_search_stops_the_previous_one(client: Any) -> None:
    first = client.send("analyse", game=LONG, seconds=60)
    while client.hear()["id"] != first:
        pass
    began = time.monotonic()
    second = client.send("analyse", game="tictactoe")
    seen = []
    while not seen or not (seen[-1]["id"] == second and seen[-1].get("done")):
        seen.append(client.hear())
    assert time.monotonic() - began < 30  # and not the 60 that were asked for
    place = [a["id"] for a in seen].index(second)
    assert {a["id"] for a in seen[place:]} == {second}


def test_a_search_can_be_stopped(client: Any) -> None:
    number = client.send("analyse", game=LONG, seconds=60)
    while client.hear()["id"] != number:
        pass
    assert client.ask("stop")["type"] == "stop"
    assert client.ask("position", game="nim")["type"] == "position"

    def is_silent() -> bool:
        try:
            client.hear(timeout=1)
        except TimeoutError:
            return True
        return False

    wait_until(is_silent, 30)  # a last answer may have been on its way


def test_quick_questions_are_answered_while_it_searches(client: Any) -> None:
    client.send("analyse", game=LONG, seconds=60)
    for _ in range(5):
        began = time.monotonic()
        client.ask("position", game="connect4", moves=["4"])
        assert time.monotonic() - began < 20
    client.ask("stop")


def test_the_first_analysis_comes_before_the_search_has_ended(client: Any) -> None:
    """It does not wait for the whole search; how long it takes is measured elsewhere, for a machine may be busy."""
    took = []
    for move in ("4", "3", "2", "5", "1"):
        began = time.monotonic()
        number = client.send("analyse", game="connect4", moves=[move])
        next(client.hear_all(number))
        took.append(time.monotonic() - began)
        client.ask("stop")
    assert min(took) < 10


def test_the_computer_plays_an_optimal_action_at_a_high_level(client: Any) -> None:
    for moves in (["a1"], ["a1", "b2", "c3"]):
        action = client.ask("choose", game="tictactoe", moves=moves, level=6)["action"]
        value = client.ask("solve", game="tictactoe", moves=[*moves, action])["value"]["value"]
        assert value == 0


def test_a_solution_has_every_action_and_the_history(client: Any) -> None:
    answer = client.ask("solve", game="tictactoe", moves=["a1", "b1"])
    values = {a["name"]: (a["worth"]["value"], a["worth"]["distance"], a["optimal"]) for a in answer["actions"]}
    assert values == {
        **dict.fromkeys(("a2", "b2", "a3"), (1, 5, True)),
        **dict.fromkeys(("c1", "c2", "b3", "c3"), (0, None, False)),
    }
    assert [a["worth"]["value"] for a in answer["actions"]] == [1, 1, 1, 0, 0, 0, 0]
    assert [h["value"] for h in answer["history"]] == [0, 0, 1]
    assert answer["value"]["short"][0] == "X in 5"
    for moves, best in ((["a1"], "b2"), (["a1", "c2", "b1"], "c1")):  # the other side's best
        replies = client.ask("solve", game="tictactoe", moves=moves)["actions"]
        assert [a["name"] for a in replies if a["optimal"]] == [best] == [replies[0]["name"]]


def test_a_position_too_large_to_read_is_proved_by_search(client: Any) -> None:
    """There are too many states from the start; what the engine proves agrees with enumerating the remaining states."""
    game = zermelo.load("connect4")
    *_, (s, _) = islice(random_play(game, 20), 31)
    moves = [game.show_action(t, a) for t, a in islice(random_play(game, 20), 30)]
    for answer in client.hear_all(client.send("solve", game="connect4", moves=moves)):
        if answer["value"] and all(action["worth"] for action in answer["actions"]):
            break
        assert not any(action["optimal"] for action in answer["actions"])  # the others may be better
    client.send("stop")
    assert "search" in answer["how"]
    assert len(answer["actions"]) == len(list(game.actions(s))) > 1
    for action in answer["actions"]:
        after = game.result(s, game.parse_action(s, action["name"]))
        assert action["worth"]["value"] == zermelo.solve(game, after, method="states").value
    assert answer["value"]["value"] == zermelo.solve(game, s, method="states").value


def test_mistakes_come_with_the_better_move(client: Any) -> None:
    answers = list(client.hear_all(client.send("review", game="tictactoe", moves=["b2", "b1", "a1"])))
    judged = [a["judgement"] for a in answers if a["judgement"]]
    assert [(j["ply"], j["mark"]) for j in judged] == [(1, ""), (2, "mistake"), (3, "")]
    assert judged[1]["better"] in ("a1", "c1", "a3", "c3")
    assert judged[1]["cost"] == 1
    assert "b1 loses" in judged[1]["words"]
    assert answers[-1]["judgement"] is None


def test_a_move_is_judged_by_the_analyses_so_far(client: Any) -> None:
    asked = {"game": "tictactoe", "moves": ["b2", "b1"]}
    assert client.ask("judge", **asked)["judgement"] is None
    assert client.ask("analyse", game="tictactoe", moves=["b2"])["judgement"] is None, "nothing is known of b2"
    judged = client.ask("judge", **asked)["judgement"]
    assert (judged["mark"], judged["proved"], judged["cost"]) == ("mistake", True, 1)
    assert judged["words"] == f"b1 loses; {judged['better']} draws"
    told = client.ask("analyse", **asked)["judgement"]
    assert told == judged
    assert client.ask("judge", game="tictactoe", moves=["b2", "zz"])["type"] == "error"
    assert client.ask("judge", game="tictactoe", moves=[])["judgement"] is None


def test_a_tree_is_sent_to_be_stepped_through(client: Any) -> None:
    data = client.ask("tree", game="((3 12 8) (2 4 6) (14 5 2))", method="alphabeta")["stepping"]
    assert len(data["nodes"]) == 13
    assert sum(not node["read"] for node in data["nodes"]) == 2
    assert any("4" in step["says"] and "6" in step["says"] for step in data["steps"] if step["kind"] == "cut")
    too_large = client.ask("tree", game="connect4")
    assert too_large["type"] == "error"
    assert "depth" in too_large["message"]


@pytest.mark.parametrize(
    ("opponent", "value", "note"),
    [("level=0.3", 72.7, "against an opponent of level 0.3"), ("", 54.5, "against a random opponent")],
)
def test_a_tree_may_have_an_opponent_who_errs(client: Any, opponent: str, value: float, note: str) -> None:
    asked = {"game": "(a1: 10, a2: (9 100))", "method": "expectimax"}
    answer = client.ask("tree", **asked, options={"opponent": opponent} if opponent else {})
    assert answer["notes"] == [note]
    assert f"{value}" in answer["stepping"]["steps"][-1]["says"]
    refused = client.ask("tree", **asked, options={"opponent": "levl=1"})
    assert (refused["type"], "'levl=1'" in refused["message"]) == ("error", True)


def test_folded_nodes_are_opened_when_asked(client: Any) -> None:
    data = client.ask("tree", game="connect4", depth=4, method="minimax")["stepping"]
    folds = [node["fold"] for node in data["nodes"] if node.get("fold")]
    assert folds
    more = client.ask("tree", game="connect4", depth=4, method="minimax", opened=folds[:1])["stepping"]
    assert len(more["nodes"]) > len(data["nodes"])


def test_what_is_written_is_read_again(client: Any) -> None:
    moves = [[-1, "a1"], [0, "b2"], [1, "c1"], [0, "b1"], [3, "b2"], [-1, "b2"]]
    for form in ("text", "json"):
        written = client.ask("write", game="tictactoe", moves=moves, form=form)["text"]
        answer = client.ask("read", game="nim", text=written)
        assert (answer["game"], answer["start"]) == ("tictactoe", "")
        again = client.ask("write", game="tictactoe", moves=answer["moves"], form=form)["text"]
        assert again == written
        assert sorted(map(str, names_with_paths(answer["moves"]))) == sorted(map(str, names_with_paths(moves)))


def names_with_paths(moves: list[list[Any]]) -> list[tuple[str, ...]]:
    """Every move with those before it."""
    paths: list[tuple[str, ...]] = []
    for before, name in moves:
        paths.append((*(paths[before] if before >= 0 else ()), name))
    return paths


def test_a_plain_list_of_moves_is_read(client: Any) -> None:
    answer = client.ask("read", game="connect4", text="45461667")
    assert [name for _, name in answer["moves"]] == list("45461667")
    bad = client.ask("read", game="connect4", text="45x")
    assert bad["type"] == "error"
    assert "'x'" in bad["message"]


@pytest.mark.parametrize(
    ("game", "value", "proved", "distance", "expected"),
    [
        ("tictactoe", 1, True, 5, ("X in 5", "▲5", "X wins in 5 plies, proved", 1.0)),
        ("tictactoe", -1, True, 1, ("O in 1", "▼1", "O wins in 1 ply, proved", 0.0)),
        ("tictactoe", 0, True, None, ("draw", "=", "a draw, proved", 0.5)),
        ("tictactoe", 0, False, None, ("≈ 0", "0", "value 0 for X, estimated", 0.5)),
        ("kalah:scored=yes", 4, True, 9, ("4", "4", "value 4 for First, proved", None)),
    ],
)
def test_values_in_words(
    game: str, value: float, proved: bool, distance: int | None, expected: tuple[Any, ...]
) -> None:
    loaded = Gallery().find(game)
    values = (value, -value)
    found = [f(loaded, values, proved, distance) for f in (short_value, badge, value_in_words)]
    assert found == list(expected[:3])
    if expected[3] is not None:
        assert gauge(loaded, value, proved) == expected[3]


def test_the_gauge_grows_with_the_estimate() -> None:
    game = Gallery().find("connect4")
    stands = [gauge(game, v, False) for v in (-1000, -5, 0, 5, 1000)]
    assert stands == sorted(stands)
    assert 0 < stands[0] < 0.1
    assert stands[2] == 0.5
    assert usual_size(game) > 0


def test_territory_is_refined_while_it_is_asked_for(client: Any) -> None:
    settled = ".XXO./X.XO./XXXOO/XXXO./XXXOO"
    answers = list(client.hear_all(client.send("ownership", game="go:size=5", start=settled)))
    assert len(answers) > 1
    assert [answer["done"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    areas = answers[-1]["areas"]
    assert len(areas) == 25
    assert all(areas[f"{letter}{row}"] > 0.9 for letter in "ABC" for row in range(1, 6))
    assert all(areas[f"{letter}{row}"] < -0.9 for letter in "DE" for row in range(1, 6))


def test_a_game_without_territory_has_none(client: Any) -> None:
    assert client.ask("position", game="tictactoe")["owned"] is False
    assert client.ask("ownership", game="tictactoe")["areas"] == {}
