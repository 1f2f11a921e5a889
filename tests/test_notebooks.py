"""The notebooks in examples/, run cell by cell, and what notebooks show."""

from __future__ import annotations

import ast
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import KindError, ParseError

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def shown(value: Any) -> dict[str, str]:
    """What a notebook would show for the value of a cell."""
    if hasattr(value, "_repr_mimebundle_"):
        return dict(value._repr_mimebundle_())
    return {"text/html": value._repr_html_()} if hasattr(value, "_repr_html_") else {"text/plain": repr(value)}


def run(source: str, namespace: dict[str, Any]) -> Any:
    """Runs a cell; its value is that of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)


def test_there_are_three_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["own_game", "play_and_solve", "trees"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_a_notebook_runs(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    namespace: dict[str, Any] = {"__name__": "__main__"}
    pictures = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "notebooks are stored without outputs"
            found = shown(run("".join(cell["source"]), namespace))
            assert all(found.values())
            pictures += any(kind in found for kind in ("text/html", "image/svg+xml"))
    assert pictures >= 2


def page_of(framed: Any) -> str:
    """The page inside a frame."""
    html = framed._repr_html_()
    assert html.startswith('<iframe sandbox="allow-scripts" srcdoc="')
    return unescape(html.partition('srcdoc="')[2].partition('" style')[0])


def test_the_stepper_is_a_page_in_a_frame():
    page = page_of(zermelo.tree("((3 12 8) (2 4 6) (14 5 2))").stepper())
    assert page.startswith("<!doctype html>")
    assert "mountStepper" in page
    assert not re.search(r'(?:src|href)="http', page)


def positions(game: Any) -> list[dict[str, Any]]:
    page = page_of(game.page)
    return json.loads(page.partition('id="data">')[2].partition("</script>")[0])["positions"]


def test_a_small_game_is_one_page_in_which_the_computer_never_loses():
    found = positions(zermelo.interactive("tictactoe"))
    ends = [p["turn"] for p in found if p["over"]]
    assert any("X 0" in end for end in ends)
    assert not any("X 1" in end for end in ends)
    for position in found:
        assert position["over"] == (not position["moves"])
        assert len(position["moves"]) <= 1 or position["human"]


def test_chance_has_its_probabilities():
    found = positions(zermelo.interactive("pig:goal=4", human=None))
    chances = [p["moves"] for p in found if not p["over"] and not p["human"]]
    assert chances
    assert all(sum(probability for _, _, probability in moves) == pytest.approx(1) for moves in chances)


@pytest.mark.thorough
def test_a_large_game_is_played_in_cells():
    game = zermelo.interactive("kalah", seconds=0.05)
    assert game.page is None
    name = game.game.show_action(game.state, next(iter(game.game.actions(game.state))))
    game.play(name)
    assert game.moves[0] == name
    assert "to move" in shown(game)["text/html"]


def test_bad_input_is_refused():
    with pytest.raises(ParseError, match="'7' is not a player of 'tictactoe'"):
        zermelo.interactive("tictactoe", human=7)
    with pytest.raises(KindError, match="'kuhn' hides information"):
        zermelo.interactive("kuhn")
    with pytest.raises(ParseError, match="z9"):
        zermelo.interactive("tictactoe").play("z9")
