"""The rules of the check on how a game is displayed: names, texts, pictures and cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Game
from zermelo.core.people import takes_viewer
from zermelo.core.snapshots import hash_of, same
from zermelo.soundness.inspection import SAMPLE_SIZE, Inspection, InvalidAnswer, Problem
from zermelo.soundness.position import brief

NO_PARSE = "states of this type can only be read by a parse method, and there is none"


def named_players(game: Game) -> Iterator[Problem]:
    """Each player has a different name."""
    names = game.player_names
    if not (isinstance(names, tuple) and all(isinstance(name, str) and name.strip() for name in names)):
        yield Problem("player-names", f"player_names is {brief(names)}, not a tuple of names")
    elif len(names) != game.players or len(set(names)) < len(names):
        yield Problem("player-names", f"player_names is {brief(names)}, not {game.players} different names")


def shown(inspection: Inspection) -> Iterator[Problem]:
    """A state can be read back from its text."""
    text = inspection.ask("show")
    if not isinstance(text, str):
        raise InvalidAnswer("wrong-type", f"show gives {brief(text)}, not a text")
    inspection.position.text = text
    try:
        read = inspection.ask_of("parse", text)
    except ParseError as error:
        yield _unreadable(inspection, error)
        return
    if not same(read, inspection.position.state):
        wrong = f"parse reads what show gives as {brief(read)}"
        own = inspection.overrides("parse") or inspection.overrides("show")
        yield Problem("show-parse", wrong) if own else Problem("no-parse", NO_PARSE, note=True)


def _unreadable(inspection: Inspection, error: ParseError) -> Problem:
    """The problem that parse cannot read what show gives: a failure only if the game has a parse method."""
    if inspection.overrides("parse"):
        return Problem("show-parse", f"parse cannot read what show gives: {error}")
    message = "a position has to be typed as Python writes it: there is a show method, but no parse method"
    return Problem("no-parse", message if inspection.overrides("show") else NO_PARSE, note=True)


def drawn(inspection: Inspection) -> Iterator[Problem]:
    """A picture is text, or None for the default picture."""
    if inspection.overrides("draw"):
        picture = inspection.ask("draw")
        if picture is not None and not isinstance(picture, str):
            yield Problem("wrong-type", f"draw gives {brief(picture)}, neither a text nor None")


def viewed(inspection: Inspection) -> Iterator[Problem]:
    """A viewer is shown the same for any two states that it cannot tell apart. The player to move is public."""
    turn = None if inspection.terminal else inspection.player
    for method in ("show", "draw"):
        if not takes_viewer(type(inspection.game), method):
            continue
        for p in inspection.context.players:
            view = inspection.ask(method, p)
            if not isinstance(view, str) and not (method == "draw" and view is None):
                raise InvalidAnswer("wrong-type", f"{method} gives {brief(view)} to player {p}, not a text")
            sight = inspection.ask("observe", p)
            if hash_of(sight) is None:
                return  # another rule reports this
            other, at = inspection.context.first((method, p, turn, sight), view, inspection.position)
            if view != other:
                apart = (
                    f"player {p} cannot tell this from {quote(at.text)}, but {method} gives this viewer another result"
                )
                yield Problem("viewer", apart)
                return


def viewed_actions(inspection: Inspection) -> Iterator[Problem]:
    """A viewer is shown the same of two actions of others if it cannot tell apart what was before and what is after."""
    if not takes_viewer(type(inspection.game), "show_action"):
        return
    mover = inspection.player
    for p in inspection.context.players:
        if p == mover:
            continue
        before = inspection.ask("observe", p)
        for a, name in inspection.sample_actions():
            view = inspection.ask("show_action", a, p)
            if not isinstance(view, str):
                raise InvalidAnswer("wrong-type", f"show_action gives {brief(view)} to player {p}, not a text")
            after = inspection.ask_of("observe", inspection.ask("result", a), p)
            key = ("show_action", p, mover, before, after)
            if hash_of(key) is None:
                return  # another rule reports this
            (other, known), at = inspection.context.first(key, (view, name), inspection.position)
            if view != other:
                difference = (
                    f"show_action gives {quote(view)} for {quote(name)} here, {quote(other)} for {quote(known)} there"
                )
                yield Problem("viewer", f"player {p} cannot tell this from {quote(at.text)}, but {difference}")
                return


def names(inspection: Inspection) -> Iterator[Problem]:
    """No two actions have the same name."""
    first: dict[str, Any] = {}
    for a, name in zip(inspection.actions, inspection.names, strict=True):
        if not same(first.setdefault(name, a), a):
            pair = f"{brief(first[name])} and {brief(a)}"
            yield Problem("duplicate-action-names", f"the actions {pair} are both shown as {quote(name)}")
            return


def named(inspection: Inspection) -> Iterator[Problem]:
    """An action can be read back from its name."""
    if len(set(inspection.names)) < len(inspection.names):
        return  # names that are not unique cannot be read back, which another rule reports
    most = max(1, SAMPLE_SIZE * SAMPLE_SIZE // len(inspection.names))  # the default reads all names to find one
    for a, name in inspection.sample_actions(min(SAMPLE_SIZE, most)):
        try:
            read = inspection.ask("parse_action", name)
        except ParseError as error:
            yield Problem("show-parse-action", f"parse_action cannot read what show_action gives: {error}")
            return
        if not same(read, a):
            wrong = f"{brief(read)}, not as {brief(a)}"
            yield Problem("show-parse-action", f"parse_action reads {quote(name)} as {wrong}")
            return


def cells(inspection: Inspection) -> Iterator[Problem]:
    """The cells of an action are (row, column) pairs."""
    if not inspection.overrides("action_cells"):
        return
    for a, name in inspection.sample_actions():
        touched = inspection.ask("action_cells", a)
        if not isinstance(touched, tuple) or not all(map(_is_cell, touched)):
            wrong = f"action_cells gives {brief(touched)} for {quote(name)}, not a tuple of (row, column) pairs"
            yield Problem("action-cells", f"{wrong}, counted from 0")
            return


def _is_cell(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(n, int) and n >= 0 for n in value)
