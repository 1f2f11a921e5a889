"""A method is one file: with no other edit it is there in Python, on the command line and on the page."""

from __future__ import annotations

import json
import logging
from importlib import metadata
from time import sleep

import pytest
from click.testing import CliRunner

import zermelo
import zermelo.methods
from zermelo import KindError, analyse, load
from zermelo.cli import main
from zermelo.core.errors import OptionError
from zermelo.methods import registry
from zermelo.methods.registry import methods
from zermelo.web.gallery import Gallery
from zermelo.web.messages import read_message
from zermelo.web.session import Session

LAST_ACTION = '''
"""Plays the last action, or the one before: a method to test that one file is enough."""

from dataclasses import dataclass

from zermelo.core.rules import legal_actions
from zermelo.methods.method import Method, Question, Session
from zermelo.methods.options import option
from zermelo.core.results import Analysis


@dataclass(frozen=True)
class LastOptions:
    back: int = option(0, "How many actions before the last.")


class Last(Method):
    name = "last"
    summary = "plays the last action"
    questions = frozenset({Question.ANALYSE, Question.PLAY})
    Options = LastOptions

    def refusal(self, game, question):
        return "it has chance" if game.kind.stochastic else None

    def open(self, game, options, setting):
        return LastSession(game, options)


class LastSession(Session):
    def __init__(self, game, options):
        self.game, self.options = game, options

    def answers(self, ask):
        action = legal_actions(self.game, ask.state)[-1 - self.options.back]
        yield Analysis(
            game=self.game, state=ask.state, method="last", value=0, values=(0, 0), action=action, line=(action,),
            proved=False, depth=1, nodes=1, seconds=0.0,
        )
'''


@pytest.fixture
def last_action(tmp_path, monkeypatch):
    """The registered methods, and the one in the file."""
    (tmp_path / "last.py").write_text(LAST_ACTION)
    monkeypatch.setattr(zermelo.methods, "__path__", [*zermelo.methods.__path__, str(tmp_path)])


def test_python_has_it(last_action):
    assert "last" in methods()
    found = analyse("tictactoe", method="last", back=2)
    assert (found.method, found.shown_action) == ("last", "a3")
    assert analyse("tictactoe", method="last").shown_action == "c3"
    with pytest.raises(OptionError, match=r"analyse has no option 'bakc': did you mean back\b"):
        analyse("tictactoe", method="last", bakc=2)
    with pytest.raises(KindError, match="last cannot analyse 'pig': it has chance"):
        analyse("pig", method="last")


def test_a_player_is_made_of_it(last_action):
    game = load("tictactoe")
    assert zermelo.player(game, "last:back=1").choose(game.initial()) == 7


def test_the_command_line_has_it(last_action):
    ran = CliRunner().invoke(main, ["analyse", "tictactoe", "--method", "last", "--back", "2", "--json"])
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["action"] == "a3"
    assert "--back" in CliRunner().invoke(main, ["analyse", "--help"]).output
    assert CliRunner().invoke(main, ["analyse", "tictactoe", "--method", "lats"]).exit_code == 2


def test_the_page_has_it(last_action):
    sent: list[dict] = []
    session = Session(Gallery(), sent.append)
    session.handle(read_message(json.dumps({"type": "games", "id": 1})))
    offered = {method["name"]: method for method in sent[-1]["methods"]}
    assert offered["last"]["options"][0]["name"] == "back"
    request = {"type": "analyse", "id": 2, "game": "tictactoe", "start": "", "moves": [], "seconds": 1}
    session.handle(read_message(json.dumps(request | {"method": "last", "options": {"back": 2}})))
    while session._searcher.is_busy:
        sleep(0.01)
    assert sent[-1]["lines"][0]["moves"][0] == "a3"


@pytest.fixture
def entries(tmp_path, monkeypatch):
    """The registered methods, and those of other packages: one of them takes a name, another cannot be imported."""
    (tmp_path / "other_methods.py").write_text(LAST_ACTION)
    (tmp_path / "taken_methods.py").write_text(LAST_ACTION.replace('"last"', '"engine"'))
    (tmp_path / "broken_methods.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    names = ("broken_methods", "taken_methods", "other_methods")
    found = metadata.EntryPoints(metadata.EntryPoint(name, name, registry.GROUP) for name in names)
    monkeypatch.setattr(metadata, "entry_points", lambda group: found.select(group=group))
    registry._found.cache_clear()
    yield
    registry._found.cache_clear()


def test_a_method_of_another_package_is_found_and_a_broken_one_is_reported(entries, caplog):
    with caplog.at_level(logging.WARNING):
        assert analyse("tictactoe", method="last", back=2).shown_action == "a3"
    assert type(methods()["engine"]).__module__ == "zermelo.methods.engine"
    assert "the methods of broken_methods are left out: ZeroDivisionError: division by zero" in caplog.text
    assert "the method engine of taken_methods is left out: its name is taken" in caplog.text
