"""`zermelo engine --protocol gtp`: the commands, and that nothing that is sent ends the game."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from zermelo.core.errors import KindError
from zermelo.core.game import Game
from zermelo.core.limits import Limits
from zermelo.play import Computer
from zermelo.play.player import Choice, Player, Turn
from zermelo.protocols.gtp_analysis import Reporter, read_analyse
from zermelo.protocols.gtp_clock import GtpClock
from zermelo.protocols.gtp_go import handicap
from zermelo.protocols.gtp_lines import Command, read_command
from zermelo.protocols.gtp_server import LONGEST, GtpServer
from zermelo.protocols.server import LONGEST_LINE, lines_of

COMMAND = [sys.executable, "-c", "from zermelo.cli import run; run()", "engine"]

REQUIRED = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove"
"""The commands that version 2 of the protocol requires."""


class Recorder(Player):
    """Takes the first action, and keeps the turns that it was given."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: list[Turn] = []

    def decide(self, turn: Turn) -> Choice:
        self.turns.append(turn)
        return Choice(next(iter(self.game.actions(turn.state))))


class Session:
    """A server in this process."""

    def __init__(self, text: str = "hex:size=5", make: Any = Recorder) -> None:
        self.output = io.StringIO()
        self.made: list[Game] = []

        def made(game: Game) -> Player:
            self.made.append(game)
            return make(game)

        self.server = GtpServer(zermelo.load(text), made, self.output)

    def say(self, line: str, *, ends: bool = False) -> str:
        """All of the answer, without the empty line at its end."""
        before = len(self.output.getvalue())
        assert self.server.hear(line) is not ends
        said = self.output.getvalue()[before:]
        assert said == "" or re.fullmatch(r"[=?][0-9]*(?: [^\n]+)?\n(?:[^\n]+\n)*\n", said), said
        return said[:-2]

    def all(self, *lines: str) -> list[str]:
        return [self.say(line) for line in lines]

    @property
    def turn(self) -> Turn:
        """What the player was asked last."""
        assert isinstance(self.server.player, Recorder)
        return self.server.player.turns[-1]


# Lines.


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", Command("", "name", ())),
        ("12 play b D4", Command("12", "play", ("b", "D4"))),
        ("  7\tplay\tw  pass # a comment", Command("7", "play", ("w", "pass"))),
        ("play b \x07D4\x00\r", Command("", "play", ("b", "D4"))),
        ("3", Command("3", "", ())),
        ("3d", Command("", "3d", ())),
    ],
)
def test_commands_are_read_as_the_protocol_says(line: str, command: Command) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["", "   ", "\t", "# only a comment", "  # 5 name", "\x00\x07"])
def test_empty_lines_and_comments_have_no_answer(line: str) -> None:
    assert read_command(line) is None
    assert Session().say(line) == ""


def test_answers_carry_the_number_of_the_command() -> None:
    session = Session()
    assert session.all("0 name", "41 protocol_version", "5 foo", "6") == [
        "=0 Zermelo",
        "=41 2",
        "?5 unknown command 'foo'",
        "?6 unknown command ''",
    ]


def test_all_required_commands_are_there() -> None:
    session = Session("go:size=5")
    listed = session.say("list_commands")[2:].split("\n")
    wanted = f"{REQUIRED} reg_genmove undo time_settings time_left final_score final_status_list loadsgf showboard"
    assert set(wanted.split()) | {"lz-analyze", "kata-analyze"} <= set(listed)
    assert session.all(*(f"known_command {name}" for name in (*listed, "foo"))) == ["= true"] * len(listed) + [
        "= false"
    ]
    assert "loadsgf" not in Session("hex:size=5").say("list_commands")
    assert session.say("8 quit", ends=True) == "=8"


# A game.


def test_a_game_of_hex() -> None:
    session = Session("hex:size=3")
    assert session.all("play black a1", "play WHITE B1", "genmove b", "play w b2", "play b a2") == [
        *("=", "=", "= c1", "=", "="),
    ]
    assert session.say("showboard") == "=\n  a b c\n1 r b r\n 2 R b .\n  3 . . .\nBlue to move"
    assert session.say("final_score").startswith("? cannot score")
    assert session.all("play w b3", "play b a3", "final_score") == ["=", "=", "= B+1"]
    assert session.all("play w c3", "genmove w", "lz-analyze") == ["? illegal move: play is over"] * 3
    assert session.all("undo", "final_score")[0] == "="
    assert session.say("9 final_score").startswith("?9 cannot score")


def test_reg_genmove_does_not_play() -> None:
    session = Session("gomoku:size=5")
    assert session.all("reg_genmove b", "reg_genmove b", "genmove b", "reg_genmove w") == [
        "= a1",
        "= a1",
        "= a1",
        "= b1",
    ]


def test_undo_takes_back_move_by_move() -> None:
    session = Session("go:size=5")
    start = session.say("showboard")
    after_one = session.all("play b C3", "showboard")[1]
    session.all("play b D3", "genmove w")
    assert session.all("undo", "undo", "showboard") == ["=", "=", after_one]
    assert session.all("undo", "showboard", "undo") == ["=", start, "? cannot undo: no move was played"]


def test_a_player_may_move_twice() -> None:
    session = Session("go:size=5")
    assert session.all("play b C3", "play b C4", "play w D4", "genmove w") == ["=", "=", "=", "= A5"]
    game, s = session.server.game, session.turn.state
    assert (s.passes, game.player(s)) == (0, 1)  # a pass that counts would let White end the game
    assert len(session.turn.before) == 5  # the empty board, C3, Black again, C4, D4
    assert Session("hex:size=3").all("play b a1", "play b a2")[1].startswith("? illegal move: 'pass' is not")


def test_sizes_and_komi_make_another_game() -> None:
    session = Session("go:size=5")
    session.say("play b C3")
    assert session.all("komi 0.5", "komi 0.5", "final_score") == ["=", "=", "= B+24.5"]
    assert [str(game) for game in session.made] == ["go:size=5", "go:size=5,komi=0.5"]
    assert session.all("boardsize 7", "play b G7", "clear_board") == ["="] * 3
    assert str(session.server.game) == "go:size=7,komi=0.5"
    assert session.server.actions == []
    assert Session("connect4").all("boardsize 7", "komi 0", "komi 1") == [
        *("? unacceptable size: connect4 has no size", "=", "? unacceptable komi: connect4 has no komi"),
    ]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("boardsize 99", "unacceptable size: size must be"),
        ("boardsize -3", "syntax error: '-3' is not a whole number"),
        ("boardsize", "syntax error: write boardsize SIZE"),
        ("komi much", "syntax error: 'much' is not a number"),
        ("komi nan", "syntax error: 'nan' is not a number"),
        ("komi 1e99", "unacceptable komi: komi must be a number of whole or half points, at most 361, not 1e+99"),
        ("play", "syntax error: write play COLOUR VERTEX"),
        ("play red C3", "syntax error: 'red' is not a colour"),
        ("play b Z9", "illegal move: 'Z9' is not a move"),
        ("play w C3", "illegal move: 'C3'"),
        ("genmove", "syntax error: write genmove COLOUR"),
        ("time_settings 1 2", "syntax error: write time_settings MAIN_TIME"),
        ("time_settings -1 0 0", "syntax error: '-1' is a negative time"),
        ("time_left b x 0", "syntax error: 'x' is not a number"),
        ("final_status_list ill", "syntax error: 'ill' is not a status"),
        ("fixed_handicap 3", "board not empty"),
        ("fixed_handicap 12", "invalid number of stones"),
        ("set_free_handicap C3", "invalid number of stones"),
        ("loadsgf /no/such/file.sgf", "cannot load file"),
        ("lz-analyze b 10 avoid b C3 1", "syntax error: lz-analyze has no argument avoid"),
        ("x" * (LONGEST + 9), f"syntax error: the line has more than {LONGEST:,} characters"),
        ("\ufffd\ufffd \ufffd", "unknown command"),
    ],
)
def test_what_goes_wrong_is_said_and_changes_nothing(line: str, answer: str) -> None:
    session = Session("go:size=7")
    session.say("play b C3")
    before = session.say("showboard")
    assert session.say(f"7 {line}").startswith(f"?7 {answer}")
    assert session.say("showboard") == before
    assert session.say("genmove w").startswith("= ")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text() | st.sampled_from(["play b C3", "genmove w", "undo", "1 showboard", "komi 3"]), max_size=6))
@example(["\x00\x01", "5 #", "²", "٣ name"])
def test_nothing_that_is_sent_ends_the_session(lines: list[str]) -> None:
    session = Session("go:size=3")
    for line in lines:
        if "quit" not in line.split() and "analyze" not in line:
            session.say(line.replace("\n", " "))
    assert session.say("name") == "= Zermelo"


def test_a_player_that_fails_is_an_error() -> None:
    class Failing(Recorder):
        def decide(self, turn: Turn) -> Choice:
            raise RuntimeError("no\nidea")

    session = Session("hex:size=3", Failing)
    assert session.all("4 genmove b", "play b a1") == ["?4 no idea", "="]


@pytest.mark.parametrize("text", ["rolit:players=3", "pig", "2048"])
def test_other_kinds_of_games_are_refused(text: str) -> None:
    with pytest.raises(KindError, match="GTP is for two players"):
        Session(text)


def test_an_earlier_position_must_not_come_back() -> None:
    session = Session("go:size=5")
    board = "play b B1|play w C1|play b A2|play w D2|play b B3|play w C3|play b C2|play w B2|play b E5|play w E4"
    assert session.all(*board.split("|")) == ["="] * 10
    session.say("undo")
    session.say("undo")
    assert session.say("play b C2").startswith("? illegal move: ")


# Time.


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (GtpClock(), None),
        (GtpClock(0, 5, 0), None),
        (GtpClock(0, 5, 1), 5),
        (GtpClock(0, 60, 20), 3),
        (GtpClock(300, 0, 0), 10),
        (GtpClock(30, 60, 20), 3),
        (GtpClock(300, 60, 20).with_time_left(15, 5), 3),
        (GtpClock().with_time_left(60, 0), 2),
        (GtpClock(300, 0, 0).after(150), 5),
        (GtpClock(0, 5, 1).after(4), 5),
    ],
)
def test_the_time_for_a_move(clock: GtpClock, seconds: float | None) -> None:
    limit = seconds_of(clock)
    assert limit is None if seconds is None else limit == pytest.approx(0.95 * seconds)


def seconds_of(clock: GtpClock) -> float | None:
    clocks = clock.clocks()
    return clock.limits().seconds if clocks is None else clocks[0].share


def test_main_time_is_handed_over_as_a_clock_so_that_the_search_can_spread_it() -> None:
    session = Session("hex:size=3")
    session.all("time_settings 300 0 0", "genmove b")
    assert session.turn.limits == Limits()
    assert session.turn.clocks is not None
    assert session.turn.clocks[0].seconds == pytest.approx(285)
    session.all("time_settings 300 60 1", "genmove w")  # a period gives more than a share of the main time
    assert (session.turn.limits.seconds, session.turn.clocks) == (pytest.approx(57), None)


def test_an_empty_clock_still_gives_a_moment() -> None:
    for clock in (GtpClock().with_time_left(0, 0), GtpClock().with_time_left(0, 1), GtpClock(1, 0, 0).after(99)):
        assert 0 < (seconds_of(clock) or 0) <= 0.01


def test_the_clock_is_that_of_the_player_to_move() -> None:
    session = Session("hex:size=3")
    session.all("time_settings 0 10 1", "time_left b 4 2", "genmove b")
    assert session.turn.limits.seconds == pytest.approx(1.9)
    session.say("genmove w")
    assert session.turn.limits.seconds == pytest.approx(9.5)


# Go.


@pytest.mark.parametrize(
    ("stones", "size", "vertices"),
    [
        (2, 19, "D4 Q16"),
        (3, 19, "D4 Q16 D16"),
        (4, 9, "C3 G7 C7 G3"),
        (5, 19, "D4 Q16 D16 Q4 K10"),
        (6, 19, "D4 Q16 D16 Q4 D10 Q10"),
        (7, 13, "D4 K10 D10 K4 D7 K7 G7"),
        (8, 19, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        (4, 8, "C3 F6 C6 F3"),
    ],
)
def test_fixed_handicaps_are_those_of_the_protocol(stones: int, size: int, vertices: str) -> None:
    assert handicap(stones, size) == vertices.split()


def test_after_a_handicap_white_is_to_move_and_all_stones_are_alive() -> None:
    session = Session("go:size=9")
    assert session.say("fixed_handicap 3") == "= C3 G7 C7"
    assert session.say("showboard").count("X") == 3
    assert session.server.game.player(session.server.state) == 1
    assert sorted(session.say("final_status_list alive")[2:].split()) == ["C3", "C7", "G7"]
    assert session.all("final_status_list dead", "final_status_list seki") == ["=", "="]
    session.say("clear_board")
    assert session.all("set_free_handicap A1 B2", "final_status_list alive")[1].split()[1:] == ["B2", "A1"]


SGF = "(;GM[1]FF[4]SZ[5]KM[2.5]C[a comment];B[cc];W[bc](;B[dd];W[])(;B[aa]))"


def test_games_in_sgf_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(SGF)
    session = Session("go:size=9")
    assert session.say(f"loadsgf {path}") == "= black"
    assert str(session.server.game) == "go:size=5,komi=2.5"
    assert sorted(session.say("final_status_list alive")[2:].split()) == ["B3", "C3", "D2"]
    assert session.say(f"loadsgf {path} 3") == "= black"
    assert sorted(session.say("final_status_list alive")[2:].split()) == ["B3", "C3"]
    before = session.say("showboard")
    for wrong in (SGF[:-30], SGF.replace("SZ[5]", "SZ[42]"), SGF.replace("cc", "bc"), "no game", ""):
        path.write_text(wrong)
        assert session.say(f"loadsgf {path}").startswith(("? cannot load file", "? illegal move"))
        assert session.say("showboard") == before


def test_a_game_in_sgf_is_read_by_the_rules_of_the_session(tmp_path: Path) -> None:
    path = tmp_path / "cycle.sgf"
    path.write_text("(;GM[1]SZ[2]KM[0];B[aa];W[ba];B[ab];W[bb];B[aa];W[ab];B[aa])")  # repeats an earlier position
    assert Session("go:size=2,ko=simple").say(f"loadsgf {path}") == "= white"
    assert "would repeat an earlier position" in Session("go:size=2").say(f"loadsgf {path}")


def test_play_goes_on_after_both_have_passed() -> None:
    session = Session("go:size=5")
    assert session.all("play b pass", "play w pass", "final_score", "play b C3", "play w D3", "genmove b")[3:] == [
        *("=", "=", "= A5"),
    ]
    assert session.turn.state.passes == 0


def test_superko_holds_when_a_player_moves_twice() -> None:
    session = Session("go:size=2")
    session.all("play b A2", "play w B2", "play b A1", "play w B1", "play b A2")
    assert session.say("play b pass") == "="
    assert session.say("play w A1") == "="
    assert session.say("play b A2").startswith("? illegal move: 'A2' is not a legal action here: it would repeat")


def test_a_search_without_a_clock_waits_until_the_player_is_ready() -> None:
    class Preparing(Recorder):
        ready = 0

        def get_ready(self) -> None:
            self.ready += 1

    session = Session("hex:size=3", Preparing)
    session.all("genmove b", "time_settings 0 1 1", "genmove w")
    assert session.server.player.ready == 1


# The analysis.


def test_an_analysis_goes_on_until_the_next_command() -> None:
    def make(game: Game) -> Computer:
        return Computer(game, Limits(), game.initial(), method="mcts", plain=True)

    session = Session("hex:size=3", make)
    session.server.hear("5 kata-analyze b 1")
    session.server.hear("6 name")
    said = session.output.getvalue()
    head, _, rest = said.partition("\n")
    assert head == "=5"
    *infos, empty, name, last = rest.split("\n")[:-1]
    assert (empty, name, last) == ("", "=6 Zermelo", "")
    for line in infos:
        assert re.match(
            r"info move [abc][123] visits [0-9]+ winrate [01]\.[0-9]{4} lcb [01]\.[0-9]{4} order 0 pv ", line
        )


def test_winrates_are_those_of_the_player_to_move() -> None:
    def make(game: Game) -> Computer:
        return Computer(game, Limits(), game.initial(), method="mcts", plain=True)

    session = Session("hex:size=2", make)
    session.server.hear("play b a1")  # White wins now
    session.server.hear("lz-analyze")
    session.server._search[0].ended.wait(60)  # the search ends with a proof
    session.server.hear("name")
    last = [line for line in session.output.getvalue().splitlines() if line.startswith("info move")][-1]
    best = re.match(r"info move (\S+) visits \d+ winrate (\d+) prior 0 lcb (\d+) order 0 pv (\S+)", last)
    assert best is not None
    assert best[2] == "10000"
    assert best[1] == best[4]


def test_winrates_are_shares_of_won_playouts() -> None:
    """Twelve stones against none win every playout, also those that win by little."""

    def make(game: Game) -> Computer:
        return Computer(game, Limits(), game.initial(), method="mcts", plain=True, playouts=8)

    session = Session("go:size=5,komi=0.5", make)
    for vertex in ["A3", "B3", "C3", "D3", "E3", "B2", "D2", "B4", "D4", "C1", "C5", "E5"]:
        session.server.hear(f"play b {vertex}")
    session.server.hear("lz-analyze w 1 maxmoves 2")
    session.server._search[0].ended.wait(60)
    session.server.hear("name")
    last = [line for line in session.output.getvalue().splitlines() if line.startswith("info move")][-1]
    assert 1 <= last.count("info move") <= 2
    assert "visits 0" not in last
    assert int(re.search(r"winrate (\d+)", last)[1]) <= 500  # type: ignore[index]


@pytest.mark.parametrize(("asked", "moves"), [("", 2), ("minmoves 3", 3), ("maxmoves 1", 1)])
def test_moves_without_a_visit_are_not_listed(asked: str, moves: int) -> None:
    game, said = zermelo.load("hex:size=3"), []
    found = zermelo.analyse(game, method="mcts", playouts=20, proofs=False, plain=True)
    few = replace(found, lines=tuple(replace(line, visits=9 * (i < 2)) for i, line in enumerate(found.lines)))
    request = read_analyse(Command("", "lz-analyze", tuple(asked.split())))
    Reporter(game, game.initial(), request, said.append).report(few)
    assert said[0].count("info move") == moves


# Over pipes.


@pytest.mark.thorough
def test_the_method_may_have_options_and_limits() -> None:
    sent = b"genmove b\nquit\n"
    command = [*COMMAND, "hex:size=3", "--protocol", "gtp", "--method"]
    done = subprocess.run([*command, "mcts:playouts=20,threads=1"], input=sent, capture_output=True, check=True)
    assert done.stdout.startswith(b"= ")
    wrong = subprocess.run([*command, "mcts:thread=1"], input=sent, capture_output=True, check=False)
    assert (wrong.returncode, b"mcts has no option 'thread'" in wrong.stderr) == (2, True)


@pytest.mark.thorough
def test_zermelo_plays_zermelo_over_gtp() -> None:
    """The server begins with another size, which the client sets. On a small board it proves every move at once."""
    server = shlex.join([*COMMAND, "hex:size=11", "--protocol", "gtp", "--method", "mcts"])
    found = zermelo.match("hex:size=3", [f"gtp:{server}", "random"], games=2, seed=1)
    assert [result.why for result in found.results] == ["rules", "rules"]
    assert found.results[0].actions[0] in {"a2", "a3", "b2", "c1", "c2"}, "the first moves that win"
    assert found.players[0].total.wins >= 1


def test_bytes_that_are_not_text_and_endless_lines_are_refused() -> None:
    sent = b"\xff\xfe\x00\n" + b"1" * (2 * LONGEST_LINE + 7) + b"\n\xc3\x28 b\n3 name\nquit\n"
    assert [len(line) for line in lines_of(io.BytesIO(sent))][1] == LONGEST_LINE
    done = subprocess.run(
        [*COMMAND, "hex:size=3", "--protocol", "gtp"], input=sent, capture_output=True, timeout=300, check=True
    )
    answers = done.stdout.decode().split("\n\n")
    assert [answer[:2] for answer in answers] == ["? ", "? ", "? ", "=3", "=", ""]
    assert answers[3] == "=3 Zermelo"
