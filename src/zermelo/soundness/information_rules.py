"""The rules of the check on imperfect information: what a player does depends on nothing that it has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.core.errors import quote
from zermelo.core.game import CHANCE
from zermelo.core.snapshots import hash_of
from zermelo.soundness.inspection import Inspection, InvalidAnswer, Problem
from zermelo.soundness.position import Position, brief


def information_sets(inspection: Inspection) -> Iterator[Problem]:
    """A player who cannot tell states apart has the same actions in them, in the same order and by the same names."""
    if not inspection.context.kind.hidden:
        return
    seen = [inspection.ask("observe", p) for p in inspection.context.players]
    for p, sight in enumerate(seen):
        if hash_of(sight) is None:
            raise InvalidAnswer("unhashable-observation", f"what player {p} sees, {brief(sight)}, is not hashable")
    if inspection.player == CHANCE:
        return
    mover = inspection.player
    key = ("actions", mover, seen[mover])
    here = (inspection.actions, inspection.names)
    there, at = inspection.context.first(key, here, inspection.position)
    if differ := _difference(here, there):
        yield Problem("information-set", f"player {mover} cannot tell this from {quote(at.text)}, but {differ}")
    yield from _turns(inspection, seen)


def recall(inspection: Inspection) -> Iterator[Problem]:
    """Notes a player who does not remember what it saw, or what it did, at its turn before.

    The turn before is the one on the path on which a state was first reached.
    """
    if not inspection.context.kind.hidden or inspection.player == CHANCE:
        return
    mover = inspection.player
    key = ("recall", mover, inspection.ask("observe", mover))
    if hash_of(key) is None:
        return  # another rule reports this
    here = _last_turn(inspection, mover)
    there, at = inspection.context.first(key, here, inspection.position)
    if here != there:
        both = f"its turn before was {_described(here)} here, and {_described(there)} there"
        alike = f"player {mover} sees here the same as in {quote(at.text)}, but {both}"
        yield Problem("imperfect-recall", f"{alike}: methods that need perfect recall do not fit", note=True)


def _difference(here: tuple[list[Any], list[str]], there: tuple[list[Any], list[str]]) -> str:
    """How the actions of two states differ; an empty string if they do not."""
    (actions, names), (others, other_names) = here, there
    if actions == others:
        pair = next(((a, b) for a, b in zip(names, other_names, strict=True) if a != b), None)
        return "" if pair is None else f"an action is shown as {quote(pair[0])} here and as {quote(pair[1])} there"
    lone = [a for a in actions if a not in others] or [a for a in others if a not in actions]
    if not lone:
        return f"the order of the actions differs: {brief(actions)} here, {brief(others)} there"
    first = min(lone, key=brief)
    return f"{brief(first)} is an action only {'here' if first in actions else 'there'}"


def _turns(inspection: Inspection, seen: list[Any]) -> Iterator[Problem]:
    """Notes a player who does not see whether it is to move."""
    for p, sight in enumerate(seen):
        mover, at = inspection.context.first(("mover", p, sight), inspection.player, inspection.position)
        if mover != inspection.player and p in (mover, inspection.player):
            alike = f"player {p} cannot tell this from {quote(at.text)}, but is to move in only one of them"
            yield Problem("whose-turn", f"{alike} (this is right if players move simultaneously)", note=True)
            return


def _last_turn(inspection: Inspection, p: int) -> tuple[Any, str] | None:
    """What player p saw at its turn before the inspected position, and the name of the action that it took."""
    after: Position = inspection.position
    while (before := after.before) is not None:
        if before.player == p:
            return inspection.ask_of("observe", before.state, p), after.by
        after = before
    return None


def _described(turn: tuple[Any, str] | None) -> str:
    return "none" if turn is None else f"{quote(turn[1])} after it saw {brief(turn[0])}"
