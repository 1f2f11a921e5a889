"""A search as one HTML file."""

import hashlib
import json
import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings

from draw.hostile import hostile
from zermelo import Tree, tree
from zermelo.draw import exercise_html, fold, stepping, tree_html

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
EVIL = """</script><script>alert(1)</script><!--<script>\u2028\u2029]]>&amp;"'><img src=x onerror=alert(1)>"""
VOID = {"meta", "br", "img", "input", "link"}


class Reader(HTMLParser):
    """Reads a page as a browser would, and keeps its elements with their texts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.found = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs), []))
        if tag not in VOID:
            self.open.append((tag, self.found[-1]))

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs), []))

    def handle_endtag(self, tag):
        opened, _ = self.open.pop()
        assert tag == opened

    def handle_data(self, data):
        if self.open:
            self.open[-1][1][2].append(data)

    def all(self, tag):
        return [(attrs, "".join(texts)) for name, attrs, texts in self.found if name == tag]


class Named(Tree):
    """A tree with the given actions and labels."""

    def show_action(self, s, a):
        return f"{self.name_of_all}{a}"

    def label(self, s):
        return self.name_of_all


def named(name):
    game = Named(EXAMPLE_1)
    game.name_of_all = name
    return tree(game)


def data_of(page):
    ((_, text),) = [found for found in Reader(page).all("script") if found[0].get("id") == "data"]
    return json.loads(text)


def test_it_is_one_self_contained_page():
    text = tree_html(tree(EXAMPLE_1).trace)
    page = Reader(text)
    assert text.startswith("<!doctype html>\n")
    assert page.all("title")[0] == ({}, EXAMPLE_1)
    assert not re.search(r"""(?:src|href|action)\s*=|@import|url\(""", text.replace("'none'", ""))
    assert not re.search(r"""https?://(?!www\.w3\.org/)""", text)
    assert not [attrs for _, attrs, _ in page.found if any(name.startswith("on") or name == "style" for name in attrs)]


def test_its_data_is_that_of_the_stepper():
    grown = tree(EXAMPLE_1)
    assert data_of(tree_html(grown.trace)) == [{"data": stepping(grown.trace), "options": {}}]
    folded = fold(grown.root, 9)
    assert data_of(tree_html(grown.trace, folded))[0]["data"] == stepping(grown.trace, root=folded)


def test_only_its_own_script_and_style_may_run():
    page = Reader(tree_html(tree(EXAMPLE_1).trace))
    (policy,) = [a["content"] for a, _ in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    allowed = dict(re.findall(r"(script|style)-src 'sha256-([^']+)'", policy))
    (script,) = [text for attrs, text in page.all("script") if attrs.get("type") == "module"]
    ((_, style),) = page.all("style")
    for name, text in (("script", script), ("style", style)):
        assert b64decode(allowed[name]) == hashlib.sha256(text.encode()).digest()


def test_the_modules_are_one_script():
    (script,) = [t for a, t in Reader(tree_html(tree(EXAMPLE_1).trace)).all("script") if a.get("type") == "module"]
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert script.index("class Picture") < script.index("class Exercise") < script.index("function mountStepper")


def test_names_cannot_break_out_of_the_markup():
    grown = named(EVIL)
    text = tree_html(grown.trace, title=EVIL)
    page = Reader(text)
    assert len(page.all("script")) == 2
    assert page.all("img") == []
    assert "\u2028" not in text
    data = data_of(text)[0]["data"]
    assert "alert(1)" in data["nodes"][1]["name"]
    assert "<script" not in data["svg"]
    assert "</script" not in text[text.index('id="data"') : text.index('<script type="module"')].removesuffix(
        "</script>\n"
    )


@given(hostile, hostile)
@settings(deadline=None, max_examples=40)
def test_any_name_and_title(name, title):
    page = tree_html(named(name).trace, title=title)
    assert len(Reader(page).all("script")) == 2
    assert data_of(page)


def test_without_scripts_the_picture_is_shown():
    page = Reader(tree_html(tree(EXAMPLE_1).trace))
    tags = [tag for tag, _, _ in page.found]
    assert tags.index("noscript") < tags.index("svg")
    assert "13 nodes, 2 of them not read." in page.all("desc")[0][1]


@pytest.mark.parametrize(("key", "mode"), [(False, "practise"), (True, "watch")])
def test_a_page_of_exercises(key, mode):
    traces = [tree(text).trace for text in (EXAMPLE_1, "((1 2) (3 4))")]
    text = exercise_html([("First", traces[0]), ("Second", traces[1])], title="Two", key=key)
    page = Reader(text)
    assert [found[1] for found in page.all("h1") + page.all("h2")] == ["Two", "First", "Second"]
    assert [part["options"] for part in data_of(text)] == 2 * [{"mode": mode, "only": True}]
    assert len([a for a, _ in page.all("div") if a.get("class") == "place-of-a-tree"]) == 2
    described = [found[1] for found in page.all("desc")]
    assert ["its value ?" in said for said in described] == 2 * [not key]
