"""Records that the page reads."""

from __future__ import annotations

import pytest

from zermelo.web import records
from zermelo.web.gallery import Gallery


@pytest.mark.parametrize("komi", ["7.5", "6.5", "0"])
def test_sgf_on_one_line_keeps_its_moves(komi: str) -> None:
    name, record = records.read(Gallery(), "tictactoe", f"(;GM[1]SZ[9]KM[{komi}];B[ee];W[eg])")
    assert records.branches(record) == [[-1, "E5"], [0, "E3"]]
    assert name == str(record.game)
    assert record.game.parameters["komi"] == float(komi)


def test_pdn_on_one_line_keeps_its_moves() -> None:
    text = '[GameType "21"] 1. 11-15 *'
    _, record = records.read(Gallery(), "tictactoe", text)
    assert records.branches(record) == [[-1, "11-15"]]


def test_the_header_names_the_game() -> None:
    name, record = records.read(Gallery(), "tictactoe", "\ngame: nim:piles=1,2\n\n1. 1 from pile 1")
    assert (name, len(record.moves)) == ("nim:piles=1,2", 1)
