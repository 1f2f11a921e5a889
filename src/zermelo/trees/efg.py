"""Reads Gambit's extensive forms (`.efg` files): players, chance, information sets, and payoffs at any node.

    EFG 2 R "Matching pennies" { "Even" "Odd" }
    p "" 1 1 "" { "H" "T" } 0
    p "" 2 1 "" { "H" "T" } 0
    t "" 1 "" { 1, -1 }
    ...

Nodes are in preorder. An information set of one player is identified by a number, and so is an outcome; the names,
actions and payoffs given at a number's first use need not be repeated.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from zermelo.core.errors import ParseError
from zermelo.core.text import refuse_long
from zermelo.trees.written import Written, check_written

_TOKEN = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<mark>[{}])|(?P<word>[^\s",{}]+)', re.DOTALL)
_BLANK = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?(?:/\d+)?")
_HEAD = re.compile(r"\s*EFG\s", re.IGNORECASE)

Payoffs = tuple[Fraction, ...]


class ExtensiveForm(NamedTuple):
    """A file's tree, with one utility for each player at every leaf, and the names of the players."""

    root: Written
    player_names: tuple[str, ...]


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Set(NamedTuple):
    """An information set in a file: its name, its actions, and for chance their probabilities."""

    name: str
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]


def looks_like_efg(text: str) -> bool:
    """Whether the text is meant as an extensive form."""
    return _HEAD.match(text) is not None


def read_efg(text: str) -> ExtensiveForm:
    """The extensive form in the text. Raises ParseError with the line number of the error."""
    refuse_long(text)
    reader = _Reader(text)
    root = reader.read()
    if len(reader.players) == 2 and all(sum(found) == 0 for found in reader.ends.values()):
        reader.ends = {leaf: found[:1] for leaf, found in reader.ends.items()}
    for leaf, found in reader.leaves:
        leaf.values = tuple(_plain(number) for number in reader.ends[found])
    check_written(root, text)
    return ExtensiveForm(root, reader.players)


@dataclass
class _Open:
    """A node whose children are still to be read, and the payoffs on the way to it."""

    node: Written
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    payoffs: Payoffs


class _Reader:
    """Reads tokens into a tree. It uses an explicit stack, because nesting may exceed Python's recursion limit."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.next = 0
        self.players: tuple[str, ...] = ()
        self.sets: dict[tuple[int, int], _Set] = {}
        self.marks: dict[tuple[int, int], str] = {}
        self.outcomes: dict[int, Payoffs] = {}
        self.ends: dict[int, Payoffs] = {}
        self.leaves: list[tuple[Written, int]] = []

    def read(self) -> Written:
        self.head()
        open_nodes: list[_Open] = []
        root: Written | None = None
        while root is None or open_nodes:
            node, opened = self.node(open_nodes[-1].payoffs if open_nodes else (Fraction(0),) * len(self.players))
            if open_nodes:
                self.hang(node, open_nodes[-1])
            root = root or node
            if opened is not None:
                open_nodes.append(opened)
            while open_nodes and len(open_nodes[-1].node.children) == len(open_nodes[-1].actions):
                open_nodes.pop()
        if self.peek().kind != "end":
            raise self.error("the tree is complete, but the file goes on")
        return root

    def head(self) -> None:
        for expected in ("EFG", "2"):
            if self.word("EFG 2 R at the beginning of the file").upper() != expected:
                raise self.error("expected EFG 2 R at the beginning of the file", self.tokens[self.next - 1])
        if self.peek().text in ("R", "D"):  # exact or decimal numbers
            self.take()
        self.string("the title of the game")
        self.mark("{", "the players in braces")
        names = []
        while self.peek().kind == "text":
            names.append(self.string("a player"))
        self.mark("}", "a player's name in quotation marks, or }")
        if not 1 <= len(names) <= 8:
            raise self.error(f"a game has 1 to 8 players, not {len(names)}")
        self.players = tuple(name or f"player {i}" for i, name in enumerate(names, 1))
        if self.peek().kind == "text":
            self.take()  # a comment

    def node(self, above: Payoffs) -> tuple[Written, _Open | None]:
        """Reads one line: the node, and what is needed to read its children if it has any."""
        start = self.peek()
        kind = self.word("c, p or t at the beginning of a node")
        if kind not in ("c", "p", "t"):
            raise self.error(f"{kind!r} is not a kind of node: expected c, p or t", start)
        label = self.string("the name of the node") or None
        node = Written(at=start.at, label=label)
        if kind == "t":
            payoffs = self.outcome(above)
            self.leaves.append((node, len(self.ends)))
            self.ends[len(self.ends)] = payoffs
            return node, None
        player = -1
        if kind == "p":
            player = self.integer("the number of a player") - 1
            if not 0 <= player < len(self.players):
                raise self.error(f"there is no player {player + 1}", self.tokens[self.next - 1])
        node.role = "chance" if kind == "c" else f"p{player}"
        number, found = self.information_set(player)
        if kind == "p":
            node.mark = self.marks[player, number]
        return node, _Open(node, found.actions, found.probabilities, self.outcome(above))

    def information_set(self, player: int) -> tuple[int, _Set]:
        """Reads the number of an information set, and its name and actions if they are given."""
        start = self.peek()
        number = self.integer("the number of an information set")
        name = self.string("a name") if self.peek().kind == "text" else None
        known = self.sets.get((player, number))
        if self.peek().text == "{" and self.peek().kind == "mark":
            actions, probabilities = self.branches(has_probabilities=player < 0)
            found = _Set(name or "", actions, probabilities)
            if known is not None and player >= 0 and known.actions != actions:
                both = f"{', '.join(known.actions)} before, {', '.join(actions)} here"
                raise self.error(f"information set {number} has different actions: {both}", start)
        elif known is not None:
            found = known
        else:
            raise self.error(f"information set {number} has no actions: they are given at its first node", start)
        self.sets.setdefault((player, number), found)
        self.marks.setdefault((player, number), self.unused_mark(player, found.name or str(number)))
        return number, found

    def unused_mark(self, player: int, wanted: str) -> str:
        """A mark for a new information set: names in a file need not be unique."""
        taken = {mark for (owner, _), mark in self.marks.items() if owner == player}
        name, count = " ".join(wanted.split()), 2
        while (name if count == 2 else f"{name} ({count - 1})") in taken:
            count += 1
        return name if count == 2 else f"{name} ({count - 1})"

    def branches(self, *, has_probabilities: bool) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
        start = self.peek()
        self.mark("{", "the actions in braces")
        actions, probabilities = [], []
        while self.peek().kind == "text":
            actions.append(self.string("an action"))
            if has_probabilities:
                probabilities.append(self.number("the probability of an outcome"))
        self.mark("}", "an action in quotation marks, or }")
        if not actions:
            raise self.error("a node has at least one action", start)
        for name, times in Counter(filter(None, actions)).items():
            if times > 1:
                raise self.error(f"two actions of one node are called {name!r}", start)
        return tuple(actions), tuple(probabilities)

    def outcome(self, above: Payoffs) -> Payoffs:
        """Reads an outcome and adds its payoffs to those on the way to the node. Number 0 is no outcome."""
        start = self.peek()
        number = self.integer("the number of an outcome")
        if self.peek().kind == "text" and (self.peek(1).kind, self.peek(1).text) == ("mark", "{"):
            self.take()
        if (self.peek().kind, self.peek().text) == ("mark", "{"):
            self.take()
            payoffs = []
            while self.peek().kind == "word":
                payoffs.append(self.number("a payoff"))
            self.mark("}", "a payoff or }")
            if len(payoffs) != len(self.players):
                raise self.error(f"{len(payoffs)} payoffs for {len(self.players)} players", start)
            self.outcomes[number] = tuple(payoffs)
        elif self.peek().kind == "text":
            self.take()
        if number == 0:
            return above
        if number not in self.outcomes:
            raise self.error(f"outcome {number} has no payoffs: they are given where it is first used", start)
        return tuple(a + b for a, b in zip(above, self.outcomes[number], strict=True))

    def hang(self, node: Written, parent: _Open) -> None:
        i = len(parent.node.children)
        node.action = parent.actions[i] or None
        node.probability = _plain(parent.probabilities[i]) if parent.probabilities else None
        parent.node.children.append(node)

    # Tokens.

    def peek(self, ahead: int = 0) -> _Token:
        return self.tokens[min(self.next + ahead, len(self.tokens) - 1)]

    def take(self) -> _Token:
        token = self.peek()
        self.next += 1
        return token

    def string(self, what: str) -> str:
        if self.peek().kind != "text":
            raise self.error(f"expected {what} in quotation marks")
        return re.sub(r"\\(.)", r"\1", self.take().text, flags=re.DOTALL).strip()

    def mark(self, mark: str, what: str) -> None:
        if (self.peek().kind, self.peek().text) != ("mark", mark):
            raise self.error(f"expected {what}")
        self.take()

    def word(self, what: str) -> str:
        if self.peek().kind != "word":
            raise self.error(f"expected {what}")
        return self.take().text

    def integer(self, what: str) -> int:
        token = self.peek()
        text = self.word(what)
        if not re.fullmatch(r"\d{1,9}", text):
            raise self.error(f"{text!r} is not {what}", token)
        return int(text)

    def number(self, what: str) -> Fraction:
        token = self.peek()
        text = self.word(what)
        if not _NUMBER.fullmatch(text):
            raise self.error(f"{text!r} is not {what}: expected an integer, a decimal or a fraction", token)
        above, _, below = text.partition("/")
        if below and int(below) == 0:
            raise self.error(f"{text} divides by zero", token)
        return Fraction(above) / (int(below) if below else 1)

    def error(self, message: str, token: _Token | None = None) -> ParseError:
        return _error(self.text, message, token or self.peek())


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while True:
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if at == len(text):
            return [*tokens, _Token("end", "", at)]
        match = _TOKEN.match(text, at)
        if match is None:  # only an unclosed quotation mark does not match
            raise _error(text, "the quotation mark is not closed", _Token("mark", text[at], at))
        kind = match.lastgroup or ""
        tokens.append(_Token(kind, match[kind], at))
        at = match.end()


def _error(text: str, message: str, token: _Token) -> ParseError:
    line = text.count("\n", 0, token.at) + 1
    ended = ", but the file ends" if token.kind == "end" else ""
    return ParseError(f"line {line} of the extensive form: {message}{ended}", text, token.at)


def _plain(number: Fraction) -> float:
    """The number as an int or a float. One that no float can hold is rounded, since the tree is refused anyway."""
    is_whole = number.denominator == 1 or abs(number) > sys.float_info.max
    return int(number) if is_whole else float(number)
