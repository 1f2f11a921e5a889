"""The text of a line of play with variations: a sequence of steps, with variations in brackets.

    1. d3 c3 (1... e3 2. f4) 2. c4 "a (b" pass

An action is written as the game shows it, and quoted if that would be ambiguous. The numbers are for people: they
increase whenever player 0 is to move again. The parser skips numbers and line breaks. Brackets contain a variation
that replaces the action before them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from zermelo.core.errors import LimitError, ParseError, RuleError, quote
from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.repetition import refuse_repetition
from zermelo.core.rules import legal_actions

DEEPEST = 100
"""The deepest nesting of variations."""

WIDTH = 100
"""The width of the text in columns; only a longer name exceeds it."""

_BREAK = r"\s(),"
_NUMBER = re.compile(r"\d+\.+")
_NUMBER_ALONE = re.compile(rf"\d+\.+(?=[{_BREAK}]|$)")
_TOKEN = re.compile(rf"[^{_BREAK}]+")
_NOTHING = re.compile(r"[\s,]*")


class Step(NamedTuple):
    """An action in a line, and its variations."""

    action: Action
    others: list[Steps]


Steps: TypeAlias = list[Step]


def refuse_nesting(depth: int) -> None:
    """Raises LimitError for variations that are nested more than DEEPEST deep."""
    if depth > DEEPEST:
        raise LimitError(f"there are variations nested more than {DEEPEST} deep")


def names_of(game: Game, s: State) -> dict[str, Action]:
    """The actions in s by their names. Raises RuleError if two actions have the same name."""
    names: dict[str, Action] = {}
    for a in legal_actions(game, s):
        name = game.show_action(s, a)
        if name in names:
            raise RuleError(f"two actions are shown as {quote(name)} in {quote(game.show(s))}: their names must differ")
        names[name] = a
    return names


def name_of(game: Game, s: State, a: Action) -> str:
    """The unique name of the action in s. Raises RuleError if two actions in s have the same name."""
    names_of(game, s)
    return game.show_action(s, a)


def action_named(game: Game, states: list[State], name: str, ply: int) -> Action:
    """The action with this name in the last state of a play, at this ply. Raises ParseError with the legal actions."""
    a = _named(game, states[-1], name, ply)
    refuse_repetition(game, states, a, f"ply {ply}: ")
    return a


def _named(game: Game, s: State, name: str, ply: int) -> Action:
    """The action with this name, as far as the state decides."""
    if game.is_terminal(s):
        raise ParseError(f"ply {ply}: {quote(name)} cannot be played, because play is over")
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
    """The current move number, and the player who moved last."""

    number: int
    last: int | None

    def then(self, mover: int) -> _Round:
        if mover == CHANCE:
            return self
        begins = self.number == 0 or (mover == MAX and self.last != MAX)
        return _Round(self.number + begins, mover)

    def label(self, before: _Round, fresh: bool) -> str:
        """The number before an action: "2. " at the start of a round, "2... " if a line resumes within one."""
        if self.last == MAX and self.number > before.number:
            return f"{self.number}. "
        return f"{self.number}... " if fresh and self.number else ""


def _units(game: Game, s: State, steps: Steps, now: _Round, depth: int = 0) -> list[str]:
    """The pieces between which a line may break: each is an action with its number and its brackets."""
    refuse_nesting(depth)
    units: list[str] = []
    fresh = True
    for step in steps:
        then = now.then(game.player(s))
        label, name = then.label(now, fresh), _spelled(game, s, step.action)
        if units and " " in name and not label:  # a comma separates names that contain spaces
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
    """The action's name, quoted if the parser would misread it otherwise."""
    name = name_of(game, s, a)
    is_plain = name and _is_tidy(name) and name[0] not in '(),"' and not _NUMBER.match(name)
    goes_on = any(re.match(rf"{re.escape(name)}[{_BREAK}]", other) for other in names_of(game, s))
    return name if is_plain and not goes_on else json.dumps(name, ensure_ascii=False)


def _is_tidy(name: str) -> bool:
    """Whether the only white space is single spaces between words."""
    return name == " ".join(name.split())


# Reading.


def read_steps(game: Game, s: State, text: str) -> Steps:
    """The line in the text, from s. Raises ParseError.

    Names may differ in case, have any form that the game's `parse_action` accepts, or be written without spaces if that
    is unambiguous: "45461667", "f5d6c3". A pass may be omitted.
    """
    reader = _Reader(game, text)
    steps = reader.line([s], 1)
    if reader.at < len(text):
        raise ParseError("this bracket was not opened", text, reader.at)
    return steps


class _Reader:
    """A recursive-descent parser; `at` is the current offset in the text."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.text = text
        self.at = 0

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Skips a match of the pattern at the current offset, if there is one."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def next(self) -> str:
        """The next significant character; an empty string at the end."""
        self.skip(_NOTHING)
        return self.text[self.at : self.at + 1]

    def line(self, states: list[State], ply: int, depth: int = 0) -> Steps:
        """Parses a line after the last of the states of a play, up to the end of the text or the closing bracket."""
        refuse_nesting(depth)
        steps: Steps = []
        states = list(states)
        while (sign := self.next()) not in ("", ")"):
            if sign == "(":
                if not steps:
                    raise ParseError("a variation must follow the action that it replaces", self.text, self.at)
                steps[-1].others.append(self.variation(states[:-1], ply - 1, depth + 1))
            elif (a := self.action(states, ply)) is not None:
                steps.append(Step(a, []))
                states.append(self.game.result(states[-1], a))
                ply += 1
        return steps

    def variation(self, states: list[State], ply: int, depth: int) -> Steps:
        """Parses a variation in brackets."""
        opened = self.at
        self.at += 1
        steps = self.line(states, ply, depth)
        if self.next() != ")":
            raise ParseError("a bracket is not closed", self.text, opened)
        if not steps:
            raise ParseError("a variation has no actions", self.text, opened)
        self.at += 1
        return steps

    def action(self, states: list[State], ply: int) -> Action | None:
        """Parses an action; None if the line ends here, perhaps after a number."""
        s = states[-1]
        self.skip(_NUMBER_ALONE)
        if self.next() in ("", "(", ")"):
            return None
        if self.text[self.at] == '"':
            return action_named(self.game, states, self.quoted(), ply)
        found = self.find(s)
        if found is None and (number := _NUMBER.match(self.text, self.at)):
            self.at = number.end()
            found = self.find(s)
        if found is None:
            found = self.passing(s)
        if found is not None:
            a, self.at = found
            refuse_repetition(self.game, states, a, f"ply {ply}: ")
            return a
        token = _TOKEN.match(self.text, self.at)
        assert token is not None
        return action_named(self.game, states, token[0], ply)  # this raises the error, because no action matched

    def quoted(self) -> str:
        """Parses a quoted name."""
        try:
            name, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
        except ValueError:
            raise ParseError("quotation marks are not closed", self.text, self.at) from None
        return str(name)

    def find(self, s: State) -> tuple[Action, int] | None:
        """The action in s at the current offset, and the offset of its end; None if there is none."""
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
        """Matches of names that are followed by a separator."""
        for name, a in names.items():
            words = r"\s+".join(map(re.escape, name.split()))
            match = re.compile(rf"{words}(?=[{_BREAK}]|$)", flags).match(self.text, self.at) if words else None
            if match is not None:
                yield a, match.end()

    def as_the_game_reads(self, s: State) -> Iterator[tuple[Action, int]]:
        """The next word as parsed by the game itself."""
        word = _TOKEN.match(self.text, self.at)
        if word is not None:
            try:
                yield self.game.parse_action(s, word[0]), word.end()
            except ParseError:
                return

    def run_together(self, names: dict[str, Action]) -> Iterator[tuple[Action, int]]:
        """The only name that the next word begins with, unless the word is a move number."""
        rest = self.text[self.at : self.at + max(map(len, names))].casefold()
        begun = [(a, self.at + len(name)) for name, a in names.items() if name and rest.startswith(name.casefold())]
        if len(begun) == 1 and not _NUMBER.match(self.text, self.at):
            yield begun[0]

    def passing(self, s: State) -> tuple[Action, int] | None:
        """An omitted pass: it is the only legal action, and the text continues with an action after it."""
        names = {} if self.game.is_terminal(s) else names_of(self.game, s)
        if [name.casefold() for name in names] != ["pass"]:
            return None
        (a,) = names.values()
        return None if self.find(self.game.result(s, a)) is None else (a, self.at)
