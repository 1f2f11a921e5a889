"""A position as data for the page: its picture, the player to move, and the legal actions."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from zermelo.core.errors import RuleError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.people import seat_name
from zermelo.core.repetition import forbidden_positions, is_allowed
from zermelo.core.results import role_of
from zermelo.core.rules import each_action
from zermelo.core.values import plain_number, show_value
from zermelo.draw.board import Grid, board_svg, grid_in, is_empty
from zermelo.web.touching import ways_to_touch
from zermelo.web.walks import Walk

MOST_ACTIONS = 5_000
"""A position with more actions than this is refused."""

SAMPLED_GAMES, SAMPLED_PLIES = 3, 40
"""The random games in which the editor looks for the board and its signs."""


def describe(walk: Walk) -> dict[str, Any]:
    """The page's data for the position that the walk has reached."""
    game, s = walk.game, walk.state
    picture = board_svg(game, s)
    over = game.is_terminal(s)
    player = None if over else int(game.player(s))
    forbidden = forbidden_positions(game, [*walk.past, s])
    allowed = [] if over else [a for a in some_actions(game, s) if is_allowed(game, s, a, forbidden)]
    return {
        "text": game.show(s),
        "picture": picture,
        "player": player,
        "turn": outcome(game, s) if player is None else f"{seat_name(game, player)} to move",
        "role": role_of(game, s),
        "over": over,
        "utilities": [plain_number(game.utility(s, p)) for p in range(game.players)] if over else None,
        "actions": [game.show_action(s, a) for a in allowed],
        "touched": ways_to_touch(game, s, allowed, picture),
        "chances": [game.probability(s, a) for a in some_actions(game, s)] if player == CHANCE else None,
        "moves": [game.show_action(before, a) for before, a in zip(walk.states, walk.actions, strict=False)],
        "movers": [int(game.player(before)) for before in walk.states[:-1]],
    }


def describe_text(game: Game, s: State) -> dict[str, Any]:
    """A position as text, the board in the text, and the signs that may stand on it; for the position editor.

    Where the game does not say where the board is, there is one only if it has the same rows in the texts of all
    positions: in the diagram of a backgammon board, or in a maze whose free squares are blank, what looks like rows
    changes from move to move.
    """
    text = game.show(s)
    grid = _grid(game, text)
    texts = [] if grid is None else _sampled_texts(game)
    sampled = [each for each in (_grid(game, other) for other in texts) if each is not None]
    is_board = len(sampled) == len(texts) and all(_layout(each) == _layout(grid) for each in sampled)
    shown = grid if is_board else None
    return {
        "text": text,
        "picture": board_svg(game, s),
        "grid": shown and {"rows": shown.rows, "places": shown.places, "columns": _columns(shown, text)},
        "pieces": _signs(game, sampled) if shown else [],
    }


def _grid(game: Game, text: str) -> Grid | None:
    """The board in a text of the game."""
    places = [list(row) for row in game.board_places(text)]
    return Grid([[text[start:end] for start, end in row] for row in places], places) if places else grid_in(text)


def _columns(grid: Grid, text: str) -> list[list[int]]:
    """The column of each cell on the screen. If rows differ, signs that end below one another are below one another."""
    if len({len(row) for row in grid.rows}) == 1:
        return [[*range(len(row))] for row in grid.rows]
    ends = [[end - text.rfind("\n", 0, end) for _, end in row] for row in grid.places]
    order = {end: column for column, end in enumerate(sorted({end for row in ends for end in row}))}
    return [[order[end] for end in row] for row in ends]


def _layout(grid: Grid | None) -> list[int]:
    """The number of cells of each row."""
    return [] if grid is None else [len(row) for row in grid.rows]


def _sampled_texts(game: Game) -> list[str]:
    """The texts of the positions of a few random games."""
    found = []
    dice = Random(2)
    for _ in range(SAMPLED_GAMES):
        s = game.initial()
        for _ in range(SAMPLED_PLIES):
            found.append(game.show(s))
            if game.is_terminal(s):
                break
            s = game.result(s, dice.choice(some_actions(game, s)))
    return found


def _signs(game: Game, grids: list[Grid]) -> list[str]:
    """The signs that the game declares and those on the boards: an empty cell first, then numbers by size."""
    found = {*game.board_signs} | {sign for grid in grids for row in grid.rows for sign in row}
    return sorted(found, key=lambda sign: (not is_empty(sign), int(sign) if sign.isdecimal() else 0, sign))


def some_actions(game: Game, s: State) -> list[Action]:
    """The actions in s. Raises RuleError if there are more than the page can show."""
    found = list(islice(each_action(game, s), MOST_ACTIONS + 1))
    if len(found) > MOST_ACTIONS:
        raise RuleError(f"there are more than {MOST_ACTIONS} actions in {quote(game.show(s))}, too many for this page")
    return found


def outcome(game: Game, s: State) -> str:
    """The result of a finished game: the winner, a draw, or each player's utility."""
    utilities = [game.utility(s, p) for p in range(game.players)]
    if not game.kind.one_number or game.players != 2 or game.scored:
        return ", ".join(f"{seat_name(game, p)}: {show_value(u)}" for p, u in enumerate(utilities))
    if utilities[0] == game.fair_share:
        return "a draw"
    return f"{seat_name(game, 0 if utilities[0] > game.fair_share else 1)} wins"
