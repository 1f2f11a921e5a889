"""The README and the docs, run as a reader would run them.

Every fenced block of README.md and of the pages in docs/ has one of these languages:

    ```python                    run in order, the blocks of a page in one namespace; with >>> as a doctest
    ```python title="x.py"       written to x.py in the folder in which the page is run, and not run itself
    ```console                   lines that begin with "$ " are typed, the lines below are what the terminal shows
    ```json                      has to be JSON; with a title it is written to a file
    ```text                      looked at only where a test below asks for it; titled x.csv, it is written to x.csv
    ```bash                      commands that install: not run here, but by .ci/run

In expected output "..." stands for any text on a line, or alone on a line for any lines; times and rates may differ.
What a person types behind a prompt ("MAX> b2") is given to the command.
"""

from __future__ import annotations

import dataclasses
import doctest
import importlib.util
import inspect
import json
import os
import re
import shlex
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

import zermelo
from timing_helpers import PATIENCE
from verbs import every_command
from zermelo.cli import VERBS, main
from zermelo.engine.engine import Engine
from zermelo.games import names as game_names
from zermelo.hidden import regret
from zermelo.loading import load
from zermelo.methods.chooser import SOLVABLE
from zermelo.native import compiling
from zermelo.questions import DRAWN
from zermelo.textbook import ALGORITHMS
from zermelo.textbook.uct import Uct
from zermelo.trees.written import DEEPEST

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, *sorted(DOCS.rglob("*.md"))]

LONG_PAGES = {
    "exercises.md",
    "games-and-search.md",
    "write-a-game.md",
    "command-line.md",
    "matches.md",
    "protocols.md",
    "draughts.md",
    "checkers.md",
    "other-libraries.md",
}
"""The pages whose commands take more than about a second of processor time: their tests are thorough."""
EXAMPLES = ("squares.py:Squares", "kayles.py:Kayles", "dice.py:Ten", "pennies.py:Pennies")
INSTALL = "pip install -e . && zermelo solve tictactoe"
INSTALL_AND_TEST = 'pip install -e ".[dev]" && pytest'

BLOCK = re.compile(
    r"""^(?P<indent>[ ]*)```(?P<language>\w*)(?:[ ]title="(?P<title>[^"]+)")?[ ]*\n(?P<body>.*?)^(?P=indent)```[ ]*$""",
    re.MULTILINE | re.DOTALL,
)
VARIES = re.compile(r'\b\d[\d.,]*(?= s\b| nodes/s)|(?<="seconds": )[\d.e-]+|(?<=\.seconds\n)[\d.e-]+')
# Not shown if another test has compiled the same game, and if loading it takes no time that counts.
COMPILED = re.compile(r"^(?:compiled \w+, once: .*|compiling +\S+ s more)\n", re.MULTILINE)
LABEL = re.compile(r"^(\w+) {2,}", re.MULTILINE)  # the width of this column depends on the lines that are shown
RATE = re.compile(r" \([\d.,]+ million a second, \w+\)")  # shown only for counts that take a while
PROMPT = re.compile(r"^(?:MAX|MIN|X|O|player \d)> (.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page, and the line on which it begins."""

    page: Path
    line: int
    language: str
    title: str | None
    body: str

    @property
    def place(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    fences = sum(line.lstrip().startswith("```") for line in text.splitlines())
    found = [
        Block(page, text.count("\n", 0, m.start()) + 1, m["language"], m["title"], dedent(m["body"]))
        for m in BLOCK.finditer(text)
    ]
    assert fences == 2 * len(found), f"{page.name} has a fence that no block belongs to"
    return found


class Reader:
    """Somebody who goes through a page from top to bottom and does what it says, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.namespace: dict[str, Any] = {"__name__": "__docs__"}
        self.exit_code = 0

    def read(self, block: Block) -> None:
        if block.title and (block.language in ("python", "json") or block.title.endswith(".csv")):
            (self.folder / block.title).write_text(block.body, encoding="utf-8")
        read = {"python": self.python, "console": self.console, "json": lambda b: json.loads(b.body)}
        if block.language in read and not (block.language == "python" and block.title):
            read[block.language](block)
        assert block.language in (*read, "text", "bash"), f"{block.place}: what is {block.language!r}?"

    def python(self, block: Block) -> None:
        if not block.body.startswith(">>>"):
            exec(compile("\n" * block.line + block.body, str(block.page), "exec"), self.namespace)
            return
        test = doctest.DocTestParser().get_doctest(block.body, {}, block.place, str(block.page), block.line)
        test.globs = self.namespace
        said: list[str] = []
        quiet = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)  # whatever pytest was told
        quiet.run(test, out=said.append, clear_globs=False)
        assert not said, "".join(said)

    def console(self, block: Block) -> None:
        for command, expected in steps(block.body):
            shown = self.run(command, "".join(f"{typed}\n" for typed in PROMPT.findall(expected)))
            assert matches(expected, shown), f"{block.place}: $ {command}\n{shown}\n--- the page says ---\n{expected}"

    def run(self, command: str, typed: str = "") -> str:
        """What a terminal shows when the command is run, and then that is typed."""
        if command == "echo $?":
            return str(self.exit_code)
        words = shlex.split(command)
        if words[0] == "zermelo" and not {"|", ">", "<"} & set(words):
            result = CliRunner().invoke(main, words[1:], input=typed)
            self.exit_code = result.exit_code
            broken = result.exception is not None and not isinstance(result.exception, SystemExit)
            return result.output + ("".join(traceback.format_exception(result.exception)) if broken else "")
        beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=os.environ | {"PATH": beside},
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        self.exit_code = done.returncode
        return done.stdout


def steps(body: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that follows it."""
    first, *rest = re.split(r"^\$ ", body, flags=re.MULTILINE)
    assert not first.strip(), f"output before the first command: {first!r}"
    for step in rest:
        command, _, expected = step.partition("\n")
        yield command, expected


def matches(expected: str, shown: str) -> bool:
    pattern = ""
    for line in tidy(expected).split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split("..."))) + "\n"
    return re.fullmatch(pattern, tidy(shown) + "\n") is not None


def tidy(text: str) -> str:
    """The text without what varies, blanks at the ends of lines, and blank lines around it."""
    text = LABEL.sub(r"\1  ", RATE.sub("", COMPILED.sub("", text)))
    return VARIES.sub("#", "\n".join(line.rstrip() for line in text.splitlines()).strip("\n"))


# The pages.


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles what the pages use: they show the output of commands that find the machine code in the cache."""
    Engine(load("connect4")).compile()
    regret.load_native()


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, marks=[pytest.mark.thorough] if page.name in LONG_PAGES else [], id=str(page.relative_to(ROOT))
        )
        for page in PAGES
    ],
)
def test_a_page_says_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(compiling, "_NATIVE", {})  # as if no other test had loaded machine code in this process
    monkeypatch.setattr("zermelo.cli.play.SECONDS", PATIENCE)  # so that small games are solved on a busy machine too
    reader = Reader(tmp_path)
    for block in blocks(page):
        reader.read(block)


@pytest.mark.parametrize(
    "body",
    [
        "$ zermelo tree '(3 (1 2))' --algorithm minimax\n...\nminimax: value 4, play a1; 5 nodes read",
        "$ zermelo tree '(3 (1 2))' --algorithm minimax\nminimax: value 3, play a1; 5 nodes read",
        "$ zermelo solve nim\n...\n$ echo $?\n1",
        ">>> 1 + 1\n3",
        "assert 1 + 1 == 3",
    ],
)
def test_a_wrong_page_is_noticed(body: str, tmp_path: Path) -> None:
    language = "console" if body.startswith("$") else "python"
    with pytest.raises(AssertionError):
        Reader(tmp_path).read(Block(README, 1, language, None, body))


def test_the_readme_has_the_two_commands() -> None:
    commands = [block.body.strip() for block in blocks(README) if block.language == "bash"]
    assert commands == [INSTALL, INSTALL_AND_TEST]


def test_only_the_readme_and_contributing_install() -> None:
    assert not [b.place for page in PAGES[1:] for b in blocks(page) if b.language == "bash"]


# What has to be mentioned.


def text_of(*names: str) -> str:
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_described(verb: str) -> None:
    assert f"`{verb}`" in text_of("README.md")
    assert f"## {verb}" in text_of("docs/command-line.md")


def options() -> Iterator[tuple[str, str]]:
    for words, command in every_command():
        for parameter in command.get_params(click.Context(command)):
            if isinstance(parameter, click.Option):
                for name in (max(parameter.opts, key=len), *parameter.secondary_opts):
                    yield words[0], name


def section_of(page: str, heading: str) -> str:
    return page.partition(f"## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("verb", "option"), list(options()))
def test_every_option_is_described(verb: str, option: str) -> None:
    page = text_of("docs/command-line.md")
    section = section_of(page, verb)
    referred = [
        section_of(page, name) for name in re.findall(r"options of methods are the same .*?\(#(\w+)\)", section)
    ]
    described = "".join([section, *referred, section_of(page, "Every verb")])
    assert re.search(rf"`{option}\b", described), f"{verb} {option}"


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_described(game: str) -> None:
    assert re.search(rf"^\|[^|]*`{game}`[^|]*\|", text_of("docs/command-line.md"), re.MULTILINE), game


def commands_to_try() -> set[str]:
    course = text_of(*(str(page.relative_to(ROOT)) for page in (DOCS / "course").glob("*.md")))
    paragraphs = re.findall(r"^\*Try next:\*.*?\n\n", course + "\n\n", re.MULTILINE | re.DOTALL)
    return {" ".join(typed.split()) for typed in re.findall(r"`(zermelo\s[^`\s]+\s[^`]+)`", "".join(paragraphs))}


@pytest.mark.parametrize("typed", sorted(commands_to_try()))
def test_what_the_course_says_to_try_is_accepted(typed: str) -> None:
    words = shlex.split(typed)[1:]
    names, command = max(
        ((names, command) for names, command in every_command() if tuple(words[: len(names)]) == names),
        key=lambda found: len(found[0]),
    )
    parameters = command.make_context(" ".join(names), words[len(names) :]).params
    game = str(parameters.get("game") or "")
    if game and not game.endswith(".py"):
        assert load(game)


@pytest.mark.parametrize("name", zermelo.__all__)
def test_every_public_name_is_described(name: str) -> None:
    assert re.search(rf"(?:^::: |`)zermelo\.{name}\b", text_of("docs/python.md"), re.MULTILINE)


@pytest.mark.parametrize("answer", [zermelo.Analysis, zermelo.Solution])
def test_every_field_of_an_answer_is_described(answer: type) -> None:
    page = text_of("docs/python.md")
    assert [field.name for field in dataclasses.fields(answer) if f"`{field.name}`" not in page] == []


@pytest.mark.parametrize("method", [n for n in vars(zermelo.Game) if not n.startswith("_")])
def test_the_tutorial_knows_the_whole_contract(method: str) -> None:
    assert re.search(rf"\b{method}\b", text_of("docs/write-a-game.md")), method


@pytest.mark.parametrize(
    "command",
    [
        "analyse nim --depth 1",
        "solve twentyone:players=3",
        "matrix rps",
        "exploit rps uniform",
        "tree '(3 (1 2))'",
        "quiz",
        "quiz --kind arcs",
        "csp 'A B in 1 2; A != B; A = B'",
        "csp australia --solutions count",
        "check nim",
        "games",
        "new mygame",
        "play nim --human none",
        "evaluate tictactoe XX./.O./...",
        "evaluate tictactoe --states 5",
        "match tictactoe first greedy --games 4",
    ],
)
def test_every_json_field_is_described(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = json.loads(CliRunner().invoke(main, [*shlex.split(command), "--json"]).stdout)
    page = text_of("docs/command-line.md")
    for field in fields_of(data):
        assert f"| `{field}` |" in page, f"{command}: {field}"


def fields_of(data: Any) -> set[str]:
    if isinstance(data, list):
        return set().union(*map(fields_of, data))
    if not isinstance(data, dict):
        return set()
    return set(data).union(
        *(fields_of(v) for name, v in data.items() if name not in ("parameters", "strategies", "weights"))
    )


def test_the_limits_are_those_of_the_source() -> None:
    page = text_of("docs/command-line.md")
    assert f"at most {SOLVABLE:,} states" in page
    assert f"({DRAWN:,} nodes unless given)" in page
    assert f"nested more than {DEEPEST} deep" in text_of("docs/trees.md")
    defaults = inspect.signature(zermelo.check).parameters
    assert f"random plays; {defaults['plays'].default} unless given" in page
    assert f"this many seconds; {defaults['seconds'].default:g} unless given" in page


TAUGHT = {**ALGORITHMS, Uct.name: Uct}


@pytest.mark.parametrize("name", TAUGHT)
def test_the_pseudocode_is_that_of_the_source(name: str) -> None:
    shown = {b.title: b.body.strip("\n") for b in blocks(ROOT / "docs" / "algorithms.md") if b.language == "text"}
    assert shown[name] == inspect.cleandoc(TAUGHT[name].pseudocode)


def test_every_page_is_in_the_menu_once() -> None:
    menu = text_of("mkdocs.yml")
    assert {page: menu.count(f" {page.relative_to(DOCS)}\n") for page in PAGES[1:]} == dict.fromkeys(PAGES[1:], 1)


@pytest.mark.thorough
def test_the_site_builds(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    pages = "".join(page.read_text(encoding="utf-8") for page in tmp_path.rglob("*.html"))
    assert not re.search(r"""(?:src|href)="https?://(?:fonts|unpkg|cdn)[^"]*""", pages)


# Examples and pictures.


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_examples_are_sound(game: str) -> None:
    report = zermelo.check(zermelo.load(f"{ROOT / 'examples' / game}"))
    assert report.ok, str(report)


def test_the_shown_games_are_the_examples() -> None:
    shown = {b.title: b.body for page in PAGES for b in blocks(page) if b.title and b.language == "python"}
    files = {game.partition(":")[0] for game in EXAMPLES} & set(shown)
    assert "squares.py" in files
    for name in files:
        assert shown[name] == (ROOT / "examples" / name).read_text(encoding="utf-8"), name


def pictures() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "examples" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    drawn: dict[str, str] = module.draw()
    return drawn


def test_the_pictures_are_what_is_drawn_now() -> None:
    drawn = pictures()
    folder = ROOT / "docs" / "pictures"
    assert {path.name for path in folder.iterdir()} == set(drawn)
    old = [name for name, svg in drawn.items() if (folder / name).read_text(encoding="utf-8") != svg]
    assert not old, f"{old} are old: run python examples/pictures.py"


def test_every_picture_is_shown_and_every_shown_picture_exists() -> None:
    shown = set(re.findall(r"pictures/([\w-]+\.svg)", "".join(page.read_text(encoding="utf-8") for page in PAGES)))
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
