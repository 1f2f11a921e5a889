"""Games of checkers in PDN, read and written."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from games_helpers import random_play
from zermelo import ParseError, load, read_record
from zermelo.cli import main
from zermelo.core.game import MAX
from zermelo.games.checkers import Checkers
from zermelo.play.pdn import PdnGame, read_pdn, write_pdn
from zermelo.play.record import record_of

GAME = Checkers()

PDN = """
[Event "A casual game"] ; comments are left out
[GameType "21"]
[Result "0-1"]
1. 11-15 23-19 2. 8-11 {a comment} 22-17 (2... 22-18 3. 15x22) 3. 11-16!? 24-20 $1 0-1

[FEN "W:W32:BK1"]
1... 32-28 *
"""


def test_pdn_games_are_read() -> None:
    first, second = read_pdn(PDN)
    moves = [GAME.show_action(s, a) for s, a in zip(first.record.states(), first.record.line(), strict=False)]
    assert moves == ["11-15", "23-19", "8-11", "22-17", "11-16", "24-20"]
    assert (first.result, first.tags["Event"]) == (-1, "A casual game")
    assert GAME.fen(second.record.start) == "W:W32:BK1"
    assert (len(second.record.line()), second.result) == (1, None)


def test_pdn_games_are_read_as_they_are_written() -> None:
    games = []
    for seed in range(6):
        states, actions = zip(*random_play(GAME, seed), strict=True)
        start = seed % 3  # some begin later, with either player to move
        record = record_of(GAME, states[start], actions[start:-1])
        games.append(PdnGame(record, int(GAME.utility(states[-1], MAX)), {"Event": f'"{seed}" \\'}))
    read = read_pdn(write_pdn(*games))
    assert [(g.record, g.result, g.tags["Event"]) for g in read] == [
        (g.record, g.result, g.tags["Event"]) for g in games
    ]


def test_a_record_is_read_from_pdn_and_saved_as_pdn(tmp_path) -> None:
    record = read_record('[Event "x"] 1. 11-15 23-19 *')
    assert (record.game.name, len(record.line())) == ("checkers", 2)
    assert read_record(write_pdn(record)) == record
    file = tmp_path / "game.pdn"
    done = CliRunner().invoke(main, ["play", "checkers", "--human", "all"], input=f"11-15\n23-19\nsave {file}\nquit\n")
    assert done.exit_code == 0, done.output
    assert read_record(file.read_text()) == record


def test_a_file_of_several_games_is_not_a_record() -> None:
    with pytest.raises(ParseError, match="the PDN has 2 games"):
        read_record(PDN)


def test_other_games_have_no_pdn() -> None:
    with pytest.raises(ParseError, match="PDN is for checkers and draughts, not for 'tictactoe'"):
        read_record('[Event "x"] 1. 11-15 *', "tictactoe")
    with pytest.raises(ParseError, match="not for 'nim'"):
        write_pdn(record_of(load("nim"), "2 2", []))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1. 11-15 23-19 2. 8-12", "game 1, ply 3, in B:W19,"),
        ("1. 11-15 hello", "hello"),
        ('[GameType "22"] 1. 32-28', "the game type '22' is not checkers, which is 21"),
        ('[GameType "20"] 1. 11-15', "game 1, ply 1, in W:W31,"),
        ("1. 11-15 (23-19", "ends within a variation"),
        ("1. 11-15 ) 23-19", "closes no variation"),
        ('[FEN "B:W33:B1"] *', "there is no square 33"),
        ('[FEN "W:B1"] 1... 5-9', "after the game is over"),
    ],
)
def test_bad_pdn_is_refused(text: str, part: str) -> None:
    with pytest.raises(ParseError, match=re.escape(part)):
        read_pdn(text)
