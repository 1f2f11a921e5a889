"""The page in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page_helpers import action, go, setting, turn
from timing_helpers import wait_until
from web_helpers import serving

EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))"
"""The lectures' first tree."""


def box_of(shape: Any) -> dict[str, float]:
    """The place of a shape; waits while the shape is being redrawn."""
    boxes: list[dict[str, float]] = []

    def is_there() -> bool:
        boxes.extend(box for box in (shape.bounding_box(),) if box is not None)
        return bool(boxes)

    wait_until(is_there)
    return boxes[0]


def method_of(page: Any) -> Any:
    if page.locator(".board-view").count():
        return setting(page, "Method")
    return page.get_by_label("Method")


def option_of(page: Any, name: str) -> Any:
    """The control for an option of the method."""
    field = page.locator(".method-options .field").filter(has=page.get_by_text(name, exact=True))
    return field.locator("select, input")


def test_the_gallery_shows_every_game(page: Any) -> None:
    expect(page.get_by_role("heading", name="Connect Four", exact=True)).to_be_visible()
    assert page.locator(".card svg").count() >= 8
    page.get_by_role("heading", name="Tic-tac-toe", exact=True).click()
    expect(page.locator("h1")).to_have_text("Tic-tac-toe")
    expect(page).to_have_url(re.compile("#/board[?]game=tictactoe$"))


@pytest.mark.thorough
def test_a_full_game_of_tictactoe_against_the_engine_is_a_draw(page: Any) -> None:
    """The person plays the best move of the analysis, so the game must be a draw."""
    go(page, "#/board?game=tictactoe&computer=1&level=6&analysis=on")
    moves = 0
    while True:
        expect(page.locator(".board-view:not([aria-busy])")).to_be_visible()
        expect(turn(page)).to_have_text(re.compile("X to move|A draw|wins"))
        if "to move" not in turn(page).inner_text():
            break
        expect(page.locator(".value")).to_contain_text("proved")
        name = page.locator(".actions .best span").first.inner_text()
        page.locator(f'[data-cell="{name}"]').click()
        moves += 1
        expect(page.locator(".move")).to_have_count(min(1 + 2 * moves, 1 + 9))  # with the computer's reply
    expect(turn(page)).to_have_text("A draw")
    assert moves == 5
    expect(page.locator(".gauge")).to_have_attribute("aria-label", "Value: a draw")


def test_the_analysis_is_on_the_board_the_buttons_and_in_lines(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1,b1")
    expect(page.locator(".value strong")).to_have_text("X in 5")
    expect(page.locator(".value")).to_contain_text("proved")
    expect(page.locator(".lines li")).to_have_count(5)
    expect(page.locator(".badge.max")).to_have_count(3)
    expect(page.locator(".badge text", has_text="▲5")).to_have_count(3)
    expect(action(page, "c1")).to_contain_text("draw")
    expect(page.locator(".gauge")).to_have_attribute("aria-label", "Value: X wins in 5 plies, proved")


def test_a_line_is_previewed_and_played_by_its_moves(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1,b1")
    third = page.locator(".lines li").first.locator("button").nth(2)
    expect(page.locator(".value")).to_contain_text("proved")
    names = page.locator(".lines li").first.locator("button").all_inner_texts()[:3]
    third.hover()
    expect(page.locator(".picture.preview")).to_be_visible()
    expect(turn(page)).to_have_text(f"{names[2].upper()[0]}{names[2][1:]} would lead here")
    page.mouse.move(1, 1)
    expect(page.locator(".picture.preview")).to_have_count(0)
    third.click()
    expect(page.locator(".move")).to_have_count(6)
    assert f"moves=a1,b1,{','.join(names)}!" in page.url


def test_keys_go_through_the_moves_and_variations(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1,(b2,a1),b1,c1")
    current = page.locator(".move[aria-current]")
    expect(current).to_contain_text("c1")
    for key, shown in [("ArrowLeft", "b1"), ("Home", "start"), ("ArrowRight", "a1"), ("ArrowDown", "b2")]:
        page.keyboard.press(key)
        expect(current).to_contain_text(shown)
    page.keyboard.press("End")
    expect(current).to_contain_text("2Oa1")
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile(r"moves=b2,\(a1,b1,c1\),a1!"))
    page.keyboard.press("x")
    expect(page.locator(".move")).to_have_count(5)


def test_space_turns_the_analysis_on_and_off(page: Any) -> None:
    go(page, "#/board?game=connect4&analysis=off")
    expect(page.locator(".analysis .note")).to_contain_text("off")
    page.keyboard.press(" ")
    expect(page.locator(".costs")).to_be_visible()
    page.keyboard.press(" ")
    expect(setting(page, "Analysis")).to_have_value("off")
    for shown in (".costs", ".badge", ".lines", ".actions .worth:not(:empty)"):
        expect(page.locator(shown)).to_have_count(0)
    expect(page.locator(".gauge")).to_have_attribute("aria-label", "Value: not known")


def test_the_analysis_can_be_for_one_side_only(page: Any) -> None:
    go(page, "#/board?game=tictactoe&analysis=1")
    expect(page.locator(".analysis .note")).to_be_visible()
    expect(page.locator(".badge")).to_have_count(0)
    action(page, "b2").click()
    expect(page.locator(".value")).to_contain_text("draw")


def test_mistakes_are_found_and_visited(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=!,b2,b1,a1,c3,a2,a3,c2")
    expect(turn(page)).to_have_text("X to move")
    page.keyboard.press("n")
    expect(page.locator(".judgement")).to_contain_text("Mistake: b1 loses")
    expect(page.locator(".move[aria-current]")).to_contain_text("b1")
    expect(page.locator(".move.mistake .sign")).to_have_text("?")
    expect(page.locator(".graph .mistake")).to_have_count(1)
    page.get_by_role("button", name="Try").click()
    expect(page.locator(".variation")).to_be_visible()


def test_a_mistake_is_marked_as_soon_as_it_is_played(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=b2")
    expect(page.locator(".value")).to_contain_text("proved")
    page.locator('[data-cell="b1"]').click()
    expect(page.locator(".judgement")).to_contain_text("Mistake: b1 loses")
    expect(page.locator(".move.mistake")).to_have_text("2Ob1?")
    expect(page.get_by_role("button", name="2 O b1, mistake")).to_be_visible()
    expect(page.locator(".graph .mistake")).to_have_count(1)
    better = page.get_by_role("button", name="Try")
    expect(page.locator(".judgement")).to_contain_text(f"{better.inner_text().split()[1]} draws")
    expect(page.locator(".value")).to_contain_text("X in")
    action(page, "a1").click()
    expect(page.locator(".judgement")).to_have_text("a1 wins. Nothing better was found.")
    expect(page.locator(".move .sign")).to_have_count(1)


def test_the_last_move_of_a_game_is_judged_too(page: Any) -> None:
    """A terminal state is not analysed: the analysis of the position before is enough."""
    go(page, "#/board?game=nim:piles=1,2")
    expect(page.locator(".value")).to_contain_text("proved")
    action(page, "1 from pile 2").click()
    expect(page.locator(".judgement")).to_contain_text("Mistake: 1 from pile 2 loses; 2 from pile 2 wins")
    action(page, "1 from pile 1").click()
    expect(page.locator(".value")).to_contain_text("Second in 1")
    action(page, "1 from pile 2").click()
    expect(turn(page)).to_have_text("Second wins")
    expect(page.locator(".judgement")).to_have_text("1 from pile 2 loses. Nothing better was found.")


@pytest.mark.thorough
def test_estimates_are_compared_too(page: Any) -> None:
    go(page, "#/board?game=othello&moves=f5,d6,c3,d3,c4,f4,f6,f3")
    expect(page.locator(".costs")).to_have_text(re.compile(r"depth ([3-9]|\d\d)"))
    *_, worst = page.locator(".lines li").all()
    name = worst.locator("button").first.inner_text()
    action(page, name).click()
    expect(page.locator(".judgement")).to_contain_text(f"{name} costs about")


def test_the_value_of_the_move_that_was_played_is_always_shown(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=b2!,b3,a1")
    expect(page.locator(".value")).to_contain_text("proved")
    rows = page.locator(".lines li")
    expect(rows).to_have_count(6)
    expect(rows.last).to_contain_text("X in")
    expect(rows.last.locator(".tag")).to_have_text("played")
    expect(rows.last.locator("button")).to_have_text("b3")
    page.keyboard.press("Home")
    expect(rows).to_have_count(5)
    expect(page.locator(".lines .tag")).to_have_count(1)


@pytest.mark.thorough
def test_a_review_of_a_game_with_dice_comes_to_an_end(page: Any) -> None:
    go(page, "#/board?game=own&moves=roll,5!,roll,2,stand&analysis=off")
    page.keyboard.press("n")
    expect(page.locator(".review .note")).to_have_text(re.compile("mistake was found|moves marked"))


@pytest.mark.thorough
def test_holding_a_key_down_does_not_exceed_the_rate_limit(page: Any) -> None:
    moves = ",".join("121212212121343434434343565656656565")  # nobody wins
    go(page, f"#/board?game=connect4&moves=!,{moves}")
    expect(page.locator(".costs")).to_be_visible()
    page.evaluate(
        """() => {
            window.lost = 0;
            const watch = new MutationObserver(() => { window.lost += 1; });
            watch.observe(document.getElementById("connection"), { childList: true, characterData: true });
        }"""
    )
    for key, end in [("ArrowRight", "36"), ("ArrowLeft", "start")] * 4:
        page.evaluate(
            """async (key) => {
                for (let i = 0; i < 36; i += 1) {
                    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, repeat: i > 0 }));
                    await new Promise((resolve) => setTimeout(resolve, 20));
                }
            }""",
            key,
        )
        expect(page.locator(".move[aria-current]")).to_have_text(re.compile(f"^{end}"))
    expect(page.locator(".costs")).to_be_visible()
    assert page.evaluate("window.lost") == 0


def test_the_graph_leads_to_a_move(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=b2,b1,a1")
    expect(page.locator(".value")).to_contain_text("proved")
    box = box_of(page.locator(".graph"))
    page.mouse.move(box["x"] + 5, box["y"] + 20)
    page.mouse.down()
    page.evaluate("() => { const g = document.querySelector('.graph'); g.replaceWith(g.cloneNode(true)); }")
    page.mouse.up()  # the graph was redrawn meanwhile
    expect(page.locator(".move[aria-current]")).to_have_text("start")
    page.get_by_role("link", name="Solution").click()
    page.keyboard.press("End")
    expect(page.locator(".history .graph circle")).to_have_count(4)
    box = box_of(page.locator(".history .graph"))
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + 20)
    expect(page.locator(".history tr[aria-current]")).to_contain_text("b2")


def test_a_game_with_two_clicks_to_a_move(page: Any) -> None:
    go(page, "#/board?game=breakthrough:width=3,height=4&analysis=off")
    page.locator('[data-cell="b1"]').click()
    expect(page.locator('[data-cell="b1"].chosen')).to_have_count(1)
    expect(page.locator("[data-cell].open")).to_have_count(3)
    page.locator('[data-cell="c2"]').click()
    expect(page.locator(".move[aria-current]")).to_contain_text("b1c2")


def test_a_shared_link_opens_the_same_position(page: Any, server: Any, browser_page: Any) -> None:
    go(page, "#/board?game=connect4&moves=4,4,(3),3&analysis=off")
    expect(page.locator(".move")).to_have_count(5)
    text = page.locator(".picture svg").get_attribute("aria-label")
    address = page.url
    other = page.context.new_page()
    other.goto(address)
    expect(other.locator(".move")).to_have_count(5)
    expect(other.locator(".picture svg")).to_have_attribute("aria-label", text)
    expect(other.locator(".move[aria-current]")).to_contain_text("3")
    assert other.url == address


@pytest.mark.parametrize(
    "place", ["#/board?game=tictactoe&moves=zz", "#/board?game=../evil.py", "#/board?game=nim&start=x"]
)
def test_a_broken_link_gets_a_message(page: Any, place: str) -> None:
    go(page, place)
    expect(page.locator(".trouble").first).to_be_visible()


def test_another_view_opens_though_a_move_is_made_before_the_page_hears_of_it(page: Any) -> None:
    go(page, "#/board?game=nim&analysis=off")
    page.get_by_role("group", name="Actions").get_by_role("button").first.evaluate(
        "button => { location.hash = '#/constraints'; button.click(); }"
    )
    expect(page.get_by_label("A problem")).to_be_visible()


def test_a_key_is_for_the_view_that_was_opened_before_it(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=b2,b1,a1")
    expect(page.locator(".move[aria-current]")).to_contain_text("a1")
    page.keyboard.press("Home")
    expect(page.locator(".move[aria-current]")).to_have_text("start")
    page.get_by_role("link", name="Solution").evaluate(
        "link => { location.hash = link.hash; dispatchEvent(new KeyboardEvent('keydown', { key: 'End' })); }"
    )
    expect(page.locator(".history .graph circle")).to_have_count(4)


def test_a_lost_connection_comes_back_to_the_same_position(page: Any) -> None:
    page.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real { constructor(...a) { super(...a); window.sockets.push(this); } };"
    )
    page.reload()
    go(page, "#/board?game=tictactoe&moves=a1,b1&analysis=off")
    expect(turn(page)).to_have_text("X to move")
    shown = page.locator(".picture svg").get_attribute("aria-label")
    page.evaluate(
        """() => {
            const line = document.getElementById("connection");
            window.said = [];
            new MutationObserver(() => window.said.push(line.textContent)).observe(line, { childList: true });
            window.sockets.at(-1).close();
        }"""
    )
    wait_until(lambda: page.evaluate("window.said.length > 0 && window.said.at(-1) === ''"))
    assert "not connected" in page.evaluate("window.said[0]")
    assert page.evaluate("window.sockets.length") == 2
    expect(page.locator(".picture svg")).to_have_attribute("aria-label", shown)
    action(page, "b2").click()
    expect(turn(page)).to_have_text("O to move")


def test_the_lectures_tree_is_stepped_through_and_back(page: Any) -> None:
    go(page, f"#/tree?game={EXAMPLE}&method=alphabeta")
    tree = page.locator(".stepper svg.zermelo-tree").first
    expect(tree).to_be_visible()
    first = tree.evaluate("e => e.outerHTML")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".stepper")).to_contain_text("22 of 22")
    assert tree.evaluate("e => e.outerHTML") != first
    page.keyboard.press("Home")
    page.keyboard.press("c")
    cut = page.locator(".stepper").inner_text()
    assert re.search(r"4 and 6", cut)
    page.keyboard.press("Home")
    assert tree.evaluate("e => e.outerHTML") == first


def test_the_boards_position_becomes_a_tree(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1,b2")
    page.get_by_role("link", name="Tree").click()
    expect(page.locator(".kind")).to_contain_text("Tic-tac-toe, after 2 moves")
    expect(page.locator(".stepper svg.zermelo-tree").first).to_be_visible()
    page.get_by_label("A tree", exact=True).fill("(1 2")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".trouble")).to_contain_text("(1 2")


def test_an_opponent_who_errs_is_asked_for_where_there_is_one(page: Any) -> None:
    go(page, "#/tree?game=(a1: 10, a2: (9 100))&method=expectimax")
    expect(page.locator(".tree-view > .note")).to_have_text("against a random opponent")
    option_of(page, "opponent").fill("level=0.3")
    option_of(page, "opponent").press("Enter")
    expect(page.locator(".tree-view > .note")).to_have_text("against an opponent of level 0.3")
    assert "opponent" in page.url
    method_of(page).select_option("minimax")
    expect(option_of(page, "opponent")).to_have_count(0)
    assert "opponent" not in page.url


def test_a_tree_with_names_is_read_to_its_end(page: Any) -> None:
    """It is not taken for a game, which would be read two plies deep."""
    go(page, "#/tree?game=A=(B=((1 2) (3 4)) C=(5 6))")
    expect(page.locator("h1")).to_have_text("Tree")
    expect(page.locator(".stepper")).to_contain_text("of")
    assert page.get_by_label("Depth in plies").input_value() == ""
    names = method_of(page).locator("option").all_inner_texts()
    assert names[0] == "automatic"
    assert {"minimax", "alphabeta", "expectiminimax", "maxn"} <= set(names)


def test_the_solution_lists_every_action_and_the_history(page: Any) -> None:
    go(page, "#/solution?game=tictactoe&moves=a1,b1")
    expect(page.locator(".value strong")).to_have_text("X in 5")
    expect(page.locator("aside .facts tbody tr")).to_have_count(7)
    expect(page.locator("aside .facts .optimal")).to_have_count(3)
    expect(page.locator(".history .facts tbody tr")).to_have_count(3)
    expect(page.locator(".history .facts tbody tr").nth(2)).to_contain_text("the value changed")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".value strong")).to_have_text("draw")
    page.keyboard.press("End")
    expect(page.locator(".value strong")).to_have_text("X in 5")
    page.keyboard.press("Home")
    expect(page.locator("aside .facts tbody tr")).to_have_count(9)


def test_games_are_exported_and_imported(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1,b1,(b2)&analysis=off")
    expect(page.locator(".move")).to_have_count(4)
    page.get_by_role("button", name="Import, export").click()
    text = page.locator("dialog textarea")
    expect(text).to_have_value(re.compile("game: tictactoe"))
    page.get_by_role("button", name="JSON").click()
    expect(text).to_have_value(re.compile('"variations"'))
    text.fill("game: connect4\n\n4 4 3")
    page.get_by_role("button", name="Read this game").click()
    expect(page.locator("h1")).to_have_text("Connect Four")
    expect(page.locator(".move")).to_have_count(4)
    page.get_by_role("button", name="Import, export").click()
    text.fill("4 9")
    page.get_by_role("button", name="Read this game").click()
    expect(page.locator("dialog .trouble")).to_contain_text("9")


@pytest.mark.parametrize("length", [220_000, 400_000])
def test_a_text_that_is_too_long_gets_a_message(page: Any, length: int) -> None:
    """The shorter one is refused by the schema, the longer one ends the connection; it is not sent again and again."""
    go(page, "#/board?game=tictactoe&analysis=off")
    page.get_by_role("button", name="Import, export").click()
    text = page.locator("dialog textarea")
    expect(text).to_have_value(re.compile("game: tictactoe"))
    text.evaluate("(area, length) => { area.value = 'a1 '.repeat(length / 3); }", length)
    page.get_by_role("button", name="Read this game").click()
    expect(page.locator("dialog .trouble")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#connection")).to_have_text("")
    action(page, "a1").click()
    expect(turn(page)).to_have_text("O to move")


def test_the_link_is_copied_or_a_message_says_why_not(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1&analysis=off")
    expect(turn(page)).to_have_text("O to move")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy link").click()
    expect(turn(page)).to_contain_text("the link is the address of this page")
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.get_by_role("button", name="Copy link").click()
    expect(turn(page)).to_have_text("The link is copied.")
    assert page.evaluate("window.copied") == page.url


def test_rules_and_position_can_be_changed(page: Any) -> None:
    go(page, "#/board?game=tictactoe&analysis=off")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("width").fill("4")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".actions button")).to_have_count(12)
    assert "game=tictactoe:width=4" in page.url
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("width").fill("400")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("dialog .trouble")).to_contain_text("width")


def test_chance_moves_by_itself_unless_by_hand_is_chosen(page: Any) -> None:
    go(page, "#/board?game=own&analysis=off")
    action(page, "roll").click()
    expect(page.locator(".move")).to_have_count(3)
    expect(turn(page)).to_have_text(re.compile("First to move|Second to move"))
    setting(page, "Chance moves").select_option("hand")
    assert "chance=hand" in page.url
    go(page, "#/board?game=own&moves=roll&analysis=off&chance=hand")
    expect(turn(page)).to_have_text("Chance to move")
    expect(page.locator(".actions button")).to_have_count(7)
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".move")).to_have_count(3)
    go(page, "#/board?game=tictactoe")
    expect(setting(page, "Chance moves")).to_have_count(0)


@pytest.mark.thorough
def test_a_whole_game_is_played_by_keyboard(page: Any) -> None:
    """After an action is chosen, the focus is on the actions again."""
    go(page, "#/board?game=tictactoe&computer=1&level=1")
    expect(turn(page)).to_have_text("X to move: your move")
    page.keyboard.press("Tab")
    action(page, "a1").focus()
    for moves in (3, 5):
        page.keyboard.press("Enter")
        expect(page.locator(".move")).to_have_count(moves)
        expect(turn(page)).to_have_text(re.compile("X to move|wins"))
        wait_until(lambda: page.evaluate("document.activeElement.closest('.actions') !== null"))


def test_after_a_click_space_is_not_taken_for_another(page: Any) -> None:
    go(page, "#/board?game=tictactoe&analysis=off")
    action(page, "a1").click()
    expect(turn(page)).to_have_text("O to move")
    page.keyboard.press(" ")
    expect(page.locator(".value")).to_contain_text("draw")
    expect(page.locator(".move")).to_have_count(2)


HOSTILE = """
from zermelo.games.nim import Nim

CODE = "window.evil = true"
BAD = f"<script>{CODE}</script><img src=x onerror='{CODE}'>"


class Evil(Nim):
    '''<script>window.evil = true</script><img src=x onerror="window.evil = true">'''

    def show(self, s):
        return BAD + super().show(s)

    def show_action(self, s, a):
        return BAD + super().show_action(s, a)

    def parse_action(self, s, text):
        return super().parse_action(s, text)

    def draw(self, s):
        return f'''<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"
            onload="{CODE}" style="background: url(http://127.0.0.1:9/x)"><script>{CODE}</script>
            <style>* {{ fill: red }}</style>
            <foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="{CODE}"/></foreignObject>
            <image href="http://127.0.0.1:9/x" xlink:href="http://127.0.0.1:9/x" onerror="{CODE}"/>
            <a href="javascript:{CODE}"><rect width="9" height="9" onclick="{CODE}" fill="url(http://127.0.0.1:9/x#y)"/></a>
            <rect class="kept" width="4" height="4" style="fill: red" onclick="{CODE}" data-cell="x"/></svg>'''
"""


def test_nothing_hostile_in_a_game_is_run(browser_page: Any, tmp_path: Path) -> None:
    """A user's own file could do harm without the page, but pictures are copied from anywhere."""
    (tmp_path / "evil.py").write_text(HOSTILE)
    asked: list[str] = []
    browser_page.on("request", lambda request: asked.append(request.url))
    with serving(tmp_path, "evil.py", "--port", "0") as server:
        browser_page.goto(server.link.partition("#")[0])
        browser_page.wait_for_selector(".card")
        for place in ("board", "tree", "solution"):
            go(browser_page, f"#/{place}?game=own")
            expect(browser_page.locator("h1")).to_have_count(1)
            browser_page.wait_for_timeout(500)
        go(browser_page, "#/board?game=own")
        browser_page.locator(".kept").click(force=True)
        expect(browser_page.locator(".actions button")).to_have_count(4)
        assert browser_page.locator(".picture script, .picture style, .picture image[href], .picture a").count() == 0
        assert browser_page.evaluate("window.evil") is None
        assert all(url.startswith(f"http://{server.host}/") for url in asked)
        browser_page.goto("about:blank")  # before the server ends: else the page tries to reconnect
    assert all("Content Security Policy" in message for message in browser_page.said)  # the browser tells what it met
    browser_page.said.clear()


@pytest.mark.thorough
def test_the_page_is_usable_on_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for place in (
        "#/games",
        "#/board?game=connect4&moves=4,4",
        "#/board?game=tictactoe&moves=b2,b1!,a1",
        "#/board?game=backgammon&moves=X%203%2C%20O%201&chance=hand",
        "#/board?game=pacman",
        f"#/tree?game={EXAMPLE}",
        "#/solution?game=tictactoe&moves=a1",
        "#/board?game=twentyone:players=3",
        "#/board?game=rolit&moves=f4",
        "#/table?game=kuhn",
        "#/constraints",
    ):
        go(page, place)
        page.wait_for_timeout(400)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place


@pytest.mark.thorough
def test_everything_has_a_name_for_a_screen_reader(page: Any) -> None:
    for place in (
        "#/games",
        "#/board?game=tictactoe&moves=a1",
        "#/board?game=backgammon",
        f"#/tree?game={EXAMPLE}",
        "#/solution?game=tictactoe",
    ):
        go(page, place)
        page.wait_for_timeout(300)
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll("button, a, select, input, textarea, svg[role=img]")]
                .filter(e => e.checkVisibility() && !e.closest("[aria-hidden]"))
                .filter(e => !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length || e.title))
                .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert unnamed == [], place
        expect(page.locator("h1")).to_have_count(1)


def test_the_keys_are_listed(page: Any) -> None:
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("to the next mistake")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_what_was_typed_before_the_export_came_is_not_overwritten(page: Any) -> None:
    go(page, "#/board?game=connect4&moves=4,4&analysis=off")
    expect(page.locator(".move")).to_have_count(3)
    page.evaluate(
        """() => {
            const open = [...document.querySelectorAll("button")].find((b) => b.textContent === "Import, export");
            open.click();
            document.querySelector("dialog textarea").value = "4 9";
        }"""
    )
    page.wait_for_timeout(500)  # in which the export comes; later, the test proves less but does not fail
    expect(page.locator("dialog textarea")).to_have_value("4 9")


def test_a_method_is_chosen_and_its_options_are_set(page: Any) -> None:
    """The choice and the controls come from the methods' own declarations."""
    go(page, "#/board?game=tictactoe&moves=a1,b1")
    expect(page.locator(".costs")).to_be_visible()
    expect(method_of(page)).to_have_value("")
    method_of(page).select_option("alphabeta")
    expect(page.locator(".settings .note")).to_contain_text("alphabeta: ")
    expect(page.locator(".value")).to_contain_text("proved")
    page.locator(".method-options summary").click()
    option_of(page, "fail").focus()
    page.keyboard.press("Shift")  # who uses the keyboard keeps the focus
    option_of(page, "fail").select_option("hard")
    expect(option_of(page, "fail")).to_have_value("hard")
    expect(option_of(page, "fail")).to_be_focused()
    expect(page.locator(".value")).to_contain_text("proved")
    address = page.url
    assert "method=alphabeta" in address
    page.goto("about:blank")
    page.goto(address)
    expect(method_of(page)).to_have_value("alphabeta")
    expect(option_of(page, "fail")).to_have_value("hard")


def test_only_methods_that_fit_the_game_are_offered(page: Any) -> None:
    go(page, "#/board?game=pig&analysis=on")
    expect(method_of(page)).to_be_visible()
    names = method_of(page).locator("option").all_inner_texts()
    assert {"automatic", "engine", "expectiminimax"} <= set(names)
    assert "minimax" not in names
    go(page, "#/board?game=tictactoe")
    expect(page.locator("h1")).to_have_text("Tic-tac-toe")
    expect(method_of(page).locator("option").filter(has_text="minimax").first).to_be_attached()


def test_a_number_is_given_in_the_unit_that_people_use(page: Any) -> None:
    """The engine's table is in bytes, the control in MiB."""
    go(page, "#/board?game=tictactoe&method=engine")
    page.locator(".method-options summary").click()
    table = option_of(page, "table")
    table.fill("8")
    table.press("Tab")
    expect(page).to_have_url(re.compile("8388608"))
    expect(page.locator(".value")).to_contain_text("draw")
