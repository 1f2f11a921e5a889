"""Games are found by their modules' names."""

from __future__ import annotations

import subprocess
import sys

import pytest

from zermelo.errors import LoadError
from zermelo.games import game_class, names


def test_every_game_is_called_what_its_module_is_called() -> None:
    assert {"leapfrog", "nim", "tictactoe", "twentyone"} <= set(names())
    for name in names():
        assert game_class(name)().name == name


@pytest.mark.parametrize("name", ["nimm", "_svg", "", "os", "nim.nim"])
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
