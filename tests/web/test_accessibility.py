"""Every view, checked by axe-core: no serious fault, in light and in dark."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from page_helpers import go

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_serious_fault(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    found = {}
    for place, shown in PLACES.items():
        go(page, place)
        page.wait_for_selector(shown)
        violations = Axe().run(page).response["violations"]
        serious = [v for v in violations if v["impact"] in ("serious", "critical")]
        if serious:
            found[place] = [(v["id"], [node["html"][:160] for node in v["nodes"][:4]]) for v in serious]
    assert found == {}
