"""A line of play with what was looked at beside it, as it is written down: one step after another, brackets within.

    1. d3 c3 (1... e3 2. f4) 2. c4 "a (b" pass

An action is written as the game shows it, and in quotation marks where that could be read as something else. The
numbers are for people: a new one begins whenever player 0 comes to move again. They are passed over when the text is
read, and so are line breaks. What stands in brackets was looked at in place of the action before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from zermelo.core.errors import LimitError, ParseError, RuleError, quote
from zermelo.core.game import CHANCE, MAX, Action, Game, State, legal_actions

DEEPEST = 100
"""How deep variations may be nested."""

WIDTH = 100
"""Columns of the text, as long as no name is wider."""

_BREAK = r"\s(),"
_NUMBER = re.compile(r"\d+\.+")
_NUMBER_ALONE = re.compile(rf"\d+\.+(?=[{_BREAK}]|$)")
_TOKEN = re.compile(rf"[^{_BREAK}]+")
_NOTHING = re.compile(r"[\s,]*")


class Step(NamedTuple):
    """An action in a line, and the lines that were looked at in its place."""

    action: Action
    others: list[Steps]


Steps: TypeAlias = list[Step]


def refuse_nesting(depth: int) -> None:
    """Raises LimitError for variations in variations that nobody could follow."""
    if depth > DEEPEST:
        raise LimitError(f"there are variations nested more than {DEEPEST} deep")


def names_of(game: Game, s: State) -> dict[str, Action]:
    """The actions in s by the names that they are shown with. Raises RuleError where two have one name."""
    names: dict[str, Action] = {}
    for a in legal_actions(game, s):
        name = game.show_action(s, a)
        if name in names:
            raise RuleError(f"two actions are shown as {quote(name)} in {quote(game.show(s))}: no text can tell which")
        names[name] = a
    return names


def name_of(game: Game, s: State, a: Action) -> str:
    """The name by which the action can be told from all others in s. Raises RuleError where there is none."""
    names_of(game, s)
    return game.show_action(s, a)


def action_named(game: Game, s: State, name: str, ply: int) -> Action:
    """The action that was played at this ply. Raises ParseError, with the actions that there are."""
    if game.is_terminal(s):
        raise ParseError(f"ply {ply}: {quote(name)} is played, but play is over")
    names = names_of(game, s)
    if name in names:
        return names[name]
    try:
        return game.parse_action(s, name)
    except ParseError as error:
        raise ParseError(f"ply {ply}: {error}") from None


# Writing.


def write_steps(game: Game, s: State, steps: Steps) -> str:
    """The line from s as text."""
    rows: list[str] = []
    for unit in _units(game, s, steps, _Round(0, None)):
        if rows and len(rows[-1]) + 1 + len(unit) <= WIDTH:
            rows[-1] += f" {unit}"
        else:
            rows.append(unit)
    return "\n".join(rows)


class _Round(NamedTuple):
    """The number that stands before actions, and who has moved last."""

    number: int
    last: int | None

    def then(self, mover: int) -> _Round:
        if mover == CHANCE:
            return self
        begins = self.number == 0 or (mover == MAX and self.last != MAX)
        return _Round(self.number + begins, mover)

    def label(self, before: _Round, fresh: bool) -> str:
        """What is written before an action: "2. " where a round begins, "2... " where a line goes on within one."""
        if self.last == MAX and self.number > before.number:
            return f"{self.number}. "
        return f"{self.number}... " if fresh and self.number else ""


def _units(game: Game, s: State, steps: Steps, now: _Round, depth: int = 0) -> list[str]:
    """What may not be torn apart at the end of a row: an action with its number and its brackets."""
    refuse_nesting(depth)
    units: list[str] = []
    fresh = True
    for step in steps:
        then = now.then(game.player(s))
        label, name = then.label(now, fresh), _spelled(game, s, step.action)
        if units and " " in name and not label:  # where does one end, and where does the next begin?
            units[-1] += ","
        units.append(label + name)
        for other in step.others:
            inside = _units(game, s, other, now, depth + 1)
            inside[0] = f"({inside[0]}"
            inside[-1] += ")"
            units += inside
        s, now, fresh = game.result(s, step.action), then, bool(step.others)
    return units


def _spelled(game: Game, s: State, a: Action) -> str:
    """The action's name, in quotation marks if it would not be read as itself without."""
    name = name_of(game, s, a)
    is_plain = name and _is_tidy(name) and name[0] not in '(),"' and not _NUMBER.match(name)
    goes_on = any(re.match(rf"{re.escape(name)}[{_BREAK}]", other) for other in names_of(game, s))
    return name if is_plain and not goes_on else json.dumps(name, ensure_ascii=False)


def _is_tidy(name: str) -> bool:
    """Whether there are no blanks but single spaces between words."""
    return name == " ".join(name.split())


# Reading.


def read_steps(game: Game, s: State, text: str) -> Steps:
    """The line that the text tells from s. Raises ParseError.

    Names may also stand in another case, as the game's `parse_action` takes them, or with nothing between them, where
    that can mean one thing only: "45461667", "f5d6c3". A pass may be left out.
    """
    reader = _Reader(game, text)
    steps = reader.line(s, 1)
    if reader.at < len(text):
        raise ParseError("a bracket is closed that was not opened", text, reader.at)
    return steps


class _Reader:
    """Goes through the text once."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.text = text
        self.at = 0

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Passes over what the pattern takes here, if anything."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def next(self) -> str:
        """The next sign that means something; nothing at the end."""
        self.skip(_NOTHING)
        return self.text[self.at : self.at + 1]

    def line(self, s: State, ply: int, depth: int = 0) -> Steps:
        """A line, up to the end of the text or of its brackets."""
        refuse_nesting(depth)
        steps: Steps = []
        before = s
        while (sign := self.next()) not in ("", ")"):
            if sign == "(":
                if not steps:
                    raise ParseError("a variation stands before the action that it is in place of", self.text, self.at)
                steps[-1].others.append(self.variation(before, ply - 1, depth + 1))
            elif (a := self.action(s, ply)) is not None:
                before = s
                steps.append(Step(a, []))
                s = self.game.result(s, a)
                ply += 1
        return steps

    def variation(self, s: State, ply: int, depth: int) -> Steps:
        """A line in brackets."""
        opened = self.at
        self.at += 1
        steps = self.line(s, ply, depth)
        if self.next() != ")":
            raise ParseError("a bracket is not closed", self.text, opened)
        if not steps:
            raise ParseError("a variation has no actions", self.text, opened)
        self.at += 1
        return steps

    def action(self, s: State, ply: int) -> Action | None:
        """The action that is named here, or None where a number stood and the line ends."""
        self.skip(_NUMBER_ALONE)
        if self.next() in ("", "(", ")"):
            return None
        if self.text[self.at] == '"':
            return action_named(self.game, s, self.quoted(), ply)
        found = self.find(s)
        if found is None and (number := _NUMBER.match(self.text, self.at)):
            self.at = number.end()
            found = self.find(s)
        if found is None:
            found = self.passing(s)
        if found is not None:
            a, self.at = found
            return a
        token = _TOKEN.match(self.text, self.at)
        assert token is not None
        return action_named(self.game, s, token[0], ply)  # it raises, for nothing of that name was found

    def quoted(self) -> str:
        """A name in quotation marks."""
        try:
            name, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
        except ValueError:
            raise ParseError("quotation marks are not closed", self.text, self.at) from None
        return str(name)

    def find(self, s: State) -> tuple[Action, int] | None:
        """The action in s that the text goes on with, and where it ends."""
        if self.game.is_terminal(s):
            return None
        names = names_of(self.game, s)
        ways: list[Callable[[], Iterator[tuple[Action, int]]]] = [
            lambda: self.apart({name: a for name, a in names.items() if _is_tidy(name)}, re.NOFLAG),
            lambda: self.apart(names, re.IGNORECASE),
            lambda: self.as_the_game_reads(s),
            lambda: self.run_together(names),
        ]
        for way in ways:
            found = max(way(), key=lambda pair: pair[1], default=None)
            if found is not None:
                return found
        return None

    def apart(self, names: dict[str, Action], flags: re.RegexFlag) -> Iterator[tuple[Action, int]]:
        """The names that stand here with a gap behind them."""
        for name, a in names.items():
            words = r"\s+".join(map(re.escape, name.split()))
            match = re.compile(rf"{words}(?=[{_BREAK}]|$)", flags).match(self.text, self.at) if words else None
            if match is not None:
                yield a, match.end()

    def as_the_game_reads(self, s: State) -> Iterator[tuple[Action, int]]:
        """What the game takes the next word for."""
        word = _TOKEN.match(self.text, self.at)
        if word is not None:
            try:
                yield self.game.parse_action(s, word[0]), word.end()
            except ParseError:
                return

    def run_together(self, names: dict[str, Action]) -> Iterator[tuple[Action, int]]:
        """The one name that the next word begins with, if it is no number before an action."""
        rest = self.text[self.at : self.at + max(map(len, names))].casefold()
        begun = [(a, self.at + len(name)) for name, a in names.items() if name and rest.startswith(name.casefold())]
        if len(begun) == 1 and not _NUMBER.match(self.text, self.at):
            yield begun[0]

    def passing(self, s: State) -> tuple[Action, int] | None:
        """A pass that was left out: there is nothing else to do, and then the text goes on as it may."""
        names = {} if self.game.is_terminal(s) else names_of(self.game, s)
        if [name.casefold() for name in names] != ["pass"]:
            return None
        (a,) = names.values()
        return None if self.find(self.game.result(s, a)) is None else (a, self.at)
