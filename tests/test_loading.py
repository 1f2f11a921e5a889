"""Games by name, with parameters, and from files."""

from __future__ import annotations

import pytest

import zermelo
from zermelo import LoadError, ParseError, Tree, games, load

RULES = """
from typing import NamedTuple
from zermelo import Game
import neighbour

class Heap(NamedTuple):
    left: int
    mover: int

class Take(Game):
    def __init__(self, start: int = neighbour.START, label="x", ratio=0.5, fast=False, sizes=(1, 2), free=None):
        self.start, self.label, self.ratio, self.fast, self.sizes, self.free = start, label, ratio, fast, sizes, free
    def initial(self): return Heap(self.start, 0)
    def player(self, s): return s.mover
    def actions(self, s): return [n for n in (1, 2) if n <= s.left]
    def result(self, s, a): return Heap(s.left - a, 1 - s.mover)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, p): return -1 if s.mover == p else 1
"""


@pytest.fixture
def take(tmp_path):
    (tmp_path / "neighbour.py").write_text("START = 4\n")
    (tmp_path / "take.py").write_text(RULES)
    return tmp_path / "take.py"


@pytest.mark.parametrize("name", games.names())
def test_every_game_loads_by_name_and_says_its_name(name):
    game = load(name)
    assert str(game) == name
    assert game.name == name


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("nim:piles=3,4,5", {"piles": (3, 4, 5), "misere": True}),
        ("nim:piles=7,misere=no", {"piles": (7,), "misere": False}),
        ("nim:misere=false,piles=1,2", {"piles": (1, 2), "misere": False}),
        ("tictactoe:width=4,height=5,row=3,evaluation=open", {"width": 4, "height": 5, "evaluation": "open"}),
        (" leapfrog:cells=9 ", {"cells": 9}),
    ],
)
def test_parameters(text, attributes):
    game = load(text)
    assert {name: getattr(game, name) for name in attributes} == attributes
    assert repr(load(str(game))) == repr(game)


def test_a_tree_is_a_game():
    assert isinstance(load("((3 12 8) (2 4 6) (14 5 2))"), Tree)
    assert load("min(1 2)").player(load("min(1 2)").initial()) == zermelo.MIN


def test_a_tree_from_a_file(tmp_path):
    file = tmp_path / "tree.txt"
    file.write_text("((3 12 8)\n (2 4 6)\n (14 5 2))\n")
    assert zermelo.solve(str(file)).value == 3
    with pytest.raises(LoadError, match="No such file"):
        load(str(tmp_path / "other.json"))
    file.write_bytes(b"\xff\xfe(1 2)")
    with pytest.raises(LoadError, match="cannot be read"):
        load(str(file))


def test_a_game_of_ones_own(take):
    game = load(f"{take}:Take")
    assert zermelo.solve(game).value == 1
    assert load(f"{take}").start == 4
    assert load(f"{take}:Take:start=3").start == 3
    assert repr(load(str(load(f"{take}:Take:start=3")))) == repr(load(f"{take}:Take:start=3"))


def test_parameters_of_ones_own_take_the_types_of_their_defaults(take):
    game = load(f"{take}:Take:label=abc,ratio=2,fast=yes,sizes=4,5,6,free=1,2")
    assert (game.label, game.ratio, game.fast, game.sizes, game.free) == ("abc", 2.0, True, (4, 5, 6), (1, 2))
    assert load(f"{take}:Take:free=word").free == "word"
    assert load(f"{take}:Take:free=0.5").free == 0.5


def test_an_annotation_may_need_an_import_for_type_checkers_only(tmp_path):
    file = tmp_path / "typed.py"
    body = RULES.partition("class Take")[2].replace("neighbour.START", "4").replace("start: int", "start: Whole")
    head = "from __future__ import annotations\nfrom typing import NamedTuple\nfrom zermelo import Game\n"
    heap = "class Heap(NamedTuple):\n    left: int\n    mover: int\n"
    file.write_text(f"{head}{heap}class Take{body}")
    assert load(f"{file}:Take:start=3").start == 3


def test_a_file_that_was_edited_is_read_again(take):
    assert load(str(take)).start == 4
    take.write_text(RULES.replace("neighbour.START", "40"))
    assert load(str(take)).start == 40


def test_two_files_of_one_name_do_not_meet(tmp_path):
    for folder, start in (("a", 3), ("b", 30)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "take.py").write_text(
            RULES.replace("import neighbour", "").replace("neighbour.START", str(start))
        )
    first, second = load(str(tmp_path / "a" / "take.py")), load(str(tmp_path / "b" / "take.py"))
    assert (first.start, second.start) == (3, 30)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tictactoee", "'tictactoee': did you mean tictactoe"),
        ("TicTacToe", "did you mean tictactoe"),
        ("", "there is no game ''"),
        ("nim:pile=3", "no parameter 'pile': did you mean piles"),
        ("nim:3,4", "'3,4' is not a list of parameters"),
        ("nim:piles=x", "piles='x' is not a list of numbers"),
        ("nim:misere=perhaps", "misere='perhaps' is not yes or no"),
        ("leapfrog:cells=1.5", "cells='1.5' is not a whole number"),
        ("leapfrog:cells=-4", "-4"),
        ("tictactoe:width=99,height=99", "99"),
        ("tictactoe:evaluation=none", "none"),
        ("nowhere.py:Game", "there is no file 'nowhere.py'"),
        ("x" * 10**6, "there is no game 'xxxx"),
    ],
)
def test_what_cannot_be_loaded_is_quoted(text, message):
    with pytest.raises(LoadError) as caught:
        load(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("x = (", "line 1: '(' was never closed"),
        ("import no_such_module_anywhere", "line 1: ModuleNotFoundError"),
        ("\n\n1 / 0", "line 3: ZeroDivisionError"),
        ("raise SystemExit(3)", "SystemExit"),
        ("x = 1", "has no class that is a zermelo.Game"),
        ("from zermelo import Game\nclass A(Game): pass\nclass B(Game): pass", "several games"),
        ("from zermelo import Game\nclass A(Game):\n def initial(self): return 0", "no player and no actions"),
    ],
)
def test_a_file_that_is_not_a_game(tmp_path, rules, message):
    file = tmp_path / "broken.py"
    file.write_text(rules)
    with pytest.raises(LoadError) as caught:
        load(str(file))
    assert message in str(caught.value)


def test_an_init_that_fails_is_named(take):
    take.write_text(RULES.replace("self.start, self.label", "1 / 0; self.start, self.label"))
    with pytest.raises(LoadError, match=r"Take.__init__\(start=3\) failed: line \d+: ZeroDivisionError"):
        load(f"{take}:Take:start=3")


def test_an_unknown_class_and_a_needed_parameter(take):
    with pytest.raises(LoadError, match="no game 'Tkae'"):
        load(f"{take}:Tkae")
    take.write_text(RULES.replace("start: int = neighbour.START", "start"))
    with pytest.raises(LoadError, match="needs start"):
        load(str(take))


def test_a_malformed_tree_is_a_parse_error():
    with pytest.raises(ParseError):
        load("((3 12)")


def test_public_names_can_be_had():
    for name in zermelo.__all__:
        assert getattr(zermelo, name) is not None
    assert dir(zermelo) == sorted(zermelo.__all__)
    with pytest.raises(AttributeError):
        _ = zermelo.nothing


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\0.py", r"there is no file 'a\\x00\.py'"),
        ("\ud800.py", "there is no file"),
        ("a\0.tree", "cannot be read"),
        ("\ud800.tree", "cannot be read"),
        ("/", r"'/' is not a game file: its name must end in \.py, \.txt, \.json, \.tree"),
    ],
)
def test_names_that_no_file_system_takes_are_quoted(text, message):
    with pytest.raises(LoadError, match=message):
        load(text)


def test_a_tree_that_is_no_text_is_not_read(tmp_path):
    file = tmp_path / "latin.tree"
    file.write_bytes("(caf\xe9: 1)".encode("latin-1"))
    with pytest.raises(LoadError, match="cannot be read: it is not text in UTF-8"):
        load(file)
    with pytest.raises(ParseError, match="'5' is not the text of a tree"):
        Tree(5)
