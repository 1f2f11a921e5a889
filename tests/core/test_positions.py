"""Positions as text are accepted wherever states are; values that are not positions are refused."""

from __future__ import annotations

import enum
from pathlib import Path

import pytest

import zermelo
from zermelo import Game, LoadError, ParseError, load
from zermelo.core.limits import Limits
from zermelo.play import Computer, Erring, Playing, TrapSetter, record_of
from zermelo.textbook.opponents import Level

TEXT = "XX./OO./..."
GAME = load("tictactoe")
STATE = GAME.parse(TEXT)


def computer() -> Computer:
    return Computer(GAME, Limits(depth=3), TEXT, plain=True)


SOLUTIONS = {method: zermelo.solve(GAME, TEXT, method=method) for method in ("states", "search")}

TAKERS = {
    "analyse": lambda s: zermelo.analyse(GAME, s, depth=3).shown_action,
    "analyse, textbook": lambda s: zermelo.analyse(GAME, s, algorithm="alphabeta").shown_action,
    "solve": lambda s: zermelo.solve(GAME, s).shown_action,
    "tree": lambda s: zermelo.tree(GAME, s, depth=2).analysis.shown_action,
    "board": lambda s: (zermelo.board(GAME, s).text(), zermelo.board(GAME, s).svg()),
    "value_of": lambda s: [solution.value_of(s) for solution in SOLUTIONS.values()],
    "values_of": lambda s: [solution.values_of(s) for solution in SOLUTIONS.values()],
    "policy": lambda s: [solution.policy(s) for solution in SOLUTIONS.values()],
    "line_from": lambda s: [solution.line_from(s) for solution in SOLUTIONS.values()],
    "Playing": lambda s: Playing(GAME, s).state,
    "record_of": lambda s: record_of(GAME, s, [2]),
    "choose": lambda s: computer().choose(s),
    "computer.analyse": lambda s: computer().analyse(s).action,
    "weigh": lambda s: computer().weigh(s)[0].action,
    "consider": lambda s: list(computer().consider(s, 1))[-1][0].action,
    "Erring": lambda s: Erring(computer(), Level(1)).choose(s),
    "TrapSetter": lambda s: TrapSetter(computer(), Level(0)).choose(s),
}

NO_POSITIONS = ["X..", "", "3 4 5, MIN to move", b"XX./OO./...", 5, 2.5, [0, 0, 0], (), load("nim").initial(), GAME]


@pytest.mark.parametrize("taker", TAKERS)
def test_a_state_may_be_given_as_text(taker):
    assert TAKERS[taker](TEXT) == TAKERS[taker](STATE)


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("wrong", NO_POSITIONS, ids=repr)
def test_a_value_that_is_not_a_position_is_quoted(taker, wrong):
    with pytest.raises(ParseError, match="is not a position"):
        TAKERS[taker](wrong)


def test_a_solution_has_no_value_for_states_that_were_not_visited():
    solution = SOLUTIONS["states"]
    start = GAME.initial()
    assert (solution.value_of(start), solution.policy(start), solution.line_from(start)) == (None, (), ())
    assert solution.line_from(TEXT) == solution.line


class Words(Game):
    """Players write letters alternately; states and actions are strings. Whoever writes the third letter wins."""

    def initial(self):
        return ""

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return "ab"

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return len(s) == 3

    def utility(self, s, p):
        return 1 if p == 0 else -1

    def parse(self, text):
        raise AssertionError("a text is a state of this game already")


def test_if_states_are_strings_a_string_is_a_state():
    game = Words()
    assert zermelo.analyse(game, "ab").state == "ab"
    assert zermelo.solve(game, "ab").value_of("aba") == 1
    assert zermelo.tree(game, "ab").analysis.value == 1
    assert Playing(game, "ab").actions == []


class Kinds(Words):
    """The same, but a terminal state is a number."""

    def result(self, s, a):
        return len(s + a) if len(s) == 2 else s + a

    def is_terminal(self, s):
        return isinstance(s, int)


def test_states_may_be_of_more_than_one_type():
    assert zermelo.solve(Kinds(), 3).value == 1
    assert zermelo.analyse(Kinds(), 3).proved
    with pytest.raises(ParseError, match="is not a position"):
        zermelo.solve(Kinds(), 3.5)


class Step(enum.Enum):
    ONE = 1
    TWO = 2


class Enums(Words):
    """Three letters, in steps that are no numbers; at the end the other player has the last one."""

    def actions(self, s):
        return [Step.ONE, Step.TWO]

    def result(self, s, a):
        return s + "xx"[: a.value]

    def is_terminal(self, s):
        return len(s) >= 3

    def parse(self, text):
        return text.strip("'")


def test_actions_may_be_enums():
    report = zermelo.check(Enums(), both_speeds=True)
    assert [note.rule for note in report.notes if note.rule == "plain-speed"] == ["plain-speed"]
    assert report.ok, report
    assert zermelo.solve(Enums(), method="search", plain=True).value == zermelo.solve(Enums()).value == 1


# Games.


def test_a_game_may_be_given_as_a_path(tmp_path):
    rules = tmp_path / "mine.py"
    rules.write_text("from zermelo.games.nim import Nim\nclass Mine(Nim):\n    pass\n")
    tree = tmp_path / "one.tree"
    tree.write_text("(1 2 3)")
    assert str(load(rules)) == str(load(str(rules)))
    assert zermelo.solve(tree).value == zermelo.solve(str(tree)).value == 3
    assert zermelo.solve(rules).value == -1
    assert zermelo.board(rules).text() == "2 2, MAX to move"
    with pytest.raises(LoadError, match="there is no file"):
        load(tmp_path / "nowhere.py")


@pytest.mark.parametrize("wrong", [None, b"nim", 5, ["nim"], Path, object()], ids=lambda w: type(w).__name__)
def test_a_value_that_names_no_game_is_quoted(wrong):
    for ask in (load, zermelo.analyse, zermelo.solve, zermelo.tree, zermelo.check, zermelo.board):
        with pytest.raises(LoadError, match="is neither the name of a game nor the path of a file"):
            ask(wrong)


def test_a_class_is_not_a_game():
    with pytest.raises(LoadError, match=r"Words is a class: pass an instance, Words\(\.\.\.\)"):
        zermelo.solve(Words)
