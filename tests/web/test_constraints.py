"""Constraint satisfaction problems on the page, and the stepper that `zermelo csp -o x.html` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web_helpers import Client, Server
from zermelo import csp
from zermelo.csp.drawing.files import steps_html


def test_the_socket_gives_the_steps(client: Client) -> None:
    answer = client.ask("constraints", problem="australia", algorithm="mac", order="mrv")
    assert answer["verdict"].startswith("WA=red")
    assert answer["stepping"]["steps"][-1]["kind"] == "solution"
    assert "queens" in answer["problems"]


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        ("evil.py:Game", "there is no problem"),
        ("secret.txt", "there is no problem"),
        ("sudoku:secret.txt", "10 cells"),
        ("queens:n=16", "choose a smaller problem"),
    ],
)
def test_no_file_is_read_and_too_much_is_refused(client: Client, server: Server, problem: str, message: str) -> None:
    answer = client.ask("constraints", problem=problem, algorithm="backtracking" if "queens" in problem else "mac")
    assert answer["type"] == "error"
    assert message in answer["message"]
    assert not (server.folder / "evil.ran").exists()


def test_the_page_steps_through_a_problem(server: Server, browser_page: Any) -> None:
    browser_page.goto(server.link)
    browser_page.goto(f"http://{server.host}/#/constraints?problem=australia")
    expect(browser_page.locator(".says")).to_contain_text("Nothing is assigned yet")
    browser_page.keyboard.press("c")
    expect(browser_page.locator(".says")).to_contain_text("red leaves NT: WA has no value left that differs from red.")
    browser_page.get_by_label("A problem").fill("A B in 1 2; A = B; A != B")
    browser_page.get_by_role("button", name="Show").click()
    expect(browser_page.locator("pre.note")).to_have_text("There is no solution.")


def test_the_file_goes_forwards_and_back(browser_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(steps_html(csp.run("queens:n=4", "forward", log=True)), encoding="utf-8")
    browser_page.goto(file.as_uri())
    frame = browser_page.locator(".constraints")
    first = frame.inner_html()
    browser_page.keyboard.press("End")
    expect(browser_page.locator(".says")).to_contain_text("a solution")
    assert frame.locator("[class*=' q']:not(.off)").count() == 4
    browser_page.keyboard.press("Home")
    assert frame.inner_html() == first
