"""Takes pictures of every view of the page, light and dark, wide and narrow: `python examples/screenshots.py FOLDER`.

`python examples/screenshots.py --docs` takes the picture of the README and the docs anew: docs/screenshots/board.png.

It needs the package's extra "dev" and Chromium, and starts its own server.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

GAME = "moves=4,4,4,4,3,(5,3),5,3,2!"
VIEWS = {
    "games": ("#/games", ".card svg"),
    "board": (f"#/board?game=connect4&{GAME}", ".badge"),
    "play": ("#/board?game=othello&moves=f5,d6,c3&computer=0", ".actions button:not(:disabled)"),
    "mistake": ("#/board?game=tictactoe&moves=!,b2,b1,a1,c3,a2,a3,c2", ".actions small"),
    "backgammon": ("#/board?game=backgammon&moves=X%203%2C%20O%201,8%2F5%206%2F5,6-2", ".actions small"),
    "pacman": ("#/board?game=pacman&moves=west,west", ".actions small"),
    "tree": ("#/tree?game=((3 12 8) (2 4 6) (14 5 2))&method=alphabeta", ".zermelo-tree"),
    "position-tree": ("#/tree?game=tictactoe&moves=a1,b2,c3,c1,a3,a2&depth=3", ".zermelo-tree"),
    "solution": ("#/solution?game=tictactoe&moves=b2,b1,a1", ".facts .optimal, .facts td"),
    "own": ("#/board?game=own&moves=roll,5,roll", ".actions small"),
    "match": ("#/match", ".ratings circle"),
}
KEYS = {"mistake": ["n"], "tree": ["c"], "position-tree": ["End"]}
SIZES = {"wide": (1280, 900), "narrow": (390, 844)}
DOCS_PICTURE = Path(__file__).parents[1] / "docs" / "screenshots" / "board.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def served() -> Iterator[str]:
    """The link to the page, as long as it is served: with a game of one's own, and a match of it."""
    run = [sys.executable, "-c", "from zermelo.cli import main; main()"]
    with TemporaryDirectory() as folder:
        results = str(Path(folder) / "match.jsonl")
        own = f"{Path(__file__).parent / 'dice.py'}:Ten"
        players = ["expectiminimax:depth=4", "greedy", "random"]
        subprocess.run([*run, "match", own, *players, "--games", "30", "-o", results], check=True)
        with _serving([*run, "serve", results, "--no-browser", "--json", "--port", "0"]) as link:
            yield link


@contextmanager
def _serving(command: list[str]) -> Iterator[str]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            said = ""
            while not said.rstrip().endswith("}"):
                said += server.stdout.readline()
            yield json.loads(said)["link"].partition("#")[0]
        finally:
            server.terminate()


def take(page: Page, name: str, path: Path, *, full_page: bool = True) -> None:
    """Takes one screenshot."""
    place, waits_for = VIEWS[name]
    page.goto(page.url.partition("#")[0] + place)
    page.wait_for_selector(waits_for)
    for key in KEYS.get(name, []):
        page.keyboard.press(key)
    page.wait_for_timeout(2500)  # gives the analysis time to reach some depth
    page.screenshot(path=path, full_page=full_page)


def take_all(browser: Browser, link: str, folder: Path) -> None:
    """Takes all screenshots."""
    for scheme in ("light", "dark"):
        for size, (width, height) in SIZES.items():
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": height})
            page.goto(link)
            for name in VIEWS:
                path = folder / f"{name}-{size}-{scheme}.png"
                take(page, name, path)
                print(path)
            page.close()


def take_for_docs(browser: Browser, link: str) -> None:
    """Takes the screenshot that the README and the docs show: the board, in light colours, without scrolling."""
    analyse = "from zermelo.cli import main; main(['analyse', 'connect4', '--depth', '1'])"
    subprocess.run([sys.executable, "-c", analyse], check=True, stdout=subprocess.DEVNULL)  # so that it is compiled
    page = browser.new_page(color_scheme="light", viewport={"width": 1180, "height": 780})
    page.goto(link)
    take(page, "board", DOCS_PICTURE, full_page=False)
    print(DOCS_PICTURE)
    page.close()


def main() -> None:
    """Takes the screenshots that were asked for."""
    named = sys.argv[1] if len(sys.argv) > 1 else "screenshots"
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with served() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        if named == "--docs":
            take_for_docs(browser, link)
        else:
            Path(named).mkdir(parents=True, exist_ok=True)
            take_all(browser, link, Path(named))
        browser.close()


if __name__ == "__main__":
    main()
