"""A search to step through: everything a page needs for it, as plain data.

`stepping(trace)` returns the object that `mountStepper(element, data, options)` of `assets/stepper.js` takes:

    title        what was searched
    algorithm    its name
    svg          the picture of the tree without its style sheet, which `tree_css()` returns. It has room for the
                 widest text of each node. Its first nodes (class "node") are those of `nodes` in the same order, its
                 first branches (class "edge") those above nodes 1, 2, 3 ...
    nodes        a list; a node is identified by its index, and the root is 0. Each has
        parent       the index of its parent; -1 for the root
        number       its index in the order of reading; negative if it is not read
        role         max, min, chance, opponent, terminal, p0 ..., or folded
        action       the action that leads here
        name         the same, with its probability and its label
        winner       who wins from here, if nodes are coloured by winner: won, lost, even or open
        shown        the state, as the game shows it
        read         whether the search enters it
        value        its value: a list of one number, or of one for each player; null if it was not found
        text         the final value, as it is written in the figure
        fold         only in a fold: its id, which opens it: stepping(trace, opened=[id, ...])
    order        the order in which actions are read: left, right, or best
    scale        values and bounds as text, from the least to the greatest: the ticks of a number line
    pseudocode   its lines
    steps        a list. Each has
        kind         enter, improve, odds, cut, leave; select, simulate, backup; leaf: a leaf is entered and left;
                     folded: all steps inside a fold
        node         where it happens
        says         a sentence
        log          the number of log steps up to and including this one, which does not depend on what is folded
        lines        the lines of the pseudocode that are highlighted
        read, cuts   the number of nodes read and cuts made, including this step
        line         [alpha, beta, value] at the node after the step, each an index into the scale or null
        value        [before, after], the text in the figure, if it changes; likewise
        window       [before, after], the text beside it
        best         [before, after], the child that the value comes from; -1 for none
        cut          the inequality, as it is written beside the figure
        unread       the nodes that the cut leaves unread
        odds         a list of [node, text]: the probabilities of the opponent's actions, which are written now
        beside       a list of [node, before, after]: the texts beside several nodes, of playouts that are backed up
    counts       a list of [algorithm, nodes] on the same tree, this one first; nodes is null if they are too many
    practice     whether the tree can serve as an exercise: nothing is folded, and the search was complete
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.core.trace import Backup, Cut, Enter, Improve, Leave, Node, Odds, Step, Trace, Window
from zermelo.core.values import Value, plain_number, show_value, unrank
from zermelo.draw.design import Design
from zermelo.draw.folding import WHOLE, readable
from zermelo.draw.fonts import text_width
from zermelo.draw.narration import Narrator
from zermelo.draw.nodes import FOLDED, Fold, in_order
from zermelo.draw.opening import fold_id, open_folds
from zermelo.draw.picture import draw_tree
from zermelo.draw.svg import write_svg
from zermelo.draw.words import clean, say_action, say_counts, say_odds, say_value


def stepping(
    trace: Trace,
    *,
    root: Node | None = None,
    opened: Iterable[str] = (),
    title: str = "",
    design: Design | None = None,
) -> dict[str, Any]:
    """The search as plain data, which is described above.

    `root` is the tree to draw: the trace's own tree, folded or not. By default it is folded if it is too large to
    read, except for the folds whose ids are in `opened`.
    """
    if root is None:
        whole = trace.tree()
        root = open_folds(readable(whole), whole, opened)
    return _Stage(trace, root, design or Design()).data(clean(title) or clean(str(trace.game)))


class _Stage:
    """The nodes that are drawn, and the index of each node of the log among them."""

    def __init__(self, trace: Trace, shown: Node, design: Design) -> None:
        self.trace, self.design = trace, design
        self.nodes, self.children = in_order(shown)
        self.parent = {child: node for node, below in enumerate(self.children) for child in below}
        self.place = {node.number: i for i, node in enumerate(self.nodes) if not isinstance(node, Fold)}
        self.scale = _Scale(trace.steps)

    def data(self, title: str) -> dict[str, Any]:
        return {
            "title": title,
            "algorithm": self.trace.algorithm,
            "svg": self._picture(title),
            "nodes": [self._node(i, node) for i, node in enumerate(self.nodes)],
            "order": _order(self.nodes),
            "scale": self.scale.texts,
            "pseudocode": list(self.trace.pseudocode.lines),
            "steps": list(self._steps()),
            "counts": [[name, nodes] for name, nodes in self.trace.counts.items()],
            "practice": self._is_exercise(),
        }

    def _is_exercise(self) -> bool:
        """Whether the drawn tree suffices to find the values by hand. With a fold, which has no value, it does not."""
        given = all(node.value is not None for node in self.nodes if not node.children)
        done = all(node.why is not None for node in self.nodes if node.read)
        return given and done and len(self.nodes) <= WHOLE

    def _picture(self, title: str) -> str:
        """The tree with the widest texts of every node, so that every other text fits."""
        values, windows = _widest(step for step in self.trace.steps if step.node in self.place)
        copies: dict[int, Node] = {}
        for i in reversed(range(len(self.nodes))):
            node = self.nodes[i]
            copies[i] = replace(node, best=None, children=[copies[child] for child in self.children[i]])
            if not isinstance(node, Fold) and node.read:
                copies[i].value, copies[i].window = values.get(node.number), windows.get(node.number)
        picture = draw_tree(copies[0], design=self.design)
        return write_svg(picture._replace(title=title, description="A search tree, step by step."), styled=False)

    def _node(self, i: int, node: Node) -> dict[str, Any]:
        above = self.nodes[self.parent[i]] if i else None
        fold = {"fold": fold_id(above, node)} if isinstance(node, Fold) and above else {}
        return {
            "parent": self.parent.get(i, -1),
            "number": node.number,
            "role": node.role,
            "action": clean(node.action),
            "winner": "" if node.role == FOLDED else self.design.winner(node),
            "shown": "" if node.role == FOLDED else self.trace.game.show(node.state),
            "name": say_action(node) if i else "root",
            "read": node.read,
            "value": _numbers(node.value),
            "text": "" if node.role == FOLDED else say_value(node),
            "probability": plain_number(node.probability),
            **fold,
        }

    def _steps(self) -> Iterator[dict[str, Any]]:
        """Every step at a node that is drawn, and one for each visit to the inside of a fold."""
        narrator = Narrator(self.trace)
        stay: _Stay | None = None
        for at, step in enumerate(self.trace.steps):
            read, cuts = len(narrator.visits), narrator.cuts
            backed_up = self._beside(step, narrator)  # as it is before the step
            narrator.take(at)
            if step.node not in self.place:
                stay = stay or _Stay(self._drawn(step.node, narrator), read, cuts)
                continue
            if stay is not None:
                yield stay.end(at, read, cuts)
                stay = None
            if not self._is_leaf(at):
                counts = {"read": len(narrator.visits), "cuts": narrator.cuts}
                yield {"log": at + 1, "says": narrator.say(at)} | counts | self._step(step, narrator) | backed_up
        if stay is not None:  # a search that was stopped
            yield stay.end(len(self.trace.steps), len(narrator.visits), narrator.cuts)

    def _is_leaf(self, at: int) -> bool:
        """Whether step `at` of the log enters a leaf: the next step, which leaves it, represents both."""
        step, following = self.trace.steps[at], self.trace.steps[at + 1 : at + 2]
        return isinstance(step, Enter) and bool(following) and isinstance(following[0], Leave)

    def _drawn(self, number: int, narrator: Narrator) -> int:
        """The index of the drawn node for a node of the log: its own, or that of the fold that hides it."""
        while number not in self.place:
            number = narrator.visits[number].enter.parent
            if number in self.place:
                below = self.children[self.place[number]]
                return next(i for i in below if isinstance(self.nodes[i], Fold) and self.nodes[i].read)
        return self.place[number]

    def _step(self, step: Step, narrator: Narrator) -> dict[str, Any]:
        visit, node = narrator.visits[step.node], self.nodes[self.place[step.node]]
        leaf = isinstance(step, Leave) and step.why != "done"
        return {
            "kind": "leaf" if leaf else type(step).__name__.lower(),
            "node": self.place[step.node],
            "lines": list(self.trace.pseudocode.at(node.role, _moment(step, visit.cut))),
            "line": self.scale.line(visit.window, visit.value),
            **self._changes(step, node, narrator),
        }

    def _changes(self, step: Step, node: Node, narrator: Narrator) -> dict[str, Any]:
        """The changes that the step makes in the picture."""
        if isinstance(step, Enter):
            window = ["", _say(step.window)] if step.window and node.children else None
            return {"value": ["", show_value(None)]} | ({"window": window} if window else {})
        if isinstance(step, Improve):
            changed: dict[str, Any] = {"value": [show_value(step.before), show_value(step.after)]}
            changed |= self._best_of(step, narrator)
            if step.window_before != step.window_after:
                changed["window"] = [_say(step.window_before), _say(step.window_after)]
            return changed
        if isinstance(step, Backup):
            value = ["?" if step.before is None else show_value(step.before.mean), show_value(step.after.mean)]
            return {"value": value} | self._best_of(step, narrator)
        return self._marks(step, node)

    def _marks(self, step: Step, node: Node) -> dict[str, Any]:
        """The changes that a step makes beside the value and the best line."""
        if isinstance(step, Odds):
            drawn = [(self.place[child], p) for child, p in step.odds if child in self.place]
            return {"odds": [[child, say_odds(p)] for child, p in drawn]}
        if isinstance(step, Cut):
            return {"cut": step.reason, "unread": sorted(self._left_unread(self.place[step.node]))}
        if isinstance(step, Leave):
            return {"value": [show_value(step.before) if step.why == "done" else "", say_value(node)]}
        return {}

    def _best_of(self, step: Improve | Backup, narrator: Narrator) -> dict[str, Any]:
        """The best child, before and after, where it changes."""
        best = [-1 if n is None else self._drawn(n, narrator) for n in (step.best_before, step.best_after)]
        return {"best": best} if best[0] != best[1] else {}

    def _beside(self, step: Step, narrator: Narrator) -> dict[str, Any]:
        """The texts beside drawn nodes that a backup changes: the node's N, and the terms of its children."""
        if not isinstance(step, Backup):
            return {}
        own = narrator.visits[step.node].exploration
        before = "" if step.before is None else say_counts(step.before.visits, own)
        changed = [(step.node, before, say_counts(step.after.visits, own))]
        terms = dict(step.terms_before)
        for child, term in step.terms_after:
            tally = narrator.visits[child].tally
            assert tally is not None, "a child has been visited when a node above it is"
            changed.append((child, say_counts(tally.visits, terms[child]), say_counts(tally.visits, term)))
        return {"beside": [[self.place[node], *texts] for node, *texts in changed if node in self.place]}

    def _left_unread(self, node: int) -> Iterator[int]:
        """The drawn nodes below a node that were not read."""
        waiting = [child for child in self.children[node] if not self.nodes[child].read]
        while waiting:
            i = waiting.pop()
            yield i
            waiting += self.children[i]


class _Stay(NamedTuple):
    """A visit to the inside of a fold: how many nodes had been read and cuts made when it began."""

    node: int
    read: int
    cuts: int

    def end(self, log: int, read: int, cuts: int) -> dict[str, Any]:
        """The whole visit as one step."""
        nodes, times = read - self.read, cuts - self.cuts
        cut = f", with {times:,} cut{'s' * (times != 1)}" if times else ""
        says = f"{nodes:,} node{'s' * (nodes != 1)} {'are' if nodes != 1 else 'is'} read in the folded part{cut}."
        counts = {"read": read, "cuts": cuts}
        return {"log": log, "says": says, "kind": "folded", "node": self.node, "lines": [], "line": [None] * 3} | counts


class _Scale:
    """The values and bounds of a search, sorted; vectors are left out, because they have no order."""

    def __init__(self, steps: Iterable[Step]) -> None:
        found: set[Any] = set()
        for step in steps:
            for value in _values(step):
                if value is not None and not _is_vector(value):
                    found.add(value)
        ordered = sorted(found)
        self.texts = [show_value(value) for value in ordered]
        self._place = {value: i for i, value in enumerate(ordered)}

    def line(self, window: Window | None, value: Value | None) -> list[int | None]:
        """Alpha, beta and the value as indices into the scale."""
        alpha, beta = window or (None, None)
        return [self._place.get(v) for v in (alpha, beta, value)]


def _order(nodes: Iterable[Node]) -> str:
    """The order in which children were read: from the left, from the right, or otherwise the best first."""
    places = [[child.place for child in node.children] for node in nodes]
    if all(row == sorted(row) for row in places):
        return "left"
    return "right" if all(row == sorted(row, reverse=True) for row in places) else "best"


def _values(step: Step) -> Iterator[Value | None]:
    if isinstance(step, Enter):
        yield from step.window or ()
    elif isinstance(step, Improve):
        yield step.after
        yield from step.window_after or ()
    elif isinstance(step, Leave):
        yield step.value
    elif isinstance(step, Backup):
        yield step.after.mean


def _is_vector(value: Value) -> bool:
    return isinstance(unrank(value), tuple)


def _widest(steps: Iterable[Step]) -> tuple[dict[int, Value], dict[int, Window]]:
    """For each node, the widest value and the widest window that it ever has."""
    values: dict[int, Value] = {}
    windows: dict[int, Window] = {}
    for step in steps:
        value = _value_after(step)
        window = step.window if isinstance(step, Enter) else step.window_after if isinstance(step, Improve) else None
        if value is not None and _width(show_value(value)) > _width(show_value(values.get(step.node))):
            values[step.node] = value
        if window is not None and _width(_say(window)) > _width(_say(windows.get(step.node))):
            windows[step.node] = window
    return values, windows


def _value_after(step: Step) -> Value | None:
    """The value that a step gives its node."""
    if isinstance(step, Improve):
        return step.after
    if isinstance(step, Backup):
        return step.after.mean
    return step.value if isinstance(step, Leave) else None


def _width(text: str) -> float:
    return text_width(text, 1)


def _say(window: Window | None) -> str:
    return "" if window is None else f"[{show_value(window[0])}, {show_value(window[1])}]"


def _moment(step: Step, was_cut: bool) -> str:
    """The name of this step in the pseudocode's table of highlighted lines."""
    if isinstance(step, Leave):
        return "cut" if was_cut else "leave" if step.why == "done" else step.why
    return type(step).__name__.lower()


def _numbers(value: Value | None) -> list[float] | None:
    """The numbers of a value: one, or one for each player."""
    if value is None:
        return None
    number = unrank(value)
    return [plain_number(n) for n in (number if isinstance(number, tuple) else (number,))]
