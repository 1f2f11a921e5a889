"""Options that do not exist or do not fit together are refused by name and never silently ignored."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

import zermelo
from zermelo import KindError, OptionError, ZermeloError, load
from zermelo.core.limits import Limits
from zermelo.engine.engine import Engine
from zermelo.play import Computer


@pytest.mark.parametrize(
    ("ask", "option", "near"),
    [
        (zermelo.analyse, "thread", "threads"),
        (zermelo.analyse, "dept", "depth"),
        (zermelo.analyse, "line", "lines"),
        (zermelo.analyse, "algoritm", "algorithm"),
        (zermelo.analyse, "readfrom", "read_from"),
        (zermelo.solve, "nods", "nodes"),
        (zermelo.solve, "thread", "threads"),
        (zermelo.solve, "symetry", "symmetry"),
        (zermelo.tree, "dept", "depth"),
        (zermelo.tree, "windows", "window"),
        (zermelo.check, "play", "plays"),
        (zermelo.board, "sate", "state"),
        (Engine, "thread", "threads"),
    ],
)
def test_a_misspelt_option_is_refused_with_the_nearest_name(ask, option, near):
    with pytest.raises(OptionError, match=f"has no option '{option}': did you mean .*{near}") as caught:
        ask(load("nim"), **{option: 3})
    assert isinstance(caught.value, TypeError)  # as Python itself would have it
    assert isinstance(caught.value, ZermeloError)


def test_a_review_refuses_at_once_and_not_when_it_is_iterated():
    record = zermelo.read_record("a1 b1", load("tictactoe"))
    with pytest.raises(OptionError, match="review has no option 'nods': did you mean nodes"):
        zermelo.review(record, nods=3)


def test_the_computer_refuses_what_the_engine_does_not_have():
    game = load("nim")
    with pytest.raises(OptionError, match="no option 'thread': did you mean threads"):
        Computer(game, Limits(seconds=1), game.initial(), thread=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "alphabeta", "threads": 2}, "alphabeta has no option 'threads': .*engine, .*mcts, .*have it"),
        ({"algorithm": "minimax", "fail": "soft"}, "minimax has no option 'fail': alphabeta has it"),
        ({"algorithm": "engine", "fail": "soft"}, "engine has no option 'fail': alphabeta has it"),
        ({"algorithm": "minimax", "level": 1}, "minimax has no option 'level': engine, expectimax have it"),
        ({"read_from": "right", "threads": 2}, "engine has no option 'read_from': alphabeta, .* have it"),
        ({"algorithm": "alphabet"}, "no method 'alphabet': did you mean alphabeta"),
        ({"algorithm": "engin"}, "no method 'engin': did you mean engine"),
        ({"algorithm": ""}, "no method ''"),
        ({"algorithm": 3}, "no method '3'"),
        ({"algorithm": ["minimax"]}, "no method"),
    ],
)
def test_analyse_says_which_algorithm_has_an_option(options, message):
    with pytest.raises(KindError, match=message):
        zermelo.analyse("nim", **options)


@pytest.mark.parametrize("algorithm", ["engine", "alphabet", 3])
def test_a_tree_is_drawn_by_the_textbooks_algorithms(algorithm):
    with pytest.raises(KindError, match=f"no method '{algorithm}'|{algorithm} cannot draw the tree of a game"):
        zermelo.tree("nim", algorithm=algorithm)


def test_a_tree_has_no_options_of_the_engine():
    with pytest.raises(OptionError, match="tree has no option 'threads'"):
        zermelo.tree("nim", threads=2)


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("nim", {"method": "states", "threads": 2}, "states has no option 'threads': engine has it"),
        ("nim", {"method": "states", "table": 2**20}, "states has no option 'table': engine, pn have it"),
        ("nim", {"method": "states", "value_only": True}, "states has no option 'value_only'"),
        ("nim", {"depth": 30, "threads": 2}, "states has no option 'threads'"),
        ("pig:goal=10", {"threads": 2}, "states has no option 'threads'"),
        ("nim", {"method": "search", "symmetry": False}, "engine has no option 'symmetry': states has it"),
    ],
)
def test_solve_says_which_method_has_an_option(game, options, message):
    with pytest.raises(OptionError, match=message):
        zermelo.solve(game, **options)


def test_valid_options_are_accepted():
    assert zermelo.solve("nim", threads=2, table=2**20, value_only=True, symmetry=False).value == -1
    assert zermelo.solve("nim", method="states", plain=True, notice=print).value == -1
    assert zermelo.analyse("nim", read_from="right", symmetry=True).method == "alphabeta"
    assert zermelo.check("nim", plays=3, plies=20).ok


@pytest.mark.parametrize(
    ("ask", "options", "message"),
    [
        (zermelo.analyse, {"stop": True}, "stop has to be a threading.Event, not 'True'"),
        (zermelo.solve, {"stop": "now"}, "stop has to be a threading.Event"),
        (zermelo.check, {"stop": 1}, "stop has to be a threading.Event"),
        (zermelo.tree, {"stop": print}, "stop has to be a threading.Event"),
        (zermelo.analyse, {"watch": 5}, "watch has to be a function, not '5'"),
        (zermelo.analyse, {"notice": None}, "notice has to be a function"),
        (zermelo.analyse, {"plain": "no"}, "plain has to be True or False, not ''no''"),
        (zermelo.solve, {"symmetry": None}, "symmetry has to be True or False"),
        (zermelo.check, {"both_speeds": "yes"}, "both_speeds has to be True or False"),
        (zermelo.analyse, {"samples": 3, "seed": "x"}, "seed has to be a whole number"),
        (zermelo.check, {"seed": None}, "seed has to be a whole number"),
        (zermelo.analyse, {"others": "paranoid", "agent": 0.0}, "agent has to be the number of a player"),
        (zermelo.analyse, {"others": ""}, "there is no opponent model ''"),
        (zermelo.analyse, {"others": ["maxn"]}, "there is no opponent model"),
        (zermelo.analyse, {"level": [1]}, r"a level of \[1\] is not"),
        (zermelo.analyse, {"level": 1.5}, "a level of 1.5 is not"),
        (zermelo.analyse, {"algorithm": "expectimax", "level": "high"}, "a level of 'high' is not"),
        (zermelo.analyse, {"opponent": b"level=1"}, "a level of b'level=1' is not"),
        (zermelo.analyse, {"algorithm": "alphabeta", "window": 3}, "the window 3 is not valid"),
        (zermelo.analyse, {"algorithm": "alphabeta", "window": "ab"}, "the window 'ab' is not valid"),
        (zermelo.analyse, {"algorithm": "alphabeta", "window": (None, 1)}, "the window .* is not valid"),
        (zermelo.analyse, {"algorithm": "alphabeta", "window": (1, 1)}, "the window .* is not valid"),
        (zermelo.analyse, {"lines": 2.0}, "lines=2.0 is not valid: it must be a whole number"),
        (zermelo.analyse, {"table": 1e9}, "bytes is not valid: it must be a whole number"),
        (zermelo.analyse, {"depth": "3"}, "depth has to be a whole number above zero, not '3'"),
        (zermelo.check, {"plays": 1.5}, "plays=1.5 is not valid"),
        (zermelo.check, {"plies": "x"}, "plies='x' is not valid"),
        (zermelo.check, {"seconds": "x"}, "seconds='x' is not valid"),
    ],
)
def test_an_option_of_the_wrong_kind_is_quoted(ask, options, message):
    with pytest.raises(ZermeloError, match=message):
        ask("nim", **options)


def test_values_of_unusual_but_valid_types_are_accepted():
    assert zermelo.analyse("nim", plain=np.bool_(True), stop=Event(), others="paranoid", agent=np.int64(1)).proved
    assert zermelo.solve("nim", symmetry=0, stop=None).value == -1
