"""`zermelo quiz`, as it is typed."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from zermelo.cli import main
from zermelo.draw import FORMATS

TEXTS = [ending for ending in FORMATS if ending not in (".png", ".pdf")]


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["quiz", *words])
    assert result.exit_code == code, result.output
    return result.output


def test_an_exercise_has_blanks():
    text = run("--seed", "7")
    assert text.startswith("Exercise 1 of seed 7: Alpha-beta")
    assert "MAX ?\n├─ a1: MIN ?\n" in text
    assert "c2: terminal 11" in text
    assert "not read" not in text
    assert "cut" not in text


def test_the_key_is_printed_apart():
    text = run("--seed", "7", "--key")
    assert text.startswith("Key 1 of seed 7: value 9, play a2; not read: a1 b2 c2\n")
    assert "✂ c2: terminal 11  not read" in text
    assert 'zermelo tree "(((2 6) (15 11)) ((13 1) (9 4)))" --algorithm alphabeta' in text
    assert "?" not in text


def test_the_same_seed_gives_the_same_and_another_does_not():
    assert run("--seed", "3") == run("--seed", "3")
    assert run("--seed", "3") != run("--seed", "4")
    assert run() == run("--seed", "0")


def test_several_are_numbered_and_begin_with_the_one():
    text = run("--seed", "7", "--count", "3")
    assert text.startswith(run("--seed", "7").rstrip("\n"))
    assert [f"Exercise {i} of seed 7" in text for i in range(1, 5)] == [True, True, True, False]


@pytest.mark.parametrize(("kind", "word"), [("minimax", "Minimax"), ("expectimax", "chance ?"), ("alphabeta", "Alpha")])
def test_kinds(kind, word):
    assert word in run("--kind", kind)


@pytest.mark.parametrize("ending", TEXTS)
def test_every_format_with_its_key(tmp_path, ending):
    file, key = tmp_path / f"x{ending}", tmp_path / f"k{ending}"
    output = run("--seed", "7", "-o", str(file), "--key", str(key))
    assert output == f"{file}: 1 in alphabeta, seed 7\n{key}: the key\n"
    same = file.read_text(encoding="utf-8") == key.read_text(encoding="utf-8")
    assert same == (ending == ".efg")  # an extensive form has no values to hide
    assert sorted(tmp_path.iterdir()) == [key, file]


def test_a_picture_of_the_exercise_reveals_no_answers(tmp_path):
    file = tmp_path / "x.svg"
    run("--seed", "7", "-o", str(file))
    texts = [e.text for e in ElementTree.fromstring(file.read_text(encoding="utf-8")).iter() if e.text]
    assert texts.count("?") == 7
    assert not any("beta" in text for text in texts if "font" not in text)


def test_a_page_checks_and_has_all_of_them(tmp_path):
    file, key = tmp_path / "x.html", tmp_path / "k.html"
    run("--seed", "7", "--count", "3", "-o", str(file), "--key", str(key))
    assert file.read_text(encoding="utf-8").count('class="place-of-a-tree"') == 3
    assert '"options":{"mode":"practise","only":true}' in file.read_text(encoding="utf-8")
    assert '"mode":"watch"' in key.read_text(encoding="utf-8")


def test_pictures_are_numbered(tmp_path):
    run("--seed", "7", "--count", "2", "-o", str(tmp_path / "x.svg"), "--key", str(tmp_path / "k.txt"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k.txt", "x-1.svg", "x-2.svg"]
    assert (tmp_path / "k.txt").read_text(encoding="utf-8").count("Key ") == 2


def test_a_key_in_a_file_and_the_exercise_on_the_screen(tmp_path):
    key = tmp_path / "k.txt"
    text = run("--seed", "7", "--key", str(key))
    assert text.startswith("Exercise 1")
    assert text.endswith(f"{key}: the key\n")


def test_json():
    data = json.loads(run("--seed", "7", "--count", "2", "--json"))
    first, second = data["exercises"]
    assert first == {
        "kind": "alphabeta",
        "seed": 7,
        "number": 1,
        "tree": "(((2 6) (15 11)) ((13 1) (9 4)))",
        "algorithm": "alphabeta",
        "value": 9,
        "action": "a2",
        "unread": ["a1 b2 c2"],
    }
    assert second["number"] == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--depth", "9"], "a depth of 9 is not valid for exercises in alphabeta"),
        (["--branching", "1"], "a branching of 1"),
        (["--depth", "6", "--branching", "5"], "15,625 leaves"),
        (["-o", "x.foo"], "'x.foo' must end in"),
        (["--key", "x.foo"], "'x.foo' must end in"),
        (["--count", "0"], "--count"),
        (["--kind", "chess"], "--kind"),
        (["-o", "nowhere/x.svg"], "cannot be written"),
    ],
)
def test_bad_input_is_named(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in run(*words, code=2)
    assert list(tmp_path.iterdir()) == []


def test_an_exercise_in_mcts_asks_for_the_next_playout():
    text = run("--kind", "mcts", "--seed", "3")
    assert "Which child of the root is selected next" in text
    assert "The playout ends with utility 14." in text
    assert "a1: MIN 11  N 4" in text
    assert "+" not in text  # exploration terms are to be computed
    assert "best" not in text  # that is the child with the most visits, not the one asked for


def test_its_key_has_the_scores_and_the_counts():
    text = run("--kind", "mcts", "--seed", "3", "--key")
    assert "MAX takes a2, Q/N 8.00 + 10.71 = 18.71, the highest; then a1 Q/N 11.00 + 7.57 = 18.57." in text
    assert "at a2 N becomes 3 and Q 30" in text
    assert "at the root N becomes 7 and Q 74" in text


def test_its_answers_follow_from_the_rule():
    for e in json.loads(run("--kind", "mcts", "--seed", "8", "--count", "5", "--json"))["exercises"]:
        root, child, *_ = e["path"]
        assert root["visits"] == e["playouts"]
        assert 1 <= child["visits"] < root["visits"]
        assert e["algorithm"] == "uct"


def test_a_sheet_with_its_key_and_the_grades(tmp_path, monkeypatch):
    pytest.importorskip("typst")
    monkeypatch.chdir(tmp_path)
    made = ("--seed", "7", "--kind", "alphabeta", "--kind", "ideas", "--variants", "2")
    output = run(*made, "-o", "sheet.pdf", "--key", "key.tex", "--answers", "answers.csv")
    assert output == (
        "sheet.pdf: 2 in alphabeta, ideas, 2 variants, seed 7\nkey.tex: the key\nanswers.csv: a table for the answers\n"
    )
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert "zermelo quiz --seed 7 --kind alphabeta --kind ideas --variants 2" in (tmp_path / "key.tex").read_text()
    header = (tmp_path / "answers.csv").read_text()
    assert header == "name,variant,1a,1b,1c,2\n"
    (tmp_path / "answers.csv").write_text(header + "Ann,A,9,a2,a1 b2 c2,\n")
    assert "Ann   A        4  0  4 of 5" in run(*made, "--grade", "answers.csv")
    assert run(*made, "--grade", "answers.csv", "-o", "grades.csv") == "grades.csv: the grades of 1\n"
    assert (
        (tmp_path / "grades.csv").read_text().startswith("name,variant,task 1,task 2,total,of,remarks\nAnn,A,4,0,4,5,")
    )
    assert json.loads(run(*made, "--grade", "answers.csv", "--json"))["students"][0]["total"] == 4


def test_a_tree_of_ones_own():
    assert "a3: MIN ?" in run("--tree", "((3 12 8) (2 4 6) (14 5 2))")
    assert "value 3, play a1; not read: a2 b2, a2 b3" in run("--tree", "((3 12 8) (2 4 6) (14 5 2))", "--key")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tree", "nim"], "'nim' is a game and not a tree"),
        (["--grade", "none.csv"], "'none.csv' cannot be read"),
        (["--kind", "ideas", "-o", "x.svg"], "exercises in ideas are not written as '.svg'"),
        (["--grade", "none.csv", "-o", "x.pdf"], "'x.pdf' must end in .csv"),
        (["--variants", "99"], "--variants"),
    ],
)
def test_bad_input_of_sheets_is_named(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in run(*words, code=2)
    assert list(tmp_path.iterdir()) == []


def test_the_page_of_mcts_has_the_question_the_constant_and_answer_fields(tmp_path):
    path = tmp_path / "quiz.html"
    run("--kind", "mcts", "--seed", "3", "-o", str(path))
    page = path.read_text()
    assert "The constant c is 8." in page
    assert "Which child of the root is selected next" in page
    assert page.count("<input autocomplete") >= 3
    assert "<svg" in page
