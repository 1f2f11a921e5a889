"""What the terminal says to people: the beginning of a game, suggestions, completion; and the options of pictures."""

import json
import struct

import pytest
from click.testing import CliRunner

from zermelo.cli import main

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
PAIRS = '''
from typing import NamedTuple
from zermelo import Game

class Taken(NamedTuple):
    sum: int
    mover: int

class Pairs(Game):
    """Choose two numbers; who makes the sum exceed three wins."""
    def initial(self): return Taken(0, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for i in range(1, 3):
            yield (i, i)
    def result(self, s, a): return Taken(s.sum + a[0], 1 - s.mover)
    def is_terminal(self, s): return s.sum > 3
    def utility(self, s, p): return -1 if s.mover == p else 1
'''


def run(*args, code=0, given="", env=None):
    found = CliRunner().invoke(main, args, input=given, env=env)
    assert found.exit_code == code, found.output
    return found.output


def test_play_says_what_the_goal_is_who_you_are_and_how_to_get_help():
    said = run("play", "tictactoe", "--human", "1", "--nodes", "20", "--plain", given="?\nquit\n").splitlines()
    assert said[0].startswith("Tic-tac-toe: Take cells in turn")
    assert said[1] == "You are O, the computer is X. Type an action or its number; ? shows all commands."
    assert any(line.split()[:1] == ["hint"] for line in said)


def test_a_game_of_one_person_and_one_of_people_only_begin_in_the_same_way():
    assert "You are Pacman. " in run("play", "pacman", "--nodes", "5", "--plain", given="quit\n")
    assert "You are X and O. " in run("play", "tictactoe", "--human", "all", given="quit\n")
    assert "You are" not in run("play", "nim:piles=1", "--human", "none")


def test_an_action_may_be_typed_without_its_spaces(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.py").write_text(PAIRS)
    said = run("play", "pairs.py", "--human", "all", given="(1,1)\n( 2,2 )\n(2, 2)\n")
    assert "is not an action" not in said
    assert said.rstrip().endswith("wins")


@pytest.mark.parametrize(("game", "name"), [("pacman", "ghost"), ("2048", "tile"), ("pig", "die")])
def test_chance_has_the_name_that_the_game_gives_it(game, name):
    said = run("play", game, "--nodes", "5", "--plain", "--seed", "2", given="1\nquit\n")
    assert f"{name}: " in said
    assert "chance: " not in said


@pytest.mark.parametrize(
    ("verb", "wrong", "right"),
    [("analyse", "--time", "--seconds"), ("play", "--timeout", "--seconds"), ("tree", "--color", "--colour")],
)
def test_an_option_under_another_name_gets_a_suggestion(verb, wrong, right):
    assert f"Did you mean '{right}'?" in run(verb, "tictactoe", wrong, "1", code=2)


def test_a_misspelt_verb_gets_a_suggestion():
    assert "did you mean analyse" in run("analyze", "tictactoe", code=2)


def completed(words, number):
    env = {"_ZERMELO_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(number)}
    found = CliRunner().invoke(main, [], env=env, prog_name="zermelo")
    return [line.partition(",")[2] for line in found.output.split()]


def test_the_shell_completes_verbs_games_and_methods():
    assert completed("zermelo ana", 1) == ["analyse"]
    assert completed("zermelo play conn", 2) == ["connect4"]
    assert "alphabeta" in completed("zermelo tree nim --method a", 4)


def test_deepening_shows_each_depth_with_what_was_read_until_then():
    args = ("analyse", "tictactoe", "--method", "alphabeta", "--depth", "4", "--deepening")
    depths = json.loads(run(*args, "--json"))["deepening"]
    assert [row["depth"] for row in depths] == [1, 2, 3, 4]
    assert [row["nodes"] for row in depths] == sorted({row["nodes"] for row in depths})
    text = run(*args)
    assert text.splitlines()[5].split() == ["depth", "value", "nodes", "seconds", "line"]
    assert len([line for line in text.splitlines() if line.strip()[:1].isdigit() and "≈" in line]) == 4


def test_deepening_by_the_engine_counts_the_nodes_of_every_depth():
    args = ("analyse", "tictactoe", "--depth", "4", "--deepening", "--plain", "--json")
    depths = json.loads(run(*args))["deepening"]
    assert [row["depth"] for row in depths] == [1, 2, 3, 4]
    assert all(row["nodes"] >= 9 for row in depths)


def test_slots_show_a_table_at_work():
    lines = run("measure", "tictactoe", "--slots", "0,50,all", "--depth", "4", "--seconds", "100").splitlines()
    assert lines[2].split() == ["slots", "nodes", "looked", "up", "hits", "cuts", "stored", "replaced", "cost"]
    assert [line.split()[0] for line in lines[3:]] == ["0", "50", "all"]
    assert "'x' is neither" in run("measure", "tictactoe", "--slots", "3,x", code=2)


def test_pictures_are_light_unless_asked(tmp_path):
    file = tmp_path / "tree.svg"
    for options, dark in (((), False), (("--theme", "auto"), True), (("--dark",), True)):
        run("tree", EXAMPLE_1, "-o", str(file), *options)
        assert ("14171a" in file.read_text()) == dark
    assert "contradict" in run("tree", EXAMPLE_1, "--dark", "--theme", "light", "-o", str(file), code=2)


def test_the_scale_is_for_png(tmp_path):
    pytest.importorskip("typst")
    file = tmp_path / "tree.png"
    sizes = []
    for scale in ("1", "2"):
        run("tree", EXAMPLE_1, "-o", str(file), "--scale", scale)
        sizes.append(struct.unpack(">II", file.read_bytes()[16:24]))
    assert sizes[1] == tuple(2 * n for n in sizes[0])
    assert "--scale is for PNG" in run("tree", EXAMPLE_1, "-o", str(tmp_path / "a.svg"), "--scale", "2", code=2)
    assert "a scale of 0" in run("tree", EXAMPLE_1, "-o", str(file), "--scale", "0", code=2)


def test_nothing_is_wider_than_the_page_unless_asked(tmp_path):
    file = tmp_path / "tree.svg"

    def width(*options):
        run("tree", "connect4", "--depth", "2", "-o", str(file), *options)
        return float(file.read_text().split('width="')[1].split('"')[0])

    assert width() <= 1600
    assert width("--width", "700") <= 700
    assert width("--width", "all") > 1600
    assert width("--fold", "all") > 1600
    text = run("tree", "nim:piles=3,4", "--fold", "all", "--width", "50")
    assert max(map(len, text.splitlines()[:-1])) <= 50
    assert "too narrow" in run("tree", "nim", "--width", "5", code=2)


def test_boards_can_be_left_out_or_larger(tmp_path):
    file = tmp_path / "tree.svg"
    run("tree", "tictactoe", "--depth", "1", "-o", str(file))
    assert file.read_text().count('class="board"') == 10
    run("tree", "tictactoe", "--depth", "1", "--boards", "none", "-o", str(file))
    assert 'class="board"' not in file.read_text()
    run("tree", "tictactoe", "--depth", "1", "--boards", "80", "-o", str(file))
    assert 'width="80" height="80"' in file.read_text()
    assert "neither a number above zero nor 'none'" in run("tree", "tictactoe", "--boards", "x", code=2)
