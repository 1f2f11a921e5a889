"""Fixtures for the tests of the page: a server, a client, and a browser."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from timing_helpers import PATIENCE
from web_helpers import Client, Server, serving

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

EVIL = """
from pathlib import Path

Path(__file__).with_suffix(".ran").write_text("")

from zermelo.games.nim import Nim as Game
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with games of its own, and files around it that must never be opened."""
    folder = tmp_path_factory.mktemp("served")
    for name in ("evil.py", "nim:evil.py", "nim.py"):
        (folder / name).write_text(EVIL)
    (folder / "secret.txt").write_text("((1 2) (3 4))")
    shutil.copy(Path(__file__).parents[2] / "examples" / "dice.py", folder / "dice.py")
    with serving(folder, "dice.py", "--port", "0") as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A tab of that server, without a browser."""
    with server.connect() as socket:
        yield Client(socket)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium. Where there is none the tests are skipped, but never in CI."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        missing = f"there is no browser: none of {', '.join(BROWSERS)} is installed"
        assert not os.environ.get("CI"), missing
        pytest.skip(missing)
    expect.set_options(timeout=1000 * PATIENCE)  # the machine may be busy
    with sync_playwright() as playwright:
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"] if root else [])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def browser_context(browser: Any) -> Any:
    """The tabs of all tests: a new context for each test costs twice the processor time. The page stores no data."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.set_default_timeout(1000 * PATIENCE)
    return context


@pytest.fixture
def browser_page(browser_context: Any) -> Iterator[Any]:
    """An empty page; console messages fail the test, except those that `page.may_say` matches."""
    page = browser_context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.said, page.may_say = said, None
    yield page
    for opened in browser_context.pages:
        opened.close()
    browser_context.clear_cookies()
    browser_context.set_offline(False)
    assert [text for text in said if page.may_say is None or not re.search(page.may_say, text)] == []


@pytest.fixture
def page(browser_page: Any, server: Server) -> Any:
    """A page that was opened by the link."""
    browser_page.goto(server.link.partition("#")[0])
    browser_page.wait_for_selector(".card")
    return browser_page
