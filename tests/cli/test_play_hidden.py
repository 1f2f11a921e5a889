"""`zermelo play` where information is hidden: each person sees its view, and nothing else is printed or saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import hidden_games
from zermelo.cli import main

CARDS = f"{Path(hidden_games.__file__)}:ViewedCards"


def play(*arguments, typed):
    found = CliRunner().invoke(main, ["play", CARDS, *arguments], input="\n".join(typed) + "\n")
    assert found.exit_code == 0, found.output
    return found


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_two_worlds_print_and_save_the_same(extra, tmp_path):
    """Player 0 holds a Q; player 1's card is hidden."""
    written = set()
    for world in ("QJ", "QK"):
        found = play(
            world, "--human", "all", "--plain", *extra, typed=["save a.txt", "save b.json", "undo", "help", "quit"]
        )
        files = tuple(Path(name).read_bytes() for name in ("a.txt", "b.json"))
        written.add((found.stdout_bytes, found.stderr_bytes, files))
    assert len(written) == 1
    assert "Q" in next(iter(written))[0].decode() + next(iter(written))[1].decode()


def test_a_hint_depends_on_nothing_unseen():
    """The strategy is that of an equilibrium, which is the same in every run."""
    options = ["--human", "all", "--method", "lp", "--seconds", "60", "--plain"]
    hints = {play(world, *options, typed=["hint", "quit"]).stdout_bytes for world in ("QJ", "QK")}
    assert len(hints) == 1
    assert b"value" in hints.pop()
    assert b"value" in play("KJ", *options, typed=["hint", "quit"]).stdout_bytes


@pytest.fixture(autouse=True)
def _in_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_terminal_is_passed_on_and_the_end_shows_everything():
    output = play("QK", "--human", "all", typed=["p", "", "b", "", "p"]).output
    first, second, rest = output.split("pass the terminal to")
    assert "K" not in first
    assert "MIN" in second
    assert "Q" not in second
    assert "MIN: b" in rest
    assert "QK pbp" in rest
    assert "MIN wins" in rest


def test_a_saved_game_is_whole_when_it_is_over():
    play("QK", "--human", "all", "--save", "g.json", typed=["p", "", "p"])
    saved = json.loads(Path("g.json").read_text())
    assert (saved["start"], saved["moves"]) == ("QK", ["p", "p"])


def test_json_of_a_running_game_is_what_the_person_at_the_terminal_sees():
    data = json.loads(play("QK", "--human", "all", "--json", typed=["p", "", "quit"]).stdout)
    assert data["viewer"] == 1
    assert data["position"] == "K p"
    assert data["actions"] == ["p"]
    assert data["over"] is False


def test_a_move_with_hidden_information_cannot_be_taken_back():
    output = play("QK", "--human", "all", typed=["p", "", "undo", "quit"]).output
    assert "what was seen stays seen" in output
