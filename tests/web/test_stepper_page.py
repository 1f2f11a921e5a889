"""The stepper and the exercise in a browser, from the one file that `zermelo tree` and `zermelo quiz` write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from zermelo import tree
from zermelo.core.trace import Node
from zermelo.draw import FORMATS, exercise_html, stepping, tree_css, tree_html
from zermelo.textbook.exercises import exercise

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
CUT = (
    "Cut, 2 ≤ alpha 3: MIN already has 2 here and MAX has 3 elsewhere; MAX will never come here, "
    "so 4 and 6 are not read."
)


@pytest.fixture
def show(browser_page: Any, tmp_path: Path) -> Callable[[str], Any]:
    """Opens a page from disk, with the network cut off."""

    def show(text: str) -> Any:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        browser_page.context.set_offline(True)
        browser_page.goto(file.as_uri())
        return browser_page

    return show


@pytest.fixture
def example(show: Callable[[str], Any]) -> Any:
    return show(tree_html(tree(EXAMPLE_1).trace))


def picture(page: Any) -> str:
    return page.locator(".part:not([hidden]) .tree").first.inner_html()


def said(page: Any) -> str:
    return page.locator(".says").inner_text()


def place(page: Any) -> str:
    return page.locator(".place output").inner_text()


def node(page: Any, number: int) -> Any:
    return page.locator(f'.part:not([hidden]) [data-node="{number}"]')


def classes(page: Any, number: int) -> set[str]:
    return set(node(page, number).get_attribute("class").split())


def lit(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".pseudocode .lit").all_inner_texts()]


def press(page: Any, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def test_forwards_to_the_cut_and_back_to_the_first_picture(example: Any) -> None:
    first = picture(example)
    assert said(example) == "Nothing is read yet. 22 steps follow."
    forward = example.get_by_role("button", name="One step forward")
    while said(example) != CUT:
        assert "unread" not in classes(example, 7) | classes(example, 8)
        forward.click()
    assert place(example) == "12 of 22"
    for unread, value in ((7, "4"), (8, "6")):
        assert "unread" in classes(example, unread)
        assert node(example, unread).locator(".value").text_content() == value
        assert "not read" in node(example, unread).locator("title").text_content()
        assert "unread" in example.locator(f'[data-branch="{unread}"]').first.get_attribute("class")
    assert node(example, 5).locator(".cut").text_content() == "2 ≤ alpha 3"
    assert lit(example) == ["if v ≤ α then return v"]
    assert example.locator(".number-line").get_attribute("aria-label") == (
        "alpha 3, beta 2, no value is between them, value 2"
    )
    assert example.locator(".counts").inner_text().split() == ["alphabeta", "7", "of", "11", "minimax", "13"]
    assert picture(example) != first
    back = example.get_by_role("button", name="One step back")
    while back.is_enabled():
        back.click()
    assert picture(example) == first
    assert lit(example) == []


def test_every_step_back_shows_what_was_there_before(example: Any) -> None:
    seen = [picture(example)]
    for _ in range(22):
        press(example, "ArrowRight")
        seen.append(picture(example))
    assert len(set(seen)) > 15
    for before in reversed(seen[:-1]):
        press(example, "ArrowLeft")
        assert picture(example) == before
    press(example, "End")
    assert picture(example) == seen[-1]
    example.locator("input[type=range]").fill("9")
    assert picture(example) == seen[9]


def test_the_end_is_the_tree_as_it_is_drawn(example: Any) -> None:
    press(example, "End")
    shown = [node(example, i).locator(".value").text_content() for i in range(13)]
    assert shown == ["3", "3", "3", "12", "8", "2", "2", "4", "6", "2", "14", "5", "2"]
    assert [i for i in range(13) if "best" in classes(example, i)] == [0, 1, 2]
    assert [i for i in range(13) if "unread" in classes(example, i)] == [7, 8]
    assert not any("later" in classes(example, i) for i in range(13))
    assert said(example) == "The root's value is 3, through a1; 11 nodes were read."


def test_keys(example: Any) -> None:
    press(example, "c")
    assert said(example) == CUT
    press(example, "c")  # there is no other
    assert said(example) == CUT
    press(example, "r")
    assert said(example).startswith("a2 returns 2")
    press(example, "r")  # of the node above
    assert said(example).startswith("The root's value is 3")
    press(example, "Home")
    assert place(example) == "0 of 22"
    press(example, "ArrowRight", 2)
    press(example, "r")
    assert said(example) == "a1 returns 3."
    press(example, "End")
    assert example.get_by_role("button", name="Next cut").is_disabled()
    assert example.get_by_role("button", name="To the return").is_disabled()


def test_play_and_pause(example: Any) -> None:
    example.clock.install()  # time passes when the test says so
    press(example, "Space")
    example.clock.run_for(10_000)
    stopped = place(example)
    assert stopped not in ("0 of 22", "22 of 22")
    example.get_by_role("button", name="Pause").click()
    example.clock.run_for(10_000)
    assert place(example) == stopped
    example.get_by_role("button", name="Play").click()
    press(example, "ArrowLeft")  # what is done by hand ends it
    assert example.get_by_role("button", name="Play").is_visible()
    press(example, "End")
    press(example, "ArrowLeft")
    press(example, "Space")
    assert example.get_by_role("button", name="Pause").is_visible()
    example.clock.run_for(10_000)
    assert place(example) == "22 of 22"
    assert example.get_by_role("button", name="Play").is_visible()


def test_a_screen_reader_hears_the_step_and_finds_everything_by_name(example: Any) -> None:
    says = example.locator(".says")
    assert (says.get_attribute("role"), says.get_attribute("aria-live")) == ("status", "polite")
    for button in example.locator("button").all():
        assert button.inner_text().strip() or button.get_attribute("aria-label")
    assert example.get_by_role("slider", name="Step").get_attribute("aria-valuetext") == "step 0 of 22"
    assert example.get_by_role("region", name="Pseudocode").is_visible()


# The exercise.


def practise(page: Any) -> None:
    page.get_by_role("button", name="Practise").click()


def fill(page: Any, **answers: str) -> None:
    for name, answer in answers.items():
        page.get_by_label(f"Value of {name.replace('root', 'the root')} (").fill(answer)


def check(page: Any) -> str:
    page.get_by_role("button", name="Check").click()
    return page.locator(".verdicts").inner_text()


def test_the_values_are_hidden(example: Any) -> None:
    practise(example)
    hidden = [node(example, i).locator(".value").text_content() for i in (0, 1, 5, 9)]
    assert hidden == [""] * 4
    shown = "".join(example.locator(".exercise .tree text").all_text_contents())
    assert "alpha 3" not in shown
    assert not any("unread" in classes(example, i) or "best" in classes(example, i) for i in range(13))
    assert [node(example, i).locator(".value").text_content() for i in (2, 7, 8)] == ["3", "4", "6"]


def test_a_wrong_answer_gets_a_reason_but_not_the_solution(example: Any) -> None:
    practise(example)
    fill(example, a1="12", a2="2", a3="5", root="7")
    heard = check(example)
    assert "Right: 1 of 4 values, 0 of 2 unread branches." in heard
    assert "a1 (MIN): MIN takes the least of the values below; this is the greatest." in heard
    assert "a3 (MIN): MIN can have a better one of the values below." in heard
    assert "the root (MAX): look at a1 (MIN) first, which it depends on." in heard
    assert "and 1 more." in heard
    signs = [text for text in example.locator(".verdict").all_text_contents() if text]
    assert sorted(signs) == sorted(["✗", "✓", "✗", "✗"])
    fill(example, a1="3", a3="2", root="7")
    heard = check(example)
    assert "the root (MAX): no node below has this value." in heard
    assert "below a2 (MIN) a branch need not be read: compare what MIN has there with what MAX has elsewhere." in heard
    assert "b2" not in heard


def test_branches_are_marked_by_mouse_and_by_keyboard(example: Any) -> None:
    practise(example)
    fill(example, a1="3", a2="2", a3="2", root="3")
    example.get_by_role("checkbox", name="a2 b1 (terminal)").click()
    heard = check(example)
    assert "a2 b1 (terminal) is read: nothing is known of the node above before" in heard
    example.get_by_role("checkbox", name="a2 b1 (terminal)").click()
    example.get_by_role("checkbox", name="a2 b2 (terminal)").click()
    third = example.get_by_role("checkbox", name="a2 b3 (terminal)")
    third.focus()
    example.keyboard.press("Space")
    assert third.get_attribute("aria-checked") == "true"
    assert check(example) == "✓ Everything is right."
    first = example.get_by_role("checkbox", name="a1 (MIN)")
    first.click()  # what is marked as not read has no value, whatever stands there
    assert "Right: 3 of 4 values, 2 of 2 unread branches." in check(example)
    first.click()
    example.get_by_role("checkbox", name="a3 b2 (terminal)").click()
    assert "a3 b2 (terminal) is read: alpha is still below beta when its turn comes." in check(example)
    example.get_by_role("button", name="Clear").click()
    assert third.get_attribute("aria-checked") == "false"
    assert "Right: 0 of 4 values, 0 of 2 unread branches. Still to be filled in: 4." in check(example)


def test_a_whole_subtree_that_is_marked_is_not_asked_for(show: Callable[[str], Any]) -> None:
    page = show(tree_html(tree("((3 4) (2 (7 8)))").trace))
    practise(page)
    page.get_by_role("checkbox", name="a2 b2 (MAX)").click()
    assert page.get_by_label("Value of a2 b2 (MAX)").is_disabled()
    fill(page, a1="3", a2="2", root="3")
    assert check(page) == "✓ Everything is right."


def test_the_order_of_reading_is_said_and_counts(show: Callable[[str], Any]) -> None:
    page = show(tree_html(tree(EXAMPLE_1, read_from="right").trace))
    practise(page)
    assert "from right to left" in page.locator(".task").inner_text()
    page.get_by_role("checkbox", name="a3 b3").click()
    page.get_by_role("checkbox", name="a3 b1").click()
    heard = check(page)
    assert "a3 b3 (terminal) is read: nothing is known of the node above before its first branch is read." in heard
    assert "a3 b1 (terminal) is read: alpha is still below beta when its turn comes." in heard


def test_half_of_it_is_not_all_of_it(show: Callable[[str], Any]) -> None:
    page = show(tree_html(tree("((3 12) (2 4))", method="minimax").trace))
    practise(page)
    fill(page, a1="3")
    assert check(page) == "Right: 1 of 3 values. Still to be filled in: 2."
    fill(page, a2="2", root="3")
    assert check(page) == "✓ Everything is right."


def test_a_value_of_an_unread_node_is_not_accepted(show: Callable[[str], Any]) -> None:
    page = show(tree_html(tree("((3 12) (2 1))").trace))
    practise(page)
    fill(page, a1="3", a2="1", root="3")
    assert "a2 (MIN): this value comes from a branch that is not read." in check(page)


def test_arrows_belong_to_the_field_while_one_practises(example: Any) -> None:
    practise(example)
    example.get_by_label("Value of a1 (").focus()
    press(example, "ArrowRight", 3)
    press(example, "c")
    example.get_by_role("button", name="Check").focus()
    press(example, "ArrowRight")
    example.get_by_role("button", name="Watch").click()
    assert place(example) == "0 of 22"


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("72.7", "✓"),
        ("72.70", "✓"),
        ("727/10", "✓"),
        ("54.5", "the outcomes are not equally likely: each counts by its probability."),
        ("100", "chance does not choose: its value is a mean."),
        ("70", "add up probability times value, over all outcomes."),
        ("much", "“much” is not a value here."),
        ("1/0", "“1/0” is not a value here."),
    ],
)
def test_means(show: Callable[[str], Any], answer: str, verdict: str) -> None:
    page = show(tree_html(tree("(a1: 10, a2: [0.3: 9, 0.7: 100])").trace))
    practise(page)
    fill(page, a2=answer, root="72.7")
    heard = check(page)
    assert verdict in heard


def test_the_key_of_an_exercise_is_right_in_the_page_too(show: Callable[[str], Any]) -> None:
    exercises = [exercise(kind, 11) for kind in ("minimax", "alphabeta", "expectimax")]
    page = show(exercise_html([(e.kind, e.trace) for e in exercises], title="Three"))
    for e in exercises:
        part = page.get_by_role("region", name=e.kind)
        for path in e.unread:
            part.get_by_role("checkbox", name=f"{path} (").click()
        for path, value in values(e.trace.tree()):
            part.get_by_label(f"Value of {path or 'the root'} (").fill(str(value))
        part.get_by_role("button", name="Check").click()
        assert part.locator(".verdicts").inner_text() == "✓ Everything is right.", e.game


def values(node: Node, path: str = "") -> Iterator[tuple[str, float]]:
    """What is to be filled in, by the actions that lead there."""
    for child in node.children:
        yield from values(child, f"{path} {child.action}".strip())
    if node.children and node.read:
        yield path, node.value


# Large, small, hostile.


def test_steps_in_a_long_log_are_instant(show: Callable[[str], Any]) -> None:
    grown = tree("nim:piles=3,5", method="minimax")
    assert grown.analysis.nodes > 1_000
    page = show(tree_html(grown.trace, grown.root))
    last = int(place(page).split()[-1])
    assert last > 2_000
    took = page.evaluate(
        """() => {
            const forward = document.querySelector('[aria-label^="One step forward"]');
            const measure = () => {
                const start = performance.now();
                for (let i = 0; i < 10; i += 1) forward.click();
                document.body.getBoundingClientRect();
                return (performance.now() - start) / 10;
            };
            return Math.min(...Array.from({ length: 20 }, measure));  // the machine may be busy most of the time
        }"""
    )
    assert took < 40, f"{took:.1f} ms a step"
    press(page, "End")
    assert place(page) == f"{last} of {last}"
    press(page, "Home")
    assert place(page) == f"0 of {last}"


@pytest.mark.thorough
def test_a_folded_tree_has_fewer_steps(show: Callable[[str], Any]) -> None:
    grown = tree("tictactoe", nodes=20_000)
    page = show(str(FORMATS[".html"].write(FORMATS[".html"].folded(grown.root), grown.trace)))
    assert int(place(page).split()[-1]) < 1_000
    press(page, "End")
    assert "18,297 nodes were read" in said(page)
    assert page.locator(".later").count() == 0


@pytest.mark.parametrize("width", [390, 1_200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_of_the_page(show: Callable[[str], Any], width: int, scheme: str) -> None:
    page = show(tree_html(tree("nim:piles=3,4").trace))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    press(page, "c")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")


def test_the_current_node_is_always_visible(show: Callable[[str], Any]) -> None:
    page = show(tree_html(tree("nim:piles=3,4").trace))
    frame = page.locator(".tree").bounding_box()
    places = []
    for _ in range(12):
        press(page, "c")
        places.append(int(place(page).split()[0]))
        box = page.locator(".node.current > path").bounding_box()
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"]
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"]
    assert places[:4] == sorted(set(places[:4]))


def test_names_are_never_read_as_html(show: Callable[[str], Any]) -> None:
    evil = "<img src=x onerror=alert(1)></script><script>alert(1)</script>"
    page = show(tree_html(tree(f'("{evil}": 3 "b": (1 2))').trace, title=evil))
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    press(page, "End")
    practise(page)
    check(page)
    assert page.locator("main img").count() == 0
    assert evil in page.title()
    assert re.search("onerror", page.locator("main").inner_text())


def test_an_exercise_alone_cannot_be_watched_and_its_key_cannot_be_practised(show: Callable[[str], Any]) -> None:
    parts = [("One", exercise("alphabeta", 7).trace)]
    page = show(exercise_html(parts, title="Exercise"))
    assert page.get_by_role("button", name="Watch").count() == 0
    assert page.get_by_role("button", name="Check").is_visible()
    assert page.locator(".says").is_hidden()
    page = show(exercise_html(parts, title="Key", key=True))
    assert page.get_by_role("button", name="Practise").count() == 0
    assert said(page).startswith("Nothing is read yet.")


# Under the policy of the served page.

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
INDEX = """<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="tree.css">
<link rel="stylesheet" href="stepper.css"><main></main><script type="module" src="main.js"></script>"""
MAIN = """
import { mountStepper } from "./stepper.js";
let [stepper, opened] = [null, []];
async function mount() {
  const data = await (await fetch(`data.json?${opened.join(",")}`)).json();
  const log = stepper?.log;
  stepper?.destroy();
  stepper = mountStepper(document.querySelector("main"), data, { log, keyboard: document, expand, moved });
  globalThis.stepper = stepper;
}
function expand(word) {
  opened.push(word);
  mount();
}
function moved(step) {
  document.title = `step ${step}`;
}
mount();
"""


@pytest.fixture
def served(browser_page: Any) -> Any:
    """The stepper as files of a strict page, which opens folds by requesting the tree again."""
    trace = tree("nim:piles=3,4").trace
    assets = files("zermelo.draw") / "assets"
    own = {"": INDEX, "main.js": MAIN, "tree.css": tree_css()}

    def answer(route: Any) -> None:
        name, _, query = route.request.url.removeprefix("http://zermelo.test/").partition("?")
        kind = {"js": "text/javascript", "css": "text/css", "json": "application/json"}.get(name.rpartition(".")[2])
        if name == "data.json":
            text = json.dumps(stepping(trace, opened=unquote(query).split(",") if query else ()))
        else:
            text = own.get(name) or (assets / name).read_text(encoding="utf-8")
        headers = {"Content-Security-Policy": POLICY, "Content-Type": kind or "text/html; charset=utf-8"}
        route.fulfill(body=text, headers=headers)

    browser_page.route("http://zermelo.test/**", answer)
    browser_page.goto("http://zermelo.test/")
    browser_page.wait_for_selector(".controls")
    return browser_page


@pytest.mark.thorough
def test_a_fold_is_opened_and_the_place_is_kept(served: Any) -> None:
    press(served, "c")
    before, nodes = said(served), served.locator("[data-node]").count()
    fold = served.get_by_role("button", name="Open … +182 nodes")
    fold.focus()
    served.keyboard.press("Enter")
    expect(served.locator("[data-node]")).not_to_have_count(nodes)
    assert served.locator("[data-node]").count() > nodes
    assert said(served) == before
    assert served.get_by_role("button", name="Open … +182 nodes").count() == 0
    served.locator(".openable").last.click()


def test_the_embedding_page_gets_the_position_and_can_change_it(served: Any) -> None:
    assert served.title() == "step 0"
    press(served, "ArrowRight", 2)
    assert served.title() == "step 2"
    served.evaluate("() => stepper.goTo(7)")
    assert served.title() == "step 7"
    assert place(served).startswith("7 of ")
    for wild in ("-5", "1e9", "NaN", "'x'"):
        served.evaluate(f"() => stepper.goTo({wild})")
    assert served.evaluate("() => [stepper.step, stepper.log]") == [0, 0]
    served.evaluate("() => stepper.destroy()")
    assert served.locator("main").inner_html() == ""
    press(served, "ArrowRight")
    assert served.title() == "step 0"


def test_in_a_file_folds_cannot_be_opened(show: Callable[[str], Any]) -> None:
    page = show(tree_html(tree("nim:piles=3,4").trace))
    assert page.locator(".openable").count() == 0
