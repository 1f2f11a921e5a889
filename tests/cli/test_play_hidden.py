"""`zermelo play` where information is hidden: each person sees its view, and nothing else is printed or saved."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import hidden_games
from timing_helpers import PATIENCE
from zermelo.cli import main
from zermelo.core.limits import OutOfBudget
from zermelo.hidden import sequence_form
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import NoWorldError

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


def test_logs_do_not_say_what_the_computer_thinks_about_its_cards():
    """Player 0 passes with a K; the computer's value depends on its card."""
    logs = set()
    for world in ("KJ", "KQ"):
        error = play(world, "--method", "lp", "--plain", "-vv", typed=["p", "quit"]).stderr
        logs.add(re.sub(r"[\d.]+ (ms|s)\b", "", error))
    assert len(logs) == 1
    assert "value" not in logs.pop()
    assert "value" in play("KJ", "--method", "lp", "--plain", "-vv", typed=["hint", "quit"]).stderr


def test_traps_would_look_at_the_cards():
    found = CliRunner().invoke(main, ["play", "kuhn", "--traps", "level=0.5"], input="quit\n")
    assert "traps need perfect information" in found.output


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
    assert "undo is not available in a game with hidden information" in output


@pytest.mark.parametrize("game", ["kuhn", "rps", "morra", "matrix", "tree:roads"])
def test_a_hint_in_a_small_game_has_a_value_however_short_the_limit(game):
    found = CliRunner().invoke(main, ["play", game, "--seconds", "0.1", "--seed", "1"], input="hint\nquit\n")
    assert found.exit_code == 0, found.output
    assert ": value " in found.output or "no action was valued within the limits" in found.output


def test_a_hint_in_an_equilibrium_names_the_mixed_strategy():
    found = CliRunner().invoke(main, ["play", "rps", "--seconds", "60"], input="hint\nwhy\nquit\n")
    assert ", drawn from rock 0.3333, paper 0.3333, scissors 0.3333: value 0 for Row" in found.output
    assert found.output.count("played with probability 0.3333") == 3


def test_a_hint_in_a_pure_strategy_names_one_action():
    found = CliRunner().invoke(main, ["play", "matrix:1,2;3,4", "--seconds", "60"], input="hint\nquit\n")
    assert "row2: value 3 for Row" in found.output


def test_a_hint_for_which_there_is_no_time_says_so(monkeypatch):
    def runs_out(tree, budget):
        raise OutOfBudget

    monkeypatch.setattr(sequence_form, "solve_by_program", runs_out)
    found = CliRunner().invoke(main, ["play", "rps"], input="hint\n1\n")
    assert "no action was valued within the limits" in found.output
    assert found.exit_code == 0, found.output


def test_loading_the_solver_of_linear_programs_does_not_count_as_thinking():
    code = (
        "import zermelo\n"
        "from zermelo.core.limits import Budget, Limits\n"
        "from zermelo.hidden.game_tree import kept_tree\n"
        "from zermelo.hidden.sequence_form import solve_by_program\n"
        "budget = Budget(Limits())\n"
        "solve_by_program(kept_tree(zermelo.load('rps')), budget)\n"
        "assert budget.compile_seconds > 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


@pytest.mark.parametrize("daemon", [True, False])
def test_the_program_ends_at_once_while_a_thread_is_running(daemon):
    """A normal exit would wait for the thread, or end it within the code of a solver, which aborts the process."""
    code = (
        "import atexit, sys, threading\n"
        "from zermelo import cli\n"
        "atexit.register(print, 'a normal exit')\n"
        f"threading.Thread(target=threading.Event().wait, daemon={daemon}).start()\n"
        "sys.argv = ['zermelo', '--help']\n"
        "cli.run()\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert "a normal exit" not in found.stdout
    assert "Verbs" in found.stdout


def test_a_computer_that_finds_no_world_moves_and_does_not_say_what_it_has_seen(monkeypatch):
    def finds_none(*_arguments, **_options):
        raise NoWorldError("no state agrees with the view '0: SECRET'")

    monkeypatch.setattr(WorldSampler, "worlds", finds_none)
    arguments = ["play", "blindtictactoe", "--human", "1", "--method", "pimc", "--plain"]
    found = CliRunner().invoke(main, arguments, input="a1\nquit\n")
    assert found.exit_code == 0, found.output
    assert "SECRET" not in found.output
    assert "O: a1" in found.output
