"""Sheets as a LaTeX document, which a teacher can edit. It needs geometry, graphicx, amssymb and TikZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zermelo.draw.tikz import latex_text, tikz_figure
from zermelo.sheets.sheet import Sheet
from zermelo.sheets.task import LETTERS, Field, Task, show_points

PAPERS = {"a4": "a4paper", "letter": "letterpaper"}

SPECIAL = '"#$%&-\\^_{}~'
"""Characters of a command that LaTeX would read or set as something else."""

HEAD = r"""\documentclass[11pt, %(paper)s]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{graphicx, amssymb, tikz}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\newcommand{\sheethead}[3]{{\Large\bfseries #1}\hfill #2\par\vspace{-4pt}\rule{\linewidth}{0.8pt}\par
  #3\par\medskip}
\newcommand{\writtenby}[1]{Name \hrulefill\ Date \underline{\hspace{3cm}}\ Points \underline{\hspace{1cm}} of #1}
\newcommand{\task}[3]{{\large\bfseries #1\quad #2}\hfill #3\par}
\newenvironment{together}{\bigskip\begin{minipage}{\linewidth}\setlength{\parskip}{4pt}}{\end{minipage}\par}
\newcommand{\sheetpicture}[1]{\begin{center}%%
  \resizebox{\ifdim\width>\linewidth \linewidth\else\width\fi}{!}{#1}\end{center}}
\newcommand{\shortanswer}[1]{\mbox{#1: \underline{\hspace{2.2cm}}}%%
  \hskip 1em plus 1fil\penalty0\hskip 0pt plus -1fil\relax}
\newcommand{\longanswer}[1]{\par #1: \hrulefill\par}
\newcommand{\given}[2]{\par #1: \textbf{#2}}
\newcommand{\choice}[2]{\par\hangindent=2.4em $\square$ #1.\ #2}
\newcommand{\reason}[1]{\par\hangindent=2.4em\hspace*{2.4em}{\small #1}}
\newcommand{\command}[1]{\par{\raggedright\footnotesize\ttfamily #1\par}}
\newcommand{\writingline}{\par\vspace{0.7cm}\dotfill}
\begin{document}"""


def sheets_latex(sheets: Sequence[Sheet], *, title: str, key: bool = False, paper: str = "a4", note: str = "") -> str:
    """All variants as one document, each beginning on a page of its own; with `key`, the answers."""
    lines = [f"% {note}", HEAD % {"paper": PAPERS[paper]}]
    for i, sheet in enumerate(sheets):
        if i:
            lines.append(r"\clearpage\setcounter{page}{1}")
        variant = f"Variant {sheet.variant}" if sheet.variant else ""
        heading = latex_text(title) + (": key" if key else "")
        written = "" if key else f"\\writtenby{{{sheet.points}}}"
        lines.append(f"\\sheethead{{{heading}}}{{{variant}}}{{{written}}}")
        for number, task in enumerate(sheet.tasks, 1):
            lines += _task(task, number, key)
    return "\n".join([*lines, r"\end{document}", ""])


def _task(task: Task, number: int, key: bool) -> Iterator[str]:
    points = show_points(task.points)
    yield r"\begin{together}"
    yield f"\\task{{{number}}}{{{latex_text(task.heading)}}}{{{points} {'point' if points == '1' else 'points'}}}"
    yield latex_text(task.text)
    for letter, part in zip(LETTERS.lower(), task.parts, strict=False):
        yield f"\\par ({letter}) {latex_text(part)}"
    picture = task.solution if key else task.picture
    if picture is not None:
        yield f"\\sheetpicture{{{tikz_figure(picture)}}}"
    yield r"\end{together}"
    if task.options:
        yield from _options(task, key)
    else:
        yield from (_field(task, i, field, key) for i, field in enumerate(task.fields))
    if not key:
        yield from [r"\writingline"] * task.lines
    elif task.command:
        yield f"\\command{{{_code(task.command)}}}"
    yield r"\par"


def _code(text: str) -> str:
    """A command in typewriter type, character by character: what is copied from the sheet can be run."""
    return "".join(f"{{\\char{ord(c)}}}" if c in SPECIAL else c for c in text)


def _field(task: Task, i: int, field: Field, key: bool) -> str:
    label = (f"({LETTERS[i].lower()}) " if len(task.fields) > 1 else "") + latex_text(field.label)
    if key:
        return f"\\given{{{label}}}{{{latex_text(field.answer)}}}"
    return f"\\{'long' if field.is_long else 'short'}answer{{{label}}}"


def _options(task: Task, key: bool) -> Iterator[str]:
    for letter, option in zip(LETTERS, task.options, strict=False):
        text = latex_text(option.text)
        marked = f"\\textbf{{{text}}}" if key and option.is_right else text
        yield f"\\choice{{{letter}}}{{{marked}}}"
        if key:
            yield f"\\reason{{{'Right' if option.is_right else 'Wrong'}. {latex_text(option.why)}}}"
