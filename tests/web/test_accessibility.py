"""Every view, checked by axe-core: no serious fault, in light and in dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import zermelo
from page_helpers import go
from web_helpers import serving

PLACES = {
    "#/games": ".card",
    "#/board?game=tictactoe&moves=b2,b1": ".lines li",
    "#/board?game=connect4&computer=1&time=3%2B2": ".clock",
    "#/board?game=rolit&moves=f4": ".shares",
    "#/board?game=2048&analysis=off": ".move",
    "#/table?game=kuhn": ".settings",
    "#/tree?game=((3 12 8) (2 4 6) (14 5 2))": ".stepper",
    "#/solution?game=tictactoe&moves=a1": ".facts",
    "#/constraints": "h1",
}
"""The views, each with what is there once it is shown."""


SHARE = ("--share", "--share-address", "127.0.0.1", "--share-port", "0")


def serious_faults(page: Any) -> list[tuple[str, list[str]]]:
    """What axe-core calls serious or critical on what the page shows now, with the elements."""
    violations = Axe().run(page).response["violations"]
    serious = [v for v in violations if v["impact"] in ("serious", "critical")]
    return [(v["id"], [node["html"][:160] for node in v["nodes"][:4]]) for v in serious]


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_serious_fault(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    found = {}
    for place, shown in PLACES.items():
        go(page, place)
        page.wait_for_selector(shown)
        found[place] = serious_faults(page)
    assert not any(found.values()), found


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_match_and_a_class_have_no_serious_fault_and_fit_on_a_phone(
    tmp_path: Path, browser_page: Any, browser_context: Any, scheme: str
) -> None:
    zermelo.match("tictactoe", ["greedy", "random"], games=4, file=tmp_path / "match.jsonl")
    with serving(tmp_path, "match.jsonl", "--port", "0", *SHARE) as server:
        assert server.share is not None
        teacher, pupil = browser_page, browser_context.new_page()
        found = {}
        for page in (teacher, pupil):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": 390, "height": 844})
        teacher.goto(server.link)
        teacher.wait_for_selector(".ratings circle")
        found["match"] = serious_faults(teacher)
        widths = [teacher.evaluate("document.documentElement.scrollWidth")]
        pupil.goto(server.share["link"])
        pupil.get_by_label("Your name").fill("Ann")
        found["joining"] = serious_faults(pupil)
        pupil.get_by_label("The code").fill(server.share["code"])
        pupil.get_by_role("button", name="Join").click()
        teacher.evaluate("location.hash = '#/board?game=tictactoe&moves=b2&analysis=off'")
        pupil.wait_for_selector(".turn")
        found["following a board"] = serious_faults(pupil)
        teacher.evaluate("location.hash = '#/class'")
        teacher.wait_for_selector(".class-view .code")
        teacher.get_by_role("button", name="Ask the class").click()
        pupil.wait_for_selector(".answer-row input")
        found["class"], found["exercise"] = serious_faults(teacher), serious_faults(pupil)
        widths += [page.evaluate("document.documentElement.scrollWidth") for page in (teacher, pupil)]
        assert not any(found.values()), found
        assert max(widths) <= 390
