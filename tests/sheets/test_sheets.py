"""Sheets of tasks: what is on them, what is not, and what their keys say."""

from __future__ import annotations

import json
import re

import pytest

from zermelo import KindError, LimitError, solve
from zermelo.sheets import KINDS, make_sheets, sheets_html, sheets_latex, sheets_pdf
from zermelo.sheets.ideas import QUESTIONS
from zermelo.sheets.printing import sheets_data
from zermelo.trees import Tree

TREE = Tree("((3 12 8) (2 4 6) (14 5 2))")
EVERY_KIND = make_sheets(KINDS, seed=7)


def answers(sheet):
    return [field.answer for task in sheet.tasks for field in task.fields]


def test_a_sheet_of_the_textbooks_tree_has_its_known_answers():
    (sheet,) = make_sheets(["minimax", "alphabeta"], trees=[TREE])
    assert answers(sheet) == ["3", "a1", "3", "a1", "a2 b2, a2 b3"]


def test_a_tree_with_chance_has_its_known_answers():
    (sheet,) = make_sheets(["expectimax"], trees=[Tree("(a1: 10, a2: [0.3: 9, 0.7: 100])")])
    assert answers(sheet) == ["72.7", "a2"]


def test_every_right_answer_passes_its_own_check_and_others_do_not():
    for sheet in make_sheets(KINDS, seed=3, count=4, variants=3):
        for task in sheet.tasks:
            for field in task.fields:
                assert field.check(field.answer), (task.kind, field)
                assert not field.check("97531")


def test_the_values_on_the_key_are_those_of_the_solver():
    (sheet,) = make_sheets(["minimax", "expectimax"], seed=11, count=5)
    for task in sheet.tasks:
        assert task.fields[0].check(str(float(solve(task.data["tree"]).value)))


def test_the_first_variant_is_the_sheet_without_variants_and_the_others_differ():
    alone, (first, second, third) = make_sheets(KINDS, seed=2)[0], make_sheets(KINDS, seed=2, variants=3)
    assert [task.plain for task in first.tasks] == [task.plain for task in alone.tasks]
    assert [first.variant, second.variant, third.variant] == ["A", "B", "C"]
    assert first.columns == second.columns == third.columns
    for one, other in ((first, second), (second, third)):
        for a, b in zip(one.tasks, other.tasks, strict=True):
            assert a.kind == b.kind
            assert a.plain.partition(":")[2] != b.plain.partition(":")[2] or a.kind == "ideas"


def test_variants_have_the_same_questions_in_another_order():
    first, second = make_sheets(["ideas"], seed=1, count=12, variants=2)
    assert {task.text for task in first.tasks} == {task.text for task in second.tasks}
    assert [task.text for task in first.tasks] != [task.text for task in second.tasks]
    assert answers(first) != answers(second)


def test_every_question_has_one_right_answer_and_four_reasons():
    assert len({question.text for question in QUESTIONS}) == len(QUESTIONS)
    for question in QUESTIONS:
        options = [question.right, *question.wrong]
        assert [option.is_right for option in options] == [True, False, False, False]
        assert len({option.text for option in options}) == 4
        assert all(option.why.endswith(".") and len(option.why) > 10 for option in options), question.text


def test_points_are_shared_among_the_answers():
    (sheet,) = make_sheets(["alphabeta", "ideas"], points=6)
    assert [task.points for task in sheet.tasks] == [6, 6]
    assert [field.points for field in sheet.tasks[0].fields] == [1.5, 1.5, 3]
    assert sheet.points == "12"


def test_the_data_of_a_sheet_have_no_answers_and_those_of_the_key_have_all():
    about = {"title": "T", "paper": "a4", "note": ""}
    sheet, key = (sheets_data(EVERY_KIND, key=key, **about) for key in (False, True))
    assert '"answer"' not in json.dumps(sheet)
    assert '"why"' not in json.dumps(sheet)
    shown = [field["answer"] for task in key["sheets"][0]["tasks"] for field in task["fields"]]
    assert shown == answers(EVERY_KIND[0])


def test_a_sheet_has_empty_figures_to_write_into():
    data = sheets_data(make_sheets(["minimax"]), title="T", key=False, paper="a4", note="")
    (task,) = data["sheets"][0]["tasks"]
    assert ">?<" not in task["picture"]["svg"]
    assert task["lines"] > 0


@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_kinds_make_one_pdf_with_a_page_for_each_variant_at_least(key, paper):
    pytest.importorskip("typst")
    made = sheets_pdf(make_sheets(["minimax", "ideas"], variants=3), title="A #sheet *of* $x$", key=key, paper=paper)
    assert made.startswith(b"%PDF")
    assert int(re.findall(rb"/Type/Pages/Count (\d+)", made)[0]) >= 3


def test_every_kind_is_typeset():
    pytest.importorskip("typst")
    assert sheets_pdf(EVERY_KIND, title="T").startswith(b"%PDF")


@pytest.mark.parametrize("key", [False, True])
def test_a_latex_sheet_is_balanced_and_hides_its_key(key):
    made = sheets_latex(EVERY_KIND, title="100% of {it} & more_", key=key)
    assert made.count(r"\begin{") == made.count(r"\end{")
    bare = re.sub(r"\\[{}\\]", "", re.sub(r"(?<!\\)%.*", "", made))
    assert bare.count("{") == bare.count("}")
    assert r"100\% of \{it\} \& more\_" in made
    assert (r"\reason{Wrong." in made) == key
    assert (r"\writingline" in made.partition(r"\begin{document}")[2]) != key


def test_a_page_has_every_kind_and_reasons_that_open():
    page = sheets_html(EVERY_KIND, title="T")
    assert page.count("<section") == len(KINDS)
    fields = page.count("<input autocomplete")
    assert fields == 3  # of Monte Carlo tree search
    assert page.count("<details>") == 4 + fields
    assert page.count('<p class="wrong">') == 3
    assert "@media print" in page


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"kinds": ["mcts"], "trees": [TREE]}, KindError, "no task uses the trees"),
        ({"variants": 27}, LimitError, "27 variants"),
        ({"count": 101}, LimitError, "101 tasks"),
        ({"kinds": ["ideas"], "count": 99}, LimitError, "fewer than 99"),
        ({"trees": [Tree(f"({' '.join(map(str, range(200)))})")]}, LimitError, "200 leaves"),
        ({"kinds": ["minimax"], "trees": [Tree("(<1 2 3> <3 2 1>)")]}, KindError, "minimax"),
    ],
)
def test_bad_input_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        make_sheets(**arguments)
