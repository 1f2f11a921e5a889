"""External programs as players: working ones, and all kinds of failures."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

import zermelo
from timing_helpers import PATIENCE, wait_until
from zermelo import LoadError, Turn
from zermelo.core.limits import Clock, Limits
from zermelo.play import PlayerFault
from zermelo.protocols.program import Program

GAME = zermelo.load("tictactoe")

FAITHFUL = """
import sys
moves = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name fake\\nugiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        cells = [c + r for r in "123" for c in "abc"]
        print("info depth 3 score cp 150 nodes 77 pv x")
        {answer}
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""

PLAYS = 'print("bestmove", next(c for c in cells if c not in moves))'


def program(tmp_path: Path, source: str) -> str:
    path = tmp_path / "program.py"
    path.write_text(source)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def faithful(tmp_path: Path, answer: str = PLAYS) -> str:
    return f"ugi:{program(tmp_path, FAITHFUL.replace('{answer}', answer))}"


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_program_plays_and_gives_its_evaluation(tmp_path):
    player = zermelo.player(GAME, faithful(tmp_path))
    try:
        start = GAME.initial()
        choice = player.decide(Turn(GAME.result(start, 0), start, (0,), limits=Limits(depth=3)))
        assert GAME.show_action(start, choice.action) == "b1"
        assert (choice.depth, choice.nodes, choice.line.values) == (3, 77, (-1.5, 1.5))
    finally:
        player.close()


FLOOD = "[print('info ' + 'x' * 1000) for _ in range(50_000)]"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "died"),
        ("print('bestmove z9')", "illegal"),
        ("print('bestmove')", "illegal"),
        ("import time; time.sleep(100)", "silent"),
        ("print('rubbish'); print(chr(0) * 50)", "silent"),
        ("print('x' * 1_000_000)", "error"),
        (FLOOD, "error"),
    ],
)
def test_a_program_that_fails_in_mid_game_is_a_fault_and_is_ended(tmp_path, answer, reason, monkeypatch):
    monkeypatch.setattr("zermelo.protocols.program_player.MARGIN", 0.2)
    monkeypatch.setattr("zermelo.protocols.program.MOST_WAITING", 1_000_000)
    player = zermelo.player(GAME, faithful(tmp_path, answer))
    process = player._program._process
    if answer == FLOOD:  # nobody reads while it floods
        player._program.send("go")
        wait_until(lambda: player._program._floods)
        monkeypatch.setattr(player._program, "drop", lambda: None)
    with pytest.raises(PlayerFault) as fault:
        player.decide(Turn(GAME.initial(), limits=Limits(seconds=0.3 if reason == "silent" else PATIENCE)))
    assert fault.value.reason == reason
    assert process.poll() is not None
    player.begin(1)  # and it is started again for the next game
    assert player._program._process.pid != process.pid
    player.close()


def test_a_program_that_does_not_exist_or_exits_immediately_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.protocols.program_player.STARTING", PATIENCE)
    with pytest.raises(LoadError, match="'no-such-program' cannot be started: No such file"):
        zermelo.player(GAME, "ugi:no-such-program")
    with pytest.raises(LoadError, match="ended with exit code 7"):
        zermelo.player(GAME, f"ugi:{program(tmp_path, 'import sys; sys.exit(7)')}")
    monkeypatch.setattr("zermelo.protocols.program_player.STARTING", 1.0)
    with pytest.raises(LoadError, match="did not answer in time"):
        zermelo.player(GAME, f"ugi:{program(tmp_path, 'import time; print(1, flush=True); time.sleep(100)')}")
    with pytest.raises(LoadError, match="No closing quotation"):
        zermelo.player(GAME, "ugi:'x")


REFUSES = """
import os, sys, time
from pathlib import Path
Path(sys.argv[1]).write_text(str(os.getpid()))
sys.stdin.readline()
print({fault}, flush=True)
time.sleep(100)
"""


@pytest.mark.parametrize("fault", ['fault load "no such bot"', "fault load", "fault"])
def test_a_program_that_refuses_to_play_is_ended(tmp_path, fault):
    pid = tmp_path / "pid"
    command = program(tmp_path, REFUSES.replace("{fault}", repr(f"{fault}\nfault load")))
    with pytest.raises(LoadError):
        zermelo.player(GAME, f"ugi:{command} {shlex.quote(str(pid))}")
    assert not is_alive(int(pid.read_text()))


def test_the_last_words_of_a_program_are_read(tmp_path):
    running = Program(program(tmp_path, "print('error: no licence')"))
    wait_until(lambda: not running.is_running)
    running.send("ugi")
    assert running.receive(time.perf_counter() + PATIENCE) == "error: no licence"
    with pytest.raises(PlayerFault, match="ended with exit code 0"):
        running.send("ugi")
    running.close()


def test_child_processes_of_a_program_end_with_it(tmp_path):
    answer = "import subprocess; c = subprocess.Popen(['sleep', '1000']); print('info string', c.pid); " + PLAYS
    player = zermelo.player(GAME, faithful(tmp_path, answer))
    player.choose(GAME.initial())
    group = player._program._process.pid
    members = subprocess.run(
        ["ps", "-o", "pid=", "-g", str(group)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(members) >= 2
    player.close()
    wait_until(lambda: not any(is_alive(int(pid)) for pid in members))


def test_no_program_outlives_a_process_that_was_killed(tmp_path):
    """The program ignores the end of its input, and its parent gets no chance to say goodbye."""
    stubborn = FAITHFUL.replace("{answer}", PLAYS) + "\nimport time\ntime.sleep(1000)\n"
    text = f"ugi:{program(tmp_path, stubborn)}"
    source = (
        "import sys, time, zermelo\n"
        f"player = zermelo.player('tictactoe', {text!r})\n"
        "print(player._program._process.pid, flush=True)\n"
        "time.sleep(1000)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    assert is_alive(pid)
    parent.kill()
    parent.wait()
    wait_until(lambda: not is_alive(pid))


def test_limits_and_clocks_are_sent(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.protocols.program_player.MARGIN", PATIENCE)
    text = faithful(tmp_path, f"open({str(tmp_path / 'told')!r}, 'a').write(line); {PLAYS}")
    player = zermelo.player(GAME, text)
    clocks = (Clock(60, 1), Clock(30, 2))
    player.decide(Turn(GAME.initial(), limits=Limits(depth=4, nodes=9), clocks=clocks))
    player.decide(Turn(GAME.initial(), limits=Limits(seconds=0.5)))
    player.choose(GAME.initial())
    player.close()
    assert (tmp_path / "told").read_text().splitlines() == [
        "go p1time 60000 p1inc 1000 p2time 30000 p2inc 2000 depth 4 nodes 9",
        "go movetime 500",
        "go movetime 1000",
    ]


GTP = """
import sys
board = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "play":
        board.append(words[2])
    elif words[0] == "clear_board":
        board = []
    answer = ""
    if words[0] == "genmove":
        answer = {answer}
        board.append(answer)
    refused = words[0].startswith("time")
    print("? unknown command" if refused else "= " + answer, end="\\n\\n")
    open({log!r}, "a").write(line)
    sys.stdout.flush()
"""


def test_gtp_gets_only_new_moves(tmp_path):
    answer = "next(c + r for r in '123' for c in 'abc' if c + r not in board)"
    source = GTP.replace("{answer}", answer).replace("{log!r}", repr(str(tmp_path / "log")))
    player = zermelo.player(GAME, f"gtp:{program(tmp_path, source)}")
    s = start = GAME.initial()
    actions = []
    for _ in range(2):
        actions.append(player.decide(Turn(s, start, actions)).action)
        s = GAME.result(s, actions[-1])
        actions.append(8 - actions[-1])
        s = GAME.result(s, actions[-1])
    player.close()
    told = (tmp_path / "log").read_text().splitlines()
    assert told == ["name", "clear_board", "genmove b", "play w c3", "genmove b", "quit"]


def test_a_program_may_resign(tmp_path):
    source = GTP.replace("{answer}", "'resign'").replace("{log!r}", repr(os.devnull))
    player = zermelo.player(GAME, f"gtp:{program(tmp_path, source)}")
    with pytest.raises(PlayerFault, match="resigned") as fault:
        player.decide(Turn(GAME.initial()))
    assert fault.value.reason == "resigned"


def test_uci_has_the_names_of_chess(tmp_path):
    source = FAITHFUL.replace("{answer}", f"open({str(tmp_path / 'told')!r}, 'a').write(line); {PLAYS}")
    source = source.replace('"ugi"', '"uci"').replace("ugiok", "uciok")
    player = zermelo.player(GAME, f"uci:{program(tmp_path, source)}")
    player.decide(Turn(GAME.initial(), clocks=(Clock(5), Clock(6, 1))))
    player.close()
    assert (tmp_path / "told").read_text() == "go wtime 5000 winc 0 btime 6000 binc 1000\n"
    with pytest.raises(zermelo.KindError, match="two players"):
        zermelo.player("nim:players=3", "uci:true")


def test_a_program_that_dies_after_its_move_has_lost(tmp_path):
    player = zermelo.player(GAME, faithful(tmp_path, PLAYS + "; sys.stdout.flush(); sys.exit(5)"))
    start = GAME.initial()
    first = player.decide(Turn(start, start)).action
    player._program._process.wait(PATIENCE)
    with pytest.raises(PlayerFault, match="ended with exit code 5") as fault:
        player.decide(Turn(GAME.result(start, first), start, (first,)))
    assert fault.value.reason == "died"


def test_a_program_is_told_to_move_at_once(tmp_path):
    waits = "line = sys.stdin.readline(); assert line == 'stop\\n'; " + PLAYS
    player = zermelo.player(GAME, faithful(tmp_path, waits))
    stop = Event()
    stop.set()
    assert player.decide(Turn(GAME.initial(), stop=stop)).action == 0
    player.close()
