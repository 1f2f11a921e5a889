"""Games of Go in SGF."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.core.errors import ParseError
from zermelo.play.record import read_record, record_of
from zermelo.play.sgf import SgfGame, read_sgf, write_sgf

TEXT = "(;FF[4]GM[1]SZ[9]KM[7.5]PB[Ann]PW[Bob]RE[B+2.5]C[hello];B[ee]C[tengen];W[eg](;B[cf];W[])(;B[gf]C[or]))"


def test_variations_comments_players_and_result_are_read() -> None:
    found = read_sgf(TEXT)
    game = found.record.game
    assert str(game) == "go"
    assert found.record.text() == "game: go\n\n1. E5 E3 2. C4 (2. G4) 2... pass\n"
    assert sorted(found.comments.values()) == ["hello", "or", "tengen"]
    assert found.comments[tuple(map(game.point_named, ("E5", "E3", "G4")))] == "or"  # type: ignore[attr-defined]
    assert (found.players, found.result) == (("Ann", "Bob"), "B+2.5")


def test_what_is_written_is_read_again() -> None:
    found = read_sgf(TEXT)
    assert read_sgf(write_sgf(found)) == found
    game = zermelo.load("go:size=5,komi=0.5")
    placed = record_of(game, game.parse("...../..X../...../...../..... white"), [game.passing])
    assert read_sgf(write_sgf(placed)).record == placed


def test_handicap_stones_are_set_up() -> None:
    found = read_sgf("(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    game = found.record.game
    assert game.show(found.record.start).count("X") == 2
    assert game.player(found.record.start) == 1


def test_nodes_without_moves_only_add_comments() -> None:
    found = read_sgf("(;SZ[9];B[ee]C[a];C[b];W[dd](;C[c];B[cc])(;B[ff]))")
    assert found.record.text().splitlines()[-1] == "1. E5 D6 2. C7 (2. F4)"
    assert set(found.comments.values()) == {"a\nb", "c"}


def test_records_may_be_sgf() -> None:
    assert read_record(TEXT) == read_sgf(TEXT).record
    assert read_record(TEXT, "go:size=9,komi=0").game.parameters["komi"] == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TEXT[:60], "unexpected end"),
        (TEXT[:-2], "unexpected end"),
        (TEXT.replace("GM[1]", "GM[2]"), "another game"),
        (TEXT.replace("SZ[9]", "SZ[99]"), "size out of range"),
        (TEXT.replace("KM[7.5]", "KM[x]"), "the komi of the SGF, 'x', is not a number"),
        (TEXT.replace("W[eg]", "W[ee]"), "move 2 of the SGF: 'E5' is not a legal move"),
        (TEXT.replace("W[eg]", "W[zz]"), "move 2 of the SGF is broken: 'zz' is not a point"),
        ("(;SZ[3]AB[aa]AW[ab][ba];W[cc])", "no liberty"),
        ("(;SZ[2];B[aa];W[ba];B[ab];W[bb];B[aa];W[ab];B[aa])", "earlier position"),
    ],
)
def test_broken_games_are_refused(text: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        read_record(text)


def test_a_game_of_another_size_or_kind_is_refused() -> None:
    with pytest.raises(ParseError, match="a board of 9 lines"):
        read_record(TEXT, "go:size=13")
    with pytest.raises(ParseError, match="SGF is for Go"):
        read_record(TEXT, "othello")
    with pytest.raises(ParseError, match="SGF is for Go"):
        write_sgf(SgfGame(record_of(zermelo.load("nim"), zermelo.load("nim").initial(), [])))


@pytest.mark.parametrize(
    ("text", "moves", "note"),
    [
        ("(;SZ[5];B[aa];B[bb];W[cc])", "A5 pass B4 C3", "move 2 of the SGF: White is taken to pass"),
        ("(;SZ[5];B[aa](;W[bb])(;B[cc];W[dd]))", "A5 B4", "move 2 of the SGF: White is taken to pass"),
        ("(;SZ[5];B[aa];W[bb];AB[cc];B[dd])", "A5 B4", "move 3 of the SGF: stones are set up"),
        ("(;SZ[5];B[];W[];B[aa];W[bb])", "pass pass", "move 3 of the SGF: play continues after two passes"),
        ("(;SZ[5]KM[6.75];B[aa])", "A5", "komi 6.75 is played as 6.5"),
        ("(;SZ[5]KM[-6.75];B[aa])", "A5", "komi -6.75 is played as -6.5"),
        ("(;SZ[5];B[aa])(;SZ[5];B[bb])", "A5", "the SGF has 2 games, and this is the first"),
    ],
)
def test_what_has_no_place_in_a_record_is_read_as_far_as_it_can_be(text: str, moves: str, note: str) -> None:
    found = read_sgf(text)
    record = found.record
    names = [record.game.show_action(s, a) for s, a in zip(record.states(), record.line(), strict=False)]
    assert names == moves.split()
    assert len(found.notes) == 1
    assert found.notes[0].startswith(note)


def test_an_ordinary_game_has_no_notes() -> None:
    assert read_sgf(TEXT).notes == ()
