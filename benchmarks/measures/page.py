"""The speed of the page: to start, to show an analysis after a click, to step through a log, to draw a big tree."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from statistics import median
from typing import Any
from urllib.request import HTTPCookieProcessor, build_opener

from figures import Figure, skipped

import zermelo
from measures import viewers
from zermelo.core.trace import Node
from zermelo.draw import tree_svg
from zermelo.draw.html import tree_html

SERVE = [
    *(sys.executable, "-c", "from zermelo.cli import main; main()"),
    *("serve", "--no-browser", "--json", "--port", "0"),
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
GAMES = ("connect4", "othello", "gomoku:size=19", "tictactoe")
MOVES = 8
LOGS = {"over 1,000": "nim:piles=3,5", "about 5,000": "nim:piles=4,5"}
MOST_NODES = 10_000
NODES, BREADTH = 20_000, 3

COMPILE = """
import sys
import zermelo
from zermelo.engine.engine import Engine

Engine(zermelo.load(sys.argv[1])).compile()
"""

CLICK = """() => new Promise((resolve) => {
    const shown = () => document.querySelector(".analysis .value");
    const before = shown();
    const cells = document.querySelectorAll(".picture [data-cell].open");
    const began = performance.now();
    cells[Math.floor(cells.length / 2)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const look = () => {
        if (shown() && shown() !== before) requestAnimationFrame(() => resolve(performance.now() - began));
        else if (!document.querySelector(".picture [data-cell].open")) resolve(null); // play is over
        else setTimeout(look, 1);
    };
    look();
})"""

STEPS = """() => {
    const forward = document.querySelector('[aria-label^="One step forward"]');
    const began = performance.now();
    for (let i = 0; i < 200; i += 1) {
        forward.click();
        document.body.getBoundingClientRect();
    }
    return (performance.now() - began) / 200;
}"""


def measure(quick: bool) -> Iterator[Figure]:
    """All measurements, the longest last; those that need a browser are skipped if there is none."""
    yield _big_tree()
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        yield skipped("the page", 'the extra "web" is not installed')
        return
    yield _up(quick)
    yield _interrupted(quick)
    if find_spec("playwright") is None or _browser() is None:
        yield skipped("the page in a browser", "there is no Playwright, or no Chromium")
    else:
        yield from _in_browser(quick)
    yield from viewers.measure(quick)


def _browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def _serving() -> Iterator[str]:
    """Runs a server and yields its link."""
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            said = ""
            while not said.rstrip().endswith("}"):
                said += server.stdout.readline()
            yield json.loads(said)["link"]
        finally:
            server.terminate()


def _up(quick: bool) -> Figure:
    took = []
    for _ in range(1 if quick else 5):
        began = time.perf_counter()
        with _serving() as link:
            build_opener(HTTPCookieProcessor()).open(link).read()
            took.append(time.perf_counter() - began)
    note = "from the start of the process to the first answer; the median"
    return Figure("zermelo serve is up", median(took), "s", at_most=2.0, note=note, detail={"seconds": took})


def _big_tree() -> Figure:
    nodes = [Node(0, "", None, "max", 0, None, value=0)]
    for i in range(1, NODES):
        nodes.append(Node(i, f"a{i}", None, "min", 0, None, value=i))
        nodes[(i - 1) // BREADTH].children.append(nodes[-1])
    began = time.perf_counter()
    size = len(tree_svg(nodes[0]))
    took = time.perf_counter() - began
    return Figure(f"a tree of {NODES:,} nodes as SVG", took, "s", note=f"laid out and drawn: {size / 1e6:.1f} MB")


def _in_browser(quick: bool) -> Iterator[Figure]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # it may be missing

    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_browser(), args=["--no-sandbox"] if is_root else [])
        with _serving() as link:
            page = browser.new_page()
            page.goto(link)
            page.wait_for_selector(".card")
            yield _gallery(browser.new_page(), link, quick)
            for name in GAMES[:1] if quick else GAMES:
                yield _clicks(page, name, quick)
        for log in list(LOGS.items())[:1] if quick else LOGS.items():
            yield _steps(browser.new_page(), *log)
        browser.close()


def _gallery(page: Any, link: str, quick: bool) -> Figure:
    """The time from opening the link to all games being shown."""
    took = []
    for _ in range(1 if quick else 5):
        page.goto("about:blank")
        began = time.perf_counter()
        page.goto(link)
        page.wait_for_selector(".card")
        took.append(time.perf_counter() - began)
    return Figure("the gallery is shown", median(took), "s", at_most=1.0, note="the median", detail={"seconds": took})


def _interrupted(quick: bool) -> Figure:
    """The time from Ctrl-C to the end of the process."""
    took = []
    for _ in range(1 if quick else 5):
        with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            server.stdout.readline()
            began = time.perf_counter()
            server.send_signal(signal.SIGINT)
            server.wait()
            took.append(time.perf_counter() - began)
    return Figure("Ctrl-C ends zermelo serve", median(took), "s", at_most=1.0, detail={"seconds": took})


def _clicks(page: Any, name: str, quick: bool) -> Figure:
    """The time from clicks on the board to the first visible analysis."""
    subprocess.run([sys.executable, "-c", COMPILE, name], check=True)  # the server finds the machine code in the cache
    page.evaluate("name => { location.hash = `#/board?game=${name}` }", name)
    _wait_for_machine_code(page)
    took = []
    for _ in range(2 if quick else MOVES):
        milliseconds = page.evaluate(CLICK)
        if milliseconds is None:
            break
        took.append(milliseconds)
        page.wait_for_timeout(500)  # as a person would wait
    note = f"the median of {len(took)} moves once compiled; the worst {max(took):.0f} ms"
    name = f"click to analysis, {name}"
    return Figure(name, median(took), "ms", at_most=200, note=note, detail={"milliseconds": took})


def _wait_for_machine_code(page: Any) -> None:
    """Waits until the analysis runs at the native speed, or all values are proved."""
    for _ in range(600):
        page.wait_for_timeout(250)
        told = page.locator(".analysis .costs")
        if told.count() and "machine code" in told.inner_text():
            return
        worths = page.locator(".actions .worth").all_inner_texts()
        if worths and not any(worth.startswith("≈") for worth in worths if worth) and all(worths):
            return


def _steps(page: Any, words: str, game: str) -> Figure:
    """The time of a step on the stepper's page, including layout."""
    grown = zermelo.tree(game, algorithm="minimax", nodes=MOST_NODES)
    page.set_content(tree_html(grown.trace, grown.root))
    page.wait_for_selector("svg.zermelo-tree")
    note = f"{grown.analysis.nodes:,} nodes, {len(grown.trace.steps):,} steps; the mean of the first 200"
    return Figure(f"a step in a log of {words} nodes", page.evaluate(STEPS), "ms", note=note)
