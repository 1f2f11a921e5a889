"""What the tests of the page in a browser share."""

from __future__ import annotations

from typing import Any


def go(page: Any, place: str) -> None:
    """Opens a place of the page, as somebody who changes the address."""
    page.evaluate("place => { location.hash = place }", place)


def turn(page: Any) -> Any:
    """The line that says whose turn it is."""
    return page.locator(".turn")


def action(page: Any, name: str) -> Any:
    """The button of an action."""
    return page.locator(".actions button").filter(has=page.get_by_text(name, exact=True))


def setting(page: Any, name: str) -> Any:
    """A control of the board's settings, which are opened."""
    page.locator(".board-settings .field").first.wait_for(state="attached")
    if page.locator(".board-settings:not([open])").count():
        page.locator(".board-settings > summary").click()
    return page.locator(".board-settings .field").filter(has=page.get_by_text(name, exact=True)).locator("select")
