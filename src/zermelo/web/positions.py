"""A position as data for the page: its picture, the player to move, and the legal actions."""

from __future__ import annotations

from itertools import islice
from typing import Any

from zermelo.core.errors import ParseError, RuleError, quote
from zermelo.core.game import CHANCE, Action, Game, State, each_action
from zermelo.core.people import player_name
from zermelo.core.repetition import forbidden_positions, is_allowed, refuse_repetition
from zermelo.core.results import role_of
from zermelo.core.values import plain_number, show_value
from zermelo.draw.board import board_svg

MOST_ACTIONS = 500
"""A position with more actions than this is refused."""


def start_of(game: Game, text: str) -> State:
    """The state that the text describes, or the initial state if it is empty."""
    return game.parse(text) if text.strip() else game.initial()


def walk(game: Game, s: State, names: list[str]) -> tuple[list[State], list[Action]]:
    """The states along the named actions, beginning with s, and the actions. Raises ParseError."""
    states, actions = [s], []
    for ply, name in enumerate(names, 1):
        if game.is_terminal(states[-1]):
            raise ParseError(f"{quote(name)}, ply {ply}: play was already over")
        try:
            actions.append(game.parse_action(states[-1], name))
            refuse_repetition(game, states, actions[-1])
        except ParseError as error:
            raise ParseError(f"ply {ply}: {error}") from None
        states.append(game.result(states[-1], actions[-1]))
    return states, actions


def describe(game: Game, states: list[State], actions: list[Action]) -> dict[str, Any]:
    """The page's data for the last of the states, to which the actions led."""
    s = states[-1]
    over = game.is_terminal(s)
    player = None if over else int(game.player(s))
    forbidden = forbidden_positions(game, states)
    allowed = [] if over else [a for a in some_actions(game, s) if is_allowed(game, s, a, forbidden)]
    return {
        "text": game.show(s),
        "picture": board_svg(game, s),
        "player": player,
        "turn": outcome(game, s) if player is None else f"{player_name(game, player)} to move",
        "role": role_of(game, s),
        "over": over,
        "utilities": [plain_number(game.utility(s, p)) for p in range(game.players)] if over else None,
        "actions": [game.show_action(s, a) for a in allowed],
        "chances": [game.probability(s, a) for a in some_actions(game, s)] if player == CHANCE else None,
        "moves": [game.show_action(before, a) for before, a in zip(states, actions, strict=False)],
    }


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
        return ", ".join(f"{player_name(game, p)}: {show_value(u)}" for p, u in enumerate(utilities))
    if utilities[0] == game.fair_share:
        return "a draw"
    return f"{player_name(game, 0 if utilities[0] > game.fair_share else 1)} wins"
