"""NBoard for Othello: games in GGF, Zermelo as the program, and another program as a player."""

from __future__ import annotations

import io
import shlex
import sys
from random import Random

import pytest

import zermelo
from timing_helpers import wait_until
from zermelo import KindError, Turn
from zermelo.core.limits import Limits
from zermelo.play import Computer
from zermelo.protocols.ggf import read_game, write_game
from zermelo.protocols.nboard_server import NBoardServer

GAME = zermelo.load("othello")

EXAMPLE = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 "
    "---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""From the description of the protocol."""


def played(seed: int) -> list[int]:
    random, s, actions = Random(seed), GAME.initial(), []
    while not GAME.is_terminal(s):
        actions.append(random.choice(list(GAME.actions(s))))
        s = GAME.result(s, actions[-1])
    return actions


def test_the_example_of_the_protocol_is_read():
    start, actions = read_game(GAME, EXAMPLE)
    assert start == GAME.initial()
    s, names = start, []
    for a in actions:
        names.append(GAME.show_action(s, a))
        s = GAME.result(s, a)
    assert names == ["f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4"]


@pytest.mark.parametrize("seed", range(5))
def test_games_with_passes_survive_a_round_trip(seed):
    actions = played(seed)
    assert read_game(GAME, write_game(GAME, GAME.initial(), actions)) == (GAME.initial(), actions)
    middle = GAME.initial()
    for a in actions[:20]:
        middle = GAME.result(middle, a)
    assert read_game(GAME, write_game(GAME, middle, actions[20:])) == (middle, actions[20:])


def server() -> tuple[NBoardServer, io.StringIO]:
    output = io.StringIO()
    computer = Computer(GAME, Limits(), GAME.initial(), plain=True)
    return NBoardServer(GAME, computer, output), output


def test_a_move_is_searched_and_a_ping_is_answered():
    board, output = server()
    board.run(["nboard 2\n", f"set game {EXAMPLE}\n", "set depth 1\n", "ping 7\n", "unknown words\n"])
    assert output.getvalue().splitlines() == ["set myname Zermelo", "pong 7"]
    board.hear("go")
    wait_until(lambda: not board.is_thinking)
    (move,) = [line for line in output.getvalue().splitlines() if line.startswith("===")]
    name, value, seconds = move[3:].split("/")
    s = board.state
    assert GAME.parse_action(s, name.strip().lower()) in list(GAME.actions(s))
    float(value), float(seconds)


@pytest.mark.thorough
def test_hints_have_lines_and_a_ping_ends_them():
    board, output = server()
    board.hear("set depth 2")
    board.hear("hint 2")
    wait_until(lambda: "search" in output.getvalue())
    board.hear("ping 3")
    said = output.getvalue().splitlines()
    assert said[-1] == "pong 3"
    first = next(line for line in said if line.startswith("search")).split()
    assert len(first) == 5
    assert first[3] == "0"


def test_moves_and_bad_lines():
    board, output = server()
    board.run(["move F5/1.5/0.3\n", "move F6\n", "set depth x\n", "move A1\n", "nboard 1\n"])
    assert [GAME.show_action(GAME.initial(), a) for a in board.actions] == ["f5", "f6"]
    assert [line.split()[0] for line in output.getvalue().splitlines()] == ["status"] * 3


FAKE = """
import sys
game = ""
for line in sys.stdin:
    words = line.split(maxsplit=2)
    if words[0] == "ping":
        print("pong", words[1])
    elif words[:2] == ["set", "game"]:
        game = words[2]
    elif words[0] == "go":
        print("status thinking")
        print("=== d3 -1.00 0.0" if "[" in game else "=== PA")
    sys.stdout.flush()
"""


def test_another_program_plays(tmp_path):
    path = tmp_path / "fake.py"
    path.write_text(FAKE)
    player = zermelo.player(GAME, f"nboard:{shlex.quote(sys.executable)} {shlex.quote(str(path))}")
    choice = player.decide(Turn(GAME.initial()))
    player.close()
    assert GAME.show_action(GAME.initial(), choice.action) == "d3"
    assert choice.line.values == (-1.0, 1.0)


def test_it_is_only_for_othello():
    with pytest.raises(KindError, match="NBoard is for Othello on 8 by 8 squares, not for 'connect4'"):
        zermelo.player("connect4", "nboard:true")
