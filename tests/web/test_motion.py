"""Moves are animated: the pieces of a picture move from their old positions to the new ones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

LOG = """
window.seen = [];
const real = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.seen.push({ piece: this.dataset.piece ?? "", first: frames[0], last: frames[1] });
  return real.call(this, frames, { ...options, duration: window.slow ? 60_000 : options.duration });
};
"""


@pytest.fixture
def board(page: Any) -> Any:
    """A page that writes down what is animated."""
    page.add_init_script(LOG)
    page.reload()
    page.wait_for_selector(".card")
    return page


def open_board(page: Any, place: str) -> None:
    page.evaluate("place => { location.hash = place }", f"#/board?{place}&analysis=off&chance=hand")
    expect(page.locator(".picture svg, .picture pre").first).to_be_visible()
    expect(page.locator(".board-view:not([aria-busy])")).to_be_visible()


def play(page: Any, name: str) -> list[dict[str, Any]]:
    """Chooses an action, and returns what is animated then."""
    page.evaluate("window.seen.length = 0")
    page.locator(".actions button").filter(has=page.get_by_text(name, exact=True)).click()
    return seen(page, name)


def seen(page: Any, name: str) -> list[dict[str, Any]]:
    expect(page.locator(".move[aria-current]")).to_have_text(re.compile(rf"^\d*[^\d\s]*\s*{re.escape(name)}"))
    expect(page.locator(".board-view:not([aria-busy])")).to_be_visible()
    return page.evaluate("window.seen")


def at_rest(page: Any) -> str:
    """The picture when nothing moves any more."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished))")
    page.wait_for_timeout(50)
    return page.locator(".picture").inner_html()


def way(step: dict[str, Any]) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.e-]+(?=px)", step["first"]["translate"])
    return round(float(x)), round(float(y))


def test_a_stone_falls_into_its_column(board: Any) -> None:
    open_board(board, "game=connect4&moves=4,4")
    steps = play(board, "4")
    assert {step["piece"] for step in steps} == {"X@3.3"}, "what was there stays where it is"
    assert way(steps[0]) == (0, -242)
    assert "translate" not in steps[0]["last"]


@pytest.mark.thorough
def test_pacman_slides_and_eats(board: Any) -> None:
    open_board(board, "game=pacman:maze=court")
    steps = play(board, "west")
    (pacman,) = [step for step in steps if step["piece"] == "pacman"]
    assert way(pacman) == (pytest.approx(24, abs=3), 0), "a square; his mouth is on the other side now"
    assert [step["last"]["opacity"] for step in steps if not step["piece"]] == [0], "one piece of food is gone"
    at_rest(board)
    board.keyboard.press(",")
    back = seen(board, "start")[len(steps) :]
    assert {step["piece"].partition("@")[0]: "translate" in step["first"] for step in back} == {
        "pacman": True,
        "food": False,
    }


def test_dice_are_thrown_and_checkers_go_from_point_to_point(board: Any) -> None:
    open_board(board, "game=backgammon&moves=X%203%2C%20O%201")
    steps = play(board, "8/5 6/5")
    checkers = sorted({step["piece"] for step in steps if step["piece"].startswith("X")})
    assert checkers == ["X@5.0", "X@5.1"]
    assert all(way(step)[0] < 0 for step in steps if step["piece"] in checkers), "they go to the right"
    at_rest(board)
    rolled = play(board, "6-4")
    assert {step["piece"] for step in rolled} == {"die@0", "die@1"}
    assert all("rotate" in step["first"] for step in rolled)


def test_two_checkers_do_not_cross_to_each_others_points(board: Any) -> None:
    """24/18 and 13/11: what stood on 13 is nearer to 18, but then the other would have a long way."""
    open_board(board, "game=backgammon&moves=X%206%2C%20O%202")
    steps = play(board, "24/18 13/11")
    ways = {step["piece"]: way(step) for step in steps if step["piece"].startswith("X")}
    assert ways["X@18.0"][1] == pytest.approx(36, abs=2), "from the second place on 24 to the first on 18"
    assert ways["X@18.0"][0] > 200


@pytest.mark.thorough
def test_discs_of_othello_turn(board: Any) -> None:
    open_board(board, "game=othello")
    steps = play(board, "f5")
    assert {step["piece"].partition("@")[0] for step in steps} == {"X", ""}
    assert len(steps) == 3, "a new one, one that was turned, and what it was before"


def moved(page: Any, before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """How far to the left each piece begins, between two pictures of pieces in these places."""

    def svg(pieces: dict[str, int]) -> str:
        shapes = [f'<rect data-piece="{name}" x="{x}" y="0" width="2" height="2"/>' for name, x in pieces.items()]
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{"".join(shapes)}</svg>'

    page.evaluate(
        """async ([one, two]) => {
            window.seen.length = 0;
            const { move, piecesOf } = await import("/static/motion.js");
            const { picture } = await import("/static/picture.js");
            const [before, after] = [picture(one, ""), picture(two, "")];
            document.body.append(before, after);
            const pieces = piecesOf(before);
            before.remove();
            move(pieces, after);
        }""",
        [svg(before), svg(after)],
    )
    return {step["piece"]: way(step)[0] for step in page.evaluate("window.seen") if "translate" in step["first"]}


def test_pieces_of_one_name_take_the_shortest_paths(board: Any) -> None:
    assert moved(board, {"A@1": 0, "A@2": 100}, {"A@3": 90, "A@4": 5}) == {"A@3": 10, "A@4": -5}
    assert moved(board, {"A@1": 0, "A@2": 100, "B@1": 50}, {"A@3": 60, "B@2": 7}) == {"A@3": 40, "B@2": 43}
    assert moved(board, {"A@1": 0, "A@2": 100}, {"A@1": 0, "A@3": 2}) == {"A@3": 98}, "one that stays, stays"
    assert moved(board, {"king": 0}, {"king": 30}) == {"king": -30}
    assert moved(board, {"A@1": 0}, {"B@1": 30}) == {}


@pytest.mark.thorough
def test_the_picture_at_rest_is_the_one_that_was_drawn(board: Any) -> None:
    open_board(board, "game=breakthrough:width=3,height=4")
    first = at_rest(board)
    for name in ("b1c2", "b4a3", "a1b2", "c4b3", "c2xb3"):
        steps = play(board, name)
        assert steps
    last = at_rest(board)
    address = board.url
    for _ in range(5):
        board.keyboard.press("ArrowLeft")
    expect(board.locator(".move[aria-current]")).to_have_text("start")
    assert at_rest(board) == first
    board.goto("about:blank")
    board.goto(address)
    expect(board.locator(".board-view:not([aria-busy])")).to_be_visible()
    assert board.evaluate("window.seen") == [], "nothing moves when a position is opened"
    assert at_rest(board) == last


@pytest.mark.thorough
def test_a_jump_is_not_shown_as_a_move(board: Any) -> None:
    open_board(board, "game=connect4&moves=4,4,3,3,2!")
    board.keyboard.press("Home")
    assert seen(board, "start") == []


def test_reduced_motion_is_respected(board: Any) -> None:
    board.emulate_media(reduced_motion="reduce")
    open_board(board, "game=connect4")
    assert play(board, "4") == []
    expect(board.locator('.picture [data-piece="X@5.3"]').first).to_be_visible()


def test_a_click_ends_the_animation_and_is_not_lost(board: Any) -> None:
    board.evaluate("window.slow = true")
    open_board(board, "game=tictactoe")
    assert play(board, "b2")
    assert board.evaluate("document.getAnimations().length") > 0
    board.locator(".picture").dispatch_event("pointerdown")
    assert board.evaluate("document.getAnimations().length") == 0
    play(board, "a1")
    assert board.evaluate("document.getAnimations().length") > 0
    board.locator('[data-cell="c3"]').click()
    expect(board.locator(".move[aria-current]")).to_have_text("3Xc3")
