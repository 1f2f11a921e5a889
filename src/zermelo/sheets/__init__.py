"""Sheets of tasks for a class, on paper or on a page, with their keys; and the grading of answers.

make_sheets(kinds, ...)       a sheet of tasks for each variant
sheets_pdf(sheets, ...)       as one PDF; needs the package's extra "pictures"
sheets_latex(sheets, ...)     as one LaTeX document
sheets_html(sheets, ...)      as one page: trees to fill in, which it checks, and questions with reasons
grade(sheets, table)          the points of everybody in a table of answers
"""

from zermelo.sheets.grading import Grades, answer_columns, empty_table, grade, read_answers
from zermelo.sheets.latex import sheets_latex
from zermelo.sheets.page import sheets_html
from zermelo.sheets.printing import PAPERS, sheets_pdf
from zermelo.sheets.sheet import KINDS, MOST_TASKS, MOST_VARIANTS, Sheet, make_sheets
from zermelo.sheets.task import Field, Option, Task, show_points

__all__ = [
    "KINDS",
    "MOST_TASKS",
    "MOST_VARIANTS",
    "PAPERS",
    "Field",
    "Grades",
    "Option",
    "Sheet",
    "Task",
    "answer_columns",
    "empty_table",
    "grade",
    "make_sheets",
    "read_answers",
    "sheets_html",
    "sheets_latex",
    "sheets_pdf",
    "show_points",
]
