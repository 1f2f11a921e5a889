"""`zermelo engine` with UGI: its answers, and that they are immediate."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import example, given, strategies as st

import zermelo
from timing_helpers import PATIENCE, wait_until
from zermelo.core.errors import ParseError
from zermelo.core.limits import Limits
from zermelo.play import Computer
from zermelo.protocols.ugi_server import UgiServer, read_go
from zermelo.protocols.words import read_words, write_words

COMMAND = [sys.executable, "-c", "from zermelo.cli import run; run()", "engine"]


class Session:
    """A server in this process: takes lines, and collects its output."""

    def __init__(self, text: str) -> None:
        self.game = zermelo.load(text)
        self.output = io.StringIO()
        self.made: list[dict[str, object]] = []

        def make(options: dict[str, object]) -> Computer:
            self.made.append(options)
            return Computer(self.game, Limits(), self.game.initial(), fallback=Limits(depth=2), plain=True, **options)

        self.server = UgiServer(self.game, make, self.output)

    def say(self, line: str) -> list[str]:
        """The output until the search, if there is one, has ended."""
        before = len(self.output.getvalue())
        try:
            self.server.hear(line)
        except zermelo.ZermeloError as error:
            self.server.complain(error)
        self.wait()
        return self.output.getvalue()[before:].splitlines()

    def wait(self) -> None:
        wait_until(lambda: not self.server.is_thinking, poll=0.002)


def test_it_sends_its_name_and_options():
    said = Session("tictactoe").say("ugi")
    assert said[0] == "id name Zermelo (tictactoe)"
    assert said[-1] == "ugiok"
    assert {line.split()[2] for line in said if line.startswith("option")} == {"Threads", "Table", "Seed"}


def test_a_session_without_a_search_makes_no_player():
    session = Session("tictactoe")
    session.server.run(["ugi", "isready", "quit"])
    assert session.made == []


def test_a_position_a_search_and_a_move():
    session = Session("tictactoe")
    session.say("position startpos moves a1 b2 b1 c3")
    said = session.say("go depth 3")
    assert said[-1].startswith("bestmove c1")
    info = said[0].split()
    assert info[:4] == ["info", "depth", "1", "score"]
    assert {"nodes", "time", "nps", "pv"} <= set(info)
    assert session.say("query gameover") == ["response false"]
    assert session.say("query p1turn") == ["response true"]
    session.say("position startpos moves a1 b2 b1 c3 c1")
    assert session.say("query result") == ["response p1win"]


def test_values_are_the_movers_and_a_proof_is_called_one():
    session = Session("tictactoe")
    session.say("position fen XX./OO./..X")  # O wins
    last = session.say("go depth 4")[-2]
    assert "score value 1 proved" in last


def test_names_with_spaces_are_quoted():
    session = Session("nim:piles=3,4,5,misere=no")
    session.say('position startpos moves "1 from pile 1"')
    (move,) = [line for line in session.say("go depth 1") if line.startswith("bestmove")]
    name = read_words(move)[1]
    assert session.game.parse_action(session.server.state, name) is not None


@given(st.lists(st.text()))
@example(["a", "b c"])
@example(['say "x"', "", "\\", '"'])
def test_words_come_back_on_one_line(names):
    line = write_words(names)
    assert read_words(line) == names
    assert len(line.splitlines()) <= 1


def test_where_chance_moves_there_is_nothing_to_choose():
    session = Session("pig")
    session.say("position startpos moves roll")
    (said,) = session.say("go depth 1")
    assert said.startswith("fault error")
    assert "name its outcome among the moves" in said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fly", "there is no command 'fly'"),
        ("position nowhere", "is not a position"),
        ("position startpos moves z9", "'z9' is not an action here"),
        ("go depth x", "depth must be a whole number"),
        ("go fast", "go has no 'fast'"),
        ("go depth 0", "depth"),
        ("setoption name Speed value 3", "there is no option 'Speed'"),
        ("setoption name Threads value many", "Threads must be a whole number"),
        ("setoption Threads 3", "is not a valid option"),
        ("query weather", "there is no query 'weather'"),
        ("ponderhit", "there is no go ponder"),
        ('position "x', "is not a JSON string"),
    ],
)
def test_a_bad_line_is_named_and_changes_nothing(line, message):
    session = Session("tictactoe")
    session.say("position startpos moves b2")
    (said,) = session.say(line)
    assert said.startswith("fault error ")
    assert message in said
    assert session.server.actions == [4]


def test_options_become_the_engines_own():
    session = Session("tictactoe")
    session.say("setoption name Table value 2")
    session.say("setoption name Threads value 2")
    assert session.made[-1] == {"table": 2 * 2**20, "threads": 2}
    assert session.say("setoption name Threads value 0")[0].startswith("fault")
    assert session.server._settings == {"table": 2 * 2**20, "threads": 2}


def test_pondering_ends_with_the_move_or_without():
    session = Session("connect4")
    session.say("position startpos moves 4")
    session.server.hear("go ponder movetime 50")
    time.sleep(0.2)
    assert "bestmove" not in session.output.getvalue()
    session.server.hear("ponderhit")
    session.wait()
    assert session.output.getvalue().count("bestmove") == 1
    session.server.hear("go ponder movetime 50")
    session.server.hear("stop")
    session.wait()
    assert session.output.getvalue().count("bestmove") == 2


def test_limits_are_read():
    go = read_go(
        ["p1time", "1000", "p2time", "2000", "p1inc", "10", "depth", "5", "nodes", "100", "movetime", "250"], 2
    )
    assert go.limits == Limits(depth=5, nodes=100, seconds=0.25)
    assert [(clock.seconds, clock.increment) for clock in go.clocks] == [(1.0, 0.01), (2.0, 0.0)]
    with pytest.raises(ParseError, match="p3time"):
        read_go(["p3time", "5"], 2)


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([*COMMAND, "connect4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.wait()


def test_an_infinite_search_is_stopped_and_answers_isready_meanwhile(engine):
    def tell(line: str) -> None:
        engine.stdin.write(f"{line}\n")
        engine.stdin.flush()

    def hear(word: str) -> str:
        while not (line := engine.stdout.readline()).startswith(word):
            assert line, "it has ended"
        return line

    tell("ugi")
    hear("ugiok")
    tell("position startpos moves 4 4")
    tell("go infinite")
    hear("info")
    tell("isready")
    hear("readyok")
    tell("stop")
    assert hear("bestmove").split()[1] in "1234567"
    tell("quit")
    assert engine.wait(PATIENCE) == 0
