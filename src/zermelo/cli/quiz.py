"""`zermelo quiz`: exercises from a seed, on paper or on a page, and their key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from zermelo.cli.shared import Verb, print_json, the_seed, write_whole
from zermelo.core.trace import Backup, Enter, Node, Simulate, plain_data
from zermelo.core.values import show_value
from zermelo.draw import FORMATS, blank, exercise_html, format_of, tree_text
from zermelo.draw.narration import Narrator
from zermelo.textbook.exercises import EXPLORATION, KINDS, Exercise, exercise

MOST = 100
ARCS = "arcs"
"""The kind of exercises that are not about trees: arc consistency."""

ON_SCREEN = "-"
"""The value of --key without a file."""

TASKS = {
    "minimax": "Minimax. Fill in the value of each node.",
    "alphabeta": "Alpha-beta, from the first action to the last. Fill in the value of each node that is read, and "
    "strike out the branches that are not.",
    "expectimax": "Expectimax: MAX and chance. Fill in the value of each node.",
    "mcts": f"Monte Carlo tree search with c = {EXPLORATION:g}. N and Q/N stand at each node. Which child of the root "
    "is selected next, and what are N and Q of each node on the way after the playout?",
}


@click.command(cls=Verb)
@click.option(
    "--kind", type=click.Choice([*KINDS, ARCS]), default="alphabeta", show_default=True, help="What to practise."
)
@click.option("--depth", type=int, default=3, show_default=True, help="The depth of the tree in plies.")
@click.option("--branching", type=int, default=2, show_default=True, help="The number of actions of each node.")
@click.option("--uneven", is_flag=True, help="Let some nodes have fewer actions, and some lines end early.")
@click.option("--count", type=click.IntRange(1, MOST), default=1, show_default=True, help="The number of exercises.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help=f"Write to a file: {', '.join(FORMATS)}.")
@click.option(
    "--key", metavar="[FILE]", is_flag=False, flag_value=ON_SCREEN, help="Print the key, or write it to a file."
)
def quiz(*, kind: str, count: int, output: Path | None, key: str | None, as_json: bool, **shape: Any) -> None:
    """Make an exercise on a tree: its values are hidden, to be found by hand.

    The same --seed gives the same exercise on every machine. A page (.html) checks the answers. The key is separate:
    --key prints it, and --key FILE writes it to a file.
    """
    paths = [path for path in (output, None if key in (None, ON_SCREEN) else Path(str(key))) if path is not None]
    if kind == ARCS:
        _quiz_arcs(count, paths, output, key, as_json)
        return
    for path in paths:
        format_of(path)  # a bad ending is refused before anything is written
    exercises = [exercise(kind, the_seed(), number, **shape) for number in range(1, count + 1)]
    for path in paths:
        _write(path, exercises, key=path is not output)
    if as_json:
        print_json({"exercises": [_plain(e) for e in exercises]})
    elif key == ON_SCREEN:
        click.echo(_text(exercises, key=True))
    elif output is None:
        click.echo(_text(exercises, key=False))
    _say_written(paths, output, f"{count} in {kind}", as_json)


def _say_written(paths: Sequence[Path], output: Path | None, what: str, as_json: bool) -> None:
    if not as_json:
        for path in paths:
            click.echo(f"{path}: {'the key' if path is not output else f'{what}, seed {the_seed()}'}")


def _quiz_arcs(count: int, paths: Sequence[Path], output: Path | None, key: str | None, as_json: bool) -> None:
    from zermelo.cli.quiz_arcs import arcs_text, check_ending, write_arcs  # noqa: PLC0415  # other kinds do without
    from zermelo.csp.exercises import arc_exercise  # noqa: PLC0415  # so too

    for path in paths:
        check_ending(path)
    exercises = [arc_exercise(the_seed(), number) for number in range(1, count + 1)]
    for path in paths:
        write_arcs(path, exercises, key=path is not output)
    if as_json:
        print_json({"exercises": [e.to_json() for e in exercises]})
    elif key == ON_SCREEN:
        click.echo(arcs_text(exercises, key=True))
    elif output is None:
        click.echo(arcs_text(exercises, key=False))
    _say_written(paths, output, f"{count} in {ARCS}", as_json)


def _heading(e: Exercise, key: bool = False) -> str:
    return f"{'Key' if key else 'Exercise'} {e.number} of seed {e.seed}"


def _text(exercises: Sequence[Exercise], *, key: bool) -> str:
    return "\n\n".join(_key_text(e) if key else _exercise_text(e) for e in exercises)


def _exercise_text(e: Exercise) -> str:
    return f"{_heading(e)}: {TASKS[e.kind]}{_playout_ends(e)}\n\n{tree_text(_shown(e))}"


def _shown(e: Exercise) -> Node:
    """The tree of the exercise, without what is to be found."""
    return blank(e.trace.tree()) if e.given is None else e.shown_trace.tree()


def _playout_ends(e: Exercise) -> str:
    """With which utility the playout ends that is asked for, and nothing else of it."""
    end = next((step for step in e.playout if isinstance(step, Simulate)), None)
    return "" if end is None else f" The playout ends with utility {show_value(end.value)}."


def _playout_answer(e: Exercise) -> str:
    """What happens in the playout, step by step, and how the search is seen again."""
    narrator = Narrator(e.trace)
    said = []
    for at in range(len(e.trace.steps)):
        narrator.take(at)
        if at >= (e.given or 0):
            said.append(narrator.say(at))
    again = f'zermelo tree "{e.game}" --method uct --playouts {e.analysis.visits} --c {EXPLORATION:g} --seed {e.seed}'
    return "\n".join(said) + f"\n\n{tree_text(e.trace.tree())}\n\n{again}"


def _key_text(e: Exercise) -> str:
    if e.given is not None:
        return f"{_heading(e, key=True)}:\n{_playout_answer(e)}"
    unread = f"; not read: {', '.join(e.unread)}" if e.unread else ""
    answer = f"value {show_value(e.analysis.value)}, play {e.analysis.shown_action}{unread}"
    command = f'zermelo tree "{e.game}" --algorithm {e.trace.algorithm}'
    return f"{_heading(e, key=True)}: {answer}\n\n{tree_text(e.trace.tree())}\n\n{command}"


def _write(path: Path, exercises: Sequence[Exercise], *, key: bool) -> None:
    """Writes all exercises to one text or page, or each to a picture of its own, with numbered file names."""
    ending = path.suffix.lower()
    if ending == ".txt":
        write_whole(path, _text(exercises, key=key) + "\n")
    elif ending == ".html":
        parts = [
            (_heading(e, key) + (f":{_playout_ends(e)}" if e.playout else ""), e.trace if key else e.shown_trace)
            for e in exercises
        ]
        title = f"{'Key' if key else 'Exercises'}: {exercises[0].kind}"
        write_whole(path, exercise_html(parts, title=title, key=key))
    else:
        for e in exercises:
            content = format_of(path).write(e.trace.tree() if key else _shown(e), e.trace if key else e.shown_trace)
            write_whole(path if len(exercises) == 1 else path.with_stem(f"{path.stem}-{e.number}"), content)


def _plain(e: Exercise) -> dict[str, Any]:
    return {
        "kind": e.kind,
        "seed": e.seed,
        "number": e.number,
        "tree": str(e.game),
        "algorithm": e.trace.algorithm,
        "value": e.analysis.value,
        "action": e.analysis.shown_action,
        "unread": list(e.unread),
        **_plain_playout(e),
    }


def _plain_playout(e: Exercise) -> dict[str, Any]:
    """Of an exercise in Monte Carlo tree search, the path of the playout with N and Q after it, from the root."""
    if e.given is None:
        return {}
    names = {step.node: step.action for step in e.trace.steps if isinstance(step, Enter)}
    counted = [step for step in reversed(e.playout) if isinstance(step, Backup)]
    path = [
        {"action": names[step.node], "visits": step.after.visits, "total": plain_data(step.after.total)}
        for step in counted
    ]
    return {"playouts": e.analysis.visits, "c": EXPLORATION, "path": path}
