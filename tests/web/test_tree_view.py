"""The tree in a browser: zoom, fit and pan, the position of a node, colours, and the controls of the page's tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page_helpers import go
from zermelo import tree
from zermelo.draw import design_for, fold, tree_html

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
WIDE = "(" + " ".join(f"({i} {i + 1} {i + 2} {i + 3})" for i in range(24)) + ")"


@pytest.fixture
def show(browser_page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Opens the stepper of a tree from disk."""

    def show(game: str, *, most: float = 500, colour: str = "role", theme: str = "auto", **options: Any) -> Any:
        grown = tree(game, **options)
        design = design_for(grown.trace.game, theme=theme, colour=colour)
        file = tmp_path / "page.html"
        file.write_text(tree_html(grown.trace, fold(grown.root, most), design=design), encoding="utf-8")
        browser_page.goto(file.as_uri())
        return browser_page

    return show


def box(page: Any, selector: str) -> Any:
    return page.locator(selector).first.bounding_box()


def is_inside(page: Any, selector: str) -> bool:
    inner, outer = box(page, selector), box(page, ".tree")
    return (
        outer["x"] <= inner["x"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
        and outer["y"] <= inner["y"]
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    )


def test_the_root_of_a_wide_tree_is_in_view_from_the_first_step(show: Callable[..., Any]) -> None:
    page = show(WIDE)
    frame = page.locator(".tree").first
    assert frame.evaluate("(f) => f.scrollWidth > 1.5 * f.clientWidth")
    assert is_inside(page, '[data-node="0"]')
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert is_inside(page, '[data-node="0"]')


def test_zoom_fit_and_pan(show: Callable[..., Any]) -> None:
    page = show(WIDE)
    drawn = ".tree > svg"
    page.get_by_role("button", name="Fit into the frame").click()
    assert is_inside(page, drawn)
    fitted = box(page, drawn)["width"]
    page.keyboard.press("+")
    assert box(page, drawn)["width"] == pytest.approx(1.25 * fitted, rel=0.01)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom out").click()
    assert box(page, drawn)["width"] == pytest.approx(1.25 * fitted, rel=0.01)
    before, frame = box(page, drawn)["x"], box(page, ".tree")
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=4)
    page.mouse.up()
    assert box(page, drawn)["x"] == pytest.approx(before - 60, abs=2)
    page.keyboard.press("0")
    assert box(page, drawn)["width"] == pytest.approx(fitted, rel=0.01)


def test_a_click_on_a_node_shows_its_position(show: Callable[..., Any]) -> None:
    page = show("tictactoe", depth=2, symmetry=True)
    position = page.locator(".panel", has=page.get_by_role("heading", name="Position"))
    expect(position).to_be_hidden()
    page.locator('[data-node="2"] path').first.click()
    expect(position).to_be_visible()
    assert position.locator(".path").inner_text() == "a1 · b1"
    assert position.locator("svg.board").get_attribute("aria-label").split("\n")[1].split() == ["1", "X", "O", "."]
    position.get_by_role("button", name="Close").click()
    expect(position).to_be_hidden()
    page.keyboard.press("p")
    assert position.locator(".path").inner_text() == "the root"


def test_an_opponents_probabilities_appear_when_it_has_weighed_its_actions(show: Callable[..., Any]) -> None:
    page = show("((9 -2) (3 -5))", method="expectimax", level=0.7)
    probability = page.locator('.part:not([hidden]) [data-node="2"] .probability')
    assert probability.text_content() == ""
    while "The opponent takes" not in page.locator(".says").inner_text():
        page.keyboard.press("ArrowRight")
    assert page.locator(".says").inner_text() == (
        "The opponent takes b2 with probability 0.7, b1 with probability 0.3. Its mean is 0.7 × -2 + 0.3 × 9."
    )
    assert probability.text_content() == "p = 0.3"
    page.keyboard.press("ArrowLeft")
    assert probability.text_content() == ""


def test_nodes_get_the_colour_of_the_winner_when_they_are_left(show: Callable[..., Any]) -> None:
    page = show("((1 -1) (0 1))", colour="winner", method="minimax")
    kinds = lambda: [page.locator(f'[data-node="{i}"]').first.get_attribute("class").split() for i in range(7)]  # noqa: E731
    assert all("open" in kind for kind in kinds())
    page.keyboard.press("End")
    winners = [next(word for word in kind if word in ("won", "lost", "even", "open")) for kind in kinds()]
    assert winners == ["even", "lost", "won", "lost", "even", "even", "won"]


def test_a_dark_page_is_dark_for_everybody(show: Callable[..., Any]) -> None:
    page = show(EXAMPLE_1, theme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"


def open_tree(page: Any, game: str, options: str = "") -> None:
    page.goto(f"{page.url.partition('#')[0]}#/tree?game={game}{options}")


def control(page: Any, label: str) -> Any:
    field = page.locator(".method-options .field", has=page.get_by_text(label, exact=True))
    return field.locator("input, select")


def enter(page: Any, label: str, text: str) -> None:
    control(page, label).fill(text)
    control(page, label).press("Enter")


def test_the_page_has_controls_for_symmetry_fail_window_and_level(page: Any) -> None:
    open_tree(page, "((3%2012%208)%20(2%204%206)%20(14%205%202))")
    expect(page.locator(".says")).to_contain_text("Nothing is read yet.")
    for label in ("symmetry", "fail", "window", "level"):
        expect(control(page, label)).to_be_visible()
    enter(page, "window", "4 9")
    expect(page.locator(".note").filter(has_text="outside the window")).to_be_visible()
    enter(page, "window", "")
    enter(page, "level", "0.5")
    expect(page.locator(".note").filter(has_text="against an opponent of level 0.5")).to_be_visible()


def test_a_node_of_the_page_opens_on_the_board(page: Any) -> None:
    open_tree(page, "tictactoe", "&depth=1&colour=winner")
    page.locator('[data-node="5"] path').first.click()
    expect(page.locator(".position svg.board")).to_be_visible()
    page.get_by_role("button", name="Open on the board").click()
    page.wait_for_url(lambda url: "#/board" in url and "moves=b2" in url)


def test_an_error_keeps_the_caret_in_place(page: Any) -> None:
    open_tree(page, "((3%2012)%20(2%20x))")
    lines = page.locator(".trouble pre").inner_text().split("\n")
    assert lines[1].index("^") == lines[0].index("x")
    assert "mono" in page.locator(".trouble pre").evaluate("(e) => getComputedStyle(e).fontFamily")


def test_the_board_shows_each_depth_of_the_analysis(page: Any) -> None:
    page.goto(f"{page.url.partition('#')[0]}#/board?game=tictactoe&start=XO./.X./..O")
    depths = page.locator(".deepening")
    expect(depths).to_be_visible()
    depths.locator("summary").click()
    expect(depths.locator("tbody tr").first).to_be_visible()
    assert depths.locator("thead").inner_text().split() == ["Depth", "Value", "Move", "Nodes", "Seconds"]


@pytest.mark.thorough
def test_a_tree_of_playouts_has_no_depth(page: Any) -> None:
    go(page, "#/tree?game=tictactoe&method=minimax&depth=1")
    depth = page.get_by_label("Depth in plies")
    expect(depth).to_have_value("1")
    go(page, "#/tree?game=tictactoe&method=uct&depth=1")
    expect(page.locator(".stepper svg").first).to_be_visible()
    expect(depth).to_be_hidden()
