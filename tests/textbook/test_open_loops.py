"""The lectures' "?" as the value of a loop, compared with the exercise's own algorithm, written here."""

from __future__ import annotations

from typing import Any

import pytest

import zermelo
from zermelo.core.errors import KindError

ORDER = {-1: 0, "?": 1, 1: 2}


def by_hand(game: Any, s: Any, path: tuple[Any, ...] = ()) -> Any:
    """Minimax in which a state on the path is "?"."""
    if s in path:
        return "?"
    if game.is_terminal(s):
        return game.utility(s, 0)
    choose = max if game.player(s) == 0 else min
    return choose((by_hand(game, game.result(s, a), (*path, s)) for a in game.actions(s)), key=ORDER.__getitem__)


def values(node: Any) -> list[str]:
    return [zermelo.core.values.show_value(node.value), *(v for child in node.children for v in values(child))]


@pytest.mark.parametrize("cells", [3, 4, *(pytest.param(cells, marks=pytest.mark.thorough) for cells in (5, 6, 7))])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_every_root_has_the_value_of_the_exercise(cells: int, algorithm: str) -> None:
    game = zermelo.load(f"leapfrog:cells={cells}")
    states = {game.initial()}
    for _ in range(6):
        states |= {game.result(s, a) for s in states if not game.is_terminal(s) for a in game.actions(s)}
    for s in states:
        grown = zermelo.tree(game, s, algorithm=algorithm, open_loops=True)
        assert zermelo.core.values.show_value(grown.root.value) == str(by_hand(game, s))


def test_loops_and_what_depends_on_them_are_shown_as_unknown() -> None:
    shown = zermelo.tree("leapfrog", algorithm="minimax", open_loops=True).text()
    assert "↻ ?" in shown
    assert "..AB: MAX ?" in shown
    assert "0" not in shown.partition("minimax:")[0]


def test_a_depth_limit_may_cut_beside_a_loop() -> None:
    shown = zermelo.tree("leapfrog", algorithm="minimax", open_loops=True, depth=6).text()
    assert "↻ ?" in shown


def test_other_outcomes_are_refused() -> None:
    with pytest.raises(KindError, match=r"tictactoe.*wins and losses.*is worth 0, as much as a loop"):
        zermelo.tree("tictactoe", "XOX/OOX/.X.", algorithm="minimax", open_loops=True)
