"""A match from its first game to its last: results, files, resuming, processes."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest

import zermelo
from timing_helpers import PATIENCE, wait_until
from zermelo import KindError, LimitError, LoadError, ParseError
from zermelo.matches.results import FORMAT, ResultFile, read_results

RUN = [sys.executable, "-c", "from zermelo.cli import run; run()"]


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_perfect_play_never_loses():
    found = zermelo.match("tictactoe", ["solution", "random"], games=40)
    solution, random = found.players
    assert solution.total.losses == 0
    assert solution.total.wins == random.total.losses > 20
    assert [sum(t.to_json().values()) for t in solution.by_seat] == [20, 20]
    assert found.elo.low > 100
    assert found.verdict.startswith("solution is stronger: 95 % sure, by ")
    assert sum(found.pentanomial) == 20


def test_equal_players_are_not_distinguished():
    found = zermelo.match("tictactoe", ["random", "random"], games=300)
    assert found.names == ["random", "random #2"]
    assert found.elo.low < 0 < found.elo.high
    assert found.verdict.startswith("not decided yet: ")
    assert found.players[0].total.wins != found.players[0].total.losses  # they do not play each other's games


def test_the_same_seed_gives_the_same_match():
    def actions(seed: int) -> list[list[str]]:
        found = zermelo.match(
            "connect4:width=4,height=4", ["alphabeta:depth=2", "level=0.5,depth=2"], games=6, seed=seed
        )
        return [result.actions for result in found.results]

    assert actions(3) == actions(3) != actions(4)


def test_games_with_stakes_are_compared_by_their_scores():
    found = zermelo.match("kuhn", ["random", "first"], games=200)
    one, other = found.players
    assert not found.has_winners
    assert one.mean == -other.mean
    gap, error = found._gap(other, one)
    assert gap == pytest.approx(2 * other.mean)
    assert error == pytest.approx(2 * other.error)  # what one loses, the other wins
    assert ("not decided yet" in found.verdict) == (abs(gap) <= error)
    with pytest.raises(KindError, match="plays an equilibrium"):
        zermelo.match("kuhn", ["random", "solution"], games=2)
    with pytest.raises(KindError, match="won, drawn or lost"):
        zermelo.match("kuhn", ["random", "random"], games=2, sprt=(0, 20))


def test_games_of_several_players_are_compared_by_their_scores():
    found = zermelo.match("nim:players=3,piles=2,2", ["random", "first", "greedy", "random"], games=24)
    assert found.elo is None
    assert all(len(player.scores) == 18 for player in found.players)
    assert sum(player.mean for player in found.players) == pytest.approx(0)
    assert all(1 <= rank <= 3 for player in found.players for rank in player.ranks)
    assert "mean score" in found.verdict
    json.dumps(found.to_json(), allow_nan=False)


def test_one_player_games_are_compared_by_their_scores():
    found = zermelo.match("2048:width=2,height=2,target=0", ["greedy", "first"], games=10)
    assert all(len(player.scores) == 5 for player in found.players)
    assert all(result.points is None for result in found.results)


def test_a_file_has_one_self_contained_line_for_each_game(tmp_path):
    path = tmp_path / "x.jsonl"
    zermelo.match("tictactoe", ["alphabeta:depth=2", "first"], games=4, openings="random:1", seed=9, file=path)
    games = lines(path)
    assert [game["number"] for game in games] == [0, 1, 2, 3]
    game = games[1]
    assert game["format"] == FORMAT
    assert game["game"] == "tictactoe"
    assert game["players"] == ["first", "alphabeta:depth=2"]
    assert game["match"]["seed"] == 9
    assert game["opening"] == 1
    assert len(game["actions"]) == len(game["seconds"]) == len(game["values"])
    record = zermelo.read_record(" ".join(game["actions"]), zermelo.load("tictactoe"))
    final = record.states()[-1]
    assert [record.game.utility(final, p) for p in range(2)] == game["utilities"]
    assert games[0]["actions"][:1] == games[1]["actions"][:1]  # one opening for the pair


def test_a_match_resumes_from_its_file(tmp_path):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    told = {"games": 12, "seed": 4, "openings": "random:2"}
    first = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], file=whole, **told)
    content = whole.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(content[:2] + content[5:7]) + content[7][:40])  # games are missing, and one is cut off
    second = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], file=cut, **told)
    assert sorted(result.number for result in read_results(cut)) == list(range(12))
    assert len(cut.read_text().splitlines()) == 12
    assert second.to_json() == first.to_json()
    again = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], file=cut, **told)  # nothing is left to play
    assert again.to_json() == first.to_json()
    more = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], file=cut, **(told | {"games": 14}))
    assert len(more.results) == 14


def test_a_line_that_a_full_disk_cuts_off_is_taken_back(tmp_path, monkeypatch):
    game = zermelo.match("tictactoe", ["first", "random"], games=1, file=tmp_path / "whole.jsonl").results[0]
    file = ResultFile(tmp_path / "results.jsonl", game.game, game.match)
    write, space = os.write, [len(game.line()) + 100]

    def write_to_full_disk(descriptor: int, content: bytes) -> int:
        if not space[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = write(descriptor, content[: space[0]])
        space[0] -= written
        return written

    monkeypatch.setattr("zermelo.matches.results.os.write", write_to_full_disk)
    file.add(game)
    with pytest.raises(LoadError, match="No space left"):
        file.add(replace(game, number=1))
    space[0] = 10**6
    file.add(replace(game, number=2))
    file.close()
    assert [found.number for found in read_results(file.path)] == [0, 2]


@pytest.mark.parametrize(
    ("game", "players", "options", "message"),
    [
        ("nim", ["first", "random"], {}, "has games of 'tictactoe', not of 'nim'"),
        ("tictactoe", ["random", "first"], {}, "its players are"),
        ("tictactoe", ["first", "random"], {"seed": 1}, "its seed is '0', and here is '1'"),
        ("tictactoe", ["first", "random"], {"nodes": 5}, "its limits are"),
    ],
)
def test_a_file_of_another_match_is_refused_and_kept(tmp_path, game, players, options, message):
    path = tmp_path / "x.jsonl"
    zermelo.match("tictactoe", ["first", "random"], games=2, file=path)
    before = path.read_bytes()
    with pytest.raises(ParseError, match=message):
        zermelo.match(game, players, games=4, file=path, **options)
    assert path.read_bytes() == before


def test_a_file_of_another_version_or_of_something_else_is_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"format": 99}\n')
    with pytest.raises(ParseError, match="line 1 was written by another version"):
        zermelo.match("tictactoe", ["first", "random"], games=2, file=path)
    path.write_text("hello\n")
    with pytest.raises(ParseError, match="line 1 is not the result of a game: 'hello'"):
        zermelo.match("tictactoe", ["first", "random"], games=2, file=path)
    path.write_text('{"format": 1, "game": 5}\n')
    with pytest.raises(ParseError, match="'game' is '5'"):
        zermelo.match("tictactoe", ["first", "random"], games=2, file=path)
    with pytest.raises(LoadError, match="cannot be written"):
        zermelo.match("tictactoe", ["first", "random"], games=2, file=tmp_path / "no" / "x.jsonl")


@pytest.mark.thorough
def test_processes_play_the_same_games(tmp_path):
    told = {"games": 10, "seed": 2, "openings": "random:2"}
    alone = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], **told)
    together = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], jobs=2, **told)
    assert [r.actions for r in alone.results] == [r.actions for r in together.results]


def test_two_matches_cannot_write_one_file(tmp_path):
    path = tmp_path / "x.jsonl"

    def meanwhile(_progress):
        with pytest.raises(LoadError, match="is being written by another match"):
            zermelo.match("tictactoe", ["first", "random"], games=2, file=path)

    zermelo.match("tictactoe", ["first", "random"], games=2, file=path, tell=meanwhile)


@pytest.mark.thorough
def test_killed_at_any_moment_no_game_is_lost_or_played_twice(tmp_path):
    path, random = tmp_path / "x.jsonl", Random(1)
    command = [
        *RUN,
        "match",
        "tictactoe",
        "alphabeta:depth=1",
        "random",
        "--games",
        "400",
        "--seed",
        "3",
        "--jobs",
        "2",
    ]
    command += ["-o", str(path)]
    for _ in range(3):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        until = time.perf_counter() + 60
        wanted = (len(path.read_bytes()) if path.exists() else 0) + random.randrange(1, 5_000)
        while time.perf_counter() < until and process.poll() is None:
            if path.exists() and path.stat().st_size >= wanted:
                break
            time.sleep(0.002)
        process.kill()
        process.wait()
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    assert sorted(game["number"] for game in lines(path)) == list(range(400))
    undisturbed = zermelo.match("tictactoe", ["alphabeta:depth=1", "random"], games=400, seed=3)
    assert json.loads(done.stdout) == undisturbed.to_json()


@pytest.mark.slow
def test_two_thousand_games_killed_twenty_times(tmp_path):
    path, random = tmp_path / "x.jsonl", Random(2)
    command = [*RUN, "match", "tictactoe", "engine:nodes=60", "level=0.6,nodes=60", "--games", "2000", "--seed", "5"]
    for _ in range(20):
        process = subprocess.Popen([*command, "-o", str(path)], stdout=subprocess.DEVNULL, start_new_session=True)
        time.sleep(2 + 2 * random.random())
        process.kill()
        process.wait()
    done, fresh = (
        subprocess.run([*command, "--json", *more], capture_output=True, text=True, check=True).stdout
        for more in (["-o", str(path)], [])
    )
    assert sorted(game["number"] for game in lines(path)) == list(range(2000))
    assert done == fresh


def test_ctrl_c_leaves_a_file_that_can_be_resumed(tmp_path):
    path = tmp_path / "x.jsonl"
    command = [*RUN, "match", "tictactoe", "alphabeta:depth=2", "random", "--games", "100000", "-o", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    wait_until(lambda: path.exists() and path.stat().st_size >= 3_000)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "tictactoe: " in told
    assert len(read_results(path)) == len(path.read_text().splitlines())


def test_the_sprt_stops_the_match():
    found = zermelo.match("tictactoe", ["greedy", "random"], sprt=(0, 50))
    assert found.decision is True
    assert len(found.results) < 200
    assert found.verdict == "greedy passes: it is stronger by 50 Elo rather than 0"
    told = found.to_json()["sprt"]
    assert told["llr"] > told["bounds"][1]
    lost = zermelo.match("tictactoe", ["random", "greedy"], sprt=(0, 50))
    assert lost.decision is False


@pytest.mark.thorough
def test_the_sprt_makes_the_same_decision_with_several_processes():
    one, two = (zermelo.match("tictactoe", ["greedy", "random"], sprt=(0, 50), jobs=jobs) for jobs in (1, 2))
    assert one.pentanomial == two.pentanomial


def test_stop_ends_a_match_with_what_it_has():
    stop = Event()
    found = zermelo.match(
        "tictactoe",
        ["random", "random"],
        games=1_000_000,
        stop=stop,
        tell=lambda progress: stop.set() if progress.done > 10 else None,
    )
    assert 10 < len(found.results) < 1_000_000


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (["first"], {}, KindError, "a game of 2 players, and 1 is given"),
        (["first", "frist"], {}, KindError, "there is no player 'frist': did you mean first"),
        (["first", "random"], {"games": 0}, LimitError, "'0' games"),
        (["first", "random"], {"jobs": 0}, LimitError, "'0' jobs"),
        (["first", "random"], {"sprt": (5, 0)}, LimitError, "greater than the first"),
        (["first", "random", "greedy"], {"sprt": (0, 5)}, KindError, "compares two players"),
        (["first", "random"], {"anchor": "rndom"}, KindError, "did you mean random"),
        (["first", "random"], {"anchor": "random=high"}, KindError, "'high' is not a number"),
        (["first", "human"], {"jobs": 2}, KindError, "--jobs 1"),
        (["first", min], {"jobs": 2}, KindError, "given as text"),
        (["first", "random"], {"gmaes": 3}, KindError, "did you mean games"),
    ],
)
def test_invalid_arguments_are_refused(players, options, error, message):
    with pytest.raises(error, match=message):
        zermelo.match("tictactoe", players, **options)


def test_objects_and_functions_play_too():
    class Last:
        name = "last"

        def choose(self, state, game):
            return list(game.actions(state))[-1]

    found = zermelo.match("tictactoe", [Last(), lambda s: min(zermelo.load("tictactoe").actions(s))], games=2)
    assert found.names[0] == "last"
    assert all(result.why == "rules" for result in found.results)
    bot = Last()
    with pytest.raises(KindError, match="is the same object in two seats"):
        zermelo.match("tictactoe", [bot, bot], games=2)


def running_programs() -> str:
    """The command lines of all processes."""
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


BOTS = """
import os, time

def first(state, game):
    return next(iter(game.actions(state)))

def illegal(state): return 99
def raises(state): return 1 / 0
def leaves(state): os._exit(3)
def sleeps(state): time.sleep(60)

def forks(state, game):
    if os.fork() == 0:
        time.sleep(600)
    return next(iter(game.actions(state)))

def doubles(state, game):
    os.fork()
    return next(iter(game.actions(state)))

def prints(state, game):
    print("bestmove z9")
    return next(iter(game.actions(state)))
"""


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("illegal", "illegal"),
        ("raises", "error"),
        ("leaves", "died"),
        ("sleeps", "time"),
        ("forks", "rules"),
        ("doubles", "rules"),
        ("prints", "rules"),
    ],
)
def test_a_bot_that_misbehaves_loses_and_the_match_goes_on(tmp_path, bot, why, monkeypatch):
    monkeypatch.setattr("zermelo.protocols.program_player.MARGIN", 0.3)  # beyond the limit, where there is one
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    limits = {"seconds": 0.3} if bot == "sleeps" else {}
    found = zermelo.match("tictactoe", [f"{path}:{bot}", "first"], games=2, **limits)
    assert [result.why for result in found.results] == [why, why]
    if why != "rules":
        assert found.players[0].faults == {why: 2}
        assert all(result.players[result.fault].endswith(bot) and result.message for result in found.results)
    wait_until(lambda: str(path) not in running_programs())


def test_a_bot_that_cannot_be_loaded_stops_the_match_before_it_begins(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    with pytest.raises(LoadError, match="has no player 'frist': did you mean first"):
        zermelo.match("tictactoe", [f"{path}:frist", "first"])
    path.write_text("import nonsense")
    with pytest.raises(LoadError, match="line 1: ModuleNotFoundError"):
        zermelo.match("tictactoe", [f"{path}:x", "first"])


def test_a_cluster_plays_the_same_games():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        there = zermelo.match("tictactoe", ["first", "random"], games=6, seed=1, cluster=cluster.scheduler_address)
    here = zermelo.match("tictactoe", ["first", "random"], games=6, seed=1)
    assert [r.actions for r in there.results] == [r.actions for r in here.results]


def test_no_cluster_is_a_clear_message(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("zermelo.matches.pools.CONNECTING", 1)
    with pytest.raises(LoadError, match=r"there is no Dask scheduler at 'tcp://127\.0\.0\.1:1'"):
        zermelo.match("tictactoe", ["first", "random"], games=2, cluster="tcp://127.0.0.1:1")


@pytest.mark.thorough
def test_processes_leave_no_program_behind(tmp_path):
    """Not the workers, and not the bots that they have started, even those that ignore the end of their input."""
    path = tmp_path / "stubborn_bot.py"
    path.write_text("def choose(state, game):\n    return next(iter(game.actions(state)))\n")
    zermelo.match("tictactoe", [f"{path}:choose", "random"], games=4, jobs=2)
    wait_until(lambda: str(path) not in running_programs())


FRAIL = """
from zermelo.games.nim import Nim

class Frail(Nim):
    def result(self, s, a):
        raise ZeroDivisionError("these rules fail")
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_rules_that_fail_end_the_match_with_their_message(tmp_path, jobs):
    path = tmp_path / "frail.py"
    path.write_text(FRAIL)
    command = [*RUN, "match", f"{path}:Frail", "random", "first", "--games", "4", "--jobs", jobs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "these rules fail" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.thorough
def test_adjudicated_results_are_those_of_perfect_play():
    game = zermelo.load("connect4:width=4,height=4")
    found = zermelo.match(game, ["engine:nodes=3000", "level=0.3,nodes=100"], games=8, seed=2, adjudicate=True)
    adjudicated = [result for result in found.results if result.why == "adjudicated"]
    assert adjudicated
    for result in adjudicated:
        s = game.initial()
        for name in result.actions:
            s = game.result(s, game.parse_action(s, name))
        assert not game.is_terminal(s)
        assert zermelo.solve(game, s).value == result.utilities[0]
