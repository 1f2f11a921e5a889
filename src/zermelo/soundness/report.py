"""The report of a soundness check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from textwrap import indent
from typing import Any

from zermelo.core.game import Game
from zermelo.core.results import ends_of


@dataclass(frozen=True)
class Finding:
    """A rule that a game breaks, or a note, with the smallest position in which it was found.

    `rule` is a short, stable name. `position` is the text from the game's `show`, or Python's repr if that fails, or
    None if both fail or no single position is meant. `actions` lead to it from the start.
    """

    rule: str
    message: str
    position: str | None
    actions: tuple[str, ...]
    plies: int

    def __str__(self) -> str:
        return "\n".join([f"{self.rule}: {self.message}", *self._place()])

    def _place(self) -> Iterator[str]:
        if self.position is None:
            return
        if "\n" in self.position:
            yield f"  position:\n{indent(self.position, '    ')}"
        else:
            yield f"  position: {self.position}"
        yield f"  reached by: {ends_of(self.actions)}" if self.actions else "  reached by: it is the initial state"


@dataclass(frozen=True)
class Report:
    """The result of a check: failures break the contract, notes are other facts that may interest the author."""

    game: Game
    failures: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    plays: int
    states: int
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether no broken rule was found."""
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        """The report as plain data: the object that `--json` prints."""
        return {
            "game": _name(self.game),
            "ok": self.ok,
            "failures": [_plain(finding) for finding in self.failures],
            "notes": [_plain(finding) for finding in self.notes],
            "plays": self.plays,
            "states": self.states,
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        broken = len(self.failures)
        verdict = "sound" if self.ok else f"{broken} rule{'s' * (broken != 1)} broken"
        looked = f"in {_count(self.plays, 'play')} and {_count(self.states, 'state')} ({self.seconds:.1f} s)"
        return "\n\n".join(
            [
                f"{_name(self.game)}: {verdict}, {looked}",
                *(f"failure: {finding}" for finding in self.failures),
                *(f"note: {finding}" for finding in self.notes),
            ]
        )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _plain(finding: Finding) -> dict[str, Any]:
    return asdict(finding) | {"actions": list(finding.actions)}


def _name(game: Game) -> str:
    try:
        return str(game)
    except Exception:  # the report is about a game that may be broken in any way
        return type(game).__name__
