"""Finds the areas of a picture that a person touches to choose an action.

A way to choose an action is a list of steps that may be taken in any order, and a step is a list of areas that are
touched in this order: [["b1", "c2"]]. Areas are the shapes of the picture with a `data-cell`. Those that an action
touches come from the game's `action_ways`, else from its `action_cells`, else from the action's text, which names them.
If the picture was made from the text of a game that gives none, they are the cells that the action changes.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TypeAlias

from zermelo.core.game import Action, Cell, Game, State
from zermelo.core.rules import has_own
from zermelo.draw.board import grid_in, is_empty

Way: TypeAlias = list[list[str]]

_AREA = re.compile(r'data-cell="([^"]*)"(?: data-at="(\d+,\d+)")?')


def ways_to_touch(game: Game, s: State, actions: list[Action], picture: str) -> list[list[Way]]:
    """The ways to choose each of the actions in s; an empty list if an action cannot be chosen on the picture."""
    found = [(unescape(name), at) for name, at in _AREA.findall(picture)]
    if not found:
        return [[] for _ in actions]
    if not has_own(game, "draw"):
        return [_as_ways(_cells_on_text(game, s, a)) for a in actions]
    areas = _Areas([name for name, _ in found], {at: name for name, at in found if at})
    return [areas.ways(game, s, a) for a in actions]


def areas_by_cell(game: Game, picture: str) -> dict[Cell, str]:
    """The areas of the picture that say which cell of the board they are, by cell."""
    own = has_own(game, "draw")
    found = [(at if own else unescape(name), unescape(name)) for name, at in _AREA.findall(picture)]
    return {(int(row), int(column)): name for cell, name in found if cell for row, column in [cell.split(",")]}


class _Areas:
    """The areas of a game's own picture: their names, and the names of those that say which cell they are."""

    def __init__(self, names: list[str], at: dict[str, str]) -> None:
        self._names = set(names)
        self._at = at
        longest_first = sorted(self._names, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def ways(self, game: Game, s: State, a: Action) -> list[Way]:
        given = [[list(step) for step in way] for way in game.action_ways(s, a)]
        if given:
            return given
        name = game.show_action(s, a)
        if name in self._names:
            return [[[name]]]
        cells = [self._at.get(f"{row},{column}") for row, column in game.action_cells(s, a)] if self._at else []
        if cells and None not in cells:
            return [[[area for area in cells if area is not None]]]
        named = self._pattern.findall(name)
        return [[named]] if named else []


def _as_ways(cells: tuple[Cell, ...]) -> list[Way]:
    return [[[f"{row},{column}" for row, column in cells]]] if cells else []


def _cells_on_text(game: Game, s: State, a: Action) -> tuple[Cell, ...]:
    return game.action_cells(s, a) if has_own(game, "action_cells") else changed_cells(game, s, a)


def changed_cells(game: Game, s: State, a: Action) -> tuple[Cell, ...]:
    """The cells that a person would touch for action a, as the boards in the texts of s and of its result differ.

    A sign that comes up on an empty cell was placed there, or moved there if the same sign is gone from another cell.
    """
    before, after = grid_in(game.show(s)), grid_in(game.show(game.result(s, a)))
    if before is None or after is None or [*map(len, before.rows)] != [*map(len, after.rows)]:
        return ()
    pairs = {
        (r, c): (old, new)
        for r, (olds, news) in enumerate(zip(before.rows, after.rows, strict=True))
        for c, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    }
    filled = [cell for cell, (old, new) in pairs.items() if is_empty(old) and not is_empty(new)]
    emptied = [cell for cell, (old, new) in pairs.items() if not is_empty(old) and is_empty(new)]
    replaced = [cell for cell in pairs if cell not in filled and cell not in emptied]
    if not emptied:
        return tuple(filled or replaced[:1])
    targets = filled or replaced
    if len(targets) != 1:
        return tuple(emptied) if not targets else ()
    arrived = pairs[targets[0]][1]
    came_from = [cell for cell in emptied if pairs[cell][0].casefold() == arrived.casefold()]
    return ((came_from or emptied)[0], targets[0])
