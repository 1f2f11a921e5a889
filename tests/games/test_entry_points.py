"""Games of other packages are found through entry points."""

from importlib import metadata

import pytest

import zermelo
from zermelo import LoadError, games

PACKAGE = """
from zermelo.games.nim import Nim

class Sticks(Nim):
    "Nim under another name."

NOTHING = 5
"""


@pytest.fixture
def entries(tmp_path, monkeypatch):
    (tmp_path / "other_package.py").write_text(PACKAGE)
    (tmp_path / "broken_package.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    offered = {
        "sticks": "other_package:Sticks",
        "nothing": "other_package:NOTHING",
        "broken": "broken_package:Game",
        "nim": "other_package:Sticks",
    }
    found = metadata.EntryPoints(metadata.EntryPoint(name, value, games.GROUP) for name, value in offered.items())
    monkeypatch.setattr(metadata, "entry_points", lambda group: found.select(group=group))
    games._elsewhere.cache_clear()
    yield
    games._elsewhere.cache_clear()


def test_a_game_of_another_package_is_loaded_by_its_name(entries):
    assert "sticks" in games.names()
    game = zermelo.load("sticks:piles=3,4")
    assert str(game) == "sticks:piles=3,4"
    assert zermelo.solve(game).value == 1
    assert zermelo.load(str(game)).piles == (3, 4)


def test_a_built_in_game_keeps_its_name(entries):
    assert type(zermelo.load("nim")).__name__ == "Nim"


@pytest.mark.parametrize(
    ("name", "message"), [("nothing", "is not a subclass of Game"), ("broken", "cannot be loaded.*division by zero")]
)
def test_an_entry_that_is_not_a_game_is_named(entries, name, message):
    with pytest.raises(LoadError, match=message):
        zermelo.load(name)
