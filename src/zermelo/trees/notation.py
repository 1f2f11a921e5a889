"""The text notation of trees: nested lists, with players, names, probabilities, labels and estimates.

    ((3 12 8) (2 4 6) (14 5 2))             MAX at the root, MIN below it, and so on in turn
    min((-1 -7 4) (5) (3 -5))               MIN at the root; max, min, chance, p0 ... p7 say who moves at any node
    (a1: 10, a2: [0.3: 9, 0.7: 100])        names for actions; a branch with a probability belongs to a chance node
    chance(3 12 8)   [1/6 six: 1, 5/6: 0]   chance without numbers is uniform; an outcome may have a name as well
    A=(B=(3 12) C=(2 4))                    labels
    ((3 12 8)~5 (2 4 6)~1)                  estimates, for a search that stops there
    ((<1 2 6> <4 3 3>) (<6 1 2> <7 4 1>))   leaves with a utility for each of several players
    (R: @m(0 -1 1) P: @m(1 0 -1))           nodes with the same mark look the same to the player who moves there

Commas are spaces. `[[3, 12, 8], [2, 4, 6]]` is a tree too, so nested lists in JSON need no other reader.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from zermelo.core.errors import ParseError, nearest
from zermelo.core.text import refuse_long
from zermelo.trees.written import ROLES, Written, check_written

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:/\d+)?)(?![\w.])
    | (?P<name>[^\W\d][\w'.\-]*)
    | "(?P<quoted>[^"\n]*)"
    | (?P<mark>[()\[\]<>:=~@])
    )""",
    re.VERBOSE,
)
_BLANK = re.compile(r"[\s,]*")
_CLOSES = {"(": ")", "[": "]"}
_OPENING = re.compile(
    rf"""\s*(?:[\w'."-]+\s*=\s*)?(?:(?:{"|".join(ROLES)})\s*)?(?:@\s*(?:[\w'.-]+|"[^"\n]*")\s*)?[(\[{{]""",
    re.IGNORECASE,
)


class Token(NamedTuple):
    """A piece of the text: `kind` is "number", "name", "mark" or "end"."""

    kind: str
    text: str
    at: int


def looks_like_tree(text: str) -> bool:
    """Whether the text is meant as a tree: it starts with a bracket, possibly after a label or a player."""
    return _OPENING.match(text) is not None


def read_notation(text: str) -> Written:
    """The tree in the text. Raises ParseError with a caret at the error."""
    refuse_long(text)
    root = _Reader(text).tree()
    check_written(root, text)
    return root


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    while True:
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if at == len(text):
            return [*tokens, Token("end", "", at)]
        match = _TOKEN.match(text, at)
        if match is None:
            raise ParseError(f"{text[at]!r} is not part of the notation", text, at)
        kind = match.lastgroup or ""
        tokens.append(Token("name" if kind == "quoted" else kind, match[kind], at))
        at = match.end()


class _Reader:
    """Reads tokens into a tree. It uses an explicit stack, because nesting may exceed Python's recursion limit."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.next = 0

    def tree(self) -> Written:
        open_nodes: list[tuple[Written, str]] = []
        while True:
            node = self.heading()
            if self.sees(*_CLOSES):
                open_nodes.append((node, _CLOSES[self.take().text]))
                continue
            node.values = self.leaf()
            while True:  # the node is complete, and its ancestors may be complete too
                self.estimate(node)
                if not open_nodes:
                    self.expect_end()
                    return node
                parent, closing = open_nodes[-1]
                parent.children.append(node)
                if not self.sees(")", "]") and self.peek().kind != "end":
                    break
                self.expect(closing)
                node = open_nodes.pop()[0]

    def heading(self) -> Written:
        """Reads the optional parts before a node: probability, action, label, player and mark."""
        node = Written(at=self.peek().at)
        if self.peek().kind == "number" and self.peek(1).kind == "name" and self.sees(":", ahead=2):
            node.probability = self.number()
        elif self.peek().kind == "number" and self.sees(":", ahead=1):
            node.probability = self.number()
            self.take()
        if self.peek().kind == "name" and self.sees(":", ahead=1):
            node.action = self.take().text
            self.take()
        if self.peek().kind == "name" and self.sees("=", ahead=1):
            node.label = self.take().text
            self.take()
        if self.peek().kind == "name":
            node.role = self.role()
        if self.sees("@"):
            node.mark = self.mark()
        return node

    def role(self) -> str:
        token = self.take()
        role = token.text.lower()
        if not self.sees(*_CLOSES, "@"):
            raise self.error(
                f"{token.text!r} stands alone: write {token.text}: before an action, {token.text}= before a label",
                token,
            )
        if role not in ROLES:
            raise self.error(f"{token.text!r} is not a player; {nearest(role, ROLES)}", token)
        return role

    def mark(self) -> str:
        self.expect("@")
        token = self.take()
        if token.kind not in ("name", "number"):
            raise self.error("expected a name after @", token)
        if not self.sees(*_CLOSES):
            raise self.error(f"expected an opening bracket after @{token.text}: only a player's node has a mark")
        return " ".join(token.text.split())

    def leaf(self) -> tuple[float, ...]:
        if self.peek().kind == "number":
            return (self.number(),)
        if not self.sees("<"):
            raise self.error("expected a number or an opening bracket")
        opening = self.take()
        values = []
        while self.peek().kind == "number":
            values.append(self.number())
        self.expect(">")
        if not 2 <= len(values) <= 8:
            raise self.error("a leaf in <> has a utility for each of 2 to 8 players", opening)
        return tuple(values)

    def estimate(self, node: Written) -> None:
        if self.sees("~"):
            self.take()
            node.estimate = self.number()

    def number(self) -> float:
        token = self.take()
        if token.kind != "number":
            raise self.error("expected a number", token)
        above, _, below = token.text.replace("−", "-").partition("/")
        try:
            value = float(above) / float(below) if below else float(above)
        except ZeroDivisionError:
            raise self.error(f"{token.text} divides by zero", token) from None
        return int(value) if re.fullmatch(r"[-+]?\d{1,15}", above) and not below else value

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.next + ahead, len(self.tokens) - 1)]

    def sees(self, *marks: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token.kind == "mark" and token.text in marks

    def take(self) -> Token:
        token = self.peek()
        self.next += 1
        return token

    def expect(self, mark: str) -> None:
        if not self.sees(mark):
            raise self.error(f"expected {mark!r}")
        self.take()

    def expect_end(self) -> None:
        if self.peek().kind != "end":
            raise self.error("the tree has ended, but the text goes on")

    def error(self, message: str, token: Token | None = None) -> ParseError:
        token = token or self.peek()
        return ParseError(message if token.kind != "end" else f"{message}, but the text ends", self.text, token.at)
