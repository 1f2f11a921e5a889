"""Grades: lenient about how an answer is written, strict about what it says, and clear about tables that do not fit."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, strategies as st

from zermelo import LoadError, ParseError
from zermelo.sheets import answer_columns, empty_table, grade, grading, make_sheets, read_answers
from zermelo.sheets.checks import branches_are, domains_are, number_is, read_number, word_is
from zermelo.trees import Tree

SHEETS = make_sheets(["alphabeta"], trees=[Tree("((3 12 8) (2 4 6) (14 5 2))")])
HEADER = "name,1a,1b,1c\n"


@pytest.mark.parametrize("text", ["8/3", "2.67", "2,67", " 2.7 ", "16/6", "+2.6667"])
def test_a_number_may_be_written_in_many_ways(text):
    assert number_is(8 / 3)(text)


@pytest.mark.parametrize("text", ["2.5", "", "8", "8/0", "two", "2.67x", "2 67", "nan", "1e9"])
def test_other_texts_are_not_that_number(text):
    assert not number_is(8 / 3)(text)


@given(st.integers(-(10**6), 10**6), st.integers(1, 99))
def test_fractions_are_read_as_they_are(above, below):
    assert read_number(f"{above}/{below}") == pytest.approx(above / below)
    assert number_is(above)(str(above).replace("-", "−"))
    assert not number_is(above)(f"{above + 0.5}")


def test_words_branches_and_domains():
    assert word_is("a1")(" A1. ")
    assert not word_is("a1")("a11")
    assert branches_are(["a2 b2", "a2 b3"])("a2  b3; A2 b2")
    assert not branches_are(["a2 b2", "a2 b3"])("a2 b2")
    assert branches_are([])("none")
    assert not branches_are(["a1"])("none")
    assert domains_are({"A": (1, 2), "B": ()})("b {} a: 2, 1")
    assert not domains_are({"A": (1, 2)})("A {1}")


def test_points_for_each_answer_and_remarks_for_the_others():
    grades = grade(SHEETS, HEADER + 'Ann,3,a1,"a2 b3, a2 b2"\nBob,3,a2,\n')
    assert [student.total for student in grades.students] == [4, 1]
    assert grades.students[0].remarks == ()
    assert grades.students[1].remarks == (
        "1b: not 'a2'; the answer is a1.",
        "1c: no answer; the answer is a2 b2, a2 b3.",
    )
    assert grades.share(0) == 5 / 8
    assert "Bob   1  1 of 4" in grades.text()


def test_a_wrong_choice_gets_its_reason():
    sheets = make_sheets(["ideas"], seed=4)
    task = sheets[0].tasks[0]
    wrong = next(letter for letter, option in zip("ABCD", task.options, strict=True) if not option.is_right)
    (student,) = grade(sheets, f"name,1\nAnn,{wrong.lower()})\n").students
    assert student.remarks == (f"1: not {wrong}: {task.options['ABCD'.index(wrong)].why}",)


def test_each_student_is_graded_by_the_variant():
    sheets = make_sheets(["minimax"], seed=5, variants=2)
    rows = [f"S{s.variant},{s.variant.lower()},{','.join(f.answer for f in s.tasks[0].fields)}\n" for s in sheets]
    grades = grade(sheets, "name,variant,1a,1b\n" + "".join(rows))
    assert [student.total for student in grades.students] == [2, 2]
    swapped = "name,variant,1a,1b\n" + rows[0].replace(",a,", ",B,")
    assert grade(sheets, swapped).students[0].total < 2


def test_columns_may_be_in_another_order_and_separated_by_semicolons():
    grades = grade(SHEETS, "1b;NAME;1a;1c\na1;Ann;3;a2 b2, a2 b3\n\n")
    assert grades.students[0].total == 4


def test_the_empty_table_is_accepted_once_it_is_filled_in():
    assert empty_table(SHEETS) == HEADER
    assert answer_columns(SHEETS) == ["name", "1a", "1b", "1c"]


def test_grades_as_a_table_contain_no_formulas():
    written = grade(SHEETS, HEADER + "=1+1,3,a1,@x\n").csv()
    header, row = csv.reader(io.StringIO(written))
    assert header == ["name", "variant", "task 1", "total", "of", "remarks"]
    assert row[:5] == ["'=1+1", "", "2", "2", "4"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "the table is empty"),
        ("name,1a,1b\nAnn,1,2\n", "the table has no column '1c': the columns of this sheet are name, 1a, 1b, 1c"),
        ("name,1a,1b,1c,2\nAnn,1,2,3,4\n", "a column '2' that the sheet does not have"),
        ("name,1a,1b,1c,1a\nAnn,1,2,3,4\n", "the column '1a' twice"),
        (HEADER, "no answers below it"),
        (HEADER + "Ann,1,2\n", "line 2 has 3 cells, and the header 4: 'Ann,1,2'"),
        (HEADER + 'Ann,"1,2,3', "line 2"),
        ("who,what\n", "a column 'who'"),
    ],
)
def test_tables_that_do_not_fit_are_refused(table, message):
    with pytest.raises(ParseError) as caught:
        grade(SHEETS, table)
    assert message in str(caught.value)


def test_an_unknown_variant_is_refused():
    sheets = make_sheets(["minimax"], variants=2)
    with pytest.raises(ParseError, match="line 3: there is no variant 'C': expected one of A, B"):
        grade(sheets, "name,variant,1a,1b\nAnn,A,1,a1\nBob,C,1,a1\n")


def test_files_that_are_no_tables_are_refused(tmp_path):
    with pytest.raises(LoadError, match="cannot be read"):
        read_answers(tmp_path / "none.csv")
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00n")
    with pytest.raises(LoadError, match="UTF-8"):
        read_answers(tmp_path / "x.csv")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_only_up_to_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "LARGEST", 1000)
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(b"x" * 1001,), daemon=True)
    writer.start()
    with pytest.raises(LoadError, match="too large for a table of answers"):
        read_answers(pipe)
    writer.join()


def test_a_name_cannot_control_the_terminal() -> None:
    sheets = make_sheets(["minimax"])
    columns = answer_columns(sheets)
    table = ",".join(columns) + "\n" + ",".join(["\x1b[31mAnn", *["3"] * (len(columns) - 1)]) + "\n"
    assert grade(sheets, table).students[0].name == "[31mAnn"
