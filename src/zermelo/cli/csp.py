"""`zermelo csp`: a constraint satisfaction problem, solved, stepped through and drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from zermelo.cli.progress import tell
from zermelo.cli.shared import NOT_FOUND, Verb, interruptible, print_json, print_rows, the_seed, write_whole
from zermelo.core.errors import KindError
from zermelo.csp.answer import Answer
from zermelo.csp.loading import load
from zermelo.csp.running import ALGORITHMS, run
from zermelo.csp.solver import FAST, SolverProgress, Watch

DRAWN_WITH = "mac"
"""The algorithm whose log is drawn where none is named: the fast search keeps no log."""

MOST_SHOWN = 20
"""The maximum number of solutions that are printed for people."""


@click.command(cls=Verb)
@click.argument("problem")
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), help=f"The algorithm.  [default: {FAST}; for a picture {DRAWN_WITH}]"
)
@click.option("--order", default="", help="Heuristics, as in mrv,degree,lcv.")
@click.option(
    "--solutions", default="1", show_default=True, metavar="N|all|count", help="The number of solutions to find."
)
@click.option("--seconds", type=float, help="Stop after this many seconds.")
@click.option("--sample", "samples", type=click.IntRange(1), metavar="N", help="Draw N solutions at random instead.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="Draw the picture after N steps, not at the end.")
@click.option("--view", type=click.Choice(["board", "graph"]), help="Draw a board as a board, or as its graph.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw it: .svg, .html, .png, .pdf or .tex.")
def csp(problem: str, *, output: Path | None, samples: int | None, as_json: bool, **options: Any) -> int:
    """Solve PROBLEM, a constraint satisfaction problem.

    PROBLEM is a name with parameters (australia, queens:n=8, sudoku:GRID, send+more=money), a class in a file of your
    own (mymap.py:Islands:colours=4), a file that ends in .csp, or a text: "A B C in 1..3; A != B; B < C". The exit code
    is 1 if there is no solution, or none was found.
    """
    asked = load(sys.stdin.read() if problem == "-" else problem)
    if samples is not None:
        return _draw_samples(asked, samples, as_json)
    chosen = {name: options.pop(name) for name in ("step", "view")}
    if output is None and any(value is not None for value in chosen.values()):
        raise KindError("--step and --view are for a picture: name a file with -o")
    algorithm = options.pop("algorithm") or (DRAWN_WITH if output is not None else FAST)
    if output is not None and algorithm == FAST:
        raise KindError(f"{FAST} keeps no log to draw: choose another --algorithm, such as {DRAWN_WITH}")
    with interruptible() as stop, _progress(as_json) as watch:
        answer = run(
            asked, algorithm, seed=the_seed(), log=output is not None, stop=stop, notice=tell, watch=watch, **options
        )
    if output is not None:
        from zermelo.csp.drawing.files import drawn  # noqa: PLC0415  # only needed here

        write_whole(output, drawn(answer, output, **chosen))
    if as_json:
        print_json(answer.to_json())
    else:
        _print(answer, output)
    return 0 if answer.solutions or answer.count else NOT_FOUND


def _draw_samples(asked: Any, count: int, as_json: bool) -> int:
    from zermelo.csp.log import plain  # noqa: PLC0415  # only needed here
    from zermelo.csp.sampling import sample  # noqa: PLC0415  # and this takes NumPy

    drawn = sample(asked, count, the_seed())
    if as_json:
        solutions = [{str(x): plain(v) for x, v in s.items()} for s in drawn.solutions]
        data = {"problem": str(asked), "solutions": solutions, "exact": drawn.exact, "method": drawn.method}
        print_json(data)
    else:
        click.echo("\n\n".join(asked.show(s) for s in drawn.solutions))
        uniform = "uniform" if drawn.exact else "nearly uniform, biased towards solutions that descents reach often"
        print_rows([("drawn", f"{uniform}, by {drawn.method}")])
    return 0


def _print(answer: Answer, output: Path | None) -> None:
    problem = answer.problem
    if answer.solutions:
        shown = answer.solutions[:MOST_SHOWN]
        click.echo("\n\n".join(problem.show(s) for s in shown))
        if len(answer.solutions) > MOST_SHOWN:
            click.echo(f"\nand {len(answer.solutions) - MOST_SHOWN:,} more (--json prints all)")
        click.echo()
    rows = [("solutions", _verdict(answer))]
    if answer.core:
        rows.append(("conflict", "; ".join(map(str, answer.core))))
    rows += [
        ("algorithm", f"{answer.algorithm}, {answer.speed} speed"),
        ("assignments", f"{answer.assignments:,}"),
        ("backtracks", f"{answer.backtracks:,}"),
        ("arcs revised", f"{answer.revisions:,}"),
        ("time", f"{answer.seconds:.3f} s"),
    ]
    rows += [("note", note) for note in answer.notes]
    if answer.solutions or answer.count:
        rows += problem.facts()
    if output is not None and answer.log is not None:
        rows.append((str(output), f"{len(answer.log.steps):,} steps"))
    print_rows(rows)


def _verdict(answer: Answer) -> str:
    if answer.has_none:
        return "none, proved"
    found = answer.count if answer.count is not None else len(answer.solutions)
    if not answer.proved:
        return f"{found:,} found; the search is not complete"
    if answer.count is not None:
        return f"{found:,}, all of them"
    return f"{found:,}"


@contextmanager
def _progress(quiet: bool) -> Iterator[Watch]:
    """Shows the progress of the fast search on one line of a terminal; elsewhere nothing."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415  # it takes a while to import, and pipes never need it

    with Console(stderr=True).status("searching … (Ctrl-C for what is known)") as status:

        def show(progress: SolverProgress) -> None:
            rate = progress.assignments / progress.seconds if progress.seconds else 0
            status.update(
                f"searching · {progress.solutions:,} solutions · {progress.assignments:,} assignments · "
                f"{rate:,.0f}/s · {progress.seconds:.0f} s"
            )

        yield show
