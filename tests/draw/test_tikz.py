"""The tree as a LaTeX document. Where there is a TeX, it is set as well."""

import re
import shutil
import subprocess
from unicodedata import category

import pytest
from hypothesis import given, settings

import zermelo
from draw.hostile import folded_trees, hostile
from zermelo.core.errors import LimitError
from zermelo.draw import fold, tree_tikz
from zermelo.draw.tikz import SIGNS, STYLES

AT = r"\(-?[\d.]+,-?[\d.]+\)"
STROKE = rf"{AT}(?: ellipse\[x radius=[\d.]+, y radius=[\d.]+\]|(?: -- {AT})+(?: -- cycle)?)"
COMMAND = re.compile(
    rf"\\path\[(?P<figure>[a-z ,]+)\] {STROKE}(?: {STROKE})*;|"
    rf"\\node\[(?P<text>[a-z ,]+)\] at {AT} \{{(?P<words>.*)\}};"
)
SAFE = re.compile(
    r"(?:[^#$%&_{}~^\\<>|\"]|\\[#$%&_{}]|\\text(?:backslash|asciicircum|asciitilde)\{\}|\\ldots\{\}|-\{\}|"
    r"\$(?:[<>|]|\\[a-z]+)\$)*"
)


def commands(tex):
    """The drawing commands: the lines between the frame and the end, without comments."""
    body = tex.split("\\useasboundingbox")[1].split("\\end{tikzpicture}")[0].splitlines()[1:]
    return [line for line in body if not line.startswith("% ")]


def texts(tex):
    return [found["words"] for line in commands(tex) if (found := COMMAND.fullmatch(line)) and found["text"]]


def styles_of(line):
    found = COMMAND.fullmatch(line)
    return (found["figure"] or found["text"]).split(", ")


@given(folded_trees(), hostile)
@settings(deadline=None)
def test_every_line_is_a_command_and_no_text_means_anything_to_tex(root, title):
    tex = tree_tikz(root, title=title)
    for line in commands(tex):
        assert COMMAND.fullmatch(line), line
    for text in texts(tex):
        assert SAFE.fullmatch(text), text
        assert not any(category(c) in ("Cc", "Cs") for c in text)
    assert "\n\n" not in tex


@given(folded_trees())
@settings(deadline=None, max_examples=50)
def test_there_are_the_styles_that_are_used_and_the_colours_that_these_use(root):
    tex = tree_tikz(root)
    used = {style for line in commands(tex) for style in styles_of(line)}
    defined = re.findall(r"^  ([a-z ]+)/\.style=\{(.*)\},$", tex, re.MULTILINE)
    assert {name for name, _ in defined} == used
    colours = set(re.findall(r"(?:fill|draw|text)=([a-z ]+)", ", ".join(options for _, options in defined))) - {"none"}
    assert set(re.findall(r"\\definecolor\{([a-z ]+)\}", tex)) == colours


def test_example_1_says_what_was_found(example_1):
    found = texts(tree_tikz(example_1, title="Example 1", legend=False))
    assert found[:4] == ["Example 1", "3", r"[3, +$\infty$]", "3"]
    assert r"2 $\leq$ alpha 3" in found
    assert r"[--$\infty$, 3]" in found


def test_the_styles_are_those_of_the_picture(example_1):
    lines = commands(tree_tikz(example_1, legend=False))
    drawn = [styles_of(line) for line in lines if line.startswith("\\path")]
    assert drawn.count(["branch", "best branch"]) == 2
    assert drawn.count(["branch", "unread branch"]) == drawn.count(["cut mark"]) == 2
    assert drawn.count(["figure", "max figure", "best figure"]) == 1
    assert drawn.count(["figure", "unread figure"]) == 2
    assert "dash pattern" in STYLES["unread branch"]
    assert "dash pattern" in STYLES["unread figure"]


def test_positions_are_those_of_the_picture(make):
    tex = tree_tikz(make(0, "max", 1, make(1, "terminal", 7)), legend=False)
    assert "[x=0.75bp, y=-0.75bp," in tex
    assert r"\path[figure, max figure, best figure] (39,16) -- (62,54) -- (16,54) -- cycle;" in tex
    assert r"\path[branch] (39,54) -- (39,80);" in tex


def test_a_fold_is_three_dots(make):
    leaves = [make(i, "terminal", 1) for i in range(1, 10)]
    lines = commands(tree_tikz(fold(make(0, "max", 1, *leaves), 3), legend=False))
    assert [line.count("ellipse") for line in lines if "folded figure" in line] == [3]
    assert texts("\n".join(["\\useasboundingbox", *lines]))[-2:] == ["+8", "nodes"]


@pytest.mark.parametrize(
    ("name", "set_as"),
    [
        ("50% & #1_a^{b}~\\", r"50\% \& \#1\_a\textasciicircum{}\{b\}\textasciitilde{}\textbackslash{}"),
        ("a--b - -3", "a-{}-b - --3"),
        ("<1, 2>", "$<$1, 2$>$"),
    ],
)
def test_what_tex_would_take_for_something_else_is_escaped(make, name, set_as):
    assert set_as in texts(tree_tikz(make(0, "max", 1, make(1, "terminal", 1, action=name))))


def test_letters_that_need_lualatex_get_a_comment(make):
    assert "LuaLaTeX" in tree_tikz(make(0, "max", 1, label="将"))
    assert "LuaLaTeX" not in tree_tikz(make(0, "max", 1, label="é ≤ →"))


def test_a_picture_that_tex_cannot_measure_is_refused(make):
    with pytest.raises(LimitError, match=r"pixels is too large for TeX, whose limit is.*fold"):
        tree_tikz(make(0, "max", 1, *(make(i, "terminal", 1) for i in range(1, 1000))))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no TeX here")
@pytest.mark.parametrize("game", ["((3 12 8) (2 4 6) (14 5 2))", "leapfrog", "(<1 2> [0.5: <3 4>, 0.5: <5 6>])"])
def test_it_is_set_on_one_page(tmp_path, game):
    every_sign = "".join(SIGNS)
    root = fold(zermelo.tree(game).root, 9)
    (tmp_path / "tree.tex").write_text(tree_tikz(root, title=f"Every sign: {every_sign}"), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tree.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    assert "(1 page" in done.stdout
    assert "Missing character" not in done.stdout
