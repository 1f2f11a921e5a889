"""Rules of the check about what people see of a game: names, texts, pictures and cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Game
from zermelo.core.people import takes_viewer
from zermelo.core.snapshots import hash_of, same
from zermelo.soundness.look import SOME, Look, Problem, Wrong
from zermelo.soundness.position import brief


def named_players(game: Game) -> Iterator[Problem]:
    """Each player has a name of its own."""
    names = game.player_names
    if not (isinstance(names, tuple) and all(isinstance(name, str) and name.strip() for name in names)):
        yield Problem("player-names", f"player_names is {brief(names)}, not a tuple of names")
    elif len(names) != game.players or len(set(names)) < len(names):
        yield Problem("player-names", f"player_names is {brief(names)}, not {game.players} different names")


def shown(look: Look) -> Iterator[Problem]:
    """A state can be read back from its text."""
    text = look.ask("show")
    if not isinstance(text, str):
        raise Wrong("wrong-type", f"show gives {brief(text)}, not a text")
    look.position.text = text
    try:
        read = look.ask_of("parse", text)
        fault = "" if same(read, look.position.state) else f"parse reads what show gives as {brief(read)}"
    except ParseError as error:
        fault = f"parse cannot read what show gives: {error}"
    if fault and not look.writes("show") and not look.writes("parse"):
        yield Problem(
            "default-text", "states of this kind are only read by a parse method, and there is none", note=True
        )
    elif fault:
        hint = "" if look.writes("parse") else " (there is a show method, and no parse)"
        yield Problem("show-parse", fault + hint)


def drawn(look: Look) -> Iterator[Problem]:
    """A picture is text or left to the default."""
    if look.writes("draw"):
        picture = look.ask("draw")
        if picture is not None and not isinstance(picture, str):
            yield Problem("wrong-type", f"draw gives {brief(picture)}, neither a text nor None")


def viewed(look: Look) -> Iterator[Problem]:
    """What is shown and drawn to a player is the same for states which that player cannot tell apart."""
    for method in ("show", "draw"):
        if not takes_viewer(type(look.game), method):
            continue
        for p in look.context.players:
            view = look.ask(method, p)
            if not isinstance(view, str) and not (method == "draw" and view is None):
                raise Wrong("wrong-type", f"{method} gives {brief(view)} to player {p}, not a text")
            sight = look.ask("observe", p)
            if hash_of(sight) is None:
                return  # another rule says so
            other, at = look.context.first((method, p, sight), view, look.position)
            if view != other:
                apart = (
                    f"player {p} cannot tell this from {quote(at.text)}, but {method} gives that viewer something else"
                )
                yield Problem("viewer", apart)
                return


def names(look: Look) -> Iterator[Problem]:
    """No two actions are shown alike."""
    first: dict[str, Any] = {}
    for a, name in zip(look.actions, look.names, strict=True):
        if not same(first.setdefault(name, a), a):
            pair = f"{brief(first[name])} and {brief(a)}"
            yield Problem("actions-alike", f"the actions {pair} are both shown as {quote(name)}")
            return


def named(look: Look) -> Iterator[Problem]:
    """An action can be read back from its name."""
    if len(set(look.names)) < len(look.names):
        return  # names that are not unique cannot be
    most = max(1, SOME * SOME // len(look.names))  # the default reads all names to find one
    for a, name in look.some(min(SOME, most)):
        try:
            read = look.ask("parse_action", name)
        except ParseError as error:
            yield Problem("show-parse-action", f"parse_action cannot read what show_action gives: {error}")
            return
        if not same(read, a):
            wrong = f"{brief(read)}, not as {brief(a)}"
            yield Problem("show-parse-action", f"parse_action reads {quote(name)} as {wrong}")
            return


def cells(look: Look) -> Iterator[Problem]:
    """The cells of an action are places on a board."""
    if not look.writes("action_cells"):
        return
    for a, name in look.some():
        touched = look.ask("action_cells", a)
        if not isinstance(touched, tuple) or not all(map(_is_cell, touched)):
            wrong = f"action_cells gives {brief(touched)} for {quote(name)}, not a tuple of (row, column) pairs"
            yield Problem("action-cells", f"{wrong}, counted from 0")
            return


def _is_cell(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(n, int) and n >= 0 for n in value)
