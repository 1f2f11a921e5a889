"""Tasks on trees: an algorithm to be carried out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from zermelo.core.trace import Backup, Enter, Node, Simulate, Trace, plain_data
from zermelo.core.values import show_value
from zermelo.draw import blank, tree_text
from zermelo.draw.narration import Narrator
from zermelo.draw.nodes import in_order
from zermelo.draw.picture import draw_tree
from zermelo.draw.scene import Caption, Group, Picture, Piece
from zermelo.sheets.checks import branches_are, number_is, word_is
from zermelo.sheets.task import Field, Task
from zermelo.textbook.exercises import EXPLORATION, Exercise

HEADINGS = {
    "minimax": "Minimax",
    "alphabeta": "Alpha-beta",
    "expectimax": "Expectimax",
    "mcts": "Monte Carlo tree search",
}

INTRODUCTIONS = {
    "minimax": "Minimax. ",
    "alphabeta": "Alpha-beta, from the first action to the last. ",
    "expectimax": "Expectimax: MAX and chance. ",
    "mcts": "Monte Carlo tree search. ",
}
"""The words before the text of a task that has no heading above it."""

TEXTS = {
    "minimax": "Fill in the value of each node.",
    "alphabeta": "Fill in the value of each node that is read, and strike out the branches that are not.",
    "expectimax": "Fill in the value of each node.",
    "mcts": f"The constant c is {EXPLORATION:g}. N and Q/N stand at each node. Which child of the root is selected "
    "next, and what are N and Q of each node on the way after the playout?",
}

ORDER = "Actions are read from the first to the last. "
"""The introduction of alpha-beta tasks on a sheet."""

UNKNOWN = "?"
"""The text in a figure whose value is to be found."""

UNREAD_POINTS = Fraction(2)


def tree_task(e: Exercise) -> Task:
    """The task of an exercise on a tree."""
    heading = f"Exercise {e.number}" if e.seed is None else f"Exercise {e.number} of seed {e.seed}"
    text = TEXTS[e.kind] + _playout_ends(e)
    order = ORDER if e.kind == "alphabeta" else ""
    fields = _value_fields(e) if e.given is None else _playout_fields(e)
    return Task(
        kind=e.kind,
        heading=HEADINGS[e.kind],
        text=order + text,
        fields=fields,
        plain=f"{heading}: {INTRODUCTIONS[e.kind]}{text}\n\n{tree_text(tree_to_complete(e.shown_trace))}",
        plain_key=_key_text(e, heading.replace("Exercise", "Key", 1)),
        data=_plain_data(e),
        picture=for_writing(draw_tree(tree_to_complete(e.shown_trace))),
        solution=draw_tree(e.trace.tree()),
        command=command_of(e),
        title=heading + (f":{_playout_ends(e)}" if e.playout else ""),
        shown_trace=e.shown_trace,
        trace=e.trace,
        lines=3 if e.kind == "mcts" else 2,
    )


def tree_to_complete(trace: Trace) -> Node:
    """The tree of an exercise with the answers hidden; of a search by playouts, without its best line so far."""
    tree = trace.tree()
    if tree.tally is None:
        return blank(tree)
    for node in in_order(tree)[0]:
        node.best = None
    return tree


def for_writing(picture: Picture) -> Picture:
    """The picture with empty figures in place of question marks, so that values can be written into them."""
    return picture._replace(content=tuple(piece for p in picture.content for piece in _emptied(p)))


def _emptied(piece: Piece) -> list[Piece]:
    if isinstance(piece, Group):
        return [piece._replace(content=tuple(inner for p in piece.content for inner in _emptied(p)))]
    is_unknown = isinstance(piece, Caption) and piece.text == UNKNOWN
    return [] if is_unknown else [piece]


def command_of(e: Exercise) -> str:
    """The command that shows the search."""
    if e.given is None:
        return f'zermelo tree "{e.game}" --algorithm {e.trace.algorithm}'
    playouts = f"--playouts {e.analysis.visits} --c {EXPLORATION:g} --seed {e.seed}"
    return f'zermelo tree "{e.game}" --method uct {playouts}'


def _value_fields(e: Exercise) -> tuple[Field, ...]:
    value = e.analysis.value
    assert value is not None
    assert e.analysis.shown_action is not None
    best = _best_actions(e)
    fields = [
        Field("Value of the root", show_value(value), number_is(value)),
        Field("Best action", " or ".join(best), word_is(*best)),
    ]
    if e.kind == "alphabeta":
        unread = ", ".join(e.unread) or "none"
        fields.append(Field("Branches not read", unread, branches_are(e.unread), UNREAD_POINTS, is_long=True))
    return tuple(fields)


def _best_actions(e: Exercise) -> list[str]:
    """The actions that are right: all with the value of the root. After cuts the values of the others are bounds."""
    chosen = e.analysis.shown_action or ""
    if e.kind == "alphabeta":
        return [chosen]
    root = e.trace.tree()
    return [chosen, *(child.action for child in root.children if child.value == root.value and child.action != chosen)]


def _playout_fields(e: Exercise) -> tuple[Field, ...]:
    _, child, *_ = _counted(e)
    name, visits, total = _names(e)[child.node], child.after.visits, plain_data(child.after.total)
    return (
        Field("Selected child of the root", name, word_is(name)),
        Field("its N afterwards", f"{visits}", number_is(visits)),
        Field("its Q afterwards", show_value(total), number_is(total)),
    )


def _counted(e: Exercise) -> list[Backup]:
    """The nodes of the next playout, from the root, with their counts after it."""
    return [step for step in reversed(e.playout) if isinstance(step, Backup)]


def _names(e: Exercise) -> dict[int, str]:
    return {step.node: step.action for step in e.trace.steps if isinstance(step, Enter)}


def _playout_ends(e: Exercise) -> str:
    """The utility at the end of the next playout, as a sentence; empty for other exercises."""
    end = next((step for step in e.playout if isinstance(step, Simulate)), None)
    return "" if end is None else f" The playout ends with utility {show_value(end.value)}."


def _key_text(e: Exercise, heading: str) -> str:
    tree = tree_text(e.trace.tree())
    if e.given is not None:
        return f"{heading}:\n{_playout_steps(e)}\n\n{tree}\n\n{command_of(e)}"
    unread = f"; not read: {', '.join(e.unread)}" if e.unread else ""
    answer = f"value {show_value(e.analysis.value)}, play {e.analysis.shown_action}{unread}"
    return f"{heading}: {answer}\n\n{tree}\n\n{command_of(e)}"


def _playout_steps(e: Exercise) -> str:
    """The playout, step by step."""
    narrator = Narrator(e.trace)
    said = []
    for at in range(len(e.trace.steps)):
        narrator.take(at)
        if at >= (e.given or 0):
            said.append(narrator.say(at))
    return "\n".join(said)


def _plain_data(e: Exercise) -> dict[str, Any]:
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
    names = _names(e)
    path = [
        {"action": names[step.node], "visits": step.after.visits, "total": plain_data(step.after.total)}
        for step in _counted(e)
    ]
    return {"playouts": e.analysis.visits, "c": EXPLORATION, "path": path}
