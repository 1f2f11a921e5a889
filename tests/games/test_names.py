"""Games are found by the names of their files and folders, and the parts of a large game fit together."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module

import pytest

from zermelo.core.errors import LoadError
from zermelo.core.game import REQUIRED, Game
from zermelo.games import game_class, names

FOLDERS = [name for name in names() if hasattr(inspect.getmodule(game_class(name)), "__path__")]


def test_every_game_has_the_name_of_its_module() -> None:
    assert {"leapfrog", "nim", "tictactoe", "twentyone"} <= set(names())
    for name in names():
        assert game_class(name)().name == name


@pytest.mark.parametrize("name", ["nimm", "shared", "", "os", "nim.nim", "connect4.rules"])
def test_an_unknown_name_gives_the_nearest(name: str) -> None:
    with pytest.raises(LoadError, match=f"there is no game '{name}'") as caught:
        game_class(name)
    assert name != "nimm" or "did you mean nim?" in str(caught.value)


def test_names_imports_no_game_and_games_import_no_numba() -> None:
    code = (
        "import sys, zermelo.games as g; g.names(); assert 'zermelo.games.nim' not in sys.modules;"
        "[g.game_class(n) for n in g.names()]; assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_rules_of_a_folder_are_a_game_alone_and_nothing_beside_them_changes_them(name: str) -> None:
    whole = game_class(name)
    rules = import_module(f"{whole.__module__}.rules").Rules
    assert rules().initial() == whole().initial()
    written = {m for m in (*REQUIRED, "probability", "infinite_play", "observe") if has_own(rules, m)}
    assert written >= set(REQUIRED)
    for method in written:
        assert getattr(whole, method) is getattr(rules, method)


@pytest.mark.parametrize("name", FOLDERS)
def test_parts_that_take_a_parameter_have_one_default_for_it(name: str) -> None:
    parameters = inspect.signature(game_class(name)).parameters
    for part in game_class(name).__mro__:
        if "__init__" in vars(part) and part is not object:
            for other in list(inspect.signature(part.__init__).parameters.values())[1:]:
                if other.default is not other.empty:
                    assert other.default == parameters[other.name].default


def has_own(part: type[Game], method: str) -> bool:
    return getattr(part, method) is not getattr(Game, method)
